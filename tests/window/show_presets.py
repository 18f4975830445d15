"""Drives a Blender with a window through units, presets and finished meshes in the import dialog.

Expects garden.vox and garden.tvx in the folder of data; run it with a harness that gives `steps` an object with the
methods shot, key, move_top, click_top and override.
"""

import json
import os

import bpy

CENTER = (400, 160)
PRESETS = (300, 172)


def steps(w):
    """Yield the seconds that Blender needs to draw after each step."""
    with w.override():
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete("EXEC_DEFAULT", True)
    yield 1.0
    for scale, unit in ((1.0, "ADAPTIVE"), (0.01, "CENTIMETERS"), (0.001, "MILLIMETERS")):
        yield from lengths(w, scale, unit)
    yield from presets(w)
    yield from finished(w)
    yield from odd_name(w)


def drop(w, name):
    """Let the dialog appear for a file."""
    w.move_top(*CENTER)
    yield 0.3
    with w.override():
        bpy.ops.wm.drop_import_file("INVOKE_DEFAULT", directory=w.data, files=[{"name": name}])
    yield 1.5


def lengths(w, scale, unit):
    """Show the same voxel size in scenes of other units, and import in the last."""
    settings = bpy.context.scene.unit_settings
    settings.scale_length, settings.length_unit = scale, unit
    yield from drop(w, "garden.vox")
    w.shot(f"31-units-{scale}")
    w.key("Escape")
    yield 0.5


def presets(w):
    """Open the menu, choose the first preset, and import with it."""
    yield from drop(w, "garden.vox")
    # The first move lets Blender see the button, which then opens its menu.
    w.move_top(*PRESETS)
    yield 0.7
    w.click_top(*PRESETS)
    yield 1.0
    w.shot("32-presets")
    # Below the defaults and a line.
    w.move_top(PRESETS[0], PRESETS[1] + 49)
    yield 0.5
    w.click_top(PRESETS[0], PRESETS[1] + 50)
    yield 1.0
    w.shot("33-preset-chosen")
    w.key("Return")
    yield 2.0
    with w.override():
        bpy.ops.view3d.view_all()
    yield 1.0
    w.shot("34-imported")
    yield from w.sidebar("Trivox")
    w.shot("35-sidebar")
    obj = bpy.context.object
    assert json.loads(obj.data["trivox"])["options"]["mode"] == "watertight" and len(bpy.context.selected_objects) == 1
    assert max(abs(side - round(side)) for side in obj.dimensions) < 1e-4, "a voxel is no whole millimetre"


def finished(w):
    """Show the dialog of a file of meshes, after a preset that joins."""
    yield from drop(w, "garden.tvx")
    w.shot("36-finished")
    w.key("Escape")
    yield 0.5


def odd_name(w):
    """Show the dialog of a file whose name is not UTF-8."""
    odd = os.path.join(os.fsencode(w.data), b"caf\xe9.vox")
    with open(os.path.join(w.data, "garden.vox"), "rb") as source, open(odd, "wb") as target:
        target.write(source.read())
    w.move_top(*CENTER)
    yield 0.3
    with w.override():
        bpy.ops.import_scene.trivox("INVOKE_DEFAULT", filepath=os.fsdecode(odd))
    yield 1.5
    w.shot("37-odd-name")
    w.key("Return")
    yield 2.0
    w.shot("38-odd-imported")
