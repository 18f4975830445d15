"""SIZE, XYZI and TDCZ chunks -> the models: sparse, sorted, every cell once, nothing outside their size."""

from __future__ import annotations

import struct

import numpy as np
import numpy.typing as npt

from ...errors import FormatError
from ...voxels.model import Model
from .chunks import Chunk
from .fields import Fields
from .notes import Notes
from .records import LARGEST_SIDE
from .teardown import Inflater

Size = tuple[int, int, int]
Voxels = npt.NDArray[np.uint8]


def read_models(chunks: list[Chunk], notes: Notes) -> tuple[Model, ...]:
    """All models in the order of their voxel chunks, which is the order by which shapes refer to them.

    Parameters
    ----------
    chunks : list of Chunk
        All chunks of the file.
    notes : Notes
        Told about counts, cells and sizes that do not fit.

    Returns
    -------
    tuple of Model

    Raises
    ------
    FormatError
        If there is no model.
    LimitError
        If compressed models unpack to too much.
    """
    models: list[Model] = []
    size: Size | None = None
    used = True
    inflater = Inflater(notes)
    for chunk in chunks:
        if chunk.name == "SIZE":
            if not used:
                notes.add(
                    "size twice",
                    f"the SIZE chunk before the one at byte {chunk.offset:,} has no voxels; it was ignored",
                )
            size, used = read_size(chunk, size, notes), False
        elif chunk.name in ("XYZI", "TDCZ"):
            if used:
                notes.add("no size", _no_size(chunk, size))
            voxels = _read_xyzi(chunk, notes) if chunk.name == "XYZI" else inflater.voxels(chunk)
            models.append(make_model(size or _bounds(voxels), voxels, notes))
            used = True
    if not models:
        raise no_models(notes)
    return tuple(models)


def no_models(notes: Notes) -> FormatError:
    """Make the error of a file without models.

    Parameters
    ----------
    notes : Notes
        What was noted so far.

    Returns
    -------
    FormatError
    """
    return FormatError(
        "the file is cut short before its first model; copy or export it again"
        if "cut" in notes
        else "there are no models in the file (no XYZI chunk), so there is nothing to import"
    )


def make_model(size: Size, voxels: Voxels, notes: Notes) -> Model:
    """A model of voxels in any order.

    Parameters
    ----------
    size : tuple of int
        Cells along x, y, z.
    voxels : (n, 4) uint8
        x, y, z and palette index; of several in one cell the last counts, and index 0 empties its cell.
    notes : Notes
        Told about cells outside the size.

    Returns
    -------
    Model
    """
    # Big-endian x, y, z, index in one integer: its order is the lexicographic order of the cells.
    packed = np.ascontiguousarray(voxels).view(">u4").ravel()
    keys = np.sort(packed.astype(np.uint32))
    if bool(((keys[1:] ^ keys[:-1]) < LARGEST_SIDE).any()):
        keys = _last_of_each_cell(packed.astype(np.uint32))
    kept = keys.astype(">u4").view(np.uint8).reshape(-1, 4)
    fits = kept[:, 3] > 0
    if any(side < LARGEST_SIDE for side in size):
        inside = np.logical_and.reduce([kept[:, axis] < size[axis] for axis in range(3) if size[axis] < LARGEST_SIDE])
        outside = len(kept) - int(np.count_nonzero(inside))
        if outside:
            sides = " x ".join(f"{side:,}" for side in size)
            notes.add(
                "outside",
                f"voxels outside their model's size of {sides} were left out: {outside:,}",
            )
            fits &= inside
    if not fits.all():
        kept = kept[fits]
    kept.flags.writeable = False
    return Model(size, kept[:, :3], kept[:, 3])


def _last_of_each_cell(keys: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Sorted keys, of each cell only the one that came last."""
    keys = keys[np.argsort(keys >> 8, kind="stable")]
    last = np.ones(len(keys), np.bool_)
    last[:-1] = (keys[1:] ^ keys[:-1]) >= LARGEST_SIDE
    return keys[last]


def read_size(chunk: Chunk, before: Size | None, notes: Notes) -> Size | None:
    """The size of the model that follows.

    Parameters
    ----------
    chunk : Chunk
        A SIZE chunk.
    before : tuple of int or None
        The size before it, which is taken if the chunk is too short.
    notes : Notes

    Returns
    -------
    tuple of int or None
        Cells along x, y, z; 0 where the file has less.
    """
    sides = Fields(chunk, notes).integers(3)
    if len(sides) < 3:
        return before
    x, y, z = sides
    if min(sides) <= 0:
        notes.add(
            "empty size",
            f"a model's size is {x:,} x {y:,} x {z:,} (SIZE at byte {chunk.offset:,}); it is empty",
        )
    elif max(sides) > LARGEST_SIDE:
        notes.add(
            "large size",
            f"a model's size is {x:,} x {y:,} x {z:,} (SIZE at byte {chunk.offset:,}); "
            f"its voxels can only lie in the first {LARGEST_SIDE} cells of each side",
        )
    return max(x, 0), max(y, 0), max(z, 0)


def _no_size(chunk: Chunk, size: Size | None) -> str:
    origin = "the size of the model before it was used" if size else "its size was taken from its voxels"
    return f"the {chunk.name} chunk at byte {chunk.offset:,} has no SIZE of its own; {origin}"


def _bounds(voxels: Voxels) -> Size:
    """The smallest size that holds all voxels."""
    if not len(voxels):
        return 1, 1, 1
    x, y, z = (int(side) + 1 for side in voxels[:, :3].max(axis=0))
    return x, y, z


def _read_xyzi(chunk: Chunk, notes: Notes) -> Voxels:
    """(n, 4) uint8 x, y, z, index as in the file: as many as are announced, if that makes sense, and there."""
    content = chunk.content
    if len(content) < 4:
        notes.add(
            "voxels",
            f"the XYZI chunk at byte {chunk.offset:,} has no voxel count; it was read as empty",
        )
        return np.zeros((0, 4), np.uint8)
    announced: int = struct.unpack_from("<i", content)[0]
    present = (len(content) - 4) // 4
    count = min(announced, present) if announced >= 0 else present
    if announced != present:
        notes.add(
            "voxels",
            f"the XYZI chunk at byte {chunk.offset:,} announces {announced:,} voxels and holds {present:,}; "
            f"read: {count:,}",
        )
    return np.frombuffer(content, np.uint8, 4 * count, 4).reshape(-1, 4)
