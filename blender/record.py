"""What data-blocks remember of their making: options, counts and voxels in, custom properties out, and back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.mesh.options import MeshOptions
from .options import BuildOptions

RECORD = "trivox"
"""The custom property of a mesh and of an image that tells what they are."""
VOXELS = "trivox_voxels"
"""The custom property of a mesh that holds its packed voxels; apart from the record, so that exporters which write
custom properties as text pass it over."""
INT_MAX = 2**31 - 1
ATLAS_FIELDS = 5


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
    """Write down how a mesh was made; the sidebar and a rebuild read it.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With its geometry and its voxels.
    source : Mesh
    options : BuildOptions
    unit : float
        Metres of a Blender unit when it was placed.
    mirrored : bool
        The mesh is the mirror image along x.
    image : bpy.types.Image or None
        Where its colors are; Blender keeps the reference right when the image is renamed or replaced.
    anchors : sequence of int
        As `placing.anchors` lists them.
    shift : sequence of float
        The pivot as seen from the mesh's origin, in voxels.
    number : int
        Of the mesh among those of its file.
    """
    chosen = asdict(source.options) | {name: getattr(options, name) for name in ("faces", "colors", "voxel_size")}
    # What the figures of all modes depend on.
    key = repr((mesh.get(VOXELS), {**chosen, "mode": "", "faces": "", "voxel_size": 0}))
    mesh[RECORD] = {
        "options": chosen,
        "unit": unit,
        "mirrored": mirrored,
        "stages": storable(source.counts.stages),
        "counts": storable(source.counts),
        "anchors": list(anchors),
        "vertices": len(mesh.vertices),
        "shift": [float(part) for part in shift],
        "number": number,
        "comparison": hashlib.sha256(key.encode()).hexdigest()[:16],
        **({"image": image} if image else {}),
    }


def has_voxels(obj: bpy.types.Object | None) -> bool:
    """Tell whether an object's mesh carries the voxels that it was made of."""
    return obj is not None and obj.type == "MESH" and RECORD in obj.data and VOXELS in obj.data


def mesh_options(mesh: bpy.types.Mesh) -> MeshOptions:
    """Read the options by which the core made a mesh."""
    record = mesh[RECORD]["options"]
    types = {field.name: type(field.default) for field in fields(MeshOptions)}
    return MeshOptions(**{name: kind(record[name]) for name, kind in types.items()})


def build_options(mesh: bpy.types.Mesh) -> BuildOptions:
    """Read those options by which its data-block was made that belong to the mesh itself."""
    record = mesh[RECORD]["options"]
    return BuildOptions(faces=record["faces"], colors=record["colors"], voxel_size=record["voxel_size"])


def recorded_unit(mesh: bpy.types.Mesh) -> float:
    """Read how many metres a Blender unit had when a mesh was made, whatever its scene says now."""
    return float(mesh[RECORD].get("unit", 1.0))


def voxel_edge(mesh: bpy.types.Mesh) -> float:
    """Read the length of a voxel's edge with which a mesh was made, in Blender units."""
    return build_options(mesh).voxel_size / recorded_unit(mesh)


def recorded_image(mesh: bpy.types.Mesh) -> bpy.types.Image | None:
    """Find the image of a mesh's colors; None where it has none, or no longer."""
    return mesh[RECORD].get("image") if RECORD in mesh else None


def edited(mesh: bpy.types.Mesh) -> bool:
    """Tell whether a mesh no longer has the vertices with which it was made."""
    return len(mesh.vertices) != mesh[RECORD]["vertices"]


def write_atlases(image: bpy.types.Image, atlases: npt.NDArray[np.int64]) -> None:
    """Write down what an image holds.

    Parameters
    ----------
    image : bpy.types.Image
    atlases : (n, 5) int64
        Column, row, width, height and texels in use of each.
    """
    image[RECORD] = {
        "size": list(image.size),
        "atlases": atlases.reshape(-1).tolist(),
        "used": float(atlases[:, -1].sum()),
    }


def holds_atlases(image: bpy.types.Image | None) -> bool:
    """Tell whether an image is there and still as large as when its atlases were laid out."""
    return image is not None and RECORD in image and list(image[RECORD]["size"]) == list(image.size)


def read_atlases(image: bpy.types.Image) -> npt.NDArray[np.int64]:
    """Read what `write_atlases` wrote."""
    return np.array(image[RECORD]["atlases"], np.int64).reshape(-1, ATLAS_FIELDS)


def write_maps(image: bpy.types.Image, maps: Mapping[str, bpy.types.Image], strongest: float) -> None:
    """Write down which images are laid out like one of colors.

    Parameters
    ----------
    image : bpy.types.Image
        With its atlases written down.
    maps : mapping of str to bpy.types.Image
        "surface": what light does at the surface; "glow": the light that it sends out.
    strongest : float
        The emission that is full color in the image of light sent out.
    """
    if maps:
        image[RECORD]["maps"] = dict(maps)
        image[RECORD]["strongest"] = float(strongest)


def read_maps(image: bpy.types.Image) -> dict[str, bpy.types.Image]:
    """Find the images that are laid out like one of colors, unless they were removed or changed in size."""
    maps = image[RECORD].get("maps")
    return {kind: other for kind, other in maps.items() if holds_atlases(other)} if maps else {}


def glow_strength(image: bpy.types.Image) -> float:
    """Read the emission that is full color in the image of light sent out."""
    return float(image[RECORD].get("strongest", 0))


def storable(numbers: Mapping[str, int | None]) -> dict[str, int | float]:
    """Make numbers fit, and leave out those that nobody knows.

    Custom properties hold 32-bit integers; what is larger is exact as a double up to 2**53.
    """
    known = {name: number for name, number in numbers.items() if number is not None}
    return {name: number if number <= INT_MAX else float(number) for name, number in known.items()}
