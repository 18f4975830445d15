"""Add Light Map: second UV layers without overlaps on meshes as they are, renewed with them, and light baked there."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from trivox.core.mesh.modes import MODES

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

RANDOM = np.random.default_rng(5)
BLOB = np.where(RANDOM.random((5, 4, 6)) < 0.6, RANDOM.integers(1, 5, (5, 4, 6)), 0).astype(np.uint8)


def load(write: Write, grid: np.ndarray = BLOB, name: str = "a.vox", **options: object) -> bpy.types.Object:
    path = write(name, hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, **options)
    return bpy.context.object


def add(**options: object) -> None:
    assert bpy.ops.trivox.add_light_map(**options) == {"FINISHED"}


def layer_of(mesh: bpy.types.Mesh, name: str = "Light Map") -> np.ndarray:
    uv = np.empty(2 * len(mesh.loops), np.float32)
    mesh.uv_layers[name].uv.foreach_get("vector", uv)
    return uv.reshape(-1, 2).astype(float)


def size_of(objects: list[bpy.types.Object], texels: int, voxel: float = 0.1) -> tuple[int, int]:
    """Width and height of the map, told by how long edges along each axis of the map are in the mesh."""
    sizes = [set(), set()]
    for obj in objects:
        mesh, uv = obj.data, layer_of(obj.data)
        for face in mesh.polygons:
            loops = list(face.loop_indices)
            for one, other in zip(loops, loops[1:] + loops[:1], strict=True):
                ends = [np.array(mesh.vertices[mesh.loops[i].vertex_index].co) for i in (one, other)]
                step = np.abs(uv[one] - uv[other])
                for axis in range(2):
                    if step[axis] > 1e-6 and step[1 - axis] < 1e-7:
                        length = round(np.linalg.norm(ends[0] - ends[1]) / voxel)
                        sizes[axis].add(round(length * texels / step[axis]))
    assert len(sizes[0]) == len(sizes[1]) == 1, sizes
    return sizes[0].pop(), sizes[1].pop()


def drawn(objects: list[bpy.types.Object], size: tuple[int, int]) -> np.ndarray:
    """(H, W) which triangle has the middle of each texel, -1 for none; one has it alone."""
    width, height = size
    owner, number = np.full((height, width), -1), 0
    column, row = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    for obj in objects:
        mesh, uv = obj.data, layer_of(obj.data) * size
        mesh.calc_loop_triangles()
        for triangle in mesh.loop_triangles:
            a, b, c = uv[list(triangle.loops)]
            # Beside the middles, so that none lies on a side.
            x, y = column + 1e-3, row + 3e-3
            sides = [(q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) for p, q in ((a, b), (b, c), (c, a))]
            inside = np.all([side > 0 for side in sides], axis=0) | np.all([side < 0 for side in sides], axis=0)
            assert (owner[inside] == -1).all(), "texels belong to several triangles"
            owner[inside] = number
            number += 1
    return owner


def check(objects: list[bpy.types.Object], texels: int = 4, margin: int = 2, voxel: float = 0.1) -> np.ndarray:
    """Each triangle has its area, no texel twice, and around pieces there is the margin."""
    size = size_of(objects, texels, voxel)
    owner = drawn(objects, size)
    area = sum(face.area for obj in objects for face in obj.data.polygons) / voxel**2 * texels**2
    assert (owner >= 0).sum() == pytest.approx(area, abs=0.5)
    pieces = hv_label(owner >= 0)
    edge = np.ones(owner.shape, bool)
    edge[margin : size[1] - margin, margin : size[0] - margin] = False
    assert (pieces[edge] == 0).all()
    for piece in range(1, pieces.max() + 1):
        grown = pieces == piece
        for axis in (0, 1):
            grown = np.any([np.roll(grown, step, axis) for step in range(-2 * margin, 2 * margin + 1)], axis=0)
        assert set(np.unique(pieces[grown])) <= {0, piece}
    return owner


def hv_label(filled: np.ndarray) -> np.ndarray:
    ndimage = pytest.importorskip("scipy.ndimage")
    return ndimage.label(filled, np.ones((3, 3)))[0]


@pytest.mark.parametrize("faces", ["triangles", "quads", "ngons"])
@pytest.mark.parametrize("mode", list(MODES))
def test_modes(write: Write, mode: str, faces: str) -> None:
    obj = load(write, mode=mode, faces=faces)
    before = layer_of(obj.data, "UVMap") if "UVMap" in obj.data.uv_layers else None
    add()
    mesh = obj.data
    assert [layer.name for layer in mesh.uv_layers] == ["UVMap", "Light Map"]
    assert mesh.uv_layers.active.name == "Light Map"
    assert next(layer.name for layer in mesh.uv_layers if layer.active_render) == "UVMap"
    assert (layer_of(mesh, "UVMap") == before).all()
    check_margins = MODES[mode].overlapping or MODES[mode].see_through
    check([obj]) if not check_margins else drawn([obj], size_of([obj], 4))


@pytest.mark.parametrize("colors", ["texture", "palette", "materials", "attribute"])
def test_colors_stay_elsewhere(write: Write, colors: str) -> None:
    obj = load(write, colors=colors, mode="polygons")
    layers = [layer.name for layer in obj.data.uv_layers]
    add(texels=3, margin=1)
    assert [layer.name for layer in obj.data.uv_layers] == [*layers, "Light Map"]
    check([obj], 3, 1)
    bpy.ops.trivox.use_mode(mode="watertight")
    assert [layer.name for layer in obj.data.uv_layers] == [*layers, "Light Map"]
    check([obj], 3, 1)
    assert bpy.ops.trivox.use_mode(mode="polygons") == {"FINISHED"}


def test_options(write: Write) -> None:
    obj = load(write, mode="polygons")
    add(texels=6, margin=3, power_of_two=False)
    check([obj], 6, 3)
    width, height = size_of([obj], 6)
    assert width & (width - 1) or height & (height - 1)
    add(texels=6, margin=3)
    width, height = size_of([obj], 6)
    assert width & (width - 1) == 0 == height & (height - 1)
    assert [layer.name for layer in obj.data.uv_layers] == ["UVMap", "Light Map"]


def test_fewer_texels_and_too_large(write: Write) -> None:
    obj = load(write, mode="polygons")
    add(texels=16, largest=128)
    uv = layer_of(obj.data)
    assert uv.min() >= 0 and uv.max() <= 1
    found = [texels for texels in range(1, 16) if max(size_of([obj], texels)) <= 128]
    assert found
    before = layer_of(obj.data)
    with pytest.raises(RuntimeError, match="the light map would be larger than 16 texels even with one for a voxel"):
        bpy.ops.trivox.add_light_map(largest=16)
    assert (layer_of(obj.data) == before).all()


def test_together(write: Write) -> None:
    one, other = load(write, mode="polygons"), load(write, BLOB[::-1], "b.vox", mode="cutout")
    for obj in (one, other):
        obj.select_set(True)
    add(together=True)
    drawn([one, other], size_of([one, other], 4))
    # Another mode of one of them moves both.
    one.select_set(False)
    bpy.context.view_layer.objects.active = other
    assert bpy.ops.trivox.use_mode(mode="faces") == {"FINISHED"}
    check([one, other])
    # Now each for itself.
    one.select_set(True)
    add()
    check([one])
    check([other])


def test_one_of_two_together_that_lost_its_layer(write: Write) -> None:
    one, other = load(write, mode="polygons"), load(write, BLOB[::-1], "b.vox", mode="polygons")
    for obj in (one, other):
        obj.select_set(True)
    add(together=True)
    one.data.uv_layers.remove(one.data.uv_layers["Light Map"])
    bpy.ops.trivox.use_mode(mode="faces")
    assert [layer.name for layer in one.data.uv_layers] == ["UVMap"]
    check([other])


def test_own_layer_of_that_name_stays(write: Write) -> None:
    obj = load(write)
    obj.data.uv_layers.new(name="Light Map")
    before = layer_of(obj.data)
    add()
    assert [layer.name for layer in obj.data.uv_layers] == ["UVMap", "Light Map", "Light Map.001"]
    assert (layer_of(obj.data) == before).all()


def test_no_room_for_a_layer(write: Write) -> None:
    obj = load(write)
    for _ in range(7):
        obj.data.uv_layers.new()
    with pytest.raises(RuntimeError, match="eight UV layers"):
        bpy.ops.trivox.add_light_map()


def test_needs_a_model() -> None:
    bpy.ops.mesh.primitive_cube_add()
    with pytest.raises(RuntimeError, match="No selected object is a mesh that Trivox imported"):
        bpy.ops.trivox.add_light_map()


def test_linked_meshes_are_left(write: Write, tmp_path: Path) -> None:
    obj = load(write)
    path = str(tmp_path / "a.blend")
    bpy.data.libraries.write(path, {obj})
    bpy.ops.wm.read_homefile(use_empty=True)
    with bpy.data.libraries.load(path, link=True) as (found, wanted):
        wanted.objects = found.objects
    bpy.context.collection.objects.link(wanted.objects[0])
    wanted.objects[0].select_set(True)
    with pytest.raises(RuntimeError, match="comes from another file"):
        bpy.ops.trivox.add_light_map()


@pytest.mark.parametrize("where", ["object", "mesh", "mirrored", "moved"])
def test_models_that_were_moved(write: Write, where: str) -> None:
    obj = load(write, mode="polygons")
    if where == "mirrored":
        obj.scale.x = -1
        bpy.ops.object.transform_apply(scale=True)
    elif where == "mesh":
        obj.rotation_euler = (0.3, 0.5, 0.7)
        obj.location = (1.23, 4.5, 6.7)
        bpy.ops.object.transform_apply()
    elif where == "moved":
        obj.location = (0.123, 0, 0)
        bpy.ops.object.transform_apply()
    else:
        obj.scale = (2, 3, 4)
    add()
    check([obj])


def test_edited_meshes(write: Write) -> None:
    """An oblique face, a face of its own on top of another, and one between lattice points."""
    import bmesh

    obj = load(write, np.ones((3, 3, 3), np.uint8), mode="faces")
    mesh = bmesh.new()
    mesh.from_mesh(obj.data)
    mesh.faces.ensure_lookup_table()
    bmesh.ops.duplicate(mesh, geom=[mesh.faces[0]])
    mesh.verts.ensure_lookup_table()
    mesh.verts[0].co.x += 0.0333
    mesh.to_mesh(obj.data)
    mesh.free()
    add(power_of_two=False)
    uv = layer_of(obj.data)
    assert uv.min() > 0 and uv.max() < 1
    mesh = obj.data
    # Of the face that lies over another one.
    boxes = [
        (uv[list(face.loop_indices)].min(axis=0), uv[list(face.loop_indices)].max(axis=0)) for face in mesh.polygons
    ]
    low, high = boxes[-1]
    for other_low, other_high in boxes[:-1]:
        assert (other_low >= high).any() or (other_high <= low).any()


def test_image(write: Write) -> None:
    obj = load(write, mode="polygons")
    add(new_image=True)
    images = [image for image in bpy.data.images if image.name.endswith(" Light Map")]
    assert [image.name for image in images] == [f"{obj.name} Light Map"]
    assert tuple(images[0].size) == size_of([obj], 4) and images[0].is_float
    images[0].pixels[0] = 0.25
    add(new_image=True)
    assert images[0].pixels[0] == 0.25
    add(new_image=True, texels=8, deep=False)
    images = [image for image in bpy.data.images if image.name.endswith(" Light Map")]
    assert [image.name for image in images] == [f"{obj.name} Light Map"]
    assert tuple(images[0].size) == size_of([obj], 8) and not images[0].is_float


def test_instances_share_their_light(write: Write) -> None:
    obj = load(write, mode="polygons")
    twin = obj.copy()
    bpy.context.collection.objects.link(twin)
    twin.select_set(True)
    add(together=True)
    check([obj])
    # A copy of the mesh lies in the same place; a renewal gives it its own.
    twin.data = twin.data.copy()
    add(together=True)
    check([obj, twin])


def test_light_maps_are_no_edit(write: Write, extension: str) -> None:
    obj = load(write, mode="polygons")
    edits = importlib.import_module(f"{extension}.blender.edits")
    add()
    assert edits.edits_of(obj.data).found == ()


def test_reload(write: Write) -> None:
    obj = load(write, mode="polygons")
    add(texels=2)
    bigger = np.ones((5, 4, 7), np.uint8)
    write("a.vox", hv.vox(hv.dense_model(bigger), hv.rgba(hv.colors())))
    bpy.ops.trivox.reload()
    assert len(obj.data.polygons) == 6
    check([obj], 2)


def test_edit_mode_and_undo(write: Write) -> None:
    obj = load(write, mode="polygons")
    bpy.context.preferences.edit.use_global_undo = True
    name = obj.name
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.object.mode_set(mode="EDIT")
    add()
    assert obj.mode == "OBJECT"
    first = layer_of(obj.data)
    bpy.ops.ed.undo_push(message="light")
    add(texels=8)
    bpy.ops.ed.undo_push(message="light again")
    bpy.ops.ed.undo()
    assert (layer_of(bpy.data.objects[name].data) == first).all()


def bake(obj: bpy.types.Object, kind: str, samples: int = 8, **options: object) -> np.ndarray:
    """(H, W, 4) what Cycles bakes, as docs/lightmap.md tells."""
    image = next(image for image in bpy.data.images if image.name.endswith(" Light Map"))
    for material in obj.data.materials:
        node = material.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = image
        material.node_tree.nodes.active = node
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", samples
    bpy.ops.object.bake(type=kind, margin=0, use_clear=True, **options)
    return np.array(image.pixels[:]).reshape(image.size[1], image.size[0], 4)


@pytest.mark.parametrize("mode", ["polygons", "rectangles", "faces"])
def test_bake_of_colors(write: Write, mode: str) -> None:
    """Each side of a block of two colors gets the color of its voxels, and nothing is baked beside the faces."""
    grid = np.ones((4, 4, 4), np.uint8)
    grid[:, :, 2:] = 2
    obj = load(write, grid, mode=mode)
    add(new_image=True, margin=1)
    pixels = bake(obj, "DIFFUSE", pass_filter={"COLOR"})
    owner = check([obj], margin=1)
    covered = owner >= 0
    assert (pixels[~covered][:, :3] == 0).all() and (pixels[covered][:, :3].max(axis=1) > 0).all()
    found, count = np.unique(pixels[covered][:, :3].round(3), axis=0, return_counts=True)
    # Six sides of 16 x 16 texels: half of each side, and one whole side, have each color.
    assert len(found) == 2 and count.tolist() == [3 * 256, 3 * 256]


def test_bake_of_light(write: Write) -> None:
    """Under a sky of even light every texel of a convex block is as bright, those between two walls are darker."""
    obj = load(write, np.ones((4, 4, 4), np.uint8), mode="polygons")
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    background.inputs["Color"].default_value = (1, 1, 1, 1)
    background.inputs["Strength"].default_value = 1
    add(new_image=True, margin=1)
    pixels = bake(obj, "DIFFUSE", pass_filter={"DIRECT", "INDIRECT"})
    covered = check([obj], margin=1) >= 0
    assert pixels[covered][:, :3] == pytest.approx(1, abs=0.05)
    assert (pixels[~covered][:, :3] == 0).all()
    bpy.data.objects.remove(obj)
    for image in list(bpy.data.images):
        bpy.data.images.remove(image)
    valley = np.ones((6, 6, 4), np.uint8)
    valley[2:4, :, 1:] = 0
    obj = load(write, valley, "valley.vox", mode="fewest")
    add(new_image=True, margin=1)
    pixels = bake(obj, "DIFFUSE", 16, pass_filter={"DIRECT"})
    covered = drawn([obj], size_of([obj], 4)) >= 0
    light = pixels[covered][:, 0]
    # Faces of two rectangles that overlap are both there; no texel that light reaches is black.
    assert light.min() > 0.02 and light.max() > 0.9 and (light < 0.7).sum() > 100


@pytest.mark.parametrize("way", ["export", "convert"])
def test_blenders_exporter_writes_the_layer(write: Write, tmp_path: Path, extension: str, way: str) -> None:
    pygltflib = pytest.importorskip("pygltflib")
    path = tmp_path / "a.glb"
    obj = load(write, mode="polygons")
    add()
    if way == "export":
        bpy.ops.export_scene.gltf(filepath=str(path), use_selection=True)
    else:
        core, glb = (importlib.import_module(f"{extension}.{name}") for name in ("core", "operators.glb"))
        lightmap = importlib.import_module(f"{extension}.core.texture.lightmap")
        formats = importlib.import_module(f"{extension}.core.formats")
        made = core.assemble(core.read(str(tmp_path / "a.vox")), core.MeshOptions(mode="polygons"))
        options = formats.WriteOptions(light_map=lightmap.LightMapOptions())
        path.write_bytes(glb.WRITER.write(made, options, "a").data)
    file = pygltflib.GLTF2.load(str(path))
    found = set()
    for primitive in file.meshes[0].primitives:
        view = file.accessors[primitive.attributes.TEXCOORD_1]
        start = (file.bufferViews[view.bufferView].byteOffset or 0) + (view.byteOffset or 0)
        uv = np.frombuffer(file.binary_blob(), np.float32, 2 * view.count, start).reshape(-1, 2).astype(float)
        found |= set(map(tuple, np.column_stack([uv[:, 0], 1 - uv[:, 1]]).round(4).tolist()))
    assert found == set(map(tuple, layer_of(obj.data).round(4).tolist()))
