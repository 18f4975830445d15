"""N-gons: whole polygons as Blender's faces, those with holes in a few, with the same vertices, area and colors."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, orientations, rotation_byte, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

PLAIN = np.eye(3, dtype=int)
MIRROR = np.diag([-1, 1, 1])


def imported(write: Write, grid: np.ndarray, turn: np.ndarray = PLAIN, **options: object) -> bpy.types.Object:
    data = hv.vox(
        hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"r": rotation_byte(turn)}), hv.nshp(3, 0),
        hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), **{"interior": "keep", "faces": "ngons", **options})
    return bpy.context.object


def plate(holes: list[tuple[int, int]], side: int = 7) -> np.ndarray:
    """A slab of one layer with holes of one cell."""
    grid = np.ones((side, side, 1), np.uint8)
    for x, y in holes:
        grid[x, y] = 0
    return grid


def noise(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    filled = rng.random((7, 6, 3)) < (0.5, 0.7, 0.9)[seed % 3]
    return np.where(filled, rng.integers(1, 4, filled.shape), 0).astype(np.uint8)


def top_faces(mesh: bpy.types.Mesh) -> list[bpy.types.MeshPolygon]:
    return [polygon for polygon in mesh.polygons if polygon.normal.z > 0.5]


@pytest.mark.parametrize(
    ("holes", "pieces"), [([], [1]), ([(3, 3)], [2]), ([(1, 3), (5, 3)], [2, 3]), ([(1, 1), (1, 5), (5, 1)], [2, 3, 4])]
)
@pytest.mark.parametrize("mode", ["polygons", "watertight"])
def test_holes_are_cut_in_few_pieces(write: Write, holes: list, pieces: list[int], mode: str) -> None:
    grid = plate(holes)
    mesh = imported(write, grid, mode=mode).data
    assert len(top_faces(mesh)) in pieces
    assert sum(polygon.area for polygon in top_faces(mesh)) == pytest.approx(0.01 * grid.sum())


def test_a_notch_stays_one_face(write: Write) -> None:
    """An L of seven cells: Blender's face has its six corners, and in Watertight the one below the step too."""
    grid = np.zeros((4, 4, 2), np.uint8)
    grid[:, 0, 0], grid[0, :, 0], grid[0, 0, 1] = 1, 1, 1
    for mode, corners in (("polygons", 6), ("watertight", 6)):
        mesh = imported(write, grid, mode=mode).data
        (floor,) = (polygon for polygon in mesh.polygons if polygon.normal.z < -0.5)
        assert floor.loop_total == corners
    (side,) = (polygon for polygon in mesh.polygons if polygon.normal.y < -0.5)
    assert side.loop_total == 6


@pytest.mark.parametrize("mode", ["polygons", "watertight"])
@pytest.mark.parametrize("turn", [PLAIN, MIRROR, orientations()[13]], ids=["plain", "mirrored", "turned"])
def test_faces_are_simple_and_colors_exact(write: Write, mode: str, turn: np.ndarray) -> None:
    for seed in range(6):
        grid = noise(seed)
        obj = imported(write, grid, turn, mode=mode)
        mesh = obj.data
        assert not mesh.validate(verbose=True)
        assert all(len(set(polygon.vertices)) == polygon.loop_total for polygon in mesh.polygons)
        counts = told(mesh)["counts"]
        assert len(mesh.vertices) == counts["vertices"]
        mesh.calc_loop_triangles()
        assert sum(polygon.loop_total - 2 for polygon in mesh.polygons) == counts["triangles"]
        assert len(mesh.loop_triangles) == counts["triangles"]
        bpy.context.view_layer.update()
        assert_shows(obj, Placed(grid, turn, np.zeros(3, int)), hv.colors())


def test_watertight_stays_closed(write: Write) -> None:
    for seed in range(6):
        mesh = imported(write, noise(seed), mode="watertight").data
        sides = {}
        for loop_start, total in ((polygon.loop_start, polygon.loop_total) for polygon in mesh.polygons):
            ring = [mesh.loops[loop_start + place].vertex_index for place in range(total)]
            for pair in zip(ring, ring[1:] + ring[:1], strict=True):
                sides[pair] = sides.get(pair, 0) + 1
        assert all(sides.get(pair[::-1]) == times for pair, times in sides.items())


@pytest.mark.parametrize("mode", ["faces", "rectangles", "fewest"])
def test_rectangles_are_as_quads(write: Write, mode: str) -> None:
    grid, found = noise(4), []
    for faces in ("quads", "ngons"):
        mesh = imported(write, grid, mode=mode, faces=faces).data
        found.append([list(polygon.vertices) for polygon in mesh.polygons])
    assert found[0] == found[1]


def test_another_mode_keeps_them(write: Write) -> None:
    obj = imported(write, plate([(3, 3)]), mode="faces")
    assert bpy.ops.trivox.use_mode(mode="polygons") == {"FINISHED"}
    assert len(top_faces(obj.data)) == 2 and told(obj.data)["options"]["faces"] == "ngons"
