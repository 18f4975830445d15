"""A mesh in, what it remembers of its light map out: a custom property of text."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import bpy

from ..core.errors import OptionError
from ..core.texture.lightmap import LightMapOptions

LIGHT_MAP = "trivox_light_map"
"""The custom property of a mesh that tells of its light map, and of an image that has the key of one."""
_MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, RecursionError, OptionError)


@dataclass(frozen=True)
class LightRecord:
    """The light map of a mesh."""

    layer: str
    """Name of the layer of texture coordinates."""
    key: str
    """By which images know the map, and meshes that share it."""
    shared: bool
    """Whether other meshes lie in it too."""
    options: LightMapOptions


def write_light(mesh: bpy.types.Mesh, record: LightRecord) -> None:
    """Write down what a mesh shall remember of its light map."""
    mesh[LIGHT_MAP] = json.dumps(asdict(record))


def read_light(mesh: bpy.types.Mesh) -> LightRecord | None:
    """Read what a mesh remembers of its light map; None if there is none."""
    try:
        told = json.loads(mesh.get(LIGHT_MAP))
        options = LightMapOptions(**told["options"])
        return LightRecord(str(told["layer"]), str(told["key"]), bool(told["shared"]), options)
    except _MISSHAPEN:
        return None


def light_layer(mesh: bpy.types.Mesh) -> str | None:
    """Name the layer of texture coordinates that is a mesh's light map; None if there is none."""
    record = read_light(mesh)
    return record.layer if record and record.layer in mesh.uv_layers else None


def settle_light(mesh: bpy.types.Mesh) -> None:
    """Forget the light map of a mesh whose layer was removed, before its geometry goes: only others come back."""
    if light_layer(mesh) is None:
        forget_light(mesh)


def forget_light(mesh: bpy.types.Mesh) -> None:
    """Forget the light map of a mesh."""
    if LIGHT_MAP in mesh:
        del mesh[LIGHT_MAP]
