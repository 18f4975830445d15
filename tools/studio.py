"""A photographer's studio for imported objects: a bpy scene in; sun, sky, ground, camera and a rendered picture out."""

from __future__ import annotations

import math
from pathlib import Path

import _cycles
import bpy
import numpy as np
from mathutils import Vector

VIEW = Vector((-0.66, -1.0, 0.42))
"""Direction from the objects to the camera."""
SUN = (math.radians(58), 0.0, math.radians(-46))
"""Rotation of the sun: low, from the left, warm."""


def corners(objects: list[bpy.types.Object]) -> np.ndarray:
    """Return all vertices of mesh objects in the world, (n, 3) float64 metres."""
    found = []
    for obj in objects:
        points = np.empty(3 * len(obj.data.vertices), np.float32)
        obj.data.vertices.foreach_get("co", points)
        matrix = np.array(obj.matrix_world)
        found.append(points.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
    return np.concatenate(found)


def add_camera(scene: bpy.types.Scene, points: np.ndarray, margin: float = 1.08) -> None:
    """Place a camera that looks along `VIEW` and holds all points, (n, 3) in metres, in its frame."""
    data = bpy.data.cameras.new("Camera")
    data.lens = 70
    camera = bpy.data.objects.new("Camera", data)
    scene.collection.objects.link(camera)
    scene.camera = camera
    camera.rotation_euler = VIEW.to_track_quat("Z", "Y").to_euler()
    right, up, back = np.array(camera.rotation_euler.to_matrix()).T
    wide = data.sensor_width / 2 / data.lens / margin
    tall = wide * scene.render.resolution_y / scene.render.resolution_x
    # Each side of the frame is a plane through the camera; pushed until it touches the points, two of them meet in a
    # line, and of the two lines the one further away holds everything.
    east, west = (points @ (sign * right + wide * back) for sign in (1, -1))
    north, south = (points @ (sign * up + tall * back) for sign in (1, -1))
    away = max((east.max() + west.max()) / 2 / wide, (north.max() + south.max()) / 2 / tall)
    place = right * (east.max() - west.max()) / 2 + up * (north.max() - south.max()) / 2 + back * away
    camera.location = place
    distance = float(np.linalg.norm(points - place, axis=1).max())
    data.clip_start, data.clip_end = distance / 1000, distance * 100


def add_sun(scene: bpy.types.Scene) -> None:
    """Add a warm low sun and a soft blue sky."""
    light = bpy.data.lights.new("Sun", "SUN")
    light.energy, light.angle, light.color = 4.4, math.radians(1.5), (1.0, 0.85, 0.66)
    sun = bpy.data.objects.new("Sun", light)
    sun.rotation_euler = SUN
    scene.collection.objects.link(sun)
    world = bpy.data.worlds.new("Sky")
    scene.world = world
    if bpy.app.version < (5, 0):
        world.use_nodes = True
    sky = world.node_tree.nodes["Background"]
    sky.inputs["Color"].default_value = (0.50, 0.66, 0.95, 1)
    sky.inputs["Strength"].default_value = 0.85


def add_ground(scene: bpy.types.Scene, points: np.ndarray) -> None:
    """Add a wide matt ground under the points, (n, 3) in metres."""
    low, high = points.min(0), points.max(0)
    far = 60 * float((high - low).max())
    mesh = bpy.data.meshes.new("Ground")
    mesh.from_pydata([(-far, -far, 0), (far, -far, 0), (far, far, 0), (-far, far, 0)], [], [(0, 1, 2, 3)])
    ground = bpy.data.objects.new("Ground", mesh)
    ground.location = (*((low + high) / 2)[:2], low[2])
    material = bpy.data.materials.new("Ground")
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    sockets = {socket.identifier: socket for socket in shader.inputs}
    sockets["Base Color"].default_value = (0.62, 0.70, 0.72, 1)
    sockets["Roughness"].default_value = 1.0
    mesh.materials.append(material)
    scene.collection.objects.link(ground)


def photograph(objects: list[bpy.types.Object], path: Path, size: tuple[int, int], samples: int) -> None:
    """Light mesh objects, frame them and render a picture with Cycles on the processor.

    Parameters
    ----------
    objects : list of bpy.types.Object
        What the camera frames.
    path : Path
        The picture, a PNG file.
    size : (int, int)
        Width and height in pixels.
    samples : int
        Light paths per pixel.
    """
    scene = bpy.context.scene
    render = scene.render
    render.engine = "CYCLES"
    render.resolution_x, render.resolution_y = size
    render.resolution_percentage = 100
    render.image_settings.file_format = "PNG"
    render.filepath = str(path.resolve())
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_denoising = bool(getattr(_cycles, "with_openimagedenoise", False))
    scene.cycles.max_bounces = 4
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = -0.25
    points = corners(objects)
    add_sun(scene)
    add_ground(scene, points)
    add_camera(scene, points)
    bpy.ops.render.render(write_still=True)
