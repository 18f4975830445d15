"""The demo model, a timber-frame cottage: nothing in, a (100, 100, 97) uint8 grid and a (256, 4) uint8 palette out.

x runs along the front, y away from it, z up. All noise comes from one fixed seed, so the model is always the same.
``python tools/cottage.py FILE`` writes it as a .vox file.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from cottage_garden import build_fence, lay_ground, plant_garden
from cottage_walls import brace, hang_door, lay_stones, post, rail, window
from voxel_paint import FLOOR, GROUND, PALETTE, SIDE, Canvas, Mask, X, Y, Z, box, inside, scatter

SEED = 78_906
UPPER = 33
"""Height of the upper floor, where the gable of the wing juts out."""
CUT = 3
"""Layers at the bottom that are left away."""
SHELL = 4
"""Vertical thickness of the roofs."""


@dataclass(frozen=True)
class Roof:
    """A gable roof: its ridge runs along one axis, and it covers a rectangle that includes the overhang."""

    along: int
    middle: float
    ridge: float
    slope: float
    x: tuple[int, int]
    y: tuple[int, int]
    thickness: int = SHELL

    @property
    def plan(self) -> Mask:
        """(100, 100, 1) bool: the columns under the roof."""
        return inside(*self.x, *self.y)[:, :, :1]

    @property
    def down(self) -> npt.NDArray[np.float64]:
        """(100, 100, 1) float: horizontal distance from the ridge."""
        return np.abs((Y if self.along == 0 else X) - self.middle) + 0 * (X + Y)

    @property
    def height(self) -> npt.NDArray[np.int64]:
        """(100, 100, 1) int: height of the bare roof."""
        return np.floor(self.ridge - self.slope * self.down).astype(np.int64)


MAIN = Roof(0, 59.5, 76, 1.3, (17, 83), (36, 84))
WING = Roof(1, 64.5, 74, 1.6, (48, 82), (21, 60))
DORMER = Roof(1, 32, 67, 1.25, (24, 41), (39, 60), 3)
PORCH = Roof(1, 44, 44, 1.0, (35, 54), (31, 41), 3)
ROOFS = (MAIN, WING, DORMER, PORCH)
HOUSE = ((MAIN, (20, 80, 40, 80)), (WING, (52, 78, 24, 60)), (DORMER, (26, 39, 42, 60)))
"""The roofs with the rectangle that the walls below each of them enclose: x and y, ends excluded."""


def raise_house(canvas: Canvas) -> Mask:
    """Build plastered walls, two voxels thick, hollow, with floors; return the mask of the rooms."""
    solid = np.zeros(canvas.grid.shape, bool)
    for roof, (x0, x1, y0, y1) in HOUSE:
        solid |= inside(x0, x1, y0, y1, FLOOR - 1) & (roof.height - 1 > Z)
    solid &= ~inside(52, 78, 24, 26, 0, UPPER)
    rooms = solid.copy()
    for axis in (0, 1):
        for step in (-2, 2):
            rooms &= np.roll(solid, step, axis)
    rooms &= np.roll(solid, -SHELL, 2) & (Z >= FLOOR)
    canvas.paint(solid & ~rooms, "plaster", 0.25 + 0.75 * canvas.soft + 0.35 * (canvas.fine - 0.5))
    canvas.clear(rooms)
    for level in (FLOOR, UPPER, 54):
        boards = scatter(Y // 3, X // 17 + Y // 3) * 0.6 + 0.4 * canvas.grain[0]
        canvas.paint(rooms & (level == Z), "plank", boards)
        beams = rooms & (X % 8 < 2) & (level > Z) & (level - 2 <= Z) & (level > FLOOR)
        canvas.wood(beams, 1)
    return rooms


def tile_roofs(canvas: Canvas, rooms: Mask) -> None:
    """Cover every roof, and where roofs meet only the highest; rooms stay empty."""
    covered = np.zeros((SIDE, SIDE, 1), np.int64)
    for roof in ROOFS:
        covered = np.maximum(covered, np.where(roof.plan, roof.height, 0))
    for roof in ROOFS:
        lay_tiles(canvas, roof, roof.plan & (roof.height >= covered), rooms)
    for roof in ROOFS:
        add_ridge_and_boards(canvas, roof, covered)


def lay_tiles(canvas: Canvas, roof: Roof, mine: Mask, rooms: Mask) -> None:
    """Lay one roof's tiles on its boards where `mine`: the lower edge of each row lies proud of the next row."""
    along, across = (X, Y) if roof.along == 0 else (Y, X)
    row = np.floor(roof.down / 3).astype(np.int64)
    shifted = along + 2 * (row % 2)
    column, joint = shifted // 4, shifted % 4 == 0
    edge = (roof.down % 3 >= 2) & ~joint
    chance = scatter(row, column, roof.along + 2 * int(roof.middle), across > roof.middle)
    top = roof.height + edge + ((chance > 0.88) & ~joint)
    slab = mine & (top > Z) & (roof.height - roof.thickness <= Z) & ~rooms
    canvas.wood(slab & (roof.height - 2 > Z), 1 - roof.along)
    tone = 0.01 + 0.55 * scatter(row, column, 7, roof.along) + 0.22 * canvas.soft + 0.12 * canvas.fine
    canvas.paint(slab & (roof.height - 2 <= Z), "tile", tone + 0.1 * edge - 0.12 * joint)
    damp = canvas.soft + 0.25 * (chance - 0.5) + 0.004 * roof.down
    canvas.paint(slab & (roof.height - 1 <= Z) & (damp > 0.83), "moss")


