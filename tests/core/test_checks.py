"""The proofs accept right meshes and report each kind of wrong one; all meshes here come from the plain oracle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_naive import naive_mesh
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.sparse import csgraph
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.checks.arrays import blocks, components, nonzero_sums, ranges
from trivox.core.checks.coverage import check_coverage
from trivox.core.checks.expected import expected_of_grid
from trivox.core.checks.faces import sealed_cells
from trivox.core.checks.outline import check_outline
from trivox.core.checks.samples import MAX_SIDE, SAMPLES, UNIT
from trivox.core.checks.structure import check_triangles
from trivox.core.directions import U_AXIS, V_AXIS
from trivox.core.errors import GeometryError, LimitError
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MeshOptions

SHAPES = oracle.shapes()

# Right meshes.


CLASSES = np.random.default_rng(6).integers(-1, 2, 256)
"""Material classes."""

KEYS = {"any": None, "color": np.arange(256), "material": CLASSES}


@pytest.mark.parametrize("merge", KEYS)
@pytest.mark.parametrize("mode", oracle.ALL_MODES)
@pytest.mark.parametrize("interior", oracle.INTERIORS)
@pytest.mark.parametrize("name", SHAPES)
def test_right_meshes_pass(name: str, mode: str, interior: str, merge: str) -> None:
    grid = SHAPES[name]
    mesh = naive_mesh(grid, MeshOptions(mode, interior, merge), KEYS[merge])
    assert check_mesh(grid, mesh, CLASSES) == []
    prove_mesh(grid, mesh, CLASSES)


@given(
    oracle.grids(longest=5),
    st.sampled_from(oracle.ALL_MODES),
    st.sampled_from(oracle.INTERIORS),
    st.sampled_from(list(KEYS)),
    st.booleans(),
)
def test_right_meshes_of_random_grids_pass(
    grid: np.ndarray, mode: str, interior: str, merge: str, power_of_two: bool
) -> None:
    mesh = naive_mesh(grid, MeshOptions(mode, interior, merge, power_of_two=power_of_two), KEYS[merge])
    assert check_mesh(grid, mesh, CLASSES) == []


@given(oracle.grids(), st.sampled_from(oracle.INTERIORS), st.sampled_from(list(KEYS)))
def test_what_is_expected_equals_the_oracle(grid: np.ndarray, interior: str, merge: str) -> None:
    expected = expected_of_grid(grid, interior, KEYS[merge])
    counted = oracle.oracle_counts(grid, "watertight", interior, KEYS[merge])
    corners, holes, polygons = int(expected.corners.sum()), int(expected.holes.sum()), len(expected.corners)
    assert (expected.voxels, len(expected.face_keys)) == (counted["voxels"], counted["faces"])
    assert (corners, holes, polygons) == (counted["corners"], counted["holes"], counted["polygons"])
    assert len(expected.corner_points) == counted["vertices"]
    assert expected.planes == counted["planes"]
    assert corners + 2 * holes - 2 * polygons + int(expected.junctions.sum()) == counted["triangles"]


@given(oracle.grids())
def test_sealed_cells_equal_a_labelling(grid: np.ndarray) -> None:
    outside = oracle.outside_air(grid)[1:-1, 1:-1, 1:-1]
    assert np.array_equal(sealed_cells(grid != 0), (grid == 0) & ~outside)


# The parts.


def test_no_lattice_line_meets_a_sample() -> None:
    """A line along (x, y) meets a sample (a, b) only if x * b = y * a modulo the unit; such lines are too long."""
    for a, b in SAMPLES:
        one, two = (1, b * pow(a, -1, UNIT) % UNIT), (0, UNIT)
        while True:
            if one[0] ** 2 + one[1] ** 2 > two[0] ** 2 + two[1] ** 2:
                one, two = two, one
            square = one[0] ** 2 + one[1] ** 2
            times = (2 * (one[0] * two[0] + one[1] * two[1]) + square) // (2 * square)
            if times == 0:
                break
            two = (two[0] - times * one[0], two[1] - times * one[1])
        near = (
            max(abs(i * one[0] + j * two[0]), abs(i * one[1] + j * two[1]))
            for i, j in product(range(-2, 3), repeat=2)
            if (i, j) != (0, 0)
        )
        assert min(near) > MAX_SIDE
        assert all(0.09 < offset / UNIT < 0.91 + 1e-4 for offset in (a, b))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60))
def test_components_equal_scipy(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    graph = sparse.coo_matrix((np.ones(len(pairs)), (first, second)), (31, 31))
    labels = csgraph.connected_components(graph, directed=False)[1]
    smallest = {label: k for k, label in reversed(list(enumerate(labels)))}
    assert components(31, first, second).tolist() == [smallest[label] for label in labels]


@given(st.lists(st.integers(0, 9), max_size=20), st.integers(1, 25))
def test_blocks_take_everything_once(work: list[int], limit: int) -> None:
    parts = list(blocks(np.array(work, np.int64), limit))
    assert [k for part in parts for k in range(part.start, part.stop)] == list(range(len(work)))
    assert all(sum(work[part]) <= limit or part.stop - part.start == 1 for part in parts)


def test_ranges_and_sums() -> None:
    assert ranges(np.array([5, 1, 9]), np.array([2, 0, 3])).tolist() == [5, 6, 9, 10, 11]
    keys, weights = np.array([7, 3, 7, 3, 5]), np.array([1, 1, 1, -1, -2])
    place, sums = nonzero_sums(keys, weights)
    assert (keys[place].tolist(), sums.tolist()) == ([5, 7], [-2, 2])


# Wrong meshes.


LEANING = np.zeros((2, 2, 2), np.uint8)
"""Two columns that share an edge; the top of the lower one meets the middle of the higher one's edge."""
LEANING[0, 0, 0] = LEANING[1, 1, 0] = LEANING[1, 1, 1] = 1

