"""Chinese texts of levels of detail and shapes for physics: English text in, Chinese text out."""

from __future__ import annotations

GAME = {
    "A hull of {corners} corners": "有 {corners} 个角的凸包",
    "Any": "任意",
    "As the Model": "与模型相同",
    "Boxes": "长方体",
    "Boxes along the axes of the model": "沿模型各轴的长方体",
    "Boxes at Most": "长方体上限",
    "Boxes hold all voxels, and more": "长方体包含所有体素，并且更大",
    "Boxes hold nothing but voxels, and not all": "长方体只包含体素，但不是全部",
    "Coarse Boxes": "粗略长方体",
    "Collision": "碰撞",
    "Fill what is half full, and what the outline needs as seen from the six sides": (
        "填充至少半满的单元，以及从六个方向看轮廓所需的单元"
    ),
    "Fill what is half full; volumes stay, thin parts go": "填充至少半满的单元；体积保持，薄的部分消失",
    "Fill whatever holds a voxel; nothing gets lost, and everything grows": (
        "填充所有含有体素的单元；不丢失任何部分，但整体变大"
    ),
    "For each selected model, make boxes or a hull that stand for it in the physics of games, as wires "
    "below it that renders do not show; those made before are replaced": (
        "为每个选中的模型制作在游戏物理中代表它的长方体或凸包，作为其下方的线框，渲染时不显示；以前制作的会被替换"
    ),
    "For each selected model, make coarser ones that games show from farther away: of voxels 2, 4, 8 .. "
    "times as large. Objects get the names that Unity and Unreal know, NAME_LOD0 and so on, below an "
    "empty; levels are hidden and follow the model, and those made before are replaced": (
        "为每个选中的模型制作游戏从远处显示的较粗模型，其体素为 2、4、8 .. 倍大。物体得到 Unity 和 "
        "Unreal 认识的名称 NAME_LOD0 等，位于一个空物体之下；各级别隐藏并跟随模型，以前制作的会被替换"
    ),
    "From": "距离",
    "How boxes lie where there are fewer than it takes": "长方体少于所需数量时如何放置",
    "How many boxes there may be; 0 for as many as fill the model exactly": (
        "最多可以有多少个长方体；0 表示精确填充模型所需的数量"
    ),
    "How many coarser models of each go into the file, for games to show from farther away": (
        "每个模型有多少个较粗的模型写入文件，供游戏从远处显示"
    ),
    "How many coarser models; small models have fewer": "较粗模型的数量；小模型会更少",
    "How often to try to do with fewer boxes. More take longer": "尝试减少长方体的次数。越多耗时越长",
    "How the levels become meshes": "各级别如何成为网格",
    "Hull": "凸包",
    "In the mode of each model": "使用每个模型的模式",
    "It takes {count} boxes to fill the model, too many objects; limit their number": (
        "填充模型需要 {count} 个长方体，物体太多；请限制其数量"
    ),
    "Keep walls closed that are thinner than half a voxel of a level": "让比级别体素一半还薄的墙保持封闭",
    "Level": "级别",
    "Levels": "级别",
    "Majority": "多数",
    "Make Collision": "制作碰撞",
    "Make Levels": "制作级别",
    "NAME_00-convcolonly": "NAME_00-convcolonly",
    "Names For": "名称用于",
    "One body without hollows around the whole model": "围绕整个模型、没有凹陷的一个形体",
    "Outside": "外侧",
    "Select models that have voxels; only those of files that hold voxels have them": (
        "请选择有体素的模型；只有来自含体素文件的模型才有体素"
    ),
    "Silhouette": "轮廓",
    "Store shapes for the physics of games, too": "同时存储用于游戏物理的形状",
    "The engine whose importer knows the names": "其导入器认识这些名称的引擎",
    "Tries": "尝试次数",
    "UBX_NAME_00 for boxes, UCX_NAME_00 for hulls": "长方体为 UBX_NAME_00，凸包为 UCX_NAME_00",
    "What an animation shows in turn can have no levels of detail": "动画轮流显示的物体不能有细节级别",
    "What of the model larger voxels keep": "较大的体素保留模型的哪些部分",
    "What stands for the model in physics": "在物理中代表模型的形状",
    "a hull of {corners} corners": "有 {corners} 个角的凸包",
    "level {number}: {triangles} triangles from {distance}": ("级别 {number}：{triangles} 个三角形，距离 {distance}"),
    "{count} boxes, which fill it exactly; no fewer than {bound} can": (
        "{count} 个长方体，精确填充；不能少于 {bound} 个"
    ),
    "{count} boxes; to fill it exactly takes {bound} or more": ("{count} 个长方体；精确填充需要 {bound} 个或更多"),
    "{count} objects with levels of detail; {name}: {levels}": "{count} 个物体有细节级别；{name}：{levels}",
    "{count} objects with shapes for physics; {name}: {shape}": "{count} 个物体有物理形状；{name}：{shape}",
    "{names}: left out, for an animation shows them in turn": "{names}：已跳过，因为动画轮流显示它们",
    "{names}: too small for levels of detail": "{names}：太小，没有细节级别",
    "{name}: {levels}": "{name}：{levels}",
    "{name}: {shape}": "{name}：{shape}",
}
