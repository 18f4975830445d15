"""German texts of the shape tools: English text in, German text out."""

from __future__ import annotations

SHAPES = {
    "Edit with Objects": "Mit Objekten bearbeiten",
    "Add, carve or paint the voxels of the active object where the other selected objects are: empties, which "
    "are the shapes that they show, and closed meshes. A voxel is inside if its middle is. All objects that "
    "share the mesh follow, and stay where they are; what was put on the mesh stays as with Use Mode": (
        "Die Voxel des aktiven Objekts dort hinzufügen, wegnehmen oder färben, wo die anderen ausgewählten "
        "Objekte sind: Empties, die die Form haben, die sie zeigen, und geschlossene Meshes. Ein Voxel ist "
        "innen, wenn seine Mitte es ist. Alle Objekte mit demselben Mesh folgen und bleiben, wo sie sind; was "
        "auf dem Mesh liegt, bleibt wie bei „Modus verwenden“"
    ),
    "Action": "Aktion",
    "What the shapes do": "Was die Formen tun",
    "Add": "Hinzufügen",
    "Carve": "Wegnehmen",
    "Paint": "Färben",
    "Fill the empty cells of the shapes; filled ones keep their colors": (
        "Die leeren Zellen der Formen füllen; gefüllte behalten ihre Farben"
    ),
    "Empty the cells of the shapes": "Die Zellen der Formen leeren",
    "Give the filled cells of the shapes another color": "Den gefüllten Zellen der Formen eine andere Farbe geben",
    "Color": "Farbe",
    "The nearest color of the model's palette that its materials can show is taken": (
        "Die nächste Farbe der Palette des Modells, die seine Materialien zeigen können, wird genommen"
    ),
    "Palette Number": "Palettennummer",
    "The number of a color of the model's palette; 0 takes the one nearest to the color above": (
        "Die Nummer einer Farbe der Palette des Modells; 0 nimmt die, die der Farbe oben am nächsten ist"
    ),
    "Smooth": "Glätten",
    "Radius of the rounding between what is added and the model, in voxels": (
        "Radius der Rundung zwischen dem Hinzugefügten und dem Modell, in Voxeln"
    ),
    "Select empties or closed meshes, and the model last": (
        "Empties oder geschlossene Meshes auswählen, das Modell zuletzt"
    ),
    "The mesh was changed while it was edited. Try again": (
        "Das Mesh wurde während der Bearbeitung geändert. Bitte noch einmal versuchen"
    ),
    "The shapes touch nothing that they could change": "Die Formen berühren nichts, was sie ändern könnten",
    "Nothing would be left of the model; move the shapes or make them smaller": (
        "Vom Modell bliebe nichts übrig; die Formen verschieben oder verkleinern"
    ),
    "{name}: {voxels} voxels (before: {before}), {triangles} triangles": (
        "{name}: {voxels} Voxel (vorher: {before}), {triangles} Dreiecke"
    ),
    "{name} is flat; scale it by more than 0": "{name} ist flach; mit mehr als 0 skalieren",
    "Add Shape": "Form hinzufügen",
    "Add an empty at the 3D cursor that is a shape for editing voxels, as many voxels of the active object large "
    "as you say": (
        "Am 3D-Cursor ein Empty hinzufügen, das eine Form zum Bearbeiten von Voxeln ist, so viele Voxel des "
        "aktiven Objekts groß wie angegeben"
    ),
    "Shape": "Form",
    "Which solid the empty is": "Welcher Körper das Empty ist",
    "Which solid this empty is when it edits voxels": "Welcher Körper dieses Empty ist, wenn es Voxel bearbeitet",
    "Size": "Größe",
    "Half its width, in voxels": "Seine halbe Breite, in Voxeln",
    "Shape Tools": "Formwerkzeuge",
    "By Display": "Nach Anzeige",
    "What the empty is shown as: a sphere, a cube as box, a cone, a circle as cylinder as high as wide, a single "
    "arrow as capsule; anything else as box": (
        "Als was das Empty angezeigt wird: Kugel, Würfel als Quader, Kegel, Kreis als Zylinder so hoch wie "
        "breit, einzelner Pfeil als Kapsel; alles andere als Quader"
    ),
    "Sphere": "Kugel",
    "As the empty's sphere shows it": "Wie die Kugel des Empty es zeigt",
    "Box": "Quader",
    "As the empty's cube shows it": "Wie der Würfel des Empty es zeigt",
    "Rounded Box": "Abgerundeter Quader",
    "A box with edges rounded by a quarter of its half": (
        "Ein Quader, dessen Kanten um ein Viertel seiner halben Breite gerundet sind"
    ),
    "Cylinder": "Zylinder",
    "Around the empty's Y axis, as its circle; as high as wide": (
        "Um die Y-Achse des Empty wie sein Kreis; so hoch wie breit"
    ),
    "Capsule": "Kapsel",
    "Along the empty's arrow, rounded by a quarter of its length": (
        "Entlang des Pfeils des Empty, um ein Viertel seiner Länge gerundet"
    ),
    "Cone": "Kegel",
    "As the empty's cone shows it, its tip along Y": "Wie der Kegel des Empty es zeigt, Spitze entlang Y",
    "Torus": "Torus",
    "A ring around the empty's Z axis, a quarter as thick as wide": (
        "Ein Ring um die Z-Achse des Empty, ein Viertel so dick wie breit"
    ),
    "Half Space": "Halbraum",
    "All below the empty, as seen along its Z axis": "Alles unter dem Empty, entlang seiner Z-Achse gesehen",
}
