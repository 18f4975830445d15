"""Smooth surfaces in Blender: in place of the exact mesh and back, colours, blended materials, what leaves Blender."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


def random_grid(seed: int, shape: tuple[int, int, int] = (6, 5, 4), colors: int = 255) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random(shape) < 0.6, rng.integers(1, colors + 1, shape), 0).astype(np.uint8)


def simple(grid: np.ndarray) -> bytes:
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3), hv.nshp(3, 0)
    return hv.vox(hv.dense_model(grid), *nodes, hv.rgba(hv.colors()))


def import_one(write: Write, grid: np.ndarray, **options: object) -> bpy.types.Object:
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", simple(grid)), **{"interior": "keep", **options})
    return bpy.context.object


def use(mode: str, obj: bpy.types.Object | None = None) -> set[str]:
    if obj is not None:
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj
    return bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode)


def shown(obj: bpy.types.Object, grid: np.ndarray) -> None:
    bpy.context.view_layer.update()
    assert not obj.data.validate(verbose=True)
    assert_shows(obj, Placed(grid, np.eye(3, dtype=int), np.zeros(3, int)), hv.colors())


def smooth(**options: object) -> set[str]:
    return bpy.ops.trivox.use_smooth("EXEC_DEFAULT", True, **options)


def arrays(mesh: bpy.types.Mesh) -> dict[str, list[object]]:
    """All that is on a mesh, but what Blender derives."""
    names = {"FLOAT_VECTOR": "vector", "FLOAT2": "vector", "BYTE_COLOR": "color", "FLOAT_COLOR": "color"}
    found: dict[str, list[object]] = {"materials": [material.name for material in mesh.materials]}
    for attribute in mesh.attributes:
        if not attribute.name.startswith(".select"):
            name = names.get(attribute.data_type, "value")
            found[attribute.name] = [
                tuple(value) if hasattr(value := getattr(item, name), "__len__") else value for item in attribute.data
            ]
    return found


def closed(mesh: bpy.types.Mesh) -> bool:
    sides = [tuple(edge) for polygon in mesh.polygons for edge in polygon.edge_keys]
    return all(sides.count(side) == 2 for side in set(sides))


@pytest.mark.parametrize("method", ["nets", "cubes"])
@pytest.mark.parametrize("colors", ["texture", "palette", "attribute", "materials"])
def test_there_and_back(write: Write, method: str, colors: str, extension: str) -> None:
    grid = random_grid(3, (3, 4, 3))
    obj = import_one(write, grid, colors=colors)
    mesh, before = obj.data, arrays(obj.data)
    edits = importlib.import_module(f"{extension}.blender.edits")
    for blur in (0, 2):
        assert smooth(method=method, blur=blur) == {"FINISHED"}
        assert obj.data == mesh and not mesh.validate(verbose=True) and closed(mesh)
        assert {polygon.loop_total for polygon in mesh.polygons} == {3}
        assert all(polygon.use_smooth for polygon in mesh.polygons)
        assert edits.edits_of(mesh).found == () and "trivox_exact" in mesh
        assert len(bpy.data.meshes) == 2
    mode = told(mesh)["options"]["mode"]
    assert use(mode) == {"FINISHED"}
    assert obj.data == mesh and arrays(mesh) == before and edits.edits_of(mesh).found == ()
    assert "trivox_smooth" not in mesh and "trivox_exact" not in mesh and len(bpy.data.meshes) == 1
    shown(obj, grid)
    smooth()
    use("faces")
    shown(obj, grid)


def test_weights_and_layers_wait_meanwhile(write: Write) -> None:
    obj = import_one(write, random_grid(3))
    group = obj.vertex_groups.new(name="bone")
    group.add([0, 5], 0.25, "REPLACE")
    obj.data.uv_layers.new(name="second")
    smooth()
    use(told(obj.data)["options"]["mode"])
    assert [layer.name for layer in obj.data.uv_layers] == ["UVMap", "second"]
    assert any(element.weight == pytest.approx(0.25) for vertex in obj.data.vertices for element in vertex.groups)


def test_faces_have_the_colors_of_voxels(write: Write) -> None:
    grid = np.zeros((3, 3, 2), np.uint8)
    grid[:, :, 0], grid[:, :, 1] = 5, 9
    obj = import_one(write, grid)
    smooth(method="nets", blur=0)
    numbers = np.empty(len(obj.data.polygons), np.int32)
    obj.data.attributes["trivox_color"].data.foreach_get("value", numbers)
    assert sorted(set(numbers.tolist())) == [5, 9] and (numbers == 5).sum() == 2 * (9 + 12)
    colors = np.empty(4 * len(obj.data.loops), np.float32)
    obj.data.color_attributes["Color"].data.foreach_get("color_srgb", colors)
    expected = np.array(hv.colors())[np.repeat(numbers, 3) - 1]
    assert (colors.reshape(-1, 4)[:, :3] * 255).round().astype(int).tolist() == expected[:, :3].tolist()


def test_where_it_stands(write: Write) -> None:
    """The surface keeps within half a voxel of the voxels, also where they are mirrored or moved by hand."""
    from mathutils import Matrix

    obj = import_one(write, np.ones((4, 3, 2), np.uint8), origin="corner")
    obj.data.transform(Matrix.Translation((5, 6, 7)) @ Matrix.Diagonal((-3, 2, 1, 1)))
    obj.data.flip_normals()
    before = np.array([vertex.co for vertex in obj.data.vertices])
    smooth(method="cubes", blur=0)
    after = np.array([vertex.co for vertex in obj.data.vertices])
    assert after.min(axis=0) == pytest.approx(before.min(axis=0), abs=1e-4)
    assert after.max(axis=0) == pytest.approx(before.max(axis=0), abs=1e-4)
    middle = (before.min(axis=0) + before.max(axis=0)) / 2
    assert all(
        (polygon.center - polygon.normal.__class__(middle)).dot(polygon.normal) > 0 for polygon in obj.data.polygons
    )


def test_what_was_moved_on_the_surface_is_asked_for(write: Write, extension: str) -> None:
    obj = import_one(write, random_grid(3))
    smooth()
    obj.data.vertices[0].co.x += 1
    edits = importlib.import_module(f"{extension}.blender.edits")
    assert edits.edits_of(obj.data).lost == ("moved vertices",)
    use("fewest")
    assert edits.edits_of(obj.data).found == ()


def test_validate_and_compare(write: Write) -> None:
    obj = import_one(write, random_grid(3))
    smooth()
    assert not bpy.ops.trivox.validate.poll() and bpy.ops.trivox.compare_modes() == {"FINISHED"}
    use("faces")
    assert bpy.ops.trivox.validate.poll()
    assert obj.data.polygons


def test_exported_tvx_stays_exact(write: Write, tmp_path: Path) -> None:
    import_one(write, random_grid(3))
    path = tmp_path / "castle.tvx"
    bpy.ops.export_scene.trivox(filepath=str(path))
    before = path.read_bytes()
    smooth(blur=3)
    bpy.ops.export_scene.trivox(filepath=str(path), check_existing=False)
    assert path.read_bytes() == before


def test_undo_and_saving(write: Write, tmp_path: Path) -> None:
    grid = random_grid(9)
    obj = import_one(write, grid)
    bpy.ops.ed.undo_push(message="imported")
    smooth()
    bpy.ops.ed.undo()
    shown(bpy.context.object, grid)
    smooth()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
    (obj,) = bpy.data.objects
    assert "trivox_exact" in obj.data
    assert use("watertight", obj) == {"FINISHED"}
    shown(obj, grid)


def test_blended_materials(write: Write) -> None:
    obj = import_one(write, random_grid(3, colors=6))
    smooth(colors="faces")
    assert not bpy.ops.trivox.blend_materials.poll()
    smooth(colors="blend")
    mesh = obj.data
    weights = np.empty(4 * len(mesh.vertices), np.float32)
    mesh.attributes["trivox_blend"].data.foreach_get("color", weights)
    weights = weights.reshape(-1, 4)
    assert (weights >= 0).all() and (weights.sum(axis=1) <= 1.001).all() and weights.any(axis=0).all()
    assert bpy.ops.trivox.blend_materials(scale=2) == {"FINISHED"}
    groups = [node for node in mesh.materials[0].node_tree.nodes if node.bl_idname == "ShaderNodeGroup"]
    assert len(groups) == 4 and all(group.node_tree.name.startswith("Trivox Triplanar") for group in groups)
    assert all(link.is_valid for group in groups for link in group.node_tree.links)
    # Another blur keeps the material, and faces without weights have none of it.
    smooth(colors="blend", blur=3)
    assert mesh.materials[0].name.endswith("blend")
    smooth(colors="faces")
    assert not mesh.materials[0].name.endswith("blend")


def test_gltf_has_the_colors(write: Write, tmp_path: Path) -> None:
    pygltflib = pytest.importorskip("pygltflib")
    grid = np.zeros((3, 3, 2), np.uint8)
    grid[:, :, 0], grid[:, :, 1] = 5, 9
    import_one(write, grid)
    smooth(method="cubes", blur=0)
    path = tmp_path / "smooth.glb"
    bpy.ops.export_scene.gltf(filepath=str(path), export_extras=True)
    file = pygltflib.GLTF2().load(str(path))
    (primitive,) = file.meshes[0].primitives
    accessor = file.accessors[primitive.attributes.COLOR_0]
    kind = {5121: np.uint8, 5123: np.uint16, 5126: np.float32}[accessor.componentType]
    view = file.bufferViews[accessor.bufferView]
    width = {"VEC3": 3, "VEC4": 4}[accessor.type]
    values = np.frombuffer(
        file.binary_blob(), kind, accessor.count * width, view.byteOffset + (accessor.byteOffset or 0)
    )
    linear = values.reshape(-1, width)[:, :3] / (1 if kind is np.float32 else np.iinfo(kind).max)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055) * 255
    found = {tuple(color) for color in srgb.round().astype(int).tolist()}
    assert found == {tuple(hv.colors()[index - 1][:3]) for index in (5, 9)}


def test_reload_gives_exact_meshes_of_what_changed(write: Write) -> None:
    obj = import_one(write, random_grid(3))
    smooth()
    write("castle.vox", simple(random_grid(4)))
    bpy.ops.trivox.reload()
    assert "trivox_smooth" not in obj.data
    shown(obj, random_grid(4))


def test_meshes_without_voxels_are_refused(write: Write) -> None:
    assert not bpy.ops.trivox.use_smooth.poll()
    obj = import_one(write, random_grid(4))
    obj.shape_key_add(name="Basis")
    with pytest.raises(RuntimeError, match="shape keys"):
        smooth()


def test_show_colors_finds_those_of_smooth_surfaces(write: Write) -> None:
    import_one(write, random_grid(5))
    screen = bpy.context.screen or bpy.data.screens[0]
    space = next(space for area in screen.areas for space in area.spaces if space.type == "VIEW_3D")
    space.shading.color_type = "RANDOM"
    assert smooth() == {"FINISHED"}
    assert space.shading.color_type == "RANDOM"
    bpy.ops.trivox.show_colors()
    assert space.shading.color_type == "VERTEX"
    bpy.ops.trivox.show_colors()
    assert space.shading.color_type == "RANDOM"


def shading() -> bpy.types.View3DShading:
    screen = bpy.context.screen or bpy.data.screens[0]
    return next(space.shading for area in screen.areas for space in area.spaces if space.type == "VIEW_3D")


def test_viewports_go_on_showing_colors(write: Write, extension: str) -> None:
    import_one(write, random_grid(5))
    shading().color_type = "TEXTURE"
    smooth()
    assert shading().color_type == "VERTEX"
    bpy.ops.trivox.use_mode(mode="polygons")
    assert shading().color_type == "TEXTURE"


def test_viewports_follow_an_undo(write: Write, extension: str) -> None:
    shown = importlib.import_module(f"{extension}.blender.shown")
    import_one(write, random_grid(5))
    handlers = bpy.app.handlers.undo_post, bpy.app.handlers.redo_post
    assert all(shown.follow_undo in handler for handler in handlers)
    smooth()
    shading().color_type = "TEXTURE"
    for screen in bpy.data.screens:
        screen.pop("trivox_follows", None)
    shown.follow_undo(bpy.context.scene)
    assert shading().color_type == "TEXTURE", "a user's own choice stays"
    shown.go_on_showing_colors(bpy.context.scene.objects)
    assert shading().color_type == "VERTEX"
    # What an undo brings back is not smooth.
    bpy.ops.trivox.use_mode(mode="polygons")
    shading().color_type = "VERTEX"
    shown.follow_undo(bpy.context.scene)
    assert shading().color_type == "TEXTURE"
