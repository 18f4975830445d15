"""Light maps: every triangle in its size, nothing twice, pieces apart; proven by drawing them, and damage is found."""

from __future__ import annotations

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from trivox.core import LimitError, MeshOptions, OptionError, SceneOptions, assemble, build_mesh, read
from trivox.core.checks.light_map import MAX_TEXELS, check_light_map
from trivox.core.mesh.light_map import light_map_of, light_maps_together
from trivox.core.mesh.mesh import Mesh
from trivox.core.texture.charts import charts_of
from trivox.core.texture.lightmap import LightMap, LightMapOptions, place_charts

RANDOM = np.random.default_rng(3)
BLOB = np.where(RANDOM.random((7, 6, 9)) < 0.6, RANDOM.integers(1, 5, (7, 6, 9)), 0).astype(np.uint8)
MODELS = ("chr_knight", "T-Rex", "teapot")


def said(meshes: list[Mesh], maps: list[LightMap], margin: int) -> list[str]:
    one = maps[0]
    corners = [light.corner for light in maps]
    return check_light_map(meshes, corners, (one.width, one.height), texels=one.texels, margin=margin)


def overlaps_by_hand(light: LightMap) -> bool:
    """Whether the middle of a texel lies in two triangles: one by one, by the signs of three areas."""
    column, row = np.meshgrid(np.arange(light.width) + 0.5, np.arange(light.height) + 0.5)
    count = np.zeros(column.shape, int)
    for a, b, c in light.corner.astype(float):
        sides = [(q[0] - p[0]) * (row - p[1]) - (q[1] - p[1]) * (column - p[0]) for p, q in ((a, b), (b, c), (c, a))]
        count += np.all([side > 0 for side in sides], axis=0)
    return bool((count > 1).any())


@pytest.mark.parametrize("power_of_two", [False, True])
@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_all_modes(mode: str, power_of_two: bool) -> None:
    mesh = build_mesh(BLOB, MeshOptions(mode=mode))
    for texels, margin in ((1, 0), (1, 3), (4, 2), (5, 1)):
        light = light_map_of(mesh, LightMapOptions(texels, margin, power_of_two))
        assert said([mesh], [light], margin) == [] and light.texels == texels and light.notes == ()
        assert light.used == round(mesh.counts.drawn_area * texels**2)
        for side in (light.width, light.height):
            assert not power_of_two or side & (side - 1) == 0
    assert not overlaps_by_hand(light)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_models(mode: str, model: str) -> None:
    folder = oracle.shared("models")
    if folder is None:
        pytest.skip("no ../shared")
    meshes = list(assemble(read(str(folder / f"{model}.vox")), MeshOptions(mode=mode), SceneOptions()).meshes)
    for power_of_two in (False, True):
        maps = light_maps_together(meshes, LightMapOptions(power_of_two=power_of_two))
        assert said(meshes, maps, 2) == []


@given(
    grid=hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 5)] * 3), elements=st.integers(0, 2)),
    mode=st.sampled_from(oracle.ALL_MODES),
    texels=st.integers(1, 9),
    margin=st.integers(0, 5),
    power_of_two=st.booleans(),
    merge=st.sampled_from(["color", "any"]),
)
@settings(max_examples=150)
def test_random(grid: np.ndarray, mode: str, texels: int, margin: int, power_of_two: bool, merge: str) -> None:
    mesh = build_mesh(grid, MeshOptions(mode=mode, merge=merge))
    light = light_map_of(mesh, LightMapOptions(texels, margin, power_of_two))
    assert said([mesh], [light], margin) == []
    assert light.corner.dtype == np.float32 and light.corner.shape == (len(mesh.triangles), 3, 2)


def test_blocks_are_turned_both_ways() -> None:
    """Long walls stand and lie in the same map, each counter-clockwise as seen from outside."""
    grid = np.zeros((40, 3, 40), np.uint8)
    grid[:, 1, 0], grid[0, 1, :] = 1, 1
    mesh = build_mesh(grid, MeshOptions(mode="rectangles"))
    light = light_map_of(mesh, LightMapOptions(4, 2, power_of_two=False))
    across = mesh.in_plane(mesh.vertices[mesh.triangles].astype(np.int64), mesh.triangle_polygon.astype(np.int64))
    along = [np.abs(one[:, 1] - one[:, 0]).argmax(axis=1) for one in (across.astype(float), light.corner)]
    assert set(along[0] != along[1]) == {True, False}
    assert said([mesh], [light], 2) == []


def test_several_in_one() -> None:
    meshes = [build_mesh(BLOB, MeshOptions(mode=mode)) for mode in ("polygons", "cutout", "polygons")]
    maps = light_maps_together(meshes)
    assert said(meshes, maps, 2) == [] and len({(one.width, one.height) for one in maps}) == 1
    assert said(meshes[:1] * 2, [maps[0], maps[0]], 2)


