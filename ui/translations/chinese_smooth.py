"""Chinese texts of smooth surfaces: English text in, Chinese text out."""

from __future__ import annotations

SMOOTH = {
    "Smooth": "平滑",
    "Use Smooth Surface": "使用平滑表面",
    "Turn the voxels of the selected objects into smooth closed surfaces, for all objects that share "
    "them. The mesh as it is now is kept and comes back when you choose another mode; what you do to the "
    "smooth surface itself is lost then. Exported .tvx files stay exact": (
        "把所选物体的体素变为平滑的封闭表面，对共用它们的所有物体都有效。当前的网格会被保留，选择其"
        "他模式时恢复；对平滑表面本身所做的更改届时会丢失。导出的 .tvx 文件仍是精确的"
    ),
    "Method": "方法",
    "How the surface is made": "表面的生成方式",
    "Surface Nets": "表面网",
    "Round shapes of even triangles, with a corner between each eight voxels": (
        "由均匀三角形构成的圆润形状，每八个体素之间有一个顶点"
    ),
    "Marching Cubes": "移动立方体",
    "Beveled shapes, with a corner on each visible side of a voxel": "带斜角的形状，体素的每个可见面上有一个顶点",
    "Blur": "模糊",
    "How far corners are rounded; nothing thin vanishes": "棱角圆化的程度；细薄的部分不会消失",
    "How colors meet on the surface": "颜色在表面上如何相接",
    "Per Face": "逐面",
    "Each triangle has the color of its voxel": "每个三角形都有其体素的颜色",
    "Colors run into each other from corner to corner, and materials can be blended": (
        "颜色在顶点之间过渡，材质也可以混合"
    ),
    "Join Diagonals": "连接对角",
    "Let voxels that touch along an edge hang together; else they are apart": (
        "让仅沿一条边接触的体素相连；否则它们分开"
    ),
    "What was changed on the smooth surface will be lost: {names}": "对平滑表面所做的更改将会丢失：{names}",
    "The meshes have gone": "网格已不存在",
    "{name}: {mode}, {triangles} triangles": "{name}：{mode}，{triangles} 个三角形",
    "Blend Materials": "混合材质",
    "Give the selected smooth surfaces with blended colors a material that projects a texture from three "
    "sides for each of the four most frequent colors, and blends them. Choose images of your own inside "
    "of the node groups named Trivox Triplanar": (
        "为所选的带混合颜色的平滑表面指定材质：为最常见的四种颜色各从三个方向投影一张纹理并混合。可"
        "在名为 Trivox Triplanar 的节点组中选择自己的图像"
    ),
    "Scale": "缩放",
    "Voxels along the side of a texture": "纹理一边对应的体素数",
    "Sharpness": "锐度",
    "How abruptly the three projections of a texture meet; 1 is softest": "纹理三个投影相接的突然程度；1 最柔和",
    "No selected object is a smooth surface with blended colors": "所选物体中没有带混合颜色的平滑表面",
    "Smooth surfaces have no sides of voxels. Choose another mode first": "平滑表面没有体素的面。请先选择其他模式",
}
