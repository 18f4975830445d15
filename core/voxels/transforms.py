"""The 48 orientations as signed permutation matrices, (3, 3) int8, by the byte that files write for them, and back."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .scene import TransformFrame

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
_BYTES = {rotation.tobytes(): byte for byte, rotation in enumerate(_ROTATIONS) if rotation is not None}


def rotation_from_byte(byte: int) -> npt.NDArray[np.int8] | None:
    """The orientation that a byte means.

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


def byte_from_rotation(rotation: npt.NDArray[np.int8]) -> int:
    """The byte of an orientation, (3, 3) signed permutation."""
    return _BYTES[rotation.astype(np.int8).tobytes()]


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
