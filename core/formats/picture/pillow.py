"""The bytes of a picture in, its pixels (h, w, 4) uint8 or heights (h, w) out, unpacked by Pillow."""

from __future__ import annotations

import io
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from ...errors import FormatError
from ...relief import brightness


class PillowDecoder:
    """Unpacks pictures of 8 and 16 bits, with palettes, interlaced, in CMYK; of animated ones the first."""

    def colors(self, data: bytes, kind: str) -> npt.NDArray[np.uint8]:
        """Give the pixels."""
        image = _opened(data, kind)
        if image.mode.startswith(("I", "F")):
            grey = (_wide(image) >> 8).astype(np.uint8)
            return np.dstack((grey, grey, grey, np.full_like(grey, 255)))
        return np.array(image.convert("RGBA"))

    def heights(self, data: bytes, kind: str) -> npt.NDArray[Any]:
        """Give how bright they are: whole numbers of grey pictures, else shares."""
        image = _opened(data, kind)
        if image.mode.startswith(("I", "F")):
            return _wide(image)
        if image.mode in ("1", "L", "LA"):
            return np.array(image.convert("L"))
        return brightness(np.array(image.convert("RGBA")))


def _opened(data: bytes, kind: str) -> Image.Image:
    """Open and unpack a file of a kind, and of no other one."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of what is large, which was looked at before, and of odd profiles.
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data), formats=[kind])
            image.load()
    except MemoryError:
        raise
    except Exception as error:
        # Decoders of many hands raise anything.
        raise FormatError("the picture is damaged, or of a kind that cannot be unpacked; save it again") from error
    return image


def _wide(image: Image.Image) -> npt.NDArray[np.uint16]:
    """(h, w) uint16 of one channel of more than 8 bits."""
    values = np.array(image)
    if values.dtype != np.uint16:
        values = np.clip(np.nan_to_num(values), 0, np.iinfo(np.uint16).max).astype(np.uint16)
    return np.ascontiguousarray(values)
