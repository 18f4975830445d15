"""Textures of a largest size, textures that several files share, and palettes of 256 pixels, through the operators."""

from __future__ import annotations

import importlib
import io
import json
import struct
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, color_source, image_pixels, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

STILL = np.eye(3, dtype=int)
GLASS = hv.matl(2, type="_glass", trans=0.75)
METAL = hv.matl(3, type="_metal", metal=0.8, rough=0.25)
LAMP = hv.matl(4, type="_emit", emit=0.5, flux=1)
BRIGHT = hv.matl(4, type="_emit", emit=0.5, flux=3)


def noisy(shape: tuple[int, int, int], seed: int, least: int = 5, most: int = 255) -> np.ndarray:
    return np.random.default_rng(seed).integers(least, most + 1, shape).astype(np.uint8)


def several(*grids: np.ndarray) -> tuple[bytes, dict[str, Placed]]:
    """Models that stand apart, and where they are."""
    nodes, places = [], {}
    for number, grid in enumerate(grids):
        move = np.array([100 * number, 0, 0])
        nodes += [
            hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": f"{move[0]} 0 0"}, name=f"part {number}"),
            hv.nshp(3 + 2 * number, number),
        ]
        places[f"part {number}"] = Placed(grid, STILL, move)
    top = hv.ngrp(1, *range(2, 2 + 2 * len(grids), 2))
    return hv.vox(*map(hv.dense_model, grids), hv.ntrn(0, 1), top, *nodes, hv.rgba(hv.colors())), places


def color_images() -> set[bpy.types.Image]:
    return {color_source(material).image for material in bpy.data.materials if material.users}


def check(places: dict[str, Placed], colors: list[tuple[int, ...]] | None = None) -> None:
    for name, place in places.items():
        assert_shows(bpy.data.objects[name], place, colors or hv.colors())


GRIDS = [noisy((30, 20, 3), 1), noisy((20, 30, 4), 2), noisy((6, 5, 4), 3), noisy((30, 30, 2), 4)]


@pytest.mark.parametrize("power_of_two", [False, True])
def test_models_lie_on_several_textures(write: Write, power_of_two: bool) -> None:
    data, places = several(*GRIDS)
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), largest_texture=64, power_of_two=power_of_two)
    images = color_images()
    assert len(images) > 1 and all(max(image.size) <= 64 for image in images)
    assert {image.name for image in images} == {
        f"a_{number}" if number > 1 else "a" for number in range(1, len(images) + 1)
    }
    check(places)


def test_a_model_lies_on_several_textures(write: Write, tmp_path: Path) -> None:
    grid = noisy((80, 60, 3), 5)
    grid[:, :, 1], grid[:, :, 2] = 0, 2
    data = hv.vox(hv.dense_model(grid), GLASS, hv.rgba(hv.colors()), hv.ntrn(0, 1), hv.nshp(1, 0))
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), largest_texture=64)
    obj = bpy.context.object
    assert len(color_images()) > 1 and all(max(image.size) <= 64 for image in color_images())
    assert_shows(obj, Placed(grid, STILL, np.zeros(3, int)), hv.colors())
    assert sum("transparent" in material.name for material in obj.data.materials) == 1
    bpy.ops.trivox.validate()
    assert module("operators.validate").verdict_of(obj.data).holds
    names = {image.name for image in color_images()}
    bpy.ops.trivox.save_textures(directory=str(tmp_path))
    assert {path.stem for path in tmp_path.glob("*.png")} >= names
    # Painting on any of them is seen.
    painted = sorted(color_images(), key=lambda image: image.name)[-1]
    pixels = np.array(painted.pixels[:])
    painted.pixels[:] = 1 - pixels
    assert "painted texture" in edits(obj)


def module(name: str) -> ModuleType:
    addon = next(one for one in bpy.context.preferences.addons.keys() if one.endswith("trivox"))  # noqa: SIM118
    return importlib.import_module(f"{addon}.{name}")


