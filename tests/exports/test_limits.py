"""The table in the docs is that of the limits, which `test_exports` compares with what readers find."""

from __future__ import annotations

from collections import defaultdict

from export_limits import DOCUMENTED, KNOWN, LIMIT_FACTS, LIMITS, expected
from exports_table import TARGET, document
from helpers_cases import CASES
from helpers_checks import FACTS
from helpers_exporters import FORMATS, SETTINGS


def declared() -> dict[tuple[str, str], set[str]]:
    """The levels that the limits give each fact and format."""
    found = defaultdict(set)
    for setting in SETTINGS:
        for kind in FORMATS:
            for fact in LIMIT_FACTS:
                if fact == "opens" or FACTS[fact][0](setting):
                    found[fact, kind].add(expected(setting, kind, fact, DOCUMENTED))
    return found


OTHERS = ("comes back", "hidden by default")
"""Known failures of other tests than `test_exports`."""


def test_the_document_holds_the_table() -> None:
    """`python tools/exports_table.py` writes it anew."""
    assert TARGET.read_text(encoding="utf-8") == document(declared())


def test_each_limit_is_of_a_fact_that_some_file_can_tell() -> None:
    told = declared()
    for limit in (*LIMITS, *KNOWN):
        assert limit.fact in OTHERS or all(told[limit.fact, kind] for kind in limit.formats)
        assert set(limit.cases) <= set(CASES)
        assert any(limit.matches(one, kind, limit.fact, limit.since) for one in SETTINGS for kind in limit.formats)


def test_scenes_show_all_that_they_are_about() -> None:
    for case in CASES.values():
        seen = {index for frame in range(case.frames) for index in case.faces(frame).values()}
        assert set(case.matter) <= seen
