"""Ambient occlusion, against cases worked out by hand and a plain oracle that cuts rays with cells by fractions."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import acos, pi, sqrt

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trivox.core import CompactLayout, MeshOptions, Model, build_mesh, build_model, directions
from trivox.core.checks import check_mesh
from trivox.core.mesh.exposure import visible_faces
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.occlusion import visible_shares
from trivox.core.mesh.options import MAX_OCCLUSION as MAX_DISTANCE
from trivox.core.mesh.rays import RAYS
from trivox.core.mesh.rays import directions as ray_directions
from trivox.core.mesh.volume import volume_of_cells, volume_of_grid

GLASS = 9
see_through = np.arange(256) == GLASS
Place = tuple[int, ...]


def shares_of(grid: np.ndarray, parts: int, distance: int, interior: str = "keep") -> dict[tuple[int, Place], int]:
    """The share of each part of each face, by direction and by its middle in units of half a part."""
    faces = visible_faces(volume_of_grid(grid, see_through), interior)
    shares = visible_shares(faces, None, parts, distance)
    direction = faces.planes.direction[faces.plane]
    cells = faces.cells(np.arange(len(faces)))
    found = {}
    for face, (row, column) in itertools.product(range(len(faces)), np.ndindex(parts, parts)):
        number = int(direction[face])
        middle = 2 * parts * cells[:, face]
        middle[directions.U_AXIS[number]] += 2 * column + 1
        middle[directions.V_AXIS[number]] += 2 * row + 1
        middle[directions.AXIS[number]] += 2 * parts * (directions.SIGN[number] > 0)
        found[number, tuple(middle.tolist())] = int(shares[face, row, column])
    return found


@lru_cache
def stopped_by(start: tuple[int, int], parts: int, offset: Place, distance: int) -> frozenset[int]:
    """The rays from the middle of a part that pass through the inside of a cell within a distance; slab by slab."""
    found = set()
    for number, ray in enumerate(ray_directions().tolist()):
        first, last = Fraction(0), Fraction(10**6)
        for begin, step, low in zip((*(Fraction(s, 2 * parts) for s in start), Fraction(0)), ray, offset, strict=True):
            times = sorted((low + side - begin) / step for side in (0, 1))
            first, last = max(first, times[0]), min(last, times[1])
        if first < last and first**2 * sum(step * step for step in ray) < distance**2:
            found.add(number)
    return frozenset(found)


def slow_shares(grid: np.ndarray, parts: int, distance: int) -> dict[tuple[int, Place], int]:
    """The same as `shares_of`, face by face and cell by cell."""
    opaque = {tuple(cell) for cell in np.argwhere((grid != 0) & (grid != GLASS)).tolist()}
    found = {}
    for number, middle in shares_of(grid, parts, distance):
        u, v, axis = (int(axes[number]) for axes in (directions.U_AXIS, directions.V_AXIS, directions.AXIS))
        front = [at // (2 * parts) for at in middle]
        front[axis] -= directions.SIGN[number] < 0
        start = (middle[u] - 2 * parts * front[u], middle[v] - 2 * parts * front[v])
        stopped: set[int] = set()
        for cell in opaque:
            away = [c - f for c, f in zip(cell, front, strict=True)]
            offset = (away[u], away[v], away[axis] * int(directions.SIGN[number]))
            if offset[2] >= 0 and max(map(abs, offset)) <= distance:
                stopped |= stopped_by(start, parts, offset, distance)
        found[number, middle] = round(Fraction(255 * (RAYS - len(stopped)), RAYS) + Fraction(1, 10**9))
    return found


def random_grid(seed: int, shape: tuple[int, ...], filled: float) -> np.ndarray:
    """Voxels and glass here and there."""
    random = np.random.default_rng(seed)
    return np.where(random.random(shape) < filled, random.choice([1, 2, GLASS], shape), 0).astype(np.uint8)


@pytest.mark.parametrize(
    ("shape", "parts", "distance"),
    [((4, 5, 4), 1, 1), ((4, 4, 3), 2, 2), ((6, 3, 4), 1, 3), ((3, 3, 2), 3, 2), ((2, 3, 68), 1, 3), ((3, 2, 2), 4, 1)],
)
def test_shares_are_those_of_an_oracle(shape: tuple[int, ...], parts: int, distance: int) -> None:
    grid = random_grid(sum(shape), shape, 0.3)
    if shape[2] > 64:
        grid[:, :, 6:60] = 0  # What is left lies on both sides of a border of words.
    found = shares_of(grid, parts, distance)
    assert found == slow_shares(grid, parts, distance)
    assert min(found.values()) < 200


def test_a_lone_voxel_sees_all_of_the_sky() -> None:
    assert set(shares_of(np.ones((1, 1, 1), np.uint8), 3, MAX_DISTANCE).values()) == {255}


def test_a_flat_plane_sees_all_of_the_sky() -> None:
    grid = np.ones((9, 9, 1), np.uint8)
    assert {share for (number, _), share in shares_of(grid, 2, 8).items() if number == 4} == {255}


@pytest.mark.parametrize("distance", [1, 5, 8, 20])
@pytest.mark.parametrize("parts", [1, 2])
def test_at_the_foot_of_a_wall_a_segment_of_the_disc_is_hidden(distance: int, parts: int) -> None:
    """A ray reaches the wall if its part across is long enough; along the normal, such rays fill a segment."""
    side = 2 * distance + 3
    grid = np.zeros((2, side, distance + 2), np.uint8)
    grid[0] = grid[:, :, 0] = 1
    rays = ray_directions().astype(float)
    across = rays[:, 0] / np.linalg.norm(rays, axis=1)
    found = shares_of(grid, parts, distance)
    for part in range(parts):
        near = (part + 0.5) / parts
        share = found[4, (2 * parts + 2 * part + 1, (side // 2) * 2 * parts + 1, 2 * parts)]
        assert share == round(255 * (RAYS - np.count_nonzero(across * distance > near)) / RAYS + 1e-9)
        height = near / distance
        assert share / 255 == pytest.approx(1 - (acos(height) - height * sqrt(1 - height**2)) / pi, abs=0.02)


@pytest.mark.parametrize("distance", [2, 8, MAX_DISTANCE])
def test_from_the_bottom_of_a_shaft_only_rays_up_the_shaft_see_the_sky(distance: int) -> None:
    grid = np.ones((3, 3, distance + 2), np.uint8)
    grid[1, 1, 1:] = 0
    rays = ray_directions().astype(float)
    across = np.abs(rays[:, :2]).max(axis=1) / np.linalg.norm(rays, axis=1)
    free = np.count_nonzero(across * distance <= 0.5)
    assert shares_of(grid, 1, distance)[4, (3, 3, 2)] == round(255 * free / RAYS + 1e-9)


def test_glass_hides_nothing_and_what_something_else_fills_hides() -> None:
    floor = np.ones((3, 1, 1), np.uint8)
    glass = np.zeros((3, 1, 2), np.uint8)
    glass[:, :, :1], glass[2, 0, 1] = floor, GLASS
    middle = (4, (3, 1, 2))
    assert shares_of(glass, 1, 4)[middle] == 255
    blocked = np.array([[2, 0, 1]], np.int32)
    volume = volume_of_cells(np.argwhere(floor), np.ones(3, np.uint8), None, blocked)
    faces = visible_faces(volume, "keep")
    shares = visible_shares(faces, volume.blocked, 1, 4)
    up = np.flatnonzero(faces.planes.direction[faces.plane] == 4)
    # The face below it cannot be seen.
    assert faces.column[up].tolist() == [0, 1]
    glass[2, 0, 1] = 1
    assert shares[up[1], 0, 0] == shares_of(glass, 1, 4)[middle] < 255


@settings(max_examples=10)
@example(0, (2, 5, 4), 3, 6)  # A ray runs through an edge.
@given(st.integers(0, 999), st.tuples(*[st.integers(1, 5)] * 3), st.integers(1, 3), st.integers(1, 6))
def test_turned_and_mirrored_models_have_the_same_shares(
    seed: int, shape: tuple[int, ...], parts: int, distance: int
) -> None:
    grid = random_grid(seed, shape, 0.4)
    before = shares_of(grid, parts, distance)
    for axes in itertools.permutations(range(3)):
        for flips in itertools.product((False, True), repeat=3):
            turned = np.flip(grid.transpose(axes), np.flatnonzero(flips))
            expected = {}
            for (number, middle), share in before.items():
                normal = directions.NORMAL[number][list(axes)] * np.where(flips, -1, 1)
                there = np.array(middle)[list(axes)]
                there = np.where(flips, 2 * parts * np.array(turned.shape) - there, there)
                found = int(np.flatnonzero((normal == directions.NORMAL).all(axis=1))[0])
                expected[found, tuple(there.tolist())] = share
            assert shares_of(turned, parts, distance) == expected


@settings(max_examples=40)
@given(st.integers(0, 999), st.tuples(*[st.integers(0, 4)] * 3), st.integers(1, 2), st.integers(1, 5))
def test_another_voxel_never_makes_a_face_brighter(seed: int, cell: Place, parts: int, distance: int) -> None:
    grid = random_grid(seed, (5, 5, 5), 0.2)
    before = shares_of(grid, parts, distance)
    grid[cell] = 1
    after = shares_of(grid, parts, distance)
    assert all(after[place] <= share for place, share in before.items() if place in after)


@settings(max_examples=20)
@given(st.integers(0, 999), st.integers(1, 5))
def test_a_longer_distance_never_makes_a_face_brighter(seed: int, distance: int) -> None:
    grid = random_grid(seed, (6, 6, 6), 0.2)
    near, far = shares_of(grid, 1, distance), shares_of(grid, 1, distance + 1)
    assert all(far[place] <= share for place, share in near.items())


def test_rays_are_turned_and_mirrored_copies_of_an_eighth() -> None:
    rays = ray_directions()
    listed = set(map(tuple, rays.tolist()))
    assert len(listed) == len(rays) == RAYS
    assert {(-x, y, z) for x, y, z in listed} == {(y, x, z) for x, y, z in listed} == listed
    # Evenly bright over the disc: the means of 1, x² and of the normal's part.
    flat = rays / np.linalg.norm(rays, axis=1)[:, None]
    assert (flat[:, 0] ** 2).mean() == pytest.approx(1 / 4, abs=0.005)
    assert flat[:, 2].mean() == pytest.approx(2 / 3, abs=0.01)
    assert (rays[:, 2] > 0).all()
    assert (rays[:, 0] * rays[:, 1] * (np.abs(rays[:, 0]) - np.abs(rays[:, 1])) != 0).all()


def shown_shares(mesh: Mesh, places: dict[tuple[int, Place], int], parts: int) -> dict[tuple[int, Place], set[int]]:
    """What the texels show at the middles of parts of faces, by every triangle that covers them."""
    points = 2 * parts * mesh.vertices[mesh.triangles].astype(np.int64)
    way = mesh.polygon_direction[mesh.triangle_polygon]
    corners = mesh.corner_texels().astype(np.float64)
    found = {}
    for number, middle in places:
        axes = [int(table[number]) for table in (directions.U_AXIS, directions.V_AXIS, directions.AXIS)]
        at = np.array(middle)[axes]
        u, v, along = (points[:, :, axis] for axis in axes)
        in_plane = np.flatnonzero((way == number) & (along[:, 0] == at[2]))
        a, b, c = np.stack([u, v], axis=2)[in_plane].transpose(1, 0, 2) - at[:2]
        weights = np.stack([one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] for one, two in ((b, c), (c, a), (a, b))])
        inside = (weights >= 0).all(axis=0)
        texel = np.einsum("ct,tcx->tx", weights / weights.sum(axis=0), corners[in_plane])[inside]
        column, row = np.floor(texel + 1e-6).astype(np.int64).T
        shows = mesh.atlas[row, column] > 0
        found[number, middle] = set(mesh.occlusion[row, column][shows].tolist())
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("parts", "align", "border"), [(1, False, 1), (2, True, 1), (3, False, 0)])
def test_texels_show_the_share_of_their_part(mode: str, parts: int, align: bool, border: int) -> None:
    grid = random_grid(parts, (5, 4, 5), 0.5)
    options = MeshOptions(
        mode=mode, interior="keep", occlusion=3, texel_scale=parts, align=align, border=border, power_of_two=align
    )
    mesh = build_mesh(grid, options, transparent=see_through)
    places = shares_of(grid, parts, 3)
    assert mesh.occlusion.shape == mesh.atlas.shape and mesh.occlusion.dtype == np.uint8
    assert shown_shares(mesh, places, parts) == {place: {share} for place, share in places.items()}


def test_borders_and_gaps_repeat_the_nearest_texel() -> None:
    grid = np.zeros((4, 3, 3), np.uint8)
    grid[:, :, 0] = 1
    grid[0], grid[1, 2, 1] = 1, 2
    mesh = build_mesh(grid, MeshOptions(occlusion=4, texel_scale=2, border=2))
    low, high = mesh.polygon_boxes()
    for polygon in range(mesh.polygon_count):
        ends = mesh.in_plane(np.stack([low, high], axis=1)[[polygon]], np.array([polygon]))
        texels = mesh.projection.texels(np.array([polygon]), ends)[0].astype(int)
        (left, below), (right, above) = np.sort(texels, axis=0)
        tile = mesh.occlusion[below:above, left:right]
        around = mesh.occlusion[below - 2 : above + 2, left - 2 : right + 2]
        assert np.array_equal(around, np.pad(tile, 2, mode="edge"))
    assert mesh.occlusion.min() < 128 and mesh.projection.symmetry.any()


def test_space_is_left_out_only_beyond_the_distance() -> None:
    """Walls at some distance from each other, in a model that is meshed without the space between."""
    for gap in range(1, 7):
        cells = [(0, 0, z) for z in range(3)] + [(gap + 1, 0, 0), (gap + 1, 0, 1), (5000, 4000, 9)]
        far = Model((5001, 4001, 10), np.array(cells, np.int32), np.ones(len(cells), np.uint8))
        near = np.zeros((gap + 2, 1, 3), np.uint8)
        near[tuple(np.array(cells[:-1]).T)] = 1
        mesh = build_model(far, MeshOptions(occlusion=4))
        places = shares_of(near, 1, 4)
        assert shown_shares(mesh, places, 1) == {place: {share} for place, share in places.items()}


def test_nothing_is_kept_unless_asked_for_and_where_faces_share_texels() -> None:
    grid = random_grid(1, (4, 4, 4), 0.5)
    assert build_mesh(grid, MeshOptions(own_texels=True)).occlusion is None
    assert build_mesh(grid, MeshOptions(occlusion=4), layout=CompactLayout()).occlusion is None
    assert build_mesh(np.zeros((1, 1, 1), np.uint8), MeshOptions(occlusion=4)).occlusion.tolist() == [[255]]


def test_proofs_hold_with_occlusion_and_know_its_size() -> None:
    grid = random_grid(2, (5, 4, 5), 0.5)
    mesh = build_mesh(grid, MeshOptions(occlusion=3, texel_scale=2), transparent=see_through)
    assert not check_mesh(grid, mesh, transparent=see_through)
    said = check_mesh(grid, replace(mesh, occlusion=mesh.occlusion[1:]), transparent=see_through)
    assert len(said) == 1 and said[0].startswith("occlusion is")
