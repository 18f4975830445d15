"""What data-blocks remember of their making: options, counts and voxels in, custom properties of text out, and back.

Text is what every exporter can write and every importer brings back. What is found is used only if it is of this
version and shape; everything else is foreign, as if it were not there.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import FormatError, TrivoxError
from ..core.mesh.mesh import Mesh
from ..core.mesh.options import MeshOptions
from ..core.voxels import Look, Model
from ..core.voxels.packed import pack_voxels, unpack_voxels
from .exact import forget_smooth
from .image_record import MISSHAPEN, RECORD, SEEN, VERSION, find_image, image_key, told_by
from .options import BuildOptions

VOXELS = "trivox_voxels"
"""The custom property of a mesh that holds its packed voxels."""
INT_MAX = 2**31 - 1
_OF_THE_MESH = ("faces", "part_edges", "overlap", "colors", "split_colors", "voxel_size", "glass")
_OF_THE_MESH += ("occlusion_in", "occlusion_strength")
"""Those fields of `BuildOptions` that a rebuild needs again."""
_WITHOUT_EFFECT = ("mode", "faces", "part_edges", "overlap", "split_colors", "voxel_size", "glass", "occlusion_in")
_WITHOUT_EFFECT += ("occlusion_strength",)
"""Options on which the figures of all modes do not depend."""
_COUNTED = {"vertices", "triangles", "gpu_vertices"}
"""What is known of every mesh."""


@dataclass(frozen=True)
class Record:
    """How a mesh was made; the sidebar and a rebuild read it."""

    options: MeshOptions
    """By which the core made it."""
    build: BuildOptions
    """Those options by which its data-block was made that belong to the mesh itself."""
    unit: float
    """Metres that a Blender unit had when the mesh was made, whatever its scene says now."""
    mirrored: bool
    """The mesh is the mirror image along x."""
    stages: Mapping[str, int]
    """Triangles after each step of the pipeline, as far as known."""
    counts: Mapping[str, int]
    """Of the mesh, as far as known."""
    anchors: tuple[float, ...]
    """As `positions.anchors` lists them."""
    vertices: int
    """With which it was made."""
    shift: tuple[float, float, float]
    """The pivot as seen from the mesh's origin, in voxels."""
    number: int
    """Of the mesh among those of its file."""
    comparison: str
    """Equal for meshes whose figures in all modes are equal."""
    images: tuple[str, ...]
    """The keys of the images of its colors; most meshes have one, or none."""
    content: Mapping[str, str]
    """As `edits.write_content` wrote it; empty in files from before it did."""

    @property
    def reach(self) -> float:
        """By how many voxels its polygons reach over their sides."""
        return self.build.reach(self.options.mode)

    @property
    def image(self) -> str:
        """The key of the first image of its colors; empty if it has none."""
        return next(iter(self.images), "")

    @property
    def voxel_edge(self) -> float:
        """Length of a voxel's edge with which it was made, in Blender units."""
        return self.build.voxel_size / self.unit


def write_record(
    mesh: bpy.types.Mesh,
    source: Mesh,
    options: BuildOptions,
    *,
    unit: float,
    mirrored: bool,
    images: Sequence[bpy.types.Image],
    anchors: Sequence[float],
    shift: Sequence[float],
    number: int,
) -> None:
    """Write down how a mesh was made.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its geometry and its voxels.
    source : Mesh
    options : BuildOptions
    unit, mirrored, anchors, shift, number
        As in `Record`.
    images : sequence of bpy.types.Image
        Where its colors are.
    """
    # Whoever has a record to write has exact sides of voxels.
    forget_smooth(mesh)
    chosen = asdict(source.options) | {name: getattr(options, name) for name in _OF_THE_MESH}
    # What the figures of all modes depend on.
    key = repr((mesh.get(VOXELS), {name: value for name, value in chosen.items() if name not in _WITHOUT_EFFECT}))
    told = {
        "version": VERSION,
        "options": chosen,
        "unit": unit,
        "mirrored": mirrored,
        "stages": _known(source.counts.stages),
        "counts": _known(source.counts),
        "anchors": list(anchors),
        "vertices": len(mesh.vertices),
        "shift": [float(part) for part in shift],
        "number": number,
        "comparison": hashlib.sha256(key.encode()).hexdigest()[:16],
    }
    mesh[RECORD] = json.dumps(told | _told_images(images))


def write_number(mesh: bpy.types.Mesh, number: int) -> None:
    """Let a mesh be another of its file."""
    mesh[RECORD] = json.dumps(json.loads(mesh[RECORD]) | {"number": number})


def write_shift(mesh: bpy.types.Mesh, shift: Sequence[float]) -> None:
    """Let a mesh have its origin elsewhere."""
    mesh[RECORD] = json.dumps(json.loads(mesh[RECORD]) | {"shift": [float(part) for part in shift]})


def write_images(mesh: bpy.types.Mesh, images: Sequence[bpy.types.Image]) -> None:
    """Let a mesh have its colors in other images."""
    mesh[RECORD] = json.dumps(json.loads(mesh[RECORD]) | _told_images(images))


def _told_images(images: Sequence[bpy.types.Image]) -> dict[str, Any]:
    """What a record tells of images; versions before there were pages know one."""
    keys = [image_key(image) for image in images]
    return {"image": next(iter(keys), ""), "images": keys}


