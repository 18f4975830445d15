"""The text of one nTRN frame -> rotation, (3, 3) int8 signed permutation, and translation, (3,) int64 voxels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .fields import integer_from_text
from .notes import Notes, quoted
from .records import TransformFrame

IDENTITY_BYTE = 0b0000100


def _rotation(byte: int) -> npt.NDArray[np.int8] | None:
    first, second = byte & 3, byte >> 2 & 3
    if first == 3 or second == 3 or first == second:
        return None
    rotation = np.zeros((3, 3), np.int8)
    for row, column in enumerate((first, second, 3 - first - second)):
        rotation[row, column] = -1 if byte >> 4 + row & 1 else 1
    rotation.flags.writeable = False
    return rotation


_ROTATIONS = tuple(_rotation(byte) for byte in range(128))


def rotation_from_byte(byte: int) -> npt.NDArray[np.int8] | None:
    """The orientation that a ``_r`` byte means.

    Parameters
    ----------
    byte : int
        Bits 0-1 and 2-3: the column of the entry that is not 0 in rows 0 and 1; bits 4, 5, 6: the signs of rows 0, 1
        and 2, set for minus.

    Returns
    -------
    (3, 3) int8 or None
        Read-only; its columns are where the axes x, y, z go. None if the byte is none of the 48 orientations.
    """
    return _ROTATIONS[byte] if 0 <= byte < len(_ROTATIONS) else None


def identity() -> npt.NDArray[np.int8]:
    """The orientation of what is not turned.

    Returns
    -------
    (3, 3) int8
        Read-only.
    """
    rotation = rotation_from_byte(IDENTITY_BYTE)
    assert rotation is not None
    return rotation


def make_frame(frame: int, rotation: npt.NDArray[np.int8], translation: tuple[int, int, int]) -> TransformFrame:
    """A transform frame whose arrays can be shared.

    Parameters
    ----------
    frame : int
    rotation : (3, 3) int8
        Read-only.
    translation : tuple of int
        Voxels.

    Returns
    -------
    TransformFrame
    """
    moved = np.array(translation, np.int64)
    moved.flags.writeable = False
    return TransformFrame(frame, rotation, moved)


@lru_cache(maxsize=1)
def resting() -> tuple[TransformFrame, ...]:
    """The frames of a node that is neither turned nor moved.

    Returns
    -------
    tuple of TransformFrame
    """
    return (make_frame(0, identity(), (0, 0, 0)),)


def read_frame(attributes: Mapping[str, str], node: int, notes: Notes) -> TransformFrame:
    """One frame from its pairs ``_r``, ``_t`` and ``_f``.

    Parameters
    ----------
    attributes : mapping of str to str
    node : int
        Id of the node, for the notes.
    notes : Notes
        Told about what is no orientation or no whole number; it counts as none or 0.

    Returns
    -------
    TransformFrame
    """
    rotation = identity()
    if "_r" in attributes:
        byte = integer_from_text(attributes["_r"].strip())
        turned = None if byte is None else rotation_from_byte(byte)
        if turned is None:
            notes.add(
                "rotation",
                f"node {node:,} has {quoted(attributes['_r'])} for a rotation; it was not turned",
            )
        else:
            rotation = turned
    return make_frame(read_frame_number(attributes), rotation, _translation(attributes, node, notes))


def read_frame_number(attributes: Mapping[str, str]) -> int:
    """The frame of ``_f``; 0 if there is none.

    Parameters
    ----------
    attributes : mapping of str to str

    Returns
    -------
    int
    """
    return integer_from_text(attributes.get("_f", "0").strip()) or 0


def _translation(attributes: Mapping[str, str], node: int, notes: Notes) -> tuple[int, int, int]:
    text = attributes.get("_t")
    if text is None:
        return 0, 0, 0
    words = text.split()
    parts = [integer_from_text(word) for word in words]
    if len(parts) != 3 or None in parts:
        notes.add(
            "translation",
            f"node {node:,} has {quoted(text)} for a translation; what is no number counts as 0",
        )
    x, y, z = ((part or 0) for part in [*parts, 0, 0, 0][:3])
    return x, y, z
