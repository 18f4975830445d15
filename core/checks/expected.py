"""What a mesh must show, from the cells alone: (x, y, z) uint8 grid in, visible faces, polygons and counts out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, NAMES, SIGN, U_AXIS, V_AXIS
from ..mesh.modes import Mode
from .arrays import Bools, Ints, components, find
from .faces import Faces, bodies_of_grid, hidden_faces, seen_faces

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
    parted_planes: int
    """The same, faces between which two or more empty layers of cells lie all through the model being apart."""
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
    clear_cells: int
    """Transparent cells outside of `solid`."""
    hidden: Faces
    """(H,) faces that the surfaces of bodies lack, for nobody can see what an opaque or blocked cell is before."""
    hidden_body: Ints
    """(H,) int64: the body of each of these, as in `body`."""

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


def expected_of_grid(
    grid: npt.NDArray[np.uint8],
    interior: str,
    key_of_color: Ints | None = None,
    transparent: Bools | None = None,
    blocked: npt.NDArray[np.integer[Any]] | None = None,
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
    blocked : (m, 3) integer, optional
        Cells, in the grid or around it, that something else fills, so that no face towards them can be seen.

    Returns
    -------
    Expected
    """
    look_through = np.zeros(256, np.bool_) if transparent is None else transparent & (np.arange(256) > 0)
    bodies = bodies_of_grid(grid, interior, look_through, blocked)
    inner = (slice(1, -1),) * 3
    hidden = hidden_faces(bodies)
    stride = max(grid.shape) + 2
    seen, keys = _sorted(seen_faces(bodies), stride)
    size = (grid.shape[0], grid.shape[1], grid.shape[2])
    colors = grid[tuple(seen.cells.T)]
    every_key = np.zeros(256, np.int64) if key_of_color is None else key_of_color
    merging = np.unique(every_key, return_inverse=True)[1].reshape(-1)[colors]
    body = np.where(look_through, np.arange(256), 0)[colors]
    merging = np.where(body > 0, OWN_KEY + body, merging)
    labels, corners, holes, junctions, corner_points = _polygons(keys, merging, body, stride, size)
    return Expected(
        size=size,
        voxels=int(np.count_nonzero(grid)),
        solid=bodies.solid[inner],
        stride=stride,
        face_keys=keys,
        cells=seen.cells,
        directions=seen.directions,
        colors=colors,
        merging=merging,
        body=body,
        planes=len(np.unique(keys // stride**2 * KEYS + merging)),
        parted_planes=_parted_planes(grid, blocked, seen.cells, keys // stride**2 * KEYS + merging),
        labels=labels,
        corners=corners,
        holes=holes,
        junctions=junctions,
        corner_points=corner_points,
        clear_cells=int(np.count_nonzero(bodies.clear)),
        hidden=hidden,
        hidden_body=bodies.clear[inner][tuple(hidden.cells.T)].astype(np.int64),
    )


def _sorted(faces: Faces, stride: int) -> tuple[Faces, Ints]:
    """Faces in the order of their keys, and these."""
    every, cells, directions = np.arange(len(faces)), faces.cells, faces.directions
    plane = cells[every, AXIS[directions]] + (SIGN[directions] > 0)
    keys = directions.astype(np.int64) * stride + plane
    for axes in (V_AXIS, U_AXIS):
        keys = keys * stride + cells[every, axes[directions]]
    order = np.argsort(keys)
    return Faces(cells[order], directions[order]), keys[order]


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


def shown_by_polygons(values: Ints, face_group: Ints, polygon_group: Ints) -> Ints:
    """Say of each polygon of a mesh what is the same for all faces of its group.

    Parameters
    ----------
    values, face_group : (F,) int64
        A value, not negative, and the group of each face (see `group_faces`).
    polygon_group : (P,) int64
        Group of the faces that each polygon covers, -1 if it covers none.

    Returns
    -------
    (P,) int64
        -1 for polygons that cover no face.
    """
    of_group = np.full(int(face_group.max(initial=-1)) + 2, -1, np.int64)
    of_group[face_group] = values
    return of_group[polygon_group]


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


def _parted_planes(
    grid: npt.NDArray[np.uint8],
    blocked: npt.NDArray[np.integer[Any]] | None,
    cells: npt.NDArray[np.int32],
    plane: Ints,
) -> int:
    """Count the planes of faces, (F,) numbers, that empty layers part; layers with blocked cells are not empty."""
    filled = grid > 0
    if not filled.any():
        return 0
    layers_of = [np.flatnonzero(filled.any(axis=(axis - 2, axis - 1))) for axis in range(3)]
    low, high = (np.array([layers[end] for layers in layers_of]) for end in (0, -1))
    others = cells[:0] if blocked is None else blocked[((blocked >= low - 1) & (blocked <= high + 1)).all(axis=1)]
    parted = plane  # and the parts, of which there are less than a third of the 16,384 cells along an axis
    for axis in range(3):
        layers = np.unique(np.concatenate([layers_of[axis], others[:, axis].astype(np.int64)]))
        part = np.concatenate([[0], np.cumsum(np.diff(layers) > 2)])
        parted = parted * (part[-1] + 1) + part[np.searchsorted(layers, cells[:, axis])]
    return len(np.unique(parted))


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
