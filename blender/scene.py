"""An assembly in, its collection of objects, parents, meshes, materials and image in Blender's scene out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import bpy
from mathutils import Euler, Matrix

from ..core.scene import Assembly, SceneOptions
from ..core.scene.frames import frame_span
from ..core.scene.pages import lay_out
from ..core.scene.placement import Flags, Placements, hidden_apart
from .animation import Actions, Timing, animate, set_range
from .material_set import new_material_set
from .mesh import new_mesh
from .options import TURNS, BuildOptions
from .provenance import write_provenance
from .units import metres_per_unit
from .viewing import new_cameras, new_lights
from .visibility import hide

Meshes = Mapping[tuple[int, bool], bpy.types.Mesh]
GROUP = "Group"
"""The name of groups that have none."""
LAYER = "trivox_layer"
"""The custom property of an object that holds the name of its layer."""


def build_file(
    file: Assembly,
    context: bpy.types.Context,
    options: BuildOptions,
    scene_options: SceneOptions,
    unit: float | None = None,
    meshes: Meshes | None = None,
) -> list[bpy.types.Object]:
    """Make all data-blocks of a file and add them to the active collection.

    Parameters
    ----------
    file : Assembly
    context : bpy.types.Context
    options : BuildOptions
    scene_options : SceneOptions
    unit : float, optional
        Metres of a Blender unit; by default as the scene says.
    meshes : mapping of (int, bool) to bpy.types.Mesh, optional
        What objects show, as `new_meshes` makes it; by default they are made.

    Returns
    -------
    list of bpy.types.Object
        Parents before children; cameras and lights come last.
    """
    unit = unit or metres_per_unit(context.scene)
    rows = file.placements(flat=options.hierarchy == "flat")
    meshes = new_meshes(file, rows, options, unit) if meshes is None else meshes
    built = build_objects(file, rows, meshes, context.scene, options, scene_options, unit=unit)
    extras = _extras(file, scene_options, context.scene, unit)
    for obj in extras:
        built.collection.objects.link(obj)
    if file.scene.animation_range and scene_options.scene_range:
        set_range(context.scene, file.scene.animation_range, _timing(context.scene, scene_options))
    # Linked last, so that the scene is brought up to date once and not for each object.
    if built.layers or len(built.objects + extras) > 1:
        _target(context).children.link(built.collection)
    else:
        _link_alone(built, context)
    away = [inner for number, inner in built.layers.items() if number in file.hidden_layers]
    hide([obj for obj, is_closed in zip(built.objects, built.closed, strict=True) if is_closed], away, context.scene)
    return built.objects + extras


@dataclass(frozen=True)
class Built:
    """What was made of a file, not yet in the scene."""

    objects: list[bpy.types.Object]
    """One for each row."""
    collection: bpy.types.Collection
    layers: dict[int, bpy.types.Collection]
    """By number, inside the collection."""
    closed: list[bool]
    """Which objects are hidden themselves."""


def build_objects(
    file: Assembly,
    rows: Placements,
    meshes: Meshes,
    scene: bpy.types.Scene,
    options: BuildOptions,
    scene_options: SceneOptions,
    *,
    unit: float,
    identity: str = "",
) -> Built:
    """Make the objects of a file and a collection of them, which is in no scene yet.

    Parameters
    ----------
    file : Assembly
    rows : Placements
        The objects to make.
    meshes : mapping of (int, bool) to bpy.types.Mesh
        As `new_meshes` makes them.
    scene : bpy.types.Scene
    options : BuildOptions
    scene_options : SceneOptions
    unit : float
        Metres of a Blender unit.
    identity : str
        The file as origins name it; by default a new one.

    Returns
    -------
    Built
    """
    size = file.voxel_size / unit
    objects = _objects(file, rows, meshes)
    _place(objects, rows, size)
    collection = bpy.data.collections.new(file.scene.name)
    layers = _link(objects, rows, collection, file.layer_names, scene_options.layers)
    closed = _closed(file, rows, in_collections=bool(layers))
    actions = Actions(file.scene.name, frame_span(file.scene), _timing(scene, scene_options))
    _animate(objects, rows, size, closed, actions, options.frame_keys)
    flat = options.hierarchy == "flat"
    write_provenance(
        objects,
        collection,
        file.scene,
        rows,
        closed=closed,
        layers=layers,
        flat=flat,
        offset=file.offset,
        file=identity,
    )
    return Built(objects, collection, layers, closed.tolist())


def _timing(scene: bpy.types.Scene, options: SceneOptions) -> Timing:
    return Timing(scene.render.fps / scene.render.fps_base, options.rate)


def _link_alone(built: Built, context: bpy.types.Context) -> None:
    """Link a single object, which needs nothing that holds it together, and let it remember the file."""
    (obj,) = built.objects
    for key in built.collection.keys():  # noqa: SIM118  a collection of Blender is no dictionary
        obj[key] = built.collection[key]
    bpy.data.collections.remove(built.collection)
    _target(context).objects.link(obj)


def _extras(file: Assembly, options: SceneOptions, scene: bpy.types.Scene, unit: float) -> list[bpy.types.Object]:
    """Make the cameras and the light that were asked for."""
    extras = new_cameras(file.scene.views, file.voxel_size, unit) if options.cameras else []
    if extras and scene.camera is None:
        scene.camera = extras[0]
    if file.scene.light and options.lights:
        extras += new_lights(file.scene.light, file.scene.name, scene)
    return extras


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


def mesh_keys(rows: Placements) -> list[tuple[int, bool]]:
    """List which mesh each row shows, and whether mirrored; -1 for none."""
    return list(zip(rows.mesh.tolist(), rows.mirrored.tolist(), strict=True))


def new_meshes(
    file: Assembly, rows: Placements, options: BuildOptions, unit: float
) -> dict[tuple[int, bool], bpy.types.Mesh]:
    """Make the images, materials and meshes of a file.

    Parameters
    ----------
    file : Assembly
    rows : Placements
        The objects to make.
    options : BuildOptions
    unit : float
        Metres of a Blender unit.

    Returns
    -------
    dict of (int, bool) to bpy.types.Mesh
        By the number of the mesh in the assembly, and whether it is mirrored.
    """
    materials = new_material_set(file, lay_out(file.meshes), options)
    meshes: dict[tuple[int, bool], bpy.types.Mesh] = {}
    for name, (index, mirrored) in zip(rows.name, mesh_keys(rows), strict=True):
        if index >= 0 and (index, mirrored) not in meshes:
            name = name or file.scene.name
            meshes[index, mirrored] = new_mesh(
                name, file, index, mirrored=mirrored, options=options, materials=materials, unit=unit
            )
    return meshes


def _objects(file: Assembly, rows: Placements, meshes: Meshes) -> list[bpy.types.Object]:
    """Make the objects; those that show the same mesh share it."""
    return [
        bpy.data.objects.new(name, meshes.get(key))
        for name, key in zip(object_names(file, rows), mesh_keys(rows), strict=True)
    ]


def object_names(file: Assembly, rows: Placements) -> list[str]:
    """What objects are called: as in the file; without a name there, inner groups are called so, all else as the file.

    Parameters
    ----------
    file : Assembly
    rows : Placements

    Returns
    -------
    list of str
        One for each row.
    """
    inner = [
        file.scene.nodes[node].kind == "group" and parent >= 0
        for node, parent in zip(rows.node.tolist(), rows.parent.tolist(), strict=True)
    ]
    return [name or (GROUP if group else file.scene.name) for name, group in zip(rows.name, inner, strict=True)]


def _place(objects: list[bpy.types.Object], rows: Placements, voxel_size: float) -> None:
    """Set parents, positions and rotations."""
    turns: dict[bytes, Euler] = {}
    for obj, parent, rotation, move in zip(
        objects,
        rows.parent.tolist(),
        rows.rotation,
        (rows.translation * voxel_size).tolist(),
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


def _closed(file: Assembly, rows: Placements, *, in_collections: bool) -> Flags:
    """(n,) bool: which objects are hidden themselves; what only a layer's collection hides is not."""
    return hidden_apart(file.scene)[rows.node] if in_collections else rows.hidden


