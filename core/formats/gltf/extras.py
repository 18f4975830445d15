"""Nodes with meshes in, their levels of detail and collision shapes as nodes of names that engines know out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pygltflib

from ...collision import Collision
from ...levels.distance import coverages
from ...levels.options import LevelOptions
from ...scene.assembly import Assembly
from ..axes import y_up
from ..options import WriteOptions
from .blob import Blob

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MSFT_LOD = "MSFT_lod"
COVERAGE = "MSFT_screencoverage"
_BOX = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64) / 2
_SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
_BOX_TRIANGLES = np.array([(side[0], side[k], side[k + 1]) for side in _SIDES for k in (1, 2)], np.int64)
"""Counter-clockwise seen from outside."""


def tell_levels(nodes: list[pygltflib.Node], full: int, levels: list[int], shown: list[float]) -> None:
    """Let a node name those that may stand in its place, and how small in the picture each will do.

    Parameters
    ----------
    nodes : list of pygltflib.Node
    full : int
        The node with the full mesh.
    levels : list of int
        Those with coarser ones; they have no parent and take the place of the full one below its parent.
    shown : list of float
        Shares of the picture's height, one for the full mesh and one for each level.
    """
    nodes[full].extensions[MSFT_LOD] = {"ids": levels}
    nodes[full].extras[COVERAGE] = shown


def shares_of_height(assembly: Assembly, index: int) -> list[float]:
    """The share of the picture's height down to which the full mesh of a model, and each level of it, is shown.

    A level's distance tells how large its error may look; without one a pixel in a picture of the usual height.
    """
    size = float(np.ptp(assembly.meshes[index].vertices, axis=0).max())
    return coverages([level.error for level in assembly.levels[index]], size, LevelOptions())


class _Collisions:
    """Collision shapes as meshes of positions alone.

    Parameters
    ----------
    assembly : Assembly
    options : WriteOptions
    blob : Blob
        Takes their arrays.
    meshes : list of pygltflib.Mesh
        Of the file; gets theirs.
    """

    def __init__(self, assembly: Assembly, options: WriteOptions, blob: Blob, meshes: list[pygltflib.Mesh]) -> None:
        self._assembly, self._options, self._blob, self._meshes = assembly, options, blob, meshes
        self._known: dict[Any, int] = {}

    def nodes(self, index: int, mirrored: bool, name: str) -> Iterator[pygltflib.Node]:
        """Make the nodes of a model's shape, to go below one that shows it under a name."""
        collision = self._assembly.collisions[index]
        mirror = np.array([-1 if mirrored else 1, 1, 1])
        shift = self._assembly.shifts[index] - np.array(self._assembly.meshes[index].size) // 2
        if collision.hull is not None:
            points = (collision.hull.vertices + shift) * mirror
            mesh = self._mesh((index, mirrored), points, collision.hull.triangles[:, :: -1 if mirrored else 1], name)
            yield pygltflib.Node(name=self._name(name, 0, "UCX"), mesh=mesh)
        if collision.boxes is None:
            return
        low, high = collision.boxes.low + shift, collision.boxes.high + shift
        for number, (middle, size) in enumerate(zip((low + high) / 2 * mirror, high - low, strict=True)):
            key = tuple(size.tolist())
            mesh = self._mesh(key, _BOX * size, _BOX_TRIANGLES, f"box {' x '.join(f'{side:g}' for side in key)}")
            place: list[float] = y_up(middle * self._assembly.voxel_size).tolist()
            yield pygltflib.Node(name=self._name(name, number, "UBX"), mesh=mesh, translation=place)

    def _name(self, name: str, number: int, prefix: str) -> str:
        if self._options.collision_names == "unreal":
            return f"{prefix}_{name}_{number:02}"
        return f"{name}_{number:02}-convcolonly"

    def _mesh(self, key: Any, points: Floats, triangles: Ints, name: str) -> int:
        """The number of a mesh, which is made if it is not known by its key."""
        if key not in self._known:
            self._known[key] = len(self._meshes)
            place = y_up(points * self._assembly.voxel_size).astype(np.float32)
            attributes = pygltflib.Attributes(POSITION=self._blob.attribute(place, bounds=True))
            part = pygltflib.Primitive(attributes=attributes, indices=self._blob.indices(triangles))
            self._meshes.append(pygltflib.Mesh(name=name, primitives=[part]))
        return self._known[key]


def _has_shape(collision: Collision) -> bool:
    """Whether there is anything to bump into."""
    return collision.hull is not None or collision.boxes is not None


class Extras:
    """What goes below nodes beside their meshes.

    Parameters
    ----------
    assembly : Assembly
    options : WriteOptions
    blob : Blob
    meshes : list of pygltflib.Mesh
        Of the file; gets those of collision shapes.
    levels : mapping of (int, bool) to list of (int, float)
        By mesh and whether it is mirrored, its coarser ones and the units of their positions in metres.
    """

    def __init__(
        self,
        assembly: Assembly,
        options: WriteOptions,
        blob: Blob,
        meshes: list[pygltflib.Mesh],
        levels: Mapping[tuple[int, bool], list[tuple[int, float]]],
    ) -> None:
        self._assembly, self._options, self._levels = assembly, options, levels
        self._collisions = _Collisions(assembly, options, blob, meshes)

    def need_room(self, index: int, mirrored: bool) -> bool:
        """Whether a node that shows a mesh needs others below it, which must not get its scale."""
        shape = bool(self._assembly.collisions) and _has_shape(self._assembly.collisions[index])
        return bool(self._levels.get((index, mirrored))) or shape

    def add(self, nodes: list[pygltflib.Node], stand: int, full: int, index: int, mirrored: bool) -> None:
        """Add what belongs to a node that shows a mesh.

        Parameters
        ----------
        nodes : list of pygltflib.Node
        stand : int
            What all of it goes below.
        full : int
            The node with the mesh, below that one.
        index : int
            Of the mesh.
        mirrored : bool
        """
        name, levels = nodes[stand].name, []
        for number, (mesh, unit) in enumerate(self._levels.get((index, mirrored), [])):
            node = pygltflib.Node(name=f"{name}_LOD{number + 1}", mesh=mesh)
            if unit != 1:
                node.scale = [unit] * 3
            levels.append(len(nodes))
            nodes.append(node)
        if levels and self._options.lod == "msft":
            tell_levels(nodes, full, levels, shares_of_height(self._assembly, index))
        elif levels:
            nodes[full].name = f"{name}_LOD0"
            nodes[stand].children += levels
        if self._assembly.collisions:
            for node in self._collisions.nodes(index, mirrored, nodes[full].name):
                nodes[stand].children.append(len(nodes))
                nodes.append(node)
