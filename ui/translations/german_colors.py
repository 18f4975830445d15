"""German texts of the options of colors, textures and materials: English text in, German text out."""

from __future__ import annotations

COLORS = {
    "Colors": "Farben",
    "Stored In": "Gespeichert in",
    "Where the colors of the voxels are kept": "Wo die Farben der Voxel aufbewahrt werden",
    "Texture": "Textur",
    "An image with the colors of each flat piece. Fewest triangles": (
        "Ein Bild mit den Farben jedes ebenen Stücks. Die wenigsten Dreiecke"
    ),
    "Palette Strip": "Palettenstreifen",
    "An image of the number of each pixel's color, and one of the 256 colors. Replace this one to recolor all models. "
    "Fewest triangles; of exporters only glTF knows it": (
        "Ein Bild mit der Farbnummer jedes Pixels und eines der 256 Farben. Wird dieses ersetzt, sind alle Modelle "
        "umgefärbt. Die wenigsten Dreiecke; von den Exportern kennt es nur der für glTF"
    ),
    "Palette Image": "Palettenbild",
    "An image of the 256 colors of the palette, one pixel each. Only sides of the same color are merged": (
        "Ein Bild der 256 Farben der Palette, je ein Pixel. Nur Seiten derselben Farbe werden verbunden"
    ),
    "Color Attribute": "Farbattribut",
    "A color attribute of the mesh and no image. Only sides of the same color are merged": (
        "Ein Farbattribut des Meshes und kein Bild. Nur Seiten derselben Farbe werden verbunden"
    ),
    "Materials": "Materialien",
    "A material for each color and no image. Only sides of the same color are merged": (
        "Ein Material für jede Farbe und kein Bild. Nur Seiten derselben Farbe werden verbunden"
    ),
    "Split at Color Borders": "An Farbgrenzen teilen",
    "Give faces of different colors vertices of their own, for files with a color for each vertex, such as .ply and "
    ".obj": (
        "Flächen verschiedener Farben eigene Vertices geben, für Dateien mit einer Farbe für jeden Vertex wie .ply und "
        ".obj"
    ),
    "Merge": "Verbinden",
    "Which visible sides of voxels may become one piece": "Welche sichtbaren Seiten von Voxeln ein Stück werden dürfen",
    "Any Colors": "Alle Farben",
    "Sides of any colors; the texture tells them apart. Fewest triangles": (
        "Seiten aller Farben; die Textur unterscheidet sie. Die wenigsten Dreiecke"
    ),
    "Same Color": "Gleiche Farbe",
    "Only sides of the same color": "Nur Seiten derselben Farbe",
    "Same Material": "Gleiches Material",
    "Only sides of the same kind of material: opaque, transparent, emissive or metal": (
        "Nur Seiten derselben Art von Material: deckend, durchsichtig, leuchtend oder Metall"
    ),
    "Border": "Rand",
    "Pixels repeated around each piece of the texture, so that colors do not bleed from afar. "
    "Games that blur textures with distance need more": (
        "Wiederholte Pixel um jedes Stück der Textur, damit Farben von fern nicht auslaufen. "
        "Spiele, die Texturen mit der Entfernung unscharf machen, brauchen mehr"
    ),
    "Power of Two": "Zweierpotenz",
    "Make the texture 64, 128, 256 and so on pixels wide and high, as some game engines want": (
        "Die Textur 64, 128, 256 usw. Pixel breit und hoch machen, wie es manche Spiele-Engines wollen"
    ),
    "Largest Texture": "Größte Textur",
    "Pixels that a texture may be wide and high. Models that need more get several textures": (
        "So viele Pixel darf eine Textur breit und hoch sein. Modelle, die mehr brauchen, bekommen mehrere Texturen"
    ),
    "One Texture for All Files": "Eine Textur für alle Dateien",
    "Let all files that are imported together share a texture and materials, so that games draw them in fewer steps": (
        "Alle zusammen importierten Dateien teilen sich Textur und Materialien, sodass Spiele sie in weniger Schritten "
        "zeichnen"
    ),
    "Pixels per Voxel": "Pixel je Voxel",
    "Pixels along the side of a voxel, in pieces of several colors: room to paint detail. With four and "
    "Multiples of Four, games that compress textures keep every color apart": (
        "Pixel entlang der Seite eines Voxels, in Stücken mehrerer Farben: Platz zum Malen von Einzelheiten. Mit "
        "vier und Vielfache von vier bleibt in Spielen, die Texturen komprimieren, jede Farbe für sich"
    ),
    "Multiples of Four": "Vielfache von vier",
    "Start and end each piece of the texture at multiples of four pixels. Games compress textures in blocks "
    "of four by four, which then never mix the colors of two pieces": (
        "Jedes Stück der Textur bei Vielfachen von vier Pixeln beginnen und enden lassen. Spiele komprimieren "
        "Texturen in Blöcken von vier mal vier, die dann nie die Farben zweier Stücke mischen"
    ),
    "Ambient Occlusion": "Umgebungsverdeckung",
    "How many voxels away others hide the sky from a side and so make it darker; 8 is a good start, 0 turns it off. "
    "Every side of a voxel gets pixels of its own": (
        "Bis zu wie vielen Voxeln Abstand andere den Himmel vor einer Seite verdecken und sie so dunkler machen; 8 ist "
        "ein guter Anfang, 0 schaltet es aus. Jede Seite eines Voxels bekommt eigene Pixel"
    ),
    "Occlusion In": "Verdeckung in",
    "Where ambient occlusion is kept": "Wo die Umgebungsverdeckung steht",
    "Map": "Karte",
    "In an image for games, as a channel that .glb files name. Renders in Blender need none": (
        "In einem Bild für Spiele, als Kanal, den .glb-Dateien nennen. Beim Rendern braucht Blender sie nicht"
    ),
    "In the colors of the texture, so that every program shows it": (
        "In den Farben der Textur, sodass jedes Programm sie zeigt"
    ),
    "Occlusion Strength": "Stärke der Verdeckung",
    "How much ambient occlusion darkens": "Wie sehr die Umgebungsverdeckung abdunkelt",
    "Own Pixels": "Eigene Pixel",
    "Give every side of a voxel pixels that no other side shows, for painting and baking light. The texture "
    "gets larger, for pieces that look alike no longer share": (
        "Jeder Seite eines Voxels Pixel geben, die keine andere Seite zeigt, zum Malen und zum Backen von Licht. "
        "Die Textur wird größer, denn gleich aussehende Stücke teilen sich nichts mehr"
    ),
    "Pixels along the side of a voxel, in pieces of several colors; 0 leaves them as each mesh has them": (
        "Pixel entlang der Seite eines Voxels, in Stücken mehrerer Farben; 0 lässt sie, wie jedes Mesh sie hat"
    ),
    "Whether each piece of the texture starts and ends at multiples of four pixels": (
        "Ob jedes Stück der Textur bei Vielfachen von vier Pixeln beginnt und endet"
    ),
    "Whether every side of a voxel has pixels that no other side shows, for painting and baking light": (
        "Ob jede Seite eines Voxels Pixel hat, die keine andere Seite zeigt, zum Malen und zum Backen von Licht"
    ),
    "As It Is": "Wie es ist",
    "Leave it as each mesh has it": "So lassen, wie jedes Mesh es hat",
    "On": "An",
    "For all selected objects": "Für alle ausgewählten Objekte",
    "Off": "Aus",
    "For none of the selected objects": "Für keines der ausgewählten Objekte",
    "Keep Textures": "Texturen behalten",
    "Where the images are kept": "Wo die Bilder aufbewahrt werden",
    "In .blend": "In .blend",
    "In the .blend file only": "Nur in der .blend-Datei",
    "As Files": "Als Dateien",
    "In the folder textures beside the .blend file, where exporters find them to copy": (
        "Im Ordner textures neben der .blend-Datei, wo Exporter sie zum Kopieren finden"
    ),
    "Both": "Beides",
    "In the .blend file, and in the folder textures beside it": ("In der .blend-Datei und im Ordner textures daneben"),
    "Glass": "Glas",
    "How one sees through glass": "Wie man durch Glas sieht",
    "Refracting": "Brechend",
    "Light passes and bends, in renders by path tracing; few games show it": (
        "Licht geht hindurch und bricht sich, in Bildern durch Path Tracing; wenige Spiele zeigen es"
    ),
    "Blended": "Überblendet",
    "What is behind shines through, as most games and file formats know it": (
        "Was dahinter ist, scheint durch, wie es die meisten Spiele und Dateiformate kennen"
    ),
    "Refracting in Blender; exported files can be drawn both ways": (
        "Brechend in Blender; exportierte Dateien können auf beide Weisen gezeichnet werden"
    ),
    "Single-Sided": "Einseitig",
    "Draw faces from outside only, which is faster in games; "
    "faces of objects that were cut where they touch stay double-sided": (
        "Flächen nur von außen zeichnen, was in Spielen schneller ist; "
        "Flächen von Objekten, die an Berührungen aufgeschnitten wurden, bleiben zweiseitig"
    ),
    "Emission Strength": "Leuchtstärke",
    "Times this the light that voxels send out": "Das Licht, das Voxel aussenden, mal diese Zahl",
    "Save Textures": "Texturen speichern",
    "Save the textures of the selected models as image files in a folder, where exporters find them to copy. "
    "By default that is the folder textures beside the .blend file": (
        "Die Texturen der ausgewählten Modelle als Bilddateien in einem Ordner speichern, wo Exporter sie zum Kopieren "
        "finden. Ohne Wahl ist das der Ordner textures neben der .blend-Datei"
    ),
    "Share Texture": "Textur teilen",
    "Put the textures of the selected models together into one, and let models that look alike share materials. What "
    "was painted stays": (
        "Die Texturen der ausgewählten Modelle zu einer zusammenlegen; Modelle, die gleich aussehen, teilen sich "
        "Materialien. Gemaltes bleibt"
    ),
    "Models: {meshes}, textures: {images}": "Modelle: {meshes}, Texturen: {images}",
    "Models that keep their own textures: {names}": "Modelle, die ihre eigenen Texturen behalten: {names}",
    "Keep in .blend": "In .blend behalten",
    "Keep the textures in the .blend file as well; some exporters then do not copy the files": (
        "Die Texturen auch in der .blend-Datei behalten; manche Exporter kopieren die Dateien dann nicht"
    ),
    "Overwrite": "Überschreiben",
    "Write over files of the same names; else the names get numbers": (
        "Dateien gleichen Namens überschreiben; sonst bekommen die Namen Nummern"
    ),
    "The selected models have no textures; their colors are kept elsewhere": (
        "Die gewählten Modelle haben keine Texturen; ihre Farben sind anderswo aufbewahrt"
    ),
    "{name} was saved": "{name} wurde gespeichert",
    "{count} textures were saved in {folder}": "{count} Texturen gespeichert in {folder}",
    "The textures stay in the .blend file: {reason}": "Die Texturen bleiben in der .blend-Datei: {reason}",
    "Meshes stay as they are": "Meshes bleiben, wie sie sind",
}
