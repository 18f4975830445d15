"""The parts of the cover of faces by rectangles, each against trying every cell: runs, rectangles, witnesses, reach."""

from __future__ import annotations

import itertools

import helpers_mesh as oracle
import numpy as np
from helpers_cover import rectangles_in
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import ndimage
from trivox.core.mesh.cover import cover_faces
from trivox.core.mesh.cover.layers import Runs, face_runs, joined_runs, solid_runs
from trivox.core.mesh.cover.maximal import Rectangles, maximal_rectangles
from trivox.core.mesh.cover.reach import candidates
from trivox.core.mesh.cover.witnesses import find_witnesses, overlaps
from trivox.core.mesh.exposure import Faces, visible_faces
from trivox.core.mesh.volume import volume_of_grid

PITCH = 11
Rectangle = tuple[int, int, int, int]
"""Bottom and top line, left and right column."""

often = st.sampled_from([(True, False), (True, True, True, False), (True, False, False)])
images = st.tuples(st.integers(1, 2), st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: often.flatmap(
        lambda values: hnp.arrays(bool, shape, elements=st.sampled_from(values), fill=st.nothing())
    )
)


def runs_of(image: np.ndarray) -> Runs:
    """Runs of a (group, row, column) image."""
    group, row, column = np.nonzero(image)
    key = (group * PITCH + row + 1) * PITCH + column
    return joined_runs(PITCH, key, key + 1)


def cells_of(runs: Runs) -> list[list[tuple[int, int]]]:
    """The cells (line, column) of each run."""
    ends = zip(runs.line.tolist(), runs.start.tolist(), runs.end.tolist(), strict=True)
    return [[(line, column) for column in range(start, end)] for line, start, end in ends]


def listed(rectangles: Rectangles) -> list[Rectangle]:
    """Rectangles as tuples."""
    sides = (rectangles.bottom, rectangles.top, rectangles.left, rectangles.right)
    return list(zip(*(side.tolist() for side in sides), strict=True))


def cells_in(rectangle: Rectangle) -> set[tuple[int, int]]:
    """The cells (line, column) of a rectangle."""
    bottom, top, left, right = rectangle
    return set(itertools.product(range(bottom, top), range(left, right)))


def largest_in(image: np.ndarray, group: int, pitch: int) -> list[Rectangle]:
    """All rectangles of a (row, column) image that no other contains, on the lines of a group."""
    every = rectangles_in(image)
    kept = [
        one
        for one in every
        if not any(
            one != other and other[0] <= one[0] and other[1] <= one[1] and other[2] >= one[2] and other[3] >= one[3]
            for other in every
        )
    ]
    line = group * pitch + 1
    kept.sort(key=lambda one: (one[0], one[1], one[2]))
    return [(line + low, line + high, left, right) for low, left, high, right in kept]


@given(images)
def test_runs_are_the_cells_of_an_image(image: np.ndarray) -> None:
    runs = cells_of(runs_of(image))
    group, row, column = np.nonzero(image)
    assert [cell for run in runs for cell in run] == list(
        zip((group * PITCH + row + 1).tolist(), column.tolist(), strict=True)
    )
    for sooner, later in itertools.pairwise(runs):
        assert (sooner[-1][0], sooner[-1][1] + 1) < later[0], "two runs without a gap between them"


@given(images, st.integers(0, 2), st.integers(-1, 7), st.integers(0, 6), st.integers(1, 7))
def test_runs_that_share_a_cell(image: np.ndarray, group: int, row: int, start: int, width: int) -> None:
    runs = runs_of(image)
    line = group * PITCH + row + 1
    wanted = {(line, column) for column in range(start, start + width)}
    first, count = runs.overlapping(*(np.array([value]) for value in (line, start, start + width)))
    shared = [number for number, cells in enumerate(cells_of(runs)) if wanted & set(cells)]
    assert list(range(first[0], first[0] + count[0])) == shared
    if len(runs):
        inside = runs.contain(*(np.array([value]) for value in (line, start, start + width)))
        assert inside.tolist() == [any(wanted <= set(cells) for cells in cells_of(runs))]


