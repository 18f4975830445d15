"""Certificates against brute force: thousands of small random planes, and an integer program for larger ones."""

from __future__ import annotations

from collections import Counter

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_cover import Plane, cover_size_by_program, planes_of, smallest_cover, smallest_partition
from helpers_labels import image_counts
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh
from trivox.core.mesh.mesh import Mesh

COLOURS = np.arange(256)


@st.composite
def slabs(draw: st.DrawFn, side: int = 5, colours: int = 1) -> np.ndarray:
    """Draw up to two layers of random cells, sparse to dense; maybe with a full layer below, which they then bury."""
    size = (draw(st.integers(1, side)), draw(st.integers(1, side)), draw(st.integers(1, 2)))
    often = draw(st.sampled_from([(0, 1), (0, 1, 1), (0, 1, 1, 1, 1)]))
    grid = draw(hnp.arrays(np.uint8, size, elements=st.sampled_from(often), fill=st.nothing()))
    if draw(st.booleans()):
        grid = np.pad(grid, ((0, 0), (0, 0), (1, 0)), constant_values=1)
    if colours > 1:
        grid = oracle.random_colours(grid, draw(st.integers(0, 9)), colours)
    return np.ascontiguousarray(np.moveaxis(grid, 2, draw(st.integers(0, 2))))


def drawn(size: tuple[int, int, int], density: float, seed: int) -> np.ndarray:
    """Random cells."""
    return (np.random.default_rng(seed).random(size) < density).astype(np.uint8)


