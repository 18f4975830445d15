"""A scene in, the metres of one of its units out; and the number that a user typed of one that Blender keeps."""

from __future__ import annotations

import bpy
import numpy as np


def shortest(number: float) -> float:
    """Give back what a user typed: the shortest number that stands for the 32 bits that Blender keeps.

    Parameters
    ----------
    number : float

    Returns
    -------
    float
    """
    return float(str(np.float32(number)))


def metres_per_unit(scene: bpy.types.Scene) -> float:
    """Say how long a Blender unit is.

    Parameters
    ----------
    scene : bpy.types.Scene

    Returns
    -------
    float
        The scene's unit scale; 1 where it has no system of units, for then Blender passes that over.
    """
    settings = scene.unit_settings
    return 1.0 if settings.system == "NONE" else shortest(settings.scale_length)
