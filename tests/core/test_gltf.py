"""Files of .glb in plain Python: read back by other libraries and compared with the voxels."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import helpers_faces as hf
import helpers_mesh as oracle
import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import Assembly, MeshOptions, SceneOptions, assemble, read
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions, writer_of
from trivox.core.voxels import TransformFrame

pytest.importorskip("pygltflib", reason="pygltflib is not installed")
pytest.importorskip("PIL", reason="pillow is not installed")
import helpers_gltf as hg

PALETTE = np.array([(0, 0, 0, 0), *hv.colors()], np.uint8)
L_SHAPE = {(0, 0, 0): 1, (1, 0, 0): 2, (2, 0, 0): 3, (0, 1, 0): 4, (0, 0, 1): 5}
"""Looks different from everywhere; two of its sides have several colors."""
SIZE = (3, 2, 2)
GLASS, METAL, LAMP = 2, 3, 4
KINDS = (
    hv.matl(GLASS, type="_glass", trans=0.75, rough=0.2, ri=1.6),
    hv.matl(METAL, type="_metal", metal=0.8, rough=0.4),
    hv.matl(LAMP, type="_emit", emit=0.6, flux=1),
)
Convert = Callable[..., hg.Glb]


STILL = np.eye(3, dtype=int)
ALONE = (hv.ntrn(0, 1), hv.nshp(1, 0))
"""A scene of one model at the origin."""


def l_shape() -> bytes:
    return hv.model(SIZE, [(*cell, index) for cell, index in L_SHAPE.items()])


@pytest.fixture
def convert(tmp_path: Path) -> Convert:
    """Write a file of chunks as .glb, and read it."""

    def run(
        *chunks: bytes,
        scene: SceneOptions | None = None,
        mesh: MeshOptions | None = None,
        voxel_size: float = 0.1,
        opaque: bool = False,
        **write: object,
    ) -> hg.Glb:
        source, target = tmp_path / "a.vox", tmp_path / "a.glb"
        source.write_bytes(hv.vox(*chunks, hv.rgba(hv.colors())))
        options = ConvertOptions(
            mesh or MeshOptions(), scene, write=WriteOptions(**write), voxel_size=voxel_size, opaque=opaque
        )
        done = convert_file(str(source), str(target), options)
        assert done.error is None and done.size == target.stat().st_size
        report = hg.validated(target)
        assert report is None or report[:2] == [0, 0], report
        return hg.Glb(target)

    return run


def compare(file: hg.Glb, wanted: hf.Samples, voxel_size: float = 0.1, time: float | None = None) -> np.ndarray:
    """Each point is shown once, with its color and normal; returns the materials that show them."""
    parts = list(file.drawn(time))
    triangles = np.concatenate([part.triangles for part in parts]) / voxel_size
    found, weights = hf.hits(triangles, wanted)
    uv = (np.concatenate([part.uv for part in parts])[found] * weights[..., None]).sum(axis=1)
    normals = np.concatenate([part.normals for part in parts])[found]
    np.testing.assert_allclose(normals, np.repeat(wanted.normal[:, None], 3, axis=1), atol=1e-6)
    material = np.concatenate([np.full(len(part.triangles), part.material) for part in parts])[found]
    for number in np.unique(material):
        own = material == number
        color = file.shade(number, uv[own])["color"]
        assert (color == PALETTE[wanted.index[own], :3]).all()
    return material


def test_validator_is_there_or_said() -> None:
    if hg.validated(Path("no such file")) is None and not hg.has_validator():
        pytest.skip("node or gltf-validator is not installed (npm install gltf-validator, NODE_PATH)")


@pytest.mark.parametrize("integers", [False, True])
@pytest.mark.parametrize("origin", ["pivot", "center", "bottom", "corner"])
def test_one_model(convert: Convert, integers: bool, origin: str) -> None:
    file = convert(l_shape(), *ALONE, scene=SceneOptions(origin=origin), integers=integers)
    compare(file, hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (0, 0, 0))))
    attributes = file.file.meshes[0].primitives[0].attributes
    stored = {name: file.file.accessors[index].componentType for name, index in vars(attributes).items() if index}
    kinds = {"POSITION": 5120, "NORMAL": 5120, "TEXCOORD_0": 5123} if integers else dict.fromkeys(stored, 5126)
    assert stored.items() <= kinds.items()
    extensions = ["KHR_mesh_quantization", "KHR_texture_transform"] if integers else []
    assert file.file.extensionsRequired == file.file.extensionsUsed == extensions


@pytest.mark.parametrize("integers", [False, True])
def test_the_48_orientations(convert: Convert, integers: bool) -> None:
    nodes, wanted = [], []
    for number, (byte, turn) in enumerate(hf.ORIENTATIONS.items()):
        move = (7 * (number % 7), 7 * (number // 7), 3)
        nodes += [
            hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": "{} {} {}".format(*move), "r": byte}, name=f"turn {byte}"),
            hv.nshp(3 + 2 * number, 0),
        ]
        wanted.append(hf.samples(hf.placed(L_SHAPE, SIZE, turn, move)))
    group = hv.ngrp(1, *range(2, 98, 2))
    file = convert(l_shape(), hv.ntrn(0, 1), group, *nodes, voxel_size=0.25, integers=integers)
    assert len(wanted) == 48
    compare(file, hf.together(wanted), 0.25)
    assert [node.name for node in file.file.nodes] == [f"turn {byte}" for byte in hf.ORIENTATIONS]
    # One mesh and its mirror image, which differ in positions and normals alone.
    first, second = file.file.meshes
    assert first.primitives[0].attributes.TEXCOORD_0 == second.primitives[0].attributes.TEXCOORD_0
    assert {node.mesh for node in file.file.nodes} == {0, 1}
    assert all(min(node.scale or [1]) > 0 for node in file.file.nodes)


def test_groups_are_nodes(convert: Convert) -> None:
    file = convert(
        l_shape(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 6),
        hv.ntrn(2, 3, {"t": "10 0 0", "r": 17}, name="group", layer=0),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, {"t": "1 2 3"}, name="inside"),
        hv.nshp(5, 0),
        hv.ntrn(6, 5, {"t": "-9 0 0"}),
        hv.layr(0, name="walls"),
    )
    nodes = file.file.nodes
    assert [(node.name, node.mesh, node.children) for node in nodes] == [
        ("group", None, [1]),
        ("inside", 0, []),
        ("a", 0, []),
    ]
    assert file.file.scenes[0].nodes == [0, 2] and file.file.scenes[0].name == "a"
    assert [node.extras for node in nodes] == [{"trivox_layer": "walls"}, {"trivox_layer": "walls"}, {}]
    turn = hf.rotation_of(17)
    inner = hf.placed(L_SHAPE, SIZE, STILL, (1, 2, 3))
    moved = {tuple(np.floor(turn @ (np.array(c) + 0.5) + [10, 0, 0]).astype(int)): i for c, i in inner.items()}
    other = hf.placed(L_SHAPE, SIZE, STILL, (-9, 0, 0))
    compare(file, hf.together([hf.samples(moved), hf.samples(other)]))


@pytest.mark.parametrize("integers", [False, True])
def test_several_models_share_a_picture(convert: Convert, integers: bool) -> None:
    models, nodes, wanted = [], [], []
    for number in range(5):
        cells = {(x, y, 0): 1 + (7 * number + 3 * x + 2 * y) % 50 for x in range(3) for y in range(2 + number)}
        size, move = (3, 2 + number, 1), (10 * number, 0, 0)
        models.append(hv.model(size, [(*cell, index) for cell, index in cells.items()]))
        nodes += [hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": f"{10 * number} 0 0"}), hv.nshp(3 + 2 * number, number)]
        wanted.append(hf.samples(hf.placed(cells, size, STILL, move)))
    file = convert(*models, hv.ntrn(0, 1), hv.ngrp(1, *range(2, 12, 2)), *nodes, integers=integers)
    compare(file, hf.together(wanted))
    assert len(file.file.meshes) == 5 and len(file.file.images) == 1


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
def test_counts_are_those_of_the_mesh(convert: Convert, tmp_path: Path, mode: str) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    grid = np.random.default_rng(5).integers(0, 4, (6, 5, 7)).astype(np.uint8)
    file = convert(hv.dense_model(grid), *ALONE, mesh=MeshOptions(mode=mode))
    (mesh,) = assemble(read(tmp_path / "a.vox"), MeshOptions(mode=mode)).meshes
    (primitive,) = file.file.meshes[0].primitives
    assert file.file.accessors[primitive.attributes.POSITION].count == mesh.counts.gpu_vertices
    assert file.file.accessors[primitive.indices].count == 3 * mesh.counts.triangles
    # Another reader agrees on the triangles, and on where they are: the pivot is at the middle, up is y.
    scene = trimesh.load_scene(tmp_path / "a.glb")
    assert sum(len(one.faces) for one in scene.geometry.values()) == mesh.counts.triangles
    filled = np.argwhere(grid)
    low, high = filled.min(axis=0) - [3, 2, 3], filled.max(axis=0) + 1 - [3, 2, 3]
    (x, y, z), (x2, y2, z2) = low, high
    np.testing.assert_allclose(scene.bounds, np.array([(x, z, -y2), (x2, z2, -y)]) * 0.1, atol=1e-6)


TRUTH = [record for record in oracle.shared_json("models", "truth.json") if record["interior"] == "remove"]
SINGLE = sorted({one["file"] for one in TRUTH} - {one["file"] for one in TRUTH if one["model"]})


@pytest.mark.parametrize("file", SINGLE)
@pytest.mark.skipif(not TRUTH, reason="the folder of public models (TRIVOX_SHARED) is absent")
def test_public_models_have_their_true_triangles(tmp_path: Path, file: str) -> None:
    (record,) = (one for one in TRUTH if one["file"] == file)
    source, target = oracle.shared("models") / file, tmp_path / "a.glb"
    # The records know no glass.
    done = convert_file(str(source), str(target), ConvertOptions(mesh=MeshOptions(mode="polygons"), opaque=True))
    assert done.error is None
    found = hg.Glb(target)
    drawn = [primitive.indices for mesh in found.file.meshes for primitive in mesh.primitives]
    assert sum(found.file.accessors[index].count for index in drawn) == 3 * record["triangles"]["polygons"]


def test_the_cover_is_closed_where_it_says_so(convert: Convert, tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    convert(l_shape(), mesh=MeshOptions(mode="watertight"))
    (one,) = trimesh.load_scene(tmp_path / "a.glb").geometry.values()
    one.merge_vertices(merge_tex=True, merge_norm=True)
    assert one.is_watertight and one.is_winding_consistent
    np.testing.assert_allclose(one.volume, len(L_SHAPE) * 0.1**3, rtol=1e-5)


def expected_light(index: np.ndarray) -> np.ndarray:
    """(n, 3): what a lamp sends out."""
    return np.where((index == LAMP)[:, None], hg.linear(PALETTE[index, :3] / 255) * 0.6 * 10, 0)


@pytest.mark.parametrize("glass", ["both", "transmission", "alpha"])
@pytest.mark.parametrize("integers", [False, True])
def test_materials_texel_by_texel(convert: Convert, glass: str, integers: bool) -> None:
    cells = {(x, y, 0): index for y in range(2) for x, index in enumerate((1, METAL, LAMP, 1))}
    cells |= {(5, y, z): GLASS for y in range(2) for z in range(2)}
    model = hv.model((6, 2, 2), [(*c, i) for c, i in cells.items()])
    file = convert(model, *ALONE, *KINDS, glass=glass, integers=integers)
    wanted = hf.samples(hf.placed(cells, (6, 2, 2), STILL, (0, 0, 0)), {GLASS})
    material = compare(file, wanted)
    names = [one.name for one in file.file.materials]
    assert names == ["a", "a transparent"] and ((material == 1) == (wanted.index == GLASS)).all()
    parts = list(file.drawn())
    triangles = np.concatenate([part.triangles for part in parts]) / 0.1
    found, weights = hf.hits(triangles, wanted)
    uv = (np.concatenate([part.uv for part in parts])[found] * weights[..., None]).sum(axis=1)
    for number in (0, 1):
        own = material == number
        index, shown = wanted.index[own], file.shade(number, uv[own])
        clear = np.where(index == GLASS, 0.75, 0)
        covered = np.where(index == GLASS, hf.best_alpha(PALETTE[GLASS], 0.75) / 255, 1)
        rough = np.where(index == METAL, 0.4, np.where(index == GLASS, 0.2, 1))
        np.testing.assert_allclose(shown["roughness"], rough, atol=0.5 / 255 + 1e-6)
        np.testing.assert_allclose(shown["metallic"], np.where(index == METAL, 0.8, 0), atol=0.5 / 255 + 1e-6)
        np.testing.assert_allclose(shown["transmission"], clear if glass != "alpha" else 0 * clear, atol=1e-6)
        np.testing.assert_allclose(shown["alpha"], covered if glass != "transmission" else 1, atol=1 / 255)
        np.testing.assert_allclose(shown["light"], expected_light(index), rtol=0.02, atol=0.02)
    opaque, clear = file.file.materials
    assert (
        not opaque.doubleSided
        and bool(clear.doubleSided) == (glass == "transmission")
        and (opaque.alphaMode or "OPAQUE") == "OPAQUE"
    )
    assert ("KHR_materials_transmission" in clear.extensions) == (glass != "alpha")
    if glass != "alpha":
        assert clear.extensions["KHR_materials_ior"]["ior"] == pytest.approx(1.6)
    assert opaque.extensions["KHR_materials_emissive_strength"]["emissiveStrength"] == pytest.approx(6)


def test_what_was_cut_open_is_seen_from_inside(convert: Convert) -> None:
    two = [hv.ntrn(2, 3, {"t": "0 0 0"}), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "0 0 2"}), hv.nshp(5, 0)]
    chunks = (l_shape(), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), *two)
    for join, wanted in (("separate", False), ("contacts", True), ("one", False)):
        (material,) = convert(*chunks, scene=SceneOptions(join=join)).file.materials
        assert bool(material.doubleSided) == wanted


def test_weak_light_beside_strong_light(convert: Convert) -> None:
    kinds = [hv.matl(1, type="_emit", emit=0.2, flux=0), hv.matl(2, type="_emit", emit=1, flux=4)]
    file = convert(hv.model((1, 1, 2), [(0, 0, 0, 1), (0, 0, 1, 2)]), *ALONE, *kinds)
    # An image of bytes tells no more than 64 times.
    (material,) = file.file.materials
    strength = material.extensions["KHR_materials_emissive_strength"]["emissiveStrength"]
    assert strength == pytest.approx(0.2 * 64)
    uv = np.concatenate([part.uv.reshape(-1, 2) for part in file.drawn()]) * 0.98 + 0.01
    light = np.unique(file.shade(0, uv)["light"].max(axis=1))
    wanted = hg.linear(PALETTE[[1, 2], :3] / 255) * [[0.2], [0.2 * 64]]
    np.testing.assert_allclose(light[light > 0], wanted.max(axis=1), rtol=0.05)


def test_opaque_glass_is_not_seen_through(convert: Convert) -> None:
    file = convert(l_shape(), *ALONE, *KINDS, opaque=True)
    (material,) = file.file.materials
    assert not material.extensions.keys() & {"KHR_materials_transmission"} and material.alphaMode in (None, "OPAQUE")


def test_equal_materials_need_no_picture(convert: Convert) -> None:
    file = convert(l_shape(), *(hv.matl(index, type="_emit", emit=0.5, flux=0) for index in range(1, 6)))
    (material,), (image,) = file.file.materials, file.file.images
    assert material.emissiveFactor == [0.5] * 3 and not material.extensions and image.mimeType == "image/png"
    assert material.emissiveTexture.index == material.pbrMetallicRoughness.baseColorTexture.index == 0
    plain = convert(l_shape())
    assert not plain.file.materials[0].emissiveTexture and plain.file.materials[0].emissiveFactor == [0] * 3
    assert plain.file.materials[0].pbrMetallicRoughness.metallicFactor == 0
    assert plain.file.materials[0].pbrMetallicRoughness.roughnessFactor == 1


def hidden_scene() -> tuple[bytes, ...]:
    return (
        l_shape(),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 6),
        hv.ntrn(2, 3, {"t": "0 5 0"}, name="away", hidden=1),
        hv.ngrp(3, 4),
        hv.ntrn(4, 5, {"t": "0 0 9"}, name="inside"),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "20 0 0"}, name="seen"),
        hv.nshp(7, 0),
    )


def test_hidden_nodes_are_left_out(convert: Convert) -> None:
    file = convert(*hidden_scene())
    assert [node.name for node in file.file.nodes] == ["seen"] and not file.file.extensionsUsed
    compare(file, hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (20, 0, 0))))


def test_hidden_nodes_are_kept_where_they_are(convert: Convert) -> None:
    file = convert(*hidden_scene(), scene=SceneOptions(hidden="hide"))
    compare(file, hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (20, 0, 0))))
    assert file.file.extensionsUsed == ["KHR_node_visibility"] and not file.file.extensionsRequired
    # One handle hides the group.
    assert [bool(node.extensions) for node in file.file.nodes] == [True, False, False]
    for node in file.file.nodes:
        node.extensions = {}
    all_of_it = [hf.placed(L_SHAPE, SIZE, STILL, move) for move in ((0, 5, 9), (20, 0, 0))]
    compare(file, hf.together(map(hf.samples, all_of_it)))


BAR = {(0, 0, z): 9 for z in range(4)}
MOVES = {0: (5, (0, 0, 0), 4), 2: (5, (0, 0, 7), 4), 3: (5, (1, 0, 7), 17)}
"""By the first frame: where the moving node goes, and how it turns."""


def animated() -> tuple[bytes, ...]:
    """A node that shows two models in turn, and moves, and one that rests."""
    return (
        hv.meta(anim_range="0 5"),
        l_shape(),
        hv.model((1, 1, 4), [(*cell, index) for cell, index in BAR.items()]),
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 4),
        hv.ntrn(
            2,
            3,
            {"t": "0 0 0", "r": 4, "f": 0},
            {"t": "0 0 7", "r": 4, "f": 2},
            {"t": "1 0 7", "r": 17, "f": 3},
            name="moves",
        ),
        hv.nshp(3, (0, 0), (1, 2), (0, 4)),
        hv.ntrn(4, 5, {"t": "30 0 0"}, name="rests"),
        hv.nshp(5, 1),
    )


def animated_at(frame: int) -> hf.Samples:
    """What is seen in a frame, by hand."""
    cells, size = (BAR, (1, 1, 4)) if 2 <= frame < 4 else (L_SHAPE, SIZE)
    move, byte = ((0, 0, 0), 4) if frame < 2 else ((0, 0, 7), 4) if frame < 3 else ((1, 0, 7), 17)
    moved = hf.placed(cells, size, hf.rotation_of(byte), move)
    return hf.together([hf.samples(moved), hf.samples(hf.placed(BAR, (1, 1, 4), STILL, (30, 0, 0)))])


@pytest.mark.parametrize("integers", [False, True])
def test_frames_play_one_at_a_time(convert: Convert, integers: bool) -> None:
    file = convert(*animated(), scene=SceneOptions(animation="animate", rate=4), integers=integers)
    (animation,) = file.file.animations
    assert animation.name == "a"
    for frame in range(6):
        for part in (0, 0.9):
            compare(file, animated_at(frame), time=(frame + part) / 4)
    # Viewers that play nothing show the first frame; those that play show the last as long as the others.
    compare(file, animated_at(0))
    ends = {file.array(sampler.input)[-1, 0] for sampler in animation.samplers}
    assert ends == {6 / 4}


@pytest.mark.parametrize("first", [0, 3])
def test_an_animation_begins_with_its_first_frame(convert: Convert, first: int) -> None:
    file = convert(hv.meta(anim_range=f"{first} 5"), *animated()[1:])
    (animation,) = file.file.animations
    starts = {file.array(sampler.input)[0, 0] for sampler in animation.samplers}
    assert starts == {0}
    for frame in range(6):
        compare(file, animated_at(frame), time=(frame + 0.5) / 8)


def test_hidden_nodes_that_take_turns_are_hidden(convert: Convert) -> None:
    bar = hv.model((1, 1, 4), [(*cell, index) for cell, index in BAR.items()])
    nodes = (hv.ntrn(0, 1, hidden=1, name="turns"), hv.nshp(1, (0, 0), (1, 2)))
    file = convert(l_shape(), bar, *nodes, scene=SceneOptions(hidden="hide", animation="animate"))
    assert [node.name for node in file.file.nodes if node.extensions] == ["turns"] and file.file.animations
    assert sorted(node.scale == [0.0] * 3 for node in file.file.nodes if node.mesh is not None) == [False, True]


def test_a_still_file_has_no_animation(convert: Convert) -> None:
    assert not convert(l_shape()).file.animations


def test_a_node_above_others_may_show_a_mesh(tmp_path: Path) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.glb"
    nodes = (hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, name="one"), hv.nshp(3, 0))
    source.write_bytes(hv.vox(l_shape(), *nodes, hv.rgba(hv.colors())))
    assembly = assemble(read(source), layout=writer_of(target).layout(MeshOptions()))
    (node,) = assembly.scene.nodes
    below = replace(node, name="two", parent=0, transforms=(move(node.transforms[0], (0, 9, 0)),))
    above = replace(node, transforms=(move(node.transforms[0], (0, 0, 9)),))
    scene = replace(assembly.scene, nodes=(above, below))
    made = writer_of(target).write(Assembly(scene, assembly.meshes), WriteOptions(integers=True), "a")
    target.write_bytes(made.data)
    file = hg.Glb(target)
    compare(file, hf.together(hf.samples(hf.placed(L_SHAPE, SIZE, STILL, place)) for place in ((0, 0, 9), (0, 9, 9))))
    # The unit of the mesh is not for what is below.
    assert [node.name for node in file.file.nodes] == ["one", "two", "one"] and not file.file.nodes[0].scale


def move(frame: TransformFrame, place: tuple[int, int, int]) -> TransformFrame:
    """A transform frame elsewhere."""
    return replace(frame, translation=np.array(place, np.int64))


def test_long_models_need_more_than_a_byte(convert: Convert) -> None:
    for length, kind in ((254, 5120), (255, 5122)):
        cells = {(0, 0, 0): 1, (length - 1, 0, 0): 2}
        file = convert(hv.model((length, 1, 1), [(*c, i) for c, i in cells.items()]), *ALONE, integers=True)
        compare(file, hf.samples(hf.placed(cells, (length, 1, 1), STILL, (0, 0, 0))))
        accessor = file.file.meshes[0].primitives[0].attributes.POSITION
        assert file.file.accessors[accessor].componentType == kind


def test_what_no_short_holds_is_stored_as_numbers(convert: Convert) -> None:
    far = [hv.ntrn(2, 3, {"t": "0 0 0"}), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "70000 0 0"}), hv.nshp(5, 0)]
    file = convert(l_shape(), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), *far, scene=SceneOptions(join="one"), integers=True)
    accessor = file.file.meshes[0].primitives[0].attributes.POSITION
    assert file.file.accessors[accessor].componentType == 5126
    wanted = [hf.samples(hf.placed(L_SHAPE, SIZE, STILL, (x, 0, 0))) for x in (0, 70000)]
    points = np.concatenate([one.point for one in wanted])
    drawn = np.concatenate([part.triangles for part in file.drawn()]).reshape(-1, 3) / 0.1
    ends = [points.min(axis=0).round(), points.max(axis=0).round()]
    np.testing.assert_allclose([drawn.min(axis=0), drawn.max(axis=0)], ends, atol=0.01)


@given(
    grid=st.integers(0, 2**32 - 1).map(
        lambda seed: np.random.default_rng(seed).choice(6, (4, 3, 4), p=[0.4, 0.2, 0.1, 0.1, 0.1, 0.1]).astype(np.uint8)
    ),
    mode=st.sampled_from(["faces", "polygons", "watertight", "rectangles"]),
    merge=st.sampled_from(["any", "color", "material"]),
    border=st.integers(0, 2),
    texels=st.builds(dict, texel_scale=st.integers(1, 4), align=st.booleans(), own_texels=st.booleans()),
    integers=st.booleans(),
    byte=st.sampled_from(sorted(hf.ORIENTATIONS)),
)
@settings(max_examples=40)
def test_any_grid(
    tmp_path_factory: pytest.TempPathFactory,
    grid: np.ndarray,
    mode: str,
    merge: str,
    border: int,
    texels: dict[str, int],
    integers: bool,
    byte: int,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    cells = {tuple(cell): int(grid[tuple(cell)]) for cell in np.argwhere(grid).tolist()}
    if not cells:
        return
    nodes = (hv.ntrn(0, 1, {"t": "3 -2 5", "r": byte}), hv.nshp(1, 0))
    (folder / "a.vox").write_bytes(hv.vox(hv.dense_model(grid), *nodes, *KINDS, hv.rgba(hv.colors())))
    mesh = MeshOptions(mode=mode, merge=merge, border=border, interior="keep", **texels)
    options = ConvertOptions(mesh, None, WriteOptions(integers=integers))
    assert convert_file(str(folder / "a.vox"), str(folder / "a.glb"), options).error is None
    wanted = hf.samples(hf.placed(cells, grid.shape, hf.ORIENTATIONS[byte], (3, -2, 5)), {GLASS})
    compare(hg.Glb(folder / "a.glb"), wanted)


def test_the_same_file_gives_the_same_bytes(tmp_path: Path) -> None:
    source = tmp_path / "a.vox"
    source.write_bytes(hv.vox(*animated(), hv.rgba(hv.colors())))
    for name in ("one", "two"):
        assert convert_file(str(source), str(tmp_path / f"{name}.glb"), ConvertOptions()).error is None
    assert (tmp_path / "one.glb").read_bytes() == (tmp_path / "two.glb").read_bytes()


def test_triangles_that_were_read_are_written_again(convert: Convert, tmp_path: Path) -> None:
    convert(*animated())
    tvx, target = tmp_path / "a.tvx", tmp_path / "b.glb"
    for source, goal in ((tmp_path / "a.vox", tvx), (tvx, target)):
        assert convert_file(str(source), str(goal), ConvertOptions()).error is None
    file = hg.Glb(target)
    for frame in range(6):
        compare(file, animated_at(frame), time=(frame + 0.5) / 8)


@pytest.mark.parametrize("library", ["pygltflib", "PIL"])
def test_a_missing_library_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    for name in list(sys.modules):
        if name.startswith(("trivox.core.formats.gltf.", "trivox.core.formats.pictures")) and "entries" not in name:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    source, target = tmp_path / "a.vox", tmp_path / "new" / "a.glb"
    source.write_bytes(hv.vox(l_shape()))
    done = convert_file(str(source), str(target), ConvertOptions())
    assert done.error == f".glb files need {library}, which is not installed; pip install pygltflib pillow"
    assert not target.parent.exists()


@pytest.mark.parametrize("name", ["\udcff x", "b\x07ell", 'quo"te', "Grüße"])
def test_names_that_need_escaping(tmp_path: Path, name: str) -> None:
    source, target = tmp_path / "a.vox", tmp_path / "a.glb"
    source.write_bytes(hv.vox(l_shape(), hv.ntrn(0, 1, name=name.encode("utf-8", "replace").decode()), hv.nshp(1, 0)))
    assembly = assemble(read(source), layout=writer_of(target).layout(MeshOptions()))
    named = replace(assembly.scene, name=name)
    target.write_bytes(writer_of(target).write(Assembly(named, assembly.meshes), WriteOptions(), "a").data)
    assert hg.Glb(target).file.scenes[0].name == name.replace("\udcff", "\ufffd")
    report = hg.validated(target)
    assert report is None or report[:2] == [0, 0]
