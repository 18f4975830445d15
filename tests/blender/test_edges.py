"""Parted edges, vertices of one color and the faces' palette indices and kinds, in Blender and in files it writes."""

from __future__ import annotations

import importlib
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, orientations, rotation_byte

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

KINDS = ("diffuse", "metal", "glass", "emit", "blend", "media")
MATERIALS = [
    hv.matl(1, type="_diffuse"),
    hv.matl(2, type="_metal", metal=0.8, rough=0.25),
    hv.matl(3, type="_emit", emit=0.5, flux=1),
    hv.matl(4, type="_glass", trans=0.75, rough=0, ri=1.6),
    hv.matl(5, type="_diffuse"),
]
KIND_OF = {1: 0, 2: 1, 3: 3, 4: 2, 5: 0}
MIRROR = np.diag([-1, 1, 1])
TURN = orientations()[13]


def noise(colors: list[int], seed: int = 3, density: float = 0.5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((6, 5, 4)) < density, rng.choice(colors, (6, 5, 4)), 0).astype(np.uint8)


def file_of(grid: np.ndarray, turn: np.ndarray | None = None) -> bytes:
    frame = {} if turn is None else {"r": rotation_byte(turn)}
    return hv.vox(
        hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, frame), hv.nshp(3, 0),
        *MATERIALS, hv.rgba(hv.colors()),
    )  # fmt: skip


def imported(write: Write, grid: np.ndarray, turn: np.ndarray | None = None, **options: object) -> bpy.types.Object:
    path = write("a.vox", file_of(grid, turn))
    assert bpy.ops.import_scene.trivox(filepath=path, **{"interior": "keep", **options}) == {"FINISHED"}
    return bpy.context.object


def faces_of_edges(mesh: bpy.types.Mesh) -> Counter[int]:
    """How many edges have how many faces."""
    users = Counter(loop.edge_index for loop in mesh.loops)
    return Counter(users.values())


def numbers(mesh: bpy.types.Mesh, name: str) -> list[int]:
    attribute = mesh.attributes[name]
    assert (attribute.domain, attribute.data_type) == ("FACE", "INT")
    return [entry.value for entry in attribute.data]


def voxels_of_faces(mesh: bpy.types.Mesh, grid: np.ndarray, voxel_size: float = 0.1) -> list[set[int]]:
    """The palette indices behind each face: of the cells whose middle lies in it, by a polygon's own triangles."""
    mesh.calc_loop_triangles()
    pivot, found = np.array(grid.shape) // 2, defaultdict(set)
    points = np.array([vertex.co for vertex in mesh.vertices]) / voxel_size + pivot
    for triangle in mesh.loop_triangles:
        corners, normal = points[list(triangle.vertices)], np.array(triangle.normal).round().astype(int)
        low, high = corners.min(axis=0).round().astype(int), corners.max(axis=0).round().astype(int)
        for cell in np.argwhere(np.ones(np.maximum(high - low, 1))) + low:
            behind = cell - np.maximum(normal, 0)
            middle = cell + 0.5 * (normal == 0)
            sides = [np.dot(np.cross(b - a, middle - a), normal) for a, b in pairwise((*corners, corners[0]))]
            if min(sides) > -1e-3:
                found[triangle.polygon_index].add(int(grid[tuple(behind)]))
    return [found[index] for index in range(len(mesh.polygons))]


@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
@pytest.mark.parametrize("mode", ["faces", "watertight"])
@pytest.mark.parametrize("turn", [None, MIRROR, TURN], ids=["plain", "mirrored", "turned"])
def test_parted_edges_have_two_faces(write: Write, turn: np.ndarray | None, mode: str, faces: str) -> None:
    grid = noise([1, 5, 9])
    plain = imported(write, grid, turn, mode=mode, faces=faces)
    assert faces_of_edges(plain.data).keys() == {2, 4}
    obj = imported(write, grid, turn, mode=mode, faces=faces, part_edges=True)
    assert faces_of_edges(obj.data).keys() == {2}
    assert len(obj.data.vertices) > len(plain.data.vertices) and len(obj.data.polygons) == len(plain.data.polygons)
    assert not obj.data.validate(verbose=True)
    bpy.context.view_layer.update()
    assert_shows(obj, Placed(grid, np.eye(3, dtype=int) if turn is None else turn, np.zeros(3, int)), hv.colors())


def test_bodies_of_glass_are_parted(write: Write) -> None:
    grid = noise([1, 4], density=0.7)
    obj = imported(write, grid, mode="watertight", part_edges=True)
    assert max(faces_of_edges(obj.data)) == 2
    assert not obj.data.validate(verbose=True)


