"""Whole polygons from triangles, against what unit squares and the triangles' own sides tell."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from trivox.core import MeshOptions, build_mesh
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.pieces import whole_polygons


def noise(seed: int, shape: tuple[int, int, int] = (7, 6, 2)) -> np.ndarray:
    rng = np.random.default_rng(seed)
    filled = rng.random(shape) < (0.5, 0.7, 0.9)[seed % 3]
    filled[0, 0, 0] = True
    return filled.astype(np.uint8)


def rings(mesh: Mesh) -> tuple[list[list[int]], np.ndarray]:
    pieces = whole_polygons(mesh)
    ends = np.cumsum(pieces.length)
    vertex = mesh.triangles.reshape(-1)[pieces.corner]
    return [part.tolist() for part in np.split(vertex, ends[:-1])], pieces.polygon


def touches(mesh: Mesh, polygon: int) -> tuple[int, int]:
    """Holes of a polygon, and corners that its contours pass twice, from its unit squares alone."""
    corners = mesh.in_plane(
        mesh.vertices[mesh.triangles[mesh.triangle_polygon == polygon]].astype(np.int64),
        np.full(np.count_nonzero(mesh.triangle_polygon == polygon), polygon),
    )
    low = corners.reshape(-1, 2).min(axis=0) - 1
    filled = np.zeros(corners.reshape(-1, 2).max(axis=0) - low + 1, bool)
    for x, y in itertools.product(*map(range, filled.shape)):
        middle = low + np.array([x + 0.5, y + 0.45])
        for a, b, c in corners:
            filled[x, y] |= all(
                (q - p)[0] * (middle - p)[1] > (q - p)[1] * (middle - p)[0] for p, q in ((a, b), (b, c), (c, a))
            )
    left, holes = {tuple(cell) for cell in np.argwhere(~filled).tolist()}, -1
    while left:
        queue = [left.pop()]
        for x, y in queue:
            near = {(x + i, y + j) for i, j in itertools.product((-1, 0, 1), repeat=2)} & left
            left -= near
            queue.extend(near)
        holes += 1
    block = [filled[:-1, :-1], filled[1:, 1:], filled[1:, :-1], filled[:-1, 1:]]
    diagonal = (block[0] == block[1]) & (block[2] == block[3]) & (block[0] != block[2])
    return holes, int(diagonal.sum())


@pytest.mark.parametrize("mode", ["polygons", "watertight"])
def test_pieces_are_simple_and_few(mode: str) -> None:
    split = 0
    for seed in range(30):
        mesh = build_mesh(noise(seed), MeshOptions(mode=mode))
        found, owner = rings(mesh)
        assert all(len(set(ring)) == len(ring) >= 3 for ring in found)
        assert sum(len(ring) - 2 for ring in found) == len(mesh.triangles)
        assert (np.diff(owner) >= 0).all() and set(owner.tolist()) == set(range(mesh.polygon_count))
        for polygon, pieces in zip(*np.unique(owner, return_counts=True), strict=True):
            holes, crossings = touches(mesh, polygon)
            assert pieces <= holes + crossings + 1
            if not crossings:
                assert (pieces == 1) == (holes == 0)
            split += pieces > 1
    assert split > 10


@pytest.mark.parametrize("mode", ["polygons", "watertight"])
def test_outlines_are_those_of_the_triangles(mode: str) -> None:
    """Sides that no two triangles of a polygon share are sides of its pieces; the rest come in pairs, both ways."""
    for seed in range(10):
        mesh = build_mesh(noise(seed), MeshOptions(mode=mode))
        found, owner = rings(mesh)
        outline = [set() for _ in range(mesh.polygon_count)]
        for triangle, polygon in zip(mesh.triangles.tolist(), mesh.triangle_polygon.tolist(), strict=True):
            outline[polygon] |= set(zip(triangle, triangle[1:] + triangle[:1], strict=True))
        kept = [set() for _ in range(mesh.polygon_count)]
        for ring, polygon in zip(found, owner.tolist(), strict=True):
            kept[polygon] |= set(zip(ring, ring[1:] + ring[:1], strict=True))
        for sides, left in zip(outline, kept, strict=True):
            assert {side for side in sides if side[::-1] not in sides} == {
                side for side in left if side[::-1] not in left
            }


def test_no_two_pieces_make_one() -> None:
    mesh = build_mesh(noise(5, (9, 9, 1)), MeshOptions(mode="polygons"))
    found, owner = rings(mesh)
    for (one, a), (other, b) in itertools.combinations(zip(found, owner.tolist(), strict=True), 2):
        sides = set(zip(one, one[1:] + one[:1], strict=True))
        if a == b and any(side in sides for side in zip(other[1:] + other[:1], other, strict=True)):
            assert len(set(one) & set(other)) > 2


def test_slabs_with_holes_need_less_than_a_cut_for_each() -> None:
    rng, cuts, holes = np.random.default_rng(0), 0, 0
    for _ in range(15):
        grid = np.ones((8, 8, 1), np.uint8)
        grid.reshape(-1)[rng.choice(64, 6, replace=False)] = 0
        mesh = build_mesh(grid, MeshOptions(mode="polygons"))
        cuts += len(rings(mesh)[0]) - mesh.polygon_count
        holes += mesh.counts.holes
    assert 0 < cuts < 0.9 * holes
