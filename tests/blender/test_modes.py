"""All modes: valid meshes of random grids, comparing modes, and rebuilding a mesh in another mode."""

from __future__ import annotations

import base64
import importlib
import zlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import (
    Placed,
    assert_shows,
    data_counts,
    image_pixels,
    orientations,
    rotation_byte,
    seen_on,
    texture_of,
    told,
)

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"]
COLORS = ["texture", "strip", "palette", "attribute", "materials"]
TURN = np.eye(3, dtype=int)


def random_grid(seed: int, shape: tuple[int, int, int] = (6, 5, 4), colors: int = 255) -> np.ndarray:
    rng = np.random.default_rng(seed)
    filled = rng.random(shape) < rng.choice([0.4, 0.6, 0.8, 0.95])
    return np.where(filled, rng.integers(1, colors + 1, shape), 0).astype(np.uint8)


def simple(grid: np.ndarray, **attributes: object) -> bytes:
    return hv.vox(
        hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, **attributes), hv.nshp(3, 0),
        hv.rgba(hv.colors()),
    )  # fmt: skip


def import_one(write: Write, grid: np.ndarray, **options: object) -> bpy.types.Object:
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", simple(grid)), **{"interior": "keep", **options})
    return bpy.context.object


def use(mode: str, obj: bpy.types.Object | None = None) -> set[str]:
    if obj is not None:
        bpy.ops.object.select_all(action="DESELECT")
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj
    return bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode)


def shown(obj: bpy.types.Object, grid: np.ndarray, turn: np.ndarray = TURN, move: tuple[int, ...] = (0, 0, 0)) -> None:
    bpy.context.view_layer.update()
    assert not obj.data.validate(verbose=True)
    assert_shows(obj, Placed(grid, turn, np.array(move)), hv.colors())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("merge", ["any", "color"])
@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
def test_random_meshes_are_valid(extension: str, mode: str, merge: str, faces: str) -> None:
    """Blender takes faces of the same vertices for one too many, so no two rectangles may have the same corners."""
    core, mesh_module, corners = (
        importlib.import_module(f"{extension}.{name}") for name in ("core", "blender.mesh", "blender.corners")
    )
    for seed in range(60):
        grid = random_grid(seed, tuple(np.random.default_rng(seed).integers(1, 7, 3)), colors=3)
        if not grid.any():
            continue
        interior = ("remove", "keep")[seed % 2]
        source = core.build_mesh(grid, core.MeshOptions(mode=mode, merge=merge, interior=interior))
        mesh = bpy.data.meshes.new("random")
        found = corners.split_twins(source, corners.face_corners(source, faces=faces, mirrored=False))
        mesh_module._add_faces(mesh, source.vertices[found.origin].astype(np.float32), found.vertex, found.start)
        mesh.update(calc_edges=True)
        assert not mesh.validate(verbose=True)
        # Cut-outs reach over anything, so two may have the same corners.
        assert len(mesh.vertices) == source.counts.vertices or mode == "cutout"
        bpy.data.meshes.remove(mesh)


def test_quads(write: Write) -> None:
    for mode in ("faces", "rectangles", "fewest"):
        obj = import_one(write, random_grid(1), mode=mode)
        assert {polygon.loop_total for polygon in obj.data.polygons} == {4}


def test_comparison_agrees_with_imports(write: Write) -> None:
    grid = random_grid(4)
    obj = import_one(write, grid, border=2)
    before = data_counts()
    assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
    assert data_counts() == before and told(obj.data)["options"]["mode"] == "watertight"
    found = bpy.context.window_manager["trivox_comparisons"].to_dict()[told(obj.data)["comparison"]]
    assert list(found) == MODES
    for mode in MODES:
        other = import_one(write, grid, border=2, mode=mode)
        assert told(other.data)["comparison"] == told(obj.data)["comparison"]
        counts = told(other.data)["counts"]
        names = ("triangles", "gpu_vertices", "texels", "drawn_area")
        assert [found[mode][name] for name in names] == [counts[name] for name in names]
        assert (found[mode]["proven"] and found[mode]["above_fewest"] == 0) or mode == "cutout"
        assert np.prod(texture_of(other).size) == found[mode]["texels"]
    assert [found[mode]["t_junctions"] for mode in MODES] == [False, True, False, True, True, True]


