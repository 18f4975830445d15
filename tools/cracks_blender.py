"""Models in; background pixels inside of them in pictures by Blender's Workbench and EEVEE, without smoothing, out.

Rays are not cast here: a crack is background where the picture of single faces has none, nor any beside it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from cracks import FIELD_OF_VIEW, SIZE, largest_model, plain_corners, views
from trivox.core import MeshOptions, build_model
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.overlap import OVERLAP

ENGINES = {"Workbench": ("BLENDER_WORKBENCH", 2, 1), "EEVEE": ("BLENDER_EEVEE", 5, 3)}
"""Blender's names, and one of how many views and models each takes: without a graphics card both are slow."""
BACKGROUND = (1.0, 0.0, 1.0)


def measure(paths: Sequence[Path], count: int) -> dict[str, dict[str, dict[str, int]]]:
    """Count, by engine and mesh.

    Parameters
    ----------
    paths : sequence of Path
        .vox files.
    count : int
        Views of each.

    Returns
    -------
    dict of dict of dict of str to int
        "views", "filled" and "crack" pixels, by engine and mesh.
    """
    os.environ.setdefault("BLENDER_USER_RESOURCES", tempfile.mkdtemp(prefix="trivox-blender-"))
    import bpy

    # Nothing has a texture here, so that cut-outs would be whole.
    modes = [mode for mode in MODES.values() if not mode.see_through]
    names = [(mode.name, 0.0) for mode in modes]
    names += [(mode.name, OVERLAP) for mode in modes if mode.junctions != "nowhere"]
    found = {engine: {label(*name): {"views": 0, "filled": 0, "crack": 0} for name in names} for engine in ENGINES}
    for number, path in enumerate(paths):
        model, look = largest_model(path)
        bpy.ops.wm.read_factory_settings(use_empty=True)
        set_up(bpy.context.scene)
        built = {mode: build_model(model, MeshOptions(mode=mode), look) for mode, _ in names}
        objects = {label(*name): add(plain_corners(built[name[0]], name[1])[..., :3]) for name in names}
        box = (model.box - np.array(model.size) // 2).astype(float)
        for engine, (_, step, apart) in ENGINES.items():
            for view in list(views(*box, count))[::step] if number % apart == 0 else ():
                tell(found[engine], pictures(objects, view, engine))
    return found


def label(mode: str, overlap: float) -> str:
    """What a mesh is called."""
    return f"{mode}, overlap {overlap:g}" if overlap else mode


def tell(found: dict[str, dict[str, int]], shown: dict[str, np.ndarray]) -> None:
    """Add what pictures show."""
    inner = shown["faces"].copy()
    for axis in (0, 1):
        inner &= np.roll(inner, 1, axis) & np.roll(inner, -1, axis)
    for name, picture in shown.items():
        found[name]["views"] += 1
        found[name]["filled"] += int(picture.sum())
        found[name]["crack"] += int((inner & ~picture).sum())


def add(corners: np.ndarray) -> Any:
    """An object of (T, 3, 3) corners, those at one place joined."""
    import bpy

    points, number = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points.tolist(), [], number.reshape(-1, 3).tolist())
    mesh.materials.append(bpy.data.materials[0])
    obj = bpy.data.objects.new("object", mesh)
    bpy.context.scene.collection.objects.link(obj)
    return obj


def set_up(scene: Any) -> None:
    """Flat light, no smoothing, a camera and a background of a color of its own."""
    import bpy

    scene.render.resolution_x = scene.render.resolution_y = SIZE
    scene.render.image_settings.file_format = "PNG"
    scene.render.dither_intensity = scene.render.filter_size = 0
    scene.view_settings.view_transform = "Standard"
    scene.display.render_aa, scene.display.shading.light = "OFF", "FLAT"
    scene.display.shading.color_type, scene.display.shading.show_backface_culling = "MATERIAL", True
    scene.eevee.taa_render_samples = 1
    scene.world = bpy.data.worlds.new("Background")
    material = bpy.data.materials.new("Flat")
    if bpy.app.version < (5, 0):
        scene.world.use_nodes = material.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (*BACKGROUND, 1)
    scene.world.color = BACKGROUND
    material.use_backface_culling = True
    tree = material.node_tree
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs[0].default_value = material.diffuse_color = (0, 1, 0, 1)
    output = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL")
    tree.links.new(emission.outputs[0], output.inputs["Surface"])
    data = bpy.data.cameras.new("Camera")
    data.angle = FIELD_OF_VIEW
    scene.camera = bpy.data.objects.new("Camera", data)
    scene.collection.objects.link(scene.camera)


def pictures(objects: dict[str, Any], view: dict[str, Any], engine: str) -> dict[str, np.ndarray]:
    """Draw each object by itself: (SIZE, SIZE) bool, whether a pixel is filled."""
    import bpy
    from mathutils import Matrix

    scene, (forward, up) = bpy.context.scene, (np.array(view[name]) for name in ("forward", "up"))
    place = np.eye(4)
    place[:3] = np.column_stack([np.cross(forward, up), up, -forward, view["eye"]])
    scene.camera.matrix_world = Matrix(place.tolist())
    scene.camera.data.clip_start, scene.camera.data.clip_end = view["depth"]
    scene.render.engine = ENGINES[engine][0]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, obj in objects.items():
            for other in objects.values():
                other.hide_render = other is not obj
            scene.render.filepath = str(Path(folder, "picture.png"))
            bpy.ops.render.render(write_still=True)
            found[name] = filled(Path(folder, "picture.png"))
    return found


def filled(path: Path) -> np.ndarray:
    """Which pixels of a picture are not of the background's color."""
    from PIL import Image

    pixels = np.asarray(Image.open(path).convert("RGB"))
    return (pixels != (np.array(BACKGROUND) * 255).astype(np.uint8)).any(axis=2)
