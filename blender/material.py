"""Palette indices (H, W) and a palette (256, 4) in, packed images and the materials that show colors out."""

from __future__ import annotations

from collections.abc import Mapping

import bpy
import numpy as np
import numpy.typing as npt

from ..core.voxels.finish import Finish, linear
from .glow import new_glow
from .lookup import new_lookup
from .occlusion import new_occlusion
from .sockets import new_math, socket_of
from .textures import give_path

COLOR_NAME = "Color"
"""The color attribute of a mesh whose colors are kept in one."""


def new_image(
    name: str, texels: npt.NDArray[np.uint8] | npt.NDArray[np.float32], *, data: bool = False
) -> bpy.types.Image:
    """Make an image that is packed into the .blend file and has the path that a file of it would have.

    Parameters
    ----------
    name : str
    texels : (H, W, 4) uint8 or float32
        RGBA; row 0 is the bottom row. Colors are not premultiplied by alpha.
    data : bool
        The image holds numbers, as one of float32 always does; else it holds colors in sRGB.

    Returns
    -------
    bpy.types.Image
    """
    height, width, _channels = texels.shape
    wide = texels.dtype == np.float32
    pixels = texels if wide else texels.astype(np.float32) / np.float32(255)
    clear = bool((pixels[..., 3] < 1).any())
    image = bpy.data.images.new(name, width, height, alpha=clear, float_buffer=wide, is_data=data or wide)
    image.colorspace_settings.name = "Non-Color" if data or wide else "sRGB"
    if clear:
        # Solid shading shows colors packed beside any alpha, and leaves out only what is clear by one that is not; for
        # glass alone the colors must not be multiplied by it.
        image.alpha_mode = "STRAIGHT" if not pixels[..., 3].all() else "CHANNEL_PACKED"
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    # An image that is generated and not packed is black when the file is opened again.
    image.pack()
    give_path(image)
    return image


