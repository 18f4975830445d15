"""Materials that look colors up in palettes or follow rays in, the same with plain images, for a while, out."""

from __future__ import annotations

from contextlib import suppress

import bpy
import numpy as np
import numpy.typing as npt

from .groups import PALETTE_SHEET
from .lookup import GROUP
from .material import new_image
from .parallax import show_flat
from .sheet import Pictures


class Baked:
    """Nodes of materials that show a plain image instead of looking colors up or following rays."""

    def __init__(self) -> None:
        self._before: list[tuple[bpy.types.Material, str, bpy.types.Image, str]] = []
        """Material, node, its image of a palette, and the node that tells where to look."""
        self._flat: list[bpy.types.NodeTree] = []
        """Groups that followed rays."""
        self._images: dict[tuple[bpy.types.Image, bpy.types.Image], bpy.types.Image] = {}

    def bake(self) -> None:
        """Let all materials show plain images."""
        self._flat = [tree for tree in bpy.data.node_groups if show_flat(tree, flat=True)]
        pictures = Pictures()
        for material in bpy.data.materials:
            for node in material.node_tree.nodes if material.node_tree and material.is_editable else ():
                link = lookup_of(node)
                if link is None or node.image.is_float:
                    continue
                numbers = link.from_node.inputs[0].links[0].from_node.image
                self._before.append((material, node.name, node.image, link.from_node.name))
                key = numbers, node.image
                if key not in self._images:
                    self._images[key] = _plain(*key, pictures)
                node.image = self._images[key]
                material.node_tree.links.remove(link)

    def restore(self) -> None:
        """Let them look colors up and follow rays again; what was removed meanwhile stays away."""
        for group_tree in self._flat:
            with suppress(ReferenceError):
                show_flat(group_tree, flat=False)
        for material, name, strip, group in self._before:
            try:
                tree = material.node_tree
                node = tree.nodes[name]
                node.image = strip
                tree.links.new(tree.nodes[group].outputs[0], _vector(node))
            except (ReferenceError, KeyError):
                continue
        for image in self._images.values():
            bpy.data.images.remove(image)
        self._flat.clear()
        self._before.clear()
        self._images.clear()


def lookup_of(node: bpy.types.Node) -> bpy.types.NodeLink | None:
    """Find the link that tells a node of an image where in a palette to look."""
    if node.bl_idname != "ShaderNodeTexImage" or node.image is None or not _vector(node).is_linked:
        return None
    link = _vector(node).links[0]
    tree = getattr(link.from_node, "node_tree", None)
    is_ours = tree is not None and tree.name.startswith(GROUP) and link.from_node.inputs[0].is_linked
    return link if is_ours and getattr(link.from_node.inputs[0].links[0].from_node, "image", None) else None


def _vector(node: bpy.types.Node) -> bpy.types.NodeSocket:
    return next(socket for socket in node.inputs if socket.identifier == "Vector")


def _plain(numbers: bpy.types.Image, strip: bpy.types.Image, pictures: Pictures) -> bpy.types.Image:
    """The image that one looks like whose numbers are looked up in another, of any size."""
    data = strip.colorspace_settings.name == "Non-Color"
    return new_image(f"{numbers.name} {strip.name}", looked_up(numbers, strip, pictures), data=data)


def looked_up(numbers: bpy.types.Image, strip: bpy.types.Image, pictures: Pictures) -> npt.NDArray[np.uint8]:
    """Look numbers up, as nodes do it.

    Parameters
    ----------
    numbers : bpy.types.Image
    strip : bpy.types.Image
        Of colors, of any size.
    pictures : Pictures

    Returns
    -------
    (h, w, 4) uint8
        As `Pictures` gives them.
    """
    colors, number = pictures.pixels(strip), pictures.pixels(numbers)[..., 0].astype(np.int64)
    height, width, _channels = colors.shape
    # What is left of the first pixel is the last one.
    column = np.floor((number - 0.5) / PALETTE_SHEET.shape[1] * width).astype(np.int64) % width
    return colors[height // 2, column]
