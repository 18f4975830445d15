"""Japanese texts of operators, reports and the sidebar: English text in, Japanese text out."""

from __future__ import annotations

from .japanese_options import OPTIONS

JAPANESE = OPTIONS | {
    # Operator and file handler
    "Import Voxels": "ボクセルをインポート",
    "Import voxel models as meshes of few triangles, with their colors in a small texture": (
        "ボクセルモデルを、少ない三角面のメッシュと色を入れた小さなテクスチャとしてインポートします"
    ),
    "MagicaVoxel": "MagicaVoxel",
    "MagicaVoxel (.vox)": "MagicaVoxel (.vox)",
    "Import": "インポート",
    # What is in files
    "1 model": "1 モデル",
    "{count} models": "{count} モデル",
    "1 voxel": "1 ボクセル",
    "{count} voxels": "{count} ボクセル",
    "Size {size}": "サイズ {size}",
    "1 layer": "1 レイヤー",
    "{count} layers": "{count} レイヤー",
    "{count} frames": "{count} フレーム",
    # Reports
    "No file was chosen": "ファイルが選択されていません",
    "{count} files": "{count} ファイル",
    "{made} of {count} files imported": "{count} ファイル中 {made} ファイルをインポートしました",
    "1 object": "1 オブジェクト",
    "{count} objects": "{count} オブジェクト",
    "{name}: {objects}, {triangles} triangles{share}, {seconds} s": (
        "{name}: {objects}、三角面 {triangles}{share}、{seconds} 秒"
    ),
    "({percent} % of the visible faces' {faces})": "(見える面の三角面 {faces} の {percent} %)",
    "{drawn} ({once} in different meshes)": "{drawn} (メッシュの重複を除くと {once})",
    "1 more frame, choose Animate to import it": (
        "ほかに 1 フレームあります。インポートするには「アニメーション化」を選んでください"
    ),
    "{count} more frames, choose Animate to import them": (
        "ほかに {count} フレームあります。インポートするには「アニメーション化」を選んでください"
    ),
    "{name}: {first} (first of {count} warnings)": "{name}: {first} (警告 {count} 件の 1 件目)",
    "{work}: {percent} % done. Esc: Cancel": "{work}: {percent} % 完了。Esc: キャンセル",
    "Cancelled": "キャンセルしました",
    "{name}: {mode}, {triangles} triangles (before: {before})": "{name}: {mode}、三角面 {triangles} (変更前: {before})",
    "The mesh comes from another file, so it cannot be changed here": (
        "このメッシュは別のファイルのものなので、ここでは変更できません"
    ),
    "This mode needs the colors in a texture. Import the file again with colors stored so": (
        "このモードではカラーがテクスチャにある必要があります。カラーの保存先をテクスチャにして、ファイルをもう一度"
        "インポートしてください"
    ),
    "The mesh has shape keys, which would not fit another mesh. Remove them first": (
        "このメッシュにはシェイプキーがあり、別のメッシュには合いません。先に削除してください"
    ),
    "The texture of the mesh was removed or changed in size. Import the file again": (
        "このメッシュのテクスチャが削除されたか、サイズが変わっています。ファイルをもう一度インポートしてください"
    ),
    # Checks
    "Checks": "チェック",
    "Show Polygons": "ポリゴンを表示",
    "Draw each polygon of Trivox meshes in a color of its own. Meshes and materials stay as they are; press again "
    "to end": (
        "Trivox のメッシュのポリゴンを 1 つずつ違う色で表示します。メッシュとマテリアルは変わりません。"
        "もう一度押すと終わります"
    ),
    "Show T-Junctions": "T字接合を表示",
    "Mark corners that lie within the sides of other faces, where renderers may show single bright pixels. Press "
    "again to end": (
        "ほかの面の辺の途中にある角に印を付けます。レンダラーによってはそこに明るい点が出ることがあります。"
        "もう一度押すと終わります"
    ),
    "Validate": "検証",
    "Check the mesh as it is now: every visible side of a voxel is there once and in its color, nothing else is, "
    "and all proofs of its mode hold. Nothing in the scene changes": (
        "メッシュの今の状態を調べます。ボクセルの見える面がすべて 1 つずつ正しい色であり、余分なものがなく、"
        "モードの保証がすべて満たされているかを確かめます。シーンは何も変わりません"
    ),
    "All proofs hold": "すべての保証を満たしています",
    "{name}: all proofs hold": "{name}: すべての保証を満たしています",
    "{name}: {count} faults, see Checks": "{name}: 問題 {count} 件、「チェック」を見てください",
    "Select Fault": "問題箇所を選択",
    "Select the faces that this is about, in Edit Mode": "問題のある面を編集モードで選択します",
    "Fault": "問題",
    "Which one of the list": "リストの何番目か",
    "The mesh was changed since it was validated. Validate it again": (
        "検証した後にメッシュが変更されました。もう一度検証してください"
    ),
    "{count} faces off the grid": "格子から外れた面 {count} 個",
    "{count} faces bent or aslant": "曲がった面や斜めの面 {count} 個",
    "{count} sides missing": "足りない面 {count} 個",
    "{count} sides there twice": "重複した面 {count} 個",
    "{count} squares that are no sides": "ボクセルの面でない正方形 {count} 個",
    "{count} T-junctions": "T字接合 {count} 個",
    "{count} sides in wrong colors": "色が違う面 {count} 個",
    "Texture or its UVs removed": "テクスチャかその UV が削除されています",
    "Edited, but shows the same": "編集されていますが、見た目は同じです",
    # Comparing and using modes
    "Modes": "モード",
    "Compare Modes": "モードを比較",
    "See what each mode would make of the active object; nothing in the scene changes": (
        "アクティブオブジェクトが各モードでどうなるかを調べます。シーンは何も変わりません"
    ),
    "Use Mode": "モードを使用",
    "Make the mesh of the active object anew in this mode, and those of all selected objects, for all objects that "
    "share them. Names, materials, modifiers and transforms stay, and so do weights, UV layers, attributes and "
    "painted textures; you are asked before anything is lost": (
        "アクティブオブジェクトと選択中のすべてのオブジェクトのメッシュを、このモードで作り直します。"
        "同じメッシュを使うすべてのオブジェクトに反映されます。名前、マテリアル、モディファイアー、"
        "トランスフォームはそのまま残り、ウェイト、UVマップ、属性、ペイントしたテクスチャも残ります。"
        "何かが失われる場合は先に確認します"
    ),
    "No object is active": "アクティブなオブジェクトがありません",
    "The active object is no mesh that Trivox imported": (
        "アクティブオブジェクトは Trivox がインポートしたメッシュではありません"
    ),
    "The file of this mesh holds triangles and no voxels. Import the .vox file instead": (
        "このメッシュのファイルには三角面だけがあり、ボクセルがありません。代わりに .vox "
        "ファイルをインポートしてください"
    ),
    "This will be lost: {edits}": "失われるもの: {edits}",
    "Lost: {edits}": "失われたもの: {edits}",
    "moved vertices": "移動した頂点",
    "deleted faces": "削除した面",
    "added faces": "追加した面",
    "changed faces": "変更した面",
    "applied transforms": "適用したトランスフォーム",
    "changed UVs": "変更した UV",
    "painted colors": "ペイントした色",
    "painted texture": "ペイントしたテクスチャ",
    "marks on edges": "辺に付けたマーク",
    "attributes of text": "テキストの属性",
    "custom normals": "カスタム法線",
    "{count} meshes": "{count} メッシュ",
    "The mesh holds more than its model, which would vanish. Separate it first": (
        "このメッシュにはモデル以外のものもあり、それが消えてしまいます。先に分離してください"
    ),
    "The mesh is a piece of a model, which would become whole again. Join the pieces first": (
        "このメッシュはモデルの一部で、モデル全体に戻ってしまいます。先に各部分を統合してください"
    ),
    "Drawn Area": "描画面積",
    "Bytes of a compressed .tvx file": "圧縮した .tvx ファイルのバイト数",
    "T-Junctions": "T字接合",
    "Yes": "あり",
    "No": "なし",
    "Triangles of the whole mesh, as games and renders draw them": (
        "メッシュ全体の三角面の数です。ゲームやレンダリングではこの数が描かれます"
    ),
    "Share": "割合",
    "Of the triangles that the visible faces of the voxels would take, two for each face": (
        "ボクセルの見える面をそれぞれ 2 つの三角面で描いた場合に対する割合"
    ),
    "In Games": "ゲーム内",
    "Vertices as games store them: a corner counts again for each direction and place in the texture that it has": (
        "ゲームが保存する頂点の数です。同じ角でも、向きやテクスチャ上の位置が違えば別に数えます"
    ),
    "Pixels": "ピクセル",
    "Pixels of the texture, width times height": "テクスチャのピクセル数 (幅 × 高さ)",
    "Whether corners lie on the sides of neighbors, where single pixels can flicker and edges cannot be welded": (
        "隣の面の辺の途中に角があるかどうか。そこでは点がちらついたり、辺を溶接できなかったりします"
    ),
    "Area of all triangles, in sides of voxels: what a graphics card fills. Where triangles overlap it counts as "
    "often as it is drawn, and where they are clear it counts too": (
        "すべての三角面の面積 (ボクセルの側面の数)。グラフィックカードが塗る量です。重なる所は描かれる回数だけ、透明"
        "な所も数えます"
    ),
    "Needs the colors in a texture; those of this object are stored elsewhere": (
        "カラーがテクスチャにある必要があります。このオブジェクトのカラーは別の所にあります"
    ),
    "Press Compare Modes to see it": "「モードを比較」を押すと表示されます",
    "{triangles} of {faces} triangles": "三角面 {faces} 中 {triangles} 個",
    "Proven: as few as there can be": "証明済み: これより減らせません",
    "Proven: as few as there can be without overlap": "証明済み: 重なりなしではこれより減らせません",
    "At most {count} more than there must be": "余分は多くても {count} 個です",
    "Best: {mode}, proven": "最良: {mode} (証明済み)",
    "Best: {mode}, at most {count} too many": "最良: {mode} (余分は最大 {count} 個)",
    "Proven fewest": "最少と証明済み",
    "Proven fewest without overlap": "重なりなしで最少と証明済み",
    "At most {count} too many": "余分は最大 {count} 個",
    # Compact files
    "Trivox (.tvx)": "Trivox (.tvx)",
    "View in Browser": "ブラウザーで表示",
    "Trivox: View in Browser": "Trivox: ブラウザーで表示",
    "Show models that were imported with Trivox in the browser, on a page of its own that can be sent to others": (
        "Trivox でインポートしたモデルを、他の人に送れる 1 つのページとしてブラウザーで表示します"
    ),
    "Which objects are shown": "表示するオブジェクト",
    "{path}: open this page in a browser": "{path}: このページをブラウザーで開いてください",
    "{path}: opened in the browser": "{path}: ブラウザーで開きました",
    "Export Trivox": "Trivox をエクスポート",
    "Export models that were imported with Trivox to a compact file for games, from their voxels": (
        "Trivox でインポートしたモデルを、そのボクセルからゲーム用の小さなファイルにエクスポートします"
    ),
    "Source Collection": "ソースコレクション",
    "Export only the objects of this collection and of those inside it": (
        "このコレクションとその中のコレクションのオブジェクトだけをエクスポートします"
    ),
    "Which objects are exported": "エクスポートするオブジェクト",
    "Selected": "選択",
    "The selected objects": "選択中のオブジェクト",
    "Visible": "可視",
    "The objects that can be seen": "見えているオブジェクト",
    "All": "すべて",
    "All objects of the scene; hidden ones are hidden in the file too": (
        "シーンのすべてのオブジェクト。非表示のものはファイルでも非表示になります"
    ),
    "Voxels": "ボクセル",
    "Store the voxels too, so that who imports the file can compare and change modes and export again": (
        "ボクセルも保存し、ファイルのインポート後にモードの比較と変更、再エクスポートができるようにします"
    ),
    "Compress": "圧縮",
    "Make the file smaller; a game has to unpack it before it can draw it": (
        "ファイルを小さくします。ゲームは描画の前に展開する必要があります"
    ),
    "{name}: {objects}, {bytes} bytes, {triangles} triangles, {each} bytes per triangle, {seconds} s": (
        "{name}: {objects}、{bytes} バイト、三角面 {triangles}、1 三角面あたり {each} バイト、{seconds} 秒"
    ),
    "1 object without voxels left out": "ボクセルのない 1 オブジェクトを除外しました",
    "{count} objects without voxels left out": "ボクセルのない {count} オブジェクトを除外しました",
    "{names}: left out, for the file holds quarter turns and voxels of {size} m only": (
        "{names}: 除外しました。このファイルには 90 度単位の回転と {size} m のボクセルしか入りません"
    ),
    "{names}: moved to whole voxels, for the file holds no other places": (
        "{names}: ボクセル単位の位置にずらしました。このファイルにはほかの位置を入れられません"
    ),
    "{names}: written as imported, for the file is made of voxels and not of the edited mesh": (
        "{names}: インポート時の形で書き出しました。このファイルは編集後のメッシュではなくボクセルから作られます"
    ),
    "{names}: written as they stand now, for their animation was changed since the import": (
        "{names}: 今の状態で書き出しました。インポート後にアニメーションが変更されています"
    ),
    "{names} and {count} more": "{names}、ほか {count} 個",
    "No object has voxels; only models of files that hold voxels have them": (
        "ボクセルを持つオブジェクトがありません。ボクセルを含むファイルのモデルだけが持っています"
    ),
    "There is no object to export": "エクスポートするオブジェクトがありません",
    "There is no collection {name}": "コレクションがありません: {name}",
    # Looks
    "Looks": "外観",
    "Let the 3D viewports of all workspaces show the colors of the models in solid shading, with the edges of their "
    "voxels. Press again to have them as they were": (
        "すべてのワークスペースの 3Dビューポートで、ソリッド表示にモデルの色とボクセルの辺を表示します。"
        "もう一度押すと元に戻ります"
    ),
    "Stage": "ステージ",
    "Add a sun, a sky, a ground and a camera that frames the selected objects, and let renders keep the colors of "
    "the palette. Press again to remove them and have camera, world and colors as before": (
        "太陽、空、地面と、選択中のオブジェクトがちょうど収まるカメラを追加し、レンダリングでパレットの色を保ちます。"
        "もう一度押すとそれらを削除し、カメラ、ワールド、色を元に戻します"
    ),
    "Soft Edges": "辺を丸める",
    "Round the edges of the selected models: in their materials if Cycles renders, else by a Bevel modifier. Press "
    "again to have them sharp": (
        "選択中のモデルの辺を丸めます。Cycles でレンダリングする場合はマテリアルで、"
        "ほかの場合はベベルモディファイアーで行います。もう一度押すと元の角に戻ります"
    ),
    "Width": "幅",
    "Width of the rounding, in voxels": "丸める幅 (ボクセル単位)",
    "Objects that stay sharp, for their mode or their edges cannot be rounded: {count}": (
        "モードや辺の都合で丸められず、そのまま残るオブジェクト: {count}"
    ),
    "The objects have no surface that a camera could show": "オブジェクトにカメラで写せる面がありません",
    # Sidebar
    "Trivox": "Trivox",
    "No active object": "アクティブなオブジェクトなし",
    "Not a Trivox mesh": "Trivox のメッシュではありません",
    "Edited since the import": "インポート後に編集済み",
    "Active Object": "アクティブオブジェクト",
    "Selection": "選択",
    "Step": "段階",
    "Kept": "維持",
    "Triangles that the model takes after each step": "各段階の後にモデルが使う三角面の数",
    "What stays of the triangles of the step before": "前の段階の三角面のうち残った割合",
    "Whole Cubes": "すべての立方体",
    "Every voxel as a cube of twelve triangles": "各ボクセルを 12 三角面の立方体にした場合",
    "Outer Cubes": "外側の立方体",
    "Only those voxels of which something can be seen": "一部でも見えるボクセルだけの場合",
    "Visible Faces": "見える面",
    "Only the sides of voxels that can be seen, two triangles each": "ボクセルの見える面だけを、2 三角面ずつにした場合",
    "Merged Areas": "まとめた面",
    "Flat areas in one piece each, cut into as few triangles as their corners allow": (
        "平らな部分をそれぞれ 1 つにまとめ、できるだけ少ない三角面に分けた場合"
    ),
    "This Mesh": "このメッシュ",
    "The mesh as Trivox made it": "Trivox が作ったときのメッシュ",
    "These Meshes": "これらのメッシュ",
    "As Edited": "編集後",
    "Triangles as the mesh is now": "今のメッシュの三角面の数",
    "Vertices": "頂点",
    "Corners of the mesh, each once": "メッシュの角の数。同じ角は 1 回だけ数えます",
    "Vertices in Games": "ゲーム内の頂点",
    "As games store them: a corner counts again for each direction and place in the texture that it has": (
        "ゲームが保存する数です。同じ角でも、向きやテクスチャ上の位置が違えば別に数えます"
    ),
    "Edges with 4 Faces": "4 面が接する辺",
    "Where voxels touch along an edge alone; 3D printing refuses such edges": (
        "ボクセルどうしが辺だけで接する所。3Dプリントではこのような辺は使えません"
    ),
    "Import with Part Edges for 3D printing": "3Dプリント用には「辺を分離」でインポートしてください",
    "Pixels from left to right and from bottom to top": "横と縦のピクセル数",
    "Textures": "テクスチャ",
    "Different images": "異なる画像の数",
    "Texture Used": "テクスチャ使用率",
    "How much of the texture holds colors; the rest is empty": "テクスチャのうち色が入っている割合。残りは空です",
    "How the visible sides of the voxels became a mesh": "ボクセルの見える面をメッシュにした方法",
    "What became of walls of hollows that cannot be seen from outside": "外から見えない空洞の壁がどうなったか",
    "Removed": "削除済み",
    "Mixed": "混在",
    "Steps of the Selection": "選択の段階",
    "Shared meshes count for each object": "共有メッシュはオブジェクトごとに数えます",
    # Files
    "Files": "ファイル",
    "File": "ファイル",
    "Find": "検索",
    "Reload": "再読み込み",
    "Read the files of the selected objects again, or all files if none is selected, and bring the scene up to "
    "date. What you moved, renamed, edited or added stays": (
        "選択中のオブジェクトのファイルを読み直し、シーンを最新にします。何も選択していなければすべてのファイルを読み"
        "直します。移動、名前の変更、編集、追加したものはそのまま残ります"
    ),
    "The file, by the name that its collection has for it; by default those of the selected objects": (
        "コレクションに記録された名前で指定するファイル。指定しなければ、選択中のオブジェクトのファイル"
    ),
    "Edited Meshes Too": "編集メッシュも更新",
    "Make meshes anew that were edited by hand, if their models changed; the edits are lost": (
        "手で編集したメッシュも、モデルが変わっていれば作り直します。編集は失われます"
    ),
    "The file is not known any more; import it again": (
        "このファイルの情報はもうありません。もう一度インポートしてください"
    ),
    "Follow File": "ファイルを追跡",
    "Reload the file by itself each time it is saved in MagicaVoxel": (
        "MagicaVoxel で保存されるたびに、ファイルを自動で読み直します"
    ),
    "Follow": "追跡",
    "Whether the file is followed": "ファイルを追跡するかどうか",
    "No selected object comes from a file that is known": (
        "選択中のオブジェクトに、元のファイルがわかるものがありません"
    ),
    "1 model changed": "変更 1 モデル",
    "{count} models changed": "変更 {count} モデル",
    "1 new": "新規 1 個",
    "{count} new": "新規 {count} 個",
    "1 gone": "削除 1 個",
    "{count} gone": "削除 {count} 個",
    "1 moved": "移動 1 個",
    "{count} moved": "移動 {count} 個",
    "nothing changed": "変更なし",
    "{names}: no longer in the file, kept because you changed them": (
        "{names}: ファイルにはもうありませんが、変更されているので残しました"
    ),
    "{names}: changed in the file, kept because the meshes were edited": (
        "{names}: ファイルで変更されましたが、メッシュが編集されているので残しました"
    ),
    # Totals and budget
    "Triangles in Total": "三角面の合計",
    "Collection": "コレクション",
    "Scene": "シーン",
    "Drawn": "表示",
    "Triangles that can be seen, before modifiers: each instance counts, and what is hidden does not": (
        "見えている三角面の数 (モディファイアーの適用前)。インスタンスはそれぞれ数え、非表示のものは数えません"
    ),
    "Stored": "データ",
    "Triangles in memory and files: each mesh counts once, however often it is used": (
        "メモリとファイルの三角面の数。何度使われていても、1 つのメッシュは 1 回だけ数えます"
    ),
    "Objects": "オブジェクト",
    "Objects with a mesh, and instances of collections": "メッシュを持つオブジェクトと、コレクションのインスタンス",
    "Triangle Budget": "三角面の上限",
    "Show how much of a number of triangles the visible objects of the scene take": (
        "シーンの見えているオブジェクトが、決めた三角面の数をどれだけ使っているかを表示します"
    ),
    "How many triangles the scene may have": "シーンで使ってよい三角面の数",
    "{count} of {budget}": "{count} / {budget}",
    "{count} too many": "{count} 個超過",
    # Problems of an import
    "{made} of {files} files imported": "{files} ファイル中 {made} ファイルをインポートしました",
    "1 warning": "警告 1 件",
    "{count} warnings": "警告 {count} 件",
    "{count} more": "ほか {count} 件",
    "Dismiss": "閉じる",
    "Empty this list": "このリストを空にします",
    "Copy All": "すべてコピー",
    "Copy the whole list as text": "リスト全体をテキストとしてコピーします",
    # Preferences
    "Preset": ("プリセット"),
    "What the import dialog begins with in each session; then it remembers what you chose": (
        "各セッションでインポート画面が最初に使う設定。その後は選んだ内容を記憶します"
    ),
    "None": ("なし"),
    "The defaults": ("初期設定"),
    "Where the colors of the voxels are kept, if the import dialog begins with no preset": (
        "インポート画面がプリセットなしで始まる場合に、ボクセルの色を保存する場所"
    ),
    "Follow Interval": ("監視の間隔"),
    "Seconds between looks at files that are followed": ("追跡中のファイルを確認する間隔(秒)"),
}
