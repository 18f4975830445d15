"""Trimesh's scene in, its triangles where they are in the world, z up, and their paints out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import trimesh

from ...errors import FormatError, GeometryError, LimitError
from ...voxelise import Paint, Triangles
from ...voxelise.build import MAX_TRIANGLES
from ..axes import Y_UP
from .opened import MeshFile
from .paints import Painted, painted

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class _Placed:
    """One mesh at one place."""

    name: str
    matrix: Floats
    """(4, 4) float64"""


def geometry_of(file: MeshFile) -> tuple[Triangles, list[Paint]]:
    """Put all meshes of a file together.

    Parameters
    ----------
    file : MeshFile

    Returns
    -------
    Triangles
    list of Paint

    Raises
    ------
    FormatError
        If there are no faces, or they name vertices that are not there.
    GeometryError
        If a coordinate is no finite number.
    LimitError
        If there are too many triangles.
    """
    scene = file.scene
    meshes = {name: one for name, one in scene.geometry.items() if isinstance(one, trimesh.Trimesh) and len(one.faces)}
    placed = []
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph.get(node)
        if name in meshes:
            placed.append(_Placed(str(name), np.asarray(matrix, np.float64)))
    count = sum(len(meshes[one.name].faces) for one in placed)
    if not count:
        raise FormatError("the file holds no faces, so there is nothing to make voxels of")
    if count > MAX_TRIANGLES:
        raise LimitError(
            f"the file shows {count:,} triangles, but {MAX_TRIANGLES:,} may be voxelised at once; make it smaller"
        )
    looks = {one.name: painted(meshes[one.name], file) for one in placed}
    first = _first_paints(looks)
    parts = [_part(meshes[one.name], one.matrix, looks[one.name], first[one.name], file) for one in placed]
    paints = [paint for look in looks.values() for paint in look.paints]
    return _joined(parts), paints


def _first_paints(looks: dict[str, Painted]) -> dict[str, int]:
    """Number of each mesh's first paint."""
    counts = np.cumsum([0, *(len(look.paints) for look in looks.values())]).tolist()
    return dict(zip(looks, counts[:-1], strict=True))


def _part(mesh: trimesh.Trimesh, matrix: Floats, look: Painted, first: int, file: MeshFile) -> Triangles:
    """The triangles of a mesh at its place."""
    faces = np.asarray(mesh.faces, np.int64)
    vertices = np.asarray(mesh.vertices, np.float64)
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise FormatError(f"a face names vertex {faces.max():,}, but there are {len(vertices):,}")
    with np.errstate(all="ignore"):
        points = vertices @ matrix[:3, :3].T + matrix[:3, 3]
        if not np.isfinite(points[faces]).all():
            raise GeometryError("the file has corners that are no finite numbers; export it again")
        # Y_UP turns columns from z up to y up, so as the second factor it turns rows back.
        corners = (points @ Y_UP if file.y_is_up else points)[faces]
    if np.linalg.det(matrix[:3, :3]) < 0:
        # A mirror turns triangles over.
        order = [0, 2, 1]
        return Triangles(
            np.ascontiguousarray(corners[:, order]),
            look.material + np.int32(first),
            None if look.uv is None else look.uv[:, order],
            None if look.color is None else look.color[:, order],
        )
    return Triangles(corners, look.material + np.int32(first), look.uv, look.color)


def _joined(parts: list[Triangles]) -> Triangles:
    """All triangles in one; those that have no texture coordinates or colors get what changes nothing."""
    some_uv, some_color = (any(getattr(part, name) is not None for part in parts) for name in ("uv", "color"))

    def filled(values: Singles | None, part: Triangles, width: int, value: float) -> Singles:
        return np.full((len(part), 3, width), value, np.float32) if values is None else values

    uv = np.concatenate([filled(part.uv, part, 2, 0) for part in parts]) if some_uv else None
    color = np.concatenate([filled(part.color, part, 4, 1) for part in parts]) if some_color else None
    return Triangles(
        np.concatenate([part.corners for part in parts]), np.concatenate([part.material for part in parts]), uv, color
    )
