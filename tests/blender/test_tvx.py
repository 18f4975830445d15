"""Exports .tvx files from Blender and imports them again; looks at what arrives, and at what is refused."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, data_counts, meshes_of, orientations, rotation_byte, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

ODD = np.zeros((3, 2, 5), np.uint8)
ODD[:, 0, :] = np.arange(1, 16).reshape(3, 5)
ODD[0, 1, 2:] = 20
"""An L of many colors, which no rotation or mirroring takes to itself."""
BOX = np.full((4, 3, 2), 5, np.uint8)


def empty_scene() -> None:
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)


def group_scene(places: list[Placed], shift: str = "5 -6 7", **attributes: object) -> bytes:
    """A file with a named and turned group that holds the grids."""
    chunks = []
    for index, place in enumerate(places):
        frame = {"r": rotation_byte(place.rotation), "t": " ".join(map(str, place.translation.tolist()))}
        chunks += [hv.ntrn(4 + 2 * index, 5 + 2 * index, frame, name=f"part {index}"), hv.nshp(5 + 2 * index, index)]
    group = {"r": rotation_byte(np.array([(0, -1, 0), (1, 0, 0), (0, 0, 1)])), "t": shift}
    models = b"".join(hv.dense_model(place.grid) for place in places)
    return hv.vox(
        models,
        hv.ntrn(0, 1),
        hv.ngrp(1, 2),
        hv.ntrn(2, 3, group, name="group", **attributes),
        hv.ngrp(3, *range(4, 4 + 2 * len(places), 2)),
        *chunks,
        hv.rgba(hv.colors()),
    )


def load(path: str, **options: object) -> None:
    assert bpy.ops.import_scene.trivox(filepath=path, **options) == {"FINISHED"}


def save(path: Path, **options: object) -> None:
    assert bpy.ops.export_scene.trivox(filepath=str(path), **{"what": "all", **options}) == {"FINISHED"}


def load_tvx(path: Path, **options: object) -> None:
    assert bpy.ops.import_scene.trivox(filepath=str(path), **options) == {"FINISHED"}


def triangles(obj: bpy.types.Object) -> int:
    return sum(len(polygon.vertices) - 2 for polygon in obj.data.polygons)


def look() -> dict[str, tuple[object, ...]]:
    """Name, parent, triangles, visibility and place of each object."""
    bpy.context.view_layer.update()
    return {
        obj.name: (
            obj.parent and obj.parent.name,
            triangles(obj) if obj.type == "MESH" else None,
            obj.hide_viewport,
            tuple(np.round(np.array(obj.matrix_local), 4).ravel().tolist()),
        )
        for obj in bpy.data.objects
    }


def reported(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
@pytest.mark.parametrize("compress", [False, True])
def test_round_trip(write: Write, tmp_path: Path, mode: str, compress: bool) -> None:
    turns = orientations()
    places = [Placed(ODD, turns[7], np.array([0, 0, 0])), Placed(BOX, turns[30], np.array([20, 3, 1]))]
    load(write("a.vox", group_scene(places)), mode=mode)
    before = look()
    assert {"group", "part 0", "part 1"} == set(before)
    save(tmp_path / "b.tvx", compress=compress)
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    assert look() == before
    turn = np.array([(0, -1, 0), (1, 0, 0), (0, 0, 1)])
    for index, place in enumerate(places):
        there = Placed(place.grid, turn @ place.rotation, turn @ place.translation + np.array([5, -6, 7]))
        assert_shows(bpy.data.objects[f"part {index}"], there, hv.colors())
    assert told(bpy.data.meshes[0])["options"]["mode"] == mode


def test_every_orientation(write: Write, tmp_path: Path) -> None:
    places = [Placed(ODD, turn, np.array([10 * index, 0, 0])) for index, turn in enumerate(orientations())]
    load(write("a.vox", group_scene(places)), origin="center")
    expected = [sorted(obj.name for obj in bpy.data.objects), sum(map(triangles, meshes_of(bpy.data.objects)))]
    save(tmp_path / "b.tvx")
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    bpy.context.view_layer.update()
    assert [sorted(obj.name for obj in bpy.data.objects), sum(map(triangles, meshes_of(bpy.data.objects)))] == expected
    turn = np.array([(0, -1, 0), (1, 0, 0), (0, 0, 1)])
    for index in range(0, 48, 5):
        there = Placed(ODD, turn @ places[index].rotation, turn @ places[index].translation + np.array([5, -6, 7]))
        assert_shows(bpy.data.objects[f"part {index}"], there, hv.colors())


def test_equal_models_are_written_once(write: Write, tmp_path: Path, extension: str) -> None:
    turns = orientations()
    places = [Placed(BOX, turns[index], np.array([9 * index, 0, 0])) for index in (0, 1, 2)]
    load(write("a.vox", group_scene(places)))
    save(tmp_path / "b.tvx")
    file = importlib.import_module(f"{extension}.core.formats.tvx").read_tvx(tmp_path / "b.tvx")
    assert len(file.meshes) == 1 and file.name == "b" and file.voxel_size == pytest.approx(0.1)


def test_hidden(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", group_scene([Placed(BOX, np.eye(3, dtype=int), np.zeros(3, int))], hidden=1)))
    load(write("b.vox", group_scene([Placed(ODD, np.eye(3, dtype=int), np.zeros(3, int))])))
    save(tmp_path / "all.tvx")
    save(tmp_path / "visible.tvx", what="visible")
    before = look()
    empty_scene()
    load_tvx(tmp_path / "all.tvx")
    assert look() == before
    empty_scene()
    load_tvx(tmp_path / "visible.tvx")
    assert [obj.data.name for obj in meshes_of(bpy.data.objects)] == ["part 0"]


def test_selection_and_objects_without_voxels(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(write("a.vox", group_scene([Placed(BOX, np.eye(3, dtype=int), np.zeros(3, int))] * 2)))
    bpy.ops.object.select_all(action="DESELECT")
    cube = bpy.data.objects.new("cube", bpy.data.meshes.new("cube"))
    bpy.context.scene.collection.objects.link(cube)
    bpy.data.objects["part 1"].select_set(True)
    cube.select_set(True)
    reported(capsys)
    save(tmp_path / "b.tvx", what="selection")
    size = (tmp_path / "b.tvx").stat().st_size
    line = reported(capsys)
    assert f"b.tvx: 1 object, {size:,} bytes, 12 triangles, {size / 12:.1f} bytes per triangle" in line
    assert "1 object without voxels left out" in line
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    assert [obj.name for obj in meshes_of(bpy.data.objects)] == ["part 1"]


def test_collection_exporter(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", group_scene([Placed(ODD, np.eye(3, dtype=int), np.zeros(3, int))])))
    load(write("b.vox", group_scene([Placed(BOX, np.eye(3, dtype=int), np.zeros(3, int))])))
    collection = bpy.data.collections["b"]
    children = bpy.context.view_layer.layer_collection.children
    bpy.context.view_layer.active_layer_collection = children["b"]
    assert bpy.ops.collection.exporter_add(name="IO_FH_trivox_tvx") == {"FINISHED"}
    collection.exporters[0].export_properties.filepath = str(tmp_path / "c.tvx")
    assert bpy.ops.collection.exporter_export(index=0) == {"FINISHED"}
    empty_scene()
    load_tvx(tmp_path / "c.tvx")
    (obj,) = meshes_of(bpy.data.objects)
    assert triangles(obj) == 12


def test_off_the_lattice(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(write("a.vox", group_scene([Placed(BOX, np.eye(3, dtype=int), np.array([9 * i, 0, 0])) for i in range(4)])))
    moved, turned, scaled = (bpy.data.objects[f"part {index}"] for index in (1, 2, 3))
    moved.location.x += 0.034
    turned.rotation_euler.z += 0.3
    scaled.scale = (1, 1, 1.5)
    reported(capsys)
    save(tmp_path / "b.tvx")
    lines = reported(capsys)
    assert "part 1: moved to whole voxels" in lines
    assert "part 2, part 3: left out, for the file holds quarter turns and voxels of 0.1 m only" in lines
    assert "part 0" not in lines
    moved.location.x -= 0.034
    before = look()
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    assert look() == {name: before[name] for name in ("group", "part 0", "part 1")}


def test_scaled_and_applied_together(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", group_scene([Placed(ODD, np.eye(3, dtype=int), np.array([4, 0, 0]))], shift="0 0 0")))
    obj = bpy.data.objects["part 0"]
    obj.parent = None
    obj.scale, obj.location, obj.rotation_euler = (2, 2, 2), (0.4, 0, 0), (0, 0, 0)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
    save(tmp_path / "b.tvx")
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    (obj,) = meshes_of(bpy.data.objects)
    assert told(obj.data)["options"]["voxel_size"] == pytest.approx(0.2)
    bpy.context.view_layer.update()
    assert_shows(obj, Placed(ODD, np.eye(3, dtype=int), np.array([2, 0, 0])), hv.colors(), 0.2)


def test_palettes_are_merged(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = hv.dense_model(BOX)
    other = [(200, 100, index, 255) for index in range(256)]
    shapes = {"a": (box, hv.colors()), "b": (box, other)}
    for name, (model, colors) in shapes.items():
        load(write(f"{name}.vox", hv.vox(model, hv.rgba(colors), hv.matl(5, type="_glass", trans=0.5, rough=0.25))))
    save(tmp_path / "c.tvx")
    empty_scene()
    load_tvx(tmp_path / "c.tvx")
    for name, (_model, colors) in shapes.items():
        obj = bpy.data.objects[name]
        assert_shows(obj, Placed(BOX, np.eye(3, dtype=int), np.rint(np.array(obj.location) / 0.1).astype(int)), colors)
    assert "c transparent" in bpy.data.materials


def test_too_many_colors(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = np.arange(1, 201, dtype=np.uint8).reshape(20, 10, 1)
    other = [(200, 100, index, 255) for index in range(256)]
    for name, colors in (("first", hv.colors()), ("second", other)):
        load(write(f"{name}.vox", hv.vox(hv.dense_model(grid), hv.rgba(colors))))
    path = tmp_path / "c.tvx"
    with pytest.raises(RuntimeError, match=r"first, second have 400 colors .* 255"):
        bpy.ops.export_scene.trivox(filepath=str(path))
    assert not path.exists()


def test_materials(write: Write, tmp_path: Path, extension: str) -> None:
    grid = np.arange(1, 7, dtype=np.uint8).reshape(6, 1, 1)
    materials = (
        hv.matl(1, type="_metal", metal=0.7, rough=0.3),
        hv.matl(2, type="_glass", trans=0.4, rough=0.2, ri=1.6),
        hv.matl(3, type="_emit", emit=0.5, flux=2),
        hv.matl(4, type="_blend", metal=0.4, rough=0.1),
        hv.matl(5, type="_media", d=0.1),
    )
    path = write("a.vox", hv.vox(hv.dense_model(grid), hv.rgba(hv.colors()), *materials))
    load(path)
    save(tmp_path / "b.tvx")
    core = importlib.import_module(f"{extension}.core")
    file = importlib.import_module(f"{extension}.core.formats.tvx").read_tvx(tmp_path / "b.tvx")
    for one, other in zip(core.read_vox(path).materials, file.materials, strict=True):
        for name in ("kind", "media"):
            assert getattr(one, name) == getattr(other, name)
        for name in ("metallic", "roughness", "specular", "ior", "attenuation", "transparency", "density", "emission"):
            assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-6), name


def test_nothing_to_export(tmp_path: Path) -> None:
    path = tmp_path / "a.tvx"
    with pytest.raises(RuntimeError, match="no object to export"):
        bpy.ops.export_scene.trivox(filepath=str(path))
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("cube", bpy.data.meshes.new("cube")))
    with pytest.raises(RuntimeError, match="No object has voxels"):
        bpy.ops.export_scene.trivox(filepath=str(path))
    with pytest.raises(RuntimeError, match="no collection nowhere"):
        bpy.ops.export_scene.trivox(filepath=str(path), collection="nowhere")
    assert not path.exists()


def test_a_file_that_cannot_be_written(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BOX))))
    with pytest.raises(RuntimeError, match="cannot be written"):
        bpy.ops.export_scene.trivox(filepath=str(tmp_path / "nowhere" / "b.tvx"))
    target = tmp_path / "folder.tvx"
    target.mkdir()
    with pytest.raises(RuntimeError, match="cannot be written"):
        bpy.ops.export_scene.trivox(filepath=str(target))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vox", "folder.tvx"]


def test_damaged_files(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BOX))))
    save(tmp_path / "b.tvx")
    data = (tmp_path / "b.tvx").read_bytes()
    empty_scene()
    before = data_counts()
    for damaged in (b"", b"no such file", data[:-9], data[:200] + b"?" + data[201:]):
        with pytest.raises(RuntimeError, match=r"c\.tvx: ") as caught:
            bpy.ops.import_scene.trivox(filepath=write("c.tvx", damaged))
        assert len(str(caught.value).strip().splitlines()) == 1
    with pytest.raises(RuntimeError, match="cannot be opened"):
        bpy.ops.import_scene.trivox(filepath=str(tmp_path / "none.tvx"))
    assert data_counts() == before


def test_one_bad_file_of_two(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BOX))))
    save(tmp_path / "b.tvx")
    write("c.tvx", b"damaged")
    empty_scene()
    names = [{"name": name} for name in ("c.tvx", "b.tvx")]
    assert bpy.ops.import_scene.trivox(directory=str(tmp_path), files=names) == {"FINISHED"}
    lines = reported(capsys)
    assert "1 of 2 files imported: 1 object, 12 triangles" in lines and "c.tvx: " in lines
    assert len(bpy.data.objects) == 1


def compared(obj: bpy.types.Object) -> dict[str, dict[str, object]]:
    """Triangles of each mode, as Compare Modes finds them."""
    bpy.context.view_layer.objects.active = obj
    assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
    found = bpy.context.window_manager["trivox_comparisons"].to_dict()[told(obj.data)["comparison"]]
    return {mode: row["triangles"] for mode, row in found.items()}


def use_mode(obj: bpy.types.Object, mode: str) -> int:
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode) == {"FINISHED"}
    return triangles(obj)


@pytest.mark.parametrize("compress", [False, True])
def test_voxels_travel(write: Write, tmp_path: Path, extension: str, compress: bool) -> None:
    """An import of a .tvx with voxels compares, rebuilds, validates and exports as one of the .vox."""
    places = [Placed(ODD, np.eye(3, dtype=int), np.zeros(3, int)), Placed(BOX, orientations()[30], np.array([9, 3, 1]))]
    source = write("a.vox", group_scene(places))
    load(source, mode="polygons", interior="keep", merge="color", animation="animate")
    expected = compared(bpy.data.objects["part 0"])
    rebuilt = {mode: use_mode(bpy.data.objects["part 0"], mode) for mode in ("faces", "fewest", "polygons")}
    # The name of the file is that of the scene.
    for folder in ("b", "d"):
        (tmp_path / folder).mkdir()
    save(tmp_path / "b" / "a.tvx", voxels=True, compress=compress)
    save(tmp_path / "without.tvx", compress=compress)
    convert, formats = (importlib.import_module(f"{extension}.core.{name}") for name in ("convert", "formats"))
    mesh = importlib.import_module(f"{extension}.core").MeshOptions("polygons", interior="keep", merge="color")
    options = convert.ConvertOptions(mesh, write=formats.WriteOptions(compress=compress, voxels=True))
    assert convert.convert_file(source, str(tmp_path / "c.tvx"), options).error is None
    assert (tmp_path / "b" / "a.tvx").read_bytes() == (tmp_path / "c.tvx").read_bytes()
    empty_scene()
    load_tvx(tmp_path / "b" / "a.tvx", animation="animate")
    obj, box = (bpy.data.objects[name] for name in ("part 0", "part 1"))
    verdict_of = importlib.import_module(f"{extension}.operators.validate").verdict_of
    for one in (obj, box):
        assert importlib.import_module(f"{extension}.blender.record").has_voxels(one)
        bpy.context.view_layer.objects.active = one
        bpy.ops.trivox.validate()
        assert verdict_of(one.data).holds, verdict_of(one.data).faults
    assert compared(obj) == expected
    assert {mode: use_mode(obj, mode) for mode in rebuilt} == rebuilt
    bpy.ops.trivox.validate()
    assert verdict_of(obj.data).holds, verdict_of(obj.data).faults
    turn = np.array([(0, -1, 0), (1, 0, 0), (0, 0, 1)])
    for index, place in enumerate(places):
        there = Placed(place.grid, turn @ place.rotation, turn @ place.translation + np.array([5, -6, 7]))
        assert_shows(bpy.data.objects[f"part {index}"], there, hv.colors())
    save(tmp_path / "d" / "a.tvx", voxels=True, compress=compress)
    assert (tmp_path / "d" / "a.tvx").read_bytes() == (tmp_path / "b" / "a.tvx").read_bytes()
    empty_scene()
    load_tvx(tmp_path / "without.tvx")
    assert "trivox_voxels" not in bpy.data.objects["part 0"].data


def test_broken_voxels_are_one_sentence(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BOX))))
    save(tmp_path / "b.tvx", voxels=True)
    data = bytearray((tmp_path / "b.tvx").read_bytes())
    # The last byte is the palette index of the last voxel, and the last entry of the directory has its checksum.
    data[-1] = 0
    end = 32 + 44 * int.from_bytes(data[24:28], "little")
    offset = int.from_bytes(data[end - 28 : end - 24], "little")
    data[end - 16 : end - 12] = zlib.crc32(data[offset:]).to_bytes(4, "little")
    data[28:32] = zlib.crc32(data[:28] + data[32:end]).to_bytes(4, "little")
    empty_scene()
    before = data_counts()
    with pytest.raises(RuntimeError, match=r"c\.tvx: .*a voxel has no colour") as caught:
        bpy.ops.import_scene.trivox(filepath=write("c.tvx", bytes(data)))
    assert len(str(caught.value).strip().splitlines()) == 1 and data_counts() == before


@pytest.mark.parametrize("axis", ["x", "y"])
def test_other_axes_up(write: Write, tmp_path: Path, extension: str, axis: str) -> None:
    tvx = importlib.import_module(f"{extension}.core.formats.tvx")
    load(write("a.vox", hv.vox(hv.dense_model(ODD), hv.rgba(hv.colors()))))
    save(tmp_path / "b.tvx")
    file = tvx.read_tvx(tmp_path / "b.tvx")
    fields = {name: getattr(file, name) for name in type(file).__dataclass_fields__}
    tvx.write_tvx(tmp_path / "c.tvx", type(file)(**(fields | {"up_axis": axis})))
    empty_scene()
    load_tvx(tmp_path / "c.tvx")
    bpy.context.view_layer.update()
    turn = np.array({"x": [(0, 1, 0), (0, 0, 1), (1, 0, 0)], "y": [(1, 0, 0), (0, 0, -1), (0, 1, 0)]}[axis])
    assert_shows(bpy.data.objects[0], Placed(ODD, turn, turn @ file.nodes[0].translation), hv.colors())


def test_a_mesh_without_voxels_has_counts(write: Write, tmp_path: Path, extension: str) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(ODD))), mode="polygons")
    expected = told(bpy.data.meshes[0])["stages"]
    save(tmp_path / "b.tvx")
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    mesh = bpy.data.meshes[0]
    assert "trivox_voxels" not in mesh
    stages = told(mesh)["stages"]
    assert stages == {name: expected[name] for name in ("faces", "mesh")}
    panels = importlib.import_module(f"{extension}.ui.object_panel")
    stats = importlib.import_module(f"{extension}.ui.stats")
    rows = panels.stage_rows(stats.statistics(bpy.data.objects))
    assert [row.label for row in rows] == ["Visible Faces", "This Mesh"]
    assert not bpy.ops.trivox.compare_modes.poll()


def menus() -> list[str]:
    draws = bpy.types.TOPBAR_MT_file_export._dyn_ui_initialize()
    return [draw.__name__ for draw in draws if "trivox" in getattr(draw, "__module__", "")]


def test_registration(extension: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import addon_utils

    names: dict[object, str] = {}

    def add(name: str, _execute: object) -> object:
        names[handle := object()] = name
        return handle

    handler = bpy.types.IO_FH_trivox_tvx
    assert (handler.bl_import_operator, handler.bl_export_operator, handler.bl_file_extensions) == (
        "import_scene.trivox",
        "export_scene.trivox",
        ".tvx",
    )
    addon_utils.disable(extension)
    monkeypatch.setattr(bpy.utils, "register_cli_command", add)
    monkeypatch.setattr(bpy.utils, "unregister_cli_command", names.pop)
    for _time in range(2):
        addon_utils.enable(extension, default_set=True)
        assert menus() == ["draw_export_entry"] and list(names.values()) == ["trivox"]
        addon_utils.disable(extension)
        assert not menus() and not names
        assert "trivox" not in dir(bpy.ops.export_scene) and "trivox_tvx" not in dir(bpy.ops.import_scene)
        assert not hasattr(bpy.types, "IO_FH_trivox_tvx")
    monkeypatch.undo()
    addon_utils.enable(extension, default_set=True)


@pytest.fixture
def command(extension: str) -> Callable[[list[str]], int]:
    module: ModuleType = importlib.import_module(f"{extension}.operators.command")
    return module.command_of(importlib.import_module(f"{extension}.cli").main)


def test_the_command_writes_glb(command: Callable[[list[str]], int], write: Write, tmp_path: Path) -> None:
    target = tmp_path / "box.glb"
    source = write("box.vox", hv.vox(hv.dense_model(BOX)))
    assert command(["convert", source, str(target), "--mode", "fewest", "--voxel-size", "0.5"]) == 0
    data = target.read_bytes()
    assert data[:4] == b"glTF" and int.from_bytes(data[8:12], "little") == len(data)
    assert command(["convert", str(tmp_path / "nothing.vox"), str(target)]) == 1


def test_command(command: Callable[[list[str]], int], write: Write, tmp_path: Path) -> None:
    target = tmp_path / "b.tvx"
    assert command(["convert", write("a.vox", hv.vox(hv.dense_model(BOX))), str(target)]) == 0
    assert command(["--help"]) == 0 and command(["convert", "nothing.vox", str(target)]) == 1
    load_tvx(target)
    assert triangles(bpy.data.objects[0]) == 12


def test_the_command_knows_every_format(
    command: Callable[[list[str]], int], write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, between = write("a.vox", hv.vox(hv.dense_model(BOX))), str(tmp_path / "b.tvx")
    there, back = tmp_path / "c.vox", tmp_path / "d.vox"
    assert command(["convert", source, between, "--store-voxels"]) == 0
    assert command(["convert", source, str(there)]) == command(["convert", between, str(back)]) == 0
    for path in (there, back):
        bpy.ops.import_scene.trivox(filepath=str(path))
        assert triangles(bpy.context.object) == 12
    capsys.readouterr()
    assert command(["convert", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(ending in told for ending in (".vox", ".tvx", ".glb", ".obj", "pictures", "--height"))


def test_edited_meshes_are_told(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BOX))))
    bpy.data.meshes[0].vertices.add(1)
    reported(capsys)
    save(tmp_path / "b.tvx")
    assert "a: written as imported" in reported(capsys)


def test_an_animation_arrives(write: Write, tmp_path: Path, extension: str) -> None:
    frames = ({"_f": 0, "_t": "0 0 0"}, {"_f": 4, "_t": "7 0 0"})
    moving = hv.ntrn(2, 3, *({key.strip("_"): value for key, value in frame.items()} for frame in frames), name="mover")
    source = write("a.vox", hv.vox(hv.dense_model(BOX), hv.ntrn(0, 1), hv.ngrp(1, 2), moving, hv.nshp(3, 0)))
    convert = importlib.import_module(f"{extension}.core.convert")
    assert convert.convert_file(source, str(tmp_path / "b.tvx"), convert.ConvertOptions()).error is None
    places = []
    for run in (lambda: load(source, animation="animate"), lambda: load_tvx(tmp_path / "b.tvx", animation="animate")):
        empty_scene()
        run()
        obj, scene = bpy.data.objects["mover"], bpy.context.scene
        places.append([])
        for frame in range(0, 40, 3):
            scene.frame_set(frame)
            places[-1].append(round(obj.location.x, 4))
    assert places[0] == places[1] and len(set(places[0])) > 1


@pytest.mark.parametrize("join", ["contacts", "one"])
def test_joined_and_cut_objects(write: Write, tmp_path: Path, join: str) -> None:
    still = np.eye(3, dtype=int)
    places = [Placed(BOX, still, np.zeros(3, int)), Placed(BOX, still, np.array([4, 1, 0]))]
    load(write("a.vox", group_scene(places)), join=join, origin="bottom", at_origin=True)
    bpy.context.view_layer.update()
    corners = sorted(np.array(obj.matrix_world @ v.co).round(3).tolist() for obj, v in vertices())
    save(tmp_path / "b.tvx")
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    bpy.context.view_layer.update()
    assert sorted(np.array(obj.matrix_world @ v.co).round(3).tolist() for obj, v in vertices()) == corners


def vertices() -> list[tuple[bpy.types.Object, bpy.types.MeshVertex]]:
    return [(obj, vertex) for obj in meshes_of(bpy.data.objects) for vertex in obj.data.vertices]


def test_a_collection_that_the_view_layer_leaves_out(write: Write, tmp_path: Path) -> None:
    load(write("a.vox", hv.vox(hv.dense_model(BOX), hv.dense_model(BOX))))
    bpy.context.view_layer.layer_collection.children["a"].exclude = True
    save(tmp_path / "b.tvx", collection="a")
    with pytest.raises(RuntimeError, match="no object to export"):
        bpy.ops.export_scene.trivox(filepath=str(tmp_path / "c.tvx"), what="visible")
    empty_scene()
    load_tvx(tmp_path / "b.tvx")
    assert [obj.hide_viewport for obj in bpy.data.objects] == [False, False]


def test_a_visible_object_in_a_hidden_group_stays_visible(write: Write, tmp_path: Path, extension: str) -> None:
    load(write("a.vox", group_scene([Placed(BOX, np.eye(3, dtype=int), np.zeros(3, int))])))
    bpy.data.objects["group"].hide_viewport = True
    save(tmp_path / "b.tvx")
    tvx, world = (importlib.import_module(f"{extension}.core.{name}") for name in ("formats.tvx", "scene.world"))
    scene = tvx.assembly_of(tvx.read_tvx(tmp_path / "b.tvx"), "b").scene
    assert not world.hidden_in_scene(scene).any()
    bpy.data.objects["part 0"].hide_viewport = True
    save(tmp_path / "b.tvx")
    scene = tvx.assembly_of(tvx.read_tvx(tmp_path / "b.tvx"), "b").scene
    assert world.hidden_in_scene(scene).all()


def on_the_ground(grid: np.ndarray) -> np.ndarray:
    """(3,): where the pivot of a grid that no file places is, so that its cells stand on the middle of the world."""
    cells = np.argwhere(grid)
    low, high = cells.min(axis=0), cells.max(axis=0) + 1
    return np.array(grid.shape) // 2 - [*((low + high) // 2)[:2], low[2]]


@pytest.mark.parametrize("colors", ["palette", "attribute", "materials"])
def test_faces_of_several_colors_want_a_texture(
    write: Write, tmp_path: Path, colors: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for merge in ("any", "color"):
        empty_scene()
        load(write("a.vox", hv.vox(hv.dense_model(ODD), hv.rgba(hv.colors()))), merge=merge)
        save(tmp_path / f"{merge}.tvx")
    empty_scene()
    before = data_counts()
    with pytest.raises(RuntimeError, match=r"any.tvx: the meshes of the file have faces of several colors"):
        load_tvx(tmp_path / "any.tvx", colors=colors)
    assert data_counts() == before
    load_tvx(tmp_path / "color.tvx", colors=colors)
    assert_shows(bpy.context.object, Placed(ODD, np.eye(3, dtype=int), on_the_ground(ODD)), hv.colors())
    files = [{"name": "any.tvx"}, {"name": "color.tvx"}]
    assert bpy.ops.import_scene.trivox(directory=str(tmp_path), files=files, colors=colors) == {"FINISHED"}
    assert "Warning: any.tvx: the meshes" in reported(capsys) and len(bpy.data.objects) == 2


def test_the_command_keeps_to_what_is_asked_of_glb(
    command: Callable[[list[str]], int], write: Write, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = write(
        "a.vox", hv.vox(hv.dense_model(ODD), *(hv.matl(index, type="_glass", trans=0.5) for index in range(1, 9)))
    )
    blended = []
    for glass in ("alpha", "transmission"):
        target = tmp_path / f"{glass}.glb"
        assert command(["convert", source, str(target), "--glass", glass]) == 0
        blended.append(b'"alphaMode":"BLEND"' in target.read_bytes())
    assert blended == [True, False]
    assert command(["convert", source, str(tmp_path / "whole.glb"), "--integers"]) == 1
    assert "no whole numbers" in capfd.readouterr().err and not (tmp_path / "whole.glb").exists()
