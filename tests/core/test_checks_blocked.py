"""The proofs of meshes with cells blocked by other objects: faces towards these are left out, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_bodies import Change, Model, model, models, plain_mesh, regions
from helpers_mesh import Polygon
from helpers_sabotage import COLORS, TOP, drawn, on_top
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.checks.closed import check_closed, check_volume
from trivox.core.checks.coverage import check_coverage
from trivox.core.checks.expected import Expected, expected_of_grid
from trivox.core.checks.faces import bodies_of_grid, hidden_faces, seen_faces
from trivox.core.checks.structure import check_triangles
from trivox.core.errors import GeometryError
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.options import MeshOptions

BAR = model(drawn("1 1 1"), [(2, 0, 1)])
"""Three cells along x, the last of them under a blocked cell."""
PLATE = model(drawn("111 111 111"), [(1, 1, 1)])
BOX = model(drawn("11 11", "11 11"), [(0, 0, 2), (2, 1, 0), (-1, 0, 1)])
OVERHANG = model(drawn("10", "01"), [(0, 1, 0)])
"""Two cells that share an edge; the air under the higher one, beside the lower one, is blocked."""
PANE = model(drawn("44"), [(0, 0, 1)])
BOXED_IN = model(drawn("1"), [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
HOLLOW = model(oracle.shapes()["hollow"], [(2, 2, 2), (3, 2, 2)])
"""A box with a cavity of 3 x 3 x 3 cells, of which two are blocked."""


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=40)
@given(this=models(longest=4), interior=st.sampled_from(oracle.INTERIORS), by_color=st.booleans())
def test_right_meshes_pass(this: Model, interior: str, by_color: bool, mode: str) -> None:
    options = MeshOptions(mode, interior, "color" if by_color else "any")
    for mesh in (this.built(options), plain_mesh(this, options, COLORS if by_color else None)):
        assert check_mesh(this.grid, mesh, **this.rest) == []
        prove_mesh(this.grid, mesh, **this.rest)


@given(models(), st.sampled_from(oracle.INTERIORS))
def test_seen_and_hidden_faces_bound_every_body(this: Model, interior: str) -> None:
    bodies = bodies_of_grid(this.grid, interior, this.transparent, this.blocked)
    seen, hidden = (
        {*zip(map(tuple, f.cells.tolist()), f.directions.tolist(), strict=True)}
        for f in (seen_faces(bodies), hidden_faces(bodies))
    )
    wall = {tuple(cell) for cell in this.blocked.tolist()}
    every = regions(this, interior)
    wall |= {tuple(cell) for cell in np.argwhere(every[0]).tolist()}
    bounds = {}
    for region in every.values():
        cells = {tuple(cell) for cell in np.argwhere(region).tolist()}
        for direction, normal in enumerate(oracle.NORMALS):
            ahead = {cell: tuple(np.add(cell, normal).tolist()) for cell in cells}
            bounds |= {(cell, direction): next_one in wall for cell, next_one in ahead.items() if next_one not in cells}
    assert seen == {face for face, behind_wall in bounds.items() if not behind_wall}
    assert hidden == {face for face, behind_wall in bounds.items() if behind_wall}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("this", "interior", "faces"),
    [
        (BAR, "remove", 13),
        (PLATE, "remove", 29),
        (BOX, "remove", 21),
        (OVERHANG, "remove", 10),
        (PANE, "remove", 9),
        (BOXED_IN, "remove", 0),
        (HOLLOW, "remove", 150),
        (HOLLOW, "keep", 203),
    ],
)
def test_faces_towards_blocked_cells_are_left_out(this: Model, interior: str, faces: int, mode: str) -> None:
    for mesh in (this.built(MeshOptions(mode, interior)), plain_mesh(this, MeshOptions(mode, interior))):
        assert mesh.counts.faces == faces
        assert check_mesh(this.grid, mesh, **this.rest) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_mesh_is_proved_with_its_own_blocked_cells_only(mode: str) -> None:
    options = MeshOptions(mode)
    open_mesh, whole = PLATE.built(options), model(PLATE.grid, []).built(options)
    assert any(line.startswith("counts.faces is 29; it must be 30") for line in check_mesh(PLATE.grid, open_mesh))
    assert any(
        line.startswith("counts.faces is 30; it must be 29") for line in check_mesh(PLATE.grid, whole, **PLATE.rest)
    )
    with pytest.raises(GeometryError):
        prove_mesh(PLATE.grid, whole, **PLATE.rest)
    far = np.array([[1, 1, 2], [1, 1, -2], [5, 5, 5], [-7, 0, 0], [0, 2**40, 0]])
    assert check_mesh(PLATE.grid, whole, blocked=far) == []
    assert check_mesh(PLATE.grid, whole, blocked=far[:0]) == []
    assert check_mesh(PLATE.grid, open_mesh, blocked=np.concatenate([far, PLATE.blocked, PLATE.blocked])) == []


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4"])
def test_blocked_cells_may_be_integers_of_any_kind(kind: str) -> None:
    mesh = PLATE.built(MeshOptions())
    assert check_mesh(PLATE.grid, mesh, blocked=PLATE.blocked.astype(kind)) == []
    other = np.array([[1, 1, 1], [-1, -1, -1]]).astype(kind)
    assert check_mesh(PLATE.grid, mesh, blocked=other) == []


def test_the_size_is_that_of_the_grid() -> None:
    grid = np.pad(BAR.grid, 2)
    mesh = BAR.built(MeshOptions())
    moved = replace(mesh, size=grid.shape, vertices=mesh.vertices + np.int32(2))
    assert check_mesh(grid, moved, blocked=BAR.blocked + 2) == []
    (said,) = check_mesh(grid, replace(moved, size=mesh.size), blocked=BAR.blocked + 2)
    assert said == "the mesh says its grid is (3, 1, 1); the grid is (7, 5, 5)"
    (said,) = check_mesh(BAR.grid, replace(moved, size=mesh.size), **BAR.rest)
    assert "outside of the grid" in said


# Wrong meshes.


def and_face(direction: int, plane: int, face: tuple[int, int]) -> Change:
    """One face more."""
    return lambda polygons: [*polygons, Polygon(direction, plane, frozenset([face]))]


def over(rectangle: tuple[int, int, int, int], plane: int = 1) -> Change:
    """The top's polygons exchanged for a rectangle."""
    return on_top(rectangle, plane=plane)


