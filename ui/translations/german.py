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
    # What is in files
    "1 model": "1 Modell",
    "{count} models": "{count} Modelle",
    "1 voxel": "1 Voxel",
    "{count} voxels": "{count} Voxel",
    "Size {size}": "Größe {size}",
    "1 layer": "1 Ebene",
    "{count} layers": "{count} Ebenen",
    "{count} frames": "{count} Bilder",
    # Reports
    "No file was chosen": "Keine Datei gewählt",
    "{count} files": "{count} Dateien",
    "{made} of {count} files imported": "{made} von {count} Dateien importiert",
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
    "This mode needs the colors in a texture. Import the file again with colors stored so": (
        "Dieser Modus braucht die Farben in einer Textur. Importieren Sie die Datei mit Farben in einer Textur neu"
    ),
    "The mesh has shape keys, which would not fit another mesh. Remove them first": (
        "Das Mesh hat Formschlüssel, die zu einem anderen Mesh nicht passen. Diese zuerst entfernen"
    ),
    "The texture of the mesh was removed or changed in size. Import the file again": (
        "Die Textur des Meshes wurde entfernt oder in der Größe geändert. Die Datei neu importieren"
    ),
    # Checks
    "Checks": "Prüfungen",
    "Show Polygons": "Polygone zeigen",
    "Draw each polygon of Trivox meshes in a color of its own. Meshes and materials stay as they are; "
    "press again to end": (
        "Jedes Polygon von Trivox-Meshes in einer eigenen Farbe zeichnen. Meshes und Materialien bleiben, wie sie "
        "sind; zum Beenden noch einmal drücken"
    ),
    "Show T-Junctions": "T-Stöße zeigen",
    "Mark corners that lie within the sides of other faces, where renderers may show single bright pixels. "
    "Press again to end": (
        "Ecken markieren, die in den Seiten anderer Flächen liegen, wo Renderer einzelne helle Pixel zeigen können. "
        "Zum Beenden noch einmal drücken"
    ),
    "Validate": "Validieren",
    "Check the mesh as it is now: every visible side of a voxel is there once and in its color, nothing else is, "
    "and all proofs of its mode hold. Nothing in the scene changes": (
        "Das Mesh prüfen, wie es jetzt ist: Jede sichtbare Seite eines Voxels ist einmal da und in ihrer Farbe, sonst "
        "nichts, und alle Beweise seines Modus gelten. In der Szene ändert sich nichts"
    ),
    "All proofs hold": "Alle Beweise gelten",
    "{name}: all proofs hold": "{name}: alle Beweise gelten",
    "{name}: {count} faults, see Checks": "{name}: {count} Fehler, siehe Prüfungen",
    "Select Fault": "Fehler auswählen",
    "Select the faces that this is about, in Edit Mode": "Die Flächen, um die es geht, im Bearbeitungsmodus auswählen",
    "Fault": "Fehler",
    "Which one of the list": "Welcher der Liste",
    "The mesh was changed since it was validated. Validate it again": (
        "Das Mesh wurde geändert, seit es validiert wurde. Noch einmal validieren"
    ),
    "{count} faces off the grid": "{count} Flächen neben dem Gitter",
    "{count} faces bent or aslant": "{count} Flächen krumm oder schräg",
    "{count} sides missing": "{count} Seiten fehlen",
    "{count} sides there twice": "{count} Seiten doppelt",
    "{count} squares that are no sides": "{count} Quadrate, die keine Seiten sind",
    "{count} T-junctions": "{count} T-Stöße",
    "{count} sides in wrong colors": "{count} Seiten in falschen Farben",
    "Texture or its UVs removed": "Textur oder ihre UVs entfernt",
    "Edited, but shows the same": "Bearbeitet, zeigt aber dasselbe",
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
    "Drawn Area": "Fläche",
    "Bytes of a compressed .tvx file": "Bytes einer komprimierten .tvx-Datei",
    "T-Junctions": "T-Stöße",
    "Yes": "Ja",
    "No": "Nein",
    "Triangles of the whole mesh, as games and renders draw them": (
        "Dreiecke des ganzen Meshes, wie Spiele und Bilder sie zeichnen"
    ),
    "Share": "Anteil",
    "Of the triangles that the visible faces of the voxels would take, two for each face": (
        "An den Dreiecken, die die sichtbaren Seiten der Voxel brauchen würden, zwei für jede Seite"
    ),
    "In Games": "In Spielen",
    "Vertices as games store them: a corner counts again for each direction and place in the texture that it has": (
        "Vertices, wie Spiele sie speichern: Eine Ecke zählt für jede Richtung und jeden Ort in der Textur, die sie "
        "hat, neu"
    ),
    "Pixels": "Pixel",
    "Pixels of the texture, width times height": "Pixel der Textur, Breite mal Höhe",
    "Whether corners lie on the sides of neighbors, where single pixels can flicker and edges cannot be welded": (
        "Ob Ecken auf den Seiten von Nachbarn liegen, wo einzelne Pixel flackern und Kanten nicht verschweißt werden "
        "können"
    ),
    "Area of all triangles, in sides of voxels: what a graphics card fills. Where triangles overlap it counts as "
    "often as it is drawn, and where they are clear it counts too": (
        "Fläche aller Dreiecke, in Seiten von Voxeln: was eine Grafikkarte füllt. Wo Dreiecke sich überlappen, "
        "zählt sie so oft, wie sie gezeichnet wird, und wo sie durchsichtig sind, zählt sie auch"
    ),
    "Needs the colors in a texture; those of this object are stored elsewhere": (
        "Braucht die Farben in einer Textur; die dieses Objekts liegen anderswo"
    ),
    "Press Compare Modes to see it": "Mit Modi vergleichen zu sehen",
    "{triangles} of {faces} triangles": "{triangles} von {faces} Dreiecken",
    "Proven: as few as there can be": "Bewiesen: so wenige, wie es sein können",
    "Proven: as few as there can be without overlap": "Bewiesen: so wenige, wie es ohne Überlappung sein können",
    "At most {count} more than there must be": "Höchstens {count} mehr, als es sein müssen",
    "Best: {mode}, proven": "Am besten: {mode}, bewiesen",
    "Best: {mode}, at most {count} too many": "Am besten: {mode}, höchstens {count} zu viel",
    "Proven fewest": "Bewiesenes Minimum",
    "Proven fewest without overlap": "Bewiesenes Minimum ohne Überlappung",
    "At most {count} too many": "Höchstens {count} zu viel",
    # Compact files
    "Trivox (.tvx)": "Trivox (.tvx)",
    "View in Browser": "Im Browser ansehen",
    "Trivox: View in Browser": "Trivox: Im Browser ansehen",
    "Show models that were imported with Trivox in the browser, on a page of its own that can be sent to others": (
        "Modelle, die mit Trivox importiert wurden, im Browser zeigen, auf einer Seite, die man verschicken kann"
    ),
    "Which objects are shown": "Welche Objekte gezeigt werden",
    "{path}: open this page in a browser": "{path}: diese Seite in einem Browser öffnen",
    "{path}: opened in the browser": "{path}: im Browser geöffnet",
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
    "Voxels": "Voxel",
    "Store the voxels too, so that who imports the file can compare and change modes and export again": (
        "Auch die Voxel speichern, damit nach einem Import der Datei Modi verglichen und geändert werden können und "
        "wieder exportiert werden kann"
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
    "{names}: left out, for the file holds quarter turns and voxels of {size} m only": (
        "{names}: ausgelassen, denn die Datei fasst nur Vierteldrehungen und Voxel von {size} m"
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
    "No object has voxels; only models of files that hold voxels have them": (
        "Kein Objekt hat Voxel; nur Modelle aus Dateien mit Voxeln haben sie"
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
    "Triangles that the model takes after each step": "Dreiecke, die das Modell nach jedem Schritt braucht",
    "What stays of the triangles of the step before": "Was von den Dreiecken des Schritts davor bleibt",
    "Whole Cubes": "Ganze Würfel",
    "Every voxel as a cube of twelve triangles": "Jedes Voxel als Würfel aus zwölf Dreiecken",
    "Outer Cubes": "Äußere Würfel",
    "Only those voxels of which something can be seen": "Nur die Voxel, von denen etwas zu sehen ist",
    "Visible Faces": "Sichtbare Seiten",
    "Only the sides of voxels that can be seen, two triangles each": (
        "Nur die Seiten von Voxeln, die zu sehen sind, je zwei Dreiecke"
    ),
    "Merged Areas": "Ganze Flächen",
    "Flat areas in one piece each, cut into as few triangles as their corners allow": (
        "Ebene Flächen in je einem Stück, in so wenige Dreiecke geteilt, wie ihre Ecken erlauben"
    ),
    "This Mesh": "Dieses Mesh",
    "The mesh as Trivox made it": "Das Mesh, wie Trivox es gemacht hat",
    "These Meshes": "Diese Meshes",
    "As Edited": "Bearbeitet",
    "Triangles as the mesh is now": "Dreiecke des Meshes, wie es jetzt ist",
    "Vertices": "Vertices",
    "Corners of the mesh, each once": "Ecken des Meshes, jede einmal",
    "Vertices in Games": "Vertices in Spielen",
    "As games store them: a corner counts again for each direction and place in the texture that it has": (
        "Wie Spiele sie speichern: Eine Ecke zählt für jede Richtung und jeden Ort in der Textur, die sie hat, neu"
    ),
    "Edges with 4 Faces": "Kanten mit 4 Flächen",
    "Where voxels touch along an edge alone; 3D printing refuses such edges": (
        "Wo Voxel sich nur an einer Kante berühren; 3D-Druck lehnt solche Kanten ab"
    ),
    "Import with Part Edges for 3D printing": "Für 3D-Druck mit „Kanten trennen“ importieren",
    "Pixels from left to right and from bottom to top": "Pixel von links nach rechts und von unten nach oben",
    "Textures": "Texturen",
    "Different images": "Verschiedene Bilder",
    "Texture Used": "Textur genutzt",
    "How much of the texture holds colors; the rest is empty": "Wie viel der Textur Farben hält; der Rest ist leer",
    "How the visible sides of the voxels became a mesh": "Wie aus den sichtbaren Seiten der Voxel ein Mesh wurde",
    "What became of walls of hollows that cannot be seen from outside": (
        "Was aus den Wänden von Hohlräumen wurde, die von außen nicht zu sehen sind"
    ),
    "Removed": "Entfernt",
    "Mixed": "Gemischt",
    "Steps of the Selection": "Schritte der Auswahl",
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
    # Totals and budget
    "Triangles in Total": "Dreiecke insgesamt",
    "Collection": "Sammlung",
    "Scene": "Szene",
    "Drawn": "Sichtbar",
    "Triangles that can be seen, before modifiers: each instance counts, and what is hidden does not": (
        "Dreiecke, die zu sehen sind, vor Modifikatoren: Jede Instanz zählt, und Verborgenes nicht"
    ),
    "Stored": "Daten",
    "Triangles in memory and files: each mesh counts once, however often it is used": (
        "Dreiecke in Speicher und Dateien: Jedes Mesh zählt einmal, so oft es auch verwendet wird"
    ),
    "Objects": "Objekte",
    "Objects with a mesh, and instances of collections": "Objekte mit einem Mesh und Instanzen von Sammlungen",
    "Triangle Budget": "Dreiecksbudget",
    "Show how much of a number of triangles the visible objects of the scene take": (
        "Zeigen, wie viel von einer Zahl von Dreiecken die sichtbaren Objekte der Szene brauchen"
    ),
    "How many triangles the scene may have": "Wie viele Dreiecke die Szene haben darf",
    "{count} of {budget}": "{count} von {budget}",
    "{count} too many": "{count} zu viel",
    # Problems of an import
    "{made} of {files} files imported": "{made} von {files} Dateien importiert",
    "1 warning": "1 Warnung",
    "{count} warnings": "{count} Warnungen",
    "{count} more": "{count} weitere",
    "Dismiss": "Schließen",
    "Empty this list": "Diese Liste leeren",
    "Copy All": "Alles kopieren",
    "Copy the whole list as text": "Die ganze Liste als Text kopieren",
}
