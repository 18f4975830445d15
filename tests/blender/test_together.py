"""Pages, texels per voxel, aligned, own, occlusion and overlap together, by the operators, as users choose them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import bpy  # isort: skip  makes the others known
import helpers_vox as hv
import numpy as np
import pytest
from helpers_glb import Glb
from helpers_scene import Placed, color_source, image_pixels, rotation_byte, seen_on, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

MODES = ["polygons", "rectangles", "fewest"]
STEP = 40
EDGE = 0.1
KINDS = (hv.matl(2, type="_glass", trans=0.75), hv.matl(3, type="_metal", metal=0.8, rough=0.25))
LAMP = hv.matl(4, type="_emit", emit=0.5, flux=1)
FINE = {"texel_scale": 4, "align": True, "own_texels": True, "occlusion": 5, "overlap": 0.02, "border": 1}
KEEP = {"interior": "keep"}
NEW = {
    "mesh": {"texel_scale", "align", "own_texels", "occlusion", "largest_texture"},
    "build": {"overlap", "occlusion_in", "occlusion_strength", "one_texture", "places"},
}
"""Options that older versions did not write down."""


def noise(seed: int, shape: tuple[int, int, int] = (5, 4, 3), most: int = 9) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random(shape) < 0.7, rng.integers(1, most, shape), 0).astype(np.uint8)


def scene_of(grids: dict[str, np.ndarray], *kinds: bytes) -> bytes:
    """Models that stand apart along x."""
    nodes = []
    for number, name in enumerate(grids):
        node = 2 + 2 * number
        nodes += [hv.ntrn(node, node + 1, {"t": f"{STEP * number} 0 0"}, name=name), hv.nshp(node + 1, number)]
    top = hv.ngrp(1, *range(2, 2 + 2 * len(grids), 2))
    return hv.vox(*map(hv.dense_model, grids.values()), hv.ntrn(0, 1), top, *nodes, *kinds, hv.rgba(hv.colors()))


def parts(name: str, grid: np.ndarray, number: int = 0) -> list[set[tuple[int, ...]]]:
    """What each face shows at the middle of a part of it, for four texels a side, on both sides of its middle."""
    bpy.context.view_layer.update()
    faces = list(Placed(grid, np.eye(3, dtype=int), np.array((STEP * number, 0, 0))).faces())
    seen = []
    for u, v, w in ((-0.37, -0.13, 0.38), (0.13, 0.38, -0.12), (0.38, -0.37, 0.13)):
        seen += seen_on(bpy.data.objects[name], faces, EDGE, (u + 0.003, v - 0.002, w + 0.004))
    return seen


def shows(name: str, grid: np.ndarray, number: int = 0, darkened: bool = False) -> None:
    """Every face shows one color, that of its voxel or, where the sky is hidden, a darker one."""
    faces = Placed(grid, np.eye(3, dtype=int), np.zeros(3, int)).faces()
    wanted = [hv.colors()[color - 1][:3] for color in faces.values()] * 3
    seen = parts(name, grid, number)
    assert all(len(colors) == 1 for colors in seen) or darkened
    for colors, color in zip(seen, wanted, strict=True):
        for found in colors:
            assert found == color or (darkened and all(a <= b for a, b in zip(found, color, strict=True)))


def close(now: list[Any], before: list[Any]) -> bool:
    """Where faces lie over each other, what was painted differs, and one of them stays."""
    return all(len(one) == 1 and one <= other for one, other in zip(now, before, strict=True))


def images_of(name: str) -> list[bpy.types.Image]:
    """Of the colors of an object."""
    found = dict.fromkeys(color_source(material).image for material in bpy.data.objects[name].data.materials)
    return list(found)


def paint(image: bpy.types.Image) -> None:
    rng = np.random.default_rng(2)
    pixels = image_pixels(image)
    some = rng.random(pixels.shape[:2]) < 0.5
    pixels[some, :3] = rng.integers(0, 256, (some.sum(), 3))
    image.pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    image.pack()


def select(*names: str) -> None:
    for obj in bpy.data.objects:
        obj.select_set(obj.name in names)
    bpy.context.view_layer.objects.active = bpy.data.objects[names[0]]


def module(name: str) -> ModuleType:
    addon = next(one for one in bpy.context.preferences.addons.keys() if one.endswith("trivox"))  # noqa: SIM118
    return importlib.import_module(f"{addon}.{name}")


def edits(name: str) -> tuple[str, ...]:
    return module("blender.edits").edits_of(bpy.data.objects[name].data).found


def holds(name: str) -> bool:
    select(name)
    assert bpy.ops.trivox.validate() == {"FINISHED"}
    return bool(module("operators.validate").verdict_of(bpy.data.objects[name].data).holds)


def export_and_read(folder: Path) -> set[str]:
    """Leave nothing in the scene but what Blender's exporter wrote; the names of nodes with maps of occlusion."""
    path = str(folder / "all.glb")
    bpy.ops.export_scene.gltf(filepath=path, export_format="GLB")
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.gltf(filepath=path)
    file = Glb(Path(path)).json
    return {
        node["name"]
        for node in file["nodes"]
        for part in file["meshes"][node["mesh"]]["primitives"]
        if "occlusionTexture" in file["materials"][part["material"]]
    }


