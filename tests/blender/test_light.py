"""Light that voxels send out, rendered: it keeps its hue where it is seen, and all of it falls on what is near."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from PIL import Image

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

WHITE = 100
COLORS = {1: (170, 0, 0, 255), 2: (0, 170, 0, 255), 3: (16, 48, 204, 255), 4: (238, 119, 17, 255)}


def lamp(index: int, flux: int) -> bytes:
    """A lamp on a white floor; voxels that emit as much but in other colors are in the file and not in sight."""
    palette = [COLORS.get(number, (200, 200, 200, 255)) for number in range(1, 257)]
    grid = np.zeros((4, 4, 3), np.uint8)
    grid[..., 0] = WHITE
    grid[1:3, 1:3, 1:] = index
    emitting = [hv.matl(number, type="_emit", emit=1, flux=flux) for number in COLORS]
    return hv.vox(hv.dense_model(grid), *emitting, hv.rgba(palette))


def set_up() -> None:
    """A camera above the lamp, in the dark."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    scene.camera, camera.data.type, camera.data.ortho_scale = camera, "ORTHO", 4
    camera.location.z = 50
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 16, False
    scene.render.resolution_x, scene.render.resolution_y = 32, 32
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "PNG"


def seen_from_above(path: Path) -> np.ndarray:
    """(32, 32, 3) linear light, eight pixels a voxel."""
    scene = bpy.context.scene
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    pixels = np.array(Image.open(path).convert("RGB"))[::-1] / 255
    linear = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    return linear


@pytest.mark.parametrize("index", COLORS)
@pytest.mark.parametrize("colors", ["texture", "palette", "attribute", "materials"])
def test_strong_light_keeps_its_hue(write: Write, tmp_path: Path, colors: str, index: int) -> None:
    value = np.array(COLORS[index][:3]) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    floors = []
    for flux in (0, 2):
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        path = write(f"{flux}.vox", lamp(index, flux))
        bpy.ops.import_scene.trivox(filepath=path, colors=colors, voxel_size=1, origin="center")
        set_up()
        seen = seen_from_above(tmp_path / "seen.png")
        floors.append(seen[:6].mean())
        brightest = min(linear.max() * 10**flux, 1)
        assert seen[12:20, 12:20].mean(axis=(0, 1)) == pytest.approx(linear / linear.max() * brightest, abs=0.02)
    assert floors[1] > 2 * floors[0]
