"""Objects in, the sums of the counts that their meshes carry out; nothing is counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import bpy

RECORD = "trivox"
"""The custom property of a mesh that the import wrote."""


@dataclass(frozen=True)
class Statistics:
    """The counts of one object or the sums over several."""

    objects: int
    meshes: int
    """Different meshes among the objects."""
    modes: tuple[str, ...]
    """The modes that occur, sorted."""
    interiors: tuple[str, ...]
    stages: Mapping[str, float]
    """Triangles after each step, summed over the objects."""
    counts: Mapping[str, float]
    """Counts of the meshes, summed over the objects."""
    textures: tuple[tuple[int, int], ...]
    """(width, height) of each different texture."""
    texture_used: float
    """Texels in use, summed over the textures."""

    @property
    def texels(self) -> int:
        """Texels of all textures."""
        return sum(width * height for width, height in self.textures)


def has_record(obj: bpy.types.Object | None) -> bool:
    """Tell whether an object's mesh was made by an import."""
    return obj is not None and obj.type == "MESH" and RECORD in obj.data


def statistics(objects: Iterable[bpy.types.Object]) -> Statistics:
    """Add up what the meshes of objects carry; objects without counts are passed over.

    Parameters
    ----------
    objects : iterable of bpy.types.Object

    Returns
    -------
    Statistics
    """
    users = Counter(obj.data for obj in objects if has_record(obj))
    stages: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    modes, interiors = set(), set()
    textures: dict[bpy.types.Material | None, Mapping[str, float]] = {}
    for mesh, times in users.items():
        record = mesh[RECORD].to_dict()
        for total, part in ((stages, record["stages"]), (counts, record["counts"])):
            for name, value in part.items():
                total[name] += int(value) * times
        modes.add(record["mode"])
        interiors.add(record["interior"])
        # A file has one material and one texture, whatever the number of its meshes.
        textures[mesh.materials[0] if mesh.materials else None] = record["texture"]
    return Statistics(
        objects=sum(users.values()),
        meshes=len(users),
        modes=tuple(sorted(modes)),
        interiors=tuple(sorted(interiors)),
        stages=stages,
        counts=counts,
        textures=tuple((int(texture["width"]), int(texture["height"])) for texture in textures.values()),
        texture_used=sum(texture["used"] for texture in textures.values()),
    )