def read_record(mesh: bpy.types.ID | None) -> Record | None:
    """Read how a mesh was made; None for what Trivox did not make."""
    text = mesh.get(RECORD) if isinstance(mesh, bpy.types.Mesh) else None
    return _record(text) if isinstance(text, str) else None


def of_object(obj: bpy.types.Object | None) -> Record | None:
    """Read how an object's mesh was made; None for what Trivox did not make."""
    return read_record(obj.data) if obj is not None else None


def write_voxels(mesh: bpy.types.Mesh, model: Model, look: Look) -> None:
    """Let a mesh carry the voxels that it is made of."""
    mesh[VOXELS] = voxels_text(model, look)


def has_voxels(obj: bpy.types.Object | None) -> bool:
    """Tell whether an object's mesh carries the voxels that it was made of."""
    return of_object(obj) is not None and isinstance(obj.data.get(VOXELS), str)


def voxels_text(model: Model, look: Look) -> str:
    """Pack voxels into ASCII text, which `voxels_of` reads; needs no Blender."""
    return base64.b64encode(pack_voxels(model, look)).decode("ascii")


def voxels_of(text: str) -> tuple[Model, Look]:
    """Unpack the voxels that a mesh carries; needs no Blender.

    Parameters
    ----------
    text : str
        What the mesh's property ``VOXELS`` holds.

    Returns
    -------
    (Model, Look)

    Raises
    ------
    FormatError
        If they are damaged.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise FormatError("the voxels that the mesh carries are damaged; import the file again") from error
    return unpack_voxels(data)


def recorded_image(mesh: bpy.types.Mesh) -> bpy.types.Image | None:
    """Find the image of a mesh's colors, the first of several; None where it has none, or no longer."""
    record = read_record(mesh)
    return find_image(record.image) if record else None


def recorded_images(mesh: bpy.types.Mesh) -> list[bpy.types.Image]:
    """Find the images of a mesh's colors that are still there."""
    record = read_record(mesh)
    return [image for image in map(find_image, record.images if record else ()) if image]


def edited(mesh: bpy.types.Mesh) -> bool:
    """Tell whether a mesh with a record no longer has the vertices with which it was made."""
    return len(mesh.vertices) != read_record(mesh).vertices


def write_content(mesh: bpy.types.Mesh, content: Mapping[str, str]) -> None:
    """Add to the record of a mesh what it was made of, as `Record.content` has it."""
    mesh[RECORD] = json.dumps({**json.loads(mesh[RECORD]), "content": dict(content)})


def digest(*arrays: npt.NDArray[Any]) -> str:
    """Digest the bytes of arrays; 64 bits, enough to tell a change."""
    hashed = hashlib.blake2b(digest_size=8)
    for array in arrays:
        hashed.update(np.ascontiguousarray(array).reshape(-1))
    return hashed.hexdigest()


def storable(numbers: Mapping[str, int | None]) -> dict[str, int | float]:
    """Make numbers fit a custom property, and leave out those that nobody knows.

    Custom properties hold 32-bit integers; what is larger is exact as a double up to 2**53.
    """
    return {name: number if number <= INT_MAX else float(number) for name, number in _known(numbers).items()}


def _known(numbers: Mapping[str, int | None]) -> dict[str, int]:
    return {name: int(number) for name, number in numbers.items() if number is not None}


@lru_cache(SEEN)
def _record(text: str) -> Record | None:
    """The record of a mesh, if it is one."""
    try:
        told = told_by(text)
        chosen = told["options"]
        x, y, z = map(float, told["shift"])
        anchors = tuple(map(float, told["anchors"]))
        record = Record(
            options=_mesh_options(chosen),
            build=BuildOptions(**{name: chosen.get(name, getattr(BuildOptions, name)) for name in _OF_THE_MESH}),
            unit=float(told["unit"]),
            mirrored=bool(told["mirrored"]),
            stages=_numbers(told["stages"]),
            counts=_numbers(told["counts"]),
            anchors=anchors,
            vertices=int(told["vertices"]),
            shift=(x, y, z),
            number=int(told["number"]),
            comparison=str(told["comparison"]),
            images=tuple(map(str, told["images"] if "images" in told else filter(None, [told["image"]]))),
            content={str(part): str(digest) for part, digest in told.get("content", {}).items()},
        )
    except (*MISSHAPEN, TrivoxError):
        return None
    whole = len(anchors) % 4 == 0 and all(0 <= index < record.vertices for index in anchors[::4])
    whole = whole and bool(np.isfinite(anchors).all())
    counted = "mesh" in record.stages and record.counts.keys() >= _COUNTED
    return record if whole and counted and 0 < record.unit < np.inf else None


def _mesh_options(chosen: Mapping[str, Any]) -> MeshOptions:
    """The options that a record tells; those that came later are as by default."""
    known = {field.name: type(field.default) for field in fields(MeshOptions) if field.name in chosen}
    return MeshOptions(**{name: kind(chosen[name]) for name, kind in known.items()})


def _numbers(told: Mapping[str, Any]) -> dict[str, int]:
    return {str(name): int(number) for name, number in told.items()}
