"""A model with a mesh of it in any layout in, the bytes that it takes as a compressed .tvx file of its own out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...errors import LimitError
from ...mesh.mesh import Mesh
from ...scene.assembly import Assembly, meshed
from ...texture import AtlasLayout, CompactLayout, painted_before
from ...voxels.look import Look
from ...voxels.model import Model
from ...voxels.scene import ModelFrame, Scene, SceneNode, TransformFrame
from .document import tvx_of
from .records import LARGEST_COORDINATE
from .writer import write_tvx


def file_bytes(model: Model, look: Look, mesh: Mesh) -> int | None:
    """Count the bytes of a compressed .tvx file that shows one model, without a name.

    Parameters
    ----------
    model : Model
    look : Look
    mesh : Mesh
        Of that model and that look. It is meshed again only where the file cuts polygons in another way.

    Returns
    -------
    int or None
        None if no .tvx file can hold the mesh.
    """
    frame = TransformFrame(0, np.eye(3, dtype=np.int8), np.zeros(3, np.int64))
    node = SceneNode("", -1, "shape", (frame,), (ModelFrame(0, 0),))
    scene = Scene(name="", models=(model,), look=look, nodes=(node,))
    try:
        if _is_cut(model, mesh):
            (compact,) = meshed(scene, [mesh.options], layout=CompactLayout(), largest=LARGEST_COORDINATE)
        else:
            compact = _compact(mesh)
        return len(write_tvx(None, tvx_of(Assembly(scene, (compact,))), compress=True))
    except LimitError:
        return None


def _is_cut(model: Model, mesh: Mesh) -> bool:
    """Whether the mesh or that of the file has polygons that end where a length did."""
    longest = min(AtlasLayout.of(mesh.options).longest or LARGEST_COORDINATE, LARGEST_COORDINATE)
    return max(model.size) > longest and model.voxels > 0 and int(np.diff(model.box, axis=0).max()) > longest


def _compact(mesh: Mesh) -> Mesh:
    """The same polygons with the texture as the file has it."""
    if mesh.projection.is_flat.all():
        return replace(mesh, projection=replace(mesh.projection, scale=1))
    polygons = np.arange(mesh.polygon_count)
    low, high = (mesh.in_plane(box, polygons) for box in mesh.polygon_boxes())
    texture = CompactLayout().lay_out(painted_before(mesh.atlas, mesh.projection, low, high))
    return replace(mesh, atlas=texture.atlas, projection=texture.projection)
