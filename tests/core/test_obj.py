"""Files of .obj, .mtl and .png in plain Python: read back by another library and compared with the voxels."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import helpers_faces as hf
import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, SceneOptions, assemble, read
from trivox.core.convert import Converted, ConvertOptions, convert_file
from trivox.core.formats import WriteOptions

Image = pytest.importorskip("PIL.Image", reason="pillow is not installed")

PALETTE = np.array([(0, 0, 0, 0), *hv.colors()], np.uint8)
L_SHAPE = {(0, 0, 0): 1, (1, 0, 0): 2, (2, 0, 0): 3, (0, 1, 0): 4, (0, 0, 1): 5}
SIZE = (3, 2, 2)
GLASS, METAL, LAMP = 2, 3, 4
KINDS = (
    hv.matl(GLASS, type="_glass", trans=0.75, rough=0.2, ri=1.6),
    hv.matl(METAL, type="_metal", metal=0.8, rough=0.4),
    hv.matl(LAMP, type="_emit", emit=0.6, flux=1),
)
STILL = np.eye(3, dtype=int)
ALONE = (hv.ntrn(0, 1), hv.nshp(1, 0))


@dataclass
class Obj:
    """A file as its lines tell it."""

    points: np.ndarray
    """(n, 3) float64; up is z."""
    faces: list[tuple[str, str, np.ndarray]]
    """Object, material, and (3 or 4, 3) float64 vertex, texture coordinate and normal, from 0."""
    uv: np.ndarray
    normals: np.ndarray
    materials: dict[str, dict[str, str]]
    folder: Path

    @property
    def objects(self) -> list[str]:
        """Names in order."""
        return list(dict.fromkeys(name for name, _material, _corners in self.faces))


def parse(path: Path) -> Obj:
    """Read the lines of a file and of its materials."""
    numbers: dict[str, list[list[float]]] = {"v": [], "vt": [], "vn": []}
    faces, name, material, library = [], "", "", ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        key, _blank, rest = line.partition(" ")
        if key in numbers:
            numbers[key].append([float(number) for number in rest.split()])
        elif key == "f":
            corners = np.array([corner.split("/") for corner in rest.split()], int) - 1
            faces.append((name, material, corners))
        elif key == "o":
            name = rest
        elif key == "usemtl":
            material = rest
        elif key == "mtllib":
            library = rest
        else:
            assert key in ("", "#")
    materials: dict[str, dict[str, str]] = {}
    for line in (path.parent / library).read_text(encoding="utf-8").split("\n"):
        key, _blank, rest = line.partition(" ")
        if key == "newmtl":
            current = materials.setdefault(rest, {})
        elif key not in ("", "#"):
            current[key] = rest
    x, y, z = np.array(numbers["v"]).T
    a, b, c = np.array(numbers["vn"]).T
    points, normals = np.column_stack([x, -z, y]), np.column_stack([a, -c, b])
    return Obj(points, faces, np.array(numbers["vt"]), normals, materials, path.parent)


def convert(folder: Path, *chunks: bytes, options: ConvertOptions | None = None, name: str = "a") -> Converted:
    """Write a file of chunks as .obj."""
    source = folder / "a.vox"
    source.write_bytes(hv.vox(*chunks, hv.rgba(hv.colors())))
    return convert_file(str(source), str(folder / f"{name}.obj"), options or ConvertOptions())


def l_shape() -> bytes:
    return hv.model(SIZE, [(*cell, index) for cell, index in L_SHAPE.items()])


def compare(file: Obj, wanted: hf.Samples, voxel_size: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Each point is shown once, with its color and normal; returns the materials and texture coordinates there."""
    corners, material = [], []
    for _name, name, face in file.faces:
        for second in range(1, len(face) - 1):
            corners.append(face[[0, second, second + 1]])
            material.append(name)
    index = np.array(corners)
    found, weights = hf.hits(file.points[index[..., 0]] / voxel_size, wanted)
    expected = np.repeat(wanted.normal[:, None], 3, axis=1)
    np.testing.assert_allclose(file.normals[index[found][..., 2]], expected, atol=1e-6)
    uv = (file.uv[index[found][..., 1]] * weights[..., None]).sum(axis=1)
    names = np.array(material)[found]
    for name in np.unique(names):
        own = names == name
        color = look_up(file, file.materials[name]["map_Kd"], uv[own])
        assert (color == PALETTE[wanted.index[own], :3]).all()
    return names, uv


