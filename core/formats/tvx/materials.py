"""256 materials in; the different records of 48 bytes, and which palette index has which, out, and back."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

import numpy as np

from ...voxels.look import COLORS, MATERIAL_KINDS, MEDIA_KINDS, Material
from .chunks import Chunk
from .palettes import BITS, bits_of, bits_to_bytes

_RECORD = struct.Struct("<4B11f")
_COUNT = struct.Struct("<I")
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
    records, default = list(map(_pack, materials)), _pack(Material())
    own = [record for record in records if record != default]
    if not own:
        return b""
    different = {record: number for number, record in enumerate(dict.fromkeys(own))}
    numbers = bytes(different[record] for record in own)
    chosen = np.array([record != default for record in records])
    return _COUNT.pack(len(different)) + b"".join(different) + bits_to_bytes(chosen) + numbers


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
    content = chunk.content
    count = _COUNT.unpack_from(content)[0] if len(content) >= _COUNT.size else 0
    start = _COUNT.size + count * _RECORD.size
    if len(content) < start + BITS:
        raise chunk.error(f"it has {len(content):,} bytes, less than {count:,} records of {_RECORD.size} need", 0)
    chosen, numbers = bits_of(content[start : start + BITS]), bytes(content[start + BITS :])
    if len(numbers) != len(chosen):
        raise chunk.error(f"it has {len(numbers):,} numbers of records for {len(chosen)} palette indices", start)
    wrong = next((place for place, number in enumerate(numbers) if number >= count), None)
    if wrong is not None:
        message = f"palette index {chosen[wrong]} has record {numbers[wrong]}, but there are {count}"
        raise chunk.error(message, start + BITS + wrong)
    records = [_unpack(chunk, number) for number in range(count)]
    materials = [Material()] * COLORS
    for index, number in zip(chosen.tolist(), numbers, strict=True):
        materials[index] = records[number]
    return tuple(materials)


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
    byte = _COUNT.size + number * _RECORD.size
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
