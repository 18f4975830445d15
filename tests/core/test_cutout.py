"""Rectangles with see-through cells, each place against trying every cell: what they show, hide and leave clear."""

from __future__ import annotations

from dataclasses import replace

import helpers_bodies as bodies
import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_cover import rectangles_in
from helpers_cutout import least_areas, least_costs
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import optimize, sparse
from trivox.core import voxels
from trivox.core.errors import LimitError
from trivox.core.mesh import bits
from trivox.core.mesh.contours import trace_polygons
from trivox.core.mesh.cover import cover_faces
from trivox.core.mesh.cutout import Cutout, alike, cut_out_faces, sharing
from trivox.core.mesh.cutout.alike import alike_planes
from trivox.core.mesh.cutout.boxes import Boxes, around_faces
from trivox.core.mesh.cutout.lines import near_pairs, rows_and_columns
from trivox.core.mesh.cutout.merging import merged
from trivox.core.mesh.cutout.moving import moved
from trivox.core.mesh.cutout.sharing import shared_out
from trivox.core.mesh.exposure import Faces, visible_faces
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MeshOptions
from trivox.core.mesh.price import UNLIMITED
from trivox.core.mesh.volume import volume_of_grid
from trivox.core.pipeline import build_mesh, build_model

NO_KEYS = np.zeros(256, np.int64)
ALL = range(1, 1 << 12)
prices = st.sampled_from([0, 1, 2, 3, 4, 8, 16, 64, 1000, UNLIMITED])


def faces_of(this: bodies.Model, interior: str = "remove", keys: np.ndarray = NO_KEYS) -> Faces:
    """Visible faces of a model on the grid's own coordinates; what blocks them lies in the grid."""
    wall = np.zeros(this.grid.shape, bool)
    inside = ((this.blocked >= 0) & (this.blocked < this.grid.shape)).all(axis=1)
    wall[tuple(this.blocked[inside].T)] = True
    return visible_faces(replace(volume_of_grid(this.grid, this.transparent), blocked=bits.pack(wall)), interior, keys)


def padded(this: bodies.Model) -> bodies.Model:
    """The same with room for what blocks it from outside."""
    return replace(this, grid=np.pad(this.grid, 1), blocked=this.blocked + 1)


def wanted_kinds(this: bodies.Model, interior: str, keys: np.ndarray) -> dict[tuple[int, ...], np.ndarray]:
    """By direction, coordinate, body and key of each plane: 2 on its faces, 1 on hidden places, 0 elsewhere."""
    kinds: dict[tuple[int, ...], np.ndarray] = {}
    for body, plane in bodies.planes(this, interior, keys):
        kind = plane.shown * 2 + (plane.allowed & ~plane.shown)
        u, v = np.argwhere(plane.shown)[0]
        layer = plane.plane - (plane.direction % 2 == 0)
        key = 0 if body else int(keys[oracle.layers(this.grid, plane.direction)[layer, u, v]])
        kinds[plane.direction, plane.plane, body, key] = kind
    return kinds


def painted(faces: Faces, cut: Cutout, number: int) -> np.ndarray:
    """(rows, columns) of one rectangle: 2 where it shows a face, 0 where it is clear, 1 elsewhere."""
    boxes = cut.boxes
    low = np.array([boxes.bottom[number], boxes.left[number]])
    tile = np.ones((boxes.top[number] - low[0], boxes.right[number] - low[1]), int)
    mine, clear = cut.shown_in == number, cut.clear_in == number
    assert (faces.plane[mine] == boxes.plane[number]).all()
    shown = np.stack([faces.row[mine], faces.column[mine]]) - low[:, None]
    holes = np.stack([cut.clear_row[clear], cut.clear_column[clear]]) - low[:, None]
    assert (shown >= 0).all() and (holes >= 0).all() and shown.shape[1]
    assert (tile[tuple(shown)] == 1).all() and len(set(zip(*holes.tolist(), strict=True))) == holes.shape[1]
    tile[tuple(shown)] = 2
    assert (tile[tuple(holes)] == 1).all()
    tile[tuple(holes)] = 0
    # It is no larger than what it shows.
    assert all((side == 2).any() for side in (tile[0], tile[-1], tile[:, 0], tile[:, -1]))
    return tile


