"""Validate: nothing is found in what was imported, and every damage is, with the faces that it is about."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType

import bpy  # isort: skip  makes the others known
import bmesh
import helpers_vox as hv
import mathutils
import numpy as np
import pytest
from helpers_scene import data_counts, orientations, rotation_byte

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"]
COLORS = ["texture", "strip", "palette", "attribute", "materials"]


@pytest.fixture
def validate(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.operators.validate")


def noise(seed: int, colors: tuple[int, ...] = (1, 2, 3, 4)) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((6, 5, 4)) < 0.6, rng.choice(colors, (6, 5, 4)), 0).astype(np.uint8)


def imported(write: Write, grid: np.ndarray, turn: int = 0, **options: object) -> bpy.types.Object:
    glass = hv.matl(4, type="_glass", trans=0.75, rough=0, ri=1.6)
    frame = {"r": rotation_byte(orientations()[turn])}
    data = hv.vox(
        hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, frame), hv.nshp(3, 0), glass,
        hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), **options)
    return bpy.context.object


def slab(write: Write, **options: object) -> bpy.types.Object:
    """Five cells by four, one high, in four colors, whose top is at 0.1."""
    grid = np.array([1 + (x + y) % 3 for x in range(5) for y in range(4)], np.uint8).reshape(5, 4, 1)
    return imported(write, grid, **options)


def found(validate: ModuleType, obj: bpy.types.Object) -> dict[str, tuple[int, list[int]]]:
    assert bpy.ops.trivox.validate() == {"FINISHED"}
    verdict = validate.verdict_of(obj.data)
    assert verdict.holds == (not {fault.kind for fault in verdict.faults} - {validate.EDITED})
    return {fault.kind: (fault.count, fault.faces.tolist()) for fault in verdict.faults}


def top(mesh: bpy.types.Mesh) -> list[int]:
    return [polygon.index for polygon in mesh.polygons if polygon.normal.z > 0.5]


def remove_face(mesh: bpy.types.Mesh, index: int) -> None:
    work = bmesh.new()
    work.from_mesh(mesh)
    work.faces.ensure_lookup_table()
    bmesh.ops.delete(work, geom=[work.faces[index]], context="FACES_ONLY")
    work.to_mesh(mesh)
    work.free()


@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
@pytest.mark.parametrize("mode", MODES)
def test_what_was_imported_holds(validate: ModuleType, write: Write, mode: str, faces: str) -> None:
    for seed in range(6):
        options = {"interior": ("keep", "remove")[seed % 2], "part_edges": seed % 3 == 0}
        obj = imported(write, noise(seed), turn=7 * seed, mode=mode, faces=faces, **options)
        before = data_counts()
        assert not found(validate, obj) and data_counts() == before


@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize("mode", MODES)
def test_every_way_to_keep_colors_holds(validate: ModuleType, write: Write, mode: str, colors: str) -> None:
    obj = imported(write, noise(9), turn=20, mode=mode, colors=colors)
    assert not found(validate, obj)


def test_moved_as_a_whole_holds(validate: ModuleType, write: Write) -> None:
    obj = imported(write, noise(3), mode="watertight")
    obj.data.transform(mathutils.Matrix.LocRotScale((3, 1, 2), mathutils.Euler((0.3, 0.5, 1)), (2, 3, 2)))
    assert not found(validate, obj)


def test_joined_without_contacts_holds(validate: ModuleType, write: Write) -> None:
    """Cells of the other object block faces, and voxels begin far from the corner of the box."""
    bars = [np.full((2, 3, 2), color, np.uint8) for color in (1, 2)]
    data = hv.vox(
        *(hv.dense_model(bar) for bar in bars), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, {"t": "50 0 0"}),
        hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "52 0 0"}), hv.nshp(5, 1), hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("two.vox", data), join="contacts")
    objects = [obj for obj in bpy.data.objects if obj.type == "MESH"]
    assert len(objects) == 2
    for obj in objects:
        bpy.context.view_layer.objects.active = obj
        assert sum(polygon.area for polygon in obj.data.polygons) == pytest.approx(0.01 * (32 - 6))
        assert not found(validate, obj)


def test_rectangles_that_reach_under_another_object_hold(validate: ModuleType, write: Write) -> None:
    """A cube on the middle of a slab: in Fewest the slab's top is one rectangle, its middle hidden by the cube."""
    models = [np.ones((3, 3, 1), np.uint8), np.full((1, 1, 1), 2, np.uint8)]
    data = hv.vox(
        *(hv.dense_model(grid) for grid in models), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3), hv.nshp(3, 0),
        hv.ntrn(4, 5, {"t": "0 0 1"}), hv.nshp(5, 1), hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("two.vox", data), join="contacts", mode="fewest")
    slab_obj = max((obj for obj in bpy.data.objects if obj.type == "MESH"), key=lambda obj: obj.dimensions.x)
    bpy.context.view_layer.objects.active = slab_obj
    assert sum(slab_obj.data.polygons[index].area for index in top(slab_obj.data)) == pytest.approx(0.09)
    assert not found(validate, slab_obj)


