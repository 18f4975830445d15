"""Where scenes stand: what no file places is on the ground, and boxes side by side do not meet."""

from __future__ import annotations

import helpers_vox as hv
import numpy as np
import pytest
from trivox.core import SceneOptions, assemble, read_vox
from trivox.core.scene.places import side_by_side

RNG = np.random.default_rng(5)


def world_box(data: bytes, **options: object) -> np.ndarray:
    """(2, 3): lowest and highest corner of all meshes in the world; nothing is turned."""
    assembly = assemble(read_vox(data), scene_options=SceneOptions(**options))
    rows = assembly.placements(flat=True)
    points = [
        assembly.meshes[mesh].vertices - np.array(assembly.scene.models[mesh].pivot) + move
        for mesh, move in zip(rows.mesh, rows.translation, strict=True)
    ]
    return np.array([np.concatenate(points).min(axis=0), np.concatenate(points).max(axis=0)])


PADDED = hv.model((9, 8, 7), [(3, 1, 2, 1), (6, 4, 5, 1)])


@pytest.mark.parametrize("join", ["separate", "contacts", "one"])
def test_a_model_without_a_scene_stands_on_the_ground(join: str) -> None:
    low, high = world_box(hv.vox(PADDED), join=join)
    assert low.tolist() == [-2, -2, 0] and high.tolist() == [2, 2, 4]


def test_several_models_without_a_scene_stand_on_the_ground_together() -> None:
    low, high = world_box(hv.vox(PADDED, hv.cube()))
    assert low[2] == 0 and abs(low[0] + high[0]) <= 1 and low[0] < -2


def test_a_scene_keeps_its_places() -> None:
    data = hv.vox(PADDED, hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"t": "10 20 30"}), hv.nshp(3, 0))
    assert world_box(data)[0].tolist() == [10 + 3 - 4, 20 + 1 - 4, 30 + 2 - 3]
    assert world_box(data, at_origin=True)[0].tolist() == [-2, -2, 0]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16])
def test_side_by_side(count: int) -> None:
    low = RNG.uniform(-50, 50, (count, 3))
    boxes = np.stack([low, low + RNG.uniform(0.5, 20, (count, 3))], axis=1)
    moved = boxes[:, :, :2] + side_by_side(boxes)[:, None]
    gap = np.ptp(boxes[:, :, :2], axis=1).max() / 8 - 1e-9
    for one in range(count):
        for other in range(one):
            apart = np.maximum(moved[one, 0] - moved[other, 1], moved[other, 0] - moved[one, 1])
            assert apart.max() >= gap
    ends = moved.min(axis=(0, 1)), moved.max(axis=(0, 1))
    assert np.allclose(ends[0] + ends[1], 0)
    middles = moved.mean(axis=1)
    for index in range(1, count):
        same_row = index % round(np.ceil(np.sqrt(count))) > 0
        assert (middles[index, 0] > middles[index - 1, 0]) if same_row else middles[index, 1] > middles[index - 1, 1]


def test_small_boxes_keep_a_distance() -> None:
    boxes = np.array([[[0, 0, 0], [1, 1, 1]], [[5, 5, 5], [6, 7, 6]]], float)
    moved = boxes[:, :, :2] + side_by_side(boxes, least=3)[:, None]
    assert moved[1, 0, 0] - moved[0, 1, 0] == pytest.approx(3)


def test_no_boxes() -> None:
    assert side_by_side(np.zeros((0, 2, 3))).shape == (0, 2)
