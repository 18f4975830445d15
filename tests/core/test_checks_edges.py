"""The proofs of edges inside a plane: every quad of a small lattice, and T-junctions wherever they can lie."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations, product

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_bodies import GLASS, model, plain_mesh
from helpers_naive import naive_mesh, tiled
from helpers_sabotage import TOP, drawn
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh, coverage, edges
from trivox.core.checks.arrays import blocks
from trivox.core.checks.coverage import check_coverage
from trivox.core.checks.edges import check_flips, check_t_junctions
from trivox.core.checks.expected import expected_of_grid
from trivox.core.checks.structure import check_triangles
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES

Point = tuple[int, int]
EMPTY = naive_mesh(np.zeros((4, 4, 1), np.uint8), MeshOptions())


def turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of a triangle, positive if counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def square(a: Point, b: Point) -> int:
    """The square of a length."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def flat(triangles: list[list[Point]], owners: list[int]) -> Mesh:
    """Triangles of polygons on top of a plate of 4 x 4 cells; none claims to be a quad."""
    count = max(owners) + 1
    return sabotage.rebuilt(
        EMPTY,
        [[(u, v, 1) for u, v in corners] for corners in triangles],
        triangle_polygon=np.array(owners, np.int32),
        polygon_direction=np.full(count, TOP, np.uint8),
        polygon_is_quad=np.zeros(count, bool),
        polygon_is_transparent=np.zeros(count, bool),
        projection=tiled([(0, 0)] * count),
    )


