"""Which cells triangles fill: against exact fractions, solid angles, formulas of volumes, symmetries and trimesh."""

from __future__ import annotations

import numpy as np
import pytest
from helpers_voxelise import (
    across_centers,
    ball,
    box,
    cells,
    cells_of,
    lattice_box,
    moved,
    reached,
    symmetries,
    torus,
    triangles,
    turn,
    voxels,
    winding,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from trivox.core.voxelise import Paint, VoxeliseOptions, voxelise

QUARTERS = arrays(np.int64, st.tuples(st.just(1), st.just(3), st.just(3)), elements=st.integers(-7, 13)).map(
    lambda value: value / 4
)
SHELL = {"fill": False, "keep_thin": False}


def flat_between_cells(corners: np.ndarray) -> bool:
    return any(len(set(column)) == 1 and column[0] == int(column[0]) for column in corners[0].T.tolist())


@given(QUARTERS)
@settings(max_examples=150)
def test_a_triangle_fills_what_it_reaches_into(corners):
    if flat_between_cells(corners) or not np.ptp(corners, axis=1).any():
        return
    assert cells(corners, surface="conservative", **SHELL) == reached(corners[0])


@given(QUARTERS)
@settings(max_examples=150)
def test_a_thin_surface_is_what_crosses_lines_through_centers(corners):
    if flat_between_cells(corners) or not np.cross(corners[0, 1] - corners[0, 0], corners[0, 2] - corners[0, 0]).any():
        return
    surely, perhaps = across_centers(corners[0])
    # What falls between all centers is kept here, so that there is something at all.
    made = cells(corners, fill=False, keep_thin=True)
    assert surely <= made <= reached(corners[0])
    # Those that were kept although no line crosses them touch none that one does, but for the way to them.
    far = made - perhaps
    if surely and far:
        assert any(max(abs(a - b) for a, b in zip(cell, other, strict=True)) > 1 for cell in far for other in surely)


@pytest.mark.parametrize("seed", range(4))
def test_a_thin_surface_is_thin_and_lets_no_line_through(seed):
    corners = ball(5.3) @ turn(seed).T + 0.31
    surface = cells(corners, **SHELL)
    inside = cells(corners, keep_thin=False)
    assert surface <= cells(corners, surface="conservative", **SHELL)
    for x, y, z in lattice_box(corners):
        for beside in ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1)):
            if ((x, y, z) in inside) != (beside in inside):
                assert {(x, y, z), beside} & surface
    # A thin one is about 3/2 the area over all directions, a conservative one more than twice it.
    assert len(surface) < 1.7 * 4 * np.pi * 5.3**2


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("facing", [1, -1])
@pytest.mark.parametrize("surface", ["thin", "conservative"])
def test_a_face_between_cells_fills_those_behind_it(axis, facing, surface):
    square = np.array([[[0, 0], [3, 0], [3, 2]], [[0, 0], [3, 2], [0, 2]]], float)
    corners = np.insert(square, 0, 5, axis=2)[:, :, np.roll(np.arange(3), axis)]
    corners = corners if facing > 0 else corners[:, ::-1]
    made = cells(corners, surface=surface, **SHELL)
    assert {cell[axis] for cell in made} == {4 if facing > 0 else 5}
    assert len(made) == 6


@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize("surface", ["thin", "conservative"])
def test_a_cube_of_four_on_the_lattice_is_four_wide(fill, surface):
    for options in ({"voxel_size": 1.0}, {"voxels": 4}, {"voxel_size": 0.5}, {"voxels": 8}):
        made = voxels(box((0, 0, 0), (4, 4, 4)), fill=fill, surface=surface, **options)
        side = round(4 / made.voxel_size)
        assert made.model.size == (side,) * 3
        assert made.model.voxels == (side**3 if fill else side**3 - (side - 2) ** 3)
        assert made.origin.tolist() == [0, 0, 0]


