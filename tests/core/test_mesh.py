"""What `build_mesh` promises, on grids made by hand: counts known beforehand, all proofs, inputs of every kind."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from itertools import product

import helpers_mesh as oracle
import numpy as np
import pytest
from trivox.core import GeometryError, MeshOptions, OptionError, build_mesh
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.mesh.mesh import Mesh

SHAPES = oracle.shapes()


def proved(grid: np.ndarray, options: MeshOptions | None = None) -> Mesh:
    """Build and prove."""
    mesh = build_mesh(grid, options)
    assert check_mesh(grid, mesh) == []
    return mesh


def counted(mesh: Mesh) -> dict[str, int]:
    """Counts that the oracle knows too."""
    return {name: mesh.counts[name] for name in oracle.COUNTED}


@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("interior", oracle.INTERIORS)
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_have_the_counts_of_the_oracle(name: str, mode: str, interior: str) -> None:
    mesh = proved(SHAPES[name], MeshOptions(mode, interior))
    assert counted(mesh) == oracle.oracle_counts(SHAPES[name], mode, interior)


def test_one_voxel() -> None:
    mesh = proved(oracle.solid(1, 1, 1, colour=7))
    assert (mesh.counts.triangles, mesh.counts.vertices, mesh.counts.polygons) == (12, 8, 6)
    assert mesh.vertices.tolist() == [list(p) for p in product((0, 1), repeat=3)]
    assert mesh.polygon_is_quad.all()
    assert (mesh.atlas == 7).any()


@pytest.mark.parametrize("mode", oracle.MODES)
def test_a_large_cube_of_random_colours_has_twelve_triangles(mode: str) -> None:
    grid = oracle.random_colours(oracle.solid(100, 100, 100), 1)
    mesh = proved(grid, MeshOptions(mode))
    if mode == "faces":
        assert mesh.counts.stages["cubes"] == 12_000_000
        assert mesh.counts.stages["shell"] == 705_696
        assert mesh.counts.triangles == 120_000
    else:
        assert (mesh.counts.triangles, mesh.counts.vertices) == (12, 8)
        assert mesh.counts.texels >= 60_000


@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("shape", [(3, 4, 5), (1, 1, 1)])
@pytest.mark.parametrize("power_of_two", [False, True])
@pytest.mark.parametrize("border", [0, 1])
def test_an_empty_grid_gives_an_empty_mesh(
    mode: str, shape: tuple[int, int, int], power_of_two: bool, border: int
) -> None:
    mesh = proved(np.zeros(shape, np.uint8), MeshOptions(mode, border=border, power_of_two=power_of_two))
    assert len(mesh.vertices) == len(mesh.triangles) == len(mesh.triangle_polygon) == len(mesh.polygon_direction) == 0
    assert mesh.size == shape
    assert sum(mesh.counts.stages.values()) == 0


@pytest.mark.parametrize("shape", [(0, 0, 0), (0, 3, 3), (3, 0, 3), (3, 3, 0)])
def test_a_grid_without_cells_gives_an_empty_mesh(shape: tuple[int, int, int]) -> None:
    mesh = build_mesh(np.zeros(shape, np.uint8))
    assert len(mesh.vertices) == len(mesh.triangles) == 0
    assert mesh.size == shape


def test_a_plate_of_ten_thousand_holes() -> None:
    grid = oracle.solid(201, 201, 1)
    grid[1::2, 1::2] = 0
    mesh = proved(grid, MeshOptions("polygons"))
    assert mesh.counts.holes == 2 * 10_000
    assert mesh.counts.triangles == 2 * (4 + 40_000 + 20_000 - 2) + 4 * 2 + 10_000 * 4 * 2
    assert proved(grid, MeshOptions("watertight")).counts.triangles == mesh.counts.triangles


@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("shape", [(300, 2, 2), (2, 300, 3), (1, 2, 1000), (4097, 1, 2)])
def test_grids_longer_than_a_file_can_have(mode: str, shape: tuple[int, int, int]) -> None:
    grid = oracle.random_colours(oracle.solid(*shape), 2)
    grid[shape[0] // 2, shape[1] // 2, shape[2] // 2] = 0
    mesh = proved(grid, MeshOptions(mode))
    assert counted(mesh) == oracle.oracle_counts(grid, mode, "remove")


def combs() -> dict[str, np.ndarray]:
    """Larger shapes with long thin polygons, many corners, deep nests of holes and nothing but corners."""
    rng = np.random.default_rng(11)
    stair = (np.add.outer(np.arange(40), np.arange(40)) < 40).astype(np.uint8)[:, :, None]
    nest = np.indices((41, 41)).astype(int)
    nest = (np.maximum(abs(nest[0] - 20), abs(nest[1] - 20)) % 2 == 0).astype(np.uint8)[:, :, None]
    diagonal = oracle.solid(30, 30, 1)
    diagonal[np.arange(1, 29), np.arange(1, 29)] = 0
    checker = (np.indices((12, 12, 12)).sum(axis=0) % 2).astype(np.uint8)
    comb = oracle.solid(81, 9, 2)
    comb[1::2, 1:] = 0
    disc = (np.hypot(*(np.indices((61, 61)) - 30)) < 30.2).astype(np.uint8)[:, :, None]
    noise = (rng.random((20, 20, 20)) < 0.5).astype(np.uint8)
    swiss = (rng.random((40, 40, 2)) < 0.85).astype(np.uint8)
    ball = (sum((k - 9.5) ** 2 for k in np.indices((20, 20, 20))) < 95).astype(np.uint8)
    return {
        name: oracle.random_colours(grid, 3, 4)
        for name, grid in (
            ("stair", stair),
            ("nest", nest),
            ("diagonal", diagonal),
            ("checker", checker),
            ("comb", comb),
            ("disc", disc),
            ("noise", noise),
            ("swiss", swiss),
            ("ball", ball),
        )
    }


@pytest.mark.parametrize("mode", ["polygons", "watertight"])
@pytest.mark.parametrize("name", combs())
def test_larger_shapes_have_the_counts_of_the_oracle(name: str, mode: str) -> None:
    grid = combs()[name]
    for turn in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        turned = np.ascontiguousarray(grid.transpose(turn))
        mesh = proved(turned, MeshOptions(mode))
        assert counted(mesh) == oracle.oracle_counts(turned, mode, "remove")


@pytest.mark.parametrize("mode", oracle.MODES)
@pytest.mark.parametrize("name", ["stairs", "island_in_cavity", "open_cavity", "edge_and_corner_touch", "noise"])
def test_turned_and_mirrored_models_have_the_same_counts(name: str, mode: str) -> None:
    noise = np.random.default_rng(4).integers(0, 3, (7, 6, 5)).astype(np.uint8)
    grid = noise if name == "noise" else SHAPES[name]
    seen = set()
    for turned in oracle.orientations(grid):
        counts = dict(proved(turned, MeshOptions(mode)).counts)
        seen.add(tuple(counts[k] for k in counts if k not in oracle.TEXTURE_COUNTS))
    assert len(seen) == 1


# Inputs.


@pytest.mark.parametrize("mode", oracle.MODES)
def test_memory_layout_does_not_matter(mode: str) -> None:
    grid = np.random.default_rng(5).integers(0, 4, (6, 7, 8)).astype(np.uint8)
    wide = np.zeros((12, 14, 24), np.uint8)
    wide[::2, ::2, ::3] = grid
    read_only = grid.copy()
    read_only.flags.writeable = False
    expected = oracle.mesh_bytes(build_mesh(grid, MeshOptions(mode)))
    for other in (np.asfortranarray(grid), wide[::2, ::2, ::3], grid[::-1].copy()[::-1], read_only):
        before = other.copy()
        assert oracle.mesh_bytes(build_mesh(other, MeshOptions(mode))) == expected
        assert np.array_equal(other, before)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.int16, np.uint16, np.int32, np.int64, np.uint64])
def test_other_whole_numbers_are_taken_if_they_fit(dtype: type) -> None:
    grid = SHAPES["stairs"] if dtype is not bool else (SHAPES["stairs"] != 0).astype(np.uint8)
    assert oracle.mesh_bytes(build_mesh(grid.astype(dtype))) == oracle.mesh_bytes(build_mesh(grid))


@pytest.mark.parametrize(
    "grid",
    [
        np.ones((2, 2), np.uint8),
        np.ones((2, 2, 2, 2), np.uint8),
        np.ones((2, 2, 2), np.float32),
        np.full((2, 2, 2), 256, np.int32),
        np.full((2, 2, 2), -1, np.int16),
        np.full((2, 2, 2), "a"),
    ],
    ids=["flat", "four axes", "floats", "256", "negative", "text"],
)
def test_other_grids_are_refused(grid: np.ndarray) -> None:
    with pytest.raises(OptionError, match="grid"):
        build_mesh(grid)


def test_default_options_are_watertight_without_sealed_cavities() -> None:
    mesh = build_mesh(SHAPES["hollow"])
    assert mesh.options == MeshOptions(mode="watertight", interior="remove", merge="any", border=1, power_of_two=False)
    assert mesh.counts.triangles == 12


def test_progress_rises_to_one_and_can_stop_the_work() -> None:
    shares: list[float] = []
    build_mesh(SHAPES["stairs"], progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_mesh(SHAPES["stairs"], progress=stop)


def test_a_spoilt_mesh_does_not_pass() -> None:
    mesh = build_mesh(SHAPES["stairs"])
    spoilt = replace(mesh, triangles=mesh.triangles[:, ::-1].copy())
    with pytest.raises(GeometryError, match="36 of 36 triangles are wound the wrong way round"):
        prove_mesh(SHAPES["stairs"], spoilt)


# The same input gives the same bytes.

DIGEST = """
import hashlib
import helpers_mesh as oracle
from trivox.core import MeshOptions, build_mesh
for name, grid in oracle.shapes().items():
    for mode in (*oracle.MODES, *oracle.RECTANGLE_MODES):
        data = oracle.mesh_bytes(build_mesh(grid, MeshOptions(mode)))
        print(name, mode, hashlib.sha256(data).hexdigest())
"""


def digest(seed: str) -> list[str]:
    """Lines of the program above, run in a process of its own."""
    roots = [os.path.dirname(oracle.__file__), *sys.path]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(roots)}
    run = subprocess.run([sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_the_same_input_gives_the_same_bytes_in_every_process() -> None:
    expected = [
        f"{name} {mode} {hashlib.sha256(oracle.mesh_bytes(build_mesh(grid, MeshOptions(mode)))).hexdigest()}"
        for name, grid in SHAPES.items()
        for mode in (*oracle.MODES, *oracle.RECTANGLE_MODES)
    ]
    assert digest("1") == digest("2") == expected
