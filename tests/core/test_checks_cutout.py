"""The proofs of mode ``cutout`` report each kind of wrong texel, rectangle and count; meshes are the plain oracle's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_bodies import GLASS, Model, model, models, plain_mesh
from helpers_cover import Rectangle
from helpers_mesh import Polygon
from helpers_naive import cut_out
from helpers_sabotage import TOP, drawn, missing, with_texels
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.errors import GeometryError
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MAX_PRICE

CUTOUT = MeshOptions("cutout")
KEYS = np.arange(256)
RING = model(drawn("111 101 111"), [])
"""Air in the middle of its top."""
BUTTON = model(drawn("111 121 111", "000 030 000"), [])
"""An opaque cell in front of the middle of its top."""
CAP = model(drawn("444 444 444", "000 030 000"), [])
"""The same on glass."""
CORK = model(drawn("111 151 111"), [])
"""Glass in the middle of its top."""
STRIPES = model(drawn("121"), [])
OVERHANG = model(drawn("101", "010"), [])
"""In the middle of the lower cells' top is air behind and a cell in front."""
HOLLOW = model(oracle.shapes()["hollow"], [])

NOT_SHOWN = "visible faces are not shown by a triangle everywhere"
SEVERAL = "visible faces are shown by several triangles at one point"
STRAY = "show something where there is no visible face and no two solid cells to hide between"
MIXED = "polygons cover faces that must not be in one polygon"
COLOR = "visible faces show a texel of another colour"
WIDE = "polygons are not the boxes around the faces that they show"
NEEDLESS = "polygons cover no visible face"

MIDDLE = (1, 1)


def said_of(this: Model, mesh: Mesh) -> list[str]:
    """What the proofs say of a mesh."""
    return check_mesh(this.grid, mesh, **this.rest)


def painted(mesh: Mesh, place: tuple[int, int], color: int, plane: int = 1, number: int = 0) -> Mesh:
    """Another texel at a place of a plane that faces up, in one of the rectangles that lie there."""
    low, high = mesh.polygon_boxes()
    over = (mesh.polygon_direction == TOP) & (low[:, 2] == plane)
    over &= (low[:, :2] <= place).all(axis=1) & (high[:, :2] > place).all(axis=1)
    column, row = mesh.projection.offset[np.flatnonzero(over)[number]] + place
    atlas = mesh.atlas.copy()
    assert atlas[row, column] != color
    atlas[row, column] = color
    return replace(mesh, atlas=atlas)


def on_top(*boxes: tuple[Rectangle, set[tuple[int, int]]], plane: int = 1) -> Callable[[list[Polygon]], list[Polygon]]:
    """The top's polygons exchanged for rectangles with see-through places."""

    def change(polygons: list[Polygon]) -> list[Polygon]:
        rest = [p for p in polygons if (p.direction, p.plane) != (TOP, plane)]
        return rest + [replace(cut_out(TOP, plane, r), clear=frozenset(clear)) for r, clear in boxes]

    return change


TEXELS: list[tuple[str, Model, tuple[int, int], int, list[str]]] = [
    ("a visible one cleared", RING, (0, 1), 0, [NOT_SHOWN]),
    ("the only one of a column cleared", OVERHANG, (0, 0), 0, [NOT_SHOWN, WIDE]),
    ("one in another colour", RING, (0, 1), 2, [COLOR]),
    ("one over air painted", RING, MIDDLE, 1, [STRAY]),
    ("one over air before a cell painted", OVERHANG, (0, 1), 1, [STRAY]),
    ("a hidden one cleared", BUTTON, MIDDLE, 0, []),
    ("a hidden one in another colour", BUTTON, MIDDLE, 7, []),
    ("a hidden one of glass painted", CAP, MIDDLE, 4, [STRAY]),
    ("one before glass painted", CORK, MIDDLE, 1, [SEVERAL, MIXED, STRAY]),
    ("one before glass in the colour of glass", CORK, MIDDLE, 5, [SEVERAL, MIXED, STRAY]),
]


