"""Pictures as voxels and baked reliefs in Blender: what is made of them, what is left behind, errors and undo."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_pictures as hp
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import KINDS
from PIL import Image
from trivox.core.formats.picture import PictureReader
from trivox.core.formats.picture.pillow import PillowDecoder

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

RANDOM = np.random.default_rng(4)
PIXELS = RANDOM.integers(0, 256, (5, 7, 4)).astype(np.uint8)
PIXELS[..., 3] = 255
SHADES = RANDOM.integers(0, 256, (5, 7)).astype(np.uint8)
WIDE = RANDOM.integers(0, 65536, (5, 7)).astype(np.uint16)
SIDES = ("right", "left", "back", "front", "top", "bottom")
STEP = np.array([[[1, 2], [3, 0]], [[4, 0], [5, 0]]], np.uint8)


def saved(image: Image.Image, kind: str) -> bytes:
    stored = io.BytesIO()
    image.save(stored, kind, **({"lossless": True} if kind == "WEBP" else {}))
    return stored.getvalue()


def counts() -> dict[str, int]:
    return {kind: len(getattr(bpy.data, kind)) for kind in (*KINDS, "node_groups")}


def module(extension: str, name: str) -> object:
    import importlib

    return importlib.import_module(f"{extension}.{name}")


def model_of(extension: str, obj: bpy.types.Object) -> object:
    record = module(extension, "blender.record")
    return record.voxels_of(obj.data[record.VOXELS])


FILES = {
    "png": hp.png(PIXELS),
    "wide": hp.png(WIDE),
    "grey": hp.png(SHADES),
    "palette": saved(Image.fromarray(PIXELS[..., :3]).quantize(9), "PNG"),
    "alpha": hp.png(RANDOM.integers(0, 256, (5, 7, 4)).astype(np.uint8)),
    "bmp": saved(Image.fromarray(PIXELS[..., :3]), "BMP"),
    "tga": saved(Image.fromarray(PIXELS), "TGA"),
    "webp": saved(Image.fromarray(PIXELS), "WEBP"),
    "wide colors": hp.png((PIXELS.astype(np.uint16) << 8) + 90),
}


@pytest.mark.parametrize("name", list(FILES))
def test_blender_unpacks_what_pillow_does(extension: str, name: str) -> None:
    """The same pixels and the same heights, and no image stays."""
    decoder = module(extension, "blender.pixels").BlenderDecoder()
    before = counts()
    data = FILES[name]
    kind = {"bmp": "BMP", "tga": "TGA", "webp": "WEBP"}.get(name, "PNG")
    assert np.array_equal(decoder.colors(data, kind), PillowDecoder().colors(data, kind))
    mine, theirs = decoder.heights(data, kind), PillowDecoder().heights(data, kind)
    assert mine.dtype == theirs.dtype
    if name != "wide colors":
        assert np.array_equal(mine, theirs)
    assert counts() == before


@pytest.mark.parametrize("upright", [False, True])
def test_a_picture_with_heights_of_sixteen_bits(extension: str, write: Write, upright: bool) -> None:
    path, height = write("bäld 画.png", FILES["png"]), write("h.png", FILES["wide"])
    options = {"height": height, "depth": 300, "upright": upright}
    assert bpy.ops.import_scene.trivox_picture(filepath=path, **options) == {"FINISHED"}
    model, look = model_of(extension, bpy.context.object)
    from trivox.core.formats import ReadOptions

    scene = PictureReader().make(Path(path).read_bytes(), "a", ReadOptions(**options), None)
    assert np.array_equal(model.positions, scene.models[0].positions)
    assert np.array_equal(model.indices, scene.models[0].indices)
    assert np.array_equal(look.palette[1:36, :3], scene.palette[1:36, :3])
    assert bpy.context.object.name == "bäld 画"
    assert [image.name for image in bpy.data.images] == ["bäld_画"]


def test_it_stands_on_the_ground(write: Write) -> None:
    bpy.ops.import_scene.trivox_picture(filepath=write("a.png", FILES["png"]), voxel_size=0.5, depth=9)
    obj = bpy.context.object
    low = [min((obj.matrix_world @ vertex.co)[axis] for vertex in obj.data.vertices) for axis in range(3)]
    assert low[2] == pytest.approx(0)
    assert tuple(obj.dimensions)[:2] == pytest.approx((3.5, 2.5))


def test_front_and_back(extension: str, write: Write) -> None:
    colors, heights = hp.sphere(6)
    path, height = write("c.png", hp.png(colors)), write("h.png", hp.png(heights))
    bpy.ops.import_scene.trivox_picture(filepath=path, height=height, back=path, back_height=height, depth=6)
    model, _look = model_of(extension, bpy.context.object)
    assert model.size == (12, 12, 12)


@pytest.mark.parametrize(
    ("data", "options", "sentence"),
    [
        (FILES["png"][:-30], {}, "the picture is damaged"),
        (b"no picture at all, but some text", {}, "this is no picture"),
        (hp.png(PIXELS * np.array([1, 1, 1, 0], np.uint8)), {}, "all pixels of the picture are clear"),
        (FILES["png"], {"height": "missing.png"}, "missing.png: the file cannot be opened"),
        (FILES["png"], {"height": "other.png"}, "the height picture has 7 x 4 pixels"),
    ],
)
def test_errors_are_one_sentence_and_leave_nothing(
    write: Write, tmp_path: Path, data: bytes, options: dict[str, str], sentence: str
) -> None:
    path = write("a.png", data)
    write("other.png", hp.png(SHADES[:4]))
    before = counts()
    paths = {name: str(tmp_path / one) for name, one in options.items()}
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.import_scene.trivox_picture(filepath=path, **paths)
    assert counts() == before


def test_a_jpeg_in_cmyk_is_read_or_refused(write: Write) -> None:
    path = write("a.jpg", saved(Image.new("CMYK", (8, 8), (9, 99, 200, 30)), "JPEG"))
    try:
        assert bpy.ops.import_scene.trivox_picture(filepath=path) == {"FINISHED"}
    except RuntimeError as error:
        assert "cannot be unpacked" in str(error)


def test_an_animated_picture_is_told_of(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    bpy.ops.import_scene.trivox_picture(filepath=write("a.png", hp.png(PIXELS, hp.ANIMATION)))
    assert "only its first picture" in capfd.readouterr().out


def test_the_command_reads_pictures_without_pillow(
    extension: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "PIL", None)
    command, formats = module(extension, "operators.command"), module(extension, "core.formats")
    main = module(extension, "cli").main
    target = tmp_path / "a.tvx"
    assert command.command_of(main)(["convert", write("a.png", FILES["png"]), str(target), "--depth", "4"]) == 0
    assert target.exists()
    assert formats.READERS[-1] is module(extension, "operators.import_picture").READER


def test_dropping_asks(extension: str) -> None:
    handler = bpy.types.IO_FH_trivox_picture
    assert handler.bl_import_operator == "import_scene.trivox_picture"
    assert set(handler.bl_file_extensions.split(";")) == {".png", ".jpg", ".jpeg", ".bmp", ".tga", ".webp"}


def load(write: Write, grid: np.ndarray = STEP, **options: object) -> bpy.types.Object:
    path = write("a.vox", hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, **options)
    return bpy.context.object


def heights_in(image: bpy.types.Image, most: int) -> np.ndarray:
    width, height = image.size
    values = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(values)
    return np.rint(values.reshape(height, width, -1)[..., 0] * most).astype(int)


@pytest.mark.parametrize("bits", ["8", "16"])
def test_baked_sides_have_pictures_of_the_model(extension: str, write: Write, bits: str) -> None:
    grid = np.where(RANDOM.random((6, 5, 7)) < 0.3, RANDOM.integers(1, 9, (6, 5, 7)), 0).astype(np.uint8)
    obj = load(write, grid, voxel_size=0.5)
    assert bpy.ops.trivox.bake_relief(bits=bits) == {"FINISHED"}
    made = bpy.context.object
    assert (made.name, len(made.data.polygons), len(made.data.materials)) == (f"{obj.name} Relief", 6, 6)
    model, look = model_of(extension, obj)
    bake = module(extension, "core.relief").bake
    for side, material in enumerate(made.data.materials):
        relief = bake(model, side)
        images = [node.image for node in material.node_tree.nodes if node.type == "TEX_IMAGE"]
        color, normal = images
        height = bpy.data.images[color.name.replace("_color", "_height")]
        assert material.name == f"a {SIDES[side]}"
        assert color.name == f"a_{SIDES[side]}_color"
        assert np.array_equal(heights_in(height, relief.depth), relief.heights)
        assert height.colorspace_settings.name == normal.colorspace_settings.name == "Non-Color"
        assert height.is_float == (bits == "16")
        pixels = np.empty(4 * relief.heights.size, np.float32)
        color.pixels.foreach_get(pixels)
        pixels = np.rint(pixels.reshape(*relief.heights.shape, 4) * 255).astype(int)
        assert np.array_equal(pixels[..., 3] > 0, relief.indices > 0)
        there = relief.indices > 0
        assert np.array_equal(pixels[there][:, :3], look.palette[relief.indices[there], :3])
    assert all(image.packed_file for image in bpy.data.images)


def test_quads_lie_on_the_box_and_look_outward(write: Write) -> None:
    obj = load(write, np.pad(STEP, ((2, 0), (0, 3), (1, 1))), voxel_size=0.25)
    obj.location, obj.rotation_euler = (1, 2, 3), (0.3, 0.2, 0.1)
    bpy.context.view_layer.update()
    bpy.ops.trivox.bake_relief()
    made = bpy.context.object
    bpy.context.view_layer.update()
    assert np.allclose(made.matrix_world, obj.matrix_world)
    corners = np.array([vertex.co[:] for vertex in made.data.vertices])
    box = np.array([vertex.co[:] for vertex in obj.data.vertices])
    assert np.allclose([corners.min(axis=0), corners.max(axis=0)], [box.min(axis=0), box.max(axis=0)])
    for side, polygon in enumerate(made.data.polygons):
        wanted = np.zeros(3)
        wanted[side // 2] = 1 - 2 * (side % 2)
        assert np.allclose(polygon.normal, wanted)
        assert polygon.material_index == side
    assert made["trivox_relief_distance"] == pytest.approx(12 * 2 * 0.25)


def test_some_sides_of_several_models(write: Write) -> None:
    first, second = load(write), load(write)
    first.select_set(True)
    assert len({first, second, *bpy.context.selected_objects}) == 2
    assert bpy.ops.trivox.bake_relief(sides={"+Z", "-Y"}, steps=4) == {"FINISHED"}
    assert [len(obj.data.polygons) for obj in bpy.context.selected_objects] == [2, 2]


def test_without_sides_or_voxels_one_sentence_says_so(write: Write) -> None:
    load(write)
    before = counts()
    with pytest.raises(RuntimeError, match="Choose at least one side"):
        bpy.ops.trivox.bake_relief(sides=set())
    assert counts() == before
    bpy.ops.object.select_all(action="DESELECT")
    assert not bpy.ops.trivox.bake_relief.poll()


def test_textures_are_saved_where_asked(write: Write, tmp_path: Path) -> None:
    load(write)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.ops.trivox.bake_relief(sides={"+X"}, bits="16", textures="beside")
    files = {path.name: path for path in (tmp_path / "textures").iterdir()}
    assert len(files) == 3
    height = next(path for name, path in files.items() if "height" in name)
    assert np.array(Image.open(height)).dtype == np.uint16


def test_undo_takes_all_away(write: Write) -> None:
    load(write)
    bpy.ops.ed.undo_push(message="before")
    before = counts()
    bpy.ops.trivox.bake_relief("EXEC_DEFAULT", True)
    assert counts() != before
    bpy.ops.ed.undo()
    assert counts()["objects"] == before["objects"]
    assert counts()["materials"] == before["materials"]


def render(extension: str, engine: str = "CYCLES") -> np.ndarray:
    scene = bpy.context.scene
    scene.render.engine = engine
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.filter_width = 1, False, 0.01
    scene.cycles.transparent_max_bounces = 32
    scene.render.resolution_x = scene.render.resolution_y = 96
    scene.render.film_transparent = True
    path = Path(bpy.app.tempdir) / "relief.png"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return np.array(Image.open(path).convert("RGBA"))


TOWER, PLATE = np.zeros((2, 8, 8, 8), np.uint8)
TOWER[1:7, 2:6, 0:3], TOWER[2:6, 3:6, 3:6], TOWER[3:5, 4, 6:] = 1, 2, 3
PLATE[:4, 0], PLATE[7, 7, 0] = 1, 2


@pytest.mark.parametrize(
    ("grid", "way"),
    [
        (TOWER, (0, -1, 0.001)),
        (TOWER, (0.5, -1, 0.6)),
        (TOWER, (-1, 0.4, 0.3)),
        # Rays pass behind the plate, and end where it is in front.
        (PLATE, (0.5, -1, 0.001)),
    ],
)
def test_rendered_it_covers_what_the_model_does(
    extension: str, write: Write, grid: np.ndarray, way: tuple[float, ...]
) -> None:
    """From the front the same pixels; from elsewhere nearly."""
    from mathutils import Vector

    obj = load(write, grid, voxel_size=1.0)
    bpy.ops.trivox.bake_relief(steps=64)
    made = bpy.context.object
    scene = bpy.context.scene
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    scene.camera = camera
    camera.data.type, camera.data.ortho_scale = "ORTHO", 14
    direction = Vector(way).normalized()
    camera.location = obj.location + direction * 40
    camera.rotation_euler = (-direction).to_track_quat("-Z", "Y").to_euler()
    pictures = []
    for shown, hidden in ((obj, made), (made, obj)):
        shown.hide_render, hidden.hide_render = False, True
        pictures.append(render(extension)[..., 3] > 127)
    assert pictures[0].mean() > 0.1
    assert (pictures[0] != pictures[1]).mean() < 0.015


MANY = 10_000
"""Nodes that the exporter may look at; along all ways through the looks of one side there are more than 10^20."""


def baked(write: Write, **options: object) -> bpy.types.Object:
    """A relief that alone is selected."""
    load(write, np.where(RANDOM.random((6, 5, 7)) < 0.3, 1, 0).astype(np.uint8))
    bpy.ops.trivox.bake_relief(**options)
    assert len(bpy.context.selected_objects) == 1
    return bpy.context.object


def count_nodes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the glTF exporter fail when it has looked at too many nodes; the value counts them."""
    search = pytest.importorskip("io_scene_gltf2.blender.exp.material.search_node_tree")
    looked = search.FilterByType.__call__
    count = [0]

    def look(self: object, node: bpy.types.Node) -> bool:
        count[0] += 1
        if count[0] > MANY:
            raise RecursionError("too many nodes")
        return looked(self, node)

    monkeypatch.setattr(search.FilterByType, "__call__", look)
    return count


