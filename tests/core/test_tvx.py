"""The .tvx format: what is written is read again, by two readers, and is what the specification shows."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path

import helpers_tvx as ht
import numpy as np
import pytest
from helpers_compact import compact, look_of, tvx_from_scene, tvx_mesh
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from trivox.core import LimitError, MeshOptions, build_mesh, read_vox
from trivox.core.checks import check_mesh
from trivox.core.formats.tvx import (
    TvxFile,
    TvxMesh,
    assembly_of,
    mesh_of,
    read_tvx,
    write_tvx,
)
from trivox.core.formats.tvx.chunks import Content, Key, write_chunks
from trivox.core.formats.tvx.document import shown_colors
from trivox.core.formats.tvx.nodes import nodes_to_bytes
from trivox.core.formats.tvx.strings import Strings
from trivox.core.formats.vox import VoxScene
from trivox.core.mesh.mesh import Mesh
from trivox.core.scene.world import world_transforms
from trivox.core.texture import TEXTURED, texel_axes
from trivox.core.voxels import Layer, Material, ModelFrame, SceneNode
from trivox.core.voxels.transforms import make_frame, resting, rotation_from_byte

DOCS = Path(__file__).resolve().parents[2] / "docs" / "tvx.md"
MODES = ("faces", "polygons", "watertight", "rectangles", "fewest", "cutout")
OVER = ("fewest", "cutout")
"""Modes whose rectangles reach over more than what can be seen."""
PALETTE = np.array([(i, 255 - i, i * 7 % 256, 255) for i in range(256)], np.uint8)
MODELS = ht.models()

grids = hnp.arrays(
    np.uint8, st.tuples(*[st.integers(1, 6)] * 3), elements=st.sampled_from([0, 0, 0, 1, 2, 7]), fill=st.nothing()
)


def file_of(*meshes: TvxMesh, **changes: object) -> TvxFile:
    """A scene with one node for each mesh."""
    nodes = tuple(
        SceneNode(f"node {i}", -1, "shape", resting(), (ModelFrame(0, i),), None, False) for i in range(len(meshes))
    )
    values = {
        "name": "name",
        "voxel_size": 0.5,
        "up_axis": "z",
        "palette": PALETTE,
        "materials": (Material(),) * 256,
        "meshes": meshes,
        "nodes": nodes,
        **changes,
    }
    return TvxFile(**values)


def triangles_of(mesh: Mesh) -> np.ndarray:
    """Sorted rows: three lattice points from the lowest on, the direction, and the palette index inside."""
    mesh = one_diagonal(mesh)
    points = mesh.vertices[mesh.triangles].astype(np.int64) @ np.array([10**8, 10**4, 1])
    turn = (np.argmin(points, axis=1)[:, None] + np.arange(3)) % 3
    # A point inside that lies on no edge of a texel.
    texels = np.take_along_axis(mesh.corner_texels().astype(float), turn[:, :, None], axis=1)
    column, row = np.floor(np.einsum("ncd,c->nd", texels, [0.4371, 0.3307, 0.2322])).astype(np.int64).T
    # A compact atlas has no texels for polygons of one colour.
    own_color = mesh.projection.color[mesh.triangle_polygon]
    rows = np.column_stack(
        (
            np.take_along_axis(points, turn, axis=1),
            mesh.polygon_direction[mesh.triangle_polygon],
            np.where(own_color == TEXTURED, mesh.atlas[row, column], own_color),
        )
    )
    return rows[np.lexsort(rows.T)]


def one_diagonal(mesh: Mesh) -> Mesh:
    """The mesh with the quads (a, b, c, d) beginning at their lowest corner: the file does not tell diagonals."""
    quads = np.flatnonzero(mesh.polygon_is_quad[mesh.triangle_polygon]).reshape(-1, 2)
    corners = np.concatenate((mesh.triangles[quads[:, 0]], mesh.triangles[quads[:, 1], 2:]), axis=1)
    turn = (np.argmin(corners, axis=1)[:, None] + np.arange(4)) % 4
    corners = np.take_along_axis(corners, turn, axis=1)
    triangles = mesh.triangles.copy()
    triangles[quads[:, 0]], triangles[quads[:, 1]] = corners[:, :3], corners[:, [0, 2, 3]]
    return replace(mesh, triangles=triangles)


def shown_faces(grid: np.ndarray) -> dict[tuple, set[int]]:
    """What every exposed face of a grid shows, cell by cell."""
    shown = {}
    padded = np.pad(grid, 1)
    for cell in map(tuple, np.argwhere(grid).tolist()):
        for direction, (axis, u, v) in enumerate(ht.PLANES):
            beside = [c + 1 for c in cell]
            beside[axis] += 1 if direction % 2 == 0 else -1
            if not padded[tuple(beside)]:
                plane = cell[axis] + (direction % 2 == 0)
                shown[direction, False, plane, cell[u], cell[v]] = {int(grid[cell])}
    return shown


def complaints(grid: np.ndarray, mesh: Mesh) -> list[str]:
    """What the proofs say of a mesh but for its counts, of which those that nobody knows are set to 0."""
    counts = replace(mesh.counts, **{name: 0 for name, value in mesh.counts.items() if value is None})
    return [
        sentence for sentence in check_mesh(grid, replace(mesh, counts=counts)) if not sentence.startswith("counts.")
    ]


def painted(shape: tuple[int, int, int], seed: int, holes: float = 0.3) -> np.ndarray:
    """A grid with holes and many colours."""
    random = np.random.default_rng(seed)
    return np.where(random.random(shape) < holes, 0, random.integers(1, 5, shape)).astype(np.uint8)


def test_the_example_of_the_specification() -> None:
    block = re.search(
        r"## Worked example.*?```text\n(.*?)```.*?```text\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL
    )
    assert block is not None
    data = b""
    for line in block[1].splitlines():
        offset, words = line.split("|")[0].split(maxsplit=1)
        data += bytes(int(offset, 16) - len(data))
        data += b"" if words.strip() == "..." else bytes.fromhex(words)
    palette = np.zeros((256, 4), np.uint8)
    palette[1], palette[2] = (255, 0, 0, 255), (0, 0, 255, 255)
    grid = np.array([[1, 1], [2, 0], [2, 0]], np.uint8).reshape(3, 2, 1)
    mesh = tvx_mesh(compact(grid, MeshOptions(mode="polygons")))
    node = SceneNode("duo", -1, "shape", resting(), (ModelFrame(0, 0),), None, False)
    file = file_of(mesh, name="duo", voxel_size=0.1, palette=palette, nodes=(node,))
    assert write_tvx(None, file) == data
    assert ht.faces(ht.read(data).meshes[0]) == shown_faces(grid)
    trees = b"".join(bytes.fromhex(line.split("|")[0]) for line in block[2].splitlines())
    assert ht.Chunks(write_tvx(None, file, compress=True)).content("PART", 0, 0).endswith(trees)


@settings(max_examples=40)
@given(grids, st.sampled_from(MODES), st.booleans())
def test_a_second_reader_sees_the_voxels(grid: np.ndarray, mode: str, compress: bool) -> None:
    mesh = tvx_mesh(compact(grid, MeshOptions(mode=mode, interior="keep")))
    data = write_tvx(None, file_of(mesh), compress=compress)
    found, wanted = ht.faces(ht.read(data).meshes[0]), shown_faces(grid)
    if mode in OVER:
        found = {face: colors - {0} for face, colors in found.items() if face in wanted}
    assert found == wanted


@settings(max_examples=40)
@given(grids, st.sampled_from(MODES), st.booleans(), st.booleans())
def test_round_trip_of_random_grids(grid: np.ndarray, mode: str, compress: bool, by_chunks: bool) -> None:
    look = look_of(["diffuse", "glass", "metal"])
    mesh = compact(grid, MeshOptions(mode=mode), look)
    data = write_tvx(None, file_of(tvx_mesh(mesh, look)), compress=compress, by_chunks=by_chunks)
    file = read_tvx(data)
    assert write_tvx(None, file, compress=compress, by_chunks=by_chunks) == data
    again = mesh_of(file.meshes[0])
    assert np.array_equal(triangles_of(again), triangles_of(mesh))
    assert np.array_equal(again.vertices, mesh.vertices) and again.size == mesh.size
    for name in ("vertices", "triangles"):
        assert again.counts[name] == mesh.counts[name]
    assert len(again.polygon_direction) == len(mesh.polygon_direction)
    assert again.polygon_is_quad.sum() == mesh.polygon_is_quad.sum()
    quad = again.triangles[again.polygon_is_quad[again.triangle_polygon]].reshape(-1, 2, 3)
    assert np.array_equal(quad[:, 0, [0, 2]], quad[:, 1, [0, 1]])


@pytest.mark.parametrize("path", MODELS[::4] or [None], ids=lambda path: path.stem if path else "none")
def test_round_trip_of_models(path: Path | None) -> None:
    if path is None:
        pytest.skip("the folder of public models is not there")
    scene = read_vox(path)
    file = tvx_from_scene(scene)
    for compress in (False, True):
        data = write_tvx(None, file, compress=compress)
        read = read_tvx(data)
        assert write_tvx(None, read) == write_tvx(None, file)
        assert_same_scene(read, scene)
    for mesh, again in zip(file.meshes, read.meshes, strict=True):
        assert np.array_equal(triangles_of(mesh_of(mesh)), triangles_of(mesh_of(again)))
    model = scene.models[next(frame.model for node in scene.nodes for frame in node.models)]
    if 0 < model.voxels < 20_000 and not any(material.transparent for material in scene.materials):
        shown = read.nodes[next(i for i, node in enumerate(read.nodes) if node.models)].models[0].model
        assert complaints(model.colors, mesh_of(read.meshes[shown])) == []


def moves(node: SceneNode) -> bool:
    """Whether a node turns or moves what is in it."""
    return any(f.translation.any() or not np.array_equal(f.rotation, np.eye(3)) for f in node.transforms)


def written_nodes(scene: VoxScene) -> list[int]:
    """All nodes but shapes without voxels and an unnamed root group that moves nothing."""
    return [
        number
        for number, node in enumerate(scene.nodes)
        if any(scene.models[frame.model].voxels for frame in node.models)
        or (node.kind == "group" and (node.parent >= 0 or node.name or moves(node)))
    ]


def on_the_ground(scene: VoxScene) -> VoxScene:
    """A scene that no file places, standing on the middle of the world; its nodes do not turn."""
    cells = [
        scene.models[frame.model].positions - scene.models[frame.model].pivot + node.translation
        for node in scene.nodes
        for frame in node.models
        if scene.models[frame.model].voxels
    ]
    low, high = np.concatenate(cells).min(axis=0), np.concatenate(cells).max(axis=0) + 1
    move = -np.array([(low[0] + high[0]) // 2, (low[1] + high[1]) // 2, low[2]])
    nodes = [
        replace(node, transforms=tuple(replace(one, translation=one.translation + move) for one in node.transforms))
        for node in scene.nodes
    ]
    return replace(scene, nodes=tuple(nodes))


def assert_same_scene(file: TvxFile, scene: VoxScene) -> None:
    scene = scene if scene.placed else on_the_ground(scene)
    assert (file.name, file.animation_range) == (scene.name, scene.animation_range)
    assert dict(file.layers) == dict(scene.layers)
    used = shown_colors(file.meshes)
    assert np.array_equal(file.palette[used], scene.palette[used]) and not file.palette[~used].any()
    names = [name for name in Material.__dataclass_fields__ if name != "properties"]
    for one, other, shown in zip(file.materials, scene.materials, used.tolist(), strict=True):
        assert shown or one == Material()
        for name in names:
            a, b = getattr(one, name), getattr(other, name)
            assert not shown or (a == b if isinstance(a, str) else np.float32(a) == np.float32(b))
    kept = written_nodes(scene)
    assert [node.parent for node in file.nodes] == [
        kept.index(scene.nodes[k].parent) if scene.nodes[k].parent in kept else -1 for k in kept
    ]
    for one, other in zip(file.nodes, [scene.nodes[k] for k in kept], strict=True):
        for name in ("name", "kind", "layer", "hidden", "loops"):
            assert getattr(one, name) == getattr(other, name)
        for a, b in zip(one.transforms, other.transforms, strict=True):
            assert a.frame == b.frame and np.array_equal(a.rotation, b.rotation)
            assert np.array_equal(a.translation, b.translation)
        for a, b in zip(one.models, other.models, strict=True):
            assert a.frame == b.frame and file.meshes[a.model].size == scene.models[b.model].size
            assert file.meshes[a.model].pivot == scene.models[b.model].pivot
    for a, b in zip(world_transforms(assembly_of(file, file.name).scene), world_transforms(scene), strict=True):
        assert np.array_equal(a, b[kept])


@pytest.mark.parametrize("path", MODELS[:60:3] or [None], ids=lambda path: path.stem if path else "none")
def test_two_readers_agree(path: Path | None) -> None:
    if path is None:
        pytest.skip("the folder of public models is not there")
    file = tvx_from_scene(read_vox(path), MeshOptions(mode="rectangles"))
    if file.triangle_count > 60_000:
        file = tvx_from_scene(read_vox(MODELS[1]))
    data = write_tvx(None, file, compress=True)
    ours, other = read_tvx(data), ht.read(data)
    assert (ours.name, ours.voxel_size) == (other.name, other.info[0])
    assert ours.palette.tobytes() == b"".join(other.palette)
    for index, record in enumerate(other.materials):
        material = ours.materials[index]
        if record is None:
            assert material == Material()
            continue
        assert (material.roughness, material.metallic, material.emission, material.flux, material.ior) == record[4:9]
        assert material.kind == ("diffuse", "metal", "glass", "emit", "blend", "media")[record[0]]
    assert [layer.name for layer in ours.layers.values()] == [layer[1] for layer in other.layers]
    assert len(ours.nodes) == len(other.nodes)
    for node, plain in zip(ours.nodes, other.nodes, strict=True):
        assert (node.name, node.parent, node.hidden, node.layer) == tuple(
            plain[key] for key in ("name", "parent", "hidden", "layer")
        )
        assert [(f.frame, f.rotation.tolist(), f.translation.tolist()) for f in node.transforms] == plain["moves"]
        assert [(f.frame, f.model) for f in node.models] == plain["shows"]
    for mesh, plain in zip(ours.meshes, other.meshes, strict=True):
        assert (mesh.size, mesh.pivot) == (plain.size, plain.pivot)
        for part, plain_part in zip(mesh.parts, plain.parts, strict=True):
            assert (part.origin, part.extent) == (plain_part.origin, plain_part.extent)
            assert part.direction.tolist() == [polygon.direction for polygon in plain_part.polygons]
            assert part.is_flat.tolist() == [polygon.flat for polygon in plain_part.polygons]
            assert part.triangle_count == len(plain_part.triangles)
        again = mesh_of(mesh)
        shift = np.array(mesh.pivot) - np.array(mesh.size) // 2
        points = (again.vertices[again.triangles] + shift).tolist()
        assert points == [list(map(list, corners)) for part in plain.parts for corners, _ in part.triangles]
        for page, (width, height, texels) in zip(mesh.pages, plain.pages, strict=True):
            assert page.shape == (height, width) and page.tobytes() == texels


@pytest.mark.parametrize("mode", MODES[1:])
@pytest.mark.parametrize("shape", [(256, 3, 2), (3, 300, 4), (2, 2, 700), (257, 1, 258)])
def test_wide_models_are_cut_without_a_crack(mode: str, shape: tuple[int, int, int]) -> None:
    grid = painted(shape, sum(shape), 0.2)
    grid[: shape[0] // 2, :, : shape[2] // 2] = 3
    if min(shape[0], shape[2]) > 255:
        grid[3:-3, :, 3:-3] = 0
    options = MeshOptions(mode=mode, border=0, interior="keep")
    whole = build_mesh(grid, options)
    data = write_tvx(None, file_of(tvx_mesh(compact(grid, options))))
    mesh = read_tvx(data).meshes[0]
    again = mesh_of(mesh)
    assert len(mesh.parts) > 1
    assert (again.vertices.min(axis=0).tolist(), again.vertices.max(axis=0).tolist()) == ([0] * 3, list(shape))
    found, wanted = ht.faces(ht.read(data).meshes[0]), shown_faces(grid)
    if mode in OVER:
        found = {face: colors - {0} for face, colors in found.items() if face in wanted}
    assert found == wanted
    assert again.counts.triangles < 1.2 * whole.counts.triangles + 40
    if mode == "watertight":
        assert edges_cancel(again) and vertices_inside_edges(again) == 0
    if mode == "polygons":
        assert vertices_inside_edges(again) <= vertices_inside_edges(whole)


@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries_turn_textures(symmetry: int) -> None:
    """A page with the eight pictures of a tile must look the same as the tile itself."""
    grid = painted((3, 2, 1), 5, 0)
    mesh = tvx_mesh(compact(grid))
    part = mesh.parts[0]
    axes = texel_axes()[symmetry]
    polygons = part.polygons.copy()
    page = mesh.pages[0]
    height, width = page.shape
    # The texel (column, row) moves to axes @ (column, row), shifted back into the page.
    corners = np.array([[0, 0], [width, height]]) @ axes.T
    low, size = corners.min(axis=0), np.abs(corners[1] - corners[0])
    turned = np.zeros(size[::-1], np.uint8)
    for row, column in np.ndindex(height, width):
        x, y = np.floor(axes @ (column + 0.5, row + 0.5) - low).astype(int)
        turned[y, x] = page[row, column]
    textured = ~part.is_flat
    table = {matrix.tobytes(): number for number, matrix in enumerate(texel_axes())}
    both = [table[(axes @ texel_axes()[old]).tobytes()] for old in part.symmetry[textured]]
    polygons["face"][textured] = part.polygons["face"][textured] & 0b11000111 | np.array(both, np.uint8) << 3
    polygons["offset"][textured] = part.polygons["offset"][textured] @ axes.T - low
    part = replace(part, polygons=polygons)
    data = write_tvx(None, file_of(replace(mesh, parts=(part,), pages=(turned,))))
    assert ht.faces(ht.read(data).meshes[0]) == shown_faces(grid)
    again = mesh_of(read_tvx(data).meshes[0])
    assert complaints(grid, again) == []


def test_several_pages() -> None:
    grid = painted((3, 2, 2), 6, 0)
    mesh = tvx_mesh(compact(grid))
    part = mesh.parts[0]
    polygons = part.polygons.copy()
    second = ~part.is_flat & (part.direction > 2)
    polygons["value"][second] = 1
    polygons["offset"][second] += (4, 2)
    part = replace(part, polygons=polygons)
    pages = mesh.pages[0], np.pad(mesh.pages[0], ((2, 0), (4, 3)))
    data = write_tvx(None, file_of(replace(mesh, parts=(part,), pages=pages)))
    assert ht.faces(ht.read(data).meshes[0]) == shown_faces(grid)
    again = mesh_of(read_tvx(data).meshes[0])
    assert complaints(grid, again) == []


def test_many_polygons_are_divided_into_parts_with_short_numbers() -> None:
    grid = np.zeros((60, 60, 60), np.uint8)
    grid[::2, ::2, ::2] = 1
    mesh = tvx_mesh(compact(grid))
    assert len(mesh.parts) > 1 and mesh.triangle_count == 12 * grid.sum()
    assert all(len(part.polygons) <= 6 and len(part.triangles) == 0 for part in mesh.parts)


@pytest.mark.parametrize("mode", ["polygons", "rectangles"])
def test_order_and_ranges(mode: str) -> None:
    """Opaque before transparent, by direction, plane, v and u; transparent planes from the back to the front."""
    look = look_of(["diffuse", "diffuse", "glass", "diffuse"])
    mesh = tvx_mesh(compact(painted((5, 6, 4), 8), MeshOptions(mode), look), look)
    (part,) = ht.read(write_tvx(None, file_of(mesh), compress=True)).meshes[0].parts

    def place(low: tuple[int, ...], polygon: ht.Polygon) -> list:
        axis, u, v = ht.PLANES[polygon.direction]
        back = polygon.transparent and polygon.direction % 2
        return [polygon.transparent, polygon.direction, -low[axis] if back else low[axis], low[v], low[u]]

    own = [place(low, polygon) for low, _, _, polygon in part.rectangles]
    assert own == sorted(own) and own[0][0] != own[-1][0]
    rest = [place(min(points), polygon)[:3] for points, polygon in part.triangles[2 * len(own) :]]
    assert rest == sorted(rest) and bool(rest) == (mode == "polygons")
    assert {polygon.material for polygon in part.polygons if polygon.transparent} == {2}


@given(grids)
@settings(max_examples=25)
def test_material_classes_of_polygons(grid: np.ndarray) -> None:
    mesh = tvx_mesh(compact(grid), look_of(["diffuse", "metal", "glass"]))
    plain = ht.read(write_tvx(None, file_of(mesh))).meshes[0]
    for part in plain.parts:
        seen: dict[int, set[int]] = {}
        for points, polygon in part.triangles:
            shown = {color % 3 for _, color in ht.cells_and_colors(plain.pages, points, polygon)}
            seen.setdefault(id(polygon), set()).update(shown)
            seen.setdefault(-id(polygon), set()).add(polygon.material)
        for key in [key for key in seen if key > 0]:
            assert seen[-key] == ({255} if len(seen[key]) > 1 else seen[key])


def test_scene_with_everything() -> None:
    frames = tuple(
        make_frame(frame, rotation_from_byte(turn), (frame, -(2**31), 2**31 - 1))
        for frame, turn in enumerate(turn for turn in range(128) if rotation_from_byte(turn) is not None)
    )
    assert len(frames) == 48
    nodes = (
        SceneNode("", -1, "group", resting(), (), None, True),
        SceneNode("Bäume €", 0, "shape", frames, (ModelFrame(0, 0), ModelFrame(9, 0)), -5, loops=True),
    )
    materials = (Material(), Material(kind="media", media="sss", phase=-0.5, ior=1e99)) + (Material(),) * 254
    layers = {-5: Layer(-5, "Bäume €", True, (1, 2, 3)), 0: Layer(0, "", False, None)}
    empty = tvx_mesh(compact(np.zeros((2, 3, 4), np.uint8)))
    file = file_of(
        empty, nodes=nodes, materials=materials, layers=layers, animation_range=(-3, 70), up_axis="y", voxel_size=1e-3
    )
    read = read_tvx(write_tvx(None, file))
    assert (read.up_axis, read.voxel_size, read.animation_range) == ("y", 1e-3, (-3, 70))
    assert dict(read.layers) == layers and read.meshes[0].parts == () and read.meshes[0].size == (2, 3, 4)
    assert len(mesh_of(read.meshes[0]).triangles) == 0
    assert read.materials[1].kind == "media" and read.materials[1].media == "sss" and read.materials[1].ior > 3e38
    assert [node.name for node in read.nodes] == ["", "Bäume €"]
    assert read.nodes[0].hidden and read.nodes[1].layer == -5 and read.nodes[1].loops and not read.nodes[0].loops
    for one, other in itertools.zip_longest(read.nodes[1].transforms, frames):
        assert np.array_equal(one.rotation, other.rotation) and np.array_equal(one.translation, other.translation)
    far = SceneNode("", -1, "group", (make_frame(0, rotation_from_byte(4), (2**31, 0, 0)),), (), None, False)
    with pytest.raises(LimitError, match="32 bits"):
        nodes_to_bytes((far,), Strings())


def test_equal_models_share_a_mesh() -> None:
    path = next((path for path in MODELS if path.stem.endswith("test_multiple_model_scene")), None)
    if path is None:
        pytest.skip("the folder of public models is not there")
    scene = read_vox(path)
    different = {(m.size, m.positions.tobytes(), m.indices.tobytes()) for m in scene.models}
    assert len(tvx_from_scene(scene).meshes) == len(different)


def test_options_and_progress() -> None:
    if not MODELS:
        pytest.skip("the folder of public models is not there")
    shares: list[float] = []
    scene = read_vox(next(path for path in MODELS if path.stem == "chr_knight"))
    file = tvx_from_scene(scene, MeshOptions(border=3, power_of_two=True), voxel_size=2, progress=shares.append)
    assert shares[-1] == 1 and file.voxel_size == 2
    assert write_tvx(None, file) == write_tvx(None, tvx_from_scene(scene, voxel_size=2))


def test_unknown_chunks_and_levels_are_skipped() -> None:
    file = file_of(tvx_mesh(compact(painted((3, 3, 3), 1))))
    data = write_tvx(None, file)
    scene = ht.read(data)
    chunks = [
        Content(
            Key(entry[0].decode(), *entry[3:5], entry[2]),
            scene.body[entry[11] : entry[11] + entry[12]],
            box=(entry[15:18], entry[5:8]),
        )
        for entry in scene.entries
    ]
    extra = [Content(Key("xtra"), b"12345"), Content(Key("PART", 0, 0, 1), b"1"), Content(Key("COLL"), b"")]
    for packed in (False, True):
        more = write_chunks(extra[:2] + chunks[::-1] + extra[2:], packed=packed, deflated=True)
        ht.read(more)
        assert write_tvx(None, read_tvx(more)) == data


def edges_cancel(mesh: Mesh) -> bool:
    """Every directed edge has its opposite equally often."""
    start, end = mesh.triangles.astype(np.int64).ravel(), np.roll(mesh.triangles, -1, axis=1).astype(np.int64).ravel()
    forth, back = np.sort(start * len(mesh.vertices) + end), np.sort(end * len(mesh.vertices) + start)
    return np.array_equal(forth, back)


def vertices_inside_edges(mesh: Mesh) -> int:
    """Pairs of a vertex and an outline's edge, both of one plane, with the vertex inside the edge."""
    count = 0
    points = {tuple(point) for point in mesh.vertices.tolist()}
    seen = set()
    for triangle in mesh.vertices[mesh.triangles].tolist():
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            axes = [axis for axis in range(3) if a[axis] != b[axis]]
            key = tuple(sorted((tuple(a), tuple(b))))
            if len(axes) == 1 and key not in seen:
                seen.add(key)
                low, high = sorted((a[axes[0]], b[axes[0]]))
                for step in range(low + 1, high):
                    count += tuple(step if axis == axes[0] else a[axis] for axis in range(3)) in points
    return count
