"""Smooth surfaces: colours and classes of triangles, blends of vertices, glass beside what is opaque; real files."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from helpers_mesh import shared
from helpers_smooth import assert_closed, model_of, rows
from hypothesis import given, settings
from hypothesis import strategies as st
from test_smooth import GRIDS
from trivox.core import read
from trivox.core.checks.smooth import check_smooth
from trivox.core.errors import OptionError, TrivoxError
from trivox.core.smooth import METHODS, SmoothOptions, build_smooth, vertex_colors
from trivox.core.voxels import Look, Material

GRAY = np.tile(np.arange(256, dtype=np.uint8)[:, None], (1, 4))


def look_of(**kinds: int) -> Look:
    materials = [Material()] * 256
    for kind, index in kinds.items():
        materials[index] = Material(kind=kind, emission=1.0)
    return Look(GRAY, tuple(materials))


def exposed(grid: np.ndarray) -> Counter[int]:
    padded, faces = np.pad(grid, 1), Counter()
    for axis in range(3):
        for side in (-1, 1):
            faces.update(padded[(padded != 0) & (np.roll(padded, side, axis) == 0)].tolist())
    return faces


@settings(max_examples=40, deadline=None)
@given(GRIDS, st.sampled_from([0, 2]))
def test_nets_show_each_side_of_a_voxel_in_its_color(grid: np.ndarray, blur: int) -> None:
    mesh = build_smooth(model_of(grid), SmoothOptions("nets", blur))
    shown, faces = Counter(mesh.colors.tolist()), exposed(grid)
    # Where sides are doubled there are fans of more triangles.
    assert shown.keys() == faces.keys() and all(shown[color] >= 2 * faces[color] for color in faces)
    if len(mesh.triangles) == 2 * sum(faces.values()):
        assert shown == Counter({color: 2 * count for color, count in faces.items()})


@settings(max_examples=40, deadline=None)
@given(GRIDS)
def test_cubes_have_the_color_of_the_nearest_voxel(grid: np.ndarray) -> None:
    mesh = build_smooth(model_of(grid), SmoothOptions("cubes", 0))
    for corner, color in zip(mesh.vertices[mesh.triangles].astype(float), mesh.colors.tolist(), strict=True):
        middle, near = corner.mean(axis=0), {}
        for point in corner:
            for cell in (np.floor(point - 0.25), np.floor(point + 0.25)):
                at = tuple(cell.astype(int))
                if all(0 <= c < side for c, side in zip(at, grid.shape, strict=True)) and grid[at]:
                    near[at] = round(float(((cell + 0.5 - middle) ** 2).sum()), 6)
        assert color in {int(grid[at]) for at, away in near.items() if away == min(near.values())}


def neighbours(mesh) -> dict[int, set[int]]:
    near = defaultdict(set)
    for triangle in mesh.triangles.tolist():
        for one in triangle:
            near[one] |= set(triangle) - {one}
    return near


@settings(max_examples=30, deadline=None)
@given(GRIDS)
def test_blends_are_means_of_a_voxel_and_its_neighbours(grid: np.ndarray) -> None:
    """Marching cubes: each vertex is of one voxel, whose weight is half, and the neighbours have the other half."""
    mesh = build_smooth(model_of(grid), SmoothOptions("cubes", 0, "blend"))
    own = {}
    for number, point in enumerate(mesh.vertices.astype(float)):
        for cell in (np.floor(point - 0.25), np.floor(point + 0.25)):
            at = tuple(cell.astype(int))
            if all(0 <= c < side for c, side in zip(at, grid.shape, strict=True)) and grid[at]:
                own[number] = int(grid[at])
    for number, near in neighbours(mesh).items():
        weights: Counter[int] = Counter()
        weights[own[number]] += 0.5
        for other in near:
            weights[own[other]] += 0.5 / len(near)
        found = dict(zip(mesh.blend_indices[number].tolist(), mesh.blend_weights[number].tolist(), strict=True))
        found.pop(0, None)
        # GRIDS has three colours, so that none is left out.
        assert found == pytest.approx(dict(weights), abs=1e-5)
    assert (np.diff(mesh.blend_weights, axis=1) <= 1e-6).all()


def test_only_four_colors_are_blended() -> None:
    grid = np.arange(1, 9, dtype=np.uint8).reshape(2, 2, 2)
    for method in METHODS:
        mesh = build_smooth(model_of(grid), SmoothOptions(method, 0, "blend"))
        assert check_smooth(mesh) == [] and (mesh.blend_weights > 0).sum(axis=1).max() == 4


def test_colors_are_mixed_in_linear_light() -> None:
    grid = np.full((1, 1, 2), 1, np.uint8)
    grid[0, 0, 1] = 2
    palette = np.zeros((256, 4), np.uint8)
    palette[1], palette[2] = (0, 0, 0, 255), (255, 255, 255, 255)
    mesh = build_smooth(model_of(grid), SmoothOptions("nets", 0, "blend"))
    mixed = vertex_colors(mesh, Look(palette))
    share = (mesh.blend_weights * (mesh.blend_indices == 2)).sum(axis=1)
    curve = np.where(share <= 0.0031308, 12.92 * share, 1.055 * share ** (1 / 2.4) - 0.055)
    assert mixed[:, 0] == pytest.approx(255 * curve, abs=0.6) and (mixed[:, 3] == 255).all()
    assert 100 < mixed[:, 0].mean() < 230
    with pytest.raises(OptionError, match="colors='blend'"):
        vertex_colors(build_smooth(model_of(grid)), Look(palette))


def test_classes_of_materials() -> None:
    grid = np.array([[[1, 2, 3, 4]]], np.uint8)
    look = look_of(glass=2, emit=3, metal=4)
    mesh = build_smooth(model_of(grid), SmoothOptions(), look)
    assert dict(zip(mesh.colors.tolist(), mesh.classes.tolist(), strict=True)) == {1: 0, 2: 1, 3: 2, 4: 3}
    plain = build_smooth(model_of(grid))
    assert set(plain.classes.tolist()) == {0} and plain.clear_triangles == 0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("blur", [0, 2])
def test_glass_is_a_closed_surface_of_its_own(method: str, blur: int) -> None:
    grid = np.ones((5, 5, 5), np.uint8)
    grid[3:] = 2
    grid[3:, 3:] = 3
    look = look_of(glass=2, media=3)
    mesh = build_smooth(model_of(grid), SmoothOptions(method, blur), look)
    assert check_smooth(mesh) == [] and mesh.clear_triangles and mesh.clear_vertices
    solid = build_smooth(model_of(np.where(grid == 1, grid, 0)), SmoothOptions(method, blur), look)
    first, last = len(mesh.vertices) - mesh.clear_vertices, len(mesh.triangles) - mesh.clear_triangles
    assert np.array_equal(mesh.vertices[:first], solid.vertices)
    assert set(mesh.colors[last:].tolist()) == {2, 3} and set(mesh.colors[:last].tolist()) == {1}
    # Within what is opaque, so that the surfaces do not lie on each other and there is no gap.
    touching = (np.abs(mesh.vertices[first:, 1:] - 2.5) < 1.6).all(axis=1) & (mesh.vertices[first:, 0] < 3.5)
    assert touching.any() and mesh.vertices[first:][touching, 0] == pytest.approx(3 - 7 / 16, abs=1e-3)
    opaque = build_smooth(model_of(grid), SmoothOptions(method, blur), look.opaque())
    assert opaque.clear_triangles == 0 and check_smooth(opaque) == []


def test_glass_alone_is_as_anything_else() -> None:
    grid = (np.random.default_rng(4).random((4, 4, 4)) < 0.5).astype(np.uint8)
    for method in METHODS:
        glass = build_smooth(model_of(grid), SmoothOptions(method), look_of(glass=1))
        solid = build_smooth(model_of(grid), SmoothOptions(method))
        assert rows(glass.vertices) == rows(solid.vertices) and glass.clear_triangles == len(solid.triangles)


MODELS = shared("models")


@pytest.mark.skipif(MODELS is None, reason="the shared models are not there")
@pytest.mark.parametrize("options", [SmoothOptions("nets", 1, "blend"), SmoothOptions("cubes", 0, joined=False)])
def test_real_files(options: SmoothOptions) -> None:
    checked = 0
    for path in sorted(MODELS.glob("*.vox")):
        try:
            scene = read(path)
        except TrivoxError:
            continue
        for model in sorted(scene.models, key=lambda one: -one.voxels)[:1]:
            mesh = build_smooth(model, options, scene.look)
            assert check_smooth(mesh) == [], path
            if 0 < model.voxels < 1000:
                assert_closed(mesh)
                checked += 1
    assert checked > 5
