"""Imports .vox files as a user does and looks at what is in the scene."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, data_counts, image_pixels, meshes_of, texture_of, told, triangle_area

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

PLATE = np.full((4, 3, 1), 5, np.uint8)
"""A box of six rectangles."""


def bent() -> np.ndarray:
    """An L of ten colors: two of its polygons are no rectangles."""
    grid = np.zeros((3, 3, 2), np.uint8)
    grid[:, 0, :] = np.arange(1, 7).reshape(3, 2)
    grid[0, 1:, :] = np.arange(7, 11).reshape(2, 2)
    return grid


def simple(grid: np.ndarray = PLATE, **attributes: object) -> bytes:
    """A file with one object at (10, 20, 30)."""
    return hv.vox(
        hv.dense_model(grid),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2),
        hv.ntrn(2, 3, {"t": "10 20 30"}, **attributes),
        hv.nshp(3, 0),
        hv.rgba(hv.colors()),
    )


def run(*args: object, **options: object) -> set[str]:
    return bpy.ops.import_scene.trivox(*args, **options)


def test_one_object(write: Write) -> None:
    assert run(filepath=write("castle.vox", simple(name="tower"))) == {"FINISHED"}
    (obj,) = bpy.data.objects
    assert obj.name == "tower" and obj.data.name == "tower"
    assert np.allclose(obj.location, (1, 2, 3)) and tuple(obj.scale) == (1, 1, 1)
    assert obj.name in bpy.context.scene.collection.objects and not bpy.data.collections
    assert obj.select_get() and bpy.context.view_layer.objects.active == obj
    assert np.allclose(np.array(obj.bound_box).min(axis=0), (-0.2, -0.1, 0))
    assert np.allclose(np.array(obj.bound_box).max(axis=0), (0.2, 0.2, 0.1))
    assert [material.name for material in bpy.data.materials] == ["castle"]
    assert len(obj.data.polygons) == 6 and not obj.data.validate(verbose=True)
    assert [layer.name for layer in obj.data.uv_layers] == ["UVMap"]


def test_flat_shading(write: Write) -> None:
    run(filepath=write("a.vox", simple()))
    (mesh,) = bpy.data.meshes
    assert not any(polygon.use_smooth for polygon in mesh.polygons)
    normals = np.array([corner.vector for corner in mesh.corner_normals])
    assert np.allclose(np.abs(normals).max(axis=1), 1)


def test_counts_are_stored(write: Write) -> None:
    run(filepath=write("a.vox", simple()), mode="watertight", interior="keep")
    record = told(bpy.data.meshes[0])
    options = record["options"]
    assert (options["mode"], options["interior"], options["colors"]) == ("watertight", "keep", "texture")
    assert record["stages"] == {"cubes": 144, "shell": 144, "faces": 76, "polygons": 12, "mesh": 12}
    assert record["counts"]["voxels"] == 12 and record["counts"]["vertices"] == 8
    image = bpy.data.images[0]
    seen = told(image)
    assert record["image"] == seen["key"] and seen["size"] == list(image.size)
    assert 0 < sum(seen["atlases"][4::5]) <= image.size[0] * image.size[1]


def test_large_counts_are_stored_exactly(extension: str) -> None:
    import importlib

    build = importlib.import_module(f"{extension}.blender.record")
    mesh = bpy.data.meshes.new("large")
    mesh["large"] = build.storable({"small": 2**31 - 1, "large": 12 * 2**33 + 1})
    assert mesh["large"].to_dict() == {"small": 2**31 - 1, "large": 12 * 2**33 + 1}


@pytest.mark.parametrize(
    ("mode", "quads"), [("faces", 32), ("polygons", 4), ("watertight", 4), ("rectangles", 10), ("fewest", 8)]
)
def test_quads_and_triangles(write: Write, mode: str, quads: int) -> None:
    path = write("a.vox", simple(bent()))
    run(filepath=path, mode=mode)
    run(filepath=path, mode=mode, faces="triangles")
    with_quads, with_triangles = bpy.data.objects
    corners = [polygon.loop_total for polygon in with_quads.data.polygons]
    triangles = told(with_triangles.data)["counts"]["triangles"]
    assert corners.count(4) >= quads and set(corners) <= {3, 4}
    assert corners.count(3) + 2 * corners.count(4) == triangles
    assert [polygon.loop_total for polygon in with_triangles.data.polygons] == [3] * triangles
    for obj in (with_quads, with_triangles):
        assert not obj.data.validate(verbose=True)
        assert triangle_area(obj, 0.1) == pytest.approx(
            len(Placed(bent(), np.eye(3, dtype=int), np.zeros(3, int)).faces()), rel=1e-4
        )


def test_voxel_size(write: Write) -> None:
    run(filepath=write("a.vox", simple()), voxel_size=2)
    (obj,) = bpy.data.objects
    assert np.allclose(obj.dimensions, (8, 6, 2)) and np.allclose(obj.location, (20, 40, 60))


def test_border_and_power_of_two(write: Write) -> None:
    grid = np.random.default_rng(3).integers(1, 256, (5, 6, 7)).astype(np.uint8)
    path = write("a.vox", simple(grid))
    run(filepath=path, border=0)
    run(filepath=path, border=4)
    run(filepath=path, power_of_two=True)
    none, wide, power = bpy.data.images
    assert np.prod(none.size) < np.prod(wide.size)
    assert all(side & (side - 1) == 0 for side in power.size)


def test_texture_survives_saving(write: Write, tmp_path: Path) -> None:
    run(filepath=write("castle.vox", simple(bent())))
    before = image_pixels(texture_of(bpy.data.objects[0]))
    record = told(bpy.data.meshes[0])
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
    (obj,) = bpy.data.objects
    image = texture_of(obj)
    assert image.name == "castle" and image.packed_file and image.colorspace_settings.name == "sRGB"
    assert (image_pixels(image) == before).all() and (before[..., 3] == 255).all()
    assert len(np.unique(before.reshape(-1, 4), axis=0)) == 11  # and that of free texels
    assert told(obj.data) == record and record["image"] == told(image)["key"]


def test_equal_models_share_a_mesh(write: Write) -> None:
    data = hv.vox(
        hv.cube(), hv.cube(), hv.model((1, 1, 1), [(0, 0, 0, 9)]), hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6),
        hv.ntrn(2, 3), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "9 0 0"}), hv.nshp(5, 1), hv.ntrn(6, 7), hv.nshp(7, 2),
    )  # fmt: skip
    run(filepath=write("a.vox", data))
    first, second, third = bpy.data.objects
    assert first.data == second.data != third.data
    assert first.data.materials[0] == third.data.materials[0]
    assert len(bpy.data.materials) == len(bpy.data.images) == 1


def test_names(write: Write) -> None:
    names = ["", "tower", "tower", "Bäume 木", "x" * 300]
    shapes = [hv.ntrn(2 + 2 * i, 3 + 2 * i, name=name) + hv.nshp(3 + 2 * i, 0) for i, name in enumerate(names)]
    data = hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, *range(2, 12, 2)), *shapes)
    run(filepath=write("castle.vox", data))
    found = sorted(obj.name for obj in bpy.data.objects)
    assert found[:2] == ["Bäume 木", "castle"] and found[2:4] == ["tower", "tower.001"]
    assert found[4].startswith("x" * 60)


def test_several_files_with_a_bad_one(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write("first.vox", simple())
    write("bad.vox", b"VOX \x96\0\0\0MAIN")
    write("last.vox", simple(bent()))
    files = [{"name": name} for name in ("first.vox", "bad.vox", "missing.vox", "last.vox")]
    assert run(directory=str(tmp_path), files=files) == {"FINISHED"}
    assert sorted(obj.name for obj in bpy.data.objects) == ["first", "last"]
    assert len(bpy.context.selected_objects) == 2
    told = capsys.readouterr().out
    assert "Warning: 2 of 4 files imported: 2 objects, 32 triangles" in told
    assert "Warning: bad.vox: " in told and "Warning: missing.vox: " in told


def test_summary_and_warnings(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    run(filepath=write("castle.vox", simple()))
    assert "Info: castle.vox: 1 object, 12 triangles (16 % of the visible faces' 76), 0." in capsys.readouterr().out
    outside = hv.vox(hv.model((2, 2, 2), [*hv.CUBE, (7, 7, 7, 1)]), version=201)
    assert run(filepath=write("odd.vox", outside)) == {"FINISHED"}
    warning = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("Warning: odd.vox: "))
    assert warning.endswith("(first of 2 warnings)")


@pytest.mark.parametrize(
    "data",
    [b"", b"not a model", hv.vox(), hv.vox(hv.model((2, 2, 2), [])), simple()[:60]],
    ids=["empty", "text", "no model", "no voxels", "cut"],
)
def test_failed_import_leaves_nothing(write: Write, data: bytes) -> None:
    before = data_counts()
    with pytest.raises(RuntimeError, match=r"bad\.vox: "):
        run(filepath=write("bad.vox", data))
    assert data_counts() == before


def test_nothing_chosen() -> None:
    with pytest.raises(RuntimeError, match="No file was chosen"):
        run()


def test_undo(write: Write) -> None:
    path = write("a.vox", simple())
    bpy.ops.ed.undo_push(message="before")
    before = data_counts()
    run("EXEC_DEFAULT", True, filepath=path)
    assert data_counts() != before
    bpy.ops.ed.undo()
    assert data_counts() == before
    bpy.ops.ed.redo()
    assert texture_of(bpy.data.objects[0]).size[0] > 0


def test_from_edit_mode(write: Write) -> None:
    bpy.ops.mesh.primitive_cube_add()
    bpy.ops.object.mode_set(mode="EDIT")
    run(filepath=write("a.vox", simple()))
    assert bpy.context.mode == "OBJECT"
    assert [obj.name for obj in bpy.context.selected_objects] == ["a"]


def test_active_collection_gets_the_file(write: Write) -> None:
    inner = bpy.data.collections.new("inner")
    bpy.context.scene.collection.children.link(inner)
    bpy.context.view_layer.active_layer_collection = bpy.context.view_layer.layer_collection.children["inner"]
    run(filepath=write("a.vox", simple()))
    assert [obj.name for obj in inner.objects] == ["a"] and not inner.children
    run(filepath=write("b.vox", hv.vox(hv.cube(), hv.cube())))
    assert [child.name for child in inner.children] == ["b"]


def test_layers_animation_and_range_of_a_single_object_are_kept(write: Write, tmp_path: Path, extension: str) -> None:
    """Without a collection of the file the object itself remembers them."""
    data = hv.vox(
        hv.meta(anim_range="2 30"), hv.dense_model(PLATE), hv.ntrn(0, 1), hv.ngrp(1, 2),
        hv.ntrn(2, 3, layer=4), hv.nshp(3, 0), hv.layr(4, name="4", color="1 2 3"), hv.rgba(hv.colors()),
    )  # fmt: skip
    run(filepath=write("a.vox", data))
    assert not bpy.data.collections
    bpy.ops.export_scene.trivox(filepath=str(tmp_path / "b.tvx"), what="all")
    tvx = importlib.import_module(f"{extension}.core.formats.tvx")
    file = tvx.read_tvx(tmp_path / "b.tvx")
    assert file.animation_range == (2, 30) and file.layers[4].color == (1, 2, 3)
    assert [node.layer for node in file.nodes if node.kind == "shape"] == [4]


@pytest.mark.parametrize("state", ["exclude", "hide_viewport"])
def test_collection_that_is_not_seen(write: Write, state: str) -> None:
    inner = bpy.data.collections.new("inner")
    bpy.context.scene.collection.children.link(inner)
    layer = bpy.context.view_layer.layer_collection.children["inner"]
    bpy.context.view_layer.active_layer_collection = layer
    setattr(layer, state, True)
    assert run(filepath=write("a.vox", simple())) == {"FINISHED"}
    assert "a" in bpy.data.objects


def test_import_again_is_independent_if_asked(write: Write) -> None:
    path = write("a.vox", simple())
    run(filepath=path)
    run(filepath=path, again="new")
    first, second = meshes_of(bpy.data.objects)
    assert first.data != second.data and first.data.materials[0] != second.data.materials[0]


def test_import_again_shares_what_is_there(write: Write) -> None:
    path = write("a.vox", simple())
    run(filepath=path)
    before = data_counts()
    run(filepath=path)
    first, second = meshes_of(bpy.data.objects)
    assert first.data == second.data
    assert data_counts() == before | {"objects": 2}


@pytest.mark.parametrize("change", ["options", "file", "mesh", "unit"])
def test_import_again_shares_only_what_is_the_same(write: Write, change: str) -> None:
    path = write("a.vox", simple())
    run(filepath=path)
    if change == "file":
        write("a.vox", simple(bent()))
    if change == "mesh":
        bpy.data.meshes[0].vertices.add(1)
    if change == "unit":
        bpy.context.scene.unit_settings.scale_length = 0.5
    run(filepath=path, **({"merge": "color"} if change == "options" else {}))
    first, second = meshes_of(bpy.data.objects)
    assert first.data != second.data


def test_colors_are_shown_in_solid_shading(write: Write) -> None:
    spaces = [space for area in bpy.context.screen.areas for space in area.spaces if space.type == "VIEW_3D"]
    path = write("a.vox", simple())
    for space in spaces:
        space.shading.color_type = "MATERIAL"
    run(filepath=path, show_colors=False)
    assert spaces and all(space.shading.color_type == "MATERIAL" for space in spaces)
    run(filepath=path)
    assert all(space.shading.color_type == "TEXTURE" for space in spaces)
    spaces[0].shading.color_type = "RANDOM"
    run(filepath=path)
    assert spaces[0].shading.color_type == "RANDOM"
