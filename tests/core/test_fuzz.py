"""A few hundred damaged files through reader and mesher; `make fuzz` runs ten thousand."""

import fuzz
import helpers_vox as hv
import pytest

FILES = fuzz.originals()


@pytest.fixture(scope="module")
def results():
    return list(fuzz.fuzz(250))


def test_damaged_files_are_read_or_refused(results):
    assert [finding for _outcome, finding in results if finding] == []
    assert {outcome for outcome, _finding in results} == {"read", "refused"}


def test_some_are_read_and_some_refused(results):
    outcomes = [outcome for outcome, _finding in results]
    assert min(outcomes.count("read"), outcomes.count("refused")) > 15


def test_copies_come_back_and_differ():
    copies = [fuzz.damaged(seed) for seed in range(30)]
    assert copies == [fuzz.damaged(seed) for seed in range(30)]
    assert len(set(copies)) > 25 and sum(copy in FILES for copy in copies) < 5


@pytest.mark.parametrize("trouble", ["crash", "endless", "memory"])
def test_troubles_are_found(monkeypatch, trouble):
    def read(_data):
        if trouble == "crash":
            raise ZeroDivisionError("broken")
        while trouble == "endless":
            len(_data)
        return bytearray(3_000_000)

    monkeypatch.setattr(fuzz, "read_vox", read)
    monkeypatch.setattr(fuzz, "_use", lambda _scene, _mode: None)
    monkeypatch.setattr(fuzz, "MEMORY", 1000 if trouble == "memory" else fuzz.MEMORY)
    outcome, finding = fuzz.check(3)
    assert outcome == "failed" and finding.seed == 3
    assert {"crash": "ZeroDivision", "endless": "took more than 1,000,000 calls", "memory": "held"}[
        trouble
    ] in finding.trouble


def test_originals_are_whole():
    for data in FILES:
        scene = fuzz.read_vox(data)
        assert scene.models and hv.vox()[:4] == data[:4]


def test_every_truncation_is_read_or_refused():
    for data in FILES[:3]:
        for length in range(0, len(data), 1 if len(data) < 2000 else 7):
            try:
                fuzz.read_vox(data[:length])
            except fuzz.TrivoxError:
                continue
