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
from uuid import uuid4

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import FormatError, TrivoxError
from ..core.mesh.mesh import Mesh
from ..core.mesh.options import MeshOptions
from ..core.voxels import Look, Model
from ..core.voxels.packed import pack_voxels, unpack_voxels
from .options import BuildOptions

RECORD = "trivox"
"""The custom property of a mesh and of an image that tells what they are."""
VOXELS = "trivox_voxels"
"""The custom property of a mesh that holds its packed voxels."""
INT_MAX = 2**31 - 1
ATLAS_FIELDS = 5
_VERSION = 1
_OF_THE_MESH = ("faces", "part_edges", "colors", "split_colors", "voxel_size", "glass")
"""Those fields of `BuildOptions` that a rebuild needs again."""
_WITHOUT_EFFECT = ("mode", "faces", "part_edges", "split_colors", "voxel_size", "glass")
"""Options on which the figures of all modes do not depend."""
_MISSHAPEN = (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError)
"""What reading a text raises that has another shape."""
_COUNTED = {"vertices", "triangles", "gpu_vertices"}
"""What is known of every mesh."""
_SEEN = 4096
"""Records that are kept parsed, since panels read them at each redraw."""


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
    anchors: tuple[int, ...]
    """As `positions.anchors` lists them."""
    vertices: int
    """With which it was made."""
    shift: tuple[float, float, float]
    """The pivot as seen from the mesh's origin, in voxels."""
    number: int
    """Of the mesh among those of its file."""
    comparison: str
    """Equal for meshes whose figures in all modes are equal."""
    image: str
    """The key of the image of its colors; empty if it has none."""
    content: Mapping[str, str]
    """As `edits.write_content` wrote it; empty in files from before it did."""

    @property
    def voxel_edge(self) -> float:
        """Length of a voxel's edge with which it was made, in Blender units."""
        return self.build.voxel_size / self.unit


@dataclass(frozen=True)
class ImageRecord:
    """What an image holds."""

    key: str
    """By which meshes and images know it, whatever its name."""
    size: tuple[int, int]
    """Width and height when it was made."""
    atlases: tuple[int, ...]
    """Column, row, width, height and texels in use of each."""
    maps: Mapping[str, str]
    """The keys of images that are laid out like it, by kind: "surface", what light does at the surface; "glow", the
    color of the light that it sends out; "power", how many times stronger that is."""
    strongest: float
    """The emission that is full color in the image of light sent out."""
    digests: tuple[str, ...]
    """Of the pixels of each atlas as they were made; fewer in files from before they were kept."""

    @property
    def used(self) -> int:
        """Texels in use."""
        return sum(self.atlases[ATLAS_FIELDS - 1 :: ATLAS_FIELDS])


