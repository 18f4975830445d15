"""Trivox: MagicaVoxel .vox models in, the smallest exact triangle meshes with their colors in small textures out.

The folder is a Blender extension and the Python package ``trivox`` at once. Nothing here touches Blender before
`register` is called, so the package works without it.
"""

from __future__ import annotations


def register() -> None:
    """Add the operators, the file handler, the menu entry, the panels and the translations to Blender."""
    from . import operators, ui

    operators.register()
    ui.register()


def unregister() -> None:
    """Take away from Blender everything that `register` added."""
    from . import operators, ui

    ui.unregister()
    operators.unregister()