def test_comparison_tells_bytes_of_files(write: Write, extension: str) -> None:
    obj = import_one(write, random_grid(4), texel_scale=4)
    bpy.ops.trivox.compare_modes()
    found = bpy.context.window_manager["trivox_comparisons"].to_dict()[told(obj.data)["comparison"]]
    core, formats, record = (
        importlib.import_module(f"{extension}.{name}") for name in ("core", "core.formats", "blender.record")
    )
    model, look = record.voxels_of(obj.data[record.VOXELS])
    for mode in MODES:
        mesh = core.build_model(model, core.MeshOptions(mode=mode, interior="keep"), look)
        assert found[mode]["file_bytes"] == formats.file_bytes(model, look, mesh) > 0


@pytest.mark.parametrize(("colors", "texels"), [("palette", 256), ("attribute", 0), ("materials", 0)])
def test_comparison_counts_texels_of_the_image_there_is(write: Write, colors: str, texels: int) -> None:
    obj = import_one(write, random_grid(4), colors=colors)
    bpy.ops.trivox.compare_modes()
    found = bpy.context.window_manager["trivox_comparisons"].to_dict()[told(obj.data)["comparison"]]
    assert {row["texels"] for row in found.values()} == {texels}
    assert found["watertight"]["triangles"] == told(obj.data)["counts"]["triangles"]


@pytest.mark.parametrize("option", [{"interior": "remove"}, {"merge": "color"}, {"border": 4}, {"colors": "palette"}])
def test_comparison_belongs_to_options(write: Write, option: dict[str, Any]) -> None:
    first, second = import_one(write, random_grid(4)), import_one(write, random_grid(4), **option)
    assert told(first.data)["comparison"] != told(second.data)["comparison"]


def test_comparison_belongs_to_the_image(write: Write) -> None:
    first, second = (
        import_one(write, random_grid(4), merge="color", colors=colors) for colors in ("texture", "palette")
    )
    assert told(first.data)["comparison"] != told(second.data)["comparison"]


def test_operators_need_voxels(write: Write) -> None:
    assert not bpy.ops.trivox.compare_modes.poll() and not bpy.ops.trivox.use_mode.poll()
    bpy.ops.mesh.primitive_cube_add()
    assert not bpy.ops.trivox.compare_modes.poll() and not bpy.ops.trivox.use_mode.poll()
    obj = import_one(write, random_grid(4))
    assert bpy.ops.trivox.compare_modes.poll() and bpy.ops.trivox.use_mode.poll()
    del obj.data["trivox_voxels"]
    assert not bpy.ops.trivox.compare_modes.poll() and not bpy.ops.trivox.use_mode.poll()


def test_tooltip_tells_what_the_mode_is_for(extension: str) -> None:
    operator = importlib.import_module(f"{extension}.operators.modes").TRIVOX_OT_use_mode
    text = operator.description(bpy.context, SimpleNamespace(mode="fewest"))
    assert "not for 3D printing" in text and "Make the mesh of the active object anew" in text
    assert not text.endswith(".") and ".." not in text


