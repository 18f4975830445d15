"""Palette indices (H, W) and a palette (256, 4) in, packed images and the materials that show colors out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from .finish import Finish, linear

COLOR_NAME = "Color"
"""The color attribute of a mesh whose colors are kept in one."""


def new_image(
    name: str, texels: npt.NDArray[np.uint8] | npt.NDArray[np.float32], *, data: bool = False
) -> bpy.types.Image:
    """Make an opaque image that is packed into the .blend file.

    Parameters
    ----------
    name : str
    texels : (H, W, 4) uint8 or float32
        RGBA; row 0 is the bottom row, alpha is not used.
    data : bool
        The image holds numbers, as one of float32 always does; else it holds colors in sRGB.

    Returns
    -------
    bpy.types.Image
    """
    height, width, _channels = texels.shape
    wide = texels.dtype == np.float32
    pixels = texels.copy() if wide else texels.astype(np.float32) / np.float32(255)
    pixels[..., 3] = 1
    image = bpy.data.images.new(name, width, height, alpha=False, float_buffer=wide, is_data=data or wide)
    image.colorspace_settings.name = "Non-Color" if data or wide else "sRGB"
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    # An image that is generated and not packed is black when the file is opened again.
    image.pack()
    return image


class Shader:
    """A new material and its one shader, which can be told where its numbers come from."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        if bpy.app.version < (5, 0):
            self.material.use_nodes = True
        self._tree = self.material.node_tree
        self._tree.nodes.clear()
        output = self._node("ShaderNodeOutputMaterial", (40, 0))
        self._shader = self._node("ShaderNodeBsdfPrincipled", (-280, 0))
        self._tree.links.new(_socket(self._shader.outputs, "BSDF"), _socket(output.inputs, "Surface"))
        self._color: bpy.types.NodeSocket | None = None

    def color_from_image(self, image: bpy.types.Image) -> None:
        """Take the color from an image, texel by texel."""
        self._take_color(self._texture(image, (-640, 300)))

    def color_from_attribute(self) -> None:
        """Take the color from the mesh's color attribute."""
        attribute = self._node("ShaderNodeVertexColor", (-640, 300))
        attribute.layer_name = COLOR_NAME
        self._take_color(attribute)

    def plain_color(self, color: npt.NDArray[np.uint8]) -> None:
        """Use one color, (4,) uint8 sRGB, which the viewport's solid shading shows as well."""
        value = (*linear(color[:3]).tolist(), 1.0)
        self._input("Base Color").default_value = self._input("Emission Color").default_value = value
        self.material.diffuse_color = value

    def surface(self, values: Finish, image: bpy.types.Image | None) -> None:
        """Set what light does at the surface, after the color.

        Parameters
        ----------
        values : Finish
        image : bpy.types.Image or None
            As `finish.surface_texels` lays it out; needed for what is None in the values.
        """
        inputs = {
            "Transmission Weight": (values.transmission, "Red"),
            "Roughness": (values.roughness, "Green"),
            "Metallic": (values.metallic, "Blue"),
        }
        if values.surface:
            parts = self._node("ShaderNodeSeparateColor", (-460, 0))
            texture = self._texture(image, (-760, 0))
            self._tree.links.new(_socket(texture.outputs, "Color"), _socket(parts.inputs, "Color"))
        for name, (value, channel) in inputs.items():
            if value is None:
                self._tree.links.new(_socket(parts.outputs, channel), self._input(name))
            else:
                self._input(name).default_value = value
        if values.transmission != 0:
            self._input("IOR").default_value = values.ior
            self.material.use_raytrace_refraction = True

    def glow(self, values: Finish, image: bpy.types.Image | None) -> None:
        """Set what light the surface sends out, after the color.

        Parameters
        ----------
        values : Finish
        image : bpy.types.Image or None
            As `finish.glow_texels` colors it; needed if the values say so.
        """
        self._input("Emission Strength").default_value = values.emission
        source = _socket(self._texture(image, (-640, -300)).outputs, "Color") if values.glow else self._color
        if values.emission and source:
            self._tree.links.new(source, self._input("Emission Color"))

    def _take_color(self, node: bpy.types.Node) -> None:
        """Let a node give the material its color."""
        self._color = _socket(node.outputs, "Color")
        self._tree.links.new(self._color, self._input("Base Color"))
        # The active texture node is what the viewport's solid shading shows as texture.
        self._tree.nodes.active = node

    def _texture(self, image: bpy.types.Image, location: tuple[int, int]) -> bpy.types.Node:
        active = self._tree.nodes.active
        texture = self._node("ShaderNodeTexImage", location)
        texture.image = image
        texture.interpolation = "Closest"
        self._tree.nodes.active = active
        return texture

    def _node(self, kind: str, location: tuple[int, int]) -> bpy.types.Node:
        node = self._tree.nodes.new(kind)
        node.location = location
        return node

    def _input(self, identifier: str) -> bpy.types.NodeSocket:
        return _socket(self._shader.inputs, identifier)


def _socket(sockets: bpy.types.bpy_prop_collection, identifier: str) -> bpy.types.NodeSocket:
    """Find a socket by what never changes: names are translated and positions move between versions."""
    return next(socket for socket in sockets if socket.identifier == identifier)
