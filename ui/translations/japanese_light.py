"""Japanese texts of light maps: English text in, Japanese text out."""

from __future__ import annotations

LIGHT = {
    "Add Light Map": ("ライトマップを追加"),
    (
        "Give the selected models a second UV layer in which no faces overlap, for baking light and for game "
        "engines, or renew it. Colors keep the first one. To bake: choose the image in an Image Texture node "
        "of each material, then press Bake in the render properties of Cycles"
    ): (
        "選択したモデルに、面が重ならない 2 つ目の UV レイヤーを追加するか、更新します。ライトのベイクやゲームエ"
        "ンジン用です。色は 1 つ目のレイヤーを使い続けます。ベイクするには、各マテリアルの画像テクスチャノードで"
        "画像を選び、Cycles のレンダープロパティでベイクを押します"
    ),
    "Pixels along the side of a voxel; fewer where the light map would become larger than allowed": (
        "ボクセルの一辺のピクセル数。ライトマップが許される大きさを超える場合は少なくなります"
    ),
    "Margin": ("余白"),
    "Free pixels around each flat piece, so that light does not run from one into another": (
        "平らな部分それぞれの周りの空きピクセル。光が隣の部分に漏れないようにします"
    ),
    "Let both sides of the light map be powers of two, as some game engines want": (
        "ライトマップの両辺を 2 の累乗にします。一部のゲームエンジンが必要とします"
    ),
    "Pixels that a side of the light map may have at most": ("ライトマップの一辺の最大ピクセル数"),
    "Together": ("まとめる"),
    "Put all selected models into one light map, else each has its own": (
        "選択したすべてのモデルを 1 つのライトマップに入れます。オフの場合はそれぞれ別になります"
    ),
    "New Image": ("新規画像"),
    "Make an image of the right size for each light map, into which light can be baked": (
        "ライトをベイクできる、正しい大きさの画像をライトマップごとに作成します"
    ),
    "32-bit Float": ("32 ビット浮動小数点"),
    "Let the image hold light brighter than white": ("白より明るい光を画像に保存できるようにします"),
    "{name} Light Map": ("{name} ライトマップ"),
    "Light maps: {count}; {width} x {height} pixels, {used}% used": (
        "ライトマップ: {count}、{width} x {height} ピクセル、使用率 {used}%"
    ),
    "Fewer pixels per voxel, for want of room: {names}": (
        "場所が足りないため、ボクセルあたりのピクセルを減らしました: {names}"
    ),
    "Objects that share a mesh share its light; to bake each, make them single-user: {names}": (
        "メッシュを共有するオブジェクトは光も共有します。それぞれベイクするにはシングルユーザー化してください: {names}"
    ),
    "Objects from other files were left out: {names}": ("他のファイルのオブジェクトは除外されました: {names}"),
    "Light maps to bake again: {count}": ("ベイクし直すライトマップ: {count}"),
    "Light maps that no longer fit were removed: {names}": ("収まらなくなったライトマップを削除しました: {names}"),
}
