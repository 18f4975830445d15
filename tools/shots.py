"""A camera's place and a light in; the same shot for every engine, and Blender's own picture of it, out.

A shot is a dictionary that JSON can hold. Its numbers are those of glTF: metres, y up, colors linear.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector

SIZE = (320, 240)
"""Pixels."""
FOV = 30.0
"""Degrees from the top of a picture to its bottom."""
FLAT = {"light": "flat", "tone": "Standard", "background": None, "glass": False}
"""Every face in its own color, on a transparent background; glass is opaque."""
LAMP = {
    "light": "lamp",
    "tone": "Standard",
    "background": [0.25, 0.3, 0.4],
    "ambient": [0.4, 0.4, 0.4],
    "sun": [-0.5, -0.8, -0.35],
    "sun_energy": 0.7,
}
"""Sun and light from all around; a white face that the sun is square on sends out 0.7 + 0.4."""
TO_GLTF = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
"""Blender's z is up, glTF's y is."""


def shot(name: str, points: np.ndarray, side: tuple[float, float, float], light: dict[str, Any]) -> dict[str, Any]:
    """Aim a camera at points.

    Parameters
    ----------
    name : str
        Of the .glb file, without its ending.
    points : (n, 3) float
        What shall be in the picture, in metres of Blender's world.
    side : (float, float, float)
        From the points to the camera.
    light : dict
        `FLAT`, `LAMP` or the like.

    Returns
    -------
    dict
    """
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    radius = float(np.linalg.norm(points - middle, axis=1).max())
    away = radius / math.sin(math.radians(FOV / 2))
    back = Vector(side).normalized()
    place = Matrix.Translation(Vector(middle) + away * back) @ back.to_track_quat("Z", "Y").to_matrix().to_4x4()
    camera = [value for column in (TO_GLTF @ place).transposed() for value in column]
    return {
        "file": f"{name}.glb",
        "size": list(SIZE),
        "camera": camera,
        "fov": FOV,
        "near": away - 1.5 * radius if away > 2 * radius else away / 100,
        "far": away + 3 * radius,
        **light,
    }


def corners() -> np.ndarray:
    """All vertices of the meshes that the scene shows, (n, 3) float64 metres."""
    found = [np.zeros((0, 3))]
    for entry in bpy.context.evaluated_depsgraph_get().object_instances:
        if entry.object.type == "MESH":
            local = np.array([vertex.co for vertex in entry.object.data.vertices]).reshape(-1, 3)
            matrix = np.array(entry.matrix_world)
            found.append(local @ matrix[:3, :3].T + matrix[:3, 3])
    return np.concatenate(found)


def take(picture: dict[str, Any], path: Path, engine: str = "CYCLES", samples: int = 1) -> None:
    """Make Blender's picture of a shot; what the scene shows is left as it is, but for a flat light.

    Parameters
    ----------
    picture : dict
        From `shot`.
    path : Path
        The picture, a PNG file.
    engine : str
        Blender's name of its own engine.
    samples : int
        A pixel.
    """
    scene = bpy.context.scene
    flat = picture["light"] == "flat"
    scene.render.engine = engine
    scene.render.resolution_x, scene.render.resolution_y = picture["size"]
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = picture["background"] is None
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "PNG", "RGBA"
    scene.render.dither_intensity = 0
    scene.render.filter_size = 0 if flat else 1.5
    scene.view_settings.view_transform, scene.view_settings.look = picture["tone"], "None"
    scene.cycles.samples, scene.cycles.use_denoising = samples, False
    scene.cycles.pixel_filter_type, scene.cycles.filter_width = "BLACKMAN_HARRIS", 0.01 if flat else 1.5
    scene.eevee.taa_render_samples = samples
    place(scene, picture)
    if flat:
        for material in bpy.data.materials:
            shine(material)
    else:
        light(scene, picture)
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


def place(scene: bpy.types.Scene, picture: dict[str, Any]) -> None:
    """Put the camera where the shot wants it."""
    data = bpy.data.cameras.new("Shot")
    data.sensor_fit, data.angle = "VERTICAL", math.radians(picture["fov"])
    data.clip_start, data.clip_end = picture["near"], picture["far"]
    scene.camera = bpy.data.objects.new("Shot", data)
    scene.collection.objects.link(scene.camera)
    columns = np.array(picture["camera"]).reshape(4, 4)
    scene.camera.matrix_world = TO_GLTF.inverted() @ Matrix(columns.T.tolist())


def light(scene: bpy.types.Scene, picture: dict[str, Any]) -> None:
    """Light the scene with the shot's sun and with its light from all around; the camera sees the background."""
    sun = bpy.data.objects.new("Shot", bpy.data.lights.new("Shot", "SUN"))
    sun.data.energy, sun.data.angle = math.pi * picture["sun_energy"], 0
    direction = TO_GLTF.inverted().to_3x3() @ Vector(picture["sun"])
    sun.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(sun)
    scene.world = bpy.data.worlds.new("Shot")
    if bpy.app.version < (5, 0):
        scene.world.use_nodes = True
    tree = scene.world.node_tree
    tree.nodes.clear()
    output, mix = tree.nodes.new("ShaderNodeOutputWorld"), tree.nodes.new("ShaderNodeMixShader")
    seen, path = (tree.nodes.new("ShaderNodeBackground") for _ in range(2)), tree.nodes.new("ShaderNodeLightPath")
    for number, (node, color) in enumerate(zip(seen, ("ambient", "background"), strict=True)):
        node.inputs["Color"].default_value = (*picture[color], 1)
        tree.links.new(node.outputs[0], mix.inputs[1 + number])
    tree.links.new(path.outputs["Is Camera Ray"], mix.inputs[0])
    tree.links.new(mix.outputs[0], output.inputs["Surface"])


def shine(material: bpy.types.Material) -> None:
    """Let a material send out its color, whatever the light; nothing where its image is clear."""
    tree = material.node_tree
    shader = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
    color = next(socket for socket in shader.inputs if socket.identifier == "Base Color")
    emission = tree.nodes.new("ShaderNodeEmission")
    output = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL")
    tree.links.new(emission.outputs[0], output.inputs["Surface"])
    if not color.is_linked:
        emission.inputs["Color"].default_value = color.default_value
        return
    texture = color.links[0].from_node
    tree.links.new(color.links[0].from_socket, emission.inputs["Color"])
    if getattr(texture, "image", None) and not np.array(texture.image.pixels).reshape(-1, 4)[:, 3].all():
        step, mix = tree.nodes.new("ShaderNodeMath"), tree.nodes.new("ShaderNodeMixShader")
        step.operation = "GREATER_THAN"
        step.inputs[1].default_value = 0
        clear = tree.nodes.new("ShaderNodeBsdfTransparent")
        tree.links.new(texture.outputs["Alpha"], step.inputs[0])
        for number, source in enumerate((step, clear, emission)):
            tree.links.new(source.outputs[0], mix.inputs[number])
        tree.links.new(mix.outputs[0], output.inputs["Surface"])