@pytest.mark.parametrize("mode", ["polygons", "rectangles", "fewest"])
def test_meshes_with_t_junctions_are_not_parted(write: Write, mode: str) -> None:
    grid = noise([1])
    vertices = [len(imported(write, grid, mode=mode, part_edges=parted).data.vertices) for parted in (False, True)]
    assert vertices[0] == vertices[1]


def test_a_rebuild_parts_again_and_splits_again(write: Write) -> None:
    grid = noise([1, 5])
    chosen = {"part_edges": True, "colors": "attribute", "split_colors": True}
    obj = imported(write, grid, mode="polygons", **chosen)
    direct = imported(write, grid, mode="watertight", **chosen)
    bpy.context.view_layer.objects.active = obj
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", mode="watertight") == {"FINISHED"}
    for name, width in (("vertices", "co"), ("loops", "vertex_index")):
        one, other = ([getattr(entry, width) for entry in getattr(mesh, name)] for mesh in (obj.data, direct.data))
        assert np.allclose(one, other)
    for name in ("trivox_color", "trivox_kind"):
        assert numbers(obj.data, name) == numbers(direct.data, name)


def test_the_sidebar_tells_edges_with_four_faces(write: Write, extension: str) -> None:
    panels, stats = (importlib.import_module(f"{extension}.ui.{name}") for name in ("object_panel", "stats"))
    grid = np.zeros((2, 2, 3), np.uint8)
    grid[0, 0], grid[1, 1] = 1, 1
    rows = {
        (mode, parted): dict(
            (row.label, *row.values)
            for row in panels.fact_rows(stats.statistics([imported(write, grid, mode=mode, part_edges=parted)]))
        ).get("Edges with 4 Faces")
        for mode in ("faces", "polygons", "watertight")
        for parted in (False, True)
    }
    assert {chosen: row for chosen, row in rows.items() if row} == {("faces", False): "3", ("watertight", False): "1"}
    objects = [imported(write, grid, mode="watertight", part_edges=parted) for parted in (False, True)]
    assert (
        dict((row.label, *row.values) for row in panels.fact_rows(stats.statistics(objects)))["Edges with 4 Faces"]
        == "1"
    )


def colors_of_vertices(mesh: bpy.types.Mesh) -> dict[int, set[int]]:
    found = defaultdict(set)
    for polygon, index in zip(mesh.polygons, numbers(mesh, "trivox_color"), strict=True):
        for vertex in polygon.vertices:
            found[vertex].add(index)
    return found


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
def test_split_vertices_have_one_color(write: Write, mode: str) -> None:
    grid = noise([1, 2, 3, 5, 200])
    plain = imported(write, grid, mode=mode, colors="attribute")
    pairs = sum(map(len, colors_of_vertices(plain.data).values()))
    assert len(plain.data.vertices) < pairs
    obj = imported(write, grid, mode=mode, colors="attribute", split_colors=True)
    assert set(map(len, colors_of_vertices(obj.data).values())) == {1} and len(obj.data.vertices) == pairs
    bpy.context.view_layer.update()
    assert_shows(obj, Placed(grid, np.eye(3, dtype=int), np.zeros(3, int)), hv.colors())


@pytest.mark.parametrize("colors", ["texture", "palette", "materials"])
def test_other_ways_to_keep_colors_do_not_split(write: Write, colors: str) -> None:
    grid = noise([1, 5])
    vertices = [len(imported(write, grid, colors=colors, split_colors=split).data.vertices) for split in (False, True)]
    assert vertices[0] == vertices[1]


def exported(path: Path) -> np.ndarray:
    """(n, 3) the colors of the vertices in an .obj or .ply file written as text."""
    lines = path.read_text().splitlines()
    if path.suffix == ".obj":
        return np.array([line.split()[4:7] for line in lines if line.startswith("v ")], np.float64) * 255
    count = int(next(line.split()[2] for line in lines if line.startswith("element vertex")))
    names = [line.split()[2] for line in lines if line.startswith("property") and "list" not in line]
    start = lines.index("end_header") + 1
    rows = np.array([line.split() for line in lines[start : start + count]], np.float64)
    return rows[:, [names.index(name) for name in ("red", "green", "blue")]]


