"""Models that meet: joined into one list of cells, or kept apart without the faces between them."""

import helpers_vox as hv
import numpy as np
import pytest
from trivox.core import MeshOptions
from trivox.core.formats.vox import read_vox
from trivox.core.pipeline import build_mesh, build_model
from trivox.core.scene.join import contacts, joined_cells
from trivox.core.scene.world import placed_shapes, world_cells, world_transform
from trivox.core.voxels import Model

NONE = np.zeros(256, bool)
MODES = ("faces", "polygons", "watertight", "rectangles", "fewest", "cutout")


def mesh_of_cells(positions, indices, options, blocked=None):
    """The mesh of cells anywhere, in any order."""
    order = np.lexsort(positions.T[::-1])
    size = tuple((np.ptp(positions, axis=0) + 1).tolist())
    return build_model(Model(size, positions[order].astype(np.int32), indices[order], blocked), options)


def two_boxes(rotation=None, shift=(3, 0, 0)):
    """Two 3x2x4 boxes of colours 1 and 2, the second moved."""
    cells = [(x, y, z) for x in range(3) for y in range(2) for z in range(4)]
    models = [hv.model((3, 2, 4), [(*cell, color) for cell in cells]) for color in (1, 2)]
    moved = {"t": " ".join(map(str, shift)), **({} if rotation is None else {"r": rotation})}
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3), hv.nshp(3, 0), hv.ntrn(4, 5, moved), hv.nshp(5, 1)]
    return read_vox(hv.vox(*models, *nodes))


def cell_colors(scene):
    """World cells to colours; the first shape wins."""
    found = {}
    for node in placed_shapes(scene)[::-1]:
        model = scene.models[scene.nodes[node].model]
        for cell, index in zip(world_cells(scene, node).tolist(), model.indices.tolist(), strict=True):
            found[tuple(cell)] = index
    return found


def visible_area(cells):
    around = np.concatenate([np.eye(3, dtype=int), -np.eye(3, dtype=int)])
    return sum(tuple(np.add(cell, step)) not in cells for cell in cells for step in around)


@pytest.mark.parametrize("shift", [(3, 0, 0), (2, 1, 1), (0, 0, 0), (40, 7, -100_000)])
def test_joined_cells_make_one_mesh(shift):
    scene = two_boxes(shift=shift)
    positions, indices = joined_cells(scene, placed_shapes(scene))
    wanted = cell_colors(scene)
    assert {tuple(p): i for p, i in zip(positions.tolist(), indices.tolist(), strict=True)} == wanted
    for mode in MODES:
        mesh = mesh_of_cells(positions, indices, MeshOptions(mode=mode))
        assert mesh.counts.voxels == len(wanted)
        assert mesh.counts.faces == visible_area(wanted)
        assert mesh.vertices.min(axis=0).tolist() == positions.min(axis=0).tolist()
        assert mesh.vertices.max(axis=0).tolist() == (positions.max(axis=0) + 1).tolist()


@pytest.mark.parametrize("rotation", [4, 17, 40, 1, 33, 84])
@pytest.mark.parametrize("shift", [(3, 0, 0), (2, 1, 1), (1, -2, 3)])
def test_contact_leaves_the_outside_of_both(rotation, shift):
    scene = two_boxes(rotation, shift)
    wanted = cell_colors(scene)
    for mode in MODES:
        area, voxels = 0, 0
        for contact in contacts(scene, placed_shapes(scene), NONE):
            mesh = mesh_of_cells(contact.positions, contact.indices, MeshOptions(mode=mode), blocked=contact.blocked)
            area += mesh.counts.faces
            voxels += mesh.counts.voxels
        assert voxels == len(wanted)
        assert area == visible_area(wanted)


def test_blocked_cells_come_back_in_the_models_own_coordinates():
    scene = two_boxes(17, (3, 1, 0))
    for contact in contacts(scene, placed_shapes(scene), NONE):
        other = next(node for node in placed_shapes(scene) if node != contact.node)
        rotation, translation = world_transform(scene, contact.node)
        model = scene.models[scene.nodes[contact.node].model]
        centers = 2 * (contact.blocked - np.array(model.pivot)) + 1
        world = (centers @ rotation.T.astype(int) - 1) // 2 + translation
        assert {tuple(cell) for cell in world.tolist()} <= {tuple(cell) for cell in world_cells(scene, other).tolist()}


def test_transparent_cells_hide_nothing():
    scene = two_boxes()
    glass = NONE.copy()
    glass[2] = True
    first, second = contacts(scene, placed_shapes(scene), glass)
    assert len(first.blocked) == 0 and len(second.blocked) > 0


def test_far_and_near_cells_equal_a_dense_grid():
    rng = np.random.default_rng(5)
    for _ in range(40):
        grid = rng.integers(0, 3, rng.integers(1, 7, 3)).astype(np.uint8)
        grid[rng.random(grid.shape) < 0.5] = 0
        positions = np.argwhere(grid)
        if not len(positions):
            continue
        offset = rng.integers(-(10**6), 10**6, 3)
        for mode in ("polygons", "fewest"):
            near = build_mesh(grid, MeshOptions(mode=mode))
            far = mesh_of_cells(positions + offset, grid[tuple(positions.T)], MeshOptions(mode=mode))
            assert np.array_equal(near.vertices + offset, far.vertices)
            assert np.array_equal(near.triangles, far.triangles) and near.counts == far.counts
            twice = np.concatenate([positions, positions + np.array([10**6, 7, -(10**5)])])
            both = mesh_of_cells(twice, np.tile(grid[tuple(positions.T)], 2), MeshOptions(mode=mode))
            assert both.counts.triangles == 2 * near.counts.triangles
