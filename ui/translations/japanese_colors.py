"""Japanese texts of the options of colors, textures and materials: English text in, Japanese text out."""

from __future__ import annotations

COLORS = {
    "Colors": "色",
    "Stored In": "保存先",
    "Where the colors of the voxels are kept": "ボクセルの色をどこに入れるか",
    "Texture": "テクスチャ",
    "An image with the colors of each flat piece. Fewest triangles": (
        "平らな部分それぞれの色を入れた画像。三角面が最も少なくなります"
    ),
    "Palette Strip": "パレット帯",
    "An image of the number of each pixel's color, and one of the 256 colors. Replace this one to recolor all models. "
    "Fewest triangles; of exporters only glTF knows it": (
        "各ピクセルの色番号の画像と、256 色の画像。後者を差し替えると、すべてのモデルの色が変わります。"
        "三角形は最少です。エクスポーターでは glTF だけが対応します"
    ),
    "Palette Image": "パレット画像",
    "An image of the 256 colors of the palette, one pixel each. Only sides of the same color are merged": (
        "パレットの 256 色を 1 ピクセルずつ入れた画像。同じ色の面だけをまとめます"
    ),
    "Color Attribute": "カラー属性",
    "A color attribute of the mesh and no image. Only sides of the same color are merged": (
        "画像を使わず、メッシュのカラー属性に入れます。同じ色の面だけをまとめます"
    ),
    "Materials": "マテリアル",
    "A material for each color and no image. Only sides of the same color are merged": (
        "画像を使わず、色ごとにマテリアルを作ります。同じ色の面だけをまとめます"
    ),
    "Split at Color Borders": "色の境界で分割",
    "Give faces of different colors vertices of their own, for files with a color for each vertex, such as .ply and "
    ".obj": "色の違う面に別々の頂点を持たせます。.ply や .obj のように頂点ごとに色を持つファイルに使います",
    "Merge": "マージ",
    "Which visible sides of voxels may become one piece": "ボクセルの見える面のうち、1 つにまとめてよいもの",
    "Any Colors": "すべての色",
    "Sides of any colors; the texture tells them apart. Fewest triangles": (
        "色に関係なく面をまとめます。色はテクスチャで区別します。三角面が最も少なくなります"
    ),
    "Same Color": "同じ色",
    "Only sides of the same color": "同じ色の面だけ",
    "Same Material": "同じマテリアル",
    "Only sides of the same kind of material: opaque, transparent, emissive or metal": (
        "同じ種類のマテリアルの面だけ: 不透明、透明、発光、金属"
    ),
    "Border": "余白",
    "Pixels repeated around each piece of the texture, so that colors do not bleed from afar. Games that blur "
    "textures with distance need more": (
        "テクスチャの各部分の周りに繰り返すピクセルの数。遠くから見ても色がにじまなくなります。"
        "遠くのテクスチャをぼかすゲームでは多めに必要です"
    ),
    "Power of Two": "2 の累乗",
    "Make the texture 64, 128, 256 and so on pixels wide and high, as some game engines want": (
        "テクスチャの幅と高さを 64、128、256 などのピクセル数にします。一部のゲームエンジンで必要です"
    ),
    "Largest Texture": "最大テクスチャ",
    "Pixels that a texture may be wide and high. Models that need more get several textures": (
        "テクスチャの幅と高さの上限（ピクセル）。それより多く必要なモデルは、複数のテクスチャになります"
    ),
    "One Texture for All Files": "全ファイルで 1 枚のテクスチャ",
    "Let all files that are imported together share a texture and materials, so that games draw them in fewer steps": (
        "一緒にインポートするすべてのファイルで、テクスチャとマテリアルを共有します。ゲームでの描画回数が減ります"
    ),
    "Pixels per Voxel": "ボクセルあたりのピクセル数",
    "Pixels along the side of a voxel, in pieces of several colors: room to paint detail. With four and "
    "Multiples of Four, games that compress textures keep every color apart": (
        "複数の色を持つ部分での、ボクセルの一辺のピクセル数。細部を描き込む余地になります。4 にして「4 の倍数」を"
        "使うと、テクスチャを圧縮するゲームでもそれぞれの色が混ざりません"
    ),
    "Multiples of Four": "4 の倍数",
    "Start and end each piece of the texture at multiples of four pixels. Games compress textures in blocks "
    "of four by four, which then never mix the colors of two pieces": (
        "テクスチャの各部分を 4 ピクセルの倍数の位置で始めて終わらせます。ゲームはテクスチャを 4×4 のブロックで圧"
        "縮しますが、ブロックの中で二つの部分の色が混ざらなくなります"
    ),
    "Ambient Occlusion": "アンビエントオクルージョン",
    "How many voxels away others hide the sky from a side and so make it darker; 8 is a good start, 0 turns it off. "
    "Every side of a voxel gets pixels of its own": (
        "何ボクセル先までの他のボクセルが、面から見た空を隠して暗くするか。まず 8 を試してください。0 でオフ。"
        "ボクセルのそれぞれの面が専用のピクセルを持ちます"
    ),
    "Occlusion In": "オクルージョンの保存先",
    "Where ambient occlusion is kept": "アンビエントオクルージョンをどこに入れるか",
    "Map": "マップ",
    "In an image for games, as a channel that .glb files name. Renders in Blender need none": (
        "ゲーム用の画像に、.glb ファイルが指すチャンネルとして入れます。Blender のレンダリングには不要です"
    ),
    "In the colors of the texture, so that every program shows it": (
        "テクスチャの色に入れます。どのプログラムでも表示されます"
    ),
    "Occlusion Strength": "オクルージョンの強さ",
    "How much ambient occlusion darkens": "アンビエントオクルージョンがどれだけ暗くするか",
    "Own Pixels": "専用ピクセル",
    "Give every side of a voxel pixels that no other side shows, for painting and baking light. The texture "
    "gets larger, for pieces that look alike no longer share": (
        "ボクセルのそれぞれの面に、他の面が使わないピクセルを与えます。ペイントや光のベイクに使います。同じ見た目"
        "の部分を共有しなくなるため、テクスチャは大きくなります"
    ),
    "Pixels along the side of a voxel, in pieces of several colors; 0 leaves them as each mesh has them": (
        "複数の色を持つ部分での、ボクセルの一辺のピクセル数。0 ならそれぞれのメッシュのままにします"
    ),
    "Whether each piece of the texture starts and ends at multiples of four pixels": (
        "テクスチャの各部分を 4 ピクセルの倍数の位置で始めて終わらせるかどうか"
    ),
    "Whether every side of a voxel has pixels that no other side shows, for painting and baking light": (
        "ボクセルのそれぞれの面に、他の面が使わないピクセルを与えるかどうか。ペイントや光のベイクに使います"
    ),
    "As It Is": "そのまま",
    "Leave it as each mesh has it": "それぞれのメッシュのままにします",
    "On": "オン",
    "For all selected objects": "選択したすべてのオブジェクトで使います",
    "Off": "オフ",
    "For none of the selected objects": "選択したどのオブジェクトでも使いません",
    "Keep Textures": "テクスチャ保存先",
    "Where the images are kept": "画像をどこに保存するか",
    "In .blend": ".blend 内",
    "In the .blend file only": ".blend ファイルの中だけ",
    "As Files": "ファイル",
    "In the folder textures beside the .blend file, where exporters find them to copy": (
        ".blend ファイルの隣の textures フォルダー。エクスポーターがそこからコピーできます"
    ),
    "Both": "両方",
    "In the .blend file, and in the folder textures beside it": ".blend ファイルの中と、その隣の textures フォルダー",
    "Glass": "ガラス",
    "How one sees through glass": "ガラスの透け方",
    "Refracting": "屈折",
    "Light passes and bends, in renders by path tracing; few games show it": (
        "光が通り抜けて曲がります。パストレーシングのレンダリング向けで、表示できるゲームはわずかです"
    ),
    "Blended": "ブレンド",
    "What is behind shines through, as most games and file formats know it": (
        "後ろにあるものが透けて見えます。多くのゲームやファイル形式で使えます"
    ),
    "Refracting in Blender; exported files can be drawn both ways": (
        "Blender では屈折し、エクスポートしたファイルではどちらの方法でも描画できます"
    ),
    "Single-Sided": "片面",
    "Draw faces from outside only, which is faster in games; faces of objects that were cut where they touch stay "
    "double-sided": (
        "面を外側からだけ描画します。ゲームでは速くなります。接触部分を切り取ったオブジェクトの面は両面のままです"
    ),
    "Emission Strength": "放射強度",
    "Times this the light that voxels send out": "ボクセルが出す光の強さに掛ける値",
    "Save Textures": "テクスチャを保存",
    "Save the textures of the selected models as image files in a folder, where exporters find them to copy. By "
    "default that is the folder textures beside the .blend file": (
        "選択中のモデルのテクスチャを、画像ファイルとしてフォルダーに保存します。"
        "エクスポーターがそこからコピーできます。指定しなければ、.blend ファイルの隣の textures フォルダーになります"
    ),
    "Share Texture": "テクスチャを共有",
    "Put the textures of the selected models together into one, and let models that look alike share materials. What "
    "was painted stays": (
        "選択中のモデルのテクスチャを 1 枚にまとめ、見た目が同じモデルではマテリアルを共有します。"
        "ペイントした内容は残ります"
    ),
    "Models: {meshes}, textures: {images}": "モデル: {meshes}、テクスチャ: {images}",
    "Models that keep their own textures: {names}": "自分のテクスチャを保つモデル: {names}",
    "Keep in .blend": ".blend にも残す",
    "Keep the textures in the .blend file as well; some exporters then do not copy the files": (
        "テクスチャを .blend ファイルの中にも残します。その場合、ファイルをコピーしないエクスポーターもあります"
    ),
    "Overwrite": "上書き",
    "Write over files of the same names; else the names get numbers": (
        "同じ名前のファイルを上書きします。しない場合は名前に番号が付きます"
    ),
    "The selected models have no textures; their colors are kept elsewhere": (
        "選択中のモデルにはテクスチャがありません。色は別の場所に入っています"
    ),
    "{name} was saved": "{name} を保存しました",
    "{count} textures were saved in {folder}": "テクスチャ {count} 枚を保存しました: {folder}",
    "The textures stay in the .blend file: {reason}": "テクスチャは .blend ファイルの中に残ります: {reason}",
    "Meshes stay as they are": "メッシュは変わりません",
}
