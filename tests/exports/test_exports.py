"""What Blender's exporters write of imports is what the voxels say, as far as a format can hold it.

All files are measured: each scene x each way to keep colors x each mode x each format.
"""

from __future__ import annotations

import pytest
from export_limits import KNOWN, LIMIT_FACTS, RUNNING, Limit, expected, known
from helpers_cases import CASES
from helpers_checks import FACTS
from helpers_exporters import FORMATS, SETTINGS, Setting
from helpers_readers import PACKAGES, measured

pytestmark = pytest.mark.usefixtures("extension")


def settings_of(case: str, fact: str) -> list[Setting]:
    """The settings of a scene that can tell a fact."""
    return [one for one in SETTINGS if one.case.name == case and (fact == "opens" or FACTS[fact][0](one))]


CHECKS = [
    pytest.param(case, kind, fact, id=f"{case}-{kind}-{fact}")
    for case in CASES
    for kind in FORMATS
    for fact in LIMIT_FACTS
    if settings_of(case, fact)
]


@pytest.mark.parametrize(("case", "kind", "fact"), CHECKS)
def test_a_file_keeps_what_its_format_can_hold(case: str, kind: str, fact: str) -> None:
    pytest.importorskip(PACKAGES[kind][1], reason=f"{PACKAGES[kind][1]} reads .{kind} and is not installed")
    wrong = []
    for setting in settings_of(case, fact):
        verdict = measured(setting, kind).get(fact)
        if verdict is None or known(setting, kind, fact):
            continue
        if verdict.level != expected(setting, kind, fact):
            wrong.append(f"{setting}: {verdict.level} instead of {expected(setting, kind, fact)}: {verdict.why}")
    assert not wrong, "\n".join(wrong)


FAILURES = [
    pytest.param(limit, kind, id=f"{limit.fact}-{kind}-{limit.why}")
    for limit in KNOWN
    if limit.fact in LIMIT_FACTS and limit.since <= RUNNING < limit.before
    for kind in limit.formats
]


@pytest.mark.parametrize(("limit", "kind"), FAILURES)
def test_a_known_failure_still_fails(limit: Limit, kind: str) -> None:
    """One that was repaired must leave the table."""
    pytest.importorskip(PACKAGES[kind][1], reason=f"{PACKAGES[kind][1]} reads .{kind} and is not installed")
    files = [one for one in SETTINGS if limit.matches(one, kind, limit.fact, RUNNING)]
    told = [one for one in files if limit.fact in measured(one, kind)]
    if files and not told:
        pytest.skip("none of the files opens")
    kept = [measured(one, kind)[limit.fact].level == expected(one, kind, limit.fact) for one in told]
    assert not all(kept)
