"""A mesh that carries a record and new arrays for its voxels in, the same data-block with other geometry out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.texture.sheet import Sheet
from ..core.voxels import Look
from .finish import glow_texels, group_indices, surface_texels
from .mesh import fill_mesh
from .painting import Painting, found_slots
from .positions import Matrix, anchors, found_placing, placing
from .record import (
    RECORD,
    build_options,
    edited,
    glow_strength,
    recorded_image,
    recorded_unit,
    voxel_edge,
    write_record,
)
from .sheet import UV_NAME, texel_layer, with_atlas


def rebuild_mesh(
    mesh: bpy.types.Mesh,
    source: Mesh,
    look: Look,
    kept: npt.NDArray[np.int64],
    layout: Sheet,
) -> None:
    """Give a mesh other geometry of the same voxels; its name, materials and users stay, and where it was moved to.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record and, if its colors are in a texture, with its image.
    source : Mesh
        What it shall be.
    look : Look
        Of its voxels.
    kept : (n, 5) int64
        The other atlases in its image.
    layout : Sheet
        Of these atlases and then that of the mesh.
    """
    options, mirrored, image = build_options(mesh), bool(mesh[RECORD]["mirrored"]), recorded_image(mesh)
    shift, number = list(mesh[RECORD]["shift"]), int(mesh[RECORD]["number"])
    matrix = where_placed(mesh, placing(voxel_edge(mesh), shift, mirrored=mirrored))
    uv_name = getattr(texel_layer(mesh), "name", UV_NAME)
    group = group_indices(look.shading, look.transparent, options.colors)
    slots = found_slots(mesh, source, group, options.colors)
    if not options.one_color_a_face:
        atlases = _atlases(source, look, image)
        image = with_atlas(image, mesh, kept, atlases, source.counts.texels_used, layout)
    mesh.clear_geometry()
    painting = Painting(look.palette, group, slots, layout.positions[-1], (layout.width, layout.height), uv_name)
    fill_mesh(mesh, source, matrix, painting, options)
    write_record(
        mesh,
        source,
        options,
        unit=recorded_unit(mesh),
        mirrored=mirrored,
        image=image,
        anchors=anchors(source),
        shift=shift,
        number=number,
    )


def _atlases(source: Mesh, look: Look, image: bpy.types.Image) -> dict[str, npt.NDArray[np.uint8]]:
    """What the mesh's image, and those laid out like it, show for the mesh."""
    tables = {"color": look.palette, "surface": surface_texels(look.shading, look.transparent)}
    strongest = glow_strength(image)
    if strongest:
        tables["glow"] = glow_texels(look.shading, look.palette, strongest)
    return {kind: table[source.atlas] for kind, table in tables.items()}


def where_placed(mesh: bpy.types.Mesh, as_built: Matrix) -> Matrix:
    """Where the mesh is now; as it was built if its vertices cannot tell."""
    if edited(mesh):
        return as_built
    return found_placing(mesh, np.array(mesh[RECORD]["anchors"], np.int64).reshape(-1, 4), as_built)
