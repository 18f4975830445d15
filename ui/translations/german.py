"""German texts of operators, reports and the sidebar: English text in, German text out."""

from __future__ import annotations

from .german_options import OPTIONS

GERMAN = OPTIONS | {
    # Operator and file handler
    "Import Voxels": "Voxel importieren",
    "Import voxel models as meshes of few triangles, with their colors in a small texture": (
        "Voxelmodelle als Meshes aus wenigen Dreiecken importieren, ihre Farben in einer kleinen Textur"
    ),
    "MagicaVoxel": "MagicaVoxel",
    "MagicaVoxel (.vox)": "MagicaVoxel (.vox)",
    "Import": "Importieren",
    # Reports
    "No file was chosen": "Keine Datei gewählt",
    "{count} files": "{count} Dateien",
    "1 object": "1 Objekt",
    "{count} objects": "{count} Objekte",
    "{name}: {objects}, {triangles} triangles{share}, {seconds} s": (
        "{name}: {objects}, {triangles} Dreiecke{share}, {seconds} s"
    ),
    "({percent} % of the visible faces' {faces})": "({percent} % der {faces} der sichtbaren Seiten)",
    "{drawn} ({once} in different meshes)": "{drawn} ({once} in verschiedenen Meshes)",
    "1 more frame, choose Animate to import it": "1 weiteres Bild, zum Importieren Animieren wählen",
    "{count} more frames, choose Animate to import them": "{count} weitere Bilder, zum Importieren Animieren wählen",
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
    "Make the mesh of the active object anew in this mode, and those of all selected objects, for all objects that "
    "share them. Names, materials, modifiers and transforms stay, and so do weights, UV layers, attributes and "
    "painted textures; you are asked before anything is lost": (
        "Das Mesh des aktiven Objekts und die aller ausgewählten Objekte in diesem Modus neu machen, für alle Objekte, "
        "die sie teilen. Namen, Materialien, Modifikatoren und Transformationen bleiben, ebenso Gewichte, UV-Ebenen, "
        "Attribute und bemalte Texturen; bevor etwas verloren geht, wird gefragt"
    ),
    "No object is active": "Kein Objekt ist aktiv",
    "The active object is no mesh that Trivox imported": "Das aktive Objekt ist kein Mesh, das Trivox importiert hat",
    "The file of this mesh holds triangles and no voxels. Import the .vox file instead": (
        "Die Datei dieses Meshes enthält Dreiecke und keine Voxel. Stattdessen die .vox-Datei importieren"
    ),
    "This will be lost: {edits}": "Das geht verloren: {edits}",
    "Lost: {edits}": "Verloren: {edits}",
    "moved vertices": "verschobene Vertices",
    "deleted faces": "gelöschte Flächen",
    "added faces": "hinzugefügte Flächen",
    "changed faces": "geänderte Flächen",
    "applied transforms": "angewendete Transformationen",
    "changed UVs": "geänderte UVs",
    "painted colors": "gemalte Farben",
    "painted texture": "bemalte Textur",
    "marks on edges": "Markierungen an Kanten",
    "attributes of text": "Attribute aus Text",
    "custom normals": "eigene Normalen",
    "{count} meshes": "{count} Meshes",
    "The mesh holds more than its model, which would vanish. Separate it first": (
        "Das Mesh enthält mehr als sein Modell, und das würde verschwinden. Zuerst trennen"
    ),
    "The mesh is a piece of a model, which would become whole again. Join the pieces first": (
        "Das Mesh ist ein Stück eines Modells, das wieder ganz würde. Zuerst die Stücke verbinden"
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
    # Compact files
    "Trivox (.tvx)": "Trivox (.tvx)",
    "Export Trivox": "Trivox exportieren",
    "Export models that were imported with Trivox to a compact file for games, from their voxels": (
        "Mit Trivox importierte Modelle aus ihren Voxeln in eine kompakte Datei für Spiele exportieren"
    ),
    "Source Collection": "Quellsammlung",
    "Export only the objects of this collection and of those inside it": (
        "Nur die Objekte dieser Sammlung und der darin enthaltenen exportieren"
    ),
    "Which objects are exported": "Welche Objekte exportiert werden",
    "Selected": "Ausgewählte",
    "The selected objects": "Die ausgewählten Objekte",
    "Visible": "Sichtbare",
    "The objects that can be seen": "Die Objekte, die zu sehen sind",
    "All": "Alle",
    "All objects of the scene; hidden ones are hidden in the file too": (
        "Alle Objekte der Szene; verborgene sind auch in der Datei verborgen"
    ),
    "Compress": "Komprimieren",
    "Make the file smaller; a game has to unpack it before it can draw it": (
        "Die Datei kleiner machen; ein Spiel muss sie entpacken, bevor es sie zeichnen kann"
    ),
    "{name}: {objects}, {bytes} bytes, {triangles} triangles, {each} bytes per triangle, {seconds} s": (
        "{name}: {objects}, {bytes} Byte, {triangles} Dreiecke, {each} Byte je Dreieck, {seconds} s"
    ),
    "1 object without voxels left out": "1 Objekt ohne Voxel ausgelassen",
    "{count} objects without voxels left out": "{count} Objekte ohne Voxel ausgelassen",
    "{names}: left out, for the file holds quarter turns and one size of voxels only": (
        "{names}: ausgelassen, denn die Datei fasst nur Vierteldrehungen und eine Voxelgröße"
    ),
    "{names}: moved to whole voxels, for the file holds no other places": (
        "{names}: auf ganze Voxel gerückt, denn andere Orte fasst die Datei nicht"
    ),
    "{names}: written as imported, for the file is made of voxels and not of the edited mesh": (
        "{names}: geschrieben wie importiert, denn die Datei entsteht aus Voxeln und nicht aus dem bearbeiteten Mesh"
    ),
    "{names}: written as they stand now, for their animation was changed since the import": (
        "{names}: geschrieben, wie sie jetzt stehen, denn ihre Animation wurde seit dem Import geändert"
    ),
    "{names} and {count} more": "{names} und {count} weitere",
    "No object has voxels; only models that were imported from .vox files have them": (
        "Kein Objekt hat Voxel; nur aus .vox-Dateien importierte Modelle haben sie"
    ),
    "There is no object to export": "Es gibt kein Objekt zum Exportieren",
    "There is no collection {name}": "Es gibt keine Sammlung {name}",
    # Looks
    "Looks": "Aussehen",
    "Let the 3D viewports of all workspaces show the colors of the models in solid shading, with the edges of their "
    "voxels. Press again to have them as they were": (
        "Die 3D-Ansichten aller Arbeitsbereiche die Farben der Modelle und die Kanten ihrer Voxel zeigen lassen. "
        "Nochmals drücken stellt sie zurück"
    ),
    "Stage": "Bühne",
    "Add a sun, a sky, a ground and a camera that frames the selected objects, and let renders keep the colors of the "
    "palette. Press again to remove them and have camera, world and colors as before": (
        "Sonne, Himmel, Boden und eine Kamera, die die ausgewählten Objekte ganz zeigt, hinzufügen; Bilder behalten "
        "die Farben der Palette. Nochmals drücken entfernt sie und stellt Kamera, Welt und Farben zurück"
    ),
    "Soft Edges": "Weiche Kanten",
    "Round the edges of the selected models: in their materials if Cycles renders, else by a Bevel modifier. Press "
    "again to have them sharp": (
        "Die Kanten der ausgewählten Modelle abrunden: in ihren Materialien, wenn Cycles rendert, sonst durch einen "
        "Modifikator „Fase“. Nochmals drücken macht sie wieder scharf"
    ),
    "Width": "Breite",
    "Width of the rounding, in voxels": "Breite der Abrundung, in Voxeln",
    "Objects that stay sharp, for their mode or their edges cannot be rounded: {count}": (
        "Objekte, die scharf bleiben, weil ihr Modus oder ihre Kanten kein Abrunden zulassen: {count}"
    ),
    "The objects have no surface that a camera could show": (
        "Die Objekte haben keine Oberfläche, die eine Kamera zeigen könnte"
    ),
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
    "Edges with 4 Faces": "Kanten mit 4 Flächen",
    "Import with Part Edges for 3D printing": "Für 3D-Druck mit „Kanten trennen“ importieren",
    "Textures": "Texturen",
    "Texture Used": "Textur genutzt",
    "Removed": "Entfernt",
    "Mixed": "Gemischt",
    "Objects": "Objekte",
    "Different Meshes": "Versch. Meshes",
    "Shared meshes count for each object": "Geteilte Meshes zählen je Objekt",
    # Files
    "Files": "Dateien",
    "File": "Datei",
    "Find": "Suchen",
    "Reload": "Neu laden",
    "Read the files of the selected objects again, or all files if none is selected, and bring the scene up to date. "
    "What you moved, renamed, edited or added stays": (
        "Die Dateien der ausgewählten Objekte neu lesen, oder alle, wenn nichts ausgewählt ist, und die Szene auf den "
        "neuen Stand bringen. Was verschoben, umbenannt, bearbeitet oder hinzugefügt wurde, bleibt"
    ),
    "The file, by the name that its collection has for it; by default those of the selected objects": (
        "Die Datei, bei dem Namen, den ihre Sammlung für sie hat; sonst die der ausgewählten Objekte"
    ),
    "Edited Meshes Too": "Auch bearbeitete Meshes",
    "Make meshes anew that were edited by hand, if their models changed; the edits are lost": (
        "Von Hand bearbeitete Meshes neu machen, wenn sich ihre Modelle geändert haben; die Bearbeitung geht verloren"
    ),
    "The file is not known any more; import it again": "Die Datei ist nicht mehr bekannt; neu importieren",
    "Follow File": "Datei folgen",
    "Reload the file by itself each time it is saved in MagicaVoxel": (
        "Die Datei von selbst neu laden, sooft sie in MagicaVoxel gespeichert wird"
    ),
    "Follow": "Folgen",
    "Whether the file is followed": "Ob der Datei gefolgt wird",
    "No selected object comes from a file that is known": (
        "Kein ausgewähltes Objekt kommt aus einer Datei, die bekannt ist"
    ),
    "1 model changed": "1 Modell geändert",
    "{count} models changed": "{count} Modelle geändert",
    "1 new": "1 neu",
    "{count} new": "{count} neu",
    "1 gone": "1 entfernt",
    "{count} gone": "{count} entfernt",
    "1 moved": "1 verschoben",
    "{count} moved": "{count} verschoben",
    "nothing changed": "nichts geändert",
    "{names}: no longer in the file, kept because you changed them": (
        "{names}: nicht mehr in der Datei, behalten, weil hier geändert"
    ),
    "{names}: changed in the file, kept because the meshes were edited": (
        "{names}: in der Datei geändert, behalten, weil die Meshes bearbeitet wurden"
    ),
}