def expect(said: list[str], sentences: list[str]) -> None:
    """Each sentence is said once, and nothing else but of colours, where a texel shows a face that it must not."""
    for sentence in sentences:
        assert sum(sentence in line for line in said) == 1, said
    rest = [line for line in said if not any(sentence in line for sentence in [*sentences, COLOR, "gpu_vertices"])]
    assert rest == []
    assert bool(said) == bool(sentences)


@pytest.mark.parametrize(("this", "place", "color", "sentences"), [t[1:] for t in TEXELS], ids=[t[0] for t in TEXELS])
def test_wrong_texels_are_reported(this: Model, place: tuple[int, int], color: int, sentences: list[str]) -> None:
    right = plain_mesh(this, CUTOUT)
    assert said_of(this, right) == []
    wrong = painted(right, place, color)
    expect(said_of(this, wrong), sentences)
    if sentences:
        with pytest.raises(GeometryError):
            prove_mesh(this.grid, wrong, **this.rest)


def test_faces_of_other_keys_must_be_left_out() -> None:
    options = replace(CUTOUT, merge="color")
    right = plain_mesh(STRIPES, options, KEYS)
    assert said_of(STRIPES, right) == []
    for color, more in ((2, []), (1, [COLOR])):
        expect(said_of(STRIPES, painted(right, (0, 1), color)), [SEVERAL, MIXED, *more])
    expect(said_of(STRIPES, painted(right, (0, 1), 0, number=1)), [NOT_SHOWN, NEEDLESS])


WHOLE = (0, 0, 3, 3)
RECTANGLES: list[tuple[str, Model, Callable[[list[Polygon]], list[Polygon]], list[str]]] = [
    ("one missing", RING, missing, [NOT_SHOWN]),
    ("one twice", RING, on_top((WHOLE, {MIDDLE}), (WHOLE, {MIDDLE})), [SEVERAL]),
    ("two over each other, each face in one", RING, on_top((WHOLE, {MIDDLE, (2, 1)}), ((2, 1, 3, 2), set())), []),
    ("two over each other, one face in both", RING, on_top((WHOLE, {MIDDLE}), ((2, 1, 3, 2), set())), [SEVERAL]),
    ("two over each other, one face in none", RING, on_top((WHOLE, {MIDDLE, (2, 1)})), [NOT_SHOWN]),
    ("nothing to be seen in it", RING, on_top((WHOLE, {MIDDLE}), ((1, 1, 2, 2), {MIDDLE})), [NEEDLESS]),
    ("nothing to be seen but what is hidden", BUTTON, on_top((WHOLE, set()), ((1, 1, 2, 2), set())), [NEEDLESS]),
    ("a margin", RING, on_top(((0, 0, 1, 3), set()), (WHOLE, {(0, 0), (0, 1), (0, 2), MIDDLE})), [WIDE]),
    (
        "a hidden margin",
        BUTTON,
        on_top(((0, 0, 2, 3), {(1, 2)}), ((1, 0, 3, 3), {(1, 0), (1, 2)}), ((1, 2, 2, 3), set())),
        [WIDE],
    ),
    ("too short", RING, on_top(((0, 0, 3, 2), {MIDDLE})), [NOT_SHOWN]),
    ("all of it see-through, in a plane of nothing", RING, lambda p: [*p, cut_out(TOP, 0, (0, 0, 1, 1))], [NEEDLESS]),
    ("all of it see-through, before a cell", OVERHANG, lambda p: [*p, cut_out(TOP, 1, (0, 1, 1, 2))], [NEEDLESS]),
]


@pytest.mark.parametrize(("this", "change", "sentences"), [r[1:] for r in RECTANGLES], ids=[r[0] for r in RECTANGLES])
def test_wrong_rectangles_are_reported(
    this: Model, change: Callable[[list[Polygon]], list[Polygon]], sentences: list[str]
) -> None:
    wrong = plain_mesh(this, CUTOUT, change=change)
    wrong = replace(wrong, counts=replace(wrong.counts, lower_bound=None))
    expect(said_of(this, wrong), sentences)


