"""Where the mouse is over a 3D viewport in, the point of the scene below it out."""

from __future__ import annotations

import bpy
from bpy_extras import view3d_utils
from mathutils import Vector


def drop_point(context: bpy.types.Context, event: bpy.types.Event) -> Vector:
    """Find the point on which something was dropped.

    Parameters
    ----------
    context : bpy.types.Context
        Of the area in which the mouse is.
    event : bpy.types.Event

    Returns
    -------
    Vector
        On the surface below the mouse, else on the ground; the 3D cursor where there is neither or no 3D viewport.
    """
    cursor = context.scene.cursor.location.copy()
    area = context.area
    if area is None or area.type != "VIEW_3D":
        return cursor
    region = next(region for region in area.regions if region.type == "WINDOW")
    if context.region is not None and context.region.type == "WINDOW":
        # A viewport can be split into four.
        region = context.region
    view = region.data or area.spaces.active.region_3d
    mouse = event.mouse_x - region.x, event.mouse_y - region.y
    origin = view3d_utils.region_2d_to_origin_3d(region, view, mouse)
    direction = view3d_utils.region_2d_to_vector_3d(region, view, mouse)
    return point_below(context, origin, direction, area.spaces.active.clip_end) or cursor


def point_below(context: bpy.types.Context, origin: Vector, direction: Vector, far: float) -> Vector | None:
    """Follow a ray to the first surface, or to the ground.

    Parameters
    ----------
    context : bpy.types.Context
    origin, direction : Vector
        In the world.
    far : float
        How far a point may be that can be meant.

    Returns
    -------
    Vector or None
    """
    found, point, *_rest = context.scene.ray_cast(context.evaluated_depsgraph_get(), origin, direction, distance=far)
    if found:
        return point
    distance = -origin.z / direction.z if abs(direction.z) > 1e-6 else -1.0
    return origin + distance * direction if 0 < distance < far else None