@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize("faces", ["quads", "triangles", "ngons"])
def test_every_mode_from_every_mode(write: Write, colors: str, faces: str) -> None:
    grid = random_grid(7)
    obj = import_one(write, grid, colors=colors, faces=faces, mode="fewest")
    # Only a texture can be clear.
    modes = MODES if colors == "texture" else MODES[:-1]
    for mode in (*modes, *modes[::2]):
        assert use(mode) == {"FINISHED"}
        shown(obj, grid)
        record = told(obj.data)
        assert record["options"]["mode"] == mode and record["options"]["colors"] == colors
        # Cut-outs reach over their sides, so they share vertices in the core only.
        assert record["counts"]["vertices"] <= len(obj.data.vertices)
        assert record["counts"]["vertices"] == len(obj.data.vertices) or mode == "cutout"
        alone = import_one(write, grid, colors=colors, faces=faces, mode=mode)
        assert told(alone.data)["counts"] == record["counts"]
        assert len(alone.data.polygons) == len(obj.data.polygons)
        bpy.data.objects.remove(alone)
        bpy.context.view_layer.objects.active = obj


def test_all_that_is_not_geometry_stays(write: Write) -> None:
    grid = random_grid(8)
    obj = import_one(write, grid)
    obj.location, obj.rotation_euler, obj.scale = (1, 2, 3), (0.1, 0.2, 0.3), (2, 2, 2)
    obj.modifiers.new("Bevel", "BEVEL")
    obj.parent = parent = bpy.data.objects.new("parent", None)
    obj.name, obj.data.name = "tower", "tower mesh"
    other = bpy.data.objects.new("other", obj.data)
    bpy.context.collection.objects.link(other)
    material = obj.data.materials[0]
    material.name = "stone"
    color = material.node_tree.nodes["Image Texture"]
    color.extension = "CLIP"
    obj.data.uv_layers[0].name = "renamed"
    obj.data["mine"] = 7
    mesh, matrix = obj.data, obj.matrix_basis.copy()
    assert use("fewest") == {"FINISHED"}
    assert obj.data == other.data == mesh and mesh.name == "tower mesh" and obj.name == "tower"
    assert obj.matrix_basis == matrix and obj.parent == parent and obj.modifiers["Bevel"]
    assert list(mesh.materials) == [material] and material.name == "stone" and color.extension == "CLIP"
    assert [layer.name for layer in mesh.uv_layers] == ["renamed"] and mesh["mine"] == 7
    assert [image.name for image in bpy.data.images] == ["castle"] and len(bpy.data.materials) == 1
    obj.matrix_basis.identity()
    obj.parent = None
    shown(obj, grid)


def test_undo(write: Write) -> None:
    grid = random_grid(9)
    obj = import_one(write, grid, mode="polygons")
    bpy.ops.trivox.compare_modes()
    before = len(obj.data.polygons), image_pixels(texture_of(obj)).tolist()
    bpy.ops.ed.undo_push(message="imported")
    use("fewest")
    after = len(bpy.context.object.data.polygons), image_pixels(texture_of(bpy.context.object)).tolist()
    assert before != after
    bpy.ops.ed.undo()
    obj = bpy.context.object
    assert (len(obj.data.polygons), image_pixels(texture_of(obj)).tolist()) == before
    assert told(obj.data)["options"]["mode"] == "polygons"
    assert told(obj.data)["comparison"] in bpy.context.window_manager["trivox_comparisons"]
    shown(obj, grid)
    bpy.ops.ed.redo()
    obj = bpy.context.object
    assert (len(obj.data.polygons), image_pixels(texture_of(obj)).tolist()) == after
    shown(obj, grid)


@pytest.mark.parametrize("colors", COLORS)
def test_after_saving(write: Write, tmp_path: Path, colors: str) -> None:
    grid = random_grid(10)
    import_one(write, grid, colors=colors)
    for mode in ("fewest", "watertight"):
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
        (obj,) = bpy.data.objects
        assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
        assert use(mode, obj) == {"FINISHED"}
        shown(obj, grid)


