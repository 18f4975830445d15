"""Pictures (h, w, 4) uint8 with heights (h, w) in, models of voxels out; models in, pictures of their sides out."""

from .bake import Relief, bake, hull, suggested_distance, surface_cells
from .columns import relief_model
from .heights import HEIGHTS, brightness, levels_of, values_of
from .normals import normal_texels
from .options import MAX_DEPTH, SHELLS, ReliefOptions
from .picture import Picture, picture_model
from .runs import rows_of, runs_of_rows

__all__ = [
    "HEIGHTS",
    "MAX_DEPTH",
    "SHELLS",
    "Picture",
    "Relief",
    "ReliefOptions",
    "bake",
    "brightness",
    "hull",
    "levels_of",
    "normal_texels",
    "picture_model",
    "relief_model",
    "rows_of",
    "runs_of_rows",
    "suggested_distance",
    "surface_cells",
    "values_of",
]
