"""Second texture coordinates in .glb files: read back by another library and proven to be those of a light map."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import helpers_mesh as oracle
import helpers_vox as hv
import numpy as np
import pytest
from trivox.cli import main
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks.light_map import check_light_map
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions
from trivox.core.levels import LevelOptions
from trivox.core.texture.lightmap import LightMapOptions

pytest.importorskip("pygltflib", reason="pygltflib is not installed")
pytest.importorskip("PIL", reason="pillow is not installed")
import helpers_gltf as hg

RANDOM = np.random.default_rng(11)
BLOB = np.where(RANDOM.random((6, 5, 7)) < 0.6, RANDOM.integers(1, 5, (6, 5, 7)), 0).astype(np.uint8)


def source(folder: Path) -> str:
    path = folder / "a.vox"
    path.write_bytes(hv.vox(hv.dense_model(BLOB), hv.rgba(hv.colors())))
    return str(path)


def convert(folder: Path, mesh: MeshOptions, levels: LevelOptions | None = None, **write: object) -> hg.Glb:
    target = folder / "a.glb"
    options = ConvertOptions(mesh, write=WriteOptions(**write), levels=levels)
    assert convert_file(source(folder), str(target), options).error is None
    report = hg.validated(target)
    assert report is None or report[:2] == [0, 0], report
    return hg.Glb(target)


def triangles_of(file: hg.Glb, number: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places, first and second coordinates of the corners of a mesh's triangles: (T, 3, 3) and (T, 3, 2) both."""
    parts = []
    for primitive in file.file.meshes[number].primitives:
        index = file.array(primitive.indices).reshape(-1, 3)
        names = ("POSITION", "TEXCOORD_0", "TEXCOORD_1")
        parts.append([file.array(getattr(primitive.attributes, name))[index] for name in names])
    return tuple(np.concatenate(each) for each in zip(*parts, strict=True))


@pytest.mark.parametrize("integers", [False, True])
@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_second_coordinates(tmp_path: Path, mode: str, integers: bool) -> None:
    options = MeshOptions(mode=mode)
    file = convert(tmp_path, options, light_map=LightMapOptions(5, 1), integers=integers)
    width, height = file.file.meshes[0].extras["light_map"]
    places, first, second = triangles_of(file, 0)
    corner = np.stack([second[..., 0] * width, (1 - second[..., 1]) * height], axis=-1)
    assert np.abs(corner - np.rint(corner)).max() < 1e-3
    mesh = build_mesh(BLOB, options)
    # The file has its triangles by material, which are one here, so in the same order.
    assert len(places) == len(mesh.triangles)
    found = np.rint(corner).astype(np.float32)
    assert check_light_map([mesh], [found], (width, height), texels=5, margin=1) == []
    plain = convert(tmp_path, options, integers=integers)
    assert plain.file.meshes[0].primitives[0].attributes.TEXCOORD_1 is None and not plain.file.meshes[0].extras
    old = plain.file.meshes[0].primitives[0]
    index = plain.array(old.indices).reshape(-1, 3)
    assert (plain.array(old.attributes.POSITION)[index] == places).all()
    assert (plain.array(old.attributes.TEXCOORD_0)[index] == first).all()


def test_vertices_are_split_where_they_must_be(tmp_path: Path) -> None:
    """As many vertices as different corners."""
    file = convert(tmp_path, MeshOptions(mode="faces"), light_map=LightMapOptions())
    attributes = file.file.meshes[0].primitives[0].attributes
    names = ("POSITION", "NORMAL", "TEXCOORD_0", "TEXCOORD_1")
    rows = np.concatenate([file.array(getattr(attributes, name)).astype(float) for name in names], axis=1)
    assert max(Counter(map(tuple, rows.tolist())).values()) == 1


def test_levels_have_them_too(tmp_path: Path) -> None:
    file = convert(tmp_path, MeshOptions(), LevelOptions(levels=1), light_map=LightMapOptions())
    assert len(file.file.meshes) == 2
    for number, mesh in enumerate(file.file.meshes):
        assert len(mesh.extras["light_map"]) == 2
        assert triangles_of(file, number)[2].min() > 0


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "b.glb"
    arguments = ["convert", source(tmp_path), str(target)]
    assert main([*arguments, "--light-map", "3", "--light-margin", "4", "--light-largest", "512"]) == 0
    file = hg.Glb(target)
    width, height = file.file.meshes[0].extras["light_map"]
    second = triangles_of(file, 0)[2]
    assert second[..., 0].min() * width == pytest.approx(4, abs=1e-3)
    assert max(width, height) <= 512
    assert main([*arguments, "--light-map", "0"]) != 0
    assert "texels is 0; it must be from 1 to 64" in capsys.readouterr().err
    assert main([*arguments, "--light-map", "3", "--light-largest", "16"]) != 0
    assert "light map would be larger than 16 texels" in capsys.readouterr().err