def look_up(file: Obj, picture: str, uv: np.ndarray) -> np.ndarray:
    """(n, 3) int: the texels at texture coordinates, v up."""
    image = np.array(Image.open(file.folder / picture).convert("RGB")).astype(int)
    height, width = image.shape[:2]
    column, row = np.floor(uv * [width, height]).astype(int).T
    return image[height - 1 - row, column]


@pytest.mark.parametrize("origin", ["pivot", "center", "bottom", "corner"])
def test_one_model(tmp_path: Path, origin: str) -> None:
    done = convert(tmp_path, l_shape(), *ALONE, options=ConvertOptions(scene=SceneOptions(origin=origin)))
    assert done.error is None
    file = parse(tmp_path / "a.obj")
    compare(file, hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (0, 0, 0))))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mtl", "a.obj", "a.png", "a.vox"]
    assert done.size == sum((tmp_path / f"a.{ending}").stat().st_size for ending in ("mtl", "obj", "png"))
    assert file.materials == {"a": {"Kd": "1 1 1", "Pr": "1", "Pm": "0", "illum": "2", "map_Kd": "a.png"}}


def test_the_48_orientations(tmp_path: Path) -> None:
    nodes, wanted = [], []
    for number, (byte, turn) in enumerate(hf.ORIENTATIONS.items()):
        move = (7 * (number % 7), 7 * (number // 7), 3)
        place = {"t": "{} {} {}".format(*move), "r": byte}
        nodes += [hv.ntrn(2 + 2 * number, 3 + 2 * number, place, name=f"turn {byte}"), hv.nshp(3 + 2 * number, 0)]
        wanted.append(hf.samples(hf.placed(L_SHAPE, SIZE, turn, move)))
    options = ConvertOptions(voxel_size=0.25)
    done = convert(tmp_path, l_shape(), hv.ntrn(0, 1), hv.ngrp(1, *range(2, 98, 2)), *nodes, options=options)
    assert done.error is None
    file = parse(tmp_path / "a.obj")
    compare(file, hf.together(wanted), 0.25)
    assert file.objects == [f"turn_{byte}" for byte in hf.ORIENTATIONS]


def test_several_models_share_a_picture(tmp_path: Path) -> None:
    models, nodes, wanted = [], [], []
    for number in range(5):
        cells = {(x, y, 0): 1 + (7 * number + 3 * x + 2 * y) % 50 for x in range(3) for y in range(2 + number)}
        size, move = (3, 2 + number, 1), (10 * number, 0, 0)
        models.append(hv.model(size, [(*cell, index) for cell, index in cells.items()]))
        nodes += [hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": f"{10 * number} 0 0"}), hv.nshp(3 + 2 * number, number)]
        wanted.append(hf.samples(hf.placed(cells, size, STILL, move)))
    assert convert(tmp_path, *models, hv.ntrn(0, 1), hv.ngrp(1, *range(2, 12, 2)), *nodes).error is None
    compare(parse(tmp_path / "a.obj"), hf.together(wanted))


def test_groups_and_hidden_objects(tmp_path: Path) -> None:
    chunks = (
        l_shape(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 6),
        hv.ntrn(2, 3, {"t": "10 0 0", "r": 17}),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, {"t": "1 2 3"}, name="inside"),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "-9 0 0"}, name="away", hidden=1),
        hv.nshp(7, 0),
    )
    assert convert(tmp_path, *chunks).error is None
    inner = hf.placed(L_SHAPE, SIZE, STILL, (1, 2, 3))
    turn = hf.rotation_of(17)
    moved = {tuple(np.floor(turn @ (np.array(c) + 0.5) + [10, 0, 0]).astype(int)): i for c, i in inner.items()}
    file = parse(tmp_path / "a.obj")
    compare(file, hf.samples(moved))
    assert file.objects == ["inside"]
    for path in tmp_path.glob("a.[omp]*"):
        path.unlink()
    done = convert(tmp_path, *chunks, options=ConvertOptions(scene=SceneOptions(hidden="hide")))
    assert done.error == "an .obj file cannot say that objects are hidden; skip them"
    assert [path.name for path in tmp_path.iterdir()] == ["a.vox"]


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
def test_rectangles_are_quads(tmp_path: Path, mode: str) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    grid = np.random.default_rng(5).integers(0, 4, (6, 5, 7)).astype(np.uint8)
    options = ConvertOptions(MeshOptions(mode=mode))
    assert convert(tmp_path, hv.dense_model(grid), *ALONE, options=options).error is None
    (mesh,) = assemble(read(tmp_path / "a.vox"), MeshOptions(mode=mode)).meshes
    file = parse(tmp_path / "a.obj")
    assert len(file.points) == mesh.counts.vertices and len(file.normals) == 6
    lengths = [len(corners) for _name, _material, corners in file.faces]
    assert lengths.count(4) == mesh.polygon_is_quad.sum() > 0
    assert lengths.count(3) == mesh.counts.triangles - 2 * lengths.count(4)
    found = trimesh.load(tmp_path / "a.obj", process=False, force="mesh")
    assert len(found.faces) == mesh.counts.triangles
    filled = np.argwhere(grid)
    (x, y, z), (x2, y2, z2) = filled.min(axis=0) - [3, 2, 3], filled.max(axis=0) + 1 - [3, 2, 3]
    np.testing.assert_allclose(found.bounds, np.array([(x, z, -y2), (x2, z2, -y)]) * 0.1, atol=1e-6)
    assert found.visual.material.image.size == Image.open(tmp_path / "a.png").size


