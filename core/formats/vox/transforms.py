"""The text of one nTRN frame -> rotation, (3, 3) int8 signed permutation, and translation, (3,) int64 voxels."""

from __future__ import annotations

from collections.abc import Mapping

from ...voxels.scene import TransformFrame
from ...voxels.transforms import identity, make_frame, rotation_from_byte
from .fields import integer_from_text
from .notes import Notes, quoted


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
