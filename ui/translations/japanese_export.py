"""Japanese texts of the export of .vox files: English text in, Japanese text out."""

from __future__ import annotations

EXPORT = {
    "Export MagicaVoxel": ("MagicaVoxel をエクスポート"),
    "Export models that carry voxels to a file that MagicaVoxel opens, with groups, layers, materials and animation": (
        "ボクセルを持つモデルを、グループ、レイヤー、マテリアル、アニメーションとともに "
        "MagicaVoxel で開けるファイルにエクスポートします"
    ),
    "{name}: {objects}, {bytes} bytes, {voxels} voxels, {seconds} s": (
        "{name}: {objects}、{bytes} バイト、{voxels} ボクセル、{seconds} 秒"
    ),
}