def buried_between_panes() -> bodies.Model:
    """A row of glass, air, a column of two opaque cells, air and glass: the lower one is hidden, but not by glass."""
    grid = np.zeros((5, 1, 2), np.uint8)
    grid[[0, 4], 0, 0], grid[2, 0] = 4, 1
    return bodies.model(grid, [])


@settings(max_examples=200)
@example(buried_between_panes(), "remove", "any", UNLIMITED)
@given(bodies.models(), st.sampled_from(["remove", "keep"]), st.sampled_from(["any", "color"]), prices)
def test_each_face_is_shown_once_and_all_else_is_clear_or_hidden(
    this: bodies.Model, interior: str, merge: str, price: int
) -> None:
    keys = np.arange(256) if merge == "color" else NO_KEYS
    this = padded(this)
    faces = faces_of(this, interior, keys)
    if not len(faces):
        return
    wanted = wanted_kinds(this, interior, keys)
    cut = cut_out_faces(faces, 200, price)
    assert len(cut.shown_in) == len(faces) and set(cut.shown_in.tolist()) == set(range(len(cut.boxes)))
    planes, boxes = faces.planes, cut.boxes
    times = {plane: kind * 0 for plane, kind in wanted.items()}
    for number, plane in enumerate(boxes.plane.tolist()):
        body = int(planes.body[plane])
        first = faces.color[faces.plane == plane][0]
        at = (int(planes.direction[plane]), int(planes.coordinate[plane]), body, 0 if body else int(keys[first]))
        tile = painted(faces, cut, number)
        place = np.s_[boxes.left[number] : boxes.right[number], boxes.bottom[number] : boxes.top[number]]
        kind = wanted[at][place]
        assert np.array_equal(tile.T == 1, kind == 1) and (kind[tile.T == 2] == 2).all()
        times[at][place] += tile.T == 2
    assert all(np.array_equal(times[plane], kind == 2) for plane, kind in wanted.items())


def stacked(images: list[np.ndarray]) -> tuple[Faces, np.ndarray]:
    """Faces of plates, (rows, columns) bool each, with air between them, and the planes on top of them."""
    grid = np.zeros((*np.max([image.shape for image in images], axis=0)[::-1], 2 * len(images)), np.uint8)
    for number, image in enumerate(images):
        grid[: image.shape[1], : image.shape[0], 2 * number] = image.T
    faces = visible_faces(volume_of_grid(grid), "remove", NO_KEYS)
    return faces, np.flatnonzero(faces.planes.direction == 4)


def costs_of(faces: Faces, cut: Cutout, price: int) -> np.ndarray:
    """What the rectangles of each plane cost."""
    return np.bincount(cut.boxes.plane, cut.boxes.area + price, len(faces.planes)).astype(int)


@pytest.mark.parametrize(("price", "share", "worst"), [(1, 0.98, 1.15), (2, 0.94, 1.25), (4, 0.98, 1.2), (8, 1, 1)])
def test_nearly_all_planes_of_twelve_cells_are_as_good_as_can_be(price: int, share: float, worst: float) -> None:
    images = [np.array([[number >> 4 * row + column & 1 for column in range(4)] for row in range(3)]) for number in ALL]
    faces, top = stacked(images)
    cost = costs_of(faces, cut_out_faces(faces, 200, price), price)[top]
    least = np.array(least_costs(3, 4, price))[1:]
    assert (cost >= least).all() and (cost <= worst * least).all()
    assert np.mean(cost == least) >= share


