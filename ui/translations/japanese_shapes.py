"""Japanese texts of the shape tools: English text in, Japanese text out."""

from __future__ import annotations

SHAPES = {
    "Edit with Objects": "オブジェクトで編集",
    "Add, carve or paint the voxels of the active object where the other selected objects are: empties, which "
    "are the shapes that they show, and closed meshes. A voxel is inside if its middle is. All objects that "
    "share the mesh follow, and stay where they are; what was put on the mesh stays as with Use Mode": (
        "選択した他のオブジェクトがある所で、アクティブオブジェクトのボクセルを追加、削除、着色します。エンプ"
        "ティは表示どおりの形、メッシュは閉じたものが使えます。中心が内側にあるボクセルが対象です。同じメッシ"
        "ュを使うオブジェクトもすべて変わり、位置はそのままです。メッシュに付けたものはモードの変更と同様に残"
        "ります"
    ),
    "Action": "操作",
    "What the shapes do": "形が行うこと",
    "Add": "追加",
    "Carve": "削る",
    "Paint": "塗る",
    "Fill the empty cells of the shapes; filled ones keep their colors": (
        "形の中の空のセルを埋めます。埋まっているセルの色は変わりません"
    ),
    "Empty the cells of the shapes": "形の中のセルを空にします",
    "Give the filled cells of the shapes another color": "形の中の埋まったセルの色を変えます",
    "Color": "カラー",
    "The nearest color of the model's palette that its materials can show is taken": (
        "モデルのパレットのうち、マテリアルで表示できる最も近い色を使います"
    ),
    "Palette Number": "パレット番号",
    "The number of a color of the model's palette; 0 takes the one nearest to the color above": (
        "モデルのパレットの色の番号。0 なら上の色に最も近い色"
    ),
    "Smooth": "スムーズ",
    "Radius of the rounding between what is added and the model, in voxels": (
        "追加したものとモデルの間の丸みの半径（ボクセル）"
    ),
    "Select empties or closed meshes, and the model last": (
        "エンプティか閉じたメッシュを選択し、最後にモデルを選択してください"
    ),
    "The mesh was changed while it was edited. Try again": ("編集中にメッシュが変更されました。もう一度試してください"),
    "The shapes touch nothing that they could change": "形の中に変更できるものがありません",
    "Nothing would be left of the model; move the shapes or make them smaller": (
        "モデルが何も残らなくなります。形を移動するか小さくしてください"
    ),
    "{name}: {voxels} voxels (before: {before}), {triangles} triangles": (
        "{name}: {voxels} ボクセル（以前: {before}）、三角形 {triangles} 個"
    ),
    "{name} is flat; scale it by more than 0": "{name} は平らです。0 より大きく拡大してください",
    "Add Shape": "形を追加",
    "Add an empty at the 3D cursor that is a shape for editing voxels, as many voxels of the active object large "
    "as you say": (
        "ボクセルを編集する形となるエンプティを 3D "
        "カーソルに追加します。大きさはアクティブオブジェクトのボクセルで指定します"
    ),
    "Shape": "形",
    "Which solid the empty is": "エンプティがどの立体か",
    "Which solid this empty is when it edits voxels": "ボクセルを編集する時にこのエンプティがどの立体か",
    "Size": "サイズ",
    "Half its width, in voxels": "幅の半分（ボクセル）",
    "Shape Tools": "形ツール",
    "By Display": "表示に従う",
    "What the empty is shown as: a sphere, a cube as box, a cone, a circle as cylinder as high as wide, a single "
    "arrow as capsule; anything else as box": (
        "エンプティの表示に従います: "
        "球、立方体は直方体、円錐、円は幅と高さの等しい円柱、単一矢印はカプセル、その他は直方体"
    ),
    "Sphere": "球",
    "As the empty's sphere shows it": "エンプティの球の表示どおり",
    "Box": "直方体",
    "As the empty's cube shows it": "エンプティの立方体の表示どおり",
    "Rounded Box": "角丸直方体",
    "A box with edges rounded by a quarter of its half": "幅の半分の四分の一で角を丸めた直方体",
    "Cylinder": "円柱",
    "Around the empty's Y axis, as its circle; as high as wide": ("エンプティの円のように Y 軸まわり。高さは幅と同じ"),
    "Capsule": "カプセル",
    "Along the empty's arrow, rounded by a quarter of its length": "エンプティの矢印に沿い、長さの四分の一の半径",
    "Cone": "円錐",
    "As the empty's cone shows it, its tip along Y": "エンプティの円錐の表示どおり、先端は Y 方向",
    "Torus": "トーラス",
    "A ring around the empty's Z axis, a quarter as thick as wide": ("エンプティの Z 軸まわりの輪。太さは幅の四分の一"),
    "Half Space": "半空間",
    "All below the empty, as seen along its Z axis": "エンプティの Z 軸で見て下側すべて",
}
