"""A model and its look in, a short text out that is equal for models that look the same, though palettes may differ."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from .look import Look
from .model import Model

LENGTH = 32
"""Letters of a digest."""


def model_digest(model: Model, look: Look) -> str:
    """Digest the cells of a model, and colors and materials of the palette indices that it uses.

    Parameters
    ----------
    model : Model
    look : Look

    Returns
    -------
    str
    """
    digest = colors_digest(look, np.unique(model.indices))
    digest.update(repr((model.size, look.see_through, model.blocked is None)).encode())
    blocked = np.zeros((0, 3), np.int32) if model.blocked is None else model.blocked
    for array in (model.positions, blocked):
        digest.update(repr(array.shape).encode() + np.ascontiguousarray(array, np.int32).tobytes())
    digest.update(model.indices.tobytes())
    return digest.hexdigest()[:LENGTH]


def colors_digest(look: Look, used: npt.NDArray[np.uint8]) -> hashlib._Hash:
    """Begin a digest with some colors and their materials.

    Parameters
    ----------
    look : Look
    used : (n,) uint8
        Palette indices.

    Returns
    -------
    hash
        Takes more bytes.
    """
    told = [(index, look.described[index]) for index in used.tolist()]
    return hashlib.sha256(look.palette[used].tobytes() + repr(told).encode())
