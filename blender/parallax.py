"""Images of one side of a model in, a material whose quad looks as deep as the model, in EEVEE and Cycles, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy

from .sheet import UV_NAME
from .sockets import new_math, socket_of

GROUP = "Trivox Parallax"
"""The beginning of the names of groups of nodes that follow a ray."""
_PLACE, _WAY, _GOING = "Place", "Way", "Going"
_SEVERAL = 4
"""Looks of one group."""
_NEAR = 1e-3
"""Layers by which a depth may be off."""


@dataclass(frozen=True)
class SideImages:
    """The pictures of one side."""

    color: bpy.types.Image
    """With alpha where something is."""
    height: bpy.types.Image
    """0 where nothing is, 1 on the side of the box itself."""
    normal: bpy.types.Image
    behind: bpy.types.Image | None = None
    """The heights of the opposite side, if there are some."""


@dataclass(frozen=True)
class SideFrame:
    """Where the side of a box lies, in the coordinates of its object."""

    along: Sequence[Sequence[float]]
    """Three vectors whose products with a way tell how far it goes along u, v and outward, as shares of the box."""
    depth: int
    """Voxels of the box along the side's axis."""


def new_parallax(name: str, images: SideImages, frame: SideFrame, steps: int) -> bpy.types.Material:
    """Make the material of one side.

    Parameters
    ----------
    name : str
    images : SideImages
    frame : SideFrame
    steps : int
        Depths at which a ray is looked at.

    Returns
    -------
    bpy.types.Material
    """
    material = bpy.data.materials.new(name)
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    material.use_backface_culling = True
    tree = material.node_tree
    tree.nodes.clear()
    follow = _node(tree, "ShaderNodeGroup", (-700, 0))
    follow.node_tree = _group(f"{GROUP} {name}", images, frame, steps)
    color, normal = (_image(tree, image, follow.outputs[0]) for image in (images.color, images.normal))
    color.location, normal.location = (-450, 150), (-450, -250)
    bump = _node(tree, "ShaderNodeNormalMap", (-150, -250))
    bump.uv_map = UV_NAME
    tree.links.new(socket_of(normal.outputs, "Color"), socket_of(bump.inputs, "Color"))
    shader = _node(tree, "ShaderNodeBsdfPrincipled", (50, 0))
    socket_of(shader.inputs, "Roughness").default_value = 1.0
    tree.links.new(socket_of(color.outputs, "Color"), socket_of(shader.inputs, "Base Color"))
    tree.links.new(socket_of(bump.outputs, "Normal"), socket_of(shader.inputs, "Normal"))
    # Exporters call what is rounded masked; beyond the image alpha is 0.
    shown = new_math(tree, "ROUND", socket_of(color.outputs, "Alpha"))
    tree.links.new(shown, socket_of(shader.inputs, "Alpha"))
    output = _node(tree, "ShaderNodeOutputMaterial", (350, 0))
    tree.links.new(socket_of(shader.outputs, "BSDF"), socket_of(output.inputs, "Surface"))
    tree.nodes.active = color
    return material


