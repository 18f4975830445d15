"""Meshes with holes, doubles, faces turned over and parts in each other are filled as what they were meant to be."""

from __future__ import annotations

import numpy as np
import pytest
from helpers_voxelise import ball, box, cells, symmetries, torus, turn, voxels
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core.voxelise import filling, orient
from trivox.core.voxelise.scan import Crossings

CENTERS = {"keep_thin": False}
ROUND = np.floor(ball(6, (0.2, 0.1, 0.3), times=3) @ turn(4).T * 512) / 512


def turned(corners: np.ndarray, some: np.ndarray | slice = slice(None)) -> np.ndarray:
    result = corners.copy()
    result[some] = result[some][:, [0, 2, 1]]
    return result


@given(st.sets(st.integers(0, len(ROUND) - 1), max_size=60))
@settings(max_examples=20)
def test_faces_turned_over_change_nothing(some):
    damaged = turned(ROUND, np.array(sorted(some), int))
    assert cells(damaged, **CENTERS) == cells(ROUND, **CENTERS)
    assert cells(damaged, fill=False) == cells(ROUND, fill=False)


@pytest.mark.parametrize("shape", [ROUND, torus(5, 2, 12) @ turn(2).T, box((0, 0, 0), (4, 4, 4))], ids=["b", "t", "c"])
def test_what_is_turned_inside_out_is_the_same(shape):
    for options in (CENTERS, {"fill": False}, {"fill": False, "surface": "conservative"}):
        assert cells(turned(shape), **options) == cells(shape, **options)


@given(st.sets(st.integers(0, len(ROUND) - 1), max_size=60), st.booleans())
@settings(max_examples=20)
def test_doubles_change_nothing(some, over):
    twice = ROUND[np.array(sorted(some), int)]
    damaged = np.concatenate([ROUND, np.roll(turned(twice) if over else twice, 1, axis=1)])
    if over:
        # Faces that show both sides are doubles where most are; else they stand for two bodies that touch.
        damaged = np.concatenate([ROUND, np.roll(turned(ROUND), 1, axis=1), twice])
    assert cells(damaged, **CENTERS) == cells(ROUND, **CENTERS)


def test_bodies_that_share_a_wall_stay_filled():
    one, other = box((0, 0, 0), (3, 4, 5)), box((3, 0, 0), (7, 4, 5))
    assert cells(np.concatenate([one, other])) == cells(box((0, 0, 0), (7, 4, 5)))


@given(st.integers(0, len(ROUND) - 1))
@settings(max_examples=25)
def test_a_missing_triangle_changes_nothing(missing):
    made = voxels(np.delete(ROUND, missing, axis=0), **CENTERS)
    assert made.model.identity == voxels(ROUND, **CENTERS).model.identity


def test_neighbors_decide_if_it_is_too_much_to_look_around(monkeypatch):
    whole = cells(ROUND, **CENTERS)
    monkeypatch.setattr(filling, "MAX_ANGLES", 0)
    for missing in range(0, 100, 4):
        assert len(cells(np.delete(ROUND, missing, axis=0), **CENTERS) ^ whole) <= 1


def test_a_hole_is_told():
    made = voxels(np.delete(ROUND, slice(10, 16), axis=0))
    (note,) = made.notes
    assert note.startswith("the mesh has holes")
    assert not voxels(ROUND).notes


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("over", [False, True])
def test_a_box_without_a_lid_is_filled(face, over):
    whole = box((0, 0, 0), (5, 6, 7))
    open_ = np.delete(whole, slice(2 * face, 2 * face + 2), axis=0)
    assert cells(turned(open_) if over else open_, **CENTERS) == cells(whole)


def test_an_open_bowl_is_filled_only_if_it_faces_outwards():
    bowl = ROUND[ROUND[:, :, 2].mean(axis=1) < 0]
    assert len(cells(bowl)) > 1.5 * len(cells(turned(bowl)))
    assert cells(turned(bowl)) == cells(turned(bowl), fill=False)
    # What is open faces where most of it does, whichever triangle comes first.
    for shape in (bowl, turned(bowl)):
        assert cells(turned(shape, [0])) == cells(shape)


