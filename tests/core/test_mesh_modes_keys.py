"""The proofs know merging keys: polygons of one colour or material class, T-junctions and outlines within a key."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_naive import naive_mesh
from helpers_sabotage import COLORS, TOP, drawn, on_top, options, remade
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.checks.coverage import check_coverage
from trivox.core.checks.expected import expected_of_grid
from trivox.core.checks.outline import check_outline
from trivox.core.checks.structure import check_triangles
from trivox.core.errors import GeometryError, OptionError
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MeshOptions

TWO_COLORS = drawn("12")
STRIPES = drawn("121")


@pytest.mark.parametrize("mode", ["polygons", "watertight", "rectangles", "fewest"])
def test_a_mesh_merged_whatever_the_colour_is_not_one_merged_by_colour(mode: str) -> None:
    mesh = naive_mesh(TWO_COLORS, options(mode))
    said = check_mesh(TWO_COLORS, replace(mesh, options=options(mode, "color")))
    assert "4 polygons cover faces that must not be in one polygon; the first is polygon 0" in said
    assert any(line.startswith("counts.planes is 6; it must be 10") for line in said)


@pytest.mark.parametrize("mode", ["polygons", "watertight", "rectangles"])
def test_a_mesh_merged_by_colour_is_not_one_merged_whatever_the_colour(mode: str) -> None:
    mesh = naive_mesh(TWO_COLORS, options(mode, "color"), COLORS)
    said = check_mesh(TWO_COLORS, replace(mesh, options=options(mode)))
    assert any("made of 2 instead of 1" in line for line in said)


def test_material_classes_are_those_given() -> None:
    classes = np.zeros(256, np.int64)
    classes[2] = -7
    chosen = options("polygons", "material")
    mesh = naive_mesh(STRIPES, chosen, classes)
    assert check_mesh(STRIPES, mesh, classes) == []
    assert check_mesh(STRIPES, mesh, classes.astype(np.int8) + np.int8(3)) == []
    for other in (None, np.zeros(256, int)):
        assert any("made of 3 instead of 1" in line for line in check_mesh(STRIPES, mesh, other))
        with pytest.raises(GeometryError):
            prove_mesh(STRIPES, mesh, other)
    whole = naive_mesh(STRIPES, chosen)
    assert check_mesh(STRIPES, whole) == []
    assert any("must not be in one polygon" in line for line in check_mesh(STRIPES, whole, classes))


def test_there_must_be_a_class_for_each_index() -> None:
    mesh = naive_mesh(STRIPES, options("polygons", "material"))
    with pytest.raises(OptionError, match="it must be \\(256,\\) of integers"):
        check_mesh(STRIPES, mesh, np.zeros(255, int))


def test_vertices_may_lie_inside_edges_of_other_keys_only() -> None:
    """The corner between two colours lies inside an edge of the third; a cut of that edge's own polygon may not."""
    grid = drawn("13 23")
    right = naive_mesh(grid, options("polygons", "color"), COLORS)
    assert check_mesh(grid, right) == []
    bars = remade(grid, options("polygons", "color"), on_top((0, 0, 1, 1), (1, 0, 2, 1), (0, 1, 1, 2), (1, 1, 2, 2)))
    assert any("made of 2 instead of 1" in line for line in check_mesh(grid, bars))
    ell = naive_mesh(oracle.solid(4, 3, 2), MeshOptions())
    assert check_mesh(oracle.solid(4, 3, 2), replace(ell, options=options("polygons", "color"))) == []
    shape = oracle.solid(4, 3, 2)
    shape[2:, 1:] = 0
    cut = sabotage.junction_in_plane(naive_mesh(shape, options("polygons", "color"), COLORS))
    assert any("lie inside an edge of their own plane" in line for line in check_mesh(shape, cut))
    assert any(
        "lie inside an edge" in line
        for line in check_mesh(grid, replace(right, options=options("watertight", "color")))
    )


def test_a_sliver_that_no_sample_meets_belongs_to_one_polygon() -> None:
    """Half a face along a whole bar, counted among the bar beside it: the sum of all outlines stays as it was."""
    grid = np.repeat(drawn("12"), 18, axis=0)
    wrong = sliver_given_away(naive_mesh(grid, options("polygons", "color"), COLORS), 18)
    expected, (planes, said) = expected_of_grid(grid, "remove", COLORS), check_triangles(wrong)
    group, more = check_coverage(expected, planes, wrong)
    assert said + more == []
    slanted, straight = check_outline(expected, planes, wrong, group)
    assert slanted.startswith("4 slanted edges bound triangles on one side only")
    assert straight.startswith("2 unit edges are not bounded")


def sliver_given_away(right: Mesh, length: int) -> Mesh:
    """The first of two bars on top cut into three triangles, the last of them counted among the other bar's."""
    one, two = np.flatnonzero(right.polygon_direction == TOP)
    first = int(np.searchsorted(right.triangle_polygon, one))
    cut = [
        [(0, 0, 1), (length, 0, 1), (0, 1, 1)],
        [(length, 0, 1), (length, 1, 1), (1, 1, 1)],
        [(length, 0, 1), (1, 1, 1), (0, 1, 1)],
    ]
    triangles = sabotage.points(right)
    triangles[first : first + 2] = cut
    owner = np.insert(right.triangle_polygon, first, one)
    owner[first + 2] = two
    return sabotage.rebuilt(right, triangles, triangle_polygon=owner)
