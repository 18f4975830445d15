"""A model and its look in, bytes that a mesh can carry out, and back: all that is needed to make the mesh again."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import numpy as np

from ..errors import FormatError
from .look import COLORS, Look, Material
from .model import Model
from .runs import cells_of, runs_of

_VERSION = 3
_HEADER = struct.Struct("<BI")
"""Version, and bytes of the description that follows as JSON; after it come the arrays."""
_WORD = np.dtype("<i4")


def pack_voxels(model: Model, look: Look) -> bytes:
    """Compress a model: its palette and materials, its runs along z (first cell and length), its palette indices.

    Parameters
    ----------
    model : Model
        At least one voxel; cells in lexicographic order.
    look : Look

    Returns
    -------
    bytes
    """
    cells, lengths = runs_of(model.positions)
    others, other_lengths = runs_of(np.zeros((0, 3), np.int32) if model.blocked is None else model.blocked)
    materials = list(dict.fromkeys(map(_described, look.materials)))
    number = {material: index for index, material in enumerate(materials)}
    description = {
        "size": list(model.size),
        "runs": len(cells),
        "others": None if model.blocked is None else len(others),
        "bytes": model.positions.dtype == np.uint8,
        "materials": [json.loads(material) for material in materials],
        "material": [number[_described(material)] for material in look.materials],
        "names": {str(index): name for index, name in look.names.items()},
        "see_through": look.see_through,
    }
    text = json.dumps(description).encode()
    arrays = (part.astype(_WORD).T.tobytes() for part in (cells, lengths, others, other_lengths))
    content = (_HEADER.pack(_VERSION, len(text)), text, look.palette.tobytes(), *arrays, model.indices.tobytes())
    return zlib.compress(b"".join(content))


def unpack_voxels(data: bytes) -> tuple[Model, Look]:
    """Read what `pack_voxels` wrote.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    model : Model
    look : Look

    Raises
    ------
    FormatError
        If the bytes are damaged or of another version.
    """
    try:
        content = zlib.decompress(data)
        version, length = _HEADER.unpack_from(content)
    except (zlib.error, struct.error, TypeError) as error:
        raise FormatError("the voxels that the mesh carries are damaged; import the file again") from error
    if version != _VERSION:
        raise FormatError("the mesh carries voxels of another version of Trivox; import the file again")
    try:
        return _unpacked(memoryview(content)[_HEADER.size :], length)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise FormatError("the voxels that the mesh carries are damaged; import the file again") from error


def _unpacked(content: memoryview, length: int) -> tuple[Model, Look]:
    text: dict[str, Any] = json.loads(bytes(content[:length]))
    values = np.frombuffer(content[length:], np.uint8)
    runs, others = int(text["runs"]), int(text["others"] or 0)
    sizes = [4 * COLORS, 12 * runs, 4 * runs, 12 * others, 4 * others]
    palette, *numbers, indices = np.split(values, np.cumsum(sizes))
    cells, lengths, other_cells, other_lengths = (part.view(_WORD).astype(np.int32) for part in numbers)
    if int(lengths.sum(dtype=np.int64)) != len(indices):
        raise ValueError("runs and palette indices differ")
    positions = cells_of(cells.reshape(3, -1).T, lengths)
    x, y, z = map(int, text["size"])
    model = Model(
        (x, y, z),
        positions.astype(np.uint8) if text["bytes"] else positions,
        indices,
        None if text["others"] is None else cells_of(other_cells.reshape(3, -1).T, other_lengths),
    )
    materials = [Material(**{**one, "properties": MappingProxyType(one["properties"])}) for one in text["materials"]]
    return model, Look(
        palette.reshape(COLORS, 4),
        tuple(materials[number] for number in text["material"]),
        MappingProxyType({int(index): str(name) for index, name in text["names"].items()}),
        bool(text["see_through"]),
    )


def _described(material: Material) -> str:
    """A material as JSON, which tells numbers exactly."""
    values = {field.name: getattr(material, field.name) for field in fields(Material)}
    return json.dumps(values | {"properties": dict(material.properties)})
