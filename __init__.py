"""Trivox: MagicaVoxel .vox models in, the smallest exact triangle meshes with their colors in small textures out.

The folder is a Blender extension and the Python package ``trivox`` at once. Nothing here touches Blender before
`register` is called, so the package works without it.
"""

from __future__ import annotations

_FOR_GLTF = "glTF2ExportUserExtension"
"""Where Blender's glTF exporter looks in this module for what it shall ask about each node."""
_BEFORE_GLTF, _AFTER_GLTF = "glTF2_pre_export_callback", "glTF2_post_export_callback"
"""Where it looks for what it shall call before it gathers what it writes, and afterwards."""


def register() -> None:
    """Add operators, file handlers, menu entries, panels, translations and a command line to Blender."""
    from . import operators, ui
    from .cli import main
    from .operators import command, gltf_export

    operators.register()
    ui.register()
    command.register(main)
    globals()[_FOR_GLTF] = gltf_export.NodeVisibility
    globals()[_BEFORE_GLTF], globals()[_AFTER_GLTF] = gltf_export.plain_colors, gltf_export.as_before


def unregister() -> None:
    """Take away from Blender everything that `register` added."""
    from . import operators, ui
    from .operators import command

    for name in (_FOR_GLTF, _BEFORE_GLTF, _AFTER_GLTF):
        globals().pop(name, None)
    command.unregister()
    ui.unregister()
    operators.unregister()