def test_materials_texel_by_texel(tmp_path: Path) -> None:
    cells = {(x, y, 0): index for y in range(2) for x, index in enumerate((1, METAL, LAMP, 1))}
    cells |= {(5, y, z): GLASS for y in range(2) for z in range(2)}
    model = hv.model((6, 2, 2), [(*c, i) for c, i in cells.items()])
    assert convert(tmp_path, model, *ALONE, *KINDS).error is None
    wanted = hf.samples(hf.placed(cells, (6, 2, 2), STILL, (0, 0, 0)), {GLASS})
    file = parse(tmp_path / "a.obj")
    names, uv = compare(file, wanted)
    assert ((names == "a_transparent") == (wanted.index == GLASS)).all()
    opaque, clear = file.materials["a"], file.materials["a_transparent"]
    own = names == "a"
    index = wanted.index[own]
    rough = look_up(file, opaque["map_Pr"], uv[own])[:, 0] / 255 * float(opaque["Pr"])
    metal = look_up(file, opaque["map_Pm"], uv[own])[:, 0] / 255 * float(opaque["Pm"])
    light = look_up(file, opaque["map_Ke"], uv[own])
    np.testing.assert_allclose(rough, np.where(index == METAL, 0.4, 1), atol=0.5 / 255)
    np.testing.assert_allclose(metal, np.where(index == METAL, 0.8, 0), atol=0.5 / 255)
    # A lamp of strength 6 shows its own color, and nothing else shines.
    assert (light == np.where((index == LAMP)[:, None], PALETTE[index, :3], 0)).all() and opaque["Ke"] == "1 1 1"
    best = hf.best_alpha(PALETTE[GLASS], 0.75)
    assert float(clear["d"]) == pytest.approx(best / 255, abs=0.002)
    assert (
        "d" not in opaque
        and clear.items()
        >= {
            "Ni": "1.6",
            "Pr": "0.2",
            "Pm": "0",
        }.items()
    )
    assert "Ke" not in clear and "map_Ke" not in clear


def test_glass_of_two_kinds_and_weak_light(tmp_path: Path) -> None:
    kinds = [hv.matl(1, type="_glass", trans=0.4), hv.matl(2, type="_glass", trans=1)]
    row = hv.model((2, 1, 1), [(0, 0, 0, 1), (1, 0, 0, 2)])
    assert convert(tmp_path, row, *ALONE, *kinds).error is None
    file = parse(tmp_path / "a.obj")
    names, uv = compare(file, hf.samples({(-1, 0, 0): 1, (0, 0, 0): 2}, {1, 2}))
    clear = file.materials["a_transparent"]
    wanted = hf.samples({(-1, 0, 0): 1, (0, 0, 0): 2}, {1, 2})
    opacity = look_up(file, clear["map_d"], uv)[:, 0] / 255
    # What is wholly clear is still seen.
    one, other = hf.best_alpha(PALETTE[1], 0.4) / 255, hf.best_alpha(PALETTE[2], 1) / 255
    np.testing.assert_allclose(opacity, np.where(wanted.index == 1, one, other), atol=1 / 255)
    assert clear["d"] == "1" and set(names) == {"a_transparent"}
    assert convert(tmp_path, row, *ALONE, *kinds, options=ConvertOptions(opaque=True)).error is None
    assert not parse(tmp_path / "a.obj").materials["a"].keys() & {"d", "map_d", "Ni"}
    lamp = hv.matl(1, type="_emit", emit=0.25, flux=0)
    assert convert(tmp_path, hv.model((1, 1, 1), [(0, 0, 0, 1)]), *ALONE, lamp).error is None
    found = parse(tmp_path / "a.obj").materials["a"]
    assert (found["Ke"], found["map_Ke"]) == ("0.25 0.25 0.25", "a.png")
    lamp = hv.matl(1, type="_emit", emit=0.5, flux=2)
    assert convert(tmp_path, hv.model((1, 1, 1), [(0, 0, 0, 1)]), *ALONE, lamp).error is None
    assert parse(tmp_path / "a.obj").materials["a"]["Ke"] == "1 1 1"


