"""Where images are kept, and whether exporters find them: paths, files beside the .blend file, Save Textures."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_faces import best_alpha
from helpers_scene import image_pixels
from PIL import Image

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

GLASS = [hv.matl(6, type="_glass", trans=0.75), hv.matl(7, type="_glass", trans=0.25)]
LIGHT = [hv.matl(4, type="_emit", emit=0.5, flux=1), hv.matl(5, type="_emit", emit=0.2, flux=4)]
METAL = [hv.matl(2, type="_metal", metal=0.8, rough=0.25)]
GRID = np.array([1, 2, 3, 4, 5, 6, 7, 1], np.uint8).reshape(2, 2, 2)


def load(write: Write, name: str = "chest.vox", **options: object) -> bpy.types.Object:
    data = hv.vox(hv.dense_model(GRID), *GLASS, *LIGHT, *METAL, hv.rgba(hv.colors()))
    bpy.ops.import_scene.trivox(filepath=write(name, data), **options)
    return bpy.context.object


def saved_blend(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "scene.blend"))
    return folder


def rgba(path: Path) -> np.ndarray:
    """(H, W, 4) of a picture, row 0 at the bottom."""
    return np.array(Image.open(path).convert("RGBA"))[::-1].astype(int)


@pytest.mark.parametrize("colors", ["texture", "palette"])
def test_every_image_has_a_path_of_its_own(write: Write, colors: str) -> None:
    for name in ("a.b.vox", "a_b.vox", "häuschen.vox"):
        load(write, name, colors=colors)
    paths = [image.filepath for image in bpy.data.images]
    assert len(paths) == 12 == len({path.lower() for path in paths})
    for image in bpy.data.images:
        assert image.packed_file and image.filepath.startswith("//textures/")
        assert image.filepath == f"//textures/{image.name}" + (".exr" if image.is_float else ".png")


def test_a_new_image_is_not_named_after_a_file_that_is_there(write: Write, tmp_path: Path) -> None:
    """An exporter that copies would copy the other picture."""
    folder = saved_blend(tmp_path)
    (folder / "textures").mkdir()
    (folder / "textures" / "chest.png").write_bytes(b"another picture")
    load(write)
    assert bpy.data.images["chest_1"].filepath == "//textures/chest_1.png"


@pytest.mark.parametrize(("textures", "packed"), [("beside", False), ("both", True)])
def test_beside_the_blend_file(write: Write, tmp_path: Path, textures: str, packed: bool) -> None:
    folder = saved_blend(tmp_path)
    load(write, textures=textures)
    shown = {image.name: image_pixels(image) for image in bpy.data.images if not image.is_float}
    names = {"chest.png", "chest_glow.png", "chest_surface.png", "chest_power.exr"}
    assert {path.name for path in (folder / "textures").iterdir()} == names
    for image in bpy.data.images:
        assert bool(image.packed_file) == packed and image.filepath.startswith("//textures/")
        if not image.is_float:
            assert (rgba(Path(bpy.path.abspath(image.filepath))) == shown[image.name]).all()
    bpy.ops.wm.save_mainfile()
    bpy.ops.wm.open_mainfile(filepath=str(folder / "scene.blend"))
    for name, pixels in shown.items():
        assert (image_pixels(bpy.data.images[name]) == pixels).all()


def test_beside_no_blend_file_they_stay_packed(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    load(write, textures="beside")
    assert "The textures stay in the .blend file: the .blend file was not saved yet" in "".join(capfd.readouterr())
    assert all(image.packed_file for image in bpy.data.images)


def test_save_textures(write: Write, tmp_path: Path) -> None:
    """By default beside the .blend file, unpacked, so that every exporter copies them."""
    folder = saved_blend(tmp_path)
    load(write)
    assert bpy.ops.trivox.save_textures() == {"FINISHED"}
    assert (folder / "textures" / "chest.png").is_file() and not any(image.packed_file for image in bpy.data.images)
    out = tmp_path / "out"
    out.mkdir()
    bpy.ops.wm.obj_export(filepath=str(out / "a.obj"), path_mode="COPY")
    lines = (out / "a.mtl").read_text().split("\n")
    assert "map_Kd chest.png" in lines and "map_Ke chest_glow.png" in lines
    assert (rgba(out / "chest.png") == image_pixels(bpy.data.images["chest"])).all() and (
        out / "chest_glow.png"
    ).is_file()
    bpy.ops.export_scene.fbx(filepath=str(out / "a.fbx"), path_mode="COPY", embed_textures=False)
    assert (rgba(out / "a.fbm" / "chest.png") == image_pixels(bpy.data.images["chest"])).all()


@pytest.mark.parametrize("packed", [False, True])
def test_save_textures_elsewhere(write: Write, tmp_path: Path, packed: bool) -> None:
    """Without a saved .blend file the path is absolute; what is there already is not written over."""
    load(write)
    target = tmp_path / "game" / "art"
    target.mkdir(parents=True)
    (target / "chest.png").write_bytes(b"another picture")
    image = bpy.data.images["chest"]
    assert bpy.ops.trivox.save_textures(directory=str(target), packed=packed) == {"FINISHED"}
    assert Path(image.filepath) == target / "chest_1.png" and bool(image.packed_file) == packed
    assert (target / "chest.png").read_bytes() == b"another picture"
    # Again: its own file is no other file.
    assert bpy.ops.trivox.save_textures(directory=str(target), packed=packed) == {"FINISHED"}
    assert Path(image.filepath) == target / "chest_1.png"
    assert len(list(target.iterdir())) == 5
    assert (rgba(target / "chest_1.png") == image_pixels(image)).all()


def test_files_are_written_over_on_request(write: Write, tmp_path: Path) -> None:
    load(write)
    (tmp_path / "chest.png").write_bytes(b"another picture")
    assert bpy.ops.trivox.save_textures(directory=str(tmp_path), overwrite=True) == {"FINISHED"}
    assert (rgba(tmp_path / "chest.png") == image_pixels(bpy.data.images["chest"])).all()
    assert len(list(tmp_path.glob("*.png"))) == 3


def test_a_painted_texture_is_saved_as_painted(write: Write, tmp_path: Path) -> None:
    load(write)
    image = bpy.data.images["chest"]
    image.pixels[0:4] = (1.0, 0.0, 1.0, 1.0)
    image.update()
    bpy.ops.trivox.save_textures(directory=str(tmp_path / "new"))
    assert rgba(tmp_path / "new" / "chest.png")[0, 0].tolist() == [255, 0, 255, 255]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="rights do not stop this user")
def test_a_folder_without_rights(write: Write, tmp_path: Path) -> None:
    load(write)
    tmp_path.chmod(0o500)
    with pytest.raises(RuntimeError, match="cannot be made"):
        bpy.ops.trivox.save_textures(directory=str(tmp_path / "new"))
    tmp_path.chmod(0o700)


def test_what_cannot_be_saved(write: Write, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="poll"):
        bpy.ops.trivox.save_textures(directory=str(tmp_path))
    load(write)
    with pytest.raises(RuntimeError, match="was not saved yet"):
        bpy.ops.trivox.save_textures()
    (tmp_path / "file").write_bytes(b"")
    paths = [image.filepath for image in bpy.data.images]
    with pytest.raises(RuntimeError, match="cannot be made"):
        bpy.ops.trivox.save_textures(directory=str(tmp_path / "file" / "new"))
    assert [image.filepath for image in bpy.data.images] == paths
    assert all(image.packed_file for image in bpy.data.images)
    bpy.ops.import_scene.trivox(filepath=write("b.vox", hv.vox(hv.cube())), colors="materials")
    with pytest.raises(RuntimeError, match="no textures"):
        bpy.ops.trivox.save_textures(directory=str(tmp_path))


@pytest.mark.parametrize("textures", ["packed", "beside", "both"])
def test_a_rebuilt_texture_is_kept_where_it_was(write: Write, tmp_path: Path, textures: str) -> None:
    folder = saved_blend(tmp_path)
    obj = load(write, textures=textures)
    before = bpy.data.images["chest"].filepath
    old = (folder / before[2:]).read_bytes() if textures != "packed" else b""
    assert bpy.ops.trivox.use_mode(mode="faces") == {"FINISHED"}
    for image in bpy.data.images:
        assert bool(image.packed_file) == (textures != "beside")
        if textures == "packed":
            assert image.filepath == "//textures/" + image.name + (".exr" if image.is_float else ".png")
        elif not image.is_float:
            assert (rgba(Path(bpy.path.abspath(image.filepath))) == image_pixels(image)).all()
    if textures != "packed":
        # Undo finds the picture before.
        (image,) = {material.node_tree.nodes.active.image for material in obj.data.materials}
        assert image.filepath != before and (folder / before[2:]).read_bytes() == old
        # Some exporters name a packed image after its name, others after its path.
        assert textures != "both" or Path(image.filepath).stem == image.name


CLEAR = {index: best_alpha(hv.colors()[index - 1], clear) for index, clear in ((6, 0.75), (7, 0.25))}


def glass_shader(obj: bpy.types.Object) -> bpy.types.Node:
    return next(node for node in obj.data.materials[1].node_tree.nodes if node.type == "BSDF_PRINCIPLED")


@pytest.mark.parametrize("glass", ["transmission", "alpha", "both"])
@pytest.mark.parametrize("rebuild", [False, True])
def test_glass(write: Write, glass: str, rebuild: bool) -> None:
    obj = load(write, glass=glass)
    if rebuild:
        bpy.ops.trivox.use_mode(mode="watertight")
    image = bpy.data.images["chest"]
    found = np.unique(image_pixels(image)[..., 3])
    expected = [255] if glass == "transmission" else sorted({*CLEAR.values(), 255})
    assert np.abs(found - expected).max() <= 1
    opaque, glassy = obj.data.materials
    transmission, alpha = (glass_shader(obj).inputs[name] for name in ("Transmission Weight", "Alpha"))
    assert transmission.is_linked == (glass != "alpha") and (transmission.is_linked or transmission.default_value == 0)
    assert alpha.is_linked == (glass != "transmission")
    # What light goes through is not mixed with what is behind it as well; only exporters see that alpha.
    assert (glass == "both") == (alpha.is_linked and alpha.links[0].from_node.type == "MATH")
    assert opaque.use_backface_culling and glassy.use_backface_culling == (glass != "transmission")
    assert glassy.surface_render_method == ("BLENDED" if glass == "alpha" else "DITHERED")


@pytest.mark.parametrize("glass", ["alpha", "both"])
@pytest.mark.parametrize("colors", ["texture", "palette", "attribute", "materials"])
def test_glass_on_the_way_out(write: Write, tmp_path: Path, colors: str, glass: str) -> None:
    load(write, glass=glass, colors=colors)
    path = tmp_path / "out.gltf"
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLTF_SEPARATE")
    told = json.loads(path.read_text())
    blended = [material for material in told["materials"] if material.get("alphaMode") == "BLEND"]
    assert len(blended) == (1 if colors in ("texture", "palette") else 2)
    assert all(("KHR_materials_transmission" in one.get("extensions", {})) == (glass == "both") for one in blended)
    alphas = set()
    for material in blended:
        base = material["pbrMetallicRoughness"]
        if "baseColorTexture" in base:
            image = told["images"][told["textures"][base["baseColorTexture"]["index"]]["source"]]
            alphas |= set(rgba(tmp_path / image["uri"])[..., 3].ravel().tolist()) - {255}
        else:
            alphas.add(round(base["baseColorFactor"][3] * 255))
    assert np.abs(np.array(sorted(alphas)) - sorted(CLEAR.values())).max() <= 1


def test_sides(write: Write) -> None:
    """Faces are seen from outside only, unless the user or a cut wants otherwise."""
    obj = load(write, single_sided=False)
    assert not any(material.use_backface_culling for material in obj.data.materials)
    two = hv.vox(
        hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 2, 4),
        hv.ntrn(2, 3), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "2 0 0"}), hv.nshp(5, 0),
    )  # fmt: skip
    for join, culled in (("separate", True), ("contacts", False), ("one", True)):
        bpy.ops.import_scene.trivox(filepath=write(f"{join}.vox", two), join=join)
        assert bpy.context.object.data.materials[0].use_backface_culling == culled


@pytest.mark.parametrize("factor", [0.0, 0.25, 3.0])
def test_emission_factor(write: Write, factor: float) -> None:
    obj = load(write, emission=factor, colors="materials")
    found = set()
    for material in obj.data.materials:
        shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        strength = shader.inputs["Emission Strength"]
        product = strength.links[0].from_node.inputs[0].default_value if strength.is_linked else strength.default_value
        found.add(round(product, 3))
        assert strength.default_value <= 1
    assert found == {0, round(5 * factor, 3), round(2000 * factor, 3)}


def test_the_file_browser_begins_in_the_folder(write: Write, tmp_path: Path, extension: str) -> None:
    """It is made for that, and is gone again if nothing was saved there."""
    folder = saved_blend(tmp_path) / "textures"
    load(write)
    operator = importlib.import_module(f"{extension}.operators.textures").TRIVOX_OT_save_textures
    chosen = []
    manager = SimpleNamespace(fileselect_add=lambda asked: chosen.append((asked.directory, folder.is_dir())))
    asked = SimpleNamespace(directory="", _made=None)
    asked._forget_folder = lambda: operator._forget_folder(asked)
    operator.invoke(asked, SimpleNamespace(window_manager=manager), None)
    assert chosen == [(f"{folder}{os.sep}", True)]
    operator.cancel(asked, None)
    assert not folder.exists()
    folder.mkdir()
    (folder / "mine.txt").write_bytes(b"")
    operator.invoke(asked, SimpleNamespace(window_manager=manager), None)
    operator.cancel(asked, None)
    assert folder.exists()