@given(images)
def test_maximal_rectangles_are_all_that_no_other_contains(image: np.ndarray) -> None:
    found = listed(maximal_rectangles(runs_of(image)))
    assert found == [one for group, layer in enumerate(image) for one in largest_in(layer, group, PITCH)]


@given(images, st.data())
def test_overlaps_are_the_parts_of_runs_in_rectangles(image: np.ndarray, data: st.DataObject) -> None:
    rectangles = maximal_rectangles(runs_of(image))
    shown = runs_of(image & data.draw(hnp.arrays(bool, image.shape)))
    parts = overlaps(rectangles, shown)
    cells = cells_of(shown)
    expected = []
    for number, rectangle in enumerate(listed(rectangles)):
        for run, run_cells in enumerate(cells):
            columns = [column for line, column in run_cells if (line, column) in cells_in(rectangle)]
            expected += [(number, run, min(columns), max(columns) + 1)] if columns else []
    found = zip(*(part.tolist() for part in (parts.rectangle, parts.run, parts.start, parts.end)), strict=True)
    assert list(found) == expected


def lowest_sets(runs: Runs, rectangles: list[Rectangle]) -> dict[frozenset[int], int]:
    """Sets of rectangles over a piece of a run that lack some rectangle of either neighbour, each with its line."""
    found: dict[frozenset[int], int] = {}
    for cells in cells_of(runs):
        over = [frozenset(n for n, one in enumerate(rectangles) if cell in cells_in(one)) for cell in cells]
        pieces = [piece for piece, _ in itertools.groupby(over)]
        for before, piece, after in zip([None, *pieces], pieces, [*pieces[1:], None], strict=False):
            if (before is None or before - piece) and (after is None or after - piece):
                found.setdefault(piece, cells[0][0])
    return found


@settings(max_examples=300)
@given(images, st.data())
def test_witnesses_are_the_lowest_sets_once_each(image: np.ndarray, data: st.DataObject) -> None:
    rectangles = maximal_rectangles(runs_of(image))
    shown = runs_of(image & data.draw(hnp.arrays(bool, image.shape)))
    witnesses = find_witnesses(overlaps(rectangles, shown), shown)
    sets: list[set[int]] = [set() for _ in witnesses.line]
    for rectangle, witness in zip(witnesses.rectangle.tolist(), witnesses.witness.tolist(), strict=True):
        assert rectangle not in sets[witness]
        sets[witness].add(rectangle)
    found = list(zip(map(frozenset, sets), witnesses.line.tolist(), strict=True))
    assert len({one for one, _ in found}) == len(found)
    assert dict(found) == lowest_sets(shown, listed(rectangles))


def faces_of(grid: np.ndarray, keys: np.ndarray, clear: np.ndarray | None = None) -> Faces:
    """Visible faces of a grid."""
    return visible_faces(volume_of_grid(grid, clear), "keep", keys)


def layer_of(cells: np.ndarray, axis: int) -> np.ndarray:
    """A grid as (layer, row, column) of the layers across an axis."""
    u, v = oracle.FRAMES[2 * axis]
    return cells.transpose(axis, v, u)


