"""Japanese texts of levels of detail and shapes for physics: English text in, Japanese text out."""

from __future__ import annotations

GAME = {
    "A hull of {corners} corners": "角が {corners} 個の凸包",
    "Any": "すべて",
    "As the Model": "モデルと同じ",
    "Boxes": "ボックス",
    "Boxes along the axes of the model": "モデルの軸に沿ったボックス",
    "Boxes at Most": "ボックスの上限",
    "Boxes hold all voxels, and more": "ボックスはすべてのボクセルを含み、それより大きくなります",
    "Boxes hold nothing but voxels, and not all": "ボックスはボクセルだけを含みますが、すべてではありません",
    "Coarse Boxes": "粗いボックス",
    "Collision": "コリジョン",
    "Fill what is half full, and what the outline needs as seen from the six sides": (
        "半分以上埋まっているセルと、6 方向から見た輪郭に必要なセルを埋めます"
    ),
    "Fill what is half full; volumes stay, thin parts go": (
        "半分以上埋まっているセルを埋めます。体積は保たれ、薄い部分は消えます"
    ),
    "Fill whatever holds a voxel; nothing gets lost, and everything grows": (
        "ボクセルを含むセルをすべて埋めます。何も失われず、全体が大きくなります"
    ),
    "For each selected model, make boxes or a hull that stand for it in the physics of games, as wires "
    "below it that renders do not show; those made before are replaced": (
        "選択した各モデルについて、ゲームの物理でモデルの代わりになるボックスまたは凸包を作ります。モデル"
        "の下のワイヤーで、レンダーには表示されません。以前に作ったものは置き換えられます"
    ),
    "For each selected model, make coarser ones that games show from farther away: of voxels 2, 4, 8 .. "
    "times as large. Objects get the names that Unity and Unreal know, NAME_LOD0 and so on, below an "
    "empty; levels are hidden and follow the model, and those made before are replaced": (
        "選択した各モデルについて、ゲームが遠くから表示する粗いモデルを、2、4、8 .. 倍の大きさのボクセル"
        "で作ります。オブジェクトには Unity と Unreal が認識する名前 NAME_LOD0 などが付き、エンプティの下"
        "に置かれます。レベルは非表示でモデルに追従し、以前に作ったものは置き換えられます"
    ),
    "From": "距離",
    "How boxes lie where there are fewer than it takes": "必要な数より少ないときのボックスの置き方",
    "How many boxes there may be; 0 for as many as fill the model exactly": (
        "ボックスの最大数。0 はモデルを正確に埋める数"
    ),
    "How many coarser models of each go into the file, for games to show from farther away": (
        "ゲームが遠くから表示する粗いモデルを、モデルごとにいくつファイルに入れるか"
    ),
    "How many coarser models; small models have fewer": "粗いモデルの数。小さなモデルでは少なくなります",
    "How often to try to do with fewer boxes. More take longer": (
        "ボックスを減らす試行の回数。多いほど時間がかかります"
    ),
    "How the levels become meshes": "レベルをメッシュにする方法",
    "Hull": "凸包",
    "In the mode of each model": "各モデルのモードで",
    "It takes {count} boxes to fill the model, too many objects; limit their number": (
        "モデルを埋めるには {count} 個のボックスが必要で、オブジェクトが多すぎます。数を制限してください"
    ),
    "Keep walls closed that are thinner than half a voxel of a level": (
        "レベルのボクセルの半分より薄い壁を閉じたままにします"
    ),
    "Level": "レベル",
    "Levels": "レベル",
    "Majority": "過半数",
    "Make Collision": "コリジョンを作成",
    "Make Levels": "レベルを作成",
    "NAME_00-convcolonly": "NAME_00-convcolonly",
    "Names For": "名前の対象",
    "One body without hollows around the whole model": "モデル全体を囲む、くぼみのない 1 つの立体",
    "Outside": "外側",
    "Select models that have voxels; only those of files that hold voxels have them": (
        "ボクセルを持つモデルを選択してください。ボクセルを含むファイルのモデルだけが持っています"
    ),
    "Silhouette": "シルエット",
    "Store shapes for the physics of games, too": "ゲームの物理用の形状も保存します",
    "The engine whose importer knows the names": "名前を認識するインポーターのエンジン",
    "Tries": "試行回数",
    "UBX_NAME_00 for boxes, UCX_NAME_00 for hulls": "ボックスは UBX_NAME_00、凸包は UCX_NAME_00",
    "What an animation shows in turn can have no levels of detail": (
        "アニメーションが順番に表示するものには詳細レベルを作れません"
    ),
    "What of the model larger voxels keep": "大きなボクセルがモデルの何を残すか",
    "What stands for the model in physics": "物理でモデルの代わりになるもの",
    "a hull of {corners} corners": "角が {corners} 個の凸包",
    "level {number}: {triangles} triangles from {distance}": (
        "レベル {number}: {triangles} 個の三角形、距離 {distance}"
    ),
    "{count} boxes, which fill it exactly; no fewer than {bound} can": (
        "正確に埋める {count} 個のボックス。{bound} 個未満ではできません"
    ),
    "{count} boxes; to fill it exactly takes {bound} or more": (
        "{count} 個のボックス。正確に埋めるには {bound} 個以上必要です"
    ),
    "{count} objects with levels of detail; {name}: {levels}": (
        "詳細レベルを持つ {count} 個のオブジェクト。{name}: {levels}"
    ),
    "{count} objects with shapes for physics; {name}: {shape}": (
        "物理用の形状を持つ {count} 個のオブジェクト。{name}: {shape}"
    ),
    "{names}: left out, for an animation shows them in turn": (
        "{names}: アニメーションが順番に表示するため除外しました"
    ),
    "{names}: too small for levels of detail": "{names}: 詳細レベルには小さすぎます",
    "{name}: {levels}": "{name}: {levels}",
    "{name}: {shape}": "{name}: {shape}",
}
