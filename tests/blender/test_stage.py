"""Stage: light, ground and a camera around models in a collection of their own, and all as it was when it goes."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from bpy_extras.object_utils import world_to_camera_view
from helpers_scene import KINDS, image_pixels
from mathutils import Vector

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SIZES = [(1, 1, 1), (250, 3, 2), (2, 2, 250), (12, 9, 7)]


def load(write: Write, size: tuple[int, int, int] = (3, 2, 4), name: str = "a.vox", **options: object) -> None:
    ends = [(0, 0, 0, 1), (size[0] - 1, size[1] - 1, size[2] - 1, 2)]
    path = write(name, hv.vox(hv.model(size, ends), hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, **options)


def counts() -> dict[str, int]:
    return {kind: len(getattr(bpy.data, kind)) for kind in KINDS}


def in_frame(obj: bpy.types.Object) -> np.ndarray:
    """(n, 3): where the corners are in the picture, 0 to 1, and how far away."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    points = [obj.matrix_world @ vertex.co for vertex in obj.data.vertices]
    return np.array([world_to_camera_view(scene, scene.camera, point) for point in points])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("voxel_size", [0.001, 1.0, 50.0])
@pytest.mark.parametrize("resolution", [(1920, 1080), (600, 1200)])
def test_camera_frames_everything(
    write: Write, size: tuple[int, int, int], voxel_size: float, resolution: tuple[int, int]
) -> None:
    load(write, size, voxel_size=voxel_size)
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = resolution
    obj = bpy.context.object
    assert bpy.ops.trivox.stage() == {"FINISHED"}
    frame = in_frame(obj)
    margin = (1 - 1 / 1.15) / 2
    assert frame[:, :2].min() >= margin - 1e-3 and frame[:, :2].max() <= 1 - margin + 1e-3
    assert np.isclose(frame[:, :2].min(axis=0), margin, atol=1e-3).any()
    data = scene.camera.data
    assert data.clip_start < frame[:, 2].min() and frame[:, 2].max() < data.clip_end
    ground = bpy.data.objects["Stage Ground"]
    lowest = min((obj.matrix_world @ vertex.co).z for vertex in obj.data.vertices)
    assert 0 < lowest - ground.location.z < voxel_size * max(size) / 1000


def test_second_press_brings_all_back(write: Write) -> None:
    load(write)
    scene = bpy.context.scene
    camera = bpy.data.objects.new("mine", bpy.data.cameras.new("mine"))
    scene.collection.objects.link(camera)
    scene.camera, scene.world = camera, bpy.data.worlds.new("mine")
    scene.view_settings.view_transform, scene.view_settings.exposure = "AgX", 0.5
    before, selected = counts(), list(bpy.context.selected_objects)
    bpy.ops.trivox.stage()
    stage = scene.collection.children["Stage"]
    assert sorted(obj.name for obj in stage.objects) == ["Stage Camera", "Stage Ground", "Stage Sun"]
    assert scene.camera.name == "Stage Camera" and scene.world.name == "Stage"
    assert scene.view_settings.view_transform == "Standard" and scene.view_settings.exposure == 0
    assert bpy.context.selected_objects == selected
    bpy.ops.trivox.stage()
    assert counts() == before and scene.camera == camera and scene.world.name == "mine"
    assert scene.view_settings.view_transform == "AgX" and scene.view_settings.exposure == 0.5


def test_without_camera_and_world(write: Write) -> None:
    load(write)
    scene = bpy.context.scene
    scene.camera = scene.world = None
    before = counts()
    bpy.ops.trivox.stage()
    bpy.ops.trivox.stage()
    assert scene.camera is None and scene.world is None and counts() == before


def test_what_a_user_chose_since_stays(write: Write) -> None:
    load(write)
    scene = bpy.context.scene
    bpy.ops.trivox.stage()
    own = bpy.data.objects.new("own", None)
    scene.collection.children["Stage"].objects.link(own)
    scene.camera = camera = bpy.data.objects.new("mine", bpy.data.cameras.new("mine"))
    scene.world = bpy.data.worlds.new("mine")
    scene.view_settings.view_transform = "Raw"
    bpy.ops.trivox.stage()
    assert scene.camera == camera and scene.world.name == "mine"
    assert scene.view_settings.view_transform == "Raw" and "own" in scene.collection.objects
    assert not [world.name for world in bpy.data.worlds if world.name.startswith("Stage")]


