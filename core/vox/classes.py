"""Materials of the palette in, small integers that tell which of them may be merged into one face out: (256,) int64."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .records import Material, MaterialKind

OPAQUE, TRANSPARENT, EMISSIVE, METAL = range(4)

_CLASSES: dict[MaterialKind, int] = {"metal": METAL, "emit": EMISSIVE}


def material_classes(materials: Sequence[Material]) -> npt.NDArray[np.int64]:
    """Class each material by what a renderer has to do for it.

    Parameters
    ----------
    materials : sequence of Material
        256, by palette index.

    Returns
    -------
    (256,) int64
        `TRANSPARENT` where light passes, else `EMISSIVE` or `METAL` by its kind, else `OPAQUE`.
    """
    kinds = [TRANSPARENT if material.transparent else _CLASSES.get(material.kind, OPAQUE) for material in materials]
    return np.array(kinds, np.int64)
