"""Levels of detail and collision shapes in files: where they lie, what engines call them, and what readers refuse."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from dataclasses import replace
from itertools import product
from pathlib import Path

import helpers_tvx as ht
import helpers_vox as hv
import numpy as np
import pytest
from helpers_tvx_files import DEFLATED, Piece, joined, split
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.cli import main
from trivox.core import Assembly, FormatError, MeshOptions, OptionError, SceneOptions, assemble, build_model
from trivox.core.checks.collision import check_boxes_fill, check_hull
from trivox.core.collision import CollisionOptions, collision_of
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions, writer_of
from trivox.core.formats.tvx import TvxReader, assembly_of, read_tvx, write_tvx
from trivox.core.levels import LevelOptions, levels_of, switch_distance
from trivox.core.scene.extras import with_collisions, with_levels
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode, TransformFrame

WRITER = writer_of("a.tvx")
RANDOM = np.random.default_rng(8)
GRID = np.where(RANDOM.random((11, 9, 14)) < 0.7, RANDOM.integers(1, 9, (11, 9, 14)), 0).astype(np.uint8)
TURN = np.array([(0, -1, 0), (1, 0, 0), (0, 0, 1)], np.int8)
MIRROR = np.array([(-1, 0, 0), (0, 0, 1), (0, 1, 0)], np.int8)
OPTIONS = LevelOptions(levels=2, rule="any")


def scene_of(*grids: np.ndarray, rotation: np.ndarray | None = None) -> Scene:
    """A scene that shows each model once, somewhere."""
    palette = np.arange(1024, dtype=np.uint8).reshape(256, 4) | 1
    turned = np.eye(3, dtype=np.int8) if rotation is None else rotation
    nodes = tuple(
        SceneNode(
            f"n{index}",
            -1,
            "shape",
            (TransformFrame(0, turned, np.array([5, -7, 20 * index], np.int64)),),
            (ModelFrame(0, index),),
            None,
            False,
        )
        for index in range(len(grids))
    )
    return Scene(name="a", models=tuple(map(Model.from_grid, grids)), look=Look(palette), nodes=nodes)


def made(scene: Scene, writer: object = WRITER, origin: str = "pivot", **extras: object) -> Assembly:
    """A scene as the writer wants it, with levels and boxes."""
    mesh = MeshOptions(mode="polygons")
    layout, largest = writer.layout(mesh), writer.largest
    assembly = assemble(scene, mesh, replace(writer.scene, origin=origin), layout=layout, largest=largest)
    assembly = with_levels(assembly, extras.get("levels", OPTIONS), layout=layout, largest=largest)
    return with_collisions(assembly, extras.get("collision", CollisionOptions(effort=50)))


def cells_placed(scene: Scene, index: int, model: Model, factor: int, offset: object = (0, 0, 0)) -> set[tuple]:
    """(low, high) of each cell of a level of a model where its node shows it, in voxels of the world."""
    frame = scene.nodes[index].transforms[0]
    found = set()
    for cell in model.positions.astype(int):
        ends = [(cell + step - np.array(model.pivot)) * factor + np.array(offset) for step in (0, 1)]
        ends = np.array([frame.rotation.astype(int) @ end + frame.translation for end in ends])
        found.add((tuple(ends.min(axis=0).tolist()), tuple(ends.max(axis=0).tolist())))
    return found


# --- .tvx


@pytest.mark.parametrize("origin", ["pivot", "center", "bottom", "corner"])
@pytest.mark.parametrize("compress", [False, True])
def test_tvx_round_trip(origin: str, compress: bool) -> None:
    """Levels and shapes come back where they were, and read files are written the same."""
    assembly = made(scene_of(GRID, GRID[::-1, :7]), origin=origin)
    data = WRITER.write(assembly, WriteOptions(compress=compress), "a").data
    file = read_tvx(data, extras=True)
    assert write_tvx(None, file, compress=compress) == data
    read = TvxReader().read(data, "a")
    again = WRITER.write(read, WriteOptions(compress=compress), "a").data
    # Read meshes lie about the middle of their size, so shapes do, too.
    assert origin in ("bottom", "corner") or extras_of(again) == extras_of(data)
    for index, (levels, old) in enumerate(zip(read.levels, assembly.levels, strict=True)):
        assert len(levels) == len(old) == 2
        # From the pivot that the file has to the model's.
        node, was = read.scene.nodes[index].transforms[0], assembly.scene.nodes[index].transforms[0]
        for one, other in zip(levels, old, strict=True):
            assert (one.factor, one.error) == (other.factor, other.error)
            assert one.distance == pytest.approx(other.distance, rel=1e-6)
            assert one.mesh.counts.triangles == other.mesh.counts.triangles
            here, there = (
                {tuple((row + frame.translation).tolist()) for row in _placed(level)}
                for level, frame in ((one, node), (other, was))
            )
            assert here == there
        shape, before = read.collisions[index], assembly.collisions[index]
        size, model = np.array(read.meshes[index].size), assembly.scene.models[index]
        moved = shape.boxes.low - size // 2 + node.translation
        assert (moved == before.boxes.low - np.array(model.pivot) + was.translation).all()
        assert (shape.boxes.volume == before.boxes.volume).all() and shape.fit == before.fit


def extras_of(data: bytes) -> dict[tuple, bytes]:
    return {(p.name, p.mesh): p.content for p in split(data) if p.name in (b"COLL", b"LODS")}


def _placed(level: object) -> np.ndarray:
    """(n, 3): the vertices of a level as seen from the model's pivot, in voxels."""
    mesh = level.mesh
    return (mesh.vertices.astype(int) - np.array(mesh.size) // 2) * level.factor + np.array(level.offset)


def test_levels_are_told_as_the_specification_says() -> None:
    """Read by hand: orientation · (2^shift · p − pivot) + translation, errors, distances."""
    scene = scene_of(GRID)
    data = WRITER.write(made(scene), WriteOptions(), "a").data
    pieces = {(p.name.decode(), p.level, p.number): p for p in split(data)}
    full = pieces["MESH", 0, 0].content
    assert full[33] == 0 and struct.unpack_from("<f", full, 28) == (0,)
    levels = levels_of(Model.from_grid(GRID), scene.look, OPTIONS)
    distances = struct.unpack("<2f", pieces["LODS", 0, 0].content)
    for number, level in enumerate(levels, start=1):
        head = pieces["MESH", number, 0].content
        pivot, (error,), shift = struct.unpack_from("<3i", head, 12), struct.unpack_from("<f", head, 28), head[33]
        assert (2**shift, error) == (level.factor, level.error)
        assert distances[number - 1] == pytest.approx(switch_distance(error, 0.1, OPTIONS))
        assert pivot == tuple(level.factor * k for k in level.model.pivot)
        own = [replace(p, level=0) for p in split(data) if p.level == number]
        scene_pieces = [p for p in split(data) if p.level == 0 and p.name in (b"INFO", b"PALT", b"STRS")]
        (mesh,) = ht.read(joined([*scene_pieces, *own])).meshes
        cells = {
            tuple(cell): index for cell, index in zip(level.model.positions.tolist(), level.model.indices, strict=True)
        }
        for (direction, _clear, *place), colors in ht.faces(mesh).items():
            assert len(colors) == 1
            cell = _cell_behind(direction, place)
            assert cells[cell] == next(iter(colors))


def _cell_behind(direction: int, place: list[int]) -> tuple[int, ...]:
    plane, u, v = place
    axis, a, b = ht.PLANES[direction]
    cell = [0, 0, 0]
    cell[axis], cell[a], cell[b] = plane - (direction % 2 == 0), u, v
    return tuple(cell)


def test_readers_that_use_none_of_it_see_the_full_mesh() -> None:
    scene = scene_of(GRID)
    assembly = made(scene)
    with_all = WRITER.write(assembly, WriteOptions(), "a").data
    plain = WRITER.write(replace(assembly, levels=(), collisions=()), WriteOptions(), "a").data
    assert ht.faces(ht.read(with_all).meshes[0]) == ht.faces(ht.read(plain).meshes[0])
    kept = [p for p in split(with_all) if p.level == 0 and p.name not in (b"COLL", b"LODS")]
    assert [(p.name, p.content) for p in kept if p.name not in (b"PALT", b"MATL")] == [
        (p.name, p.content) for p in split(plain) if p.name not in (b"PALT", b"MATL")
    ]
    skipped = read_tvx(with_all).meshes[0]
    assert skipped.levels == () and skipped.collision is None
    assert all(not p.flags & 4 for p in split(with_all))


@pytest.mark.parametrize("shape", ["boxes", "hull"])
def test_collision_chunks_by_hand(shape: str) -> None:
    model = Model.from_grid(GRID)
    data = WRITER.write(
        made(scene_of(GRID), collision=CollisionOptions(shape=shape, effort=9)), WriteOptions(), "a"
    ).data
    (piece,) = [p for p in split(data) if p.name == b"COLL"]
    count, corners, triangles, x, y, z, width, fit = struct.unpack_from("<3I3i2B", piece.content)
    assert (width, fit, piece.flags, piece.level) == (1, 0, 0, 0)
    assert len(piece.content) == 32 + 6 * count + 3 * corners + 6 * triangles
    if shape == "boxes":
        rows = np.frombuffer(piece.content, np.uint8, 6 * count, 32).reshape(-1, 6).astype(np.int64)
        low = rows[:, :3] + (x, y, z)
        assert check_boxes_fill(GRID > 0, low, low + rows[:, 3:] + 1) == [] or (GRID == 0).any()
        wanted = collision_of(model, CollisionOptions(effort=9)).boxes
        assert (low == wanted.low).all() and (low + rows[:, 3:] + 1 == wanted.high).all()
    else:
        points = np.frombuffer(piece.content, np.uint8, 3 * corners, 32).reshape(-1, 3) + np.array([x, y, z])
        sides = np.frombuffer(piece.content, "<u2", 3 * triangles, 32 + 3 * corners).reshape(-1, 3)
        cloud = (np.argwhere(GRID)[:, None] + np.array(list(product((0, 1), repeat=3)))).reshape(-1, 3)
        assert check_hull(cloud, points, sides.astype(np.int64)) == []


@pytest.mark.parametrize(("length", "width"), [(200, 1), (300, 2), (70_000, 4)])
def test_wide_numbers(length: int, width: int) -> None:
    positions = np.array([(0, 0, 0), (length - 1, 1, 0)], np.int32)
    scene = scene_of(np.ones((1, 1, 1), np.uint8))
    model = Model((length, 2, 1), positions, np.array([1, 2], np.uint8))
    for shape in ("boxes", "hull"):
        extras = {"levels": LevelOptions(levels=1, rule="any"), "collision": CollisionOptions(shape=shape)}
        data = WRITER.write(made(replace(scene, models=(model,)), **extras), WriteOptions(), "a").data
        (piece,) = [p for p in split(data) if p.name == b"COLL"]
        assert piece.content[24] == width
        shape_read = read_tvx(data, extras=True).meshes[0].collision
        wanted = collision_of(model, CollisionOptions(shape=shape))
        if shape == "boxes":
            assert (shape_read.boxes.high == wanted.boxes.high).all()
        else:
            assert (shape_read.hull.vertices == wanted.hull.vertices).all()
            assert (shape_read.hull.triangles == wanted.hull.triangles).all()


DATA = WRITER.write(made(scene_of(GRID)), WriteOptions(), "a").data
HULL = WRITER.write(made(scene_of(GRID), collision=CollisionOptions(shape="hull")), WriteOptions(), "a").data


def refused(pieces: list[Piece], **more: object) -> str | None:
    """What is said of a file; None if it is read. Who skips levels and shapes reads it in any case."""
    data = joined(pieces, **more)
    try:
        read_tvx(data)
    except FormatError as error:
        return f"even skipped: {error}"
    try:
        assembly_of(read_tvx(data, extras=True), "a")
    except FormatError as error:
        return str(error)
    return None


def changed(data: bytes, name: bytes, level: int, **values: object) -> list[Piece]:
    return [replace(p, **values) if (p.name, p.level) == (name, level) else p for p in split(data)]


def with_bytes(data: bytes, name: bytes, level: int, at: int, new: bytes) -> list[Piece]:
    (piece,) = [p for p in split(data) if (p.name, p.level) == (name, level)]
    content = piece.content[:at] + new + piece.content[at + len(new) :]
    return changed(data, name, level, content=content)


def test_sound_pieces_are_read() -> None:
    assert refused(split(DATA)) is None and refused(split(HULL)) is None
    assert refused(split(DATA), packed=True) is None
    assert refused([replace(p, flags=p.flags | DEFLATED) for p in split(DATA)]) is None


WRONG = {
    "a level that is left out": [p for p in split(DATA) if p.level != 1],
    "a part that is not there": [p for p in split(DATA) if (p.name, p.level) != (b"PART", 2)],
    "a page that is not there": [p for p in split(DATA) if (p.name, p.level) != (b"PAGE", 1)],
    "a page too many": [*split(DATA), Piece(b"PAGE", b"", 0, 1, 0, 7)],
    "a level of no mesh": [*split(DATA), replace(next(p for p in split(DATA) if p.name == b"MESH"), level=1, mesh=3)],
    "a head of a wrong size": changed(DATA, b"MESH", 1, content=b"1"),
    "an error below 0": with_bytes(DATA, b"MESH", 1, 28, struct.pack("<f", -1)),
    "an error that is no number": with_bytes(DATA, b"MESH", 1, 28, struct.pack("<f", float("nan"))),
    "an error less than before": with_bytes(DATA, b"MESH", 2, 28, struct.pack("<f", 1)),
    "cells too wide": with_bytes(DATA, b"MESH", 1, 33, b"\x1f"),
    "a pivot too far away": with_bytes(DATA, b"MESH", 1, 12, struct.pack("<i", (1 << 30) + 1)),
    "distances of more levels": changed(DATA, b"LODS", 0, content=bytes(12)),
    "a distance below 0": with_bytes(DATA, b"LODS", 0, 0, struct.pack("<f", -1)),
    "a distance without end": with_bytes(DATA, b"LODS", 0, 4, struct.pack("<f", float("inf"))),
    "distances of no mesh": changed(DATA, b"LODS", 0, mesh=1),
    "a part that is cut": with_bytes(DATA, b"PART", 1, 0, b"\xff\xff\xff\xff"),
    "a shape of no mesh": changed(DATA, b"COLL", 0, mesh=1),
    "a shape of another number": changed(DATA, b"COLL", 0, number=1),
    "a shape without a head": changed(DATA, b"COLL", 0, content=bytes(31)),
    "a shape of nothing": changed(DATA, b"COLL", 0, content=bytes(24) + b"\1" + bytes(7)),
    "numbers of no width": with_bytes(DATA, b"COLL", 0, 24, b"\3"),
    "a box too many": with_bytes(DATA, b"COLL", 0, 0, b"\xff\xff"),
    "a shape too far away": with_bytes(DATA, b"COLL", 0, 12, struct.pack("<i", -(1 << 30) - 1)),
    "a shape that reaches too far": with_bytes(DATA, b"COLL", 0, 16, struct.pack("<i", 1 << 30)),
    "a hull that reaches too far": with_bytes(HULL, b"COLL", 0, 16, struct.pack("<i", 1 << 30)),
    "a corner that is not there": with_bytes(
        HULL, b"COLL", 0, len(next(p for p in split(HULL) if p.name == b"COLL").content) - 2, b"\xff\xff"
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_levels_and_shapes_are_refused(what: str) -> None:
    said = refused(WRONG[what])
    assert said is not None and "even skipped" not in said
    assert said.count(". ") == 0


def test_more_than_the_budget_is_refused() -> None:
    """A million boxes of zeros in a file of some kB."""
    count = 1 << 18
    bomb = struct.pack("<3I3i2B6x", count, 0, 0, 0, 0, 0, 1, 0) + bytes(6 * count)
    pieces = changed(DATA, b"COLL", 0, content=bomb, flags=DEFLATED)
    said = refused(pieces)
    assert said is not None and "so short a file" in said
    fair = struct.pack("<3I3i2B6x", 1000, 0, 0, 0, 0, 0, 1, 9) + bytes(6000)
    assert refused(changed(DATA, b"COLL", 0, content=fair, flags=DEFLATED)) is None


@pytest.mark.parametrize("data", [DATA, HULL], ids=["boxes", "hull"])
def test_every_truncation_of_a_shape_is_refused(data: bytes) -> None:
    (piece,) = [p for p in split(data) if p.name == b"COLL"]
    rest = [p for p in split(data) if p.level == 0 and p.name != b"LODS"]
    for length in range(0, len(piece.content), 3):
        cut = [replace(p, content=p.content[:length]) if p.name == b"COLL" else p for p in rest]
        assert refused(cut) is not None


@given(st.integers(0, 10**9), st.sampled_from([DATA, HULL]))
@settings(max_examples=150)
def test_flipped_bytes_are_refused_or_read(seed: int, data: bytes) -> None:
    """Nothing else than a sentence comes of any damage."""
    random = np.random.default_rng(seed)
    pieces = split(data)
    own = [k for k, p in enumerate(pieces) if p.level or p.name in (b"COLL", b"LODS")]
    for _ in range(int(random.integers(1, 4))):
        which = own[int(random.integers(len(own)))]
        content = bytearray(pieces[which].content)
        content[int(random.integers(len(content)))] = int(random.integers(256))
        pieces[which] = replace(pieces[which], content=bytes(content))
    said = refused(pieces)
    assert said is None or "even skipped" not in said


SCRIPT = """
const {{ readTvx }} = await import({reader});
const fs = await import("node:fs");
const told = [];
for (const path of process.argv.slice(1)) {{
  const bytes = fs.readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  try {{
    const file = await readTvx(buffer, () => {{}}, {{ extras: true }});
    told.push(file.meshes.map(({{ levels, collision }}) => [
      levels.map(({{ factor, error, distance, pivot, size }}) => [factor, error, distance, ...pivot, ...size]),
      collision && [collision.fit, collision.low, collision.size, collision.corners, [...collision.triangles]],
    ]));
  }} catch (error) {{
    told.push(error.name === "TvxError" ? error.message : `bug: ${{error.stack}}`);
  }}
}}
console.log(JSON.stringify(told));
"""


def read_by_viewer(folder: Path, *files: bytes) -> list[object]:
    """What the page's reader says of files."""
    node, reader = shutil.which("node"), Path(__file__).resolve().parents[2] / "viewer"
    if node is None:
        pytest.skip("node is not installed")
    # In a folder of its own, for node takes files of this ending for scripts elsewhere.
    shutil.copytree(reader, folder / "viewer")
    (folder / "package.json").write_text('{"type": "module"}')
    paths = [folder / f"{number}.tvx" for number in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    script = SCRIPT.format(reader=json.dumps((folder / "viewer" / "reader.js").as_uri()))
    asked = [node, "--input-type=module", "-e", script, *map(str, paths)]
    return json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


def test_the_viewer_reads_and_refuses_the_same(tmp_path: Path) -> None:
    """Its reader, asked for levels and shapes, gives the same numbers, and the same verdict on all that is wrong."""
    found = read_by_viewer(tmp_path, DATA, HULL, *(joined(pieces) for pieces in WRONG.values()))
    for data, (((levels, shape),)) in zip((DATA, HULL), found[:2], strict=True):
        (mesh,) = read_tvx(data, extras=True).meshes
        wanted = [[2**one.shift, one.error, one.distance, *one.mesh.pivot, *one.mesh.size] for one in mesh.levels]
        assert levels == wanted
        fit, low, size, corners, triangles = shape
        assert fit == mesh.collision.fit
        if mesh.collision.boxes is not None:
            assert low == mesh.collision.boxes.low.tolist()
            assert size == (mesh.collision.boxes.high - mesh.collision.boxes.low).tolist()
        else:
            assert corners == mesh.collision.hull.vertices.tolist()
            assert triangles == mesh.collision.hull.triangles.reshape(-1).tolist()
    for what, said in zip(WRONG, found[2:], strict=True):
        assert isinstance(said, str) and not said.startswith("bug"), (what, said)


# --- .glb


def glb_of(tmp_path: Path, assembly: Assembly, **options: object) -> object:
    hg = pytest.importorskip("helpers_gltf")
    path = tmp_path / "a.glb"
    path.write_bytes(writer_of("a.glb").write(assembly, WriteOptions(**options), "a").data)
    report = hg.validated(path)
    assert report is None or report[0] == 0, report
    return hg.Glb(path)


def triangles_of(file: object, number: int, matrix: np.ndarray) -> np.ndarray:
    """(T, 3, 3): the triangles of a node's mesh under a matrix, z up."""
    hg = pytest.importorskip("helpers_gltf")
    found = []
    for part in file.file.meshes[file.file.nodes[number].mesh].primitives:
        corner = file.array(part.indices)[:, 0].reshape(-1, 3)
        place = file.array(part.attributes.POSITION) @ matrix[:3, :3].T + matrix[:3, 3]
        found.append(hg.z_up(place)[corner])
    return np.concatenate(found)


def volume(triangles: np.ndarray) -> float:
    return float(np.linalg.det(triangles).sum() / 6)


def box_of(triangles: np.ndarray) -> np.ndarray:
    return np.array([triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))])


def local(node: object) -> np.ndarray:
    hg = pytest.importorskip("helpers_gltf")
    return hg.Glb._local(node, {})


@pytest.mark.parametrize("integers", [False, True])
@pytest.mark.parametrize("lod", ["names", "msft"])
@pytest.mark.parametrize("rotation", [np.eye(3, dtype=np.int8), TURN, MIRROR], ids=["rest", "turned", "mirrored"])
@pytest.mark.parametrize("origin", ["pivot", "center"])
def test_levels_in_glb(tmp_path: Path, lod: str, integers: bool, rotation: np.ndarray, origin: str) -> None:
    scene = scene_of(GRID, rotation=rotation)
    assembly = made(scene, writer_of("a.glb"), origin)
    file = glb_of(tmp_path, assembly, lod=lod, integers=integers)
    nodes = file.file.nodes
    names = [node.name for node in nodes]
    if lod == "names":
        world = file.matrices()
        places = {number: world[number] for number in range(len(nodes))}
        full = names.index("n0_LOD0")
        assert {"n0_LOD0", "n0_LOD1", "n0_LOD2"} <= set(names)
        assert {names[child] for child in nodes[names.index("n0")].children} >= {"n0_LOD0", "n0_LOD1", "n0_LOD2"}
    else:
        (full,) = [k for k, node in enumerate(nodes) if "MSFT_lod" in node.extensions]
        told = nodes[full].extensions["MSFT_lod"]["ids"]
        assert [names[k] for k in told] == ["n0_LOD1", "n0_LOD2"]
        assert "MSFT_lod" in file.file.extensionsUsed and "MSFT_lod" not in (file.file.extensionsRequired or [])
        shown = nodes[full].extras["MSFT_screencoverage"]
        assert len(shown) == 3 and shown == sorted(shown, reverse=True) and shown[-1] == 0
        (stand,) = [k for k, node in enumerate(nodes) if full in node.children]
        root = local(nodes[stand])
        places = {k: root @ local(nodes[k]) for k in (full, *told)}
        below = {child for node in nodes for child in node.children} | set(file.file.scenes[0].nodes)
        assert not below & set(told)
    levels = levels_of(Model.from_grid(GRID), scene.look, OPTIONS)
    for number, (model, factor) in enumerate(
        [(Model.from_grid(GRID), 1), *((one.model, one.factor) for one in levels)]
    ):
        node = full if number == 0 else names.index(f"n0_LOD{number}")
        triangles = triangles_of(file, node, places[node]) / 0.1
        cells = np.array(list(cells_placed(scene, 0, model, factor)))
        wanted = np.array([cells[:, 0].min(axis=0), cells[:, 1].max(axis=0)])
        np.testing.assert_allclose(box_of(triangles), wanted, atol=1e-3)
        filled = collision_of(model).boxes.volume.sum() * factor**3
        assert volume(triangles) == pytest.approx(filled, rel=1e-4)


@pytest.mark.parametrize("shape", ["boxes", "hull"])
@pytest.mark.parametrize("engine", ["unreal", "godot"])
@pytest.mark.parametrize("rotation", [np.eye(3, dtype=np.int8), MIRROR], ids=["rest", "mirrored"])
@pytest.mark.parametrize("integers", [False, True])
def test_collision_in_glb(tmp_path: Path, shape: str, engine: str, rotation: np.ndarray, integers: bool) -> None:
    scene = scene_of(GRID, rotation=rotation)
    options = CollisionOptions(shape=shape, effort=50)
    assembly = replace(made(scene, writer_of("a.glb"), "bottom", collision=options), levels=())
    file = glb_of(tmp_path, assembly, collision_names=engine, integers=integers)
    names = [node.name for node in file.file.nodes]
    wanted = {
        ("unreal", "boxes"): lambda name: name.startswith("UBX_n0_"),
        ("unreal", "hull"): lambda name: name == "UCX_n0_00",
        ("godot", "boxes"): lambda name: name.startswith("n0_") and name.endswith("-convcolonly"),
        ("godot", "hull"): lambda name: name == "n0_00-convcolonly",
    }[engine, shape]
    own = [k for k, name in enumerate(names) if wanted(name)]
    collision = assembly.collisions[0]
    assert len(own) == (1 if shape == "hull" else len(collision.boxes)) == len({names[k] for k in own})
    world = file.matrices()
    parts = [triangles_of(file, k, world[k]) / 0.1 for k in own]
    assert all(volume(part) > 0 for part in parts)
    model = Model.from_grid(GRID)
    whole = np.array(list(cells_placed(scene, 0, model, 1)))
    np.testing.assert_allclose(
        box_of(np.concatenate(parts)), [whole[:, 0].min(axis=0), whole[:, 1].max(axis=0)], atol=1e-3
    )
    assert all(len(file.file.nodes[k].extensions) == 0 for k in own)
    if shape == "boxes":
        frame = scene.nodes[0].transforms[0]
        ends = [end - np.array(model.pivot) for end in (collision.boxes.low, collision.boxes.high)]
        ends = np.array([end @ frame.rotation.astype(int).T + frame.translation for end in ends])
        told = {tuple(np.rint(box_of(part)).astype(int).reshape(-1).tolist()) for part in parts}
        assert told == {tuple(row) for row in np.hstack([ends.min(axis=0), ends.max(axis=0)]).tolist()}


def test_names_follow_what_is_drawn(tmp_path: Path) -> None:
    """With levels by names the shapes are those of the full one's; a name is never there twice in a model."""
    file = glb_of(tmp_path, made(scene_of(GRID), writer_of("a.glb")), lod="names")
    names = [node.name for node in file.file.nodes]
    assert "UBX_n0_LOD0_00" in names and len(set(names)) == len(names)


# --- convert


def write_vox(path: Path, grid: np.ndarray) -> None:
    cells = [(*cell, int(grid[tuple(cell)])) for cell in np.argwhere(grid).tolist()]
    path.write_bytes(hv.vox(hv.model(grid.shape, cells), hv.rgba(hv.colors())))


def test_convert(tmp_path: Path) -> None:
    source = tmp_path / "a.vox"
    write_vox(source, GRID)
    for ending in (".tvx", ".glb", ".obj"):
        target = tmp_path / f"a{ending}"
        plain = ConvertOptions()
        assert convert_file(str(source), str(target), plain).error is None
        before = target.stat().st_size
        more = ConvertOptions(levels=LevelOptions(), collision=CollisionOptions(effort=9))
        assert convert_file(str(source), str(target), more).error is None
        assert (target.stat().st_size > before) == (ending != ".obj")
    levels = TvxReader().read((tmp_path / "a.tvx").read_bytes(), "a").levels
    assert [level.factor for level in levels[0]] == [2, 4, 8][: len(levels[0])]


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.tvx"
    write_vox(source, GRID)
    more = ["--levels", "2", "--level-rule", "any", "--collision", "boxes", "--boxes", "5", "--box-fit", "inside"]
    assert main(["convert", str(source), str(target), *more, "--box-effort", "10"]) == 0
    read = TvxReader().read(target.read_bytes(), "a")
    levels = levels_of(Model.from_grid(GRID), read.scene.look, LevelOptions(levels=2, rule="any"))
    assert [one.mesh.counts.triangles for one in read.levels[0]] == [
        build_model(level.model, MeshOptions()).counts.triangles for level in levels
    ]
    assert read.collisions[0].fit == "inside" and len(read.collisions[0].boxes) <= 5
    # Triangles only: what is there stays, what is not cannot be made.
    again = tmp_path / "b.tvx"
    assert main(["convert", str(target), str(again), *more]) == 0
    assert TvxReader().read(again.read_bytes(), "a").levels[0][0].factor == 2
    assert main(["convert", str(source), str(target)]) == 0
    assert main(["convert", str(target), str(again), "--levels", "2"]) == 1
    assert "triangles and not voxels" in capsys.readouterr().err
    assert main(["convert", str(source), str(target), "--levels", "9"]) != 0


def test_thin_walls_by_the_command_line(tmp_path: Path) -> None:
    source = tmp_path / "a.vox"
    grid = np.zeros((16, 16, 16), np.uint8)
    grid[5], grid[:, :, :4] = 1, 2
    write_vox(source, grid)
    counts = []
    for more in ([], ["--no-thin"]):
        target = tmp_path / "a.tvx"
        assert main(["convert", str(source), str(target), "--levels", "2", "--level-rule", "majority", *more]) == 0
        counts.append(TvxReader().read(target.read_bytes(), "a").levels[0][1].mesh.counts.triangles)
    assert counts[0] > counts[1] == 12


def test_the_last_level_can_be_something_else() -> None:
    """What makes it gets the full model, and its mesh lies on that model's lattice."""
    asked = []

    def last(model: Model, look: Look, options: MeshOptions) -> object:
        asked.append(model)
        return build_model(model, options, look, layout=WRITER.layout(options))

    mesh = MeshOptions()
    assembly = assemble(scene_of(GRID), mesh, WRITER.scene, layout=WRITER.layout(mesh), largest=WRITER.largest)
    options = LevelOptions(levels=2, rule="any")
    levels = with_levels(assembly, options, layout=WRITER.layout(mesh), last=last).levels[0]
    assert [(level.factor, level.error) for level in levels] == [(2, 2.0), (1, 4.0)]
    assert asked == list(assembly.scene.models) and levels[1].distance == pytest.approx(2 * levels[0].distance)
    data = WRITER.write(replace(assembly, levels=(levels,)), WriteOptions(), "a").data
    read = TvxReader().read(data, "a").levels[0]
    assert [level.factor for level in read] == [2, 1]
    assert read[1].mesh.counts.triangles == assembly.meshes[0].counts.triangles


def test_files_of_triangles_get_none() -> None:
    data = WRITER.write(replace(made(scene_of(GRID)), levels=(), collisions=()), WriteOptions(), "a").data
    read = assemble(TvxReader().read(data, "a"), None, SceneOptions())
    for make in (lambda: with_levels(read, OPTIONS), lambda: with_collisions(read, CollisionOptions())):
        with pytest.raises(OptionError, match="and not voxels"):
            make()


def test_options_of_files() -> None:
    for wrong in ({"lod": "unity"}, {"collision_names": "unity"}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            WriteOptions(**wrong)


def test_levels_follow_models_that_are_chosen() -> None:
    """A read file whose second model alone is shown keeps the levels and shapes of that one."""
    scene = scene_of(GRID, GRID[:, :5])
    data = WRITER.write(made(scene), WriteOptions(), "a").data
    read = TvxReader().read(data, "a")
    hidden = replace(
        read, scene=replace(read.scene, nodes=(replace(read.scene.nodes[0], hidden=True), read.scene.nodes[1]))
    )
    chosen = assemble(hidden, None, SceneOptions(hidden="skip"))
    assert len(chosen.meshes) == len(chosen.levels) == len(chosen.collisions) == 1
    assert chosen.levels[0] == read.levels[1] and chosen.collisions[0] is read.collisions[1]
