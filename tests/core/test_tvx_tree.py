"""The TREE chunk: written and read back, skipped by who does not use it, and refused where it is no tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers_tvx_tree import ATTACKS, RECORD, damaged, place_of
from trivox.core.chunks import ChunkOptions
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.errors import FormatError, LimitError
from trivox.core.formats.tvx import TvxFile, read_tvx, tvx_of, write_tvx
from trivox.core.scene.chunked import chunked
from trivox.core.scene.tree import TreeEntry
from trivox.core.texture import CompactLayout
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode
from trivox.core.voxels.transforms import identity, make_frame


@pytest.fixture(scope="module")
def file() -> TvxFile:
    """A hill in chunks of 8 cells, on both sides of the origin."""
    x, y, z = np.ogrid[:20, :20, :8]
    grid = (z < 4 + 3 * np.sin(x / 3) * np.cos(y / 4)).astype(np.uint8)
    node = SceneNode("hill", -1, "shape", (make_frame(0, identity(), (0, 0, 0)),), (ModelFrame(0, 0),))
    scene = Scene(
        name="hill", models=(Model.from_grid(grid),), look=Look(np.full((256, 4), 255, np.uint8)), nodes=(node,)
    )
    return tvx_of(chunked(scene, chunks=ChunkOptions(8), layout=CompactLayout()))


@pytest.mark.parametrize(("compress", "by_chunks"), [(False, False), (True, False), (True, True)])
def test_trees_come_back(file: TvxFile, *, compress: bool, by_chunks: bool) -> None:
    data = write_tvx(None, file, compress=compress, by_chunks=by_chunks)
    assert read_tvx(data, extras=True).tree == file.tree
    assert len(file.tree) > 8
    assert read_tvx(data).tree == ()
    assert len(read_tvx(data).meshes) == len(file.meshes)


def test_boxes_are_those_of_the_meshes(file: TvxFile) -> None:
    """By the formula of the format, from the parts of each mesh."""
    for entry in file.tree:
        if entry.mesh is None:
            continue
        mesh = file.meshes[entry.mesh]
        for part in mesh.parts:
            low = np.array(part.origin)
            for point in (low, low + part.extent):
                world = 2**entry.shift * (point - mesh.pivot) + entry.place
                assert (world >= entry.low).all()
                assert (world <= entry.high).all()
    leaves = {entry.mesh: entry.place for entry in file.tree if entry.shift == 0}
    for node in file.nodes:
        assert tuple(node.transforms[0].translation.tolist()) == leaves[node.models[0].model]


@pytest.mark.parametrize(("byte", "value", "words"), ATTACKS)
def test_what_is_no_tree_is_refused(file: TvxFile, byte: int, value: bytes, words: str) -> None:
    data = damaged(write_tvx(None, file), byte, value)
    with pytest.raises(FormatError, match=words):
        read_tvx(data, extras=True)
    assert read_tvx(data).meshes


def test_a_mesh_is_there_once(file: TvxFile) -> None:
    data = write_tvx(None, file)
    leaves = [number for number, entry in enumerate(file.tree) if entry.shift == 0]
    one, other = (RECORD * number + 40 for number in leaves[:2])
    _, offset, _ = place_of(data)
    with pytest.raises(FormatError, match="twice"):
        read_tvx(damaged(data, other, data[offset + one : offset + one + 2]), extras=True)


def test_leaves_have_a_mesh(file: TvxFile) -> None:
    data = write_tvx(None, file)
    leaf = next(number for number, entry in enumerate(file.tree) if entry.children == 0)
    with pytest.raises(FormatError, match="no such mesh"):
        read_tvx(damaged(data, RECORD * leaf + 40, b"\xff\xff"), extras=True)


def test_every_cut_is_refused(file: TvxFile) -> None:
    """Trees of fewer nodes, or of parts of one, are none."""
    short = replace(file, tree=file.tree[:-1])
    with pytest.raises(FormatError, match="children"):
        read_tvx(write_tvx(None, short), extras=True)
    more = replace(file, tree=(*file.tree, file.tree[-1]))
    with pytest.raises(FormatError, match="children"):
        read_tvx(write_tvx(None, more), extras=True)
    data = write_tvx(None, file)
    for end in range(0, len(data), 997):
        with pytest.raises(FormatError):
            read_tvx(data[:end], extras=True)


def test_random_bytes_never_break_the_reader(file: TvxFile) -> None:
    """Each is read as some tree, or refused in one sentence."""
    data = write_tvx(None, file)
    _, _, size = place_of(data)
    random = np.random.default_rng(0)
    refused = 0
    for _ in range(200):
        broken = damaged(data, int(random.integers(size)), bytes([int(random.integers(256))]))
        try:
            assert len(read_tvx(broken, extras=True).tree) == len(file.tree)
        except FormatError as error:
            refused += 1
            assert error.chunk == "TREE"
    assert refused > 50


def test_what_reaches_too_far_is_not_written(file: TvxFile) -> None:
    far = file.tree[0]._replace(high=(2**30 + 1, 0, 0))
    with pytest.raises(LimitError, match="far"):
        write_tvx(None, replace(file, tree=(far, *file.tree[1:])))
    many = TreeEntry(65_535, 0, 0, 0.0, (0, 0, 0), (1, 1, 1), (0, 0, 0))
    with pytest.raises(LimitError, match="meshes"):
        write_tvx(None, replace(file, tree=(many,)))


def test_files_are_converted_to_chunks(tmp_path) -> None:
    """The tree is in .tvx files; others get the chunks only."""
    x, y, z = np.ogrid[:20, :20, :8]
    grid = (z < 4 + 3 * np.sin(x / 3) * np.cos(y / 4)).astype(np.uint8)
    from helpers_vox import dense_model, vox

    source = tmp_path / "hill.vox"
    source.write_bytes(vox(dense_model(grid)))
    options = ConvertOptions(chunks=ChunkOptions(8, 1))
    target = tmp_path / "hill.tvx"
    done = convert_file(str(source), str(target), options)
    assert done.error is None
    made = read_tvx(target, extras=True)
    assert {entry.shift for entry in made.tree if entry.mesh is not None} == {0, 1}
    assert len(made.nodes) < len(made.meshes)
    done = convert_file(str(source), str(tmp_path / "hill.obj"), options)
    assert done.error is None
