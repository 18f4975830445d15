"""A mesh that carries a record and new arrays for its voxels in, the same data-block with other geometry out."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from ..core.mesh.mesh import Mesh
from ..core.mesh.parting import parted_mesh
from ..core.texture.sheet import Sheet
from ..core.voxels import Look
from ..core.voxels.finish import color_texels, glow_texels, power_texels, surface_texels
from .groups import group_indices
from .mesh import fill_mesh
from .painting import Painting, found_slots
from .positions import Matrix, anchors, found_placing, placing
from .record import edited, find_image, read_image, read_record, write_record
from .sheet import UV_NAME, Pixels, texel_layer, with_atlas


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
    record = read_record(mesh)
    options, image = record.build, find_image(record.image)
    matrix = where_placed(mesh, placing(record.voxel_edge, record.shift, mirrored=record.mirrored))
    uv_name = getattr(texel_layer(mesh), "name", UV_NAME)
    group = group_indices(look.shading, look.transparent, options.colors)
    slots = found_slots(mesh, source, group, options.colors)
    if not options.one_color_a_face:
        atlases = _atlases(source, look, image, options.glass)
        image = with_atlas(image, mesh, kept, atlases, source.counts.texels_used, layout)
    if options.part_edges:
        source = parted_mesh(source)
    mesh.clear_geometry()
    painting = Painting(
        look.palette, look.kind, group, slots, layout.positions[-1], (layout.width, layout.height), uv_name
    )
    fill_mesh(mesh, source, matrix, painting, options)
    write_record(
        mesh,
        source,
        options,
        unit=record.unit,
        mirrored=record.mirrored,
        image=image,
        anchors=anchors(source),
        shift=record.shift,
        number=record.number,
    )


def _atlases(source: Mesh, look: Look, image: bpy.types.Image, glass: str) -> dict[str, Pixels]:
    """What the mesh's image, and those laid out like it, show for the mesh."""
    tables: dict[str, Pixels] = {"color": color_texels(look, glass)}
    tables["surface"] = surface_texels(look.shading, look.transparent)
    strongest = read_image(image).strongest
    if strongest:
        tables["glow"] = glow_texels(look.shading, look.palette, strongest)
        tables["power"] = power_texels(look.shading, strongest)
    return {kind: table[source.atlas] for kind, table in tables.items()}


def where_placed(mesh: bpy.types.Mesh, as_built: Matrix) -> Matrix:
    """Where the mesh is now; as it was built if its vertices cannot tell."""
    if edited(mesh):
        return as_built
    return found_placing(mesh, np.array(read_record(mesh).anchors, np.int64).reshape(-1, 4), as_built)