def test_nothing() -> None:
    mesh = build_mesh(np.zeros((2, 2, 2), np.uint8))
    light = light_map_of(mesh)
    assert (light.width, light.height, light.used) == (1, 1, 0) and said([mesh], [light], 0) == []
    assert light_maps_together([]) == []
    full = build_mesh(BLOB)
    maps = light_maps_together([mesh, full, mesh])
    assert [len(one.corner) for one in maps] == [0, len(full.triangles), 0]


def test_faces_that_meet_in_a_plane_stay_together() -> None:
    """A cube of 3 x 3 x 3 voxels has six charts in every mode of faces that do not overlap."""
    grid = np.ones((3, 3, 3), np.uint8)
    grid[0, 0, 0] = 2
    maps = [light_map_of(build_mesh(grid, MeshOptions(mode=mode))) for mode in ("faces", "polygons", "watertight")]
    sizes = {(one.width, one.height) for one in maps}
    # Six squares of 12 texels and 2 on each side.
    assert sizes == {(32, 64)}


def test_fewer_texels_where_there_is_no_room() -> None:
    mesh = build_mesh(BLOB)
    wide = light_map_of(mesh, LightMapOptions(16, 1, power_of_two=False))
    side = max(wide.width, wide.height)
    assert light_map_of(mesh, LightMapOptions(16, 1, power_of_two=False, largest=side)).texels == 16
    light = light_map_of(mesh, LightMapOptions(16, 1, power_of_two=False, largest=side - 1))
    assert 1 <= light.texels < 16 and max(light.width, light.height) < side
    assert light.notes == (
        f"with 16 texels for a voxel the light map would be larger than {side - 1:,} texels, so it has {light.texels}",
    )
    assert said([mesh], [light], 1) == []
    more = LightMapOptions(light.texels + 1, 1, power_of_two=False)
    assert max(light_map_of(mesh, more).width, light_map_of(mesh, more).height) > side - 1


def test_too_large() -> None:
    with pytest.raises(LimitError, match=r"larger than 16 texels even with one for a voxel, for .*17 voxels long"):
        light_map_of(build_mesh(np.ones((17, 1, 1), np.uint8)), LightMapOptions(largest=16, margin=0))
    with pytest.raises(LimitError, match="flat pieces; allow a larger one"):
        light_map_of(build_mesh(BLOB), LightMapOptions(largest=16))
    with pytest.raises(LimitError):
        place_charts(np.array([[0, 0], [1e30, 1]]), np.zeros(2, np.int64), LightMapOptions())
    with pytest.raises(LimitError):
        place_charts(np.array([[1e30, 0], [1e30, 1]]), np.zeros(2, np.int64), LightMapOptions())
    with pytest.raises(OptionError, match="nowhere"):
        place_charts(np.array([[0, np.nan]]), np.zeros(1, np.int64), LightMapOptions())


@pytest.mark.parametrize(
    ("name", "value"),
    [("texels", 0), ("texels", 65), ("texels", 2.5), ("margin", -1), ("margin", 65), ("largest", 15),
     ("largest", 20000), ("texels", True)],
)  # fmt: skip
def test_options_have_ranges(name: str, value: float) -> None:
    with pytest.raises(OptionError, match=f"{name} is"):
        LightMapOptions(**{name: value})


def test_points_off_the_lattice_keep_it_on_texels() -> None:
    """A chart that begins between lattice points moves by whole texels, and a flat one has a texel."""
    points = np.array([[0.3, 0.1], [2.9, 0.1], [1.0, 2.0], [7.5, 7.5]])
    placed = place_charts(points, np.array([0, 0, 0, 1]), LightMapOptions(4, 2))
    moved = placed.points[2]
    assert (moved == np.rint(moved)).all()
    assert (placed.points >= 2).all() and (placed.points <= np.array([placed.width, placed.height]) - 2).all()


def test_points_below_zero_and_pieces_without_size() -> None:
    points = np.array([[-0.3, -7.9], [-0.1, -7.2], [-3.0, -5.0]])
    placed = place_charts(points, np.array([0, 0, 1]), LightMapOptions(4, 0, power_of_two=False))
    assert (placed.points >= 0).all() and (placed.points <= (placed.width, placed.height)).all()
    # Places on the lattice are on corners of texels, and each piece has a texel at least.
    assert (placed.points[2] == np.rint(placed.points[2])).all()
    assert placed.width * placed.height >= 4


def test_charts() -> None:
    square = [0, 1, 2, 3]
    right, flipped, third = [1, 4, 5, 2], [2, 5, 4, 1], [1, 6, 7, 2]

    def found(faces: list[list[int]], planes: list[int], joins: np.ndarray | None = None) -> list[int]:
        return charts_of(np.concatenate(faces), 4 * np.arange(len(faces)), np.array(planes), joins).tolist()

    assert found([square, right], [0, 0]) == [0, 0]
    assert found([square, right], [0, 1]) == [0, 1]
    assert found([square, flipped], [0, 0]) == [0, 1]
    # The last edge of one plane, in order of its ends, is the first of the next.
    assert found([square, [3, 2, 8, 9]], [0, 1]) == [0, 1]
    assert found([square, right, third], [0, 0, 0]) == [0, 1, 2]
    assert found([square, right, third], [0, 0, 1]) == [0, 0, 1]
    assert found([square, right], [0, 0], np.zeros(8, bool)) == [0, 1]
    assert found([right, third, square], [5, 9, 5]) == [0, 1, 0]
    assert charts_of(np.zeros(0, int), np.zeros(0, int), np.zeros(0, int)).tolist() == []


