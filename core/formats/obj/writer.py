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
from ...scene.assembly import Assembly
from ...scene.placement import MIRROR, Placements
from ...texture.sheet import Sheet
from ..axes import y_up
from ..pictures import kinds_of, pictures_of
from ..source import Written
from .materials import materials_of
from .words import file_name, word

Ints = npt.NDArray[np.int64]

_ROWS = 1 << 15
"""Lines that are made at a time."""


@dataclass(frozen=True)
class _Faces:
    """The faces of a mesh of one number of corners and one material."""

    material: int
    vertex: Ints
    """(n, 3 or 4) int64 into the mesh's vertices."""
    texel: Ints
    """(n, 3 or 4) int64 into the file's texture coordinates, from 1."""
    direction: Ints
    """(n,) int64"""


def obj_of(assembly: Assembly, stem: str) -> Written:
    """Write an .obj file with its materials and pictures.

    Parameters
    ----------
    assembly : Assembly
        Of one frame: of others nothing is written.
    stem : str
        Of the file's name, and of those of the files beside it.

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
    names = {kind: word(pictures.name(kind, assembly.scene.name)) for kind in pictures.finishes}
    beside = materials_of(assembly, pictures, safe, names)
    texels, faces = _textured(assembly, pictures.sheet)
    lines = [
        f"# Trivox; metres, y is up\nmtllib {safe}.mtl\n",
        *_lines("vn %d %d %d\n", y_up(directions.NORMAL)),
        *_lines("vt %.9g %.9g\n", texels / (2 * np.array([pictures.sheet.width, pictures.sheet.height]))),
    ]
    first = 1
    for row in np.flatnonzero((rows.mesh >= 0) & ~rows.waiting).tolist():
        lines += [f"o {word(rows.name[row] or assembly.scene.name)}\n"]
        lines += _object(assembly, rows, row, faces[int(rows.mesh[row])], names, first)
        first += len(assembly.meshes[rows.mesh[row]].vertices)
    return Written("".join(lines).encode("utf-8"), beside)


def _object(
    assembly: Assembly, rows: Placements, row: int, faces: list[_Faces], names: dict[int, str], first: int
) -> Iterator[str]:
    """The lines of one object, whose first vertex has this number in the file."""
    index, mirrored = int(rows.mesh[row]), bool(rows.mirrored[row])
    turn = rows.rotation[row] @ MIRROR if mirrored else rows.rotation[row]
    mesh = assembly.meshes[index]
    around = mesh.vertices.astype(np.int64) - np.array(mesh.size, np.int64) // 2 + assembly.shifts[index]
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


def _textured(assembly: Assembly, sheet: Sheet) -> tuple[Ints, list[list[_Faces]]]:
    """The different texture coordinates, (n, 2) int64 half texels of the image, and the faces of each mesh."""
    corners = [
        (mesh.corner_texels() * 2).astype(np.int64) + 2 * place
        for mesh, place in zip(assembly.meshes, sheet.positions, strict=True)
    ]
    pitch = 2 * sheet.height + 1
    flat = np.concatenate([texel.reshape(-1, 2) for texel in corners])
    groups = grouped(flat[:, 0] * pitch + flat[:, 1])
    numbers = np.split(groups.number.astype(np.int64) + 1, np.cumsum([texel.size // 2 for texel in corners])[:-1])
    faces = [_faces(mesh, number.reshape(-1, 3)) for mesh, number in zip(assembly.meshes, numbers, strict=True)]
    return np.column_stack(np.divmod(groups.value, pitch)), faces


def _faces(mesh: Mesh, texel: Ints) -> list[_Faces]:
    """The faces of a mesh; the two triangles of a rectangle are one."""
    of_quad = mesh.polygon_is_quad[mesh.triangle_polygon]
    begins = np.diff(mesh.triangle_polygon, prepend=-1) != 0
    glass = mesh.polygon_is_transparent[mesh.triangle_polygon]
    found = []
    for is_glass, material in kinds_of(mesh).items():
        own = glass == is_glass
        quads, others = np.flatnonzero(of_quad & begins & own), np.flatnonzero(~of_quad & own)
        for chosen, more in ((quads, [quads + 1]), (others, [])):
            if len(chosen):
                vertex = np.column_stack([mesh.triangles[chosen], *(mesh.triangles[next_][:, 2] for next_ in more)])
                coordinate = np.column_stack([texel[chosen], *(texel[next_][:, 2] for next_ in more)])
                direction = mesh.polygon_direction[mesh.triangle_polygon[chosen]].astype(np.int64)
                found.append(_Faces(material, vertex.astype(np.int64), coordinate, direction))
    return found


def _lines(pattern: str, rows: npt.NDArray[Any]) -> Iterator[str]:
    """A line for each row, many at a time."""
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        yield (pattern * len(some)) % tuple(some.ravel().tolist())
