"""Frames and hidden things on the way out: what exporters make of them, and what of them goes back into a .tvx file."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_glb import Glb

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

RODS = [hv.dense_model(np.full((1, 1, number), number, np.uint8)) for number in (1, 2, 3)]
OLD = bpy.app.version < (4, 4)
"""An action moves one object only, so exporters must be told to play several together."""
GLTF = {"export_animation_mode": "ACTIVE_ACTIONS"} if OLD else {}
FBX = {"bake_anim_use_all_actions": False, "bake_anim_use_nla_strips": False} if OLD else {}


def walk() -> bytes:
    """A shape that shows three models in turn, moves at a frame of its own, and is in a group that turns and moves."""
    return hv.vox(
        *RODS,
        hv.ntrn(0, 1),
        hv.ngrp(1, 2),
        hv.ntrn(2, 3, {"f": 0, "t": "0 0 0"}, {"f": 6, "t": "0 7 0", "r": 17}, name="group"),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, {"f": 0, "t": "1 0 0"}, {"f": 3, "t": "5 0 0"}, name="walker"),
        hv.nshp(5, (0, 0), (1, 2), (2, 4)),
        hv.meta(anim_range="0 9"),
    )


STATES = {0: ((1, 0), 0), 2: ((1, 0), 2), 3: ((5, 0), 2), 4: ((5, 0), 4), 6: ((0, 12), 4), 9: ((0, 12), 4)}
"""x and y of the shape, and the frame from which its model is shown, by frame."""


def stage() -> bytes:
    """A hidden shape in a moved group, a hidden group, a group on a hidden layer, and a shape on a layer."""
    return hv.vox(
        hv.cube(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 6, 10, 14),
        hv.ntrn(2, 3, {"r": 17, "t": "0 20 0"}, name="moved"),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, {"t": "30 0 1"}, name="ghost", hidden=1),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "0 0 50"}, name="away", hidden=1),
        hv.ngrp(7, 8),
        hv.ntrn(8, 9, {"t": "0 0 5"}, name="in away"),
        hv.nshp(9, 0),
        hv.ntrn(10, 11, {"t": "0 -60 0"}, name="backstage", layer=3),
        hv.ngrp(11, 12, 16),
        hv.ntrn(12, 13, {"t": "2 0 0"}, name="in backstage"),
        hv.nshp(13, 0),
        hv.ntrn(14, 15, {"t": "0 0 9"}, name="actor", layer=1),
        hv.nshp(15, 0),
        hv.ntrn(16, 17, {"t": "0 4 0"}, name="actor backstage", layer=1),
        hv.nshp(17, 0),
        hv.layr(1, name="actors"),
        hv.layr(3, name="3", hidden=1),
    )


WORLD = {
    "ghost": (0, 5, 0.1), "in away": (0, 0, 5.5), "in backstage": (0.2, -6, 0), "actor": (0, 0, 0.9),
    "actor backstage": (0, -5.6, 0),
}  # fmt: skip
"""Where the shapes are, in metres."""


def load(path: str, **options: object) -> None:
    assert bpy.ops.import_scene.trivox(filepath=path, **options) == {"FINISHED"}


def eye(name: str) -> bpy.types.LayerCollection:
    """The collection of a layer in the view layer."""
    (file,) = bpy.context.view_layer.layer_collection.children
    return file.children[name]


def export_glb(folder: Path, **options: object) -> Glb:
    bpy.ops.export_scene.gltf(filepath=str(folder / "out.glb"), export_format="GLB", **options)
    return Glb(folder / "out.glb")


# Frames in other formats


@pytest.mark.parametrize("hierarchy", ["parents", "flat"])
def test_gltf_plays_one_frame_at_a_time(write: Write, tmp_path: Path, hierarchy: str) -> None:
    load(write("a.vox", walk()), animation="animate", rate=8, hierarchy=hierarchy)
    bpy.context.scene.frame_set(11)
    found = export_glb(tmp_path, **GLTF)
    assert len(found.animations) == 1 and (OLD or found.animations[0]["name"] == "a")
    for number, ((x, y), model) in STATES.items():
        for step in (0, 2):
            poses = found.poses((1 + 3 * number + step) / 24)
            assert {name: poses[name][1] for name in ("walker 0", "walker 2", "walker 4")} == pytest.approx(
                {f"walker {other}": float(other == model) for other in (0, 2, 4)}
            )
            for name in ("walker", f"walker {model}"):
                assert poses[name][0] == pytest.approx((x / 10, 0, -y / 10), abs=1e-6), (number, name)
    times = [float(found.floats(s["input"])[-1, 0]) for s in found.animations[0]["samplers"]]
    assert max(times) == pytest.approx(31 / 24)


def test_fbx_plays_one_frame_at_a_time(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", walk()), animation="animate", rate=8)
    bpy.ops.export_scene.fbx(filepath=str(tmp_path / "out.fbx"), **FBX)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.fbx(filepath=str(tmp_path / "out.fbx"))
    assert len(bpy.data.actions) == 5
    for number, ((x, y), model) in STATES.items():
        # Old importers are a frame late.
        bpy.context.scene.frame_set(1 + 3 * number + OLD)
        for other in (0, 2, 4):
            obj = bpy.data.objects[f"walker {other}"]
            assert min(obj.matrix_world.to_scale()) == pytest.approx(float(other == model), abs=1e-6), number
            assert tuple(obj.matrix_world.translation)[:2] == pytest.approx((x / 10, y / 10), abs=1e-5), number


# Hidden things in other formats


@pytest.mark.parametrize("layers", ["collections", "property", "none"])
@pytest.mark.parametrize("hierarchy", ["parents", "flat"])
def test_exporters_find_hidden_objects_in_place(write: Write, tmp_path: Path, layers: str, hierarchy: str) -> None:
    load(write("a.vox", stage()), layers=layers, hierarchy=hierarchy)
    poses = export_glb(tmp_path).poses(0)
    for name, (x, y, z) in WORLD.items():
        assert poses[name][0] == pytest.approx((x, z, -y), abs=1e-5), name
    assert [name for name in export_glb(tmp_path, use_visible=True).names if name in WORLD] == ["actor"]
    bpy.ops.wm.obj_export(filepath=str(tmp_path / "out.obj"))
    lines = (tmp_path / "out.obj").read_text(encoding="utf-8").splitlines()
    found = {line[2:] for line in lines if line.startswith("o ")}
    # Blender's exporter does not look at the eyes of collections.
    assert found - {"in_backstage" if layers == "collections" else ""} == {"actor"}
    bpy.ops.export_scene.fbx(filepath=str(tmp_path / "out.fbx"))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.fbx(filepath=str(tmp_path / "out.fbx"))
    bpy.context.view_layer.update()
    for name, place in WORLD.items():
        assert tuple(bpy.data.objects[name].matrix_world.translation) == pytest.approx(place, abs=1e-5), name


def hidden_now() -> set[str]:
    return {obj.name for obj in bpy.data.objects if obj.type == "MESH" and not obj.visible_get()}


def test_layers_and_objects_open_each_by_itself(write: Write) -> None:
    load(write("a.vox", stage()))
    everything = {"ghost", "in away", "in backstage", "actor backstage"}
    assert hidden_now() == everything
    eye("Layer 3").hide_viewport = False
    assert hidden_now() == everything - {"in backstage"}
    eye("Layer 3").hide_viewport = True
    for obj in bpy.data.objects:
        obj.hide_set(False)
    assert hidden_now() == {"in backstage"}


def test_hidden_in_all_view_layers_and_after_undo(write: Write) -> None:
    other = bpy.context.scene.view_layers.new("other")
    path = write("a.vox", stage())
    bpy.ops.ed.undo_push(message="before")
    load(path)
    bpy.ops.ed.undo_push(message="import")
    before = hidden_now()
    assert len(before) == 4
    assert {
        obj.name for obj in bpy.data.objects if obj.type == "MESH" and not obj.visible_get(view_layer=other)
    } == before
    bpy.ops.ed.undo()
    assert not bpy.data.objects
    bpy.ops.ed.redo()
    assert hidden_now() == before


def test_an_excluded_active_collection_is_not_chosen(write: Write) -> None:
    inner = bpy.data.collections.new("inner")
    bpy.context.scene.collection.children.link(inner)
    entry = bpy.context.view_layer.layer_collection.children["inner"]
    bpy.context.view_layer.active_layer_collection = entry
    entry.exclude = True
    load(write("a.vox", stage()))
    assert not inner.children and len(hidden_now()) == 4 and bpy.data.objects["actor"].visible_get()


def test_two_files_at_once(write: Write) -> None:
    paths = [Path(write(name, stage())) for name in ("a.vox", "b.vox")]
    files = [{"name": path.name} for path in paths]
    assert bpy.ops.import_scene.trivox(directory=str(paths[0].parent), files=files) == {"FINISHED"}
    assert len(hidden_now()) == 8 and len(bpy.context.selected_objects) == 4


# Back into a file


@pytest.fixture
def save(extension: str, tmp_path: Path) -> Callable[..., Any]:
    """Return a function that exports a .tvx and returns its scene; the bytes are in `save.bytes`."""
    tvx = importlib.import_module(f"{extension}.core.formats.tvx")

    def saved(**options: object) -> Any:
        path = tmp_path / "out.tvx"
        assert bpy.ops.export_scene.trivox(filepath=str(path), **{"what": "all", **options}) == {"FINISHED"}
        saved.bytes = path.read_bytes()
        return tvx.assembly_of(tvx.read_tvx(path), "out").scene

    return saved


@pytest.fixture
def unseen(extension: str) -> Callable[[Any], set[str]]:
    """Return a function that names the hidden shapes of a scene."""
    hidden = importlib.import_module(f"{extension}.core.scene.world").hidden_in_scene

    def names(scene: Any) -> set[str]:
        flags = hidden(scene).tolist()
        return {node.name for node, flag in zip(scene.nodes, flags, strict=True) if flag and node.kind == "shape"}

    return names


def converted(extension: str, path: str, folder: Path) -> bytes:
    convert = importlib.import_module(f"{extension}.core.convert")
    done = convert.convert_file(path, str(folder / "out.tvx"), convert.ConvertOptions())
    assert done.error is None
    return (folder / "out.tvx").read_bytes()


@pytest.mark.parametrize("frame_keys", ["scale", "visibility", "both"])
@pytest.mark.parametrize("what", ["all", "visible"])
def test_frames_come_back_from_any_frame(
    write: Write, tmp_path: Path, extension: str, save: Any, frame_keys: str, what: str
) -> None:
    path = write("out.vox", walk())
    expected = converted(extension, path, tmp_path)
    load(path, animation="animate", frame_keys=frame_keys, rate=8)
    for frame in (1, 8, 14, 25):
        bpy.context.scene.frame_set(frame)
        save(what=what)
        assert save.bytes == expected, frame


def test_frames_follow_their_handle(write: Write, save: Any, capsys: pytest.CaptureFixture[str]) -> None:
    nodes = (hv.ntrn(0, 1, {"t": "1 2 3"}, name="walker"), hv.nshp(1, (0, 0), (1, 2), (2, 4)))
    load(write("out.vox", hv.vox(*RODS, *nodes)), animation="animate")
    handle = bpy.data.objects["walker"]
    handle.location.x += 0.4
    bpy.context.scene.frame_set(8)
    (node,) = save().nodes
    assert [(entry.frame, entry.model) for entry in node.models] == [(0, 0), (2, 1), (4, 2)]
    assert node.translation.tolist() == [5, 2, 3] and "animation" not in capsys.readouterr().out


@pytest.mark.parametrize("change", ["gone", "moved", "keys", "handle gone"])
def test_changed_frames_are_written_as_they_stand(
    write: Write, save: Any, unseen: Any, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    load(write("out.vox", walk()), animation="animate", rate=8)
    bpy.context.scene.frame_set(8)
    last = bpy.data.objects["walker 4"]
    if change == "gone":
        bpy.data.objects.remove(last)
    elif change == "moved":
        last.location.z += 0.2
    elif change == "handle gone":
        for name in ("walker", "group"):
            bpy.data.objects.remove(bpy.data.objects[name])
    else:
        last.animation_data_clear()
        last.scale = (1, 1, 1)
    scene = save()
    assert "walker 0, walker 2" in capsys.readouterr().out
    shapes = {node.name: node for node in scene.nodes if node.kind == "shape"}
    assert all(len(node.models) == len(node.transforms) == 1 for node in shapes.values())
    assert "walker 2" in shapes and "walker 2" not in unseen(scene) and "walker 0" in unseen(scene)
    assert ("walker 4" in unseen(scene)) == (change in ("moved", "handle gone"))
    assert all(len(node.transforms) == 1 for node in scene.nodes if node.name == "walker")


def test_frames_stay_where_they_are_without_their_handle(write: Write, save: Any) -> None:
    nodes = (hv.ntrn(0, 1, {"t": "1 2 3"}, name="walker"), hv.nshp(1, (0, 0), (1, 2)))
    load(write("out.vox", hv.vox(*RODS, *nodes)), animation="animate")
    bpy.data.objects.remove(bpy.data.objects["walker"])
    bpy.data.objects["walker 0"].location = (0.7, 0, 0)
    assert {node.name: node.translation.tolist() for node in save().nodes} == {
        "walker 0": [7, 0, 0], "walker 2": [0, 0, 0],
    }  # fmt: skip


def test_models_without_voxels_among_frames_come_back(write: Write, tmp_path: Path, extension: str, save: Any) -> None:
    shows = hv.nshp(1, (0, 0), (1, 2), (3, 5), (0, 7), (2, 9))
    path = write("out.vox", hv.vox(hv.model((2, 2, 2), []), *RODS[:2], hv.model((2, 2, 2), []), hv.ntrn(0, 1), shows))
    load(path, animation="animate")
    save()
    assert save.bytes == converted(extension, path, tmp_path)


def test_a_handle_with_other_keys_keeps_its_frames(write: Write, save: Any, capsys: pytest.CaptureFixture[str]) -> None:
    load(write("out.vox", walk()), animation="animate", rate=8)
    handle = bpy.data.objects["walker"]
    handle.animation_data_clear()
    handle.location = (0.7, 0, 0)
    node = next(node for node in save().nodes if node.kind == "shape")
    assert node.name == "walker" and len(node.models) == 3
    assert [frame.translation.tolist() for frame in node.transforms] == [[7, 0, 0]]
    handle.keyframe_insert("location", frame=1)
    save()
    assert "walker: written as" in capsys.readouterr().out


def test_a_frame_may_be_exported_alone(
    write: Write, save: Any, unseen: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    load(write("out.vox", walk()), animation="animate", rate=8)
    bpy.ops.object.select_all(action="DESELECT")
    bpy.data.objects["walker 4"].select_set(True)
    scene = save(what="selection")
    assert [node.name for node in scene.nodes if node.kind == "shape"] == ["walker 4"] and not unseen(scene)
    assert "written as" not in capsys.readouterr().out


def test_a_hidden_animation_is_hidden_in_the_file(write: Write, save: Any, unseen: Any) -> None:
    load(write("out.vox", walk()), animation="animate", frame_keys="both", rate=8)
    names = ("walker", "walker 0", "walker 2", "walker 4")
    for name in names:
        bpy.data.objects[name].hide_set(True)
    scene = save()
    assert unseen(scene) == {"walker"} and len(next(n for n in scene.nodes if n.name == "walker").models) == 3
    bpy.data.objects["walker 4"].hide_set(False)
    assert unseen(save()) == set()


@pytest.mark.parametrize("layers", ["collections", "property", "none"])
def test_hidden_things_come_back(
    write: Write, tmp_path: Path, extension: str, save: Any, unseen: Any, layers: str
) -> None:
    path = write("out.vox", stage())
    load(path, layers=layers)
    everything = {"ghost", "in away", "in backstage", "actor backstage"}
    assert unseen(save()) == everything
    first = save.bytes
    if layers == "collections":
        assert first == converted(extension, path, tmp_path)
    eyes = {obj: obj.hide_get() for obj in bpy.data.objects}
    for name in everything:
        if not eyes[bpy.data.objects[name]]:
            continue
        bpy.data.objects[name].hide_set(False)
        assert unseen(save()) == everything - {name}
        bpy.data.objects[name].hide_set(True)
    bpy.data.objects["actor"].hide_set(True)
    assert unseen(save()) == everything | {"actor"}
    bpy.data.objects["actor"].hide_set(False)
    save()
    assert save.bytes == first


@pytest.mark.parametrize("state", ["hide_viewport", "exclude", "monitor"])
def test_layers_come_back_as_their_collections_are(write: Write, save: Any, unseen: Any, state: str) -> None:
    load(write("out.vox", stage()))
    away = unseen(save())
    eye("Layer 3").hide_viewport = False
    scene = save()
    assert unseen(scene) == away - {"in backstage"} and not any(layer.hidden for layer in scene.layers.values())
    if state == "monitor":
        bpy.data.collections["actors"].hide_viewport = True
    else:
        setattr(eye("actors"), state, True)
    scene = save()
    assert unseen(scene) == away - {"in backstage"} | {"actor"}
    assert {layer.name for layer in scene.layers.values() if layer.hidden} == {"actors"}
    if state != "exclude":
        assert not any(node.hidden for node in scene.nodes if node.name == "actor")


def test_what_is_in_a_closed_collection_is_hidden(write: Write, save: Any, unseen: Any) -> None:
    load(write("out.vox", stage()))
    (file,) = bpy.context.view_layer.layer_collection.children
    file.hide_viewport = True
    assert unseen(save()) == set(WORLD)
    assert "actor" not in unseen(save(collection="out"))
    file.hide_viewport = False
    outer = bpy.data.collections.new("outer")
    bpy.context.scene.collection.children.link(outer)
    outer.children.link(bpy.data.collections["out"])
    bpy.context.scene.collection.children.unlink(bpy.data.collections["out"])
    assert "actor" not in unseen(save())
    bpy.context.view_layer.layer_collection.children["outer"].hide_viewport = True
    assert unseen(save()) == set(WORLD)


def test_an_object_in_another_layers_collection_is_on_that_layer(write: Write, save: Any) -> None:
    load(write("out.vox", stage()))
    actor = bpy.data.objects["actor"]
    bpy.data.collections["actors"].objects.unlink(actor)
    bpy.data.collections["Layer 3"].objects.link(actor)
    assert next(node.layer for node in save().nodes if node.name == "actor") == 3
    bpy.data.collections["Layer 3"].objects.unlink(actor)
    bpy.context.scene.collection.objects.link(actor)
    assert next(node.layer for node in save().nodes if node.name == "actor") is None


# What the user is told


def test_an_import_says_that_there_are_more_frames(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path, more = write("a.vox", walk()), "; 4 more frames, choose Animate to import them"
    load(path)
    assert more in capsys.readouterr().out
    for options in ({"animation": "animate"}, {"animation": "frame", "frame": 2}, {"join": "one"}):
        load(path, **options)
        assert "more frame" not in capsys.readouterr().out
    two = hv.vox(*RODS, hv.ntrn(0, 1), hv.nshp(1, (0, 0), (1, 5)))
    load(write("b.vox", two))
    assert "; 1 more frame, choose Animate to import it" in capsys.readouterr().out
    load(write("c.vox", hv.vox(hv.cube(), hv.meta(anim_range="0 9"))))
    assert "more frame" not in capsys.readouterr().out
