"""Simplified Chinese texts of the shape tools: English text in, Simplified Chinese text out."""

from __future__ import annotations

SHAPES = {
    "Edit with Objects": "用物体编辑",
    "Add, carve or paint the voxels of the active object where the other selected objects are: empties, which "
    "are the shapes that they show, and closed meshes. A voxel is inside if its middle is. All objects that "
    "share the mesh follow, and stay where they are; what was put on the mesh stays as with Use Mode": (
        "在其他选中物体所在之处添加、挖除或涂色活动物体的体素：空物体按其显示的形状，网格须为封闭。中心在内的"
        "体素即算在内。共用该网格的所有物体一同改变，位置不变；网格上附加的内容与切换模式时一样保留"
    ),
    "Action": "操作",
    "What the shapes do": "形状的作用",
    "Add": "添加",
    "Carve": "挖除",
    "Paint": "涂色",
    "Fill the empty cells of the shapes; filled ones keep their colors": "填充形状内的空格；已填充的保留颜色",
    "Empty the cells of the shapes": "清空形状内的格子",
    "Give the filled cells of the shapes another color": "给形状内已填充的格子换一种颜色",
    "Color": "颜色",
    "The nearest color of the model's palette that its materials can show is taken": (
        "取模型调色板中其材质能显示的最接近的颜色"
    ),
    "Palette Number": "调色板编号",
    "The number of a color of the model's palette; 0 takes the one nearest to the color above": (
        "模型调色板中颜色的编号；0 取最接近上面颜色的一种"
    ),
    "Smooth": "平滑",
    "Radius of the rounding between what is added and the model, in voxels": ("添加部分与模型之间圆角的半径，以体素计"),
    "Select empties or closed meshes, and the model last": "先选择空物体或封闭网格，最后选择模型",
    "The mesh was changed while it was edited. Try again": "编辑期间网格已改变，请重试",
    "The shapes touch nothing that they could change": "形状没有碰到可以改变的内容",
    "Nothing would be left of the model; move the shapes or make them smaller": (
        "模型将一无所剩；请移动形状或将其缩小"
    ),
    "{name}: {voxels} voxels (before: {before}), {triangles} triangles": (
        "{name}：{voxels} 个体素（之前：{before}），{triangles} 个三角面"
    ),
    "{name} is flat; scale it by more than 0": "{name} 是平的；请以大于 0 的比例缩放",
    "Add Shape": "添加形状",
    "Add an empty at the 3D cursor that is a shape for editing voxels, as many voxels of the active object large "
    "as you say": ("在三维游标处添加用于编辑体素的形状空物体，大小以活动物体的体素计"),
    "Shape": "形状",
    "Which solid the empty is": "空物体是哪种实体",
    "Which solid this empty is when it edits voxels": "此空物体编辑体素时是哪种实体",
    "Size": "大小",
    "Half its width, in voxels": "宽度的一半，以体素计",
    "Shape Tools": "形状工具",
    "By Display": "按显示",
    "What the empty is shown as: a sphere, a cube as box, a cone, a circle as cylinder as high as wide, a single "
    "arrow as capsule; anything else as box": (
        "按空物体的显示：球体，立方体为方块，圆锥，圆形为等高等宽的圆柱，单箭头为胶囊；其他均为方块"
    ),
    "Sphere": "球体",
    "As the empty's sphere shows it": "如空物体的球体所示",
    "Box": "方块",
    "As the empty's cube shows it": "如空物体的立方体所示",
    "Rounded Box": "圆角方块",
    "A box with edges rounded by a quarter of its half": "边缘以半宽的四分之一为半径圆角的方块",
    "Cylinder": "圆柱",
    "Around the empty's Y axis, as its circle; as high as wide": "绕空物体的 Y 轴，如其圆形；高与宽相等",
    "Capsule": "胶囊",
    "Along the empty's arrow, rounded by a quarter of its length": "沿空物体的箭头，半径为其长度的四分之一",
    "Cone": "圆锥",
    "As the empty's cone shows it, its tip along Y": "如空物体的圆锥所示，尖端沿 Y",
    "Torus": "圆环",
    "A ring around the empty's Z axis, a quarter as thick as wide": "绕空物体 Z 轴的圆环，粗为宽的四分之一",
    "Half Space": "半空间",
    "All below the empty, as seen along its Z axis": "沿空物体 Z 轴看，其下方的一切",
}
