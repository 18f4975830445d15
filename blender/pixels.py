"""The bytes of a picture in, its pixels (h, w, 4) uint8 or heights (h, w) out, unpacked by Blender."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import FormatError
from ..core.relief import brightness

_WIDE = np.iinfo(np.uint16).max


class BlenderDecoder:
    """Unpacks pictures as `core.formats.picture.Decoder`; leaves no image behind."""

    def colors(self, data: bytes, _kind: str) -> npt.NDArray[np.uint8]:
        """Give the pixels."""
        pixels, wide = _unpacked(data)
        return (pixels >> 8).astype(np.uint8) if wide else pixels.astype(np.uint8)

    def heights(self, data: bytes, _kind: str) -> npt.NDArray[Any]:
        """Give how bright they are: whole numbers of grey pictures, else shares."""
        pixels, wide = _unpacked(data)
        if (pixels[..., :3] == pixels[..., :1]).all():
            return pixels[..., 0].astype(np.uint16 if wide else np.uint8)
        return brightness(pixels >> 8 if wide else pixels)


def _unpacked(data: bytes) -> tuple[npt.NDArray[np.int64], bool]:
    """(h, w, 4) numbers as the file has them, from the top row on, and whether they have 16 bits."""
    with _image_of(data) as image:
        width, height = image.size
        if not image.has_data or not width * height:
            raise FormatError("the picture is damaged, or of a kind that cannot be unpacked; save it again")
        values = np.empty(width * height * image.channels, np.float32)
        image.pixels.foreach_get(values)
        wide = image.is_float
        numbers = np.rint(np.clip(values, 0, 1) * (_WIDE if wide else 255)).astype(np.int64)
        channels = numbers.reshape(height, width, -1)[::-1]
        return _four(channels, _WIDE if wide else 255), wide


def _four(channels: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """Red, green, blue and alpha of pixels that may have fewer channels."""
    count = channels.shape[2]
    grey = channels[..., :1] if count < 3 else None
    colors = channels[..., :3] if grey is None else np.repeat(grey, 3, axis=2)
    alpha = channels[..., -1:] if count in (2, 4) else np.full_like(channels[..., :1], most)
    return np.concatenate((colors, alpha), axis=2)


@contextmanager
def _image_of(data: bytes) -> Iterator[bpy.types.Image]:
    """An image of the bytes of a file, whose numbers stay as they are; removed again."""
    image = bpy.data.images.new("Trivox", 1, 1)
    try:
        image.colorspace_settings.name = "Non-Color"
        image.alpha_mode = "CHANNEL_PACKED"
        image.pack(data=data, data_len=len(data))
        image.source = "FILE"
        yield image
    finally:
        bpy.data.images.remove(image)
