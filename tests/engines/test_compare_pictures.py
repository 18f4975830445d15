"""The comparison of pictures: it passes over edges, and sees what is moved, missing or of another color."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from compare_pictures import Difference, compare, contact_sheet, read
from PIL import Image


def picture() -> np.ndarray:
    """Two colors side by side on a transparent ground."""
    pixels = np.zeros((40, 60, 4), np.uint8)
    pixels[10:30, 10:30] = (200, 40, 30, 255)
    pixels[10:30, 30:50] = (40, 70, 200, 255)
    return pixels


def test_equal_pictures() -> None:
    # A square of 20 by 20 has 18 by 18 pixels that are away from its edge.
    assert compare(picture(), picture()) == Difference(outside=0, inside=2 * 18 * 18, most=0, off=0)
    assert compare(picture(), picture()).equal


def test_edges_may_fall_to_either_side() -> None:
    assert compare(picture(), np.roll(picture(), 1, axis=1)).equal
    moved = compare(picture(), np.roll(picture(), 2, axis=1))
    # One column inside the left edge, one outside the right edge, one beside that in the middle.
    assert (moved.outside, moved.off, moved.equal) == (18 + 20, 18, False)


def test_colors() -> None:
    found = picture()
    found[15:20, 15:20, 1] += 2
    assert compare(picture(), found).equal
    found[15:20, 15:20, 1] += 1
    assert compare(picture(), found) == Difference(outside=0, inside=2 * 18 * 18, most=3, off=25)


def test_what_is_missing() -> None:
    assert compare(picture(), np.zeros_like(picture())) == Difference(outside=648, inside=0, most=0, off=0)
    assert not compare(picture() * 0, picture() * 0).equal
    with pytest.raises(ValueError, match="cannot be compared"):
        compare(picture(), picture()[1:])


def test_contact_sheet(tmp_path: Path) -> None:
    Image.fromarray(picture()).save(tmp_path / "a.png")
    contact_sheet([[tmp_path / "a.png", tmp_path / "none.png"]], tmp_path / "sheet.png")
    sheet = read(tmp_path / "sheet.png")
    assert sheet.shape == (40, 120, 4)
    assert [tuple(sheet[y, x, :3]) for y, x in ((20, 20), (0, 0), (20, 80))] == [
        (200, 40, 30),
        (255, 0, 255),
        (128, 128, 128),
    ]
