"""Points (n, 3) of what shall be shown in, a stage out: sun, sky, ground and a camera, in a collection of their own."""

from __future__ import annotations

import json
import math
from collections.abc import Collection

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Vector

from ..core.voxels import Light
from .sockets import socket_of
from .viewing import SUN_POWER, new_lights

Floats = npt.NDArray[np.float64]

SOLID = ("MESH", "CURVE", "SURFACE", "META", "FONT", "CURVES", "POINTCLOUD", "VOLUME")
"""Types of objects that can be framed; empties that show collections are as well, by what they show."""
VIEW = Vector((-0.66, -1.0, 0.5))
"""Direction from the objects to the camera."""
SUN = Vector((-0.64, -0.26, 0.73))
"""Direction from the objects to the sun, so that the three sides that the camera sees are not equally bright."""
SUN_STRENGTH, SKY_STRENGTH = 2.7, 0.45
"""Watts per square metre, and by what the sky's color is multiplied: a white floor comes out just white."""
SUN_COLOR, SKY_COLOR, GROUND_COLOR = (1.0, 0.97, 0.91), (0.86, 0.93, 1.0), (0.62, 0.66, 0.68)
"""The first two in sRGB, the last linear."""
LENS, MARGIN = 70.0, 1.15
WIDE = 60
"""Sides of the ground, in sizes of what stands on it."""
_BEFORE = "trivox_stage"
"""The custom property of the collection that holds, as JSON, how colors were rendered before."""
_CAMERA, _WORLD = "trivox_stage_camera", "trivox_stage_world"
"""The custom properties of the collection that hold the scene's camera and world from before."""
_VIEW = {"view_transform": "Standard", "look": "None", "exposure": 0.0, "gamma": 1.0}
"""How colors are rendered as they are."""


def find_stage(scene: bpy.types.Scene) -> bpy.types.Collection | None:
    """Find the stage of a scene."""
    return next((one for one in scene.collection.children_recursive if _BEFORE in one), None)


def points_of(depsgraph: bpy.types.Depsgraph, chosen: Collection[bpy.types.Object]) -> Floats:
    """List points that hold all that is visible of some objects and of what is below them.

    Parameters
    ----------
    depsgraph : bpy.types.Depsgraph
        Of a viewport.
    chosen : collection of bpy.types.Object
        If nothing of them has a surface, all that is visible counts.

    Returns
    -------
    (n, 3) float64
        In the world, in Blender units.
    """
    wanted, own, every = set(chosen), [], []
    for instance in depsgraph.object_instances:
        obj, matrix = instance.object, np.array(instance.matrix_world, np.float64)
        if obj.type not in SOLID or not instance.show_self:
            continue
        points = _points(obj) @ matrix[:3, :3].T + matrix[:3, 3]
        every.append(points)
        owner = (instance.parent if instance.is_instance else obj).original
        while owner is not None and owner not in wanted:
            owner = owner.parent
        if owner is not None:
            own.append(points)
    return np.concatenate([np.zeros((0, 3)), *(own if any(map(len, own)) else every)])


def set_stage(scene: bpy.types.Scene, points: Floats) -> bpy.types.Collection:
    """Add a stage to a scene, and render its colors as they are.

    Parameters
    ----------
    scene : bpy.types.Scene
    points : (n, 3) float64
        What the camera shall hold; the lowest of them stand on the ground.

    Returns
    -------
    bpy.types.Collection
    """
    settings = scene.view_settings
    collection = bpy.data.collections.new("Stage")
    collection[_BEFORE] = json.dumps({name: getattr(settings, name) for name in _VIEW})
    if scene.camera:
        collection[_CAMERA] = scene.camera
    if scene.world:
        collection[_WORLD] = scene.world
    size = max(float(np.ptp(points, axis=0).max()), 1e-6)
    scene.camera = _new_camera(scene, points, size)
    for obj in (*new_lights(_light(), "Stage", scene), _new_ground(points, size), scene.camera):
        obj.name = f"Stage {obj.name}"
        obj[_BEFORE] = True
        collection.objects.link(obj)
    scene.world[_BEFORE] = True
    for name, value in _VIEW.items():
        setattr(settings, name, value)
    scene.collection.children.link(collection)
    return collection