def add_ridge_and_boards(canvas: Canvas, roof: Roof, covered: npt.NDArray[np.int64]) -> None:
    """Put half-round tiles on a ridge and a board under the gable ends of a roof."""
    along, (low, high) = (X, roof.x) if roof.along == 0 else (Y, roof.y)
    ends = (along == low) | ((along == high - 1) & (roof is MAIN))
    board = roof.plan & ends & (roof.height >= covered) & (roof.height - 4 <= Z) & (roof.height + 1 > Z)
    canvas.wood(board, 1 - roof.along)
    crown = int(roof.height.max())
    ridge = roof.plan & (crown >= covered)
    overlap = along % 5 == 4
    tone = 0.35 + 0.5 * scatter(along // 5, 3) + 0.1 * canvas.fine + 0.15 * overlap
    canvas.paint(ridge & (roof.down < 1.6) & (crown - 1 <= Z) & (crown + overlap >= Z), "tile", tone)
    canvas.paint(ridge & (roof.down < 1.1) & (along % 5 > 0) & (crown + 1 == Z), "tile", tone)


def frame_front(canvas: Canvas) -> None:
    """Timber, windows, door and porch of the side that looks at the garden gate."""
    main = canvas.wall("front", 40)
    lay_stones(main, 20, 52, 17)
    rail(main, 20, 52, 17)
    rail(main, 20, 52, 36, 4)
    for u in (20, 50):
        post(main, u, 17, 46)
    window(main, 25, 20, lights=2, height=13)
    dormer = canvas.wall("front", 42)
    window(dormer, 30, 50, lights=1, height=9, style="")
    for u in (26, 37):
        post(dormer, u, 48, 60)
    hang_door(main, 41)
    build_porch(canvas)


def frame_wing(canvas: Canvas) -> None:
    """Timber and windows of the wing: stone and a wide window below, the jutting gable above."""
    lower = canvas.wall("front", 26)
    lay_stones(lower, 52, 78, 17)
    rail(lower, 52, 78, 17)
    for u in (52, 76):
        post(lower, u, 17, UPPER)
    window(lower, 57, 19, lights=3, height=12, style="box shutters")
    for u in range(52, 78, 4):
        canvas.wood(box(u, u + 2, 22, 27, UPPER - 2, UPPER), 1)
    gable = canvas.wall("front", 24)
    rail(gable, 52, 78, UPPER, 3)
    for u in (52, 76):
        post(gable, u, UPPER, 52)
    brace(gable, 53, 36, 58, 50)
    brace(gable, 76, 36, 71, 50)
    rail(gable, 55, 75, 54)
    for u in (60, 64, 68):
        post(gable, u, 55, 72 - 4 * (u != 64))
    window(gable, 60, 40, lights=2, height=13)
    for facing, plane in (("left", 52), ("right", 77)):
        side = canvas.wall(facing, plane)
        lay_stones(side, 26, 40, 17)
        rail(side, 26, 40, 17)
        rail(side, 24, 40, UPPER)
        post(side, 26, 17, 50)
        post(side, 38, 17, 50)
        window(side, 30, 20, lights=1, height=12, style="")


def frame_sides(canvas: Canvas) -> None:
    """Timber and windows of both gable ends of the main house and of its back."""
    for facing, plane in (("left", 20), ("right", 79)):
        gable = canvas.wall(facing, plane)
        lay_stones(gable, 40, 80, 17)
        rail(gable, 40, 80, 17)
        rail(gable, 40, 80, UPPER, 3)
        rail(gable, 44, 76, 53)
        for u in (40, 59, 78):
            post(gable, u, 17, 46 + 28 * (u == 59))
        brace(gable, 50, 54, 58, 66)
        brace(gable, 70, 54, 62, 66)
        brace(gable, 41, 36, 46, 48)
        brace(gable, 79, 36, 74, 48)
        window(gable, 47, 20, lights=1, height=11, style="box shutters")
        window(gable, 66, 20, lights=1, height=11, style="shutters")
        window(gable, 47, 40, lights=1, height=11, style="box")
        window(gable, 65, 40, lights=1, height=11, style="box")
    back = canvas.wall("back", 79)
    lay_stones(back, 20, 80, 17)
    rail(back, 20, 80, 17)
    rail(back, 20, 80, 36)
    for u in (20, 39, 59, 78):
        post(back, u, 17, 46)
    for u in (25, 63):
        window(back, u, 20, lights=2, height=11, style="box")
    window(back, 45, 20, lights=1, height=11, style="shutters open")


def build_porch(canvas: Canvas) -> None:
    """Carry the porch roof on two posts."""
    for x in (36, 51):
        canvas.paint(box(x - 1, x + 3, 31, 35, FLOOR - 3, FLOOR + 2), "stone", 0.3 + 0.6 * canvas.fine)
        canvas.wood(box(x, x + 2, 32, 34, FLOOR + 2, 35), 2)
        canvas.wood(box(x, x + 2, 32, 41, 34, 36), 1)
    canvas.wood(box(36, 53, 32, 34, 35, 37), 0)
    gable = inside(38, 51, 33, 34) & (PORCH.height - 3 >= Z) & (Z >= 37)
    canvas.paint(gable, "plaster")


def course(canvas: Canvas, x0: int, x1: int, y0: int, y1: int, z: int) -> None:
    """Lay one voxel of height of a brick shaft: bricks two high, mortar between them one voxel back."""
    row = z // 3
    layer = inside(x0, x1, y0, y1, z, z + 1)
    core = inside(x0 + 1, x1 - (x1 > 20), y0 + 1, y1 - 1, z, z + 1)
    ends = (x0 == X) | (x1 - 1 == X)
    along = np.where(ends, Y, X + 2) + 2 * (row % 2)
    joint = (z % 3 == 0) | (along % 5 == 0)
    canvas.paint(core, "mortar", 0.3 + 0.5 * canvas.fine)
    brick = layer & ~core & ~joint
    tone = 0.75 * scatter(along // 5, row, ends) + 0.2 * canvas.fine + 0.1 * canvas.soft
    canvas.paint(brick, "brick", tone)
    canvas.paint(layer & ~core & joint & (canvas.fine > 0.8), "mortar", 0.2)


def build_chimney(canvas: Canvas) -> None:
    """Lay a brick chimney up the left gable: a wide breast, shoulders, a stack with a rim, and two pots."""
    middle, top = 66, 87
    for z in range(GROUND, top):
        breast = 7 if z < 34 else max(4, 7 - (z - 34) // 3)
        flare = (z in (80, 85, 86)) + 2 * (z in (81, 82))
        course(canvas, 12 - flare, 20 + flare * (z > 71), middle - breast - flare, middle + breast + flare, z)
    for y in (middle - 2.5, middle + 1.5):
        pot = (X - 15.5) ** 2 + (Y - y) ** 2 < 3
        canvas.paint(pot & (top <= Z) & (top + 4 > Z), "tile", 0.5 + 0.3 * canvas.fine)


def make_cottage() -> npt.NDArray[np.uint8]:
    """Return the (100, 100, 97) uint8 grid of palette indices; 0 is empty."""
    canvas = Canvas.blank(SEED)
    lay_ground(canvas)
    rooms = raise_house(canvas)
    tile_roofs(canvas, rooms)
    frame_front(canvas)
    frame_wing(canvas)
    frame_sides(canvas)
    build_chimney(canvas)
    build_fence(canvas)
    plant_garden(canvas)
    return canvas.grid[:, :, CUT:]


def write(path: Path) -> None:
    """Write the cottage as a .vox file."""
    from trivox.core import Look, Model, Scene
    from trivox.core.formats.vox import write_vox

    path.parent.mkdir(parents=True, exist_ok=True)
    write_vox(path, Scene(name="", models=(Model.from_grid(make_cottage()),), look=Look(PALETTE), nodes=()))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
