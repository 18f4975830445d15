"""Scenes become .vox files and come back as they were: public files, and all that a scene can say."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from helpers_vox_scene import cells_at, frame, group, scene_of, shape, told
from trivox.core import Model, TrivoxError, read_vox
from trivox.core.errors import LimitError
from trivox.core.formats.vox import VoxScene, write_vox
from trivox.core.formats.vox.materials import make_material
from trivox.core.voxels import Layer, Light, Look, Material, View

FILES = [
    path
    for name, pattern in (("models", "*.vox"), ("cases", "*.vox"))
    if (folder := hv.shared_folder(name))
    for path in sorted(folder.glob(pattern))
]
SLOW = 100_000
"""Bytes; cells of larger files are told by their models and nodes alone."""
WRONG = {
    "A11_version_201": "an unknown version is told again",
    "B04_size_257": "a size that no file can have is corrected",
    "B05_size_int_max": "a size that no file can have is corrected",
}
"""Public files that do not come back as they are, and why."""


def random_models(count: int, seed: int = 1) -> list[Model]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 6, (count, 3))
    return [Model.from_grid(rng.integers(0, 256, size, dtype=np.uint8)) for size in sizes]


def chunks_of(data: bytes) -> list[tuple[str, bytes]]:
    """Names and contents, and that all lengths are right."""
    assert data[:4] == b"VOX " and struct.unpack_from("<4sii", data, 8) == (b"MAIN", 0, len(data) - 20)
    found, at = [], 20
    while at < len(data):
        name, length, below = struct.unpack_from("<4sii", data, at)
        assert below == 0 and at + 12 + length <= len(data)
        found.append((name.decode(), data[at + 12 : at + 12 + length]))
        at += 12 + length
    return found


def again(scene: object) -> VoxScene:
    """The scene as it comes back; writing that gives the same bytes."""
    data = write_vox(None, scene)
    found = read_vox(data)
    assert write_vox(None, found) == data
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_public_files_come_back_as_they_are(path: Path) -> None:
    try:
        scene = read_vox(path)
    except TrivoxError:
        pytest.skip("no file that can be read")
    found = again(scene)
    if path.stem not in WRONG:
        assert told(found) == told(scene)
        assert set(found.warnings) <= set(scene.warnings)
        assert found.pack == (None if scene.pack is None else len(scene.models))
    for number in (0, 7) if path.stat().st_size < SLOW else ():
        assert cells_at(found, number) == cells_at(scene, number)


def test_the_golden_file_comes_back() -> None:
    scene = read_vox(hv.golden())
    found = again(scene)
    assert told(found) == told(scene) and found.warnings == () and found.pack == 3
    assert [name for name, _content in chunks_of(write_vox(None, scene)) if name[0] not in "nSXM"] == [
        "PACK", "LAYR", "LAYR", "RGBA", "IMAP", "rOBJ", "rOBJ", "rCAM", "NOTE",
    ]  # fmt: skip


def test_models_alone_become_a_file_without_nodes(tmp_path: Path) -> None:
    three = random_models(3)
    # Equal ones are there twice, since each is one of its own.
    models = [*three, Model(three[0].size, three[0].positions, three[0].indices), three[1]]
    data = write_vox(tmp_path / "models.vox", scene_of(models))
    assert (tmp_path / "models.vox").read_bytes() == data
    assert [name for name, _content in chunks_of(data)] == ["SIZE", "XYZI"] * 5 + ["RGBA"]
    found = read_vox(data)
    assert found.warnings == () and not found.placed and found.version == 150
    for model, wanted in zip(found.models, models, strict=True):
        assert model.size == wanted.size and (model.colors == wanted.colors).all()
    assert (found.palette[1:] == scene_of(models).palette[1:]).all()
    # What was read without nodes is written so, unless somebody moved it.
    assert write_vox(None, found) == data
    moved = replace(found, nodes=(replace(found.nodes[0], name="first"), *found.nodes[1:]))
    assert read_vox(write_vox(None, moved)).placed


def test_models_that_fit_need_no_nodes() -> None:
    corners = np.array([(0, 0, 0), (255, 1, 2)], np.uint8)
    full = Model((256, 2, 3), corners, np.array([1, 2], np.uint8))
    empty = Model((5000, 1, 1), np.zeros((0, 3), np.int32), np.zeros(0, np.uint8))
    assert [name for name, _content in chunks_of(write_vox(None, scene_of([full, empty])))] == [
        "SIZE", "XYZI", "SIZE", "XYZI", "RGBA",
    ]  # fmt: skip
    longer = Model((257, 2, 3), np.array([(0, 0, 0), (256, 1, 2)], np.int32), full.indices)
    assert "nTRN" in dict(chunks_of(write_vox(None, scene_of([longer], [shape(0)]))))


def test_equal_models_are_stored_once_and_what_no_node_shows_too() -> None:
    same, other = random_models(1)[0], random_models(2, seed=5)
    models = [same, other[0], replace(same, positions=same.positions.astype(np.int32)), other[1]]
    scene = scene_of(models, [shape(0), shape(2, frame(0, (9, 0, 0))), shape(1, frame(0, (0, 9, 0)))])
    found = again(scene)
    assert len(found.models) == 3 and [node.model for node in found.nodes] == [None, 0, 0, 1]
    assert cells_at(found, 0) == cells_at(scene, 0)


def test_names_hidden_nodes_layers_and_attributes() -> None:
    nodes = [
        group(frame(0, (1, 2, 3)), name="Gruppe ä", layer=4, hidden=True),
        shape(0, parent=0, name="in it", attributes={"_name": "before", "own": "kept", "_hidden": "1"}),
        shape(0, frame(0, (5, 5, 5)), name="日本", layer=0, attributes={"_name": "日本", "_loop": "0"}),
        shape(0, name="", attributes={"_name": "taken away"}),
    ]
    layers = {4: Layer(4, "four", False, None), 0: Layer(0, "", True, (1, 2, 255))}
    found = again(scene_of(random_models(1), nodes, layers=layers, animation_range=(3, 9)))
    _root, held, inner, last, bare = found.nodes
    assert (held.name, held.layer, held.hidden, held.kind) == ("Gruppe ä", 4, True, "group")
    assert dict(held.attributes) == {"_name": "Gruppe ä", "_hidden": "1"}
    assert dict(inner.attributes) == {"_name": "in it", "own": "kept", "_hidden": "0"} and not inner.hidden
    assert (last.name, last.layer, dict(last.attributes)) == ("日本", 0, {"_name": "日本", "_loop": "0"})
    assert (bare.name, dict(bare.attributes), bare.layer) == ("", {}, None)
    assert dict(found.layers) == layers and found.animation_range == (3, 9) and found.warnings == ()
    assert dict(found.meta) == {"_anim_range": "3 9"}


@pytest.mark.parametrize("transforms", [1, 3])
@pytest.mark.parametrize("models", [1, 2])
@pytest.mark.parametrize("loops", [False, True])
def test_frames_and_loops(transforms: int, models: int, loops: bool) -> None:
    frames = [frame(2 * step, (step, 0, 0)) for step in range(transforms)]
    shown = [(5 * step + 1, step) for step in range(models)]
    scene = scene_of(random_models(2), [shape(shown, *frames, loops=loops)])
    data = write_vox(None, scene)
    found = read_vox(data)
    assert found.nodes[1].loops == loops and told(found)["nodes"][0][5:7] == told(scene)["nodes"][0][5:7]
    # Each chunk says of itself whether it begins again.
    contents = {name: content for name, content in chunks_of(data) if name in ("nTRN", "nSHP")}
    assert (b"_loop" in contents["nTRN"]) == (loops and (transforms > 1 or models == 1))
    assert (b"_loop" in contents["nSHP"]) == (loops and models > 1)
    for number in range(20):
        assert cells_at(found, number) == cells_at(scene, number)


def test_a_single_frame_later_than_the_first_keeps_its_number() -> None:
    found = again(scene_of(random_models(1), [shape([(7, 0)], frame(4))]))
    assert found.nodes[1].transforms[0].frame == 4 and found.nodes[1].models[0].frame == 7


def materials() -> list[Material]:
    """Materials of which no file said anything."""
    return [
        Material("metal", 0.75, 0.25, 1.5),
        Material("glass", ior=1.75, transparency=0.1 + 0.2, attenuation=1e-7),
        Material("emit", emission=0.5, flux=3.0, ldr=0.125),
        Material("blend", 0.5, transparency=0.5, roughness=0.0),
        Material("media", density=0.0, phase=-0.5, media="sss"),
        Material("diffuse", media="emit", specular=0.0, ior=1.0),
        Material("metal", properties={"_weight": "0.5", "own": "kept"}),
        Material(roughness=0.0),
    ]


def test_materials_of_any_scene_come_back() -> None:
    made = materials()
    listed = (Material(), *made, *(Material(),) * (255 - len(made)))
    look = replace(scene_of([]).look, materials=listed)
    found = again(scene_of(random_models(1), [shape(0)], look=look))
    for before, after in zip(listed, found.materials, strict=True):
        assert replace(after, properties={}) == replace(before, properties={})
    assert found.materials[7].properties["own"] == "kept" and "_weight" not in found.materials[7].properties
    assert found.materials[8].properties["_rough"] == "0" and not found.materials[9].properties


def test_what_a_file_said_of_a_material_stays_in_its_words() -> None:
    pairs = {"_type": "_glass", "_weight": "0.50", "own": "x", "_rough": "0.10", "_ior": "0.3"}
    listed = (Material(), make_material(pairs), *(Material(),) * 254)
    found = again(scene_of(random_models(1), [shape(0)], look=replace(scene_of([]).look, materials=listed)))
    assert dict(found.materials[1].properties) == pairs and found.materials == listed


def test_what_nobody_looks_through_is_diffuse() -> None:
    pairs = {"_type": "_glass", "_trans": "0.5"}
    listed = (Material(), make_material(pairs), Material("media"), Material("metal"), *(Material(),) * 252)
    look = replace(scene_of([]).look, materials=listed).opaque()
    found = again(scene_of(random_models(1), [shape(0)], look=look))
    assert [material.kind for material in found.materials[1:4]] == ["diffuse", "diffuse", "metal"]
    assert found.materials[1].transparency == 0.5 and not found.look.transparent.any()


def test_names_of_colors() -> None:
    model = Model.from_grid(np.array([[[1, 2, 9]]], np.uint8))
    names = {1: "skin", 2: "skin", 9: "wood", 17: "stone", 18: "other"}
    found = again(scene_of([model], [shape(0)], look=replace(scene_of([]).look, names=names)))
    # Rows have one name: it counts if nothing that is shown contradicts it.
    assert found.color_names == ("skin", "wood")
    bare = Model.from_grid(np.array([[[1, 3]]], np.uint8))
    assert again(scene_of([bare], [shape(0)], look=replace(scene_of([]).look, names={1: "skin"}))).color_names == ()
    assert again(scene_of([model], [shape(0)])).color_names == ()


def test_names_of_a_file_stay_while_they_are_right() -> None:
    scene = read_vox(hv.golden())
    assert again(scene).color_names == ("skin", "", "wood")
    changed = replace(scene, look=replace(scene.look, names=dict.fromkeys(scene.palette_order[:8].tolist(), "new")))
    assert again(changed).color_names[:1] == ("new",)


def test_colors_are_opaque_and_nothing_is_no_color() -> None:
    palette = np.full((256, 4), 7, np.uint8)
    data = write_vox(None, scene_of(random_models(1), [shape(0)], look=Look(palette)))
    content = dict(chunks_of(data))["RGBA"]
    assert content == bytes((7, 7, 7, 255)) * 255 + bytes(4)


def turned(pitch: float, yaw: float, roll: float) -> np.ndarray:
    """Of a camera by its angles in degrees, made of three turns by hand."""
    a, b, c = np.radians([-yaw, 90 - pitch, roll])
    z, x, again_z = (
        np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]),
        np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]]),
        np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]]),
    )
    return z @ x @ again_z


@pytest.mark.parametrize("angles", [(0, 0, 0), (30, 200, 0), (-80, -170, 45), (90, 20, 0), (-90, 300, 10), (5, 5, 180)])
@pytest.mark.parametrize(("angle", "panorama"), [(0.7, False), (0.0, False), (1.2, True)])
def test_views_become_cameras(angles: tuple[float, float, float], angle: float, panorama: bool) -> None:
    view = View("mine", np.array([1.5, -20.25, 3.0]), turned(*angles), angle, 60.0, panorama)
    (found,) = again(scene_of(random_models(1), [shape(0)], views=(view,))).views
    assert np.allclose(found.position, view.position, atol=1e-5) and np.allclose(found.rotation, view.rotation)
    assert np.isclose(found.angle, angle) and np.isclose(found.height, 60) and found.panorama == panorama


def test_views_that_no_camera_shows_are_left_out() -> None:
    mirrored = View("a", np.zeros(3), np.diag([-1.0, 1, 1]), 0.7, 10.0, False)
    wide, far = replace(mirrored, rotation=np.eye(3), angle=3.1), replace(mirrored, position=np.full(3, 1e9))
    assert again(scene_of(random_models(1), [shape(0)], views=(mirrored, wide, far))).cameras == ()


def test_cameras_move_with_a_scene() -> None:
    scene = read_vox(hv.golden())
    (view,) = scene.views
    moved = replace(scene, views=(replace(view, position=view.position + np.array([10, 20, 30])),))
    found = again(moved)
    assert found.cameras[0].focus == (11.0, 22.0, 33.0)
    assert {**found.cameras[0].attributes, "_focus": ""} == {**scene.cameras[0].attributes, "_focus": ""}
    assert np.allclose(found.views[0].position, moved.views[0].position)
    other = replace(scene, views=(replace(view, rotation=np.eye(3)),))
    assert np.allclose(again(other).views[0].rotation, np.eye(3)) and again(other).cameras[0].id == 0
    unset = read_vox(hv.vox(hv.cube(), hv.rcam(4, radius=0), hv.rcam(5, radius=3)))
    assert [camera.id for camera in again(unset).cameras] == [4, 5]


def light(**more: object) -> Light:
    plain = {"sun_color": np.array([1, 0.5, 0]), "sun_strength": 0.75, "sun_rotation": turned(40, 130, 0)}
    sky = {"sun_angle": 0.25, "sky_color": np.array([0.2, 0.4, 1.0]), "sky_strength": 0.5}
    return Light(**{**plain, **sky, **more})


def test_lights_become_render_objects() -> None:
    found = again(scene_of(random_models(1), [shape(0)], light=light())).light
    assert found is not None
    for name in ("sun_color", "sun_strength", "sun_rotation", "sun_angle", "sky_color", "sky_strength"):
        assert np.allclose(getattr(found, name), getattr(light(), name)), name
    dark = again(scene_of(random_models(1), [shape(0)], light=light(sun_strength=0.0)))
    assert [record.kind for record in dark.render_objects] == ["uni"] and dark.light.sun_strength == 0
    assert again(scene_of(random_models(1), [shape(0)], light=light(sky_strength=-1.0))).render_objects == ()
    # A sun shines the same way however it is turned around that.
    rolled = again(scene_of(random_models(1), [shape(0)], light=light(sun_rotation=turned(40, 130, 77))))
    assert np.allclose(rolled.light.sun_rotation[:, 2], turned(40, 130, 0)[:, 2])


def test_a_changed_light_keeps_the_other_records() -> None:
    scene = read_vox(hv.golden())
    changed = replace(scene, light=replace(scene.light, sun_strength=0.25))
    found = again(changed)
    assert [record.kind for record in found.render_objects] == ["ground", "inf", "uni"]
    assert found.light.sun_strength == 0.25 and np.allclose(found.light.sun_rotation, scene.light.sun_rotation)
    assert again(replace(scene, light=None)).render_objects == scene.render_objects


def test_ranges_that_make_no_sense_are_not_told() -> None:
    scene = read_vox(hv.golden())
    assert scene.animation_range == (2, 30)
    assert again(replace(scene, animation_range=(9, 3))).animation_range is None
    assert again(replace(scene, animation_range=None)).animation_range is None
    assert again(replace(scene, animation_range=(0, 1))).meta == {"_anim_range": "0 1"}


@pytest.mark.parametrize(
    "node",
    [
        shape(0, frame(0, (2**31, 0, 0))),
        shape(0, frame(2**31)),
        shape([(0, 0), (-(2**31) - 1, 0)]),
        shape(0, layer=2**31),
    ],
)
def test_numbers_that_do_not_fit_are_one_sentence(node: object) -> None:
    with pytest.raises(LimitError, match=r"^the scene has a number .* 32 bits only; move what is far away"):
        write_vox(None, scene_of(random_models(1), [node]))
    edge = shape(0, frame(0, (2**31 - 1, -(2**31), 0)))
    assert again(scene_of(random_models(1), [edge])).nodes[1].translation.tolist() == [2**31 - 1, -(2**31), 0]


def test_the_root_of_a_file() -> None:
    models = random_models(1)
    plain = scene_of(models, [group(), shape(0, parent=0)])
    for scene, count in (
        (plain, 2),
        (scene_of(models, [group(name="a"), shape(0, parent=0)]), 3),
        (scene_of(models, [group(frame(0, (1, 0, 0))), shape(0, parent=0)]), 3),
        (scene_of(models, [group(), group(), shape(0, parent=1)]), 4),
        (scene_of(models, [shape(0)]), 2),
    ):
        found = again(scene)
        assert len(found.nodes) == count and found.nodes[0].kind == "group" and not found.nodes[0].name
        assert found.warnings == () and cells_at(found, 0) == cells_at(scene, 0)


def test_nodes_in_any_order_become_a_tree_in_its_order() -> None:
    nodes = [group(name="a"), group(name="b"), shape(0, parent=0, name="c"), shape(0, parent=1, name="d")]
    nodes += [shape(0, parent=0, name="e"), group(parent=1, name="f"), shape(0, parent=5, name="g")]
    found = again(scene_of(random_models(1), nodes))
    assert [(node.name, found.nodes[node.parent].name) for node in found.nodes[1:]] == [
        ("a", ""), ("c", "a"), ("e", "a"), ("b", ""), ("d", "b"), ("f", "b"), ("g", "f"),
    ]  # fmt: skip
