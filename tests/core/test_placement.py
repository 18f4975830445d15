"""Rows of objects for nodes that change what they show, and which nodes more than their own layer hides."""

from __future__ import annotations

from dataclasses import replace

import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import MeshOptions, SceneOptions, assemble
from trivox.core.formats.vox import read_vox
from trivox.core.scene.frames import frame_span
from trivox.core.scene.placement import Placements, hidden_apart, layers_of
from trivox.core.scene.world import hidden_in_scene
from trivox.core.voxels import Layer, Scene, SceneNode
from trivox.core.voxels.transforms import resting

RODS = [hv.dense_model(np.full((1, 1, number), number, np.uint8)) for number in (1, 2, 3)]
MIRROR = 0b0010100
"""A rotation byte: along x."""


def rows(*nodes: bytes, flat: bool = False, origin: str = "pivot") -> Placements:
    scene = read_vox(hv.vox(*RODS, *nodes))
    options = SceneOptions(animation="animate", origin=origin)
    return assemble(scene, MeshOptions(), options).placements(flat=flat)


def in_group(*frames: dict[str, object], shows: tuple[tuple[int, int], ...], **attributes: object) -> tuple[bytes, ...]:
    group = (hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, {"t": "0 0 9"}, name="group"), hv.ngrp(3, 4))
    return *group, hv.ntrn(4, 5, *frames, name="walker", **attributes), hv.nshp(5, *shows)


@pytest.mark.parametrize("flat", [False, True])
def test_a_handle_moves_and_what_is_below_it_takes_turns(flat: bool) -> None:
    found = rows(*in_group({"f": 0, "t": "1 2 3"}, {"f": 5, "t": "4 2 3"}, shows=((2, 0), (0, 3), (2, 8))), flat=flat)
    before = [] if flat else ["group"]
    assert list(found.name) == [*before, "walker", "walker 3", "walker 0"]
    handle = len(before)
    assert found.mesh.tolist() == [-1] * (handle + 1) + [0, 1]
    assert found.parent.tolist() == ([-1, 0, 0] if flat else [-1, 0, 1, 1])
    assert found.in_turn.tolist() == [False] * (handle + 1) + [True] * 2
    assert found.translation[handle].tolist() == ([1, 2, 12] if flat else [1, 2, 3])
    assert not found.translation[handle + 1 :].any() and (found.rotation[handle + 1 :] == np.eye(3)).all()
    keys = {row - handle: (key.frame.tolist(), key.shown.tolist()) for row, key in found.keys.items()}
    assert keys == {
        0: ([0, 5], [True, True]),
        1: ([0, 3, 8], [False, True, False]),
        2: ([0, 3, 8], [True, False, True]),
    }
    assert not found.hidden.any() and found.waiting.tolist() == [False] * (handle + 1) + [True, False]


def test_hidden_nodes_take_turns() -> None:
    found = rows(*in_group(shows=((0, 0), (1, 4)), hidden=1))
    assert found.hidden.tolist() == [False, True, True, True]
    assert [key.shown.tolist() for key in found.keys.values()] == [[True, False], [False, True]]


def test_a_node_that_becomes_its_mirror_image_has_a_handle() -> None:
    found = rows(*in_group({"f": 0, "t": "1 0 0"}, {"f": 2, "t": "6 0 0", "r": MIRROR}, shows=((2, 0),)))
    assert found.name[1:] == ("walker", "walker 0", "walker 2")
    assert found.mesh.tolist() == [-1, -1, 0, 0] and found.mirrored.tolist() == [False, False, False, True]
    turns = found.keys[1].rotation
    assert np.linalg.det(turns).tolist() == pytest.approx([1, 1]) and found.keys[1].translation[:, 0].tolist() == [1, 6]


def test_what_shows_one_model_has_no_handle() -> None:
    found = rows(*in_group({"f": 0, "t": "1 0 0"}, {"f": 2, "t": "6 0 0"}, shows=((1, 0),)))
    assert found.name == ("group", "walker") and found.in_turn.tolist() == [False, False]


def test_origins_move_the_meshes_below_a_handle_and_not_the_handle() -> None:
    frames = {"f": 0, "t": "1 2 3"}, {"f": 5, "t": "4 2 3"}
    pivot, bottom = (rows(*in_group(*frames, shows=((0, 0), (2, 3))), origin=name) for name in ("pivot", "bottom"))
    assert (pivot.translation[:2] == bottom.translation[:2]).all()
    # The rods are 1 and 3 cells long; their pivots are half of that, rounded down, above the bottom.
    assert bottom.translation[2:].tolist() == [[0.5, 0.5, 0], [0.5, 0.5, -1]]
    assert (bottom.keys[1].translation == pivot.keys[1].translation).all()


@st.composite
def trees(draw: st.DrawFn) -> Scene:
    """Nodes on layers, some hidden."""
    nodes = []
    for index in range(draw(st.integers(1, 9))):
        parent, layer = draw(st.integers(-1, index - 1)), draw(st.sampled_from([None, 0, 1, 2]))
        hidden = draw(st.sampled_from([False, False, False, True]))
        nodes.append(SceneNode("", parent, "group", resting(), (), layer=layer, hidden=hidden))
    layers = {number: Layer(number, "", draw(st.booleans()), None) for number in range(3)}
    return replace(read_vox(hv.vox(hv.cube())), nodes=tuple(nodes), layers=layers)


@given(trees())
def test_hidden_apart_is_hidden_with_the_own_layer_shown(scene: Scene) -> None:
    for index, layer in enumerate(layers_of(scene).tolist()):
        shown = {number: replace(one, hidden=one.hidden and number != layer) for number, one in scene.layers.items()}
        assert hidden_apart(scene)[index] == hidden_in_scene(replace(scene, layers=shown))[index]


def test_hidden_layers_have_names_of_their_own() -> None:
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6)]
    for number, layer in ((2, 0), (4, 3), (6, 5)):
        nodes += [hv.ntrn(number, number + 1, layer=layer), hv.nshp(number + 1, 0)]
    layers = hv.layr(0, name="0"), hv.layr(3, name="3", hidden=1), hv.layr(5, name="trees")
    file = assemble(read_vox(hv.vox(*RODS[:1], *nodes, *layers)))
    assert file.layer_names == {3: "Layer 3", 5: "trees"} and file.hidden_layers == {3}


def test_frames_that_are_left_out_are_counted() -> None:
    scene = read_vox(hv.vox(*RODS, *in_group({"f": 0}, {"f": 7, "t": "1 0 0"}, shows=((0, 0), (1, 4), (2, 7)))))
    assert frame_span(scene) == (0, 7)
    assert frame_span(replace(scene, animation_range=(2, 30))) == (2, 30)
    assert assemble(scene).more_frames == 2
    for options in ({"animation": "animate"}, {"animation": "frame", "frame": 4}, {"join": "one"}):
        assert assemble(scene, None, SceneOptions(**options)).more_frames == 0
    assert assemble(read_vox(hv.vox(hv.cube(), hv.meta(anim_range="0 9")))).more_frames == 0