def cost_by_program(shown: np.ndarray, price: int) -> int:
    """The least cost of rectangles that cover an image."""
    boxes = rectangles_in(np.ones(shown.shape, bool))
    covers = np.array([cells_of(shown.shape, box)[shown] for box in boxes])
    areas = np.array([(b - a) * (q - p) for a, p, b, q in boxes])
    rule = optimize.LinearConstraint(sparse.csr_array(covers.T.astype(float)), 1, np.inf)
    solved = optimize.milp(areas + price, constraints=rule, integrality=np.ones(len(areas)), bounds=(0, 1))
    return round(solved.fun)


def cells_of(shape: tuple[int, ...], box: tuple[int, int, int, int]) -> np.ndarray:
    """An image of a rectangle."""
    image = np.zeros(shape, bool)
    image[box[0] : box[2], box[1] : box[3]] = True
    return image


def test_larger_planes_cost_little_more_than_they_must() -> None:
    """Never more than a fifth, and less than a thirtieth in sum."""
    drawn = np.random.default_rng(5)
    images = [drawn.random(drawn.integers(3, 10, 2)) < drawn.choice([0.2, 0.4, 0.6, 0.8]) for _ in range(24)]
    images = [image for image in images if image.any()]
    faces, top = stacked(images)
    for price in (2, 4, 16):
        cost = costs_of(faces, cut_out_faces(faces, 200, price), price)[top]
        least = np.array([cost_by_program(image, price) for image in images])
        assert (cost >= least).all() and (cost <= 1.2 * least).all()
        assert 30 * cost.sum() < 31 * least.sum()


@settings(max_examples=40)
@given(st.one_of(oracle.grids(longest=7), oracle.plates()), st.sampled_from(["any", "color"]))
def test_no_price_gives_more_rectangles_than_a_lower_one(grid: np.ndarray, merge: str) -> None:
    faces = visible_faces(volume_of_grid(grid), "remove", np.arange(256) if merge == "color" else NO_KEYS)
    if not len(faces):
        return
    cover = cover_faces(faces, 200)
    cuts = [cut_out_faces(faces, 200, price) for price in [0, *(1 << step for step in range(9)), UNLIMITED]]
    counts = [len(cut.boxes) for cut in cuts]
    assert counts[0] == len(cover.plane) and counts[-1] == len(faces.planes)
    assert (cuts[0].lower_bound, cuts[0].proven_planes) == (cover.lower_bound, cover.proven_planes)
    assert (cuts[-1].lower_bound, cuts[-1].proven_planes) == (len(faces.planes), len(faces.planes))
    assert counts == sorted(counts, reverse=True)
    for cut in cuts[1:]:
        alone = np.bincount(cut.boxes.plane) == 1
        assert len(faces.planes) <= cut.lower_bound <= len(cut.boxes) and cut.proven_planes == np.count_nonzero(alone)


def test_no_plane_gets_more_rectangles_at_a_higher_price() -> None:
    drawn = np.random.default_rng(6)
    faces, _ = stacked([drawn.random((16, 16)) < density for density in (0.3, 0.5, 0.7) * 12])
    cuts = [cut_out_faces(faces, 200, price) for price in (0, 1, 2, 4, 8, 16, 32, 64, 128)]
    counts = np.array([np.bincount(cut.boxes.plane) for cut in cuts])
    assert (counts[1:] <= counts[:-1]).all() and (counts[1:] < counts[:-1]).any(axis=1).all()


@settings(max_examples=60)
@given(oracle.grids(longest=3).filter(lambda grid: max(grid.shape) <= 3), st.sampled_from([1, 2, 4, 16]))
def test_no_rectangles_that_draw_no_more_are_fewer_than_the_bound(grid: np.ndarray, price: int) -> None:
    faces = visible_faces(volume_of_grid(grid), "remove", NO_KEYS)
    if not len(faces):
        return
    cut = cut_out_faces(faces, 200, price)
    least = {0: 0}
    for plane in range(len(faces.planes)):
        image = np.zeros((3, 3), bool)
        image[faces.row[faces.plane == plane], faces.column[faces.plane == plane]] = True
        areas = least_areas(image)
        sums = [(n + k + 1, area + more) for n, area in least.items() for k, more in enumerate(areas)]
        least = {n: min(area for other, area in sums if other == n) for n, _ in sums}
    fewest = min(n for n, area in least.items() if area <= cut.boxes.area.sum())
    assert cut.lower_bound <= fewest <= len(cut.boxes)