def several() -> tuple[bytes, dict[str, Placed]]:
    """Four models, one of them also mirrored; with the mirrored one there are five meshes with one texture."""
    chunks, places = [hv.dense_model(random_grid(20 + number)) for number in range(4)], {}
    mirror = next(turn for turn in orientations() if np.linalg.det(turn) < 0)
    for number in range(5):
        turn = mirror if number == 4 else orientations()[5 * number]
        turn = turn if number == 4 or np.linalg.det(turn) > 0 else -turn
        places[str(number)] = Placed(random_grid(20 + number % 4), turn, np.array((20 * number, 0, 0)))
        frame = {"r": rotation_byte(turn), "t": f"{20 * number} 0 0"}
        chunks += [
            hv.ntrn(2 + 2 * number, 3 + 2 * number, frame, name=str(number)),
            hv.nshp(3 + 2 * number, number % 4),
        ]
    return hv.vox(*chunks, hv.ntrn(0, 1), hv.ngrp(1, *range(2, 12, 2)), hv.rgba(hv.colors())), places


def all_shown(places: dict[str, Placed]) -> None:
    bpy.context.view_layer.update()
    for name, place in places.items():
        assert_shows(bpy.data.objects[name], place, hv.colors())


@pytest.mark.parametrize("power_of_two", [False, True])
def test_meshes_that_share_a_texture(write: Write, power_of_two: bool) -> None:
    data, places = several()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), interior="keep", power_of_two=power_of_two)
    assert len(bpy.data.meshes) == 5
    sizes = []
    for mode in ("fewest", "faces", "polygons"):
        for name in places:
            assert use(mode, bpy.data.objects[name]) == {"FINISHED"}
            assert len(bpy.data.images) == len(bpy.data.materials) == 1
            all_shown(places)
        (image,) = bpy.data.images
        sizes.append(image.size[0] * image.size[1])
        record = told(image)
        # The model that is placed twice, once mirrored, has an atlas for each mesh.
        assert len(record["atlases"]) == 5 * 5 and sum(record["atlases"][4::5]) <= sizes[-1]
        if power_of_two:
            assert all(side & (side - 1) == 0 for side in image.size)
    assert use("polygons", bpy.data.objects["0"]) == {"FINISHED"}
    (image,) = bpy.data.images
    assert image.size[0] * image.size[1] == sizes[-1]


def test_copies_and_joined_meshes_keep_their_colors(write: Write) -> None:
    data, places = several()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), interior="keep")
    copied = bpy.data.objects["1"].copy()
    copied.data = copied.data.copy()
    copied.name = "copied"
    bpy.context.collection.objects.link(copied)
    places["copied"] = places["1"]
    # What a user made of a mesh may remember nothing.
    del bpy.data.objects["0"].data["trivox"]
    joined = [bpy.data.objects[name] for name in ("2", "3")]
    with bpy.context.temp_override(active_object=joined[0], object=joined[0], selected_editable_objects=joined):
        bpy.ops.object.join()
    bpy.context.view_layer.update()
    of_joined = [places.pop("2"), places.pop("3")]
    for mode in ("faces", "fewest"):
        assert use(mode, bpy.data.objects["1"]) == {"FINISHED"}
        all_shown(places)
        for expected in (place.faces() for place in of_joined):
            for color, seen in zip(expected.values(), seen_on(joined[0], list(expected), 0.1), strict=True):
                assert seen == {hv.colors()[color - 1][:3]}


def test_painted_texels_stay(write: Write) -> None:
    data, places = several()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), interior="keep")
    (image,) = bpy.data.images
    pixels = image_pixels(image)
    pixels[...] = (10, 20, 30, 255)
    image.pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    image.pack()
    use("fewest", bpy.data.objects["0"])
    for name in ("0", "1"):
        seen = seen_on(bpy.data.objects[name], list(places[name].faces()), 0.1)
        assert all(colors == {(10, 20, 30)} for colors in seen)