GRIDS = {name: noise(number) for number, name in enumerate(("gate", "tower", "wall"))}


@pytest.mark.parametrize(("colors", "occlusion_in"), [("texture", "map"), ("texture", "colors"), ("strip", "map")])
@pytest.mark.parametrize("mode", MODES)
def test_pages_of_all_at_once(write: Write, tmp_path: Path, mode: str, colors: str, occlusion_in: str) -> None:
    dark = occlusion_in == "colors"
    path = write("castle.vox", scene_of(GRIDS, *KINDS))
    options = {**KEEP, **FINE, "mode": mode, "colors": colors, "occlusion_in": occlusion_in, "largest_texture": 64}
    assert bpy.ops.import_scene.trivox(filepath=path, **options) == {"FINISHED"}
    assert len({key for name in GRIDS for key in told(bpy.data.objects[name].data)["images"]}) > 1
    for number, (name, grid) in enumerate(GRIDS.items()):
        shows(name, grid, number, dark)
        assert not edits(name) and holds(name)
        for image in images_of(name) if colors == "texture" else []:
            assert max(image.size) <= 64 and not any(side % 4 for side in image.size)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "castle.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "castle.blend"))
    changed = {name: noise(10 + number) for number, name in enumerate(GRIDS)}
    Path(path).write_bytes(scene_of(changed, *KINDS))
    assert bpy.ops.trivox.reload() == {"FINISHED"}
    for number, (name, grid) in enumerate(changed.items()):
        shows(name, grid, number, dark)
        assert not edits(name) and holds(name)
        found = told(bpy.data.objects[name].data)["options"]
        kept = FINE if found["colors"] == "texture" else {**FINE, "occlusion": 0}
        assert {key: found[key] for key in FINE} == kept
    maps = found["occlusion"] > 0 and not dark
    assert export_and_read(tmp_path) == (set(GRIDS) if maps else set())
    for number, (name, grid) in enumerate(changed.items()):
        shows(name, grid, number, dark)


def test_validate_knows_colors_under_less_sky(write: Write) -> None:
    """But no color of another voxel, nor one that is lighter than its own."""
    grid = GRIDS["gate"]
    options = {**KEEP, **FINE, "occlusion_in": "colors", "occlusion_strength": 0.7, "mode": "faces"}
    bpy.ops.import_scene.trivox(filepath=write("gate.vox", scene_of({"gate": grid})), **options)
    assert holds("gate")
    (image,) = images_of("gate")
    pixels = image_pixels(image)
    for changed in (np.roll(pixels[..., :3], 1, axis=2), (1.2 * pixels[..., :3] + 1).clip(0, 255)):
        values = np.concatenate([changed, pixels[..., 3:]], axis=2) / 255
        image.pixels.foreach_set(values.astype(np.float32).ravel())
        assert not holds("gate")


@pytest.mark.parametrize("overlap", [0.05, 0.1])
@pytest.mark.parametrize(("scale", "faces"), [(4, "quads"), (5, "quads"), (8, "triangles"), (8, "ngons")])
@pytest.mark.parametrize("mode", MODES)
def test_paint_stays_where_pieces_overlap(write: Write, mode: str, scale: int, faces: str, overlap: float) -> None:
    grid = GRIDS["gate"]
    options = {**KEEP, "texel_scale": scale, "own_texels": True, "overlap": overlap, "border": 2, "faces": faces}
    bpy.ops.import_scene.trivox(filepath=write("gate.vox", scene_of({"gate": grid})), mode=mode, **options)
    assert not edits("gate")
    paint(images_of("gate")[0])
    assert edits("gate") == ("painted texture",)
    before = parts("gate", grid)
    for other in ("watertight", "rectangles", "faces", mode):
        assert bpy.ops.trivox.use_mode(mode=other) == {"FINISHED"}
        assert close(parts("gate", grid), before), other
    assert edits("gate") == ("painted texture",)