def test_cavities_that_are_kept_may_not_be_painted_over() -> None:
    for interior, sentences in (("remove", [NEEDLESS]), ("keep", [STRAY, NEEDLESS])):
        options = replace(CUTOUT, interior=interior)
        assert said_of(HOLLOW, plain_mesh(HOLLOW, options)) == []
        wrong = painted(
            plain_mesh(HOLLOW, options, change=lambda p: [*p, cut_out(TOP, 4, (1, 1, 4, 4))]), (2, 2), 1, plane=4
        )
        expect(said_of(HOLLOW, replace(wrong, counts=replace(wrong.counts, lower_bound=None))), sentences)


def test_a_face_may_not_be_shown_by_two_rectangles_in_parts() -> None:
    """The middle's texels move by half a texel, so that two rectangles show a half of one face each."""
    bar = model(drawn("11"), [])
    mesh = plain_mesh(bar, CUTOUT, change=on_top(((0, 0, 1, 2), {(0, 1)}), ((0, 0, 1, 2), {(0, 0)})))
    texels = mesh.corner_texels().copy()
    rows = texels[mesh.triangle_polygon >= mesh.polygon_count - 2, :, 1]
    texels[mesh.triangle_polygon >= mesh.polygon_count - 2, :, 1] = np.where(rows == rows.max(), 2, 0.5)
    said = said_of(bar, with_texels(mesh, texels))
    assert any("1 of 10 visible faces are shown by different polygons in parts" in line for line in said), said
    texels = mesh.corner_texels().copy()
    rows = texels[mesh.triangle_polygon == mesh.polygon_count - 1, :, 1]
    texels[mesh.triangle_polygon == mesh.polygon_count - 1, :, 1] = 0.875 * rows
    said = said_of(bar, with_texels(mesh, texels))
    assert any("1 of 10 " + NOT_SHOWN in line for line in said) and not any("in parts" in line for line in said), said


