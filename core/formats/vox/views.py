"""Stored cameras and render settings in, `View`s and a `Light` out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...voxels.scene import Light, View
from .fields import float_from_text, floats_from_text
from .records import Camera, RenderObject

Floats = npt.NDArray[np.float64]

FLAT_MODES = ("orth", "iso")
"""Cameras without perspective."""
AREA = math.radians(43.5)
"""How wide a sun is whose area the file gives as 1."""
FARTHEST = 1e6
"""Voxels; what is farther away is a mistake in the file."""


def views_of(cameras: Sequence[Camera]) -> tuple[View, ...]:
    """Turn stored cameras into views; those that were never set (at their focus) are left out.

    A camera looks at its focus from its radius away: along y if its angles are 0, from above if its pitch is positive,
    turned around z by its yaw.

    Parameters
    ----------
    cameras : sequence of Camera

    Returns
    -------
    tuple of View
    """
    return tuple(_view(camera) for camera in cameras if camera.radius > 0)


def light_of(render_objects: Sequence[RenderObject]) -> Light | None:
    """Read sun and sky.

    Parameters
    ----------
    render_objects : sequence of RenderObject

    Returns
    -------
    Light or None
        None if the file has neither.
    """
    found = {record.kind: record for record in render_objects}
    sun, sky = found.get("inf"), found.get("uni")
    if sun is None and sky is None:
        return None
    elevation, azimuth = _angles(sun)
    return Light(
        sun_color=_color(sun),
        sun_strength=_number(sun, "_i", 0.7) if sun else 0.0,
        sun_rotation=_turn_z(-azimuth) @ _turn_x(math.pi / 2 - elevation),
        sun_angle=min(max(_number(sun, "_area", 0.07) * AREA, 0.0), math.pi),
        sky_color=_color(sky),
        sky_strength=_number(sky, "_i", 0.7) if sky else 0.0,
    )


def _view(camera: Camera) -> View:
    pitch, yaw, roll = (math.radians(_within(angle, 360.0)) for angle in camera.angle)
    # Blender's camera looks down; a quarter turn makes it look along y.
    rotation = _turn_z(-yaw) @ _turn_x(math.pi / 2 - pitch) @ _turn_z(roll)
    radius = _within(camera.radius, FARTHEST)
    focus = np.array([_within(part, FARTHEST) for part in camera.focus])
    flat = camera.mode in FLAT_MODES
    return View(
        name=f"Camera {camera.id}",
        position=focus + rotation[:, 2] * radius,
        rotation=rotation,
        angle=0.0 if flat else math.radians(min(max(camera.fov, 1.0), 170.0)),
        # Without perspective the frustum is seen as it would be at the focus.
        height=max(2 * radius * _within(camera.frustum, 1000.0), 1.0),
        panorama=camera.mode == "pano",
    )


def _angles(sun: RenderObject | None) -> tuple[float, float]:
    """Elevation and azimuth in radians."""
    text = sun.attributes.get("_angle") if sun else None
    angles = [_within(angle, 360.0) for angle in floats_from_text(text, (50.0, 50.0))]
    return math.radians(angles[0]), math.radians(angles[1])


def _color(record: RenderObject | None) -> Floats:
    """(3,) float64 sRGB, 0 to 1; white if none is given."""
    text = record.attributes.get("_k") if record else None
    return np.clip(np.array(floats_from_text(text, (255.0, 255.0, 255.0))) / 255, 0, 1)


def _number(record: RenderObject | None, key: str, default: float) -> float:
    """A value of 0 or more."""
    text = record.attributes.get(key) if record else None
    return min(max(float_from_text(text, default), 0.0), 1e6)


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)


def _turn_x(angle: float) -> Floats:
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]])


def _turn_z(angle: float) -> Floats:
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