def test_the_bound_of_planes_that_one_rectangle_would_waste() -> None:
    """Two cells far apart: one rectangle has more cells than all that there are, so top and bottom need two."""
    plate = np.zeros((5, 5), bool)
    plate[0, 0] = plate[4, 4] = True
    faces, _ = stacked([plate])
    cut = cut_out_faces(faces, 200, 1)
    assert len(faces.planes) == 10 and len(cut.boxes) == cut.lower_bound == 12 and cut.proven_planes == 8


def test_faces_in_several_rectangles_go_to_the_one_that_grows_least() -> None:
    """Two rows of two and a row that goes on: what both rectangles hold is given to the flat one."""
    image = np.zeros((2, 7), bool)
    image[0], image[1, :2] = True, True
    sides, owners = shares(image, [(0, 0, 2, 4), (0, 2, 1, 7)])
    assert sides == [[0, 0, 2, 2], [0, 2, 1, 7]] and owners == [0, 0, 1, 1, 1, 1, 1, 0, 0]


def test_faces_where_rectangles_cross_go_to_the_largest() -> None:
    image = np.zeros((3, 7), bool)
    image[1], image[:, 2] = True, True
    sides, owners = shares(image, [(0, 2, 3, 3), (1, 0, 2, 7)])
    assert sides == [[0, 2, 3, 3], [1, 0, 2, 7]] and owners == [0, 1, 1, 1, 1, 1, 1, 1, 0]


def shares(image: np.ndarray, sides: list[tuple[int, ...]]) -> tuple[list[list[int]], list[int]]:
    """What becomes of two rectangles, the same in whatever order they come, and which of them each face goes to."""
    faces, _ = stacked([image])
    top = np.flatnonzero(faces.planes.direction[faces.plane] == 4)
    some = replace(faces, plane=faces.plane[top], row=faces.row[top], column=faces.column[top])
    boxes = Boxes(np.full(2, some.plane[0]), np.array(sides).T)
    pairs = [(box, face) for box in (0, 1) for face in range(len(top)) if holds(boxes, box, some, face)]
    found = []
    for order in (np.array([0, 1]), np.array([1, 0])):
        box, face = np.array(pairs).T
        shrunk, owner = shared_out(some, boxes[order], order[box], face)
        found.append((shrunk.sides[:, order].T.tolist(), order[owner].tolist()))
    assert found[0] == found[1]
    return found[0]


def holds(boxes: Boxes, box: int, faces: Faces, face: int) -> bool:
    """Whether a box holds a face."""
    bottom, left, top, right = boxes.sides[:, box]
    return bool(bottom <= faces.row[face] < top and left <= faces.column[face] < right)


def test_planes_that_are_alike_get_the_same_rectangles() -> None:
    drawn = np.random.default_rng(3)
    one, other = drawn.random((2, 9, 12)) < 0.6
    images = [np.pad(one, ((0, 3), (0, 2))), other, np.pad(one, ((2, 1), (1, 1))), np.pad(one, ((0, 3), (2, 0)))]
    faces, top = stacked(images)
    for price in (1, 16):
        boxes = cut_out_faces(faces, 200, price).boxes
        found = [boxes.sides[:, boxes.plane == plane] for plane in top]
        moves = [found[number][:, :1] - found[0][:, :1] for number in (2, 3)]
        assert moves[0].T.tolist() == [[2, 1, 2, 1]] and moves[1].T.tolist() == [[0, 2, 0, 2]]
        assert all(np.array_equal(found[n] - move, found[0]) for n, move in zip((2, 3), moves, strict=True))
        assert price > 1 or not np.array_equal(found[0], found[1])