CROSSED = np.array([[[1, 1], [0, 1]], [[1, 0], [0, 0]]], np.uint8)
"""Two bars of two cells across each other: the edge where they touch is whole on one side and cut on the other."""

SPACED = np.zeros((5, 1, 1), np.uint8)
SPACED[0:3:2] = 1

ALL_COLORS = np.arange(1, 28, dtype=np.uint8).reshape(3, 3, 3)

SABOTAGE: list[tuple[Callable[[Mesh], Mesh], str | np.ndarray, str, list[str]]] = [
    (
        sabotage.drop_triangle,
        "box",
        "polygons",
        ["not covered by a triangle", "unit edges", "encloses", "must have 12", "quad"],
    ),
    (
        sabotage.double_triangle,
        "box",
        "polygons",
        ["covered by several triangles", "encloses", "number of triangles than"],
    ),
    (sabotage.swap_polygons, "box", "polygons", ["triangle_polygon is not ascending"]),
    (sabotage.turn_round, "box", "faces", ["1 of 104 triangles is wound the wrong way round", "encloses"]),
    (sabotage.flatten_triangle, "box", "polygons", ["1 of 12 triangles is without area"]),
    (sabotage.move_vertex, "box", "polygons", ["not in a plane of their polygon's direction", "are no vertices"]),
    (sabotage.stretch, "box", "polygons", ["the mesh says its grid is (3, 3, 4)"]),
    (sabotage.leave_grid, "box", "polygons", ["1 of 8 vertices is outside of the grid"]),
    (sabotage.recolor, "box", "polygons", ["show a texel of another colour"]),
    (sabotage.mirror_texels, ALL_COLORS, "polygons", ["6 of 54 visible faces show a texel of another colour"]),
    (sabotage.shift_texels, ALL_COLORS, "polygons", ["show a texel of another colour"]),
    (sabotage.lose_texels, "box", "polygons", ["with a corner texel outside of the"]),
    (sabotage.spoil_texel, "box", "polygons", ["with a corner texel outside of the", "first is triangle 2"]),
    (
        sabotage.spoil_symmetry,
        "box",
        "polygons",
        ["projection.symmetry is outside of the 8 symmetries; the first is 8 at 1"],
    ),
    (sabotage.reverse_vertices, "box", "polygons", ["not in lexicographic order"]),
    (sabotage.double_vertex, "box", "polygons", ["1 vertices repeat the one before"]),
    (sabotage.unused_vertex, "box", "polygons", ["1 of 9 vertices is not used", "too many are vertices"]),
    (sabotage.index_out_of_range, "box", "polygons", ["outside of the 8 vertices"]),
    (sabotage.unused_polygon, "box", "polygons", ["without triangles"]),
    (sabotage.other_direction, "box", "polygons", ["not in a plane of their polygon's direction"]),
    (sabotage.no_quads, "box", "faces", ["52 of 52 polygons are wrong about being a quad"]),
    (sabotage.twist_quad, "box", "polygons", ["1 of 6 quads is no rectangle"]),
    (sabotage.split_polygon, "box", "polygons", ["1 of these are made of too many", "another number of triangles"]),
    (sabotage.join_polygons, "edge_and_corner_touch", "polygons", ["1 polygons cover faces that must not be in one"]),
    (sabotage.wider_integers, "box", "polygons", ["triangles is (12, 3) int64; it must be (T, 3) of int32"]),
    (sabotage.other_size, "box", "polygons", ["the mesh says its grid is (3, 3, 4)"]),
    (sabotage.claim_watertight, LEANING, "polygons", ["lie inside an edge", "must have 26"]),
    (
        sabotage.claim_watertight,
        CROSSED,
        "polygons",
        ["lie inside an edge", "6 edges have no opposite edge", "must have 26"],
    ),
    (sabotage.claim_polygons, "box", "faces", ["the mesh's polygons are not the model's", "must have 12", "too many"]),
    (
        sabotage.claim_removed,
        "hollow_kept",
        "polygons",
        ["triangles cover points where there is no visible face", "encloses"],
    ),
    (sabotage.claim_kept, "hollow", "polygons", ["not covered by a triangle", "encloses", "counts.faces is 150"]),
    (sabotage.claim_power_of_two, "box", "polygons", ["both sides must be powers of two"]),
    (sabotage.longer_diagonal, "ell", "polygons", ["can be replaced by a shorter diagonal"]),
    (sabotage.longer_diagonal, "ell", "watertight", ["can be replaced by a shorter diagonal"]),
    (sabotage.junction_in_plane, "ell", "polygons", ["lie inside an edge of their own plane", "too many are vertices"]),
    (sabotage.extra_cell, SPACED, "polygons", ["triangles cover points where there is no visible face", "unit edges"]),
]