def viewport_color(palette: npt.NDArray[np.uint8], texels: npt.NDArray[np.int64]) -> tuple[float, ...]:
    """Mix what solid shading without textures shows of a material: the mean of its colors.

    Parameters
    ----------
    palette : (256, 4) uint8
        sRGB.
    texels : (256,) int64
        How often each of them is shown; more than 0 for some.

    Returns
    -------
    (r, g, b, a)
        Linear.
    """
    mean = texels @ linear(palette[:, :3]) / texels.sum()
    return (*mean.tolist(), 1.0)


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
        self._tree.links.new(socket_of(self._shader.outputs, "BSDF"), socket_of(output.inputs, "Surface"))
        self._where: bpy.types.NodeSocket | None = None
        self._color: bpy.types.NodeSocket | None = None
        self._alpha: bpy.types.NodeSocket | None = None
        self._channels: bpy.types.Node | None = None

    def look_up(self, numbers: bpy.types.Image) -> None:
        """Let all images that are shown from now on be of the palette, at the numbers of colors that an image holds."""
        node = self._texture(numbers, (-1900, 300))
        self._where = new_lookup(self._tree, socket_of(node.outputs, "Color"))
        # Solid shading knows no palettes; it shows the numbers as gray.
        self._tree.nodes.active = node

    def color_from_image(self, image: bpy.types.Image) -> None:
        """Take the color from an image, texel by texel, and what glass covers from its alpha."""
        node = self._texture(image, (-640, 300))
        self._take_color(node)
        self._alpha = socket_of(node.outputs, "Alpha")

    def color_from_attribute(self) -> None:
        """Take the color from the mesh's color attribute."""
        attribute = self._node("ShaderNodeVertexColor", (-640, 300))
        attribute.layer_name = COLOR_NAME
        self._take_color(attribute)

    def plain_color(self, color: npt.NDArray[np.uint8]) -> None:
        """Use one color, (4,) uint8 sRGB."""
        self._input("Base Color").default_value = (*linear(color[:3]).tolist(), 1.0)

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
        for name, (value, channel) in inputs.items():
            if value is None:
                self._tree.links.new(self._channel(image, channel), self._input(name))
            else:
                self._input(name).default_value = value
        if values.transmission != 0:
            self._input("IOR").default_value = values.ior
            self.material.use_raytrace_refraction = True

    def occlusion(self, image: bpy.types.Image, strength: float) -> None:
        """Let exporters know of occlusion.

        Parameters
        ----------
        image : bpy.types.Image
            With the share of the sky in red, as `shade.occluded_surface` lays it out.
        strength : float
            0 to 1.
        """
        new_occlusion(self._tree, self._channel(image, "Red"), strength)

    def cover(self, values: Finish, *, single_sided: bool) -> None:
        """Set what is behind the surface that is seen through it, after the color.

        Parameters
        ----------
        values : Finish
        single_sided : bool
            The surface is seen from outside only, unless light passes through it and nothing else tells of that.

        Where light is refracted, renderers see no alpha, but exporters do: they take it from an image or a factor
        and pass over what the nodes between make of it.
        """
        # Engines would blend glass with its own inside; light that is refracted passes through both sides.
        self.material.use_backface_culling = single_sided and (values.alpha != 1 or values.transmission == 0)
        if values.alpha == 1:
            return
        alpha = self._input("Alpha")
        alpha.default_value = values.usual_alpha
        blended = values.transmission == 0
        if blended:
            self.material.surface_render_method = "BLENDED"
        if values.alpha is None:
            source = self._alpha if blended else self._math("MAXIMUM", self._alpha, 1.0)
            self._tree.links.new(source, alpha)
        elif not blended:
            # One for renderers; the glTF exporter sees a number that something is multiplied by. No ray is more of a
            # camera's than 1, but a plain number in its place would be multiplied before the exporter looks.
            ray = socket_of(self._node("ShaderNodeLightPath", (-1040, 160)).outputs, "Is Camera Ray")
            inverse = self._math("MAXIMUM", ray, 1 / values.alpha)
            self._tree.links.new(self._math("MULTIPLY", values.alpha, inverse), alpha)

    def glow(
        self,
        values: Finish,
        factor: float,
        color: npt.NDArray[np.uint8] | None,
        images: Mapping[str, bpy.types.Image],
    ) -> None:
        """Set what light the surface sends out, after the color.

        Parameters
        ----------
        values : Finish
        factor : float
            Times this the light of the file.
        color : (4,) uint8 or None
            Of the light, sRGB, if it is one; else images tell it.
        images : mapping of str to bpy.types.Image
            "glow" as `finish.glow_texels` colors it and "power" as `finish.power_texels` tells it, if the values say
            that they are needed.
        """
        strength = self._input("Emission Strength")
        if not values.emission * factor:
            strength.default_value = 0
            return
        light: bpy.types.NodeSocket | tuple[float, ...] = self._color
        if color is not None:
            light = (*linear(color[:3]).tolist(), 1.0)
            self._input("Emission Color").default_value = light
        else:
            if values.glow:
                light = socket_of(self._texture(images["glow"], (-640, -300)).outputs, "Color")
            self._tree.links.new(light, self._input("Emission Color"))
        # What exporters read that do not follow nodes; formats without light beyond white hold no more.
        strength.default_value = min(values.emission * factor, 1)
        power = socket_of(self._texture(images["power"], (-1040, -300)).outputs, "Color") if values.wide else None
        new_glow(self._tree, light, values.emission * factor, power, strength)

    def _take_color(self, node: bpy.types.Node) -> None:
        """Let a node give the material its color."""
        self._color = socket_of(node.outputs, "Color")
        self._tree.links.new(self._color, self._input("Base Color"))
        # The active texture node is what the viewport's solid shading shows as texture.
        if self._where is None:
            self._tree.nodes.active = node

    def _texture(self, image: bpy.types.Image, location: tuple[int, int]) -> bpy.types.Node:
        active = self._tree.nodes.active
        texture = self._node("ShaderNodeTexImage", location)
        texture.image = image
        texture.interpolation = "Closest"
        if self._where is not None:
            self._tree.links.new(self._where, socket_of(texture.inputs, "Vector"))
        self._tree.nodes.active = active
        return texture

    def _channel(self, image: bpy.types.Image, name: str) -> bpy.types.NodeSocket:
        """A channel of the image of what light does at the surface."""
        if self._channels is None:
            self._channels = self._node("ShaderNodeSeparateColor", (-460, 0))
            texture = self._texture(image, (-760, 0))
            self._tree.links.new(socket_of(texture.outputs, "Color"), socket_of(self._channels.inputs, "Color"))
        return socket_of(self._channels.outputs, name)

    def _math(self, operation: str, *values: bpy.types.NodeSocket | float) -> bpy.types.NodeSocket:
        return new_math(self._tree, operation, *values)

    def _node(self, kind: str, location: tuple[int, int]) -> bpy.types.Node:
        node = self._tree.nodes.new(kind)
        node.location = location
        return node

    def _input(self, identifier: str) -> bpy.types.NodeSocket:
        return socket_of(self._shader.inputs, identifier)
