"""German texts of light maps: English text in, German text out."""

from __future__ import annotations

LIGHT = {
    "Add Light Map": ("Light-Map hinzufügen"),
    (
        "Give the selected models a second UV layer in which no faces overlap, for baking light and for game "
        "engines, or renew it. Colors keep the first one. To bake: choose the image in an Image Texture node "
        "of each material, then press Bake in the render properties of Cycles"
    ): (
        "Den gewählten Modellen eine zweite UV-Ebene geben, in der sich keine Flächen überlappen, zum Backen "
        "von Licht und für Spiel-Engines, oder sie erneuern. Farben behalten die erste. Zum Backen: das Bild "
        "in einem Bildtextur-Node jedes Materials wählen, dann in den Render-Eigenschaften von Cycles auf "
        "Backen drücken"
    ),
    "Pixels along the side of a voxel; fewer where the light map would become larger than allowed": (
        "Pixel entlang der Seite eines Voxels; weniger, wo die Light-Map größer als erlaubt würde"
    ),
    "Margin": ("Rand"),
    "Free pixels around each flat piece, so that light does not run from one into another": (
        "Freie Pixel um jedes flache Stück, damit kein Licht von einem ins andere läuft"
    ),
    "Let both sides of the light map be powers of two, as some game engines want": (
        "Beide Seiten der Light-Map sollen Zweierpotenzen sein, wie es manche Spiel-Engines wollen"
    ),
    "Pixels that a side of the light map may have at most": (
        "Pixel, die eine Seite der Light-Map höchstens haben darf"
    ),
    "Together": ("Gemeinsam"),
    "Put all selected models into one light map, else each has its own": (
        "Alle gewählten Modelle in eine Light-Map legen, sonst hat jedes seine eigene"
    ),
    "New Image": ("Neues Bild"),
    "Make an image of the right size for each light map, into which light can be baked": (
        "Für jede Light-Map ein Bild der richtigen Größe anlegen, in das Licht gebacken werden kann"
    ),
    "32-bit Float": ("32-Bit-Gleitkomma"),
    "Let the image hold light brighter than white": ("Das Bild kann Licht enthalten, das heller als Weiß ist"),
    "{name} Light Map": ("{name} Light-Map"),
    "Light maps: {count}; {width} x {height} pixels, {used}% used": (
        "Light-Maps: {count}; {width} x {height} Pixel, {used} % genutzt"
    ),
    "Fewer pixels per voxel, for want of room: {names}": ("Weniger Pixel pro Voxel, aus Platzmangel: {names}"),
    "Objects that share a mesh share its light; to bake each, make them single-user: {names}": (
        "Objekte mit demselben Mesh haben dasselbe Licht; um jedes zu backen, machen Sie sie zu Einzelnutzern: {names}"
    ),
    "Objects from other files were left out: {names}": ("Objekte aus anderen Dateien wurden ausgelassen: {names}"),
    "Light maps to bake again: {count}": ("Neu zu backende Light-Maps: {count}"),
    "Light maps that no longer fit were removed: {names}": (
        "Light-Maps, die nicht mehr passten, wurden entfernt: {names}"
    ),
}
