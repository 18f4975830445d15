"""A smooth mesh with weights of colors in; node groups that project textures from three sides, and blend them, out."""

from __future__ import annotations

import bpy
import numpy as np

from ..core.voxels import Look
from ..core.voxels.finish import linear
from .exact import SMOOTH
from .material import COLOR_NAME, new_image
from .smooth import BLEND_NAME, BLENDED
from .sockets import new_math, socket_of

GROUP = "Trivox Triplanar"
"""The group of nodes that projects one image; each color has one of its own, to choose its image in."""
DETAIL = "Trivox Detail"
"""The image that a new group shows: gray, so that it only varies a color."""
_SIDE = 64


def blend_materials(mesh: bpy.types.Mesh, look: Look, size: float, sharpness: float) -> None:
    """Give a mesh a material that blends four projected textures by the weights of its vertices.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        Smooth, with blended colors.
    look : Look
    size : float
        Blender units along the side of a texture.
    sharpness : float
        1 or more.
    """
    material = bpy.data.materials.new(f"{mesh.name} blend")
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output, shader = tree.nodes.new("ShaderNodeOutputMaterial"), tree.nodes.new("ShaderNodeBsdfPrincipled")
    output.location, shader.location = (1200, 0), (900, 0)
    socket_of(shader.inputs, "Roughness").default_value = 0.8
    tree.links.new(socket_of(shader.outputs, "BSDF"), socket_of(output.inputs, "Surface"))
    weights = tree.nodes.new("ShaderNodeAttribute")
    weights.attribute_name, weights.location = BLEND_NAME, (-500, 300)
    parts = tree.nodes.new("ShaderNodeSeparateColor")
    parts.location = (-300, 300)
    tree.links.new(socket_of(weights.outputs, "Color"), socket_of(parts.inputs, "Color"))
    shares = [socket_of(parts.outputs, name) for name in ("Red", "Green", "Blue")]
    shares.append(socket_of(weights.outputs, "Alpha"))
    # What is of none of the four colors shows its own.
    own = tree.nodes.new("ShaderNodeVertexColor")
    own.layer_name, own.location = COLOR_NAME, (-500, 600)
    most = new_math(tree, "ADD", new_math(tree, "ADD", *shares[:2]), new_math(tree, "ADD", *shares[2:]))
    color = _scaled(tree, socket_of(own.outputs, "Color"), new_math(tree, "SUBTRACT", 1.0, most))
    for index, share in zip(mesh[BLENDED], shares, strict=True):
        if index:
            layer = _scaled(tree, _layer(tree, look, index, size, sharpness).outputs[0], share)
            color = socket_of(_vector(tree, "ADD", color, layer).outputs, "Vector")
    tree.links.new(color, socket_of(shader.inputs, "Base Color"))
    for step, node in enumerate(node for node in tree.nodes if node not in (output, shader, weights, parts, own)):
        node.location = (-100 + 200 * (step // 4), 400 - 220 * (step % 4))
    output.location, shader.location = (1700, 0), (1400, 0)
    _use(mesh, material)


def _use(mesh: bpy.types.Mesh, material: bpy.types.Material) -> None:
    """Put a material in the place of the plain one; glass, metal and light stay what they are."""
    slots = [slot for slot, one in enumerate(mesh.materials) if one is not None and one.get(SMOOTH) == 0]
    if slots:
        material[SMOOTH], material[BLENDED] = 0, True
        mesh.materials[slots[0]] = material


def _layer(
    tree: bpy.types.NodeTree, look: Look, index: int, size: float, sharpness: float
) -> bpy.types.ShaderNodeGroup:
    """A node that shows a color's texture; all meshes share the group of a color."""
    group = tree.nodes.new("ShaderNodeGroup")
    red, green, blue, _alpha = look.palette[index].tolist()
    name = f"{GROUP} {red:02x}{green:02x}{blue:02x}"
    group.node_tree = bpy.data.node_groups.get(name) or triplanar_group(name)
    group.label = look.names.get(index, f"{index:03}")
    values = (*linear(look.palette[index, :3]).tolist(), 1.0), 1 / size, sharpness
    for socket, value in zip(group.inputs, values, strict=True):
        socket.default_value = value
    return group


def _scaled(tree: bpy.types.NodeTree, color: bpy.types.NodeSocket, share: bpy.types.NodeSocket) -> bpy.types.NodeSocket:
    """Multiply a color by a number."""
    node = _vector(tree, "SCALE", color)
    tree.links.new(share, socket_of(node.inputs, "Scale"))
    return socket_of(node.outputs, "Vector")


def triplanar_group(name: str = GROUP) -> bpy.types.NodeTree:
    """Make a group of nodes that projects an image along the axes and blends by where the surface looks.

    Its inputs are the color that the image is multiplied by, images a Blender unit, and the sharpness of the blend.
    """
    tree = bpy.data.node_groups.new(name, "ShaderNodeTree")
    tree.interface.new_socket("Color", in_out="INPUT", socket_type="NodeSocketColor").default_value = (1, 1, 1, 1)
    for label, value in (("Scale", 1.0), ("Sharpness", 8.0)):
        tree.interface.new_socket(label, in_out="INPUT", socket_type="NodeSocketFloat").default_value = value
    tree.interface.new_socket("Color", in_out="OUTPUT", socket_type="NodeSocketColor")
    start, end = tree.nodes.new("NodeGroupInput"), tree.nodes.new("NodeGroupOutput")
    place = tree.nodes.new("ShaderNodeTexCoord")
    scaled = _vector(tree, "SCALE", socket_of(place.outputs, "Object"))
    tree.links.new(start.outputs[1], socket_of(scaled.inputs, "Scale"))
    at = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(socket_of(scaled.outputs, "Vector"), socket_of(at.inputs, "Vector"))
    facing = _vector(tree, "ABSOLUTE", socket_of(place.outputs, "Normal"))
    normal = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(socket_of(facing.outputs, "Vector"), socket_of(normal.inputs, "Vector"))
    weights = [new_math(tree, "POWER", socket_of(normal.outputs, axis), start.outputs[2]) for axis in "XYZ"]
    total = new_math(tree, "ADD", new_math(tree, "ADD", weights[0], weights[1]), weights[2])
    sums: bpy.types.NodeSocket | None = None
    for weight, (across, up) in zip(weights, ("YZ", "XZ", "XY"), strict=True):
        shown = _projected(tree, socket_of(at.outputs, across), socket_of(at.outputs, up))
        result = _scaled(tree, shown, new_math(tree, "DIVIDE", weight, total))
        sums = result if sums is None else socket_of(_vector(tree, "ADD", sums, result).outputs, "Vector")
    tinted = _vector(tree, "MULTIPLY", sums, start.outputs[0])
    tree.links.new(socket_of(tinted.outputs, "Vector"), end.inputs[0])
    for step, node in enumerate(tree.nodes):
        node.location = (180 * step, -160 * (step % 3))
    return tree


def _projected(
    tree: bpy.types.NodeTree, across: bpy.types.NodeSocket, up: bpy.types.NodeSocket
) -> bpy.types.NodeSocket:
    place, texture = tree.nodes.new("ShaderNodeCombineXYZ"), tree.nodes.new("ShaderNodeTexImage")
    tree.links.new(across, socket_of(place.inputs, "X"))
    tree.links.new(up, socket_of(place.inputs, "Y"))
    tree.links.new(socket_of(place.outputs, "Vector"), socket_of(texture.inputs, "Vector"))
    texture.image = _detail()
    return socket_of(texture.outputs, "Color")


def _vector(tree: bpy.types.NodeTree, operation: str, *values: bpy.types.NodeSocket) -> bpy.types.Node:
    node = tree.nodes.new("ShaderNodeVectorMath")
    node.operation = operation
    for socket, value in zip(node.inputs, values, strict=False):
        tree.links.new(value, socket)
    return node


def _detail() -> bpy.types.Image:
    """The image that stands for a texture until somebody chooses one: soft gray grain that repeats."""
    found = bpy.data.images.get(DETAIL)
    if found is not None:
        return found
    grain = np.random.default_rng(0).random((_SIDE, _SIDE))
    for axis in (0, 1):
        grain = (np.roll(grain, 1, axis) + 2 * grain + np.roll(grain, -1, axis)) / 4
    gray = (255 * (0.8 + 0.2 * (grain - grain.min()) / np.ptp(grain))).round().astype(np.uint8)
    return new_image(DETAIL, np.dstack([gray, gray, gray, np.full_like(gray, 255)]), data=True)