@pytest.mark.parametrize("mode", ["faces", "watertight", "rectangles", "fewest"])
def test_a_missing_face(validate: ModuleType, write: Write, mode: str) -> None:
    obj = slab(write, mode=mode)
    count = 1 if mode == "faces" else 20
    remove_face(obj.data, top(obj.data)[0])
    faults = found(validate, obj)
    assert faults.keys() == {"missing"} and faults["missing"][0] == count
    assert faults["missing"][1] and set(faults["missing"][1]) <= set(range(len(obj.data.polygons)))


def test_a_face_twice(validate: ModuleType, write: Write) -> None:
    obj = slab(write, mode="polygons")
    work = bmesh.new()
    work.from_mesh(obj.data)
    work.faces.ensure_lookup_table()
    chosen = top(obj.data)[0]
    bmesh.ops.duplicate(work, geom=[work.faces[chosen]])
    work.to_mesh(obj.data)
    work.free()
    assert found(validate, obj) == {"twice": (20, [chosen, len(obj.data.polygons) - 1])}


def test_a_vertex_off_the_grid(validate: ModuleType, write: Write) -> None:
    obj = imported(write, noise(3), mode="polygons")
    mesh = obj.data
    # None of those that tell where the mesh is.
    held = importlib.import_module(validate.__name__.replace("operators.validate", "blender.record"))
    anchors = held.read_record(mesh).anchors[::4]
    moved = min(set(range(len(mesh.vertices))) - set(anchors))
    mesh.vertices[moved].co.z += 0.03
    faults = found(validate, obj)
    assert faults["off"][1] == [face.index for face in obj.data.polygons if moved in face.vertices]
    assert "missing" in faults


def test_a_face_moved_by_a_whole_voxel(validate: ModuleType, write: Write) -> None:
    """All corners are on the grid, yet the slab is two high."""
    obj = slab(write, mode="polygons")
    chosen = obj.data.polygons[top(obj.data)[0]]
    for vertex in chosen.vertices:
        obj.data.vertices[vertex].co.z += 0.1
    work = found(validate, obj)
    # The whole mesh is stretched, which is a place like any other.
    assert not work
    obj = imported(write, noise(5), mode="rectangles", interior="keep")
    largest = max(obj.data.polygons, key=lambda polygon: polygon.area)
    copied = [obj.data.vertices[vertex].co.copy() for vertex in largest.vertices]
    normal = largest.normal * 0.1
    remove_face(obj.data, largest.index)
    work = bmesh.new()
    work.from_mesh(obj.data)
    face = work.faces.new([work.verts.new(point + 40 * normal) for point in copied])
    face.normal_update()
    work.to_mesh(obj.data)
    work.free()
    faults = found(validate, obj)
    assert faults["stray"][1] == [len(obj.data.polygons) - 1]
    assert faults["missing"][0] == faults["stray"][0] == round(largest_area(obj) / 0.01)


