"""Meshes of a file as they are and the file as it is now in, the meshes that its objects shall show out.

What did not change stays as it is; what changed is filled anew in the same data-blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import bpy
import numpy as np

from ..core.scene import Assembly
from ..core.texture.sheet import Sheet, lay_sheet
from .carry import give, take
from .cutouts import CUT_OUT
from .edits import edits_of, where_placed
from .made import material_digest, read_made, read_slots, write_slots
from .material_set import MaterialSet, Needs, materials_with, needs_of, new_images
from .mesh import MODEL, make_mesh, new_mesh
from .options import BuildOptions
from .painting import Slots
from .positions import Matrix, placing
from .record import holds_atlases, read_atlases, read_image, read_record, recorded_image, write_number
from .relaid import Images, relaid
from .sheet import UV_NAME, Pictures, colored, in_place, maps_of, other_atlases, texel_layer

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
    image = next((one for one in map(recorded_image, known) if holds_atlases(one)), None)
    if options.colors == "texture" and (image is None or not _fits(image, needs)):
        # Their images lack what the new materials need.
        pictures = Pictures()
        anew = {
            mesh: key for mesh, key in assigned.same.items() if not (edits_of(mesh, pictures).found or mesh.shape_keys)
        }
        assigned.changed.update(anew)
        for mesh in anew:
            del assigned.same[mesh]
    meshes = {key: mesh for mesh, key in {**assigned.changed, **assigned.same}.items()}
    filled = sorted({key[0] for key in assigned.changed.values()} | {key[0] for key in names if key not in meshes})
    if not filled:
        _renumber(assigned, None)
        return meshes
    images, sheet = _images(file, options, needs, image, list(assigned.changed), filled)
    family = next((family for family, _keys in map(read_slots, known) if family), "")
    materials = _settled(materials_with(file, options, needs, images, family))
    for mesh, key in assigned.changed.items():
        _refill(mesh, file, key, options, materials, sheet, unit)
    for key, name in names.items():
        if key not in meshes:
            meshes[key] = new_mesh(
                name, file, key[0], mirrored=key[1], options=options, materials=materials, sheet=sheet, unit=unit
            )
    _renumber(assigned, images.get("color") if options.colors == "palette" else None)
    return meshes


def _renumber(assigned: Assigned, palette: bpy.types.Image | None) -> None:
    """Tell meshes that stay their numbers in the file, and the new image of their colors if there is one."""
    for mesh, key in {**assigned.same, **assigned.left}.items():
        write_number(mesh, key[0], palette or recorded_image(mesh))


def _fits(image: bpy.types.Image, needs: Needs) -> bool:
    """Whether an image and those beside it hold all that materials need."""
    return set(maps_of(image)) == set(needs.tables) and read_image(image).strongest == float(needs.strongest)


def _images(
    file: Assembly,
    options: BuildOptions,
    needs: Needs,
    image: bpy.types.Image | None,
    changed: Collection[bpy.types.Mesh],
    filled: Sequence[int],
) -> tuple[Images, Sheet]:
    """Bring the images up to date; and where in them the atlases of the filled meshes are."""
    positions = np.zeros((len(file.meshes), 2), np.int64)
    if not filled and image:
        return maps_of(image), Sheet(positions, *image.size)
    if options.colors != "texture":
        images = new_images(file, Sheet(positions, 1, 1), options, needs)
        for kind, old in (maps_of(image) if image else {}).items():
            if kind in images:
                in_place(old, images[kind])
        return images, Sheet(positions, 1, 1)
    sources = [file.meshes[index] for index in filled]
    kept = read_atlases(image)[other_atlases(image, changed)] if image else np.zeros((0, 5), np.int64)
    sizes = np.vstack([kept[:, 2:4], [mesh.atlas.shape[::-1] for mesh in sources]])
    layout = lay_sheet(sizes, power_of_two=any(mesh.options.power_of_two for mesh in sources))
    positions[list(filled)] = layout.positions[len(kept) :]
    sheet = replace(layout, positions=positions)
    if image is None:
        every = lay_sheet(np.array([mesh.atlas.shape[::-1] for mesh in file.meshes]), power_of_two=False)
        return new_images(file, every, options, needs), every
    atlases = {kind: [colored(mesh, kind, table) for mesh in sources] for kind, table in needs.tables.items()}
    used = [mesh.counts.texels_used for mesh in sources]
    return relaid(maps_of(image), changed, kept, atlases, used, layout, strongest=needs.strongest), sheet


def _settled(materials: MaterialSet) -> MaterialSet:
    """Put new materials in the place of those before, but where the file did not change them or a user did."""
    before = {}
    for material in bpy.data.materials:
        made = read_made(material)
        if made and made.family == materials.family and material not in materials.materials.values():
            before.setdefault(made.key, material)
    chosen = {}
    for number, material in materials.materials.items():
        old = before.get(materials.key(number))
        chosen[number] = material if old is None else _either(old, material)
    return replace(materials, materials=chosen)


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
    sheet: Sheet,
    unit: float,
) -> None:
    """Give a mesh the geometry of a model; slots, places, weights, UV layers and attributes stay where they can."""
    index, mirrored = key
    built = placing(file.voxel_size / unit, file.shifts[index], mirrored=mirrored)
    matrix, name = _moved_along(mesh, built), getattr(texel_layer(mesh), "name", UV_NAME)
    slots, plain = _slots(mesh, file, index, materials), np.full(len(mesh.polygons), -1, np.int32)
    # Painted colors are left out: they are of voxels that may be others now.
    carried = replace(take(mesh, where_placed(mesh), plain, file.scene.palette, Pictures()), colors=None)
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
        sheet=sheet,
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
    """(256,) int32: the slot of each group of materials; those that are missing are added."""
    slots, keys = np.zeros(256, np.int32), read_slots(mesh)[1][: len(mesh.materials)]
    keys += [-1] * (len(mesh.materials) - len(keys))
    for number in materials.numbers_of(file.meshes[index]):
        key, material = materials.key(number), materials.materials[number]
        other = key + CUT_OUT if key < CUT_OUT else key - CUT_OUT
        if key not in keys and other in keys:
            # The mesh has clear texels now, or no longer.
            slot = keys.index(other)
            keys[slot], made = key, read_made(mesh.materials[slot])
            if made and (made.family, made.key) == (materials.family, other):
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
