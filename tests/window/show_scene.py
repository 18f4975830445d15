"""Drives a Blender with a window through the options of scenes: every panel of the dialog, and what arrives.

Expects garden.vox in the folder of data, with glass, a lamp, layers, frames, a camera and a sun; run it with a harness
that gives `steps` an object with the methods shot, key, move_top, click_top, sidebar, area, region and override.
"""

import bpy

CENTER = (400, 160)


def steps(w):
    """Yield the seconds that Blender needs to draw after each step."""
    with w.override():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete("EXEC_DEFAULT", True)
    yield 1.0
    yield from dialog(w)
    yield from look(w)


def dialog(w):
    """Show the dialog as it opens, then with its closed panels open."""
    w.move_top(*CENTER)
    yield 0.3
    with w.override():
        bpy.ops.wm.drop_import_file("INVOKE_DEFAULT", directory=w.data, files=[{"name": "garden.vox"}])
    yield 1.5
    w.shot("21-scene-options")
    w.key("Escape")
    yield 0.5
    with w.override():
        bpy.ops.import_scene.trivox("INVOKE_DEFAULT")
    yield 2.5
    # The last one first, so that the others stay where they are.
    for height in (599, 578, 557):
        w.click_top(1130, height)
        yield 0.7
    w.shot("22-file-browser")
    w.key("Escape")
    yield 1.0


def look(w):
    """Import with everything, and show it in the outliner and in material preview."""
    path = w.data + "/garden.vox"
    options = {"animation": "animate", "scene_range": True, "cameras": True, "lights": True}
    with w.override():
        bpy.ops.import_scene.trivox(filepath=path, **options)
        bpy.ops.view3d.view_all()
    w.area().spaces.active.shading.type = "SOLID"
    yield 1.5
    w.shot("23-imported")
    bpy.context.scene.frame_set(bpy.context.scene.frame_end)
    yield 1.0
    w.shot("24-last-frame")
