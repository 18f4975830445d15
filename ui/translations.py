"""The texts of Trivox in other languages: {locale: {(context, English text): text}}, as Blender wants them."""

from __future__ import annotations

_GERMAN = {
    # Operator and file handler
    "Import MagicaVoxel": "MagicaVoxel importieren",
    "Import MagicaVoxel models as meshes of few triangles, with their colors in a small texture": (
        "MagicaVoxel-Modelle als Meshes aus wenigen Dreiecken importieren, ihre Farben in einer kleinen Textur"
    ),
    "MagicaVoxel": "MagicaVoxel",
    "MagicaVoxel (.vox)": "MagicaVoxel (.vox)",
    "Import": "Importieren",
    # Options of the mesh
    "Mesh": "Mesh",
    "Mode": "Modus",
    "How the visible sides of the voxels become a mesh": "Wie aus den sichtbaren Seiten der Voxel ein Mesh wird",
    "Voxel Faces": "Voxelseiten",
    "One square for each visible side of a voxel. Most triangles; easy to edit and rig": (
        "Ein Quadrat für jede sichtbare Seite eines Voxels. Die meisten Dreiecke; leicht zu bearbeiten und zu riggen"
    ),
    "Polygons": "Polygone",
    "Flat areas become one piece whatever their colors, so that few triangles are left": (
        "Ebene Flächen werden ein Stück, gleich welcher Farben, sodass wenige Dreiecke bleiben"
    ),
    "Watertight": "Wasserdicht",
    "Like Polygons, but corners meet only corners, so that no gap can show. A few triangles more": (
        "Wie Polygone, doch Ecken treffen nur auf Ecken, sodass kein Spalt zu sehen ist. Ein paar Dreiecke mehr"
    ),
    "Rectangles": "Rechtecke",
    "Flat areas are cut into as few rectangles as possible. Fewer triangles than Polygons; the price is corners on the "
    "sides of their neighbors (T-junctions) inside flat areas": (
        "Ebene Flächen werden in so wenige Rechtecke wie möglich geteilt. Weniger Dreiecke als Polygone; der Preis "
        "sind Ecken auf den Seiten ihrer Nachbarn (T-Stöße) in ebenen Flächen"
    ),
    "Fewest": "Minimum",
    "As few rectangles as possible, which may overlap and reach under what is buried. Looks the same from everywhere "
    "outside, so it is for drawing in games and renders; not for 3D printing, booleans, collision, baking or cutting "
    "open": (
        "So wenige Rechtecke wie möglich, die sich überlappen und unter Verdecktes reichen dürfen. Sieht von überall "
        "außen gleich aus, ist also zum Zeichnen in Spielen und Bildern; nicht für 3D-Druck, Boolesche Operationen, "
        "Kollision, Backen oder Aufschneiden"
    ),
    "Search Effort": "Suchaufwand",
    "How long to search where simple rules do not tell the fewest rectangles. More can leave fewer triangles, or prove "
    "that there cannot be fewer": (
        "Wie lange gesucht wird, wo einfache Regeln die wenigsten Rechtecke nicht ergeben. Mehr kann weniger Dreiecke "
        "bringen oder beweisen, dass es nicht weniger sein können"
    ),
    "Sealed Interior": "Innenräume",
    "What to do with walls of hollows that cannot be seen from outside": (
        "Was mit den Wänden von Hohlräumen geschieht, die von außen nicht zu sehen sind"
    ),
    "Remove": "Entfernen",
    "Leave out what nobody can see from outside": "Weglassen, was von außen niemand sieht",
    "Keep": "Behalten",
    "Keep the walls of closed hollows, to cut the model open later": (
        "Die Wände geschlossener Hohlräume behalten, um das Modell später aufzuschneiden"
    ),
    "Faces": "Flächen",
    "What the faces of the mesh are in Blender; the game or render sees triangles either way": (
        "Woraus das Mesh in Blender besteht; Spiel und Bild sehen in jedem Fall Dreiecke"
    ),
    "Quads": "Vierecke",
    "Rectangles stay whole, with four corners; the rest are triangles": (
        "Rechtecke bleiben ganz, mit vier Ecken; der Rest sind Dreiecke"
    ),
    "Triangles": "Dreiecke",
    "Triangles only": "Nur Dreiecke",
    # Options of the colors
    "Colors": "Farben",
    "Stored In": "Gespeichert in",
    "Where the colors of the voxels are kept": "Wo die Farben der Voxel aufbewahrt werden",
    "Texture": "Textur",
    "An image with the colors of each flat piece. Fewest triangles": (
        "Ein Bild mit den Farben jedes ebenen Stücks. Die wenigsten Dreiecke"
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
    # Options of the scene
    "Scene": "Szene",
    "Voxel Size": "Voxelgröße",
    "Length of the edge of one voxel": "Kantenlänge eines Voxels",
    "Groups": "Gruppen",
    "What becomes of the groups of the file": "Was aus den Gruppen der Datei wird",
    "Parents": "Eltern",
    "Each group becomes an empty object that moves all that is in it": (
        "Jede Gruppe wird ein leeres Objekt, das alles bewegt, was darin ist"
    ),
    "Flat": "Flach",
    "Objects only, each at its place in the world": "Nur Objekte, jedes an seinem Platz in der Welt",
    "Show Colors": "Farben zeigen",
    "Let the 3D viewports of this window show the colors where their solid shading would show the models in plain "
    "gray": ("Die 3D-Ansichten dieses Fensters die Farben zeigen lassen, wo die Modelle sonst einfarbig grau wären"),
    # Reports
    "No file was chosen": "Keine Datei gewählt",
    "{count} files": "{count} Dateien",
    "1 object": "1 Objekt",
    "{count} objects": "{count} Objekte",
    "{name}: {objects}, {triangles} triangles ({percent} % of the visible faces' {faces}), {seconds} s": (
        "{name}: {objects}, {triangles} Dreiecke ({percent} % der {faces} der sichtbaren Seiten), {seconds} s"
    ),
    "{name}: {first} (first of {count} warnings)": "{name}: {first} (erste von {count} Warnungen)",
    "{work}: {percent} % done. Esc: Cancel": "{work}: {percent} % fertig. Esc: Abbrechen",
    "Cancelled": "Abgebrochen",
    "{name}: {mode}, {triangles} triangles (before: {before})": (
        "{name}: {mode}, {triangles} Dreiecke (vorher: {before})"
    ),
    "The mesh comes from another file, so it cannot be changed here": (
        "Das Mesh kommt aus einer anderen Datei und kann hier nicht geändert werden"
    ),
    "The mesh has shape keys, which would not fit another mesh. Remove them first": (
        "Das Mesh hat Formschlüssel, die zu einem anderen Mesh nicht passen. Diese zuerst entfernen"
    ),
    "The texture of the mesh was removed or changed in size. Import the file again": (
        "Die Textur des Meshes wurde entfernt oder in der Größe geändert. Die Datei neu importieren"
    ),
    # Comparing and using modes
    "Modes": "Modi",
    "Compare Modes": "Modi vergleichen",
    "See what each mode would make of the active object; nothing in the scene changes": (
        "Sehen, was jeder Modus aus dem aktiven Objekt machen würde; in der Szene ändert sich nichts"
    ),
    "Use Mode": "Modus verwenden",
    "Make the mesh of the active object anew in this mode, for all objects that share it. Names, materials, modifiers "
    "and transforms stay; what was edited by hand in the mesh is lost": (
        "Das Mesh des aktiven Objekts in diesem Modus neu machen, für alle Objekte, die es teilen. Namen, Materialien, "
        "Modifikatoren und Transformationen bleiben; was im Mesh von Hand bearbeitet wurde, geht verloren"
    ),
    "The mesh was edited since it was made. That will be lost": (
        "Das Mesh wurde bearbeitet, seit es gemacht wurde. Das geht verloren"
    ),
    "Texels": "Texel",
    "T-Junctions": "T-Stöße",
    "Proven": "Bewiesen",
    "Yes": "Ja",
    "No": "Nein",
    "Proven fewest": "Bewiesenes Minimum",
    "At most {count} above the fewest": "Höchstens {count} über dem Minimum",
    "Proven fewest in every mode": "Minimum je Modus bewiesen",
    "Fewest: at most {count} too many": "Minimum: höchstens {count} zu viel",
    # Sidebar
    "Trivox": "Trivox",
    "No active object": "Kein aktives Objekt",
    "Not a Trivox mesh": "Kein Mesh von Trivox",
    "Edited since the import": "Seit dem Import bearbeitet",
    "Active Object": "Aktives Objekt",
    "Selection": "Auswahl",
    "Step": "Schritt",
    "Kept": "Bleibt",
    "Cubes": "Würfel",
    "Shell": "Schale",
    "Visible Faces": "Sichtbare Seiten",
    "This Mesh": "Dieses Mesh",
    "These Meshes": "Diese Meshes",
    "Vertices": "Vertices",
    "GPU Vertices": "GPU-Vertices",
    "Textures": "Texturen",
    "Texture Used": "Textur genutzt",
    "Removed": "Entfernt",
    "Mixed": "Gemischt",
    "Objects": "Objekte",
    "Different Meshes": "Versch. Meshes",
    "Shared meshes count for each object": "Geteilte Meshes zählen je Objekt",
}


def _with_contexts(texts: dict[str, str]) -> dict[tuple[str, str], str]:
    """Give each text the context of labels, and that of operators' names."""
    return {(context, text): other for text, other in texts.items() for context in ("*", "Operator")}


TRANSLATIONS = {locale: _with_contexts(_GERMAN) for locale in ("de", "de_DE")}
"""German goes by the first name in newer and by the second in older versions of Blender."""
