"""What a written .vox file says where two ways to say it differ in a single word: one case for each."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import helpers_vox as hv
import numpy as np
import pytest
from helpers_vox_scene import cells_at, frame, group, scene_of, shape
from test_vox_writer import again, chunks_of, light, random_models, turned
from trivox.core import Model, read_vox
from trivox.core.errors import LimitError
from trivox.core.formats.vox import tree, write_vox
from trivox.core.formats.vox.kept import keep, restored
from trivox.core.voxels import Layer, Material, View
from trivox.core.voxels.transforms import rotation_from_byte

TURN = rotation_from_byte(17)


def unplaced() -> object:
    return read_vox(write_vox(None, scene_of(random_models(2))))


def test_two_models_side_by_side_need_no_nodes() -> None:
    found = unplaced()
    assert not found.placed and write_vox(None, found) == write_vox(None, scene_of(random_models(2)))


@pytest.mark.parametrize(
    "change",
    [
        {"hidden": True},
        {"layer": 0},
        {"models": shape(1).models},
        {"transforms": (frame(0, (1, 2, 3)),)},
        {"models": shape([(0, 0), (5, 1)]).models},
        {"kind": "group", "models": ()},
    ],
)
def test_whatever_is_changed_of_them_needs_nodes(change: dict[str, object]) -> None:
    found = unplaced()
    changed = replace(found, nodes=(replace(found.nodes[0], **change), found.nodes[1]))
    once_more = again(changed)
    assert once_more.placed
    for number in (0, 5):
        assert cells_at(once_more, number) == cells_at(changed, number)


def test_turned_and_placed_ones_need_nodes() -> None:
    found = unplaced()
    still = found.nodes[0].transforms[0]
    changed = replace(
        found, nodes=(replace(found.nodes[0], transforms=(replace(still, rotation=TURN),)), found.nodes[1])
    )
    assert cells_at(again(changed), 0) == cells_at(changed, 0)
    assert again(replace(found, placed=True)).placed
    # Fewer nodes than models.
    assert len(again(replace(found, nodes=found.nodes[:1])).nodes) == 2


def test_a_root_that_turns_is_no_technical_one() -> None:
    found = again(scene_of(random_models(1), [group(frame(0, (0, 0, 0), TURN)), shape(0, parent=0)]))
    assert len(found.nodes) == 3


def test_each_layer_ends_as_those_of_magicavoxel() -> None:
    layers = {3: Layer(3, "x", False, None)}
    content = dict(chunks_of(write_vox(None, scene_of(random_models(1), [shape(0)], layers=layers))))["LAYR"]
    assert content == hv.int32(3, 1) + hv.string("_name") + hv.string("x") + hv.int32(-1)


def test_what_changed_of_a_material_is_told_though_it_is_nothing_now() -> None:
    said = {"_type": "_metal", "_metal": "0.5", "_media_type": "_sss", "_att": "0.25"}
    listed = (Material(), Material("metal", properties=said), *(Material(),) * 254)
    (found,) = again(
        scene_of(random_models(1), [shape(0)], look=replace(scene_of([]).look, materials=listed))
    ).materials[1:2]
    assert (found.kind, found.metallic, found.attenuation, found.media) == ("metal", 0.0, 0.0, "absorb")


def test_media_say_of_what_kind_they_are() -> None:
    listed = (Material(), Material("media"), Material("glass"), *(Material(),) * 253)
    found = again(scene_of(random_models(1), [shape(0)], look=replace(scene_of([]).look, materials=listed))).materials
    assert found[1].properties["_media_type"] == "_absorb" and "_media_type" not in found[2].properties


def test_a_color_of_nothing_has_no_name() -> None:
    model = Model.from_grid(np.array([[[250, 1]]], np.uint8))
    names = {0: "air", 250: "last"}
    assert again(scene_of([model], [shape(0)], look=replace(scene_of([]).look, names=names))).color_names[31] == "last"


def test_pieces_that_stand_still_have_one_place() -> None:
    cells = np.array([(0, 0, 0), (299, 0, 0)], np.int32)
    models = [Model((300, 1, 1), cells, np.array([1, 2], np.uint8) + step) for step in (0, 2)]
    found = again(scene_of(models, [shape([(4, 0), (7, 1)])]))
    pieces = [node for node in found.nodes if node.kind == "shape"]
    assert len(pieces) == 2
    for piece in pieces:
        assert [one.frame for one in piece.transforms] == [0] and [one.frame for one in piece.models] == [4, 7]


def test_pieces_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError("a piece was made")

    monkeypatch.setattr(tree, "MAX_NODES", 20)
    monkeypatch.setattr(tree, "_piece", never)
    cells = 256 * np.arange(19)[:, None] * [1, 0, 0]
    long = Model((256 * 19, 1, 1), cells.astype(np.int32), np.ones(19, np.uint8))
    with pytest.raises(LimitError, match="more than 20 objects"):
        write_vox(None, scene_of([long], [shape(0)]))
    with pytest.raises(AssertionError):
        short = Model((256 * 18, 1, 1), cells[:18].astype(np.int32), np.ones(18, np.uint8))
        write_vox(None, scene_of([short], [shape(0)]))


def test_nodes_are_counted_before_they_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError("a node was looked at")

    monkeypatch.setattr(tree, "MAX_NODES", 20)
    monkeypatch.setattr(tree, "_entries", never)
    with pytest.raises(LimitError, match="more than 20 objects"):
        write_vox(None, scene_of(random_models(1), [shape(0)] * 21))
    with pytest.raises(AssertionError):
        write_vox(None, scene_of(random_models(1), [shape(0)] * 20))


def test_frames_are_counted_before_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries take 8 bytes at least, of 64 nodes with so many frames more than a file can have."""

    def never(*_arguments: object) -> bytes:
        raise AssertionError("frames were written")

    monkeypatch.setattr(tree, "_FRAME_BYTES", 2**31 // 100)
    monkeypatch.setattr(tree, "_transforms", never)
    node = shape(0, *(frame(number) for number in range(50)))
    with pytest.raises(LimitError, match="would need"):
        write_vox(None, scene_of(random_models(1), [node, node]))
    with pytest.raises(AssertionError):
        write_vox(None, scene_of(random_models(1), [node]))


def test_cameras_keep_their_own_words_and_numbers() -> None:
    words = {
        "mode": "pers",
        "focus": "1.50 2.0 -3",
        "angle": "10.0 20 0",
        "radius": "7.0",
        "frustum": "0.50",
        "fov": "45.0",
    }
    scene = read_vox(hv.vox(hv.cube(), hv.rcam(6, **words)))
    assert dict(again(scene).cameras[0].attributes) == {f"_{key}": text for key, text in words.items()}
    view = View("some", np.array([1.0, 2, 3]), turned(10, 20, 0), 0.7, 40.0, False)
    views = (view, replace(view, position=np.zeros(3)), replace(view, name="Camera 9", position=np.ones(3)))
    found = again(scene_of(random_models(1), [shape(0)], views=views))
    assert [camera.id for camera in found.cameras] == [0, 1, 9] and len(found.views) == 3


def test_a_view_of_no_height_is_one_of_a_voxel() -> None:
    view = View("flat", np.array([1.0, 2, 3]), turned(10, 20, 0), 0.0, 0.0, False)
    (found,) = again(scene_of(random_models(1), [shape(0)], views=(view,))).views
    assert found.height == pytest.approx(1) and np.allclose(found.position, view.position, atol=1e-5)


def test_a_changed_sun_keeps_what_else_its_record_says() -> None:
    sun = hv.robj(type="_inf", i="0.70", k="255 250 240", angle="50 40", disk="1", own="kept")
    scene = read_vox(hv.vox(hv.cube(), sun, hv.robj(type="_uni", i="0.7", k="1 2 3")))
    changed = again(replace(scene, light=replace(scene.light, sun_strength=0.25)))
    (record,) = [record for record in changed.render_objects if record.kind == "inf"]
    assert (record.attributes["_disk"], record.attributes["_own"], record.attributes["_i"]) == ("1", "kept", "0.25")
    # Bytes of colors are those of white.
    white = again(scene_of(random_models(1), [shape(0)], light=light(sky_color=np.ones(3))))
    assert white.render_objects[-1].attributes["_k"] == "255 255 255"


def test_what_is_kept_of_a_file_comes_back() -> None:
    scene = read_vox(hv.golden())
    kept = keep(scene)
    assert kept is not None and keep(scene_of([])) is None
    bare = scene_of(
        scene.models, scene.nodes, look=scene.look, layers=scene.layers, animation_range=scene.animation_range
    )
    found = restored(bare, kept)
    assert found.cameras == scene.cameras and found.render_objects == scene.render_objects
    assert found.color_names == scene.color_names and found.meta == scene.meta and found.version == scene.version
    assert np.array_equal(found.palette_order, scene.palette_order)
    twice = bytes([1, *range(1, 256)]).hex()
    for order in (twice, kept["palette_order"][:-2], ""):
        with pytest.raises(ValueError, match="another order of colors"):
            restored(bare, {**kept, "palette_order": order})
    with pytest.raises(KeyError):
        restored(bare, {})


def test_a_length_is_checked_before_bytes_are_taken() -> None:
    tracemalloc.start()
    with pytest.raises(LimitError):
        write_vox(None, scene_of(random_models(1), [shape(0, name="a" * 10_000_000)] * 300))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000