def test_every_edge_that_a_shorter_diagonal_can_replace_is_found() -> None:
    """Every quad a, d, b, c of a lattice of 4 x 4 points with the diagonal a, b is a polygon of its own."""
    lattice = list(product(range(4), repeat=2))
    pairs = [(a, b) for a, b in permutations(lattice, 2) if a < b]
    triangles, found = [], 0
    for a, b in pairs:
        left, right = ([p for p in lattice if sign * turn(a, b, p) > 0] for sign in (1, -1))
        for c, d in product(left, right):
            triangles += [[a, b, c], [d, b, a]]
            crossing = turn(c, d, a) * turn(c, d, b) < 0
            found += crossing and square(c, d) < square(a, b)
    mesh = flat(triangles, [k // 2 for k in range(len(triangles))])
    (said,) = check_flips(mesh, check_triangles(mesh)[0])
    assert said.startswith(f"{found:,} edges inside a polygon can be replaced by a shorter diagonal; the first ")


@pytest.mark.parametrize("longer_by", range(-3, 6))
def test_a_diagonal_that_is_a_little_longer_is_found(longer_by: int) -> None:
    """Of two diagonals that cross, one is longer by so many square units."""
    lattice = product(range(4), repeat=2)
    a, b, c, d = next(
        (a, b, c, d)
        for a, b, c, d in permutations(lattice, 4)
        if turn(a, b, c) > 0 > turn(a, b, d)
        and turn(c, d, a) * turn(c, d, b) < 0
        and square(a, b) - square(c, d) == longer_by
    )
    mesh = flat([[a, b, c], [d, b, a]], [0, 0])
    assert len(check_flips(mesh, check_triangles(mesh)[0])) == (longer_by > 0)


def test_edges_between_polygons_are_not_flipped() -> None:
    a, b, c, d = (0, 0), (3, 3), (1, 2), (2, 1)
    for owners, faults in (([0, 0], 1), ([0, 1], 0)):
        mesh = flat([[a, b, c], [d, b, a]], owners)
        assert len(check_flips(mesh, check_triangles(mesh)[0])) == faults
    quad = replace(mesh, polygon_is_quad=np.ones(2, bool), triangle_polygon=np.zeros(2, np.int32))
    assert check_flips(quad, check_triangles(quad)[0]) == []


def junctions(grid: np.ndarray, mesh: Mesh, *rest: np.ndarray | None) -> list[str]:
    """What is said of T-junctions."""
    expected = expected_of_grid(grid, mesh.options.interior, *rest)
    return check_t_junctions(expected, mesh, check_coverage(expected, check_triangles(mesh)[0], mesh)[0])


def on_plate(size: int, triangles: list[list[Point]]) -> Mesh:
    """The mesh of a plate with other triangles on top, in mode ``polygons``."""
    mesh = naive_mesh(oracle.solid(size, size, 1), MeshOptions("polygons"))
    top = mesh.polygon_direction[mesh.triangle_polygon] == TOP
    rest = [p for p, above in zip(sabotage.points(mesh), top, strict=True) if not above]
    owners = [*mesh.triangle_polygon[~top].tolist(), *[int(mesh.triangle_polygon[top][0])] * len(triangles)]
    corners = rest + [[(u, v, 1) for u, v in t] for t in triangles]
    return sabotage.rebuilt(mesh, corners, triangle_polygon=np.array(owners, np.int32))


HALVES = [
    [(0, 0), (1, 0), (1, 2)],
    [(0, 0), (1, 2), (0, 2)],
    [(1, 0), (2, 0), (2, 1)],
    [(1, 0), (2, 1), (1, 1)],
    [(1, 1), (2, 1), (2, 2)],
    [(1, 1), (2, 2), (1, 2)],
]
"""A half and two quarters: the corner in the middle lies inside the half's side."""
FAN = [[(0, 0), (2, 0), (2, 2)], [(0, 0), (1, 1), (0, 2)], [(1, 1), (2, 2), (0, 2)]]
"""The corner in the middle lies inside the diagonal."""
SLOPE = [[(0, 0), (4, 0), (4, 2)], [(0, 0), (2, 1), (0, 4)], [(2, 1), (4, 2), (4, 4)], [(2, 1), (4, 4), (0, 4)]]


@pytest.mark.parametrize(
    ("size", "triangles", "sentence"),
    [
        (2, HALVES, "1 vertices lie inside an edge of their own plane; the first is vertex 5 at (1, 1, 1), between "),
        (2, FAN, "1 vertices lie inside an edge of their own plane; the first is vertex 4 at (1, 1, 1), between "),
        (4, SLOPE, "1 vertices lie inside an edge of their own plane; the first is vertex 4 at (2, 1, 1), between "),
    ],
)
def test_vertices_of_one_plane_alone_are_found(size: int, triangles: list[list[Point]], sentence: str) -> None:
    grid = oracle.solid(size, size, 1)
    for turned in range(3):
        mesh = on_plate(size, [t[turned:] + t[:turned] for t in triangles])
        (said,) = junctions(grid, mesh)
        assert said.startswith(sentence)


def test_a_vertex_of_glass_may_lie_inside_an_edge_of_another_body_only() -> None:
    """A corner of the glass lies on the long edge of the opaque bar beside it; its own edges are whole."""
    this = model(drawn("111 040"), [])
    mesh = plain_mesh(this, MeshOptions("watertight"))
    assert junctions(this.grid, mesh, None, GLASS) == []
    assert "vertices lie inside an edge; the first" in junctions(this.grid, mesh)[0]


@pytest.mark.parametrize("limit", [1, 7])
@pytest.mark.parametrize("mode", MODES)
def test_blocks_of_work_make_no_difference(monkeypatch: pytest.MonkeyPatch, mode: str, limit: int) -> None:
    grid = drawn("4111 0210 3110", "4100 0010 3010")
    mesh = build_mesh(grid, MeshOptions(mode), transparent=GLASS)
    wrong = [
        mesh,
        replace(mesh, options=MeshOptions("watertight")),
        sabotage.recolor(mesh),
        sabotage.drop_triangle(mesh),
        sabotage.double_triangle(mesh),
    ]
    said = [check_mesh(grid, other, transparent=GLASS) for other in wrong]
    for module in (coverage, edges):
        monkeypatch.setattr(module, "blocks", partial(blocks, limit=limit))
    assert [check_mesh(grid, other, transparent=GLASS) for other in wrong] == said
