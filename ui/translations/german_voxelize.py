"""German texts of what makes voxels: English text in, German text out."""

from __future__ import annotations

VOXELIZE = {
    "Convert": "Umwandeln",
    "Voxelize": "Voxelisieren",
    "Make voxel models of the selected objects: meshes with their modifiers, instances, text, "
    "curves and metaballs, with the colors of their materials, textures and color attributes": (
        "Aus den ausgewählten Objekten Voxelmodelle machen: Meshes mit ihren Modifikatoren, Instanzen, "
        "Text, Kurven und Metabälle, mit den Farben ihrer Materialien, Texturen und Farbattribute"
    ),
    "Size By": "Größe nach",
    "What says how large voxels are": "Was sagt, wie groß Voxel sind",
    "Number": "Anzahl",
    "So many voxels along the longest side of all that is selected": (
        "So viele Voxel entlang der längsten Seite von allem Ausgewählten"
    ),
    "Length": "Länge",
    "The edge of a voxel has this length": "Die Kante eines Voxels hat diese Länge",
    "Voxels along the longest side of all that is selected": (
        "Voxel entlang der längsten Seite von allem Ausgewählten"
    ),
    "Length of the edge of a voxel": "Länge der Kante eines Voxels",
    "Along": "Entlang",
    "How the voxels lie": "Wie die Voxel liegen",
    "World": "Welt",
    "Along the axes of the world": "Entlang der Achsen der Welt",
    "Along the axes of the active object, however it is turned": (
        "Entlang der Achsen des aktiven Objekts, wie es auch gedreht ist"
    ),
    "Inside": "Innen",
    "What becomes of the space inside closed surfaces": "Was aus dem Raum innerhalb geschlossener Flächen wird",
    "Solid": "Voll",
    "Fill what is inside, also of surfaces with small holes": (
        "Füllen, was innen ist, auch bei Flächen mit kleinen Löchern"
    ),
    "Surface Only": "Nur Oberfläche",
    "Make voxels of the surface alone": "Nur aus der Oberfläche Voxel machen",
    "Keep Thin Parts": "Dünne Teile behalten",
    "Keep parts that are thinner than a voxel, such as leaves and cloth": (
        "Teile behalten, die dünner als ein Voxel sind, wie Blätter und Stoff"
    ),
    "Thick Surface": "Dicke Oberfläche",
    "Fill every voxel that the surface touches, and not as few as leave no gap": (
        "Jedes Voxel füllen, das die Oberfläche berührt, und nicht nur so wenige, dass keine Lücke bleibt"
    ),
    "Palette": "Palette",
    "Which colors the voxels have": "Welche Farben die Voxel haben",
    "Own": "Eigene",
    "Up to 255 colors that fit best": "Bis zu 255 Farben, die am besten passen",
    "Active Model": "Aktives Modell",
    "The colors of the active object, a model of Trivox, which stays as it is": (
        "Die Farben des aktiven Objekts, eines Modells von Trivox, das bleibt, wie es ist"
    ),
    "Dither": "Farben mischen",
    "Mix colors that the palette lacks, voxel by voxel": "Farben, die der Palette fehlen, Voxel für Voxel mischen",
    "Make": "Ergibt",
    "How many objects come out": "Wie viele Objekte entstehen",
    "One Object": "Ein Objekt",
    "All that is selected becomes one model": "Alles Ausgewählte wird ein Modell",
    "One per Object": "Je Objekt eines",
    "Each selected object becomes a model of its own, with voxels of the same size": (
        "Jedes ausgewählte Objekt wird ein eigenes Modell, mit Voxeln derselben Größe"
    ),
    "Originals": "Originale",
    "What becomes of the selected objects": "Was aus den ausgewählten Objekten wird",
    "Hide": "Ausblenden",
    "Hide them in the viewports and in renders": "In den Ansichten und beim Rendern ausblenden",
    "Leave them as they are": "Lassen, wie sie sind",
    "Select objects that have a surface, such as meshes, text or curves": (
        "Objekte mit einer Oberfläche auswählen, wie Meshes, Text oder Kurven"
    ),
    "About {x} × {y} × {z} cells": "Etwa {x} × {y} × {z} Zellen",
    "Too many: {x} × {y} × {z} cells": "Zu viele: {x} × {y} × {z} Zellen",
    "The selected objects have no faces, so there is nothing to voxelize": (
        "Die ausgewählten Objekte haben keine Flächen, also gibt es nichts zu voxelisieren"
    ),
    "Only the active object is selected, which gives its palette; select others as well": (
        "Nur das aktive Objekt ist ausgewählt, von dem die Palette kommt; wählen Sie weitere aus"
    ),
    "The active object is no model of Trivox, so it has no palette to take": (
        "Das aktive Objekt ist kein Modell von Trivox und hat daher keine Palette zum Übernehmen"
    ),
    "Materials whose colors are made by nodes got their viewport color: {names}": (
        "Materialien, deren Farben Nodes erzeugen, bekamen ihre Ansichtsfarbe: {names}"
    ),
    "{voxels} voxels, {triangles} triangles in {seconds} s": "{voxels} Voxel, {triangles} Dreiecke in {seconds} s",
}