def without_face(direction: int, plane: int, face: tuple[int, int]) -> Change:
    """One face less of its polygon."""

    def change(polygons: list[Polygon]) -> list[Polygon]:
        left = [
            replace(p, faces=p.faces - {face}) if (p.direction, p.plane) == (direction, plane) else p for p in polygons
        ]
        return [p for p in left if p.faces]

    return change


NOWHERE = "triangles cover points where there is no visible face"
GAP = "not covered by a triangle everywhere"

SABOTAGE: list[tuple[str, Model, str, Change, list[str]]] = [
    ("a face", BAR, "faces", and_face(TOP, 1, (2, 0)), [NOWHERE, "encloses", "no opposite edge"]),
    ("a face", BAR, "polygons", and_face(TOP, 1, (2, 0)), [NOWHERE, "encloses", "must have 12"]),
    ("a face", BAR, "watertight", and_face(TOP, 1, (2, 0)), [NOWHERE, "encloses", "no opposite edge"]),
    ("a face", BAR, "rectangles", and_face(TOP, 1, (2, 0)), [NOWHERE, "encloses", "must have 12"]),
    ("a face", BAR, "fewest", and_face(TOP, 1, (2, 0)), ["1 polygons cover no visible face"]),
    ("a larger polygon", BAR, "polygons", over((0, 0, 3, 1)), [NOWHERE, "encloses", "unit edges"]),
    (
        "a larger polygon",
        BAR,
        "watertight",
        over((0, 0, 3, 1)),
        [NOWHERE, "encloses", "4 unit edges around hidden faces"],
    ),
    ("a larger polygon", BAR, "rectangles", over((0, 0, 3, 1)), [NOWHERE, "encloses", "unit edges"]),
    ("a face too few", BAR, "faces", without_face(TOP, 1, (1, 0)), [GAP, "encloses", "no opposite edge"]),
    ("a face too few", BAR, "polygons", without_face(TOP, 1, (1, 0)), [GAP, "encloses", "unit edges"]),
    ("a face too few", BAR, "watertight", without_face(TOP, 1, (1, 0)), [GAP, "encloses", "no opposite edge"]),
    ("a face too few", BAR, "rectangles", without_face(TOP, 1, (1, 0)), [GAP, "encloses", "unit edges"]),
    ("a face too few", BAR, "fewest", without_face(TOP, 1, (1, 0)), [GAP]),
    ("a hole filled", PLATE, "polygons", over((0, 0, 3, 3)), [NOWHERE, "encloses", "unit edges"]),
    ("over blocked cells", OVERHANG, "fewest", over((0, 0, 1, 2)), [NOWHERE]),
    ("over glass", PANE, "fewest", and_face(TOP, 1, (0, 0)), [NOWHERE, "cover no visible face"]),
    ("over glass", PANE, "polygons", over((0, 0, 1, 2)), [NOWHERE, "the transparent surface encloses"]),
    ("over glass", PANE, "watertight", over((0, 0, 1, 2)), [NOWHERE, "4 unit edges around hidden faces"]),
]


