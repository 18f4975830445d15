"""Drives a Blender with a window through following a file: a save by itself, in the middle of a move, and in a mode.

Expects small.vox and large.vox in the folder of data, of one object named tower with 2 and 7 layers; run it with a
harness that gives `steps` an object with the methods shot, key, move_top, sidebar and override.
"""

import shutil
from pathlib import Path

import bpy

CENTER = (400, 420)


def steps(w):
    """Yield the seconds that Blender needs to draw after each step."""
    with w.override():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete("EXEC_DEFAULT", True)
    yield from w.sidebar("Trivox")
    data = Path(w.data)
    path = data / "tower.vox"
    shutil.copyfile(data / "small.vox", path)
    with w.override():
        bpy.ops.import_scene.trivox("EXEC_DEFAULT", True, filepath=str(path))
        bpy.ops.trivox.follow_file("EXEC_DEFAULT", True)
        bpy.ops.view3d.view_all()
    yield 1.5
    w.shot("follow-1-small")
    yield from saved(w, data / "large.vox", path)
    assert height() == 7, height()
    w.shot("follow-2-large")
    yield from in_the_middle_of_a_move(w, data, path)
    yield from in_edit_mode(w, data, path)
    w.move_top(*CENTER)
    yield 0.5
    w.key("ctrl+z")
    yield 3.0
    assert height() == 7, f"{height()} after undo"
    yield 2.0
    assert height() == 7, "it came back by itself"
    w.shot("follow-5-undone")
    path.unlink()
    w.area().tag_redraw()
    yield 1.0
    w.shot("follow-6-missing")


def height():
    """Layers of the tower, whatever is edited."""
    return round(10 * bpy.data.objects["tower"].dimensions.z)


def saved(w, source, path):
    """Save another file, and give Blender more than the second that it has for it, since software draws slowly."""
    shutil.copyfile(source, path)
    yield 3.0


def in_the_middle_of_a_move(w, data, path):
    """Nothing is reloaded while the user drags something."""
    w.move_top(*CENTER)
    yield 0.3
    w.key("g")
    yield 0.5
    yield from saved(w, data / "small.vox", path)
    yield 1.0
    assert height() == 7, "while moving"
    w.shot("follow-3-moving")
    w.key("Escape")
    yield 3.0
    assert height() == 2, "after moving"


def in_edit_mode(w, data, path):
    """Nor while the user is in edit mode."""
    with w.override():
        bpy.ops.object.mode_set("EXEC_DEFAULT", True, mode="EDIT")
    yield from saved(w, data / "large.vox", path)
    yield 1.0
    assert bpy.context.window_manager.windows[0].view_layer.objects.active.mode == "EDIT", "left edit mode"
    with w.override():
        bpy.ops.object.mode_set("EXEC_DEFAULT", True, mode="OBJECT")
    yield 3.0
    assert height() == 7, "after edit mode"
    yield from saved(w, data / "small.vox", path)
    assert height() == 2, "second save"
    w.shot("follow-4-small")
