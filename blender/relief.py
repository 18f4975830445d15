"""Reliefs of a model and the object that shows it in, an object of a quad a side with images and materials out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import bpy
import numpy as np
import numpy.typing as npt

from ..core import directions
from ..core.relief import Relief, normal_texels
from ..core.relief.png import grey_png, height_pixels
from ..core.voxels import Look
from .edits import where_placed
from .material import new_image
from .parallax import SideFrame, SideImages, new_parallax
from .sheet import UV_NAME
from .textures import give_path

Floats = npt.NDArray[np.float64]

DISTANCE = "trivox_relief_distance"
"""The custom property of the object: from how far away it may stand for the model, in units of the scene."""
_SIDES = ("right", "left", "back", "front", "top", "bottom")
"""In the order of `directions`, as Blender calls them: USD makes the same of +x and -x in names."""
_CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
"""Of a quad along u and v, counter-clockwise seen from outside."""


def new_relief_object(
    obj: bpy.types.Object, reliefs: Sequence[Relief], look: Look, pivot: Sequence[int], *, wide: bool, steps: int
) -> tuple[bpy.types.Object, list[bpy.types.Image]]:
    """Make an object of quads around a model, where the model is.

    Parameters
    ----------
    obj : bpy.types.Object
        Shows the model.
    reliefs : sequence of Relief
        Of different sides of it.
    look : Look
    pivot : (int, int, int)
        Lattice point of the model around which its mesh was made.
    wide : bool
        Heights of 16 bits; else of 8.
    steps : int
        Depths at which a material looks at a ray.

    Returns
    -------
    obj : bpy.types.Object
        In the collections of the model.
    images : list of bpy.types.Image
        Packed.
    """
    matrix = where_placed(obj.data)
    mesh = bpy.data.meshes.new(f"{obj.data.name} Relief")
    corners = np.concatenate([_quad(relief, np.array(pivot)) for relief in reliefs])
    mirrored = bool(np.linalg.det(matrix[:3]) < 0)
    order = np.arange(len(corners)).reshape(-1, 4)
    mesh.from_pydata((corners @ matrix[:3] + matrix[3]).tolist(), [], (order[:, ::-1] if mirrored else order).tolist())
    texels = np.tile(_CORNERS[::-1] if mirrored else _CORNERS, (len(reliefs), 1))
    mesh.uv_layers.new(name=UV_NAME).uv.foreach_set("vector", texels.astype(np.float32).ravel())
    names = {relief.side: f"{obj.name} {_SIDES[relief.side]}" for relief in reliefs}
    images = {relief.side: side_images(names[relief.side], relief, look, wide=wide) for relief in reliefs}
    for number, relief in enumerate(reliefs):
        opposite = images.get(relief.side ^ 1)
        own = replace(images[relief.side], behind=opposite.height if opposite else None)
        mesh.materials.append(new_parallax(names[relief.side], own, _frame(relief, matrix), steps))
        mesh.polygons[number].material_index = number
    made = bpy.data.objects.new(f"{obj.name} Relief", mesh)
    for collection in obj.users_collection:
        collection.objects.link(made)
    made.matrix_world = obj.matrix_world
    edge = float(np.cbrt(abs(np.linalg.det(matrix[:3]))) * max(obj.matrix_world.to_scale()))
    made[DISTANCE] = edge * max(relief.distance for relief in reliefs)
    return made, [image for own in images.values() for image in (own.color, own.height, own.normal)]


def side_images(name: str, relief: Relief, look: Look, *, wide: bool) -> SideImages:
    """Make the pictures of one side.

    Parameters
    ----------
    name : str
    relief : Relief
    look : Look
    wide : bool

    Returns
    -------
    SideImages
    """
    colors = look.palette[relief.indices]
    colors[..., 3] = np.where(relief.indices > 0, 255, 0)
    normals = np.full((*relief.heights.shape, 4), 255, np.uint8)
    normals[..., :3] = normal_texels(relief.heights)
    color = new_image(f"{name} color", colors)
    pixels = height_pixels(relief.heights, relief.depth, wide=wide)
    height = _from_png(f"{name} height", grey_png(pixels[::-1]), pixels.shape)
    return SideImages(color, height, new_image(f"{name} normal", normals, data=True))


def _from_png(name: str, data: bytes, shape: tuple[int, ...]) -> bpy.types.Image:
    """An image that is packed as the file which it would be: Blender itself packs no heights of 16 bits."""
    image = bpy.data.images.new(name, shape[1], shape[0], is_data=True)
    image.colorspace_settings.name = "Non-Color"
    image.file_format = "PNG"
    image.pack(data=data, data_len=len(data))
    image.source = "FILE"
    give_path(image)
    return image


def _quad(relief: Relief, pivot: npt.NDArray[np.int64]) -> Floats:
    """(4, 3) float64: the side of the box, around the pivot."""
    side, size = relief.side, np.array(relief.size, np.float64)
    corners = np.zeros((4, 3))
    corners[:, directions.U_AXIS[side]], corners[:, directions.V_AXIS[side]] = _CORNERS.T
    corners[:, directions.AXIS[side]] = directions.SIGN[side] > 0
    return corners * size + np.array(relief.origin) - pivot


def _frame(relief: Relief, matrix: npt.NDArray[np.float64]) -> SideFrame:
    """What tells shares of the box from ways in the object."""
    inverse = np.linalg.inv(matrix[:3])
    side, size = relief.side, np.array(relief.size, np.float64)
    u, v, axis = directions.U_AXIS[side], directions.V_AXIS[side], directions.AXIS[side]
    outward = inverse[:, axis] / size[axis] * directions.SIGN[side]
    along = inverse[:, u] / size[u], inverse[:, v] / size[v], outward
    return SideFrame([vector.tolist() for vector in along], relief.depth)
