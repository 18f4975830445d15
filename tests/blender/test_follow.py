"""Files that are followed: a save is seen, read and brought in, unless the user is busy or the file is not whole."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SMALL, LARGE = np.full((2, 2, 2), 5, np.uint8), np.full((2, 2, 7), 5, np.uint8)


def vox(grid: np.ndarray) -> bytes:
    return hv.vox(hv.dense_model(grid), hv.rgba(hv.colors()))


@pytest.fixture
def follow(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.operators.follow")


@pytest.fixture
def follower(follow: ModuleType) -> Any:
    return follow.Follower()


def bring(write: Write, *, followed: bool = True) -> Path:
    path = Path(write("a.vox", vox(SMALL)))
    bpy.ops.import_scene.trivox(filepath=str(path))
    if followed:
        bpy.ops.trivox.follow_file("EXEC_DEFAULT", True)
    return path


def look(follower: Any, times: int = 3) -> None:
    """Look as often as a saved file needs: it is seen, it is still the same and read, it is brought in."""
    for _time in range(times):
        follower.look()
        follower.wait()


def height() -> float:
    (obj,) = (obj for obj in bpy.data.objects if obj.type == "MESH")
    return round(10 * obj.dimensions.z)


def test_a_save_is_followed(write: Write, follower: Any) -> None:
    path = bring(write)
    look(follower)
    assert height() == 2
    for grid in (LARGE, SMALL):
        path.write_bytes(vox(grid))
        look(follower)
        assert height() == grid.shape[2]


def test_a_file_is_read_when_it_no_longer_changes(write: Write, follower: Any) -> None:
    path = bring(write)
    whole = vox(LARGE)
    for length in (10, 40, len(whole)):
        path.write_bytes(whole[:length])
        look(follower, 1)
        assert height() == 2
    look(follower, 2)
    assert height() == 7


def test_a_broken_file_is_tried_again_when_it_is_whole(write: Write, follower: Any) -> None:
    path = bring(write)
    path.write_bytes(b"VOX half")
    look(follower, 5)
    assert height() == 2
    path.unlink()
    look(follower)
    path.write_bytes(vox(LARGE))
    look(follower)
    assert height() == 7


def test_only_what_is_followed(write: Write, follow: ModuleType, follower: Any) -> None:
    path = bring(write, followed=False)
    assert follower.look() == follow.IDLE
    path.write_bytes(vox(LARGE))
    look(follower)
    assert height() == 2
    bpy.ops.trivox.follow_file("EXEC_DEFAULT", True)
    assert follower.look() == pytest.approx(0.2)
    look(follower)
    assert height() == 7
    bpy.ops.trivox.follow_file("EXEC_DEFAULT", True, follow=False)
    path.write_bytes(vox(SMALL))
    look(follower)
    assert height() == 7 and follower.look() == follow.IDLE


def test_a_user_in_a_mode_is_left_alone(write: Write, follower: Any) -> None:
    path = bring(write)
    bpy.ops.object.mode_set(mode="EDIT")
    path.write_bytes(vox(LARGE))
    look(follower, 5)
    assert bpy.context.mode == "EDIT_MESH" and len(bpy.context.object.data.vertices) == 8
    bpy.ops.object.mode_set(mode="OBJECT")
    look(follower, 1)
    assert height() == 7


def test_selection_and_active_object_stay(write: Write, follower: Any) -> None:
    path = bring(write)
    other = bpy.data.objects.new("other", None)
    bpy.context.scene.collection.objects.link(other)
    bpy.ops.object.select_all(action="DESELECT")
    other.select_set(True)
    bpy.context.view_layer.objects.active = other
    path.write_bytes(vox(LARGE))
    look(follower)
    assert height() == 7
    assert bpy.context.view_layer.objects.active == other and bpy.context.selected_objects == [other]


def test_a_reload_that_follows_is_one_step_of_undo(write: Write, follower: Any) -> None:
    bpy.context.preferences.edit.use_global_undo = True
    path = bring(write)
    bpy.ops.ed.undo_push(message="before")
    path.write_bytes(vox(LARGE))
    look(follower)
    assert height() == 7
    bpy.ops.ed.undo()
    assert height() == 2
    # What was undone does not come back by itself.
    look(follower, 5)
    assert height() == 2


def test_a_file_that_was_only_touched_makes_no_step(write: Write, follower: Any) -> None:
    path = bring(write)
    image = bpy.data.images[0].session_uid
    path.write_bytes(vox(LARGE))
    look(follower, 1)
    path.write_bytes(vox(SMALL))
    look(follower)
    assert bpy.data.images[0].session_uid == image and height() == 2


def test_the_timer_is_taken_away(follow: ModuleType) -> None:
    assert not bpy.app.timers.is_registered(follow.look)
    bpy.app.timers.register(follow.look, first_interval=1000)
    follow.unregister()
    assert not bpy.app.timers.is_registered(follow.look)


def test_poll() -> None:
    assert not bpy.ops.trivox.follow_file.poll()
