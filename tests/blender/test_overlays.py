"""What overlays show: polygons told apart, T-junctions against a search over all pairs; none without a window."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


def noise(seed: int, colors: tuple[int, ...] = (1, 2, 3)) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((6, 5, 4)) < 0.6, rng.choice(colors, (6, 5, 4)), 0).astype(np.uint8)


def imported(write: Write, grid: np.ndarray, **options: object) -> bpy.types.Mesh:
    glass = hv.matl(3, type="_glass", trans=0.75, rough=0, ri=1.6)
    data = hv.vox(
        hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"r": 20}), hv.nshp(3, 0), glass,
        hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), **{"interior": "keep", **options})
    return bpy.context.object.data


def junctions(mesh: bpy.types.Mesh) -> set[tuple[int, tuple[int, int]]]:
    """Vertices inside edges, by dot and cross products of all pairs in voxels."""
    at = np.array([vertex.co for vertex in mesh.vertices]) / 0.1
    found = set()
    for edge in mesh.edges:
        a, b = (at[vertex] for vertex in edge.vertices)
        along = (at - a) @ (b - a) / np.dot(b - a, b - a)
        off = np.linalg.norm(np.cross(at - a, b - a), axis=1)
        for vertex in np.flatnonzero((along > 1e-3) & (along < 1 - 1e-3) & (off < 1e-3)).tolist():
            found.add((vertex, tuple(sorted(edge.vertices))))
    return found


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
def test_junctions_are_those_of_all_pairs(extension: str, write: Write, mode: str, faces: str) -> None:
    reading, overlays = (
        importlib.import_module(f"{extension}.{name}") for name in ("blender.reading", "operators.overlays")
    )
    for seed in range(3):
        mesh = imported(write, noise(seed, (1, 2)), mode=mode, faces=faces)
        read = reading.read_faces(mesh)
        corner, vertex = overlays.junctions_of(mesh, read)
        following = np.arange(1, len(read.vertex) + 1)
        following[read.start + read.length - 1] = read.start
        ends = np.sort(np.column_stack([read.vertex[corner], read.vertex[following[corner]]]), axis=1)
        assert set(zip(vertex.tolist(), map(tuple, ends.tolist()), strict=True)) == junctions(mesh)
        assert (len(vertex) == 0) == (mode in ("faces", "watertight"))


def test_bodies_of_glass_do_not_meet(extension: str, write: Write) -> None:
    """A vertex of glass within an edge of stone is none: both surfaces are closed."""
    reading, overlays = (
        importlib.import_module(f"{extension}.{name}") for name in ("blender.reading", "operators.overlays")
    )
    for seed in range(4):
        mesh = imported(write, noise(seed), mode="watertight")
        assert not len(overlays.junctions_of(mesh, reading.read_faces(mesh))[1])


def test_a_moved_vertex_makes_junctions(extension: str, write: Write) -> None:
    reading, overlays = (
        importlib.import_module(f"{extension}.{name}") for name in ("blender.reading", "operators.overlays")
    )
    mesh = imported(write, np.ones((4, 4, 4), np.uint8), mode="polygons")
    mesh.vertices.add(1)
    mesh.vertices[-1].co = np.mean([vertex.co for vertex in mesh.vertices[:2]], axis=0)
    assert not len(overlays.junctions_of(mesh, reading.read_faces(mesh))[1])
    ring = (0, 1, len(mesh.vertices) - 1)
    mesh.loops.add(3)
    mesh.polygons.add(1)
    mesh.polygons[-1].loop_start = len(mesh.loops) - 3
    mesh.polygons[-1].vertices = ring
    mesh.update(calc_edges=True)
    assert set(overlays.junctions_of(mesh, reading.read_faces(mesh))[1].tolist()) == {len(mesh.vertices) - 1}


@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
@pytest.mark.parametrize("merge", ["any", "color"])
@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
def test_polygons_are_those_of_the_mode(extension: str, write: Write, mode: str, merge: str, faces: str) -> None:
    core, reading = (importlib.import_module(f"{extension}.{name}") for name in ("core", "blender.reading"))
    modes = importlib.import_module(f"{extension}.core.mesh.modes").MODES
    for seed in range(3):
        grid = noise(seed, (1, 2))
        mesh = imported(write, grid, mode=mode, merge=merge, faces=faces)
        number = reading.polygon_numbers(reading.read_faces(mesh), rectangles=modes[mode].rectangles)
        source = core.build_mesh(grid, core.MeshOptions(mode=mode, merge=merge, interior="keep"))
        assert number.max() + 1 == source.polygon_count
        area = np.bincount(number, [polygon.area for polygon in mesh.polygons]) / 0.01
        corners = source.vertices[source.triangles].astype(float)
        twice = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
        assert sorted(area.round().tolist()) == sorted(np.bincount(source.triangle_polygon, twice / 2).round().tolist())


def test_directions_after_the_user_turned_the_mesh(extension: str, write: Write) -> None:
    reading = importlib.import_module(f"{extension}.blender.reading")
    mesh = imported(write, noise(2), mode="polygons")
    before = reading.read_faces(mesh)
    import mathutils

    mesh.transform(mathutils.Matrix.LocRotScale((3, 1, 2), mathutils.Euler((0.3, 0.5, 1)), (2, 2, -2)))
    after = reading.read_faces(mesh)
    assert (before.lattice == after.lattice).all() and not after.off.any() and told(mesh)
    assert (before.directions() >= 0).all()


def test_colors_differ(extension: str) -> None:
    overlays = importlib.import_module(f"{extension}.operators.overlays")
    colors = overlays.polygon_colors(300)
    assert (colors >= 0).all() and (colors <= 1).all() and colors.shape == (300, 4)
    assert len(np.unique(colors.round(3), axis=0)) == 300


@pytest.mark.parametrize("name", ["show_polygons", "show_junctions"])
def test_overlays_need_a_window(name: str) -> None:
    assert not getattr(bpy.ops.trivox, name).poll()
    with pytest.raises(RuntimeError):
        getattr(bpy.ops.trivox, name)()