def looks_of(depth: int, steps: int) -> int:
    """Say at how many depths a ray is looked at.

    Parameters
    ----------
    depth : int
        Voxels of the box.
    steps : int
        At least so many, and as many in each layer of voxels; where there are more layers, so many of these.

    Returns
    -------
    int
    """
    return depth * -(-steps // depth) if depth <= steps else steps


def show_flat(tree: bpy.types.NodeTree, *, flat: bool) -> bool:
    """Let a group that follows a ray give the plain texture coordinates instead, or follow it again.

    Parameters
    ----------
    tree : bpy.types.NodeTree
        Any group of nodes.
    flat : bool

    Returns
    -------
    bool
        Whether it is such a group, and did not do so before.
    """
    ends = [node for node in tree.nodes if node.type == "GROUP_OUTPUT"] if tree.name.startswith(GROUP) else []
    if len(ends) != 2 or ends[0].is_active_output == flat:
        return False
    ends[0].is_active_output, ends[1].is_active_output = flat, not flat
    return True


def _group(name: str, images: SideImages, frame: SideFrame, steps: int) -> bpy.types.NodeTree:
    """A group of nodes that tells where a ray meets the heights, as texture coordinates, beyond the image if nowhere.

    Its looks are nodes of a group of one, and of one of several: Blender takes long to link many nodes of one tree.
    """
    count = looks_of(frame.depth, steps)
    one = _look(f"{name} 1", images, frame.depth, 1 / count)
    several = _new_tree(f"{name} {_SEVERAL}")
    _end(several, *_chain(several, [one] * _SEVERAL, _node(several, "NodeGroupInput", (0, 0)).outputs))
    tree = bpy.data.node_groups.new(name, "ShaderNodeTree")
    tree.interface.new_socket(_PLACE, in_out="OUTPUT", socket_type="NodeSocketVector")
    start = _node(tree, "ShaderNodeUVMap", (0, 0))
    start.uv_map = UV_NAME
    # Blender shows the active output. Its glTF exporter goes back along each of the many ways that lead through all
    # looks, and would never end: in Blender 5.0 from the first output, in 5.2 from the active one (see `show_flat`).
    _end(tree, socket_of(start.outputs, "UV")).label = "Flat, for exporters"
    full = _node(tree, "ShaderNodeValue", (0, 0))
    full.outputs[0].default_value = 1.0
    begin = socket_of(start.outputs, "UV"), _way(tree, frame), full.outputs[0]
    place, going = _chain(tree, [several] * (count // _SEVERAL) + [one] * (count % _SEVERAL), begin)
    _end(tree, _seen(tree, place, going)).is_active_output = True
    return tree


def _seen(tree: bpy.types.NodeTree, place: bpy.types.NodeSocket, going: bpy.types.NodeSocket) -> bpy.types.NodeSocket:
    """The place itself, or (-1, -1, -1) where a ray goes on or comes from behind."""
    # A quad shows itself to its own side only: from behind one looks through.
    behind = socket_of(_node(tree, "ShaderNodeNewGeometry", (0, 0)).outputs, "Backfacing")
    shown = new_math(tree, "SUBTRACT", 1.0, new_math(tree, "MAXIMUM", going, behind))
    # By a product, since grazing rays end at any place.
    return _multiply_add(tree, place, shown, new_math(tree, "SUBTRACT", shown, 1.0))


def _new_tree(name: str) -> bpy.types.NodeTree:
    """A group that takes a place, a way, and how much of a ray goes on; and gives the next place, and the same."""
    tree = bpy.data.node_groups.new(name, "ShaderNodeTree")
    tree.interface.new_socket(_PLACE, in_out="OUTPUT", socket_type="NodeSocketVector")
    tree.interface.new_socket(_GOING, in_out="OUTPUT", socket_type="NodeSocketFloat")
    for title, kind in ((_PLACE, "Vector"), (_WAY, "Vector"), (_GOING, "Float")):
        tree.interface.new_socket(title, in_out="INPUT", socket_type=f"NodeSocket{kind}")
    return tree


def _chain(
    tree: bpy.types.NodeTree, groups: Sequence[bpy.types.NodeTree], begin: Sequence[bpy.types.NodeSocket]
) -> tuple[bpy.types.NodeSocket, bpy.types.NodeSocket]:
    """Let groups look one after the other, from a place along a way: where they end, and how much goes on."""
    place, way, going = begin[0], begin[1], begin[2]
    for number, group in enumerate(groups):
        node = _node(tree, "ShaderNodeGroup", (200 * number, 0))
        node.node_tree = group
        for socket, source in zip(node.inputs, (place, way, going), strict=True):
            tree.links.new(source, socket)
        place, going = node.outputs[0], node.outputs[1]
    return place, going


def _end(tree: bpy.types.NodeTree, *values: bpy.types.NodeSocket) -> bpy.types.Node:
    """Let a group give values."""
    end = _node(tree, "NodeGroupOutput", (200 * len(tree.nodes), 0))
    for value, socket in zip(values, end.inputs, strict=False):
        tree.links.new(value, socket)
    return end


def _multiply_add(tree: bpy.types.NodeTree, *values: bpy.types.NodeSocket) -> bpy.types.NodeSocket:
    """The product of two vectors, plus a third; numbers are vectors of three of them."""
    node = _node(tree, "ShaderNodeVectorMath", (400, 0))
    node.operation = "MULTIPLY_ADD"
    for value, socket in zip(values, node.inputs, strict=False):
        tree.links.new(value, socket)
    return socket_of(node.outputs, "Vector")


def _look(name: str, images: SideImages, depth: int, share: float) -> bpy.types.NodeTree:
    """A group that looks at one place (u, v, depth) of a ray, and goes on by a share of its way if nothing is there."""
    tree = _new_tree(name)
    place, way, going = list(_node(tree, "NodeGroupInput", (-400, 0)).outputs)[:3]
    apart = _node(tree, "ShaderNodeSeparateXYZ", (-200, 0))
    tree.links.new(place, apart.inputs[0])
    u, v, deep = (socket_of(apart.outputs, axis) for axis in "XYZ")
    layer = new_math(tree, "FLOOR", new_math(tree, "MULTIPLY_ADD", deep, float(depth), _NEAR))
    # Half a voxel below: heights are rounded to the numbers of the image.
    level = new_math(tree, "MULTIPLY_ADD", layer, -1 / depth, 1 - 0.5 / depth)
    past = new_math(tree, "LESS_THAN", _height(tree, images.height, place), level)
    if images.behind is not None:
        # Seen from the other side, where u and v have changed places, it must reach to here as well.
        over = _node(tree, "ShaderNodeCombineXYZ", (0, -300))
        tree.links.new(v, socket_of(over.inputs, "X"))
        tree.links.new(u, socket_of(over.inputs, "Y"))
        level = new_math(tree, "MULTIPLY_ADD", layer, 1 / depth, 0.5 / depth)
        behind = _height(tree, images.behind, socket_of(over.outputs, "Vector"))
        past = new_math(tree, "MAXIMUM", past, new_math(tree, "LESS_THAN", behind, level))
    going = new_math(tree, "MULTIPLY", past, going)
    _end(tree, _multiply_add(tree, way, new_math(tree, "MULTIPLY", going, share), place), going)
    return tree


def _height(tree: bpy.types.NodeTree, image: bpy.types.Image, place: bpy.types.NodeSocket) -> bpy.types.NodeSocket:
    return socket_of(_image(tree, image, place).outputs, "Color")


def _way(tree: bpy.types.NodeTree, frame: SideFrame) -> bpy.types.NodeSocket:
    """Texture coordinates by which a ray moves while it goes as deep as the box, and that depth, 1."""
    incoming = socket_of(_node(tree, "ShaderNodeNewGeometry", (0, 0)).outputs, "Incoming")
    turn = _node(tree, "ShaderNodeVectorTransform", (0, 0))
    turn.vector_type, turn.convert_from, turn.convert_to = "VECTOR", "WORLD", "OBJECT"
    tree.links.new(incoming, turn.inputs[0])
    shares = [_dot(tree, turn.outputs[0], vector) for vector in frame.along]
    # Grazing rays go far, but never endlessly far.
    inward = new_math(tree, "MAXIMUM", shares[2], 1e-4)
    place = _node(tree, "ShaderNodeCombineXYZ", (0, 0))
    for axis, share in zip("XY", shares, strict=False):
        against = new_math(tree, "MULTIPLY", share, -1.0)
        tree.links.new(new_math(tree, "DIVIDE", against, inward), socket_of(place.inputs, axis))
    socket_of(place.inputs, "Z").default_value = 1.0
    return socket_of(place.outputs, "Vector")


def _dot(tree: bpy.types.NodeTree, way: bpy.types.NodeSocket, vector: Sequence[float]) -> bpy.types.NodeSocket:
    node = _node(tree, "ShaderNodeVectorMath", (0, 0))
    node.operation = "DOT_PRODUCT"
    tree.links.new(way, node.inputs[0])
    node.inputs[1].default_value = tuple(vector)
    return socket_of(node.outputs, "Value")


def _image(tree: bpy.types.NodeTree, image: bpy.types.Image, place: bpy.types.NodeSocket) -> bpy.types.Node:
    """An image texel by texel, nothing beyond it."""
    node = _node(tree, "ShaderNodeTexImage", (0, 0))
    node.image, node.interpolation, node.extension = image, "Closest", "CLIP"
    tree.links.new(place, socket_of(node.inputs, "Vector"))
    return node


def _node(tree: bpy.types.NodeTree, kind: str, location: tuple[float, float]) -> bpy.types.Node:
    node = tree.nodes.new(kind)
    node.location = location
    return node
