"""Textures of several texels a face, aligned, and of its own for each face, against a plain rasteriser and BC1."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import block_compression as bc
import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_naive import naive_mesh
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import CompactLayout, Mesh, MeshOptions, assemble, build_mesh, build_model, read_vox
from trivox.core.checks import check_mesh
from trivox.core.errors import FormatError, LimitError, OptionError, TrivoxError
from trivox.core.formats.tvx import tvx_of
from trivox.core.texture import tiles
from trivox.core.texture.sheet import lay_sheet
from trivox.core.voxels import Look, Model, Scene
from trivox.core.voxels.scene import ModelFrame, SceneNode
from trivox.core.voxels.transforms import resting

Face = tuple[int, int, int, int]
"""Direction, plane, column and row."""
Texel = tuple[int, int]

SHAPES = oracle.shapes()
SCALES = [1, 2, 3, 4, 5, 8]
OPTIONS = st.builds(
    MeshOptions,
    mode=st.sampled_from(oracle.ALL_MODES),
    border=st.integers(0, 5),
    power_of_two=st.booleans(),
    texel_scale=st.sampled_from(SCALES),
    align=st.booleans(),
    own_texels=st.booleans(),
)


def shown(mesh: Mesh) -> dict[int, dict[Texel, set[Face]]]:
    """The places of planes that each texel of each polygon shows in its middle, by exact arithmetic.

    A polygon whose corners all point at one texel shows all its faces there.
    """
    found: dict[int, dict[Texel, set[Face]]] = {}
    for points, texels, polygon in zip(
        mesh.vertices[mesh.triangles].tolist(),
        mesh.corner_texels().tolist(),
        mesh.triangle_polygon.tolist(),
        strict=True,
    ):
        direction = int(mesh.polygon_direction[polygon])
        flat = [tuple(point[axis] for axis in oracle.FRAMES[direction]) for point in points]
        plane = points[0][direction // 2]
        mine = found.setdefault(polygon, {})
        if texels[0] == texels[1] == texels[2]:
            here = mine.setdefault(tuple(int(part) for part in np.floor(texels[0])), set())
            here |= {(direction, plane, *cell) for cell in cells_under(flat)}
            continue
        low, high = (np.array(extreme, int) for extreme in (np.min(texels, axis=0), np.max(texels, axis=0)))
        for column, row in itertools.product(range(low[0], high[0]), range(low[1], high[1])):
            weights = barycentric(texels, (Fraction(2 * column + 1, 2), Fraction(2 * row + 1, 2)))
            if min(weights) >= 0:
                u, v = (sum(w * point[axis] for w, point in zip(weights, flat, strict=True)) for axis in (0, 1))
                mine.setdefault((column, row), set()).add((direction, plane, u // 1, v // 1))
    return found


def barycentric(corners: list[list[float]], at: tuple[Fraction, Fraction]) -> list[Fraction]:
    a, b, c = ([Fraction(part) for part in corner] for corner in corners)

    def area(p: list[Fraction], q: list[Fraction], r: list[Fraction]) -> Fraction:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    here = list(at)
    return [part / area(a, b, c) for part in (area(here, b, c), area(a, here, c), area(a, b, here))]


def cells_under(corners: list[tuple[int, ...]]) -> set[tuple[int, int]]:
    """Cells whose middle a triangle covers."""
    (left, low), (right, high) = np.min(corners, axis=0).tolist(), np.max(corners, axis=0).tolist()
    return {
        (u, v)
        for u, v in itertools.product(range(left, right), range(low, high))
        if min(barycentric([list(c) for c in corners], (Fraction(2 * u + 1, 2), Fraction(2 * v + 1, 2)))) >= 0
    }


def check_texels(grid: np.ndarray, mesh: Mesh) -> None:
    """Every visible face shows its color in all its texels; blocks and faces keep apart where options say so."""
    options, scale = mesh.options, mesh.options.texel_scale
    colors = {
        (p.direction, p.plane, *face): int(grid[p.voxel(face)])
        for p in oracle.polygons_of(grid, options.interior)
        for face in p.faces
    }
    polygons = shown(mesh)
    texels_of: dict[Face, list[Texel]] = {}
    faces_at: dict[Texel, set[Face]] = {}
    for texels in polygons.values():
        for (column, row), faces in texels.items():
            assert {colors[face] for face in faces & colors.keys()} <= {int(mesh.atlas[row, column])}
            faces_at.setdefault((column, row), set()).update(faces)
            for face in faces:
                texels_of.setdefault(face, []).append((column, row))
    assert texels_of.keys() >= colors.keys()
    if options.own_texels:
        assert max(map(len, faces_at.values()), default=0) <= 1, "two faces share a texel"
        assert all(len(texels) % scale**2 == 0 for texels in texels_of.values())
        assert options.mode == "fewest" or all(len(texels) == scale**2 for texels in texels_of.values())
    if options.align:
        assert not any(side % 4 for side in mesh.atlas.shape) or not polygons
        check_blocks(mesh, polygons)
    check_borders(mesh, polygons)
    assert check_mesh(grid, mesh) == []


def box(texels: dict[Texel, set[Face]]) -> tuple[int, int, int, int]:
    columns, rows = zip(*texels, strict=True)
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def check_blocks(mesh: Mesh, polygons: dict[int, dict[Texel, set[Face]]]) -> None:
    """No block of 4 x 4 texels has texels of two tiles or of their borders."""
    owner: dict[Texel, tuple[int, ...]] = {}
    border = mesh.options.border
    for left, low, right, high in {box(texels) for texels in polygons.values()}:
        for column, row in itertools.product(range(left - border, right + border), range(low - border, high + border)):
            assert owner.setdefault((column // 4, row // 4), (left, low)) == (left, low)


def check_borders(mesh: Mesh, polygons: dict[int, dict[Texel, set[Face]]]) -> None:
    """The outermost texels of each tile are around it, and reach as far as its blocks."""
    border, step = mesh.options.border, 4 if mesh.options.align else 1
    for left, low, right, high in {box(texels) for texels in polygons.values()}:
        before = [at - (at - border) // step * step for at in (left, low)]
        after = [-(-(at + border) // step) * step - at for at in (right, high)]
        part = mesh.atlas[low - before[1] : high + after[1], left - before[0] : right + after[0]]
        inner = mesh.atlas[low:high, left:right]
        expected = np.pad(inner, ((before[1], after[1]), (before[0], after[0])), mode="edge")
        np.testing.assert_array_equal(part, expected)


@settings(max_examples=150)
@given(oracle.grids(), OPTIONS)
def test_texels_of_random_grids(grid: np.ndarray, options: MeshOptions) -> None:
    check_texels(grid, build_mesh(grid, options))


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("scale", [1, 2, 4])
@pytest.mark.parametrize("mode", oracle.ALL_MODES)
@pytest.mark.parametrize("name", ["open_cavity", "stairs", "ell", "edge_and_corner_touch"])
def test_texels_of_shapes(name: str, mode: str, scale: int, own: bool) -> None:
    grid = oracle.random_colours(SHAPES[name] != 0, 5, 3) if name == "stairs" else SHAPES[name]
    check_texels(grid, build_mesh(grid, MeshOptions(mode, texel_scale=scale, align=scale == 4, own_texels=own)))


def test_own_texels_of_one_color() -> None:
    """A box of one color: a texel for each of its faces, in a tile for each side."""
    mesh = build_mesh(np.ones((5, 4, 3), np.uint8), MeshOptions(border=0, own_texels=True))
    assert (mesh.counts.tiles, mesh.counts.texels_used) == (6, 2 * (20 + 15 + 12))
    assert mesh.projection.is_flat.all() and not mesh.projection.is_single.any()
    assert (mesh.projection.color == 1).all()


def test_defaults_change_nothing() -> None:
    options = MeshOptions()
    assert (options.texel_scale, options.align, options.own_texels) == (1, False, False)


@pytest.mark.parametrize("scale", [0, 9, -1, 1.0, True, "4", None])
def test_wrong_scales_are_refused(scale: object) -> None:
    with pytest.raises(OptionError, match=r"texel_scale is .*; it must be a whole number of texels from 1 to 8"):
        MeshOptions(texel_scale=scale)  # type: ignore[arg-type]


def test_too_many_texels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trivox.core.texture.layouts.MAX_TEXELS", 900)
    grid = oracle.random_colours(oracle.solid(5, 5, 5), 4)
    assert build_mesh(grid).counts.texels_used <= 900 < tiles.MAX_TEXELS
    with pytest.raises(LimitError, match="fewer texels per voxel"):
        build_mesh(grid, MeshOptions(texel_scale=4))


@pytest.mark.parametrize("own", [False, True])
def test_moved_meshes_keep_their_texels(own: bool) -> None:
    grid = oracle.random_colours(SHAPES["stairs"] != 0, 5, 3)
    mesh = build_mesh(grid, MeshOptions(texel_scale=3, own_texels=own))
    moved = mesh.relocated(mesh.vertices + np.array([7, -3, 2], np.int32))
    np.testing.assert_array_equal(moved.corner_texels(), mesh.corner_texels())
    assert (moved.projection.scale, moved.projection.own) == (3, own)


def test_far_models() -> None:
    """Cells that lie far apart are meshed close together and moved back."""
    rng = np.random.default_rng(1)
    near = np.unique(rng.integers(0, 5, (60, 3)), axis=0)
    positions = np.concatenate([near, near + 200_000]).astype(np.int32)
    model = Model((400_000,) * 3, positions, rng.integers(1, 9, len(positions)).astype(np.uint8))
    texels = {}
    for scale in (1, 4):
        mesh = build_model(model, MeshOptions(texel_scale=scale))
        corner = mesh.corner_texels()
        at = np.floor(corner.mean(axis=1)).astype(int)
        texels[scale] = (mesh.vertices[mesh.triangles].tolist(), mesh.atlas[at[:, 1], at[:, 0]].tolist())
        assert (corner >= 0).all() and (corner <= np.array(mesh.atlas.shape[::-1])).all()
    assert texels[1][0] == texels[4][0]


def test_tvx_files_have_one_texel_a_face() -> None:
    grid = oracle.random_colours(oracle.solid(4, 4, 4), 4)
    node = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),))
    scene = Scene(name="", models=(Model.from_grid(grid),), look=Look(palette_of(9)), nodes=(node,))
    options = MeshOptions(texel_scale=4, own_texels=True, align=True)
    compact = assemble(scene, options, layout=CompactLayout(), largest=255)
    plain = assemble(scene, MeshOptions(), layout=CompactLayout(), largest=255)
    np.testing.assert_array_equal(compact.meshes[0].atlas, plain.meshes[0].atlas)
    with pytest.raises(FormatError, match="one texel a face"):
        tvx_of(assemble(scene, options, largest=255))


# What the proofs find


SPECKLED = oracle.random_colours(oracle.solid(4, 3, 2), 7, 9)


@pytest.mark.parametrize("scale", [2, 3, 4, 8])
def test_every_texel_of_a_face_is_proven(scale: int) -> None:
    right = build_mesh(SPECKLED, MeshOptions(texel_scale=scale, border=0))
    assert check_mesh(SPECKLED, right) == []
    inside = sorted({texel for texels in shown(right).values() for texel in texels})
    for column, row in inside[:: max(1, len(inside) // 40)]:
        atlas = right.atlas.copy()
        atlas[row, column] ^= 1
        (said,) = check_mesh(SPECKLED, replace(right, atlas=atlas))
        assert "show a texel of another colour" in said


def claimed(mesh: Mesh, **options: object) -> list[str]:
    return check_mesh(SPECKLED, replace(mesh, options=replace(mesh.options, **options)))


def test_wrong_tiles_are_reported() -> None:
    naive = naive_mesh(SPECKLED, MeshOptions("faces"))
    assert claimed(naive, own_texels=True) == [], "each face has a tile of its own there"
    (said,) = claimed(build_mesh(SPECKLED, MeshOptions("faces")), own_texels=True)
    assert "polygons have faces that share a texel; the first is polygon" in said
    plain = build_mesh(np.ones_like(SPECKLED))
    said = check_mesh(np.ones_like(SPECKLED), replace(plain, options=replace(plain.options, own_texels=True)))
    assert said == ["6 of 6 polygons have faces that share a texel; the first is polygon 0"]
    own = build_mesh(np.ones_like(SPECKLED), MeshOptions(own_texels=True))
    single = replace(own, projection=replace(own.projection, own=False))
    said = check_mesh(np.ones_like(SPECKLED), single)
    assert "6 of 6 polygons have faces that share a texel; the first is polygon 0" in said, (
        "each has but one of its own"
    )
    said = claimed(build_mesh(SPECKLED, MeshOptions(border=1)), align=True)
    assert any("share a block of texels with another one" in line for line in said)
    aligned = build_mesh(SPECKLED, MeshOptions(align=True))
    assert claimed(aligned) == []
    assert any("share a block" in line for line in claimed(aligned, border=4)), "borders count"
    cut = replace(aligned, atlas=np.pad(aligned.atlas, ((0, 1), (0, 0))))
    said = check_mesh(SPECKLED, replace(cut, counts=replace(cut.counts, texels=cut.atlas.size)))
    assert said == [
        f"the atlas has {cut.atlas.shape[1]} x {cut.atlas.shape[0]} texels; both sides must be multiples of 4"
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"scale": 0}, "projection.scale is 0; it must be a whole number from 1 to 8"),
        ({"scale": 9}, "projection.scale is 9; it must be a whole number from 1 to 8"),
        ({"scale": 1.0}, "projection.scale is 1.0; it must be a whole number from 1 to 8"),
        ({"own": 1}, "projection.own is 1; it must be true or false"),
    ],
)
def test_wrong_projections_are_reported(change: dict[str, object], sentence: str) -> None:
    mesh = build_mesh(SPECKLED)
    assert check_mesh(SPECKLED, replace(mesh, projection=replace(mesh.projection, **change))) == [sentence]


# The atlas


def shared_files() -> list[str]:
    folders = [folder for folder in map(oracle.shared, ("models", "cases")) if folder]
    return sorted(str(path) for folder in folders for path in folder.glob("*.vox"))


@pytest.mark.parametrize("path", shared_files())
def test_little_of_an_atlas_is_free(path: str) -> None:
    """At least 90 % of every atlas of more than 1,000 texels are used, in every mode."""
    try:
        scene = read_vox(path)
    except TrivoxError:
        return
    seen = set()
    for model in scene.models:
        digest = (model.size, model.positions.tobytes(), model.indices.tobytes())
        if digest in seen or not model.voxels:
            continue
        seen.add(digest)
        for mode in oracle.ALL_MODES:
            counts = build_model(model, MeshOptions(mode), scene.look).counts
            assert counts.texels <= 1000 or counts.texels_used >= 0.9 * counts.texels, mode


def test_aligned_sheets() -> None:
    sizes = np.array([(5, 7), (8, 4), (3, 3), (12, 12)])
    loose, aligned = (lay_sheet(sizes, power_of_two=False, align=align) for align in (False, True))
    assert (loose.positions % 4).any() and not (aligned.positions % 4).any()
    assert (aligned.width % 4, aligned.height % 4) == (0, 0)
    assert (aligned.positions + sizes <= (aligned.width, aligned.height)).all()


# Block compression


def test_compression_keeps_what_it_can() -> None:
    """Blocks of one color, or of two that 16 bits can tell, come back as they are; a gradient nearly."""
    one = np.full((4, 4, 3), (255, 0, 132), np.uint8)
    two = one.copy()
    two[::2] = (0, 255, 255)
    np.testing.assert_array_equal(bc.compressed(np.concatenate([one, two])), np.concatenate([one, two]))
    steps = np.repeat(np.array([0, 85, 170, 255], np.uint8), 12).reshape(4, 4, 3)
    np.testing.assert_array_equal(bc.compressed(steps), steps)
    noise = np.random.default_rng(3).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    assert np.abs(bc.compressed(noise).astype(int) - noise).mean() > 20


def palette_of(colors: int) -> np.ndarray:
    table = np.random.default_rng(9).integers(0, 256, (256, 4)).astype(np.uint8)
    return np.where(np.arange(256)[:, None] <= colors, table, 255).astype(np.uint8)


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_compressed_colors_stay_at_four_aligned_texels(mode: str) -> None:
    grid, palette = oracle.random_colours(oracle.solid(8, 8, 8), 5, 200), palette_of(200)
    share = {
        scale: bc.shifted(build_mesh(grid, MeshOptions(mode, texel_scale=scale, align=scale > 1)), palette)[0]
        for scale in (1, 4, 8)
    }
    assert share[1] > 0.2 and share[4] == share[8] == 0


@pytest.mark.skipif(oracle.shared("models") is None, reason="no shared models")
def test_compressed_colors_of_monu10() -> None:
    scene = read_vox(oracle.shared("models") / "monu10.vox")
    plain, fine = (build_model(scene.models[0], options) for options in (None, MeshOptions(texel_scale=4, align=True)))
    assert bc.shifted(plain, scene.look.palette)[0] > 0.5
    share, most = bc.shifted(fine, scene.look.palette)
    assert share == 0 and most <= 8
