"""Corners that a triangulation lost come back; triangles that cannot fit together are an error."""

import numpy as np
import pytest
from trivox.core import GeometryError
from trivox.core.mesh.repair import restore_dropped


def doubled_areas(ring, triangles):
    a, b, c = (ring[triangles[:, i]] for i in range(3))
    return (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])


@pytest.mark.parametrize("inserted", [[1], [1, 2], [4], [1, 2, 4]])
def test_corners_on_a_straight_side_are_restored(inserted):
    square = [(0, 0), (2, 0), (4, 0), (6, 0), (6, 3), (6, 6), (0, 6)]
    used = sorted({0, 3, 5, 6, *inserted})
    ring = np.array([square[corner] for corner in used])
    coarse = np.array([[used.index(corner) for corner in triangle] for triangle in ((0, 3, 5), (0, 5, 6))])
    restored = restore_dropped(ring, coarse)
    assert len(restored) == len(ring) - 2
    assert set(restored.reshape(-1)) == set(range(len(ring)))
    areas = doubled_areas(ring, restored)
    assert (areas > 0).all() and areas.sum() == 72


def test_a_corner_inside_an_inner_diagonal_is_restored():
    ring = np.array([(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)])  # (2, 2) lies on the diagonal from (4, 0) to (0, 4)
    coarse = np.array([[0, 1, 4], [1, 2, 3]])
    restored = restore_dropped(ring, coarse)
    assert len(restored) == 3 and doubled_areas(ring, restored).sum() == doubled_areas(ring, coarse).sum()
    edges = {frozenset((t[i], t[(i + 1) % 3])) for t in restored for i in range(3)}
    assert frozenset((1, 4)) not in edges


def test_triangles_that_do_not_fit_are_an_error():
    ring = np.array([(0, 0), (4, 0), (4, 4), (0, 4)])
    with pytest.raises(GeometryError, match="4 corners"):
        restore_dropped(ring, np.array([[0, 1, 2]]))
