"""Trivox: MagicaVoxel .vox models in, the smallest exact triangle meshes with their colors in small textures out.

The folder is a Blender extension and the Python package ``trivox`` at once. Nothing here touches Blender before
`register` is called, so the package works without it.
"""

from __future__ import annotations


def __getattr__(name: str) -> object:
    """Blender's glTF exporter looks here for what it shall ask about each node."""
    if name != "glTF2ExportUserExtension":
        raise AttributeError(name)
    from .operators.gltf_export import NodeVisibility

    return NodeVisibility


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
