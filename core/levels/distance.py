"""The error of a level and a camera in, the distance from which on the level will do out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .options import LevelOptions


def switch_distance(error: float, voxel_size: float, options: LevelOptions) -> float:
    """Tell from which distance on the error of a level is no larger than the pixels that were allowed.

    Something of a size s at a distance d is ``s * height / (2 * d * tan(angle / 2))`` pixels high.

    Parameters
    ----------
    error : float
        Of the level, in voxels of the full model.
    voxel_size : float
        Metres.
    options : LevelOptions
        The camera, and how many pixels are allowed.

    Returns
    -------
    float
        Metres.

    Examples
    --------
    >>> round(switch_distance(2, 0.1, LevelOptions(view_angle=90, picture_height=1000)), 9)
    100.0
    """
    across = 2 * math.tan(math.radians(options.view_angle) / 2)
    return error * voxel_size * options.picture_height / (across * options.pixels)


def coverages(errors: Sequence[float], height: float, options: LevelOptions) -> list[float]:
    """Tell which share of the picture's height a model has where its levels are shown first.

    Parameters
    ----------
    errors : sequence of float
        Of the levels above 0, in voxels of the full model.
    height : float
        Of the model, in voxels.

    Returns
    -------
    list of float
        One more than there are errors: the last is 0, for the last level is never left.
    """
    return [min(1.0, height * options.pixels / (error * options.picture_height)) for error in errors] + [0.0]
