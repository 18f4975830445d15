"""Rebuilding without loss: what was edited, what lies on the new faces, what is refused, and whole selections."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_extension import start_empty
from helpers_scene import Placed, color_source, image_pixels, sampled, seen_on, texture_of, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"]
COLORS = ["texture", "strip", "palette", "attribute", "materials"]


@pytest.fixture
def edits(extension: str) -> Callable[[bpy.types.Object], tuple[str, ...]]:
    module = importlib.import_module(f"{extension}.blender.edits")
    return lambda obj: module.edits_of(obj.data).found


def grid_of(seed: int = 3, shape: tuple[int, int, int] = (6, 5, 4), colors: int = 4) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random(shape) < 0.7, rng.integers(1, colors + 1, shape), 0).astype(np.uint8)


def file_of(*grids: np.ndarray) -> bytes:
    nodes = [
        chunk
        for number in range(len(grids))
        for chunk in (
            hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": f"{20 * number} 0 0"}, name=f"part {number}"),
            hv.nshp(3 + 2 * number, number),
        )
    ]
    top = hv.ngrp(1, *range(2, 2 + 2 * len(grids), 2))
    return hv.vox(*map(hv.dense_model, grids), hv.ntrn(0, 1), top, *nodes, hv.rgba(hv.colors()))


def import_all(write: Write, *grids: np.ndarray, **options: object) -> list[bpy.types.Object]:
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", file_of(*grids)), **options)
    return sorted((obj for obj in bpy.context.selected_objects if obj.type == "MESH"), key=lambda obj: obj.name)


def use(mode: str, *objects: bpy.types.Object) -> set[str]:
    bpy.ops.object.select_all(action="DESELECT")
    for obj in objects:
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj
    return bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode)


def positions(mesh: bpy.types.Mesh) -> np.ndarray:
    return np.array([vertex.co for vertex in mesh.vertices], float)


def corner_positions(mesh: bpy.types.Mesh) -> np.ndarray:
    return positions(mesh)[[loop.vertex_index for loop in mesh.loops]]


def normals(mesh: bpy.types.Mesh) -> np.ndarray:
    return np.array([polygon.normal for polygon in mesh.polygons]).round().astype(int)


def remove_faces(mesh: bpy.types.Mesh, count: int) -> None:
    import bmesh

    edited = bmesh.new()
    edited.from_mesh(mesh)
    bmesh.ops.delete(edited, geom=list(edited.faces)[:count], context="FACES")
    edited.to_mesh(mesh)
    edited.free()


def add_face(mesh: bpy.types.Mesh) -> None:
    import bmesh

    edited = bmesh.new()
    edited.from_mesh(mesh)
    corners = [edited.verts.new(place) for place in ((9, 9, 9), (9, 8, 9), (8, 8, 9))]
    edited.verts.ensure_lookup_table()
    edited.faces.new(corners)
    edited.faces.ensure_lookup_table()
    bmesh.ops.delete(edited, geom=[edited.faces[0]], context="FACES")
    edited.faces.new([edited.verts.new(place) for place in ((7, 9, 9), (7, 8, 9), (7, 8, 7))])
    edited.to_mesh(mesh)
    edited.free()


def turn_face(mesh: bpy.types.Mesh) -> None:
    mesh.polygons[3].flip()


def paint_all(image: bpy.types.Image, color: tuple[int, int, int, int] = (10, 20, 30, 255)) -> None:
    pixels = image_pixels(image)
    pixels[...] = color
    image.pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    image.pack()


def crease(mesh: bpy.types.Mesh) -> None:
    mesh.edge_creases_ensure().data[2].value = 1.0


EDITS: dict[str, Callable[[bpy.types.Mesh], object]] = {
    "moved vertices": lambda mesh: setattr(mesh.vertices[3], "co", mesh.vertices[3].co * 1.5),
    "deleted faces": lambda mesh: remove_faces(mesh, 3),
    "added faces": add_face,
    "changed faces": turn_face,
    "changed UVs": lambda mesh: setattr(mesh.uv_layers[0].uv[5], "vector", (0.9, 0.1)),
    "painted texture": lambda _mesh: paint_all(bpy.data.images["castle"]),
    "marks on edges": crease,
    "attributes of text": lambda mesh: mesh.attributes.new("remark", "STRING", "FACE"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_each_edit_is_told(write: Write, edits: Any, edit: str) -> None:
    (obj,) = import_all(write, grid_of())
    assert edits(obj) == ()
    EDITS[edit](obj.data)
    assert edits(obj) == (edit,)


@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize("option", [{}, {"faces": "triangles"}, {"part_edges": True, "mode": "watertight"}])
def test_what_was_made_is_not_edited(
    write: Write, edits: Any, colors: str, option: dict[str, Any], tmp_path: Path
) -> None:
    objects = import_all(write, grid_of(), grid_of(4), colors=colors, **option)
    assert [edits(obj) for obj in objects] == [(), ()]
    # One of two meshes with one texture moves the texture coordinates of the other.
    use("fewest", objects[0])
    assert [edits(obj) for obj in objects] == [(), ()]
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.object.mode_set(mode="OBJECT")
    assert [edits(obj) for obj in objects] == [(), ()]
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
    assert [edits(obj) for obj in bpy.data.objects if obj.type == "MESH"] == [(), ()]


@pytest.mark.parametrize("scale", [1, -1])
def test_applied_transforms_are_no_edits(write: Write, edits: Any, scale: int) -> None:
    (obj,) = import_all(write, grid_of())
    obj.location, obj.rotation_euler, obj.scale = (5, 6, 7), (0.3, 0.2, 0.1), (3 * scale, 2, 2.5)
    bpy.ops.object.transform_apply()
    assert edits(obj) == ()
    bpy.ops.object.origin_set(type="ORIGIN_GEOMETRY")
    assert edits(obj) == ()
    obj.data.vertices[7].co.x += 0.1
    assert edits(obj) == ("moved vertices",)


def test_a_mesh_of_fewer_vertices_cannot_tell_where_it_was_moved(write: Write, edits: Any) -> None:
    (obj,) = import_all(write, grid_of())
    obj.location, obj.rotation_euler = (5, 6, 7), (0.3, 0.2, 0.1)
    bpy.ops.object.transform_apply()
    before = len(obj.data.vertices)
    remove_faces(obj.data, len(obj.data.polygons) * 3 // 4)
    assert len(obj.data.vertices) < before
    assert edits(obj) == ("deleted faces", "applied transforms")


def test_vertex_colors_that_were_painted(write: Write, edits: Any) -> None:
    (obj,) = import_all(write, grid_of(), colors="attribute")
    obj.data.color_attributes["Color"].data[4].color = (0.1, 0.2, 0.3, 1)
    assert edits(obj) == ("painted colors",)


def test_edits_in_edit_mode_count(write: Write, edits: Any) -> None:
    (obj,) = import_all(write, grid_of())
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide()
    assert edits(obj) == ("added faces",)


def test_files_from_before_know_the_number_of_vertices(write: Write, edits: Any) -> None:
    import json

    (obj,) = import_all(write, grid_of())
    obj.data["trivox"] = json.dumps({name: value for name, value in told(obj.data).items() if name != "content"})
    assert edits(obj) == ()
    obj.data.vertices.add(1)
    assert edits(obj) == ("changed faces",)


@pytest.mark.parametrize("first", MODES)
@pytest.mark.parametrize("second", MODES)
def test_what_was_put_on_faces_lies_on_the_new_ones(write: Write, first: str, second: str) -> None:
    """Values that grow evenly in space, and one for each direction, are the same on any faces of the same surface."""
    (obj,) = import_all(write, grid_of(), mode=first)
    mesh = obj.data
    places, corners = positions(mesh), corner_positions(mesh)
    low, width = places.min(axis=0), np.ptp(places, axis=0)

    def even(points: np.ndarray) -> np.ndarray:
        return ((points - low) / width) @ (0.5, 0.3, 0.1) + 0.05

    group = obj.vertex_groups.new(name="sway")
    obj.vertex_groups.new(name="empty")
    group.lock_weight = True
    for index, weight in enumerate(even(places).tolist()):
        group.add((index,), weight, "REPLACE")
    layer = mesh.uv_layers.new(name="light", do_init=False)
    layer.uv.foreach_set("vector", (corners[:, :2] * 2 + corners[:, 2:]).astype(np.float32).ravel())
    heat = mesh.attributes.new("heat", "FLOAT", "POINT")
    heat.data.foreach_set("value", even(places).astype(np.float32))
    side = mesh.attributes.new("side", "INT", "FACE")
    side.data.foreach_set("value", (normals(mesh) @ (1, 2, 4)).astype(np.int32))
    dirt = mesh.color_attributes.new("dirt", "FLOAT_COLOR", "CORNER")
    dirt.data.foreach_set("color", np.repeat(even(corners)[:, None], 4, axis=1).astype(np.float32).ravel())
    mesh.uv_layers.active = mesh.uv_layers["light"]
    mesh.color_attributes.active_color = mesh.color_attributes["dirt"]
    assert use(second, obj) == {"FINISHED"}
    assert [(g.name, g.lock_weight) for g in obj.vertex_groups] == [("sway", True), ("empty", False)]
    places, corners = positions(mesh), corner_positions(mesh)
    weights = np.array([group.weight for vertex in mesh.vertices for group in vertex.groups])
    assert len(weights) == len(places)
    # Modes that reach under what is hidden have corners where there was nothing.
    loose = {"fewest": 0.4, "cutout": 0.6}.get(second, 0)
    # Cut-outs reach a thousandth of a voxel over their sides.
    near = 1e-3 if "cutout" in (first, second) else 1e-4
    assert np.mean(np.abs(weights - even(places)) < near) >= 1 - loose
    found = np.array([value.value for value in mesh.attributes["heat"].data])
    assert np.mean(np.abs(found - even(places)) < near) >= 1 - loose
    uv = np.array([value.vector for value in mesh.uv_layers["light"].uv])
    assert np.abs(uv - (corners[:, :2] * 2 + corners[:, 2:])).max() < 1e-3
    found = np.array([value.color[0] for value in mesh.color_attributes["dirt"].data])
    assert np.mean(np.abs(found - even(corners)) < near) >= 1 - loose
    sides = np.array([value.value for value in mesh.attributes["side"].data])
    assert (sides == normals(mesh) @ (1, 2, 4)).all()
    assert mesh.uv_layers.active.name == "light" and mesh.color_attributes.active_color.name == "dirt"


def test_points_that_stay_keep_their_values_exactly(write: Write) -> None:
    (obj,) = import_all(write, grid_of(), mode="faces")
    mesh = obj.data
    group = obj.vertex_groups.new(name="noise")
    given = {}
    for vertex in mesh.vertices:
        given[tuple(vertex.co)] = weight = float(np.float32(np.random.default_rng(vertex.index).random()))
        group.add((vertex.index,), weight, "REPLACE")
    use("polygons", obj)
    assert {tuple(v.co): v.groups[0].weight for v in mesh.vertices}.items() <= given.items()


def test_attributes_of_all_types(write: Write) -> None:
    (obj,) = import_all(write, grid_of(), mode="rectangles")
    kinds = dict.fromkeys(("FLOAT", "FLOAT2", "FLOAT_VECTOR", "FLOAT_COLOR", "BYTE_COLOR", "QUATERNION"), np.float32)
    kinds |= {"FLOAT4X4": np.float32, "INT": np.int32, "INT8": np.int32, "INT32_2D": np.int32, "BOOLEAN": np.bool_}
    cases = [(kind, domain) for kind in kinds for domain in ("POINT", "CORNER", "FACE")]

    def field(attribute: bpy.types.Attribute) -> str:
        return next(name for name in ("value", "vector", "color") if hasattr(attribute.data[0], name))

    for kind, domain in cases:
        attribute = obj.data.attributes.new(f"{kind} {domain}", kind, domain)
        width = np.array(getattr(attribute.data[0], field(attribute))).size
        attribute.data.foreach_set(field(attribute), np.ones(width * len(attribute.data), kinds[kind]))
    use("faces", obj)
    for kind, domain in cases:
        attribute = obj.data.attributes[f"{kind} {domain}"]
        assert (attribute.data_type, attribute.domain) == (kind, domain)
        values = np.array([np.array(getattr(entry, field(attribute)), float).ravel() for entry in attribute.data])
        assert (np.abs(values - 1) < 1e-6).all(), (kind, domain)


@pytest.mark.parametrize("colors", ["texture", "materials"])
def test_slots_that_a_user_gave_to_some_faces(write: Write, colors: str) -> None:
    (obj,) = import_all(write, grid_of(), colors=colors, mode="faces")
    mesh = obj.data
    mesh.materials.append(bpy.data.materials.new("moss"))
    moss = len(mesh.materials) - 1
    for polygon in mesh.polygons:
        if polygon.normal.z > 0.5:
            polygon.material_index = moss
    for mode in ("polygons", "fewest", *(["cutout"] if colors == "texture" else []), "faces"):
        use(mode, obj)
        assert [p.material_index == moss for p in mesh.polygons] == [p.normal.z > 0.5 for p in mesh.polygons]


def test_applied_transforms_do_not_hinder(write: Write) -> None:
    (obj,) = import_all(write, grid_of(), mode="faces")
    obj.location, obj.rotation_euler, obj.scale = (5, 6, 7), (0.3, 0.2, 0.1), (-3, 2, 2.5)
    bpy.ops.object.transform_apply()
    corners = corner_positions(obj.data)
    layer = obj.data.uv_layers.new(name="light", do_init=False)
    layer.uv.foreach_set("vector", (corners[:, :2] + corners[:, 2:]).astype(np.float32).ravel())
    use("polygons", obj)
    corners = corner_positions(obj.data)
    uv = np.array([value.vector for value in obj.data.uv_layers["light"].uv])
    assert np.abs(uv - (corners[:, :2] + corners[:, 2:])).max() < 1e-3


@pytest.mark.parametrize("count", [1, 2])
def test_moved_corners_do_not_move_the_mesh(write: Write, count: int) -> None:
    """Vertices that remember where a mesh is may be among those that were moved."""
    (obj,) = import_all(write, grid_of())
    made = positions(obj.data)
    obj.location, obj.rotation_euler, obj.scale = (5, 6, 7), (0.3, 0.2, 0.1), (3, 2, 2.5)
    bpy.ops.object.transform_apply()
    expected = {tuple(row) for row in positions(obj.data).round(3).tolist()}
    for vertex in told(obj.data)["anchors"][: 4 * count : 4]:
        obj.data.vertices[vertex].co.x += 1.5
    use("watertight", obj)
    use("polygons", obj)
    assert len(obj.data.vertices) == len(made)
    assert {tuple(row) for row in positions(obj.data).round(3).tolist()} == expected


def test_lost_edits_are_asked_for_and_told(
    write: Write, extension: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (obj,) = import_all(write, grid_of())
    module = importlib.import_module(f"{extension}.operators.modes")
    assert module.lost_text([obj.data]) == ""
    EDITS["moved vertices"](obj.data)
    crease(obj.data)
    assert module.lost_text([obj.data]) == f"moved vertices, marks on edges ({obj.data.name})"
    use("fewest", obj)
    assert "Lost: moved vertices, marks on edges" in capfd.readouterr().out
    assert module.lost_text([obj.data]) == ""


def test_pieces_are_refused(write: Write) -> None:
    (obj,) = import_all(write, grid_of())
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.object.mode_set(mode="OBJECT")
    for polygon in list(obj.data.polygons)[:9]:
        polygon.select = True
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.separate(type="SELECTED")
    bpy.ops.object.mode_set(mode="OBJECT")
    pieces = [one for one in bpy.data.objects if one.type == "MESH"]
    before = [len(one.data.polygons) for one in pieces]
    assert len(pieces) == 2 and min(before) > 0
    for piece in pieces:
        with pytest.raises(RuntimeError, match="piece of a model"):
            use("fewest", piece)
    assert [len(one.data.polygons) for one in pieces] == before
    # What is left of a model of which nothing else is there is made whole.
    bpy.data.meshes.remove(pieces[0].data)
    assert use("fewest", pieces[1]) == {"FINISHED"}


def test_joined_meshes_are_refused(write: Write) -> None:
    first, _second = import_all(write, grid_of(), grid_of(5))
    bpy.context.view_layer.objects.active = first
    bpy.ops.object.join()
    count = len(first.data.polygons)
    with pytest.raises(RuntimeError, match="more than its model"):
        use("fewest", first)
    assert len(first.data.polygons) == count


def test_the_whole_selection_in_one_step(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    objects = import_all(write, grid_of(), grid_of(5), grid_of(6))
    bpy.ops.mesh.primitive_cube_add()
    cube = bpy.context.object
    shared = objects[0].copy()
    bpy.context.collection.objects.link(shared)
    names = [obj.name for obj in (*objects, shared, cube)]
    bpy.ops.ed.undo_push(message="imported")
    assert use("fewest", *(bpy.data.objects[name] for name in names)) == {"FINISHED"}
    out = capfd.readouterr().out
    assert "3 meshes: Fewest" in out and "1 object without voxels left out" in out
    assert {told(bpy.data.objects[name].data)["options"]["mode"] for name in names[:3]} == {"fewest"}
    assert len(bpy.data.images) == 1
    bpy.ops.ed.undo()
    assert {told(bpy.data.objects[name].data)["options"]["mode"] for name in names[:3]} == {"watertight"}


def test_selected_meshes_show_their_colors(write: Write) -> None:
    grids = [grid_of(seed, colors=200) for seed in (1, 2, 3)]
    objects = import_all(write, *grids)
    before = [dict(sampled(obj, 0.1)) for obj in objects]
    for mode in MODES:
        use(mode, *objects)
        for obj, faces in zip(objects, before, strict=True):
            seen = seen_on(obj, list(faces), 0.1)
            assert all(colors == {faces[face]} for face, colors in zip(faces, seen, strict=True))


def test_one_of_the_selected_cannot_be_rebuilt(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    first, second = import_all(write, grid_of(), grid_of(5))
    first.shape_key_add(name="Basis")
    assert use("fewest", first, second) == {"FINISHED"}
    assert f"{first.data.name}: The mesh has shape keys" in capfd.readouterr().out
    assert [told(obj.data)["options"]["mode"] for obj in (first, second)] == ["watertight", "fewest"]


def test_linked_meshes_gray_the_button_out(write: Write, tmp_path: Path) -> None:
    (obj,) = import_all(write, grid_of())
    name = obj.data.name
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(tmp_path / "library.blend"), link=True) as (_there, here):
        here.meshes = [name]
    linked = bpy.data.objects.new("linked", bpy.data.meshes[name])
    bpy.context.collection.objects.link(linked)
    linked.select_set(True)
    assert not bpy.ops.trivox.use_mode.poll()
    (own,) = import_all(write, grid_of(5))
    linked.select_set(True)
    assert bpy.ops.trivox.use_mode.poll()
    use("fewest", own, linked)
    assert [told(obj.data)["options"]["mode"] for obj in (own, linked)] == ["fewest", "watertight"]


def test_export_tells_of_edits_by_content(write: Write, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    objects = import_all(write, grid_of(), grid_of(5))
    objects[1].vertex_groups.new(name="sway")
    EDITS["moved vertices"](objects[0].data)
    bpy.ops.export_scene.trivox(filepath=str(tmp_path / "a.tvx"), what="all")
    out = capfd.readouterr().out
    assert f"{objects[0].name}: written as imported" in out and f"{objects[1].name}: written" not in out


def faces_of(grid: np.ndarray, number: int = 0) -> list[tuple[int, ...]]:
    return list(Placed(grid, np.eye(3, dtype=int), np.array((20 * number, 0, 0))).faces())


def paint_texels(image: bpy.types.Image, share: float, seed: int = 2) -> None:
    """Give some texels any color."""
    rng = np.random.default_rng(seed)
    pixels = image_pixels(image)
    some = rng.random(pixels.shape[:2]) < share
    some[min(2, len(some) - 1), 2] = True
    pixels[some, :3] = rng.integers(0, 256, (some.sum(), 3))
    image.pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    image.pack()


@pytest.mark.parametrize("share", [1.0, 0.1])
@pytest.mark.parametrize("first", MODES)
def test_painted_texels_are_baked_over(write: Write, edits: Any, first: str, share: float) -> None:
    """Each side of a voxel shows in any mode what was painted on it in the first one."""
    grid = grid_of(colors=3)
    # Sides of sealed hollows are nobody's; cut-outs may have any color there.
    (plain,) = import_all(write, grid, mode="faces")
    faces = [face for face, seen in zip(faces_of(grid), seen_on(plain, faces_of(grid), 0.1), strict=True) if seen]
    assert 0 < len(faces) < len(faces_of(grid))
    start_empty()
    (obj,) = import_all(write, grid, mode=first, border=2)
    paint_texels(bpy.data.images["castle"], share)
    painted = seen_on(obj, faces, 0.1)
    assert not {color for seen in painted for color in seen} <= {color[:3] for color in hv.colors()}
    for second in (*MODES, first):
        assert use(second, obj) == {"FINISHED"}
        bpy.context.view_layer.update()
        seen = seen_on(obj, faces, 0.1)
        # Where faces lie over each other, what was painted differs, and one of them stays.
        assert all(len(now) == min(1, len(before)) and now <= before for now, before in zip(seen, painted, strict=True))
        assert edits(obj) == ("painted texture",) and not obj.data.validate(verbose=True)


def test_borders_of_painted_texels_are_painted(write: Write) -> None:
    """Texels around those of a face look like them, since engines blend them."""
    grid = np.ones((1, 1, 1), np.uint8)
    grid = np.pad(grid, ((0, 1), (0, 0), (0, 0)), constant_values=2)
    (obj,) = import_all(write, grid, mode="polygons", border=1)
    paint_texels(bpy.data.images["castle"], 1.0)
    use("faces", obj)
    pixels, size = image_pixels(bpy.data.images["castle"]), np.array(bpy.data.images["castle"].size)
    uv = np.array([entry.vector for entry in obj.data.uv_layers[0].uv]).reshape(-1, 4, 2) * size
    for column, row in np.floor(uv.mean(axis=1)).astype(int).tolist():
        around = pixels[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 4)
        assert around.shape == (9, 4) and (around == pixels[row, column]).all()


def test_a_color_painted_everywhere_needs_no_room(write: Write) -> None:
    (obj,) = import_all(write, grid_of(colors=1), mode="polygons")
    use("faces", obj)
    before = tuple(bpy.data.images["castle"].size)
    paint_all(bpy.data.images["castle"])
    use("rectangles", obj)
    use("faces", obj)
    assert tuple(bpy.data.images["castle"].size) == before
    assert {color for _face, color in sampled(obj, 0.1)} == {(10, 20, 30)}


def test_painted_meshes_with_one_texture(write: Write, edits: Any) -> None:
    grids = [grid_of(seed, colors=3) for seed in (1, 2, 3)]
    objects = import_all(write, *grids)
    paint_texels(bpy.data.images["castle"], 0.5)
    every = [faces_of(grid, number) for number, grid in enumerate(grids)]
    painted = [seen_on(obj, faces, 0.1) for obj, faces in zip(objects, every, strict=True)]
    for chosen in (objects[:1], objects[1:], objects):
        use("faces" if chosen == objects else "fewest", *chosen)
        bpy.context.view_layer.update()
        assert [seen_on(obj, faces, 0.1) for obj, faces in zip(objects, every, strict=True)] == painted
        assert [edits(obj) for obj in objects] == [("painted texture",)] * 3


def test_painted_maps_of_light(write: Write) -> None:
    """What is painted on the image of surfaces stays as what is painted on that of colors does."""
    grid = grid_of(colors=3)
    bpy.ops.import_scene.trivox(
        filepath=write(
            "castle.vox", hv.vox(hv.dense_model(grid), hv.rgba(hv.colors()), hv.matl(1, type="_metal", metal=0.8))
        )
    )
    obj = bpy.context.object
    colors = texture_of(obj)
    (surface,) = (image for image in bpy.data.images if image != colors)
    paint_texels(surface, 0.5)
    # Look at the painted image in the place of the one of colors.
    color_source(obj.data.materials[0]).image = surface
    painted = seen_on(obj, faces_of(grid), 0.1)
    for mode in ("rectangles", "polygons", "faces"):
        use(mode, obj)
        bpy.context.view_layer.update()
        assert texture_of(obj) != colors and seen_on(obj, faces_of(grid), 0.1) == painted


def test_painting_with_part_edges(write: Write) -> None:
    grid = grid_of(colors=3)
    (obj,) = import_all(write, grid, mode="watertight", part_edges=True)
    paint_texels(bpy.data.images["castle"], 0.5)
    painted = seen_on(obj, faces_of(grid), 0.1)
    for mode in ("rectangles", "watertight"):
        use(mode, obj)
        bpy.context.view_layer.update()
        assert seen_on(obj, faces_of(grid), 0.1) == painted


def test_undo_brings_paint_back(write: Write) -> None:
    import_all(write, grid_of(colors=3))
    paint_texels(bpy.data.images["castle"], 0.5)
    before = image_pixels(bpy.data.images["castle"])
    bpy.ops.ed.undo_push(message="painted")
    use("faces", bpy.context.object)
    assert image_pixels(bpy.data.images["castle"]).shape != before.shape
    bpy.ops.ed.undo()
    assert (image_pixels(bpy.data.images["castle"]) == before).all()


@pytest.mark.parametrize("split", [False, True])
def test_painted_vertex_colors_lie_on_the_new_faces(write: Write, edits: Any, split: bool) -> None:
    grid = grid_of(colors=3)
    (obj,) = import_all(write, grid, mode="faces", colors="attribute", split_colors=split)
    mesh = obj.data
    attribute = mesh.color_attributes["Color"]
    upper = [corner for polygon in mesh.polygons if polygon.normal.z > 0.5 for corner in polygon.loop_indices]
    # Vertices belong to sides in all directions.
    for element in range(len(mesh.vertices)) if split else upper:
        attribute.data[element].color_srgb = (1, 1, 0, 1)
    for mode in ("polygons", "faces"):
        use(mode, obj)
        assert edits(obj) == ("painted colors",)
        attribute = mesh.color_attributes["Color"]
        for polygon in mesh.polygons:
            corners = polygon.vertices if split else polygon.loop_indices
            yellow = [np.allclose(attribute.data[corner].color_srgb[:3], (1, 1, 0), atol=0.01) for corner in corners]
            assert all(yellow) if split or polygon.normal.z > 0.5 else not any(yellow)


def test_a_color_attribute_of_the_usual_name_stays(write: Write) -> None:
    (obj,) = import_all(write, grid_of(), mode="faces")
    mine = obj.data.color_attributes.new("Color", "BYTE_COLOR", "CORNER")
    mine.data.foreach_set("color_srgb", np.full(4 * len(obj.data.loops), 0.2, np.float32))
    use("polygons", obj)
    assert np.allclose([list(entry.color_srgb) for entry in obj.data.color_attributes["Color"].data], 0.2, atol=0.01)


def test_textures_in_files_are_not_painted(write: Write, edits: Any, tmp_path: Path) -> None:
    glass, metal = hv.matl(2, type="_glass", alpha=0.3), hv.matl(3, type="_metal", metal=0.4)
    light = (hv.matl(1, type="_emit", emit=0.5, flux=3), glass, metal, hv.matl(4, type="_emit", emit=0.2, flux=1))
    data = hv.vox(hv.dense_model(grid_of(colors=4)), hv.rgba(hv.colors()), *light)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "scene.blend"))
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data), textures="beside")
    assert len(bpy.data.images) == 4 and edits(bpy.context.object) == ()
    bpy.ops.wm.save_mainfile()
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "scene.blend"))
    (obj,) = (obj for obj in bpy.data.objects if obj.type == "MESH")
    assert not any(image.packed_file for image in bpy.data.images)
    assert edits(obj) == ()


def test_a_question_lists_what_would_be_lost(write: Write, extension: str) -> None:
    first, second = import_all(write, grid_of(), grid_of(5))
    operator = importlib.import_module(f"{extension}.operators.modes").TRIVOX_OT_use_mode
    asked: list[str] = []

    def ask(_operator: object, _event: object, *, message: str) -> set[str]:
        asked.append(message)
        return {"RUNNING_MODAL"}

    context = SimpleNamespace(
        selected_objects=[first, second], object=first, window_manager=SimpleNamespace(invoke_confirm=ask)
    )
    told_options = SimpleNamespace(is_property_set=lambda _name: True)
    running = SimpleNamespace(execute=lambda _context: {"FINISHED"}, mode="fewest", properties=told_options)
    second.vertex_groups.new(name="sway")
    paint_all(bpy.data.images["castle"])
    assert operator.invoke(running, context, None) == {"FINISHED"} and not asked
    remove_faces(first.data, 2)
    second.data.vertices[0].co.z += 1
    assert operator.invoke(running, context, None) == {"RUNNING_MODAL"}
    assert asked == [f"This will be lost: deleted faces, moved vertices ({first.data.name}, {second.data.name})"]


def test_an_active_object_that_is_not_selected_is_rebuilt_alone(write: Write) -> None:
    first, second = import_all(write, grid_of(), grid_of(5))
    first.select_set(False)
    bpy.context.view_layer.objects.active = first
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode="fewest") == {"FINISHED"}
    assert [told(obj.data)["options"]["mode"] for obj in (first, second)] == ["fewest", "watertight"]
