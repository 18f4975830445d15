"""Materials and whether their meshes have clear texels in; materials that show nothing where the image is clear out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import bpy

from .groups import CUT_OUT
from .made import material_digest, read_made, read_slots, write_made, write_slots
from .sockets import new_math, socket_of

_CUT, _CLIP = "CEIL", "ROUND"
"""What makes alpha 0 or 1: for glass that renderers refract and exporters blend, and for all else, which exporters then
call masked at one half."""


RAYS = 256
"""Clear surfaces that a ray of Cycles may pass; behind one more all would be black."""


def let_rays_through(scene: bpy.types.Scene) -> None:
    """Let Cycles look through as many clear surfaces as may lie behind each other; a ray takes no more than there are.

    Parameters
    ----------
    scene : bpy.types.Scene
    """
    cycles = getattr(scene, "cycles", None)
    if cycles is not None:
        cycles.transparent_max_bounces = max(cycles.transparent_max_bounces, RAYS)


def cut_out(material: bpy.types.Material, image: bpy.types.Image) -> bool:
    """Let a material show nothing where its image is clear.

    What is opaque, or refracts light only, has an alpha of 0 or 1 then, which EEVEE, Cycles and exporters understand.
    Glass that is blended takes its alpha from the image, and glass that is both keeps it for exporters.

    Parameters
    ----------
    material : bpy.types.Material
    image : bpy.types.Image
        With the alpha of glass, as `finish.color_texels` makes it, and 0 where it is clear.

    Returns
    -------
    bool
        False if the material has no such shader or image, and stays as it is.
    """
    alpha, clear = _alpha(material), _texture(material, image)
    if alpha is None or clear is None:
        return False
    tree, blended = material.node_tree, material.surface_render_method == "BLENDED"
    operation = _CUT if alpha.is_linked else _CLIP if alpha.default_value == 1 else None
    active = tree.nodes.active
    if blended:
        tree.links.new(clear, alpha)
    elif operation:
        _unlink(tree, alpha, clear.node)
        tree.links.new(new_math(tree, operation, clear), alpha)
    tree.nodes.active = active
    return True


def make_whole(material: bpy.types.Material) -> None:
    """Undo `cut_out`: let a material show something everywhere."""
    alpha = _alpha(material)
    step = alpha.links[0].from_node if alpha is not None and alpha.is_linked else None
    if step is None or step.type != "MATH":
        return
    if step.operation == _CLIP:
        material.node_tree.nodes.remove(step)
        alpha.default_value = 1
    elif step.operation == _CUT:
        # One for renderers; exporters pass over it and take the alpha of the image.
        step.operation = "MAXIMUM"
        step.inputs[1].default_value = 1


def suit_materials(meshes: Mapping[bpy.types.Mesh, bool], images: Mapping[bpy.types.Mesh, bpy.types.Image]) -> None:
    """Let the materials of meshes show nothing where these have clear texels, and something everywhere where not.

    A material is changed in place, unless other meshes need it as it is: then these meshes get a copy.

    Parameters
    ----------
    meshes : mapping of bpy.types.Mesh to bool
        Whether each has clear texels now.
    images : mapping of bpy.types.Mesh to bpy.types.Image
        Of their colors.
    """
    for mesh, cut in meshes.items():
        family, keys = read_slots(mesh)
        for slot, material in enumerate(mesh.materials):
            if material is not None and not _fits(material, images[mesh], cut=cut):
                mesh.materials[slot] = _suited(material, images[mesh], meshes, cut=cut)
        made = [read_made(material) for material in mesh.materials]
        for slot, one in enumerate(made[: len(keys)]):
            keys[slot] = one.key if one and one.family == family else keys[slot]
        write_slots(mesh, family, keys)
    suit_glass({images[mesh] for mesh, cut in meshes.items() if cut})


def suit_glass(images: Collection[bpy.types.Image]) -> None:
    """Let glass take its alpha from images of colors with clear texels, whichever mesh it is of; it shows the same.

    Parameters
    ----------
    images : collection of bpy.types.Image
    """
    for image in images:
        for material in bpy.data.materials:
            if _takes_no_alpha(material, image) and material.is_editable:
                _cut_glass(material, image)


def _takes_no_alpha(material: bpy.types.Material, image: bpy.types.Image) -> bool:
    """Whether a material is glass whose color comes from an image and whose alpha does not.

    Where an image has clear texels Blender multiplies its colors by alpha for such a material.
    """
    alpha, clear = _alpha(material), _texture(material, image)
    glass = alpha is not None and (alpha.is_linked or alpha.default_value != 1)
    return glass and clear is not None and not clear.is_linked


def _cut_glass(material: bpy.types.Material, image: bpy.types.Image) -> None:
    """Let glass take its alpha from an image, which shows the same."""
    made = read_made(material)
    as_made = made is not None and made.digest == material_digest(material)
    cut_out(material, image)
    if as_made:
        write_made(material, made.key, made.family)


def _suited(
    material: bpy.types.Material, image: bpy.types.Image, meshes: Mapping[bpy.types.Mesh, bool], *, cut: bool
) -> bpy.types.Material:
    """Change a material, or take another one in its place."""
    made = read_made(material)
    as_made = made is not None and made.digest == material_digest(material)
    found = _other(material, image) if as_made else None
    if found is not None:
        return found
    others = [mesh for mesh in bpy.data.meshes if meshes.get(mesh) != cut and material in _materials(mesh)]
    if others or not material.is_editable:
        name = material.name
        material = material.copy()
        material.name = f"{name} cutout" if cut else name.removesuffix(" cutout")
    if cut:
        cut_out(material, image)
    else:
        make_whole(material)
    if made is not None:
        key = made.key % CUT_OUT + CUT_OUT * cut
        write_made(material, key, made.family, None if as_made else made.digest)
    return material


def _other(material: bpy.types.Material, image: bpy.types.Image) -> bpy.types.Material | None:
    """The material of the same file and image that shows the same with, or without, clear texels, as it was made."""
    made = read_made(material)
    key = made.key + (CUT_OUT if made.key < CUT_OUT else -CUT_OUT)
    for other in bpy.data.materials:
        known = read_made(other)
        same = known and (known.key, known.family) == (key, made.family) and _texture(other, image) is not None
        if same and known.digest == material_digest(other):
            return other
    return None


def _fits(material: bpy.types.Material, image: bpy.types.Image, *, cut: bool) -> bool:
    """Whether a material suits a mesh already, or is of no kind that could be changed."""
    made, alpha, clear = read_made(material), _alpha(material), _texture(material, image)
    if made is not None:
        return (made.key >= CUT_OUT) == cut
    return not cut or alpha is None or clear is None or alpha.is_linked


def _materials(mesh: bpy.types.Mesh) -> Sequence[bpy.types.Material | None]:
    return list(mesh.materials)


def _alpha(material: bpy.types.Material) -> bpy.types.NodeSocket | None:
    """The alpha of a material's shader."""
    nodes = material.node_tree.nodes if material.node_tree else ()
    shader = next((node for node in nodes if node.type == "BSDF_PRINCIPLED"), None)
    return None if shader is None else socket_of(shader.inputs, "Alpha")


def _texture(material: bpy.types.Material, image: bpy.types.Image) -> bpy.types.NodeSocket | None:
    """The alpha of the image of colors where a material shows it."""
    nodes = material.node_tree.nodes if material.node_tree else ()
    texture = next((node for node in nodes if node.type == "TEX_IMAGE" and node.image == image), None)
    return None if texture is None else socket_of(texture.outputs, "Alpha")


def _unlink(tree: bpy.types.NodeTree, socket: bpy.types.NodeSocket, kept: bpy.types.Node) -> None:
    """Remove the nodes that only calculate a socket."""
    for link in list(socket.links):
        node = link.from_node
        tree.links.remove(link)
        if node != kept and not any(output.is_linked for output in node.outputs):
            for before in node.inputs:
                _unlink(tree, before, kept)
            tree.nodes.remove(node)