@pytest.mark.parametrize(
    ("spoil", "shape", "mode", "sentences"), SABOTAGE, ids=[f"{s[0].__name__}-{s[2]}" for s in SABOTAGE]
)
def test_wrong_meshes_are_reported(
    spoil: Callable[[Mesh], Mesh], shape: str | np.ndarray, mode: str, sentences: list[str]
) -> None:
    interior = "keep" if isinstance(shape, str) and shape.endswith("_kept") else "remove"
    grid = SHAPES[shape.removesuffix("_kept")] if isinstance(shape, str) else shape
    right = naive_mesh(grid, MeshOptions(mode, interior))
    assert check_mesh(grid, right) == []
    wrong = spoil(right)
    said = check_mesh(grid, wrong)
    for sentence in sentences:
        assert any(sentence in line for line in said), said
    with pytest.raises(GeometryError) as raised:
        prove_mesh(grid, wrong)
    assert str(raised.value) == said[0]


@pytest.mark.parametrize("name", [*oracle.COUNTED, "gpu_vertices", "texels"])
@pytest.mark.parametrize("mode", oracle.MODES)
def test_wrong_counts_are_reported(name: str, mode: str) -> None:
    grid = SHAPES["open_cavity"]
    right = naive_mesh(grid, MeshOptions(mode))
    wrong = replace(right, counts=replace(right.counts, **{name: right.counts[name] + 1}))
    assert check_mesh(grid, wrong) == [
        f"counts.{name} is {right.counts[name] + 1:,}; it must be {right.counts[name]:,}"
    ]


