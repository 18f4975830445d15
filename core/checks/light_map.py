"""Whether a light map keeps pieces apart: meshes and their corners in it, (T, 3, 2) each, in, sentences out.

Shares no step with what lays light maps out: triangles are drawn texel by texel, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, U_AXIS, V_AXIS
from ..errors import LimitError
from ..mesh.mesh import Mesh

Ints = npt.NDArray[np.int64]
Owner = npt.NDArray[np.int32]

MAX_TEXELS = 1 << 28
"""Texels of the largest light map that is drawn."""

_QUARTERS = np.array([[[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]], [[0, 1], [-1, 0]]], np.int64)
"""(4, 2, 2): the ways in which a plane can be turned; a mirrored one is wrong."""
_BATCH = 1 << 18


def check_light_map(
    meshes: Sequence[Mesh],
    corners: Sequence[npt.NDArray[np.float32]],
    size: tuple[int, int],
    *,
    texels: int,
    margin: int,
) -> list[str]:
    """Prove that a light map shows each triangle in its size, none twice, and keeps pieces apart.

    A piece is all that lies in the map as it lies in its plane of its mesh; triangles of one piece may touch.

    Parameters
    ----------
    meshes : sequence of Mesh
        That share the map.
    corners : sequence of (T, 3, 2) float32
        Of the triangles of each mesh (column, row) in texels.
    size : (int, int)
        Width and height in texels.
    texels : int
        Along the side of a voxel.
    margin : int
        Free texels between a piece and the border, half of those between two pieces.

    Returns
    -------
    list of str
        Empty if all holds.

    Raises
    ------
    LimitError
        If the map has more than `MAX_TEXELS` texels.
    """
    width, height = size
    if width * height > MAX_TEXELS:
        raise LimitError(f"the light map has {width:,} x {height:,} texels; at most {MAX_TEXELS:,} can be checked")
    for mesh, corner in zip(meshes, corners, strict=True):
        if corner.shape != (len(mesh.triangles), 3, 2):
            return [f"the light map has corners {corner.shape}; the mesh has {len(mesh.triangles):,} triangles"]
    told = [np.zeros((0, 3, 2), np.float32), *corners]
    every = np.concatenate(told).astype(np.float64)
    if not np.isfinite(every).all() or (every != np.rint(every)).any():
        return ["corners lie off the corners of texels"]
    placed = every.astype(np.int64)
    if len(placed) and (placed.min() < margin or (placed.max(axis=(0, 1)) > np.array(size) - margin).any()):
        return [f"triangles reach beyond the border of {width} x {height} texels, or into its margin"]
    piece, wrong = _pieces(meshes, placed, texels)
    if wrong:
        return [f"{wrong:,} of {len(placed):,} triangles have another size or shape than {texels} texels a voxel give"]
    owner, twice = _drawn(placed, piece, width, height)
    said = [f"{twice:,} texels belong to several triangles"] if twice else []
    close = _close(owner, 2 * margin)
    if close:
        said.append(f"{close:,} places of {2 * margin + 1} x {2 * margin + 1} texels show several pieces")
    return said


def _pieces(meshes: Sequence[Mesh], placed: Ints, texels: int) -> tuple[Ints, int]:
    """The piece of each triangle, (T,), and how many triangles are not turned and moved only."""
    flat, own = [np.zeros((0, 3, 2), np.int64)], [np.zeros((0, 3), np.int64)]
    for number, mesh in enumerate(meshes):
        points = mesh.vertices[mesh.triangles].astype(np.int64)
        direction = mesh.polygon_direction[mesh.triangle_polygon]
        each = np.arange(len(points))
        flat.append(np.stack([points[each, :, U_AXIS[direction]], points[each, :, V_AXIS[direction]]], axis=2))
        height = points[each, 0, AXIS[direction]]
        own.append(np.column_stack([np.full(len(points), number), direction, height]))
    plane = texels * np.concatenate(flat)
    turned = np.einsum("qij,tcj->qtci", _QUARTERS, plane)
    away = placed[None] - turned
    rigid = (away == away[:, :, :1]).all(axis=(2, 3))
    quarter = rigid.argmax(axis=0)
    move = away[quarter, np.arange(len(placed)), 0]
    keys = np.column_stack([np.concatenate(own), quarter, move])
    piece = np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)
    return piece.astype(np.int64), int((~rigid.any(axis=0)).sum())


def _drawn(placed: Ints, piece: Ints, width: int, height: int) -> tuple[Owner, int]:
    """(H, W) int32: the piece that has the middle of each texel, -1 for none; and how many have several triangles."""
    owner = np.full(height * width, -1, np.int32)
    covered = np.zeros(height * width, np.uint8)
    for first in range(0, len(placed), _BATCH):
        part = placed[first : first + _BATCH]
        triangle, row, left, right = _rows(part)
        length = right - left
        run = np.repeat(np.arange(len(row)), length)
        column = np.arange(len(run)) - (np.cumsum(length) - length)[run] + left[run]
        texel = row[run] * width + column
        np.minimum(
            covered + np.minimum(np.bincount(texel, minlength=len(covered)), 2), 2, out=covered, casting="unsafe"
        )
        owner[texel] = piece[first + triangle[run]]
    return owner.reshape(height, width), int((covered > 1).sum())


def _rows(corner: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Triangle, row, first column and the one beyond the last of each row of texels whose middles a triangle has.

    A middle on a side belongs to what lies to its right.
    """
    low, high = corner[..., 1].min(axis=1), corner[..., 1].max(axis=1)
    triangle = np.repeat(np.arange(len(corner)), high - low)
    row = np.arange(len(triangle)) - (np.cumsum(high - low) - (high - low))[triangle] + low[triangle]
    left = np.full(len(row), np.iinfo(np.int64).max)
    right = np.full(len(row), np.iinfo(np.int64).min)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        start, end = corner[triangle, one], corner[triangle, other]
        upwards = (start[:, 1] < end[:, 1])[:, None]
        start, end = np.where(upwards, start, end), np.where(upwards, end, start)
        crossed = (start[:, 1] <= row) & (row < end[:, 1])
        start, end, at = start[crossed], end[crossed], row[crossed]
        # Where the side is at the middle of the row, in units of half a texel times its height, without rounding.
        tall = end[:, 1] - start[:, 1]
        there = 2 * start[:, 0] * tall + (2 * at + 1 - 2 * start[:, 1]) * (end[:, 0] - start[:, 0])
        column = -((tall - there) // (2 * tall))
        left[crossed] = np.minimum(left[crossed], column)
        right[crossed] = np.maximum(right[crossed], column)
    return triangle, row, left, right


def _close(owner: Owner, free: int) -> int:
    """How many squares, of a side of one more than the texels that must be free, show several pieces."""
    lowest = np.where(owner < 0, np.int32(np.iinfo(np.int32).max), owner)
    highest = owner
    for axis in (0, 1):
        lowest, highest = _slid(lowest, free, axis, least=True), _slid(highest, free, axis, least=False)
    return int(((highest >= 0) & (lowest != highest)).sum())


def _slid(values: Owner, free: int, axis: int, *, least: bool) -> Owner:
    """The least or largest value of each texel and as many after it along an axis."""
    choose, result = (np.minimum if least else np.maximum), values.copy()
    to, since = np.moveaxis(result, axis, 0), np.moveaxis(values, axis, 0)
    for step in range(1, free + 1):
        if step < len(to):
            choose(to[:-step], since[step:], out=to[:-step])
    return result