@pytest.mark.parametrize("mode", MODES)
def test_mirror_images_that_a_user_stretched_keep_paint_and_overlap(write: Write, mode: str) -> None:
    grid, mirror = GRIDS["tower"], np.diag((1, -1, 1))
    nodes = [hv.ntrn(0, 1), hv.ntrn(2, 3, {"r": rotation_byte(mirror), "t": "0 0 0"}, name="a"), hv.nshp(3, 0)]
    data = hv.vox(hv.dense_model(grid), *nodes[:1], hv.ngrp(1, 2), *nodes[1:], hv.rgba(hv.colors()))
    options = {**KEEP, "texel_scale": 8, "own_texels": True, "overlap": 0.1, "border": 1}
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), mode=mode, **options)
    obj = bpy.context.object
    assert told(obj.data)["mirrored"] and not edits(obj.name)
    paint(images_of(obj.name)[0])
    faces = list(Placed(grid, mirror, np.zeros(3, int)).faces())
    seen = [seen_on(obj, faces, EDGE, (0.378, -0.13, 0.256))]
    for other in ("polygons", "rectangles", mode):
        obj.scale = (1, 2, 1)
        bpy.ops.object.transform_apply(location=False, rotation=False)
        assert edits(obj.name) == ("painted texture",)
        assert bpy.ops.trivox.use_mode(mode=other) == {"FINISHED"}
        obj.scale = (1, 0.5, 1)
        bpy.ops.object.transform_apply(location=False, rotation=False)
        seen.append(seen_on(obj, faces, EDGE, (0.378, -0.13, 0.256)))
        assert close(seen[-1], seen[0])


def two(write: Write, first: dict[str, object], second: dict[str, object]) -> dict[str, np.ndarray]:
    grids = {"a": noise(1), "b": noise(2, (4, 5, 4))}
    for name, kinds, options in (("a", KINDS, first), ("b", (*KINDS, LAMP), second)):
        path = write(f"{name}.vox", scene_of({name: grids[name]}, *kinds))
        assert bpy.ops.import_scene.trivox(filepath=path, places="file", again="new", **KEEP, **options) == {"FINISHED"}
    return grids


OTHERS = [
    {},
    {"texel_scale": 2, "own_texels": True, "occlusion": 3, "occlusion_in": "colors", "mode": "polygons"},
    {"occlusion": 5, "occlusion_strength": 0.5, "largest_texture": 4096, "power_of_two": True},
]


@pytest.mark.parametrize(("scale", "overlap"), [(5, 0.05), (2, 0.0625), (8, 0.1), (4, 0.0625), (3, 0.0833)])
def test_sharing_is_no_edit_whatever_overlaps(write: Write, scale: int, overlap: float) -> None:
    fine = {"texel_scale": scale, "overlap": overlap, "mode": "rectangles"}
    grids = two(write, fine, {**fine, "border": 3})
    before = {name: parts(name, grid) for name, grid in grids.items()}
    select("a", "b")
    assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    assert {name: parts(name, grid) for name, grid in grids.items()} == before
    assert not edits("a") and not edits("b")
    select("a")
    assert bpy.ops.trivox.use_mode(mode="polygons") == {"FINISHED"}
    assert parts("b", grids["b"]) == before["b"]
    assert not edits("a") and not edits("b")
    layer = bpy.data.objects["b"].data.uv_layers[0].uv
    layer[0].vector = 2 * layer[0].vector
    assert edits("b") == ("changed UVs",)


