"""Palette indices (H, W) and a palette (256, 4) in, one packed image and the material that shows it out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt


def new_image(name: str, indices: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8]) -> bpy.types.Image:
    """Make an opaque sRGB image that is packed into the .blend file.

    Parameters
    ----------
    name : str
    indices : (H, W) uint8
        Palette indices; row 0 is the bottom row.
    palette : (256, 4) uint8
        RGBA, sRGB; alpha is not used.

    Returns
    -------
    bpy.types.Image
    """
    height, width = indices.shape
    colors = palette.astype(np.float32) / np.float32(255)
    colors[:, 3] = 1
    image = bpy.data.images.new(name, width, height, alpha=False)
    image.colorspace_settings.name = "sRGB"
    image.pixels.foreach_set(colors[indices].ravel())
    image.update()
    # An image that is generated and not packed is black when the file is opened again.
    image.pack()
    return image


def new_material(name: str, image: bpy.types.Image) -> bpy.types.Material:
    """Make a matt material with the image as its color, texel by texel.

    Parameters
    ----------
    name : str
    image : bpy.types.Image

    Returns
    -------
    bpy.types.Material
    """
    material = bpy.data.materials.new(name)
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
    texture = tree.nodes.new("ShaderNodeTexImage")
    texture.location, shader.location, output.location = (-600, 0), (-280, 0), (40, 0)
    texture.image = image
    texture.interpolation = "Closest"
    _socket(shader.inputs, "Roughness").default_value = 1
    tree.links.new(_socket(texture.outputs, "Color"), _socket(shader.inputs, "Base Color"))
    tree.links.new(_socket(shader.outputs, "BSDF"), _socket(output.inputs, "Surface"))
    # The active texture node is what the viewport's solid shading shows as texture.
    tree.nodes.active = texture
    return material


def _socket(sockets: bpy.types.bpy_prop_collection, identifier: str) -> bpy.types.NodeSocket:
    """Find a socket by what never changes: names are translated and positions move between versions."""
    return next(socket for socket in sockets if socket.identifier == identifier)