def edits(obj: bpy.types.Object) -> tuple[str, ...]:
    return module("blender.edits").edits_of(obj.data).found


def test_other_modes_need_room(write: Write) -> None:
    grid = noisy((70, 40, 2), 6)
    data = hv.vox(hv.dense_model(grid), hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), largest_texture=64)
    before = bpy.context.object.data["trivox"]
    with pytest.raises(RuntimeError, match="several images of 64 pixels"):
        bpy.ops.trivox.use_mode(mode="rectangles")
    assert bpy.context.object.data["trivox"] == before


def test_a_reload_lays_textures_out_anew(write: Write) -> None:
    data, _places = several(*GRIDS)
    path = write("a.vox", data)
    bpy.ops.import_scene.trivox(filepath=path, largest_texture=64)
    data, places = several(*[noisy(grid.shape, 10 + number) for number, grid in enumerate(GRIDS)])
    Path(path).write_bytes(data)
    bpy.ops.trivox.reload()
    check(places)
    assert len(color_images()) > 1 and all(max(image.size) <= 64 for image in color_images())
    assert len(bpy.data.materials) == len(color_images())


def test_a_texture_that_outgrows_its_size_is_parted_by_a_reload(write: Write) -> None:
    data, places = several(*[noisy((8, 8, 2), number) for number in range(3)])
    path = write("a.vox", data)
    bpy.ops.import_scene.trivox(filepath=path, largest_texture=64)
    assert len(color_images()) == 1
    data, places = several(noisy((8, 8, 2), 0), *GRIDS[1:3], GRIDS[3])
    Path(path).write_bytes(data)
    bpy.ops.trivox.reload()
    check(places)
    assert len(color_images()) > 1 and all(max(image.size) <= 64 for image in color_images())


def two_files(write: Write, *chunks: tuple[bytes, ...], **options: object) -> list[Placed]:
    """Import files of one model each, "a", "b" and so on."""
    places = []
    for number, own in enumerate(chunks):
        grid = noisy((5, 4, 3), number, 1, 7)
        path = write(
            f"{'abc'[number]}.vox",
            hv.vox(hv.dense_model(grid), *own, hv.rgba(hv.colors()), hv.ntrn(0, 1), hv.nshp(1, 0)),
        )
        bpy.ops.import_scene.trivox(filepath=path, places="file", again="new", **options)
        places.append(Placed(grid, STILL, np.zeros(3, int)))
    bpy.ops.object.select_all(action="SELECT")
    return places


def by_file() -> list[bpy.types.Object]:
    return [bpy.data.objects[name] for name in "abc" if name in bpy.data.objects]


@pytest.mark.parametrize("colors", ["texture", "strip"])
def test_files_share_a_texture(write: Write, colors: str) -> None:
    places = two_files(write, (), (), (), colors=colors)
    assert len(color_images()) == 3
    assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    for obj, place in zip(by_file(), places, strict=True):
        assert_shows(obj, place, hv.colors())
        assert not edits(obj)
    assert len(color_images()) == len(bpy.data.materials) == 1
    assert {image.name for image in bpy.data.images} == ({"a"} if colors == "texture" else {"a", "a_palette"})
    assert not bpy.ops.trivox.share_texture.poll()


def test_kinds_of_materials_stay_right(write: Write) -> None:
    """A shared image has all kinds of maps; materials of other numbers stay apart."""
    two_files(write, (GLASS,), (METAL, LAMP), (METAL, BRIGHT))
    before = {obj.name: numbers(obj) for obj in by_file()}
    assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    # Light in two measures needs two images.
    assert len(color_images()) == 2
    for obj in by_file():
        assert numbers(obj) == before[obj.name]
    assert {len(obj.data.materials) for obj in by_file()} == {1, 2}


