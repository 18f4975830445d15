"""Drives a Blender with a window through an import as a user does it, and takes a picture of each step.

Expects castle.vox and scene.vox in the folder of data; run it with a harness that gives `steps` an object with the
methods shot, key, move_top, click_top, sidebar and override.
"""

import bpy

CENTER = (500, 420)


def steps(w):
    """Yield the seconds that Blender needs to draw after each step."""
    clear(w)
    yield from w.sidebar("Trivox")
    w.shot("01-sidebar-empty")
    yield from menu(w)
    yield from drop(w, "castle.vox", "03-drop")
    yield from look(w, "04-imported")
    yield from redo(w)
    yield from drop(w, "scene.vox", None)
    yield from look(w, "06-selection")
    yield from browser(w, "07-file-browser")


def clear(w):
    """Remove the default scene's objects, in a step of undo, since the redo panel goes back to the last one."""
    with w.override():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete("EXEC_DEFAULT", True)


def menu(w):
    """Open File > Import."""
    w.click_top(43, 14)
    yield 1.0
    w.move_top(76, 250)
    yield 0.3
    w.move_top(76, 311)
    yield 1.5
    w.shot("02-menu")
    w.key("Escape")
    yield 0.5
    w.key("Escape")
    yield 0.5


def drop(w, name, picture):
    """Do what a drop on the viewport does, and confirm the popup."""
    w.move_top(*CENTER)
    yield 0.3
    before = len(bpy.data.objects)
    with w.override():
        bpy.ops.wm.drop_import_file("INVOKE_DEFAULT", directory=w.data, files=[{"name": name}])
    yield 1.5
    if picture:
        w.shot(picture)
    w.key("Return")
    yield 2.0
    assert len(bpy.data.objects) > before, name


def look(w, picture):
    """Show everything that is there."""
    with w.override():
        bpy.ops.view3d.view_all()
    yield 1.5
    w.shot(picture)


def redo(w):
    """Open the redo panel in the viewport's corner and change an option in it."""
    w.click_top(150, 704)
    yield 1.5
    w.click_top(310, 302)
    yield 2.0
    w.shot("05-redo")
    (obj,) = bpy.data.objects
    assert {polygon.loop_total for polygon in obj.data.polygons} == {3}


def browser(w, picture):
    """Open the file browser with the options beside the files."""
    with w.override():
        bpy.ops.import_scene.trivox("INVOKE_DEFAULT")
    yield 2.5
    w.shot(picture)
    w.key("Escape")
    yield 1.0
