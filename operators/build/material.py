"""Palette indices (H, W) and a palette (256, 4) in, packed images and the materials that show colors out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

COLOR_NAME = "Color"
"""The color attribute of a mesh whose colors are kept in one."""


def new_image(name: str, colors: npt.NDArray[np.uint8]) -> bpy.types.Image:
    """Make an opaque sRGB image that is packed into the .blend file.

    Parameters
    ----------
    name : str
    colors : (H, W, 4) uint8
        RGBA, sRGB; row 0 is the bottom row, alpha is not used.

    Returns
    -------
    bpy.types.Image
    """
    height, width, _channels = colors.shape
    pixels = colors.astype(np.float32) / np.float32(255)
    pixels[..., 3] = 1
    image = bpy.data.images.new(name, width, height, alpha=False)
    image.colorspace_settings.name = "sRGB"
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    # An image that is generated and not packed is black when the file is opened again.
    image.pack()
    return image


def image_material(name: str, image: bpy.types.Image) -> bpy.types.Material:
    """Make a matt material with an image as its color, texel by texel.

    Parameters
    ----------
    name : str
    image : bpy.types.Image

    Returns
    -------
    bpy.types.Material
    """
    material, base_color = _matt_material(name)
    texture = material.node_tree.nodes.new("ShaderNodeTexImage")
    texture.image = image
    texture.interpolation = "Closest"
    _feed(material, texture, base_color)
    return material


def attribute_material(name: str) -> bpy.types.Material:
    """Make a matt material whose color is the mesh's color attribute.

    Parameters
    ----------
    name : str

    Returns
    -------
    bpy.types.Material
    """
    material, base_color = _matt_material(name)
    attribute = material.node_tree.nodes.new("ShaderNodeVertexColor")
    attribute.layer_name = COLOR_NAME
    _feed(material, attribute, base_color)
    return material


def plain_material(name: str, color: npt.NDArray[np.uint8]) -> bpy.types.Material:
    """Make a matt material of one color, which the viewport's solid shading shows as well.

    Parameters
    ----------
    name : str
    color : (4,) uint8
        RGBA, sRGB; alpha is not used.

    Returns
    -------
    bpy.types.Material
    """
    material, base_color = _matt_material(name)
    linear = (*_linear(color[:3]).tolist(), 1.0)
    base_color.default_value = material.diffuse_color = linear
    return material


def _matt_material(name: str) -> tuple[bpy.types.Material, bpy.types.NodeSocket]:
    """Make a rough material, and give the socket of its color."""
    material = bpy.data.materials.new(name)
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
    shader.location, output.location = (-280, 0), (40, 0)
    _socket(shader.inputs, "Roughness").default_value = 1
    tree.links.new(_socket(shader.outputs, "BSDF"), _socket(output.inputs, "Surface"))
    return material, _socket(shader.inputs, "Base Color")


def _feed(material: bpy.types.Material, node: bpy.types.Node, base_color: bpy.types.NodeSocket) -> None:
    """Let a node give the material its color."""
    node.location = (-600, 0)
    material.node_tree.links.new(_socket(node.outputs, "Color"), base_color)
    # The active texture node is what the viewport's solid shading shows as texture.
    material.node_tree.nodes.active = node


def _linear(color: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Turn sRGB, 0 to 255, into the scene's linear values, 0 to 1 (IEC 61966-2-1)."""
    value = color / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _socket(sockets: bpy.types.bpy_prop_collection, identifier: str) -> bpy.types.NodeSocket:
    """Find a socket by what never changes: names are translated and positions move between versions."""
    return next(socket for socket in sockets if socket.identifier == identifier)
