"""A patched mesh against one of the whole model: the same counts, and all proofs hold, after any edits in a row."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_model
from trivox.core.checks import check_mesh
from trivox.core.errors import OptionError
from trivox.core.patch import Workpiece, build_workpiece, patch
from trivox.core.patch.atlas import place_of
from trivox.core.patch.workpiece import workpiece_of
from trivox.core.voxels import Look, Material, Model, shapes
from trivox.core.voxels.shapes import Edited

MODES = ("faces", "polygons", "watertight", "rectangles", "fewest")
OF_TILES = {"texels", "texels_used", "tiles", "gpu_vertices"}
"""Counts that depend on where tiles lie."""
GLASS = Look(
    np.zeros((256, 4), np.uint8),
    tuple(Material("glass" if n in (3, 4) else "metal" if n == 2 else "diffuse", transparency=0.5) for n in range(256)),
)


def random_model(rng: np.random.Generator, longest: int = 10) -> Model:
    size = rng.integers(2, longest, 3)
    grid = np.where(rng.random(size) < rng.choice([0.2, 0.5, 0.9]), rng.integers(1, 6, size), 0).astype(np.uint8)
    grid[tuple(size // 2)] = 1
    return Model.from_grid(grid)


def random_edit(rng: np.random.Generator, model: Model) -> Edited:
    size = np.array(model.size)
    kinds = [shapes.sphere(rng.uniform(0.5, 4)), shapes.box(*rng.uniform(0.5, 4, 3))]
    shape = kinds[rng.integers(2)].moved(*rng.uniform(-2, size + 2))
    action = rng.integers(4)
    if action == 0:
        return shapes.carve(model, shape)
    if action == 1:
        return shapes.paint(model, shape, int(rng.integers(1, 6)))
    edited = shapes.add(model, shape, int(rng.integers(1, 6)))
    return edited if action == 2 else shapes.around_pivot(edited, model)


def assert_as_whole(piece: Workpiece, options: MeshOptions, look: Look | None = None) -> None:
    model, mesh = piece.model, piece.mesh
    whole = build_model(model, options, look)
    told = {name: count for name, count in mesh.counts.items() if name not in OF_TILES}
    wanted = {name: count for name, count in whole.counts.items() if name not in OF_TILES}
    if options.mode == "fewest" and whole.counts.lower_bound != whole.counts.triangles:
        for name in ("lower_bound", "proven_planes", "triangles", "vertices", "drawn_area"):
            del told[name], wanted[name]
    assert told == wanted
    classes, clear = (None, None) if look is None else (look.merging_class, look.transparent)
    assert check_mesh(model.colors, mesh, classes, clear) == []


def assert_knows_itself(piece: Workpiece) -> None:
    """What a patch knows is what is found out anew."""
    anew, known = workpiece_of(piece.model, piece.mesh, piece.look).known, piece.known
    assert np.array_equal(known.faces.place, anew.faces.place)
    assert np.array_equal(known.faces.color, anew.faces.color)
    assert np.array_equal(known.tiles, anew.tiles)
    pairs = np.unique(np.stack([known.faces.group, anew.faces.group]), axis=1)
    groups = len(np.unique(anew.faces.group))
    assert pairs.shape[1] == groups == piece.mesh.counts.polygons == int(known.faces.group.max()) + 1
    if piece.mesh.options.mode != "fewest":
        assert np.array_equal(
            dict(pairs.T.tolist()) and np.array([dict(pairs.T.tolist())[one] for one in known.polygon_group.tolist()]),
            anew.polygon_group,
        )


@settings(max_examples=100)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(MODES),
    st.sampled_from(oracle.INTERIORS),
    st.sampled_from(["any", "color", "material"]),
    st.booleans(),
)
def test_edits_in_a_row(seed: int, mode: str, interior: str, merge: str, glass: bool) -> None:
    rng = np.random.default_rng(seed)
    options, look = MeshOptions(mode, interior, merge), GLASS if glass else None
    piece = build_workpiece(random_model(rng), options, look)
    for _ in range(4):
        edited = random_edit(rng, piece.model)
        if not edited.model.voxels:
            break
        piece = patch(piece, edited)
        assert piece.model is edited.model
        assert_as_whole(piece, options, look)
        if piece.known is not None:
            assert_knows_itself(piece)


@settings(max_examples=30)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(MODES),
    st.builds(
        MeshOptions,
        border=st.integers(0, 3),
        power_of_two=st.booleans(),
        texel_scale=st.integers(1, 3),
        align=st.booleans(),
        own_texels=st.booleans(),
    ),
)
def test_tiles(seed: int, mode: str, options: MeshOptions) -> None:
    rng = np.random.default_rng(seed)
    options = replace(options, mode=mode)
    piece = build_workpiece(random_model(rng), options)
    for _ in range(4):
        edited = random_edit(rng, piece.model)
        if not edited.model.voxels:
            break
        piece = patch(piece, edited)
        assert_as_whole(piece, options)
        assert_knows_itself(piece)
        height, width = piece.mesh.atlas.shape
        if options.power_of_two:
            assert height & (height - 1) == 0 and width & (width - 1) == 0
        boxes = piece.known.tiles
        assert (boxes[:, 2] <= width).all() and (boxes[:, 3] <= height).all() and boxes.min() >= 0
        assert_borders(piece, boxes)


def assert_borders(piece: Workpiece, boxes: np.ndarray) -> None:
    """Around each tile its outermost texels are repeated, and no two tiles share a texel."""
    mesh, options = piece.mesh, piece.mesh.options
    texels = mesh.corner_texels()
    used = np.zeros(mesh.atlas.shape, int)
    for box in {tuple(row) for row in boxes.tolist()}:
        used[box[1] : box[3], box[0] : box[2]] += 1
    assert used.max() <= 1 and used.sum() == mesh.counts.texels_used
    assert len({tuple(row) for row in boxes.tolist()}) == mesh.counts.tiles
    for polygon, box in enumerate(boxes.tolist()):
        corners = texels[mesh.triangle_polygon == polygon].reshape(-1, 2)
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        assert box[0] + options.border <= low[0] and high[0] + options.border <= box[2]
        rows = np.clip(np.arange(box[1], box[3]), low[1], high[1] - 1)
        columns = np.clip(np.arange(box[0], box[2]), low[0], high[0] - 1)
        assert np.array_equal(mesh.atlas[box[1] : box[3], box[0] : box[2]], mesh.atlas[np.ix_(rows, columns)])


def hills(side: int = 40) -> Model:
    x, y = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    height = (side / 4 + 3 * np.sin(x / 5) + 3 * np.cos(y / 4) + 2 * np.sin((x + y) / 3)).astype(int)
    z = np.arange(side // 2)
    grid = np.where(z < height[..., None], 1 + ((x * 3 + y * 5)[..., None] + z) % 7 // 3, 0)
    return Model.from_grid(grid.astype(np.uint8))


@pytest.mark.parametrize("mode", MODES)
def test_only_what_is_near_is_made_anew(mode: str) -> None:
    model = hills(72 if mode == "fewest" else 40)
    piece = build_workpiece(model, MeshOptions(mode))
    before = piece.mesh
    assert piece.rebuilt
    for edited in (
        shapes.carve(model, shapes.sphere(4).moved(20, 20, 10)),
        shapes.add(model, shapes.sphere(4).moved(20, 20, 14), 9),
        shapes.paint(model, shapes.sphere(5).moved(10, 20, 10), 9),
    ):
        after = patch(piece, edited)
        assert not after.rebuilt and after.mesh.seconds.keys() == {"patch"}
        assert_as_whole(after, before.options)
        low, high = before.polygon_boxes()
        far = ((high < edited.touched[0] - 9) | (low > edited.touched[1] + 9)).any(axis=1) & (mode != "fewest")
        if mode == "fewest":
            axis = np.array([0, 0, 1, 1, 2, 2])[before.polygon_direction]
            at = low[np.arange(len(low)), axis]
            far = (at < edited.touched[0][axis] - 1) | (at > edited.touched[1][axis] + 1)
        assert far.any()
        kept = texels_by_place(before, far)
        now = texels_by_place(after.mesh, np.ones(after.mesh.polygon_count, bool))
        assert sum(now.get(place) == texels for place, texels in kept.items()) > 0.7 * len(kept)
        if mode in ("faces", "fewest"):
            assert all(now.get(place) == texels for place, texels in kept.items())


def texels_by_place(mesh, chosen: np.ndarray) -> dict:
    """Where each triangle's corners are in the atlas, by where they are in the model."""
    texels, found = mesh.corner_texels(), {}
    for number in np.flatnonzero(chosen[mesh.triangle_polygon]).tolist():
        key = mesh.polygon_direction[mesh.triangle_polygon[number]], mesh.vertices[mesh.triangles[number]].tobytes()
        found[key] = texels[number].tobytes()
    return found


