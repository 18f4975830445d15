"""Writing with pyvox, reading with ours, and pyvox as an independent reader of the files it knows."""

from __future__ import annotations

from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from pyvox.parser import VoxParser
from trivox.core.errors import LimitError
from trivox.core.formats.vox import read_vox, write_vox

FOLDER = hv.shared_folder("models")
OF_ITS_KIND = [
    "chr_knight.vox",
    "chr_bow.vox",
    "ff3.vox",
    "gromgull+py-vox-io__3x3x3.vox",
    "tommyettinger+IsoVoxel__Red_Fish_Animated.vox",
    "monu0.vox",
]


def palette(seed: int) -> np.ndarray:
    colors = np.random.default_rng(seed).integers(0, 256, (256, 4), dtype=np.uint8)
    colors[0], colors[1:, 3] = 0, 255
    return colors


def test_what_is_written_reads_back_equal(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    grids = [rng.integers(0, 256, size, dtype=np.uint8) for size in [(1, 1, 1), (5, 3, 7), (256, 2, 1)]]
    write_vox(tmp_path / "models.vox", grids, palette(2))
    scene = read_vox(tmp_path / "models.vox")
    assert scene.warnings == () and scene.pack == 3
    for model, grid in zip(scene.models, grids, strict=True):
        assert model.size == grid.shape and (model.colors == grid).all()
    assert (scene.palette == palette(2)).all()


@pytest.mark.parametrize("size", [(0, 1, 1), (257, 1, 1)])
def test_sizes_that_do_not_fit(tmp_path: Path, size: tuple[int, int, int]) -> None:
    with pytest.raises(LimitError, match="256"):
        write_vox(tmp_path / "model.vox", [np.zeros(size, np.uint8)], palette(0))


def agree(path: Path) -> None:
    theirs = VoxParser(str(path)).parse()
    ours = read_vox(path)
    assert len(theirs.models) == len(ours.models)
    for old, new in zip(theirs.models, ours.models, strict=True):
        assert tuple(old.size) == new.size
        expected = sorted((v.x, v.y, v.z, v.c) for v in old.voxels)
        assert np.column_stack((new.positions, new.indices)).tolist() == [list(voxel) for voxel in expected]
    # pyvox keeps a file's own palette one entry too low, and its default palette in place.
    first = 1 if theirs.default_palette else 0
    assert [tuple(color)[:3] for color in theirs.palette[first : first + 255]] == [
        tuple(color) for color in ours.palette[1:, :3].tolist()
    ]


def test_pyvox_reads_the_same_from_our_bytes(tmp_path: Path) -> None:
    path = tmp_path / "model.vox"
    for palette_chunk in (b"", hv.rgba(hv.colors())):
        path.write_bytes(hv.vox(hv.cube(), palette_chunk, version=150))
        agree(path)


@pytest.mark.skipif(FOLDER is None, reason="the folder of public models is not there")
@pytest.mark.parametrize("name", OF_ITS_KIND)
def test_pyvox_reads_the_same_from_public_files(name: str) -> None:
    assert FOLDER is not None
    agree(FOLDER / name)
