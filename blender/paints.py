"""A material in, the paint of triangles that have it, and where their texture coordinates and colors are, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import LimitError
from ..core.voxelise import Paint, simple_material
from ..core.voxels import Material
from ..core.voxels.finish import srgb
from .baked import looked_up, lookup_of
from .sheet import Pictures

MAX_TEXELS = 2**27
"""Of an image: 20 bytes of each are held while it is read."""
BARE = (0.8, 0.8, 0.8, 1.0)
"""What Blender shows without a material."""
_METAL = 0.5
_CLEAR = 0.05
_DEEPEST = 64
"""Nodes that are followed one behind the other."""
_COLORS = ("Base Color", "Color", "Image", "A", "B", "Color1", "Color2", "Emission Color", "Fac")
_ATTRIBUTES = {"VERTEX_COLOR": "layer_name", "ATTRIBUTE": "attribute_name"}


@dataclass(frozen=True)
class Source:
    """Where a color comes from."""

    color: tuple[float, float, float, float] | None = None
    """Linear RGBA."""
    image: bpy.types.Image | None = None
    strip: bpy.types.Image | None = None
    """Where numbers of that image are looked up, as Trivox does it."""
    uv_map: str = ""
    """Its texture coordinates; empty for those that are active for renders."""
    attribute: str | None = None
    """A color attribute; empty for the active one."""
    cut: bool = False
    """The image's alpha makes holes."""

    @property
    def found(self) -> bool:
        """Whether there is any color."""
        return self.color is not None or self.image is not None or self.attribute is not None


@dataclass(frozen=True)
class Coat:
    """What a slot of an object looks like."""

    paint: Paint
    uv_map: str | None = None
    """The texture coordinates that the image wants; empty for the active ones, None for none."""
    attribute: str | None = None
    """The color attribute that is multiplied; empty for the active one, None for none."""


class Coats:
    """The coats of materials, each made once.

    Attributes
    ----------
    passed_over : list of str
        Names of materials whose color no image, attribute or number tells.
    """

    def __init__(self) -> None:
        self.passed_over: list[str] = []
        self._known: dict[int, Coat] = {}
        self._images: dict[tuple[str, str], npt.NDArray[np.uint8]] = {}
        self._pictures = Pictures()

    def of(self, material: bpy.types.Material | None) -> Coat:
        """Make the coat of a material; of none, where there is none.

        Raises
        ------
        LimitError
            If an image is too large.
        """
        key = 0 if material is None else material.as_pointer()
        if key not in self._known:
            self._known[key] = Coat(Paint(BARE)) if material is None else self._coat(material)
        return self._known[key]

    def _coat(self, material: bpy.types.Material) -> Coat:
        shader = surface_of(material)
        shown = _unit(material.diffuse_color)
        if shader is None:
            kind = simple_material()
            if material.metallic >= _METAL:
                kind = simple_material("metal", metallic=material.metallic, roughness=material.roughness)
            return Coat(Paint(shown, material=kind))
        kind, socket = _kind_of(shader)
        source = color_of(socket, shader) if socket else Source(color=shown)
        texels = self._texels(source)
        if not source.found or (source.image is not None and texels is None):
            self.passed_over.append(material.name)
            source, texels = Source(color=shown), None
        color = source.color or (1.0, 1.0, 1.0, 1.0)
        if kind.kind == "glass":
            color = (*color[:3], 1.0)
        uv_map = source.uv_map if texels is not None else None
        return Coat(Paint(color, texels, kind), uv_map, source.attribute)

    def _texels(self, source: Source) -> npt.NDArray[np.uint8] | None:
        image = source.image
        if image is None:
            return None
        key = image.name_full, source.strip.name_full if source.strip else ""
        if key not in self._images:
            texels = looked_up(image, source.strip, self._pictures) if source.strip else texels_of(image)
            if texels is None:
                return None
            self._images[key] = texels
        if source.cut:
            return self._images[key]
        whole = self._images[key].copy()
        whole[..., 3] = 255
        return whole


