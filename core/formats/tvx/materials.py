"""256 materials in; for each the number of its record, and the different records of 48 bytes, out, and back."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from ...voxels.look import COLORS, MATERIAL_KINDS, MEDIA_KINDS, Material
from .chunks import Chunk

_RECORD = struct.Struct("<4B11f")
_LARGEST = float(2**128 - 2**104)
"""The largest float of 32 bits."""


def materials_to_bytes(materials: Sequence[Material]) -> bytes:
    """Write the material table.

    Parameters
    ----------
    materials : sequence of Material
        256; their `properties` are not written.

    Returns
    -------
    bytes
        Empty if all of them are the default.
    """
    records = list(map(_pack, materials))
    different = {record: number for number, record in enumerate(dict.fromkeys(records))}
    if different.keys() == {_pack(Material())}:
        return b""
    return bytes(different[record] for record in records) + b"".join(different)


def materials_from_bytes(chunk: Chunk | None) -> tuple[Material, ...]:
    """Read the material table.

    Parameters
    ----------
    chunk : Chunk or None
        None where all materials are the default.

    Returns
    -------
    tuple of Material
        256, their numbers rounded to 32 bits.

    Raises
    ------
    FormatError
        If it has another size, an unknown class, or a value that is no finite number.
    """
    if chunk is None:
        return (Material(),) * COLORS
    count, rest = divmod(len(chunk.content) - COLORS, _RECORD.size)
    if count < 1 or rest:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not {COLORS} and some records of {_RECORD.size}")
    records = [_unpack(chunk, number) for number in range(count)]
    numbers = bytes(chunk.content[:COLORS])
    if max(numbers) >= count:
        wrong = next(index for index, number in enumerate(numbers) if number >= count)
        raise chunk.error(f"palette index {wrong} has record {numbers[wrong]}, but there are {count}", wrong)
    return tuple(records[number] for number in numbers)


def _pack(material: Material) -> bytes:
    values = (
        material.roughness,
        material.metallic,
        material.emission,
        material.flux,
        material.ior,
        material.transparency,
        material.specular,
        material.attenuation,
        material.density,
        material.phase,
        material.ldr,
    )
    kinds = MATERIAL_KINDS.index(material.kind), MEDIA_KINDS.index(material.media)
    return _RECORD.pack(*kinds, 0, 0, *(min(max(value, -_LARGEST), _LARGEST) for value in values))


def _unpack(chunk: Chunk, number: int) -> Material:
    byte = COLORS + number * _RECORD.size
    kind, media, _, _, *values = _RECORD.unpack_from(chunk.content, byte)
    if kind >= len(MATERIAL_KINDS) or media >= len(MEDIA_KINDS):
        raise chunk.error(f"record {number} has an unknown class", byte)
    if not all(map(math.isfinite, values)):
        raise chunk.error(f"record {number} has a value that is no number", byte)
    roughness, metallic, emission, flux, ior, transparency, specular, attenuation, density, phase, ldr = values
    return Material(
        kind=MATERIAL_KINDS[kind],
        media=MEDIA_KINDS[media],
        roughness=roughness,
        metallic=metallic,
        emission=emission,
        flux=flux,
        ior=ior,
        transparency=transparency,
        specular=specular,
        attenuation=attenuation,
        density=density,
        phase=phase,
        ldr=ldr,
    )
