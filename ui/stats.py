"""Objects in, the sums of the counts that their meshes carry out; nothing is counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import bpy

from ..blender.image_record import find_image, read_image
from ..blender.record import of_object, read_record

COMPARISONS = "trivox_comparisons"
"""The custom property of the window manager that holds what the modes would make of meshes."""


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

    @property
    def above_fewest(self) -> int:
        """By how many triangles meshes of the same modes might be smaller, at most."""
        return int(self.counts["triangles"] - self.counts["lower_bound"])


def has_record(obj: bpy.types.Object | None) -> bool:
    """Tell whether an object's mesh was made by an import."""
    return of_object(obj) is not None


def comparison(manager: bpy.types.WindowManager, mesh: bpy.types.Mesh) -> Mapping[str, Mapping[str, float]] | None:
    """Find what was computed of each mode for a mesh with a record, or for an equal one.

    Parameters
    ----------
    manager : bpy.types.WindowManager
    mesh : bpy.types.Mesh

    Returns
    -------
    mapping or None
        By mode; None if nothing was computed yet.
    """
    found = manager.get(COMPARISONS, {}).get(read_record(mesh).comparison)
    return found and found.to_dict()


def statistics(objects: Iterable[bpy.types.Object]) -> Statistics:
    """Add up what the meshes of objects carry; objects without counts are passed over.

    Parameters
    ----------
    objects : iterable of bpy.types.Object

    Returns
    -------
    Statistics
    """
    users = Counter(obj.data for obj in objects if obj.type == "MESH")
    stages: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    modes, interiors, keys = set(), set(), set()
    records = [(read_record(mesh), times) for mesh, times in users.items()]
    records = [(record, times) for record, times in records if record]
    for record, times in records:
        for total, part in ((stages, record.stages), (counts, record.counts)):
            for name, value in part.items():
                total[name] += value * times
        modes.add(record.options.mode)
        interiors.add(record.options.interior)
        keys.update(record.images)
    # A file has one texture, whatever the number of its meshes, or none; and a user may have removed it.
    images = {find_image(key) for key in keys} - {None}
    return Statistics(
        objects=sum(times for _record, times in records),
        meshes=len(records),
        modes=tuple(sorted(modes)),
        interiors=tuple(sorted(interiors)),
        stages=stages,
        counts=counts,
        textures=tuple((image.size[0], image.size[1]) for image in images),
        texture_used=sum(read_image(image).used for image in images),
    )
