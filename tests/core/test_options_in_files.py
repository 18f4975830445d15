"""Options of textures, modes and files all at once: what written .glb and .obj files show, read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import helpers_faces as hf
import helpers_vox as hv
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WriteOptions
from trivox.core.mesh.modes import MODES

pytest.importorskip("pygltflib", reason="pygltflib is not installed")
pytest.importorskip("PIL", reason="pillow is not installed")
import helpers_gltf as hg
from PIL import Image
from test_obj import look_up, parse
from test_options_together import CLEAR, GLASS, GRIDS, OPTIONS, Shown, cells, check_samples, over, shares

PALETTE = np.array([(0, 0, 0, 0), *hv.colors()], np.uint8)
MATERIALS = [hv.matl(index, type="_glass", trans=0.75) for index in GLASS]
OVERLAPS = [0.0, 0.004, 0.05]
"""With the last one no polygon reaches a sample of its neighbors."""
FILLED = GRIDS.filter(np.any)
KEPT = OPTIONS.map(lambda options: replace(options, interior="keep"))
"""So that samples are of all faces."""


def written(folder: Path, ending: str, grid: np.ndarray, options: MeshOptions, write: WriteOptions) -> Path:
    """Convert a model with two kinds of glass."""
    source, target = folder / "a.vox", folder / f"a{ending}"
    scene = hv.ntrn(0, 1), hv.nshp(1, 0)
    source.write_bytes(hv.vox(hv.dense_model(grid), *scene, *MATERIALS, hv.rgba(hv.colors())))
    done = convert_file(str(source), str(target), ConvertOptions(options, None, write, 0.1, opaque=False))
    assert done.error is None
    return target


def standing(grid: np.ndarray) -> hf.Samples:
    """Points of all faces where files have them."""
    return hf.samples(hf.placed(cells(grid), grid.shape, np.eye(3, dtype=int), (0, 0, 0)), GLASS)


def check_colors(mode: str, wanted: hf.Samples, shown: Shown, colors: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Colors, (n, 3), are those of the voxels; returns what is shown, (n,) bool."""
    lit = np.ones(len(colors), bool)
    if MODES[mode].see_through:
        # No color of the palette is black.
        lit = colors.any(axis=1) & (alpha > 0)
    check_samples(mode, shown.sample[lit], len(wanted.point))
    assert (colors == PALETTE[wanted.index[shown.sample], :3])[lit].all()
    return lit


@settings(max_examples=50)
@given(FILLED, KEPT, st.sampled_from(OVERLAPS), st.booleans())
def test_glb_shows_it(grid: np.ndarray, options: MeshOptions, overlap: float, integers: bool) -> None:
    with TemporaryDirectory() as folder:
        write = WriteOptions(overlap=overlap, integers=integers)
        file = hg.Glb(written(Path(folder), ".glb", grid, options, write))
    parts = list(file.drawn())
    wanted = standing(grid)
    shown = over(np.concatenate([p.triangles for p in parts]) / 0.1, np.concatenate([p.uv for p in parts]), wanted)
    material = np.concatenate([np.full(len(p.triangles), p.material) for p in parts])[shown.triangle]
    colors, alpha, sky = np.zeros((len(material), 3), int), np.ones(len(material)), np.full(len(material), -1.0)
    for number in np.unique(material):
        own, told = material == number, file.file.materials[number]
        images = file.shade(number, shown.uv[own])
        colors[own] = images["color"]
        alpha[own] = file.look_up(told.pbrMetallicRoughness.baseColorTexture, shown.uv[own])[:, 3]
        if told.occlusionTexture:
            sky[own] = file.look_up(told.occlusionTexture, shown.uv[own])[:, 0] * 255
    lit = check_colors(options.mode, wanted, shown, colors, alpha)
    opaque = lit & ~CLEAR[wanted.index[shown.sample]]
    assert ((sky >= 0) == (options.occlusion > 0))[opaque].all()
    if options.occlusion:
        moved = hf.Samples(wanted.point + np.array(grid.shape) // 2, wanted.normal, wanted.index, wanted.faces)
        assert (sky.round() == shares(grid, options, moved)[shown.sample])[opaque].all()


@settings(max_examples=50)
@given(FILLED, KEPT, st.sampled_from(OVERLAPS))
def test_obj_shows_it(grid: np.ndarray, options: MeshOptions, overlap: float) -> None:
    with TemporaryDirectory() as folder:
        file = parse(written(Path(folder), ".obj", grid, options, WriteOptions(overlap=overlap)))
        pictures = {path.name: Image.open(path).size for path in Path(folder).glob("*.png")}
        corners = [(face[[0, k, k + 1]], name) for _, name, face in file.faces for k in range(1, len(face) - 1)]
        index = np.array([corner for corner, _name in corners])
        wanted = standing(grid)
        shown = over(file.points[index[..., 0]] / 0.1, file.uv[index[..., 1]], wanted)
        names = np.array([name for _corner, name in corners])[shown.triangle]
        colors = np.zeros((len(names), 3), int)
        for name in np.unique(names):
            colors[names == name] = look_up(file, file.materials[name]["map_Kd"], shown.uv[names == name])
    assert all(max(size) <= options.page_side for size in pictures.values())
    check_colors(options.mode, wanted, shown, colors, np.ones(len(colors)))
