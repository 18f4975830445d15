"""A scene in, what only its .vox file says, as JSON has it, out; and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import numpy as np

from ...voxels.look import COLORS
from ...voxels.scene import Scene
from .cameras import cameras_of, render_objects_of
from .records import RenderObject, VoxScene
from .settings import camera_of
from .views import light_of, views_of


def keep(scene: Scene) -> Mapping[str, Any] | None:
    """Say what a scene has that scenes of other formats do not.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    mapping of str to JSON, or None
        None for a scene that comes from no .vox file. Its cameras are where the scene is.
    """
    if not isinstance(scene, VoxScene):
        return None
    return {
        "version": scene.version,
        "cameras": [(camera.id, dict(camera.attributes)) for camera in cameras_of(scene)],
        "render_objects": [dict(record.attributes) for record in render_objects_of(scene)],
        "color_names": list(scene.color_names),
        "palette_order": scene.palette_order.tobytes().hex(),
        "meta": dict(scene.meta),
    }


def restored(scene: Scene, kept: Mapping[str, Any]) -> VoxScene:
    """Give a scene what was kept of its file.

    Parameters
    ----------
    scene : Scene
    kept : mapping of str to JSON

    Returns
    -------
    VoxScene

    Raises
    ------
    KeyError, TypeError, ValueError
        If that is not what `keep` says.
    """
    order = np.frombuffer(bytes.fromhex(kept["palette_order"]), np.uint8)
    if len(order) != COLORS or len(np.unique(order)) != COLORS:
        raise ValueError("the palette has another order of colors")
    cameras = tuple(camera_of(int(number), _pairs(pairs)) for number, pairs in kept["cameras"])
    records = [_pairs(pairs) for pairs in kept["render_objects"]]
    render_objects = tuple(RenderObject(pairs.get("_type", "").removeprefix("_"), pairs) for pairs in records)
    same = {field.name: getattr(scene, field.name) for field in fields(Scene)}
    told = {"views": views_of(cameras), "light": light_of(render_objects)}
    return VoxScene(
        **(same | told),
        version=int(kept["version"]),
        pack=None,
        cameras=cameras,
        render_objects=render_objects,
        color_names=tuple(map(str, kept["color_names"])),
        palette_order=order,
        meta=_pairs(kept["meta"]),
    )


def _pairs(pairs: Mapping[str, Any]) -> Mapping[str, str]:
    return MappingProxyType({str(key): str(text) for key, text in pairs.items()})
