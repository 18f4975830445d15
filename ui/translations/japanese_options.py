"""Japanese texts of the options that a user chooses from: English text in, Japanese text out."""

from __future__ import annotations

from .japanese_colors import COLORS

OPTIONS = COLORS | {
    # Options of the mesh
    "Mesh": "メッシュ",
    "Mode": "モード",
    "How the visible sides of the voxels become a mesh": "ボクセルの見える面をメッシュにする方法",
    "Voxel Faces": "ボクセル面",
    "One square for each visible side of a voxel. Most triangles; easy to edit and rig": (
        "ボクセルの見える面ごとに正方形を 1 つ作ります。三角面が最も多く、編集やリグ付けがしやすいです"
    ),
    "Polygons": "ポリゴン",
    "Flat areas become one piece whatever their colors, so that few triangles are left": (
        "平らな部分を色に関係なく 1 つにまとめ、三角面を少なくします"
    ),
    "Watertight": "隙間なし",
    "Like Polygons, but corners meet only corners, so that no gap can show. A few triangles more": (
        "ポリゴンと同じですが、角は角どうしでだけ接するので、隙間が見えません。三角面は少し増えます"
    ),
    "Rectangles": "長方形",
    "Flat areas are cut into as few rectangles as possible. Fewer triangles than Polygons; the price is corners on "
    "the sides of their neighbors (T-junctions) inside flat areas": (
        "平らな部分をできるだけ少ない長方形に分けます。三角面はポリゴンより少なくなりますが、平らな部分の中で、"
        "隣の辺の途中に角ができます (T字接合)"
    ),
    "Fewest": "最少",
    "As few rectangles as possible, which may overlap and reach under what is buried. Looks the same from "
    "everywhere outside where nothing traces rays, so it is for drawing in games; not for 3D printing, Cycles, "
    "collision, baking, cutting open, nor for the modifiers Bevel, Boolean, Decimate, Remesh, Solidify, Subdivision "
    "Surface and Weld": (
        "できるだけ少ない長方形にします。長方形は重なったり、隠れた所の下まで伸びたりします。"
        "レイトレーシングをしない描画なら、外側のどこから見ても同じなので、ゲームの描画に向いています。3Dプリント、"
        "Cycles、コリジョン、ベイク、切り開く編集には使えず、モディファイアーのベベル、ブーリアン、デシメート、"
        "リメッシュ、ソリッド化、サブディビジョンサーフェス、溶接にも使えません"
    ),
    "Cutout": "切り抜き",
    "Far fewer triangles: rectangles that reach over anything and are clear in the texture where there is nothing. "
    "For many small props, distant models, mobile and VR; not for 3D printing, collision, baking, bevels and other "
    "modifiers. It costs drawn area (see Compare Modes), and the colors have to be in a texture": (
        "三角面がはるかに少なくなります。長方形はどこへでも広がり、何もない所はテクスチャが透明です。多数の小物、遠"
        "くのモデル、モバイルや VR に向きます。3D プリント、衝突判定、ベイク、ベベルなどのモディファイアーには向きま"
        "せん。描画面積が増え (「モードを比較」を参照)、カラーはテクスチャに入れる必要があります"
    ),
    "Texels per Rectangle": "長方形あたりのテクセル",
    "How many pixels of the texture a rectangle that is saved may cost, in the mode Cutout. More leave fewer "
    "triangles and larger clear areas: 0 draws hardly more than Fewest, 1,048,576 leaves two triangles for each "
    "plane. The power of two below it counts": (
        "「切り抜き」モードで、長方形を 1 つ減らすために使ってよいテクスチャのピクセル数。増やすと三角面が減り、透明"
        "な部分が広がります。0 では描画量は「最少」とほぼ同じ、1,048,576 では平面ごとに三角面 2 つになります。その値"
        "以下の 2 のべき乗が使われます"
    ),
    "Search Effort": "探索の量",
    "How long to search where simple rules do not tell the fewest rectangles. More can leave fewer triangles, or "
    "prove that there cannot be fewer": (
        "最も少ない長方形が簡単な規則で決まらない所を、どれだけ長く探すか。増やすと、三角面が減ったり、"
        "これより減らせないと証明できたりします"
    ),
    "Sealed Interior": "閉じた内部",
    "What to do with walls of hollows that cannot be seen from outside": "外から見えない空洞の壁をどうするか",
    "Remove": "削除",
    "Leave out what nobody can see from outside": "外から見えないものを除きます",
    "Keep": "維持",
    "Keep the walls of closed hollows, to cut the model open later": (
        "閉じた空洞の壁を残します。後でモデルを切り開くときに使います"
    ),
    "Faces": "面",
    "What the faces of the mesh are in Blender; the game or render sees triangles either way": (
        "Blender でのメッシュの面の種類。ゲームやレンダリングではどれも三角面になります"
    ),
    "Quads": "四角面",
    "Rectangles stay whole, with four corners; the rest are triangles": (
        "長方形は 4 つの角を持つ 1 つの面のままにし、残りは三角面にします"
    ),
    "Triangles": "三角面",
    "Triangles only": "三角面だけにします",
    "N-gons": "Nゴン",
    "Flat pieces stay whole, for editing and bevels; those with holes are cut into a few": (
        "平らな部分を 1 つの面のままにします。編集やベベルに向いています。穴のあるものはいくつかに分けます"
    ),
    "Part Edges": "辺を分離",
    "Double the vertices along edges that four faces share, as 3D printing wants": (
        "4 つの面が共有する辺の頂点を二重にします。3Dプリントに必要です"
    ),
    "Overlap": "重なり",
    "Part of a voxel by which pieces reach over their sides where corners lie within them, so that no background shows "
    "between them. 0.004 does for nearly all; pieces then share no corners. In Cutout, 0 stands for 0.001": (
        "辺の途中に角がある部分を、辺の外へ広げる量（ボクセルに対する割合）。すき間から背景が見えなくなります。"
        "ほとんどの場合 0.004 で十分です。広げた部分は頂点を共有しません。"
        "切り抜きでは 0 は 0.001 を意味します"
    ),
    # Options of the scene
    "Scene": "シーン",
    "Voxel Size": "ボクセルサイズ",
    "Length of the edge of one voxel, where the file does not tell it": (
        "ボクセル 1 つの辺の長さ。ファイルに書かれていない場合に使います"
    ),
    "Length of the edge of one voxel in metres, where the file does not tell it": (
        "ボクセル 1 つの辺の長さ (メートル)。ファイルに書かれていない場合に使います"
    ),
    "Groups": "グループ",
    "What becomes of the groups of the file": "ファイルのグループをどうするか",
    "Parents": "親",
    "Each group becomes an empty object that moves all that is in it": (
        "各グループをエンプティにします。動かすと中のものもすべて動きます"
    ),
    "Flat": "階層なし",
    "Objects only, each at its place in the world": "オブジェクトだけを、それぞれワールドの位置に置きます",
    "Show Colors": "色を表示",
    "Let the 3D viewports of all workspaces show the colors where their solid shading would show the mean color of "
    "each model": (
        "すべてのワークスペースの 3Dビューポートで、ソリッド表示が各モデルの平均の色になってしまう場合に、"
        "本来の色を表示します"
    ),
    "Files": "ファイル",
    "Where files stand that are imported together or dropped into a viewport": (
        "一緒にインポートしたファイルや、ビューポートにドロップしたファイルをどこに置くか"
    ),
    "Several files stand side by side, and what is dropped stands where it was dropped": (
        "複数のファイルは横に並べ、ドロップしたファイルはその場所に置きます"
    ),
    "As Saved": "保存した位置",
    "Every file stands where it was saved, so that the parts of one scene fit together": (
        "どのファイルも保存されたときの位置に置きます。1 つのシーンを分けたファイルがぴったり合います"
    ),
    "Origin": "原点",
    "Where the origin of each object is, around which it turns; nothing that can be seen moves": (
        "各オブジェクトが回転する中心になる原点の位置。見た目の位置は変わりません"
    ),
    "MagicaVoxel's Pivot": "MagicaVoxel のピボット",
    "Where MagicaVoxel turns the object: the middle of its size": (
        "MagicaVoxel がオブジェクトを回転させる点 (サイズの中央)"
    ),
    "Center": "中心",
    "The middle of its voxels": "ボクセルの中央",
    "Bottom Center": "底の中心",
    "The middle of the bottom of its voxels, to stand it on something": (
        "ボクセルの底の中央。何かの上に置くときに便利です"
    ),
    "Corner": "角",
    "The lowest, left, front corner of its voxels": "ボクセルの一番下の左手前の角",
    "At World Origin": "ワールド原点に置く",
    "Move all objects of the file together so that they stand on the middle of the world": (
        "ファイルのすべてのオブジェクトをまとめて動かし、ワールドの中央に立つようにします"
    ),
    "What becomes of objects that touch or overlap": "接触したり重なったりするオブジェクトをどうするか",
    "Separate": "分離",
    "Every object is whole": "どのオブジェクトも完全な形のままです",
    "Separate, without Contacts": "分離、接触面なし",
    "Objects stay apart, but faces that others hide where they touch or overlap are left out": (
        "オブジェクトは別々のままですが、接触や重なりで隠れる面を除きます"
    ),
    "Joined": "統合",
    "All that is seen becomes one mesh, without faces inside. Groups and layers are lost": (
        "見えるものすべてを、内部に面のない 1 つのメッシュにします。グループとレイヤーは失われます"
    ),
    # Layers, animation, cameras and light
    "Layers and Visibility": "レイヤーと可視性",
    "Layers": "レイヤー",
    "What becomes of the layers of the file": "ファイルのレイヤーをどうするか",
    "Collections": "コレクション",
    "A collection for each layer that is used": "使われているレイヤーごとにコレクションを作ります",
    "Custom Property": "カスタムプロパティ",
    "The name of its layer as a custom property of each object": (
        "レイヤーの名前を、各オブジェクトのカスタムプロパティに入れます"
    ),
    "Ignore": "無視",
    "Layers are forgotten, except that hidden ones are not seen": (
        "レイヤーの情報は残りませんが、非表示のレイヤーは見えないままです"
    ),
    "Hidden Objects": "非表示の扱い",
    "What becomes of objects and layers that are hidden in the file": (
        "ファイルで非表示のオブジェクトとレイヤーをどうするか"
    ),
    "Import Hidden": "非表示でインポート",
    "They arrive hidden, in viewports and renders": "ビューポートでもレンダリングでも非表示の状態でインポートします",
    "Skip": "スキップ",
    "They are not imported": "インポートしません",
    "Loose Models": "配置のないモデル",
    "What becomes of several models that the file places nowhere, as old files have them": (
        "古いファイルのように、複数のモデルに配置が決められていない場合にどうするか"
    ),
    "Side by Side": "横に並べる",
    "One object for each model, in a row": "モデルごとに 1 つのオブジェクトを作り、一列に並べます",
    "As Frames": "フレームにする",
    "An animation that shows one model after the other in the same place": (
        "同じ場所でモデルを順番に表示するアニメーションにします"
    ),
    "Animation": "アニメーション",
    "Which frames of an animated file are imported": "アニメーションのあるファイルの、どのフレームをインポートするか",
    "First Frame": "最初のフレーム",
    "Nothing moves": "何も動きません",
    "One Frame": "1 フレーム",
    "The frame of your choice; nothing moves": "選んだフレーム。何も動きません",
    "Animate": "アニメーション化",
    "Key where each object is, and which model it shows, in each frame": (
        "各フレームでのオブジェクトの位置と表示するモデルを、キーフレームにします"
    ),
    "Frame": "フレーム",
    "The frame to import, as MagicaVoxel counts them from 0": (
        "インポートするフレーム。MagicaVoxel と同じく 0 から数えます"
    ),
    "Frames per Second": "毎秒フレーム数",
    "How many frames of MagicaVoxel are played in a second": "MagicaVoxel のフレームを 1 秒間にいくつ再生するか",
    "Show Frames By": "フレームの切り替え",
    "What is keyed of the models that an object shows one after the other": (
        "オブジェクトが順番に表示するモデルの、何にキーフレームを付けるか"
    ),
    "Scale": "スケール",
    "Those whose turn it is not have no size. Plays in glTF, FBX and USD as well": (
        "順番でないモデルの大きさをゼロにします。glTF、FBX、USD でも再生できます"
    ),
    "Visibility": "可視性",
    "They are hidden in viewports and renders. Exporters show all frames at once": (
        "順番でないモデルを、ビューポートとレンダリングで非表示にします。エクスポーターはすべてのフレームを同時に表示"
        "します"
    ),
    "They have no size and are hidden. Exporters show all frames at once": (
        "順番でないモデルの大きさをゼロにし、非表示にします。エクスポーターはすべてのフレームを同時に表示します"
    ),
    "Set Scene Range": "シーン範囲を設定",
    "Let the scene begin and end with the animation, if the file says where it begins and ends": (
        "ファイルにアニメーションの始まりと終わりがあれば、シーンの始まりと終わりをそれに合わせます"
    ),
    "Cameras and Light": "カメラとライト",
    "Cameras": "カメラ",
    "Import the stored cameras of the file": "ファイルに保存されたカメラをインポートします",
    "Sun and Sky": "太陽と空",
    "Import the sun of the file, and let the scene have a new world with the color of its sky": (
        "ファイルの太陽をインポートし、空の色を付けた新しいワールドをシーンに設定します"
    ),
    "Again": "再インポート",
    "What becomes of a file that was imported before with the same options and is still the same": (
        "前に同じオプションでインポートし、その後変わっていないファイルをどうするか"
    ),
    "As Instances": "共有する",
    "The new objects share the meshes that are there, and take no more memory": (
        "新しいオブジェクトが今あるメッシュを共有します。メモリは増えません"
    ),
    "As New": "新しく作る",
    "All is made anew, so that each import can be changed by itself": (
        "すべてを新しく作るので、インポートごとに別々に変更できます"
    ),
    # Presets
    "3D Print": "3Dプリント",
    "Game": "ゲーム",
    "Godot": "Godot",
    "Render": "レンダー",
    "Many Small Props": "多数の小物",
    "Rig / Edit": "リグ / 編集",
    "Unity": "Unity",
    "Unreal": "Unreal",
    "three.js": "three.js",
}