def test_many_small_holes_leave_almost_all():
    whole = cells(ROUND, **CENTERS)
    random = np.random.default_rng(1)
    for _time in range(5):
        made = cells(np.delete(ROUND, random.choice(len(ROUND), 25, replace=False), axis=0), **CENTERS)
        assert len(made ^ whole) < 0.01 * len(whole)


def test_overlapping_bodies_are_one():
    parts = [ROUND, ROUND[:, :, [1, 2, 0]] + (4, 1, 2), box((-2, -2, -9), (2.5, 2.5, 9)) @ turn(6).T]
    expected = set().union(*(cells(part, **CENTERS) for part in parts))
    assert cells(np.concatenate(parts), **CENTERS) == expected
    for over in range(3):
        some = [turned(part) if number == over else part for number, part in enumerate(parts)]
        assert cells(np.concatenate(some), **CENTERS) == expected
    assert cells(np.concatenate([turned(part) for part in parts]), **CENTERS) == expected


def test_an_inner_shell_is_a_cavity_if_it_faces_into_it():
    inner = ROUND * 0.5 + 0.2
    hollow = np.concatenate([ROUND, turned(inner)])
    expected = cells(ROUND, **CENTERS) - cells(inner, **CENTERS)
    assert cells(hollow, **CENTERS) == expected
    assert cells(turned(hollow), **CENTERS) == expected
    # A part in a part says nothing new.
    assert cells(np.concatenate([ROUND, inner]), **CENTERS) == cells(ROUND, **CENTERS)
    # An island in the cavity is there.
    island = ROUND * 0.2 + 0.2
    assert cells(np.concatenate([hollow, island]), **CENTERS) == expected | cells(island, **CENTERS)


def test_many_cavities_are_kept_as_they_are(monkeypatch):
    holes = [turned(box((x, y, 1), (x + 1, y + 1, 2))) for x in range(1, 9, 2) for y in range(1, 9, 2)]
    shape = np.concatenate([box((0, 0, 0), (10, 10, 3)), *holes])
    assert len(cells(shape)) == 300 - 16
    monkeypatch.setattr(orient, "MAX_ANGLES", 0)
    assert len(cells(shape)) == 300 - 16


def test_a_strip_with_one_side_does_not_hang():
    around = np.linspace(0, 2 * np.pi, 41)
    reach = np.array([-1.0, 1.0])[:, None] * np.cos(around / 2) + 6
    height = np.array([-1.0, 1.0])[:, None] * np.sin(around / 2)
    points = np.stack((reach * np.cos(around), reach * np.sin(around), height), axis=2)
    a, b, c, d = points[0, :-1], points[1, :-1], points[1, 1:], points[0, 1:]
    strip = np.concatenate([np.stack((a, b, c), axis=1), np.stack((a, c, d), axis=1)])
    made = cells(strip)
    assert len(made) > 30
    # No cell is far from it.
    distance = np.hypot(np.hypot(*(np.array(sorted(made))[:, :2] + 0.5).T) - 6, np.array(sorted(made))[:, 2] + 0.5)
    assert distance.max() < 1 + np.sqrt(3)


@pytest.mark.parametrize("options", [{}, {"surface": "conservative"}, {"fill": False}])
def test_triangles_without_area_are_cells_too(options):
    point = np.full((1, 3, 3), 2.5)
    on_lattice = np.full((1, 3, 3), 7.0)
    line = np.array([[[0, 0, 0], [4, 0, 0], [2, 0, 0]]], float)
    made = cells(np.concatenate([point, on_lattice, line]), **options)
    assert made == {(2, 2, 2), (7, 7, 7), (0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)}


def test_slivers_change_nothing():
    edge = ROUND[3]
    sliver = np.array([[edge[0], edge[1], (edge[0] + edge[1]) / 2], [edge[0], edge[0], edge[1]], [edge[2]] * 3])
    assert cells(np.concatenate([ROUND, sliver]), **CENTERS) == cells(ROUND, **CENTERS)