@given(
    arrays(np.int64, 3, elements=st.integers(-40, 40)),
    arrays(np.int64, 3, elements=st.integers(1, 60)),
    st.sampled_from([1.0, 0.1, 3.0]),
)
@settings(max_examples=60)
def test_a_box_is_the_cells_whose_center_is_in_it(low, extent, size):
    begin, end = low / 8, (low + extent) / 8
    expected = {
        cell
        for cell in lattice_box(box(tuple(begin), tuple(end)))
        if all(a <= place + 0.5 < b for a, place, b in zip(begin, cell, end, strict=True))
    }
    corners = box(tuple(begin), tuple(end)) * size
    if expected:
        assert cells(corners, voxel_size=size, keep_thin=False) == expected
    assert expected <= cells(corners, voxel_size=size)


@pytest.mark.parametrize("radius", [3.7, 9.2, 15.05])
def test_the_volume_of_a_ball_is_right_within_the_cells_of_its_surface(radius):
    corners = ball(radius, (0.21, 0.13, 0.32), times=5)
    surface, solid = (cells(corners, surface="conservative", fill=fill, keep_thin=False) for fill in (False, True))
    volume = 4 / 3 * np.pi * radius**3
    assert len(solid - surface) < volume < len(solid | surface)
    # Centers on both sides of the surface are equally many, but for chance.
    assert abs(len(solid) - volume) < 4 * np.sqrt(len(surface))
    centers = np.array(sorted(solid | surface)) + 0.5
    far = np.linalg.norm(centers - (0.21, 0.13, 0.32), axis=1)
    # A ball of triangles lies this much inside of the true one at most.
    sag = 0.002 * radius
    for center, distance in zip((centers - 0.5).astype(int).tolist(), far, strict=True):
        if not radius - sag <= distance <= radius:
            assert (tuple(center) in solid) == (distance < radius)


@pytest.mark.parametrize("seed", range(3))
def test_a_torus_is_filled_and_its_hole_is_not(seed):
    rotation = turn(seed)
    solid = cells(torus(7, 2.6, 64) @ rotation.T, keep_thin=False)
    volume = 2 * np.pi**2 * 7 * 2.6**2
    assert abs(len(solid) - volume) < 0.02 * volume
    local = (np.array(sorted(solid)) + 0.5) @ rotation
    assert (np.hypot(np.hypot(local[:, 0], local[:, 1]) - 7, local[:, 2]) < 2.6).all()


@given(st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=25)
def test_inside_is_what_triangles_go_around(seed, count):
    random = np.random.default_rng(seed)
    parts = []
    for _part in range(count):
        shape = [box((-1.5, -2, -1), (1.5, 1, 2)), ball(2.2, times=1), torus(2, 0.9, 7)][random.integers(3)]
        parts.append(shape @ turn(int(random.integers(1000))).T + random.uniform(-2, 2, 3))
    corners = np.concatenate(parts)
    everywhere = sorted(lattice_box(corners))
    around = winding(corners, np.array(everywhere) + 0.5)
    expected = {cell for cell, value in zip(everywhere, around, strict=True) if value > 0.5}
    assert cells(corners, keep_thin=False) == expected


@pytest.mark.parametrize("options", [{}, SHELL, {"fill": False, "surface": "conservative"}, {"keep_thin": False}])
def test_turning_and_mirroring_come_first_or_last(options):
    blade = box((-4, 1.3, -3), (4.2, 1.5, 3.1)) @ turn(8).T
    shape = np.concatenate([torus(4, 1.6, 9) @ turn(5).T, blade])
    # Odd steps, so that no center is on a border; a mirror takes a border from one side to the other.
    shape = (np.floor(shape * 256) * 2 + 1) / 512
    once = np.array(sorted(cells(shape, **options)))
    for matrix in symmetries():
        expected = set(map(tuple, np.rint((once + 0.5) @ matrix.T - 0.5).astype(int).tolist()))
        assert cells(moved(shape, matrix), **options) == expected


