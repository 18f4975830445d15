"""Transparent voxels: their faces by brute force, and all proofs of their meshes in every mode."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import ndimage
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh
from trivox.core.mesh.exposure import visible_faces
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.volume import volume_of_grid

GLASS = np.isin(np.arange(256), (4, 5))
STEPS = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))


def faces_by_hand(grid, interior):
    """Cells and directions of all visible faces, from a flood of everything that is not opaque."""
    padded = np.pad(grid, 1)
    opaque = (padded > 0) & ~GLASS[padded]
    label, _ = ndimage.label(~opaque)
    open_air = label == label[0, 0, 0] if interior == "remove" else ~opaque
    found = set()
    for direction, (axis, step) in enumerate(STEPS):
        beyond, air = np.roll(padded, -step, axis), np.roll(open_air, -step, axis)
        clear = (padded > 0) & GLASS[padded] & open_air & (beyond != padded) & ~np.roll(opaque, -step, axis)
        found |= {(*cell, direction) for cell in map(tuple, (np.argwhere(opaque & air | clear) - 1).tolist())}
    return found


def random_grid(seed):
    rng = np.random.default_rng(seed)
    grid = rng.integers(0, 6, rng.integers(1, 7, 3)).astype(np.uint8)
    grid[rng.random(grid.shape) < rng.choice([0.0, 0.3, 0.7])] = 0
    return grid


@given(st.integers(0, 2**32 - 1), st.sampled_from(["remove", "keep"]))
def test_faces_are_those_found_by_hand(seed, interior):
    grid = random_grid(seed)
    faces = visible_faces(volume_of_grid(grid, GLASS), interior)
    cells = faces.cells(np.arange(len(faces))).T.tolist()
    directions = faces.planes.direction[faces.plane].tolist()
    found = [(*cell, direction) for cell, direction in zip(cells, directions, strict=True)]
    assert len(found) == len(set(found)) and set(found) == faces_by_hand(grid, interior)
    assert faces.shell_voxels == len({face[:3] for face in found})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("merge", ["any", "color"])
def test_all_proofs_hold(mode, merge):
    for seed in range(25):
        grid = random_grid(seed)
        for interior in ("remove", "keep"):
            mesh = build_mesh(grid, MeshOptions(mode=mode, interior=interior, merge=merge), transparent=GLASS)
            assert check_mesh(grid, mesh, transparent=GLASS) == []
            assert mesh.counts.lower_bound == mesh.counts.triangles or MODES[mode].see_through


def test_an_opaque_face_behind_glass_stays_and_glass_has_none_there():
    grid = np.array([1, 4, 1], np.uint8).reshape(3, 1, 1)
    mesh = build_mesh(grid, MeshOptions(), transparent=GLASS)
    assert mesh.counts.faces == 6 + 6 + 4
    assert mesh.polygon_is_transparent.sum() == 4
    assert build_mesh(np.full((3, 1, 1), 4, np.uint8), transparent=GLASS).counts.triangles == 12
    assert build_mesh(np.array([4, 5], np.uint8).reshape(2, 1, 1), transparent=GLASS).counts.faces == 12


def test_a_cavity_behind_glass_can_be_seen():
    grid = np.ones((5, 5, 5), np.uint8)
    grid[1:4, 1:4, 1:4] = 0
    assert build_mesh(grid, transparent=GLASS).counts.faces == 150
    grid[0, 2, 2] = 4
    assert build_mesh(grid, transparent=GLASS).counts.faces == 149 + 54 - 1 + 4 + 2


def test_a_wrong_flag_is_noticed():
    grid = np.array([1, 4], np.uint8).reshape(2, 1, 1)
    mesh = build_mesh(grid, transparent=GLASS)
    wrong = dataclasses.replace(mesh, polygon_is_transparent=~mesh.polygon_is_transparent)
    assert any("transparent" in sentence for sentence in check_mesh(grid, wrong, transparent=GLASS))