@given(
    grid=st.integers(0, 2**32 - 1).map(
        lambda seed: np.random.default_rng(seed).choice(6, (4, 3, 4), p=[0.4, 0.2, 0.1, 0.1, 0.1, 0.1]).astype(np.uint8)
    ),
    mode=st.sampled_from(["faces", "polygons", "watertight", "rectangles"]),
    merge=st.sampled_from(["any", "color", "material"]),
    border=st.integers(0, 2),
    texels=st.builds(dict, texel_scale=st.integers(1, 4), align=st.booleans(), own_texels=st.booleans()),
    byte=st.sampled_from(sorted(hf.ORIENTATIONS)),
)
@settings(max_examples=40)
def test_any_grid(
    tmp_path_factory: pytest.TempPathFactory,
    grid: np.ndarray,
    mode: str,
    merge: str,
    border: int,
    texels: dict[str, int],
    byte: int,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    cells = {tuple(cell): int(grid[tuple(cell)]) for cell in np.argwhere(grid).tolist()}
    if not cells:
        return
    nodes = (hv.ntrn(0, 1, {"t": "3 -2 5", "r": byte}), hv.nshp(1, 0))
    options = ConvertOptions(MeshOptions(mode=mode, merge=merge, border=border, interior="keep", **texels))
    assert convert(folder, hv.dense_model(grid), *nodes, *KINDS, options=options).error is None
    wanted = hf.samples(hf.placed(cells, grid.shape, hf.ORIENTATIONS[byte], (3, -2, 5)), {GLASS})
    compare(parse(folder / "a.obj"), wanted)


def test_frames_are_files(tmp_path: Path) -> None:
    bar = hv.model((1, 1, 4), [(0, 0, z, 9) for z in range(4)])
    nodes = (hv.ntrn(0, 1, {"t": "0 0 0", "f": 0}, {"t": "0 0 7", "f": 2}), hv.nshp(1, (0, 0), (1, 2)))
    chunks = (hv.meta(anim_range="0 3"), l_shape(), bar, *nodes)
    first = hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (0, 0, 0)))
    second = hf.samples(hf.placed({(0, 0, z): 9 for z in range(4)}, (1, 1, 4), STILL, (0, 0, 7)))
    assert convert(tmp_path, *chunks).error is None
    compare(parse(tmp_path / "a.obj"), first)
    for scene in (None, SceneOptions(join="one"), SceneOptions(join="contacts")):
        done = convert(tmp_path, *chunks, options=ConvertOptions(scene=scene, each_frame=True), name="b")
        assert (done.error, done.files) == (None, 4)
        for frame in range(4):
            compare(parse(tmp_path / f"b_{frame:04}.obj"), first if frame < 2 else second)
    done = convert(tmp_path, *chunks, options=ConvertOptions(scene=SceneOptions(animation="animate")), name="d")
    assert done.error is None
    compare(parse(tmp_path / "d.obj"), first)
    one = ConvertOptions(scene=SceneOptions(animation="frame", frame=3))
    assert convert(tmp_path, *chunks, options=one, name="c").error is None
    compare(parse(tmp_path / "c.obj"), second)


@pytest.mark.parametrize("stem", ["two words", "-options", "#remark", "Grüße 🧱", "semi;colon", "a.b"])
def test_names_of_files(tmp_path: Path, stem: str) -> None:
    assert convert(tmp_path, l_shape(), *ALONE, name=stem).error is None
    file = parse(tmp_path / f"{stem}.obj")
    compare(file, hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (0, 0, 0))))
    picture = file.materials["a"]["map_Kd"]
    assert not Path(picture).is_absolute() and "/" not in picture and picture[:1] not in ("-", "#", " ")