def pixels_of(image: bpy.types.Image) -> np.ndarray:
    """(h, w, 4) uint8, the first row on top, as in files."""
    values = np.empty(image.size[0] * image.size[1] * 4, np.float32)
    image.pixels.foreach_get(values)
    return np.rint(values.reshape(image.size[1], image.size[0], 4)[::-1] * 255).astype(np.uint8)


@pytest.mark.parametrize("steps", [4, 24, 128])
def test_gltf_shows_flat_pictures(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    pygltflib = pytest.importorskip("pygltflib")
    made = baked(write, steps=steps)
    # What others add must not hide the layer of the pictures.
    made.data.uv_layers.new(name="Other").active_render = True
    count = count_nodes(monkeypatch)
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "a.glb"), use_selection=True)
    assert count[0] > 0
    file = pygltflib.GLTF2.load(str(tmp_path / "a.glb"))
    assert len(file.materials) == 6

    def picture(info: object) -> np.ndarray:
        assert (info.texCoord or 0) == 0
        view = file.bufferViews[file.images[file.textures[info.index].source].bufferView]
        data = file.binary_blob()[view.byteOffset or 0 :][: view.byteLength]
        return np.array(Image.open(io.BytesIO(data)).convert("RGBA"))

    for material, own in zip(file.materials, made.data.materials, strict=True):
        color, normal = [node.image for node in own.node_tree.nodes if node.type == "TEX_IMAGE"]
        assert (material.name, material.alphaMode, material.doubleSided or False) == (own.name, "MASK", False)
        shown, wanted = picture(material.pbrMetallicRoughness.baseColorTexture), pixels_of(color)
        assert np.array_equal(shown[..., 3], wanted[..., 3])
        assert np.array_equal(shown[wanted[..., 3] > 0], wanted[wanted[..., 3] > 0])
        assert np.array_equal(picture(material.normalTexture), pixels_of(normal))


