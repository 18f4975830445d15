"""A model of an assembly in, a short text out that is equal for models that look the same, whatever their file."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from ..voxels.look import Look
from ..voxels.model import Model
from .assembly import Assembly

_LENGTH = 32


def assembled_digest(file: Assembly, index: int) -> str:
    """Digest what is seen of a model of an assembly, by its voxels, or by its mesh where the file told no voxels.

    Parameters
    ----------
    file : Assembly
    index : int
        Of the model.

    Returns
    -------
    str
    """
    model, look, mesh = file.scene.models[index], file.scene.look, file.meshes[index]
    if model.voxels:
        return model_digest(model, look)
    digest = _colors(look, np.unique(np.concatenate([mesh.atlas.ravel(), mesh.projection.color])))
    for array in (mesh.vertices, mesh.triangles, mesh.atlas, mesh.projection.color):
        digest.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:_LENGTH]


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
    digest = _colors(look, np.unique(model.indices))
    digest.update(repr((model.size, look.see_through, model.blocked is None)).encode())
    blocked = np.zeros((0, 3), np.int32) if model.blocked is None else model.blocked
    for array in (model.positions, blocked):
        digest.update(repr(array.shape).encode() + np.ascontiguousarray(array, np.int32).tobytes())
    digest.update(model.indices.tobytes())
    return digest.hexdigest()[:_LENGTH]


def _colors(look: Look, used: npt.NDArray[np.uint8]) -> hashlib._Hash:
    """A digest that has seen some colors and their materials."""
    told = []
    for index in used.tolist():
        material = look.materials[index]
        values = {name: getattr(material, name) for name in material.__dataclass_fields__ if name != "properties"}
        told.append((index, tuple(values.items()), sorted(material.properties.items())))
    return hashlib.sha256(look.palette[used].tobytes() + repr(told).encode())
