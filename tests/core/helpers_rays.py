"""Pictures of meshes by casting rays: Mesh and a direction in, the palette index that each ray meets first out.

Rays start at fractions of the lattice and go along whole numbers; all of it is integer arithmetic, so there is no
ray between two triangles. Rays that meet a line of the lattice are left out.
"""

from __future__ import annotations

from itertools import combinations

import helpers_mesh as oracle
import numpy as np
from trivox.core.mesh.mesh import Mesh

PARTS = 10007
"""Parts of a cell's side in which rays' origins are given."""

View = tuple[int, int, int]
"""The direction of rays."""

AXIS_VIEWS: list[View] = [(-x, -y, -z) for x, y, z in oracle.NORMALS]
OBLIQUE_VIEWS: list[View] = [(3, -5, -7), (-11, 4, 5)]


def origins(size: tuple[int, ...], view: View, rays: int, per_side: int = 2) -> np.ndarray:
    """Where rays of a view pass the lattice: (n, 3) in parts of a cell; along an axis some for each side of a pixel."""
    axis = int(np.argmax(np.abs(view)))
    u, v = (k for k in range(3) if k != axis)
    places = []
    for k in (u, v):
        reach = abs(view[k] / view[axis]) * size[axis]
        low, high = (-reach, size[k]) if view[k] * view[axis] > 0 else (0, size[k] + reach)
        step = PARTS // per_side if max(map(abs, view)) == 1 else int((high - low) * PARTS / rays**0.5)
        places.append(np.arange(int(low * PARTS) + 1871 + 1162 * (k == v), int(high * PARTS), step))
    points = np.zeros((len(places[0]) * len(places[1]), 3), np.int64)
    points[:, u], points[:, v] = (k.reshape(-1) for k in np.meshgrid(*places, indexing="ij"))
    kept = np.ones(len(points), bool)
    for a, b in combinations(range(3), 2):
        if view[a] or view[b]:
            kept &= (points[:, a] * view[b] - points[:, b] * view[a]) % PARTS != 0
    return points[kept]


def picture(mesh: Mesh, view: View, points: np.ndarray, *, culled: bool) -> np.ndarray:
    """Palette index that each ray meets first, 0 for none: (n,) int; back faces are seen unless culled."""
    ray, _far, colour = hits(mesh, view, points, culled=culled)
    first = np.flatnonzero(np.diff(ray, prepend=-1))
    colours = np.zeros(len(points), np.int64)
    colours[ray[first]] = colour[first]
    return colours


def through_glass(mesh: Mesh, view: View, points: np.ndarray, glass: np.ndarray) -> np.ndarray:
    """All that rays meet up to what nobody can look through, (n, 3) of ray, how far, palette index; back faces not."""
    ray, far, colour = hits(mesh, view, points, culled=True)
    opaque = np.cumsum(~glass[colour])
    before = np.concatenate([[0], opaque[:-1]])
    start = np.flatnonzero(np.diff(ray, prepend=-1))
    seen = before == np.repeat(before[start], np.diff(start, append=len(ray)))
    return np.stack([ray, far, colour], axis=1)[seen]


def hits(mesh: Mesh, view: View, points: np.ndarray, *, culled: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All that rays meet, ray after ray and nearest first: which ray, how far, palette index; they pass what is 0."""
    scale = int(np.prod([abs(c) for c in view if c]))
    direction = mesh.polygon_direction[mesh.triangle_polygon]
    found = [np.zeros((0, 4), np.int64)]
    for way in range(6):
        along = view[way // 2]
        if along == 0 or (culled and along * sum(oracle.NORMALS[way]) > 0):
            continue
        chosen = np.flatnonzero(direction == way)
        for part in np.array_split(chosen, max(1, len(chosen) * len(points) // 500_000)):
            found.append(_met(mesh, way, part, view, points, scale))
    # A ray through an edge between two triangles of a polygon meets this once.
    ray, far, _polygon, colour = np.unique(np.concatenate(found), axis=0).T
    return ray, far, colour


def _met(mesh: Mesh, way: int, part: np.ndarray, view: View, points: np.ndarray, scale: int) -> np.ndarray:
    """What rays meet of some triangles of one direction: (n, 4) of ray, how far, polygon, palette index."""
    axis, (u, v) = way // 2, oracle.FRAMES[way]
    corners = mesh.vertices[mesh.triangles[part]].astype(np.int64)
    away = corners[:, 0, axis] * PARTS - points[:, axis, None]
    # Along the ray in units of 1 / (PARTS * scale), in the plane in units of 1 / unit: (rays, triangles).
    far, unit = away * (scale // view[axis]), PARTS * abs(view[axis])
    sign = 1 if view[axis] > 0 else -1
    across, up = (sign * (points[:, k, None] * view[axis] + away * view[k]) for k in (u, v))
    inside = np.ones(far.shape, bool)
    for one, two in ((0, 1), (1, 2), (2, 0)):
        (u0, v0), (u1, v1) = (corners[:, k][:, [u, v]].T for k in (one, two))
        inside &= (u1 - u0) * (up - v0 * unit) >= (v1 - v0) * (across - u0 * unit)
    ray, met = np.nonzero(inside)
    place = np.stack([across[ray, met] // unit, up[ray, met] // unit], axis=1)
    colours = _texels(mesh, part[met], corners[met][:, :, [u, v]], place)
    shown = colours > 0
    return np.stack([ray, far[ray, met], mesh.triangle_polygon[part[met]], colours], axis=1)[shown]


def _texels(mesh: Mesh, triangle: np.ndarray, corners: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Palette index at the middles of cells (column, row), (n, 2), of triangles, whose tiles may be turned."""
    texels = mesh.corner_texels()[triangle].astype(np.float64)
    middle = place + 0.5 - corners[:, 0]
    sides, steps = corners[:, 1:] - corners[:, :1], texels[:, 1:] - texels[:, :1]
    across, up = (sides[:, 0, k] * sides[:, 1, 1 - k] for k in (0, 1))
    one = middle[:, 0] * sides[:, 1, 1] - middle[:, 1] * sides[:, 1, 0]
    two = sides[:, 0, 0] * middle[:, 1] - sides[:, 0, 1] * middle[:, 0]
    weights = np.stack([one, two], axis=1) / (across - up)[:, None]
    column, row = np.floor(texels[:, 0] + np.einsum("nk,nkx->nx", weights, steps)).astype(np.int64).T
    return mesh.atlas[row, column]


def first_voxels(grid: np.ndarray, view: View, points: np.ndarray) -> np.ndarray:
    """What the rays of a view meet first, from the grid alone: the cell whose box a ray enters before all others."""
    cells = np.argwhere(grid)
    scale = int(np.prod([abs(c) for c in view if c]))
    enter = np.full((len(points), len(cells)), np.iinfo(np.int64).min)
    leave = np.full((len(points), len(cells)), np.iinfo(np.int64).max)
    for axis, along in enumerate(view):
        ends = [(cells[:, axis] + side) * PARTS - points[:, axis, None] for side in (0, 1)]
        if along == 0:
            leave[(ends[0] > 0) | (ends[1] < 0)] = np.iinfo(np.int64).min
        else:
            near, far = (ends[k] * (scale // along) for k in ((0, 1) if along > 0 else (1, 0)))
            enter, leave = np.maximum(enter, near), np.minimum(leave, far)
    enter = np.where(enter < leave, enter, np.iinfo(np.int64).max)
    first = enter.argmin(axis=1)
    met = enter[np.arange(len(points)), first] < np.iinfo(np.int64).max
    return np.where(met, grid[tuple(cells[first].T)], 0)