def test_obj_and_usd_show_flat_pictures(write: Write, tmp_path: Path) -> None:
    baked(write)
    bpy.ops.wm.obj_export(filepath=str(tmp_path / "a.obj"), export_selected_objects=True)
    library = (tmp_path / "a.mtl").read_text()
    assert library.count("newmtl") == library.count("map_Kd") == library.count("map_Bump") == 6
    bpy.ops.wm.usd_export(filepath=str(tmp_path / "a.usda"), selected_objects_only=True)
    scene = (tmp_path / "a.usda").read_text()
    for told in ("diffuseColor.connect", "normal.connect", "opacity.connect", "opacityThreshold = 0.5"):
        assert scene.count(f"inputs:{told}") == 6
    for side in SIDES:
        for kind in ("color", "normal"):
            assert scene.count(f"@./textures/a_{side}_{kind}.png@") == library.count(f" a_{side}_{kind}.png") == 1
            assert (tmp_path / "textures" / f"a_{side}_{kind}.png").exists()


def test_fbx_shows_flat_pictures(write: Write, tmp_path: Path) -> None:
    baked(write)
    path = str(tmp_path / "a.fbx")
    bpy.ops.export_scene.fbx(filepath=path, use_selection=True, path_mode="COPY", embed_textures=True)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.fbx(filepath=path)
    wrapper = pytest.importorskip("bpy_extras.node_shader_utils").PrincipledBSDFWrapper
    materials = [wrapper(material) for material in bpy.context.selected_objects[0].data.materials]
    assert len(materials) == 6
    for one, side in zip(materials, SIDES, strict=True):
        assert f"{side}_color" in one.base_color_texture.image.name
        assert f"{side}_normal" in one.normalmap_texture.image.name