CUBE = build_mesh(np.ones((2, 2, 2), np.uint8))
LIGHT = light_map_of(CUBE, LightMapOptions(4, 2))
SIZE = (LIGHT.width, LIGHT.height)


def damaged(change: np.ndarray | float, rows: slice = slice(None)) -> list[str]:
    corner = LIGHT.corner.copy()
    corner[rows] += np.float32(change)
    return check_light_map([CUBE], [corner], SIZE, texels=4, margin=2)


def test_damage_is_found() -> None:
    assert damaged(0) == []
    quad = slice(0, 2)
    assert damaged(0.5) == ["corners lie off the corners of texels"]
    assert damaged(np.nan) == ["corners lie off the corners of texels"]
    assert "border" in damaged(-1)[0] and "border" in damaged(1000)[0]
    low = LIGHT.corner[quad].min(axis=(0, 1))
    others = LIGHT.corner[2:].reshape(-1, 6, 2)
    assert (low == 2).all() and len(others)
    # One texel nearer to its neighbour, then on top of it.
    assert "show several pieces" in damaged([1, 0], quad)[0]
    assert "belong to several triangles" in damaged([12, 0], quad)[0]
    assert "another size" in damaged([[[0, 0], [1, 0], [0, 0]]], slice(0, 1))[0]
    mirrored = LIGHT.corner.copy()
    mirrored[quad, :, 0] = 2 * low[0] + 8 - mirrored[quad, :, 0]
    assert "another size" in check_light_map([CUBE], [mirrored], SIZE, texels=4, margin=2)[0]
    turned = LIGHT.corner.copy()
    turned[quad] = np.stack([8 - turned[quad][..., 1] + 4, turned[quad][..., 0]], axis=-1)
    assert check_light_map([CUBE], [turned], SIZE, texels=4, margin=2) == []
    assert "another size" in check_light_map([CUBE], [LIGHT.corner], SIZE, texels=3, margin=2)[0]
    assert "border" in check_light_map([CUBE], [LIGHT.corner], SIZE, texels=4, margin=3)[0]
    assert "the mesh has" in check_light_map([CUBE], [LIGHT.corner[1:]], SIZE, texels=4, margin=2)[0]
    with pytest.raises(LimitError):
        check_light_map([CUBE], [LIGHT.corner], (MAX_TEXELS, 2), texels=4, margin=2)


@pytest.mark.parametrize("step", [(dx, dy) for dx in range(-9, 10, 3) for dy in (-4, 0, 3)])
def test_two_pieces_are_as_far_apart_as_measured(step: tuple[int, int]) -> None:
    """Two squares of four texels anywhere: the distance between their texels is what the proof says."""
    one = build_mesh(np.ones((1, 1, 1), np.uint8))
    square = np.array([[0, 0], [4, 0], [4, 4], [0, 4]])
    flat = one.in_plane(one.vertices[one.triangles].astype(np.int64), one.triangle_polygon.astype(np.int64)) * 4
    base = 60 * np.arange(6)[one.triangle_polygon][:, None, None] + 30 + flat
    base[one.triangle_polygon == 1] = flat[one.triangle_polygon == 1] + 30 + np.array(step)
    gap = max(abs(step[0]), abs(step[1])) - len(square)
    for margin in range(4):
        found = check_light_map([one], [base.astype(np.float32)], (400, 400), texels=4, margin=margin)
        assert bool(found) == (gap < 2 * margin), (gap, margin, found)


@given(st.lists(st.tuples(*[st.integers(0, 12)] * 6), min_size=1, max_size=3))
@settings(max_examples=200)
def test_what_is_drawn_is_what_a_slow_test_of_each_middle_says(rows: list[tuple[int, ...]]) -> None:
    from trivox.core.checks.light_map import _rows

    corner = np.array(rows, np.int64).reshape(-1, 3, 2)
    triangle, row, left, right = _rows(corner)
    drawn = np.zeros((len(corner), 12, 12), int)
    for each, at, first, end in zip(triangle, row, left, right, strict=True):
        drawn[each, at, first:end] += 1
    column, line = np.meshgrid(np.arange(12) + 0.5, np.arange(12) + 0.5)
    for number, (a, b, c) in enumerate(corner.astype(float)):
        sides = np.array(
            [(q[0] - p[0]) * (line - p[1]) - (q[1] - p[1]) * (column - p[0]) for p, q in ((a, b), (b, c), (c, a))]
        )
        inside = (sides > 0).all(axis=0) | (sides < 0).all(axis=0)
        touched = (sides >= 0).all(axis=0) | (sides <= 0).all(axis=0)
        assert (drawn[number][inside] == 1).all() and (drawn[number][~touched] == 0).all()
