"""Views and light in, cameras, a sun and a world in Blender out."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix

from ..core.voxels import Light, View
from ..core.voxels.finish import linear

SUN_POWER = 4.0
"""Watts per square metre of a sun to which the file gives the intensity 1; about as bright as it looks there."""


def new_cameras(views: Sequence[View], voxel_size: float, unit: float) -> list[bpy.types.Object]:
    """Make a camera for each view.

    Parameters
    ----------
    views : sequence of View
    voxel_size, unit : float
        Metres, of a voxel's edge and of a Blender unit.

    Returns
    -------
    list of bpy.types.Object
        Linked to no collection.
    """
    objects, edge = [], voxel_size / unit
    for view in views:
        camera = bpy.data.cameras.new(view.name)
        camera.sensor_fit = "VERTICAL"
        if view.panorama:
            camera.type = "PANO"
        elif view.angle:
            camera.angle = view.angle
        else:
            camera.type, camera.ortho_scale = "ORTHO", view.height * edge
        # Blender's own distances are good in metres.
        camera.clip_start /= unit
        camera.clip_end = max(camera.clip_end / unit, 10 * float(np.abs(view.position).max()) * edge)
        obj = bpy.data.objects.new(view.name, camera)
        obj.location = view.position * edge
        obj.rotation_euler = Matrix(view.rotation.tolist()).to_euler()
        objects.append(obj)
    return objects


def new_lights(light: Light, name: str, scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """Make a sun, and give the scene a world of one color.

    Parameters
    ----------
    light : Light
    name : str
        Of the file.
    scene : bpy.types.Scene

    Returns
    -------
    list of bpy.types.Object
        Linked to no collection.
    """
    if light.sky_strength:
        scene.world = _new_world(light, name)
    if not light.sun_strength:
        return []
    sun = bpy.data.lights.new("Sun", "SUN")
    sun.energy = light.sun_strength * SUN_POWER
    sun.color = _linear(light.sun_color)
    sun.angle = light.sun_angle
    obj = bpy.data.objects.new("Sun", sun)
    obj.rotation_euler = Matrix(light.sun_rotation.tolist()).to_euler()
    return [obj]


def _new_world(light: Light, name: str) -> bpy.types.World:
    world = bpy.data.worlds.new(name)
    if bpy.app.version < (5, 0):
        world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    output, background = tree.nodes.new("ShaderNodeOutputWorld"), tree.nodes.new("ShaderNodeBackground")
    background.location = (-240, 0)
    background.inputs[0].default_value = (*_linear(light.sky_color), 1)
    background.inputs[1].default_value = light.sky_strength
    tree.links.new(background.outputs[0], output.inputs[0])
    world.color = _linear(light.sky_color)
    return world


def _linear(color: npt.NDArray[np.float64]) -> list[float]:
    return linear(color * 255).tolist()
