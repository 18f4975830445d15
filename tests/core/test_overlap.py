"""Overlap: which corners move where, told by the unit squares of each polygon; texels beside it; files that have it."""

from __future__ import annotations

from pathlib import Path

import helpers_mesh as oracle
import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.errors import OptionError
from trivox.core.formats import WriteOptions
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES as ALL_MODES
from trivox.core.mesh.overlap import CUTOUT_OVERLAP, MAX_OVERLAP, OVERLAP, moved_texels, overlap_of, steps

MODES = ("polygons", "rectangles", "fewest", "cutout")
WITHIN = np.array([0.43, 0.31])
"""A place in each unit square that is on no side of a triangle of small grids."""


def flat(mesh: Mesh, polygon: int) -> np.ndarray:
    """(T, 3, 2) corners of a polygon's triangles in its plane."""
    own = np.flatnonzero(mesh.triangle_polygon == polygon)
    return mesh.in_plane(mesh.vertices[mesh.triangles[own]].astype(np.int64), np.full(len(own), polygon))


def area(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Twice the area, negative clockwise."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def squares_of(triangles: np.ndarray) -> set[tuple[int, int]]:
    """Unit squares, by their lowest corners, that triangles cover."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    return {
        (u, v)
        for u in range(low[0], high[0])
        for v in range(low[1], high[1])
        for a, b, c in triangles
        if min(area(a, b, p := np.array([u, v]) + WITHIN), area(b, c, p), area(c, a, p)) > 0
    }


def fan_of(squares: set[tuple[int, int]], corner: np.ndarray, inside: np.ndarray) -> list[tuple[int, int]]:
    """Signs of the squares around a corner that hang together with the one in which a point is."""
    signs = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    here = [sign for sign in signs if tuple(int(x) + min(s, 0) for x, s in zip(corner, sign, strict=True)) in squares]
    first = tuple(1 if x > 0 else -1 for x in inside - corner)
    found, grown = [first], True
    while grown:
        more = [s for s in here if s not in found and any(sum(map(abs, np.subtract(s, f))) == 2 for f in found)]
        grown, found = bool(more), found + more
    return found


def expected_step(squares: set[tuple[int, int]], corner: np.ndarray, inside: np.ndarray) -> tuple[int, int]:
    """Away from one square, or from two side by side; into the gap that three leave; nowhere between four."""
    fan = fan_of(squares, corner, inside)
    total = np.sum(fan, axis=0)
    return tuple(int(x) for x in -np.sign(total))


def has_junction(mesh: Mesh, polygon: int, squares: set[tuple[int, int]]) -> bool:
    """Whether the outline of squares passes a vertex of the mesh that the polygon has no corner at."""
    own = {tuple(p) for p in flat(mesh, polygon).reshape(-1, 2).tolist()}
    direction, corner = mesh.polygon_direction[polygon], mesh.vertices[mesh.triangles[mesh.triangle_polygon == polygon]]
    axis = direction // 2
    level = corner[0, 0, axis]
    there = mesh.vertices[mesh.vertices[:, axis] == level].astype(np.int64)
    for point in mesh.in_plane(there, np.full(len(there), polygon)).tolist():
        around = [(point[0] + a, point[1] + b) in squares for a in (-1, 0) for b in (-1, 0)]
        if 0 < sum(around) < 4 and tuple(point) not in own:
            return True
    return False


def check(mesh: Mesh, overlap: float) -> int:
    """Compare all steps with those of the squares; how many polygons move."""
    moved, count = steps(mesh, overlap), 0
    assert moved.shape == (len(mesh.triangles), 3, 3) and moved.dtype == np.int8
    for polygon in range(mesh.polygon_count):
        own, triangles = np.flatnonzero(mesh.triangle_polygon == polygon), flat(mesh, polygon)
        squares = squares_of(triangles)
        # The clear texels of cut-outs end within sides of others without a vertex.
        moves = mesh.options.mode == "cutout" or has_junction(mesh, polygon, squares)
        count += moves
        found = mesh.in_plane(moved[own].astype(np.int64), np.full(len(own), polygon))
        assert np.abs(found).sum() == np.abs(moved[own].astype(int)).sum(), "moved out of its plane"
        for triangle, ways in zip(triangles, found, strict=True):
            for corner, way in zip(triangle, ways, strict=True):
                inside = corner + 0.001 * (triangle.mean(axis=0) - corner)
                wanted = expected_step(squares, corner, inside) if moves else (0, 0)
                assert tuple(way.tolist()) == wanted, (polygon, corner)
    return count


@settings(max_examples=60)
@given(oracle.grids(4), st.sampled_from(MODES))
def test_corners_move_as_the_squares_around_them_say(grid: np.ndarray, mode: str) -> None:
    check(build_mesh(grid, MeshOptions(mode=mode)), OVERLAP)


@pytest.mark.parametrize("mode", MODES)
def test_some_polygons_move_and_some_do_not(mode: str) -> None:
    grid = np.where(np.random.default_rng(3).random((6, 6, 3)) < 0.6, 1, 0).astype(np.uint8)
    mesh = build_mesh(grid, MeshOptions(mode=mode))
    count = check(mesh, OVERLAP)
    assert count == mesh.polygon_count if mode == "cutout" else 0 < count < mesh.polygon_count


@pytest.mark.parametrize("mode", ["faces", "watertight"])
def test_nothing_moves_without_junctions(mode: str) -> None:
    grid = np.where(np.random.default_rng(3).random((6, 6, 3)) < 0.6, 1, 0).astype(np.uint8)
    assert not steps(build_mesh(grid, MeshOptions(mode=mode)), OVERLAP).any()
    assert not steps(build_mesh(grid, MeshOptions(mode="fewest")), 0).any()
    assert not steps(build_mesh(np.zeros((2, 2, 2), np.uint8), MeshOptions(mode="fewest")), OVERLAP).any()


@pytest.mark.parametrize("mode", MODES)
def test_no_triangle_turns_over(mode: str) -> None:
    rng = np.random.default_rng(5)
    for share in (0.05, 0.5, 0.9, 0.96):
        grid = np.ones((90, 7, 2), np.uint8)
        grid[:, :, 1] = rng.random((90, 7)) < share
        mesh = build_mesh(grid, MeshOptions(mode=mode))
        for overlap in (OVERLAP, MAX_OVERLAP):
            moved = steps(mesh, overlap)
            points = mesh.vertices[mesh.triangles] + overlap * moved
            cross = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
            axis = mesh.polygon_direction[mesh.triangle_polygon] // 2
            sign = 1 - 2 * (mesh.polygon_direction[mesh.triangle_polygon].astype(int) % 2)
            assert (cross[np.arange(len(axis)), axis] * sign > 0).all()


@settings(max_examples=40)
@given(oracle.grids(4), st.sampled_from(MODES), st.integers(0, 2), st.sampled_from([OVERLAP, 0.05]))
def test_texels_go_on_beside_the_polygon(grid: np.ndarray, mode: str, border: int, overlap: float) -> None:
    grid = np.where(grid, oracle.random_colours(grid, 1, 3), 0).astype(np.uint8)
    mesh = build_mesh(grid, MeshOptions(mode=mode, border=border))
    moved = steps(mesh, overlap)
    found, plain = moved_texels(mesh, moved, overlap), mesh.corner_texels()
    if not border:
        assert np.array_equal(found, plain)
        return
    polygon = mesh.triangle_polygon
    corner = mesh.in_plane(mesh.vertices[mesh.triangles].astype(float), polygon.astype(np.int64))
    away = overlap * mesh.in_plane(moved.astype(float), polygon.astype(np.int64))
    for number in range(len(mesh.triangles)):
        # The affine map that takes the corners to their texels takes moved corners to theirs.
        known = np.column_stack([corner[number], np.ones(3)])
        wanted = np.column_stack([corner[number] + away[number], np.ones(3)]) @ np.linalg.solve(known, plain[number])
        assert np.allclose(found[number], wanted, atol=1e-5)


def coloured() -> np.ndarray:
    rng = np.random.default_rng(11)
    return np.where(rng.random((7, 6, 4)) < 0.6, rng.integers(1, 9, (7, 6, 4)), 0).astype(np.uint8)


def convert(tmp_path: Path, ending: str, mode: str, name: str, **options: object) -> Path:
    source, target = tmp_path / "a.vox", tmp_path / f"{name}{ending}"
    source.write_bytes(hv.vox(hv.dense_model(coloured()), hv.rgba(hv.colors())))
    convert_file(
        source, target, ConvertOptions(mesh=MeshOptions(mode=mode), write=WriteOptions(**options), voxel_size=1.0)
    )
    return target


def glb_corners(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(T, 3, 3) places, (T, 3, 2) texture coordinates, and the picture."""
    pytest.importorskip("pygltflib", reason="pygltflib is not installed")
    import helpers_gltf as hg

    file = hg.Glb(path)
    (drawn,) = file.drawn()
    return drawn.triangles, drawn.uv, file.picture(0)


def obj_corners(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same of the triangles that a file's faces begin with."""
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    points = np.array([row[1:] for row in rows if row[:1] == ["v"]], float)
    uv = np.array([row[1:] for row in rows if row[:1] == ["vt"]], float)
    faces = np.array([[part.split("/")[:2] for part in row[1:4]] for row in rows if row[:1] == ["f"]], int) - 1
    x, y, z = points.T
    picture = np.asarray(image.open(path.with_suffix(".png")).convert("RGBA"))
    return np.column_stack([x, -z, y])[faces[..., 0]], uv[faces[..., 1]] * [1, -1] + [0, 1], picture


@pytest.mark.parametrize("options", [{}, {"integers": True}], ids=["floats", "integers"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ending", [".glb", ".obj"])
def test_files_have_it(tmp_path: Path, ending: str, mode: str, options: dict[str, bool]) -> None:
    read = {".glb": glb_corners, ".obj": obj_corners}[ending]
    plain, plain_uv, _ = read(convert(tmp_path, ending, mode, "plain", overlap=0.0))
    found, uv, picture = read(convert(tmp_path, ending, mode, "moved", overlap=0.02, **options))
    lattice = np.rint(2 * found) / 2
    away = np.abs(found - lattice)
    assert (np.isclose(away, 0, atol=1e-5) | np.isclose(away, 0.02, atol=1e-5)).all() and (away > 0.01).any()

    def sorted_rows(corners: np.ndarray) -> np.ndarray:
        rows = np.rint(2 * corners).reshape(len(corners), -1)
        return np.lexsort(rows.T)

    one, other = sorted_rows(plain), sorted_rows(found)
    assert np.array_equal(np.rint(2 * plain[one]), 2 * lattice[other])
    size = np.array(picture.shape[1::-1])
    for share in np.random.default_rng(0).dirichlet([2, 2, 2], 9):
        texel = [np.einsum("c,tcx->tx", share, some) * size for some in (plain_uv[one], uv[other])]
        assert np.abs(texel[0] - texel[1]).max() <= 0.021
    # On its own lattice point each corner shows what it did.
    assert np.isclose(np.abs(uv[other] - plain_uv[one]) * size, 0.02, atol=1e-3).any()


@pytest.mark.parametrize("ending", [".glb", ".obj"])
def test_without_junctions_the_file_is_the_same(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("PIL.Image", reason="pillow is not installed")
    pytest.importorskip("pygltflib", reason="pygltflib is not installed")
    for options in ({}, {"integers": True}):
        one, other = (
            convert(tmp_path, ending, "watertight", name="b", overlap=overlap, **options).read_bytes()
            for overlap in (0.0, 0.02)
        )
        assert one == other


@pytest.mark.parametrize("mode", ALL_MODES)
@pytest.mark.parametrize("ending", [".glb", ".obj"])
def test_only_cut_outs_have_it_unless_told(tmp_path: Path, ending: str, mode: str) -> None:
    assert overlap_of(mode, 0.02) == 0.02 and overlap_of(mode, 0.0) == 0
    share = overlap_of(mode, None)
    assert share == (CUTOUT_OVERLAP if mode == "cutout" else 0)
    pytest.importorskip("PIL.Image", reason="pillow is not installed")
    pytest.importorskip("pygltflib", reason="pygltflib is not installed")
    one, two, none = (
        convert(tmp_path, ending, mode, "same", **options).read_bytes()
        for options in ({}, {"overlap": share}, {"overlap": 0.0})
    )
    assert one == two and (one != none) == (mode == "cutout")
    # Whole numbers have no room for it.
    whole, none = (
        convert(tmp_path, ending, mode, "same", integers=True, **options).read_bytes()
        for options in ({}, {"overlap": 0.0})
    )
    assert whole == none


@pytest.mark.parametrize("wrong", [-0.001, 0.11, float("nan"), "0.1", True])
def test_wrong_values_are_refused(wrong: object) -> None:
    with pytest.raises(OptionError, match="overlap"):
        WriteOptions(overlap=wrong)  # type: ignore[arg-type]
