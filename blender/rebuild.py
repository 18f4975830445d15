"""A mesh that carries a record and new arrays for its voxels in, the same data-block with other geometry out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ...core.voxmesh import VoxMesh
from .mesh import fill_mesh
from .painting import Painting, found_slots
from .placing import Matrix, anchors, found_placing, placing
from .prepared import Layout
from .record import RECORD, build_options, edited, glow_strength, recorded_image, write_record
from .sheet import UV_NAME, texel_layer, with_atlas
from .surfaces import glow_texels, group_indices, surface_texels
from .voxels import Voxels


def rebuild_mesh(
    mesh: bpy.types.Mesh,
    source: VoxMesh,
    voxels: Voxels,
    kept: npt.NDArray[np.int64],
    layout: Layout,
) -> None:
    """Give a mesh other geometry of the same voxels; its name, materials and users stay, and where it was moved to.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record and, if its colors are in a texture, with its image.
    source : VoxMesh
        What it shall be.
    voxels : Voxels
        Of which it was made.
    kept : (n, 5) int64
        The other atlases in its image.
    layout : Layout
        Of these atlases and then that of the mesh.
    """
    options, mirrored, image = build_options(mesh), bool(mesh[RECORD]["mirrored"]), recorded_image(mesh)
    shift = list(mesh[RECORD]["shift"])
    matrix = where_placed(mesh, placing(options.voxel_size, shift, mirrored=mirrored))
    uv_name = getattr(texel_layer(mesh), "name", UV_NAME)
    group = group_indices(voxels.shading, voxels.transparent, options.colors)
    slots = found_slots(mesh, source, group, options.colors)
    if not options.one_color_a_face:
        atlases = _atlases(source, voxels, image)
        image = with_atlas(image, mesh, kept, atlases, source.counts.texels_used, layout)
    mesh.clear_geometry()
    painting = Painting(voxels.palette, group, slots, layout.positions[-1], (layout.width, layout.height), uv_name)
    fill_mesh(mesh, source, matrix, painting, options)
    write_record(mesh, source, options, mirrored=mirrored, image=image, anchors=anchors(source), shift=shift)


def _atlases(source: VoxMesh, voxels: Voxels, image: bpy.types.Image) -> dict[str, npt.NDArray[np.uint8]]:
    """What the mesh's image, and those laid out like it, show for the mesh."""
    tables = {"color": voxels.palette, "surface": surface_texels(voxels.shading, voxels.transparent)}
    strongest = glow_strength(image)
    if strongest:
        tables["glow"] = glow_texels(voxels.shading, voxels.palette, strongest)
    return {kind: table[source.atlas] for kind, table in tables.items()}


def where_placed(mesh: bpy.types.Mesh, as_built: Matrix) -> Matrix:
    """Where the mesh is now; as it was built if its vertices cannot tell."""
    if edited(mesh):
        return as_built
    return found_placing(mesh, np.array(mesh[RECORD]["anchors"], np.int64).reshape(-1, 4), as_built)
