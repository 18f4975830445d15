"""Reliefs in .tvx files: written, read again by two readers, and refused where they are broken."""

from __future__ import annotations

import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import helpers_tvx as ht
import helpers_vox as hv
import numpy as np
import pytest
from helpers_tvx_files import DEFLATED, REQUIRED, Piece, joined, split, with_change, with_entry
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from test_tvx_attacks import CHILD, ROOM
from test_tvx_broken import odd_piece, refused
from test_tvx_voxels import WRITER, made, scene_of
from trivox.cli import main
from trivox.core import FormatError
from trivox.core.directions import AXIS, SIGN, U_AXIS, V_AXIS
from trivox.core.formats import WriteOptions
from trivox.core.formats.tvx import read_tvx, write_tvx
from trivox.core.relief import Relief, bake, suggested_distance
from trivox.core.voxels import Model, Scene

RANDOM = np.random.default_rng(8)
GRID = np.where(RANDOM.random((7, 5, 6)) < 0.3, RANDOM.integers(1, 9, (7, 5, 6)), 0).astype(np.uint8)


def bytes_of(scene: Scene, *, compress: bool = False, voxels: bool = False) -> bytes:
    """The file of a scene, with its reliefs."""
    return WRITER.write(made(scene), WriteOptions(compress=compress, voxels=voxels, relief=True), "a").data