@pytest.mark.parametrize(
    ("this", "mode", "change", "sentences"), [s[1:] for s in SABOTAGE], ids=[f"{s[0]}-{s[2]}" for s in SABOTAGE]
)
def test_wrong_meshes_are_reported(this: Model, mode: str, change: Change, sentences: list[str]) -> None:
    body = int(this.grid[0, 0, 0]) * int(this.transparent[this.grid[0, 0, 0]])
    wrong = plain_mesh(this, MeshOptions(mode), change=change, body=body)
    said = check_mesh(this.grid, wrong, **this.rest)
    for sentence in sentences:
        assert any(sentence in line for line in said), said
    with pytest.raises(GeometryError):
        prove_mesh(this.grid, wrong, **this.rest)


def test_places_under_blocked_cells_may_be_covered_in_fewest() -> None:
    options = MeshOptions("fewest")
    assert check_mesh(BAR.grid, plain_mesh(BAR, options, change=over((0, 0, 3, 1))), **BAR.rest) == []
    assert check_mesh(PLATE.grid, plain_mesh(PLATE, options, change=over((0, 0, 3, 3))), **PLATE.rest) == []
    assert len(PLATE.built(options).triangles) == 12


# The parts.


def ready(this: Model, mesh: Mesh) -> tuple[Expected, np.ndarray]:
    """What is expected, and what each polygon covers."""
    expected = expected_of_grid(this.grid, mesh.options.interior, None, this.transparent, this.blocked)
    return expected, check_coverage(expected, check_triangles(mesh)[0], mesh)[0]


def said_of_edges(this: Model, mesh: Mesh) -> list[str]:
    expected, group = ready(this, mesh)
    return check_closed(expected, mesh, group)


