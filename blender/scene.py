"""A prepared file in, its collection of objects, parents, meshes, materials and image in Blender's scene out."""

from __future__ import annotations

import bpy
from mathutils import Euler, Matrix

from .animation import Timing, animate, set_range
from .look import Look, new_look
from .mesh import new_mesh
from .options import BuildOptions, SceneOptions
from .prepared import PreparedFile
from .viewing import new_cameras, new_lights

SHADING = {"texture": "TEXTURE", "palette": "TEXTURE", "attribute": "VERTEX", "materials": "MATERIAL"}
"""By what solid shading shows the colors, wherever they are kept."""


LAYER = "trivox_layer"
"""The custom property of an object that holds the name of its layer."""


def build_file(
    file: PreparedFile, context: bpy.types.Context, options: BuildOptions, scene_options: SceneOptions
) -> list[bpy.types.Object]:
    """Make all data-blocks of a file and add them to the active collection.

    Parameters
    ----------
    file : PreparedFile
    context : bpy.types.Context
    options : BuildOptions
    scene_options : SceneOptions

    Returns
    -------
    list of bpy.types.Object
        Parents before children; cameras and lights come last.
    """
    objects = _objects(file, new_look(file, options.colors), options)
    _place(objects, file, options.voxel_size)
    timing = Timing(context.scene.render.fps / context.scene.render.fps_base, scene_options.rate)
    for row, keys in file.placements.keys.items():
        animate(objects[row], keys, options.voxel_size, timing, visibility=objects[row].data is not None)
    collection = bpy.data.collections.new(file.name)
    _link(objects, collection, file, scene_options.layers)
    extras = new_cameras(file.views, options.voxel_size)
    if file.light:
        extras += new_lights(file.light, file.name, context.scene)
    for obj in extras:
        collection.objects.link(obj)
    if file.frame_range:
        set_range(context.scene, file.frame_range, timing)
    # Linked last, so that the scene is brought up to date once and not for each object.
    _target(context).children.link(collection)
    return objects + extras


def leave_edit_mode(context: bpy.types.Context) -> None:
    """Switch to object mode, without which the selection cannot change."""
    if context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")


def select(objects: list[bpy.types.Object], context: bpy.types.Context) -> None:
    """Make the visible ones of new objects the selection, and the first of them with a mesh the active object."""
    layer = context.view_layer
    for obj in layer.objects.selected[:]:
        obj.select_set(False)
    visible = [obj for obj in objects if obj.visible_get(view_layer=layer)]
    for obj in visible:
        obj.select_set(True)
    layer.objects.active = next((obj for obj in visible if obj.data), None)


def show_colors(context: bpy.types.Context, colors: str) -> None:
    """Let solid shading show colors in the window's 3D viewports that would use the materials' plain colors.

    Parameters
    ----------
    context : bpy.types.Context
    colors : str
        One of `options.COLORS`.
    """
    for area in context.screen.areas if context.screen else ():
        for space in area.spaces:
            if space.type == "VIEW_3D" and space.shading.color_type == "MATERIAL":
                space.shading.color_type = SHADING[colors]


def _objects(file: PreparedFile, look: Look, options: BuildOptions) -> list[bpy.types.Object]:
    """Make the objects; those that show the same mesh share it."""
    places = file.placements
    meshes: dict[tuple[int, bool], bpy.types.Mesh] = {}
    objects = []
    for node_name, index, mirrored in zip(places.name, places.mesh.tolist(), places.mirrored.tolist(), strict=True):
        name = node_name or file.name
        data = None
        if index >= 0:
            data = meshes.get((index, mirrored))
            if data is None:
                data = new_mesh(name, file, index, mirrored=mirrored, options=options, look=look)
                meshes[index, mirrored] = data
        objects.append(bpy.data.objects.new(name, data))
    return objects


def _place(objects: list[bpy.types.Object], file: PreparedFile, voxel_size: float) -> None:
    """Set parents, positions, rotations and visibility."""
    places = file.placements
    turns: dict[bytes, Euler] = {}
    for obj, parent, rotation, move, hidden in zip(
        objects,
        places.parent.tolist(),
        places.rotation,
        (places.translation * voxel_size).tolist(),
        places.hidden.tolist(),
        strict=True,
    ):
        key = rotation.tobytes()
        if key not in turns:
            turns[key] = Matrix(rotation.tolist()).to_euler()
        obj.rotation_euler = turns[key]
        obj.location = move
        if parent >= 0:
            obj.parent = objects[parent]
        if obj.data is None:
            obj.empty_display_size = voxel_size
        if hidden:
            obj.hide_viewport = obj.hide_render = True


def _link(objects: list[bpy.types.Object], collection: bpy.types.Collection, file: PreparedFile, layers: str) -> None:
    """Put objects in the file's collection, or in those of their layers inside it."""
    inner: dict[int, bpy.types.Collection] = {}
    for obj, layer in zip(objects, file.placements.layer.tolist(), strict=True):
        name = file.layer_names.get(layer)
        if name is not None and layers == "property":
            obj[LAYER] = name
        if name is None or layers != "collections":
            collection.objects.link(obj)
            continue
        if layer not in inner:
            inner[layer] = bpy.data.collections.new(name)
            collection.children.link(inner[layer])
        inner[layer].objects.link(obj)


def _target(context: bpy.types.Context) -> bpy.types.Collection:
    """Choose the active collection, or the scene's own where the active one cannot be changed."""
    active = context.collection
    return active if active.is_editable else context.scene.collection