def texels_of(image: bpy.types.Image) -> npt.NDArray[np.uint8] | None:
    """Read an image as it is stored, and not as a view shows it.

    Parameters
    ----------
    image : bpy.types.Image

    Returns
    -------
    (h, w, 4) uint8 or None
        sRGB and alpha, the lowest row first; None if its file is missing.

    Raises
    ------
    LimitError
        If it is too large.
    """
    width, height = image.size
    if width * height > MAX_TEXELS:
        raise LimitError(
            f"the image {image.name} has {width:,} x {height:,} pixels, but {MAX_TEXELS:,} are the most; scale it down"
        )
    if not width * height:
        return None
    values = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(values)
    values = np.nan_to_num(values).clip(0, 1).reshape(height, width, 4)
    # Numbers of bytes are as they are stored; others, and those that are no sRGB, are linear.
    if image.is_float or image.colorspace_settings.name != "sRGB":
        values[..., :3] = srgb(values[..., :3].astype(np.float64))
    return np.rint(values * 255).astype(np.uint8)


def surface_of(material: bpy.types.Material) -> bpy.types.Node | None:
    """Find the shader of a material's surface; of several that are mixed, the one that counts most."""
    tree = material.node_tree
    # From 5.0 on a material with nodes always uses them.
    if tree is None or (bpy.app.version < (5, 0, 0) and not material.use_nodes):
        return None
    output = tree.get_output_node("ALL")
    node = _behind(output.inputs["Surface"]) if output else None
    for _step in range(_DEEPEST):
        if node is None or node.type not in ("MIX_SHADER", "ADD_SHADER"):
            return node
        first, second = (_behind(socket) for socket in node.inputs if socket.type == "SHADER")
        swap = node.type == "MIX_SHADER" and not node.inputs[0].is_linked and node.inputs[0].default_value > _METAL
        clear = first is not None and first.type in ("BSDF_TRANSPARENT", "HOLDOUT")
        node = (second or first) if swap or clear or first is None else first
    return None


def color_of(socket: bpy.types.NodeSocket, shader: bpy.types.Node) -> Source:
    """Follow what a color comes from: an image, an attribute or a number, through what changes colors on the way.

    Parameters
    ----------
    socket : bpy.types.NodeSocket
        The input that takes the color.
    shader : bpy.types.Node
        Whose alpha says whether an image makes holes.

    Returns
    -------
    Source
    """
    source = _traced(socket, 0)
    if source.image is not None and "Alpha" in shader.inputs:
        alpha = _behind(shader.inputs["Alpha"])
        cut = alpha is not None and any(getattr(node, "image", None) == source.image for node in _upstream(alpha))
        return replace(source, cut=cut)
    return source


def _traced(socket: bpy.types.NodeSocket, depth: int) -> Source:
    if not socket.is_linked:
        return Source(color=_unit(socket.default_value)) if socket.type == "RGBA" else Source()
    node = _behind(socket)
    if node is None or depth > _DEEPEST:
        return Source()
    if node.type == "TEX_IMAGE":
        link = lookup_of(node)
        if link is not None and not node.image.is_float:
            numbers = link.from_node.inputs[0].links[0].from_node
            return Source(image=numbers.image, strip=node.image, uv_map=_uv_map(numbers))
        return Source(image=node.image, uv_map=_uv_map(node)) if node.image else Source()
    if node.type in _ATTRIBUTES:
        return Source(attribute=getattr(node, _ATTRIBUTES[node.type]))
    if node.type == "RGB":
        return Source(color=_unit(node.outputs[0].default_value))
    inputs = [one for one in node.inputs if one.enabled and one.type == "RGBA" and one.name in _COLORS]
    if node.type in ("MIX", "MIX_RGB"):
        return _mixed(node, *(_traced(one, depth + 1) for one in inputs[:2]))
    found = [source for one in inputs if one.is_linked and (source := _traced(one, depth + 1)).found]
    return found[0] if found else Source()


