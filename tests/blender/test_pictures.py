"""Pictures of all modes: rendered from several sides without light and shade, equal pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import color_source, image_pixels
from mathutils import Vector

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SIDES = [(1, -1.3, 0.9), (-1.1, 0.7, 0.6), (0.4, 1.2, -1), (-0.8, -0.5, -1.4), (0.2, -0.1, 1), (1, 0.02, 0.03)]
"""Where the camera is, seen from the model: all six directions of faces are seen, also at flat angles."""
SIZE = (120, 100)


def solid(seed: int) -> np.ndarray:
    """Boxes of many colors through each other, so that much is buried, with single cells taken out of them."""
    rng = np.random.default_rng(seed)
    grid = np.zeros((14, 12, 10), np.uint8)
    for _box in range(9):
        low = rng.integers(0, np.array(grid.shape) - 3)
        high = low + rng.integers(2, 7, 3)
        grid[tuple(map(slice, low, high))] = rng.integers(1, 256)
    noise = rng.random(grid.shape)
    grid[noise < 0.04] = 0
    return np.where((noise > 0.7) & (grid > 0), rng.integers(1, 256, grid.shape), grid).astype(np.uint8)


def pictures(path: str, **options: object) -> np.ndarray:
    """(sides, height, width, 4) of one model; transparent where nothing is."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.trivox(filepath=path, voxel_size=1, **options)
    obj = bpy.context.object
    for material in obj.data.materials:
        shine(material)
    scene = bpy.context.scene
    set_up(scene)
    center = sum((Vector(corner) for corner in obj.bound_box), Vector()) / 8
    return np.stack([rendered(scene, center, Vector(side).normalized()) for side in SIDES])


def shine(material: bpy.types.Material) -> None:
    """Let a material send out its color, whatever the light."""
    source, tree = color_source(material), material.node_tree
    emission = tree.nodes.new("ShaderNodeEmission")
    if isinstance(source, bpy.types.Node):
        tree.links.new(source.outputs["Color"], emission.inputs["Color"])
    else:
        emission.inputs["Color"].default_value = source
    output = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL")
    tree.links.new(emission.outputs[0], output.inputs["Surface"])


def set_up(scene: bpy.types.Scene) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.max_bounces = 1, False, 0
    scene.cycles.pixel_filter_type, scene.cycles.filter_width = "BLACKMAN_HARRIS", 0.01
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.render.resolution_percentage, scene.render.film_transparent = 100, True
    scene.view_settings.view_transform = "Raw"
    scene.camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(scene.camera)


def rendered(scene: bpy.types.Scene, center: Vector, side: Vector) -> np.ndarray:
    scene.camera.location = center + 36 * side
    scene.camera.rotation_euler = side.to_track_quat("Z", "Y").to_euler()
    scene.render.filepath = bpy.app.tempdir + "side.png"
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    pixels = image_pixels(image)
    bpy.data.images.remove(image)
    return pixels


@pytest.mark.parametrize("seed", range(2))
def test_all_modes_look_the_same(write: Write, seed: int) -> None:
    path = write("a.vox", hv.vox(hv.dense_model(solid(seed)), hv.rgba(hv.colors())))
    expected = pictures(path, mode="polygons")
    inside = expected[..., 3] > 0
    assert inside.mean(axis=(1, 2)).min() > 0.1 and len(np.unique(expected[inside], axis=0)) > 50
    for mode in ("fewest", "rectangles", "watertight", "faces"):
        found = pictures(path, mode=mode)
        assert (found == expected).all(), (mode, (found != expected).any(axis=-1).sum(axis=(1, 2)))


@pytest.mark.parametrize("colors", ["palette", "attribute", "materials"])
def test_all_ways_to_keep_colors_look_the_same(write: Write, colors: str) -> None:
    path = write("a.vox", hv.vox(hv.dense_model(solid(2)), hv.rgba(hv.colors())))
    difference = pictures(path, mode="fewest") - pictures(path, mode="fewest", colors=colors)
    # The renderer turns sRGB into its own numbers in more than one way.
    assert np.abs(difference).max() <= 1
