"""Japanese texts of what makes voxels: English text in, Japanese text out."""

from __future__ import annotations

VOXELIZE = {
    "Convert": "変換",
    "Voxelize": "ボクセル化",
    "Make voxel models of the selected objects: meshes with their modifiers, instances, text, "
    "curves and metaballs, with the colors of their materials, textures and color attributes": (
        "選択したオブジェクトからボクセルモデルを作ります: モディファイアーを含むメッシュ、インスタンス"
        "、テキスト、カーブ、メタボールを、マテリアル、テクスチャ、カラー属性の色とともに"
    ),
    "Size By": "サイズの指定",
    "What says how large voxels are": "ボクセルの大きさを何で決めるか",
    "Number": "個数",
    "So many voxels along the longest side of all that is selected": "選択全体の最も長い辺に沿ったボクセルの数",
    "Length": "長さ",
    "The edge of a voxel has this length": "ボクセルの辺がこの長さになります",
    "Voxels along the longest side of all that is selected": "選択全体の最も長い辺に沿ったボクセル",
    "Length of the edge of a voxel": "ボクセルの辺の長さ",
    "Along": "向き",
    "How the voxels lie": "ボクセルの並ぶ向き",
    "World": "ワールド",
    "Along the axes of the world": "ワールドの軸に沿って",
    "Along the axes of the active object, however it is turned": (
        "アクティブオブジェクトの回転にかかわらず、その軸に沿って"
    ),
    "Inside": "内部",
    "What becomes of the space inside closed surfaces": "閉じた面の内側の空間をどうするか",
    "Solid": "中身あり",
    "Fill what is inside, also of surfaces with small holes": "小さな穴のある面でも、内側を埋めます",
    "Surface Only": "表面のみ",
    "Make voxels of the surface alone": "表面だけからボクセルを作ります",
    "Keep Thin Parts": "薄い部分を残す",
    "Keep parts that are thinner than a voxel, such as leaves and cloth": (
        "葉や布など、ボクセルより薄い部分を残します"
    ),
    "Thick Surface": "厚い表面",
    "Fill every voxel that the surface touches, and not as few as leave no gap": (
        "隙間のない最小限ではなく、表面が触れるすべてのボクセルを埋めます"
    ),
    "Palette": "パレット",
    "Which colors the voxels have": "ボクセルの色",
    "Own": "独自",
    "Up to 255 colors that fit best": "最も合う 255 色まで",
    "Active Model": "アクティブモデル",
    "The colors of the active object, a model of Trivox, which stays as it is": (
        "アクティブオブジェクト (Trivox のモデル) の色。モデル自体は変わりません"
    ),
    "Dither": "ディザー",
    "Mix colors that the palette lacks, voxel by voxel": "パレットにない色をボクセルごとに混ぜて表します",
    "Make": "作成",
    "How many objects come out": "いくつのオブジェクトができるか",
    "One Object": "1 つのオブジェクト",
    "All that is selected becomes one model": "選択したものすべてが 1 つのモデルになります",
    "One per Object": "オブジェクトごと",
    "Each selected object becomes a model of its own, with voxels of the same size": (
        "選択した各オブジェクトが、同じ大きさのボクセルの別々のモデルになります"
    ),
    "Originals": "元のオブジェクト",
    "What becomes of the selected objects": "選択したオブジェクトをどうするか",
    "Hide": "隠す",
    "Hide them in the viewports and in renders": "ビューポートとレンダーで隠します",
    "Leave them as they are": "そのままにします",
    "Select objects that have a surface, such as meshes, text or curves": (
        "メッシュ、テキスト、カーブなど、面のあるオブジェクトを選択してください"
    ),
    "About {x} × {y} × {z} cells": "約 {x} × {y} × {z} セル",
    "Too many: {x} × {y} × {z} cells": "多すぎます: {x} × {y} × {z} セル",
    "The selected objects have no faces, so there is nothing to voxelize": (
        "選択したオブジェクトに面がないため、ボクセル化するものがありません"
    ),
    "Only the active object is selected, which gives its palette; select others as well": (
        "選択されているのはパレットの元になるアクティブオブジェクトだけです。ほかのオブジェクトも選択してください"
    ),
    "The active object is no model of Trivox, so it has no palette to take": (
        "アクティブオブジェクトは Trivox のモデルではないため、使えるパレットがありません"
    ),
    "Materials whose colors are made by nodes got their viewport color: {names}": (
        "ノードで色を作るマテリアルはビューポートの色になりました: {names}"
    ),
    "{voxels} voxels, {triangles} triangles in {seconds} s": "{voxels} ボクセル、{triangles} 三角形、{seconds} 秒",
}
