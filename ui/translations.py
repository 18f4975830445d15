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
    # Options of the texture
    "Texture": "Textur",
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
    "Switch the 3D viewports of this window to textures where their solid shading would show the "
    "models in plain gray": (
        "Die 3D-Ansichten dieses Fensters auf Texturen umstellen, wo die Modelle sonst einfarbig grau wären"
    ),
    # Reports
    "No file was chosen": "Keine Datei gewählt",
    "{count} files": "{count} Dateien",
    "1 object": "1 Objekt",
    "{count} objects": "{count} Objekte",
    "{name}: {objects}, {triangles} triangles ({percent} % of the visible faces' {faces}), {seconds} s": (
        "{name}: {objects}, {triangles} Dreiecke ({percent} % der {faces} der sichtbaren Seiten), {seconds} s"
    ),
    "{name}: {first} (first of {count} warnings)": "{name}: {first} (erste von {count} Warnungen)",
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
