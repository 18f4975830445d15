"""Paths in, all bytes of a file and the stem of its name out, and back; nothing of a format is known here."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path

from ..errors import FormatError, OptionError
from ..text import readable

Source = str | os.PathLike[str] | bytes
"""A file, or all its bytes."""


@dataclass(frozen=True)
class Written:
    """What a writer makes of an assembly."""

    data: bytes
    """The whole file."""
    beside: Mapping[str, bytes] = field(default_factory=dict)
    """By their names, the files that it names and that must lie in the same folder."""
    counts: tuple[int, int] | None = None
    """Triangles of all meshes, and as drawn, where they are others than those of the assembly."""

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return len(self.data) + sum(map(len, self.beside.values()))

    def files(self, path: Path) -> list[tuple[Path, bytes]]:
        """List all files, that of the path last."""
        return [*((path.with_name(name), data) for name, data in self.beside.items()), (path, self.data)]


def load(source: Source) -> tuple[bytes, str]:
    """Read a file.

    Parameters
    ----------
    source : path or bytes

    Returns
    -------
    data : bytes
    name : str
        Stem of the file's name, as every format takes it; empty for bytes.

    Raises
    ------
    FormatError
        If it cannot be opened.
    OptionError
        If it is neither a path nor bytes.
    """
    if isinstance(source, bytes):
        return source, ""
    if not isinstance(source, str | os.PathLike):
        raise OptionError(f"the file is given as a {type(source).__name__}; it must be a path or its bytes")
    path = Path(source)
    try:
        return path.read_bytes(), readable(path.stem)
    except (OSError, ValueError) as error:
        raise _unopened(error) from error


@contextmanager
def mapped(path: str | os.PathLike[str]) -> Iterator[memoryview]:
    """Open a file so that only those bytes are read that somebody looks at.

    Parameters
    ----------
    path : path

    Yields
    ------
    memoryview
        All its bytes; no part of them may be kept.

    Raises
    ------
    FormatError
        If it cannot be opened.
    """
    try:
        with open(path, "rb") as file:
            length = os.fstat(file.fileno()).st_size
            memory = mmap(file.fileno(), 0, access=ACCESS_READ) if length else None
    except (OSError, ValueError) as error:
        raise _unopened(error) from error
    try:
        yield memoryview(memory) if memory else memoryview(b"")
    finally:
        # What an error still holds of it is closed with the error.
        with suppress(BufferError):
            if memory:
                memory.close()


def _unopened(error: OSError | ValueError) -> FormatError:
    reason = error.strerror if isinstance(error, OSError) else None
    return FormatError(f"the file cannot be opened: {reason or error}")


class WriteError(FormatError):
    """A file cannot be written.

    Parameters
    ----------
    path : Path
    error : OSError
        Why.
    """

    def __init__(self, path: Path, error: OSError) -> None:
        self.path = path
        super().__init__(f"the file cannot be written: {error.strerror or error}")


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that there is the old one or all of the new one at any time.

    Parameters
    ----------
    path : Path
    data : bytes

    Raises
    ------
    WriteError
        If it cannot be written.
    """
    replace_files([(path, data)])


def replace_files(files: Iterable[tuple[Path, bytes]]) -> None:
    """Write files of which none is replaced before all are written.

    Parameters
    ----------
    files : iterable of (Path, bytes)
        May make one after the other; what it raises ends the work, and nothing is replaced.

    Raises
    ------
    WriteError
        If one cannot be written; then none is new.
    """
    parts: list[tuple[Path, Path]] = []
    try:
        for path, data in files:
            parts.append((path.with_name(f".{path.name}.{os.getpid()}.part"), path))
            try:
                parts[-1][0].write_bytes(data)
            except OSError as error:
                raise WriteError(path, error) from error
        _exchange(parts)
    finally:
        for part, _path in parts:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _exchange(parts: list[tuple[Path, Path]]) -> None:
    """Let files take their names, all or, where that can be known before, none."""
    for _part, path in parts:
        if path.is_dir():
            raise WriteError(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
    new: list[Path] = []
    for part, path in parts:
        is_new = not path.exists()
        try:
            part.replace(path)
        except OSError as error:
            for other in new:
                other.unlink(missing_ok=True)
            raise WriteError(path, error) from error
        new += [path] if is_new else []