def test_blender_itself_follows_the_ray(write: Write, tmp_path: Path) -> None:
    """Of what a group gives, exporters read the first; Blender shows the active one, in saved files as well."""
    made = baked(write)
    name, path = made.name, str(tmp_path / "a.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)
    for material in bpy.data.objects[name].data.materials:
        group = next(node.node_tree for node in material.node_tree.nodes if node.type == "GROUP")
        flat, deep = [node for node in group.nodes if node.type == "GROUP_OUTPUT"]
        assert (flat.is_active_output, deep.is_active_output) == (False, True)
        assert flat.inputs[0].links[0].from_node.type == "UVMAP"
        assert deep.inputs[0].links[0].from_node.type == "VECT_MATH"


def test_what_is_inlined_for_gltf_is_flat(extension: str, write: Write, tmp_path: Path) -> None:
    """Later exporters look at all groups as one tree, of what is active: it is flat while they work, and not after."""
    inlined = getattr(bpy.types, "InlineShaderNodes", None)
    if inlined is None:
        pytest.skip("Blender 5.0 and later")
    export = module(extension, "operators.gltf_export")
    made = baked(write)

    def sizes() -> list[int]:
        trees = [inlined.from_material(material) for material in made.data.materials]
        return [len(tree.node_tree.nodes) for tree in trees]

    deep = sizes()
    assert min(deep) > 100
    export.plain_colors(None)
    assert max(sizes()) < 10
    export.as_before(None)
    assert sizes() == deep
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "a.glb"), use_selection=True)
    assert sizes() == deep
    # Who made it flat keeps it so.
    groups = [
        next(node.node_tree for node in one.node_tree.nodes if node.type == "GROUP") for one in made.data.materials
    ]
    flat, followed = [node for node in groups[5].nodes if node.type == "GROUP_OUTPUT"]
    flat.is_active_output, followed.is_active_output = True, False
    export.plain_colors(None)
    export.as_before(None)
    assert (flat.is_active_output, followed.is_active_output) == (True, False)
    flat.is_active_output, followed.is_active_output = False, True
    # What is removed meanwhile stays away, and a group of the user with the same name is left alone.
    bpy.data.node_groups.new("Trivox Parallax", "ShaderNodeTree")
    own = bpy.data.node_groups.new("Trivox Parallax", "ShaderNodeTree").nodes.new("NodeGroupOutput")
    export.plain_colors(None)
    assert own.is_active_output
    bpy.data.node_groups.remove(groups[0])
    export.as_before(None)
    assert sizes()[1:] == deep[1:]