def test_selection_is_framed_and_what_is_below_it(write: Write) -> None:
    group = hv.ntrn(2, 3, {"t": "90 0 5"}, name="group")
    near = (hv.ntrn(4, 5, {"t": "0 0 0"}, name="near"), hv.nshp(5, 0))
    far = (hv.ntrn(6, 7, {"t": "900 0 0"}, name="far"), hv.nshp(7, 0))
    path = write("a.vox", hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 2, 6), group, hv.ngrp(3, 4), *near, *far))
    bpy.ops.import_scene.trivox(filepath=path)
    objects = bpy.data.objects
    for obj in objects:
        obj.select_set(obj.name == "group")
    bpy.ops.trivox.stage()
    assert in_frame(objects["near"])[:, :2].min() > 0 and in_frame(objects["near"])[:, :2].max() < 1
    assert in_frame(objects["far"])[:, :2].max() > 1
    bpy.ops.trivox.stage()
    for obj in objects:
        obj.select_set(False)
    bpy.ops.trivox.stage()
    assert all(in_frame(objects[name])[:, :2].min() > 0 for name in ("near", "far"))


def test_the_stage_is_no_object_that_an_export_leaves_out(
    write: Write, tmp_path: object, capfd: pytest.CaptureFixture[str]
) -> None:
    load(write)
    bpy.ops.trivox.stage()
    bpy.ops.export_scene.trivox(filepath=f"{tmp_path}/a.tvx", what="all")
    assert "left out" not in capfd.readouterr().out


def test_undo(write: Write) -> None:
    load(write)
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.trivox.stage("EXEC_DEFAULT", True)
    assert "Stage" in bpy.data.collections
    bpy.ops.ed.undo()
    assert "Stage" not in bpy.data.collections and bpy.context.scene.camera is None


def test_nothing_to_stand_on_it() -> None:
    with pytest.raises(RuntimeError, match="stand on a stage"):
        bpy.ops.trivox.stage()


def test_saved_and_loaded(write: Write, tmp_path: object) -> None:
    load(write)
    bpy.context.scene.camera = bpy.data.objects.new("mine", bpy.data.cameras.new("mine"))
    bpy.ops.trivox.stage()
    bpy.ops.wm.save_as_mainfile(filepath=f"{tmp_path}/stage.blend")
    bpy.ops.wm.open_mainfile(filepath=f"{tmp_path}/stage.blend")
    bpy.ops.trivox.stage()
    assert bpy.context.scene.camera.name == "mine" and "Stage" not in bpy.data.collections


def test_render_keeps_the_colors_of_the_palette(write: Write) -> None:
    """The sides that the camera sees differ in brightness, and the brightest is the color of the palette or near."""
    palette = [(200, 120, 60, 255), *hv.colors()[1:]]
    path = write("a.vox", hv.vox(hv.dense_model(np.ones((4, 4, 4), np.uint8)), hv.rgba(palette)))
    bpy.ops.import_scene.trivox(filepath=path)
    obj, scene = bpy.context.object, bpy.context.scene
    bpy.ops.trivox.stage()
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 16, False
    scene.render.resolution_x, scene.render.resolution_y = 96, 96
    scene.render.filepath = bpy.app.tempdir + "stage.png"
    bpy.ops.render.render(write_still=True)
    pixels = image_pixels(bpy.data.images.load(scene.render.filepath))
    box = [Vector(corner) for corner in obj.bound_box]
    middles = {"left": (0, 1, 2, 3), "front": (0, 1, 4, 5), "top": (1, 2, 5, 6)}
    found = {}
    for name, corners in middles.items():
        point = obj.matrix_world @ (sum((box[corner] for corner in corners), Vector()) / 4)
        x, y, _away = world_to_camera_view(scene, scene.camera, point)
        column, row = int(x * 96), int(y * 96)
        found[name] = pixels[row - 3 : row + 4, column - 3 : column + 4, :3].mean(axis=(0, 1))
    brightest = max(found.values(), key=np.sum)
    assert np.abs(brightest - palette[0][:3]).max() < 30, found
    sums = sorted(values.sum() for values in found.values())
    assert sums[0] < 0.92 * sums[2], found