@pytest.mark.parametrize("ending", ["obj", "ply"])
def test_files_of_colored_vertices_have_the_palettes_colors(write: Write, tmp_path: Path, ending: str) -> None:
    grid = noise([1, 3, 5, 77, 200])
    wanted = {hv.colors()[index - 1][:3] for index in np.unique(grid[grid > 0]).tolist()}
    path = tmp_path / f"out.{ending}"
    for split in (False, True):
        imported(write, grid, colors="attribute", split_colors=split)
        if ending == "obj":
            bpy.ops.wm.obj_export(filepath=str(path), export_selected_objects=True, export_colors=True)
        else:
            bpy.ops.wm.ply_export(
                filepath=str(path), export_selected_objects=True, export_colors="SRGB", ascii_format=True
            )
        found = exported(path)
        assert np.abs(found - found.round()).max() < 0.05 or not split
        assert ({tuple(color) for color in found.round().astype(int).tolist()} == wanted) == split


@pytest.mark.parametrize("faces", ["quads", "triangles"])
@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles"])
@pytest.mark.parametrize("options", [{}, {"merge": "color"}, {"merge": "material"}, {"colors": "attribute"}], ids=str)
def test_faces_know_their_color_and_kind(write: Write, options: dict[str, str], mode: str, faces: str) -> None:
    """A piece of one color has its index, a piece of one kind its kind; a face that is a whole piece can tell."""
    grid = noise([1, 2, 3, 4, 5], density=0.8)
    obj = imported(write, grid, mode=mode, faces=faces, **options)
    shown = voxels_of_faces(obj.data, grid)
    one_color = mode == "faces" or options.get("merge") == "color" or "colors" in options
    index, kind = numbers(obj.data, "trivox_color"), numbers(obj.data, "trivox_kind")
    for polygon, seen, i, k in zip(obj.data.polygons, shown, index, kind, strict=True):
        kinds = {KIND_OF[color] for color in seen}
        whole = polygon.loop_total == 4
        if one_color or (whole and len(seen) == 1):
            assert {i} == seen and {k} == kinds
        elif len(seen) > 1:
            assert i == 0 and (k == -1 if len(kinds) > 1 else k in ({-1} | kinds))
            assert not whole or {k} == (kinds if len(kinds) == 1 else {-1})
        else:
            assert i in {0} | seen and k in {-1} | kinds
        assert options.get("merge") != "material" or k >= 0
    assert one_color or 0 in index


def test_kinds_are_numbered_as_the_core_does(extension: str) -> None:
    assert importlib.import_module(f"{extension}.core.voxels.look").MATERIAL_KINDS == KINDS


def test_exporters_pass_the_attributes_over(write: Write, tmp_path: Path) -> None:
    imported(write, noise([1, 2, 3, 4, 5]), mode="watertight", part_edges=True)
    results = {
        "glb": bpy.ops.export_scene.gltf(filepath=str(tmp_path / "a.glb"), export_attributes=True),
        "fbx": bpy.ops.export_scene.fbx(filepath=str(tmp_path / "a.fbx")),
        "obj": bpy.ops.wm.obj_export(filepath=str(tmp_path / "a.obj")),
        "ply": bpy.ops.wm.ply_export(filepath=str(tmp_path / "a.ply"), export_attributes=True),
        "stl": bpy.ops.wm.stl_export(filepath=str(tmp_path / "a.stl")),
        "usda": bpy.ops.wm.usd_export(filepath=str(tmp_path / "a.usda")),
    }
    for ending, result in results.items():
        assert result == {"FINISHED"} and (tmp_path / f"a.{ending}").stat().st_size > 1000
    assert b"trivox_kind" not in (tmp_path / "a.glb").read_bytes()
    assert "primvars:trivox_kind" in (tmp_path / "a.usda").read_text()


def test_an_obj_keeps_edges_parted(write: Write, tmp_path: Path) -> None:
    """Its vertices are numbered apart from its texture coordinates."""
    path = tmp_path / "a.obj"
    for parted in (False, True):
        imported(write, noise([1, 5]), mode="watertight", part_edges=parted)
        bpy.ops.wm.obj_export(filepath=str(path), export_selected_objects=True)
        faces = [line.split()[1:] for line in path.read_text().splitlines() if line.startswith("f ")]
        corners = [[int(corner.split("/")[0]) for corner in face] for face in faces]
        edges = Counter(frozenset(edge) for face in corners for edge in pairwise((*face, face[0])))
        assert set(edges.values()) == ({2} if parted else {2, 4})


def test_trimesh_takes_a_parted_file_for_watertight(write: Write, tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    obj = imported(write, noise([1, 5]), mode="watertight", faces="triangles", part_edges=True, colors="attribute")
    bpy.ops.wm.ply_export(filepath=str(tmp_path / "a.ply"), export_selected_objects=True, export_uv=False)
    read = trimesh.load(tmp_path / "a.ply", process=False)
    assert len(read.faces) == len(obj.data.polygons)
    assert read.is_watertight and read.is_winding_consistent
