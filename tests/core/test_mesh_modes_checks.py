"""The proofs of modes ``rectangles`` and ``fewest`` report each kind of wrong mesh and of impossible certificate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_mesh import Polygon
from helpers_naive import cut_out, naive_mesh
from helpers_sabotage import TOP, drawn, on_top, options, remade
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.sparse import csgraph
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.checks.coverage import Tally
from trivox.core.checks.fewest_rectangles import largest_matching
from trivox.core.errors import GeometryError
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MeshOptions

BOX = drawn("111 111", "111 111")
ELL = drawn("111 100")
AITCH = drawn("111 010 111")
"""Four inward corners, two chords: three rectangles."""
PLUS = drawn("010 111 010")
"""Two bars across each other."""
PAINTED_PLUS = drawn("020 314 050")
RING = drawn("111 101 111")
BUTTON = drawn("111 111 111", "000 020 000")
"""A plate, part of whose top is under a block."""
OVERHANG = drawn("10", "01")
"""Beside the lower cell's top is a place with air behind and a cell in front."""
TWO_COLORS = drawn("12")
STRIPES = drawn("121")
HOLLOW = oracle.shapes()["hollow"]


def with_cavity(polygons: list[Polygon]) -> list[Polygon]:
    """A rectangle that reaches over the cavity of `HOLLOW`."""
    return [*polygons, cut_out(TOP, 4, (0, 0, 5, 5))]


SABOTAGE: list[tuple[str, np.ndarray, MeshOptions, Callable[[list[Polygon]], list[Polygon]], list[str]]] = [
    (
        "a rectangle too few",
        ELL,
        options("rectangles"),
        sabotage.missing,
        ["2 of 18 visible faces are not covered", "6 unit edges", "encloses", "in mode rectangles it must have 20"],
    ),
    (
        "a rectangle twice",
        ELL,
        options("rectangles"),
        sabotage.doubled,
        ["covered by several triangles", "unit edges", "made of 2 instead of 1", "in mode rectangles it must have 20"],
    ),
    (
        "one more than needed",
        BOX,
        options("rectangles"),
        on_top((0, 0, 1, 3), (1, 0, 2, 3), plane=2),
        ["made of 2 instead of 1", "has 14 triangles; in mode rectangles it must have 12"],
    ),
    (
        "cut without its chords",
        AITCH,
        options("rectangles"),
        on_top((0, 0, 1, 1), (0, 2, 1, 3), (0, 1, 3, 2), (2, 0, 3, 1), (2, 2, 3, 3)),
        ["made of 5 instead of 3", "in mode rectangles it must have 36"],
    ),
    (
        "rectangles that overlap",
        PLUS,
        options("rectangles"),
        on_top((0, 1, 3, 2), (1, 0, 2, 3)),
        ["1 of 22 visible faces are covered by several", "unit edges", "made of 2 instead of 3"],
    ),
    (
        "two colours in one",
        TWO_COLORS,
        options("rectangles", "color"),
        on_top((0, 0, 1, 2)),
        ["1 polygons cover faces that must not be in one polygon", "unit edges", "must have 20"],
    ),
    (
        "two colours in one of the fewest",
        STRIPES,
        options("fewest", "color"),
        on_top((0, 0, 1, 3), (0, 1, 1, 2)),
        ["1 polygons cover faces that must not be in one polygon"],
    ),
    (
        "a cover with a gap",
        PLUS,
        options("fewest"),
        on_top((0, 1, 3, 2)),
        ["2 of 22 visible faces are not covered"],
    ),
    (
        "over air",
        RING,
        options("fewest"),
        on_top((0, 0, 3, 3)),
        ["2 triangles cover points where there is no visible face and no two solid cells to hide between"],
    ),
    (
        "over air under a cell",
        OVERHANG,
        options("fewest"),
        on_top((0, 0, 1, 2)),
        ["2 triangles cover points where there is no visible face and no two solid cells to hide between"],
    ),
    (
        "over a cavity that is kept",
        HOLLOW,
        options("fewest", interior="keep"),
        with_cavity,
        ["2 triangles cover points where there is no visible face and no two solid cells to hide between"],
    ),
    (
        "outside of the grid",
        BOX,
        options("fewest"),
        lambda polygons: [*polygons, cut_out(TOP, 0, (1, 1, 2, 3)), cut_out(TOP + 1, 2, (0, 0, 2, 1))],
        ["4 triangles cover points where there is no visible face and no two solid cells to hide between"],
    ),
    (
        "nothing but hidden places",
        BUTTON,
        options("fewest"),
        lambda polygons: [*polygons, cut_out(TOP, 1, (1, 1, 2, 2))],
        ["1 polygons cover no visible face"],
    ),
]


