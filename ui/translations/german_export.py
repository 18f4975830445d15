"""German texts of the export of .vox files: English text in, German text out."""

from __future__ import annotations

EXPORT = {
    "Export MagicaVoxel": ("MagicaVoxel exportieren"),
    "Export models that carry voxels to a file that MagicaVoxel opens, with groups, layers, materials and animation": (
        "Modelle mit Voxeln in eine Datei exportieren, die MagicaVoxel öffnet, mit Gruppen, Ebenen, Materialien und "
        "Animation"
    ),
    "{name}: {objects}, {bytes} bytes, {voxels} voxels, {seconds} s": (
        "{name}: {objects}, {bytes} Byte, {voxels} Voxel, {seconds} s"
    ),
}
