"""The reader against files written byte by byte: what every chunk becomes; and real files against known counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from trivox.core.errors import FormatError, LimitError
from trivox.core.formats.vox import read_vox
from trivox.core.scene.world import hidden_in_scene, placed_shapes
from trivox.core.voxels import Model

FOLDER = hv.shared_folder("models")
FILES = sorted(FOLDER.glob("*.vox")) if FOLDER else []
OTHER_FORMATS = {"version ": "Git LFS", "DOOD": "not a MagicaVoxel file", "0\0\0\0": "Voxlap", "'\0\0\0": "Voxlap"}


def test_golden_scene_has_no_warnings() -> None:
    scene = read_vox(hv.golden())
    assert scene.warnings == ()
    assert (scene.version, scene.pack, scene.placed, scene.name) == (200, 3, True, "")
    assert [model.size for model in scene.models] == [(2, 2, 2), (3, 4, 5), (1, 1, 1)]
    assert [model.voxels for model in scene.models] == [8, 2, 1]
    assert scene.animation_range == (2, 30) and scene.meta == {"_anim_range": "2 30"}
    assert scene.color_names == ("skin", "", "wood")


def test_golden_scene_nodes() -> None:
    scene = read_vox(hv.golden())
    assert [(node.name, node.kind, node.parent) for node in scene.nodes] == [
        ("", "group", -1),
        ("first", "shape", 0),
        ("group", "group", 0),
        ("moving", "shape", 2),
        ("again", "shape", 0),
    ]
    assert [node.model for node in scene.nodes] == [None, 0, None, 1, 0]
    assert [node.layer for node in scene.nodes] == [None, 0, 1, 2, 3]
    assert scene.nodes[1].rotation.tolist() == [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    assert scene.nodes[1].translation.tolist() == [10, 20, 30]
    moving = scene.nodes[3]
    assert [(frame.frame, frame.translation.tolist()) for frame in moving.transforms] == [
        (4, [4, 0, 0]),
        (9, [5, 0, 0]),
    ]
    assert [(frame.frame, frame.model) for frame in moving.models] == [(3, 1), (6, 2)]
    assert moving.attributes["_loop"] == "1"
    assert [node.hidden for node in scene.nodes] == [False, False, True, False, False]
    assert hidden_in_scene(scene).tolist() == [False, False, True, True, True]
    assert placed_shapes(scene) == (1, 3, 4)


def test_golden_scene_layers_cameras_and_render_objects() -> None:
    scene = read_vox(hv.golden())
    assert set(scene.layers) == {0, 3}
    assert (scene.layers[0].name, scene.layers[0].hidden, scene.layers[0].color) == ("ground", False, (1, 2, 3))
    assert (scene.layers[3].name, scene.layers[3].hidden, scene.layers[3].color) == ("secret", True, None)
    (camera,) = scene.cameras
    assert (camera.id, camera.mode, camera.focus, camera.angle) == (0, "orth", (1, 2, 3), (10, 20, 0.5))
    assert (camera.radius, camera.frustum, camera.fov) == (7, 0.5, 60)
    assert [record.kind for record in scene.render_objects] == ["inf", "ground"]
    assert scene.render_objects[0].attributes["_angle"] == "50 40"


def test_golden_scene_palette_and_materials() -> None:
    scene = read_vox(hv.golden())
    assert scene.palette[0].tolist() == [0, 0, 0, 0]
    assert scene.palette[1:].tolist() == [list(color) for color in hv.colors()[:255]]
    assert scene.palette_order.tolist() == [*range(2, 256), 1, 0]
    metal, glass, emit, media, plain = scene.materials[1:6]
    assert (metal.kind, metal.metallic, metal.roughness, metal.specular) == ("metal", 0.5, 0.25, 1.5)
    assert (glass.kind, glass.transparency, glass.ior, glass.transparent) == ("glass", 0.75, 1.6, True)
    assert (emit.kind, emit.emission, emit.flux, emit.ldr, emit.transparent) == ("emit", 0.6, 2, 0.1, False)
    assert (media.kind, media.media, media.density, media.phase) == ("media", "scatter", 0.2, -0.5)
    assert (plain.kind, plain.roughness, plain.ior, dict(plain.properties)) == ("diffuse", 0.1, 1.3, {})
    assert len(scene.materials) == 256


def test_path_and_bytes_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "castle.of.glass.vox"
    path.write_bytes(hv.golden())
    scene = read_vox(path)
    assert scene.name == "castle.of.glass"
    assert read_vox(str(path)).nodes[3].name == "moving"


@pytest.mark.parametrize("name", ["missing.vox", "."])
def test_what_cannot_be_opened(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match="cannot be opened"):
        read_vox(tmp_path / name)


def test_old_materials() -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.matt(7, 2, 0.5, {1: 0.25, 3: 0.5, 7: 1}), hv.matt(8, 1, 0.75, {})))
    glass, metal = scene.materials[7:9]
    assert (glass.kind, glass.transparency, glass.roughness, glass.ior) == ("glass", 0.5, 0.25, 1.5)
    assert (metal.kind, metal.metallic, metal.transparency) == ("metal", 0.75, 0)
    assert scene.warnings == ()


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999", "", "0,5", "abc", "1" * 5000])
def test_material_values_that_are_no_numbers_get_the_default(value: str) -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.matl(1, type="_metal", rough=value, metal=value, ior=value)))
    assert (scene.materials[1].roughness, scene.materials[1].metallic, scene.materials[1].ior) == (0.1, 0, 1.3)
    assert scene.warnings == ()


def test_colors_of_missing_palette_entries_are_the_default_ones() -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.rgba([(9, 8, 7, 0)])))
    plain = read_vox(hv.vox(hv.cube()))
    assert scene.palette[1].tolist() == [9, 8, 7, 255]
    assert (scene.palette[2:] == plain.palette[2:]).all()
    assert plain.palette[2].tolist() == [255, 255, 204, 255]


def test_files_with_a_palette_do_not_need_pyvox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyvox.models", None)
    assert read_vox(hv.golden()).palette[1].tolist() == [0, 3, 255, 255]
    with pytest.raises(ImportError):
        read_vox(hv.vox(hv.cube()))


@settings(max_examples=60, deadline=None)
@given(hnp.arrays(np.uint8, hnp.array_shapes(min_dims=3, max_dims=3, max_side=6)), st.randoms(use_true_random=False))
def test_any_grid_in_any_order_comes_back(grid: np.ndarray, random: Any) -> None:
    voxels = [(*cell, int(grid[cell])) for cell in map(tuple, np.argwhere(grid >= 0).tolist())]
    older = [(x, y, z, random.randrange(256)) for x, y, z, _ in voxels if random.random() < 0.3]
    random.shuffle(voxels)
    scene = read_vox(hv.vox(hv.model(grid.shape, older + voxels)))
    (model,) = scene.models
    assert (model.colors == grid).all()
    assert model.positions.tolist() == np.argwhere(grid).tolist()
    assert model.positions.dtype == model.indices.dtype == np.uint8
    assert not model.positions.flags.writeable


def test_voxels_outside_the_size_are_dropped_and_told() -> None:
    scene = read_vox(hv.vox(hv.model((2, 300, 1), [(0, 255, 0, 1), (2, 0, 0, 2), (1, 9, 1, 3), (1, 9, 0, 4)])))
    assert scene.models[0].positions.tolist() == [[0, 255, 0], [1, 9, 0]]
    assert any("left out: 2" in warning for warning in scene.warnings)


@pytest.mark.parametrize(("announced", "read"), [(8, 8), (0, 0), (3, 3), (9, 8), (32, 8), (2**31 - 1, 8), (-1, 8)])
def test_voxels_that_are_announced_and_there(announced: int, read: int) -> None:
    voxels = b"".join(bytes(voxel) for voxel in hv.CUBE)
    size, following = hv.chunk("SIZE", hv.int32(2, 2, 2)), hv.rgba(hv.colors())
    scene = read_vox(hv.vox(size, hv.chunk("XYZI", hv.int32(announced) + voxels), following))
    assert scene.models[0].voxels == read and scene.palette[1].tolist() == [0, 3, 255, 255]
    assert bool(scene.warnings) == (announced != 8)


def test_dense_grid_of_an_absurd_size_is_refused() -> None:
    scene = read_vox(hv.vox(hv.model((2**31 - 1, 2**31 - 1, 2**31 - 1), [(1, 2, 3, 4)])))
    assert scene.models[0].voxels == 1
    with pytest.raises(LimitError, match="2,147,483,647"):
        _ = scene.models[0].colors


def test_pivot_is_half_the_size_rounded_down() -> None:
    empty = np.zeros((0, 3), np.uint8)
    assert Model((3, 4, 1), empty, empty[:, 0]).pivot == (1, 2, 0)


@pytest.mark.skipif(FOLDER is None, reason="the folder of public models is not there")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_public_file_reads_or_is_named(path: Path) -> None:
    head = path.read_bytes()[:8].decode("latin-1")
    for start, name in OTHER_FORMATS.items():
        if head.startswith(start):
            with pytest.raises(FormatError, match=name):
                read_vox(path)
            return
    scene = read_vox(path)
    known = _known(path.name)
    for index, model in enumerate(scene.models):
        if index in known:
            assert (model.voxels, list(model.size)) == known[index]
    assert set(known) <= set(range(len(scene.models)))
    if "simlu" not in path.name and "cat" not in path.name:
        assert scene.warnings == ()


def _known(name: str) -> dict[int, tuple[int, list[int]]]:
    """Voxels and size by model."""
    assert FOLDER is not None
    records = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))
    return {record["model"]: (record["voxels"], record["size"]) for record in records if record["file"] == name}


@pytest.mark.skipif(FOLDER is None, reason="the folder of public models is not there")
def test_compressed_models_are_read() -> None:
    assert FOLDER is not None
    scene = read_vox(FOLDER / "vengi-voxel+vengi__teardown.vox")
    assert [model.voxels for model in scene.models] == [142, 86, 316, 316, 316, 316, 316, 9056]
    door = scene.models[0].colors
    assert door[:, 1, 0].tolist() == [132] * 10 and door[2:8, 0, 4].tolist() == [129] * 6
    assert len(placed_shapes(scene)) == 8


def test_metals_of_old_files_that_are_plastic_are_none() -> None:
    kinds = (hv.matl(1, type="_metal", weight=1, plastic=1, rough=0.2), hv.matl(2, type="_metal", weight=1, rough=0.2))
    look = read_vox(hv.vox(hv.cube(), *kinds)).look
    assert [look.materials[index].kind for index in (1, 2)] == ["blend", "metal"]
    assert look.shading.metallic[1:3].tolist() == [0, 1] and look.shading.roughness[1] == np.float32(0.2)
    assert look.merging_class[1] == 0 and not look.transparent[1]
