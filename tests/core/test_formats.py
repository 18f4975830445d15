"""A new format is one entry in a table: a toy reader and a toy writer, and how formats are chosen."""

from __future__ import annotations

from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
from trivox import core
from trivox.core import Assembly, AtlasLayout, FormatError, Look, MeshOptions, Model, OptionError, Scene, SceneOptions
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import READERS, WRITERS, WriteOptions, Written, reader_of, tables, writer_of
from trivox.core.voxels import ModelFrame, SceneNode
from trivox.core.voxels.transforms import resting

TOY = b"TOY1\n0 0 0 1\n1 0 0 2\n2 0 0 2\n"
"""Three cells in a row."""


class ToyReader:
    """Reads texts with one voxel a line."""

    name = "Toy"
    endings = (".toy", ".toys")
    finished = False

    def sniff(self, head: bytes) -> bool:
        return head.startswith(b"TOY1")

    def read(self, data: bytes, name: str) -> Scene:
        if not self.sniff(data):
            raise FormatError("it does not begin with TOY1")
        rows = np.array([line.split() for line in data.decode().splitlines()[1:]], np.uint8)
        model = Model((3, 1, 1), rows[:, :3], rows[:, 3])
        node = SceneNode("toy", -1, "shape", resting(), (ModelFrame(0, 0),))
        return Scene(name=name, models=(model,), look=Look(np.zeros((256, 4), np.uint8)), nodes=(node,))


class ToyWriter:
    """Writes texts that say how many triangles and texels there are."""

    name = "Count"
    ending = ".count"
    meshes = True
    largest = 2
    scene = SceneOptions()

    def layout(self, options: MeshOptions) -> AtlasLayout:
        return AtlasLayout(options.border + 3)

    def write(self, assembly: Assembly, options: WriteOptions, stem: str) -> Written:
        used = sum(mesh.counts.texels_used for mesh in assembly.meshes)
        told = f"{assembly.scene.name} {assembly.triangles} {used} {options.compress}"
        return Written(told.encode(), {f"{stem}.more": b"more"})


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both toys at the end of the tables."""
    monkeypatch.setattr(tables, "READERS", [*READERS, ToyReader()])
    monkeypatch.setattr(tables, "WRITERS", [*WRITERS, ToyWriter()])


def texels_used(assembly: Assembly) -> int:
    return sum(mesh.counts.texels_used for mesh in assembly.meshes)


@pytest.mark.parametrize("name", ["a.toy", "a.TOYS", "a.vox", "a", "a.txt"])
def test_first_bytes_choose_whatever_the_ending(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TOY)
    for source in (path, str(path), TOY):
        scene = core.read(source)
        assert isinstance(scene, Scene) and scene.name == ("" if source is TOY else "a")
        assert scene.models[0].colors.ravel().tolist() == [1, 2, 2]
    path.write_bytes(hv.vox(hv.cube()))
    assert core.read(path).models[0].voxels == 8


def test_the_ending_chooses_where_first_bytes_say_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.Toys"
    path.write_bytes(b"neither")
    with pytest.raises(FormatError, match="it does not begin with TOY1"):
        core.read(path)
    assert reader_of(b"neither", ".vox").name == "MagicaVoxel"
    assert reader_of(b"neither", ".TVX").name == "Trivox"
    # Bytes have no ending; the first reader says what is wrong.
    assert reader_of(b"neither", "") is READERS[0]


def test_a_file_of_an_unknown_ending_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(b"neither")
    with pytest.raises(FormatError) as caught:
        core.read(path)
    known = ".vox, .tvx, .glb, .gltf, .obj, .stl, .ply, .png, .jpg, .jpeg, .bmp, .tga, .webp, .toy, .toys"
    assert str(caught.value) == f"files with the ending .gif cannot be read here, only {known}"
    assembly = core.assemble(core.read(TOY))
    for name, ending in (("a.bmp", ".bmp"), ("a", "a")):
        with pytest.raises(OptionError) as failed:
            core.write(tmp_path / name, assembly)
        assert (
            str(failed.value)
            == f"files with the ending {ending} cannot be written here, only .tvx, .glb, .obj, .vox, .count"
        )
        assert name == "a.bmp" or not (tmp_path / name).exists()
    assert path.read_bytes() == b"neither"


def test_a_writer_gets_the_assembly_and_the_options(tmp_path: Path) -> None:
    path = tmp_path / "b.Count"
    assert writer_of(path).name == "Count"
    assembly = core.assemble(core.read(TOY))
    size = core.write(path, assembly, WriteOptions(compress=True))
    assert path.read_bytes() == f" 12 {texels_used(assembly)} True".encode()
    assert (tmp_path / "b.more").read_bytes() == b"more" and size == path.stat().st_size + 4


def test_conversion_asks_the_writer_for_layout_and_length(tmp_path: Path) -> None:
    source, target = tmp_path / "row.toy", tmp_path / "row.count"
    source.write_bytes(TOY)
    done = convert_file(str(source), str(target), ConvertOptions(MeshOptions(border=1)))
    # No polygon is longer than two cells: two for each side of the row, and the two ends.
    assert (done.error, done.triangles, done.drawn) == (None, 2 * (4 * 2 + 2), 20)
    scene = core.read(source)
    one = core.assemble(scene, MeshOptions(border=4), largest=2)
    other = core.assemble(scene, MeshOptions(border=1), largest=2)
    assert target.read_bytes() == f"row 20 {texels_used(one)} False".encode()
    assert texels_used(one) > texels_used(other)


def test_every_reader_meets_every_writer(tmp_path: Path) -> None:
    (tmp_path / "a.toy").write_bytes(TOY)
    (tmp_path / "a.vox").write_bytes(hv.vox(hv.cube()))
    for first, triangles in (("a.toy", 12), ("a.vox", 12)):
        tvx, count = tmp_path / f"{first}.tvx", tmp_path / f"{first}.count"
        done = convert_file(str(tmp_path / first), str(tvx), ConvertOptions())
        assert (done.error, done.triangles) == (None, triangles)
        done = convert_file(str(tvx), str(count), ConvertOptions())
        assert (done.error, done.triangles) == (None, triangles)
        assert count.read_bytes().split()[1] == str(triangles).encode()


@pytest.mark.parametrize(("source", "target"), [("a.toy", "a.bmp"), ("none.toy", "a.count"), ("bad.toy", "a.count")])
def test_what_cannot_be_converted_is_one_sentence(tmp_path: Path, source: str, target: str) -> None:
    (tmp_path / "a.toy").write_bytes(TOY)
    (tmp_path / "bad.toy").write_bytes(b"TOY2")
    done = convert_file(str(tmp_path / source), str(tmp_path / target), ConvertOptions())
    assert done.error and "\n" not in done.error and done.size == done.triangles == 0
    assert not (tmp_path / target).exists()
