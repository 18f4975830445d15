"""An `Assembly` in, the texts of an .obj and an .mtl file and their pictures out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import directions
from ...arrays import grouped
from ...errors import LimitError
from ...mesh.mesh import Mesh
from ...mesh.overlap import WAYS, codes, moved_texels, steps
from ...scene.assembly import Assembly
from ...scene.placement import MIRROR, Placements
from ..axes import y_up
from ..options import WriteOptions
from ..pictures import Pictures, kinds_of, pictures_of
from ..source import Written
from .materials import materials_of, numbered
from .words import file_name, word

Ints = npt.NDArray[np.int64]

_ROWS = 1 << 15
"""Lines that are made at a time."""


@dataclass(frozen=True)
class _Points:
    """What the corners of a mesh have, each different thing once."""

    place: npt.NDArray[Any]
    """(V, 3) int64 lattice points, or float64 where polygons overlap."""
    vertex: Ints
    """(T, 3) int64 into the places."""
    texel: npt.NDArray[np.float32]
    """(T, 3, 2) float32, as `Mesh.corner_texels`."""


@dataclass(frozen=True)
class _Faces:
    """The faces of a mesh of one number of corners and one material."""

    material: tuple[int, int]
    """Page and kind."""
    vertex: Ints
    """(n, 3 or 4) int64 into the mesh's places."""
    texel: Ints
    """(n, 3 or 4) int64 into the file's texture coordinates, from 1."""
    direction: Ints
    """(n,) int64"""


def obj_of(assembly: Assembly, stem: str, options: WriteOptions) -> Written:
    """Write an .obj file with its materials and pictures.

    Parameters
    ----------
    assembly : Assembly
        Of one frame: of others nothing is written.
    stem : str
        Of the file's name, and of those of the files beside it.
    options : WriteOptions

    Returns
    -------
    Written
        The same for the same arguments.

    Raises
    ------
    LimitError
        If objects are hidden, which the format cannot tell.
    """
    rows, pictures = assembly.placements(flat=True), pictures_of(assembly, "alpha")
    if rows.hidden.any():
        raise LimitError("an .obj file cannot say that objects are hidden; skip them")
    safe = file_name(stem)
    names = {
        (page, kind): word(pictures.name(kind, f"{assembly.scene.name}{numbered(page)}"))
        for page, kind in pictures.materials
    }
    beside = materials_of(assembly, pictures, safe, names, options)
    points = [_points(mesh, options.reach(mesh.options.mode)) for mesh in assembly.meshes]
    texels, faces = _textured(assembly, points, pictures)
    lines = [
        f"# Trivox; metres, y is up\nmtllib {safe}.mtl\n",
        *_lines("vn %d %d %d\n", y_up(directions.NORMAL)),
        *_lines("vt %.9g %.9g\n", texels),
    ]
    first = 1
    for row in np.flatnonzero((rows.mesh >= 0) & ~rows.waiting).tolist():
        lines += [f"o {word(rows.name[row] or assembly.scene.name)}\n"]
        mesh = int(rows.mesh[row])
        lines += _object(assembly, rows, row, points[mesh].place, faces[mesh], names, first)
        first += len(points[mesh].place)
    return Written("".join(lines).encode("utf-8"), beside)