@settings(max_examples=150)
@given(oracle.grids(longest=5), st.sampled_from(["any", "color"]), st.sets(st.integers(1, 5)))
def test_rectangles_reach_over_faces_and_buried_patches(grid: np.ndarray, merge: str, clear: set[int]) -> None:
    keys = np.arange(256) if merge == "color" else np.zeros(256, np.int64)
    transparent = np.isin(np.arange(256), sorted(clear))
    faces = faces_of(grid, keys, transparent)
    opaque = (grid > 0) & ~transparent[grid]
    for direction in range(6):
        axis = direction // 2
        solid = solid_runs(faces, axis)
        shown, _ = face_runs(faces, direction)
        found = listed(candidates(faces.planes, direction, solid, maximal_rectangles(solid), shown))
        buried = layer_of(opaque & oracle.shifted(np.pad(opaque, 1), direction), axis)
        here = np.flatnonzero(faces.planes.direction == direction).tolist()
        layers = [int(faces.planes.coordinate[plane]) - (direction % 2 == 0) for plane in here]
        alone = len(set(layers)) == len(layers) and not faces.planes.transparent[here].any()
        expected = []
        for plane, layer in zip(here, layers, strict=True):
            image = np.zeros(buried.shape[1:], bool)
            cells = faces.cells(faces.plane == plane)
            v, u = oracle.FRAMES[2 * axis][::-1]
            image[cells[v], cells[u]] = True
            allowed = image | buried[layer]
            if not alone:
                labels, _ = ndimage.label(buried[layer])
                near = labels[ndimage.binary_dilation(image)]
                allowed = image | (np.isin(labels, near[near > 0]) & (not faces.planes.transparent[plane]))
            expected += largest_in(allowed, plane, solid.pitch)
        assert sorted(found) == sorted(expected)


@settings(max_examples=150)
@given(oracle.grids(longest=5), st.sampled_from(["any", "color"]))
def test_rectangles_come_in_order_with_all_the_faces_they_show(grid: np.ndarray, merge: str) -> None:
    faces = faces_of(grid, np.arange(256) if merge == "color" else np.zeros(256, np.int64))
    if not len(faces):
        return
    cover = cover_faces(faces, 200)
    places = list(zip(cover.plane.tolist(), cover.row.tolist(), cover.column.tolist(), strict=True))
    assert places == sorted(places)
    expected = {
        (face, rectangle)
        for face, at in enumerate(zip(faces.plane.tolist(), faces.row.tolist(), faces.column.tolist(), strict=True))
        for rectangle, (plane, row, column) in enumerate(places)
        if at[0] == plane
        and row <= at[1] < row + cover.height[rectangle]
        and column <= at[2] < column + cover.width[rectangle]
    }
    shown = list(zip(cover.shown_face.tolist(), cover.shown_in.tolist(), strict=True))
    assert len(shown) == len(set(shown)) and set(shown) == expected
    assert {face for face, _ in shown} == set(range(len(faces)))


def top_sizes(floor: np.ndarray, above: np.ndarray) -> list[tuple[int, int]]:
    """Heights and widths of the rectangles on top of a floor, with a second layer of cells above."""
    faces = faces_of(np.stack([floor, above], axis=2).astype(np.uint8), np.zeros(256, np.int64))
    cover = cover_faces(faces, 200)
    top = (faces.planes.direction[cover.plane] == 4) & (faces.planes.coordinate[cover.plane] == 1)
    return sorted(zip(cover.height[top].tolist(), cover.width[top].tolist(), strict=True))


def test_rectangles_shrink_to_what_they_alone_have_to_show() -> None:
    """The corner that both arms of an L could show goes to one; the middle of a cross lies in both bars anyway."""
    ell, cross, nothing = (np.zeros((7, 7), bool) for _ in range(3))
    ell[0, :] = ell[:, 0] = True
    cross[3, :] = cross[:, 3] = True
    assert top_sizes(ell, nothing) in ([(1, 6), (7, 1)], [(1, 7), (6, 1)])
    assert top_sizes(cross, nothing) == [(1, 7), (7, 1)]


def test_rectangles_do_not_reach_over_what_is_buried_without_need() -> None:
    """Of a floor under a lid only what the lid leaves free is drawn; between two free ends the middle is too."""
    floor, lid = np.ones((6, 4), bool), np.ones((6, 4), bool)
    lid[0, 1] = False
    assert top_sizes(floor, lid) == [(1, 1)]
    lid[5, 1] = False
    assert top_sizes(floor, lid) == [(1, 6)]
    lid[5, 2] = False
    assert top_sizes(floor, lid) == [(2, 6)]