def largest_area(obj: bpy.types.Object) -> float:
    return obj.data.polygons[-1].area


def test_a_wrong_color(validate: ModuleType, write: Write) -> None:
    """A texel of the image that was painted over: one side is wrong, and so is the face that shows it."""
    obj = slab(write, mode="watertight")
    (image,) = (image for image in bpy.data.images if tuple(image.size) != (0, 0))
    uv = obj.data.uv_layers.active.uv
    chosen = top(obj.data)[0]
    face = obj.data.polygons[chosen]
    corners = np.array([uv[loop].vector for loop in face.loop_indices]) * np.array(image.size)
    column, row = np.floor(corners.min(axis=0) + 0.5).astype(int).tolist()
    start = 4 * (row * image.size[0] + column)
    image.pixels[start : start + 3] = (1, 0, 1)
    assert found(validate, obj) == {"colors": (1, [chosen])}


def test_turned_texture_coordinates(validate: ModuleType, write: Write) -> None:
    obj = slab(write, mode="polygons", faces="ngons")
    chosen = top(obj.data)[0]
    face, uv = obj.data.polygons[chosen], obj.data.uv_layers.active.uv
    first = uv[face.loop_start].vector.copy()
    for loop in face.loop_indices:
        uv[loop].vector = first
    faults = found(validate, obj)
    assert faults.keys() == {"colors"} and faults["colors"][1] == [chosen] and faults["colors"][0] > 10


def test_a_removed_texture(validate: ModuleType, write: Write) -> None:
    obj = slab(write)
    for image in list(bpy.data.images):
        bpy.data.images.remove(image)
    assert found(validate, obj).keys() == {validate.NO_COLORS}


def test_junctions_where_there_must_be_none(validate: ModuleType, write: Write) -> None:
    """A side cut in two from its edge's middle: what is beside it has a vertex in its side."""
    obj = slab(write, mode="watertight")
    work = bmesh.new()
    work.from_mesh(obj.data)
    work.faces.ensure_lookup_table()
    old = work.faces[top(obj.data)[0]]
    at = [vertex.co.copy() for vertex in old.verts]
    long = next(place for place in range(4) if abs((at[place] - at[place - 3]).length - 0.4) < 1e-6)
    middle = work.verts.new((at[long] + at[long - 3]) / 2)
    layer, texels = work.loops.layers.uv.active, [loop[work.loops.layers.uv.active].uv.copy() for loop in old.loops]
    half = (texels[long] + texels[long - 3]) / 2
    ring = [place % 4 for place in range(long + 1, long + 5)]
    for places in ([ring[0], ring[1], ring[2]], [ring[0], ring[2], None], [None, ring[2], ring[3]]):
        if len({place for place in places if place is not None}) < 2:
            continue
        face = work.faces.new([middle if place is None else old.verts[place] for place in places])
        for loop, place in zip(face.loops, places, strict=True):
            loop[layer].uv = half if place is None else texels[place]
    bmesh.ops.delete(work, geom=[old], context="FACES_ONLY")
    work.to_mesh(obj.data)
    work.free()
    faults = found(validate, obj)
    assert faults.keys() == {"junctions"} and faults["junctions"][0] == 1
    (beside,) = faults["junctions"][1]
    assert obj.data.polygons[beside].normal.z == pytest.approx(0, abs=1e-6)


def test_an_edited_mesh_that_shows_the_same(validate: ModuleType, write: Write) -> None:
    obj = slab(write, mode="polygons")
    work = bmesh.new()
    work.from_mesh(obj.data)
    bmesh.ops.triangulate(work, faces=work.faces[:])
    work.to_mesh(obj.data)
    work.free()
    assert found(validate, obj).keys() == {validate.EDITED}


