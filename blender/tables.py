"""A look, the options and whether occlusion is known in; what colors the images of a file, by palette index, out."""

from __future__ import annotations

from ..core.voxels.finish import color_texels, surface_texels
from ..core.voxels.look import Look
from ..core.voxels.shade import Texels, occluded_surface, shaded_colors
from .options import BuildOptions


def color_table(look: Look, options: BuildOptions, *, occluded: bool) -> Texels:
    """The colors, (256, 4), or (256, 256, 4) by the share of the sky as well if they are darkened by it."""
    table = color_texels(look, options.glass)
    shaded = occluded and options.occlusion_in == "colors"
    return shaded_colors(table, look, options.occlusion_strength) if shaded else table


def surface_table(look: Look, options: BuildOptions, *, occluded: bool) -> Texels:
    """What light does at the surface, (256, 4), or (256, 256, 4) with the share of the sky in red."""
    table = surface_texels(look.shading, look.transparent)
    return occluded_surface(table, look) if occluded and options.occlusion_in == "map" else table
