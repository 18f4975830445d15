"""Random, large and hostile scenes become .vox files that fill the same cells in every frame, or one sentence."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from helpers_vox_scene import cells_at, frame, group, scene_of, shape
from hypothesis import given, settings
from hypothesis import strategies as st
from test_vox_writer import again, chunks_of, random_models
from trivox.core import Model, Scene, SceneOptions, assemble, read_vox
from trivox.core.errors import LimitError
from trivox.core.formats.vox import tree, write_vox
from trivox.core.formats.vox.encode import Chunks, require_length
from trivox.core.voxels import SceneNode
from trivox.core.voxels.transforms import rotation_from_byte

TURNS = [turn for byte in range(128) if (turn := rotation_from_byte(byte)) is not None]


LONG = [(300, 2, 3), (2, 513, 1), (1, 1, 1025), (257, 258, 1), (511, 3, 259)]


def small_model(rng: np.random.Generator) -> Model:
    return Model.from_grid(rng.integers(0, 4, rng.integers(1, 5, 3), dtype=np.uint8))


def large_model(rng: np.random.Generator) -> Model:
    """Few cells in a long box."""
    size = LONG[rng.integers(len(LONG))]
    cells = np.unique(rng.integers(0, size, (rng.integers(0, 7), 3)), axis=0).astype(np.int32).reshape(-1, 3)
    return Model(size, cells, np.arange(1, len(cells) + 1, dtype=np.uint8))


def random_scene(rng: np.random.Generator, *, large: bool) -> Scene:
    """Groups and shapes in each other, turned, mirrored and moved, with frames, loops and layers."""
    made = [large_model(rng) if large and rng.random() < 0.6 else small_model(rng) for _ in range(rng.integers(1, 4))]
    nodes: list[SceneNode] = []
    for index in range(rng.integers(1, 7)):
        numbers, times = (np.flatnonzero(rng.random(7) < 0.3).tolist() or [0] for _ in range(2))
        frames = [frame(number, rng.integers(-7, 8, 3), TURNS[rng.integers(48)]) for number in numbers]
        holders = [-1, *(other for other, node in enumerate(nodes) if node.kind == "group")]
        more = {
            "loops": bool(rng.random() < 0.5),
            "hidden": bool(rng.random() < 0.2),
            "layer": [None, 3][rng.integers(2)],
        }
        place = {"parent": int(rng.choice(holders)), **more}
        if rng.random() < 0.4:
            nodes.append(group(*frames, name=f"group {index}", **place))
        else:
            shown = [(time, int(rng.integers(len(made)))) for time in times]
            nodes.append(shape(shown, *frames, name=f"shape {index}", **place))
    # A file without any object is read as one that places nothing.
    return scene_of(made, [*nodes, shape(0, name="last")])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_random_scenes_fill_the_same_cells_in_every_frame(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed), large=False)
    found = again(scene)
    assert len(found.nodes) == len(scene.nodes) + 1
    for number in range(16):
        assert cells_at(found, number) == cells_at(scene, number)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_so_do_scenes_of_which_some_is_cut(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed), large=True)
    found = again(scene)
    assert all(max(model.size) <= 256 for model in found.models) and found.warnings == ()
    for number in range(16):
        assert cells_at(found, number) == cells_at(scene, number)
    names = [node.name for node in found.nodes[1:] if node.name]
    assert sorted(names) == sorted(node.name for node in scene.nodes)


@pytest.mark.parametrize("turn", TURNS[::5], ids=str)
def test_a_large_model_is_pieces_in_a_group_of_its_name(turn: np.ndarray) -> None:
    rng = np.random.default_rng(3)
    grid = rng.integers(1, 256, (300, 20, 513), dtype=np.uint8) * (rng.random((300, 20, 513)) < 0.001)
    grid[::299, ::19, ::512] = 1
    model = Model.from_grid(grid)
    scene = scene_of([model], [shape(0, frame(0, (3, -4, 5), turn), name="wall", layer=2, hidden=True)])
    found = again(scene)
    pieces = [node for node in found.nodes if node.kind == "shape"]
    _root, held = found.nodes[:2]
    assert (held.name, held.layer, held.hidden, held.kind) == ("wall", 2, True, "group")
    assert {(node.parent, node.name, node.hidden, node.layer) for node in pieces} == {(1, "", False, 2)}
    # From the lowest corner on, z fastest.
    assert [found.models[node.model].size for node in pieces] == [(x, 20, z) for x in (256, 44) for z in (256, 256, 1)]
    before, after = (np.array([(*cell, index) for cell, index in cells_at(one, 0)]) for one in (scene, found))
    assert np.array_equal(before, after)


def test_what_is_around_the_voxels_of_a_large_model_is_left_out() -> None:
    cells = np.array([(290, 1, 1), (299, 0, 500)], np.int32)
    scene = scene_of([Model((1000, 2, 1000), cells, np.array([3, 4], np.uint8))], [shape(0, frame(0, (1, 2, 3)))])
    found = again(scene)
    assert [model.size for model in found.models] == [(10, 2, 256), (10, 2, 244)]
    assert cells_at(found, 0) == cells_at(scene, 0)
    near = Model((1000, 2, 1000), cells[:1], np.array([3], np.uint8))
    one = scene_of([near], [shape(0, frame(0, (1, 2, 3), TURNS[30]), frame(5, (9, 9, 9), TURNS[17]), name="small")])
    found = again(one)
    assert [(node.name, node.kind) for node in found.nodes] == [("", "group"), ("small", "shape")]
    assert found.models[0].size == (1, 1, 1)
    for number in (0, 5):
        assert cells_at(found, number) == cells_at(one, number)


def test_a_large_model_alone_is_placed_where_it_would_stand() -> None:
    scene = scene_of([Model.from_grid(np.ones((257, 1, 1), np.uint8))], [shape(0)], placed=False)
    found = again(scene)
    assert found.placed and cells_at(found, 0) == cells_at(scene, 0)


def test_what_was_joined_is_cut_and_joined_again() -> None:
    nodes = [
        shape(number, frame(0, (150 * number, 7 * number, -200 * number)), name=f"{number}") for number in range(4)
    ]
    scene = scene_of(random_models(4), nodes, name="all")
    whole = assemble(scene, None, SceneOptions(join="one")).scene
    assert max(whole.models[0].size) > 600
    found = again(whole)
    assert sorted(cells_at(found, 0)) == sorted(cells_at(scene, 0))
    once_more = assemble(found, None, SceneOptions(join="one")).scene
    assert cells_at(once_more, 0) == cells_at(whole, 0) and once_more.models[0].size == whole.models[0].size


def test_models_without_voxels_are_small() -> None:
    empty = np.zeros((0, 3), np.int32), np.zeros(0, np.uint8)
    found = again(
        scene_of([Model((5000, 0, 7), *empty), Model((2, 3, 4), *empty)], [shape(0), shape([(0, 1), (2, 0)])])
    )
    assert [model.size for model in found.models] == [(256, 1, 7), (2, 3, 4)]


def test_many_empty_models_are_one() -> None:
    nothing = np.zeros((0, 3), np.uint8), np.zeros(0, np.uint8)
    many = [Model((1, 1, 1), *nothing) for _ in range(10_000)]
    full = random_models(1)[0]
    data = write_vox(None, scene_of([*many, full, *many], [shape(len(many))]))
    assert len(data) < 3000 and len(read_vox(data).models) == 2


def test_names_that_are_no_utf_8_and_long_ones() -> None:
    name = "a" * 10_000_000
    found = again(scene_of(random_models(1), [shape(0, name=name), shape(0, name="caf\udce9\0")]))
    assert found.nodes[1].name == name and found.nodes[2].name == "caf\ufffd\ufffd"


def test_texts_beyond_what_a_file_can_tell_are_refused_before_they_are_copied() -> None:
    name = "a" * 10_000_000
    scene = scene_of(random_models(1), [shape(0, name=name)] * 300)
    with pytest.raises(
        LimitError, match=r"^the scene would need 3,000,000,\d* bytes or more, and a .vox file can have"
    ):
        write_vox(None, scene)
    attributes = {name: name}
    with pytest.raises(LimitError, match="would need"):
        write_vox(None, scene_of(random_models(1), [shape(0, attributes=attributes)] * 150))


def test_voxels_beyond_what_a_file_can_tell_are_refused() -> None:
    # Arrays that take no memory: a view of one cell.
    count = 2**29
    cells = np.broadcast_to(np.zeros((1, 3), np.uint8), (count, 3))
    model = Model((9, 9, 9), cells, np.broadcast_to(np.ones(1, np.uint8), count))
    with pytest.raises(LimitError, match=r"would need 2,147,483,648 bytes or more, .* fewer objects at once$"):
        write_vox(None, scene_of([model], [shape(0)]))


def test_lengths_are_checked_as_they_grow() -> None:
    require_length(2**31 - 13)
    with pytest.raises(LimitError):
        require_length(2**31 - 12)
    chunks = Chunks()
    chunks.length = 2**31 - 30
    chunks.add("aaaa", b"12345")
    assert b"".join(chunks.parts) == b"aaaa" + struct.pack("<ii", 5, 0) + b"12345"
    with pytest.raises(LimitError):
        chunks.add("bbbb", b"")


def test_many_frames() -> None:
    frames = [frame(2 * number, (number, 0, 0)) for number in range(10_000)]
    shown = [(3 * number, number % 2) for number in range(10_000)]
    scene = scene_of(random_models(2), [shape(shown, *frames, loops=True)])
    found = again(scene)
    for number in (0, 5, 19_998, 30_001):
        assert cells_at(found, number) == cells_at(scene, number)


def test_many_frames_of_what_is_cut() -> None:
    rng = np.random.default_rng(0)
    wide = [Model((300, 1, 1), np.arange(300, dtype=np.int32)[:, None] * [1, 0, 0], rng.integers(1, 9, 300, np.uint8))]
    scene = scene_of([*wide, *random_models(1)], [shape([(number, number % 2) for number in range(1000)])])
    found = again(scene)
    for number in (0, 1, 998, 999):
        assert cells_at(found, number) == cells_at(scene, number)


def test_far_apart_pieces_of_many_frames_are_refused_before_they_are_made() -> None:
    count = 40_000
    cells = np.zeros((count, 3), np.int32)
    cells[:, 0] = 256 * np.arange(count)
    model = Model((256 * count, 1, 1), cells, np.ones(count, np.uint8))
    with pytest.raises(LimitError, match="would need"):
        write_vox(None, scene_of([model], [shape([(number, 0) for number in range(10_000)])]))


def test_more_nodes_than_a_reader_takes_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    node, sentence = shape(0), r"objects and groups, those of parts of large objects included; join some"
    with pytest.raises(LimitError, match=f"more than 250,000 {sentence}"):
        write_vox(None, scene_of(random_models(1), [node] * 250_001))
    monkeypatch.setattr(tree, "MAX_NODES", 100)
    assert len(again(scene_of(random_models(1), [node] * 99)).nodes) == 100
    cells = 256 * np.arange(20)[:, None] * [1, 0, 0]
    long = Model((256 * 20, 1, 1), cells.astype(np.int32), np.ones(20, np.uint8))
    # The root, a group and its pieces for each.
    assert len(again(scene_of([long], [node] * 4)).nodes) == 85
    for nodes, model in (([node] * 100, random_models(1)[0]), ([node] * 5, long)):
        with pytest.raises(LimitError, match=f"more than 100 {sentence}"):
            write_vox(None, scene_of([model], nodes))


def test_deep_groups_need_no_stack() -> None:
    nodes = [group(frame(0, (1, 0, 0)), parent=number - 1, name="g") for number in range(3000)]
    found = again(scene_of(random_models(1), [*nodes, shape(0, parent=2999)]))
    assert len(found.nodes) == 3002 and cells_at(found, 0)[0][0][0] >= 2990


def test_voxels_are_in_order_and_bytes_are_the_same() -> None:
    grid = np.random.default_rng(0).integers(0, 3, (9, 8, 7), dtype=np.uint8)
    content = dict(chunks_of(write_vox(None, scene_of([Model.from_grid(grid)], [shape(0)]))))["XYZI"]
    rows = [list(content[at : at + 4]) for at in range(4, len(content), 4)]
    assert rows == sorted(rows) and struct.unpack_from("<i", content)[0] == len(rows) == np.count_nonzero(grid)