def clear_stage(scene: bpy.types.Scene, collection: bpy.types.Collection) -> None:
    """Take a stage away; what a user put in its collection stays, and so does what was chosen instead of its parts.

    Parameters
    ----------
    scene : bpy.types.Scene
    collection : bpy.types.Collection
        As `find_stage` finds it.
    """
    settings = scene.view_settings
    if all(getattr(settings, name) == value for name, value in _VIEW.items()):
        for name, value in json.loads(collection[_BEFORE]).items():
            setattr(settings, name, value)
    if scene.camera and is_stage(scene.camera):
        scene.camera = collection.get(_CAMERA)
    if scene.world and _BEFORE in scene.world:
        scene.world = collection.get(_WORLD)
    for obj in collection.objects[:]:
        if is_stage(obj):
            _remove(obj)
        elif obj.name not in scene.collection.objects:
            scene.collection.objects.link(obj)
    for child in collection.children[:]:
        scene.collection.children.link(child)
    bpy.data.collections.remove(collection)
    bpy.data.batch_remove([world for world in bpy.data.worlds if _BEFORE in world and not world.users])


def is_stage(obj: bpy.types.Object) -> bool:
    """Tell whether an object is a part of a stage."""
    return _BEFORE in obj


def _points(obj: bpy.types.Object) -> Floats:
    """(n, 3) float64: the vertices of an evaluated mesh, else the corners of the box around the object."""
    if obj.type != "MESH":
        return np.array(obj.bound_box, np.float64)
    points = np.empty(3 * len(obj.data.vertices), np.float32)
    obj.data.vertices.foreach_get("co", points)
    return points.reshape(-1, 3).astype(np.float64)


def _light() -> Light:
    return Light(
        sun_color=np.array(SUN_COLOR),
        sun_strength=SUN_STRENGTH / SUN_POWER,
        sun_rotation=np.array(SUN.to_track_quat("Z", "Y").to_matrix(), np.float64),
        sun_angle=math.radians(2),
        sky_color=np.array(SKY_COLOR),
        sky_strength=SKY_STRENGTH,
    )


def _new_camera(scene: bpy.types.Scene, points: Floats, size: float) -> bpy.types.Object:
    """Make a camera that looks along `VIEW` and holds all points."""
    data = bpy.data.cameras.new("Stage Camera")
    data.lens = LENS
    camera = bpy.data.objects.new("Camera", data)
    camera.rotation_euler = VIEW.to_track_quat("Z", "Y").to_euler()
    right, up, back = np.array(camera.rotation_euler.to_matrix(), np.float64).T
    render = scene.render
    shape = np.array([render.resolution_x * render.pixel_aspect_x, render.resolution_y * render.pixel_aspect_y])
    wide, tall = data.sensor_width / 2 / LENS / MARGIN * shape / shape.max()
    # Each side of the frame is a plane through the camera; pushed until it touches the points, two of them meet in a
    # line, and of the two lines the one further away holds everything.
    east, west = ((points @ (sign * right + wide * back)).max() for sign in (1, -1))
    north, south = ((points @ (sign * up + tall * back)).max() for sign in (1, -1))
    away = max((east + west) / 2 / wide, (north + south) / 2 / tall)
    camera.location = right * (east - west) / 2 + up * (north - south) / 2 + back * away
    distance = float(np.linalg.norm(points - np.array(camera.location), axis=1).max())
    data.clip_start, data.clip_end = distance / 1000, distance + 2 * WIDE * size
    data.dof.focus_distance = distance
    return camera


def _new_ground(points: Floats, size: float) -> bpy.types.Object:
    """Make a wide matt floor just below the points."""
    far = WIDE / 2 * size
    mesh = bpy.data.meshes.new("Stage Ground")
    mesh.from_pydata([(-far, -far, 0), (far, -far, 0), (far, far, 0), (-far, far, 0)], [], [(0, 1, 2, 3)])
    ground = bpy.data.objects.new("Ground", mesh)
    low, high = points.min(axis=0), points.max(axis=0)
    ground.location = (*((low + high) / 2)[:2], low[2] - size / 10_000)
    material = bpy.data.materials.new("Stage Ground")
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    socket_of(shader.inputs, "Base Color").default_value = (*GROUND_COLOR, 1)
    socket_of(shader.inputs, "Roughness").default_value = 1
    socket_of(shader.inputs, "Specular IOR Level").default_value = 0
    material.diffuse_color = (*GROUND_COLOR, 1)
    mesh.materials.append(material)
    return ground


def _remove(obj: bpy.types.Object) -> None:
    """Remove an object with its data and materials, where nothing else uses them."""
    data = obj.data
    materials = list(data.materials) if obj.type == "MESH" else []
    bpy.data.objects.remove(obj)
    for block in (data, *materials):
        if not block.users:
            bpy.data.batch_remove([block])