@pytest.mark.parametrize("seed", range(3))
def test_a_thin_plate_a_wire_and_a_crumb_are_kept(seed):
    parts = {
        "plate": box((-6, -5, 0.1), (6, 5, 0.25)) @ turn(seed).T,
        "wire": box((-9, 0.6, 0.6), (9, 0.7, 0.7)) @ turn(seed).T + (0, 0, 20),
        "crumb": box((30.1, 0.1, 0.1), (30.2, 0.2, 0.2)),
    }
    corners = np.concatenate(list(parts.values()))
    made, bare = cells(corners), cells(corners, **CENTERS)
    assert bare < made
    for name, part in parts.items():
        reached = cells(part, fill=False, surface="conservative")
        # No point is farther from what is kept than one cell.
        assert all(
            any((x + i, y + j, z + k) in made for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1))
            for x, y, z in reached
        ), name
        assert made & reached
    assert made <= cells(corners, fill=False, surface="conservative") | bare


def test_a_stick_holds_on_to_its_ball():
    corners = np.concatenate([ROUND, box((0.6, 0.6, 4), (0.7, 0.7, 15))])
    left = cells(corners)
    assert {(0, 0, z) for z in range(4, 15)} <= left
    # A cell of the ball's own surface beside the stick may come with it.
    assert len(left - cells(ROUND, **CENTERS)) <= 13


def test_a_thick_part_gets_nothing_more():
    for seed in range(3):
        corners = box((-4.2, -3.1, -5.3), (4.4, 3.7, 4.9)) @ turn(seed).T
        assert cells(corners) == cells(corners, **CENTERS)


def test_what_no_line_decides_goes_by_its_neighbors():
    lattice = type("L", (), {"size": (5, 5, 5), "strides": np.array([25, 5, 1])})()
    votes = np.full((5, 5, 5), -1, np.int8)
    votes[1:4, 1:4, 1:4] = 3
    votes[2, 2, 1:3] = 0
    votes[0, 2, 2] = 0
    filling._settle(votes.reshape(-1), lattice)
    assert (votes > 0).sum() == 27


def test_a_line_through_a_hole_does_not_vote_behind_it():
    """It enters before its second cell, and never leaves."""
    lattice = type("L", (), {"size": (1, 2, 4), "strides": np.array([8, 4, 1])})()
    for sign, expected in ((1, [-1, 0, 0, 0]), (-1, [0, -1, -1, -1])):
        lines = Crossings(np.array([1]), np.array([0]), np.array([sign]))
        votes, through = filling._votes(lines, lattice, 2)
        assert through == 1 and votes[0].tolist() == [expected, [-1] * 4]


def test_what_neighbors_have_decided_stays_so():
    """Two cells in a row between one inside and one outside; of other neighbors as many are the one."""
    lattice = type("L", (), {"size": (4, 3, 3), "strides": np.array([9, 3, 1])})()
    votes = np.full((4, 3, 3), -1, np.int8)
    votes[0, 1, 1] = votes[1:3, ::2, 1] = 1
    votes[1:3, 1, 1] = 0
    filling._settle(votes.reshape(-1), lattice)
    assert votes[:, 1, 1].tolist() == [1, 1, -1, -1]


@pytest.mark.parametrize("sides", range(8))
def test_three_faces_of_a_corner_turned_over_change_nothing(sides):
    """Lines from one end then are in no surface less often than in none, but leave fewer than they enter."""
    whole = box((0, 0, 0), (5, 4, 6))
    some = [4 * axis + 2 * (sides >> axis & 1) + half for axis in range(3) for half in range(2)]
    assert cells(turned(whole, some), **CENTERS) == cells(whole)


def test_a_roof_without_a_floor_turned_all_ways():
    roof = box((-3.3, -2.2, -4.1), (3.7, 2.9, 4.3))[2:]
    once = np.array(sorted(cells(roof)))
    for matrix in symmetries()[::7]:
        corners = roof @ matrix.T
        corners = corners if np.linalg.det(matrix) > 0 else turned(corners)
        expected = set(map(tuple, np.rint((once + 0.5) @ matrix.T - 0.5).astype(int).tolist()))
        assert cells(corners) == expected
