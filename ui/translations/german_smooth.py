"""German texts of smooth surfaces: English text in, German text out."""

from __future__ import annotations

SMOOTH = {
    "Smooth": "Glatt",
    "Use Smooth Surface": "Glatte Oberfläche verwenden",
    "Turn the voxels of the selected objects into smooth closed surfaces, for all objects that share "
    "them. The mesh as it is now is kept and comes back when you choose another mode; what you do to the "
    "smooth surface itself is lost then. Exported .tvx files stay exact": (
        "Die Voxel der ausgewählten Objekte zu glatten geschlossenen Oberflächen machen, für alle Objekte, "
        "die sie sich teilen. Das Mesh, wie es jetzt ist, bleibt erhalten und kommt zurück, wenn ein anderer "
        "Modus gewählt wird; was an der glatten Oberfläche selbst geändert wird, geht dann verloren. "
        "Exportierte .tvx-Dateien bleiben exakt"
    ),
    "Method": "Verfahren",
    "How the surface is made": "Wie die Oberfläche entsteht",
    "Surface Nets": "Surface Nets",
    "Round shapes of even triangles, with a corner between each eight voxels": (
        "Runde Formen aus gleichmäßigen Dreiecken, mit einer Ecke zwischen je acht Voxeln"
    ),
    "Marching Cubes": "Marching Cubes",
    "Beveled shapes, with a corner on each visible side of a voxel": (
        "Abgeschrägte Formen, mit einer Ecke auf jeder sichtbaren Seite eines Voxels"
    ),
    "Blur": "Weichheit",
    "How far corners are rounded; nothing thin vanishes": "Wie weit Ecken gerundet werden; nichts Dünnes verschwindet",
    "How colors meet on the surface": "Wie Farben auf der Oberfläche zusammentreffen",
    "Per Face": "Je Fläche",
    "Each triangle has the color of its voxel": "Jedes Dreieck hat die Farbe seines Voxels",
    "Colors run into each other from corner to corner, and materials can be blended": (
        "Farben gehen von Ecke zu Ecke ineinander über, und Materialien können gemischt werden"
    ),
    "Join Diagonals": "Diagonalen verbinden",
    "Let voxels that touch along an edge hang together; else they are apart": (
        "Voxel, die sich an einer Kante berühren, hängen zusammen; sonst sind sie getrennt"
    ),
    "What was changed on the smooth surface will be lost: {names}": (
        "Was an der glatten Oberfläche geändert wurde, geht verloren: {names}"
    ),
    "The meshes have gone": "Die Meshes sind nicht mehr da",
    "{name}: {mode}, {triangles} triangles": "{name}: {mode}, {triangles} Dreiecke",
    "Blend Materials": "Materialien mischen",
    "Give the selected smooth surfaces with blended colors a material that projects a texture from three "
    "sides for each of the four most frequent colors, and blends them. Choose images of your own inside "
    "of the node groups named Trivox Triplanar": (
        "Den ausgewählten glatten Oberflächen mit gemischten Farben ein Material geben, das für jede der "
        "vier häufigsten Farben eine Textur von drei Seiten projiziert und sie mischt. Eigene Bilder werden "
        "in den Node-Gruppen namens Trivox Triplanar gewählt"
    ),
    "Scale": "Größe",
    "Voxels along the side of a texture": "Voxel entlang der Seite einer Textur",
    "Sharpness": "Schärfe",
    "How abruptly the three projections of a texture meet; 1 is softest": (
        "Wie plötzlich die drei Projektionen einer Textur zusammentreffen; 1 ist am weichsten"
    ),
    "No selected object is a smooth surface with blended colors": (
        "Kein ausgewähltes Objekt ist eine glatte Oberfläche mit gemischten Farben"
    ),
    "Smooth surfaces have no sides of voxels. Choose another mode first": (
        "Glatte Oberflächen haben keine Seiten von Voxeln. Zuerst einen anderen Modus wählen"
    ),
}
