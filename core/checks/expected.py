"""What a mesh must show, from the cells alone: (x, y, z) uint8 grid in, visible faces, polygons and counts out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, NAMES, NORMAL, SIGN, U_AXIS, V_AXIS
from ..mesh.modes import Mode
from .arrays import Bools, Ints, components, find, ranges, run_ends, run_starts

OWN_KEY, KEYS = 256, 512
"""Merging keys of opaque faces are below the first; there are fewer than the second in all."""


@dataclass(frozen=True)
class Expected:
    """The visible faces of a grid, sorted by (direction, plane, row, column), and what their polygons must have."""

    size: tuple[int, int, int]
    voxels: int
    solid: Bools
    """(x, y, z) bool: cells inside the surface, opaque ones and those of sealed cavities when these are removed."""
    stride: int
    """Base of the keys: ``((direction * stride + plane) * stride + row) * stride + column``."""
    face_keys: Ints
    """(F,) int64, ascending."""
    cells: npt.NDArray[np.int32]
    """(F, 3) int32: the filled cell behind each face."""
    directions: npt.NDArray[np.uint8]
    """(F,) uint8."""
    colors: npt.NDArray[np.uint8]
    """(F,) uint8 palette indices."""
    merging: Ints
    """(F,) int64: merging key of each face; only faces of one key belong to one polygon."""
    body: Ints
    """(F,) int64: the palette index of voxels that can be looked through, 0 of opaque ones."""
    planes: int
    """Different combinations of direction, plane and merging key."""
    labels: Ints
    """(F,) int64: polygon of each face, 0..P-1."""
    corners: Ints
    """(P,) int64: N of each polygon."""
    holes: Ints
    """(P,) int64: h of each polygon."""
    junctions: Ints
    """(P,) int64: corner points of the model inside the straight parts of each polygon's contours."""
    corner_points: Ints
    """(V,) int64: keys of the distinct corner points, ascending (see `point_keys`)."""

    def name(self, face: int) -> str:
        """Say which face it is, in words."""
        x, y, z = (int(c) for c in self.cells[face])
        return f"the {NAMES[self.directions[face]]} face of cell ({x}, {y}, {z})"


def point_keys(points: npt.NDArray[np.integer[Any]], size: tuple[int, int, int]) -> Ints:
    """Number lattice points so that ascending numbers are lexicographic order.

    Parameters
    ----------
    points : (..., 3) integer
        Lattice points 0..size.
    size : (int, int, int)

    Returns
    -------
    (...) int64
    """
    x, y, z = (points[..., axis].astype(np.int64) for axis in range(3))
    return (x * (size[1] + 1) + y) * (size[2] + 1) + z


def frame_points(directions: npt.NDArray[np.integer[Any]], plane: Ints, row: Ints, column: Ints) -> Ints:
    """Turn plane frames into lattice points.

    Parameters
    ----------
    directions : (n,) integer
    plane, row, column : (n,) int64

    Returns
    -------
    (n, 3) int64
    """
    points = np.empty((len(directions), 3), np.int64)
    every = np.arange(len(directions))
    for axes, values in ((AXIS, plane), (V_AXIS, row), (U_AXIS, column)):
        points[every, axes[directions]] = values
    return points


def sealed_cells(filled: Bools) -> Bools:
    """Find the empty cells that no path of empty cells (6-neighbours) joins to the outside.

    Runs of air along z are joined with the runs they touch in the next columns. The grid gets a coat of air first,
    so runs may wrap from the end of a column to the start of the next: both are outside anyway.

    Parameters
    ----------
    filled : (x, y, z) bool

    Returns
    -------
    (x, y, z) bool
    """
    coated = np.pad(~filled, 1, constant_values=True)
    air = coated.reshape(-1)
    starts = run_starts(air)
    first, second = [], []
    for step in (coated.shape[1] * coated.shape[2], coated.shape[2]):
        shared = run_starts(air[step:] & air[:-step])
        first.append(np.searchsorted(starts, shared, side="right") - 1)
        second.append(np.searchsorted(starts, shared + step, side="right") - 1)
    label = components(len(starts), np.concatenate(first), np.concatenate(second))
    inside = label != 0
    lengths = run_ends(air) - starts
    sealed = np.zeros(air.shape, np.bool_)
    sealed[ranges(starts[inside], lengths[inside])] = True
    return sealed.reshape(coated.shape)[1:-1, 1:-1, 1:-1]


