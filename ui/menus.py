"""The entries in File > Import and File > Export."""

from __future__ import annotations

import bpy

from ..blender.words import CONTEXT
from ..core.formats import plain_readers


def draw_import_entry(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entries."""
    for reader in plain_readers():
        entry = self.layout.operator("import_scene.trivox", text=reader.title, text_ctxt=CONTEXT)
        entry.filter_glob = ";".join(f"*{ending}" for ending in reader.endings)
    # Pictures have options of their own.
    self.layout.operator(
        "import_scene.trivox_picture", text="Picture as Voxels (.png, .jpg, .bmp, .tga, .webp)", text_ctxt=CONTEXT
    )


def draw_export_entry(self: bpy.types.Menu, _context: bpy.types.Context) -> None:
    """Draw the entries."""
    # In the order of the entries of File > Import.
    self.layout.operator("export_scene.trivox_vox", text="MagicaVoxel (.vox)", text_ctxt=CONTEXT)
    self.layout.operator("export_scene.trivox", text="Trivox (.tvx)", text_ctxt=CONTEXT)
    self.layout.operator("trivox.view_in_browser", text="Trivox: View in Browser", text_ctxt=CONTEXT)
