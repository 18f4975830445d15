"""The extension's preferences in, what the import dialog begins with and how often files are looked at out."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..blender.words import EnumProperty, FloatProperty
from .presets import FOLDER
from .properties import COLORS

INTERVAL = 0.2
"""Seconds between looks at files that are followed, if the user wants no other."""
NO_PRESET = "NONE"
_FILES = {path.stem: path for path in sorted(Path(FOLDER, "presets", "operator", "import_scene.trivox").glob("*.py"))}
PRESETS = (
    (NO_PRESET, "None", "The defaults"),
    *((name, bpy.path.display_name(str(path), title_case=False), "") for name, path in _FILES.items()),
)
_ADDON = __package__.rpartition(".")[0]
_changes: list[bool] = []
"""One for each change of what the dialog begins with, since it was last opened."""


def _dialog_changed(_preferences: bpy.types.AddonPreferences, _context: bpy.types.Context) -> None:
    _changes.append(True)


class TRIVOX_AP_preferences(bpy.types.AddonPreferences):
    """What the user wants of each import and of each file that is followed."""

    bl_idname = _ADDON

    preset: EnumProperty(
        name="Preset",
        description="What the import dialog begins with in each session; then it remembers what you chose",
        items=PRESETS,
        default=NO_PRESET,
        update=_dialog_changed,
    )
    colors: EnumProperty(
        name="Colors",
        description="Where the colors of the voxels are kept, if the import dialog begins with no preset",
        items=COLORS,
        default=COLORS[0][0],
        update=_dialog_changed,
    )
    follow_interval: FloatProperty(
        name="Follow Interval",
        description="Seconds between looks at files that are followed",
        subtype="TIME_ABSOLUTE",
        min=0.2,
        max=10,
        default=INTERVAL,
    )

    def draw(self, _context: bpy.types.Context) -> None:
        """Draw them; a preset chooses the colors itself."""
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(self, "preset")
        row = layout.row()
        row.enabled = self.preset == NO_PRESET
        row.prop(self, "colors")
        layout.prop(self, "follow_interval")


def find_preferences() -> bpy.types.AddonPreferences | None:
    """The preferences of the extension; None where it was registered without being enabled."""
    addon = bpy.context.preferences.addons.get(_ADDON)
    return addon.preferences if addon else None


def follow_interval() -> float:
    """Seconds between looks at files that are followed."""
    preferences = find_preferences()
    return preferences.follow_interval if preferences else INTERVAL


def begin(operator: bpy.types.Operator) -> None:
    """Set the options of an import as the preferences want them, unless the user or a script chose some.

    Parameters
    ----------
    operator : bpy.types.Operator
        The import, before its dialog opens.
    """
    preferences = find_preferences()
    options = operator.choices()
    given = any(operator.properties.is_property_set(option) for option in options)
    remembered = any(operator.properties.is_property_set(option, ghost=False) for option in options)
    if preferences is None or given or (remembered and not _changes):
        return
    _changes.clear()
    operator.use_defaults()
    if preferences.preset == NO_PRESET:
        operator.colors = preferences.colors
        return
    with bpy.context.temp_override(active_operator=operator):
        bpy.utils.execfile(str(_FILES[preferences.preset]))


CLASSES = (TRIVOX_AP_preferences,)
