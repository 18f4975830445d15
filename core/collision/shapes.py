"""A `Model` and options in, its `Collision` out: boxes or a convex hull on the model's lattice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..errors import LimitError
from ..mesh import bits
from ..mesh.cavities import sealed_cavities
from ..mesh.volume import volume_of_cells
from ..voxels.model import Model
from .bound import fewest_boxes
from .boxes import Boxes, Grid, Ints, grid_of
from .greedy import best_greedy
from .hull import Hull, convex_hull
from .limit import boxes_around, boxes_within
from .options import CollisionOptions
from .search import fewer_boxes

EXACT = "exact"
"""What is said of boxes that hold the filled cells and nothing else, and do not overlap."""
MAX_BOXES = 1 << 18
"""Boxes of the first try: each takes a step."""


@dataclass(frozen=True, eq=False)
class Collision:
    """What a model is for physics: boxes, or a hull."""

    boxes: Boxes | None = None
    hull: Hull | None = None
    fit: str = EXACT
    """How boxes lie: `EXACT`, or one of `options.FITS`, and then they may overlap."""
    bound: int = 0
    """No filling that is exact has fewer boxes than this; 0 if nobody looked."""

    def moved(self, away: Ints) -> Collision:
        """The same shape elsewhere: (3,) int64 lattice points further."""
        boxes, hull = self.boxes, self.hull
        return replace(
            self,
            boxes=None if boxes is None else Boxes(boxes.low + away, boxes.high + away),
            hull=None if hull is None else Hull(hull.vertices + away, hull.triangles),
        )


def collision_of(model: Model, options: CollisionOptions | None = None) -> Collision:
    """Make the collision shape of a model; all its voxels are solid, glass too.

    Parameters
    ----------
    model : Model
    options : CollisionOptions, optional

    Returns
    -------
    Collision
        The same for the same arguments; with neither boxes nor a hull if the model has no voxels.

    Raises
    ------
    LimitError
        If the voxels reach too far, or need too many boxes.
    """
    options = options or CollisionOptions()
    if not model.voxels:
        return Collision()
    solid, depth, corner = solid_cells(model, fill=options.fill)
    if options.shape == "hull":
        return Collision(hull=convex_hull(_corner_points(solid, corner)))
    return boxes_of(grid_of(solid, depth, corner), options)


def boxes_of(grid: Grid, options: CollisionOptions) -> Collision:
    """Fill a grid with boxes, as `collision_of` does."""
    bound = fewest_boxes(grid.solid)
    if bound > MAX_BOXES:
        raise LimitError(f"the voxels need {bound:,} boxes or more, too many to be of use; take the hull")
    corners = best_greedy(grid.solid)
    if 0 < options.most < bound:
        # They will be coarser anyway.
        return _limited(grid, corners, options, bound)
    shape = grid.solid.shape
    corners = fewer_boxes(corners, (shape[0], shape[1], shape[2]), options.effort, bound)
    if 0 < options.most < len(corners):
        return _limited(grid, corners, options, bound)
    return Collision(boxes=grid.boxes(corners), bound=bound)


def _limited(grid: Grid, corners: Ints, options: CollisionOptions, bound: int) -> Collision:
    make = boxes_around if options.fit == "outside" else boxes_within
    return Collision(boxes=make(grid, corners, options.most), fit=options.fit, bound=bound)


def solid_cells(model: Model, *, fill: bool) -> tuple[bits.Words, int, Ints]:
    """Say which cells are solid.

    Parameters
    ----------
    model : Model
        With voxels.
    fill : bool
        Sealed cavities are solid, too.

    Returns
    -------
    solid : (x, y, w) uint64
        As in `mesh.bits`.
    depth : int
        Cells along z.
    corner : (3,) int64
        Lattice point of the first cell.
    """
    corner = model.positions.min(axis=0).astype(np.int64)
    volume = volume_of_cells(model.positions.astype(np.int64) - corner, model.indices)
    solid = volume.opaque
    sealed = sealed_cavities(solid, volume.shape[2]) if fill else None
    return solid if sealed is None else solid | sealed, volume.shape[2], corner


def _corner_points(solid: bits.Words, corner: Ints) -> Ints:
    """(n, 3) int64: the corners of the lowest and the highest cell of each column."""
    x, y, start = bits.positions(solid & ~bits.shifted_up(solid))
    _, _, end = bits.positions(solid & ~bits.shifted_down(solid))
    columns = x * solid.shape[1] + y
    first = np.flatnonzero(np.diff(columns, prepend=-1))
    last = np.append(first[1:], len(columns)) - 1
    rows = [np.stack([x[first], y[first], start[first]]), np.stack([x[last], y[last], end[last] + 1])]
    ends = np.concatenate(rows, axis=1).T
    steps = np.array([(i, j, 0) for i in (0, 1) for j in (0, 1)], np.int64)
    points: Ints = (ends[:, None] + steps).reshape(-1, 3) + corner
    return points
