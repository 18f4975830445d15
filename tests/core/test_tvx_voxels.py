"""Voxels in .tvx files: written, read again by two readers, converted, and refused where they are broken."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import helpers_tvx as ht
import helpers_vox as hv
import numpy as np
import pytest
from helpers_tvx_files import DEFLATED, Piece, joined, split, with_change, with_entry
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from test_tvx_attacks import CHILD, ROOM
from test_tvx_broken import odd_piece, refused
from trivox.cli import main
from trivox.core import Assembly, FormatError, MeshOptions, SceneOptions, assemble, build_model, read_vox
from trivox.core.formats import WriteOptions, writer_of
from trivox.core.formats.tvx import TvxFile, TvxMesh, TvxVoxels, assembly_of, read_tvx, tvx_of, write_tvx
from trivox.core.mesh.modes import MODES
from trivox.core.scene import looked_at
from trivox.core.voxels import Look, Material, Model, ModelFrame, Scene, SceneNode
from trivox.core.voxels.transforms import resting

WRITER = writer_of("a.tvx")
RANDOM = np.random.default_rng(5)
GRID = np.where(RANDOM.random((7, 5, 6)) < 0.6, RANDOM.integers(1, 9, (7, 5, 6)), 0).astype(np.uint8)


def made(scene: Scene, mesh: MeshOptions | None = None, options: SceneOptions | None = None) -> Assembly:
    """A scene as the writer wants it."""
    mesh = mesh or MeshOptions()
    chosen = options or WRITER.scene
    return assemble(scene, mesh, chosen, layout=WRITER.layout(mesh), largest=WRITER.largest)


def scene_of(*models: Model, look: Look | None = None) -> Scene:
    """A scene that shows each model once."""
    palette = np.arange(1024, dtype=np.uint8).reshape(256, 4) | 1
    nodes = tuple(
        SceneNode(f"n{index}", -1, "shape", resting(), (ModelFrame(0, index),), None, False)
        for index in range(len(models))
    )
    return Scene(name="a", models=models, look=look or Look(palette), nodes=nodes)


def bytes_of(scene: Scene, *, compress: bool = False, **mesh: object) -> bytes:
    """The file of a scene, with its voxels."""
    assembly = made(scene, MeshOptions(**mesh))
    return WRITER.write(assembly, WriteOptions(compress=compress, voxels=True), "a").data


def assert_equal(model: Model, other: Model) -> None:
    assert model.size == other.size and np.array_equal(model.indices, other.indices)
    assert np.array_equal(model.positions, other.positions) and model.positions.dtype == other.positions.dtype
    assert (model.blocked is None) == (other.blocked is None)
    assert model.blocked is None or np.array_equal(model.blocked, other.blocked)


@given(hnp.arrays(np.uint8, st.tuples(*[st.integers(1, 6)] * 3), elements=st.integers(0, 3)), st.booleans())
@settings(max_examples=40, deadline=None)
def test_round_trip(grid: np.ndarray, compress: bool) -> None:
    if not grid.any():
        grid[0, 0, 0] = 1
    data = bytes_of(scene_of(Model.from_grid(grid)), compress=compress)
    assert_equal(assembly_of(read_tvx(data), "a").scene.models[0], Model.from_grid(grid))
    (mesh,) = ht.read(data).meshes
    cells = {tuple(cell): int(grid[tuple(cell)]) for cell in np.argwhere(grid).tolist()}
    assert mesh.voxels is not None and mesh.voxels.cells == cells and not mesh.voxels.others
    assert write_tvx(None, read_tvx(data), compress=compress) == data


@pytest.mark.parametrize("length", [250, 256, 257, 300, 70_000])
def test_long_models_and_wide_numbers(length: int) -> None:
    """Runs of one, two and four bytes a number; positions of the type that the size asks for."""
    grid = np.zeros((1, 2, length), np.uint8)
    grid[0, 0], grid[0, 1, ::97] = 3, 4
    data = bytes_of(scene_of(Model.from_grid(grid)))
    assert_equal(assembly_of(read_tvx(data), "a").scene.models[0], Model.from_grid(grid))
    assert len(ht.read(data).meshes[0].voxels.cells) == np.count_nonzero(grid)


def test_nothing_changes_without_the_option() -> None:
    assembly = made(scene_of(Model.from_grid(GRID)))
    plain, with_voxels = (WRITER.write(assembly, WriteOptions(voxels=voxels), "a").data for voxels in (False, True))
    assert [piece.name for piece in split(plain)] == [piece.name for piece in split(with_voxels)][:-1]
    last = split(with_voxels)[-1]
    assert (last.name, last.flags, last.level, last.number) == (b"VOXL", 0, 0, 0)
    assert read_tvx(plain).meshes[0].voxels is None
    assert not assembly_of(read_tvx(plain), "a").has_voxels and assembly_of(read_tvx(with_voxels), "a").has_voxels


def test_colors_inside_are_kept() -> None:
    grid = np.full((3, 3, 3), 2, np.uint8)
    grid[1, 1, 1] = 7
    materials = [Material()] * 256
    materials[7] = Material(kind="metal", metallic=0.5)
    scene = scene_of(
        Model.from_grid(grid), look=Look(RANDOM.integers(1, 9, (256, 4)).astype(np.uint8), tuple(materials))
    )
    file = read_tvx(bytes_of(scene))
    assert np.array_equal(np.flatnonzero(file.palette.any(axis=1)), [2, 7])
    assert np.array_equal(file.palette[[2, 7]], scene.palette[[2, 7]])
    assert file.materials[7].kind == "metal" and file.materials[7].metallic == 0.5


@pytest.mark.parametrize("interior", ["remove", "keep"])
@pytest.mark.parametrize("merge", ["any", "color", "material"])
@pytest.mark.parametrize("see_through", [True, False])
def test_what_is_read_is_meshed_again_to_the_same(interior: str, merge: str, see_through: bool) -> None:
    kinds = ("diffuse", "glass", "metal")
    materials = tuple(Material(kind=kinds[index % 3]) for index in range(256))
    look = Look(RANDOM.integers(1, 256, (256, 4)).astype(np.uint8), materials, see_through=see_through)
    hollow = GRID.copy()
    hollow[2:5, 1:4, 1:5] = 1
    hollow[3, 2, 2:4] = 0
    data = bytes_of(scene_of(Model.from_grid(hollow), look=look), interior=interior, merge=merge, mode="polygons")
    read = assembly_of(read_tvx(data), "a")
    assert (read.scene.look.see_through, read.meshes[0].options.interior) == (see_through, interior)
    assert read.meshes[0].options.merge == merge
    again = build_model(read.scene.models[0], read.meshes[0].options, read.scene.look)
    assert again.counts.triangles == read.meshes[0].counts.triangles
    assert np.count_nonzero(again.polygon_is_transparent) == np.count_nonzero(read.meshes[0].polygon_is_transparent)
    voxels = ht.read(data).meshes[0].voxels
    assert voxels.opaque != see_through
    assert voxels.made == (["remove", "keep"].index(interior), ["any", "color", "material"].index(merge))


def test_cells_of_others_are_kept() -> None:
    """Faces that are left out where models touch stay left out."""
    others = np.array([(-3, 0, 0), (7, 0, 0), (7, 0, 1), (7, 1, 0)], np.int32)
    model = replace(Model.from_grid(GRID), blocked=others)
    data = bytes_of(scene_of(model))
    assert_equal(assembly_of(read_tvx(data), "a").scene.models[0], model)
    assert ht.read(data).meshes[0].voxels.others == set(map(tuple, others.tolist()))
    shuffled = replace(model, blocked=others[[2, 0, 3, 1, 0]])
    assert bytes_of(scene_of(shuffled)) == data


@pytest.mark.parametrize("origin", ["center", "bottom", "corner"])
def test_another_origin_keeps_voxels_in_their_mesh(origin: str) -> None:
    assembly = made(scene_of(Model.from_grid(GRID)), options=SceneOptions(animation="animate", origin=origin))
    file = tvx_of(assembly, voxels=True)
    (mesh,), (model,) = assembly_of(file, "a").meshes, assembly_of(file, "a").scene.models
    away = np.array(model.pivot) - np.array(file.meshes[0].pivot)
    assert np.array_equal(model.positions, np.argwhere(GRID) + away)
    assert (model.positions < np.array(model.size)).all()
    again = build_model(model, MeshOptions(), assembly.scene.look)
    assert np.array_equal(np.unique(again.vertices, axis=0), np.unique(mesh.vertices, axis=0))


def test_meshes_of_the_same_voxels_stay_apart() -> None:
    """Each mesh is as it is in the file; joined and opaque ones are made anew."""
    scene = scene_of(Model.from_grid(GRID), Model.from_grid(GRID))
    modes = [MeshOptions("faces"), MeshOptions("rectangles")]
    meshes = [
        build_model(model, one, scene.look, layout=WRITER.layout(one))
        for model, one in zip(scene.models, modes, strict=True)
    ]
    read = assembly_of(tvx_of(Assembly(scene, tuple(meshes)), voxels=True), "a")
    kept = assemble(read, scene_options=WRITER.scene)
    assert [mesh.counts.triangles for mesh in kept.meshes] == [mesh.counts.triangles for mesh in meshes]
    assert [mesh.options.mode for mesh in kept.meshes] == ["faces", "rectangles"]
    joined_ones = assemble(read, MeshOptions("polygons"), SceneOptions(join="one"))
    assert [mesh.options.mode for mesh in joined_ones.meshes] == ["polygons"]
    opaque = looked_at(read, opaque=True)
    assert isinstance(opaque, Scene) and not opaque.look.see_through
    some = replace(read, scene=replace(read.scene, models=(read.scene.models[0], replace(Model.from_grid(GRID * 0)))))
    assert read.has_voxels and not some.has_voxels


def test_a_mesh_far_from_its_pivot_is_one_sentence() -> None:
    data = with_change(bytes_of(scene_of(Model.from_grid(GRID))), "MESH", 12, "i", 1 << 29)
    assert read_tvx(data).meshes[0].pivot[0] == 1 << 29
    with pytest.raises(FormatError, match="too far from its pivot"):
        assembly_of(read_tvx(data), "a")


DATA = bytes_of(scene_of(Model.from_grid(GRID), Model.from_grid(GRID[:2])))
RUNS, CELLS = struct.unpack_from("<I4xI", next(piece.content for piece in split(DATA) if piece.name == b"VOXL"))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (with_change(DATA, "VOXL", 0, "I", 0), "are not those of"),
        (with_change(DATA, "VOXL", 0, "II", 0, RUNS), "it has no voxels"),
        (with_change(DATA, "VOXL", 8, "I", CELLS - 1), "are not those of"),
        (with_change(DATA, "VOXL", 12, "i", 7), "beyond the size"),
        (with_change(DATA, "VOXL", 20, "i", -1), "beyond the size"),
        (with_change(DATA, "VOXL", 12, "i", -(1 << 31)), "beyond the size"),
        (with_change(DATA, "VOXL", 24, "B", 3), "unknown width"),
        (with_change(DATA, "VOXL", 32 + 3 * RUNS, "B", 255), f"do not have {CELLS} voxels"),
        (with_change(DATA, "VOXL", 32, "B", 5), "not in order"),
        (with_change(DATA, "VOXL", 32 + 4 * RUNS, "B", 0), "has no colour"),
        (with_change(DATA, "VOXL", 0, "II", RUNS - 1, 1), "hidden place"),
        (with_entry(DATA, "VOXL", content=b""), "less than its head"),
        (with_entry(DATA, "VOXL", content=bytes(31)), "less than its head"),
        (with_entry(DATA, "VOXL", mesh=2), "two of mesh 2"),
        (joined([*split(DATA), Piece(b"VOXL", split(DATA)[-1].content, mesh=2)]), "nothing tells of mesh 2"),
        (
            joined([*split(DATA), Piece(b"VOXL", split(DATA)[-1].content, number=1)]),
            "nothing tells of mesh 0, number 1",
        ),
    ],
)
def test_broken_voxels_are_one_sentence(data: bytes, sentence: str) -> None:
    assert refused(data)
    with pytest.raises(FormatError, match=sentence) as caught:
        read_tvx(data)
    assert "VOXL" in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("offset", [26, 27, 28, 31])
def test_what_is_for_information_is_never_refused(offset: int) -> None:
    data = with_change(DATA, "VOXL", offset, "B", 77)
    assert not refused(data)
    options = assembly_of(read_tvx(data), "a").meshes[0].options
    assert (options.interior, options.merge) == ("remove", "any")


def test_other_levels_of_voxels_are_skipped() -> None:
    assert not refused(joined([*split(DATA), Piece(b"VOXL", b"1", level=1)]))


def test_two_readers_are_of_one_mind() -> None:
    random = np.random.default_rng(7)
    others = replace(Model.from_grid(GRID[:3]), blocked=np.array([(3, 0, 0), (3, 1, 1)], np.int32))
    pieces = split(bytes_of(scene_of(others)))
    counts = {True: 0, False: 0}
    for _ in range(400):
        counts[refused(joined([*pieces[:-1], odd_piece(pieces[-1], random)]))] += 1
    assert min(counts.values()) > 20


def test_memory_follows_the_file(tmp_path: Path) -> None:
    """Small files of many voxels, of few and of many runs, and as many as may be, in little memory."""
    if sys.platform != "linux":
        pytest.skip("only Linux tells how much memory a process has, and limits it")
    scene = [piece for piece in split(bytes_of(scene_of(Model.from_grid(GRID)))) if piece.name != b"VOXL"]
    wanted = []
    for index, (x, y, z, run, sentence) in enumerate(
        [
            (1_000, 1_000, 100, 100, "so short a file can hold"),
            (1_000, 1_000, 1, 1, "so short a file can hold"),
            (100, 100, 200, 200, "2,000,000 voxels are more"),
            (250, 250, 5, 1, "312,500 voxels are more"),
            (100, 100, 100, 100, "read"),
            (200, 200, 5, 1, "read"),
        ]
    ):
        column = np.stack(np.meshgrid(np.arange(x), np.arange(y), np.arange(0, z, run), indexing="ij"), -1)
        first = column.reshape(-1, 3).astype("<u2")
        head = struct.pack("<3I3i4B4x", len(first), 0, x * y * z, 0, 0, 0, 2, 0, 0, 0)
        lengths = np.full(len(first), run - 1, "<u2").tobytes()
        content = head + first.T.tobytes() + lengths + b"\1" * (x * y * z)
        mesh = bytearray(next(piece.content for piece in scene if piece.name == b"MESH"))
        struct.pack_into("<3I3i", mesh, 0, x, y, z, x // 2, y // 2, z // 2)
        changed = [replace(piece, content=bytes(mesh)) if piece.name == b"MESH" else piece for piece in scene]
        data = joined([*changed, Piece(b"VOXL", content, DEFLATED)])
        (tmp_path / f"{index}.tvx").write_bytes(data)
        assert len(data) < 1 << 20
        wanted.append(sentence)
    paths = [str(tmp_path / f"{index}.tvx") for index in range(len(wanted))]
    done = subprocess.run([sys.executable, "-c", CHILD, str(ROOM), *paths], capture_output=True, text=True, check=False)
    outcomes = done.stdout.splitlines()
    assert done.returncode == 0 and len(outcomes) == len(wanted), done.stderr
    assert all(sentence in outcome for sentence, outcome in zip(wanted, outcomes, strict=True)), outcomes


@pytest.mark.parametrize("mode", list(MODES))
def test_the_triangles_of_a_file_are_proved_by_its_voxels(
    mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.tvx"
    source.write_bytes(hv.vox(hv.dense_model(GRID), hv.rgba(hv.colors())))
    assert main(["convert", str(source), str(target), "--store-voxels", "--mode", mode]) == 0
    assert main(["check", str(target)]) == 0
    assert f"all proofs hold ({mode}, {read_tvx(target).triangle_count} triangles)" in capsys.readouterr().out
    target.write_bytes(
        with_change(target.read_bytes(), "VOXL", len(split(target.read_bytes())[-1].content) - 1, "B", 9)
    )
    assert main(["check", str(target)]) == 1
    assert f"mode {mode}: " in capsys.readouterr().err


def test_modes_are_compared_as_those_of_the_voxels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.tvx"
    source.write_bytes(hv.vox(hv.dense_model(GRID), hv.rgba(hv.colors())))
    assert main(["convert", str(source), str(target), "--store-voxels"]) == 0
    found = []
    for path in (source, target):
        capsys.readouterr()
        assert main(["stats", str(path), "--mode", "all", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        found.append([[one["mode"], one["triangles"]] for one in told])
    assert found[0] == found[1] and len({triangles for _, triangles in found[0]}) > 3


def test_what_compresses_too_well_is_written_plain() -> None:
    grid = np.full((110, 110, 110), 3, np.uint8)
    data = bytes_of(scene_of(Model.from_grid(grid)), compress=True)
    assert data[12] == 0 and len(data) > grid.size
    assert assembly_of(read_tvx(data), "a").scene.models[0].voxels == grid.size
    small = bytes_of(scene_of(Model.from_grid(grid[:80])), compress=True)
    assert small[12] == 1 and len(small) < 20_000


def test_many_runs_that_compress_too_well_are_written_plain() -> None:
    for length, plain in ((16, False), (40, True)):
        grid = np.zeros((150, 150, length), np.uint8)
        grid[:, :, ::2] = 1
        model = Model.from_grid(grid)
        mesh = TvxMesh(model.size, model.pivot, "", (), (), voxels=TvxVoxels(model))
        file = TvxFile("", 1.0, "z", np.zeros((256, 4), np.uint8), (Material(),) * 256, (mesh,), ())
        data = write_tvx(None, file, compress=True)
        assert (data[12] == 0) == plain
        assert_equal(read_tvx(data).meshes[0].voxels.model, model)


def test_convert_and_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.tvx"
    source.write_bytes(hv.vox(hv.dense_model(GRID), hv.rgba(hv.colors())))
    assert main(["convert", str(source), str(target), "--store-voxels", "--compress"]) == 0
    assembly = made(replace(read_vox(source), voxel_size=0.1))
    assert target.read_bytes() == write_tvx(None, tvx_of(assembly, voxels=True), compress=True)
    again = tmp_path / "b.tvx"
    assert main(["convert", str(target), str(again), "--store-voxels"]) == 0
    assert [split(path.read_bytes())[-1] for path in (again, target)] == [split(target.read_bytes())[-1]] * 2
    capsys.readouterr()
    assert main(["info", str(target), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["meshes"][0]["voxels"] == np.count_nonzero(GRID)
    assert main(["info", str(target)]) == 0
    assert f"{np.count_nonzero(GRID)} voxels" in capsys.readouterr().out
