"""A mesh that carries a record in; what a user changed of it since it was made, part by part, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from .exact import exact_of, smooth_digest
from .groups import PALETTE_SHEET
from .image_record import find_image, holds_atlases, read_image
from .light_record import light_layer
from .material import COLOR_NAME
from .painting import GLASS_NAME, INDEX_NAME, KIND_NAME
from .positions import Matrix, brought_back, found_placing, placing
from .record import VOXELS, digest, edited, read_record, recorded_images, write_content
from .sheet import Pictures, maps_of, texel_layer

Ints = npt.NDArray[np.int64]

BLENDERS = ("position", "sharp_face", "material_index")
"""Attributes of every mesh."""
_OFF = 0.01
"""Voxels by which a vertex may be off its lattice point; more where 32 bits tell less."""
_HARDLY = 0.05
"""The part of all vertices that may be on a lattice by chance."""
_MOVED, _DELETED, _ADDED, _FACES = "moved vertices", "deleted faces", "added faces", "changed faces"
_PLACED = "applied transforms"
_UV, _COLORS, _TEXTURE = "changed UVs", "painted colors", "painted texture"
_EDGES, _TEXT, _NORMALS = "marks on edges", "attributes of text", "custom normals"
LOST = (_MOVED, _DELETED, _ADDED, _FACES, _PLACED, _UV, _EDGES, _TEXT, _NORMALS)
"""What a rebuild cannot carry over."""
UNSAID = (_MOVED, _DELETED, _ADDED, _FACES, _UV, _COLORS, _TEXTURE)
"""What shows, and voxels do not tell."""


@dataclass(frozen=True)
class Edits:
    """What a user changed of a mesh."""

    found: tuple[str, ...]
    """Of the names of `LOST` and `UNSAID`, in their order."""

    @property
    def lost(self) -> tuple[str, ...]:
        """What a rebuild cannot carry over."""
        return tuple(name for name in self.found if name in LOST)

    @property
    def shown(self) -> bool:
        """Whether the mesh looks different from its voxels."""
        return any(name in UNSAID for name in self.found)


@dataclass(frozen=True)
class Corners:
    """How the faces of a mesh hang on its vertices."""

    start: npt.NDArray[np.int32]
    """(F,) first corner of each face."""
    length: npt.NDArray[np.int32]
    """(F,) corners of each face."""
    vertex: npt.NDArray[np.int32]
    """(L,) vertex of each corner."""

    def backwards(self) -> Ints:
        """(L,) int64: the corners of each face the other way round from its first one, as flipping leaves them."""
        start, length = (np.repeat(part, self.length).astype(np.int64) for part in (self.start, self.length))
        return start + (start - np.arange(len(self.vertex))) % length


def remember_content(mesh: bpy.types.Mesh) -> None:
    """Write down what a mesh that was just made is made of, so that `edits_of` can tell what is changed.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its record.
    """
    corners = corners_of(mesh)
    parts = _content(mesh, corners, None)
    lattice, _off = lattice_of(mesh)
    write_content(mesh, {**parts, "places": digest(_whole(lattice)), "polygons": str(len(corners.start))})


def edits_of(mesh: bpy.types.Mesh, pictures: Pictures | None = None) -> Edits:
    """Find what a user changed of a mesh; what moves all of it as one, as applying a transform does, is no change.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record.
    pictures : Pictures, optional
        Share them among meshes, so that each image is read once.

    Returns
    -------
    Edits
    """
    if mesh.is_editmode:
        with _as_edited(mesh) as copied:
            return edits_of(copied, pictures)
    exact = exact_of(mesh)
    if exact != mesh:
        # What was done to the smooth surface goes with it; the exact one is as it was.
        moved = digest(_positions(mesh)) != smooth_digest(mesh)
        found = {*edits_of(exact, pictures).found, *((_MOVED,) if moved else ())}
        return Edits(tuple(name for name in dict.fromkeys((*LOST, *UNSAID)) if name in found))
    content = read_record(mesh).content
    if not content:
        return Edits((_FACES,) if edited(mesh) else ())
    corners = corners_of(mesh)
    found = [name for name, is_found in _geometry(mesh, content, corners) if is_found]
    found += [_TEXTURE] * painted(mesh, pictures or Pictures()) + _uncarried(mesh)
    return Edits(tuple(name for name in dict.fromkeys((*LOST, *UNSAID)) if name in found))


def own_attributes(mesh: bpy.types.Mesh) -> set[str]:
    """Name the attributes that a mesh with a record was made with."""
    texels, light = texel_layer(mesh), light_layer(mesh)
    colored = read_record(mesh).build.colors == "attribute"
    return {
        *BLENDERS,
        INDEX_NAME,
        KIND_NAME,
        GLASS_NAME,
        *([COLOR_NAME] if colored else []),
        *([texels.name] if texels else []),
        *([light] if light else []),
    }


def is_joined(mesh: bpy.types.Mesh) -> bool:
    """Tell whether a mesh holds all that it was made of, and more behind it: what other meshes became part of it."""
    mesh = exact_of(mesh)
    record = read_record(mesh)
    made = int(record.content.get("polygons", len(mesh.polygons)))
    if len(mesh.polygons) <= made or len(mesh.vertices) < record.vertices:
        return False
    corners = corners_of(mesh)
    first = int(corners.start[made])
    part = Corners(corners.start[:made], corners.length[:made], corners.vertex[:first])
    return record.content["faces"] in (_faces(part, order) for order in (None, part.backwards()))


def is_piece(mesh: bpy.types.Mesh) -> bool:
    """Tell whether the faces that a mesh lacks are in another mesh, since it was separated."""
    mesh = exact_of(mesh)
    made = int(read_record(mesh).content.get("polygons", 0))
    if len(mesh.polygons) >= made:
        return False
    pieces = [other for other in bpy.data.meshes if other == mesh or _same_model(other, mesh)]
    counts = [len(piece.polygons) for piece in pieces if len(piece.polygons) < made]
    return len(counts) > 1 and sum(counts) <= made


def lattice_of(mesh: bpy.types.Mesh) -> tuple[npt.NDArray[np.float64], float]:
    """Where the vertices of a mesh are around its pivot.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record.

    Returns
    -------
    points : (V, 3) float64
        In voxels.
    off : float
        By how many voxels a lattice point may be missed.
    """
    points, _away, off = on_lattice(mesh, where_placed(mesh))
    return points, off


def on_lattice(mesh: bpy.types.Mesh, matrix: Matrix) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]:
    """As `lattice_of`, for a mesh that is placed by a (4, 3) matrix; second by how far its overlap moves vertices."""
    positions = _positions(mesh).reshape(-1, 3)
    voxel = np.linalg.norm(matrix[:3], axis=1).min()
    precision = np.finfo(np.float32).eps * float(np.abs(positions).max(initial=0)) / voxel
    # For so small matrices the libraries of numpy take long where they wake threads for them.
    x, y, z = matrix[:3]
    inverse = np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=1) / np.dot(x, np.cross(y, z))
    points, most = np.einsum("vc,cx->vx", positions - matrix[3], inverse), max(_OFF, 4 * precision)
    back = brought_back(points, read_record(mesh).reach, most)
    return back, points - back, most


def _positions(mesh: bpy.types.Mesh) -> npt.NDArray[np.float32]:
    positions = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes["position"].data.foreach_get("vector", positions)
    return positions


def where_placed(mesh: bpy.types.Mesh) -> Matrix:
    """Where a mesh is now, (4, 3) float64; as it was built if its vertices cannot tell."""
    mesh = exact_of(mesh)
    record = read_record(mesh)
    as_built = placing(record.voxel_edge, record.shift, mirrored=record.mirrored)
    if edited(mesh):
        return as_built
    matrix = found_placing(mesh, np.array(record.anchors, np.float64).reshape(-1, 4), as_built)
    return matrix if abs(np.linalg.det(matrix[:3])) > 0 else as_built


def corners_of(mesh: bpy.types.Mesh) -> Corners:
    """Read how the faces of a mesh hang on its vertices."""
    start, vertex = np.empty(len(mesh.polygons), np.int32), np.empty(len(mesh.loops), np.int32)
    mesh.polygons.foreach_get("loop_start", start)
    # Many times as fast as the corners' own property.
    mesh.attributes[".corner_vert"].data.foreach_get("value", vertex)
    return Corners(start, np.diff(start, append=np.int32(len(vertex))), vertex)


def painted(mesh: bpy.types.Mesh, pictures: Pictures) -> bool:
    """Tell whether an atlas that a mesh shows has other pixels than it was made with."""
    record = read_record(mesh)
    if record.build.one_color_a_face or not texel_layer(mesh) or not holds_atlases(find_image(record.image)):
        return False
    for image in (one for first in recorded_images(mesh) for one in maps_of(first).values()):
        made, found = read_image(image).digests, pictures.digests(image)
        if any(made[number : number + 1] not in ((), (found[number],)) for number in pictures.atlases_of(image, mesh)):
            return True
    return False


@contextmanager
def _as_edited(mesh: bpy.types.Mesh) -> Iterator[bpy.types.Mesh]:
    """A copy of a mesh in edit mode as it would be if that ended now; Blender shows no layers of the mesh itself."""
    for obj in bpy.data.objects:
        if obj.data == mesh:
            obj.update_from_editmode()
    copied = mesh.copy()
    try:
        yield copied
    finally:
        bpy.data.meshes.remove(copied)


def _geometry(mesh: bpy.types.Mesh, content: Mapping[str, str], corners: Corners) -> Iterable[tuple[str, bool]]:
    """Whether each part of the geometry, of the UVs and of the colors was changed."""
    made = int(content["polygons"])
    order = None
    if _faces(corners, None) != content["faces"] == _faces(corners, backwards := corners.backwards()):
        order = backwards
    parts = _content(mesh, corners, order)
    yield _DELETED, len(corners.start) < made
    yield _ADDED, len(corners.start) > made
    yield _PLACED, edited(mesh) and _is_elsewhere(mesh)
    if len(corners.start) != made:
        return
    same = parts["faces"] == content["faces"]
    yield _FACES, edited(mesh) or not same
    # Corners in another order have everything else in another order.
    yield _UV, same and parts["texels"] != content["texels"]
    yield _COLORS, same and parts["colors"] != content["colors"]
    if not edited(mesh):
        lattice, most = lattice_of(mesh)
        whole = _whole(lattice)
        yield _MOVED, bool(np.abs(lattice - whole).max(initial=0) > most) or digest(whole) != content["places"]


def _is_elsewhere(mesh: bpy.types.Mesh) -> bool:
    """Whether hardly a vertex of a mesh is where its lattice was made."""
    lattice, most = lattice_of(mesh)
    return bool(np.mean(np.abs(lattice - lattice.round()).max(axis=1, initial=0) <= most) < _HARDLY)


def _content(mesh: bpy.types.Mesh, corners: Corners, order: Ints | None) -> dict[str, str]:
    """Digests of what a mesh is made of, but for places; corners in an order."""
    return {
        "faces": _faces(corners, order),
        "texels": digest(_ordered(_texels(mesh), order)) if texel_layer(mesh) else "",
        "colors": _colors(mesh, order),
    }


def _faces(corners: Corners, order: Ints | None) -> str:
    return digest(corners.start, _ordered(corners.vertex, order))


def _ordered(values: npt.NDArray[np.generic], order: Ints | None) -> npt.NDArray[np.generic]:
    """Values of corners in an order; as they are without one."""
    return values if order is None else values[order]


def _texels(mesh: bpy.types.Mesh) -> npt.NDArray[np.uint16]:
    """(L, 2), modulo 65,536: texture coordinates in half texels from the lowest; so atlases may be laid out anew."""
    made = read_record(mesh)
    record = read_image(find_image(made.image))
    size = record.size if record else PALETTE_SHEET.shape[::-1]
    # Half way between half texels, where an overlap may take corners, the last bit would tell.
    moved = 2 * made.reach * made.options.texel_scale % 1
    aside = np.float32(0.25 if abs(moved - 0.5) < 0.125 else 0)
    uv = np.empty((len(mesh.loops), 2), np.float32)
    texel_layer(mesh).uv.foreach_get("vector", uv.ravel())
    # 32 bits tell half texels apart in images of any size that Blender takes.
    halves = np.rint(uv * (2 * np.array(size, np.float32)) + aside).astype(np.int32)
    for column in range(2):
        halves[:, column] -= halves[:, column].min(initial=np.iinfo(np.int32).max)
    return halves.astype(np.uint16)


def _colors(mesh: bpy.types.Mesh, order: Ints | None) -> str:
    """Digest of the color attribute that colors are kept in."""
    attribute = mesh.attributes.get(COLOR_NAME)
    if read_record(mesh).build.colors != "attribute" or attribute is None:
        return ""
    values = np.empty(4 * len(attribute.data), np.float32)
    attribute.data.foreach_get("color", values)
    values = values.reshape(-1, 4)
    return digest(_ordered(values, order) if attribute.domain == "CORNER" else values)


def _whole(lattice: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    """The lattice points that are nearest to points."""
    return lattice.round().clip(-(2**31), 2**31 - 1).astype(np.int32)


def _uncarried(mesh: bpy.types.Mesh) -> list[str]:
    """What a user added that faces and corners do not hold."""
    found = set()
    for attribute in mesh.attributes:
        if attribute.is_internal or attribute.name in BLENDERS:
            continue
        if attribute.name == "custom_normal":
            found.add(_NORMALS)
        elif attribute.domain == "EDGE" and _holds(attribute):
            found.add(_EDGES)
        elif attribute.data_type == "STRING":
            found.add(_TEXT)
    return sorted(found)


def _holds(attribute: bpy.types.Attribute) -> bool:
    """Whether an attribute of edges marks one; Blender leaves empty ones behind."""
    if attribute.data_type not in ("BOOLEAN", "FLOAT"):
        return True
    values = np.empty(len(attribute.data), np.bool_ if attribute.data_type == "BOOLEAN" else np.float32)
    attribute.data.foreach_get("value", values)
    return bool(values.any())


def _same_model(one: bpy.types.Mesh, other: bpy.types.Mesh) -> bool:
    """Whether two meshes were made as one, and have it from the same import or as copies."""
    here, there = read_record(one), read_record(other)
    return here is not None and here.content == there.content and one.get(VOXELS) == other.get(VOXELS)