def test_impossible_texel_counts_are_reported() -> None:
    grid = SHAPES["box"]
    right = naive_mesh(grid, MeshOptions())
    for change, sentence in (
        ({"texels_used": right.counts.texels + 1}, "counts.texels_used is"),
        ({"tiles": 0}, "counts.tiles is 0"),
        ({"tiles": 7}, "counts.tiles is 7"),
    ):
        (said,) = check_mesh(grid, replace(right, counts=replace(right.counts, **change)))
        assert said.startswith(sentence)


def test_every_array_is_checked_for_shape_and_type() -> None:
    grid = SHAPES["box"]
    right = naive_mesh(grid, MeshOptions())
    for field in fields(right):
        array = getattr(right, field.name)
        if isinstance(array, np.ndarray):
            for other in (array.astype(np.float64), array[..., None]):
                (said,) = check_mesh(grid, replace(right, **{field.name: other}))[:1]
                assert said.startswith(f"{field.name} is")


def outline_sentences(grid: np.ndarray, mesh: Mesh, keys: np.ndarray | None = None) -> list[str]:
    """What is wrong with the outlines."""
    expected, planes = expected_of_grid(grid, mesh.options.interior, keys), check_triangles(mesh)[0]
    return check_outline(expected, planes, mesh, check_coverage(expected, planes, mesh)[0])


def sliver_in_top(grid: np.ndarray) -> tuple[Mesh, int]:
    """The top of a bar of n cells with a triangle of half a face along all of it; and which triangle that is."""
    right = naive_mesh(grid, MeshOptions())
    end = grid.shape[0]
    (polygon,) = np.flatnonzero(right.polygon_direction == 4)
    first = int(np.searchsorted(right.triangle_polygon, polygon))
    cut = [
        [(0, 0, 1), (end, 0, 1), (end, 1, 1)],
        [(0, 0, 1), (end, 1, 1), (end - 1, 1, 1)],
        [(0, 0, 1), (end - 1, 1, 1), (0, 1, 1)],
    ]
    triangles = sabotage.points(right)
    triangles[first : first + 2] = cut
    owner = np.insert(right.triangle_polygon, first, right.triangle_polygon[first])
    return sabotage.rebuilt(right, triangles, triangle_polygon=owner), first + 1


@pytest.mark.parametrize("length", [3, 11, 101])
def test_a_missing_sliver_is_a_fault_of_the_outline(length: int) -> None:
    grid = oracle.solid(length, 1, 1)
    mesh, sliver = sliver_in_top(grid)
    assert any(line.startswith("1 polygons have another number of triangles") for line in check_mesh(grid, mesh))
    gap = sabotage.chosen(mesh, [k for k in range(len(mesh.triangles)) if k != sliver])
    slanted, straight = outline_sentences(grid, gap)
    assert slanted.startswith("2 slanted edges bound triangles on one side only")
    assert straight.startswith("1 unit edges are not bounded")


def test_a_hole_and_an_overlap_of_one_face_do_not_cancel() -> None:
    """Triangles of the first face moved onto the second: area and volume stay, coverage and outline do not."""
    grid = oracle.solid(2, 1, 1)
    right = naive_mesh(grid, MeshOptions("faces"))
    triangles = sabotage.points(right)
    top = right.polygon_direction[right.triangle_polygon] == 4
    for k in np.flatnonzero(top):
        u = [p[U_AXIS[4]] for p in triangles[k]]
        if max(u) == 1:
            triangles[k] = [(x + 1, y, z) for x, y, z in triangles[k]]
    wrong = sabotage.rebuilt(right, triangles)
    assert int(V_AXIS[4]) == 1
    expected, (planes, said) = expected_of_grid(grid, "remove"), check_triangles(wrong)
    assert said == []
    assert [line.split("; ")[0] for line in check_coverage(expected, planes, wrong)[1][:2]] == [
        "1 of 10 visible faces are not covered by a triangle everywhere",
        "1 of 10 visible faces are covered by several triangles at one point",
    ]
    assert outline_sentences(grid, wrong)


def test_a_grid_too_long_for_the_samples_is_refused() -> None:
    mesh = naive_mesh(oracle.solid(1, 1, 1), MeshOptions())
    with pytest.raises(LimitError, match="16,385 cells long"):
        check_mesh(np.zeros((MAX_SIDE + 1, 1, 1), np.uint8), mesh)
