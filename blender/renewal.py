"""Meshes of a file as they are and the file as it is now in, the meshes that its objects shall show out.

What did not change stays as it is; what changed is filled anew in the same data-blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import bpy
import numpy as np

from ..core.scene import Assembly
from ..core.scene.pages import lay_out
from .carry import give, take
from .cutouts import suit_glass
from .edits import edits_of, where_placed
from .groups import CUT_OUT
from .image_record import holds_atlases
from .light_record import settle_light
from .made import material_digest, read_made, read_slots, write_slots
from .material_set import (
    MaterialSet,
    materials_with,
    needs_of,
    new_images,
)
from .mesh import MODEL, make_mesh, new_mesh
from .options import ATLASES, BuildOptions
from .painting import Slots, new_slots
from .positions import Matrix, placing
from .record import read_record, recorded_images, write_images, write_number
from .sheet import UV_NAME, Pictures, texel_layer
from .smooth import make_exact
from .staying import Staying, by_page, put_in_place

Key = tuple[int, bool]
"""The number of a mesh in the assembly, and whether it is mirrored."""


@dataclass
class Assigned:
    """What becomes of the meshes that there are."""

    same: dict[bpy.types.Mesh, Key] = field(default_factory=dict)
    """They stay."""
    changed: dict[bpy.types.Mesh, Key] = field(default_factory=dict)
    """They are filled anew."""
    left: dict[bpy.types.Mesh, Key] = field(default_factory=dict)
    """They should be filled anew, but cannot or must not."""

    def key(self, mesh: bpy.types.Mesh) -> Key | None:
        """What a mesh shall show."""
        return next((part[mesh] for part in (self.same, self.changed, self.left) if mesh in part), None)


def assign(wanted: Mapping[bpy.types.Mesh, Sequence[Key]], digests: Sequence[str], *, overwrite: bool) -> Assigned:
    """Decide what becomes of meshes.

    Parameters
    ----------
    wanted : mapping of bpy.types.Mesh to sequence of (int, bool)
        What the objects shall show that show the mesh now.
    digests : sequence of str
        Of the models of the assembly.
    overwrite : bool
        Fill edited meshes anew as well.

    Returns
    -------
    Assigned
    """
    found, pictures = Assigned(), Pictures()
    for mesh, keys in wanted.items():
        now = mesh.get(MODEL), read_record(mesh).mirrored
        same = [key for key in keys if (digests[key[0]], key[1]) == now]
        if same:
            found.same[mesh] = same[0]
        elif not mesh.is_editable or mesh.shape_keys or (edits_of(mesh, pictures).found and not overwrite):
            found.left[mesh] = keys[0]
        else:
            found.changed[mesh] = keys[0]
    return found


def renewed_meshes(
    file: Assembly,
    names: Mapping[Key, str],
    assigned: Assigned,
    options: BuildOptions,
    unit: float,
) -> dict[Key, bpy.types.Mesh]:
    """Bring the meshes of a file up to date.

    Parameters
    ----------
    file : Assembly
    names : mapping of (int, bool) to str
        The meshes that objects shall show, and what they are called if they are new.
    assigned : Assigned
    options : BuildOptions
    unit : float
        Metres of a Blender unit.

    Returns
    -------
    dict of (int, bool) to bpy.types.Mesh
        By what objects shall show.
    """
    needs = needs_of(file, options)
    known = [*assigned.same, *assigned.changed, *assigned.left]
    images = {image: None for mesh in known for image in recorded_images(mesh) if holds_atlases(image)}
    image = next(iter(images), None) if len(images) == 1 else None
    stays = Staying(file, options, needs, known, image)
    filled = _filled(assigned, names)
    if options.colors in ATLASES and not stays.holds(filled, assigned.changed):
        # Their images lack what the new materials need, or room.
        pictures = Pictures()
        anew = {
            mesh: key for mesh, key in assigned.same.items() if not (edits_of(mesh, pictures).found or mesh.shape_keys)
        }
        assigned.changed.update(anew)
        for mesh in anew:
            del assigned.same[mesh]
        filled = _filled(assigned, names)
    meshes = {key: mesh for mesh, key in {**assigned.changed, **assigned.same}.items()}
    if not filled:
        _renumber(assigned, [])
        return meshes
    family = next((family for family, _keys in map(read_slots, known) if family), "")
    if options.colors in ATLASES and not stays.holds(filled, assigned.changed):
        pages = lay_out(file.meshes)
        made = new_images(file, pages, options, needs)
        if stays.shared or assigned.left or assigned.same:
            # What keeps the old images keeps the old materials.
            family = ""
        else:
            put_in_place(by_page(family, images), made)
    else:
        made, pages = stays.images(filled, assigned.changed)
    materials = _settled(materials_with(file, options, needs, made, pages, family))
    for mesh, key in assigned.changed.items():
        _refill(mesh, file, key, options, materials, unit)
    for key, name in names.items():
        if key not in meshes:
            meshes[key] = new_mesh(name, file, key[0], mirrored=key[1], options=options, materials=materials, unit=unit)
    _renumber(assigned, materials.images if options.colors == "palette" else [])
    if options.colors == "texture" and any(mesh.has_clear_texels for mesh in file.meshes):
        suit_glass(materials.images)
    return meshes


def _filled(assigned: Assigned, names: Mapping[Key, str]) -> list[int]:
    """Number the meshes of the file that are made anew."""
    there = {*assigned.changed.values(), *assigned.same.values()}
    return sorted({key[0] for key in assigned.changed.values()} | {key[0] for key in names if key not in there})


def _renumber(assigned: Assigned, palette: Sequence[bpy.types.Image]) -> None:
    """Tell meshes that stay their numbers in the file, and the new image of their colors if there is one."""
    for mesh, key in {**assigned.same, **assigned.left}.items():
        write_number(mesh, key[0])
        if palette:
            write_images(mesh, palette)


def _settled(materials: MaterialSet) -> MaterialSet:
    """Put new materials in the place of those before, but where the file did not change them or a user did."""
    before = {}
    for material in bpy.data.materials:
        made = read_made(material)
        ours = made and made.family == materials.family and material not in materials.materials.values()
        if ours and (not materials.images or _shows(material, materials.images)):
            before.setdefault(made.key, material)
    chosen = {}
    for number, material in materials.materials.items():
        old = before.get(materials.key(number))
        chosen[number] = material if old is None else _either(old, material)
    return replace(materials, materials=chosen)


def _shows(material: bpy.types.Material, images: Sequence[bpy.types.Image]) -> bool:
    """Whether a material shows one of some images; copies of it may show others."""
    nodes = material.node_tree.nodes if material.node_tree else ()
    return any(getattr(node, "image", None) in images for node in nodes)


def _either(old: bpy.types.Material, new: bpy.types.Material) -> bpy.types.Material:
    """Choose a material and take away the other."""
    made = read_made(old).digest
    if material_digest(new) == made or material_digest(old) != made:
        bpy.data.materials.remove(new)
        return old
    name = old.name
    old.user_remap(new)
    bpy.data.materials.remove(old)
    new.name = name
    return new


def _refill(
    mesh: bpy.types.Mesh,
    file: Assembly,
    key: Key,
    options: BuildOptions,
    materials: MaterialSet,
    unit: float,
) -> None:
    """Give a mesh the geometry of a model; slots, places, weights, UV layers and attributes stay where they can."""
    make_exact(mesh)
    index, mirrored = key
    built = placing(file.voxel_size / unit, file.shifts[index], mirrored=mirrored)
    matrix, name = _moved_along(mesh, built), getattr(texel_layer(mesh), "name", UV_NAME)
    slots, plain = _slots(mesh, file, index, materials), np.full(len(mesh.polygons), -1, np.int32)
    # Painted colors are left out: they are of voxels that may be others now.
    carried = replace(take(mesh, where_placed(mesh), plain, file.scene.palette, Pictures()), colors=None)
    settle_light(mesh)
    mesh.clear_geometry()
    make_mesh(
        mesh,
        file,
        index,
        matrix,
        slots,
        mirrored=mirrored,
        options=options,
        materials=materials,
        unit=unit,
        uv_name=name,
    )
    give(mesh, carried, matrix)


def _moved_along(mesh: bpy.types.Mesh, built: Matrix) -> Matrix:
    """Where a mesh goes that is built there: as far off as a user moved the one before."""
    record = read_record(mesh)
    before, now = placing(record.voxel_edge, record.shift, mirrored=record.mirrored), where_placed(mesh)
    square = [np.column_stack([matrix, [0, 0, 0, 1]]) for matrix in (built, before, now)]
    return (square[0] @ np.linalg.solve(square[1], square[2]))[:, :3]


def _slots(mesh: bpy.types.Mesh, file: Assembly, index: int, materials: MaterialSet) -> Slots:
    """(256 or more,) int32: the slot of each group of materials; those that are missing are added."""
    numbers, (family, keys) = materials.numbers_of(file.meshes[index], index), read_slots(mesh)
    slots, keys = new_slots(np.array(numbers, np.int64) % CUT_OUT), keys[: len(mesh.materials)]
    keys += [-1] * (len(mesh.materials) - len(keys))
    for number in numbers:
        key, material = materials.key(number), materials.materials[number]
        other = key + CUT_OUT if key < CUT_OUT else key - CUT_OUT
        if key in keys and family != materials.family:
            mesh.materials[keys.index(key)] = material
        elif key not in keys and other in keys:
            # The mesh has clear texels now, or no longer.
            slot = keys.index(other)
            keys[slot], made = key, read_made(mesh.materials[slot])
            if family != materials.family or (made and (made.family, made.key) == (materials.family, other)):
                mesh.materials[slot] = material
        if key not in keys:
            found = mesh.materials.find(material.name)
            if found < 0:
                mesh.materials.append(material)
                keys.append(key)
            else:
                keys[found] = key
        slots[number % CUT_OUT] = keys.index(key)
    write_slots(mesh, materials.family, keys)
    return slots
