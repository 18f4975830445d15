"""The proofs of single arrays: every number at the ends of its range, order, shape of quads, areas and normals."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from operator import attrgetter

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_naive import naive_mesh
from trivox.core import MeshOptions
from trivox.core.checks import check_mesh
from trivox.core.checks.structure import check_polygons, check_structure, check_triangles, check_vertices
from trivox.core.mesh.mesh import Mesh

SIZE = (2, 3, 4)
MESH = naive_mesh(oracle.solid(*SIZE), MeshOptions())
"""8 vertices, 12 triangles, 6 quads; one tile beside the other makes the atlas wide and low."""
HEIGHT, WIDTH = MESH.atlas.shape
A_LITTLE = np.float32(1e-3)


def put(mesh: Mesh, name: str, place: tuple[int, ...], value: float) -> Mesh:
    """The mesh with one number changed."""
    if name == "corner_texels":
        texels = mesh.corner_texels().copy()
        texels[place] = value
        return sabotage.with_texels(mesh, texels)
    owner, _, field = name.rpartition(".")
    array = attrgetter(name)(mesh).copy()
    array[place] = value
    return replace(mesh, **({owner: replace(mesh.projection, **{field: array})} if owner else {field: array}))


@pytest.mark.parametrize(
    ("name", "place", "value", "sentence"),
    [
        ("triangles", (7, 2), -1, "1 of 12 triangles is outside of the 8 vertices; the first is -1 at 7"),
        ("triangles", (11, 0), 8, "1 of 12 triangles is outside of the 8 vertices; the first is 8 at 11"),
        ("triangle_polygon", (0,), -1, "1 of 12 triangle_polygon is outside of the 6 polygons; the first is -1 at 0"),
        ("triangle_polygon", (11,), 6, "1 of 12 triangle_polygon is outside of the 6 polygons; the first is 6 at 11"),
        ("polygon_direction", (3,), 6, "1 of 6 polygon_direction is outside of the 6 directions; the first is 6 at 3"),
        (
            "projection.symmetry",
            (4,),
            8,
            "1 of 6 projection.symmetry is outside of the 8 symmetries",
        ),
        *(("vertices", (2, k), -1, "1 of 8 vertices is outside of the grid; the first is vertex 2") for k in range(3)),
        *(
            ("vertices", (5, k), SIZE[k] + 1, "1 of 8 vertices is outside of the grid; the first is vertex 5")
            for k in range(3)
        ),
        *(
            ("corner_texels", (4, 1, k), value, "1 of 12 triangles is with a corner texel outside of the")
            for k, end in ((0, WIDTH), (1, HEIGHT))
            for value in (-A_LITTLE, end + A_LITTLE, np.nan, np.inf, -np.inf)
        ),
    ],
)
def test_a_number_out_of_range_is_found(name: str, place: tuple[int, ...], value: float, sentence: str) -> None:
    (said,) = check_structure(put(MESH, name, place, value), SIZE)
    assert said.startswith(sentence)


def test_numbers_at_the_ends_of_their_ranges_are_allowed() -> None:
    mesh = sabotage.with_texels(MESH, MESH.corner_texels())
    for name, ends in (
        ("triangles", (0, 7)),
        ("triangle_polygon", (0, 5)),
        ("polygon_direction", (0, 5)),
        ("projection.symmetry", (0, 7)),
    ):
        for number, value in enumerate(ends):
            mesh = put(mesh, name, (number,) * attrgetter(name)(mesh).ndim, value)
    for axis in range(3):
        mesh = put(put(mesh, "vertices", (0, axis), 0), "vertices", (1, axis), SIZE[axis])
    for symmetry in range(8):
        assert not any(
            "symmetry" in said for said in check_structure(put(mesh, "projection.symmetry", (1,), symmetry), SIZE)
        )
    for axis, end in ((0, WIDTH), (1, HEIGHT)):
        mesh = put(put(mesh, "corner_texels", (3, 0, axis), 0), "corner_texels", (3, 1, axis), end)
    assert HEIGHT != WIDTH
    assert check_structure(mesh, SIZE) == []


def test_several_faults_are_counted_and_all_are_said() -> None:
    wrong = replace(MESH, triangles=MESH.triangles - 4, vertices=MESH.vertices + np.int32(2))
    below = np.count_nonzero((wrong.triangles < 0).any(axis=1))
    first, second = check_structure(wrong, SIZE)
    assert first.startswith(f"{below} of 12 triangles are outside of the 8 vertices; the first is -")
    assert second == "7 of 8 vertices are outside of the grid; the first is vertex 1"


def test_vertices_must_be_in_order_once_each_and_used() -> None:
    assert check_vertices(MESH) == []
    order = np.array([1, 0, 2, 3, 4, 6, 5, 7])
    swapped = replace(MESH, vertices=MESH.vertices[order], triangles=np.argsort(order)[MESH.triangles].astype(np.int32))
    (said,) = check_vertices(swapped)
    assert said == "vertices are not in lexicographic order: 2 come after a larger one; the first is vertex 1"
    twice = replace(MESH, vertices=np.concatenate([MESH.vertices[:3], MESH.vertices[2:]]))
    repeated, unused = check_vertices(twice)
    assert repeated == "1 vertices repeat the one before; the first is vertex 3"
    assert unused == "1 of 9 vertices is not used by any triangle; the first is vertex 8"
    for axis in range(3):
        beside = replace(MESH, vertices=MESH.vertices[[0, 0, *range(1, 8)]] + np.eye(3, dtype=np.int32)[axis] * 0)
        beside.vertices[1, axis] += 1
        assert not any("repeat" in line for line in check_vertices(beside))


def test_triangles_must_have_an_area_a_plane_and_the_normal_of_their_polygon() -> None:
    """Every triple of corners of the box as the first triangle of every polygon."""
    corners = MESH.vertices.astype(int)
    for polygon in range(6):
        first = int(np.searchsorted(MESH.triangle_polygon, polygon))
        normal = np.array(oracle.NORMALS[MESH.polygon_direction[polygon]])
        for chosen in product(range(8), repeat=3):
            a, b, c = corners[list(chosen)]
            turned = np.cross(b - a, c - a)
            triangles = MESH.triangles.copy()
            triangles[first] = chosen
            planes, said = check_triangles(replace(MESH, triangles=triangles))
            good = bool(turned.any()) and (turned == np.abs(turned).sum() * normal).all()
            assert (said == []) == good == (first in planes.index)
            along = bool(turned.any()) and (np.abs(turned) == np.abs(turned).sum() * np.abs(normal)).all()
            what = "wound the wrong way" if along else "not in a plane" if turned.any() else "without area"
            assert good or (len(said) == 1 and f"1 of 12 triangles is {what}" in said[0])
            assert good or f"the first is triangle {first} at ({a[0]}, {a[1]}, {a[2]}), of a " in said[0]


def test_triangles_come_in_plane_frames() -> None:
    planes = check_triangles(MESH)[0]
    points = MESH.vertices[MESH.triangles]
    for number, direction in enumerate(MESH.polygon_direction[MESH.triangle_polygon]):
        u, v = oracle.FRAMES[direction]
        assert planes.u[number].tolist() == points[number, :, u].tolist()
        assert planes.v[number].tolist() == points[number, :, v].tolist()
        assert planes.plane[number] == points[number, 0, direction // 2] and planes.direction[number] == direction


def test_quads_must_be_rectangles_along_the_axes() -> None:
    """Every order of the corners of a square and of other quads; only those around a square, both ways, are right."""
    plate = naive_mesh(oracle.solid(4, 4, 1), MeshOptions())
    first = int(np.searchsorted(plate.triangle_polygon, np.flatnonzero(plate.polygon_direction == 4)[0]))
    square, slanted, diamond = (
        [(1, 1), (3, 1), (3, 3), (1, 3)],
        [(0, 0), (2, 0), (3, 2), (1, 2)],
        [(2, 0), (4, 2), (2, 4), (0, 2)],
    )
    kite, trapeze = [(0, 0), (2, 0), (2, 2), (1, 2)], [(0, 0), (4, 0), (3, 2), (0, 2)]
    line = [(0, 0), (1, 0), (3, 0), (2, 0)]
    for quad, right in ((square, 8), (slanted, 0), (diamond, 0), (kite, 0), (trapeze, 0), (line, 0)):
        found = 0
        for a, b, c, d in permutations(quad):
            triangles = sabotage.points(plate)
            triangles[first : first + 2] = [[(u, v, 1) for u, v in t] for t in ((a, b, c), (a, c, d))]
            found += check_polygons(sabotage.rebuilt(plate, triangles)) == []
        assert found == right
    halves = sabotage.points(plate)
    one, two = halves[first : first + 2]
    for turns in range(9):
        halves[first], halves[first + 1] = one[turns // 3 :] + one[: turns // 3], two[turns % 3 :] + two[: turns % 3]
        assert (check_polygons(sabotage.rebuilt(plate, halves)) == []) == (turns == 0)


def test_polygons_must_be_in_order_and_have_triangles() -> None:
    assert check_polygons(MESH) == []
    for place, falls in ((4, None), (5, 5), (0, 1)):
        said = check_polygons(put(MESH, "triangle_polygon", (place,), 1))
        sentences = [] if falls is None else [f"triangle_polygon is not ascending; it first falls at triangle {falls}"]
        assert [line for line in said if "ascending" in line] == sentences
    none = replace(MESH, triangle_polygon=np.repeat(np.array([0, 1, 2, 2, 4, 5], np.int32), 2))
    assert check_polygons(none) == ["1 of 6 polygons is without triangles; the first is polygon 3"]


def test_a_quad_must_say_so_and_nothing_else_may() -> None:
    for polygon in range(6):
        (said,) = check_polygons(put(MESH, "polygon_is_quad", (polygon,), False))
        assert said == f"1 of 6 polygons is wrong about being a quad; the first is polygon {polygon}, of 2 triangles"
    grid = oracle.shapes()["ell"]
    ell = naive_mesh(grid, MeshOptions())
    (polygon,) = np.flatnonzero(~ell.polygon_is_quad)[:1]
    claimed = put(ell, "polygon_is_quad", (int(polygon),), True)
    (said,) = check_polygons(claimed)
    assert said == f"1 of 8 polygons is wrong about being a quad; the first is polygon {polygon}, of 4 triangles"
    assert check_mesh(grid, claimed)[0] == said