def seen(grid: np.ndarray, side: int) -> dict[tuple[int, int], tuple[int, int]]:
    """By (v, u) in the lattice of the grid: where the first voxel lies along the side's axis, and its colour."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for cell in np.argwhere(grid).tolist():
        key, place = (cell[V_AXIS[side]], cell[U_AXIS[side]]), cell[AXIS[side]]
        if key not in found or (place - found[key][0]) * SIGN[side] > 0:
            found[key] = place, int(grid[tuple(cell)])
    return found


def told(side: int, relief: ht.Side) -> dict[tuple[int, int], tuple[int, int]]:
    """The same as a file tells it."""
    u, v, axis = U_AXIS[side], V_AXIS[side], AXIS[side]
    found = {}
    for (row, column), (height, color) in relief.texels.items():
        level = height - 1 if SIGN[side] > 0 else relief.depth - height
        found[row + relief.origin[v], column + relief.origin[u]] = level + relief.origin[axis], color
    return found


@given(hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 6)] * 3), elements=st.integers(0, 3)), st.booleans())
@settings(max_examples=25, deadline=None)
def test_round_trip(grid: np.ndarray, compress: bool) -> None:
    if not grid.any():
        grid[0, 0, 0] = 1
    data = bytes_of(scene_of(Model.from_grid(grid)), compress=compress)
    (mesh,) = ht.read(data).meshes
    assert sorted(mesh.reliefs) == list(range(6))
    for side, relief in mesh.reliefs.items():
        assert told(side, relief) == seen(grid, side)
        assert (relief.scale, relief.distance) == (1, suggested_distance(np.ptp(np.argwhere(grid), axis=0) + 1))
    for mine, wanted in zip(read_tvx(data).meshes[0].reliefs, range(6), strict=True):
        baked = bake(Model.from_grid(grid), wanted)
        assert (mine.side, mine.origin, mine.depth, mine.size) == (wanted, baked.origin, baked.depth, baked.size)
        assert np.array_equal(mine.heights, baked.heights)
        assert np.array_equal(mine.indices, baked.indices)
    assert write_tvx(None, read_tvx(data), compress=compress) == data


@pytest.mark.parametrize("depth", [255, 256, 700])
def test_deep_and_wide_models(depth: int) -> None:
    grid = np.zeros((300, 2, depth), np.uint8)
    grid[np.arange(300), 1, np.arange(300) % depth] = 3
    grid[:, :, 0] = 1
    grid[:, 0, -1] = 4
    data = bytes_of(scene_of(Model.from_grid(grid)))
    for side, relief in ht.read(data).meshes[0].reliefs.items():
        assert told(side, relief) == seen(grid, side)
    assert not refused(data)


def test_nothing_changes_without_the_option() -> None:
    assembly = made(scene_of(Model.from_grid(GRID), Model.from_grid(GRID * 0)))
    plain, with_reliefs = (WRITER.write(assembly, WriteOptions(relief=relief), "a").data for relief in (False, True))
    names = [piece.name for piece in split(with_reliefs)]
    assert [piece.name for piece in split(plain)] == [name for name in names if name != b"RELF"]
    # A model without voxels has none.
    assert {(piece.mesh, piece.number) for piece in split(with_reliefs) if piece.name == b"RELF"} == {
        (0, side) for side in range(6)
    }
    assert all(piece.flags == piece.level == 0 for piece in split(with_reliefs) if piece.name == b"RELF")


def test_voxels_stay_last() -> None:
    names = [piece.name for piece in split(bytes_of(scene_of(Model.from_grid(GRID)), voxels=True))]
    assert names[-7:] == [b"RELF"] * 6 + [b"VOXL"]


def test_some_sides_and_a_scale_come_back() -> None:
    file = read_tvx(bytes_of(scene_of(Model.from_grid(GRID))))
    some = tuple(replace(relief, scale=3, distance=7.5) for relief in file.meshes[0].reliefs[1::2])
    data = write_tvx(None, replace(file, meshes=(replace(file.meshes[0], reliefs=some),)))
    again = read_tvx(data).meshes[0].reliefs
    assert [(one.side, one.scale, one.distance) for one in again] == [(side, 3, 7.5) for side in (1, 3, 5)]
    assert not refused(data)


def test_colors_of_reliefs_are_kept() -> None:
    file = read_tvx(bytes_of(scene_of(Model.from_grid(GRID))))
    assert set(np.flatnonzero(file.palette.any(axis=1)).tolist()) == set(np.unique(GRID).tolist()) - {0}


DATA = bytes_of(scene_of(Model.from_grid(GRID), Model.from_grid(GRID[:2])))
FIRST = next(piece for piece in split(DATA) if piece.name == b"RELF")
SPANS, STRETCHES = struct.unpack_from("<II", FIRST.content, 24)
VALUES, SECOND = 32 + SPANS, 32 + 2 * SPANS


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (with_change(DATA, "RELF", 0, "i", (1 << 30) + 1), "too far away"),
        (with_change(DATA, "RELF", 8, "i", -(1 << 30) - 1), "too far away"),
        (with_change(DATA, "RELF", 12, "H", 0), "its box or its scale is 0"),
        (with_change(DATA, "RELF", 14, "H", 0), "its box or its scale is 0"),
        (with_change(DATA, "RELF", 16, "H", 0), "its box or its scale is 0"),
        (with_change(DATA, "RELF", 19, "B", 0), "its box or its scale is 0"),
        (with_change(DATA, "RELF", 16, "H", 1), "a height is more than 1"),
        (with_change(DATA, "RELF", 18, "B", 0), "unknown width"),
        (with_change(DATA, "RELF", 18, "B", 4), "unknown width"),
        (with_change(DATA, "RELF", 18, "B", 2), "are not those of"),
        (with_change(DATA, "RELF", 20, "f", float("nan")), "no number from 0"),
        (with_change(DATA, "RELF", 20, "f", float("inf")), "no number from 0"),
        (with_change(DATA, "RELF", 20, "f", -1.0), "no number from 0"),
        (with_change(DATA, "RELF", 24, "I", SPANS + 1), "are not those of"),
        (with_change(DATA, "RELF", 28, "I", STRETCHES - 1), "are not those of"),
        (with_change(DATA, "RELF", 24, "II", 0, STRETCHES + SPANS), "do not fill"),
        (with_change(DATA, "RELF", 12, "HH", 65_535, 65_535), "more than so short a file can hold"),
        (with_change(DATA, "RELF", 14, "H", 7), "do not fill 7 rows"),
        (with_change(DATA, "RELF", 32, "B", 255), "do not fill"),
        (with_change(DATA, "RELF", VALUES, "B", 8), "a height is more than 7"),
        (with_change(DATA, "RELF", SECOND, "B", 255), "do not fill"),
        (with_change(DATA, "RELF", SECOND + STRETCHES, f"{STRETCHES}B", *[0] * STRETCHES), "no colour"),
        (with_change(DATA, "RELF", SECOND + STRETCHES, f"{STRETCHES}B", *[1] * STRETCHES), "no height"),
        (with_entry(DATA, "RELF", content=b""), "two of mesh 0|less than its head"),
        (joined([*split(DATA)[:-1], replace(split(DATA)[-1], content=bytes(31))]), "less than its head"),
        (joined([*split(DATA)[:-1], replace(split(DATA)[-1], mesh=2)]), "nothing tells of mesh 2"),
        (joined([*split(DATA)[:-1], replace(split(DATA)[-1], number=6)]), "there is no side 6"),
        (joined([*split(DATA), split(DATA)[-1]]), "two of mesh 1, number 5"),
    ],
)
def test_broken_reliefs_are_one_sentence(data: bytes, sentence: str) -> None:
    assert refused(data)
    with pytest.raises(FormatError, match=sentence) as caught:
        read_tvx(data)
    assert "RELF" in str(caught.value) and "\n" not in str(caught.value)


def test_a_run_that_goes_on_in_the_next_row_is_refused() -> None:
    """As many texels, and each value where it was."""
    model = Model.from_grid(np.full((4, 3, 2), 5, np.uint8))
    pieces = split(bytes_of(scene_of(model)))
    head = bytearray(pieces[-1].content[:32])
    width, height = struct.unpack_from("<HH", head, 12)
    struct.pack_into("<II", head, 24, 1, 1)
    content = bytes(head) + bytes([width * height - 1, 1, width * height - 1, 5])
    assert refused(joined([*pieces[:-1], replace(pieces[-1], content=content)]))


@pytest.mark.parametrize(("place", "form"), [((0, 1 << 30), "i"), ((20, 0.0), "f"), ((19, 255), "B")])
def test_what_may_be_is_not_refused(place: tuple[int, float], form: str) -> None:
    assert not refused(with_change(DATA, "RELF", place[0], form, place[1]))


def test_other_levels_are_skipped_and_the_type_is_known() -> None:
    assert not refused(joined([*split(DATA), Piece(b"RELF", b"1", level=1)]))
    assert not refused(with_entry(DATA, "RELF", flags=REQUIRED))
    assert not refused(joined([replace(piece, flags=DEFLATED) for piece in split(DATA)]))


def test_two_readers_are_of_one_mind() -> None:
    random = np.random.default_rng(7)
    pieces = split(bytes_of(scene_of(Model.from_grid(GRID[:3]))))
    places = [place for place, piece in enumerate(pieces) if piece.name == b"RELF"]
    counts = {True: 0, False: 0}
    for _ in range(400):
        place = places[int(random.integers(len(places)))]
        counts[refused(joined([*pieces[:place], odd_piece(pieces[place], random), *pieces[place + 1 :]]))] += 1
    assert min(counts.values()) > 20


def test_every_truncation_of_the_content_is_refused() -> None:
    pieces = split(bytes_of(scene_of(Model.from_grid(GRID[:3]))))
    last = pieces[-1]
    for length in range(len(last.content)):
        assert refused(joined([*pieces[:-1], replace(last, content=last.content[:length])]))


def test_memory_follows_the_file(tmp_path: Path) -> None:
    """Small files of many texels, of few long runs and of many short ones, in little memory."""
    if sys.platform != "linux":
        pytest.skip("only Linux tells how much memory a process has, and limits it")
    pieces = [piece for piece in split(bytes_of(scene_of(Model.from_grid(GRID)))) if piece.name != b"RELF"]
    wanted = []
    for index, (width, height, run, sentence) in enumerate(
        [
            (65_280, 65_280, 0, "more than so short a file can hold"),
            (1_024, 1_300, 256, "so short a file can hold"),
            (1_024, 1_000, 256, "read"),
            (1_024, 1_000, 1, "read"),
        ]
    ):
        count = width * height // run if run else 0
        head = struct.pack("<3i3HBBf2I", 0, 0, 0, width, height, 9, 1, 1, 1.0, count, count)
        content = head + (bytes([run - 1]) * count + bytes([9]) * count) * 2 if run else head
        data = joined([*pieces, Piece(b"RELF", content, DEFLATED, number=2)])
        (tmp_path / f"{index}.tvx").write_bytes(data)
        assert len(data) < 1 << 16
        wanted.append(sentence)
    paths = [str(tmp_path / f"{index}.tvx") for index in range(len(wanted))]
    done = subprocess.run([sys.executable, "-c", CHILD, str(ROOM), *paths], capture_output=True, text=True, check=False)
    outcomes = done.stdout.splitlines()
    assert done.returncode == 0 and len(outcomes) == len(wanted), done.stderr
    assert all(sentence in outcome for sentence, outcome in zip(wanted, outcomes, strict=True)), outcomes


def test_what_would_be_too_much_for_readers_is_written_plainly() -> None:
    """A side of one colour packs to nothing; then the file is not packed, and can be read."""
    rows = np.ones((2_000, 2_000), np.uint16)
    relief = Relief(4, (0, 0, 0), 1, rows, rows.astype(np.uint8))
    file = read_tvx(bytes_of(scene_of(Model.from_grid(GRID))))
    data = write_tvx(None, replace(file, meshes=(replace(file.meshes[0], reliefs=(relief,)),)), compress=True)
    assert data[12] == 0
    assert 4 * rows.size > 4_194_304 + 16 * len(data) or not refused(data)


def test_the_command_line_adds_them(tmp_path: Path) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.tvx"
    source.write_bytes(hv.vox(hv.dense_model(GRID), hv.rgba(hv.colors())))
    assert main(["convert", str(source), str(target), "--relief"]) == 0
    assert [relief.side for relief in read_tvx(target).meshes[0].reliefs] == list(range(6))
    assert main(["convert", str(source), str(target)]) == 0
    assert not read_tvx(target).meshes[0].reliefs
