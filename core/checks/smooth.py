"""The proof of a smooth surface, independent of how it was made: a SmoothMesh in, sentences out."""

from __future__ import annotations

import numpy as np

from ..errors import GeometryError
from ..smooth.mesh import SmoothMesh
from .arrays import Bools, Ints, components

_ROOM = 1e-3
"""Lattice units by which rounding may move a vertex."""
_THIN = 1e-7
"""Twice the area, in sides of voxels, of what is no triangle."""


def check_smooth(mesh: SmoothMesh) -> list[str]:
    """Prove that a smooth mesh is a closed surface, of which each vertex has one surrounding.

    Every edge has exactly two triangles, which run along it in opposite ways; the triangles around every vertex are one
    fan; no triangle is degenerate or there twice; every vertex is used, and lies between the centers of its eight
    cells; the surfaces of opaque and of transparent cells share no vertex, and each encloses a volume, so it looks
    outward; every piece of them has an even Euler characteristic of at most 2, as what has an outside must; normals
    are of length 1; weights of colours sum up to 1.

    Parameters
    ----------
    mesh : SmoothMesh

    Returns
    -------
    list of str
        One sentence for each proof that failed; empty if all hold.
    """
    said = _check_indices(mesh)
    if said or not len(mesh.triangles):
        return said
    piece = components(len(mesh.vertices), *_sides(mesh))
    said = _check_edges(mesh) or _check_fans(mesh) + _check_pieces(mesh, piece)
    return said + _check_places(mesh) + _check_areas(mesh) + _check_volumes(mesh, piece) + _check_values(mesh)


def prove_smooth(mesh: SmoothMesh) -> None:
    """Raise an error unless a smooth mesh passes its proof.

    Raises
    ------
    GeometryError
        With the sentence of the first part that failed.
    """
    said = check_smooth(mesh)
    if said:
        raise GeometryError(said[0])


def _check_indices(mesh: SmoothMesh) -> list[str]:
    count, flat = len(mesh.vertices), mesh.triangles.reshape(-1)
    if len(flat) and (flat.min() < 0 or flat.max() >= count):
        return [f"triangles name vertices from {flat.min():,} to {flat.max():,}; there are {count:,}"]
    unused = count - np.count_nonzero(np.bincount(flat, minlength=count))
    said = [f"{unused:,} vertices are of no triangle"] if unused else []
    first, clear = (
        count - mesh.clear_vertices,
        np.arange(len(mesh.triangles)) >= len(mesh.triangles) - mesh.clear_triangles,
    )
    wrong = np.count_nonzero((mesh.triangles >= first) != clear[:, None])
    return said + ([f"{wrong:,} corners are of another surface than their triangles"] if wrong else [])


def _check_edges(mesh: SmoothMesh) -> list[str]:
    count = len(mesh.vertices)
    start, end = _sides(mesh)
    if (start == end).any():
        return [f"{np.count_nonzero(start == end):,} sides of triangles have one end only"]
    there, back = np.sort(start * count + end), np.sort(end * count + start)
    twice = np.count_nonzero(there[1:] == there[:-1])
    if twice:
        return [f"{twice:,} edges have several triangles on the same side"]
    # Each way of an edge is there once, so with the ways back they are the same.
    open_edges = len(np.setdiff1d(there, back, assume_unique=True))
    return [f"{open_edges:,} edges have one triangle only"] if open_edges else []


def _sides(mesh: SmoothMesh) -> tuple[Ints, Ints]:
    return mesh.triangles.reshape(-1).astype(np.int64), np.roll(mesh.triangles, -1, axis=1).reshape(-1).astype(np.int64)


def _check_fans(mesh: SmoothMesh) -> list[str]:
    """Turn around each vertex from triangle to triangle: all its corners must be one circle."""
    start, end = _sides(mesh)
    count = len(mesh.vertices)
    # Corner k of a triangle is followed by the side that begins there; the side before it comes back to it.
    before = np.arange(len(start)).reshape(-1, 3)[:, [2, 0, 1]].reshape(-1)
    ways = np.argsort(start * count + end, kind="stable")
    back = ways[np.searchsorted((start * count + end)[ways], start * count + start[before])]
    fan = components(len(start), np.arange(len(start)), back)
    fans = np.bincount(start[np.unique(fan)], minlength=count)
    several = np.flatnonzero(fans > 1)
    if not len(several):
        return []
    return [f"{len(several):,} vertices have several fans of triangles; the first is vertex {several[0]:,}"]


def _check_pieces(mesh: SmoothMesh, piece: Ints) -> list[str]:
    """Count vertices, edges and triangles of each connected piece."""
    start, count = mesh.triangles.reshape(-1), len(mesh.vertices)
    vertices, sides = np.bincount(piece, minlength=count), np.bincount(piece[start], minlength=count)
    # Three sides a triangle, two sides an edge.
    euler = (vertices - sides // 2 + sides // 3)[vertices > 0]
    wrong = np.count_nonzero((euler > 2) | (euler % 2 != 0))
    return [f"{wrong:,} pieces have an impossible Euler characteristic"] if wrong else []


def _check_places(mesh: SmoothMesh) -> list[str]:
    away = mesh.vertices - (mesh.corners + 0.5)
    outside: Bools = ((away < -_ROOM) | (away > 1 + _ROOM) | ~np.isfinite(away)).any(axis=1)
    if not outside.any():
        return []
    return [f"{np.count_nonzero(outside):,} vertices are not between their cells; the first is {np.argmax(outside):,}"]


def _check_areas(mesh: SmoothMesh) -> list[str]:
    a, b, c = (mesh.vertices[mesh.triangles[:, k]].astype(np.float64) for k in range(3))
    thin = np.linalg.norm(np.cross(b - a, c - a), axis=1) <= _THIN
    return (
        [f"{np.count_nonzero(thin):,} triangles have no area; the first is {np.argmax(thin):,}"] if thin.any() else []
    )


def _check_volumes(mesh: SmoothMesh, piece: Ints) -> list[str]:
    """Add up pyramids above triangles, with their tips in a vertex of each piece, since far away numbers are coarse."""
    said, points = [], mesh.vertices.astype(np.float64)
    tip = points[piece[mesh.triangles[:, 0]]]
    a, b, c = (points[mesh.triangles[:, k]] - tip for k in range(3))
    six = (a * np.cross(b, c)).sum(axis=1)
    first = len(six) - mesh.clear_triangles
    for what, part in (("opaque", six[:first]), ("transparent", six[first:])):
        if len(part) and part.sum() <= 0:
            said.append(f"the surface of {what} cells encloses {part.sum() / 6:,.6g} cells; it looks inward")
    return said


def _check_values(mesh: SmoothMesh) -> list[str]:
    said = []
    length = np.linalg.norm(mesh.normals, axis=1)
    wrong = np.count_nonzero(~(np.abs(length - 1) < _ROOM))
    if wrong:
        said.append(f"{wrong:,} normals are not of length 1")
    if not mesh.colors.all():
        said.append(f"{np.count_nonzero(mesh.colors == 0):,} triangles have the palette index of air")
    if mesh.blend_indices is not None and mesh.blend_weights is not None:
        weights, indices = mesh.blend_weights, mesh.blend_indices
        wrong = np.count_nonzero(~(np.abs(weights.sum(axis=1) - 1) < _ROOM) | (weights < 0).any(axis=1))
        wrong += np.count_nonzero((indices == 0) != (weights == 0))
        if wrong:
            said.append(f"{wrong:,} weights of colors are wrong")
    return said
