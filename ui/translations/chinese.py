"""Simplified Chinese texts of operators, reports and the sidebar: English text in, Chinese text out."""

from __future__ import annotations

from .chinese_options import OPTIONS

CHINESE = OPTIONS | {
    # Operator and file handler
    "Import Voxels": "导入体素",
    "Import voxel models as meshes of few triangles, with their colors in a small texture": (
        "将体素模型导入为三角面很少的网格，颜色存放在一张小纹理中"
    ),
    "MagicaVoxel": "MagicaVoxel",
    "MagicaVoxel (.vox)": "MagicaVoxel (.vox)",
    "Import": "导入",
    # What is in files
    "1 model": "1 个模型",
    "{count} models": "{count} 个模型",
    "1 voxel": "1 个体素",
    "{count} voxels": "{count} 个体素",
    "Size {size}": "尺寸 {size}",
    "1 layer": "1 个层",
    "{count} layers": "{count} 个层",
    "{count} frames": "{count} 帧",
    # Reports
    "No file was chosen": "未选择文件",
    "{count} files": "{count} 个文件",
    "{made} of {count} files imported": "已导入 {made} / {count} 个文件",
    "1 object": "1 个物体",
    "{count} objects": "{count} 个物体",
    "{name}: {objects}, {triangles} triangles{share}, {seconds} s": (
        "{name}：{objects}，三角面 {triangles}{share}，{seconds} 秒"
    ),
    "({percent} % of the visible faces' {faces})": "({percent}%，可见面需 {faces} 个)",
    "{drawn} ({once} in different meshes)": "{drawn} (不同的网格合计 {once})",
    "1 more frame, choose Animate to import it": "还有 1 帧，选择“制作动画”即可导入",
    "{count} more frames, choose Animate to import them": "还有 {count} 帧，选择“制作动画”即可导入",
    "{name}: {first} (first of {count} warnings)": "{name}：{first} (共 {count} 条警告，此为第一条)",
    "{work}: {percent} % done. Esc: Cancel": "{work}：已完成 {percent}%。Esc：取消",
    "Cancelled": "已取消",
    "{name}: {mode}, {triangles} triangles (before: {before})": "{name}：{mode}，三角面 {triangles} (之前：{before})",
    "The mesh comes from another file, so it cannot be changed here": "此网格来自另一个文件，无法在这里更改",
    "This mode needs the colors in a texture. Import the file again with colors stored so": (
        "此模式需要颜色存于纹理。请以纹理存储颜色重新导入文件"
    ),
    "The mesh has shape keys, which would not fit another mesh. Remove them first": (
        "此网格带有形态键，它们不适合另一个网格。请先移除形态键"
    ),
    "The texture of the mesh was removed or changed in size. Import the file again": (
        "此网格的纹理已被移除或改变了大小。请重新导入文件"
    ),
    # Checks
    "Checks": "检查",
    "Show Polygons": "显示多边形",
    "Draw each polygon of Trivox meshes in a color of its own. Meshes and materials stay as they are; press again to "
    "end": ("用各不相同的颜色绘制 Trivox 网格的每个多边形。网格和材质保持不变；再按一次结束"),
    "Show T-Junctions": "显示 T 形接点",
    "Mark corners that lie within the sides of other faces, where renderers may show single bright pixels. Press "
    "again to end": ("标记落在其他面的边上的角，渲染时那里可能出现单个亮点。再按一次结束"),
    "Validate": "验证",
    "Check the mesh as it is now: every visible side of a voxel is there once and in its color, nothing else is, and "
    "all proofs of its mode hold. Nothing in the scene changes": (
        "检查网格现在的状态：体素的每个可见面都恰好出现一次且颜色正确，没有多余的面，并且其模式的所有证明都成立。"
        "场景不会有任何改变"
    ),
    "All proofs hold": "所有证明都成立",
    "{name}: all proofs hold": "{name}：所有证明都成立",
    "{name}: {count} faults, see Checks": "{name}：{count} 处错误，见“检查”",
    "Select Fault": "选择错误",
    "Select the faces that this is about, in Edit Mode": "在编辑模式中选中与此错误有关的面",
    "Fault": "错误",
    "Which one of the list": "列表中的哪一项",
    "The mesh was changed since it was validated. Validate it again": "验证之后网格已被更改。请重新验证",
    "{count} faces off the grid": "{count} 个面未对齐体素格",
    "{count} faces bent or aslant": "{count} 个面弯曲或倾斜",
    "{count} sides missing": "缺少 {count} 个面",
    "{count} sides there twice": "重复 {count} 个面",
    "{count} squares that are no sides": "{count} 个方格不是体素的面",
    "{count} T-junctions": "{count} 个 T 形接点",
    "{count} sides in wrong colors": "{count} 个面颜色错误",
    "Texture or its UVs removed": "纹理或其 UV 已被移除",
    "Edited, but shows the same": "已编辑，但外观相同",
    # Comparing and using modes
    "Modes": "模式",
    "Compare Modes": "比较模式",
    "See what each mode would make of the active object; nothing in the scene changes": (
        "查看每种模式会把活动物体变成什么样；场景不会有任何改变"
    ),
    "Use Mode": "使用此模式",
    "Make the mesh of the active object anew in this mode, and those of all selected objects, for all objects that "
    "share them. Names, materials, modifiers and transforms stay, and so do weights, UV layers, attributes and "
    "painted textures; you are asked before anything is lost": (
        "以此模式重新生成活动物体和所有选中物体的网格，对共用这些网格的所有物体生效。名称、材质、修改器和变换会保留，"
        "权重、UV 层、属性和绘制过的纹理也会保留；如有内容会丢失，会先询问"
    ),
    "No object is active": "没有活动物体",
    "The active object is no mesh that Trivox imported": "活动物体不是由 Trivox 导入的网格",
    "The file of this mesh holds triangles and no voxels. Import the .vox file instead": (
        "此网格的文件只含三角面，不含体素。请改为导入 .vox 文件"
    ),
    "This will be lost: {edits}": "以下内容将丢失：{edits}",
    "Lost: {edits}": "已丢失：{edits}",
    "moved vertices": "移动的顶点",
    "deleted faces": "删除的面",
    "added faces": "添加的面",
    "changed faces": "更改的面",
    "applied transforms": "已应用的变换",
    "changed UVs": "更改的 UV",
    "painted colors": "绘制的颜色",
    "painted texture": "绘制过的纹理",
    "marks on edges": "边上的标记",
    "attributes of text": "文本属性",
    "custom normals": "自定义法向",
    "{count} meshes": "{count} 个网格",
    "The mesh holds more than its model, which would vanish. Separate it first": (
        "此网格包含模型以外的内容，它们会消失。请先将其分离"
    ),
    "The mesh is a piece of a model, which would become whole again. Join the pieces first": (
        "此网格是模型的一部分，它会重新变成整体。请先合并各部分"
    ),
    "Drawn Area": "绘制面积",
    "Bytes of a compressed .tvx file": "压缩的 .tvx 文件的字节数",
    "T-Junctions": "T 形接点",
    "Yes": "是",
    "No": "否",
    "Triangles of the whole mesh, as games and renders draw them": "整个网格的三角面数，即游戏和渲染所绘制的数量",
    "Share": "占比",
    "Of the triangles that the visible faces of the voxels would take, two for each face": (
        "相对于体素可见面所需的三角面数，每个面两个"
    ),
    "In Games": "游戏中",
    "Vertices as games store them: a corner counts again for each direction and place in the texture that it has": (
        "游戏存储的顶点数：同一个角每多一个朝向或纹理位置，就多算一次"
    ),
    "Pixels": "像素",
    "Pixels of the texture, width times height": "纹理的像素数，宽度乘以高度",
    "Whether corners lie on the sides of neighbors, where single pixels can flicker and edges cannot be welded": (
        "是否有角落在相邻面的边上，那里可能有单个像素闪烁，边也无法焊接"
    ),
    "Area of all triangles, in sides of voxels: what a graphics card fills. Where triangles overlap it counts as "
    "often as it is drawn, and where they are clear it counts too": (
        "所有三角面的面积，以体素的侧面为单位：即显卡要填充的量。重叠处按绘制的次数计算，透明处也计算在内"
    ),
    "Needs the colors in a texture; those of this object are stored elsewhere": (
        "需要颜色存于纹理；此物体的颜色存于别处"
    ),
    "Press Compare Modes to see it": "按“比较模式”查看",
    "{triangles} of {faces} triangles": "{triangles} / {faces} 个三角面",
    "Proven: as few as there can be": "已证明：不可能更少",
    "Proven: as few as there can be without overlap": "已证明：不重叠时不可能更少",
    "At most {count} more than there must be": "最多比必需的多 {count} 个",
    "Best: {mode}, proven": "最佳：{mode}，已证明",
    "Best: {mode}, at most {count} too many": "最佳：{mode}，最多多出 {count} 个",
    "Proven fewest": "已证明最少",
    "Proven fewest without overlap": "已证明不重叠时最少",
    "At most {count} too many": "最多多出 {count} 个",
    # Compact files
    "Trivox (.tvx)": "Trivox (.tvx)",
    "View in Browser": "在浏览器中查看",
    "Trivox: View in Browser": "Trivox：在浏览器中查看",
    "Show models that were imported with Trivox in the browser, on a page of its own that can be sent to others": (
        "在浏览器中用可发送给他人的单个网页显示用 Trivox 导入的模型"
    ),
    "Which objects are shown": "显示哪些物体",
    "{path}: open this page in a browser": "{path}：请在浏览器中打开此网页",
    "{path}: opened in the browser": "{path}：已在浏览器中打开",
    "Export Trivox": "导出 Trivox",
    "Export models that were imported with Trivox to a compact file for games, from their voxels": (
        "将用 Trivox 导入的模型由其体素导出为供游戏使用的紧凑文件"
    ),
    "Source Collection": "源集合",
    "Export only the objects of this collection and of those inside it": "只导出此集合及其内部集合中的物体",
    "Which objects are exported": "导出哪些物体",
    "Selected": "选中项",
    "The selected objects": "选中的物体",
    "Visible": "可见",
    "The objects that can be seen": "能看到的物体",
    "All": "全部",
    "All objects of the scene; hidden ones are hidden in the file too": (
        "场景中的所有物体；隐藏的物体在文件中也是隐藏的"
    ),
    "Voxels": "体素",
    "Store the voxels too, so that who imports the file can compare and change modes and export again": (
        "同时存储体素，使导入该文件后可以比较和更改模式并再次导出"
    ),
    "Compress": "压缩",
    "Make the file smaller; a game has to unpack it before it can draw it": "使文件更小；游戏需要先解压才能绘制",
    "{name}: {objects}, {bytes} bytes, {triangles} triangles, {each} bytes per triangle, {seconds} s": (
        "{name}：{objects}，{bytes} 字节，三角面 {triangles}，每个 {each} 字节，{seconds} 秒"
    ),
    "1 object without voxels left out": "已略过 1 个没有体素的物体",
    "{count} objects without voxels left out": "已略过 {count} 个没有体素的物体",
    "{names}: left out, for the file holds quarter turns and voxels of {size} m only": (
        "{names}：已略过，因为文件只能存放 90° 的旋转和 {size} m 的体素"
    ),
    "{names}: moved to whole voxels, for the file holds no other places": (
        "{names}：已移到整数体素位置，因为文件不能存放其他位置"
    ),
    "{names}: written as imported, for the file is made of voxels and not of the edited mesh": (
        "{names}：按导入时的样子写入，因为文件由体素构成，而不是由编辑过的网格构成"
    ),
    "{names}: written as they stand now, for their animation was changed since the import": (
        "{names}：按现在的样子写入，因为导入后其动画已被更改"
    ),
    "{names} and {count} more": "{names} 和另外 {count} 个",
    "No object has voxels; only models of files that hold voxels have them": (
        "没有物体含有体素；只有来自含体素文件的模型才有"
    ),
    "There is no object to export": "没有可导出的物体",
    "There is no collection {name}": "没有集合 {name}",
    # Looks
    "Looks": "外观",
    "Let the 3D viewports of all workspaces show the colors of the models in solid shading, with the edges of their "
    "voxels. Press again to have them as they were": (
        "让所有工作区的 3D 视图在实体着色下显示模型的颜色及其体素的边。再按一次恢复原状"
    ),
    "Stage": "布景",
    "Add a sun, a sky, a ground and a camera that frames the selected objects, and let renders keep the colors of the "
    "palette. Press again to remove them and have camera, world and colors as before": (
        "添加日光、天空、地面和一台能拍到全部选中物体的摄像机，并让渲染保持调色板的颜色。再按一次将其移除，"
        "并恢复原来的摄像机、世界环境和颜色"
    ),
    "Soft Edges": "柔和边缘",
    "Round the edges of the selected models: in their materials if Cycles renders, else by a Bevel modifier. Press "
    "again to have them sharp": (
        "使选中模型的边变圆：用 Cycles 渲染时在材质中实现，否则使用“倒角”修改器。再按一次恢复锐利"
    ),
    "Width": "宽度",
    "Width of the rounding, in voxels": "圆边的宽度，以体素为单位",
    "Objects that stay sharp, for their mode or their edges cannot be rounded: {count}": (
        "因模式或边无法变圆而保持锐利的物体数：{count}"
    ),
    "The objects have no surface that a camera could show": "这些物体没有摄像机能拍到的表面",
    # Sidebar
    "Trivox": "Trivox",
    "No active object": "无活动物体",
    "Not a Trivox mesh": "不是 Trivox 网格",
    "Edited since the import": "导入后已编辑",
    "Active Object": "活动物体",
    "Selection": "选中项",
    "Step": "步骤",
    "Kept": "保留",
    "Triangles that the model takes after each step": "每一步之后模型所需的三角面数",
    "What stays of the triangles of the step before": "上一步的三角面还剩多少",
    "Whole Cubes": "完整立方体",
    "Every voxel as a cube of twelve triangles": "每个体素是一个由十二个三角面组成的立方体",
    "Outer Cubes": "外层立方体",
    "Only those voxels of which something can be seen": "只保留能看到一部分的体素",
    "Visible Faces": "可见面",
    "Only the sides of voxels that can be seen, two triangles each": "只保留体素能看到的面，每个面两个三角面",
    "Merged Areas": "合并区域",
    "Flat areas in one piece each, cut into as few triangles as their corners allow": (
        "每个平坦区域合为一块，再按其角所允许的最少数量切成三角面"
    ),
    "This Mesh": "此网格",
    "The mesh as Trivox made it": "Trivox 生成的网格",
    "These Meshes": "这些网格",
    "As Edited": "编辑后",
    "Triangles as the mesh is now": "网格现在的三角面数",
    "Vertices": "顶点",
    "Corners of the mesh, each once": "网格的角，每个只算一次",
    "Vertices in Games": "游戏中的顶点",
    "As games store them: a corner counts again for each direction and place in the texture that it has": (
        "游戏的存储方式：同一个角每多一个朝向或纹理位置，就多算一次"
    ),
    "Edges with 4 Faces": "四面共用的边",
    "Where voxels touch along an edge alone; 3D printing refuses such edges": (
        "体素仅沿一条边接触的地方；3D 打印不接受这样的边"
    ),
    "Import with Part Edges for 3D printing": "3D 打印请启用“拆分边”导入",
    "Pixels from left to right and from bottom to top": "从左到右和从下到上的像素数",
    "Textures": "纹理",
    "Different images": "不同的图像数",
    "Texture Used": "纹理使用率",
    "How much of the texture holds colors; the rest is empty": "纹理中有颜色的部分所占的比例；其余为空",
    "How the visible sides of the voxels became a mesh": "体素的可见面是如何变成网格的",
    "What became of walls of hollows that cannot be seen from outside": "从外面看不到的空腔内壁是如何处理的",
    "Removed": "已移除",
    "Mixed": "不一致",
    "Steps of the Selection": "选中项的步骤",
    "Shared meshes count for each object": "共用的网格按物体分别计数",
    # Files
    "Files": "文件",
    "File": "文件",
    "Find": "查找",
    "Reload": "重新加载",
    "Read the files of the selected objects again, or all files if none is selected, and bring the scene up to date. "
    "What you moved, renamed, edited or added stays": (
        "重新读取选中物体的文件 (未选中时读取所有文件)，并更新场景。你移动、重命名、编辑或添加的内容会保留"
    ),
    "The file, by the name that its collection has for it; by default those of the selected objects": (
        "要读取的文件，以其集合所用的名称表示；默认为选中物体的文件"
    ),
    "Edited Meshes Too": "包括编辑过的网格",
    "Make meshes anew that were edited by hand, if their models changed; the edits are lost": (
        "如果模型有变化，手动编辑过的网格也重新生成；所作的编辑会丢失"
    ),
    "The file is not known any more; import it again": "此文件已无记录；请重新导入",
    "Follow File": "跟随文件",
    "Reload the file by itself each time it is saved in MagicaVoxel": "每次在 MagicaVoxel 中保存文件时自动重新加载",
    "Follow": "跟随",
    "Whether the file is followed": "是否跟随此文件",
    "No selected object comes from a file that is known": "选中的物体都不是来自已知的文件",
    "1 model changed": "1 个模型已更改",
    "{count} models changed": "{count} 个模型已更改",
    "1 new": "新增 1 个",
    "{count} new": "新增 {count} 个",
    "1 gone": "消失 1 个",
    "{count} gone": "消失 {count} 个",
    "1 moved": "移动 1 个",
    "{count} moved": "移动 {count} 个",
    "nothing changed": "没有变化",
    "{names}: no longer in the file, kept because you changed them": "{names}：文件中已不存在，因你更改过而保留",
    "{names}: changed in the file, kept because the meshes were edited": "{names}：文件中已更改，因网格被编辑过而保留",
    # Totals and budget
    "Triangles in Total": "三角面总数",
    "Collection": "集合",
    "Scene": "场景",
    "Drawn": "绘制",
    "Triangles that can be seen, before modifiers: each instance counts, and what is hidden does not": (
        "能看到的三角面，不计修改器：每个实例都算，隐藏的不算"
    ),
    "Stored": "存储",
    "Triangles in memory and files: each mesh counts once, however often it is used": (
        "内存和文件中的三角面：每个网格无论使用多少次都只算一次"
    ),
    "Objects": "物体",
    "Objects with a mesh, and instances of collections": "带网格的物体和集合实例",
    "Triangle Budget": "三角面预算",
    "Show how much of a number of triangles the visible objects of the scene take": (
        "显示场景的可见物体占用了三角面限额的多少"
    ),
    "How many triangles the scene may have": "场景最多可以有多少三角面",
    "{count} of {budget}": "{count} / {budget}",
    "{count} too many": "超出 {count} 个",
    # Problems of an import
    "{made} of {files} files imported": "已导入 {made} / {files} 个文件",
    "1 warning": "1 条警告",
    "{count} warnings": "{count} 条警告",
    "{count} more": "还有 {count} 条",
    "Dismiss": "关闭",
    "Empty this list": "清空此列表",
    "Copy All": "全部复制",
    "Copy the whole list as text": "将整个列表复制为文本",
    # Preferences
    "Preset": ("预设"),
    "What the import dialog begins with in each session; then it remembers what you chose": (
        "每次启动后导入对话框最先使用的设置；之后会记住您的选择"
    ),
    "None": ("无"),
    "The defaults": ("默认设置"),
    "Where the colors of the voxels are kept, if the import dialog begins with no preset": (
        "导入对话框不以预设开始时，体素颜色的保存位置"
    ),
    "Follow Interval": ("跟随间隔"),
    "Seconds between looks at files that are followed": ("检查所跟随文件的间隔秒数"),
}
