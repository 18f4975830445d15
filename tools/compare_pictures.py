"""Two pictures of the same shot in, what differs beyond the pixels that edges run through out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image


@dataclass(frozen=True)
class Difference:
    """How far one picture is from another, edges aside."""

    outside: int
    """Pixels that one shows the model at and the other the background."""
    inside: int
    """Pixels within faces that were compared."""
    most: int
    """The greatest difference of a channel at those, 0 to 255."""
    off: int
    """How many of those differ by more than 2."""

    @property
    def equal(self) -> bool:
        """Whether the pictures show the same."""
        return self.inside > 0 and self.outside == 0 and self.most <= 2


def read(path: Path) -> np.ndarray:
    """The pixels, (H, W, 4) uint8."""
    return np.asarray(Image.open(path).convert("RGBA"))


def compare(expected: np.ndarray, found: np.ndarray) -> Difference:
    """Compare pictures with a transparent background.

    Engines may fill a pixel on an edge with either side of it, so only pixels are compared whose eight neighbors are
    alike in the expected picture.

    Parameters
    ----------
    expected, found : (H, W, 4) uint8

    Returns
    -------
    Difference
    """
    if expected.shape != found.shape:
        raise ValueError(f"pictures of {expected.shape} and {found.shape} cannot be compared")
    around = np.lib.stride_tricks.sliding_window_view(expected.astype(int), (3, 3), axis=(0, 1))
    same = (around.max(axis=(-2, -1)) - around.min(axis=(-2, -1)) <= 1).all(axis=-1)
    here, there = (picture[1:-1, 1:-1].astype(int) for picture in (expected, found))
    shown, shown_there = here[..., 3] > 127, there[..., 3] > 127
    inside = same & shown & shown_there
    apart = np.abs(here - there)[..., :3].max(axis=-1)[inside]
    return Difference(
        outside=int((same & (shown != shown_there)).sum()),
        inside=int(inside.sum()),
        most=int(apart.max(initial=0)),
        off=int((apart > 2).sum()),
    )


def contact_sheet(rows: list[list[Path]], path: Path) -> None:
    """Put pictures of one size side by side on one, the background shown as magenta; an empty place is grey."""
    with Image.open(rows[0][0]) as first:
        width, height = first.size
    sheet = Image.new("RGB", (max(map(len, rows)) * width, len(rows) * height), (128, 128, 128))
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            if name.exists():
                ground = Image.new("RGBA", (width, height), (255, 0, 255, 255))
                ground.alpha_composite(Image.open(name).convert("RGBA"))
                sheet.paste(ground.convert("RGB"), (x * width, y * height))
    sheet.save(path)