@pytest.mark.parametrize("mode", ["polygons", "fewest", "cutout"])
def test_flat_polygons_must_point_at_their_colour(mode: str) -> None:
    this = model(drawn("12"), [])
    right = plain_mesh(this, MeshOptions(mode))
    flat = np.flatnonzero([np.ptp(this.grid) > 0 and d // 2 == 1 for d in right.polygon_direction])
    color, offset = right.projection.color.copy(), right.projection.offset.copy()
    low, _high = right.polygon_boxes()
    for polygon in flat:
        column, row = right.projection.offset[polygon] + right.in_plane(low[[polygon]], np.array([polygon]))[0]
        offset[polygon], color[polygon] = (column, row), right.atlas[row, column]
    made = replace(right, projection=replace(right.projection, color=color, offset=offset))
    assert said_of(this, made) == []
    for wrong in (0, 3):
        other = color.copy()
        other[flat[-1]] = wrong
        (said,) = said_of(this, replace(made, projection=replace(made.projection, color=other)))
        assert said == f"1 polygons of one colour show another; the first is polygon {flat[-1]}"


def test_wrong_areas_are_reported() -> None:
    for mode in oracle.ALL_MODES:
        right = plain_mesh(RING, MeshOptions(mode))
        assert said_of(RING, right) == []
        wrong = replace(right, counts=replace(right.counts, drawn_area=right.counts.drawn_area + 1))
        area = right.counts.drawn_area
        assert said_of(RING, wrong) == [f"counts.drawn_area is {area + 1}; it must be {area}"]
        assert area == {"fewest": 44, "cutout": 34}.get(mode, 32)


HALVES = on_top(((0, 0, 1, 3), set()), ((2, 0, 3, 3), set()), ((1, 0, 2, 3), {MIDDLE}))
"""The top of `RING` in three rectangles, 24 triangles on 10 planes."""

CERTIFICATES: list[tuple[int, int, int, list[str]]] = [
    (16, 24, 10, []),
    (16, 20, 9, []),
    (16, 24, 9, []),
    (16, 18, 9, ["at least 20 and at most 24"]),
    (16, 26, 9, ["at least 20 and at most 24"]),
    (16, 20, 10, ["at least 24 and at most 24"]),
    (16, 20, 11, ["counts.proven_planes is 11 of 10 planes"]),
    (16, 20, -1, ["counts.proven_planes is -1 of 10 planes"]),
    (0, 22, 9, []),
    (0, 24, 9, ["at least 20 and at most 22"]),
    (0, 18, 9, ["at least 20 and at most 22"]),
    (MAX_PRICE, 24, 10, ["the mesh has 24 triangles for 10 planes; it must have two for each"]),
    (MAX_PRICE, 20, 9, ["the mesh has 24 triangles for 10 planes; it must have two for each"]),
]
"""Texels for a rectangle, a lower bound and proven planes, and what must be said of them."""


@pytest.mark.parametrize(("price", "bound", "proven", "sentences"), CERTIFICATES)
def test_impossible_certificates_are_reported(price: int, bound: int, proven: int, sentences: list[str]) -> None:
    mesh = plain_mesh(RING, replace(CUTOUT, texels_per_rectangle=price), change=HALVES)
    said = said_of(RING, replace(mesh, counts=replace(mesh.counts, lower_bound=bound, proven_planes=proven)))
    assert len(said) == len(sentences), said
    for sentence, line in zip(sentences, said, strict=True):
        assert sentence in line


def test_planes_may_be_parted_where_space_was_left_out() -> None:
    """Two cells, and what the mesh is without the space between them."""
    apart, near = model(drawn("1001"), []), model(drawn("101"), [])
    one = plain_mesh(model(drawn("1"), []), CUTOUT)
    assert one.polygon_count == 6
    for this, planes in ((apart, 12), (near, 8)):
        mesh = plain_mesh(this, replace(CUTOUT, texels_per_rectangle=MAX_PRICE))
        assert said_of(this, mesh) == []
        counts = replace(mesh.counts, planes=12, proven_planes=12)
        said = said_of(this, replace(mesh, counts=counts))
        assert any("for 12 planes; it must have two for each" in line for line in said) == (planes == 12), said


@settings(max_examples=60)
@given(models(), st.sampled_from(oracle.INTERIORS), st.booleans(), st.data())
def test_any_wrong_texel_is_noticed(this: Model, interior: str, by_color: bool, data: st.DataObject) -> None:
    """A texel of a plain mesh, of any colour: what it may be is told by the planes of the model."""
    options = replace(CUTOUT, interior=interior, merge="color" if by_color else "any")
    mesh = plain_mesh(this, options, KEYS if by_color else None)
    assert said_of(this, mesh) == []
    if not mesh.atlas.size:
        return
    row = data.draw(st.integers(0, mesh.atlas.shape[0] - 1))
    column = data.draw(st.integers(0, mesh.atlas.shape[1] - 1))
    color = data.draw(st.integers(0, 6))
    atlas = mesh.atlas.copy()
    atlas[row, column] = color
    wrong = bool(said_of(this, replace(mesh, atlas=atlas)))
    assert wrong == (color != mesh.atlas[row, column] and not is_free(this, mesh, options, (column, row)))


def is_free(this: Model, mesh: Mesh, options: MeshOptions, texel: tuple[int, int]) -> bool:
    """Whether a texel may have any colour: no rectangle has it, or it is hidden behind opaque cells."""
    low, high = mesh.polygon_boxes()
    every = np.arange(mesh.polygon_count)
    one, two = (mesh.in_plane(k, every) + mesh.projection.offset for k in (low, high))
    owner = np.flatnonzero(((one <= texel) & (two > texel)).all(axis=1))
    if not len(owner):
        return True
    (polygon,) = owner
    direction, (u, v) = int(mesh.polygon_direction[polygon]), np.array(texel) - mesh.projection.offset[polygon]
    axes = oracle.FRAMES[direction]
    cell = np.zeros(3, int)
    cell[direction // 2], cell[axes[0]], cell[axes[1]] = low[polygon, direction // 2] - (direction % 2 == 0), u, v
    ahead = cell + oracle.NORMALS[direction]
    opaque = (this.grid > 0) & ~GLASS[this.grid]
    solid = oracle.solid_cells(opaque.astype(np.uint8), options.interior)
    blocked = {tuple(c) for c in this.blocked.tolist()}
    inside = [bool(((c >= 0) & (c < this.grid.shape)).all()) and bool(solid[tuple(c)]) for c in (cell, ahead)]
    return not mesh.polygon_is_transparent[polygon] and inside[0] and (inside[1] or tuple(ahead.tolist()) in blocked)
