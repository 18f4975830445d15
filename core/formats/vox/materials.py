"""MATL and old MATT chunks -> 256 materials, one for each palette index."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from types import MappingProxyType

from ...errors import FormatError
from ...voxels.look import COLORS, Material, MaterialKind, MediaKind
from .chunks import Chunk
from .fields import Fields, float_from_text
from .notes import Notes

_DEFAULT = Material()

_KINDS: Mapping[str, MaterialKind] = {
    "_diffuse": "diffuse",
    "_metal": "metal",
    "_glass": "glass",
    "_emit": "emit",
    "_blend": "blend",
    "_media": "media",
    "_cloud": "media",
}
_MEDIA: Mapping[str, MediaKind] = {
    "_absorb": "absorb",
    "_scatter": "scatter",
    "_emit": "emit",
    "_sss": "sss",
}

_OLD_KINDS = ("_diffuse", "_metal", "_glass", "_emit")
_OLD_VALUES = ("_plastic", "_rough", "_spec", "_ior", "_att", "_flux", "_ldr")
"""The values of a MATT chunk by their bit; the next bit, "is total power", has none."""


def read_materials(chunks: list[Chunk], notes: Notes) -> tuple[Material, ...]:
    """The materials of the palette.

    Parameters
    ----------
    chunks : list of Chunk
        All chunks of the file; MATL and MATT are read, and of one index the last counts.
    notes : Notes
        Told about chunks that end too early.

    Returns
    -------
    tuple of Material
        256, by palette index.
    """
    materials = [_DEFAULT] * COLORS
    for chunk in chunks:
        if chunk.name not in ("MATL", "MATT"):
            continue
        try:
            index, properties = (_read_matl if chunk.name == "MATL" else _read_matt)(Fields(chunk, notes))
        except FormatError as error:
            notes.add(chunk.name, f"{error}; this material was ignored")
            continue
        # Files written by MagicaVoxel number their materials 1 to 256; 256 is index 0, the empty cell.
        if 0 < index < COLORS:
            materials[index] = make_material(properties)
    return tuple(materials)


def make_material(properties: Mapping[str, str]) -> Material:
    """A material from the pairs of a MATL chunk.

    MagicaVoxel leaves out what is 0, so a missing value is 0; one that is no number gets the default. Files from
    before 0.99 give one ``_weight`` in place of metallic, transparency and emission.

    Parameters
    ----------
    properties : mapping of str to str
        Keys with their leading underscore.

    Returns
    -------
    Material
    """

    def number(key: str, default: float) -> float:
        return float_from_text(properties.get(key, "0"), default)

    def weighted(kinds: tuple[str, ...], *keys: str) -> float:
        for key in keys:
            if key in properties:
                return number(key, 0.0)
        return number("_weight", 0.0) if kind in kinds else 0.0

    kind = _KINDS.get(properties.get("_type", ""), "diffuse")
    plastic = kind == "metal" and number("_plastic", 0.0) > 0
    if plastic:
        # Old files have metals that shine like plastic: without metal in them they are what a blend is today.
        kind = "blend"
    media = properties.get("_media_type")
    return Material(
        kind=kind,
        metallic=0.0 if plastic else weighted(("metal",), "_metal"),
        roughness=number("_rough", _DEFAULT.roughness),
        specular=float_from_text(properties.get("_sp"), _DEFAULT.specular),
        ior=number("_ri", _DEFAULT.ior) if "_ri" in properties else 1.0 + number("_ior", _DEFAULT.ior - 1.0),
        attenuation=number("_att", 0.0),
        transparency=weighted(("glass",), "_trans", "_alpha"),
        density=number("_d", _DEFAULT.density),
        phase=number("_g", 0.0),
        emission=weighted(("emit",), "_emit"),
        flux=number("_flux", 0.0),
        ldr=number("_ldr", 0.0),
        media=_MEDIA.get(media, "absorb") if media else _media_from_number(number("_media", 0.0)),
        properties=MappingProxyType(properties),
    )


def _media_from_number(value: float) -> MediaKind:
    kinds = tuple(_MEDIA.values())
    return kinds[int(value)] if 0 <= value < len(kinds) else kinds[0]


def _read_matl(fields: Fields) -> tuple[int, dict[str, str]]:
    return fields.integer(), fields.dictionary()


def _read_matt(fields: Fields) -> tuple[int, dict[str, str]]:
    """Index and the pairs that a MATL chunk would have."""
    index, kind = fields.integer(), fields.integer()
    weight, bits = _as_float(fields.integer()), fields.integer()
    properties = {
        "_type": _OLD_KINDS[kind] if 0 <= kind < len(_OLD_KINDS) else _OLD_KINDS[0],
        "_weight": f"{weight:.9g}",
    }
    for bit, key in enumerate(_OLD_VALUES):
        if bits & 1 << bit:
            properties[key] = f"{_as_float(fields.integer()):.9g}"
    return index, properties


def _as_float(bits: int) -> float:
    value: float = struct.unpack("<f", struct.pack("<i", bits))[0]
    return value
