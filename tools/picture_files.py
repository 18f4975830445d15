"""The .vox files of the pictures: a folder in, small scenes of every kind that leaves Blender out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "core"))

import helpers_vox as hv

RED, GREEN, BLUE, YELLOW, GREY, WHITE = range(1, 7)
COLORS = [(200, 40, 30, 255), (40, 160, 60, 255), (40, 70, 200, 255), (240, 200, 40, 255), (96, 96, 104, 255)]
COLORS += [(250, 250, 245, 255)]
PANES = ((60, 110, 230), (230, 50, 40), (240, 240, 240))
"""The colors of glass, RGB."""
MIRRORED = 4 | 1 << 4
"""The first axis the other way round, as .vox files write it: a mirror."""
TURNED = 1 | 0 << 2 | 1 << 4
"""A quarter turn about z."""


def house() -> np.ndarray:
    """A grid of six colors that looks different from every side; index 0 is empty."""
    grid = np.zeros((12, 10, 11), np.uint8)
    grid[:, :, 0] = GREEN
    grid[2:10, 2:8, 1:6] = WHITE
    grid[3:5, 2, 2:5] = BLUE
    grid[7, 2, 1:4] = RED
    for step in range(4):
        grid[1:11, 1 + step : 9 - step, 6 + step] = RED
    grid[8, 5, 8:11] = GREY
    grid[0, 0, 1:3] = YELLOW
    return grid


def lamp_post() -> np.ndarray:
    """A smaller grid without any symmetry."""
    grid = np.zeros((5, 3, 8), np.uint8)
    grid[1, 1] = GREY
    grid[1:4, 1, 7] = GREY
    grid[3, 1, 6] = YELLOW
    grid[0:2, 0, 0] = BLUE
    return grid


def plain() -> bytes:
    """One model."""
    return hv.vox(hv.dense_model(house()), hv.rgba(COLORS))


def painted() -> bytes:
    """One model of 200 colors, no two neighbors alike."""
    x, y, z = np.indices((9, 8, 7))
    grid = ((x * 31 + y * 57 + z * 83) % 200 + 1).astype(np.uint8)
    grid[3:6, 2:6, 4:] = 0
    return hv.vox(hv.dense_model(grid), hv.rgba(hv.colors()))


def glass() -> bytes:
    """Panes of three colors and four transparencies before a wall of stripes."""
    grid = np.zeros((26, 14, 10), np.uint8)
    x, y = np.indices(grid.shape[:2])
    grid[:, :, 0] = np.where((x + y) % 2, WHITE, GREY)
    grid[:, 12:, 1:] = np.where(np.arange(26) // 2 % 2, YELLOW, RED)[:, None, None]
    colors, materials = list(COLORS), []
    for number, color in enumerate(PANES):
        for step, transparency in enumerate((0.2, 0.5, 0.9, 1)):
            index = len(colors) + 1
            colors.append((*color, 255))
            grid[1 + 8 * number + 2 * step :, 6, 1:8][:2] = index
            materials.append(hv.matl(index, type="_glass", trans=transparency, ri=1.3))
    return hv.vox(hv.dense_model(grid), hv.rgba(colors), *materials)


def metal() -> bytes:
    """The house with a roof and a wall of metal."""
    metals = [hv.matl(RED, type="_metal", metal=1, rough=0.2), hv.matl(WHITE, type="_metal", metal=0.5, rough=0.6)]
    return hv.vox(hv.dense_model(house()), hv.rgba(COLORS), *metals)


def emission() -> bytes:
    """Four lights, one ten times as strong as the next."""
    grid = np.zeros((18, 8, 6), np.uint8)
    grid[:, :, 0] = GREY
    lights = []
    for number, index in enumerate((RED, GREEN, BLUE, YELLOW)):
        grid[1 + 4 * number : 4 + 4 * number, 3:6, 1:5] = index
        lights.append(hv.matl(index, type="_emit", emit=0.5, flux=number))
    return hv.vox(hv.dense_model(grid), hv.rgba(COLORS), *lights)


def groups() -> bytes:
    """Two models in groups in groups, each moved and one turned."""
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, {"t": "-8 0 5"}, name="house"), hv.nshp(3, 0)
    nodes += hv.ntrn(4, 5, {"t": "9 3 4", "r": TURNED}, name="street"), hv.ngrp(5, 6, 8)
    nodes += hv.ntrn(6, 7, {"t": "4 0 0"}, name="near"), hv.nshp(7, 1)
    nodes += hv.ntrn(8, 9, {"t": "-4 -3 2"}, name="far"), hv.nshp(9, 1)
    return hv.vox(hv.dense_model(house()), hv.dense_model(lamp_post()), *nodes, hv.rgba(COLORS))


def mirrored() -> bytes:
    """A model beside its mirror image."""
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, {"t": "-7 0 5"}, name="house"), hv.nshp(3, 0)
    nodes += hv.ntrn(4, 5, {"t": "7 0 5", "r": MIRRORED}, name="mirror"), hv.nshp(5, 0)
    return hv.vox(hv.dense_model(house()), *nodes, hv.rgba(COLORS))


def instances() -> bytes:
    """Nine times one model, some of them turned."""
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, *range(2, 20, 2))]
    for number in range(9):
        place = f"{7 * (number % 3)} {6 * (number // 3)} {4 + number % 2}"
        frame = {"t": place, "r": TURNED} if number % 4 == 3 else {"t": place}
        nodes += hv.ntrn(2 + 2 * number, 3 + 2 * number, frame, name=f"post {number}"), hv.nshp(3 + 2 * number, 0)
    return hv.vox(hv.dense_model(lamp_post()), *nodes, hv.rgba(COLORS))


FILES: tuple[Callable[[], bytes], ...] = (plain, painted, glass, metal, emission, groups, mirrored, instances)


CUT_OUT = (plain, painted, glass, mirrored)
"""Those that are drawn as cut-outs too."""


def write_files(folder: Path) -> list[Path]:
    """Write them all."""
    return [written(folder, make, "") for make in FILES]


def write_cutouts(folder: Path) -> list[Path]:
    """Write those that are to be cut out, under names of their own."""
    return [written(folder, make, "_cutout") for make in CUT_OUT]


def written(folder: Path, make: Callable[[], bytes], ending: str) -> Path:
    """Write one file."""
    path = folder / f"{make.__name__}{ending}.vox"
    path.write_bytes(make())
    return path
