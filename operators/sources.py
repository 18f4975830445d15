"""Objects that carry voxels in, the different voxels that a file is made of, in its order, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from ..blender.record import VOXELS, read_record, voxels_of, voxels_text
from ..core.mesh.options import MeshOptions
from ..core.voxels import Model
from .chosen import Chosen


@dataclass(frozen=True)
class Source:
    """What a mesh is made of."""

    data: str
    """The packed voxels, as the mesh carries them."""
    options: MeshOptions
    owner: str
    """The name of an object that has them."""


def sources_of(
    shapes: Sequence[bpy.types.Object], chosen: Chosen
) -> tuple[tuple[Source, ...], dict[bpy.types.Object, int], dict[tuple[str, int], int]]:
    """Find the different sources, in the order of their files and of the meshes in these.

    Parameters
    ----------
    shapes : sequence of bpy.types.Object
    chosen : Chosen

    Returns
    -------
    sources : tuple of Source
    number : dict of bpy.types.Object to int
        Which source each object has.
    empty : dict of (str, int) to int
        Which have the models without voxels that handles show, by file and number.
    """
    origins = map(chosen.origin, chosen.objects)
    files = {file: place for place, file in enumerate(dict.fromkeys(o.file for o in origins if o))}
    found: list[tuple[int, int, bpy.types.Object, tuple[int, int, int] | None]] = []
    for obj in shapes:
        origin = chosen.origin(obj)
        place = (len(files), 0) if origin is None else (files[origin.file], read_record(obj.data).number)
        found.append((*place, obj, None))
        if origin is not None and obj.parent in chosen.below:
            found += [(files[origin.file], model, obj, size) for model, size in origin.empty.items()]
    keys: dict[object, int] = {}
    sources, number, empty = [], {}, {}
    for file, model, obj, size in sorted(found, key=lambda entry: entry[:2]):
        data, options = obj.data[VOXELS], read_record(obj.data).options
        known = len(keys)
        if size is None:
            number[obj] = keys.setdefault((data, options), known)
        else:
            empty[tuple(files)[file], model] = keys.setdefault((file, model), known)
        if known < len(keys):
            sources.append(Source(data if size is None else _without_voxels(data, size), options, owner=obj.name))
    return tuple(sources), number, empty


def _without_voxels(data: str, size: tuple[int, int, int]) -> str:
    """A packed model of some size without voxels, of the look of another one."""
    nothing = Model(size, np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8))
    return voxels_text(nothing, voxels_of(data)[1])