def test_proofs_are_told(validate: ModuleType, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    obj = slab(write)
    monkeypatch.setattr(validate, "check_mesh", lambda *_arguments: ["the surface has {a hole}"])
    faults = found(validate, obj)
    assert faults.keys() == {"the surface has {a hole}"}
    assert validate.fault_text(validate.verdict_of(obj.data).faults[0]) == "the surface has {a hole}"


def test_a_click_selects_the_faces(validate: ModuleType, write: Write) -> None:
    obj = slab(write, mode="polygons", faces="triangles")
    remove_face(obj.data, top(obj.data)[0])
    faults = found(validate, obj)
    assert bpy.ops.trivox.select_fault("EXEC_DEFAULT", True, index=0) == {"FINISHED"}
    assert obj.mode == "EDIT"
    work = bmesh.from_edit_mesh(obj.data)
    assert [face.index for face in work.faces if face.select] == faults["missing"][1]
    before = data_counts()
    bmesh.ops.delete(work, geom=[work.faces[:][0]], context="FACES_ONLY")
    bmesh.update_edit_mesh(obj.data)
    assert found(validate, obj)["missing"][0] > faults["missing"][0]
    assert obj.mode == "EDIT" and data_counts() == before
    bpy.ops.object.mode_set(mode="OBJECT")


def test_another_click_selects_others(validate: ModuleType, write: Write) -> None:
    obj = slab(write, mode="polygons")
    for loop in obj.data.polygons[top(obj.data)[0]].loop_indices:
        obj.data.uv_layers.active.uv[loop].vector = (0.01, 0.01)
    below = next(face.index for face in obj.data.polygons if face.normal.z < -0.5)
    remove_face(obj.data, below)
    faults = list(found(validate, obj).values())
    assert len(faults) == 2
    for index in (0, 1, 0):
        assert bpy.ops.trivox.select_fault("INVOKE_DEFAULT", True, index=index) == {"FINISHED"}
        work = bmesh.from_edit_mesh(obj.data)
        assert [face.index for face in work.faces if face.select] == faults[index][1]
    bpy.ops.object.mode_set(mode="OBJECT")


def test_faults_of_other_faces_are_forgotten(validate: ModuleType, write: Write) -> None:
    obj = slab(write, mode="polygons")
    remove_face(obj.data, 0)
    assert found(validate, obj)
    remove_face(obj.data, 0)
    assert validate.verdict_of(obj.data) is None
    assert bpy.ops.trivox.select_fault(index=0) == {"CANCELLED"} and obj.mode == "OBJECT"


def test_an_empty_mesh_misses_all(validate: ModuleType, write: Write) -> None:
    obj = slab(write)
    obj.data.clear_geometry()
    obj.data.uv_layers.new(name="UVMap")
    assert found(validate, obj)["missing"] == (2 * 20 + 2 * 9, [])


def test_cut_outs_that_show_too_little_or_too_much(validate: ModuleType, write: Write) -> None:
    """What counts is what the image shows: a face is nothing where it is clear."""
    obj = imported(write, noise(5), mode="cutout", texels_per_rectangle=1 << 20, border=0)
    image = obj.data.materials[0].node_tree.nodes.active.image
    pixels = np.array(image.pixels).reshape(image.size[1], image.size[0], 4)
    clear = pixels[..., 3] == 0
    assert clear.any()
    for alpha, kinds in ((np.zeros_like(clear), {"missing"}), (np.ones_like(clear), {"stray", "twice", "colors"})):
        changed = pixels.copy()
        changed[..., 3] = alpha
        image.pixels.foreach_set(changed.astype(np.float32).ravel())
        wrong = found(validate, obj)
        assert set(wrong) == kinds and all(count > 0 for count, _faces in wrong.values())
    bpy.data.images.remove(image)
    assert set(found(validate, obj)) == {"no colors"}