@pytest.mark.parametrize(
    ("grid", "chosen", "change", "sentences"), [s[1:] for s in SABOTAGE], ids=[s[0] for s in SABOTAGE]
)
def test_wrong_rectangles_are_reported(
    grid: np.ndarray, chosen: MeshOptions, change: Callable[[list[Polygon]], list[Polygon]], sentences: list[str]
) -> None:
    assert check_mesh(grid, remade(grid, chosen, lambda polygons: polygons)) == []
    wrong = remade(grid, chosen, change)
    said = check_mesh(grid, wrong)
    for sentence in sentences:
        assert any(sentence in line for line in said), said
    with pytest.raises(GeometryError):
        prove_mesh(grid, wrong)


def test_hidden_places_and_overlaps_are_allowed_in_fewest_only() -> None:
    whole = on_top((0, 0, 3, 3))
    assert check_mesh(BUTTON, remade(BUTTON, options("fewest"), whole)) == []
    assert any("no visible face;" in line for line in check_mesh(BUTTON, remade(BUTTON, options("rectangles"), whole)))
    across = on_top((0, 1, 3, 2), (1, 0, 2, 3))
    assert check_mesh(PLUS, remade(PLUS, options("fewest"), across)) == []
    said = check_mesh(HOLLOW, remade(HOLLOW, options("fewest"), with_cavity))
    assert said == [
        "counts.lower_bound is 14 of 14 triangles, with 6 of 6 planes proven; it must be at most 12",
        "1 polygons cover no visible face; the first is polygon 6",
    ]


def test_every_rectangle_over_a_face_must_have_its_colour() -> None:
    """Two bars share their middle face; only one of them shows it in another colour."""
    right = remade(PAINTED_PLUS, options("fewest"), on_top((0, 1, 3, 2), (1, 0, 2, 3)))
    assert check_mesh(PAINTED_PLUS, right) == []
    for polygon in (-1, -2):
        texels = right.corner_texels()[right.triangle_polygon == len(right.polygon_direction) + polygon].reshape(-1, 2)
        column, row = (int(k) for k in texels.mean(axis=0))
        atlas = right.atlas.copy()
        atlas[row, column] = 9
        (said,) = check_mesh(PAINTED_PLUS, replace(right, atlas=atlas))
        assert said.startswith("1 of 22 visible faces show a texel of another colour than their voxel's")


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
def test_polygons_that_are_no_rectangles_are_reported(mode: str) -> None:
    mesh = naive_mesh(ELL, MeshOptions())
    said = check_mesh(ELL, replace(mesh, options=MeshOptions(mode)))
    assert f"2 of 8 polygons are no quad, in mode {mode}; the first is polygon 6" in said


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (sabotage.drop_triangle, "wrong about being a quad"),
        (sabotage.turn_round, "wound the wrong way round"),
        (sabotage.flatten_triangle, "without area"),
        (sabotage.leave_grid, "outside of the grid"),
        (sabotage.recolor, "show a texel of another colour"),
        (sabotage.shift_texels, "show a texel of another colour"),
        (sabotage.reverse_vertices, "not in lexicographic order"),
        (sabotage.double_vertex, "repeat the one before"),
        (sabotage.unused_vertex, "not used"),
        (sabotage.other_direction, "not in a plane of their polygon's direction"),
        (sabotage.no_quads, "wrong about being a quad"),
        (sabotage.twist_quad, "no rectangle of two triangles"),
    ],
)
def test_wrong_arrays_are_reported_in_these_modes_too(spoil: Callable[[Mesh], Mesh], sentence: str, mode: str) -> None:
    grid = np.arange(1, 28, dtype=np.uint8).reshape(3, 3, 3)
    said = check_mesh(grid, spoil(naive_mesh(grid, MeshOptions(mode))))
    assert any(sentence in line for line in said), said


# Counts and certificates.


