"""Simplified Chinese texts of what makes voxels: English text in, Chinese text out."""

from __future__ import annotations

VOXELIZE = {
    "Convert": "转换",
    "Voxelize": "体素化",
    "Make voxel models of the selected objects: meshes with their modifiers, instances, text, "
    "curves and metaballs, with the colors of their materials, textures and color attributes": (
        "把选中的物体做成体素模型：带修改器的网格、实例、文本、曲线和融球，连同其材质、纹理和颜色属性的颜色"
    ),
    "Size By": "大小依据",
    "What says how large voxels are": "由什么决定体素的大小",
    "Number": "数量",
    "So many voxels along the longest side of all that is selected": "沿全部选中内容最长边的体素数量",
    "Length": "长度",
    "The edge of a voxel has this length": "体素的边为此长度",
    "Voxels along the longest side of all that is selected": "沿全部选中内容最长边的体素",
    "Length of the edge of a voxel": "体素边的长度",
    "Along": "沿",
    "How the voxels lie": "体素如何排列",
    "World": "世界",
    "Along the axes of the world": "沿世界坐标轴",
    "Along the axes of the active object, however it is turned": "沿活动物体的轴，无论其如何旋转",
    "Inside": "内部",
    "What becomes of the space inside closed surfaces": "如何处理封闭表面内的空间",
    "Solid": "实心",
    "Fill what is inside, also of surfaces with small holes": "填充内部，表面有小孔时也一样",
    "Surface Only": "仅表面",
    "Make voxels of the surface alone": "只把表面做成体素",
    "Keep Thin Parts": "保留薄的部分",
    "Keep parts that are thinner than a voxel, such as leaves and cloth": "保留比体素更薄的部分，例如树叶和布料",
    "Thick Surface": "厚表面",
    "Fill every voxel that the surface touches, and not as few as leave no gap": (
        "填充表面碰到的每个体素，而不是刚好不留缝隙的最少数量"
    ),
    "Palette": "调色板",
    "Which colors the voxels have": "体素使用哪些颜色",
    "Own": "自有",
    "Up to 255 colors that fit best": "最合适的至多 255 种颜色",
    "Active Model": "活动模型",
    "The colors of the active object, a model of Trivox, which stays as it is": (
        "活动物体（Trivox 模型）的颜色，该模型保持不变"
    ),
    "Dither": "抖动",
    "Mix colors that the palette lacks, voxel by voxel": "用逐个体素混合的方式表现调色板没有的颜色",
    "Make": "生成",
    "How many objects come out": "生成多少个物体",
    "One Object": "一个物体",
    "All that is selected becomes one model": "全部选中内容成为一个模型",
    "One per Object": "每个物体一个",
    "Each selected object becomes a model of its own, with voxels of the same size": (
        "每个选中的物体各成一个模型，体素大小相同"
    ),
    "Originals": "原物体",
    "What becomes of the selected objects": "如何处理选中的物体",
    "Hide": "隐藏",
    "Hide them in the viewports and in renders": "在视图和渲染中隐藏",
    "Leave them as they are": "保持原样",
    "Select objects that have a surface, such as meshes, text or curves": "请选择有表面的物体，例如网格、文本或曲线",
    "About {x} × {y} × {z} cells": "约 {x} × {y} × {z} 个单元",
    "Too many: {x} × {y} × {z} cells": "过多：{x} × {y} × {z} 个单元",
    "The selected objects have no faces, so there is nothing to voxelize": "选中的物体没有面，因此没有可体素化的内容",
    "Only the active object is selected, which gives its palette; select others as well": (
        "只选择了提供调色板的活动物体；请再选择其他物体"
    ),
    "The active object is no model of Trivox, so it has no palette to take": (
        "活动物体不是 Trivox 模型，因此没有可用的调色板"
    ),
    "Materials whose colors are made by nodes got their viewport color: {names}": (
        "由节点生成颜色的材质使用了其视图颜色：{names}"
    ),
    "{voxels} voxels, {triangles} triangles in {seconds} s": (
        "{voxels} 个体素，{triangles} 个三角形，用时 {seconds} 秒"
    ),
}