def test_edges_may_be_open_around_hidden_faces_only() -> None:
    options = MeshOptions("watertight")
    assert said_of_edges(BAR, plain_mesh(BAR, options)) == []
    ring = model(drawn("111 101 111"), [(1, 1, 0)])
    assert said_of_edges(ring, plain_mesh(ring, options)) == []
    filled = plain_mesh(BAR, options, change=and_face(TOP, 1, (2, 0)))
    (said,) = said_of_edges(BAR, filled)
    assert said == "4 edges have no opposite edge; the first runs from (2, 1, 1) to (2, 0, 1)"
    (said,) = said_of_edges(BAR, plain_mesh(BAR, options, change=over((0, 0, 3, 1))))
    assert said == "4 unit edges around hidden faces are bounded by no triangle; the first is at (2, 0, 1)"
    gone = plain_mesh(BAR, options, change=without_face(0, 3, (0, 0)))
    first, second = said_of_edges(BAR, gone)
    assert first == "3 edges have no opposite edge; the first runs from (3, 0, 0) to (3, 0, 1)"
    assert second == "1 unit edges around hidden faces are bounded by no triangle; the first is at (3, 0, 1)"
    nothing = sabotage.chosen(plain_mesh(BAR, options), [])
    assert said_of_edges(BAR, nothing) == [said]


def test_edges_that_lie_on_each_other_must_be_the_same() -> None:
    """Two bars across each other; the edge where they touch is whole on one side and cut on the other."""
    crossed = np.array([[[1, 1], [0, 1]], [[1, 0], [0, 0]]], np.uint8)
    grid = np.pad(crossed, ((0, 2), (0, 0), (0, 0)))
    grid[3, 0, 0] = 1
    this = model(grid, [(4, 0, 0)])
    for mode, faults in (("watertight", []), ("polygons", ["6 edges have no opposite edge"])):
        mesh = plain_mesh(this, MeshOptions(mode))
        said = said_of_edges(this, replace(mesh, options=MeshOptions("watertight")))
        assert [line.split(";")[0] for line in said] == faults


def test_slanted_edges_are_never_open() -> None:
    half = sabotage.chosen(plain_mesh(BAR, MeshOptions("watertight")), list(range(1, 14)))
    first, second = said_of_edges(BAR, half)
    assert first.startswith("2 edges have no opposite edge; the first runs from (3, 0, 0) to (3, 0, 1)")
    assert second.startswith("1 unit edges around hidden faces")


def test_each_body_is_closed_by_itself() -> None:
    """Half a surface of glass and the half beside it of another kind do not make up for each other."""
    this = model(drawn("45"), [(0, 0, 1)])
    mesh = plain_mesh(this, MeshOptions("watertight"))
    assert said_of_edges(this, mesh) == []
    for wrong in (without_face(2, 1, (0, 0)), without_face(0, 1, (0, 0))):
        broken = plain_mesh(this, MeshOptions("watertight"), change=wrong, body=4)
        assert "edges have no opposite edge" in said_of_edges(this, broken)[0]


def test_hidden_faces_count_for_the_volume() -> None:
    options = MeshOptions("polygons")
    for this, what in ((BAR, "the surface"), (PANE, "the transparent surface")):
        for direction in range(6):
            normal = oracle.NORMALS[direction]
            beside = [np.add(cell, normal) for cell in np.argwhere(this.grid)]
            blocked = model(this.grid, [tuple(map(int, cell)) for cell in beside])
            mesh = plain_mesh(blocked, options)
            expected = ready(blocked, mesh)[0]
            assert check_volume(expected, mesh) == []
            far = replace(mesh, vertices=mesh.vertices + np.array(normal, np.int32))
            assert len(check_volume(expected, far)) == 1
            assert check_volume(expected, far)[0].startswith(f"{what} encloses")


def test_a_cavity_hides_nothing_outside_but_blocked_cells_in_it_hide_its_walls() -> None:
    for interior, faces in (("remove", 150), ("keep", 203)):
        options = MeshOptions("watertight", interior)
        mesh = HOLLOW.built(options)
        assert mesh.counts.faces == faces and said_of_edges(HOLLOW, mesh) == []
        hidden = expected_of_grid(HOLLOW.grid, interior, blocked=HOLLOW.blocked).hidden
        assert hidden.cells.tolist() == [[4, 2, 2]][: interior == "keep"]
        wrong = plain_mesh(HOLLOW, options, change=and_face(1, 4, (2, 2)))
        assert any(NOWHERE in line for line in check_mesh(HOLLOW.grid, wrong, **HOLLOW.rest))
