"""Smooth surfaces in .glb files: bytes read back by another library are the surface, its colours and materials."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from helpers_smooth import assert_closed, rows, volume
from trivox.cli import main
from trivox.core import read
from trivox.core.smooth import SmoothMesh, SmoothOptions, build_smooth, vertex_colors

pygltflib = pytest.importorskip("pygltflib")

KINDS = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    grid = np.zeros((5, 4, 6), np.uint8)
    grid[:, :, :2], grid[1:3, 1:3, 2:4], grid[0, 0, 2:6], grid[4, 3, 2] = 1, 2, 3, 4
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, frame={"t": "3 0 0"}), hv.nshp(3, 0)
    materials = [
        hv.matl(2, type="_glass", trans="0.8", rough="0", ior="0.3"),
        hv.matl(3, type="_emit", emit="1", flux="1"),
        hv.matl(4, type="_metal", metal="1", rough="0.2"),
    ]
    path = tmp_path / "parts.vox"
    path.write_bytes(hv.vox(hv.dense_model(grid), *nodes, hv.rgba(hv.colors()), *materials))
    return path


def values(file, number: int) -> np.ndarray:
    accessor = file.accessors[number]
    view, width = file.bufferViews[accessor.bufferView], WIDTHS[accessor.type]
    kind = np.dtype(KINDS[accessor.componentType])
    stride = view.byteStride or kind.itemsize * width
    data = file.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength]
    start = accessor.byteOffset or 0
    found = [np.frombuffer(data, kind, width, start + row * stride) for row in range(accessor.count)]
    return np.array(found)


@pytest.mark.parametrize("method", ["nets", "cubes"])
@pytest.mark.parametrize("colors", ["faces", "blend"])
def test_what_is_written(source: Path, method: str, colors: str) -> None:
    target = source.with_suffix(".glb")
    words = ["--smooth", method, "--blur", "2", "--smooth-colors", colors, "--voxel-size", "0.5"]
    assert main(["convert", str(source), str(target), *words]) == 0
    scene, file = read(source), pygltflib.GLTF2().load(str(target))
    mesh = build_smooth(scene.models[0], SmoothOptions(method, 2, colors), scene.look)
    (shown,) = file.meshes
    points = values(file, shown.primitives[0].attributes.POSITION)
    expected = (mesh.vertices - np.array(mesh.size) // 2) * 0.5
    assert rows(points) == rows(np.stack([expected[:, 0], expected[:, 2], -expected[:, 1]], axis=1))
    triangles = np.concatenate([values(file, part.indices).reshape(-1, 3) for part in shown.primitives])
    assert len(triangles) == len(mesh.triangles)
    number = {point: index for index, point in enumerate(sorted(rows(points)))}
    welded = np.array([number[tuple(point)] for point in np.round(points.astype(float), 4).tolist()])
    at = {index: point for point, index in number.items()}
    places = np.array([at[index] for index in range(len(at))])

    class Welded:
        vertices, triangles = places, welded[np.concatenate(
            [values(file, part.indices).reshape(-1, 3) for part in shown.primitives]
        )]  # fmt: skip

    assert_closed(Welded)
    light = values(file, shown.primitives[0].attributes.COLOR_0)[:, :3] / 65535
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055) * 255
    found = {tuple(color) for color in srgb.round().astype(int).tolist()}
    palette = scene.palette[:, :3].astype(int)
    wanted = vertex_colors(mesh, scene.look)[:, :3].astype(int) if colors == "blend" else palette[mesh.colors]
    assert found == {tuple(color) for color in wanted.tolist()}
    normals = values(file, shown.primitives[0].attributes.NORMAL)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1, abs=1e-4)


def test_materials(source: Path) -> None:
    target = source.with_suffix(".glb")
    assert main(["convert", str(source), str(target), "--smooth", "nets"]) == 0
    file = pygltflib.GLTF2().load(str(target))
    assert len(file.materials) == len(file.meshes[0].primitives) == 4
    metal = [one for one in file.materials if one.pbrMetallicRoughness.metallicFactor == 1]
    glass = [one for one in file.materials if "KHR_materials_transmission" in one.extensions]
    light = [one for one in file.materials if any(one.emissiveFactor or ())]
    assert len(metal) == len(glass) == len(light) == 1 and glass[0].alphaMode == "BLEND"
    assert metal[0].pbrMetallicRoughness.roughnessFactor == pytest.approx(0.2)
    assert light[0].extensions["KHR_materials_emissive_strength"]["emissiveStrength"] == pytest.approx(10)

    # Factors end at 1; what is more is the strength's.
    color = scene_color(source, 3)
    assert light[0].emissiveFactor == pytest.approx(color, abs=1e-6)
    plain = [one.name for one in file.materials if one.name == "parts"]
    assert len(plain) == 1 and metal[0].name == "parts 004" and glass[0].name == "parts 002"
    assert all(one.alphaMode in (None, "OPAQUE") for one in file.materials if one not in glass)


def scene_color(source: Path, index: int) -> list[float]:
    """Linear."""
    srgb = read(source).palette[index, :3] / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).tolist()


def test_mirrored_ones_are_right_side_out(tmp_path: Path) -> None:
    grid = np.zeros((5, 4, 3), np.uint8)
    grid[:, 0, 0], grid[0, :, 0], grid[0, 0, :], grid[3:, 1, :2] = 1, 1, 1, 1
    path, target = tmp_path / "two.vox", tmp_path / "two.glb"
    # Byte 20: x is turned over, and nothing else.
    placed = (
        hv.ntrn(2, 3, {"t": "3 0 0"}), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "-20 1 2", "r": 20}), hv.nshp(5, 0),
    )  # fmt: skip
    path.write_bytes(hv.vox(hv.dense_model(grid), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), *placed, hv.rgba(hv.colors())))
    assert main(["convert", str(path), str(target), "--smooth", "nets", "--voxel-size", "1"]) == 0
    file, mesh = pygltflib.GLTF2().load(str(target)), build_smooth(read(path).models[0])
    assert len(file.meshes) == 2
    for shown in file.meshes:
        (part,) = shown.primitives
        points, normals = (values(file, number) for number in (part.attributes.POSITION, part.attributes.NORMAL))
        a, b, c = np.moveaxis(points[values(file, part.indices).reshape(-1, 3)].astype(float), 1, 0)
        assert (a * np.cross(b, c)).sum() / 6 == pytest.approx(volume(mesh.vertices, mesh.triangles), 1e-3)
        facing = np.zeros(points.shape)
        for column in range(3):
            np.add.at(facing, values(file, part.indices).reshape(-1, 3)[:, column], np.cross(b - a, c - a))
        assert ((facing * normals).sum(axis=1) > 0).all()
    found = set()
    for node in file.nodes:
        if node.mesh is not None:
            # Nobody is turned but by the mirror, which is in the mesh or in the scale.
            assert node.rotation in (None, [0, 0, 0, 1]) and node.matrix is None
            points = values(file, file.meshes[node.mesh].primitives[0].attributes.POSITION)
            found |= rows(points * np.array(node.scale or [1, 1, 1]) + np.array(node.translation or [0, 0, 0]))
    own = mesh.vertices - np.array(mesh.size) // 2
    both = np.concatenate([own + np.array([3, 0, 0]), own * np.array([-1, 1, 1]) + np.array([-20, 1, 2])])
    assert found == rows(np.stack([both[:, 0], both[:, 2], -both[:, 1]], axis=1))


def test_a_surface_that_fails_its_proof_is_not_written(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from trivox.core.formats.gltf import smooth

    def damaged(*given: object) -> SmoothMesh:
        made = build_smooth(*given)
        return replace(made, triangles=made.triangles[1:])

    monkeypatch.setattr(smooth, "build_smooth", damaged)
    assert main(["convert", str(source), str(source.with_suffix(".glb")), "--smooth", "nets"]) != 0
    assert "edges have one triangle only" in capsys.readouterr().err and not source.with_suffix(".glb").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.tvx", "--smooth", "nets"], "--smooth writes .glb files"),
        (["a.glb", "--blur", "2"], "are for --smooth"),
        (["a.glb", "--diagonals-apart"], "are for --smooth"),
        (["a.glb", "--smooth", "nets", "--blur", "4"], "blur is 4"),
    ],
)
def test_what_is_refused(source: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(source), str(source.with_name(words[0])), *words[1:]]) == 2
    assert said in capsys.readouterr().err and not source.with_name(words[0]).exists()
