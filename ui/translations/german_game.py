"""German texts of levels of detail and shapes for physics: English text in, German text out."""

from __future__ import annotations

GAME = {
    "A hull of {corners} corners": "Eine Hülle mit {corners} Ecken",
    "Any": "Jedes",
    "As the Model": "Wie das Modell",
    "Boxes": "Quader",
    "Boxes along the axes of the model": "Quader entlang der Achsen des Modells",
    "Boxes at Most": "Höchstens Quader",
    "Boxes hold all voxels, and more": "Die Quader enthalten alle Voxel und mehr",
    "Boxes hold nothing but voxels, and not all": "Die Quader enthalten nur Voxel, und nicht alle",
    "Coarse Boxes": "Grobe Quader",
    "Collision": "Kollision",
    "Fill what is half full, and what the outline needs as seen from the six sides": (
        "Füllen, was halb voll ist, und was der Umriss von den sechs Seiten aus gesehen braucht"
    ),
    "Fill what is half full; volumes stay, thin parts go": (
        "Füllen, was halb voll ist; Volumen bleiben, dünne Teile gehen"
    ),
    "Fill whatever holds a voxel; nothing gets lost, and everything grows": (
        "Füllen, was einen Voxel enthält; nichts geht verloren, und alles wächst"
    ),
    "For each selected model, make boxes or a hull that stand for it in the physics of games, as wires "
    "below it that renders do not show; those made before are replaced": (
        "Für jedes ausgewählte Modell Quader oder eine Hülle machen, die in der Physik von Spielen für "
        "das Modell stehen, als Drähte darunter, die das Rendern nicht zeigt; frühere werden ersetzt"
    ),
    "For each selected model, make coarser ones that games show from farther away: of voxels 2, 4, 8 .. "
    "times as large. Objects get the names that Unity and Unreal know, NAME_LOD0 and so on, below an "
    "empty; levels are hidden and follow the model, and those made before are replaced": (
        "Für jedes ausgewählte Modell gröbere machen, die Spiele aus größerer Entfernung zeigen: aus 2, "
        "4, 8 .. mal so großen Voxeln. Objekte bekommen die Namen, die Unity und Unreal kennen, "
        "NAME_LOD0 und so weiter, unter einem Empty; Stufen sind verborgen und folgen dem Modell, und "
        "frühere werden ersetzt"
    ),
    "From": "Ab",
    "How boxes lie where there are fewer than it takes": "Wie Quader liegen, wo es weniger sind als nötig",
    "How many boxes there may be; 0 for as many as fill the model exactly": (
        "Wie viele Quader es geben darf; 0 für so viele, wie das Modell genau füllen"
    ),
    "How many coarser models of each go into the file, for games to show from farther away": (
        "Wie viele gröbere Modelle von jedem in die Datei kommen, die Spiele aus größerer Entfernung zeigen"
    ),
    "How many coarser models; small models have fewer": ("Wie viele gröbere Modelle; kleine Modelle haben weniger"),
    "How often to try to do with fewer boxes. More take longer": (
        "Wie oft versucht wird, mit weniger Quadern auszukommen. Mehr dauert länger"
    ),
    "How the levels become meshes": "Wie die Stufen zu Meshes werden",
    "Hull": "Hülle",
    "In the mode of each model": "Im Modus jedes Modells",
    "It takes {count} boxes to fill the model, too many objects; limit their number": (
        "{count} Quader füllen das Modell, zu viele Objekte; ihre Zahl begrenzen"
    ),
    "Keep walls closed that are thinner than half a voxel of a level": (
        "Wände geschlossen halten, die dünner als ein halber Voxel einer Stufe sind"
    ),
    "Level": "Stufe",
    "Levels": "Stufen",
    "Majority": "Mehrheit",
    "Make Collision": "Kollision erzeugen",
    "Make Levels": "Stufen erzeugen",
    "NAME_00-convcolonly": "NAME_00-convcolonly",
    "Names For": "Namen für",
    "One body without hollows around the whole model": "Ein Körper ohne Höhlungen um das ganze Modell",
    "Outside": "Außen",
    "Select models that have voxels; only those of files that hold voxels have them": (
        "Modelle mit Voxeln auswählen; nur die aus Dateien mit Voxeln haben welche"
    ),
    "Silhouette": "Umriss",
    "Store shapes for the physics of games, too": "Auch Formen für die Physik von Spielen speichern",
    "The engine whose importer knows the names": "Die Engine, deren Import die Namen kennt",
    "Tries": "Versuche",
    "UBX_NAME_00 for boxes, UCX_NAME_00 for hulls": "UBX_NAME_00 für Quader, UCX_NAME_00 für Hüllen",
    "What an animation shows in turn can have no levels of detail": (
        "Was eine Animation abwechselnd zeigt, kann keine Detailstufen haben"
    ),
    "What of the model larger voxels keep": "Was größere Voxel vom Modell behalten",
    "What stands for the model in physics": "Was in der Physik für das Modell steht",
    "a hull of {corners} corners": "eine Hülle mit {corners} Ecken",
    "level {number}: {triangles} triangles from {distance}": ("Stufe {number}: {triangles} Dreiecke ab {distance}"),
    "{count} boxes, which fill it exactly; no fewer than {bound} can": (
        "{count} Quader, die es genau füllen; weniger als {bound} können es nicht"
    ),
    "{count} boxes; to fill it exactly takes {bound} or more": (
        "{count} Quader; es genau zu füllen braucht {bound} oder mehr"
    ),
    "{count} objects with levels of detail; {name}: {levels}": ("{count} Objekte mit Detailstufen; {name}: {levels}"),
    "{count} objects with shapes for physics; {name}: {shape}": (
        "{count} Objekte mit Formen für die Physik; {name}: {shape}"
    ),
    "{names}: left out, for an animation shows them in turn": (
        "{names}: ausgelassen, weil eine Animation sie abwechselnd zeigt"
    ),
    "{names}: too small for levels of detail": "{names}: zu klein für Detailstufen",
    "{name}: {levels}": "{name}: {levels}",
    "{name}: {shape}": "{name}: {shape}",
}
