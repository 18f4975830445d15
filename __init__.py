"""Trivox: MagicaVoxel .vox models in, the smallest exact triangle meshes with their colors in small textures out.

The folder is a Blender extension and the Python package ``trivox`` at once. Nothing here touches Blender before
`register` is called, so the package works without it.
"""

from __future__ import annotations

_FOR_GLTF = "glTF2ExportUserExtension"
"""Where Blender's glTF exporter looks in this module for what it shall ask about each node."""


def register() -> None:
    """Add operators, file handlers, menu entries, panels, translations and a command line to Blender."""
    from . import operators, ui
    from .cli import main
    from .operators import command, gltf_export

    operators.register()
    ui.register()
    command.register(main)
    globals()[_FOR_GLTF] = gltf_export.NodeVisibility


def unregister() -> None:
    """Take away from Blender everything that `register` added."""
    from . import operators, ui
    from .operators import command

    globals().pop(_FOR_GLTF, None)
    command.unregister()
    ui.unregister()
    operators.unregister()
