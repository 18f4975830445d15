"""The vertex-cache benchmark: .vox files in; misses a triangle for FIFO caches of 16 and 32, as a Markdown table, out.

Compared on the same meshes, range by range: the pipeline's own order, the order by direction alone, the writer's,
Forsyth's, and meshoptimizer's where node and a folder with its npm package are given. No order can miss less than the
last column: once for each vertex of a range.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from forsyth import forsyth_order  # noqa: E402
from text_table import markdown  # noqa: E402
from trivox.core import MeshOptions, build_model, read_vox  # noqa: E402
from trivox.core.formats.tvx.cacheorder import cache_misses, cache_order  # noqa: E402
from trivox.core.mesh.modes import MODES  # noqa: E402

MODELS = ("chr_knight", "monu2", "monu10", "dragon", "nature", "menger")
SIZES = (16, 32)


def ratios(triangles: np.ndarray) -> str:
    """Return the average cache miss ratios."""
    return " / ".join(f"{cache_misses(triangles, size) / len(triangles):.3f}" for size in SIZES)


def meshoptimizer(ranges: list[np.ndarray], folder: Path) -> list[np.ndarray]:
    """Return the ranges as meshoptimizer orders them."""
    text = json.dumps([part.ravel().tolist() for part in ranges])
    script = Path(__file__).with_name("reorder.mjs")
    done = subprocess.run(["node", str(script), str(folder)], input=text, capture_output=True, text=True, check=True)
    return [np.array(part, np.int64).reshape(-1, 3) for part in json.loads(done.stdout)]


def row_of(path: Path, mode: str, package: Path | None) -> list[str]:
    """Measure the first model of a file."""
    mesh = build_model(read_vox(path).models[0], MeshOptions(mode=mode, border=0))
    triangles = mesh.triangles.astype(np.int64)
    group = mesh.polygon_direction[mesh.triangle_polygon].astype(np.int64)
    by_direction = triangles[np.argsort(group, kind="stable")]
    start = time.perf_counter()
    ours = triangles[cache_order(triangles, group)]
    seconds = time.perf_counter() - start
    ranges = np.split(by_direction, np.cumsum(np.bincount(group, minlength=6))[:-1])
    forsyth = [part[forsyth_order(part)] for part in ranges if len(part)]
    other = ratios(np.concatenate(meshoptimizer(ranges, package))) if package else "–"
    pitch = len(mesh.vertices)
    least = len(np.unique(triangles + group[:, None] * pitch)) / len(triangles)
    return [
        path.stem,
        f"{len(triangles):,}",
        ratios(triangles),
        ratios(by_direction),
        ratios(ours),
        ratios(np.concatenate(forsyth)),
        other,
        f"{least:.3f}",
        f"{seconds:.2f}",
    ]


def main() -> None:
    """Read the command line, measure and print the table."""
    parser = argparse.ArgumentParser(description="Measure vertex-cache orders.")
    parser.add_argument("files", nargs="*", type=Path, help=".vox files (default: some of the shared models)")
    parser.add_argument("--mode", choices=MODES, default="polygons")
    parser.add_argument(
        "--meshoptimizer", type=Path, metavar="FOLDER", help="where `npm install meshoptimizer` was run"
    )
    arguments = parser.parse_args()
    folder = Path(os.environ.get("TRIVOX_SHARED", ROOT.parent / "shared")) / "models"
    paths = arguments.files or [folder / f"{name}.vox" for name in MODELS]
    head = ["model", "triangles", "pipeline", "by direction", "written", "Forsyth", "meshoptimizer", "least", "seconds"]
    print(markdown([head, *(row_of(path, arguments.mode, arguments.meshoptimizer) for path in paths)]))


if __name__ == "__main__":
    main()
