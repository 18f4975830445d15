"""Edges with four faces: how many there are, against the voxels; parted meshes, edge by edge and by trimesh."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh, build_model, read_vox
from trivox.core.checks import check_mesh
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.parting import Parted, choose_apart, part_edges, parted_mesh
from trivox.core.voxels.model import Model

CLOSED = ("faces", "watertight")
"""Modes without T-junctions."""
GLASS = np.isin(np.arange(256), (2, 3))
MODELS = sorted({record["file"] for record in oracle.shared_json("models", "truth.json")})
MOST_VOXELS = 400_000

Point = tuple[int, int, int]


def cells(*filled: Point) -> np.ndarray:
    """A grid with these cells filled."""
    grid = np.zeros(np.array(filled).max(axis=0) + 1, np.uint8)
    grid[tuple(np.array(filled).T)] = 1
    return grid


EDGE = cells((0, 0, 0), (1, 1, 0))
POINT = cells((0, 0, 0), (1, 1, 1))
CHECKERED = (np.indices((5, 5, 5)).sum(axis=0) % 2).astype(np.uint8)
PILLARS = cells(
    *((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 2)),
    (0, 0, 1),
    (1, 1, 1),
)
"""Two cells that touch along an edge between a floor and a ceiling, which hold them together."""


def touching_sides(solid: np.ndarray) -> list[tuple[Point, int]]:
    """Unit edges, by lower end and axis, around which two opposite cells of four are filled."""
    padded = np.pad(solid, 1)
    found = []
    for axis in range(3):
        u, v = (a for a in range(3) if a != axis)
        for point in np.ndindex(*(side + 1 for side in solid.shape)):
            around = []
            for i, j in ((0, 0), (1, 0), (1, 1), (0, 1)):
                cell = [point[0] + 1, point[1] + 1, point[2] + 1]
                cell[u] -= i
                cell[v] -= j
                around.append(bool(cell[axis] < padded.shape[axis] and padded[tuple(cell)]))
            if around in ([True, False, True, False], [False, True, False, True]):
                found.append((point, axis))
    return found


def touching_edges(grid: np.ndarray, mesh: Mesh) -> int:
    """The edges of a mesh that such unit edges make up: each begins at one that begins at a vertex."""
    vertices = set(map(tuple, mesh.vertices.tolist()))
    solid = oracle.solid_cells(grid, mesh.options.interior)
    return sum(point in vertices for point, _axis in touching_sides(solid))


def triangles_of_sides(triangles: np.ndarray) -> dict[frozenset[int], list[tuple[int, int]]]:
    """The ways in which triangles run along each edge."""
    found = defaultdict(list)
    for triangle in triangles.tolist():
        for one, other in zip(triangle, [*triangle[1:], triangle[0]], strict=True):
            found[frozenset((one, other))].append((one, other))
    return found


def assert_parted(mesh: Mesh, parted: Parted, *, closed: bool = True) -> None:
    """Every edge has two faces that run along it in opposite ways, every vertex one fan, every corner its place."""
    origin = np.concatenate([np.arange(len(mesh.vertices)), parted.copied])
    assert np.array_equal(origin[parted.triangles], mesh.triangles)
    assert np.array_equal(np.unique(parted.triangles), np.arange(len(origin)))
    assert np.array_equal(parted.copied, np.sort(parted.copied))
    for ways in triangles_of_sides(parted.triangles).values():
        assert len(set(ways)) == len(ways) == 2 or (not closed and len(ways) == 1)
    onward = defaultdict(dict)
    for triangle in parted.triangles.tolist():
        for turn in range(3):
            vertex, before, after = triangle[turn:] + triangle[:turn]
            onward[vertex][before] = after
    for links in onward.values() if closed else ():
        first = here = next(iter(links))
        for _ in range(len(links)):
            here = links.pop(here)
        assert here == first and not links


def bodies(parted: Parted) -> int:
    """How many parts of the surface hang together."""
    label = list(range(int(parted.triangles.max()) + 1))
    for triangle in parted.triangles.tolist():
        low = min(label[vertex] for vertex in triangle)
        gone = {label[vertex] for vertex in triangle}
        label = [low if old in gone else old for old in label]
    return len(set(label))


@pytest.mark.parametrize("mode", CLOSED)
@pytest.mark.parametrize(
    ("grid", "edges"),
    [(EDGE, 1), (POINT, 0), (PILLARS, 1), (np.ones((2, 3, 4), np.uint8), 0), (np.zeros((1, 1, 1), np.uint8), 0)],
    ids=["edge", "point", "pillars", "box", "nothing"],
)
def test_simple_counts(grid: np.ndarray, edges: int, mode: str) -> None:
    assert build_mesh(grid, MeshOptions(mode)).counts.four_face_edges == edges


@settings(max_examples=150)
@given(oracle.grids(longest=5), st.sampled_from(CLOSED), st.sampled_from(oracle.INTERIORS))
def test_counts_are_those_of_the_voxels(grid: np.ndarray, mode: str, interior: str) -> None:
    mesh = build_mesh(grid, MeshOptions(mode, interior))
    assert mesh.counts.four_face_edges == touching_edges(grid, mesh)
    assert check_mesh(grid, mesh) == []


@settings(max_examples=60)
@given(oracle.grids(longest=4), st.sampled_from(CLOSED), st.integers(0, 9))
def test_counts_with_glass_are_those_of_the_triangles(grid: np.ndarray, mode: str, seed: int) -> None:
    grid = oracle.random_colours(grid, seed, 4)
    mesh = build_mesh(grid, MeshOptions(mode), transparent=GLASS)
    ways = triangles_of_sides(mesh.triangles).values()
    assert mesh.counts.four_face_edges == sum(len(way) > 2 for way in ways)


@settings(max_examples=100)
@given(oracle.grids(longest=4), st.sampled_from(CLOSED), st.integers(0, 9))
def test_counts_beside_blocked_cells_are_those_of_the_triangles(grid: np.ndarray, mode: str, seed: int) -> None:
    """Faces that other objects hide are no faces of an edge."""
    cells = np.random.default_rng(seed).integers(-1, 5, (12, 3))
    mesh = build_model(replace(Model.from_grid(grid), blocked=cells), MeshOptions(mode))
    ways = triangles_of_sides(mesh.triangles).values()
    assert mesh.counts.four_face_edges == sum(len(way) > 2 for way in ways)


def test_a_cell_of_another_object_beside_an_edge() -> None:
    for blocked, edges in (((0, 1, 1), 1), ((0, 1, 0), 0)):
        mesh = build_model(replace(Model.from_grid(EDGE), blocked=np.array([blocked])), MeshOptions("watertight"))
        assert mesh.counts.four_face_edges == edges


@pytest.mark.parametrize("mode", [mode for mode in oracle.ALL_MODES if mode not in CLOSED])
def test_modes_with_t_junctions_do_not_know(mode: str) -> None:
    mesh = build_mesh(EDGE, MeshOptions(mode))
    assert mesh.counts.four_face_edges is None
    wrong = replace(mesh, counts=replace(mesh.counts, four_face_edges=1))
    assert check_mesh(EDGE, wrong) == [f"counts.four_face_edges is 1; it must be unknown in mode {mode}"]


@pytest.mark.parametrize("mode", CLOSED)
def test_wrong_counts_are_found(mode: str) -> None:
    mesh = build_mesh(EDGE, MeshOptions(mode))
    for wrong in (0, 2):
        said = check_mesh(EDGE, replace(mesh, counts=replace(mesh.counts, four_face_edges=wrong)))
        assert said == [f"counts.four_face_edges is {wrong}; it must be 1"]


@pytest.mark.parametrize("mode", CLOSED)
def test_solids_are_parted(mode: str) -> None:
    for grid, copies in ((EDGE, 2), (POINT, 1)):
        mesh = build_mesh(grid, MeshOptions(mode))
        parted = part_edges(mesh)
        assert_parted(mesh, parted)
        assert (bodies(parted), len(parted.copied), parted.joined) == (2, copies, 0)


def test_each_cell_of_a_checkered_block_is_a_body() -> None:
    mesh = build_mesh(CHECKERED, MeshOptions("watertight", "keep"))
    parted = part_edges(mesh)
    assert_parted(mesh, parted)
    assert bodies(parted) == np.count_nonzero(CHECKERED)


@pytest.mark.parametrize("mode", CLOSED)
def test_voxels_that_hang_together_around_both_ends_are_joined(mode: str) -> None:
    mesh = build_mesh(PILLARS, MeshOptions(mode))
    parted = part_edges(mesh)
    assert_parted(mesh, parted)
    assert (bodies(parted), len(parted.copied), parted.joined) == (1, 2, 1)


def test_nothing_to_part_leaves_the_triangles() -> None:
    mesh = build_mesh(np.ones((2, 3, 4), np.uint8), MeshOptions("watertight"))
    parted = part_edges(mesh)
    assert np.array_equal(parted.triangles, mesh.triangles)
    assert (parted.triangles.dtype, parted.copied.dtype, len(parted.copied)) == (np.int32, np.int32, 0)


def test_a_mesh_without_triangles_is_parted() -> None:
    parted = part_edges(build_mesh(np.zeros((1, 1, 1), np.uint8), MeshOptions("watertight")))
    assert (parted.triangles.shape, parted.copied.shape, parted.joined) == ((0, 3), (0,), 0)


def test_edges_that_share_an_end_change_partners_one_after_another() -> None:
    ends = np.random.default_rng(5).integers(0, 40, (60, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    chosen = ends[choose_apart(ends)]
    assert 0 < len(chosen) == chosen.size // 2 == len(np.unique(chosen)) // 2
    chain = np.stack([np.arange(1000), np.arange(1, 1001)], axis=1)
    assert np.count_nonzero(choose_apart(chain)) > 200


@settings(max_examples=150)
@given(oracle.grids(longest=5), st.sampled_from(CLOSED), st.sampled_from(oracle.INTERIORS))
def test_every_edge_of_a_parted_mesh_has_two_faces(grid: np.ndarray, mode: str, interior: str) -> None:
    mesh = build_mesh(grid, MeshOptions(mode, interior))
    assert_parted(mesh, part_edges(mesh))


@pytest.mark.parametrize("density", [0.35, 0.5, 0.65])
def test_noise_is_parted(density: float) -> None:
    """Many edges whose voxels hang together around both ends, side by side."""
    grid = (np.random.default_rng(7).random((14, 15, 16)) < density).astype(np.uint8)
    mesh = build_mesh(grid, MeshOptions("watertight"))
    parted = part_edges(mesh)
    assert_parted(mesh, parted)
    assert parted.joined < mesh.counts.four_face_edges


@settings(max_examples=60)
@given(oracle.grids(longest=4), st.sampled_from(CLOSED), st.integers(0, 9))
def test_bodies_of_glass_are_parted(grid: np.ndarray, mode: str, seed: int) -> None:
    grid = oracle.random_colours(grid, seed, 4)
    mesh = build_mesh(grid, MeshOptions(mode), transparent=GLASS)
    parted = part_edges(mesh)
    assert_parted(mesh, parted, closed=False)
    body = np.where(mesh.polygon_is_transparent, mesh.projection.color, 0)[mesh.triangle_polygon]
    pairs = np.unique(np.stack([parted.triangles.ravel(), body.repeat(3)]), axis=1)
    assert pairs.shape[1] == len(mesh.vertices) + len(parted.copied)


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_a_parted_mesh_for_writers(mode: str) -> None:
    mesh = build_mesh(PILLARS, MeshOptions(mode))
    made = parted_mesh(mesh)
    assert np.array_equal(made.vertices[made.triangles], mesh.vertices[mesh.triangles])
    assert np.array_equal(made.corner_texels(), mesh.corner_texels())
    assert made.counts.vertices == len(made.vertices) == len(np.unique(made.triangles))
    assert made.counts.gpu_vertices >= mesh.counts.gpu_vertices
    if mode in CLOSED:
        assert made.counts.four_face_edges == 0 and len(made.vertices) == len(mesh.vertices) + 2
        assert {len(ways) for ways in triangles_of_sides(made.triangles).values()} == {2}
    else:
        assert made is mesh


@pytest.mark.parametrize("file", MODELS)
def test_trimesh_takes_parted_models_for_watertight(file: str) -> None:
    trimesh = pytest.importorskip("trimesh")
    for model in read_vox(oracle.shared("models") / file).models:
        if not 0 < model.voxels <= MOST_VOXELS:
            continue
        mesh = build_model(model, MeshOptions("watertight"))
        parted = part_edges(mesh)
        vertices = np.concatenate([mesh.vertices, mesh.vertices[parted.copied]])
        read = trimesh.Trimesh(vertices, parted.triangles, process=False)
        assert read.is_watertight and read.is_winding_consistent and len(read.faces) == len(mesh.triangles)
        unparted = trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)
        assert unparted.is_watertight == (mesh.counts.four_face_edges == 0)
