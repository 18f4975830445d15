"""The benchmark of reliefs: voxel models in; pixels that differ from the mesh by distance, as tables, out.

``python tools/bench_relief.py`` looks at the cottage and at shared models from ten distances and several angles, and
writes the numbers into docs/relief.md, between its two marks.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import cottage
import numpy as np
import numpy.typing as npt
from relief_rays import rays, seen_hull, seen_quads, seen_voxels, solids_of
from text_table import markdown
from trivox.core import MeshOptions, build_model, read_vox
from trivox.core.formats import WriteOptions, writer_of
from trivox.core.relief import bake
from trivox.core.scene import assemble
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode
from trivox.core.voxels.transforms import resting

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "relief.md"
MARKS = ("<!-- by tools/bench_relief.py -->\n", "<!-- end -->\n")
MODELS = ("chr_knight", "monu1", "dragon")
DISTANCES = (1.5, 2, 3, 4, 6, 8, 12, 16, 32, 64)
"""Of the eye from the middle of the model, in longest sides of it."""
ANGLES = ((1, -0.02, 0.01), (0.6, -1, 0.15), (-1, -0.9, 0.55), (0.2, 1, 0.9), (-0.7, 0.5, -0.3), (0.15, -0.1, 1))
RAYS = 120
SCREEN = 1080
"""Pixels of the screen's height, whose angle of view is 40 degrees."""
FAR_OFF = 24
"""Difference of a channel from which a pixel differs."""
Picture = npt.NDArray[np.float64]


def pixels_of(indices: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8], side: int) -> Picture:
    """The means of squares of rays: (n, n, 4) premultiplied color and cover."""
    colors = palette[indices].astype(np.float64)
    colors[:, 3] = 255
    colors[indices == 0] = 0
    count = RAYS // side
    square = colors.reshape(RAYS, RAYS, 4)[: count * side, : count * side]
    return square.reshape(count, side, count, side, 4).mean(axis=(1, 3))


def differing(one: Picture, other: Picture) -> tuple[int, int]:
    """Pixels that differ, and those in which anything is seen."""
    far = (np.abs(one - other) > FAR_OFF).any(axis=2)
    covered = (one[..., 3] > 0) | (other[..., 3] > 0)
    return int(far.sum()), int(covered.sum())


def measure(model: Model, palette: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """(distances, 2, 2): pixels that differ and all, of the viewer's way and of quads alone."""
    low, high = model.box
    grid = np.zeros(high - low, np.uint8)
    grid[tuple((model.positions - low).T)] = model.indices
    reliefs = [bake(model, side) for side in range(6)]
    solids = solids_of(reliefs)
    found = np.zeros((len(DISTANCES), 2, 2), np.int64)
    for row, distance in enumerate(DISTANCES):
        for way in ANGLES:
            eye, ways, width = rays(grid.shape, distance * max(grid.shape), way, RAYS)
            wanted = seen_voxels(grid, eye, ways)
            pixel = 2 * np.tan(np.radians(20)) * distance * max(grid.shape) / SCREEN
            side = max(1, round(pixel * RAYS / width))
            for column, seen in enumerate((seen_hull, seen_quads)):
                pictures = [pixels_of(one, palette, side) for one in (wanted, seen(reliefs, solids, eye, ways))]
                found[row, column] += differing(*pictures)
    return found


def sizes(model: Model, palette: npt.NDArray[np.uint8]) -> list[str]:
    """Triangles and bytes of a file, without and with reliefs."""
    node = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),))
    scene = Scene(name="a", models=(model,), look=Look(palette), nodes=(node,))
    writer, options = writer_of("a.tvx"), MeshOptions()
    made = assemble(scene, options, writer.scene, layout=writer.layout(options), largest=writer.largest)
    lengths = [writer.write(made, WriteOptions(compress=True, relief=relief), "a").size for relief in (False, True)]
    triangles = build_model(model, options).counts.triangles
    return [f"{triangles:,}", "12", f"{lengths[0]:,}", f"{lengths[1] - lengths[0]:,}"]


def models(folder: Path) -> dict[str, tuple[Model, npt.NDArray[np.uint8]]]:
    """The cottage, and those of the folder that are there."""
    target = Path(os.environ.get("TMPDIR", "/tmp"), "trivox-bench-cottage.vox")
    cottage.write(target)
    paths = {"cottage": target} | {name: folder / f"{name}.vox" for name in MODELS}
    scenes = {name: read_vox(path) for name, path in paths.items() if path.is_file()}
    return {name: (max(scene.models, key=lambda one: one.voxels), scene.palette) for name, scene in scenes.items()}


def main() -> None:
    """Measure, and write the tables."""
    parser = argparse.ArgumentParser(description="Measure how much reliefs differ from meshes.")
    shared = Path(os.environ.get("TRIVOX_SHARED", ROOT.parent / "shared"))
    parser.add_argument("--models", type=Path, default=shared / "models", help="(default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/relief.md")
    arguments = parser.parse_args()
    found, costs = {}, []
    for name, (model, palette) in models(arguments.models).items():
        found[name] = measure(model, palette)
        costs.append([name, *sizes(model, palette)])
        print(name, file=sys.stderr, flush=True)
    rows = []
    for row, distance in enumerate(DISTANCES):
        shares = [100 * one[row, :, 0] / one[row, :, 1] for one in found.values()]
        rows.append([f"{distance:g}", f"{1484 / distance:,.0f}", *(f"{a:.1f} / {b:.1f}" for a, b in shares)])
    head = ["distance in sides", "pixels across", *(f"{name}, %" for name in found)]
    costly = ["model", "triangles of the mesh", "of reliefs", "bytes of the .tvx", "more with reliefs"]
    text = f"{markdown([head, *rows])}\n\n{markdown([costly, *costs])}\n"
    print(text)
    if arguments.write:
        before, rest = DOCUMENT.read_text(encoding="utf-8").split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        DOCUMENT.write_text(f"{before}{MARKS[0]}{text}{MARKS[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
