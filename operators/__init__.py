"""The operators: what a user or a script asks Blender for in, core results built into data-blocks out."""

from __future__ import annotations

import bpy

from . import (
    collision,
    edit_voxels,
    export_tvx,
    export_vox,
    follow,
    import_files,
    import_picture,
    levels,
    light_map,
    looks,
    modes,
    overlays,
    preferences,
    presets,
    relief,
    reload,
    smooth,
    state,
    textures,
    validate,
    view,
    voxelize,
)

CLASSES = (
    *preferences.CLASSES,
    *state.CLASSES,
    *import_files.CLASSES,
    *import_picture.CLASSES,
    *modes.CLASSES,
    *smooth.CLASSES,
    *edit_voxels.CLASSES,
    *textures.CLASSES,
    *relief.CLASSES,
    *levels.CLASSES,
    *collision.CLASSES,
    *looks.CLASSES,
    *light_map.CLASSES,
    *export_tvx.CLASSES,
    *export_vox.CLASSES,
    *view.CLASSES,
    *overlays.CLASSES,
    *validate.CLASSES,
    *reload.CLASSES,
    *voxelize.CLASSES,
)


def register() -> None:
    """Register the operators, file handlers and presets."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    state.register()
    edit_voxels.register()
    presets.register()
    follow.register()
    looks.register()


def unregister() -> None:
    """Unregister them in reverse order."""
    overlays.turn_off()
    looks.unregister()
    follow.unregister()
    presets.unregister()
    edit_voxels.unregister()
    state.unregister()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