@given(arrays(np.int64, 3, elements=st.integers(-5000, 5000)), st.sampled_from([{}, SHELL]))
@settings(max_examples=20)
def test_moving_by_whole_voxels_comes_first_or_last(away, options):
    shape = np.round(torus(3, 1.2, 8) @ turn(3).T * 1024) / 1024
    once = voxels(shape, **options)
    other = voxels(shape + away, **options)
    assert (other.origin == once.origin + away).all()
    assert (other.model.positions == once.model.positions).all()
    assert (other.model.indices == once.model.indices).all()


@pytest.mark.parametrize("seed", range(3))
def test_trimesh_finds_about_the_same(seed):
    trimesh = pytest.importorskip("trimesh")
    corners = np.concatenate([ball(5.4, times=2), box((-2, -7, -2), (3, 8, 1))[:, ::1] + 9]) @ turn(seed).T
    mesh = trimesh.Trimesh(corners.reshape(-1, 3), np.arange(len(corners) * 3).reshape(-1, 3))
    # It takes centers for the corners of our cells, and cuts faces finely instead of deciding exactly.
    mesh.apply_translation((-0.5, -0.5, -0.5))
    grid = mesh.voxelized(1.0, method="subdivide")
    theirs = set(map(tuple, np.rint(grid.points).astype(int).tolist()))
    ours = cells(corners, surface="conservative", **SHELL)
    assert theirs <= ours
    assert len(ours) < 1.35 * len(theirs)
    filled = set(map(tuple, np.rint(grid.fill().points).astype(int).tolist()))
    solid = cells(corners, keep_thin=False)
    assert solid <= filled
    assert filled - ours <= solid


def test_the_lattice_goes_through_a_given_point():
    corners = ball(2.0, times=2)
    made = voxels(corners, voxel_size=0.3, origin=(0.1, 0.25, -7.0))
    away = (made.origin - (0.1, 0.25, -7.0)) / 0.3
    assert np.abs(away - np.rint(away)).max() < 1e-9
    assert made.voxel_size == 0.3


def test_a_number_of_voxels_is_that_of_the_longest_side():
    for count in (1, 2, 7, 50):
        made = voxels(box((1, 2, 3), (4.3, 3.1, 5.2)), voxels=count)
        assert max(made.model.size) == count
        assert made.voxel_size == pytest.approx(3.3 / count)
        # Both sides of what is no whole number of voxels are equally far.
        middle = made.origin + np.array(made.model.size) * made.voxel_size / 2
        assert np.abs(middle - (2.65, 2.55, 4.1)).max() < 1e-9 + made.voxel_size / 2
        # The box of whole voxels has its middle where the mesh has it, so that is a corner of voxels or half way.
        halves = 2 * (np.array([2.65, 2.55, 4.1]) - made.origin) / made.voxel_size
        assert np.abs(halves - np.rint(halves)).max() < 1e-6


def test_a_side_of_a_bit_more_than_whole_voxels_is_whole():
    for more in (0, 1e-10, -1e-10):
        made = voxels(box((0, 0, 0), (1, 0.3 + more, 0.5)), voxels=10)
        assert made.model.size == (10, 3, 5) and np.abs(made.origin).max() < 1e-9


def test_progress_rises_and_can_stop_the_work():
    heard: list[float] = []
    shape = triangles(ball(6))
    voxelise(shape, [Paint()], VoxeliseOptions(voxels=20), heard.append)
    assert heard == sorted(heard) and len(heard) > 5 and heard[0] > 0 and heard[-1] <= 1

    class Stop(BaseException):
        pass

    def stop(share: float) -> None:
        if share > 0.5:
            raise Stop

    with pytest.raises(Stop):
        voxelise(shape, [Paint()], VoxeliseOptions(voxels=20), stop)


def test_the_same_triangles_give_the_same_voxels():
    one, other = (voxels(torus(5, 2) @ turn(1).T, voxels=40) for _time in range(2))
    assert one.model.identity == other.model.identity
    assert one.look == other.look
    assert cells_of(one) == cells_of(other)