def write_record(
    mesh: bpy.types.Mesh,
    source: Mesh,
    options: BuildOptions,
    *,
    unit: float,
    mirrored: bool,
    image: bpy.types.Image | None,
    anchors: Sequence[int],
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
    image : bpy.types.Image or None
        Where its colors are.
    """
    chosen = asdict(source.options) | {name: getattr(options, name) for name in _OF_THE_MESH}
    # What the figures of all modes depend on.
    key = repr((mesh.get(VOXELS), {name: value for name, value in chosen.items() if name not in _WITHOUT_EFFECT}))
    told = {
        "version": _VERSION,
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
        "image": image_key(image),
    }
    mesh[RECORD] = json.dumps(told)


def write_number(mesh: bpy.types.Mesh, number: int, image: bpy.types.Image | None) -> None:
    """Let a mesh be another of its file, with its colors in another image."""
    told = json.loads(mesh[RECORD])
    mesh[RECORD] = json.dumps(told | {"number": number, "image": image_key(image)})


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
    """Find the image of a mesh's colors; None where it has none, or no longer."""
    record = read_record(mesh)
    return find_image(record.image) if record else None


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


def write_atlases(
    image: bpy.types.Image, atlases: npt.NDArray[np.int64], key: str = "", digests: Sequence[str] = ()
) -> None:
    """Write down what an image holds.

    Parameters
    ----------
    image : bpy.types.Image
    atlases : (n, 5) int64
        Column, row, width, height and texels in use of each.
    key : str
        By which others know it; by default a new one.
    digests : sequence of str
        Of the pixels of each atlas.
    """
    told = {
        "version": _VERSION,
        "key": key or uuid4().hex,
        "size": list(image.size),
        "atlases": atlases.reshape(-1).tolist(),
        "maps": {},
        "strongest": 0.0,
        "digests": list(digests),
    }
    image[RECORD] = json.dumps(told)


def write_maps(image: bpy.types.Image, maps: Mapping[str, bpy.types.Image], strongest: float) -> None:
    """Write down which images are laid out like one of colors.

    Parameters
    ----------
    image : bpy.types.Image
        With its atlases written down.
    maps : mapping of str to bpy.types.Image
        By kind, as in `ImageRecord`.
    strongest : float
        The emission that is full color in the image of light sent out.
    """
    told = json.loads(image[RECORD])
    told |= {"maps": {kind: image_key(other) for kind, other in maps.items()}, "strongest": float(strongest)}
    image[RECORD] = json.dumps(told)


def read_image(image: bpy.types.Image | None) -> ImageRecord | None:
    """Read what an image holds; None for what Trivox did not make."""
    text = image.get(RECORD) if image is not None else None
    return _image_record(text) if isinstance(text, str) else None


def image_key(image: bpy.types.Image | None) -> str:
    """The key of an image; empty for what Trivox did not make."""
    record = read_image(image)
    return record.key if record else ""


def find_image(key: str) -> bpy.types.Image | None:
    """Find the image that has a key."""
    return next((image for image in bpy.data.images if key and image_key(image) == key), None)


def holds_atlases(image: bpy.types.Image | None) -> bool:
    """Tell whether an image is there and still as large as when its atlases were laid out."""
    record = read_image(image)
    return record is not None and record.size == tuple(image.size)


def read_atlases(image: bpy.types.Image) -> npt.NDArray[np.int64]:
    """Read what `write_atlases` wrote."""
    return np.array(read_image(image).atlases, np.int64).reshape(-1, ATLAS_FIELDS)


def read_maps(image: bpy.types.Image) -> dict[str, bpy.types.Image]:
    """Find the images that are laid out like one of colors, unless they were removed or changed in size."""
    found = {kind: find_image(key) for kind, key in read_image(image).maps.items()}
    return {kind: other for kind, other in found.items() if holds_atlases(other)}


def storable(numbers: Mapping[str, int | None]) -> dict[str, int | float]:
    """Make numbers fit a custom property, and leave out those that nobody knows.

    Custom properties hold 32-bit integers; what is larger is exact as a double up to 2**53.
    """
    return {name: number if number <= INT_MAX else float(number) for name, number in _known(numbers).items()}


def _known(numbers: Mapping[str, int | None]) -> dict[str, int]:
    return {name: int(number) for name, number in numbers.items() if number is not None}


@lru_cache(_SEEN)
def _record(text: str) -> Record | None:
    """The record of a mesh, if it is one."""
    try:
        told = _told(text)
        chosen = told["options"]
        # What another version did not know is as by default.
        mesh = {field.name: type(field.default)(chosen.get(field.name, field.default)) for field in fields(MeshOptions)}
        x, y, z = map(float, told["shift"])
        anchors = tuple(map(int, told["anchors"]))
        record = Record(
            options=MeshOptions(**mesh),
            build=BuildOptions(**{name: chosen[name] for name in _OF_THE_MESH}),
            unit=float(told["unit"]),
            mirrored=bool(told["mirrored"]),
            stages=_numbers(told["stages"]),
            counts=_numbers(told["counts"]),
            anchors=anchors,
            vertices=int(told["vertices"]),
            shift=(x, y, z),
            number=int(told["number"]),
            comparison=str(told["comparison"]),
            image=str(told["image"]),
            content={str(part): str(digest) for part, digest in told.get("content", {}).items()},
        )
    except (*_MISSHAPEN, TrivoxError):
        return None
    whole = len(anchors) % 4 == 0 and all(0 <= index < record.vertices for index in anchors[::4])
    counted = "mesh" in record.stages and record.counts.keys() >= _COUNTED
    return record if whole and counted and 0 < record.unit < np.inf else None


@lru_cache(_SEEN)
def _image_record(text: str) -> ImageRecord | None:
    """The record of an image, if it is one."""
    try:
        told = _told(text)
        width, height = map(int, told["size"])
        record = ImageRecord(
            key=str(told["key"]),
            size=(width, height),
            atlases=tuple(map(int, told["atlases"])),
            maps={str(kind): str(key) for kind, key in told["maps"].items()},
            strongest=float(told["strongest"]),
            digests=tuple(map(str, told.get("digests", ()))),
        )
    except _MISSHAPEN:
        return None
    rows = np.array(record.atlases, np.float64)
    whole = len(rows) % ATLAS_FIELDS == 0
    if whole:
        rows = rows.reshape(-1, ATLAS_FIELDS)
        whole = bool((rows >= 0).all() and (rows[:, :2] + rows[:, 2:4] <= [width, height]).all())
    return record if whole else None


def _told(text: str) -> Mapping[str, Any]:
    """What a text tells, if it is of this version; raises ValueError or TypeError otherwise."""
    told = json.loads(text)
    if told["version"] != _VERSION:
        raise ValueError("another version")
    return told


def _numbers(told: Mapping[str, Any]) -> dict[str, int]:
    return {str(name): int(number) for name, number in told.items()}