@pytest.mark.parametrize("second", OTHERS)
@pytest.mark.parametrize("mode", ["rectangles", "fewest"])
def test_models_of_other_options_share_a_texture(
    write: Write, tmp_path: Path, mode: str, second: dict[str, object]
) -> None:
    grids = two(write, {**FINE, "mode": mode}, second)
    dark = {"a": False, "b": second.get("occlusion_in") == "colors"}
    paint(images_of("a")[0])
    before = {name: parts(name, grid) for name, grid in grids.items()}
    select("a", "b")
    assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    assert {name: parts(name, grid) for name, grid in grids.items()} == before
    assert images_of("a") == images_of("b") and not any(side % 4 for side in images_of("a")[0].size)
    assert edits("a") == ("painted texture",) and not edits("b")
    assert bpy.ops.trivox.use_mode(mode="polygons") == {"FINISHED"}
    for name, grid in grids.items():
        assert close(parts(name, grid), before[name])
        assert told(bpy.data.objects[name].data)["options"]["mode"] == "polygons"
    assert edits("a") == ("painted texture",) and not edits("b") and holds("b")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "both.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "both.blend"))
    changed = noise(7, (4, 5, 4))
    (tmp_path / "b.vox").write_bytes(scene_of({"b": changed}, *KINDS, LAMP))
    select("b")
    assert bpy.ops.trivox.reload() == {"FINISHED"}
    shows("b", changed, 0, dark["b"])
    assert close(parts("a", grids["a"]), before["a"])
    assert edits("a") == ("painted texture",) and not edits("b") and holds("b")
    painted = parts("a", grids["a"])
    assert export_and_read(tmp_path) == ({"a", "b"} if "occlusion_strength" in second else {"a"})
    shows("b", changed, 0, dark["b"])
    assert parts("a", grids["a"]) == painted


def test_undo_brings_all_of_it_back(write: Write) -> None:
    grids = two(write, {**FINE, "mode": "rectangles"}, {**FINE, "mode": "fewest", "occlusion_in": "colors"})
    paint(images_of("a")[0])
    before = {name: parts(name, grid) for name, grid in grids.items()}
    select("a", "b")
    bpy.ops.ed.undo_push(message="before")
    for step in (
        lambda: bpy.ops.trivox.use_mode(mode="polygons"),
        lambda: bpy.ops.trivox.use_mode(mode="faces", texel_scale=2, align="off"),
        bpy.ops.trivox.share_texture,
    ):
        assert step() == {"FINISHED"}
        bpy.ops.ed.undo_push(message="done")
    for _ in range(3):
        bpy.ops.ed.undo()
    assert {name: parts(name, grid) for name, grid in grids.items()} == before
    assert edits("a") == ("painted texture",) and not edits("b")
    bpy.ops.ed.redo()
    assert close(parts("b", grids["b"]), before["b"]) and not edits("b")


def forget(options: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in names}


def as_before() -> None:
    """Take out of all records what versions before did not write down."""
    for mesh in bpy.data.meshes:
        record = told(mesh)
        record["options"] = forget(record["options"], NEW["mesh"] | NEW["build"])
        del record["images"]
        record["anchors"] = [int(number) for number in record["anchors"]]
        mesh["trivox"] = json.dumps(record)
    for image in bpy.data.images:
        image["trivox"] = json.dumps(forget(told(image), {"strips"}))
    for holder in (*bpy.data.collections, *bpy.data.objects):
        if "trivox_source" in holder:
            source = json.loads(holder["trivox_source"])
            for kind, names in NEW.items():
                source[kind] = forget(source[kind], names)
            holder["trivox_source"] = json.dumps(source)


@pytest.mark.parametrize("colors", ["texture", "palette", "attribute"])
def test_files_of_before_can_do_all_of_it(write: Write, tmp_path: Path, colors: str) -> None:
    grids = two(write, {"mode": "polygons", "colors": colors}, {"mode": "fewest", "colors": colors})
    as_before()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "old.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "old.blend"))
    assert not edits("a") and not edits("b") and holds("a") and holds("b")
    select("a", "b")
    assert bpy.ops.trivox.share_texture.poll() == (colors == "texture")
    if colors == "texture":
        assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    assert bpy.ops.trivox.use_mode(mode="rectangles", texel_scale=2, own_texels="on") == {"FINISHED"}
    for name, grid in grids.items():
        shows(name, grid)
    (tmp_path / "b.vox").write_bytes(scene_of({"b": noise(7)}, *KINDS, LAMP))
    select("b")
    assert bpy.ops.trivox.reload() == {"FINISHED"}
    shows("a", grids["a"])
    shows("b", noise(7))
    assert told(bpy.data.objects["b"].data)["options"]["mode"] == "rectangles"
