"""What a quick look at a file tells, against the whole file read and placed cell by cell."""

from __future__ import annotations

import zlib
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from trivox.core import FormatError, read_vox
from trivox.core.formats import Contents, scan
from trivox.core.formats.vox.scan import scan_vox
from trivox.core.scene.frames import frame_numbers
from trivox.core.scene.world import placed_shapes, world_cells

FULL = np.ones((3, 4, 5), np.uint8)


def scanned(data: bytes) -> Contents:
    return scan_vox(memoryview(data))


def turned() -> bytes:
    """A full box, and the same one turned and moved away, on two layers, and an object that moves."""
    return hv.vox(
        hv.dense_model(FULL),
        hv.cube(),
        hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6),
        hv.ntrn(2, 3, {"t": "7 -20 3", "r": 17}, layer=1), hv.nshp(3, 0),
        hv.ntrn(4, 5, {"t": "1 2 3"}, layer=2), hv.nshp(5, 0),
        hv.ntrn(6, 7, {"f": 0, "t": "0 0 0"}, {"f": 5, "t": "9 9 9"}, layer=2), hv.nshp(7, 1),
    )  # fmt: skip


def test_a_scan_tells_what_reading_finds() -> None:
    scene, found = read_vox(turned()), scanned(turned())
    cells = np.concatenate([world_cells(scene, node) for node in placed_shapes(scene)])
    assert found == Contents(
        models=2,
        objects=3,
        voxels=sum(model.voxels for model in scene.models),
        layers=2,
        frames=len(frame_numbers(scene)),
        size=tuple((cells.max(axis=0) - cells.min(axis=0) + 1).tolist()),
    )
    assert found.voxels == 60 + 8 and found.frames == 2


def test_size_in_all_orientations() -> None:
    for first, second in ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)):
        for signs in range(8):
            rotated, away = {"r": first | second << 2 | signs << 4}, {"t": "10 20 30"}
            placed = hv.ntrn(2, 3, rotated), hv.nshp(3, 0), hv.ntrn(4, 5, away), hv.nshp(5, 1)
            data = hv.vox(hv.dense_model(FULL), hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), *placed)
            scene = read_vox(data)
            cells = np.concatenate([world_cells(scene, node) for node in placed_shapes(scene)])
            assert scanned(data).size == tuple((cells.max(axis=0) - cells.min(axis=0) + 1).tolist())


def test_models_that_are_placed_nowhere_stand_side_by_side() -> None:
    found = scanned(hv.vox(hv.dense_model(FULL), hv.cube()))
    assert (found.models, found.objects, found.layers, found.frames) == (2, 2, 0, 1)
    assert found.size == (3 + 1 + 2, 4, 5)


def test_compressed_voxels_are_not_counted() -> None:
    grid = zlib.compress(bytes(24))
    assert scanned(hv.vox(hv.chunk("TDCZ", hv.int32(2, 3, 4) + grid))).voxels is None


def test_a_count_that_lies_counts_what_is_there() -> None:
    lies = hv.chunk("SIZE", hv.int32(2, 2, 2)) + hv.chunk("XYZI", hv.int32(1000) + bytes(range(8)))
    assert scanned(hv.vox(lies)).voxels == 2


@pytest.mark.parametrize("length", [0, 3, 8, 20, 40])
def test_a_scan_fails_with_the_words_of_the_reader(tmp_path: Path, length: int) -> None:
    path = tmp_path / "cut.vox"
    path.write_bytes(hv.vox(hv.cube())[:length])
    with pytest.raises(FormatError) as scanning:
        scan(path)
    with pytest.raises(FormatError) as reading:
        read_vox(path)
    assert str(scanning.value) == str(reading.value)


def test_every_cut_of_a_file_is_told_or_refused(tmp_path: Path) -> None:
    data = hv.golden()
    whole = scanned(data)
    assert whole.models == len(read_vox(data).models)
    for length in range(len(data)):
        try:
            assert scanned(data[:length]).models <= whole.models
        except FormatError:
            continue


def test_files_of_any_format(tmp_path: Path) -> None:
    path = tmp_path / "a.vox"
    path.write_bytes(hv.vox(hv.cube()))
    found = scan(path)
    assert found is not None and found.size == (2, 2, 2)
    # Nothing holds the file: it can be written anew, as an editor does.
    path.write_bytes(hv.vox(hv.dense_model(FULL)))
    found = scan(str(path))
    assert found is not None and found.size == FULL.shape
    other = tmp_path / "a.tvx"
    other.write_bytes(b"TVX\r\n\x1a\n\0")
    assert scan(other) is None
    with pytest.raises(FormatError, match="the file cannot be opened"):
        scan(tmp_path / "none.vox")
