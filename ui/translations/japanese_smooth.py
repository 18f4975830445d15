"""Japanese texts of smooth surfaces: English text in, Japanese text out."""

from __future__ import annotations

SMOOTH = {
    "Smooth": "スムーズ",
    "Use Smooth Surface": "滑らかな表面を使用",
    "Turn the voxels of the selected objects into smooth closed surfaces, for all objects that share "
    "them. The mesh as it is now is kept and comes back when you choose another mode; what you do to the "
    "smooth surface itself is lost then. Exported .tvx files stay exact": (
        "選択したオブジェクトのボクセルを滑らかな閉じた表面にします。メッシュを共有するすべてのオブ"
        "ジェクトに適用されます。今のメッシュは保存され、別のモードを選ぶと元に戻ります。滑らかな表"
        "面に加えた変更はそのとき失われます。書き出した .tvx ファイルは正確なままです"
    ),
    "Method": "方式",
    "How the surface is made": "表面の作り方",
    "Surface Nets": "サーフェスネット",
    "Round shapes of even triangles, with a corner between each eight voxels": (
        "均一な三角形による丸い形。8 個のボクセルの間ごとに頂点が 1 つあります"
    ),
    "Marching Cubes": "マーチングキューブ",
    "Beveled shapes, with a corner on each visible side of a voxel": (
        "面取りされた形。ボクセルの見える面ごとに頂点が 1 つあります"
    ),
    "Blur": "ぼかし",
    "How far corners are rounded; nothing thin vanishes": "角を丸める度合い。細い部分も消えません",
    "How colors meet on the surface": "表面で色がどう接するか",
    "Per Face": "面ごと",
    "Each triangle has the color of its voxel": "各三角形はそのボクセルの色になります",
    "Colors run into each other from corner to corner, and materials can be blended": (
        "色が頂点から頂点へ混ざり合い、マテリアルもブレンドできます"
    ),
    "Join Diagonals": "斜めをつなぐ",
    "Let voxels that touch along an edge hang together; else they are apart": (
        "辺だけで接するボクセルをつなぎます。オフでは離れます"
    ),
    "What was changed on the smooth surface will be lost: {names}": "滑らかな表面に加えた変更は失われます: {names}",
    "The meshes have gone": "メッシュがなくなりました",
    "{name}: {mode}, {triangles} triangles": "{name}: {mode}、{triangles} 三角形",
    "Blend Materials": "マテリアルをブレンド",
    "Give the selected smooth surfaces with blended colors a material that projects a texture from three "
    "sides for each of the four most frequent colors, and blends them. Choose images of your own inside "
    "of the node groups named Trivox Triplanar": (
        "ブレンドした色を持つ選択中の滑らかな表面に、最も多い 4 色それぞれのテクスチャを 3 方"
        "向から投影して混ぜるマテリアルを与えます。画像は Trivox Triplanar という"
        "名前のノードグループの中で選べます"
    ),
    "Scale": "スケール",
    "Voxels along the side of a texture": "テクスチャの一辺あたりのボクセル数",
    "Sharpness": "シャープさ",
    "How abruptly the three projections of a texture meet; 1 is softest": (
        "3 方向の投影の境目の鋭さ。1 が最も柔らかくなります"
    ),
    "No selected object is a smooth surface with blended colors": (
        "ブレンドした色を持つ滑らかな表面が選択されていません"
    ),
    "Smooth surfaces have no sides of voxels. Choose another mode first": (
        "滑らかな表面にはボクセルの面がありません。先に別のモードを選んでください"
    ),
}
