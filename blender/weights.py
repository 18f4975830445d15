"""A mesh that loses its geometry in, the weights of vertices that are where others were before out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import bpy
import numpy as np


@dataclass(frozen=True)
class Weights:
    """The vertex groups of a mesh, and the weights of its vertices by their places."""

    obj: bpy.types.Object | None
    """One that shows the mesh; None if there are no groups."""
    groups: Sequence[tuple[str, bool]]
    """Name of each, and whether it is locked."""
    active: int
    at: Mapping[tuple[float, ...], list[tuple[int, float]]]
    """Group and weight by place."""

    def give(self, mesh: bpy.types.Mesh) -> None:
        """Let the mesh have the groups again, which go with its geometry, and new vertices the weights of old ones."""
        if self.obj is None:
            return
        groups = [self.obj.vertex_groups.new(name=name) for name, _locked in self.groups]
        for index, place in enumerate(_places(mesh)):
            for group, weight in self.at.get(place, ()):
                groups[group].add([index], weight, "REPLACE")
        for group, (_name, locked) in zip(groups, self.groups, strict=True):
            group.lock_weight = locked
        self.obj.vertex_groups.active_index = self.active


def take_weights(mesh: bpy.types.Mesh) -> Weights:
    """Note the weights of a mesh.

    Parameters
    ----------
    mesh : bpy.types.Mesh

    Returns
    -------
    Weights
    """
    obj = next((obj for obj in bpy.data.objects if obj.data == mesh and obj.vertex_groups), None)
    if obj is None:
        return Weights(None, (), 0, {})
    at = {
        place: [(entry.group, entry.weight) for entry in vertex.groups]
        for place, vertex in zip(_places(mesh), mesh.vertices, strict=True)
    }
    groups = [(group.name, group.lock_weight) for group in obj.vertex_groups]
    return Weights(obj, groups, obj.vertex_groups.active_index, at)


def _places(mesh: bpy.types.Mesh) -> list[tuple[float, ...]]:
    """Where vertices are, rounded."""
    positions = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes["position"].data.foreach_get("vector", positions)
    return [tuple(place) for place in positions.reshape(-1, 3).astype(np.float64).round(5).tolist()]