def _points(mesh: Mesh, overlap: float) -> _Points:
    """Move what overlaps; a vertex that goes several ways is there several times."""
    moved = steps(mesh, overlap)
    if not moved.any():
        return _Points(mesh.vertices.astype(np.int64), mesh.triangles.astype(np.int64), mesh.corner_texels())
    ways = grouped((mesh.triangles * np.int64(WAYS) + codes(moved)).reshape(-1))
    place = mesh.vertices[ways.value // WAYS] + overlap * moved.reshape(-1, 3)[ways.first]
    return _Points(place, ways.number.reshape(-1, 3), moved_texels(mesh, moved, overlap))


def _object(
    assembly: Assembly,
    rows: Placements,
    row: int,
    place: npt.NDArray[Any],
    faces: list[_Faces],
    names: dict[tuple[int, int], str],
    first: int,
) -> Iterator[str]:
    """The lines of one object, whose first vertex has this number in the file."""
    index, mirrored = int(rows.mesh[row]), bool(rows.mirrored[row])
    turn = rows.rotation[row] @ MIRROR if mirrored else rows.rotation[row]
    mesh = assembly.meshes[index]
    around = place - np.array(mesh.size, np.int64) // 2 + assembly.shifts[index]
    yield from _lines("v %.9g %.9g %.9g\n", y_up(around @ turn.T + rows.translation[row]) * assembly.voxel_size)
    normal = np.argmax(directions.NORMAL @ turn.T @ directions.NORMAL.T, axis=1) + 1
    material = None
    for part in faces:
        if part.material != material:
            material = part.material
            yield f"usemtl {names[material]}\n"
        normals = np.broadcast_to(normal[part.direction][:, None], part.vertex.shape)
        corners = np.stack([part.vertex + first, part.texel, normals], axis=2)
        corners = corners[:, ::-1] if mirrored else corners
        pattern = "f" + " %d/%d/%d" * corners.shape[1] + "\n"
        yield from _lines(pattern, corners.reshape(len(corners), -1))


def _textured(
    assembly: Assembly, points: list[_Points], pictures: Pictures
) -> tuple[npt.NDArray[np.float64], list[list[_Faces]]]:
    """The different texture coordinates, (n, 2) float64, and the faces of each mesh."""
    corners, pages = [], []
    for mesh, some, place in zip(assembly.meshes, points, pictures.places, strict=True):
        corners.append((2.0 * some.texel + 2 * place.move[mesh.triangle_polygon][:, None]).reshape(-1, 2))
        pages.append(np.repeat(place.page[mesh.triangle_polygon], 3))
    there, page = np.concatenate(corners), np.concatenate(pages)
    groups = grouped(there[:, 0] + 1j * (there[:, 1] + page * (2.0 * pictures.sizes.max() + 1)))
    numbers = np.split(groups.number.astype(np.int64) + 1, np.cumsum([len(texel) for texel in corners])[:-1])
    faces = [
        _faces(mesh, some.vertex, number.reshape(-1, 3), place.page)
        for mesh, some, number, place in zip(assembly.meshes, points, numbers, pictures.places, strict=True)
    ]
    return there[groups.first] / (2 * pictures.sizes)[page[groups.first]], faces


def _faces(mesh: Mesh, vertices: Ints, texel: Ints, page: Ints) -> list[_Faces]:
    """The faces of a mesh; the two triangles of a rectangle are one."""
    of_quad = mesh.polygon_is_quad[mesh.triangle_polygon]
    begins = np.diff(mesh.triangle_polygon, prepend=-1) != 0
    found = []
    materials = np.column_stack([page, kinds_of(mesh)])[mesh.triangle_polygon]
    for material in np.unique(materials, axis=0).tolist():
        own = (materials == material).all(axis=1)
        quads, others = np.flatnonzero(of_quad & begins & own), np.flatnonzero(~of_quad & own)
        for chosen, more in ((quads, [quads + 1]), (others, [])):
            if len(chosen):
                vertex = np.column_stack([vertices[chosen], *(vertices[next_][:, 2] for next_ in more)])
                coordinate = np.column_stack([texel[chosen], *(texel[next_][:, 2] for next_ in more)])
                direction = mesh.polygon_direction[mesh.triangle_polygon[chosen]].astype(np.int64)
                found.append(_Faces(tuple(material), vertex, coordinate, direction))
    return found


def _lines(pattern: str, rows: npt.NDArray[Any]) -> Iterator[str]:
    """A line for each row, many at a time."""
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        yield (pattern * len(some)) % tuple(some.ravel().tolist())