def box_around(hole: bool) -> Model:
    grid = np.full((9, 9, 9), 1, np.uint8)
    grid[1:-1, 1:-1, 1:-1] = 0
    if hole:
        grid[4, 4, 8] = 0
    return Model.from_grid(grid)


@pytest.mark.parametrize("mode", MODES)
def test_cavities_open_and_close(mode: str) -> None:
    """The inside of a box is seen through one missing cell only, far from most of its faces."""
    cell = shapes.box(0.5, 0.5, 0.5).moved(4.5, 4.5, 8.5)
    options = MeshOptions(mode)
    closed = build_workpiece(box_around(False), options)
    opened = patch(closed, shapes.carve(closed.model, cell))
    assert opened.rebuilt and opened.mesh.counts.faces == 6 * 81 + 6 * 49 + 2
    assert_as_whole(opened, options)
    again = patch(opened, shapes.add(opened.model, cell, 1))
    assert again.rebuilt and again.mesh.counts.faces == closed.mesh.counts.faces
    assert_as_whole(again, options)


def test_small_cavities_are_patched() -> None:
    model = Model.from_grid(np.full((12, 12, 12), 2, np.uint8))
    piece = build_workpiece(model)
    inner = patch(piece, shapes.carve(model, shapes.box(1, 1, 1).moved(6, 6, 6)))
    assert not inner.rebuilt and inner.mesh.counts.faces == 6 * 144 and inner.known.field.sealed is not None
    assert_as_whole(inner, piece.mesh.options)
    for shape, sealed in ((shapes.box(1, 1, 2).moved(6, 6, 6), True), (shapes.box(1, 1, 6).moved(6, 6, 9), False)):
        further = patch(inner, shapes.carve(inner.model, shape))
        assert not further.rebuilt and (further.known.field.sealed is not None) == sealed
        assert_as_whole(further, piece.mesh.options)
    back = patch(inner, shapes.add(inner.model, shapes.box(1, 1, 1).moved(6, 6, 6), 2))
    assert not back.rebuilt and back.known.field.sealed is None
    assert_as_whole(back, piece.mesh.options)


