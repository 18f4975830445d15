"""Borders of public functions: what may pass does so unchanged, everything else gives one sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from trivox.core.borders import require_array, require_choices, require_range
from trivox.core.errors import OptionError

FLAGS = np.zeros(256, np.bool_)
GRID = np.zeros((2, 3, 4), np.uint8)
CELLS = np.array([[0, -1, 7], [3, 255, 0]], np.int32)
NOTHING = np.zeros((0, 3), np.int64)
NOT_A_NUMBER = np.array([0.5, np.nan])

RIGHT = [
    (FLAGS, (256,), {"kinds": "b"}),
    (FLAGS, (None,), {"kinds": "b"}),
    (GRID, ("x", "y", "z"), {}),
    (GRID, (2, None, 4), {"dtype": np.uint8}),
    (FLAGS, (np.int64(256),), {"dtype": np.bool_}),
    (GRID.astype(">u2"), (None, None, None), {"kinds": "bui"}),
    (CELLS, (None, 3), {}),
    (CELLS, ("n", 3), {"least": -1, "most": 255}),
    (CELLS, (2, 3), {"most": 255}),
    (NOTHING, (None, 3), {"least": 5, "most": 4}),
    (NOTHING, (0, 3), {}),
    (np.array(7), (), {"least": 7}),
    (NOT_A_NUMBER, (2,), {"kinds": "f"}),
    (np.array([1.5, 2]), (2,), {"kinds": "iuf", "least": 1.5, "most": 2}),
    (np.array([2**64 - 1], np.uint64), (1,), {"most": 2**64 - 1}),
]

WRONG = [
    (None, (256,), {"kinds": "b"}, "it is a NoneType; it must be an array (256,) of booleans"),
    ([[1, 2, 3]], (None, 3), {}, "it is a list; it must be an array (n, 3) of integers"),
    (7, (), {}, "it is a int; it must be an array () of integers"),
    (np.uint8(7), (), {}, "it is a uint8; it must be an array () of integers"),
    (FLAGS, (256,), {}, "it is (256,) bool; it must be (256,) of integers"),
    (FLAGS[1:], (256,), {"kinds": "b"}, "it is (255,) bool; it must be (256,) of booleans"),
    (GRID[0], ("x", "y", "z"), {"dtype": np.uint8}, "it is (3, 4) uint8; it must be (x, y, z) of uint8"),
    (GRID[None], ("x", "y", "z"), {}, "it is (1, 2, 3, 4) uint8; it must be (x, y, z) of integers"),
    (GRID, (2, 3, 3), {}, "it is (2, 3, 4) uint8; it must be (2, 3, 3) of integers"),
    (GRID, (np.int64(1), 3, 4), {}, "it is (2, 3, 4) uint8; it must be (1, 3, 4) of integers"),
    (GRID, (0, 3, 4), {}, "it is (2, 3, 4) uint8; it must be (0, 3, 4) of integers"),
    (GRID, (None, None, None), {"dtype": np.int8}, "it is (2, 3, 4) uint8; it must be (n, n, n) of int8"),
    (CELLS * 0.5, (None, 3), {"kinds": "bui"}, "it is (2, 3) float64; it must be (n, 3) of booleans or integers"),
    (CELLS.astype(object), (None, 3), {}, "it is (2, 3) object; it must be (n, 3) of integers"),
    (CELLS, (None, 3), {"least": 0}, "it has values from -1 to 255; they must be at least 0"),
    (
        CELLS,
        (None, 3),
        {"least": 0, "most": 255},
        "it has values from -1 to 255; they must be at least 0 and at most 255",
    ),
    (
        CELLS,
        (None, 3),
        {"least": -1, "most": 254},
        "it has values from -1 to 255; they must be at least -1 and at most 254",
    ),
    (NOT_A_NUMBER, (2,), {"kinds": "f", "most": 1}, "it has values from nan to nan; they must be at most 1"),
    (np.array([2**64 - 1], np.uint64), (1,), {"most": 2**63}, None),
]


@pytest.mark.parametrize(("value", "shape", "rest"), RIGHT)
def test_what_fits_comes_back_itself(
    value: object, shape: tuple[int | str | None, ...], rest: dict[str, object]
) -> None:
    assert require_array(value, "it", shape, **rest) is value


@pytest.mark.parametrize(("value", "shape", "rest", "sentence"), WRONG)
def test_what_does_not_fit_gives_a_sentence(
    value: object, shape: tuple[int | str | None, ...], rest: dict[str, object], sentence: str | None
) -> None:
    with pytest.raises(OptionError) as raised:
        require_array(value, "it", shape, **rest)
    assert sentence is None or str(raised.value) == sentence


@dataclass(frozen=True)
class Options:
    way: object = "up"
    size: object = 3


def test_words_and_numbers_of_options() -> None:
    choices = {"way": ("up", "down")}
    for way in choices["way"]:
        require_choices(Options(way), choices)
    for way in ("left", None, 0, "u"):
        with pytest.raises(OptionError, match=f"way is {way!r}; it must be one of up, down"):
            require_choices(Options(way), choices)
    for size in (1, 4000, 2.5):
        require_range(Options(size=size), "size", 1, 4000)
    for size in (0, 4001, True, "3", None, float("nan")):
        with pytest.raises(OptionError, match=f"size is {size!r}; it must be from 1 to 4,000"):
            require_range(Options(size=size), "size", 1, 4000)
