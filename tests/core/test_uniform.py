"""Rectangles of one class, against slices of the image."""

from __future__ import annotations

import numpy as np
import pytest
from trivox.core.texture.uniform import SEVERAL, uniform_class


@pytest.mark.parametrize("seed", range(20))
def test_rectangles_of_noise(seed: int) -> None:
    rng = np.random.default_rng(seed)
    height, width = rng.integers(1, 12, 2)
    classes = np.where(rng.random((height, width)) < 0.1, rng.integers(0, 6, (height, width)), seed % 6)
    classes[rng.random((height, width)) < 0.05] = -1
    low = np.column_stack([rng.integers(0, width, 50), rng.integers(0, height, 50)])
    high = low + 1 + (rng.random((50, 2)) * (np.array([width, height]) - low)).astype(np.int64)
    found = uniform_class(classes, low, high)
    for (left, below), (right, above), one in zip(low.tolist(), high.tolist(), found.tolist(), strict=True):
        inside = np.unique(classes[below:above, left:right])
        inside = inside[inside >= 0]
        if not len(inside):
            continue
        assert one == (inside[0] if len(inside) == 1 else SEVERAL)


def test_no_rectangles() -> None:
    none = np.zeros((0, 2), np.int64)
    assert uniform_class(np.zeros((1, 1), np.int64), none, none).shape == (0,)
