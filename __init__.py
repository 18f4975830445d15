"""Trivox: MagicaVoxel .vox models in, the smallest exact triangle meshes with their colors in small textures out.

The folder is a Blender extension and the Python package ``trivox`` at once. Nothing here touches Blender before
`register` is called, so the package works without it.
"""

from __future__ import annotations


def register() -> None:
    """Add operators, file handlers, menu entries, panels, translations and a command line to Blender."""
    from . import operators, ui
    from .cli import main
    from .operators import command

    operators.register()
    ui.register()
    command.register(main)


def unregister() -> None:
    """Take away from Blender everything that `register` added."""
    from . import operators, ui
    from .operators import command

    command.unregister()
    ui.unregister()
    operators.unregister()
