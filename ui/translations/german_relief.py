"""German texts of pictures with heights: English text in, German text out."""

from __future__ import annotations

RELIEF = {
    "Bake Relief": "Relief backen",
    "For each selected model, make an object of two triangles a side with pictures of colors, heights and "
    "normals, which looks as deep as the model and can stand for it from far away": (
        "Für jedes ausgewählte Modell ein Objekt aus zwei Dreiecken je Seite mit Bildern der Farben, Höhen "
        "und Normalen erstellen, das so tief aussieht wie das Modell und es aus der Ferne vertreten kann"
    ),
    "Sides": "Seiten",
    "The sides of the model that get a picture": "Die Seiten des Modells, die ein Bild bekommen",
    "Right": "Rechts",
    "Left": "Links",
    "Back": "Hinten",
    "Front": "Vorne",
    "Top": "Oben",
    "Bottom": "Unten",
    "What is seen from +X": "Was von +X aus zu sehen ist",
    "What is seen from -X": "Was von -X aus zu sehen ist",
    "What is seen from +Y": "Was von +Y aus zu sehen ist",
    "What is seen from -Y": "Was von -Y aus zu sehen ist",
    "What is seen from +Z": "Was von +Z aus zu sehen ist",
    "What is seen from -Z": "Was von -Z aus zu sehen ist",
    "Heights": "Höhen",
    "How finely the pictures of heights are stored. Models deeper than 255 voxels always have 16 bits": (
        "Wie fein die Bilder der Höhen gespeichert werden. Modelle, die tiefer als 255 Voxel sind, haben immer 16 Bit"
    ),
    "8 Bits": "8 Bit",
    "Up to 255 heights": "Bis zu 255 Höhen",
    "16 Bits": "16 Bit",
    "Up to 65,535 heights": "Bis zu 65.535 Höhen",
    "Steps": "Stufen",
    "At how many depths the material looks for what a ray meets. More are exacter and render longer": (
        "In wie vielen Tiefen das Material nachsieht, worauf ein Strahl trifft. Mehr sind genauer und rendern länger"
    ),
    "Choose at least one side": "Wähle mindestens eine Seite",
    "The models are empty": "Die Modelle sind leer",
    "Reliefs: {objects}, triangles: {triangles}, images: {images}": (
        "Reliefs: {objects}, Dreiecke: {triangles}, Bilder: {images}"
    ),
    "Import Picture as Voxels": "Bild als Voxel importieren",
    "Make a model of voxels from a picture, as high as another picture or the picture itself says": (
        "Aus einem Bild ein Modell aus Voxeln machen, so hoch, wie ein anderes Bild oder das Bild selbst es sagt"
    ),
    "Picture as Voxels": "Bild als Voxel",
    "Picture as Voxels (.png, .jpg, .bmp, .tga, .webp)": "Bild als Voxel (.png, .jpg, .bmp, .tga, .webp)",
    "Height Picture": "Höhenbild",
    "A picture of the same size that tells how high the voxels are: white is highest. Without one the picture "
    "itself does": (
        "Ein gleich großes Bild, das sagt, wie hoch die Voxel sind: Weiß ist am höchsten. Ohne eines sagt es "
        "das Bild selbst"
    ),
    "Height From": "Höhe aus",
    "What tells heights where there is no height picture": "Was die Höhen angibt, wenn es kein Höhenbild gibt",
    "Brightness": "Helligkeit",
    "The brighter a pixel, the higher": "Je heller ein Pixel, desto höher",
    "Alpha": "Alpha",
    "The more opaque a pixel, the higher; only pixels that are quite clear are left out": (
        "Je deckender ein Pixel, desto höher; nur ganz durchsichtige Pixel entfallen"
    ),
    "All pixels are as high": "Alle Pixel sind gleich hoch",
    "Depth": "Tiefe",
    "Voxels of full height; of a picture with a back, on each side": (
        "Voxel der vollen Höhe; bei einem Bild mit Rückseite auf jeder Seite"
    ),
    "Different heights, for terraces; 0 for as many as the depth has": (
        "Verschiedene Höhen, für Terrassen; 0 für so viele, wie die Tiefe hat"
    ),
    "Back Picture": "Bild der Rückseite",
    "A picture of the same size of the other side, turned over like a page. Front and back make a whole": (
        "Ein gleich großes Bild der anderen Seite, umgeblättert wie eine Seite. Vorder- und Rückseite ergeben"
        " ein Ganzes"
    ),
    "Back Height Picture": "Höhenbild der Rückseite",
    "A picture of the same size that tells how high the voxels of the back are": (
        "Ein gleich großes Bild, das sagt, wie hoch die Voxel der Rückseite sind"
    ),
    "Which voxels the model has": "Welche Voxel das Modell hat",
    "Closed": "Geschlossen",
    "All voxels of which something can be seen": "Alle Voxel, von denen etwas zu sehen ist",
    "Open Below": "Unten offen",
    "Leave out what can be seen from below only": "Weglassen, was nur von unten zu sehen ist",
    "Solid": "Massiv",
    "The inside, too": "Auch das Innere",
    "Upright": "Aufrecht",
    "Let the picture stand and look to the front; else it lies": (
        "Das Bild stehen und nach vorne schauen lassen; sonst liegt es"
    ),
}
