"""Coverage in each of the six directions: where nothing may be covered, colors under every sample, rows of samples."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_bodies import Change, Model, model, plain_mesh
from helpers_mesh import Polygon
from helpers_naive import cut_out, naive_mesh
from helpers_sabotage import with_texels
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import MeshOptions
from trivox.core.checks import check_mesh
from trivox.core.checks.coverage import _SolidRows
from trivox.core.checks.samples import SAMPLES, UNIT, _crossings
from trivox.core.mesh.mesh import Mesh
from trivox.core.texture import Projection

DIRECTIONS = range(6)
OVER_AIR = "2 triangles cover points where there is no visible face"


def standing(direction: int, *layers: str) -> Model:
    """A grid from its layers across a direction, by ascending coordinate; each is a row of columns along v."""
    cells = np.array([[[int(c) for c in column] for column in layer.split()] for layer in layers], np.uint8)
    grid = np.zeros(np.array(cells.shape)[np.argsort((direction // 2, *oracle.FRAMES[direction]))], np.uint8)
    oracle.layers(grid, direction)[...] = cells
    return model(grid, [])


def shown_by(direction: int, plane: int, *rectangles: tuple[int, int, int, int]) -> Change:
    """The polygons of a plane exchanged for rectangles."""

    def change(polygons: list[Polygon]) -> list[Polygon]:
        rest = [p for p in polygons if (p.direction, p.plane) != (direction, plane)]
        return rest + [cut_out(direction, plane, r) for r in rectangles]

    return change


def said_of(this: Model, mode: str, change: Change) -> list[str]:
    """What is said of a mesh after a change; without it nothing is said."""
    assert check_mesh(this.grid, plain_mesh(this, MeshOptions(mode))) == []
    return check_mesh(this.grid, plain_mesh(this, MeshOptions(mode), change=change))


SIDES = [(0, 1, 3, 4), (1, 0, 3, 4), (1, 1, 4, 4), (1, 1, 3, 5)]
"""Rectangles that reach one cell further than the box on one of four sides."""


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", ["rectangles", "fewest"])
@pytest.mark.parametrize("rectangle", SIDES)
def test_no_rectangle_may_reach_into_the_air(rectangle: tuple[int, int, int, int], mode: str, direction: int) -> None:
    """A box of 2 x 3 x 1 cells with air around it; rows of the neighbours end where the grid does."""
    empty = "00000 00000 00000 00000"
    this = standing(direction, empty, "00000 01110 01110 00000", empty)
    plane = 1 + (direction % 2 == 0)
    said = said_of(this, mode, shown_by(direction, plane, rectangle))
    assert any(OVER_AIR in line for line in said)
    assert not any("not covered by a triangle" in line for line in said)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_no_rectangle_may_fill_a_hole_or_lie_in_another_plane(direction: int) -> None:
    ring = standing(direction, "0000 0000 0000", "1111 1001 1111", "0000 0000 0000")
    plane = 1 + (direction % 2 == 0)
    assert any(OVER_AIR in line for line in said_of(ring, "fewest", shown_by(direction, plane, (0, 0, 3, 4))))
    for beside in {0, 1, 2, 3} - {plane}:
        more = said_of(ring, "fewest", lambda p, at=beside: [*p, cut_out(direction, at, (0, 0, 1, 4))])
        assert any(OVER_AIR in line for line in more)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_rectangles_may_hide_under_cells(direction: int) -> None:
    """A block on a plate, in the middle, at a side and at a corner."""
    for block in ("0000 0110 0000", "0110 0000 0000", "1000 0000 0000", "0000 0000 0011"):
        layers = ("1111 1111 1111", block)
        this = standing(direction, *(layers if direction % 2 == 0 else layers[::-1]))
        whole = shown_by(direction, 1, (0, 0, 3, 4))
        assert said_of(this, "fewest", whole) == []
        assert any(
            "triangles cover points where there is no visible face;" in s for s in said_of(this, "rectangles", whole)
        )


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_faces_are_counted_by_themselves(direction: int) -> None:
    this = standing(direction, "111 111")
    plane = int(direction % 2 == 0)
    for rectangles, gaps, twice in (
        ([(0, 0, 2, 2)], 2, 0),
        ([(0, 0, 2, 3), (1, 1, 2, 3)], 0, 2),
        ([(0, 1, 2, 3), (1, 1, 2, 2)], 2, 1),
    ):
        said = said_of(this, "rectangles", shown_by(direction, plane, *rectangles))
        assert any(f"{gaps} of 22 visible faces are not covered by a triangle" in line for line in said) == (gaps > 0)
        assert any(f"{twice} of 22 visible faces are covered by several" in line for line in said) == (twice > 0)


ALL_COLORS = np.arange(1, 61, dtype=np.uint8).reshape(3, 4, 5)


def moved(projection: Projection, step: int) -> Projection:
    """All texels moved up and to the right."""
    return replace(projection, offset=projection.offset + np.int32(step))


def with_frame(mesh: Mesh) -> Mesh:
    """The mesh with a row of other texels below and above its tiles, and a column on either side."""
    atlas = np.pad(mesh.atlas, 1, constant_values=200)
    counts = replace(mesh.counts, texels=atlas.size)
    return replace(mesh, atlas=atlas, projection=moved(mesh.projection, 1), counts=counts)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("polygon", range(6))
def test_every_texel_must_be_that_of_its_face(polygon: int, axis: int) -> None:
    """Texels of one polygon mirrored, moved a little either way, drawn apart and together: nothing else is wrong."""
    mesh = with_frame(naive_mesh(ALL_COLORS, MeshOptions()))
    assert check_mesh(ALL_COLORS, mesh) == []
    own = mesh.triangle_polygon == polygon
    here = mesh.corner_texels()[own, :, axis]
    middle = (here.min() + here.max()) / 2
    for factor, step in ((-1, 0), (1, -0.14), (1, 0.14), (1.3, 0), (0.7, 0)):
        texels = mesh.corner_texels().copy()
        texels[own, :, axis] = middle + factor * (here - middle) + step
        (said,) = check_mesh(ALL_COLORS, with_texels(mesh, texels))
        assert " of 94 visible faces show a texel of another colour" in said


def test_samples_lie_near_every_side_of_a_face() -> None:
    for axis in (0, 1):
        offsets = [sample[axis] / UNIT for sample in SAMPLES]
        assert min(offsets) < 0.14 and max(offsets) > 0.86


@given(st.lists(st.booleans(), min_size=12, max_size=12), st.integers(0, 2), st.tuples(*[st.integers(0, 3)] * 3))
def test_rows_of_solid_cells_are_found(cells: list[bool], axis: int, at: tuple[int, int, int]) -> None:
    solid = np.moveaxis(np.array(cells).reshape(2, 2, 3), 2, axis)
    one, two, start = at[0] % 2, at[1] % 2, min(at[2], 2)
    for stop in range(start + 1, 5):
        row = np.moveaxis(solid, axis, 2)[one, two]
        expected = stop <= 3 and bool(row[start:stop].all())
        given_rows = (np.array([k]) for k in (one, two, start, stop))
        assert _SolidRows(solid, axis).contain(*given_rows).tolist() == [expected]


def test_edges_cross_rows_of_samples_exactly() -> None:
    """Fractions against whole numbers, for every edge of triangles up to 6 columns and rows."""
    rng = np.random.default_rng(3)
    points = rng.integers(0, 7, (400, 3, 2))
    area = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    points = points[area > 0]
    u, v = points[..., 0], points[..., 1]
    bottom, height = v.min(axis=1), np.ptp(v, axis=1)
    owner = np.repeat(np.arange(len(u)), height)
    row = np.concatenate([np.arange(b, b + h) for b, h in zip(bottom, height, strict=True)])
    left, right = (_crossings(u, v, bottom, height, way) for way in (-1, 1))
    for a, b in SAMPLES:
        found = zip(left.columns(a, b).tolist(), right.columns(a, b).tolist(), strict=True)
        for k, (start, stop) in enumerate(found):
            inside = [c for c in range(-1, 9) if within(points[owner[k]], c * UNIT + a, int(row[k]) * UNIT + b)]
            assert inside == list(range(start, stop))


def within(triangle: np.ndarray, u: int, v: int) -> bool:
    """Whether a point, in units of 1/UNIT, lies inside a counter-clockwise triangle."""
    corners = [(int(c) * UNIT, int(r) * UNIT) for c, r in triangle]
    return all(
        (b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0]) > 0
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    )
