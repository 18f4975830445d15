"""Files of meshes become voxels: those that Trivox wrote come back as they were, others as their format says."""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import Any

import cottage
import numpy as np
import pytest
from scipy import ndimage
from trivox.cli import main
from trivox.core import FormatError, Look, Scene, TrivoxError, assemble, read, write
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import ReadOptions, WriteOptions
from trivox.core.formats import read as read_with
from trivox.core.voxels import Material, Model, ModelFrame, SceneNode
from trivox.core.voxels.transforms import resting

trimesh = pytest.importorskip("trimesh")
image_module = pytest.importorskip("PIL.Image")

ENDINGS = ["glb", "gltf", "obj", "stl", "ply"]
RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)


def placed(scene: Any) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Color of each cell that can be seen, by where it is in the world; what touches outer air along an axis."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for node in scene.nodes:
        if node.model is None:
            continue
        model = scene.models[node.model]
        grid = np.pad(model.colors, 1)
        outside = ndimage.label(grid == 0)[0]
        air = outside == outside[0, 0, 0]
        seen = ndimage.binary_dilation(air) & (grid != 0)
        for cell in np.argwhere(seen):
            place = cell - 1 - np.array(model.pivot) + node.translation
            found[tuple(place.tolist())] = tuple(scene.palette[grid[tuple(cell)]].tolist()[:3])
    return found


def scene_of(grid: np.ndarray, look: Look, name: str = "a") -> Scene:
    node = SceneNode(name, -1, "shape", resting(), (ModelFrame(0, 0),))
    return Scene(name=name, models=(Model.from_grid(grid),), look=look, nodes=(node,), voxel_size=0.1)


def box(color: tuple[int, ...] | None = None, size: tuple[float, ...] = (3, 2, 1)) -> Any:
    made = trimesh.creation.box(size)
    if color is not None:
        made.visual.face_colors = np.array([color] * 12, np.uint8)
    return made