@pytest.mark.parametrize("name", ["two words", "tab\there", "# remark", "line\nbreak", " ", "🧱"])
def test_names_of_objects(tmp_path: Path, name: str) -> None:
    nodes = (hv.ntrn(0, 1, name=name), hv.nshp(1, 0))
    assert convert(tmp_path, l_shape(), *nodes).error is None
    (found,) = parse(tmp_path / "a.obj").objects
    assert found and not set(found) & set(" \t\n#")


@pytest.mark.parametrize("taken", ["a.png", "a.mtl", "a.obj"])
def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, taken: str) -> None:
    folder = tmp_path / taken
    folder.mkdir()
    done = convert(tmp_path, l_shape(), *ALONE)
    assert done.error is not None and done.error.startswith(f"{folder}: the file cannot be written: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["a.vox", taken])


def test_what_was_there_stays_where_the_main_file_cannot_be_written(tmp_path: Path) -> None:
    assert convert(tmp_path, l_shape(), *ALONE).error is None
    before = {ending: (tmp_path / f"a.{ending}").read_bytes() for ending in ("mtl", "png")}
    (tmp_path / "a.obj").unlink()
    (tmp_path / "a.obj").mkdir()
    other = hv.model((1, 1, 1), [(0, 0, 0, 77)]), *ALONE, hv.matl(77, type="_metal", metal=1)
    assert convert(tmp_path, *other).error is not None
    assert {ending: (tmp_path / f"a.{ending}").read_bytes() for ending in before} == before


@pytest.mark.parametrize("last", [0, 1, 2])
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_failure_on_the_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int, step: str
) -> None:
    assert convert(tmp_path, l_shape(), *ALONE, name="other").error is None
    before = sorted(path.name for path in tmp_path.iterdir())
    (tmp_path / "a.vox").write_bytes(hv.vox(l_shape(), *ALONE, hv.rgba(hv.colors())))
    real, calls = getattr(Path, step), []

    def full(self: Path, *arguments: object) -> object:
        calls.append(self)
        if len(calls) > last:
            raise OSError(28, "No space left on device")
        return real(self, *arguments)

    monkeypatch.setattr(Path, step, full)
    done = convert_file(str(tmp_path / "a.vox"), str(tmp_path / "a.obj"), ConvertOptions())
    assert done.error is not None and done.error.endswith("the file cannot be written: No space left on device")
    assert sorted(path.name for path in tmp_path.iterdir()) == before and len(calls) == last + 1


def test_a_missing_library_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith(("trivox.core.formats.obj.", "trivox.core.formats.pictures")) and "entries" not in name:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    done = convert(tmp_path, l_shape())
    assert done.error == ".obj files need PIL, which is not installed; pip install pillow"
    assert [path.name for path in tmp_path.iterdir()] == ["a.vox"]


def test_edges_are_parted_on_request(tmp_path: Path) -> None:
    """Two bars that touch along an edge: every edge has two faces then, and the points stay where they are."""
    source = tmp_path / "bars.vox"
    grid = np.zeros((2, 2, 3), np.uint8)
    grid[0, 0], grid[1, 1] = 1, 2
    source.write_bytes(hv.vox(hv.dense_model(grid)))
    counts, points = {}, {}
    for part in (False, True):
        options = ConvertOptions(MeshOptions(mode="watertight"), write=WriteOptions(part_edges=part))
        assert convert_file(str(source), str(tmp_path / "bars.obj"), options).error is None
        lines = [line.split() for line in (tmp_path / "bars.obj").read_text().splitlines()]
        points[part] = [tuple(words[1:]) for words in lines if words and words[0] == "v"]
        edges: Counter[tuple[int, ...]] = Counter()
        for corners in ([int(one.split("/")[0]) for one in words[1:]] for words in lines if words and words[0] == "f"):
            edges.update(tuple(sorted(pair)) for pair in zip(corners, [*corners[1:], corners[0]], strict=True))
        counts[part] = set(edges.values())
    assert counts == {False: {2, 4}, True: {2}}
    assert len(points[True]) == len(points[False]) + 2 and set(points[True]) == set(points[False])