def test_corners_come_and_go_on_sides_of_polygons_that_stay() -> None:
    """A cell beside the edge of a block touches that edge alone, and none of the block's sides."""
    grid = np.zeros((8, 8, 8), np.uint8)
    grid[:5, :5] = 1
    model = Model.from_grid(grid)
    piece = build_workpiece(model)
    cell = shapes.box(0.5, 0.5, 0.5).moved(5.5, 5.5, 3.5)
    beside = patch(piece, shapes.add(model, cell, 1))
    assert not beside.rebuilt and beside.mesh.counts.triangles == 12 + 12 + 2 * 2
    assert_as_whole(beside, piece.mesh.options)
    back = patch(beside, shapes.carve(beside.model, cell))
    assert back.mesh.counts.triangles == 12
    assert_as_whole(back, piece.mesh.options)


def test_walls_that_part_air_in_sight_only() -> None:
    """A wall across a valley parts the air near it, but not that above."""
    grid = np.zeros((30, 12, 20), np.uint8)
    grid[:, :4], grid[:, 8:], grid[:, :, :2] = 1, 1, 1
    model = Model.from_grid(grid)
    piece = build_workpiece(model)
    wall = patch(piece, shapes.add(model, shapes.box(0.5, 2, 4).moved(15.5, 6, 6), 2))
    assert not wall.rebuilt
    assert_as_whole(wall, piece.mesh.options)


