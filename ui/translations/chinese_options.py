"""Simplified Chinese texts of the options that a user chooses from: English text in, Chinese text out."""

from __future__ import annotations

from .chinese_colors import COLORS

OPTIONS = COLORS | {
    # Options of the mesh
    "Mesh": "网格",
    "Mode": "模式",
    "How the visible sides of the voxels become a mesh": "体素的可见面如何变成网格",
    "Voxel Faces": "体素面",
    "One square for each visible side of a voxel. Most triangles; easy to edit and rig": (
        "体素的每个可见面为一个正方形。三角面最多；便于编辑和绑定"
    ),
    "Polygons": "多边形",
    "Flat areas become one piece whatever their colors, so that few triangles are left": (
        "平坦区域无论颜色都合为一块，因此三角面很少"
    ),
    "Watertight": "水密",
    "Like Polygons, but corners meet only corners, so that no gap can show. A few triangles more": (
        "与“多边形”类似，但角只与角相接，因此不会露出缝隙。三角面略多"
    ),
    "Rectangles": "矩形",
    "Flat areas are cut into as few rectangles as possible. Fewer triangles than Polygons; the price is corners on "
    "the sides of their neighbors (T-junctions) inside flat areas": (
        "将平坦区域切成尽可能少的矩形。三角面比“多边形”少；代价是平坦区域内会有角落在相邻面的边上 (T 形接点)"
    ),
    "Fewest": "最少",
    "As few rectangles as possible, which may overlap and reach under what is buried. Looks the same from everywhere "
    "outside where nothing traces rays, so it is for drawing in games; not for 3D printing, Cycles, collision, "
    "baking, cutting open, nor for the modifiers Bevel, Boolean, Decimate, Remesh, Solidify, Subdivision Surface and "
    "Weld": (
        "使用尽可能少的矩形，矩形可以重叠，也可以伸到被遮住的部分下面。在不使用光线追踪的地方，从外面任何方向看都一样，"
        "因此适合游戏绘制；不适合 3D 打印、Cycles、碰撞、烘焙、剖切，也不适合倒角、布尔、精简、重构网格、实体化、"
        "表面细分和焊接修改器"
    ),
    "Cutout": "镂空",
    "Far fewer triangles: rectangles that reach over anything and are clear in the texture where there is nothing. "
    "For many small props, distant models, mobile and VR; not for 3D printing, collision, baking, bevels and other "
    "modifiers. It costs drawn area (see Compare Modes), and the colors have to be in a texture": (
        "三角面少得多：矩形可以伸到任何地方，没有东西的地方纹理是透明的。适合大量小道具、远处的模型、移动设备和 VR；"
        "不适合 3D 打印、碰撞、烘焙、倒角等修改器。代价是绘制面积（见“比较模式”），而且颜色必须存于纹理"
    ),
    "Texels per Rectangle": "每个矩形的纹素",
    "How many pixels of the texture a rectangle that is saved may cost, in the mode Cutout. More leave fewer "
    "triangles and larger clear areas: 0 draws hardly more than Fewest, 1,048,576 leaves two triangles for each "
    "plane. The power of two below it counts": (
        "在“镂空”模式中，每省去一个矩形可以花费多少纹理像素。数值越大，三角面越少，透明区域越大：0 的绘制量与“最少"
        "”相近，1,048,576 则每个平面只剩两个三角面。以不大于它的 2 的幂为准"
    ),
    "Search Effort": "搜索力度",
    "How long to search where simple rules do not tell the fewest rectangles. More can leave fewer triangles, or "
    "prove that there cannot be fewer": (
        "当简单规则得不出最少的矩形时，搜索多长时间。时间更长可能得到更少的三角面，或证明不可能更少"
    ),
    "Sealed Interior": "封闭内部",
    "What to do with walls of hollows that cannot be seen from outside": "如何处理从外面看不到的空腔内壁",
    "Remove": "移除",
    "Leave out what nobody can see from outside": "去掉从外面看不到的部分",
    "Keep": "保留",
    "Keep the walls of closed hollows, to cut the model open later": "保留封闭空腔的内壁，以便之后剖开模型",
    "Faces": "面",
    "What the faces of the mesh are in Blender; the game or render sees triangles either way": (
        "网格在 Blender 中由哪种面组成；游戏或渲染看到的总是三角面"
    ),
    "Quads": "四边面",
    "Rectangles stay whole, with four corners; the rest are triangles": "矩形保持完整，有四个角；其余为三角面",
    "Triangles": "三角面",
    "Triangles only": "只有三角面",
    "N-gons": "多边面",
    "Flat pieces stay whole, for editing and bevels; those with holes are cut into a few": (
        "平坦的块保持完整，便于编辑和倒角；有洞的会切成几块"
    ),
    "Part Edges": "拆分边",
    "Double the vertices along edges that four faces share, as 3D printing wants": (
        "沿四个面共用的边复制一份顶点，以符合 3D 打印的要求"
    ),
    "Overlap": "重叠",
    "Part of a voxel by which pieces reach over their sides where corners lie within them, so that no background shows "
    "between them. 0.004 does for nearly all; pieces then share no corners. In Cutout, 0 stands for 0.001": (
        "边上有其他角点时，面片越过各边的距离（体素的几分之几），使缝隙中不露出背景。"
        "一般 0.004 即可；这些面片不再共用顶点。镂空模式下 0 代表 0.001"
    ),
    # Options of the scene
    "Scene": "场景",
    "Voxel Size": "体素大小",
    "Length of the edge of one voxel, where the file does not tell it": "一个体素的边长，用于文件未注明的情况",
    "Length of the edge of one voxel in metres, where the file does not tell it": (
        "一个体素的边长 (米)，用于文件未注明的情况"
    ),
    "Groups": "组",
    "What becomes of the groups of the file": "如何处理文件中的组",
    "Parents": "父级",
    "Each group becomes an empty object that moves all that is in it": "每个组成为一个空物体，带动组内的所有内容",
    "Flat": "无层级",
    "Objects only, each at its place in the world": "只有物体，各自位于其在世界中的位置",
    "Show Colors": "显示颜色",
    "Let the 3D viewports of all workspaces show the colors where their solid shading would show the mean color of "
    "each model": ("如果实体着色只会显示各模型的平均颜色，则让所有工作区的 3D 视图显示真实颜色"),
    "Files": "文件",
    "Where files stand that are imported together or dropped into a viewport": "一起导入或拖入视图的文件放在哪里",
    "Several files stand side by side, and what is dropped stands where it was dropped": (
        "多个文件并排放置，拖入的文件放在松开鼠标的位置"
    ),
    "As Saved": "按保存位置",
    "Every file stands where it was saved, so that the parts of one scene fit together": (
        "每个文件放在其保存时的位置，使同一场景的各部分能拼在一起"
    ),
    "Origin": "原点",
    "Where the origin of each object is, around which it turns; nothing that can be seen moves": (
        "每个物体的原点位置，物体绕原点旋转；看得见的东西都不会移动"
    ),
    "MagicaVoxel's Pivot": "MagicaVoxel 轴心",
    "Where MagicaVoxel turns the object: the middle of its size": "MagicaVoxel 中物体旋转所绕的点：其尺寸的中心",
    "Center": "中心",
    "The middle of its voxels": "其体素的中心",
    "Bottom Center": "底部中心",
    "The middle of the bottom of its voxels, to stand it on something": "其体素底面的中心，便于放在其他东西上",
    "Corner": "角",
    "The lowest, left, front corner of its voxels": "其体素的左前下角",
    "At World Origin": "置于世界原点",
    "Move all objects of the file together so that they stand on the middle of the world": (
        "将文件的所有物体一起移动，使其立于世界中心"
    ),
    "What becomes of objects that touch or overlap": "如何处理相互接触或重叠的物体",
    "Separate": "分离",
    "Every object is whole": "每个物体都保持完整",
    "Separate, without Contacts": "分离且去除接触面",
    "Objects stay apart, but faces that others hide where they touch or overlap are left out": (
        "物体保持分离，但在接触或重叠处被其他物体遮住的面会去掉"
    ),
    "Joined": "合并",
    "All that is seen becomes one mesh, without faces inside. Groups and layers are lost": (
        "所有能看到的部分合为一个网格，内部没有面。组和层会丢失"
    ),
    # Layers, animation, cameras and light
    "Layers and Visibility": "层与可见性",
    "Layers": "层",
    "What becomes of the layers of the file": "如何处理文件中的层",
    "Collections": "集合",
    "A collection for each layer that is used": "每个用到的层对应一个集合",
    "Custom Property": "自定义属性",
    "The name of its layer as a custom property of each object": "将层的名称存为每个物体的自定义属性",
    "Ignore": "忽略",
    "Layers are forgotten, except that hidden ones are not seen": "不保留层，但隐藏的层仍然看不到",
    "Hidden Objects": "隐藏的物体",
    "What becomes of objects and layers that are hidden in the file": "如何处理文件中隐藏的物体和层",
    "Import Hidden": "导入为隐藏",
    "They arrive hidden, in viewports and renders": "导入后在视图和渲染中隐藏",
    "Skip": "跳过",
    "They are not imported": "不导入它们",
    "Loose Models": "零散模型",
    "What becomes of several models that the file places nowhere, as old files have them": (
        "如何处理文件中没有指定位置的多个模型，旧文件常有这种情况"
    ),
    "Side by Side": "并排",
    "One object for each model, in a row": "每个模型一个物体，排成一行",
    "As Frames": "作为帧",
    "An animation that shows one model after the other in the same place": "在同一位置依次显示各个模型的动画",
    "Animation": "动画",
    "Which frames of an animated file are imported": "导入动画文件的哪些帧",
    "First Frame": "第一帧",
    "Nothing moves": "一切静止",
    "One Frame": "单帧",
    "The frame of your choice; nothing moves": "你选择的帧；一切静止",
    "Animate": "制作动画",
    "Key where each object is, and which model it shows, in each frame": "在每一帧为物体的位置和所显示的模型插入关键帧",
    "Frame": "帧",
    "The frame to import, as MagicaVoxel counts them from 0": "要导入的帧，与 MagicaVoxel 一样从 0 开始计数",
    "Frames per Second": "每秒帧数",
    "How many frames of MagicaVoxel are played in a second": "每秒播放多少 MagicaVoxel 的帧",
    "Show Frames By": "显示帧的方式",
    "What is keyed of the models that an object shows one after the other": (
        "对于物体依次显示的模型，为其哪个属性插入关键帧"
    ),
    "Scale": "缩放",
    "Those whose turn it is not have no size. Plays in glTF, FBX and USD as well": (
        "未轮到的模型大小为零。在 glTF、FBX 和 USD 中也能播放"
    ),
    "Visibility": "可见性",
    "They are hidden in viewports and renders. Exporters show all frames at once": (
        "未轮到的模型在视图和渲染中隐藏。导出器会同时显示所有帧"
    ),
    "They have no size and are hidden. Exporters show all frames at once": (
        "未轮到的模型大小为零并隐藏。导出器会同时显示所有帧"
    ),
    "Set Scene Range": "设置场景范围",
    "Let the scene begin and end with the animation, if the file says where it begins and ends": (
        "如果文件注明了动画的起止，则让场景随动画开始和结束"
    ),
    "Cameras and Light": "摄像机与灯光",
    "Cameras": "摄像机",
    "Import the stored cameras of the file": "导入文件中保存的摄像机",
    "Sun and Sky": "日光与天空",
    "Import the sun of the file, and let the scene have a new world with the color of its sky": (
        "导入文件中的日光，并给场景一个带有其天空颜色的新世界环境"
    ),
    "Again": "再次导入",
    "What becomes of a file that was imported before with the same options and is still the same": (
        "如何处理以前用相同选项导入过且没有变化的文件"
    ),
    "As Instances": "作为实例",
    "The new objects share the meshes that are there, and take no more memory": "新物体共用已有的网格，不占用更多内存",
    "As New": "全新导入",
    "All is made anew, so that each import can be changed by itself": "全部重新生成，使每次导入都能单独更改",
    # Presets
    "3D Print": "3D 打印",
    "Game": "游戏",
    "Godot": "Godot",
    "Render": "渲染",
    "Many Small Props": "大量小道具",
    "Rig / Edit": "绑定 / 编辑",
    "Unity": "Unity",
    "Unreal": "Unreal",
    "three.js": "three.js",
}
