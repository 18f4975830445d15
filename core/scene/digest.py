"""A model of an assembly in, a short text out that is equal for models that look the same, whatever their file."""

from __future__ import annotations

import numpy as np

from ..voxels.digest import LENGTH, colors_digest, model_digest
from .assembly import Assembly


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
    digest = colors_digest(look, np.unique(np.concatenate([mesh.atlas.ravel(), mesh.projection.color])))
    for array in (mesh.vertices, mesh.triangles, mesh.atlas, mesh.projection.color):
        digest.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:LENGTH]
