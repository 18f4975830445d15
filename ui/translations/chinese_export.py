"""Chinese texts of the export of .vox files: English text in, Chinese text out."""

from __future__ import annotations

EXPORT = {
    "Export MagicaVoxel": ("导出 MagicaVoxel"),
    "Export models that carry voxels to a file that MagicaVoxel opens, with groups, layers, materials and animation": (
        "将带有体素的模型导出为 MagicaVoxel 可打开的文件，包括组、图层、材质和动画"
    ),
    "{name}: {objects}, {bytes} bytes, {voxels} voxels, {seconds} s": (
        "{name}：{objects}，{bytes} 字节，{voxels} 个体素，{seconds} 秒"
    ),
}
