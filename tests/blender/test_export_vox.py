"""Exports .vox files from Blender: the bytes that conversion gives, and what a file cannot hold."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import orientations, rotation_byte

Write = Callable[[str, bytes], str]
Cells = dict[tuple[int, int, int], int]

pytestmark = pytest.mark.usefixtures("empty")

BOX = np.array([1, 2, 3, 4, 5, 6, 7, 8], np.uint8).reshape(2, 2, 2)
ROD = np.array([9, 9, 3], np.uint8).reshape(3, 1, 1)
ODD = np.zeros((3, 2, 5), np.uint8)
ODD[:, 0, :] = np.arange(1, 16).reshape(3, 5)
ODD[0, 1, 2:] = 20
"""An L of many colors, which no rotation or mirroring takes to itself."""
FOLDER = hv.shared_folder("models")
LARGE = 200_000
"""Bytes; larger files take long in Blender and show nothing new."""
EXTRAS = (
    hv.meta(anim_range="2 30", maker="somebody"),
    hv.layr(2, name="stage", color="1 2 3"),
    hv.layr(3, name="off", hidden=1),
    hv.layr(5, name="5"),
    hv.rgba(hv.colors()),
    hv.imap([*range(2, 256), 1, 0]),
    hv.matl(1, type="_metal", metal=0.7, rough=0.3, sp=1.7, own="kept"),
    hv.matl(2, type="_glass", trans=0.4, rough=0.2, ri=1.6, att=0.3),
    hv.matl(5, type="_media", d=0.1, g=0.3, media_type="_sss"),
    hv.robj(type="_inf", i=0.7, k="255 250 240", angle="50 40"),
    hv.robj(type="_ground", color="80 80 80", hor=0.1),
    hv.rcam(0, mode="orth", focus="1 2 3", angle="10 20 0.5", radius=7, frustum=0.5, fov=60),
    hv.rcam(3, mode="pers", focus="4 5 6", angle="-10 200 0", radius=70, frustum=0.414214, fov=45),
    hv.note("skin", "", "wood"),
)


def rich(*, version: int = 200) -> bytes:
    """Groups, mirrored and hidden ones, layers, instances, an animation with a loop, and all that is not geometry."""
    frames = ({"f": 0, "t": "0 0 0"}, {"f": 3, "t": "4 0 0"}, {"f": 9, "t": "4 5 0"})
    return hv.vox(
        hv.dense_model(BOX) + hv.dense_model(ROD) + hv.dense_model(BOX[:, :1]),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 8, 10, 12, 14),
        hv.ntrn(2, 3, {"r": 17, "t": "5 -6 7"}, layer=2, own="7", name="group"),
        hv.ngrp(3, 4, 6),
        hv.ntrn(4, 5, {"r": 0b1100100, "t": "1 2 3"}, name="twin"),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "9 9 9"}, hidden=1, name="twin"),
        hv.nshp(7, 1),
        hv.ntrn(8, 9, {"t": "0 0 40"}, hidden=0),
        hv.nshp(9, 0, own="below"),
        hv.ntrn(10, 11, *frames, name="mover", loop=1, layer=5),
        hv.nshp(11, 1, (2, 4)),
        hv.ntrn(12, 13, {"t": "30 0 0"}, name="away", layer=3),
        hv.ngrp(13, 16),
        hv.ntrn(14, 15, {"t": "30 9 0"}, name="empty group"),
        hv.ngrp(15),
        hv.ntrn(16, 17, {"t": "1 0 0"}, name="in it"),
        hv.nshp(17, 2),
        *EXTRAS,
        version=version,
    )


def plain(*grids: np.ndarray, colors: Sequence[tuple[int, int, int, int]] = tuple(hv.colors())) -> bytes:
    """Grids far apart along x, in a file without anything else."""
    nodes = [
        hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": f"{20 * number} 0 0"}, name=f"part {number}")
        + hv.nshp(3 + 2 * number, number)
        for number in range(len(grids))
    ]
    models = b"".join(map(hv.dense_model, grids))
    children = range(2, 2 + 2 * len(grids), 2)
    return hv.vox(models, hv.ntrn(0, 1), hv.ngrp(1, *children), *nodes, hv.rgba(colors))


def load(path: str, **options: object) -> None:
    assert bpy.ops.import_scene.trivox(filepath=path, **options) == {"FINISHED"}


def save(path: Path, **options: object) -> Path:
    assert bpy.ops.export_scene.trivox_vox(filepath=str(path), **{"what": "all", **options}) == {"FINISHED"}
    return path


def other(folder: Path, name: str) -> Path:
    """A file of the same name elsewhere: in files of other names, objects without a name take that of the scene."""
    (folder / "other").mkdir(exist_ok=True)
    return folder / "other" / name


@pytest.fixture
def vox(extension: str) -> ModuleType:
    """The part of the extension that reads and writes the format."""
    return importlib.import_module(f"{extension}.core.formats.vox")


def cells(scene: object, frame: int = 0) -> Cells:
    """World cells and their colours, node by node; written for this file, so that nothing of the code is asked."""
    found: Cells = {}
    worlds: list[tuple[np.ndarray, np.ndarray]] = []
    for node in scene.nodes:
        turn, away = worlds[node.parent] if node.parent >= 0 else (np.eye(3, dtype=int), np.zeros(3, int))
        own = [one for one in node.transforms if one.frame <= frame] or node.transforms[:1]
        worlds.append((turn @ own[-1].rotation.astype(int), turn @ own[-1].translation + away))
        shown = ([one for one in node.models if one.frame <= frame] or node.models[:1])[-1:]
        for entry in shown:
            model = scene.models[entry.model]
            for cell, index in zip(model.positions.tolist(), model.indices.tolist(), strict=True):
                middle = np.array(cell) + 0.5 - np.array(model.size) // 2
                x, y, z = np.floor(worlds[-1][0] @ middle + worlds[-1][1]).astype(int).tolist()
                found[x, y, z] = index
    return found


def converted(extension: str, path: Path, target: Path, **options: object) -> bytes:
    """The file by conversion."""
    convert = importlib.import_module(f"{extension}.core.convert")
    core = importlib.import_module(f"{extension}.core")
    chosen = convert.ConvertOptions(scene=core.SceneOptions(**options))
    done = convert.convert_file(str(path), str(target), chosen)
    assert done.error is None
    return target.read_bytes()


@pytest.mark.parametrize("animation", ["first", "animate"])
@pytest.mark.parametrize("layers", ["collections", "property", "none"])
@pytest.mark.parametrize("version", [150, 200])
def test_a_rich_scene_as_converted(
    extension: str, write: Write, tmp_path: Path, animation: str, layers: str, version: int
) -> None:
    path = write("rich.vox", rich(version=version))
    expected = converted(extension, Path(path), tmp_path / "b.vox", animation=animation, layers=layers)
    load(path, animation=animation, layers=layers)
    assert save(other(tmp_path, "rich.vox")).read_bytes() == expected
    assert len(expected) > 2500


def test_all_that_a_file_says_comes_back(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    path = write("rich.vox", rich())
    load(path, animation="animate")
    before, after = vox.read_vox(path), vox.read_vox(save(other(tmp_path, "rich.vox")))
    for name in ("version", "layers", "cameras", "render_objects", "color_names", "meta", "look", "animation_range"):
        assert getattr(before, name) == getattr(after, name), name
    assert after.palette_order.tolist() == before.palette_order.tolist() and after.warnings == ()
    pairs = zip(before.nodes, after.nodes, strict=True)
    assert all(
        (a.name, a.parent, a.kind, a.layer, a.hidden, a.loops, dict(a.attributes))
        == (b.name, b.parent, b.kind, b.layer, b.hidden, b.loops, dict(b.attributes))
        for a, b in pairs
    )
    for frame in range(12):
        assert cells(before, frame) == cells(after, frame)


SHARED = [path for path in sorted(FOLDER.glob("*.vox")) if path.stat().st_size <= LARGE] if FOLDER else []


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.stem)
def test_shared_files(extension: str, vox: ModuleType, tmp_path: Path, path: Path) -> None:
    """The same bytes for files that place all of their models, of which none is empty; else the same cells."""
    try:
        scene = vox.read_vox(path)
    except importlib.import_module(f"{extension}.core").TrivoxError:
        pytest.skip("no file that can be read")
    shown = {entry.model for node in scene.nodes for entry in node.models}
    full = scene.placed and all(model.voxels for model in scene.models) and len(shown) == len(scene.models)
    rooted = [node.name for node in scene.nodes if node.parent < 0] == [""]
    load(str(path), animation="animate")
    found = save(other(tmp_path, path.name))
    if full and rooted:
        assert found.read_bytes() == converted(extension, path, tmp_path / "c.vox", animation="animate")
    after = vox.read_vox(found)
    if scene.placed:
        assert cells(after) == cells(scene)
    assert sum(model.voxels for model in after.models) <= sum(model.voxels for model in scene.models)
    assert sorted(cells(after).values()) == sorted(cells(scene).values()) and after.look == scene.look


def test_instances_share_a_model(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    load(write("a.vox", plain(ODD)))
    first = next(obj for obj in bpy.data.objects if obj.type == "MESH")
    for step in (1, 2):
        copy = first.copy()
        copy.location.x += step * 10 * first.dimensions.x / 3
        bpy.context.scene.collection.objects.link(copy)
    scene = vox.read_vox(save(tmp_path / "b.vox"))
    assert len(scene.models) == 1 and sum(node.kind == "shape" for node in scene.nodes) == 3
    assert len(cells(scene)) == 3 * np.count_nonzero(ODD)


@pytest.mark.parametrize("number", range(0, 24, 5))
def test_moved_and_turned_by_the_lattice(write: Write, vox: ModuleType, tmp_path: Path, number: int) -> None:
    turn = [one for one in orientations() if round(np.linalg.det(one)) == 1][number]
    load(write("a.vox", plain(ODD)))
    obj = next(obj for obj in bpy.data.objects if obj.type == "MESH")
    edge = obj.dimensions.x / 3
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, np.array([7, -3, 2]) * edge
    obj.matrix_world = matrix.T
    scene = vox.read_vox(save(tmp_path / "b.vox"))
    node = next(node for node in scene.nodes if node.kind == "shape")
    assert node.rotation.tolist() == turn.tolist() and node.translation.tolist() == [7, -3, 2]
    assert scene.models[0].colors.tolist() == ODD.tolist()


def test_what_the_lattice_cannot_hold_is_told(
    write: Write, vox: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load(write("a.vox", plain(ODD, BOX, ROD)))
    tilted, between, kept = (bpy.data.objects[f"part {number}"] for number in range(3))
    tilted.rotation_euler.z = math.radians(30)
    between.location.x += 0.3 * between.dimensions.x / 2
    cube = bpy.data.meshes.new("cube")
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("cube", cube))
    scene = vox.read_vox(save(tmp_path / "b.vox"))
    said = capsys.readouterr().out
    assert "part 0: left out" in said and "part 1: moved to whole voxels" in said
    assert "1 object without voxels left out" in said and "2 objects" in said and "11 voxels" in said
    assert [node.name for node in scene.nodes if node.kind == "shape"] == ["part 1", "part 2"]
    assert kept.name == "part 2"


def test_hidden_and_selected(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    load(write("a.vox", plain(ODD, BOX, ROD)))
    for obj in bpy.data.objects:
        obj.select_set(obj.name == "part 1")
    bpy.data.objects["part 2"].hide_set(True)
    shapes = {
        what: [(node.name, node.hidden) for node in vox.read_vox(save(tmp_path / "b.vox", what=what)).nodes[1:]]
        for what in ("selection", "visible", "all")
    }
    assert shapes["selection"] == [("part 1", False)]
    assert shapes["visible"] == [("part 0", False), ("part 1", False)]
    assert shapes["all"] == [("part 0", False), ("part 1", False), ("part 2", True)]


def test_two_files_become_one(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    load(write("a.vox", rich()))
    load(write("b.vox", plain(BOX, ROD, colors=hv.colors()[::-1])))
    scene = vox.read_vox(save(tmp_path / "c.vox"))
    assert scene.warnings == () and len(scene.cameras) == 2 and scene.meta["_maker"] == "somebody"
    assert {layer.name for layer in scene.layers.values()} == {"stage", "off", "5"}
    used = {tuple(scene.palette[index, :3].tolist()) for model in scene.models for index in model.indices.tolist()}
    colors = hv.colors()
    assert used == {one[:3] for one in [*colors[:9], *colors[::-1][:9]]}


def test_too_many_colors_are_one_sentence(write: Write, tmp_path: Path) -> None:
    every = np.arange(1, 256, dtype=np.uint8).reshape(5, 51, 1)
    load(write("a.vox", hv.vox(hv.dense_model(every), hv.rgba(hv.colors()))))
    load(write("b.vox", hv.vox(hv.dense_model(BOX), hv.rgba([(1, 1, 1, 255)] * 256))))
    with pytest.raises(RuntimeError, match=r"have 256 colors in use, but a file has one palette of 255"):
        bpy.ops.export_scene.trivox_vox(filepath=str(tmp_path / "c.vox"), what="all")
    assert not (tmp_path / "c.vox").exists()


def test_spoiled_memories_do_no_harm(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    load(write("a.vox", rich()))
    holders = [one for one in (*bpy.data.collections, *bpy.data.objects) if "trivox_file" in one]
    for text in ('"kept": {"MagicaVoxel": 3}', '"kept": {"MagicaVoxel": {"palette_order": "00"}}', '"kept": []'):
        for holder in holders:
            told = holder["trivox_file"]
            holder["trivox_file"] = told[: told.index('"kept"')] + text + "}"
        scene = vox.read_vox(save(tmp_path / "b.vox"))
        assert scene.cameras == () and len(scene.layers) == 3 and scene.version == 200


def test_at_the_origin_cameras_stay_with_the_scene(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    path = write("a.vox", rich())
    load(path, at_origin=True)
    before, after = vox.read_vox(path), vox.read_vox(save(tmp_path / "b.vox"))
    moved = np.array([sorted(cells(scene))[0] for scene in (before, after)])
    assert (moved[0] != moved[1]).any()
    for one, other in zip(before.views, after.views, strict=True):
        assert np.allclose(other.position - one.position, moved[1] - moved[0])
        assert np.allclose(one.rotation, other.rotation)


def test_menu_handler_and_collections(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    handler = bpy.types.IO_FH_trivox_vox
    assert (handler.bl_import_operator, handler.bl_export_operator) == (
        "import_scene.trivox",
        "export_scene.trivox_vox",
    )
    load(write("a.vox", plain(ODD, BOX)))
    inner = bpy.data.collections.new("inner")
    bpy.context.scene.collection.children.link(inner)
    inner.objects.link(bpy.data.objects["part 1"])
    scene = vox.read_vox(save(tmp_path / "b.vox", collection="inner"))
    assert [node.name for node in scene.nodes if node.kind == "shape"] == ["part 1"]
    with pytest.raises(RuntimeError, match="There is no collection nowhere"):
        bpy.ops.export_scene.trivox_vox(filepath=str(tmp_path / "b.vox"), collection="nowhere")


def test_orientations_of_files_come_back(write: Write, vox: ModuleType, tmp_path: Path) -> None:
    turns = orientations()
    nodes = [
        hv.ntrn(2 + 2 * number, 3 + 2 * number, {"r": rotation_byte(turn), "t": f"{9 * number} 0 0"})
        + hv.nshp(3 + 2 * number, 0)
        for number, turn in enumerate(turns)
    ]
    data = hv.vox(hv.dense_model(ODD), hv.ntrn(0, 1), hv.ngrp(1, *range(2, 2 + 2 * len(turns), 2)), *nodes)
    path = write("a.vox", data)
    load(path)
    before, after = vox.read_vox(path), vox.read_vox(save(tmp_path / "b.vox"))
    assert len(turns) == 48 and cells(before) == cells(after)
    assert [node.rotation.tolist() for node in after.nodes[1:]] == [turn.tolist() for turn in turns]
