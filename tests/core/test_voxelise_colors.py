"""Which color each cell has: images, corner colors, holes, materials; and meshes of voxels come back as they were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers_mesh import plain_read, random_colours, shapes, shared
from helpers_voxelise import ball, box, cells_of, triangles, turn, voxels
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.voxelise import Paint, VoxeliseOptions, simple_material, voxelise
from trivox.core.voxelise.colors import Spots, nearest_spots
from trivox.core.voxelise.nearest import nearest_points
from trivox.core.voxels.finish import linear

SHOWN = VoxeliseOptions(voxel_size=1.0)


def colors_of(made) -> dict[tuple[int, int, int], tuple[int, ...]]:
    """The color of each cell of the lattice."""
    low = np.rint(made.origin / made.voxel_size).astype(int)
    places = map(tuple, (made.model.positions.astype(int) + low).tolist())
    return dict(zip(places, map(tuple, made.look.palette[made.model.indices].tolist()), strict=True))


def images(side: int, seed: int = 0, count: int = 6) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    made = random.integers(0, 256, (count, side, side, 4), dtype=np.uint8)
    made[..., 3] = 255
    # Few enough that none of them has to give way.
    return list(made // 64 * 64 + made[..., 3:] // 255 * [0, 0, 0, 63])


def painted_cube(side: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A cube with a paint for each side: corners, materials, texture coordinates along the two other axes."""
    corners = box((0, 0, 0), (side, side, side))
    material = np.repeat(np.arange(6, dtype=np.int32), 2)
    uv = np.stack([np.delete(corners[face], face // 4, axis=1) for face in range(12)]) / side
    return corners, material, uv.astype(np.float32)


def test_a_cube_of_six_images():
    side = 6
    corners, material, uv = painted_cube(side)
    paints = [Paint(image=image.astype(np.uint8)) for image in images(side)]
    shown = colors_of(voxelise(triangles(corners, material, uv=uv), paints, SHOWN))
    assert len(shown) == side**3
    for cell in shown:
        # On the rim two or three faces are equally near, and the first of them is shown.
        for face in range(6):
            axis, high = divmod(face, 2)
            if cell[axis] == (side - 1 if high else 0):
                column, row = np.delete(cell, axis)
                assert shown[cell] == tuple(paints[face].image[row, column])
                break


@pytest.mark.parametrize("fill", [True, False])
def test_an_image_is_repeated_and_its_nearest_texel_taken(fill):
    image = images(2, 3)[0].astype(np.uint8)
    corners = box((0, 0, 0), (8, 8, 2))[-6:]
    top = corners[np.ptp(corners[:, :, 2], axis=1) == 0][-2:]
    assert (top[:, :, 2] == 2).all() or (top[:, :, 2] == 0).all()
    uv = ((top[:, :, :2] - 6) / 4).astype(np.float32)
    made = voxelise(triangles(top, uv=uv), [Paint(image=image)], VoxeliseOptions(voxel_size=1.0, fill=fill))
    shown = colors_of(made)
    assert len(shown) == 64
    for (x, y, _z), color in shown.items():
        assert color == tuple(image[int((y + 0.5 - 6) // 2) % 2, int((x + 0.5 - 6) // 2) % 2])


def test_corner_colors_and_paints_are_multiplied():
    corners = box((0, 0, 0), (4, 4, 4))
    color = np.ones((12, 3, 4), np.float32)
    color[..., :3] = (corners / 4)[..., [2, 0, 1]]
    paint = Paint((0.5, 0.25, 1.0, 1.0), np.full((1, 1, 4), 200, np.uint8))
    uv = np.zeros((12, 3, 2), np.float32)
    shown = colors_of(voxelise(triangles(corners, color=color, uv=uv), [paint], SHOWN))
    gray = linear(np.array([200]))[0]
    for cell in ((0, 1, 2), (1, 0, 2), (1, 2, 0), (3, 1, 2), (1, 3, 2), (2, 1, 3)):
        center = np.array(cell) + 0.5
        face = np.where(np.array(cell) == 0, 0, np.where(np.array(cell) == 3, 4, center)) / 4
        light = face[[2, 0, 1]] * (0.5, 0.25, 1.0) * gray
        assert np.abs(linear(np.array(shown[cell][:3])) - light).max() < 0.006


def test_a_plain_color_keeps_its_bytes():
    for byte in range(0, 256, 5):
        light = float(linear(np.array([byte]))[0])
        made = voxels(box((0, 0, 0), (2, 2, 2)), [Paint((light, 0.0, 1.0, 1.0))])
        assert made.look.palette[1].tolist() == [byte, 0, 255, 255]


@pytest.mark.parametrize("holes", [True, False])
def test_there_is_nothing_where_an_image_is_clear(holes):
    image = np.full((4, 4, 4), 255, np.uint8)
    image[1:3, 1:3, 3] = 127
    image[0, 0, 3] = 128
    leaf = np.array([[[0, 0, 0.3], [8, 0, 0.3], [8, 8, 0.3]], [[0, 0, 0.3], [8, 8, 0.3], [0, 8, 0.3]]], float)
    uv = (leaf[:, :, :2] / 8).astype(np.float32)
    for surface in ("thin", "conservative"):
        options = VoxeliseOptions(voxel_size=1.0, holes=holes, surface=surface)
        made = cells_of(voxelise(triangles(leaf, uv=uv), [Paint(image=image)], options))
        hidden = {(x, y, 0) for x in range(2, 6) for y in range(2, 6)}
        assert made == {(x, y, 0) for x in range(8) for y in range(8)} - (hidden if holes else set())


def test_a_solid_behind_a_hole_is_filled_and_has_a_color_beside_it():
    corners, material, uv = painted_cube(6)
    image = np.full((6, 6, 4), 200, np.uint8)
    image[2:4, 2:4] = (255, 0, 0, 0)
    shown = colors_of(voxelise(triangles(corners, material, uv=uv), [Paint(image=image)] * 6, SHOWN))
    assert len(shown) == 6**3
    assert set(shown.values()) == {(200, 200, 200, 255)}


def test_materials_stay_apart_though_their_colors_are_equal():
    kinds = [simple_material(), simple_material("metal"), simple_material("glass"), simple_material("emit", strength=3)]
    parts = [box((9 * place, 0, 0), (9 * place + 5, 5, 5)) for place in range(8)]
    paints = [Paint((0.2, 0.2, 0.2, 1), material=kinds[place % 4]) for place in range(8)]
    corners, material = np.concatenate(parts), np.repeat(np.arange(8, dtype=np.int32), 12)
    for colors in (4, 255):
        made = voxelise(triangles(corners, material), paints, VoxeliseOptions(voxel_size=1.0, colors=colors))
        assert len(np.unique(made.model.indices)) == 4
        for (x, _y, _z), index in zip(made.model.positions.tolist(), made.model.indices.tolist(), strict=True):
            assert made.look.materials[index] == kinds[x // 9 % 4]
            assert len(set(made.look.palette[made.model.indices].reshape(-1, 4)[:, 0].tolist())) == 1


def test_too_many_colors_are_told_and_become_few():
    image = np.random.default_rng(0).integers(0, 256, (40, 40, 4), dtype=np.uint8)
    corners, material, uv = painted_cube(40)
    made = voxelise(
        triangles(corners, material, uv=uv), [Paint(image=image)] * 6, VoxeliseOptions(voxels=40, holes=False)
    )
    assert len(np.unique(made.model.indices)) > 200
    assert any("255" in note for note in made.notes)
    few = voxelise(
        triangles(corners, material, uv=uv), [Paint(image=image)] * 6, VoxeliseOptions(voxels=40, holes=False, colors=3)
    )
    assert set(np.unique(few.model.indices)) == {1, 2, 3}


def test_dithering_mixes_by_cells():
    light = float(linear(np.array([128]))[0])
    corners, material, _uv = painted_cube(16)
    paints = [Paint((value, value, value, 1.0)) for value in (0.0, 1.0, light, light, light, light)]
    plain, mixed = (
        voxelise(triangles(corners, material), paints, VoxeliseOptions(voxels=16, colors=2, dither=dither))
        for dither in (False, True)
    )
    assert plain.model.positions.tolist() == mixed.model.positions.tolist()
    face = mixed.model.positions[:, 2] == 15
    assert len(set(mixed.model.indices[face].tolist())) == 2
    inner = face & (mixed.model.positions[:, :2] > 1).all(axis=1) & (mixed.model.positions[:, :2] < 14).all(axis=1)
    assert len(set(plain.model.indices[inner].tolist())) == 1


def test_hidden_cells_have_the_color_of_the_nearest_in_their_column():
    corners = box((0, 0, 0), (7, 7, 9))
    material = np.zeros(12, np.int32)
    material[(corners[:, :, 2] == 9).all(axis=1)] = 1
    made = voxelise(triangles(corners, material), [Paint((1, 0, 0, 1)), Paint((0, 0, 1, 1))], SHOWN)
    shown = colors_of(made)
    assert [shown[3, 3, z][2] for z in range(9)] == [0, 0, 0, 0, 0, 255, 255, 255, 255]


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_the_nearest_point_of_a_triangle_is_nearer_than_all_others(seed):
    random = np.random.default_rng(seed)
    triangle = random.integers(-3, 4, (1, 3, 3)).astype(float)
    weights, squared = nearest_points(triangle)
    assert (weights >= 0).all() and weights.sum() == pytest.approx(1)
    assert ((weights @ triangle[0]) ** 2).sum() == pytest.approx(squared[0], abs=1e-12)
    others = random.dirichlet((0.4, 0.4, 0.4), 4000)
    least = ((others @ triangle[0]) ** 2).sum(axis=1).min()
    assert squared[0] <= least + 1e-12
    assert np.sqrt(least) - np.sqrt(squared[0]) < 0.6


def test_the_nearest_spot_of_each_cell():
    spots = Spots(
        np.array([5, 3, 9, 1, 2, 3]),
        np.array([7, 7, 7, 2, 2, 7]),
        np.arange(18.0).reshape(6, 3),
        np.array([0.25, 0.25, 0.5, 2.0, 1.0, 0.25]),
    )
    best = nearest_spots(spots)
    assert best.cell.tolist() == [2, 7] and best.triangle.tolist() == [2, 3]
    assert best.weights[:, 0].tolist() == [12, 3]


def came_back(grid: np.ndarray, mode: str, interior: str = "keep") -> None:
    """Mesh a grid, voxelise the mesh, and compare what there is and the colors of what can be seen."""
    random = np.random.default_rng(1)
    palette = random.permutation(2**16)[:256].astype(np.uint16).view(np.uint8).reshape(256, 2)
    palette = np.column_stack([palette, random.integers(0, 256, 256), np.full(256, 255)]).astype(np.uint8)
    mesh = build_mesh(grid, MeshOptions(mode=mode, interior=interior))
    height, width = mesh.atlas.shape
    uv = (mesh.corner_texels() / (width, height)).astype(np.float32)
    shape = triangles(mesh.vertices[mesh.triangles].astype(np.float64), uv=uv)
    paints = [Paint(image=palette[mesh.atlas])]
    filled = np.pad(grid != 0, 1)
    hidden = np.logical_and.reduce([np.roll(filled, way, axis) for axis in range(3) for way in (-1, 1)]) & filled
    for fill in (True, False):
        made = voxelise(shape, paints, VoxeliseOptions(voxel_size=1.0, fill=fill))
        shown = colors_of(made)
        expected = {
            cell: tuple(palette[grid[cell]].tolist())
            for cell in map(tuple, np.argwhere((filled & ~hidden)[1:-1, 1:-1, 1:-1]).tolist())
        }
        assert {cell: shown.get(cell) for cell in expected} == expected
        assert set(shown) == (set(map(tuple, np.argwhere(grid).tolist())) if fill else set(expected))


@pytest.mark.parametrize("name", shapes())
@pytest.mark.parametrize("mode", ["watertight", "rectangles"])
def test_a_mesh_of_voxels_comes_back(name, mode):
    grid = shapes()[name]
    if grid.any():
        came_back(random_colours(grid, 3), mode)


@given(st.integers(0, 10**6), st.sampled_from(["watertight", "polygons", "faces", "rectangles"]))
@settings(max_examples=25)
def test_a_mesh_of_random_voxels_comes_back(seed, mode):
    random = np.random.default_rng(seed)
    grid = (random.random((6, 5, 7)) < random.uniform(0.1, 0.95)).astype(np.uint8)
    if grid.any():
        came_back(random_colours(grid, seed), mode)


FILES = sorted((shared("models") or Path("/nowhere")).glob("*.vox"), key=lambda path: path.stat().st_size)[:25]


@pytest.mark.skipif(not FILES, reason="the shared models are not there")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[-30:])
def test_a_mesh_of_a_model_comes_back(path):
    for grid in plain_read(path)[:2]:
        if grid.any():
            came_back(grid, "watertight")


@pytest.mark.parametrize("seed", range(2))
def test_a_ball_has_the_color_of_its_nearest_triangle(seed):
    shape = ball(7.3, times=3) @ turn(seed).T
    random = np.random.default_rng(seed)
    material = random.integers(0, 40, len(shape)).astype(np.int32)
    # Neighbors have different bytes.
    paints = [Paint((*linear(np.array([6 * number, 255 - number, 99])), 1.0)) for number in range(40)]
    made = voxelise(triangles(shape, material), paints, VoxeliseOptions(voxel_size=1.0, fill=False))
    for cell, color in colors_of(made).items():
        squared = nearest_points(shape - (np.array(cell) + 0.5))[1]
        near = np.flatnonzero(squared < squared.min() + 1e-4)
        assert color[0] // 6 in material[near]
