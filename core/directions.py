"""The six directions a face can look in: one table of normals and of the two axes that span each plane.

Every plane has a frame (u, v) with ``u x v = normal``, so that counter-clockwise in (u, v) is counter-clockwise
seen from outside. A *plane coordinate* is the lattice coordinate along the normal's axis; u runs along the columns
of a plane and of its texture, v along the rows.
"""

from __future__ import annotations

import numpy as np

NAMES = ("+x", "-x", "+y", "-y", "+z", "-z")

AXIS = np.array([0, 0, 1, 1, 2, 2], np.intp)
"""(6,) intp: the axis of the normal."""

SIGN = np.array([1, -1, 1, -1, 1, -1], np.int32)
"""(6,) int32: the sign of the normal along its axis."""

U_AXIS = np.array([1, 2, 2, 0, 0, 1], np.intp)
"""(6,) intp: the axis of a plane's columns."""

V_AXIS = np.array([2, 1, 0, 2, 1, 0], np.intp)
"""(6,) intp: the axis of a plane's rows."""

NORMAL = np.zeros((6, 3), np.int32)
"""(6, 3) int32: the outward unit normals."""
NORMAL[np.arange(6), AXIS] = SIGN