def _animate(
    objects: list[bpy.types.Object], rows: Placements, size: float, closed: Flags, actions: Actions, frame_keys: str
) -> None:
    """Key the objects that change; those of one node are shown in turn."""
    in_turn = rows.in_turn
    for row, keys in rows.keys.items():
        turns = TURNS[frame_keys] if in_turn[row] else ()
        # Renders show nothing of what is hidden, whosever turn it is.
        turns = tuple(path for path in turns if not (closed[row] and path == "hide_render"))
        animate(objects[row], keys, size, actions, turns)


def _link(
    objects: list[bpy.types.Object],
    rows: Placements,
    collection: bpy.types.Collection,
    names: Mapping[int, str],
    layers: str,
) -> dict[int, bpy.types.Collection]:
    """Put objects in the file's collection, or in those of their layers inside it; return these by number."""
    inner: dict[int, bpy.types.Collection] = {}
    for obj, layer in zip(objects, rows.layer.tolist(), strict=True):
        name = names.get(layer)
        if name is not None and layers == "property":
            obj[LAYER] = name
        if name is None or layers != "collections":
            collection.objects.link(obj)
            continue
        if layer not in inner:
            inner[layer] = bpy.data.collections.new(name)
            collection.children.link(inner[layer])
        inner[layer].objects.link(obj)
    return inner


def _target(context: bpy.types.Context) -> bpy.types.Collection:
    """Choose the active collection, or the scene's own where the active one cannot be changed."""
    active = context.collection
    return active if active.is_editable else context.scene.collection
