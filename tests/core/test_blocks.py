"""Models cut into blocks: no polygon is too long, every face keeps its colour, and no gap opens along the cuts."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, assemble, build_mesh, build_model
from trivox.core.checks import check_mesh
from trivox.core.formats.tvx import TvxWriter, tvx_of
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MAX_PRICE
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode
from trivox.core.voxels.transforms import resting

MODES = ("polygons", "watertight", "rectangles", "fewest", "cutout")
LARGEST = 7


def ball(side: int) -> np.ndarray:
    """A ball of three colours."""
    at = np.arange(side) - (side - 1) / 2
    away = at[:, None, None] ** 2 + at[:, None] ** 2 + at**2
    layers = np.broadcast_to(1 + np.arange(side) * 3 // side, (side,) * 3)
    return np.where(away < (side / 2) ** 2, layers, 0).astype(np.uint8)


def cut(grid: np.ndarray, mode: str, largest: int, **options: str) -> Mesh:
    """The mesh of a grid without long polygons."""
    return build_model(Model.from_grid(grid), MeshOptions(mode, **options), largest=largest)


def longest(mesh: Mesh) -> int:
    """Cells along an axis of the longest polygon."""
    low, high = mesh.polygon_boxes()
    return int((high - low).max(initial=0))


def shown(grid: np.ndarray, mesh: Mesh) -> dict[tuple[int, ...], list[int]]:
    """Colours that triangles show at the middle of each cell (direction, plane, column, row), one by one."""
    found: dict[tuple[int, ...], list[int]] = {}
    for points, texels, polygon in zip(
        mesh.vertices[mesh.triangles].tolist(), mesh.corner_texels().tolist(), mesh.triangle_polygon, strict=True
    ):
        direction = int(mesh.polygon_direction[polygon])
        u, v = oracle.FRAMES[direction]
        corners = [(p[u], p[v]) for p in points]
        area = turn(*corners)
        assert area > 0
        for column in range(min(c for c, _ in corners), max(c for c, _ in corners)):
            for row in range(min(r for _, r in corners), max(r for _, r in corners)):
                # Not the very middle, which may lie on a diagonal.
                point = (column + 0.503, row + 0.4991)
                parts = [turn(corners[k - 2], corners[k - 1], point) / area for k in range(3)]
                if min(parts) >= 0:
                    texel = [sum(part * t[axis] for part, t in zip(parts, texels, strict=True)) for axis in (0, 1)]
                    color = int(mesh.atlas[int(texel[1]), int(texel[0])])
                    found.setdefault((direction, points[0][direction // 2], column, row), []).append(color)
    return found


def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def faces(grid: np.ndarray, interior: str = "remove") -> dict[tuple[int, ...], list[int]]:
    """The colour of each visible face."""
    found = {}
    for direction, plane, image in oracle.visible_planes(grid, interior):
        colors = oracle.layers(grid, direction)[plane - (direction % 2 == 0)]
        found |= {(direction, plane, u, v): [int(colors[u, v])] for u, v in np.argwhere(image).tolist()}
    return found


def inner_vertices(mesh: Mesh, *, same_plane: bool) -> int:
    """Vertices strictly inside sides of triangles; or only those of polygons in the triangle's own plane."""
    polygon_plane = [
        (int(d), int(mesh.vertices[corner][d // 2]))
        for d, corner in zip(
            mesh.polygon_direction,
            mesh.triangles[np.searchsorted(mesh.triangle_polygon, np.arange(mesh.polygon_count)), 0],
            strict=True,
        )
    ]
    planes: dict[object, set[tuple[int, ...]]] = {}
    triangles = mesh.vertices[mesh.triangles].tolist()
    for triangle, polygon in zip(triangles, mesh.triangle_polygon.tolist(), strict=True):
        planes.setdefault(polygon_plane[polygon] if same_plane else None, set()).update(map(tuple, triangle))
    count = 0
    for triangle, polygon in zip(triangles, mesh.triangle_polygon.tolist(), strict=True):
        there = planes[polygon_plane[polygon] if same_plane else None]
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            steps = int(np.gcd.reduce(np.subtract(b, a)))
            inside = [tuple(p + (q - p) // steps * k for p, q in zip(a, b, strict=True)) for k in range(1, steps)]
            count += sum(point in there for point in inside)
    return count


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "cutout"])
def test_a_ball_of_256_cells_fits_in_bytes_for_few_more_triangles(mode: str) -> None:
    # One colour, for the texels of another one would be more than an atlas holds in mode ``fewest``. Cutouts have but
    # one or two rectangles a plane, so that cuts are a good part of them.
    grid, options = np.sign(ball(256)), MeshOptions(mode, effort=0)
    whole, mesh = build_mesh(grid, options), build_model(Model.from_grid(grid), options, largest=255)
    assert longest(mesh) <= 255
    assert mesh.vertices.min() == 0 and mesh.vertices.max() == 256
    assert mesh.counts.triangles <= 1.02 * whole.counts.triangles
    assert mesh.counts.triangles == len(mesh.triangles)
    assert mesh.counts.voxels == np.count_nonzero(grid)


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
@pytest.mark.parametrize("side", [8, 16, 20])
def test_every_face_of_a_ball_keeps_its_colour(side: int, mode: str) -> None:
    grid = oracle.random_colours(ball(side), side, 5)
    mesh = cut(grid, mode, LARGEST)
    assert longest(mesh) <= LARGEST
    found, wanted = shown(grid, mesh), faces(grid)
    if mode == "fewest":
        found = {face: sorted(set(found[face])) for face in wanted}
    if mode == "cutout":
        found = {face: [color for color in found[face] if color] for face in wanted}
    assert found == wanted


@settings(max_examples=60)
@given(
    st.tuples(*[st.integers(1, 11)] * 3),
    st.sampled_from([0.3, 0.7, 0.95]),
    st.integers(0, 999),
    st.integers(2, 6),
    st.sampled_from(oracle.ALL_MODES),
    st.sampled_from(oracle.INTERIORS),
)
def test_random_grids(
    shape: tuple[int, int, int], density: float, seed: int, largest: int, mode: str, interior: str
) -> None:
    rng = np.random.default_rng(seed)
    grid = np.where(rng.random(shape) < density, rng.integers(1, 4, shape), 0).astype(np.uint8)
    mesh = cut(grid, mode, largest, interior=interior)
    assert longest(mesh) <= largest
    found, wanted = shown(grid, mesh), faces(grid, interior)
    if mode == "fewest":
        assert wanted.keys() <= found.keys()
        found = {face: sorted(set(found[face])) for face in wanted}
    if mode == "cutout":
        found = {face: [color for color in found[face] if color] for face in wanted}
    assert found == wanted
    if mode in ("faces", "watertight"):
        assert inner_vertices(mesh, same_plane=False) == 0
    if mode == "polygons":
        assert inner_vertices(mesh, same_plane=True) == 0
    if mode == "watertight":
        start, end = mesh.triangles.ravel().tolist(), np.roll(mesh.triangles, -1, axis=1).ravel().tolist()
        assert sorted(zip(start, end, strict=True)) == sorted(zip(end, start, strict=True))


def test_nothing_reaches_over_space_that_was_left_out() -> None:
    """Voxels and another object's, so that empty layers but one are left out while the mesh is made."""
    look, options = Look(np.zeros((256, 4), np.uint8)), MeshOptions("cutout", texels_per_rectangle=MAX_PRICE)
    blocked = np.array([[99, 0, 0]], np.int32)
    for gap, parted in ((1, 0), (2, 1), (3, 1), (5, 1)):
        grid = np.zeros((2 + gap, 1, 1), np.uint8)
        grid[[0, -1]] = 1
        whole = build_model(Model.from_grid(grid), options, look)
        mesh = build_model(replace(Model.from_grid(grid), blocked=blocked + gap), options, look)
        assert len(whole.polygon_direction) == whole.counts.planes == 8
        assert len(mesh.polygon_direction) == mesh.counts.planes == 8 + 4 * parted
        assert check_mesh(grid, whole) == check_mesh(grid, mesh) == []
    long = np.zeros((40, 1, 1), np.uint8)
    long[:8] = long[-2:] = 1
    assert longest(build_model(replace(Model.from_grid(long), blocked=blocked), options, look, largest=6)) <= 6


def test_what_lies_between_keeps_space_from_being_left_out() -> None:
    grid, blocked = np.zeros((11, 1, 1), np.uint8), np.array([[2, 0, 0]], np.int32)
    grid[[0, 4, 10]] = 1
    options = MeshOptions("cutout", texels_per_rectangle=MAX_PRICE)
    mesh = build_model(replace(Model.from_grid(grid), blocked=blocked), options, Look(np.zeros((256, 4), np.uint8)))
    assert mesh.counts.planes == 6 + 8
    assert check_mesh(grid, mesh, blocked=blocked) == []


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_what_fits_is_not_cut(mode: str) -> None:
    grid = oracle.random_colours(ball(9), 1, 3)
    assert oracle.mesh_bytes(cut(grid, mode, 9)) == oracle.mesh_bytes(build_mesh(grid, MeshOptions(mode)))


def test_cuts_go_where_few_cells_are_parted() -> None:
    """Two blocks and a bar between them: a cut where the bar begins parts no polygon."""
    grid = np.zeros((12, 5, 5), np.uint8)
    grid[:5] = grid[7:] = grid[:, 2, 2] = 1
    whole, mesh = build_mesh(grid), cut(grid, "polygons", 8)
    assert (mesh.counts.polygons, mesh.counts.triangles) == (whole.counts.polygons, whole.counts.triangles)
    assert np.array_equal(mesh.vertices, whole.vertices)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("thin", [4, 5, 6])
def test_a_cut_through_the_thinnest_place(axis: int, thin: int) -> None:
    """A tile with a hole across it: the cut goes along the hole, and nothing is cut elsewhere."""
    grid = np.ones((10, 4, 1), np.uint8)
    grid[thin, 1:3] = 0
    mesh = cut(np.moveaxis(grid, 0, axis), "rectangles", 6)
    assert longest(mesh) <= 6
    cuts = set(range(11)) & set(mesh.vertices[:, axis].tolist())
    assert cuts == {0, thin, thin + 1, 10}


def test_a_long_bar_is_cut_as_rarely_as_can_be() -> None:
    for length in range(1, 30):
        mesh = cut(np.ones((length, 1, 2), np.uint8), "polygons", LARGEST)
        pieces = -(-length // LARGEST)
        assert mesh.counts.polygons == len(mesh.polygon_direction) == 4 * pieces + 2
        assert mesh.counts.lower_bound == mesh.counts.triangles == 2 * mesh.counts.polygons


@pytest.mark.parametrize(("length", "triangles"), [(255, 12), (256, 20), (510, 20), (511, 28)])
def test_as_few_cuts_in_files_as_a_byte_allows(length: int, triangles: int) -> None:
    """A bar of one colour: each cut gives four of its sides two triangles more."""
    node = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),))
    model, look = Model.from_grid(np.ones((length, 1, 1), np.uint8)), Look(np.zeros((256, 4), np.uint8))
    scene = Scene(name="", models=(model,), look=look, nodes=(node,))
    assembly = assemble(scene, layout=TvxWriter().layout(MeshOptions()), largest=TvxWriter.largest)
    assert tvx_of(assembly).triangle_count == triangles
