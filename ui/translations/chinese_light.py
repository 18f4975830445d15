"""Chinese texts of light maps: English text in, Chinese text out."""

from __future__ import annotations

LIGHT = {
    "Add Light Map": ("添加光照贴图"),
    (
        "Give the selected models a second UV layer in which no faces overlap, for baking light and for game "
        "engines, or renew it. Colors keep the first one. To bake: choose the image in an Image Texture node "
        "of each material, then press Bake in the render properties of Cycles"
    ): (
        "为选中的模型添加或更新第二个 UV 层，其中的面互不重叠，用于烘焙光照和游戏引擎。颜色仍使用第一个 UV 层。烘"
        "焙方法：在每个材质的图像纹理节点中选择该图像，然后在 Cycles 的渲染属性中点击烘焙"
    ),
    "Pixels along the side of a voxel; fewer where the light map would become larger than allowed": (
        "体素每边的像素数；如果光照贴图会超过允许的大小，则会减少"
    ),
    "Margin": ("边距"),
    "Free pixels around each flat piece, so that light does not run from one into another": (
        "每个平面块周围的空白像素，使光照不会从一块渗入另一块"
    ),
    "Let both sides of the light map be powers of two, as some game engines want": (
        "让光照贴图的两边都是 2 的幂，某些游戏引擎需要这样"
    ),
    "Pixels that a side of the light map may have at most": ("光照贴图每边最多的像素数"),
    "Together": ("合并"),
    "Put all selected models into one light map, else each has its own": (
        "将所有选中的模型放入一张光照贴图，否则每个模型各有一张"
    ),
    "New Image": ("新建图像"),
    "Make an image of the right size for each light map, into which light can be baked": (
        "为每张光照贴图创建大小合适的图像，以便烘焙光照"
    ),
    "32-bit Float": ("32 位浮点"),
    "Let the image hold light brighter than white": ("让图像可以保存比白色更亮的光"),
    "{name} Light Map": ("{name} 光照贴图"),
    "Light maps: {count}; {width} x {height} pixels, {used}% used": (
        "光照贴图：{count}；{width} x {height} 像素，已使用 {used}%"
    ),
    "Fewer pixels per voxel, for want of room: {names}": ("空间不足，每体素像素数已减少：{names}"),
    "Objects that share a mesh share its light; to bake each, make them single-user: {names}": (
        "共用网格的对象也共用光照；要分别烘焙，请将其设为单用户：{names}"
    ),
    "Objects from other files were left out: {names}": ("来自其他文件的对象已略过：{names}"),
    "Light maps to bake again: {count}": ("需要重新烘焙的光照贴图：{count}"),
    "Light maps that no longer fit were removed: {names}": ("已移除不再适合的光照贴图：{names}"),
}
