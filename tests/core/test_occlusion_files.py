"""Ambient occlusion in files: as a map or in the colors, texel by texel."""

from __future__ import annotations

import itertools
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from trivox.core import Mesh, MeshOptions, build_model, read_vox
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions

pytest.importorskip("pygltflib", reason="pygltflib is not installed")
pytest.importorskip("PIL", reason="pillow is not installed")
import helpers_gltf as hg
from PIL import Image

GLASS, METAL, LAMP = 2, 3, 4
KINDS = (
    hv.matl(GLASS, type="_glass", trans=0.75, rough=0.2, ri=1.6),
    hv.matl(METAL, type="_metal", metal=0.8, rough=0.4),
    hv.matl(LAMP, type="_emit", emit=0.6, flux=1),
)
SIZE = (7, 7, 5)
PALETTE = np.array([(0, 0, 0, 0), *hv.colors()], np.uint8)


def voxels(number: int) -> list[tuple[int, ...]]:
    """A floor of many colors with columns on it."""
    floor = [(x, y, 0, 5 + (x * 7 + y) % number) for x, y in itertools.product(range(7), range(7))]
    columns = itertools.product((1, 4), (2, 5), range(1, 4))
    return [*floor, *((x, y, z, GLASS + (x + y + z) % 4) for x, y, z in columns)]


def written(
    folder: Path, ending: str, *kinds: bytes, number: int = 9, **write: object
) -> tuple[Path, Mesh, np.ndarray]:
    """A written file; the mesh in it, and what it emits and lets through, (256,) bool each."""
    source, target = folder / "a.vox", folder / f"a{ending}"
    source.write_bytes(hv.vox(hv.model(SIZE, voxels(number)), *kinds, hv.rgba(hv.colors())))
    options = MeshOptions(occlusion=4, texel_scale=2, border=2)
    done = convert_file(str(source), str(target), ConvertOptions(options, None, WriteOptions(**write)))
    assert done.error is None
    scene = read_vox(source)
    mesh = build_model(scene.models[0], options, scene.look)
    return target, mesh, scene.look.transparent | (scene.look.shading.emission > 0)


def shaded(mesh: Mesh, strength: float, bright: np.ndarray) -> np.ndarray:
    """(H, W, 3) the colors that a texel must have, by the formulas of glTF and of sRGB."""
    colors = PALETTE[mesh.atlas, :3] / 255
    light = np.where(colors > 0.04045, ((colors + 0.055) / 1.055) ** 2.4, colors / 12.92)
    share = np.where(bright[mesh.atlas], 1, 1 + strength * (mesh.occlusion / 255 - 1))
    light = light * share[..., None]
    return np.where(light > 0.0031308, 1.055 * light ** (1 / 2.4) - 0.055, light * 12.92) * 255


@pytest.mark.parametrize("number", [9, 200])
def test_a_map_shares_its_picture_with_metal_and_roughness(tmp_path: Path, number: int) -> None:
    path, mesh, _ = written(tmp_path, ".glb", *KINDS, number=number, occlusion_strength=0.75)
    report = hg.validated(path)
    assert report is None or report[:2] == [0, 0], report
    file = hg.Glb(path)
    opaque, glass = sorted(file.file.materials, key=lambda material: material.alphaMode == "BLEND")
    assert opaque.occlusionTexture.strength == 0.75
    assert opaque.occlusionTexture.index == opaque.pbrMetallicRoughness.metallicRoughnessTexture.index
    assert glass.occlusionTexture is None
    picture = file.picture(opaque.occlusionTexture.index)[::-1]
    own = (mesh.atlas > 0) & (mesh.atlas != GLASS)
    assert np.array_equal(picture[own, 0], mesh.occlusion[own])
    assert len(np.unique(picture[own, 0])) > 20
    metal, rough = mesh.atlas == METAL, picture[..., 1]
    assert set(picture[metal, 2]) == {204} and set(picture[own & ~metal, 2]) == {0}
    assert set(rough[metal]) == {102}
    assert set(picture[mesh.atlas == GLASS, 0]) == {round(0.75 * 255)}
    colors = file.picture(opaque.pbrMetallicRoughness.baseColorTexture.index)[::-1]
    assert np.array_equal(colors[own, :3], PALETTE[mesh.atlas[own], :3])


def test_equal_materials_have_a_map_too(tmp_path: Path) -> None:
    path, mesh, _ = written(tmp_path, ".glb")
    (material,) = hg.Glb(path).file.materials
    assert material.pbrMetallicRoughness.metallicRoughnessTexture is None
    picture = hg.Glb(path).picture(material.occlusionTexture.index)[::-1]
    assert np.array_equal(picture[mesh.atlas > 0, 0], mesh.occlusion[mesh.atlas > 0])


@pytest.mark.parametrize(("number", "strength"), [(2, 1.0), (200, 0.6)])
@pytest.mark.parametrize("ending", [".glb", ".obj"])
def test_colors_are_darkened(tmp_path: Path, ending: str, number: int, strength: float) -> None:
    path, mesh, bright = written(
        tmp_path, ending, *KINDS, number=number, occlusion_in="colors", occlusion_strength=strength
    )
    if ending == ".glb":
        file = hg.Glb(path)
        assert all(material.occlusionTexture is None for material in file.file.materials)
        picture = file.picture(file.file.materials[0].pbrMetallicRoughness.baseColorTexture.index)[::-1]
    else:
        picture = np.array(Image.open(path.with_suffix(".png")).convert("RGBA"))[::-1]
    own = mesh.atlas > 0
    assert np.abs(picture[own, :3] - shaded(mesh, strength, bright)[own]).max() <= 0.5 + 1e-9
    assert np.array_equal(picture[mesh.atlas == LAMP, :3], PALETTE[mesh.atlas[mesh.atlas == LAMP], :3])


def test_files_without_have_neither(tmp_path: Path) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.glb"
    source.write_bytes(hv.vox(hv.model(SIZE, voxels(9)), *KINDS, hv.rgba(hv.colors())))
    convert_file(str(source), str(target), ConvertOptions(MeshOptions(own_texels=True)))
    assert all(material.occlusionTexture is None for material in hg.Glb(target).file.materials)
