"""Options and the material classes of palette indices, (256,), in; which indices may be merged, (256,) int64, out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..borders import require_array
from .options import MeshOptions

COLORS = 256


class Kinds:
    """What palette indices have in common, (256,) int64 each: the merging key, and the kind of material."""

    def __init__(self, keys: npt.NDArray[np.int64], kind: npt.NDArray[np.int64]) -> None:
        self.keys = keys
        self._kind = kind

    @property
    def alike(self) -> npt.NDArray[np.int64]:
        """Equal where both are."""
        alike: npt.NDArray[np.int64] = grouped(self.keys).number * len(self._kind) + grouped(self._kind).number
        return alike


def merging_keys(options: MeshOptions, material_class: npt.NDArray[np.integer[Any]] | None) -> npt.NDArray[np.int64]:
    """Give palette indices that may be merged one number.

    Parameters
    ----------
    options : MeshOptions
    material_class : (256,) integers, optional

    Returns
    -------
    (256,) int64
    """
    if options.merge == "color":
        return np.arange(COLORS)
    if options.merge == "material" and material_class is not None:
        require_array(material_class, "material_class", (COLORS,))
        return material_class.astype(np.int64)
    return np.zeros(COLORS, np.int64)
