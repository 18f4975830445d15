"""Voxels that touch along an edge alone: opaque cells as bits in, the lower ends of such unit edges out, (n, 3)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import bits

Ints = npt.NDArray[np.int64]


def touching_edges(solid: bits.Words, blocked: bits.Words | None) -> Ints:
    """List the unit edges around which two opposite cells of four are solid, and nothing fills the others.

    Four visible faces meet at each of them.

    Parameters
    ----------
    solid : (x, y, w) uint64
        Opaque cells, and sealed cavities if their faces are left out.
    blocked : (x, y, w) uint64, optional
        Cells that something else fills.

    Returns
    -------
    (n, 3) int64
        Their lower ends, lattice points; as often as edges begin there.
    """
    filled = solid if blocked is None else solid | blocked
    above, filled_above = bits.shifted_down(solid), bits.shifted_down(filled)
    low, high = slice(None, -1), slice(1, None)
    along_x = _opposite(solid[:, low], above[:, high], filled[:, high], filled_above[:, low])
    along_x |= _opposite(solid[:, high], above[:, low], filled[:, low], filled_above[:, high])
    along_y = _opposite(solid[low], above[high], filled[high], filled_above[low])
    along_y |= _opposite(solid[high], above[low], filled[low], filled_above[high])
    along_z = _opposite(solid[low, low], solid[high, high], filled[low, high], filled[high, low])
    along_z |= _opposite(solid[low, high], solid[high, low], filled[low, low], filled[high, high])
    return np.concatenate([_ends(along_x, (0, 1, 1)), _ends(along_y, (1, 0, 1)), _ends(along_z, (1, 1, 0))])


def _opposite(one: bits.Words, other: bits.Words, beside: bits.Words, beyond: bits.Words) -> bits.Words:
    """Where the first two are set and the last two are not."""
    found: bits.Words = one & other & ~(beside | beyond)
    return found


def _ends(cells: bits.Words, step: tuple[int, int, int]) -> Ints:
    """Lower ends of edges whose lowest cells are set."""
    ends: Ints = np.stack(bits.positions(cells), axis=1) + np.array(step)
    return ends
