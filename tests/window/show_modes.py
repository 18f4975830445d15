"""Drives a Blender with a window through the options of modes and colors, the comparison of modes and long work.

Expects castle.vox and long.vox in the folder of data, the second of which must take some seconds; run it with a harness
that gives `steps` an object with the methods shot, key, move_top, click_top, sidebar and override.
"""

import json

import bpy

CENTER = (400, 420)
KINDS = ("objects", "meshes", "materials", "images", "collections")


def steps(w):
    """Yield the seconds that Blender needs to draw after each step."""
    with w.override():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete("EXEC_DEFAULT", True)
    yield from w.sidebar("Trivox")
    yield from dialog(w)
    yield from comparison(w)
    yield from cancelled(w)


def counts():
    """How many data-blocks of each kind there are."""
    return {kind: len(getattr(bpy.data, kind)) for kind in KINDS}


def press(w, x, y):
    """Move the pointer, and click where something is lit by then."""
    w.move_top(x, y)
    yield 0.8
    w.click_top(x + 1, y + 1)
    yield 1.2


def drop(w, name):
    """Do what a drop on the viewport does."""
    w.move_top(*CENTER)
    yield 0.3
    with w.override():
        bpy.ops.wm.drop_import_file("INVOKE_DEFAULT", directory=w.data, files=[{"name": name}])
    yield 1.5


def dialog(w):
    """Choose the mode of the fewest triangles and a palette image, and import."""
    yield from drop(w, "castle.vox")
    yield from press(w, 335, 288)
    w.shot("11-modes")
    w.key("f")
    yield 1.0
    w.shot("12-fewest")
    yield from press(w, 335, 402)
    w.shot("13-colors")
    w.key("p")
    yield 1.0
    w.move_top(335, 205)
    yield 1.0
    w.shot("14-palette")
    w.key("Return")
    yield 2.0
    (obj,) = bpy.data.objects
    options = json.loads(obj.data["trivox"])["options"]
    assert (options["mode"], options["colors"], options["merge"]) == ("fewest", "palette", "color")
    with w.override():
        bpy.ops.view3d.view_all()
    yield 1.0


def comparison(w):
    """Press the button, use another mode, and undo that."""
    w.shot("15-sidebar")
    yield from press(w, 900, 324)
    yield 1.0
    w.shot("16-comparison")
    before = len(bpy.context.object.data.polygons)
    yield from press(w, 800, 255)
    yield 1.0
    w.shot("17-watertight")
    assert json.loads(bpy.context.object.data["trivox"])["options"]["mode"] == "watertight"
    w.move_top(*CENTER)
    yield 0.5
    w.key("ctrl+z")
    yield 2.0
    assert len(bpy.context.object.data.polygons) == before


def cancelled(w):
    """Import a file that takes long, and press Esc."""
    before = counts()
    yield from drop(w, "long.vox")
    w.key("Return")
    yield 0.8
    w.shot("18-long")
    w.key("Escape")
    yield 0.5
    w.shot("19-cancelled")
    assert counts() == before
    yield 3.0
    assert counts() == before
