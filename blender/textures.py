"""Images of Trivox in, paths that exporters understand and files beside the .blend file out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import bpy

from ..core.errors import FormatError
from ..core.formats.source import replace_file
from .image_record import read_maps, read_strips
from .record import read_record, recorded_images

FOLDER = "//textures"
"""Where textures lie beside a .blend file, as Blender writes such paths."""
_ENDINGS = {"PNG": ".png", "OPEN_EXR": ".exr"}
_ODD = re.compile(r'[\s\x00-\x1f<>:"/\\|?*#%&{}$!\'@+`=.]+')
_LONGEST = 40
"""Letters; a name of Blender holds 63 bytes before 5.0."""
_RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(1, 10))}
"""Names that mean devices in Windows, whatever their ending."""


def give_path(image: bpy.types.Image) -> None:
    """Give a new packed image the path of a file that need not be there, and the name of that file.

    Exporters name the pictures that they write after the path, or after the image, and pass over images that have no
    path.

    Parameters
    ----------
    image : bpy.types.Image
    """
    path = Path(_free_name(image, _absolute(FOLDER), overwrite=False))
    image.name, image.filepath_raw = path.stem, f"{FOLDER}/{path}"


def textures_of(objects: Iterable[bpy.types.Object]) -> list[bpy.types.Image]:
    """List the images that objects show: those of colors, and those that materials need beside them.

    Parameters
    ----------
    objects : iterable of bpy.types.Object

    Returns
    -------
    list of bpy.types.Image
        Each once.
    """
    meshes = dict.fromkeys(obj.data for obj in objects if obj.type == "MESH" and read_record(obj.data))
    colors = dict.fromkeys(image for mesh in meshes for image in recorded_images(mesh))
    beside = ((image, *read_maps(image).values(), *read_strips(image).values()) for image in colors)
    return list(dict.fromkeys(one for images in beside for one in images))


def save_textures(
    images: Sequence[bpy.types.Image], folder: str, *, packed: bool, overwrite: bool = False
) -> list[Path]:
    """Write images to files, and let Blender and its exporters know them there.

    Parameters
    ----------
    images : sequence of bpy.types.Image
    folder : str
        Made if it is not there; may begin with ``//`` if the .blend file was saved.
    packed : bool
        Keep them in the .blend file as well.
    overwrite : bool
        Write over files of the same names; by default the names get numbers.

    Returns
    -------
    list of Path

    Raises
    ------
    FormatError
        If a file cannot be written, or an image has lost its pixels. The images are as they were.
    """
    target = _absolute(folder)
    if target is None:
        raise FormatError("the .blend file was not saved yet, so there is no folder beside it; choose another folder")
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FormatError(f"the folder {target} cannot be made: {error.strerror or error}") from error
    written = []
    for image in images:
        path = target / _free_name(image, target, overwrite=overwrite)
        replace_file(path, _content(image))
        image.filepath_raw = _relative(path)
        if packed:
            image.name = path.stem
        else:
            # The pixels stay as they are; only the copy in the .blend file goes.
            image.unpack(method="REMOVE")
        written.append(path)
    return written


def store_like(image: bpy.types.Image, path: str, *, packed: bool) -> None:
    """Keep an image that takes another's place where that was kept; a file gets a name of its own.

    The file of the one before stays, so that undo finds it.

    Parameters
    ----------
    image : bpy.types.Image
        Packed.
    path : str
        Of the one before.
    packed : bool
        Whether the one before was in the .blend file.
    """
    before = Path(bpy.path.abspath(path))
    if not before.is_file():
        image.filepath_raw = path
        return
    try:
        save_textures([image], str(before.parent), packed=packed)
    except FormatError:
        give_path(image)


def _content(image: bpy.types.Image) -> bytes:
    """The image as a file has it; afterwards it is packed."""
    try:
        if image.is_dirty or not image.packed_file:
            image.pack()
    except RuntimeError as error:
        raise FormatError(f"the image {image.name} cannot be read: {str(error).strip()}") from error
    if not image.packed_file:
        raise FormatError(f"the image {image.name} has no pixels; import the file again")
    return bytes(image.packed_file.data)


def _absolute(folder: str) -> Path | None:
    """A folder's path; None beside a .blend file that was not saved yet."""
    if folder.startswith("//") and not bpy.data.filepath:
        return None
    return Path(bpy.path.abspath(folder))


def _relative(path: Path) -> str:
    """A path as seen from the .blend file, where the user wants that and there is a way."""
    if not (bpy.data.filepath and bpy.context.preferences.filepaths.use_relative_paths):
        return str(path)
    try:
        return bpy.path.relpath(str(path)).replace("\\", "/")
    except ValueError:
        return str(path)


def _free_name(image: bpy.types.Image, folder: Path | None, *, overwrite: bool) -> str:
    """A file name made of the image's that no other image has, and no other file in the folder."""
    others = {Path(bpy.path.abspath(other.filepath)).stem.lower() for other in bpy.data.images if other != image}
    others |= {other.name.lower() for other in bpy.data.images if other != image}
    own = bpy.path.abspath(image.filepath) if image.filepath else ""
    stem, ending = _stem(image.name), _ENDINGS.get(image.file_format, ".png")
    number = 0
    while True:
        free = f"{stem}_{number}" if number else stem
        path = None if folder is None or overwrite else folder / f"{free}{ending}"
        if free.lower() not in others and (path is None or str(path) == own or not path.exists()):
            return f"{free}{ending}"
        number += 1


def _stem(name: str) -> str:
    """A name as all file systems and formats take it: without blanks and what has a meaning in paths."""
    stem = _ODD.sub("_", name).strip("._")[:_LONGEST] or "texture"
    return f"{stem}_" if stem.upper() in _RESERVED else stem
