"""German texts of the options that a user chooses from: English text in, German text out."""

from __future__ import annotations

from .german_colors import COLORS

OPTIONS = COLORS | {
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
    "outside where nothing traces rays, so it is for drawing in games; not for 3D printing, Cycles, collision, baking, "
    "cutting open, nor for the modifiers Bevel, Boolean, Decimate, Remesh, Solidify, Subdivision Surface and Weld": (
        "So wenige Rechtecke wie möglich, die sich überlappen und unter Verdecktes reichen dürfen. Sieht von überall "
        "außen gleich aus, wo keine Strahlen verfolgt werden, ist also zum Zeichnen in Spielen; nicht für Cycles, "
        "3D-Druck, Kollision, Backen, Aufschneiden und die Modifikatoren Fase, Boolesch, Dezimieren, Neuvernetzung, "
        "Verdicken, Unterteilungsfläche und Verschmelzen"
    ),
    "Cutout": "Ausschnitte",
    "Far fewer triangles: rectangles that reach over anything and are clear in the texture where there is nothing. "
    "For many small props, distant models, mobile and VR; not for 3D printing, collision, baking, bevels and other "
    "modifiers. It costs drawn area (see Compare Modes), and the colors have to be in a texture": (
        "Viel weniger Dreiecke: Rechtecke, die über alles reichen und in der Textur durchsichtig sind, wo nichts "
        "ist. Für viele kleine Requisiten, ferne Modelle, Mobilgeräte und VR; nicht für 3D-Druck, Kollision, "
        "Backen, Fasen und andere Modifikatoren. Der Preis ist gezeichnete Fläche (siehe „Modi vergleichen“), und "
        "die Farben müssen in einer Textur sein"
    ),
    "Texels per Rectangle": "Texel je Rechteck",
    "How many pixels of the texture a rectangle that is saved may cost, in the mode Cutout. More leave fewer "
    "triangles and larger clear areas: 0 draws hardly more than Fewest, 1,048,576 leaves two triangles for each "
    "plane. The power of two below it counts": (
        "Wie viele Pixel der Textur ein gespartes Rechteck kosten darf, im Modus „Ausschnitte“. Mehr lässt weniger "
        "Dreiecke und größere durchsichtige Flächen: 0 zeichnet kaum mehr als „Minimum“, 1.048.576 lässt zwei "
        "Dreiecke je Ebene. Es zählt die Zweierpotenz darunter"
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
    "N-gons": "N-Ecke",
    "Flat pieces stay whole, for editing and bevels; those with holes are cut into a few": (
        "Flache Stücke bleiben ganz, zum Bearbeiten und Fasen; solche mit Löchern werden in wenige zerlegt"
    ),
    "Part Edges": "Kanten trennen",
    "Double the vertices along edges that four faces share, as 3D printing wants": (
        "Die Vertices an Kanten verdoppeln, die sich vier Flächen teilen, wie es 3D-Druck verlangt"
    ),
    "Overlap": "Überlappung",
    "Part of a voxel by which pieces reach over their sides where corners lie within them, so that no background shows "
    "between them. 0.004 does for nearly all; pieces then share no corners. In Cutout, 0 stands for 0.001": (
        "Teil eines Voxels, um den Stücke über ihre Seiten reichen, wo Ecken in diesen liegen, damit dazwischen kein "
        "Hintergrund zu sehen ist. 0.004 genügt fast immer; die Stücke teilen dann keine Ecken. Bei "
        "Ausschnitten steht 0 für 0.001"
    ),
    # Options of the scene
    "Scene": "Szene",
    "Voxel Size": "Voxelgröße",
    "Length of the edge of one voxel, where the file does not tell it": (
        "Kantenlänge eines Voxels, wo die Datei sie nicht nennt"
    ),
    "Length of the edge of one voxel in metres, where the file does not tell it": (
        "Kantenlänge eines Voxels in Metern, wo die Datei sie nicht nennt"
    ),
    "Groups": "Gruppen",
    "What becomes of the groups of the file": "Was aus den Gruppen der Datei wird",
    "Parents": "Eltern",
    "Each group becomes an empty object that moves all that is in it": (
        "Jede Gruppe wird ein leeres Objekt, das alles bewegt, was darin ist"
    ),
    "Flat": "Flach",
    "Objects only, each at its place in the world": "Nur Objekte, jedes an seinem Platz in der Welt",
    "Show Colors": "Farben zeigen",
    "Let the 3D viewports of all workspaces show the colors where their solid shading would show the mean color of "
    "each model": (
        "Die 3D-Ansichten aller Arbeitsbereiche die Farben zeigen lassen, wo sie sonst die mittlere Farbe jedes "
        "Modells zeigen"
    ),
    "Files": "Dateien",
    "Where files stand that are imported together or dropped into a viewport": (
        "Wo Dateien stehen, die zusammen importiert oder in eine Ansicht gezogen werden"
    ),
    "Several files stand side by side, and what is dropped stands where it was dropped": (
        "Mehrere Dateien stehen nebeneinander, und Hineingezogenes steht, wo es losgelassen wurde"
    ),
    "As Saved": "Wie gespeichert",
    "Every file stands where it was saved, so that the parts of one scene fit together": (
        "Jede Datei steht, wo sie gespeichert wurde, so dass die Teile einer Szene zusammenpassen"
    ),
    "Origin": "Ursprung",
    "Where the origin of each object is, around which it turns; nothing that can be seen moves": (
        "Wo der Ursprung jedes Objekts liegt, um den es sich dreht; was man sieht, bleibt, wo es ist"
    ),
    "MagicaVoxel's Pivot": "Drehpunkt von MagicaVoxel",
    "Where MagicaVoxel turns the object: the middle of its size": (
        "Worum MagicaVoxel das Objekt dreht: die Mitte seiner Größe"
    ),
    "Center": "Mitte",
    "The middle of its voxels": "Die Mitte seiner Voxel",
    "Bottom Center": "Mitte unten",
    "The middle of the bottom of its voxels, to stand it on something": (
        "Die Mitte der Unterseite seiner Voxel, um es auf etwas zu stellen"
    ),
    "Corner": "Ecke",
    "The lowest, left, front corner of its voxels": "Die Ecke seiner Voxel unten links vorn",
    "At World Origin": "Am Weltursprung",
    "Move all objects of the file together so that they stand on the middle of the world": (
        "Alle Objekte der Datei gemeinsam so verschieben, dass sie auf der Mitte der Welt stehen"
    ),
    "What becomes of objects that touch or overlap": ("Was aus Objekten wird, die sich berühren oder überschneiden"),
    "Separate": "Getrennt",
    "Every object is whole": "Jedes Objekt ist ganz",
    "Separate, without Contacts": "Getrennt, ohne Kontakte",
    "Objects stay apart, but faces that others hide where they touch or overlap are left out": (
        "Objekte bleiben getrennt, doch Flächen, die andere verdecken, wo sie sich berühren, fallen weg"
    ),
    "Joined": "Verbunden",
    "All that is seen becomes one mesh, without faces inside. Groups and layers are lost": (
        "Alles Sichtbare wird ein Mesh ohne Flächen im Inneren. Gruppen und Ebenen gehen verloren"
    ),
    # Layers, animation, cameras and light
    "Layers and Visibility": "Ebenen und Sichtbarkeit",
    "Layers": "Ebenen",
    "What becomes of the layers of the file": "Was aus den Ebenen der Datei wird",
    "Collections": "Sammlungen",
    "A collection for each layer that is used": "Eine Sammlung für jede benutzte Ebene",
    "Custom Property": "Eigene Eigenschaft",
    "The name of its layer as a custom property of each object": (
        "Der Name seiner Ebene als eigene Eigenschaft jedes Objekts"
    ),
    "Ignore": "Ignorieren",
    "Layers are forgotten, except that hidden ones are not seen": (
        "Ebenen werden vergessen, nur dass man verborgene nicht sieht"
    ),
    "Hidden Objects": "Verborgenes",
    "What becomes of objects and layers that are hidden in the file": (
        "Was aus Objekten und Ebenen wird, die in der Datei verborgen sind"
    ),
    "Import Hidden": "Verborgen importieren",
    "They arrive hidden, in viewports and renders": "Sie kommen verborgen an, in Ansichten und Bildern",
    "Skip": "Auslassen",
    "They are not imported": "Sie werden nicht importiert",
    "Loose Models": "Lose Modelle",
    "What becomes of several models that the file places nowhere, as old files have them": (
        "Was aus mehreren Modellen wird, die die Datei nirgends hinstellt, wie bei alten Dateien"
    ),
    "Side by Side": "Nebeneinander",
    "One object for each model, in a row": "Ein Objekt je Modell, in einer Reihe",
    "As Frames": "Als Einzelbilder",
    "An animation that shows one model after the other in the same place": (
        "Eine Animation, die ein Modell nach dem anderen an derselben Stelle zeigt"
    ),
    "Animation": "Animation",
    "Which frames of an animated file are imported": "Welche Bilder einer animierten Datei importiert werden",
    "First Frame": "Erstes Bild",
    "Nothing moves": "Nichts bewegt sich",
    "One Frame": "Ein Bild",
    "The frame of your choice; nothing moves": "Das gewählte Bild; nichts bewegt sich",
    "Animate": "Animieren",
    "Key where each object is, and which model it shows, in each frame": (
        "Schlüsselbilder dafür, wo jedes Objekt in jedem Bild ist und welches Modell es zeigt"
    ),
    "Frame": "Bild",
    "The frame to import, as MagicaVoxel counts them from 0": (
        "Das Bild, das importiert wird, wie MagicaVoxel sie ab 0 zählt"
    ),
    "Frames per Second": "Bilder pro Sekunde",
    "How many frames of MagicaVoxel are played in a second": (
        "Wie viele Bilder von MagicaVoxel in einer Sekunde ablaufen"
    ),
    "Show Frames By": "Bilder zeigen durch",
    "What is keyed of the models that an object shows one after the other": (
        "Wofür die Modelle, die ein Objekt nacheinander zeigt, Schlüsselbilder bekommen"
    ),
    "Scale": "Skalierung",
    "Those whose turn it is not have no size. Plays in glTF, FBX and USD as well": (
        "Die nicht an der Reihe sind, haben keine Größe. Läuft auch in glTF, FBX und USD ab"
    ),
    "Visibility": "Sichtbarkeit",
    "They are hidden in viewports and renders. Exporters show all frames at once": (
        "Sie sind in Ansichten und Bildern verborgen. Exporter zeigen alle Bilder auf einmal"
    ),
    "They have no size and are hidden. Exporters show all frames at once": (
        "Sie haben keine Größe und sind verborgen. Exporter zeigen alle Bilder auf einmal"
    ),
    "Set Scene Range": "Szenenbereich setzen",
    "Let the scene begin and end with the animation, if the file says where it begins and ends": (
        "Die Szene mit der Animation beginnen und enden lassen, falls die Datei deren Anfang und Ende nennt"
    ),
    "Cameras and Light": "Kameras und Licht",
    "Cameras": "Kameras",
    "Import the stored cameras of the file": "Die gespeicherten Kameras der Datei importieren",
    "Sun and Sky": "Sonne und Himmel",
    "Import the sun of the file, and let the scene have a new world with the color of its sky": (
        "Die Sonne der Datei importieren und der Szene eine neue Welt in der Farbe ihres Himmels geben"
    ),
    "Again": "Nochmals",
    "What becomes of a file that was imported before with the same options and is still the same": (
        "Was aus einer Datei wird, die mit denselben Optionen schon importiert wurde und noch dieselbe ist"
    ),
    "As Instances": "Als Instanzen",
    "The new objects share the meshes that are there, and take no more memory": (
        "Die neuen Objekte teilen die vorhandenen Meshes und brauchen keinen weiteren Speicher"
    ),
    "As New": "Als neue",
    "All is made anew, so that each import can be changed by itself": (
        "Alles wird neu gemacht, so dass jeder Import für sich geändert werden kann"
    ),
    # Preferences
    "Preset": "Voreinstellung",
    "What the import dialog begins with in each session; then it remembers what you chose": (
        "Womit der Importdialog in jeder Sitzung beginnt; danach merkt er sich, was Sie gewählt haben"
    ),
    "None": "Keine",
    "The defaults": "Die Standardwerte",
    "Where the colors of the voxels are kept, if the import dialog begins with no preset": (
        "Wo die Farben der Voxel stehen, wenn der Importdialog mit keiner Voreinstellung beginnt"
    ),
    "Follow Interval": "Abstand beim Folgen",
    "Seconds between looks at files that are followed": (
        "Sekunden zwischen zwei Blicken auf Dateien, denen gefolgt wird"
    ),
    # Presets
    "3D Print": "3D-Druck",
    "Game": "Spiel",
    "Godot": "Godot",
    "Render": "Rendern",
    "Many Small Props": "Viele kleine Requisiten",
    "Rig / Edit": "Animieren / Bearbeiten",
    "Unity": "Unity",
    "Unreal": "Unreal",
    "three.js": "three.js",
}
