"""Records of a chunk as bytes in, the same bytes in the order in which zlib packs them best out, and back.

Neighbouring records are alike, so each number becomes its difference from the one before, and then the lowest bytes
of all numbers come first, the next bytes after them, and so on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

VERTEX_BYTES, POLYGON_BYTES = 3, 8
_TRIANGLE_WORDS = 4


def pack(kind: str, content: bytes) -> bytes:
    """Bring a chunk's content into the order of compressed chunks.

    Parameters
    ----------
    kind : {"VERT", "POLY", "TRI2", "TRI4"} or another
        What the records are; chunks of other types stay as they are.
    content : bytes

    Returns
    -------
    bytes
        As many.
    """
    if kind in ("VERT", "POLY"):
        return _planes(np.frombuffer(content, np.uint8).reshape(-1, _record_bytes(kind)))
    if kind in ("TRI2", "TRI4"):
        words = np.frombuffer(content, _word(kind)).reshape(-1, _TRIANGLE_WORDS)
        return b"".join(_planes(column.reshape(-1, 1)) for column in (words[:, :3], words[:, 3]))
    return content


def unpack(kind: str, packed: memoryview) -> memoryview:
    """Undo `pack`.

    Parameters
    ----------
    kind : str
    packed : memoryview
        Its length must be a multiple of a record's.

    Returns
    -------
    memoryview
    """
    content: npt.NDArray[Any]
    if kind in ("VERT", "POLY"):
        content = _columns(packed, np.dtype(np.uint8), _record_bytes(kind))
    elif kind in ("TRI2", "TRI4"):
        word = _word(kind)
        vertices = len(packed) // _TRIANGLE_WORDS * 3
        content = np.empty((len(packed) // (_TRIANGLE_WORDS * word.itemsize), _TRIANGLE_WORDS), word)
        content[:, :3] = _columns(packed[:vertices], word, 1).reshape(-1, 3)
        content[:, 3] = _columns(packed[vertices:], word, 1)[:, 0]
    else:
        return packed
    return memoryview(content.tobytes())


def _record_bytes(kind: str) -> int:
    return VERTEX_BYTES if kind == "VERT" else POLYGON_BYTES


def _word(kind: str) -> np.dtype[Any]:
    return np.dtype("<u2" if kind == "TRI2" else "<u4")


def _planes(words: npt.NDArray[Any]) -> bytes:
    """(n, k) words -> for each column and each byte of its words, lowest first, the n bytes of the differences."""
    difference = words.copy()
    difference[1:] -= words[:-1]
    return np.ascontiguousarray(difference.view(np.uint8).reshape(len(words), -1).T).tobytes()


def _columns(planes: memoryview, word: np.dtype[Any], columns: int) -> npt.NDArray[Any]:
    """Undo `_planes`."""
    difference = np.frombuffer(planes, np.uint8).reshape(columns * word.itemsize, -1).T
    return np.add.accumulate(np.ascontiguousarray(difference).view(word), axis=0, dtype=word)
