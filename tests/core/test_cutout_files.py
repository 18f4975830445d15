"""Cut-outs in files, read back by other libraries: what is clear there, what is shown, and what materials say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import helpers_faces as hf
import helpers_tvx as ht
import helpers_vox as hv
import numpy as np
import pytest
from trivox.core import MeshOptions, SceneOptions
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.files import assemble_files
from trivox.core.formats import WriteOptions

GLASS = 5
SIZE = (6, 5, 4)
ALONE = (hv.ntrn(0, 1), hv.nshp(1, 0))
PALETTE = np.array([(0, 0, 0, 0), *hv.colors()], np.uint8)
PANE = hv.matl(GLASS, type="_glass", trans=0.75, rough=0.2, ri=1.6)
CUTOUT = MeshOptions(mode="cutout", interior="keep", texels_per_rectangle=1 << 20)


@dataclass(frozen=True)
class Square:
    """A side of a cell that a file shows: twice its middle and its normal."""

    place: tuple[int, ...]
    index: int
    """Of the color."""
    alpha: float
    material: str


def grid_of(seed: int, *, glass: bool = True) -> np.ndarray:
    return np.random.default_rng(seed).choice([0, 0, 1, 2, 3, GLASS if glass else 4], SIZE).astype(np.uint8)


def written(folder: Path, ending: str, *chunks: bytes, mesh: MeshOptions = CUTOUT, glass: str = "both") -> Path:
    source, target = folder / "a.vox", folder / f"a{ending}"
    source.write_bytes(hv.vox(*chunks, hv.rgba(hv.colors())))
    options = ConvertOptions(mesh, SceneOptions(), WriteOptions(glass=glass))
    assert convert_file(str(source), str(target), options).error is None
    return target


def squares_of(triangle: np.ndarray) -> Iterator[tuple[tuple[int, ...], np.ndarray]]:
    """The sides of cells that a triangle, (3, 3) in voxels, covers, and the shares of its corners in their middles."""
    area = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    normal = (area / np.linalg.norm(area)).round().astype(int)
    axis = int(np.abs(normal).argmax())
    low, high = (np.rint(extreme(axis=0)).astype(int) for extreme in (triangle.min, triangle.max))
    high[axis] += 1
    for corner in np.ndindex(*(high - low)):
        middle = low + np.array(corner) + 0.5
        middle[axis] = triangle[0, axis]
        # A little off the diagonal, on which middles may lie.
        point = middle.copy()
        point[(axis + 1) % 3] += 0.013
        shares = [np.cross(triangle[i - 2] - point, triangle[i - 1] - point) @ area / (area @ area) for i in range(3)]
        if min(shares) >= 0:
            yield (*(2 * middle).round().astype(int).tolist(), *normal.tolist()), np.array(shares)


def index_of(color: np.ndarray) -> int:
    (found,) = np.flatnonzero((PALETTE[1:, :3] == color[:3]).all(axis=1)) + 1
    return int(found)


def squares_of_glb(path: Path) -> list[Square]:
    hg = pytest.importorskip("helpers_gltf", reason="pygltflib is not installed")
    file, found = hg.Glb(path), []
    assert (hg.validated(path) or [0, 0])[:2] == [0, 0]
    for part in file.drawn():
        told = file.file.materials[part.material]
        for triangle, uv in zip(part.triangles / 0.1, part.uv, strict=True):
            for place, shares in squares_of(triangle):
                texel = file.look_up(told.pbrMetallicRoughness.baseColorTexture, (shares @ uv)[None])[0]
                masked = told.alphaMode == "MASK"
                alpha = float(texel[3] >= told.alphaCutoff) if masked else texel[3] if told.alphaMode else 1.0
                if alpha > 0:
                    found.append(Square(place, index_of((texel * 255).round()), alpha, told.name))
    return found


def squares_of_obj(path: Path) -> list[Square]:
    pytest.importorskip("PIL", reason="pillow is not installed")
    from PIL import Image
    from test_obj import parse

    file, found = parse(path), []
    for _name, name, face in file.faces:
        told = file.materials[name]
        color = np.array(Image.open(path.parent / told["map_Kd"]).convert("RGBA"))
        opacity = np.array(Image.open(path.parent / told["map_d"]).convert("L")) if "map_d" in told else None
        for second in range(1, len(face) - 1):
            corner = face[[0, second, second + 1]]
            triangle, uv = file.points[corner[:, 0]] / 0.1, file.uv[corner[:, 1]]
            for place, shares in squares_of(triangle):
                column, row = np.floor(shares @ uv * color.shape[1::-1]).astype(int)
                texel = color[len(color) - 1 - row, column]
                alpha = float(told.get("d", 1)) * (
                    1 if opacity is None else opacity[len(color) - 1 - row, column] / 255
                )
                # Readers that know one of the two see the same.
                assert (alpha == 0) == (texel[3] == 0)
                if alpha > 0:
                    found.append(Square(place, index_of(texel), alpha, name))
    return found


def expected_of(grid: np.ndarray) -> tuple[dict[tuple[int, ...], int], set[tuple[int, ...]]]:
    """The faces that can be seen, with their colors, and the sides between two opaque cells that hide each other."""
    cells = {cell: int(grid[cell]) for cell in np.ndindex(*grid.shape) if grid[cell]}
    seen, opaque = hf.samples(hf.placed(cells, SIZE, np.eye(3, dtype=int), (0, 0, 0)), {GLASS}), set()
    middle = seen.point[: seen.faces] - [hf_offset(normal) for normal in seen.normal[: seen.faces]]
    rows = np.column_stack([(2 * middle).round(), seen.normal[: seen.faces]]).astype(int).tolist()
    solid = hf.placed({c: i for c, i in cells.items() if i != GLASS}, SIZE, np.eye(3, dtype=int), (0, 0, 0))
    for cell in solid:
        for step in hf.STEPS:
            if tuple(np.add(cell, step)) in solid:
                opaque.add((*(2 * np.array(cell) + 1 + step).tolist(), *step))
    return dict(zip(map(tuple, rows), seen.index[: seen.faces].tolist(), strict=True)), opaque


def hf_offset(normal: np.ndarray) -> np.ndarray:
    """By how much the first points of `hf.samples` are beside the middle."""
    axis, away = int(np.abs(normal).argmax()), np.zeros(3)
    away[(axis + 1) % 3], away[(axis + 2) % 3] = hf.OFFSETS[0]
    return away


def assert_shows(found: list[Square], grid: np.ndarray) -> None:
    """Every face is shown once, in its color; and else nothing but what is hidden."""
    faces, hidden = expected_of(grid)
    times = Counter(square.place for square in found if square.place in faces)
    assert set(times) == set(faces) and set(times.values()) == {1}
    for square in found:
        assert square.index == faces[square.place] if square.place in faces else square.place in hidden
    assert len(found) > len(faces) * 0.5


@pytest.mark.parametrize("glass", ["both", "transmission", "alpha"])
@pytest.mark.parametrize("seed", range(3))
def test_glb(tmp_path: Path, glass: str, seed: int) -> None:
    hg = pytest.importorskip("helpers_gltf", reason="pygltflib is not installed")
    grid = grid_of(seed)
    path = written(tmp_path, ".glb", hv.dense_model(grid), *ALONE, PANE, glass=glass)
    found = squares_of_glb(path)
    assert_shows(found, grid)
    opaque, pane = hg.Glb(path).file.materials
    assert (opaque.name, opaque.alphaMode, opaque.alphaCutoff) == ("a", "MASK", 0.5)
    assert (pane.name, pane.alphaMode) == ("a transparent", "MASK" if glass == "transmission" else "BLEND")
    assert ("KHR_materials_transmission" in pane.extensions) == (glass != "alpha")
    covers = {square.alpha for square in found if square.material == pane.name}
    best = 1 if glass == "transmission" else hf.best_alpha(PALETTE[GLASS], 0.75) / 255
    assert len(covers) == 1 and covers.pop() == pytest.approx(best, abs=1 / 255)


@pytest.mark.parametrize("seed", range(3))
def test_obj(tmp_path: Path, seed: int) -> None:
    grid = grid_of(seed)
    found = squares_of_obj(written(tmp_path, ".obj", hv.dense_model(grid), *ALONE, PANE))
    assert_shows(found, grid)
    assert {square.material for square in found} == {"a", "a_transparent"}
    best = hf.best_alpha(PALETTE[GLASS], 0.75) / 255
    for square in found:
        assert square.alpha == pytest.approx(best if square.index == GLASS else 1, abs=1 / 255)


@pytest.mark.parametrize("ending", [".glb", ".obj"])
def test_what_has_no_clear_texels_has_a_plain_material(tmp_path: Path, ending: str) -> None:
    """Beside it what is cut out says so in its name; in other modes nothing does."""
    hg = pytest.importorskip("helpers_gltf", reason="pygltflib is not installed")
    from test_obj import parse

    shapes = hv.dense_model(np.ones((2, 2, 2), np.uint8)), hv.dense_model(grid_of(4, glass=False))
    nodes = hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "9 0 0"}), hv.nshp(5, 1)
    for mode, names in (("cutout", ["a", "a cutout"]), ("fewest", ["a"])):
        path = written(tmp_path, ending, *shapes, *nodes, mesh=MeshOptions(mode=mode))
        if ending == ".obj":
            materials = parse(path).materials
            assert list(materials) == [name.replace(" ", "_") for name in names]
            assert ["map_d" in told for told in materials.values()] == [False, True][: len(names)]
        else:
            materials = hg.Glb(path).file.materials
            assert [told.name for told in materials] == names
            assert [told.alphaMode for told in materials] == ["OPAQUE", "MASK"][: len(names)]


@pytest.mark.parametrize("seed", range(3))
def test_tvx(tmp_path: Path, seed: int) -> None:
    """A reader made from the specification alone finds every face once, where texels of index 0 show nothing."""
    grid = grid_of(seed)
    path = written(tmp_path, ".tvx", hv.dense_model(grid), *ALONE, PANE)
    (mesh,) = ht.read(path.read_bytes()).meshes
    assert mesh.mode == 6
    found = []
    for part in mesh.parts:
        for points, polygon in part.triangles:
            axis, u, v = ht.PLANES[polygon.direction]
            step = hf.STEPS[polygon.direction]
            for (plane, column, row), index in ht.cells_and_colors(mesh.pages, points, polygon):
                middle = np.zeros(3)
                middle[[axis, u, v]] = plane, column + 0.5, row + 0.5
                place = (2 * (middle - mesh.pivot)).round().astype(int).tolist()
                if index:
                    found.append(Square((*place, *step), index, 1.0, ""))
    # The middle of a square may lie on the diagonal, where both triangles show it.
    assert_shows(list(dict.fromkeys(found)), grid)


def test_what_was_read_is_written_again(tmp_path: Path) -> None:
    grid = grid_of(5)
    read = written(tmp_path, ".tvx", hv.dense_model(grid), *ALONE, PANE)
    for ending, squares in ((".glb", squares_of_glb), (".obj", squares_of_obj)):
        target = tmp_path / f"b{ending}"
        assert convert_file(str(read), str(target), ConvertOptions(MeshOptions(), SceneOptions())).error is None
        assert_shows(squares(target), grid)


def test_meshes_know_whether_they_have_clear_texels(tmp_path: Path) -> None:
    path = tmp_path / "a.vox"
    path.write_bytes(hv.vox(hv.dense_model(grid_of(6)), hv.rgba(hv.colors())))
    for mode in ("faces", "polygons", "watertight", "rectangles", "fewest", "cutout"):
        for border in (0, 2):
            options = MeshOptions(mode=mode, border=border, power_of_two=border > 0)
            ((_path, file),) = assemble_files([path], options, SceneOptions()).made
            assert [mesh.has_clear_texels for mesh in file.meshes] == [mode == "cutout"]