@pytest.mark.parametrize("options", [MeshOptions("cutout"), MeshOptions(occlusion=4)])
def test_what_cannot_be_patched_is_made_as_a_whole(options: MeshOptions) -> None:
    model = hills(12)
    piece = build_workpiece(model, options)
    assert piece.known is None
    after = patch(piece, shapes.carve(model, shapes.sphere(3).moved(6, 6, 3)))
    assert after.rebuilt and check_mesh(after.model.colors, after.mesh) == []


def test_far_models_and_those_of_which_nothing_is_left() -> None:
    cells = np.array([[0, 0, 0], [1000, 1000, 1000]], np.int32)
    far = build_workpiece(Model((1001, 1001, 1001), cells, np.array([1, 2], np.uint8)))
    assert far.known is None
    edited = shapes.paint(far.model, shapes.sphere(3), 5)
    after = patch(far, edited)
    assert after.rebuilt and after.mesh.counts.triangles == 24
    near = build_workpiece(Model.from_grid(np.ones((3, 3, 3), np.uint8)))
    nothing = patch(near, shapes.carve(near.model, shapes.sphere(9)))
    assert nothing.rebuilt and nothing.mesh.counts.triangles == 0 and nothing.known is None
    something = patch(nothing, shapes.add(nothing.model, shapes.sphere(2), 1))
    assert something.rebuilt and something.known is not None
    assert_as_whole(something, near.mesh.options)
    same = patch(near, shapes.carve(near.model, shapes.sphere(1).moved(9, 9, 9)))
    assert same.mesh is near.mesh and not same.rebuilt


def test_room_in_the_atlas_is_used_again() -> None:
    rng = np.random.default_rng(4)
    model = Model.from_grid(rng.integers(1, 200, (24, 24, 24)).astype(np.uint8))
    piece, sizes = build_workpiece(model), []
    for _ in range(8):
        shape = shapes.sphere(5).moved(*rng.uniform(0, 24, 3))
        piece = patch(piece, shapes.paint(piece.model, shape, int(rng.integers(1, 200))))
        assert not piece.rebuilt
        sizes.append(piece.mesh.atlas.size)
    # The room that the first edits make is enough for the others.
    assert sizes[0] < sizes[-1] == sizes[3] < 2 * sizes[0]
    assert_as_whole(piece, piece.mesh.options)


@pytest.mark.parametrize(
    ("block", "boxes", "options", "wanted"),
    [
        # A free place, the lowest, then leftmost.
        ((30, 20), [[0, 0, 40, 100]], {}, ((0, 40), (100, 100))),
        ((30, 20), [[0, 0, 41, 100]], {"align": True}, ((0, 44), (100, 100))),
        # None: rows are added above the last that is in use, or columns.
        ((30, 20), [[0, 0, 100, 90]], {}, ((90, 0), (120, 100))),
        ((40, 100), [[0, 0, 100, 90]], {"align": True, "border": 0}, ((92, 0), (132, 100))),
        ((30, 110), [[0, 0, 100, 90]], {}, ((90, 0), (120, 110))),
        ((30, 20), [[0, 0, 100, 90]], {"power_of_two": True}, ((90, 0), (128, 128))),
        # Too little would be in use, or the image would be too large.
        ((60, 60), [[45, 45, 55, 55]], {}, None),
        ((30, 20), [[0, 0, 100, 90]], {"largest_texture": 110}, None),
    ],
)
def test_where_tiles_find_room(block: tuple, boxes: list, options: dict, wanted: tuple | None) -> None:
    options = MeshOptions(**options)
    assert place_of(block, (100, 100), np.array(boxes, np.int32), options) == wanted


def test_small_textures_are_not_outgrown() -> None:
    rng = np.random.default_rng(5)
    model = Model.from_grid(rng.integers(1, 200, (20, 20, 20)).astype(np.uint8))
    options = MeshOptions(largest_texture=64)
    piece = build_workpiece(model, options)
    after = patch(piece, shapes.paint(model, shapes.sphere(6).moved(3, 3, 3), 7))
    assert after.rebuilt and check_mesh(after.model.colors, after.mesh) == []


def test_a_mesh_of_another_model_is_refused() -> None:
    model = hills(12)
    other = shapes.carve(model, shapes.sphere(3).moved(6, 6, 3)).model
    with pytest.raises(OptionError, match="not that of the model"):
        workpiece_of(other, build_model(model))
