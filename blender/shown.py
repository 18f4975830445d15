"""The 3D viewports of all workspaces in, the same showing colors and edges of voxels, and back as before, out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import bpy
from bpy.app.handlers import persistent

from .exact import smooth_of
from .record import of_object, read_record

SHADING = {
    "texture": "TEXTURE",
    "strip": "MATERIAL",
    "palette": "TEXTURE",
    "attribute": "VERTEX",
    "materials": "MATERIAL",
}
"""By what solid shading shows the colors, wherever they are kept."""
_BEFORE = "trivox_shading"
"""The custom property of a screen that holds, as JSON, how its viewports were before they showed colors."""
_FOLLOWS = "trivox_follows"
"""The custom property of a screen whose viewports follow the meshes."""
_COLORED = ("TEXTURE", "VERTEX")
_SET = ("color_type", "show_cavity", "cavity_type")


def show_colors(colors: str) -> None:
    """Let solid shading show colors in all 3D viewports that would use the materials' plain colors.

    Parameters
    ----------
    colors : str
        One of `options.COLORS`.
    """
    for screen in bpy.data.screens:
        for shading in _shadings(screen):
            if shading.color_type == "MATERIAL":
                shading.color_type = SHADING[colors]


def go_on_showing_colors(objects: Iterable[bpy.types.Object]) -> None:
    """Let viewports that show colors go on doing so where meshes keep them elsewhere now.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
        The scene's; those of most of them are shown.
    """
    color_type = color_type_of(objects)
    for screen in bpy.data.screens:
        for shading in _shadings(screen):
            if shading.color_type in _COLORED and shading.color_type != color_type:
                shading.color_type = color_type
                screen[_FOLLOWS] = True


@persistent
def follow_undo(scene: bpy.types.Scene, *_: object) -> None:
    """Let the viewports follow an undo that were changed by `go_on_showing_colors`, since an undo leaves them alone."""
    if any(_FOLLOWS in screen for screen in bpy.data.screens):
        go_on_showing_colors(scene.objects)


def colors_shown(screen: bpy.types.Screen | None) -> bool:
    """Tell whether the viewports of a screen show colors because a user asked for it."""
    return screen is not None and _BEFORE in screen


def show_colors_everywhere(objects: Iterable[bpy.types.Object]) -> None:
    """Let all 3D viewports show the colors of most objects and the edges of voxels, and keep how they were.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
    """
    color_type = color_type_of(objects)
    for screen in bpy.data.screens:
        shadings = list(_shadings(screen))
        if _BEFORE not in screen and shadings:
            screen[_BEFORE] = json.dumps([[getattr(shading, name) for name in _SET] for shading in shadings])
        for shading in shadings:
            shading.color_type, shading.show_cavity, shading.cavity_type = color_type, True, "BOTH"


def show_as_before() -> None:
    """Let all 3D viewports look as they did before; those that came since show the materials' plain colors."""
    for screen in bpy.data.screens:
        if _BEFORE not in screen:
            continue
        before = json.loads(screen[_BEFORE])
        del screen[_BEFORE]
        shadings = list(_shadings(screen))
        before += [["MATERIAL", False, "SCREEN"]] * (len(shadings) - len(before))
        for shading, values in zip(shadings, before, strict=False):
            for name, value in zip(_SET, values, strict=True):
                setattr(shading, name, value)


def color_type_of(objects: Iterable[bpy.types.Object]) -> str:
    """Find by what solid shading shows the colors of most objects.

    Parameters
    ----------
    objects : iterable of bpy.types.Object

    Returns
    -------
    str
        As Blender names it; by texture where none of them has colors.
    """
    meshes = [obj.data for obj in objects if of_object(obj)]
    ways = [SHADING["attribute" if smooth_of(mesh) else read_record(mesh).build.colors] for mesh in meshes]
    # What has no texture or no color attribute shows its materials' plain colors.
    useful = [way for way in ways if way != "MATERIAL"] or ways
    return max(sorted(set(useful)), key=useful.count, default="TEXTURE")


def _shadings(screen: bpy.types.Screen) -> Iterator[bpy.types.View3DShading]:
    for area in screen.areas:
        yield from (space.shading for space in area.spaces if space.type == "VIEW_3D")
