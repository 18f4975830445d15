"""Chinese texts of pictures with heights: English text in, Chinese text out."""

from __future__ import annotations

RELIEF = {
    "Bake Relief": "烘焙浮雕",
    "For each selected model, make an object of two triangles a side with pictures of colors, heights and "
    "normals, which looks as deep as the model and can stand for it from far away": (
        "为每个所选模型创建一个每面两个三角形的物体，带有颜色、高度和法线图片，看起来与模型一样有深度，可在远处代替模型"
    ),
    "Sides": "侧面",
    "The sides of the model that get a picture": "要生成图片的模型侧面",
    "Right": "右",
    "Left": "左",
    "Back": "后",
    "Front": "前",
    "Top": "上",
    "Bottom": "下",
    "What is seen from +X": "从 +X 看到的部分",
    "What is seen from -X": "从 -X 看到的部分",
    "What is seen from +Y": "从 +Y 看到的部分",
    "What is seen from -Y": "从 -Y 看到的部分",
    "What is seen from +Z": "从 +Z 看到的部分",
    "What is seen from -Z": "从 -Z 看到的部分",
    "Heights": "高度",
    "How finely the pictures of heights are stored. Models deeper than 255 voxels always have 16 bits": (
        "高度图片存储的精细程度。深度超过 255 个体素的模型始终使用 16 位"
    ),
    "8 Bits": "8 位",
    "Up to 255 heights": "最多 255 种高度",
    "16 Bits": "16 位",
    "Up to 65,535 heights": "最多 65,535 种高度",
    "Steps": "级数",
    "At how many depths the material looks for what a ray meets. More are exacter and render longer": (
        "材质在多少个深度上查找光线碰到的东西。越多越精确，渲染也越久"
    ),
    "Choose at least one side": "请至少选择一个侧面",
    "The models are empty": "模型是空的",
    "Reliefs: {objects}, triangles: {triangles}, images: {images}": (
        "浮雕：{objects}，三角形：{triangles}，图像：{images}"
    ),
    "Import Picture as Voxels": "将图片导入为体素",
    "Make a model of voxels from a picture, as high as another picture or the picture itself says": (
        "由图片制作体素模型，高度由另一张图片或图片本身决定"
    ),
    "Picture as Voxels": "图片转体素",
    "Picture as Voxels (.png, .jpg, .bmp, .tga, .webp)": ("图片转体素 (.png, .jpg, .bmp, .tga, .webp)"),
    "Height Picture": "高度图片",
    "A picture of the same size that tells how high the voxels are: white is highest. Without one the picture "
    "itself does": ("同样大小、表示体素高度的图片：白色最高。没有时由图片本身决定"),
    "Height From": "高度来源",
    "What tells heights where there is no height picture": "没有高度图片时由什么决定高度",
    "Brightness": "亮度",
    "The brighter a pixel, the higher": "像素越亮越高",
    "Alpha": "透明度",
    "The more opaque a pixel, the higher; only pixels that are quite clear are left out": (
        "像素越不透明越高；只略去完全透明的像素"
    ),
    "All pixels are as high": "所有像素一样高",
    "Depth": "深度",
    "Voxels of full height; of a picture with a back, on each side": "最大高度的体素数；有背面的图片则为每一面",
    "Different heights, for terraces; 0 for as many as the depth has": ("不同高度的数量，用于台阶；0 表示与深度相同"),
    "Back Picture": "背面图片",
    "A picture of the same size of the other side, turned over like a page. Front and back make a whole": (
        "另一面的同样大小的图片，像翻页一样翻转。正面和背面合成整体"
    ),
    "Back Height Picture": "背面高度图片",
    "A picture of the same size that tells how high the voxels of the back are": ("同样大小、表示背面体素高度的图片"),
    "Which voxels the model has": "模型有哪些体素",
    "Closed": "封闭",
    "All voxels of which something can be seen": "所有能看到一部分的体素",
    "Open Below": "底部开放",
    "Leave out what can be seen from below only": "略去只能从下方看到的部分",
    "Solid": "实心",
    "The inside, too": "包括内部",
    "Upright": "直立",
    "Let the picture stand and look to the front; else it lies": "让图片竖立并朝前；否则平放",
}
