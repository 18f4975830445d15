"""Simplified Chinese texts of the options of colors, textures and materials: English text in, Chinese text out."""

from __future__ import annotations

COLORS = {
    "Colors": "颜色",
    "Stored In": "存储于",
    "Where the colors of the voxels are kept": "体素的颜色保存在哪里",
    "Texture": "纹理",
    "An image with the colors of each flat piece. Fewest triangles": "一张图像，含有每个平坦块的颜色。三角面最少",
    "Palette Strip": "调色板条",
    "An image of the number of each pixel's color, and one of the 256 colors. Replace this one to recolor all models. "
    "Fewest triangles; of exporters only glTF knows it": (
        "一张记录每个像素颜色编号的图像，和一张 256 色的图像。替换后者即可为所有模型换色。"
        "三角形最少；导出器中只有 glTF 支持"
    ),
    "Palette Image": "调色板图像",
    "An image of the 256 colors of the palette, one pixel each. Only sides of the same color are merged": (
        "一张含有调色板 256 种颜色的图像，每种颜色一个像素。只合并相同颜色的面"
    ),
    "Color Attribute": "颜色属性",
    "A color attribute of the mesh and no image. Only sides of the same color are merged": (
        "使用网格的颜色属性，没有图像。只合并相同颜色的面"
    ),
    "Materials": "材质",
    "A material for each color and no image. Only sides of the same color are merged": (
        "每种颜色一个材质，没有图像。只合并相同颜色的面"
    ),
    "Split at Color Borders": "沿颜色边界拆分",
    "Give faces of different colors vertices of their own, for files with a color for each vertex, such as .ply and "
    ".obj": ("让不同颜色的面各有自己的顶点，适合每个顶点一种颜色的文件，例如 .ply 和 .obj"),
    "Merge": "合并",
    "Which visible sides of voxels may become one piece": "体素的哪些可见面可以合为一块",
    "Any Colors": "任意颜色",
    "Sides of any colors; the texture tells them apart. Fewest triangles": "任意颜色的面；由纹理区分颜色。三角面最少",
    "Same Color": "相同颜色",
    "Only sides of the same color": "只合并相同颜色的面",
    "Same Material": "相同材质",
    "Only sides of the same kind of material: opaque, transparent, emissive or metal": (
        "只合并相同材质类型的面：不透明、透明、自发光或金属"
    ),
    "Border": "边距",
    "Pixels repeated around each piece of the texture, so that colors do not bleed from afar. Games that blur "
    "textures with distance need more": (
        "在纹理的每一块周围重复的像素，以免远看时颜色渗出。随距离模糊纹理的游戏需要更多"
    ),
    "Power of Two": "2 的幂",
    "Make the texture 64, 128, 256 and so on pixels wide and high, as some game engines want": (
        "使纹理的宽和高为 64、128、256 等像素，某些游戏引擎有此要求"
    ),
    "Largest Texture": "最大纹理",
    "Pixels that a texture may be wide and high. Models that need more get several textures": (
        "纹理的宽和高最多为多少像素。需要更多像素的模型会得到多张纹理"
    ),
    "One Texture for All Files": "所有文件共用一张纹理",
    "Let all files that are imported together share a texture and materials, so that games draw them in fewer steps": (
        "让一起导入的所有文件共用纹理和材质，使游戏用更少的步骤绘制它们"
    ),
    "Pixels per Voxel": "每体素像素数",
    "Pixels along the side of a voxel, in pieces of several colors: room to paint detail. With four and "
    "Multiples of Four, games that compress textures keep every color apart": (
        "多种颜色的块中，体素一条边上的像素数：为绘制细节留出空间。设为 4 并启用“4 的倍数”时，在压缩纹理的游戏中"
        "各颜色也互不混合"
    ),
    "Multiples of Four": "4 的倍数",
    "Start and end each piece of the texture at multiples of four pixels. Games compress textures in blocks "
    "of four by four, which then never mix the colors of two pieces": (
        "让纹理的每一块都在 4 像素的倍数处开始和结束。游戏按 4×4 的块压缩纹理，这样一个块就不会混合两块的颜色"
    ),
    "Ambient Occlusion": "环境光遮蔽",
    "How many voxels away others hide the sky from a side and so make it darker; 8 is a good start, 0 turns it off. "
    "Every side of a voxel gets pixels of its own": (
        "其他体素在多少个体素的距离内会遮住某个面所见的天空而使其变暗；可以先用 8，0 表示关闭。"
        "体素的每个面都有自己的像素"
    ),
    "Occlusion In": "遮蔽存放于",
    "Where ambient occlusion is kept": "环境光遮蔽存放在哪里",
    "Map": "贴图",
    "In an image for games, as a channel that .glb files name. Renders in Blender need none": (
        "存放在供游戏使用的图像里，作为 .glb 文件所指明的通道。在 Blender 中渲染不需要它"
    ),
    "In the colors of the texture, so that every program shows it": "存放在纹理的颜色里，任何程序都会显示",
    "Occlusion Strength": "遮蔽强度",
    "How much ambient occlusion darkens": "环境光遮蔽变暗的程度",
    "Own Pixels": "独立像素",
    "Give every side of a voxel pixels that no other side shows, for painting and baking light. The texture "
    "gets larger, for pieces that look alike no longer share": (
        "让体素的每个面都有其他面不使用的像素，用于绘制和烘焙光照。外观相同的块不再共享，因此纹理会变大"
    ),
    "Pixels along the side of a voxel, in pieces of several colors; 0 leaves them as each mesh has them": (
        "多种颜色的块中，体素一条边上的像素数；0 表示保持每个网格现有的数值"
    ),
    "Whether each piece of the texture starts and ends at multiples of four pixels": (
        "纹理的每一块是否都在 4 像素的倍数处开始和结束"
    ),
    "Whether every side of a voxel has pixels that no other side shows, for painting and baking light": (
        "体素的每个面是否都有其他面不使用的像素，用于绘制和烘焙光照"
    ),
    "As It Is": "保持原样",
    "Leave it as each mesh has it": "保持每个网格现有的设置",
    "On": "开",
    "For all selected objects": "用于所有选中的物体",
    "Off": "关",
    "For none of the selected objects": "不用于任何选中的物体",
    "Keep Textures": "纹理保存于",
    "Where the images are kept": "图像保存在哪里",
    "In .blend": ".blend 内",
    "In the .blend file only": "只在 .blend 文件中",
    "As Files": "单独文件",
    "In the folder textures beside the .blend file, where exporters find them to copy": (
        "在 .blend 文件旁的 textures 文件夹中，导出器可在那里找到并复制"
    ),
    "Both": "两者",
    "In the .blend file, and in the folder textures beside it": "在 .blend 文件中，也在其旁边的 textures 文件夹中",
    "Glass": "玻璃",
    "How one sees through glass": "透过玻璃看到的效果",
    "Refracting": "折射",
    "Light passes and bends, in renders by path tracing; few games show it": (
        "光线穿过并弯折，见于路径追踪的渲染；很少有游戏能显示"
    ),
    "Blended": "混合",
    "What is behind shines through, as most games and file formats know it": (
        "透出后面的东西，大多数游戏和文件格式都支持"
    ),
    "Refracting in Blender; exported files can be drawn both ways": "在 Blender 中为折射；导出的文件两种方式都能绘制",
    "Single-Sided": "单面",
    "Draw faces from outside only, which is faster in games; faces of objects that were cut where they touch stay "
    "double-sided": ("只从外侧绘制面，在游戏中更快；在接触处切开过的物体，其面仍为双面"),
    "Emission Strength": "自发光强度",
    "Times this the light that voxels send out": "体素发出的光乘以此值",
    "Save Textures": "保存纹理",
    "Save the textures of the selected models as image files in a folder, where exporters find them to copy. By "
    "default that is the folder textures beside the .blend file": (
        "将选中模型的纹理作为图像文件保存到文件夹中，导出器可在那里找到并复制。默认为 .blend 文件旁的 textures 文件夹"
    ),
    "Share Texture": "共用纹理",
    "Put the textures of the selected models together into one, and let models that look alike share materials. What "
    "was painted stays": ("将选中模型的纹理合并为一张，外观相同的模型共用材质。绘制的内容保留不变"),
    "Models: {meshes}, textures: {images}": "模型：{meshes}，纹理：{images}",
    "Models that keep their own textures: {names}": "保留自己纹理的模型：{names}",
    "Keep in .blend": "保留在 .blend 内",
    "Keep the textures in the .blend file as well; some exporters then do not copy the files": (
        "在 .blend 文件中也保留纹理；某些导出器会因此不复制这些文件"
    ),
    "Overwrite": "覆盖",
    "Write over files of the same names; else the names get numbers": "覆盖同名的文件；否则在名称后加编号",
    "The selected models have no textures; their colors are kept elsewhere": "选中的模型没有纹理；它们的颜色保存在别处",
    "{name} was saved": "{name} 已保存",
    "{count} textures were saved in {folder}": "已将 {count} 张纹理保存到 {folder}",
    "The textures stay in the .blend file: {reason}": "纹理仍留在 .blend 文件中：{reason}",
    "Meshes stay as they are": "网格保持不变",
}
