"""What is told of a mesh: a volume, its faces, polygons and triangles in, counts out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .contours import Polygons
from .exposure import Faces
from .modes import MODES
from .parting import count_four_face_edges
from .touching import touching_edges
from .volume import Volume


def model_counts(volume: Volume, faces: Faces, polygons: Polygons) -> dict[str, int]:
    """What does not depend on how the polygons became triangles."""
    return {
        "voxels": volume.voxels,
        "shell_voxels": faces.shell_voxels,
        "faces": len(faces),
        "polygons": polygons.count,
        "corners": len(polygons.plane),
        "holes": int(polygons.holes.sum()),
        "planes": int(np.count_nonzero(np.diff(faces.plane))) + bool(len(faces)),
    }


def four_face_edges(
    volume: Volume,
    faces: Faces,
    mode: str,
    vertices: npt.NDArray[np.int32],
    triangles: npt.NDArray[np.int32],
    whole: bool = True,
) -> int | None:
    """Count the edges with four faces: by the voxels, which is faster, where none is transparent.

    Parameters
    ----------
    volume : Volume
    faces : Faces
    mode : str
    vertices : (V, 3) int32
    triangles : (T, 3) int32
    whole : bool
        Whether the triangles are those of all faces of the volume.

    Returns
    -------
    int or None
        None where vertices may lie inside edges.
    """
    if MODES[mode].junctions != "nowhere":
        return None
    if faces.planes.transparent.any() or not whole:
        return count_four_face_edges(triangles)
    # No vertex lies inside an edge, and one lies wherever other faces meet: an edge has as many unit edges of its kind
    # as it is long, and the first of them begins at a vertex.
    ends = touching_edges(faces.solid, volume.blocked)
    if not len(ends):
        return 0
    one, other = (_keys(points, faces.span) for points in (vertices, ends))
    return int(np.count_nonzero(one[np.searchsorted(one, other).clip(max=len(one) - 1)] == other))


def _keys(points: npt.NDArray[np.integer[Any]], span: int) -> npt.NDArray[np.int64]:
    """Numbers of lattice points, (n, 3), below a span, in lexicographic order."""
    x, y, z = points.astype(np.int64).T
    keys: npt.NDArray[np.int64] = (x * span + y) * span + z
    return keys