@pytest.mark.parametrize("mirror", [1, -1])
def test_applied_transforms_stay(write: Write, mirror: int) -> None:
    """A mesh that was scaled, moved, turned or mirrored by hand is made anew where it is."""
    from mathutils import Matrix

    grid = random_grid(12)
    obj = import_one(write, grid)
    change = Matrix.Translation((5, 6, 7)) @ Matrix.Rotation(0.7, 4, "Z") @ Matrix.Diagonal((3 * mirror, 2, 2.5, 1))
    obj.data.transform(change)
    if mirror < 0:
        obj.data.flip_normals()
    for mode in ("fewest", "watertight", "faces"):
        assert use(mode) == {"FINISHED"}
        copied = obj.copy()
        copied.data = obj.data.copy()
        copied.data.transform(change.inverted())
        if mirror < 0:
            copied.data.flip_normals()
        shown(copied, grid)
        assert obj.data.validate(verbose=True) is False
        bpy.data.objects.remove(copied)


def test_small_edits_do_not_count_as_transforms(write: Write) -> None:
    grid = random_grid(12)
    obj = import_one(write, grid)
    obj.data.vertices[0].co.x += 0.3
    use("fewest")
    shown(obj, grid)


def test_edited_mesh_is_made_anew(write: Write) -> None:
    grid = random_grid(12)
    obj = import_one(write, grid)
    obj.data.vertices.add(3)
    obj.data.update()
    assert use("polygons") == {"FINISHED"}
    shown(obj, grid)


def test_from_edit_mode(write: Write) -> None:
    grid = random_grid(12)
    obj = import_one(write, grid)
    bpy.ops.object.mode_set(mode="EDIT")
    assert use("fewest") == {"FINISHED"} and bpy.context.mode == "OBJECT"
    shown(obj, grid)


def test_slots_that_the_user_changed(write: Write) -> None:
    grid = random_grid(13, colors=3)
    obj = import_one(write, grid, colors="materials")
    mesh = obj.data
    own = bpy.data.materials.new("own")
    # Another material comes first, then the others the other way round.
    old, indices = list(mesh.materials), [polygon.material_index for polygon in mesh.polygons]
    mesh.materials.clear()
    for material in (own, *old[::-1]):
        mesh.materials.append(material)
    mesh.polygons.foreach_set("material_index", len(old) - np.array(indices, np.int32))
    for mode in ("fewest", "faces"):
        use(mode)
        assert list(mesh.materials) == [own, *old[::-1]]
        shown(obj, grid)
    obj = import_one(write, grid)
    obj.data.materials.append(own)
    obj.data.polygons.foreach_set("material_index", np.ones(len(obj.data.polygons), np.int32))
    use("fewest")
    assert {polygon.material_index for polygon in obj.data.polygons} == {1}


@pytest.mark.parametrize("trouble", ["shape keys", "no image", "resized image"])
def test_what_cannot_be_made_anew_is_left_alone(write: Write, trouble: str) -> None:
    obj = import_one(write, random_grid(14))
    before = len(obj.data.polygons)
    if trouble == "shape keys":
        obj.shape_key_add(name="Basis")
    elif trouble == "no image":
        bpy.data.images.remove(bpy.data.images["castle"])
    else:
        bpy.data.images["castle"].scale(8, 8)
    with pytest.raises(RuntimeError, match="shape keys" if trouble == "shape keys" else "texture"):
        use("fewest")
    assert len(obj.data.polygons) == before and told(obj.data)["options"]["mode"] == "watertight"


def test_linked_mesh_is_left_alone(write: Write, tmp_path: Path) -> None:
    import_one(write, random_grid(14))
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(tmp_path / "library.blend"), link=True) as (_there, here):
        here.meshes = ["castle"]
    obj = bpy.data.objects.new("linked", bpy.data.meshes["castle"])
    bpy.context.collection.objects.link(obj)
    bpy.context.view_layer.objects.active = obj
    assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
    with pytest.raises(RuntimeError, match="another file"):
        use("fewest")


