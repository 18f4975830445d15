"""Options of textures and modes all at once: proofs, and the colors and shares of the sky that faces show."""

from __future__ import annotations

from typing import NamedTuple

import helpers_faces as hf
import helpers_mesh as oracle
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.paging import paged

GLASS = (2, 4)
CLEAR = np.isin(np.arange(256), GLASS)
OPTIONS = st.builds(
    MeshOptions,
    mode=st.sampled_from(oracle.ALL_MODES),
    interior=st.sampled_from(["keep", "remove"]),
    merge=st.sampled_from(["any", "color", "material"]),
    border=st.sampled_from([0, 1, 2, 5, 16]),
    power_of_two=st.booleans(),
    texels_per_rectangle=st.sampled_from([0, 4, 16, 1 << 20]),
    texel_scale=st.sampled_from([1, 2, 3, 4, 8]),
    align=st.booleans(),
    own_texels=st.booleans(),
    occlusion=st.sampled_from([0, 0, 1, 3]),
    largest_texture=st.sampled_from([64, 65, 100, 8192]),
)
GRIDS = st.one_of(oracle.grids(), oracle.plates())


class Shown(NamedTuple):
    """Which triangles lie over which samples: (n,) each, and (n, 2)."""

    sample: np.ndarray
    triangle: np.ndarray
    uv: np.ndarray


def over(triangles: np.ndarray, uv: np.ndarray, wanted: hf.Samples) -> Shown:
    """All triangles, (T, 3, 3), over samples, and their texture coordinates there, of those, (T, 3, 2), of corners."""
    one, two, three = triangles.transpose(1, 0, 2)
    area = np.cross(two - one, three - one)
    normal = area / np.linalg.norm(area, axis=1, keepdims=True)
    away = wanted.point[:, None] - one
    there = (np.abs((away * normal).sum(axis=2)) < 1e-3) & (wanted.normal @ normal.T > 0.99)
    sides = [np.cross(b - a, wanted.point[:, None] - a) for a, b in ((two, three), (three, one), (one, two))]
    weights = np.stack([(side * area).sum(axis=2) / (area * area).sum(axis=1) for side in sides], axis=2)
    sample, triangle = np.nonzero(there & (weights >= -1e-6).all(axis=2))
    return Shown(sample, triangle, (uv[triangle] * weights[sample, triangle][..., None]).sum(axis=1))


def cells(grid: np.ndarray) -> dict[hf.Cell, int]:
    """The filled cells."""
    return {tuple(map(int, cell)): int(grid[tuple(cell)]) for cell in np.argwhere(grid)}


def shares(grid: np.ndarray, options: MeshOptions, wanted: hf.Samples) -> np.ndarray:
    """How much of the sky each sample sees, (n,), as a mesh of single faces without borders tells."""
    told = MeshOptions("faces", interior="keep", occlusion=options.occlusion, texel_scale=options.texel_scale, border=0)
    mesh = build_mesh(grid, told, transparent=CLEAR)
    shown = over(mesh.vertices[mesh.triangles].astype(float), mesh.corner_texels(), wanted)
    assert shown.sample.tolist() == list(range(len(wanted.point)))
    column, row = np.floor(shown.uv).astype(int).T
    return mesh.occlusion[row, column]


def check_samples(mode: str, sample: np.ndarray, count: int) -> None:
    """Each sample is shown, and only once where polygons show nothing that others do."""
    times = np.bincount(sample, minlength=count)
    assert times.min() == 1 and (times.max() == 1 or mode == "fewest")


@settings(max_examples=150)
@given(GRIDS, OPTIONS)
def test_proofs_hold(grid: np.ndarray, options: MeshOptions) -> None:
    classes = np.arange(256) % 3
    mesh = build_mesh(grid, options, material_class=classes, transparent=CLEAR)
    assert check_mesh(grid, mesh, classes, CLEAR) == []
    pages = paged(mesh)
    assert all(max(atlas.shape) <= options.page_side for atlas in pages.atlases)
    assert all((share is not None) == (options.occlusion > 0) for share in pages.shares)
    if mesh.counts.faces and options.interior == "keep":
        wanted = hf.samples(cells(grid), GLASS)
        shown = over(mesh.vertices[mesh.triangles].astype(float), mesh.corner_texels(), wanted)
        column, row = np.floor(shown.uv).astype(int).T
        index = mesh.atlas[row, column]
        lit = index > 0 if MODES[options.mode].see_through else np.ones(len(index), bool)
        check_samples(options.mode, shown.sample[lit], len(wanted.point))
        assert (index == wanted.index[shown.sample])[lit].all()
        if options.occlusion:
            same = mesh.occlusion[row, column] == shares(grid, options, wanted)[shown.sample]
            assert same[lit].all()
