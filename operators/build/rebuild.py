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
from .record import RECORD, build_options, edited, recorded_image, write_record
from .sheet import UV_NAME, texel_layer, with_atlas


def rebuild_mesh(
    mesh: bpy.types.Mesh,
    source: VoxMesh,
    palette: npt.NDArray[np.uint8],
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
    palette : (256, 4) uint8
        Of the voxels.
    kept : (n, 5) int64
        The other atlases in its image.
    layout : Layout
        Of these atlases and then that of the mesh.
    """
    options, mirrored, image = build_options(mesh), bool(mesh[RECORD]["mirrored"]), recorded_image(mesh)
    matrix = _matrix(mesh, placing(options.voxel_size, mirrored=mirrored))
    uv_name = getattr(texel_layer(mesh), "name", UV_NAME)
    slots = found_slots(mesh, source, options.colors)
    if not options.one_color_a_face:
        atlas = palette[source.atlas]
        image = with_atlas(image, mesh, kept, atlas, source.counts.texels_used, layout)
    mesh.clear_geometry()
    painting = Painting(palette, slots, layout.positions[-1], (layout.width, layout.height), uv_name)
    fill_mesh(mesh, source, matrix, painting, options)
    write_record(mesh, source, options, mirrored=mirrored, image=image, anchors=anchors(source))


def _matrix(mesh: bpy.types.Mesh, as_built: Matrix) -> Matrix:
    """Where the mesh is now; as it was built if its vertices cannot tell."""
    if edited(mesh):
        return as_built
    return found_placing(mesh, np.array(mesh[RECORD]["anchors"], np.int64).reshape(-1, 4), as_built)
