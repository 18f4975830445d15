"""Whether polygons that may be see-through are no larger than what they show: triangles and faces in, words out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..mesh.mesh import Mesh
from .arrays import Ints
from .expected import Expected, split_keys
from .structure import PlaneTriangles


def check_boxes(
    expected: Expected, planes: PlaneTriangles, mesh: Mesh, shown_by: npt.NDArray[np.integer[Any]]
) -> list[str]:
    """Check that each face is shown by a single polygon, and that each polygon is the box around its faces.

    Parameters
    ----------
    expected : Expected
    planes : PlaneTriangles
    mesh : Mesh
    shown_by : (S, F) integer
        The polygon that shows each sample of each face, -1 if none does.

    Returns
    -------
    list of str
    """
    said = []
    torn = (shown_by >= 0).all(axis=0) & (np.ptp(shown_by, axis=0) > 0)
    if torn.any():
        said.append(
            f"{np.count_nonzero(torn):,} of {len(torn):,} visible faces are shown by different polygons in parts;"
            f" the first is {expected.name(int(np.argmax(torn)))}"
        )
    count = mesh.polygon_count
    sample, face = np.nonzero(shown_by >= 0)
    _direction, _plane, row, column = split_keys(expected.face_keys[face], expected.stride)
    shown = _boxes(shown_by[sample, face], np.stack([column, row, -column - 1, -row - 1], axis=1), count)
    u, v = planes.u, planes.v
    corners = np.stack([k.min(axis=1) for k in (u, v, -u, -v)], axis=1)
    wide = ((shown != _boxes(mesh.triangle_polygon[planes.index], corners, count)) & (shown < _NONE)).any(axis=1)
    if wide.any():
        said.append(
            f"{np.count_nonzero(wide):,} of {count:,} polygons are not the boxes around the faces that they show;"
            f" the first is polygon {int(np.argmax(wide))}"
        )
    return said


_NONE = np.iinfo(np.int64).max


def _boxes(owner: npt.NDArray[np.integer[Any]], sides: Ints, count: int) -> Ints:
    """Least of each owner's sides, which are left, bottom, and right and top negated: (count, 4) int64."""
    boxes = np.full((count, 4), _NONE)
    order = np.argsort(owner, kind="stable")
    first = np.flatnonzero(np.diff(owner[order], prepend=-1))
    if len(order):
        boxes[owner[order[first]]] = np.minimum.reduceat(sides[order], first, axis=0)
    return boxes
