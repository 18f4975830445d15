"""What hidden places of tiles show: the voxel before them, told cell by cell, or else the nearest colour as before."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh, build_model
from trivox.core.directions import AXIS, NORMAL, SIGN, U_AXIS, V_AXIS
from trivox.core.mesh.mesh import Mesh
from trivox.core.texture import TEXTURED, painting
from trivox.core.texture.ragged import batches
from trivox.core.voxels import Look, Material, Model

PALETTE = np.tile(np.arange(256, dtype=np.uint8)[:, None], (1, 4))


def shown_at(mesh: Mesh, polygon: int, column: int, row: int) -> int:
    place = np.array([[column + 0.5, row + 0.5]])
    across, up = np.floor(mesh.projection.texels(np.array([polygon]), place))[0].astype(int)
    return int(mesh.atlas[up, across])


def places(mesh: Mesh, grid: np.ndarray) -> list[tuple[int, int, int, int]]:
    """For each place of each tile: polygon, what it shows, the cell behind and the one before, 0 for air."""
    padded, found = np.pad(grid, 1), []
    low, high = mesh.polygon_boxes()
    for polygon in np.flatnonzero(mesh.projection.color == TEXTURED).tolist():
        way = mesh.polygon_direction[polygon]
        u, v, axis = U_AXIS[way], V_AXIS[way], AXIS[way]
        for column in range(low[polygon][u], high[polygon][u]):
            for row in range(low[polygon][v], high[polygon][v]):
                cell = np.empty(3, int)
                cell[[u, v, axis]] = column, row, low[polygon][axis] - (SIGN[way] > 0)
                behind, before = padded[tuple(cell + 1)], padded[tuple(cell + NORMAL[way] + 1)]
                found.append((polygon, shown_at(mesh, polygon, column, row), int(behind), int(before)))
    return found


@settings(max_examples=60)
@given(oracle.grids(4), st.sampled_from(["fewest", "cutout"]), st.integers(0, 2))
def test_hidden_places_show_what_is_before_them(grid: np.ndarray, mode: str, border: int) -> None:
    grid = np.where(grid, oracle.random_colours(grid, 1, 4), 0).astype(np.uint8)
    mesh = build_mesh(grid, MeshOptions(mode=mode, border=border, interior="keep"))
    for _, shown, behind, before in places(mesh, grid):
        if behind and before:
            assert shown == before
        elif behind:
            # A face; cut-outs may leave it to another rectangle.
            assert shown == behind or (mode == "cutout" and shown == 0)
        else:
            assert mode == "cutout" and shown == 0


@pytest.mark.parametrize("mode", ["fewest", "cutout"])
def test_there_are_such_places(mode: str) -> None:
    grid = np.where(np.random.default_rng(3).random((6, 6, 4)) < 0.6, 1, 0).astype(np.uint8)
    grid = np.where(grid, oracle.random_colours(grid, 1, 4), 0).astype(np.uint8)
    found = places(build_mesh(grid, MeshOptions(mode=mode, interior="keep")), grid)
    assert sum(bool(behind and before and behind != before) for _, _, behind, before in found) > 20


def table() -> np.ndarray:
    """A floor of two colours, 1 and 2, and a block of colour 3 in its middle."""
    grid = np.zeros((6, 5, 2), np.uint8)
    grid[:, :, 0] = 1
    grid[0, 0, 0] = 2
    grid[2:4, 2:4, 1] = 3
    return grid


def hidden_colors(mesh: Mesh, grid: np.ndarray) -> set[int]:
    return {shown for _, shown, behind, before in places(mesh, grid) if behind and before}


@pytest.mark.parametrize("mode", ["fewest", "cutout"])
@pytest.mark.parametrize(("kind", "expected"), [("diffuse", {3}), ("metal", {1}), ("emit", {1}), ("glass", set())])
def test_a_tile_stays_of_its_kinds_of_material(mode: str, kind: str, expected: set[int]) -> None:
    materials = [Material()] * 256
    materials[3] = Material(kind=kind, transparency=0.5)
    look = Look(PALETTE, tuple(materials))
    mesh = build_model(Model.from_grid(table()), MeshOptions(mode=mode), look)
    solid = np.where(look.transparent[table()], 0, table()).astype(np.uint8)
    assert hidden_colors(mesh, solid) == expected


@pytest.mark.parametrize("mode", ["fewest", "cutout"])
def test_glass_in_sealed_hollows_and_other_things_show_nowhere(mode: str) -> None:
    grid = np.zeros((8, 8, 4), np.uint8)
    grid[:, :, 0], grid[0, 0, 0] = 1, 2
    grid[2:6, 2:6, 1:] = 3
    grid[3:5, 3:5, 1:3] = 4
    glass = np.arange(256) == 4
    mesh = build_mesh(grid, MeshOptions(mode=mode), transparent=glass)
    solid = np.where(grid == 4, 9, grid)
    assert {shown for _, shown, behind, before in places(mesh, solid) if (behind, before) == (1, 9)} == {1}
    blocked = Model.from_grid(table())
    blocked = replace(blocked, blocked=np.array([[5, 4, 1], [4, 4, 1]], np.int32))
    mesh = build_model(blocked, MeshOptions(mode=mode))
    there = table()
    there[5, 4, 1] = there[4, 4, 1] = 9
    assert {shown for _, shown, behind, before in places(mesh, there) if (behind, before) == (1, 9)} <= {1}


@pytest.mark.parametrize("mode", ["fewest", "cutout"])
def test_by_color_or_class_it_stays_of_its_key(mode: str) -> None:
    classes = np.zeros(256, np.int64)
    classes[3] = 7
    for options, given_classes in (({"merge": "material"}, classes), ({}, classes)):
        mesh = build_mesh(table(), MeshOptions(mode=mode, **options), material_class=given_classes)
        assert hidden_colors(mesh, table()) == {1}
    assert hidden_colors(build_mesh(table(), MeshOptions(mode=mode, merge="color")), table()) <= {1, 2}


@pytest.mark.parametrize("mode", ["polygons", "rectangles"])
def test_other_modes_show_nothing_else(mode: str) -> None:
    found = hidden_colors(build_mesh(table(), MeshOptions(mode=mode)), table())
    assert found <= {1}


@pytest.mark.parametrize("own", [False, True])
def test_polygons_of_one_color_stay_so(own: bool) -> None:
    grid = table()
    grid[0, 0, 0] = 1
    mesh = build_mesh(grid, MeshOptions(mode="fewest", own_texels=own))
    low, high = mesh.polygon_boxes()
    (floor,) = np.flatnonzero((mesh.polygon_direction == 4) & (low[:, 2] == 1))
    assert high[floor].tolist() == [6, 5, 1] and mesh.projection.color[floor] == 1
    if own:
        assert {shown_at(mesh, floor, column, row) for column in range(6) for row in range(5)} == {1}
    else:
        assert mesh.projection.is_flat[floor]


@pytest.mark.parametrize("mode", ["fewest", "cutout"])
def test_in_however_many_parts(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = np.where(np.random.default_rng(3).random((6, 6, 4)) < 0.6, 1, 0).astype(np.uint8)
    grid = np.where(grid, oracle.random_colours(grid, 1, 4), 0).astype(np.uint8)
    whole = build_mesh(grid, MeshOptions(mode=mode))
    monkeypatch.setattr(painting, "batches", lambda length: batches(length, 10))
    assert np.array_equal(build_mesh(grid, MeshOptions(mode=mode)).atlas, whole.atlas)