def numbers(obj: bpy.types.Object) -> list[tuple[object, ...]]:
    """What the surface, glow and colors of each face show at one point, by images and numbers."""
    found = []
    uvs = obj.data.uv_layers[0].uv
    for polygon in obj.data.polygons:
        material = obj.data.materials[polygon.material_index]
        uv = np.array([0.611, 0.277, 0.112]) @ [uvs[loop].vector[:] for loop in polygon.loop_indices[:3]]
        shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        told = []
        for name in ("Base Color", "Roughness", "Metallic", "Emission Color", "Alpha", "Transmission Weight"):
            socket = shader.inputs[name]
            node = socket.links[0].from_node if socket.is_linked else None
            while node is not None and node.type != "TEX_IMAGE":
                node = next((s.links[0].from_node for s in node.inputs if s.is_linked), None)
            if node is None:
                told.append(str(np.round(np.array(socket.default_value), 5)))
                continue
            column, row = np.floor(uv * np.array(node.image.size)).astype(int)
            told.append(str(image_pixels(node.image)[row, column]))
        found.append(tuple(told))
    return found


def test_paint_stays_and_undo_comes_back(write: Write) -> None:
    places = two_files(write, (), ())
    first, second = by_file()
    image = color_source(first.data.materials[0]).image
    pixels = np.array(image.pixels[:]).reshape(-1, 4)
    pixels[:, :3] = [1, 0, 1]
    image.pixels[:] = pixels.ravel()
    bpy.ops.trivox.share_texture()
    assert_shows(second, places[1], hv.colors())
    assert {shown[0] for shown in numbers(first)} == {"[255   0 255 255]"}
    assert edits(first) == ("painted texture",) and not edits(second)


def test_others_keep_their_texture(write: Write) -> None:
    data, places = several(*GRIDS[:2])
    bpy.ops.import_scene.trivox(filepath=write("all.vox", data))
    bpy.ops.import_scene.trivox(filepath=write("one.vox", hv.vox(hv.cube(), hv.rgba(hv.colors()))))
    bpy.data.objects["part 0"].select_set(True)
    bpy.ops.trivox.share_texture()
    check(places)
    own = {name: color_source(bpy.data.objects[name].data.materials[0]).image for name in ("part 0", "part 1", "one")}
    assert own["part 0"] == own["one"] != own["part 1"]
    assert own["part 1"].name == "all" and told(bpy.data.objects["one"].data)["images"] == [told(own["one"])["key"]]


@pytest.mark.parametrize("colors", ["texture", "strip"])
def test_shared_models_take_other_modes_and_reload(write: Write, tmp_path: Path, colors: str) -> None:
    places = two_files(write, (METAL,), (), colors=colors)
    bpy.ops.trivox.share_texture()
    bpy.ops.trivox.use_mode(mode="fewest")
    for obj, place in zip(by_file(), places, strict=True):
        assert_shows(obj, place, hv.colors())
    grid = noisy((7, 3, 3), 9, 1, 7)
    path = next(tmp_path.rglob("b.vox"))
    path.write_bytes(hv.vox(hv.dense_model(grid), METAL, LAMP, hv.rgba(hv.colors()), hv.ntrn(0, 1), hv.nshp(1, 0)))
    bpy.context.view_layer.objects.active = bpy.data.objects["b"]
    bpy.ops.trivox.reload()
    first, second = by_file()
    assert_shows(first, places[0], hv.colors())
    assert_shows(second, Placed(grid, STILL, np.zeros(3, int)), hv.colors())


def test_shared_textures_have_a_largest_size(write: Write) -> None:
    paths = [
        Path(
            write(
                f"{name}.vox", hv.vox(hv.dense_model(GRIDS[number]), hv.rgba(hv.colors()), hv.ntrn(0, 1), hv.nshp(1, 0))
            )
        )
        for number, name in enumerate("abc")
    ]
    for path in paths:
        bpy.ops.import_scene.trivox(filepath=str(path), places="file", largest_texture=64)
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    assert 1 < len(color_images()) == len(bpy.data.images) == len(bpy.data.materials)
    assert all(max(image.size) <= 64 for image in color_images())
    check({name: Placed(grid, STILL, np.zeros(3, int)) for name, grid in zip("abc", GRIDS, strict=False)})
    assert not any(map(edits, by_file()))


