"""A scene's look in, the palette, its order, the materials and the names of its rows, as chunks have them, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...voxels.look import COLORS, Look, Material
from ...voxels.scene import Scene
from .encode import number
from .materials import make_material
from .palette import plain_order
from .records import VoxScene, names_of_indices

ROW = 8
"""Colors that have a name together."""
_OLD = ("_weight", "_plastic", "_alpha", "_ior", "_media")
"""Keys of old files, which today's stand in for."""
_MEANT = ("_sp", "_ri", "_rough")
"""Numbers that are told also where they are 0."""


def palette_bytes(palette: npt.NDArray[np.uint8]) -> bytes:
    """The palette as a file has it: the colour of index 1 first, all of them opaque, and nothing for index 0.

    Parameters
    ----------
    palette : (256, 4) uint8

    Returns
    -------
    bytes
    """
    told = np.roll(palette, -1, axis=0)
    told[:-1, 3] = 255
    told[-1] = 0
    return told.tobytes()


def order_of(scene: Scene) -> npt.NDArray[np.uint8]:
    """(256,) uint8: the palette index that is shown at each place of the palette."""
    return scene.palette_order if isinstance(scene, VoxScene) else plain_order()


def row_names(scene: Scene) -> tuple[str, ...]:
    """Name the rows of the palette, in the order in which they are shown.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    tuple of str
        Those of its file if they are what the look says; else a name for each row whose colors have one and the same,
        but for those that no voxel has.
    """
    order, names = order_of(scene), scene.look.names
    if isinstance(scene, VoxScene) and names_of_indices(scene.color_names, order) == names:
        return scene.color_names
    if not names:
        return ()
    used = np.zeros(COLORS, np.bool_)
    for model in scene.models:
        used |= np.bincount(model.indices, minlength=COLORS) > 0
    rows = [_row_name(row.tolist(), names, used) for row in order.reshape(-1, ROW)]
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)


def _row_name(row: Sequence[int], names: Mapping[int, str], used: npt.NDArray[np.bool_]) -> str:
    found = {names[index] for index in row if index in names and index}
    bare = any(used[index] and index not in names for index in row)
    return found.pop() if len(found) == 1 and not bare else ""


def material_pairs(look: Look) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Tell the materials that are not as in a new file.

    Parameters
    ----------
    look : Look
        If nothing is to be seen through, what could be is told as diffuse.

    Yields
    ------
    index : int
        Of the palette.
    pairs : mapping of str to str
        What the file said of it, if it still means the same.
    """
    for index, material in enumerate(look.materials[1:], 1):
        pairs = _pairs(material)
        if material.transparent and not look.see_through:
            pairs = {**(pairs or {}), "_type": "_diffuse"}
        if pairs is not None:
            yield index, pairs


def _pairs(material: Material) -> Mapping[str, str] | None:
    """The pairs from which a reader makes the material; None for what it takes where there are none."""
    if material == Material():
        return None
    if make_material(MappingProxyType(material.properties)) == material:
        return material.properties
    told = {key: text for key, text in material.properties.items() if key not in _OLD}
    numbers = {
        "_rough": material.roughness,
        "_sp": material.specular,
        "_ri": material.ior,
        "_metal": material.metallic,
        "_att": material.attenuation,
        "_trans": material.transparency,
        "_d": material.density,
        "_g": material.phase,
        "_emit": material.emission,
        "_flux": material.flux,
        "_ldr": material.ldr,
    }
    told["_type"] = f"_{material.kind}"
    told |= {key: number(value) for key, value in numbers.items() if value or key in _MEANT or key in told}
    if material.media != "absorb" or material.kind == "media" or "_media_type" in told:
        told["_media_type"] = f"_{material.media}"
    return told
