"""Chunks: meshes side by side without a crack that depend on little; coarser ones that leave no hole beside others."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.chunks import ChunkOptions, Place, brick_of, bricks_of, forest_of, tree_of
from trivox.core.chunks.bricks import surrounded
from trivox.core.chunks.halving import halved
from trivox.core.errors import OptionError
from trivox.core.levels import LevelOptions
from trivox.core.levels.halving import level_of
from trivox.core.mesh.modes import MODES
from trivox.core.scene.chunked import chunked
from trivox.core.texture import CompactLayout
from trivox.core.voxels import Look, Material, Model, ModelFrame, Scene, SceneNode
from trivox.core.voxels.transforms import identity, make_frame

SIZE = 8
GLASS = 3
OTHER_GLASS = 4
PALETTE = np.full((256, 4), 255, np.uint8)
LOOK = Look(
    PALETTE,
    tuple(
        Material(kind="glass", transparency=0.5) if index in (GLASS, OTHER_GLASS) else Material()
        for index in range(256)
    ),
)
NORMALS = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])


def forest(grid: np.ndarray, corner: tuple[int, int, int] = (0, 0, 0), levels: int = 0, interior: str = "keep"):
    """All bricks of a grid whose first cell is somewhere in the world."""
    cells = np.argwhere(grid)
    found = bricks_of(cells + np.array(corner), grid[tuple(cells.T)], SIZE)
    bricks = {key: brick_of(each, LOOK.transparent, interior=interior) for key, each in found}
    return forest_of(bricks, LOOK.transparent, ChunkOptions(SIZE, levels))


def meshes(made, mode: str = "watertight"):
    """Mesh and place of all bricks, with the lattice point of the world of its low corner."""
    options = MeshOptions(mode=mode)
    for place, around in made.around():
        mesh = around.mesh(options, LOOK, CompactLayout())
        if len(mesh.triangles):
            yield place, mesh, np.array(place.key) * (SIZE << place.level)


def unit_faces(mesh, corner: np.ndarray, scale: int = 1) -> Counter:
    """How often each side of a cell is shown, by cell and direction; counted triangle by triangle where needed."""
    low, high = (points.astype(np.int64) * scale + corner for points in mesh.polygon_boxes())
    found: Counter = Counter()
    for direction, a, b in zip(mesh.polygon_direction.tolist(), low, high, strict=True):
        normal = NORMALS[direction]
        axis = int(np.argmax(np.abs(normal)))
        size = b - a
        size[axis] = 1
        start = a - (normal.sum() > 0) * np.abs(normal)
        for step in itertools.product(*(range(int(side)) for side in size)):
            found[(*(start + step).tolist(), direction)] += 1
    return found


def balance(parts) -> Counter:
    """Directed sides of triangles minus those in the other direction: none where surfaces are closed, and fit."""
    sides = []
    for mesh, corner in parts:
        corners = (mesh.vertices.astype(np.int64) + corner)[mesh.triangles]
        sides += [np.concatenate([corners[:, one], corners[:, (one + 1) % 3]], axis=1) for one in range(3)]
    forward = np.concatenate(sides)
    every, number = np.unique(np.concatenate([forward, np.roll(forward, 3, axis=1)]), axis=0, return_inverse=True)
    sign = np.repeat([1, -1], len(forward))
    total = np.bincount(number.reshape(-1), sign, len(every))
    return Counter({tuple(every[index].tolist()): total[index] for index in np.flatnonzero(total)})


def blobs(seed: int, side: int = 18, colors: int = 3) -> np.ndarray:
    """A grid of clumps, with holes and single cells."""
    random = np.random.default_rng(seed)
    rough = random.random((side // 3,) * 3).repeat(3, 0).repeat(3, 1).repeat(3, 2)
    filled = (rough + 0.4 * random.random((side,) * 3)) > 0.7
    return np.where(filled, random.integers(1, colors, (side,) * 3), 0).astype(np.uint8)


@pytest.mark.parametrize("corner", [(0, 0, 0), (-5, 3, -11)])
@pytest.mark.parametrize("seed", range(3))
def test_chunks_have_no_crack_and_no_vertex_inside_an_edge(seed: int, corner: tuple[int, int, int]) -> None:
    """Each side of a triangle has its like in the other direction, over all chunks; the same faces as in one mesh."""
    grid = blobs(seed)
    parts = [(mesh, at) for _, mesh, at in meshes(forest(grid, corner))]
    assert len(parts) > 8
    assert not balance(parts)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.05, 0.95), st.integers(2, 6))
def test_faces_of_chunks_are_those_of_the_whole(seed: int, share: float, colors: int) -> None:
    """Glass too: no wall where a lake goes from one chunk to the next."""
    random = np.random.default_rng(seed)
    grid = np.where(random.random((11, 10, 9)) < share, random.integers(1, colors, (11, 10, 9)), 0).astype(np.uint8)
    corner = random.integers(-9, 9, 3)
    options = MeshOptions(mode="faces", interior="keep")
    whole = build_mesh(grid, options, transparent=LOOK.transparent)
    wanted = unit_faces(whole, corner)
    found: Counter = Counter()
    for _, mesh, at in meshes(forest(grid, tuple(corner.tolist())), "faces"):
        found += unit_faces(mesh, at)
    assert found == wanted


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.05, 0.95))
def test_chunks_of_noise_fit(seed: int, share: float) -> None:
    random = np.random.default_rng(seed)
    grid = (random.random((10, 11, 9)) < share).astype(np.uint8)
    parts = [(mesh, at) for _, mesh, at in meshes(forest(grid, tuple(random.integers(-9, 9, 3).tolist())))]
    assert not balance(parts)


@pytest.mark.parametrize("mode", MODES)
def test_counts_are_those_of_the_chunk(mode: str) -> None:
    grid = blobs(5)
    whole = build_mesh(grid, MeshOptions(mode=mode, interior="keep"))
    made = [mesh for _, mesh, _ in meshes(forest(grid), mode)]
    assert sum(mesh.counts.voxels for mesh in made) <= whole.counts.voxels
    assert sum(mesh.counts.faces for mesh in made) == whole.counts.faces
    assert sum(mesh.counts.shell_voxels for mesh in made) == whole.counts.shell_voxels
    for mesh in made:
        counts = mesh.counts
        assert counts.triangles == len(mesh.triangles)
        assert counts.vertices == len(mesh.vertices)
        assert mesh.vertices.min() >= 0
        assert mesh.vertices.max() <= SIZE
        assert counts.lower_bound <= counts.triangles
        assert 0 < counts.planes <= counts.polygons <= counts.faces


def digests(grid: np.ndarray, levels: int = 0) -> dict[Place, str]:
    """A digest of all that a file would say of each brick."""
    found = {}
    for place, mesh, _ in meshes(forest(grid, levels=levels, interior="remove")):
        digest = hashlib.sha256()
        for array in (mesh.vertices, mesh.triangles, mesh.triangle_polygon, mesh.polygon_direction, mesh.atlas):
            digest.update(np.ascontiguousarray(array).tobytes())
        for array in (mesh.projection.offset, mesh.projection.symmetry, mesh.projection.color):
            digest.update(np.ascontiguousarray(array).tobytes())
        found[place] = digest.hexdigest()
    return found


@pytest.mark.parametrize(
    ("cell", "near"),
    [
        ((12, 12, 12), {(1, 1, 1)}),
        ((8, 12, 12), {(0, 1, 1), (1, 1, 1)}),
        ((15, 12, 12), {(1, 1, 1), (2, 1, 1)}),
        ((12, 8, 15), {(1, 0, 1), (1, 1, 1), (1, 0, 2), (1, 1, 2)}),
        ((9, 10, 14), {(1, 1, 1)}),
    ],
)
def test_a_changed_cell_changes_only_what_is_beside_it(cell: tuple[int, int, int], near: set) -> None:
    grid = blobs(7, side=24)
    before = digests(grid)
    grid[cell] = 0 if grid[cell] else 1
    after = digests(grid)
    changed = {place.key for place in before.keys() | after.keys() if before.get(place) != after.get(place)}
    assert (1, 1, 1) in changed
    assert changed <= near


def test_sealed_cavities_inside_a_chunk_have_no_faces() -> None:
    """Those that touch its sides may have some, for what is beyond may change."""
    grid = np.ones((16, 8, 8), np.uint8)
    grid[3:5, 3:5, 3:5] = 0
    grid[8, 3, 3] = 0
    kept = Counter(place.key for place, mesh, _ in meshes(forest(grid)) for _ in range(mesh.counts.faces))
    removed = Counter(
        place.key for place, mesh, _ in meshes(forest(grid, interior="remove")) for _ in range(mesh.counts.faces)
    )
    assert kept[(0, 0, 0)] - removed[(0, 0, 0)] == 24
    assert kept[(1, 0, 0)] == removed[(1, 0, 0)]
    assert not balance([(mesh, at) for _, mesh, at in meshes(forest(grid, interior="remove"))])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.01, 0.9))
def test_halving_fills_what_levels_fill(seed: int, share: float) -> None:
    """By the rule any; opaque where any cell is."""
    random = np.random.default_rng(seed)
    grid = np.where(random.random((8, 8, 8)) < share, random.integers(1, 6, (8, 8, 8)), 0).astype(np.uint8)
    found = halved(grid, LOOK.transparent)
    level = level_of(Model.from_grid(grid), LOOK, 2, LevelOptions(rule="any"))
    filled = np.zeros((4, 4, 4), np.bool_)
    away = np.array([2, 2, 2]) - np.array(level.pivot)
    filled[tuple((level.positions.astype(np.int64) + away).T)] = True
    # Sealed cavities count as filled there, but lie inside of what is filled here.
    assert (filled >= (found > 0)).all()
    for cell in np.ndindex(4, 4, 4):
        eight = grid[tuple(slice(2 * at, 2 * at + 2) for at in cell)]
        opaque = set(eight[(eight > 0) & ~LOOK.transparent[eight]].tolist())
        some = opaque or set(eight[eight > 0].tolist())
        assert int(found[cell]) in (some or {0})


def test_colours_of_what_is_seen_win() -> None:
    """Grass on earth stays green."""
    grid = np.zeros((8, 8, 8), np.uint8)
    grid[:, :, :3] = 1
    grid[:, :, 3] = 2
    assert (halved(grid, LOOK.transparent)[:, :, 1] == 2).all()


def frontier(nodes, random) -> list[Place]:
    """A random cut through a tree: each chunk is shown by itself, or by a coarser one."""
    first, shown, waiting = np.cumsum([1] + [node.children for node in nodes]), [], [0]
    for index in waiting:
        node = nodes[index]
        if node.children and random.random() < 0.6:
            waiting += range(first[index], first[index] + node.children)
        else:
            shown.append(node.place)
    return shown


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.02, 0.98))
def test_nothing_is_missing_between_levels(seed: int, share: float) -> None:
    """Where a shown cell borders on empty space of whatever level, there is a face, so nobody sees inside."""
    random = np.random.default_rng(seed)
    rough = random.random((9, 9, 9)).repeat(4, 0).repeat(4, 1).repeat(4, 2)[:32, :32, :32]
    grid = (0.8 * rough + 0.2 * random.random((32, 32, 32)) < share).astype(np.uint8)
    made = forest(grid, levels=2)
    parts = {place: (mesh, at) for place, mesh, at in meshes(made, "faces")}
    solid = np.zeros((34, 34, 34), np.bool_)
    shown: Counter = Counter()
    for place in frontier(tree_of(set(parts)), random):
        scale = 1 << place.level
        cells = made.levels[place.level][place.key].cells > 0
        low = np.array(place.key) * SIZE * scale + 1
        box = tuple(slice(at, at + SIZE * scale) for at in low)
        solid[box] |= cells.repeat(scale, 0).repeat(scale, 1).repeat(scale, 2)
        shown += unit_faces(*parts[place], scale)
    # Bricks without a face are solid, or empty.
    for key, brick in made.levels[0].items():
        if Place(0, key) not in parts:
            solid[tuple(slice(SIZE * at + 1, SIZE * at + SIZE + 1) for at in key)] |= brick.cells > 0
    for direction, normal in enumerate(NORMALS):
        ahead = np.roll(solid, -normal, axis=(0, 1, 2))
        for cell in np.argwhere(solid & ~ahead) - 1:
            assert shown[(*cell.tolist(), direction)]


def test_coarse_chunks_of_one_level_fit_but_for_what_covers_gaps() -> None:
    """Corners at the seams are the same on both sides."""
    grid = blobs(11, side=30)
    parts: dict[int, list] = {}
    for place, mesh, at in meshes(forest(grid, levels=1)):
        parts.setdefault(place.level, []).append((place, mesh, at // (1 << place.level)))
    lines: dict[tuple, set] = {}
    for place, mesh, at in parts[1]:
        for point in (mesh.vertices + at).tolist():
            if any(value % SIZE == 0 for value in point):
                lines.setdefault(tuple(point), set()).add(place.key)
    # A vertex on a seam inside a side of a neighbour's triangle would be a T-junction.
    vertices = set(lines)
    for _, mesh, at in parts[1]:
        points = mesh.vertices.astype(np.int64) + at
        each = zip(mesh.triangles.tolist(), mesh.triangle_polygon.tolist(), strict=True)
        sides = {(t[one], t[(one + 1) % 3], owner) for t, owner in each for one in range(3)}
        # Faces that cover gaps lie on those of the neighbour; only outlines must meet.
        for one, other, owner in sides:
            if (other, one, owner) not in sides:
                a, b = points[one], points[other]
                same = a == b
                on_seam = (same & (a % SIZE == 0)).any()
                if same.sum() == 2 and on_seam:
                    axis = int(np.argmin(same))
                    for value in range(min(a[axis], b[axis]) + 1, max(a[axis], b[axis])):
                        inner = a.copy()
                        inner[axis] = value
                        assert tuple(inner.tolist()) not in vertices


def test_what_is_around_a_brick() -> None:
    random = np.random.default_rng(3)
    grid = random.integers(0, 5, (24, 24, 24)).astype(np.uint8)
    made = forest(grid)
    assert (surrounded(made.levels[0], (1, 1, 1), SIZE) == grid[7:17, 7:17, 7:17]).all()
    assert (surrounded(made.levels[0], (0, 2, 1), SIZE)[1:, :-1] == grid[0:9, 15:24, 7:17]).all()


def test_trees_hold_all_and_end() -> None:
    places = {Place(0, key) for key in [(0, 0, 0), (1, 0, 0), (-1, -1, 5), (-1, 0, 0)]}
    nodes = tree_of(places)
    assert sum(node.children for node in nodes) == len(nodes) - 1
    assert places <= {node.place for node in nodes}
    assert all(node.children <= 8 for node in nodes)
    assert tree_of(set()) == ()
    assert tree_of({Place(0, (3, 3, 3))})[0].children == 0


def scene_of(grid: np.ndarray, at: tuple[int, int, int], *, hidden: bool = False) -> Scene:
    node = SceneNode("land", -1, "shape", (make_frame(0, identity(), at),), (ModelFrame(0, 0),), hidden=hidden)
    return Scene(name="land", models=(Model.from_grid(grid),), look=LOOK, nodes=(node,))


def test_a_scene_becomes_chunks_at_their_places() -> None:
    """By the lattice of the world, wherever its model is."""
    grid = blobs(13)
    made = chunked(scene_of(grid, (4, 5, 6)), chunks=ChunkOptions(8), layout=CompactLayout())
    shown = [node for node in made.scene.nodes if node.models]
    assert {node.name for node in shown} >= {"land_-1_-1_-1", "land_0_0_0"}
    assert len(made.meshes) == len(made.scene.models) > len(shown)
    found: Counter = Counter()
    whole = chunked(scene_of(grid, (4, 5, 6)), MeshOptions(mode="faces"), chunks=ChunkOptions(8, 0))
    assert whole.tree == ()
    for node in whole.scene.nodes:
        model = node.models[0].model
        corner = node.transforms[0].translation - np.array(whole.scene.models[model].pivot)
        found += unit_faces(whole.meshes[model], corner)
    one = build_mesh(grid, MeshOptions(mode="faces", interior="keep"))
    assert not found - unit_faces(one, np.array([4, 5, 6]) - 9)
    root = made.tree[0]
    assert sum(entry.children for entry in made.tree) == len(made.tree) - 1
    cells = np.argwhere(grid) + np.array([4, 5, 6]) - 9
    assert (np.array(root.low) <= cells.min(axis=0)).all()
    assert (np.array(root.high) >= cells.max(axis=0) + 1).all()
    assert {entry.mesh for entry in made.tree} - {None} == set(range(len(made.meshes)))


def test_workers_make_the_same() -> None:
    scene = scene_of(blobs(17, side=24), (0, 0, 0))
    one, other = (chunked(scene, chunks=ChunkOptions(8), jobs=jobs) for jobs in (1, 2))
    assert one.digests == other.digests
    assert one.tree == other.tree


@pytest.mark.parametrize("size", [0, 4, 12, 48, 256])
def test_sizes_that_cannot_be_halved_are_refused(size: int) -> None:
    with pytest.raises(OptionError, match="size"):
        ChunkOptions(size)
