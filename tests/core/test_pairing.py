"""Two versions of a scene: what is the same thing in both, though places, names, models and numbers change."""

from __future__ import annotations

import pytest
from trivox.core.scene.pairing import Entry, paired

A = Entry("shape", "tower", -1, (0, 0), "a")
B = Entry("shape", "", -1, (5, 0), "b")
C = Entry("shape", "", -1, (9, 0), "b")


def changed(entry: Entry, **values: object) -> Entry:
    return Entry(**{**vars(entry), **values})


def test_equal_versions_pair_in_order() -> None:
    assert paired([A, B, C, C], [A, B, C, C]) == {0: 0, 1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize(
    "change",
    [
        {"moves": (7, 7)},
        {"model": "z"},
        {"name": "gate"},
        {"moves": (7, 7), "model": "z"},
        {"moves": (7, 7), "name": "gate"},
        {"model": "z", "name": "gate"},
    ],
)
def test_one_or_two_changes_are_seen_through(change: dict[str, object]) -> None:
    assert paired([A, B, C], [C, changed(A, **change), B])[1] == 0


def test_other_name_place_and_model_is_something_new() -> None:
    assert paired([A], [changed(A, name="gate", moves=(7, 7), model="z")]) == {}


def test_kinds_never_mix() -> None:
    assert paired([A], [changed(A, kind="handle")]) == {}


def test_of_equal_instances_the_one_that_went_is_missed() -> None:
    assert paired([B, C], [C]) == {0: 1}
    assert paired([B, C], [changed(C, moves=(10, 0)), B]) == {0: 1, 1: 0}


def test_edited_and_moved_at_once_without_a_name() -> None:
    """The pivot moves when a model grows, so a nameless model changes in both; the others tell which it is."""
    assert paired([B, A], [A, changed(B, moves=(6, 0), model="bigger")]) == {0: 1, 1: 0}


def test_what_is_in_equal_groups_stays_in_its_group() -> None:
    groups = [Entry("group", "house", -1, (x, 0), "") for x in (0, 50)]
    doors = [Entry("shape", "door", parent, (1, 1), "d") for parent in (0, 1)]
    found = paired([*groups, *doors], [groups[1], Entry("shape", "door", 0, (1, 1), "d")])
    assert found == {0: 1, 1: 3}
    moved = [changed(groups[0], moves=(0, 9)), groups[1], *doors]
    assert paired([*groups, *doors], moved) == {0: 0, 1: 1, 2: 2, 3: 3}