def _mixed(node: bpy.types.Node, first: Source, second: Source) -> Source:
    """What comes of two: the product where they are multiplied, else the one that counts more."""
    factor = node.inputs[0]
    share = _METAL if factor.is_linked else float(factor.default_value)
    if node.blend_type == "MULTIPLY" and first.found and second.found:
        colors = [one.color for one in (first, second) if one.color is not None]
        product = tuple(np.prod(colors, axis=0).tolist()) if colors else None
        image = first if first.image is not None else second
        attribute = second.attribute if first.attribute is None else first.attribute
        return Source(product, image.image, image.strip, image.uv_map, attribute)
    if node.blend_type != "MIX":
        share = 0.0
    best, other = (second, first) if share > _METAL else (first, second)
    # An image tells more than a number where neither counts more.
    if not best.found or (factor.is_linked and best.image is None and other.image is not None):
        return other
    return best


def _kind_of(shader: bpy.types.Node) -> tuple[Material, bpy.types.NodeSocket | None]:
    """The material of a shader, and the input that has its color."""
    number = _reader(shader)
    roughness = min(max(number("Roughness", 0.5), 0.0), 1.0)
    socket = shader.inputs.get("Base Color") or shader.inputs.get("Color")
    if shader.type == "EMISSION":
        return simple_material("emit", strength=number("Strength", 1.0)), socket
    if shader.type in ("BSDF_GLASS", "BSDF_REFRACTION"):
        return simple_material("glass", roughness=roughness, ior=number("IOR", 1.45)), socket
    if shader.type in ("BSDF_METALLIC", "BSDF_GLOSSY", "BSDF_ANISOTROPIC"):
        return simple_material("metal", roughness=roughness), socket
    if shader.type != "BSDF_PRINCIPLED":
        return simple_material(), socket
    light = shader.inputs["Emission Color"]
    strength = number("Emission Strength", 0.0)
    # Where an image tells what glows, most of it is dark.
    if strength > 0 and not light.is_linked and max(_unit(light.default_value)[:3]) > 0:
        return simple_material("emit", strength=strength), light
    through, alpha = number("Transmission Weight", 0.0), number("Alpha", 1.0)
    if through > _CLEAR or alpha < 1 - _CLEAR:
        clear = min(max(through, 1 - alpha), 1.0)
        return simple_material("glass", roughness=roughness, ior=number("IOR", 1.45), transparency=clear), socket
    metallic = number("Metallic", 0.0)
    if metallic >= _METAL:
        return simple_material("metal", metallic=min(metallic, 1.0), roughness=roughness), socket
    return simple_material(), socket


def _reader(shader: bpy.types.Node) -> Callable[[str, float], float]:
    """What reads a number of a shader; where it is linked or missing, a default."""

    def number(name: str, default: float) -> float:
        socket = shader.inputs.get(name)
        return default if socket is None or socket.is_linked else float(socket.default_value)

    return number


def _uv_map(node: bpy.types.Node) -> str:
    """The map that an image is placed by; empty for the one that is active for renders."""
    behind = _behind(node.inputs["Vector"])
    return next((one.uv_map for one in _upstream(behind) if one.type == "UVMAP"), "") if behind else ""


def _upstream(node: bpy.types.Node) -> Iterator[bpy.types.Node]:
    """A node and all that it takes something from, each once."""
    seen, waiting = set(), [node]
    while waiting:
        one = waiting.pop()
        if one.as_pointer() in seen:
            continue
        seen.add(one.as_pointer())
        yield one
        waiting += [behind for socket in one.inputs if (behind := _behind(socket))]


def _behind(socket: bpy.types.NodeSocket) -> bpy.types.Node | None:
    """The node that an input takes something from, through reroutes."""
    for _step in range(_DEEPEST):
        if not socket.is_linked:
            return None
        node = socket.links[0].from_node
        if node.type != "REROUTE":
            return node
        socket = node.inputs[0]
    return None


def _unit(values: object) -> tuple[float, float, float, float]:
    red, green, blue, alpha = np.nan_to_num(np.array(values, np.float64)).clip(0, 1).tolist()
    return red, green, blue, alpha