def test_undo_of_sharing(write: Write) -> None:
    places = two_files(write, (), (METAL,))
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.trivox.share_texture()
    bpy.ops.ed.undo_push(message="shared")
    bpy.ops.ed.undo()
    assert {image.name for image in color_images()} == {"a", "b"}
    for obj, place in zip(by_file(), places, strict=True):
        assert_shows(obj, place, hv.colors())
        assert not edits(obj)


def test_a_material_that_a_user_changed_stays(write: Write) -> None:
    two_files(write, (), ())
    material = bpy.data.materials["b"]
    next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED").inputs[
        "Roughness"
    ].default_value = 0.125
    bpy.ops.trivox.share_texture()
    assert len(color_images()) == 1 and {material.name for material in bpy.data.materials} == {"a", "b"}


def test_one_texture_at_import(write: Write) -> None:
    paths = [
        Path(write(f"{name}.vox", hv.vox(hv.dense_model(noisy((4, 4, 4), number)))))
        for number, name in enumerate("abc")
    ]
    files = [{"name": path.name} for path in paths]
    bpy.ops.import_scene.trivox(directory=str(paths[0].parent), files=files, one_texture=True)
    assert len(bpy.data.images) == len(bpy.data.materials) == 1 and len(by_file()) == 3


def test_replacing_the_palette_recolors_all(write: Write) -> None:
    data, places = several(*GRIDS[:3])
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), colors="strip")
    check(places)
    assert {tuple(image.size) for image in color_images()} == {(256, 1)}
    numbers = bpy.data.images["a"]
    assert numbers.colorspace_settings.name == "Non-Color"
    other = hv.colors()[::-1]
    strip = bpy.data.images.new("other", 256, 1)
    strip.pixels[:] = (np.array([*other, (0, 0, 0, 255)][:256]) / 255).ravel()
    bpy.data.images["a_palette"].user_remap(strip)
    check(places, other)


def exported(tmp_path: Path) -> tuple[dict[str, object], list[np.ndarray]]:
    """The JSON of a .glb file that Blender writes, and its pictures."""
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    path = tmp_path / "out.glb"
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB")
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    told, rest = json.loads(data[20 : 20 + length]), data[28 + length :]
    pictures = []
    for one in told["images"]:
        view = told["bufferViews"][one["bufferView"]]
        start = view.get("byteOffset", 0)
        pictures.append(np.array(image.open(io.BytesIO(rest[start : start + view["byteLength"]])).convert("RGB")))
    return told, pictures


def test_gltf_gets_plain_images_of_a_palette(write: Write, tmp_path: Path) -> None:
    data = hv.vox(hv.dense_model(noisy((4, 4, 3), 1, 1, 7)), METAL, hv.rgba(hv.colors()))
    path = write("a.vox", data)
    found = {}
    for colors in ("texture", "strip"):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        bpy.ops.import_scene.trivox(filepath=path, colors=colors)
        found[colors] = exported(tmp_path)
    (plain, pictures), (looked_up, others) = found["texture"], found["strip"]
    assert len(pictures) == len(others) == 2
    assert all((one == other).all() for one, other in zip(pictures, others, strict=True))
    for file in (plain, looked_up):
        for material in file["materials"]:
            material.pop("extras", None)
    assert plain["materials"] == looked_up["materials"]
    # And in Blender all is as before.
    assert {tuple(image.size) for image in color_images()} == {(256, 1)}
    assert len(bpy.data.images) == 3 and not edits(bpy.context.scene.objects[0])
