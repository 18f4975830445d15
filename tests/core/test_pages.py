"""Pages of a largest size: blocks on them, atlases of meshes on several, and what .glb and .obj show of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import helpers_faces as hf
import helpers_mesh as oracle
import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, OptionError, build_mesh
from trivox.core.checks import check_mesh
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions
from trivox.core.formats.gltf.meshdata import vertices_of
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.paging import Place, paged
from trivox.core.texture.packing import pack
from trivox.core.texture.pages import pack_pages, pack_stack

BLOCKS = st.lists(st.tuples(st.integers(1, 70), st.integers(1, 70)), min_size=1, max_size=60)
LARGEST = 64


def check_blocks(blocks: list[tuple[int, int]], power_of_two: bool) -> int:
    """Prove pages, texel by texel; returns their number."""
    widths, heights = np.array(blocks, np.int64).T
    pages = pack_pages(widths, heights, LARGEST, power_of_two)
    covered = [np.zeros((height, width), int) for width, height in pages.size.tolist()]
    for (width, height), page, (column, row) in zip(blocks, pages.page, pages.position, strict=True):
        assert min(column, row) >= 0
        area = covered[page][row : row + height, column : column + width]
        assert area.shape == (height, width)
        area += 1
    for number, page in enumerate(covered):
        assert page.max() == 1, "every page has blocks, and none overlap"
        assert max(page.shape) <= LARGEST or np.count_nonzero(pages.page == number) == 1
        assert not power_of_two or all(side & (side - 1) == 0 for side in page.shape)
    return len(covered)


@given(BLOCKS, st.booleans())
@example([(70, 70)], False)
@example([(33, 33)] * 9, True)
@example([(64, 64)] * 3, True)
@settings(max_examples=100, deadline=None)
def test_blocks_lie_on_pages_and_apart(blocks: list[tuple[int, int]], power_of_two: bool) -> None:
    check_blocks(blocks, power_of_two)


@given(BLOCKS, st.booleans())
@settings(max_examples=50, deadline=None)
def test_blocks_that_fit_on_one_page_lie_as_without_pages(blocks: list[tuple[int, int]], power_of_two: bool) -> None:
    widths, heights = np.array(blocks, np.int64).T
    position, width, height = pack(widths, heights, power_of_two)
    stacked = pack_stack(widths, heights, 1 << 14, power_of_two)
    assert (stacked[0].tolist(), *stacked[1:]) == (position.tolist(), width, height)


def test_no_blocks_need_one_page() -> None:
    pages = pack_pages(np.zeros(0, np.int64), np.zeros(0, np.int64), LARGEST)
    assert (len(pages.page), pages.size.tolist()) == (0, [[1, 1]])


def test_few_pages() -> None:
    # Four blocks of 32 fill a page, and one of 33 needs one for itself.
    assert check_blocks([(32, 32)] * 40, False) == 10
    assert check_blocks([(33, 33)] * 5, False) == 5
    assert check_blocks([(8, 8)] * 65, False) == 2


def check_pages(mesh: Mesh) -> int:
    """Each polygon has its texels, with their border, on one page that is no larger than it may be."""
    parts, border, side = paged(mesh), mesh.options.border, mesh.options.page_side
    assert np.concatenate(parts.atlases).tolist() == mesh.atlas.tolist()
    assert all(max(atlas.shape) <= side for atlas in parts.atlases)
    texels = mesh.corner_texels() - parts.moved(mesh.triangle_polygon.astype(np.int64))[:, None]
    for polygon in range(mesh.polygon_count):
        own = texels[mesh.triangle_polygon == polygon].reshape(-1, 2)
        height, width = parts.atlases[parts.page[polygon]].shape
        assert np.floor(own.min(axis=0)).min() >= border
        assert (np.ceil(own.max(axis=0)) <= np.array([width, height]) - border).all()
    return len(parts.atlases)


def noisy(shape: tuple[int, int, int], seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(1, 256, shape).astype(np.uint8)


@pytest.mark.parametrize("power_of_two", [False, True])
@pytest.mark.parametrize("border", [0, 2])
@pytest.mark.parametrize("mode", oracle.MODES)
def test_a_model_on_several_pages(mode: str, border: int, power_of_two: bool) -> None:
    # Sides of 90 cells do not fit; in mode faces 255 single texels of colors do, without borders.
    grid = noisy((90, 40, 7))
    options = MeshOptions(mode, border=border, power_of_two=power_of_two, largest_texture=80 if power_of_two else 64)
    mesh = build_mesh(grid, options)
    assert check_mesh(grid, mesh) == []
    assert check_pages(mesh) == 1 if mode == "faces" and not border else check_pages(mesh) > 1


def test_the_usual_size_changes_nothing() -> None:
    grid = noisy((70, 20, 9))
    one, other = build_mesh(grid), build_mesh(grid, MeshOptions(largest_texture=16_384))
    assert one.options.largest_texture == 8192
    assert one.atlas.tolist() == other.atlas.tolist() and one.triangles.tolist() == other.triangles.tolist()
    assert paged(one).page.max() == 0


def test_atlases_of_other_options_stay_whole() -> None:
    mesh = build_mesh(noisy((60, 60, 9)))
    told = replace(mesh, options=MeshOptions(largest_texture=64))
    assert len(mesh.atlas) > 64 and [atlas.shape for atlas in paged(told).atlases] == [mesh.atlas.shape]
    assert not paged(told).page.any()


def test_vertices_of_two_pages_are_two() -> None:
    """Polygons that meet in a corner, at equal places of different pages."""
    mesh = build_mesh(noisy((6, 6, 6)), MeshOptions(merge="color"))
    page = np.arange(mesh.polygon_count) % 2
    place = Place(page, -mesh.projection.offset.astype(np.int64))
    vertices = vertices_of(mesh, np.zeros(3), place, mirrored=False)
    assert (vertices.page[vertices.triangles] == page[mesh.triangle_polygon][:, None]).all()
    assert (vertices.texel == 1).all()


@pytest.mark.parametrize("size", [63, 16_385, 64.0, True])
def test_sizes_that_cannot_be(size: object) -> None:
    with pytest.raises(OptionError, match=r"largest_texture .* from 64 to 16,384"):
        MeshOptions(largest_texture=size)


def test_proofs_see_pages_that_are_too_large() -> None:
    grid = noisy((50, 50, 2))
    mesh = build_mesh(grid, MeshOptions(border=0))
    told = replace(mesh, options=replace(mesh.options, largest_texture=64))
    said = " ".join(check_mesh(grid, told))
    assert "more than 64" in said or "two pages" in said


def models(*grids: np.ndarray) -> list[bytes]:
    """Models that stand apart."""
    nodes = []
    for number in range(len(grids)):
        move = f"{200 * number} 0 0"
        nodes += [hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": move}), hv.nshp(3 + 2 * number, number)]
    top = hv.ngrp(1, *range(2, 2 + 2 * len(grids), 2))
    return [*map(hv.dense_model, grids), hv.ntrn(0, 1), top, *nodes, hv.matl(2, type="_glass", trans=0.75)]


def written(folder: Path, ending: str, grids: list[np.ndarray], **write: object) -> tuple[Path, hf.Samples]:
    """Write models as a file with pictures of no more than 64 pixels; and what it has to show."""
    source, target = folder / "a.vox", folder / f"a{ending}"
    source.write_bytes(hv.vox(*models(*grids), hv.rgba(hv.colors())))
    mesh = MeshOptions(largest_texture=LARGEST)
    done = convert_file(str(source), str(target), ConvertOptions(mesh, None, WriteOptions(**write), 0.1, opaque=False))
    assert done.error is None
    wanted = []
    for number, grid in enumerate(grids):
        cells = {tuple(map(int, place)): int(grid[tuple(place)]) for place in np.argwhere(grid)}
        wanted.append(hf.samples(hf.placed(cells, grid.shape, np.eye(3, dtype=int), (200 * number, 0, 0))))
    return target, hf.together(wanted)


GRIDS = [noisy((40, 30, 3)).clip(3), noisy((30, 40, 4), 2).clip(3), noisy((6, 5, 4), 3).clip(3)]
GRIDS[1][:, :, 2], GRIDS[1][:, :, 3] = 0, 2
"""With glass that touches nothing."""


@pytest.mark.parametrize("integers", [False, True])
def test_glb_of_several_pages(tmp_path: Path, integers: bool) -> None:
    pytest.importorskip("pygltflib", reason="pygltflib is not installed")
    pytest.importorskip("PIL", reason="pillow is not installed")
    import helpers_gltf as hg
    from test_gltf import compare

    target, wanted = written(tmp_path, ".glb", GRIDS, integers=integers)
    file = hg.Glb(target)
    pictures = [file.picture(index) for index in range(len(file.file.textures))]
    assert len(pictures) > 2 and all(max(picture.shape[:2]) <= LARGEST for picture in pictures)
    shown = compare(file, wanted)
    names = [material.name for material in file.file.materials]
    assert len(set(names)) == len(names) == len(np.unique(shown)), "each material has a name and is shown"
    glass = [number for number, material in enumerate(file.file.materials) if material.alphaMode == "BLEND"]
    assert (np.isin(shown, glass) == (wanted.index == 2)).all()


def test_obj_of_several_pages(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="pillow is not installed")
    from PIL import Image
    from test_obj import compare, parse

    target, wanted = written(tmp_path, ".obj", GRIDS)
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) > 2
    for picture in pictures:
        assert max(Image.open(picture).size) <= LARGEST
    file = parse(target)
    compare(file, wanted)
    assert {values["map_Kd"] for values in file.materials.values()} == {path.name for path in pictures}


def test_the_command_line_takes_the_size(tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="pillow is not installed")
    from trivox.cli import main

    source = tmp_path / "a.vox"
    source.write_bytes(hv.vox(*models(*GRIDS), hv.rgba(hv.colors())))
    assert main(["convert", str(source), str(tmp_path / "a.obj"), "--largest-texture", "64"]) == 0
    assert len(list(tmp_path.glob("*.png"))) > 2
