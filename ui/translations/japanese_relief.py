"""Japanese texts of pictures with heights: English text in, Japanese text out."""

from __future__ import annotations

RELIEF = {
    "Bake Relief": "レリーフをベイク",
    "For each selected model, make an object of two triangles a side with pictures of colors, heights and "
    "normals, which looks as deep as the model and can stand for it from far away": (
        "選択した各モデルについて、色・高さ・法線の画像を持つ、1面につき三角形2つのオブジェクトを作ります。"
        "モデルと同じ奥行きに見え、遠くではモデルの代わりになります"
    ),
    "Sides": "面",
    "The sides of the model that get a picture": "画像を作るモデルの面",
    "Right": "右",
    "Left": "左",
    "Back": "後ろ",
    "Front": "前",
    "Top": "上",
    "Bottom": "下",
    "What is seen from +X": "+X から見えるもの",
    "What is seen from -X": "-X から見えるもの",
    "What is seen from +Y": "+Y から見えるもの",
    "What is seen from -Y": "-Y から見えるもの",
    "What is seen from +Z": "+Z から見えるもの",
    "What is seen from -Z": "-Z から見えるもの",
    "Heights": "高さ",
    "How finely the pictures of heights are stored. Models deeper than 255 voxels always have 16 bits": (
        "高さの画像をどれだけ細かく保存するか。奥行きが255ボクセルを超えるモデルは常に16ビットです"
    ),
    "8 Bits": "8ビット",
    "Up to 255 heights": "高さは255段階まで",
    "16 Bits": "16ビット",
    "Up to 65,535 heights": "高さは65,535段階まで",
    "Steps": "段階",
    "At how many depths the material looks for what a ray meets. More are exacter and render longer": (
        "光線が当たるものをマテリアルがいくつの深さで探すか。多いほど正確ですが、レンダーに時間がかかります"
    ),
    "Choose at least one side": "面を1つ以上選んでください",
    "The models are empty": "モデルが空です",
    "Reliefs: {objects}, triangles: {triangles}, images: {images}": (
        "レリーフ: {objects}、三角形: {triangles}、画像: {images}"
    ),
    "Import Picture as Voxels": "画像をボクセルとしてインポート",
    "Make a model of voxels from a picture, as high as another picture or the picture itself says": (
        "画像からボクセルのモデルを作ります。高さは別の画像、または画像自身で決まります"
    ),
    "Picture as Voxels": "画像をボクセルに",
    "Picture as Voxels (.png, .jpg, .bmp, .tga, .webp)": ("画像をボクセルに (.png, .jpg, .bmp, .tga, .webp)"),
    "Height Picture": "高さの画像",
    "A picture of the same size that tells how high the voxels are: white is highest. Without one the picture "
    "itself does": ("ボクセルの高さを示す同じ大きさの画像。白が最も高くなります。なければ画像自身が決めます"),
    "Height From": "高さの元",
    "What tells heights where there is no height picture": "高さの画像がないときに高さを決めるもの",
    "Brightness": "明るさ",
    "The brighter a pixel, the higher": "ピクセルが明るいほど高くなります",
    "Alpha": "アルファ",
    "The more opaque a pixel, the higher; only pixels that are quite clear are left out": (
        "ピクセルが不透明なほど高くなります。完全に透明なピクセルだけが省かれます"
    ),
    "All pixels are as high": "すべてのピクセルが同じ高さです",
    "Depth": "奥行き",
    "Voxels of full height; of a picture with a back, on each side": (
        "最大の高さのボクセル数。裏面のある画像では片面ごと"
    ),
    "Different heights, for terraces; 0 for as many as the depth has": (
        "段々にするための高さの種類。0で奥行きと同じ数"
    ),
    "Back Picture": "裏面の画像",
    "A picture of the same size of the other side, turned over like a page. Front and back make a whole": (
        "ページをめくるように裏返した、同じ大きさの反対側の画像。表と裏で1つになります"
    ),
    "Back Height Picture": "裏面の高さの画像",
    "A picture of the same size that tells how high the voxels of the back are": (
        "裏面のボクセルの高さを示す同じ大きさの画像"
    ),
    "Which voxels the model has": "モデルが持つボクセル",
    "Closed": "閉じる",
    "All voxels of which something can be seen": "一部でも見えるすべてのボクセル",
    "Open Below": "下を開ける",
    "Leave out what can be seen from below only": "下からしか見えないものを省きます",
    "Solid": "中まで",
    "The inside, too": "内側も",
    "Upright": "立てる",
    "Let the picture stand and look to the front; else it lies": ("画像を立てて正面に向けます。でなければ寝かせます"),
}
