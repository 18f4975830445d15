"""A scene's views and light in, the cameras and render objects of a file that mean the same out."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np
import numpy.typing as npt

from ...voxels.scene import Light, Scene, View
from .encode import number
from .records import Camera, RenderObject, VoxScene
from .settings import camera_of
from .views import AREA, light_of, views_of

Floats = npt.NDArray[np.float64]

_CLOSE = 1e-6
_FRUSTUM = 0.414214
"""What MagicaVoxel gives a new camera."""
_NUMBER = re.compile(r"Camera (-?\d{1,9})")


def cameras_of(scene: Scene) -> tuple[Camera, ...]:
    """Find the cameras of a scene.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    tuple of Camera
        Those of its file, moved with the scene where it was moved; of a scene that has none, its views. Views that no
        camera can tell are left out.
    """
    own = scene.cameras if isinstance(scene, VoxScene) else ()
    in_use = [camera for camera in own if camera.radius > 0]
    if len(in_use) != len(scene.views):
        return tuple(found for index, view in enumerate(scene.views) if (found := _camera(view, index)) is not None)
    views = {id(camera): view for camera, view in zip(in_use, scene.views, strict=True)}
    return tuple(_shown_by(camera, views.get(id(camera))) for camera in own)


def render_objects_of(scene: Scene) -> tuple[RenderObject, ...]:
    """Find the render objects of a scene.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    tuple of RenderObject
        Those of its file, with the scene's light.
    """
    own = scene.render_objects if isinstance(scene, VoxScene) else ()
    if scene.light is None or _same(light_of(own), scene.light):
        return own
    made = _sun_and_sky(scene.light)
    if not _same(light_of(made), scene.light):
        return own
    before = {record.kind: record.attributes for record in own}
    lights = (RenderObject(one.kind, {**before.get(one.kind, {}), **one.attributes}) for one in made)
    return (*(record for record in own if record.kind not in ("inf", "uni")), *lights)


def _shown_by(camera: Camera, view: View | None) -> Camera:
    """A camera as it is now; its file's own words where nothing moved it."""
    if view is None:
        return camera
    (before,) = views_of([camera])
    if _same(before, view):
        return camera
    moved = np.array(camera.focus) + view.position - before.position
    changed = camera_of(camera.id, {**camera.attributes, "_focus": _numbers(moved)})
    if _same(views_of([changed])[0], view):
        return changed
    return _camera(view, camera.id) or camera


def _camera(view: View, index: int) -> Camera | None:
    """A camera that shows a view; None if none does."""
    flat = not view.panorama and view.angle == 0
    height = max(view.height, 1.0)
    radius = height / (2 * _FRUSTUM)
    told = _NUMBER.fullmatch(view.name)
    pairs = {
        "_mode": "pano" if view.panorama else "orth" if flat else "pers",
        "_focus": _numbers(view.position - view.rotation[:, 2] * radius),
        "_angle": _numbers(np.degrees(_angles(view.rotation))),
        "_radius": number(radius),
        "_frustum": number(_FRUSTUM),
    }
    if not flat:
        pairs["_fov"] = number(math.degrees(view.angle))
    camera = camera_of(int(told[1]) if told else index, pairs)
    wanted = replace(view, name=f"Camera {camera.id}", height=height)
    return camera if _same(views_of([camera])[0], wanted) else None


def _angles(rotation: Floats) -> Floats:
    """(3,) float64 radians: pitch, yaw and roll, of ``turn_z(-yaw) @ turn_x(pi / 2 - pitch) @ turn_z(roll)``."""
    sine = math.hypot(rotation[0, 2], rotation[1, 2])
    pitch = math.pi / 2 - math.atan2(sine, rotation[2, 2])
    if sine < _CLOSE:
        return np.array([pitch, math.atan2(-rotation[1, 0], rotation[0, 0]), 0.0])
    yaw = math.atan2(-rotation[0, 2], -rotation[1, 2])
    return np.array([pitch, yaw, math.atan2(rotation[2, 0], rotation[2, 1])])


def _sun_and_sky(light: Light) -> tuple[RenderObject, ...]:
    """The two records of a light; without a sun, the one."""
    pitch, yaw, _roll = _angles(light.sun_rotation)
    sun = {
        "_type": "_inf",
        "_i": number(light.sun_strength),
        "_k": _numbers(light.sun_color * 255),
        "_angle": _numbers(np.degrees([pitch, yaw])),
        "_area": number(light.sun_angle / AREA),
    }
    sky = {"_type": "_uni", "_i": number(light.sky_strength), "_k": _numbers(light.sky_color * 255)}
    records = RenderObject("inf", sun), RenderObject("uni", sky)
    return records if light.sun_strength > 0 else records[1:]


def _numbers(values: Sequence[float] | Floats) -> str:
    return " ".join(number(float(value)) for value in values)


def _same(one: View | Light | None, other: View | Light | None) -> bool:
    """Whether two say the same, but for rounding and for how a sun is turned around the way that it shines."""
    if one is None or other is None:
        return one is other
    mine, theirs = _told(one), _told(other)
    return mine.keys() == theirs.keys() and all(
        a == theirs[name] if isinstance(a, str | bool) else np.allclose(a, theirs[name], _CLOSE, _CLOSE)
        for name, a in mine.items()
    )


def _told(one: View | Light) -> dict[str, str | bool | float | Floats]:
    """What a view or a light says by names; nothing of a sun that does not shine."""
    told = {field.name: getattr(one, field.name) for field in fields(one)}
    if isinstance(one, Light):
        told["sun_rotation"] = one.sun_rotation[:, 2]
        told = {name: value for name, value in told.items() if one.sun_strength > 0 or not name.startswith("sun")}
    return told