@pytest.mark.parametrize("name", [*oracle.MODEL_COUNTS, "vertices", "triangles", "gpu_vertices", "texels"])
@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
def test_wrong_counts_are_reported(name: str, mode: str) -> None:
    right = naive_mesh(BUTTON, MeshOptions(mode))
    wrong = replace(right, counts=replace(right.counts, **{name: right.counts[name] + 1}))
    said = check_mesh(BUTTON, wrong)
    assert said[0] == f"counts.{name} is {right.counts[name] + 1:,}; it must be {right.counts[name]:,}"


CERTIFICATES = [
    (22, 9, []),
    (18, 9, []),
    (22, 10, ["24 triangles, with 10 of 10 planes proven; it must be at least 24 and at most 24"]),
    (26, 10, ["24 triangles, with 10 of 10 planes proven; it must be at least 24 and at most 24"]),
    (24, 9, ["24 triangles, with 9 of 10 planes proven; it must be at least 18 and at most 22"]),
    (22, 8, ["24 triangles, with 8 of 10 planes proven; it must be at least 16 and at most 20"]),
    (16, 9, ["24 triangles, with 9 of 10 planes proven; it must be at least 18 and at most 22"]),
    (24, 11, ["counts.proven_planes is 11 of 10 planes"]),
    (22, -1, ["counts.proven_planes is -1 of 10 planes"]),
]
"""Lower bounds and proven planes of a mesh with 24 triangles on 10 planes; what must be said of them."""


@pytest.mark.parametrize(("bound", "proven", "sentences"), CERTIFICATES)
def test_impossible_certificates_are_reported(bound: int, proven: int, sentences: list[str]) -> None:
    right = naive_mesh(PLUS, MeshOptions("fewest"))
    assert (right.counts.lower_bound, right.counts.proven_planes) == (24, 10)
    said = check_mesh(PLUS, replace(right, counts=replace(right.counts, lower_bound=bound, proven_planes=proven)))
    assert [line.removeprefix(f"counts.lower_bound is {bound} of ") for line in said] == sentences


def test_a_lower_bound_above_a_partition_is_reported() -> None:
    """A needless rectangle, claimed to be needed: the smallest partition has fewer."""
    wrong = remade(BOX, options("fewest"), sabotage.doubled)
    (said,) = check_mesh(BOX, wrong)
    assert said.startswith("counts.lower_bound is 14 of 14 triangles, with 6 of 6 planes proven; it must be at most 12")
    doubtful = replace(wrong, counts=replace(wrong.counts, lower_bound=12, proven_planes=5))
    assert check_mesh(BOX, doubtful) == []


@pytest.mark.parametrize("mode", [*oracle.MODES, "rectangles"])
@pytest.mark.parametrize("name", ["lower_bound", "proven_planes", "planes"])
def test_other_modes_are_always_proven(mode: str, name: str) -> None:
    right = naive_mesh(BUTTON, MeshOptions(mode))
    wrong = replace(right, counts=replace(right.counts, **{name: right.counts[name] - 1}))
    (said,) = check_mesh(BUTTON, wrong)
    assert said.startswith(f"counts.{name} is")


# The parts.


def test_a_polygon_that_shows_several_groups_is_noticed_at_once_or_later() -> None:
    for one, other in ((3, 5), (5, 3)):
        at_once, later = Tally(9, 4), Tally(9, 4)
        at_once.show(np.array([1, 2, 1, 0], np.int32), np.array([one, one, other, other]))
        assert at_once.mixed.tolist() == [False, True, False, False]
        later.show(np.array([1, 2], np.int32), np.array([one, one]))
        later.show(np.array([1, 0], np.int32), np.array([other, other]))
        assert later.mixed.tolist() == [False, True, False, False]
        assert later.polygon_group[[0, 2, 3]].tolist() == at_once.polygon_group[[0, 2, 3]].tolist() == [other, one, -1]


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 11)), max_size=40))
def test_the_matching_of_the_proofs_equals_scipy(pairs: set[tuple[int, int]]) -> None:
    left, right = np.array(sorted(pairs), np.int64).reshape(-1, 2).T
    graph = sparse.csr_array((np.ones(len(left), int), (left, right)), shape=(9, 12))
    expected = csgraph.maximum_bipartite_matching(graph, perm_type="column")
    partner = largest_matching(9, 12, left, right)
    assert np.count_nonzero(partner >= 0) == np.count_nonzero(expected >= 0)
    paired = [(k, p) for k, p in enumerate(partner.tolist()) if p >= 0]
    assert set(paired) <= pairs
    assert len({p for _, p in paired}) == len(paired)