def expected_of_grid(
    grid: npt.NDArray[np.uint8],
    interior: str,
    key_of_color: Ints | None = None,
    transparent: Bools | None = None,
) -> Expected:
    """Work out everything that a mesh of a grid is measured against.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette indices, 0 is empty.
    interior : {"remove", "keep"}
    key_of_color : (256,) int64, optional
        Merging key of each palette index; by default all faces of a plane may be merged.
    transparent : (256,) bool, optional
        Palette indices that one can look through; each is a body whose faces never merge with others.

    Returns
    -------
    Expected
    """
    look_through = np.zeros(256, np.bool_) if transparent is None else transparent & (np.arange(256) > 0)
    filled = grid != 0
    opaque = filled & ~look_through[grid]
    solid = opaque | sealed_cells(opaque) if interior == "remove" else opaque
    cells, directions = _visible_faces(opaque, solid)
    if look_through.any():
        more_cells, more_directions = _clear_faces(np.where(look_through[grid] & ~solid, grid, 0), solid)
        cells, directions = np.concatenate([cells, more_cells]), np.concatenate([directions, more_directions])
    stride = max(grid.shape) + 2
    every = np.arange(len(cells))
    plane = cells[every, AXIS[directions]] + (SIGN[directions] > 0)
    keys = directions.astype(np.int64) * stride + plane
    for axes in (V_AXIS, U_AXIS):
        keys = keys * stride + cells[every, axes[directions]]
    order = np.argsort(keys)
    keys, cells, directions = keys[order], cells[order], directions[order]
    size = (grid.shape[0], grid.shape[1], grid.shape[2])
    colors = grid[tuple(cells.T)]
    every_key = np.zeros(256, np.int64) if key_of_color is None else key_of_color
    merging = np.unique(every_key, return_inverse=True)[1].reshape(-1)[colors]
    body = np.where(look_through, np.arange(256), 0)[colors]
    merging = np.where(body > 0, OWN_KEY + body, merging)
    labels, corners, holes, junctions, corner_points = _polygons(keys, merging, body, stride, size)
    return Expected(
        size=size,
        voxels=int(np.count_nonzero(filled)),
        solid=solid,
        stride=stride,
        face_keys=keys,
        cells=cells,
        directions=directions,
        colors=colors,
        merging=merging,
        body=body,
        planes=len(np.unique(keys // stride**2 * KEYS + merging)),
        labels=labels,
        corners=corners,
        holes=holes,
        junctions=junctions,
        corner_points=corner_points,
    )


def group_faces(expected: Expected, mode: Mode) -> Ints:
    """Number what each face belongs to: only faces of the same group may be in one polygon of the mesh.

    Parameters
    ----------
    expected : Expected
    mode : Mode
        If its pieces are faces, each face is a group of its own; if they may overlap, those of a merging key are one;
        else those of a polygon of the model.

    Returns
    -------
    (F,) int64
    """
    if mode.pieces == "faces":
        return np.arange(len(expected.labels), dtype=np.int64)
    return expected.merging if mode.overlapping else expected.labels


def _visible_faces(filled: Bools, solid: Bools) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
    """Filled cells whose neighbour in some direction is not solid, once for each such direction."""
    cells, directions = [], []
    for direction, normal in enumerate(NORMAL):
        open_sides = np.ascontiguousarray(filled).copy()
        here = tuple(slice(max(0, -n), s - max(0, n)) for n, s in zip(normal, filled.shape, strict=True))
        there = tuple(slice(max(0, n), s - max(0, -n)) for n, s in zip(normal, filled.shape, strict=True))
        open_sides[here] &= ~solid[there]
        flat = np.flatnonzero(open_sides)
        cells.append(np.stack(np.unravel_index(flat, filled.shape), axis=1).astype(np.int32))
        directions.append(np.full(len(flat), direction, np.uint8))
    return np.concatenate(cells), np.concatenate(directions)


def split_keys(keys: Ints, stride: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Take keys apart into direction, plane, row and column.

    Parameters
    ----------
    keys : (n,) int64
    stride : int

    Returns
    -------
    direction, plane, row, column : (n,) int64
    """
    rest, column = np.divmod(keys, stride)
    rest, row = np.divmod(rest, stride)
    direction, plane = np.divmod(rest, stride)
    return direction, plane, row, column


def _polygons(
    keys: Ints, merging: Ints, body: Ints, stride: int, size: tuple[int, int, int]
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Label the faces by polygon; count corners, holes and junctions of each; collect the corner points.

    Only faces of the same merging key are neighbours. A face is a corner of its polygon's contour where both
    neighbours on that side are missing; where both are there and only the face between them is missing, the contour
    turns the other way. Two faces that touch by a corner alone thus have one corner each. Holes follow from Euler's
    formula for a 4-connected set: faces - joints + full 2x2 blocks = 1 - holes. Junctions are corner points of the
    same body.
    """
    count = len(keys)
    near, has = {}, {}
    for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
        near[column, row], found = find(keys, keys + row * stride + column)
        has[column, row] = found & (merging[near[column, row]] == merging)
    joints = [np.flatnonzero(has[step]) for step in ((1, 0), (0, 1))]
    first, second = np.concatenate(joints), np.concatenate([near[1, 0][joints[0]], near[0, 1][joints[1]]])
    roots, labels = np.unique(components(count, first, second), return_inverse=True)
    blocks = has[1, 0] & has[0, 1] & has[1, 1]
    polygons = len(roots)
    euler = _count(labels, None, polygons) - _count(labels, first, polygons) + _count(labels, blocks, polygons)
    turns = np.zeros(count, np.int64)
    corner_keys, bend_keys, bend_labels = [], [], []
    corner_bodies, bend_bodies = [], []
    for column, row in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        side, above, beyond = has[column, 0], has[0, row], has[column, row]
        corner = (~side & ~above) | (side & above & ~beyond)
        turns += corner
        # The lattice point at that corner of the face; every straight point is seen from two faces, taken from one.
        point = keys + (row > 0) * stride + (column > 0)
        corner_keys.append(point[corner])
        corner_bodies.append(body[corner])
        straight = ~beyond & ((side & ~above & (column > 0)) | (above & ~side & (row > 0)))
        bend_keys.append(point[straight])
        bend_bodies.append(body[straight])
        bend_labels.append(labels[straight])
    corner_points = _lattice(np.concatenate(corner_keys), stride, size)
    of_body = np.unique(256 * corner_points + np.concatenate(corner_bodies))
    met = find(of_body, 256 * _lattice(np.concatenate(bend_keys), stride, size) + np.concatenate(bend_bodies))[1]
    junctions = np.bincount(np.concatenate(bend_labels)[met], minlength=polygons)
    return labels, _count(labels, None, polygons, turns), 1 - euler, junctions, np.unique(corner_points)


def _count(labels: Ints, chosen: Ints | Bools | None, polygons: int, weights: Ints | None = None) -> Ints:
    """Faces of each polygon, or of the chosen faces only, or the sum of small whole weights."""
    picked = labels if chosen is None else labels[chosen]
    return np.bincount(picked, weights, minlength=polygons).astype(np.int64)


def _lattice(keys: Ints, stride: int, size: tuple[int, int, int]) -> Ints:
    """Point keys of lattice points given by plane, row and column."""
    return point_keys(frame_points(*split_keys(keys, stride)), size)


def _clear_faces(clear: npt.NDArray[np.uint8], solid: Bools) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
    """Faces of transparent cells, (x, y, z) uint8 palette indices: towards all but opaque cells and their own kind."""
    coated, wall = np.pad(clear, 1), np.pad(solid, 1)
    inner = (slice(1, -1),) * 3
    cells, directions = [], []
    for direction, normal in enumerate(NORMAL):
        ahead = tuple(slice(1 + n, s + 1 + n) for n, s in zip(normal, clear.shape, strict=True))
        seen = (coated[inner] > 0) & (coated[ahead] != coated[inner]) & ~wall[ahead]
        found = np.argwhere(seen).astype(np.int32)
        cells.append(found)
        directions.append(np.full(len(found), direction, np.uint8))
    return np.concatenate(cells), np.concatenate(directions)