@pytest.mark.parametrize("ending", ["glb", "obj"])
def test_the_cottage_comes_back(tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"häuschen 家.{ending}"
    scene = scene_of(cottage.make_cottage(), Look(cottage_palette()), "häuschen 家")
    write(target, assemble(scene))
    again = read_with(target, ReadOptions(voxel_size=0.1))
    assert isinstance(again, Scene)
    assert again.name == "häuschen 家" and len(again.models) == 1 and again.voxel_size == 0.1
    assert placed(again) == placed(scene)


def cottage_palette() -> np.ndarray:
    rng = np.random.default_rng(3)
    palette = rng.integers(0, 256, (256, 4), dtype=np.uint8)
    palette[:, 3] = 255
    return palette


@pytest.mark.parametrize("options", [WriteOptions(), WriteOptions(integers=True)])
def test_a_wide_model_comes_back(tmp_path: Path, options: WriteOptions) -> None:
    grid = np.zeros((300, 3, 2), np.uint8)
    grid[:, 1, 0] = np.arange(300) % 7 + 1
    grid[::5, 2, 1] = 9
    grid[::5, 1, 1] = 8
    scene = scene_of(grid, Look(cottage_palette()))
    target = tmp_path / "a.glb"
    write(target, assemble(scene), options)
    again = read_with(target, ReadOptions(voxel_size=0.1))
    assert isinstance(again, Scene)
    assert placed(again) == placed(scene) and again.models[0].size == (300, 2, 2)


@pytest.mark.parametrize("glass", ["both", "alpha", "transmission"])
def test_kinds_of_material_come_back(tmp_path: Path, glass: str) -> None:
    palette = np.zeros((256, 4), np.uint8)
    palette[1:5] = [(200, 30, 30, 255), (30, 200, 30, 255), (30, 30, 200, 255), (200, 200, 30, 255)]
    materials = [Material()] * 256
    materials[2] = Material("metal", metallic=1.0, roughness=0.25)
    materials[3] = Material("glass", transparency=0.75, ior=1.25, roughness=0.5)
    materials[4] = Material("emit", emission=0.5, flux=1.0)
    grid = np.zeros((7, 1, 1), np.uint8)
    grid[::2, 0, 0] = [1, 2, 3, 4]
    scene = scene_of(grid, Look(palette, tuple(materials)))
    target = tmp_path / "a.glb"
    write(target, assemble(scene), WriteOptions(glass=glass))
    again = read_with(target, ReadOptions(voxel_size=0.1))
    assert isinstance(again, Scene)
    grid = again.models[0].colors
    kinds = [again.materials[index] for index in grid[::2, 0, 0].tolist()]
    assert [one.kind for one in kinds] == ["diffuse", "metal", "glass", "emit"]
    assert kinds[1].metallic == pytest.approx(1, abs=0.01) and kinds[1].roughness == pytest.approx(0.25, abs=0.01)
    if glass != "alpha":
        assert kinds[2].transparency == pytest.approx(0.75, abs=0.01) and kinds[2].ior == pytest.approx(1.25)
    assert kinds[3].emission * 10 ** kinds[3].flux == pytest.approx(5, rel=0.05)
    assert set(placed(again)) == set(placed(scene))


@pytest.mark.parametrize("ending", ENDINGS)
def test_up_is_as_the_format_has_it(tmp_path: Path, ending: str) -> None:
    made = box(size=(3, 2, 1))
    made.apply_translation((1.5, 1, 0.5))
    path = tmp_path / f"дом.{ending}"
    exported = made.export(file_type=ending)
    if isinstance(exported, dict):
        for name, data in exported.items():
            (tmp_path / name).write_bytes(data)
        path.write_bytes(exported["model.gltf"])
    else:
        path.write_bytes(exported if isinstance(exported, bytes) else exported.encode())
    scene = read_with(path, ReadOptions(voxel_size=0.5))
    assert isinstance(scene, Scene)
    # What is 2 along y is high where y is up, and reaches from 0 to -1 along Blender's y.
    up = ending in ("glb", "gltf", "obj")
    assert scene.models[0].size == ((6, 2, 4) if up else (6, 4, 2))
    assert scene.models[0].voxels == 48
    cells = np.array(list(placed(scene)))
    assert cells.min(axis=0).tolist() == ([0, -2, 0] if up else [0, 0, 0])


def test_the_scene_graph_places_meshes(tmp_path: Path) -> None:
    graph = trimesh.Scene()
    graph.add_geometry(box(RED, (1, 1, 1)), node_name="one", geom_name="box")
    turn = trimesh.transformations.rotation_matrix(np.pi / 2, (0, 0, 1))
    turn[:3, 3] = 4, 0, 0
    mirror = np.diag([-2.0, 1, 1, 1])
    mirror[:3, 3] = 8, 0, 0
    graph.add_geometry(box(GREEN, (3, 1, 1)), node_name="two", transform=turn)
    graph.add_geometry(box(BLUE, (1, 1, 1)), node_name="three", transform=mirror)
    path = tmp_path / "a.glb"
    path.write_bytes(graph.export(file_type="glb"))
    scene = read_with(path, ReadOptions(voxel_size=0.5))
    assert isinstance(scene, Scene)
    found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for cell, color in placed(scene).items():
        found.setdefault(color, []).append(cell)
    extents = {color: np.ptp(np.array(cells), axis=0) + 1 for color, cells in found.items()}
    # The green one is 3 along x, turned to y, which is up.
    assert extents[RED[:3]].tolist() == [2, 2, 2]
    assert extents[GREEN[:3]].tolist() == [2, 2, 6]
    assert extents[BLUE[:3]].tolist() == [4, 2, 2]
    assert np.array(found[GREEN[:3]]).min(axis=0).tolist() == [7, -1, -3]
    assert np.array(found[BLUE[:3]]).min(axis=0).tolist() == [14, -1, -1]


def test_colors_of_faces_and_vertices(tmp_path: Path) -> None:
    made = box()
    colors = np.array([(10 * number, 255 - 10 * number, 77, 255) for number in range(12)], np.uint8)
    made.visual.face_colors = colors
    path = tmp_path / "a.ply"
    path.write_bytes(made.export(file_type="ply"))
    scene = read_with(path, ReadOptions(voxel_size=0.25))
    assert isinstance(scene, Scene)
    assert set(placed(scene).values()) <= {tuple(color[:3]) for color in colors.tolist()}
    assert len(set(placed(scene).values())) >= 10
    made = box()
    made.visual.vertex_colors = np.array([(188, 50, 10, 255)] * 8, np.uint8)
    path.write_bytes(made.export(file_type="ply"))
    assert set(placed(read(path)).values()) == {(188, 50, 10)}


def test_a_texture_lies_where_its_coordinates_say(tmp_path: Path) -> None:
    # The left half is red, the right one green; above both, in the upper quarter of the picture, blue.
    picture = np.zeros((4, 4, 4), np.uint8)
    picture[:, :2], picture[:, 2:], picture[0] = RED, GREEN, BLUE
    corners = np.array([(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)], float)
    material = trimesh.visual.material.PBRMaterial(baseColorTexture=image_module.fromarray(picture))
    uv = corners[:, :2] / 4
    made = trimesh.Trimesh(
        corners, [(0, 1, 2), (0, 2, 3)], process=False, visual=trimesh.visual.TextureVisuals(uv, material=material)
    )
    for ending in ("glb", "obj"):
        folder = tmp_path / ending
        folder.mkdir()
        made.export(folder / f"a.{ending}")
        scene = read_with(folder / f"a.{ending}", ReadOptions(voxel_size=1.0))
        assert isinstance(scene, Scene)
        # y is up: what is along y in the file is along z here.
        found = {(x, z): color for (x, _y, z), color in placed(scene).items()}
        for (x, z), color in found.items():
            assert color == (BLUE if z == 3 else RED if x < 2 else GREEN)[:3]
        assert len(found) == 16


@pytest.mark.parametrize("ending", ["glb", "obj", "stl", "ply"])
def test_damaged_files_are_one_sentence(tmp_path: Path, ending: str) -> None:
    whole = box(RED).export(file_type=ending)
    whole = whole if isinstance(whole, bytes) else whole.encode()
    rng = np.random.default_rng(1)
    path = tmp_path / f"a.{ending}"
    for number in range(60):
        data = bytearray(whole[: int(rng.integers(1, len(whole)))] if number % 2 else whole)
        if number % 2 == 0:
            for place in rng.integers(0, len(data), 8):
                data[place] = int(rng.integers(256))
        path.write_bytes(bytes(data))
        try:
            read_with(path, ReadOptions(voxels=8))
        except TrivoxError as error:
            assert str(error) and "\n" not in str(error)


@pytest.mark.parametrize(
    ("ending", "data", "words"),
    [
        ("obj", b"", "no faces"),
        ("obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "no faces"),
        ("obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "no finite number"),
        ("stl", b"solid a\nendsolid a\n", ""),
        ("glb", b"glTF" + struct.pack("<III", 2, 2**31, 2**31) + b"JSON", ""),
        ("gltf", json.dumps({"asset": {"version": "2.0"}, "buffers": [{"uri": "../x", "byteLength": 9}]}).encode(), ""),
    ],
)
def test_files_without_a_mesh_are_one_sentence(tmp_path: Path, ending: str, data: bytes, words: str) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_bytes(data)
    with pytest.raises(TrivoxError, match=words) as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_what_lies_outside_of_the_folder_is_not_opened(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    image_module.fromarray(np.full((2, 2, 4), RED, np.uint8)).save(tmp_path / "a.png")
    image_module.fromarray(np.full((2, 2, 4), GREEN, np.uint8)).save(inner / "a.png")
    text = "mtllib a.mtl\nusemtl a\nv 0 0 0\nv 4 0 0\nv 0 4 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n"
    (inner / "a.obj").write_text(text)
    for name in ("a.png", "../a.png", str(tmp_path / "a.png")):
        (inner / "a.mtl").write_text(f"newmtl a\nKd 1 1 1\nmap_Kd {name}\n")
        colors = set(placed(read(inner / "a.obj")).values())
        assert RED[:3] not in colors and (colors == {GREEN[:3]} or name != "a.png")


def test_more_voxels_than_can_be_held_are_refused_before(tmp_path: Path) -> None:
    path = tmp_path / "a.stl"
    path.write_bytes(box(size=(1, 1, 1)).export(file_type="stl"))
    with pytest.raises(TrivoxError, match="larger voxels"):
        read_with(path, ReadOptions(voxel_size=0.0001))


def test_the_command_line_makes_voxels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, target = tmp_path / "a.ply", tmp_path / "out.tvx"
    path.write_bytes(box(GREEN).export(file_type="ply"))
    assert main(["convert", str(path), str(target), "--voxels", "12", "--store-voxels"]) == 0
    scene = read(target).scene  # type: ignore[union-attr]
    assert scene.models[0].size == (12, 8, 4) and scene.voxel_size == 0.25
    assert main(["convert", str(path), str(target), "--voxels", "12", "--hollow", "--store-voxels"]) == 0
    assert read(target).scene.models[0].voxels == 12 * 8 * 4 - 10 * 6 * 2  # type: ignore[union-attr]
    capsys.readouterr()
    assert main(["stats", str(path), "--voxels", "6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["voxels"] == 6 * 4 * 2
    assert main(["check", str(path), "--voxels", "6"]) == 0


def test_a_missing_library_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.stl"
    path.write_bytes(box().export(file_type="stl"))
    for name in ("geometry", "opened", "paints"):
        monkeypatch.delitem(sys.modules, f"trivox.core.formats.meshes.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "trimesh", None)
    with pytest.raises(FormatError, match=r"trimesh.*not installed; pip install .*trivox\[mesh\]"):
        read(path)
    done = convert_file(str(path), str(tmp_path / "a.tvx"), ConvertOptions())
    assert done.error and "pip install" in done.error
