"""A mesh and a share of a voxel in; by how much each corner moves, (T, 3, 3), so that polygons reach over their sides.

Where a vertex lies within a side of a polygon, the two are rounded to pixels apart, and background shows between them.
A polygon that reaches a little over all of its sides covers that. It has to be all: a side that is moved makes the ones
beside it longer, which then end within sides of others. What is see-through in part ends within sides of others without
a vertex there, so in such modes every polygon reaches.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .. import directions
from .mesh import Mesh
from .modes import MODES
from .pieces import twins

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Steps = npt.NDArray[np.int8]

MAX_OVERLAP = 0.1
"""Of a voxel."""
OVERLAP = 0.004
"""Of a voxel: what covers nearly all cracks on graphics cards, and is hardly to be seen (docs/cracks.md)."""


CUTOUT_OVERLAP = 0.001
"""Of a voxel, unless told otherwise, where polygons are see-through: it leaves fewer cracks than `fewest` has without
one, and colours do not reach as far as `OVERLAP` lets them (docs/cracks.md)."""

WAYS = 27
"""In which a corner can move, none included."""


def overlap_of(mode: str, asked: float | None) -> float:
    """By how many voxels polygons of a mode reach over their sides; None asks for what the mode needs."""
    if asked is None:
        return CUTOUT_OVERLAP if MODES[mode].see_through else 0.0
    return asked


def overlaps(mesh: Mesh, overlap: float) -> bool:
    """Tell whether an overlap can move anything of a mesh: not in modes without T-junctions."""
    return overlap > 0 and MODES[mesh.options.mode].junctions != "nowhere"


def steps(mesh: Mesh, overlap: float) -> Steps:
    """Tell in which directions the corners of triangles move.

    Parameters
    ----------
    mesh : Mesh
    overlap : float
        Voxels, 0 to `MAX_OVERLAP`.

    Returns
    -------
    (T, 3, 3) int8
        -1, 0 or 1 times the overlap along x, y, z, in the plane of the polygon. Nothing moves in modes without
        T-junctions, and in polygons with no vertex within a side unless the mode's polygons are see-through.
    """
    corners = np.zeros((len(mesh.triangles), 3, 3), np.int8)
    if not overlaps(mesh, overlap) or not len(mesh.triangles):
        return corners
    twin = twins(mesh)
    side = np.flatnonzero(twin < 0)
    moved = _outward(mesh, twin, side)
    if not MODES[mesh.options.mode].see_through:
        reaches = np.zeros(mesh.polygon_count, np.bool_)
        reaches[mesh.triangle_polygon[side[_split(mesh, side)] // 3]] = True
        moved[~reaches[mesh.triangle_polygon]] = 0
    return moved


def moved_texels(mesh: Mesh, moved: Steps, overlap: float) -> npt.NDArray[np.float32]:
    """Texture coordinates of the corners of all triangles once they are moved.

    Parameters
    ----------
    mesh : Mesh
    moved : (T, 3, 3) int8
        From `steps`.
    overlap : float

    Returns
    -------
    (T, 3, 2) float32
        As `Mesh.corner_texels`. Without a border around its tiles nothing could be shown beside them: then they are
        stretched, by which no place in them moves by more than the overlap.
    """
    if not overlap or not mesh.options.border:
        return mesh.corner_texels()
    polygon = mesh.triangle_polygon.astype(np.int64)
    points = mesh.vertices[mesh.triangles] + overlap * moved
    return mesh.projection.texels(polygon, mesh.in_plane(points, polygon))


def codes(moved: Steps) -> Ints:
    """One number below `WAYS` for each way to move, 0 for none: (...,) int64 of (..., 3) int8."""
    code: Ints = (moved.astype(np.int64) % 3) @ np.array([9, 3, 1])
    return code


def _ends(mesh: Mesh, side: Ints) -> tuple[Ints, Ints]:
    """Where sides of triangles start and end: (n, 3) int64 both."""
    start, end = mesh.triangles.reshape(-1)[side], mesh.triangles[:, [1, 2, 0]].reshape(-1)[side]
    return mesh.vertices[start].astype(np.int64), mesh.vertices[end].astype(np.int64)


def _split(mesh: Mesh, side: Ints) -> Bools:
    """(n,) bool: whether a vertex lies within a side of an outline."""
    start, end = _ends(mesh, side)
    low, high = np.minimum(start, end), np.maximum(start, end)
    pitch = int(mesh.vertices.max(initial=0)) + 1
    found = np.zeros(len(side), np.bool_)
    axis = np.argmax(low != high, axis=1)
    for along in range(3):
        weight = np.empty(3, np.int64)
        weight[[(along + 1) % 3, (along + 2) % 3, along]] = pitch * pitch, pitch, 1
        keys = np.sort(mesh.vertices @ weight)
        own = np.flatnonzero(axis == along)
        first = np.searchsorted(keys, low[own] @ weight, side="right")
        found[own] = np.searchsorted(keys, high[own] @ weight, side="left") > first
    return found


def _outward(mesh: Mesh, twin: Ints, side: Ints) -> Steps:
    """(T, 3, 3) int8: the way of each corner away from the two sides of its outline that meet there.

    Around a vertex there may be several fans of triangles of one polygon, where its outline touches itself.
    """
    start, end = _ends(mesh, side)
    normal = directions.NORMAL[mesh.polygon_direction[mesh.triangle_polygon[side // 3]]]
    away = np.zeros((len(twin), 3), np.int64)
    away[side] = np.cross(np.sign(end - start), normal)
    corner = np.arange(len(twin))
    before = corner - corner % 3 + (corner + 2) % 3
    # From corner to corner around a vertex, until the outline comes.
    last = np.where(twin[before] < 0, corner, twin[before])
    for _ in range(len(twin).bit_length()):
        further = last[last]
        if np.array_equal(further, last):
            break
        last = further
    incoming, outgoing = away[before[last]], np.zeros((len(twin), 3), np.int64)
    outgoing[last[side]] = away[side]
    moved = np.clip(incoming + outgoing[last], -1, 1).astype(np.int8)
    moved[twin[before[last]] >= 0] = 0
    shaped: Steps = moved.reshape(-1, 3, 3)
    return shaped