def rectangles_by_plane(mesh: Mesh) -> Counter[tuple[int, int]]:
    """How many polygons lie in each plane (direction, coordinate)."""
    first = np.searchsorted(mesh.triangle_polygon, np.arange(len(mesh.polygon_direction)))
    corner = mesh.vertices[mesh.triangles[first, 0]]
    return Counter((int(d), int(c[d // 2])) for d, c in zip(mesh.polygon_direction, corner, strict=True))


def optimum_by_plane(planes: list[Plane]) -> Counter[tuple[int, int]]:
    """The same of smallest covers, found by trying."""
    found: Counter[tuple[int, int]] = Counter()
    for plane in planes:
        found[plane.direction, plane.plane] += len(smallest_cover(plane.shown, plane.allowed))
    return found


@settings(max_examples=400)
@example(drawn((5, 5, 2), 0.6, 102), "remove")
@example(drawn((5, 5, 2), 0.75, 338), "keep")
@given(slabs(), st.sampled_from(oracle.INTERIORS))
def test_small_planes_have_no_smaller_cover(grid: np.ndarray, interior: str) -> None:
    planes = list(planes_of(grid, interior))
    optimum = optimum_by_plane(planes)
    for effort in (0, 1, 200):
        mesh = build_mesh(grid, MeshOptions("fewest", interior, effort=effort))
        assert check_mesh(grid, mesh) == []
        counts, made = mesh.counts, rectangles_by_plane(mesh)
        assert counts.lower_bound <= 2 * sum(optimum.values()) <= counts.triangles
        assert counts.proven_planes <= sum(made[plane] == optimum[plane] for plane in optimum)
    assert made == optimum
    assert counts.lower_bound == counts.triangles


@settings(max_examples=150)
@given(slabs(colours=2), st.sampled_from(oracle.INTERIORS))
def test_small_planes_of_two_colours_have_no_smaller_cover(grid: np.ndarray, interior: str) -> None:
    mesh = build_mesh(grid, MeshOptions("fewest", interior, merge="color"))
    assert check_mesh(grid, mesh) == []
    assert rectangles_by_plane(mesh) == optimum_by_plane(list(planes_of(grid, interior, COLOURS)))
    assert mesh.counts.lower_bound == mesh.counts.triangles


@pytest.mark.parametrize("density", [0.7, 0.8, 0.9])
def test_rectangles_of_one_colour_reach_over_wide_hidden_patches(density: float) -> None:
    """A painted floor almost all of which is built upon: faces of a colour meet under what stands between them."""
    reached = 0
    for seed in range(40):
        grid = np.pad(drawn((7, 8, 1), density, seed), ((0, 0), (0, 0), (1, 0)), constant_values=1)
        grid = np.ascontiguousarray(np.moveaxis(oracle.random_colours(grid, seed, 3), 2, seed % 3))
        made = {mode: build_mesh(grid, MeshOptions(mode, merge="color")) for mode in oracle.RECTANGLE_MODES}
        planes = list(planes_of(grid, "remove", COLOURS))
        assert made["fewest"].counts.triangles == 2 * sum(cover_size_by_program(p.shown, p.allowed) for p in planes)
        assert check_mesh(grid, made["fewest"]) == []
        reached += made["fewest"].counts.triangles < made["rectangles"].counts.triangles
    assert reached > 20


@settings(max_examples=150)
@given(oracle.grids(longest=4), st.sampled_from(oracle.INTERIORS))
def test_small_grids_with_cavities_have_no_smaller_cover(grid: np.ndarray, interior: str) -> None:
    mesh = build_mesh(grid, MeshOptions("fewest", interior))
    assert rectangles_by_plane(mesh) == optimum_by_plane(list(planes_of(grid, interior)))
    assert mesh.counts.lower_bound == mesh.counts.triangles


@settings(max_examples=300)
@given(slabs(side=6), st.sampled_from(["any", "color"]))
def test_small_polygons_have_no_smaller_partition(grid: np.ndarray, merge: str) -> None:
    mesh = build_mesh(grid, MeshOptions("rectangles", merge=merge))
    assert check_mesh(grid, mesh) == []
    optimum: Counter[tuple[int, int]] = Counter()
    for direction, plane, shown in oracle.visible_planes(grid, "remove", COLOURS if merge == "color" else None):
        pieces = len(smallest_partition(shown))
        assert image_counts(shown)["rectangles"] == pieces
        optimum[direction, plane] += pieces
    assert rectangles_by_plane(mesh) == optimum


LARGER = [((10, 10, 2), density, seed) for density in (0.6, 0.75, 0.85) for seed in range(9)]
CORES = [((10, 10, 2), 0.85, 45)]
"""Grids with planes that no simple rule decides."""
PAIRS = [((5, 5, 2), 0.6, 102), ((5, 5, 2), 0.75, 338), ((10, 10, 2), 0.6, 8)]
"""The same, but two rectangles are enough, which is known to be the fewest without a search."""
BRANCHED = [((64, 64, 2), 0.85, 10), ((40, 40, 4), 0.9, 5), ((40, 40, 4), 0.9, 15)]
"""Grids with a plane whose relaxation is no cover."""


@pytest.mark.parametrize(("size", "density", "seed"), LARGER + CORES + PAIRS + BRANCHED)
def test_larger_planes_equal_an_integer_program(size: tuple[int, int, int], density: float, seed: int) -> None:
    grid = drawn(size, density, seed)
    optimum = 2 * sum(cover_size_by_program(plane.shown, plane.allowed) for plane in planes_of(grid, "remove"))
    made = {effort: build_mesh(grid, MeshOptions("fewest", effort=effort)).counts for effort in (0, 1, 200)}
    for counts in made.values():
        assert counts.lower_bound <= optimum <= counts.triangles
    assert made[0].lower_bound <= made[1].lower_bound
    assert made[200].lower_bound == made[200].triangles == optimum
    if (size, density, seed) in CORES:
        assert made[0].lower_bound < made[0].triangles
        assert made[0].proven_planes < made[0].planes
    if (size, density, seed) in PAIRS:
        assert made[0].lower_bound == made[0].triangles
    if (size, density, seed) in BRANCHED:
        assert made[1].lower_bound < made[1].triangles


@pytest.mark.parametrize("effort", [0, 1])
@pytest.mark.parametrize("case", CORES + PAIRS + BRANCHED[1:2])
def test_doubtful_meshes_pass_all_proofs(case: tuple[tuple[int, int, int], float, int], effort: int) -> None:
    grid = drawn(*case)
    mesh = build_mesh(grid, MeshOptions("fewest", effort=effort))
    assert check_mesh(grid, mesh) == []


def test_counts_of_labelled_images() -> None:
    """The oracle for larger planes knows holes, corners that touch, and chords that exclude each other."""
    plate = np.ones((5, 7), bool)
    plate[1, 1] = plate[2, 2] = plate[1, 5] = plate[3, 5] = False
    assert image_counts(plate) == {"faces": 31, "polygons": 1, "corners": 20, "holes": 3, "rectangles": 8}
    cross = np.ones((3, 3), bool)
    cross[::2, ::2] = False
    assert image_counts(cross) == {"faces": 5, "polygons": 1, "corners": 12, "holes": 0, "rectangles": 3}
