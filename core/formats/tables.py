"""The tables of readers and writers, and what chooses from them: a file's first bytes and ending in, an entry out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..errors import FormatError, OptionError
from ..mesh.options import MeshOptions
from ..scene.assembly import Assembly
from ..scene.options import SceneOptions
from ..text import readable
from ..texture import Layout
from ..voxels.scene import Scene
from .contents import Contents
from .gltf import GltfWriter
from .meshes import MeshReader
from .obj import ObjWriter
from .options import ReadOptions, WriteOptions
from .picture import PictureReader
from .source import Source, Written, load, mapped, replace_files
from .tvx import TvxReader, TvxWriter
from .vox import VoxReader, VoxWriter

HEAD = 64
"""Bytes by which a file may be known."""


class Reader(Protocol):
    """One format that can be read."""

    @property
    def name(self) -> str:
        """In the interface."""
        ...

    @property
    def title(self) -> str:
        """In menus: the name with the endings."""
        ...

    @property
    def endings(self) -> tuple[str, ...]:
        """Of files' names, in lower case with their dots."""
        ...

    @property
    def finished(self) -> bool:
        """Whether its files hold meshes, and not voxels of which meshes can be made as somebody likes."""
        ...

    def sniff(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes, up to `HEAD`, is of the format."""
        ...

    def read(self, data: bytes, name: str) -> Scene | Assembly:
        """Read a whole file, which has this stem; raises `TrivoxError` if that cannot be done."""
        ...


@runtime_checkable
class Scanner(Protocol):
    """A reader that can say quickly what is in a file."""

    def scan(self, data: memoryview) -> Contents:
        """Look at a whole file without reading its voxels; raises `TrivoxError` as reading it would."""
        ...


@runtime_checkable
class Maker(Protocol):
    """A reader of files that hold no voxels, which it makes as somebody likes."""

    @property
    def library(self) -> str | None:
        """What it imports that not everybody has, and Blender has not; None for nothing."""
        ...

    def make(self, data: bytes, name: str, options: ReadOptions, folder: Path | None) -> Scene:
        """Read a whole file, and those of its folder that it names, if it has one; raises as `Reader.read`."""
        ...


@runtime_checkable
class Keeper(Protocol):
    """A reader whose scenes say more than those of other formats, which a program can keep as JSON meanwhile."""

    def keep(self, scene: Scene) -> Mapping[str, Any] | None:
        """Say what only files of the format say; None of a scene that comes from none."""
        ...

    def restored(self, scene: Scene, kept: Mapping[str, Any]) -> Scene:
        """Give a scene what was kept; raises KeyError, TypeError or ValueError where that makes no sense."""
        ...


class Writer(Protocol):
    """One format that can be written."""

    @property
    def name(self) -> str:
        """In the interface."""
        ...

    @property
    def ending(self) -> str:
        """Of files' names, in lower case with its dot."""
        ...

    @property
    def meshes(self) -> bool:
        """Whether it writes meshes; if not, none need be made, and it gets assemblies without any."""
        ...

    @property
    def largest(self) -> int | None:
        """Cells along an axis that a polygon may have; None for any number."""
        ...

    @property
    def scene(self) -> SceneOptions:
        """What of a file's scene it takes where nobody says otherwise."""
        ...

    def layout(self, options: MeshOptions) -> Layout:
        """What shall become of the textures' tiles."""
        ...

    def write(self, assembly: Assembly, options: WriteOptions, stem: str) -> Written:
        """Give the whole file, which will have this stem; raises `TrivoxError` if the format cannot hold it."""
        ...


@runtime_checkable
class ExtrasWriter(Protocol):
    """A writer whose files have a place for levels of detail and collision shapes."""

    @property
    def extras(self) -> tuple[str, ...]:
        """What it writes beside meshes."""
        ...


READERS: list[Reader] = [VoxReader(), TvxReader(), MeshReader(), PictureReader()]
WRITERS: list[Writer] = [TvxWriter(), GltfWriter(), ObjWriter(), VoxWriter()]


def read(source: Source, options: ReadOptions | None = None) -> Scene | Assembly:
    """Read a file of any known format.

    Parameters
    ----------
    source : path or bytes
    options : ReadOptions, optional
        How voxels are made of a file that holds none.

    Returns
    -------
    Scene or Assembly
        An assembly where the file tells triangles and not voxels. Its warnings tell what was wrong and survived.

    Raises
    ------
    FormatError
        If there is no such file, or it is of no known format, or damaged beyond use.
    LimitError
        If it is sound but too large.
    OptionError
        If the source is neither a path nor bytes.
    """
    data, name = load(source)
    ending, folder = ("", None) if isinstance(source, bytes) else (Path(source).suffix, Path(source).parent)
    reader = reader_of(data[:HEAD], ending)
    if isinstance(reader, Maker):
        return reader.make(data, name, options or ReadOptions(), folder)
    return reader.read(data, name)


def plain_readers() -> list[Reader]:
    """List the readers that need no library beside the package's own, which is what Blender has."""
    return [reader for reader in READERS if not isinstance(reader, Maker) or reader.library is None]


def scan(path: str | os.PathLike[str]) -> Contents | None:
    """Say what is in a file of any known format, in milliseconds.

    Parameters
    ----------
    path : path

    Returns
    -------
    Contents or None
        None where the format has no quick way to tell.

    Raises
    ------
    FormatError, LimitError
        As `read`, where that can be seen so quickly.
    """
    with mapped(path) as data:
        reader = reader_of(bytes(data[:HEAD]), Path(path).suffix)
        return reader.scan(data) if isinstance(reader, Scanner) else None


def keep(scene: Scene) -> Mapping[str, Any]:
    """Say what of a scene only its own format knows.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    mapping of str to JSON
        By the name of the format; empty if there is nothing.
    """
    keepers = [reader for reader in READERS if isinstance(reader, Keeper)]
    return {reader.name: kept for reader in keepers if (kept := reader.keep(scene)) is not None}


def restored(scene: Scene, kept: Mapping[str, Any]) -> Scene:
    """Give a scene what was kept of the one that it was made of.

    Parameters
    ----------
    scene : Scene
    kept : mapping of str to JSON
        As `keep` says it.

    Returns
    -------
    Scene
        The same where that makes no sense.
    """
    for reader in READERS:
        if isinstance(reader, Keeper) and reader.name in kept:
            try:
                return reader.restored(scene, kept[reader.name])
            except (AttributeError, KeyError, TypeError, ValueError):
                continue
    return scene


def reader_of(head: bytes, ending: str) -> Reader:
    """Choose a reader: by the first bytes, or else by the ending, whose reader says best what is wrong.

    Parameters
    ----------
    head : bytes
        Up to `HEAD` of them.
    ending : str
        Of the file's name, with its dot; may be empty.

    Returns
    -------
    Reader

    Raises
    ------
    FormatError
        If neither is known.
    """
    for reader in READERS:
        if reader.sniff(head):
            return reader
    for reader in READERS:
        if ending.lower() in reader.endings or not ending:
            return reader
    known = ", ".join(one for reader in READERS for one in reader.endings)
    raise FormatError(f"files with the ending {readable(ending)} cannot be read here, only {known}")


def writer_of(path: str | os.PathLike[str]) -> Writer:
    """Choose a writer by a path's ending.

    Parameters
    ----------
    path : path

    Returns
    -------
    Writer

    Raises
    ------
    OptionError
        If the ending is not known.
    """
    ending = Path(path).suffix.lower() or Path(path).name.lower()
    for writer in WRITERS:
        if writer.ending == ending:
            return writer
    known = ", ".join(writer.ending for writer in WRITERS)
    raise OptionError(f"files with the ending {readable(ending)} cannot be written here, only {known}")


def write(path: str | os.PathLike[str], assembly: Assembly, options: WriteOptions | None = None) -> int:
    """Write an assembly to a file of the format that its ending names, and the files beside it that it needs.

    There is all of the new files or the old ones.

    Parameters
    ----------
    path : path
    assembly : Assembly
        With meshes as the format's writer wants them (its layout and largest length).
    options : WriteOptions, optional

    Returns
    -------
    int
        Bytes written.

    Raises
    ------
    FormatError
        If the file cannot be written.
    LimitError
        If the format cannot hold it.
    OptionError
        If the ending is not known.
    """
    made = writer_of(path).write(assembly, options or WriteOptions(), Path(path).stem)
    replace_files(made.files(Path(path)))
    return made.size
