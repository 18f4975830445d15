"""Show Colors: viewports of all workspaces in, what their solid shading shows and how they come back; plain colors."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import image_pixels

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SHOWN = {
    "texture": "TEXTURE",
    "strip": "MATERIAL",
    "palette": "TEXTURE",
    "attribute": "VERTEX",
    "materials": "MATERIAL",
}
ROD = np.array([1, 2, 2, 2], np.uint8).reshape(4, 1, 1)
PALETTE = [(255, 0, 0, 255), (0, 128, 255, 255), *hv.colors()[2:]]


def shadings() -> list[bpy.types.View3DShading]:
    """Of all 3D viewports of all workspaces."""
    areas = (area for screen in bpy.data.screens for area in screen.areas)
    return [space.shading for area in areas for space in area.spaces if space.type == "VIEW_3D"]


def states() -> list[tuple[str, bool, str]]:
    return [(shading.color_type, shading.show_cavity, shading.cavity_type) for shading in shadings()]


def load(write: Write, name: str = "a.vox", **options: object) -> bpy.types.Object:
    path = write(name, hv.vox(hv.dense_model(ROD), hv.rgba(PALETTE)))
    bpy.ops.import_scene.trivox(filepath=path, **options)
    return bpy.context.object


@pytest.mark.parametrize("colors", SHOWN)
def test_all_viewports_show_colors_and_come_back(write: Write, colors: str) -> None:
    load(write, colors=colors, show_colors=False)
    first, second, *_others = shadings()
    first.color_type, first.show_cavity, first.cavity_type = "RANDOM", False, "WORLD"
    second.color_type, second.show_cavity, second.cavity_type = "SINGLE", True, "SCREEN"
    before = states()
    assert len({screen.name for screen in bpy.data.screens}) > 3 and len(before) > 3
    assert bpy.ops.trivox.show_colors() == {"FINISHED"}
    assert set(states()) == {(SHOWN[colors], True, "BOTH")}
    assert bpy.ops.trivox.show_colors() == {"FINISHED"}
    assert states() == before


def test_of_mixed_objects_those_count_that_cannot_show_colors_otherwise(write: Write) -> None:
    load(write, "a.vox", colors="materials")
    load(write, "b.vox", colors="materials")
    load(write, "c.vox", colors="attribute")
    for obj in bpy.data.objects:
        obj.select_set(True)
    bpy.ops.trivox.show_colors()
    assert {state[0] for state in states()} == {"VERTEX"}


def test_without_models_textures_are_shown() -> None:
    bpy.ops.trivox.show_colors()
    assert {state[0] for state in states()} == {"TEXTURE"}


def test_an_import_reaches_all_workspaces(write: Write) -> None:
    for shading in shadings():
        shading.color_type = "MATERIAL"
    load(write)
    assert {state[0] for state in states()} == {"TEXTURE"}


def linear(color: tuple[int, ...]) -> list[float]:
    """The standard's own formula."""
    values = [channel / 255 for channel in color[:3]]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]


@pytest.mark.parametrize("mode", ["faces", "polygons"])
def test_plain_color_is_the_mean_of_the_texels(write: Write, mode: str) -> None:
    material = load(write, mode=mode, border=0).data.materials[0]
    pixels = image_pixels(bpy.data.images["a"])[..., :3].reshape(-1, 3).tolist()
    counts = [sum(np.abs(np.array(pixel) - color[:3]).max() < 1 for pixel in pixels) for color in PALETTE[:2]]
    mean = sum(count * np.array(linear(color)) for count, color in zip(counts, PALETTE[:2], strict=True)) / sum(counts)
    assert min(counts) > 0 and (mode == "faces" or counts[0] < counts[1])
    assert np.allclose(material.diffuse_color[:3], mean, atol=1e-5) and material.diffuse_color[3] == 1


@pytest.mark.parametrize("colors", ["attribute", "materials"])
def test_plain_color_of_one_color(write: Write, colors: str) -> None:
    materials = load(write, colors=colors).data.materials
    found = {tuple(np.round(material.diffuse_color[:3], 5).tolist()) for material in materials}
    if colors == "materials":
        assert found == {tuple(np.round(linear(PALETTE[index]), 5).tolist()) for index in (0, 1)}
    else:
        assert len(found) == 1 and min(found)[0] > 0 and min(found)[2] > 0


def test_smooth_surfaces_show_their_color_attribute(write: Write) -> None:
    load(write, show_colors=False)
    assert bpy.ops.trivox.use_smooth("EXEC_DEFAULT", True) == {"FINISHED"}
    assert bpy.ops.trivox.show_colors() == {"FINISHED"}
    assert {state[0] for state in states()} == {"VERTEX"}