@pytest.mark.parametrize(("trouble", "words"), [(b"\x63", "another version"), (None, "damaged")])
def test_voxels_that_cannot_be_read(write: Write, trouble: bytes | None, words: str) -> None:
    obj = import_one(write, random_grid(14))
    packed = base64.b64decode(obj.data["trivox_voxels"])
    content = zlib.decompress(packed)
    damaged = zlib.compress(trouble + content[1:]) if trouble else packed[:-9]
    obj.data["trivox_voxels"] = base64.b64encode(damaged).decode()
    with pytest.raises(RuntimeError, match=words):
        bpy.ops.trivox.compare_modes()
    with pytest.raises(RuntimeError, match=words):
        use("fewest")


def packed(extension: str, cells: np.ndarray, indices: np.ndarray, size: tuple[int, int, int], **fields: Any) -> Any:
    """A model with its look, what is left of them after packing, and how many bytes that took."""
    module = importlib.import_module(f"{extension}.core.voxels.packed")
    voxels = importlib.import_module(f"{extension}.core.voxels")
    model = voxels.Model(size, cells, indices, fields.get("blocked"))
    palette = np.random.default_rng(2).integers(0, 256, (256, 4)).astype(np.uint8)
    shiny = voxels.Material("media", roughness=1 / 3, attenuation=0.1, ldr=0.7, media="sss", properties={"_d": "0.1"})
    materials = (voxels.Material(),) * 3 + (shiny,) + (voxels.Material("glass", transparency=0.5),) * 252
    look = voxels.Look(palette, materials, {5: "grass"})
    data = module.pack_voxels(model, look)
    return (model, look), module.unpack_voxels(data), len(data)


@pytest.mark.parametrize("grid", [np.ones((1, 1, 1), np.uint8), *map(random_grid, range(5))], ids=range(6))
@pytest.mark.parametrize("far", [False, True])
def test_packed_voxels(extension: str, grid: np.ndarray, far: bool) -> None:
    cells = np.argwhere(grid).astype(np.uint8) + np.array([250, 0, 200], np.uint8)
    cells = cells.astype(np.int32) * 1000 - 5_000_000 if far else cells
    blocked = cells[::2] + np.array([0, 0, 1], cells.dtype) if far else None
    before, back, _length = packed(extension, cells, grid[grid > 0], (256, 9, 5_000_000), blocked=blocked)
    assert back[0].size == before[0].size and back[0].positions.dtype == cells.dtype
    assert (back[0].positions == cells).all() and (back[0].indices == before[0].indices).all()
    assert back[0].blocked is None if not far else (back[0].blocked == blocked).all()
    assert back[0].far == far
    assert back[1] == before[1] and (back[1].palette == before[1].palette).all()
    assert back[1].materials == before[1].materials and back[1].names == {5: "grass"}


def test_full_runs_are_packed(extension: str) -> None:
    cells = np.argwhere(np.ones((2, 3, 256), bool)).astype(np.uint8)
    _before, back, length = packed(extension, cells, np.full(len(cells), 7, np.uint8), (2, 3, 256))
    palette = 1024
    assert (back[0].positions == cells).all() and length < palette + 500


@pytest.mark.parametrize("damage", [b"", b"?", b"\x00" * 40])
def test_damaged_voxels_are_refused(extension: str, damage: bytes) -> None:
    packing, errors = (importlib.import_module(f"{extension}.core.{name}") for name in ("voxels.packed", "errors"))
    cells = np.zeros((1, 3), np.uint8)
    (model, look), _back, _length = packed(extension, cells, np.ones(1, np.uint8), (1, 1, 1))
    content = zlib.decompress(packing.pack_voxels(model, look))
    for wrong in (damage, zlib.compress(damage), zlib.compress(content[:-1]), zlib.compress(content + b"1")):
        with pytest.raises(errors.FormatError, match="import the file again"):
            packing.unpack_voxels(wrong)