def test_of_planes_that_are_alike_the_one_of_lowest_rank_stands_for_all() -> None:
    image = np.array([[True, True], [True, False]])
    faces, top = stacked([image, image[::-1], np.pad(image, 1)])
    rank = np.ones(len(faces.planes), np.int64)
    rank[top[2]] = 0
    first = alike_planes(faces, rank).first
    assert first[top].tolist() == [top[2], top[1], top[2]]


def test_planes_are_not_taken_for_alike_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "_scattered", lambda values: np.zeros(len(values), np.uint64))
    drawn = np.random.default_rng(8)
    images = [drawn.random((5, 6)) < 0.5 for _ in range(8)]
    faces, _ = stacked(images)
    cut = cut_out_faces(faces, 200, 4)
    boxes = around_faces(faces, len(cut.boxes), cut.shown_in)
    assert np.array_equal(boxes.sides, cut.boxes.sides) and np.array_equal(boxes.plane, cut.boxes.plane)


@settings(max_examples=50)
@given(bodies.models(), prices)
def test_the_same_faces_give_the_same_rectangles(this: bodies.Model, price: int) -> None:
    faces = faces_of(padded(this))
    if len(faces):
        one, other = (cut_out_faces(faces, 200, price) for _ in range(2))
        assert one.boxes.sides.tobytes() == other.boxes.sides.tobytes()
        assert one.shown_in.tobytes() == other.shown_in.tobytes()


@settings(max_examples=60)
@given(oracle.plates(), st.sampled_from([1, 4, 16]))
def test_merging_and_moving_only_ever_save(grid: np.ndarray, price: int) -> None:
    """Each pair that is merged costs the price at most; what is moved makes the whole cheaper; no face is lost."""
    faces = visible_faces(volume_of_grid(grid), "remove", NO_KEYS)
    boxes, owner = around_faces(faces, len(faces), np.arange(len(faces))), np.arange(len(faces))
    lines = rows_and_columns(faces)
    runs = lines[0].runs(owner), lines[1].runs(owner)
    fewer, number = merged(boxes, near_pairs(boxes, runs, 3), price)
    assert fewer.area.sum() <= boxes.area.sum() + price * (len(boxes) - len(fewer))
    owner = number[owner]
    assert np.array_equal(around_faces(faces, len(fewer), owner).sides, fewer.sides)
    runs = lines[0].runs(owner), lines[1].runs(owner)
    for worth in (0, price):
        smaller, moved_to, kept = moved(faces, fewer, owner, runs, near_pairs(fewer, runs, 2), worth)
        costs = [worth * len(each) + each.area.sum() for each in (fewer, smaller)]
        assert costs[1] < costs[0] or np.array_equal(smaller.sides, fewer.sides)
        assert np.array_equal(around_faces(faces, len(smaller), moved_to).sides, smaller.sides)
        assert len(kept) == len(fewer) and np.count_nonzero(kept >= 0) == len(smaller)
        assert len(smaller) == len(fewer) if worth == 0 else len(smaller) <= len(fewer)


def test_moving_saves_no_rectangle_that_has_no_price() -> None:
    drawn = np.random.default_rng(2)
    saved = 0
    for _ in range(12):
        faces, _ = stacked([drawn.random((20, 20)) < 0.5])
        lines, owner = rows_and_columns(faces), np.arange(len(faces))
        boxes = around_faces(faces, len(faces), owner)
        boxes, owner = merged(boxes, near_pairs(boxes, (lines[0].runs(owner), lines[1].runs(owner)), 3), 4)
        runs = lines[0].runs(owner), lines[1].runs(owner)
        pairs = near_pairs(boxes, runs, 2)
        assert len(moved(faces, boxes, owner, runs, pairs, 0)[0]) == len(boxes)
        saved += len(boxes) - len(moved(faces, boxes, owner, runs, pairs, 64)[0])
    assert saved > 20


def options(price: int = 16, **others: str) -> MeshOptions:
    """Of this mode."""
    return MeshOptions("cutout", texels_per_rectangle=price, **others)


