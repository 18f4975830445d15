"""Rings of three and four corners get the triangles that earcut gives them, and earcut never sees one."""

from __future__ import annotations

import itertools

import helpers_mesh as oracle
import mapbox_earcut
import numpy as np
import pytest
from trivox.core import MeshOptions, build_mesh
from trivox.core.mesh import triangulate
from trivox.core.mesh.triangulate import triangulate_small_rings

LATTICE = np.array(list(itertools.product(range(4), range(4))))


def turns(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Signs of the turns from a over b to c, arrays of points."""
    first, second = b - a, c - b
    return np.sign(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def meet(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Whether sides a b and c d, without a common end, share a point."""
    shared = (turns(a, b, c) != turns(a, b, d)) & (turns(c, d, a) != turns(c, d, b))
    for start, end, point in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)):
        shared |= (turns(start, end, point) == 0) & (((point - start) * (point - end)).sum(axis=-1) <= 0)
    return shared


def simple_rings(corners: int) -> np.ndarray:
    """All counter-clockwise rings of distinct lattice points whose sides meet at their common ends only."""
    rings = LATTICE[list(itertools.permutations(range(len(LATTICE)), corners))]
    after = np.roll(rings, -1, axis=1)
    rings = rings[(rings[:, :, 0] * after[:, :, 1] - rings[:, :, 1] * after[:, :, 0]).sum(axis=1) > 0]
    if corners == 4:
        a, b, c, d = rings.transpose(1, 0, 2)
        rings = rings[~meet(a, b, c, d) & ~meet(b, c, d, a)]
    return rings


def earcut_triangles(ring: np.ndarray) -> np.ndarray:
    """What earcut makes of a ring, in its order, turned counter-clockwise by swapping the outer corners."""
    ends = np.array([len(ring)], np.uint32)
    triangles = mapbox_earcut.triangulate_float64(ring.astype(np.float64), ends).reshape(-1, 3).astype(np.int64)
    clockwise = turns(*ring[triangles].transpose(1, 0, 2)) < 0
    triangles[clockwise] = triangles[clockwise][:, ::-1]
    return triangles


@pytest.mark.parametrize("corners", [3, 4])
def test_small_rings_get_the_triangles_of_earcut(corners: int) -> None:
    rings = simple_rings(corners)
    before, after = np.roll(rings, 1, axis=1), np.roll(rings, -1, axis=1)
    kinds = {tuple(signs) for signs in turns(before, rings, after).tolist()}
    assert len(kinds) == {3: 1, 4: 9}[corners]  # four corners: all convex, or one of them straight or reflex
    wanted = np.stack([earcut_triangles(ring) for ring in rings])
    assert np.array_equal(np.broadcast_to(triangulate_small_rings(*rings.transpose(2, 0, 1)), wanted.shape), wanted)


def test_earcut_sees_only_larger_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, lengths = [], []

    def cut(vertices: np.ndarray, ends: np.ndarray) -> np.ndarray:
        seen.append(len(vertices))
        return earcut(vertices, ends)

    def cut_into_rings(*arguments: object) -> list[np.ndarray]:
        rings = into_rings(*arguments)
        lengths.extend(corners for ring in rings for corners in [ring.shape[1]] * len(ring))
        return rings

    earcut, into_rings = mapbox_earcut.triangulate_float64, triangulate.cut_into_rings
    monkeypatch.setattr(mapbox_earcut, "triangulate_float64", cut)
    monkeypatch.setattr(triangulate, "cut_into_rings", cut_into_rings)
    random = np.random.default_rng(0)
    models = [*oracle.shapes().values(), *(random.integers(0, 3, (9, 9, 4)).astype(np.uint8) for _ in range(9))]
    for grid, mode in itertools.product(models, ("polygons", "watertight")):
        build_mesh(grid, MeshOptions(mode))
    assert lengths.count(3) > 100 and lengths.count(4) > 100
    assert len(set(seen)) > 3 and min(seen) == min(length for length in lengths if length > 4)
    assert len(seen) < sum(length > 4 for length in lengths)
