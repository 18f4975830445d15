"""Voxelize: objects of every kind become models of voxels where they are, with their colors and kinds of material."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import told
from mathutils import Matrix

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SIDES = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1)]
"""A color for each side of a cube, linear."""


@pytest.fixture
def package(extension: str) -> str:
    return extension


def voxelize(**options: object) -> bpy.types.Object:
    assert bpy.ops.trivox.voxelize("EXEC_DEFAULT", True, **options) == {"FINISHED"}
    bpy.context.view_layer.update()
    return bpy.context.object


def cells_of(obj: bpy.types.Object, extension: str) -> tuple[np.ndarray, np.ndarray, object]:
    """Centers of the voxels of an object in the world, (n, 3), their indices and their look."""
    record = importlib.import_module(f"{extension}.blender.record")
    model, look = record.voxels_of(obj.data["trivox_voxels"])
    edge = record.read_record(obj.data).voxel_edge
    local = (model.positions.astype(float) + 0.5 - np.array(model.pivot)) * edge
    matrix = np.array(obj.matrix_world)
    return local @ matrix[:3, :3].T + matrix[:3, 3], model.indices, look


def colors_of(obj: bpy.types.Object, extension: str) -> dict[tuple[float, ...], tuple[int, ...]]:
    centers, indices, look = cells_of(obj, extension)
    return {
        tuple(np.round(center, 3).tolist()): tuple(look.palette[index][:3].tolist())  # type: ignore[attr-defined]
        for center, index in zip(centers, indices, strict=True)
    }


def material(name: str = "m", **inputs: object) -> bpy.types.Material:
    made = bpy.data.materials.new(name)
    if bpy.app.version < (5, 0, 0):
        made.use_nodes = True
    shader = next(node for node in made.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    for key, value in inputs.items():
        shader.inputs[key.replace("_", " ")].default_value = value
    return made


def image(texels: np.ndarray, *, data: bool = False) -> bpy.types.Image:
    height, width = texels.shape[:2]
    made = bpy.data.images.new("picture", width, height, alpha=True, is_data=data)
    made.pixels.foreach_set((texels / 255).astype(np.float32).ravel())
    made.update()
    return made


def textured(picture: bpy.types.Image, uv_map: str = "") -> bpy.types.Material:
    made = material()
    nodes, links = made.node_tree.nodes, made.node_tree.links
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = picture
    links.new(texture.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    if uv_map:
        node = nodes.new("ShaderNodeUVMap")
        node.uv_map = uv_map
        links.new(node.outputs["UV"], texture.inputs["Vector"])
    return made


def cube(size: float = 2, **options: object) -> bpy.types.Object:
    bpy.ops.mesh.primitive_cube_add(size=size, **options)
    return bpy.context.object


def test_a_cube(package: str) -> None:
    obj = cube(location=(1, 2, 3))
    made = voxelize(count=8)
    assert made.name == "Cube Voxels" and obj.hide_get() and obj.hide_render
    centers, _indices, _look = cells_of(made, package)
    assert len(centers) == 512
    assert centers.min(axis=0) == pytest.approx([0.125, 1.125, 2.125])
    assert centers.max(axis=0) == pytest.approx([1.875, 2.875, 3.875])
    assert told(made.data)["options"]["voxel_size"] == pytest.approx(0.25)
    corners = np.array([made.matrix_world @ vertex.co for vertex in made.data.vertices])
    assert corners.min(axis=0) == pytest.approx([0, 1, 2]) and corners.max(axis=0) == pytest.approx([2, 3, 4])


def test_by_length_on_the_grid_of_the_world(package: str) -> None:
    cube(location=(0.03, 0, 0))
    centers, *_rest = cells_of(voxelize(size_by="length", length=0.5, originals="keep"), package)
    assert not bpy.data.objects["Cube"].hide_get()
    # All centers of cells of the world's grid inside the cube.
    assert len(centers) == 64
    assert np.allclose((centers / 0.5 - 0.5) % 1, 0)


def test_in_scenes_with_other_units(package: str) -> None:
    bpy.context.scene.unit_settings.scale_length = 0.01
    cube()
    made = voxelize(size_by="length", length=0.25)
    assert told(made.data)["options"]["voxel_size"] == pytest.approx(0.0025)
    centers, *_rest = cells_of(made, package)
    assert len(centers) == 512 and np.abs(centers).max() == pytest.approx(0.875)


@pytest.mark.parametrize("inside", ["solid", "surface"])
def test_solid_or_surface(package: str, inside: str) -> None:
    cube()
    assert len(cells_of(voxelize(count=6, inside=inside), package)[0]) == (216 if inside == "solid" else 216 - 64)


def test_sides_with_slots_of_six_colors(package: str) -> None:
    obj = cube()
    for color in SIDES:
        obj.data.materials.append(material(Base_Color=(*color, 1)))
    for number, polygon in enumerate(obj.data.polygons):
        polygon.material_index = number
    found = colors_of(voxelize(count=6), package)
    for number, polygon in enumerate(obj.data.polygons):
        middle = np.round(np.array(polygon.normal) * (5 / 6) + np.where(np.array(polygon.normal) == 0, 1 / 6, 0), 3)
        assert found[tuple(middle.tolist())] == tuple(255 * part for part in SIDES[number])


@pytest.mark.parametrize("uv_map", ["", "other"])
def test_a_textured_cube_shows_its_texels(package: str, uv_map: str) -> None:
    """Six sides, each with a texel of its own."""
    obj = cube()
    texels = np.array([[(40 * n + 20, 255 - 30 * n, 7 * n, 255) for n in range(6)]], np.uint8)
    obj.data.materials.append(textured(image(texels), uv_map))
    layer = obj.data.uv_layers.new(name=uv_map) if uv_map else obj.data.uv_layers[0]
    for number, polygon in enumerate(obj.data.polygons):
        for loop in polygon.loop_indices:
            layer.uv[loop].vector = ((number + 0.5) / 6, 0.5)
    found = colors_of(voxelize(count=6), package)
    for number, polygon in enumerate(obj.data.polygons):
        middle = np.round(np.array(polygon.normal) * (5 / 6) + np.where(np.array(polygon.normal) == 0, 1 / 6, 0), 3)
        assert found[tuple(middle.tolist())] == tuple(texels[0, number, :3].tolist())


@pytest.mark.parametrize("domain", ["POINT", "CORNER"])
@pytest.mark.parametrize("by_node", [True, False])
def test_color_attributes(package: str, domain: str, by_node: bool) -> None:
    obj = cube()
    attribute = obj.data.color_attributes.new("tint", "BYTE_COLOR", domain)
    for entry in attribute.data:
        entry.color_srgb = (100 / 255, 50 / 255, 200 / 255, 1)
    if by_node:
        made = material()
        node = made.node_tree.nodes.new("ShaderNodeVertexColor")
        node.layer_name = "tint"
        made.node_tree.links.new(node.outputs[0], made.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
        obj.data.materials.append(made)
    obj.data.color_attributes.active_color = attribute
    found = colors_of(voxelize(count=4, inside="surface"), package)
    assert set(found.values()) == {(100, 50, 200)}


def test_kinds_of_material_stay(package: str) -> None:
    wanted = {
        "metal": material("metal", Metallic=0.9, Roughness=0.25, Base_Color=(1, 0, 0, 1)),
        "glass": material("glass", Transmission_Weight=0.75, IOR=1.25, Base_Color=(0, 1, 0, 1)),
        "emit": material("light", Emission_Strength=5, Emission_Color=(0, 0, 1, 1)),
        "diffuse": material("plain", Base_Color=(1, 1, 1, 1)),
    }
    for number, one in enumerate(wanted.values()):
        cube(location=(4 * number, 0, 0)).data.materials.append(one)
    bpy.ops.object.select_all(action="SELECT")
    centers, indices, look = cells_of(voxelize(size_by="length", length=1.0), package)
    for number, kind in enumerate(wanted):
        mine = indices[np.abs(centers[:, 0] - 4 * number) < 1]
        found = [look.materials[index] for index in set(mine.tolist())]  # type: ignore[attr-defined]
        assert [one.kind for one in found] == [kind] and len(mine) == 8
        if kind == "metal":
            assert found[0].metallic == pytest.approx(0.9) and found[0].roughness == pytest.approx(0.25)
        if kind == "glass":
            assert found[0].transparency == pytest.approx(0.75) and found[0].ior == pytest.approx(1.25)
        if kind == "emit":
            assert found[0].emission * 10 ** found[0].flux == pytest.approx(5)
            assert {tuple(look.palette[index][:3].tolist()) for index in mine} == {(0, 0, 255)}  # type: ignore[attr-defined]


def test_text_curves_and_metaballs() -> None:
    bpy.ops.object.text_add()
    bpy.context.object.data.extrude = 0.1
    assert len(voxelize(size_by="length", length=0.05).data.polygons)
    bpy.ops.curve.primitive_bezier_circle_add()
    bpy.context.object.data.bevel_depth = 0.2
    made = voxelize(count=32)
    assert made.dimensions.x == pytest.approx(2.4, abs=0.2)
    bpy.ops.object.metaball_add()
    assert len(voxelize(count=16).data.polygons)


def test_modifiers_and_instances(package: str) -> None:
    obj = cube()
    array = obj.modifiers.new("array", "ARRAY")
    array.count = 3
    centers, *_rest = cells_of(voxelize(size_by="length", length=1.0), package)
    assert len(centers) == 24 and np.ptp(centers[:, 0]) == pytest.approx(5)
    # A collection of two cubes, one mirrored and turned, instanced twice by an empty each.
    bpy.ops.object.select_all(action="DESELECT")
    inner = bpy.data.collections.new("inner")
    mesh = obj.data.copy()
    for place in (0, 4):
        one = bpy.data.objects.new("one", mesh)
        one.location.x = place
        one.scale.x = 1 if place else -1
        inner.objects.link(one)
    for height in (0, 10):
        empty = bpy.data.objects.new("empty", None)
        empty.instance_type, empty.instance_collection = "COLLECTION", inner
        empty.location.z = height
        bpy.context.scene.collection.objects.link(empty)
        empty.select_set(True)
    centers, *_rest = cells_of(voxelize(size_by="length", length=1.0), package)
    assert len(centers) == 32
    assert sorted({int(x) for x in np.floor(centers[:, 2])}) == [-1, 0, 9, 10]
    assert sorted({int(x) for x in np.floor(centers[:, 0])}) == [-1, 0, 3, 4]


def test_instances_of_geometry_nodes(package: str) -> None:
    obj = cube(0.5)
    tree = bpy.data.node_groups.new("points", "GeometryNodeTree")
    tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    nodes, links = tree.nodes, tree.links
    line, small, on = (nodes.new(f"GeometryNode{name}") for name in ("MeshLine", "MeshCube", "InstanceOnPoints"))
    line.inputs["Count"].default_value = 3
    line.inputs["Offset"].default_value = (0, 0, 3)
    small.inputs["Size"].default_value = (1, 1, 1)
    out = nodes.new("NodeGroupOutput")
    links.new(line.outputs[0], on.inputs["Points"])
    links.new(small.outputs[0], on.inputs["Instance"])
    links.new(on.outputs[0], out.inputs[0])
    obj.modifiers.new("nodes", "NODES").node_group = tree
    centers, *_rest = cells_of(voxelize(size_by="length", length=0.5), package)
    assert len(centers) == 24 and np.ptp(centers[:, 2]) == pytest.approx(6.5)


def test_a_flipped_and_holed_monkey_is_filled(package: str) -> None:
    bpy.ops.mesh.primitive_monkey_add(size=2)
    obj = bpy.context.object
    whole = len(cells_of(voxelize(count=40, originals="keep"), package)[0])
    hollow = bpy.context.object
    bpy.data.objects.remove(hollow)
    bpy.context.view_layer.objects.active = obj
    obj.select_set(True)
    obj.data.flip_normals()
    import bmesh

    edit = bmesh.new()
    edit.from_mesh(obj.data)
    edit.faces.ensure_lookup_table()
    bmesh.ops.delete(edit, geom=[edit.faces[index] for index in range(0, 500, 60)], context="FACES_ONLY")
    edit.to_mesh(obj.data)
    again = len(cells_of(voxelize(count=40, originals="keep"), package)[0])
    assert again > 0.9 * whole and whole > 5000


def test_along_the_active_object(package: str) -> None:
    obj = cube()
    obj.rotation_euler = 0.3, 0.5, 0.7
    obj.location = 3, -2, 1
    world = len(cells_of(voxelize(count=10, originals="keep"), package)[0])
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    made = voxelize(count=10, grid="object", originals="keep")
    centers, *_rest = cells_of(made, package)
    assert len(centers) == 1000 != world
    back = centers @ np.array(obj.matrix_world.inverted())[:3, :3].T + np.array(obj.matrix_world.inverted())[:3, 3]
    assert np.abs(back).max() == pytest.approx(0.9, abs=1e-4)
    assert np.array(made.matrix_world.to_3x3()) == pytest.approx(np.array(obj.matrix_world.to_3x3()), abs=1e-5)


def test_parented_and_scaled(package: str) -> None:
    parent = bpy.data.objects.new("parent", None)
    bpy.context.scene.collection.objects.link(parent)
    parent.scale = 2, -1, 3
    parent.rotation_euler.z = np.pi / 2
    obj = cube()
    obj.parent = parent
    obj.matrix_parent_inverse = Matrix.Translation((1, 0, 0))
    bpy.context.view_layer.update()
    centers, *_rest = cells_of(voxelize(size_by="length", length=0.5), package)
    box = np.array([obj.matrix_world @ vertex.co for vertex in obj.data.vertices])
    assert centers.min(axis=0) == pytest.approx(box.min(axis=0) + 0.25)
    assert centers.max(axis=0) == pytest.approx(box.max(axis=0) - 0.25)
    assert len(centers) == round(np.ptp(box, axis=0).prod() * 8)


def test_one_per_object_shares_the_size(package: str) -> None:
    cube(location=(0, 0, 0))
    cube(4, location=(10, 0, 0))
    bpy.ops.object.select_all(action="SELECT")
    voxelize(count=13, join="each")
    made = bpy.context.selected_objects
    assert sorted(obj.name for obj in made) == ["Cube Voxels", "Cube.001 Voxels"]
    sizes = {told(obj.data)["options"]["voxel_size"] for obj in made}
    assert len(sizes) == 1 and sizes.pop() == pytest.approx(1.0)
    assert sorted(len(cells_of(obj, package)[0]) for obj in made) == [8, 64]


@pytest.mark.parametrize("dither", [False, True])
def test_the_palette_of_another_model(package: str, write: Write, dither: bool) -> None:
    path = write("a.vox", hv.vox(hv.cube(), hv.rgba([(0, 0, 0, 255), (255, 0, 0, 255), (0, 255, 0, 255)] * 85)))
    bpy.ops.import_scene.trivox(filepath=path)
    model = bpy.context.object
    obj = cube(location=(5, 0, 0))
    obj.data.materials.append(material(Base_Color=(0.8, 0.1, 0.05, 1)))
    model.select_set(True)
    bpy.context.view_layer.objects.active = model
    made = voxelize(count=4, palette="active", dither=dither)
    assert made != model and not model.hide_get()
    _centers, indices, look = cells_of(made, package)
    known = {(0, 0, 0), (255, 0, 0), (0, 255, 0)}
    found = {tuple(look.palette[index][:3].tolist()) for index in indices}  # type: ignore[attr-defined]
    assert found <= known and (255, 0, 0) in found


def test_undo_takes_all_back() -> None:
    cube()
    bpy.ops.ed.undo_push(message="before")
    voxelize(count=4)
    bpy.ops.ed.undo()
    assert "Cube Voxels" not in bpy.data.objects and not bpy.data.objects["Cube"].hide_get()
    bpy.ops.ed.redo()
    assert "Cube Voxels" in bpy.data.objects and bpy.data.objects["Cube"].hide_get()
    assert {"UNDO", "REGISTER"} <= bpy.types.TRIVOX_OT_voxelize.bl_options


def test_modes_comparing_and_files_afterwards(package: str, tmp_path: Path) -> None:
    cube().data.materials.append(material(Base_Color=(1, 0, 0, 1)))
    cube(1, location=(1.5, 0, 0))
    bpy.ops.object.select_all(action="SELECT")
    made = voxelize(size_by="length", length=0.25, mode="rectangles")
    before = colors_of(made, package)
    assert told(made.data)["options"]["mode"] == "rectangles"
    assert bpy.ops.trivox.compare_modes() == {"FINISHED"}
    for mode in ("faces", "fewest", "cutout"):
        assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", mode=mode) == {"FINISHED"}
        assert colors_of(made, package) == before
    path = tmp_path / "kübel.tvx"
    assert bpy.ops.export_scene.trivox(filepath=str(path), voxels=True) == {"FINISHED"}
    bpy.ops.import_scene.trivox(filepath=str(path))
    again = bpy.context.object
    bpy.context.view_layer.update()
    assert again != made and colors_of(again, package) == before
    assert bpy.ops.trivox.validate("EXEC_DEFAULT") == {"FINISHED"}


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"])
def test_every_mode(package: str, mode: str) -> None:
    bpy.ops.mesh.primitive_uv_sphere_add()
    made = voxelize(count=12, mode=mode)
    assert told(made.data)["options"]["mode"] == mode and len(made.data.polygons)


def fails(words: str, **options: object) -> None:
    before = len(bpy.data.objects), len(bpy.data.meshes)
    with pytest.raises(RuntimeError, match=words) as caught:
        bpy.ops.trivox.voxelize("EXEC_DEFAULT", **options)
    assert len(str(caught.value).strip().splitlines()) == 1
    assert (len(bpy.data.objects), len(bpy.data.meshes)) == before


def test_what_cannot_be_voxelized_is_one_sentence() -> None:
    fails("Select objects that have a surface")
    bpy.ops.object.camera_add()
    fails("Select objects that have a surface")
    bpy.ops.object.empty_add()
    fails("have no faces")
    obj = cube()
    fails("voxels", size_by="length", length=0.0001)
    fails("is no model of Trivox", palette="active")
    voxelize(count=2)
    fails("Only the active object is selected, which gives its palette", palette="active")
    bpy.data.objects.remove(bpy.context.object)
    obj.hide_set(False)
    obj.select_set(True)
    obj.data.vertices[0].co.x = float("nan")
    fails("no finite numbers")
    obj.data.clear_geometry()
    fails("have no faces")
    obj.data.from_pydata([(0, 0, 0)] * 3, [], [(0, 1, 2)])
    fails("no size")


def test_objects_of_other_files(package: str, tmp_path: Path) -> None:
    obj = cube()
    path = tmp_path / "library.blend"
    bpy.data.libraries.write(str(path), {obj})
    bpy.data.objects.remove(obj)
    with bpy.data.libraries.load(str(path), link=True) as (there, here):
        here.objects = list(there.objects)
    linked = here.objects[0]
    bpy.context.scene.collection.objects.link(linked)
    linked.select_set(True)
    made = voxelize(count=4)
    assert len(cells_of(made, package)[0]) == 64 and linked.hide_get() and linked.library


def test_a_procedural_material_gets_its_viewport_color(package: str) -> None:
    obj = cube()
    made = material("noise")
    node = made.node_tree.nodes.new("ShaderNodeTexNoise")
    made.node_tree.links.new(node.outputs["Color"], made.node_tree.nodes["Principled BSDF"].inputs["Base Color"])
    made.diffuse_color = (0, 1, 0, 1)
    obj.data.materials.append(made)
    assert set(colors_of(voxelize(count=3), package).values()) == {(0, 255, 0)}


def test_holes_of_a_texture_are_holes(package: str) -> None:
    bpy.ops.mesh.primitive_plane_add(size=4)
    obj = bpy.context.object
    texels = np.array([[(255, 0, 0, 255), (0, 0, 255, 0)]], np.uint8)
    made = textured(image(texels))
    nodes = made.node_tree.nodes
    texture = next(node for node in nodes if node.type == "TEX_IMAGE")
    obj.data.materials.append(made)
    assert len(cells_of(voxelize(size_by="length", length=0.5, originals="keep"), package)[0]) == 64
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    made.node_tree.links.new(texture.outputs["Alpha"], nodes["Principled BSDF"].inputs["Alpha"])
    centers, *_rest = cells_of(voxelize(size_by="length", length=0.5), package)
    assert len(centers) == 32 and centers[:, 0].max() < 0


def test_in_edit_mode_and_hidden_afterwards() -> None:
    cube()
    bpy.ops.object.mode_set(mode="EDIT")
    assert len(voxelize(count=4).data.polygons) and bpy.context.mode == "OBJECT"


@pytest.mark.parametrize("colors", ["texture", "strip", "palette", "attribute", "materials"])
def test_a_model_of_trivox_comes_back(package: str, write: Write, colors: str) -> None:
    grid = np.random.default_rng(5).integers(1, 9, (4, 5, 3)).astype(np.uint8)
    path = write("a.vox", hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, colors=colors)
    model = bpy.context.object
    bpy.context.view_layer.update()
    before = colors_of(model, package)
    found = colors_of(voxelize(size_by="length", length=0.1), package)
    assert set(found) == set(before)
    # What lies inside of all others has no color of its own.
    inner = {cell for cell in before if all(neighbor in before for neighbor in beside(cell))}
    assert {cell: found[cell] for cell in found if cell not in inner} == {
        cell: before[cell] for cell in before if cell not in inner
    }


def beside(cell: tuple[float, ...]) -> list[tuple[float, ...]]:
    moves = [0.1 * np.array(move) for axis in np.eye(3) for move in (axis, -axis)]
    return [tuple((np.round(np.array(cell) + move, 3) + 0.0).tolist()) for move in moves]


def test_an_instancer_that_is_hidden_shows_its_instances_only(package: str) -> None:
    parent = cube(4)
    child = cube(1)
    child.parent = parent
    parent.instance_type, parent.show_instancer_for_viewport = "VERTS", False
    bpy.ops.object.select_all(action="DESELECT")
    parent.select_set(True)
    centers, *_rest = cells_of(voxelize(size_by="length", length=0.5), package)
    assert len(centers) == 8 * 8 and np.abs(centers).min() > 1.5


def test_a_product_of_image_and_attribute_behind_a_reroute(package: str) -> None:
    obj = cube()
    made = textured(image(np.full((2, 2, 4), 255, np.uint8)))
    nodes, links = made.node_tree.nodes, made.node_tree.links
    texture = next(node for node in nodes if node.type == "TEX_IMAGE")
    tint, mix, way = (nodes.new(f"{name}") for name in ("ShaderNodeVertexColor", "ShaderNodeMix", "NodeReroute"))
    tint.layer_name = "tint"
    mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
    first, second = (one for one in mix.inputs if one.type == "RGBA" and one.enabled)
    mix.inputs[0].default_value = 1
    links.new(texture.outputs["Color"], first)
    links.new(tint.outputs[0], second)
    links.new(next(one for one in mix.outputs if one.type == "RGBA"), way.inputs[0])
    links.new(way.outputs[0], nodes["Principled BSDF"].inputs["Base Color"])
    attribute = obj.data.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    for entry in attribute.data:
        entry.color_srgb = (100 / 255, 50 / 255, 200 / 255, 1)
    obj.data.materials.append(made)
    assert set(colors_of(voxelize(count=4, inside="surface"), package).values()) == {(100, 50, 200)}


def test_of_mixed_shaders_the_one_that_can_be_seen(package: str) -> None:
    obj = cube()
    made = material(Base_Color=(0, 1, 0, 1))
    nodes, links = made.node_tree.nodes, made.node_tree.links
    mix, clear = nodes.new("ShaderNodeMixShader"), nodes.new("ShaderNodeBsdfTransparent")
    links.new(clear.outputs[0], mix.inputs[1])
    links.new(nodes["Principled BSDF"].outputs[0], mix.inputs[2])
    mix.inputs[0].default_value = 0.25
    links.new(mix.outputs[0], made.node_tree.get_output_node("ALL").inputs["Surface"])
    obj.data.materials.append(made)
    assert set(colors_of(voxelize(count=2), package).values()) == {(0, 255, 0)}


def test_numbers_in_images_that_are_no_colors_are_linear(package: str) -> None:
    obj = cube()
    picture = image(np.full((1, 1, 4), 128, np.uint8), data=True)
    obj.data.materials.append(textured(picture))
    (color,) = set(colors_of(voxelize(count=2), package).values())
    assert color == (188, 188, 188)


def test_thin_parts_and_thick_surfaces(package: str) -> None:
    bpy.ops.mesh.primitive_cylinder_add(radius=0.05, depth=4, location=(0.5, 0.5, 0))
    stick = bpy.context.object
    stick.location = 0.2, 0.2, 0
    found = []
    for options in ({"keep_thin": True}, {"inside": "surface", "thick": True}):
        found.append(len(cells_of(voxelize(size_by="length", length=1.0, originals="keep", **options), package)[0]))
        bpy.ops.object.select_all(action="DESELECT")
        stick.select_set(True)
    assert found == [4, 4]
    fails("no voxel is filled", size_by="length", length=1.0, keep_thin=False)
    bpy.ops.object.select_all(action="DESELECT")
    bpy.ops.mesh.primitive_uv_sphere_add()
    ball = bpy.context.object
    counts = []
    for thick in (False, True):
        made = voxelize(size_by="count", count=16, inside="surface", thick=thick, originals="keep")
        counts.append(len(cells_of(made, package)[0]))
        bpy.ops.object.select_all(action="DESELECT")
        ball.select_set(True)
    assert counts[1] > counts[0] * 1.2


def test_objects_with_and_without_color_attributes_in_one(package: str) -> None:
    plain, tinted = cube(), cube(location=(4, 0, 0))
    attribute = tinted.data.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    for entry in attribute.data:
        entry.color_srgb = (100 / 255, 50 / 255, 200 / 255, 1)
    plain.data.materials.append(material(Base_Color=(1, 0, 0, 1)))
    plain.select_set(True)
    found = colors_of(voxelize(size_by="length", length=1.0), package)
    assert {color for cell, color in found.items() if cell[0] < 2} == {(255, 0, 0)}
    assert {color for cell, color in found.items() if cell[0] > 2} == {(100, 50, 200)}


def test_what_is_not_opaque_becomes_glass_of_a_full_color(package: str) -> None:
    cube().data.materials.append(material(Base_Color=(1, 0, 0, 1), Alpha=0.25))
    _centers, indices, look = cells_of(voxelize(count=2), package)
    (index,) = set(indices.tolist())
    assert look.palette[index].tolist() == [255, 0, 0, 255]  # type: ignore[attr-defined]
    assert look.materials[index].kind == "glass"  # type: ignore[attr-defined]
    assert look.materials[index].transparency == pytest.approx(0.75)  # type: ignore[attr-defined]