def test_meshes_of_no_price_count_as_the_fewest() -> None:
    grid = oracle.random_colours((np.random.default_rng(1).random((9, 8, 7)) < 0.5).astype(np.uint8), 2, 3)
    for merge in ("any", "color"):
        fewest, mesh = build_mesh(grid, MeshOptions("fewest", merge=merge)), build_mesh(grid, options(0, merge=merge))
        for name in ("triangles", "lower_bound", "planes", "proven_planes", "faces"):
            assert mesh.counts[name] == fewest.counts[name]
        assert mesh.counts.drawn_area <= fewest.counts.drawn_area


def test_no_rectangle_reaches_over_space_that_is_left_out() -> None:
    """Cells far apart are meshed closer together; a rectangle over the gap would be longer than its tile."""
    cells = np.argwhere(np.random.default_rng(4).random((5, 4, 3)) < 0.6).astype(np.int32)
    for gap, meet in ((7, False), (9, False), (6, True)):
        both = np.concatenate([cells, cells + np.array([gap, 0, 0], np.int32)])
        colors = (np.arange(len(both)) % 9 + 1).astype(np.uint8)
        size = tuple((both.max(axis=0) + 1).tolist())
        mesh = build_model(voxels.Model(size, both, colors, None), options(1 << 20))
        low, high = mesh.polygon_boxes()
        # Cells 5 to gap - 1 are empty; one of them is left as it is.
        over = (low[:, 0] < 5) & (high[:, 0] > gap)
        assert over.any() == meet
        assert mesh.counts.drawn_area == area_of(mesh)


def area_of(mesh: Mesh) -> int:
    """The area of all triangles where they are."""
    points = mesh.vertices[mesh.triangles].astype(np.int64)
    normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    return int(np.abs(normals).sum()) // 2


def test_rectangles_of_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    faces, _ = stacked([np.eye(30, dtype=bool)])
    cut = cut_out_faces(faces, 200, UNLIMITED)
    monkeypatch.setattr(sharing, "MOST_CELLS", int(cut.boxes.area.sum()))
    cut_out_faces(faces, 200, UNLIMITED)
    monkeypatch.setattr(sharing, "MOST_CELLS", int(cut.boxes.area.sum()) - 1)
    with pytest.raises(LimitError, match="take fewer"):
        cut_out_faces(faces, 200, UNLIMITED)


def test_meshes_in_blocks_and_empty() -> None:
    grid = np.ones((600, 3, 2), np.uint8)
    grid[::7, 1] = 0
    mesh = build_model(voxels.Model.from_grid(grid), options(1 << 20), largest=255)
    low, high = mesh.polygon_boxes()
    assert 127 < (high - low).max() <= 255 and mesh.counts.triangles == 2 * mesh.counts.planes
    empty = build_mesh(np.zeros((2, 2, 2), np.uint8), options())
    assert (empty.counts.triangles, empty.counts.lower_bound, empty.counts.drawn_area) == (0, 0, 0)


@pytest.mark.skipif(oracle.shared("models") is None, reason="needs the shared models")
def test_two_thirds_fewer_triangles_for_hardly_more_texels() -> None:
    """Sum over the different public models: 65 % fewer than merged polygons, at 1.15 times the area of the fewest."""
    seen, sums = set(), np.zeros(4, np.int64)
    for path in sorted(oracle.shared("models").glob("*.vox")):
        for grid in oracle.plain_read(path):
            if grid.tobytes() in seen or not grid.any():
                continue
            seen.add(grid.tobytes())
            faces = visible_faces(volume_of_grid(grid), "remove", NO_KEYS)
            polygons, cover = trace_polygons(faces), cover_faces(faces, 200)
            boxes = cut_out_faces(faces, 200, MeshOptions().texels_per_rectangle).boxes
            triangles = len(polygons.plane) + 2 * int(polygons.holes.sum()) - 2 * polygons.count
            sums += triangles, 2 * len(boxes), (cover.height * cover.width).sum(), boxes.area.sum()
    assert sums[1] <= 0.35 * sums[0] and sums[3] <= 1.15 * sums[2]
