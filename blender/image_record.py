"""What images hold and belong to in, custom properties of text out, and back.

What is found is used only if it is of this version and shape; everything else is foreign, as if it were not there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import uuid4

import bpy
import numpy as np
import numpy.typing as npt

RECORD = "trivox"
"""The custom property of a mesh and of an image that tells what they are."""
ATLAS_FIELDS = 5
VERSION = 1
MISSHAPEN = (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError)
"""What reading a text raises that has another shape."""
SEEN = 4096
"""Records that are kept parsed, since panels read them at each redraw."""


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
    strips: Mapping[str, str]
    """The keys of images of 256 pixels by color number, by kind, where this one holds such numbers: "color", and as
    in `maps`."""

    @property
    def used(self) -> int:
        """Texels in use."""
        return sum(self.atlases[ATLAS_FIELDS - 1 :: ATLAS_FIELDS])


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
        "version": VERSION,
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


def write_strips(image: bpy.types.Image, strips: Mapping[str, bpy.types.Image]) -> None:
    """Write down which images color what an image tells by numbers, by kind as in `ImageRecord`."""
    told = {"strips": {kind: image_key(strip) for kind, strip in strips.items()}}
    image[RECORD] = json.dumps(json.loads(image[RECORD]) | told)


def read_strips(image: bpy.types.Image) -> dict[str, bpy.types.Image]:
    """Find what `write_strips` wrote, unless it was removed."""
    found = {kind: find_image(key) for kind, key in read_image(image).strips.items()}
    return {kind: strip for kind, strip in found.items() if strip}


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


@lru_cache(SEEN)
def _image_record(text: str) -> ImageRecord | None:
    """The record of an image, if it is one."""
    try:
        told = told_by(text)
        width, height = map(int, told["size"])
        record = ImageRecord(
            key=str(told["key"]),
            size=(width, height),
            atlases=tuple(map(int, told["atlases"])),
            maps={str(kind): str(key) for kind, key in told["maps"].items()},
            strongest=float(told["strongest"]),
            digests=tuple(map(str, told.get("digests", ()))),
            strips={str(kind): str(key) for kind, key in told.get("strips", {}).items()},
        )
    except MISSHAPEN:
        return None
    rows = np.array(record.atlases, np.float64)
    whole = len(rows) % ATLAS_FIELDS == 0
    if whole:
        rows = rows.reshape(-1, ATLAS_FIELDS)
        whole = bool((rows >= 0).all() and (rows[:, :2] + rows[:, 2:4] <= [width, height]).all())
    return record if whole else None


def told_by(text: str) -> Mapping[str, Any]:
    """What a text tells, if it is of this version; raises ValueError or TypeError otherwise."""
    told = json.loads(text)
    if told["version"] != VERSION:
        raise ValueError("another version")
    return told
