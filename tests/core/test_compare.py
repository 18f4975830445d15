"""The table of all modes, against meshes made one by one and T-junctions looked for one by one."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from trivox.core import Mesh, MeshOptions, build_mesh
from trivox.core.compare import compare_modes, has_t_junctions
from trivox.core.errors import OptionError
from trivox.core.mesh.modes import MODES
from trivox.core.voxels import Look, Material, Model
from trivox.core.voxels.look import EMISSIVE, METAL, OPAQUE, TRANSPARENT

PALETTE = np.zeros((256, 4), np.uint8)


def random_grid(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 7, 3))
    return np.where(rng.random(shape) < rng.choice([0.3, 0.6, 0.9]), rng.integers(1, 4, shape), 0).astype(np.uint8)


def t_junctions_one_by_one(mesh: Mesh) -> bool:
    """Walk along each side of each triangle from lattice point to lattice point."""
    vertices = set(map(tuple, mesh.vertices.tolist()))
    for triangle in mesh.triangles.tolist():
        corners = [mesh.vertices[corner].astype(int) for corner in triangle]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            steps = int(np.gcd.reduce(end - start))
            for step in range(1, steps):
                if np.count_nonzero(end - start) == 1 and tuple(start + (end - start) // steps * step) in vertices:
                    return True
    return False


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("options", [MeshOptions(), MeshOptions(interior="keep", merge="color", border=3)])
def test_rows_are_those_of_the_meshes(seed: int, options: MeshOptions) -> None:
    grid = random_grid(seed)
    rows = compare_modes(Model.from_grid(grid), options)
    assert [row.mode for row in rows] == list(MODES)
    for row in rows:
        mesh = build_mesh(grid, dataclasses.replace(options, mode=row.mode))
        for name in ("triangles", "gpu_vertices", "texels", "lower_bound"):
            assert getattr(row, name) == mesh.counts[name]
        assert row.t_junctions == t_junctions_one_by_one(mesh) == has_t_junctions(mesh)
        assert row.proven == (row.triangles == row.lower_bound)


@pytest.mark.parametrize("seed", range(25))
def test_t_junctions_tell_polygons_from_watertight(seed: int) -> None:
    rows = {row.mode: row for row in compare_modes(Model.from_grid(random_grid(seed)))}
    assert rows["polygons"].t_junctions == (rows["watertight"].triangles > rows["polygons"].triangles)
    assert not rows["watertight"].t_junctions and not rows["faces"].t_junctions


def test_far_from_the_origin() -> None:
    grid = np.zeros((40, 3, 3), np.uint8)
    grid[30:] = np.random.default_rng(3).integers(0, 2, (10, 3, 3))
    for row in compare_modes(Model.from_grid(grid)):
        assert row.t_junctions == t_junctions_one_by_one(build_mesh(grid, MeshOptions(mode=row.mode)))


def test_material_classes_reach_every_mode() -> None:
    grid = np.array([1, 2, 3], np.uint8).reshape(3, 1, 1)
    look = Look(PALETTE, tuple(Material(kind="metal" if index == 3 else "diffuse") for index in range(256)))
    rows = compare_modes(Model.from_grid(grid), MeshOptions(merge="material"), look)
    assert [row.triangles for row in rows] == [28, 20, 20, 20, 20, 20]


def test_progress_rises_and_stops_the_work() -> None:
    shares: list[float] = []
    compare_modes(Model.from_grid(random_grid(1)), progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1 and len(shares) > len(MODES)

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare_modes(Model.from_grid(random_grid(1)), progress=stop)


def test_nothing_and_nonsense() -> None:
    assert {row.triangles for row in compare_modes(Model.from_grid(np.zeros((2, 3, 4), np.uint8)))} == {0}
    with pytest.raises(OptionError):
        compare_modes(np.zeros((2, 3, 4), np.uint8))


def test_classes_of_materials() -> None:
    kinds = [
        (Material(kind="metal", metallic=0.5), METAL),
        (Material(kind="emit", emission=1.0), EMISSIVE),
        (Material(kind="glass"), TRANSPARENT),
        (Material(kind="media"), TRANSPARENT),
        (Material(kind="blend", transparency=0.2), TRANSPARENT),
        (Material(kind="blend"), OPAQUE),
    ]
    kinds += [(Material(), OPAQUE)] * (256 - len(kinds))
    classes = Look(PALETTE, tuple(material for material, _kind in kinds)).merging_class
    assert classes.dtype == np.int64 and classes.tolist() == [kind for _material, kind in kinds]
