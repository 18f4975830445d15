"""Pictures as one entry of the table of readers: a relief of colours and of the heights that another picture tells."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ...errors import FormatError, TrivoxError
from ...relief import Picture, ReliefOptions, picture_model
from ...relief.picture import require_size
from ...text import readable
from ...voxels.look import Look
from ...voxels.scene import ModelFrame, Scene, SceneNode, TransformFrame
from ..libraries import needed
from ..options import ReadOptions
from ..source import load
from .head import head_of, kind_of

ENDINGS = (".png", ".jpg", ".jpeg", ".bmp", ".tga", ".webp")


class Decoder(Protocol):
    """What unpacks pictures."""

    def colors(self, data: bytes, kind: str) -> npt.NDArray[np.uint8]:
        """Give the pixels of a file of a kind of `head.Head`, (h, w, 4) uint8 sRGB and alpha; row 0 is the top row."""
        ...

    def heights(self, data: bytes, kind: str) -> npt.NDArray[Any]:
        """Give how bright pixels are, (h, w) uint8, uint16, or floats from 0 to 1."""
        ...


@dataclass(frozen=True)
class Unpacked:
    """Pictures of which a relief can be made."""

    front: Picture
    back: Picture | None
    warnings: tuple[str, ...]


class PictureReader:
    """Makes one relief of a picture.

    Parameters
    ----------
    decoder : Decoder, optional
        By default that of Pillow, loaded when it is first needed.
    """

    name = "Picture"
    title = "Picture as Voxels (.png, .jpg, .bmp, .tga, .webp)"
    endings = ENDINGS
    finished = False
    library: str | None = "pillow"

    def __init__(self, decoder: Decoder | None = None) -> None:
        self._decoder = decoder

    def sniff(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is one; of .tga files only the ending tells."""
        return kind_of(head) is not None

    def read(self, data: bytes, name: str) -> Scene:
        """Read a file's bytes as `make` does with default options."""
        return self.make(data, name, ReadOptions(), None)

    def make(self, data: bytes, name: str, options: ReadOptions, _folder: Path | None) -> Scene:
        """Make a relief of a picture and of those that the options name.

        Raises
        ------
        FormatError
            If a picture cannot be read, or has no pixels that are there.
        LimitError
            If it is too large, or would have too many voxels.
        OptionError
            If pictures differ in size.
        """
        return self.relief(self.unpack(data, options), name, options)

    def unpack(self, data: bytes, options: ReadOptions) -> Unpacked:
        """Unpack a picture and those that the options name; raises as `make` does for a single picture."""
        warnings: list[str] = []
        front = Picture(self._colors(data, warnings), self._heights(options.height))
        back = None
        if options.back is not None:
            with _of(options.back):
                colors = self._colors(load(options.back)[0], warnings)
            back = Picture(colors, self._heights(options.back_height))
        return Unpacked(front, back, tuple(warnings))

    def relief(self, pictures: Unpacked, name: str, options: ReadOptions) -> Scene:
        """Make a relief of pictures, which takes no decoder; raises as `make` does for what they are together."""
        relief = ReliefOptions(options.depth, options.steps, options.heights, options.shell, options.upright)
        model, palette = picture_model(pictures.front, relief, pictures.back)
        if not model.voxels:
            raise FormatError("all pixels of the picture are clear, so there is nothing to show")
        x, y, z = 0, 0, model.pivot[2]
        place = TransformFrame(0, np.eye(3, dtype=np.int8), np.array([x, y, z], np.int64))
        node = SceneNode("", -1, "shape", (place,), (ModelFrame(0, 0),))
        return Scene(
            name=name, models=(model,), look=Look(palette), nodes=(node,), placed=False, warnings=pictures.warnings
        )

    def _colors(self, data: bytes, warnings: list[str]) -> npt.NDArray[np.uint8]:
        """Unpack a picture whose size may be."""
        head = head_of(data)
        require_size(head.width, head.height)
        if head.animated:
            warnings.append("it is animated, and only its first picture was taken")
        return self._unpacker().colors(data, head.kind)

    def _heights(self, path: str | None) -> npt.NDArray[Any] | None:
        """Unpack a picture of heights, if there is one."""
        if path is None:
            return None
        with _of(path):
            data, _name = load(path)
            head = head_of(data)
            require_size(head.width, head.height)
            return self._unpacker().heights(data, head.kind)

    def _unpacker(self) -> Decoder:
        if self._decoder is None:
            with needed("picture", "pillow"):
                from .pillow import PillowDecoder
            self._decoder = PillowDecoder()
        return self._decoder


class _of:
    """Name the file in errors of another one than that which is read."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._name = readable(Path(path).name)

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, TrivoxError):
            raise type(error)(f"{self._name}: {error}") from error
