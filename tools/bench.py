"""The benchmark: .vox files and made grids in; a table of seconds, memory and counts on stdout and in build/bench out.

Every case runs in a process of its own, from the file's bytes to mesh and atlas, so that its peak memory is its own.
Numbers are recorded, never judged.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cottage
import numpy as np
import numpy.typing as npt
from text_table import markdown
from triangle_quality import flip_quality
from trivox.core import MeshOptions, build_mesh, read_vox
from trivox.core.mesh.modes import MODES

ROOT = Path(__file__).resolve().parent.parent
STAGES = ("read", "grid", "exposure", "contours", "triangles", "weld", "texture")
COUNTS = ("voxels", "faces", "polygons", "vertices", "triangles", "lower_bound", "drawn_area", "texels")
MADE = ("ball 64", "ball 128", "ball 256", "noise 64", "plate 256", "cottage")


def shared_models() -> list[Path]:
    """Return the files of the folder of shared models that are measured; empty if there is no such folder."""
    folder = Path(os.environ.get("TRIVOX_SHARED", ROOT.parent / "shared")) / "models"
    return [path for pattern in ("monu*.vox", "nature.vox", "menger.vox") for path in sorted(folder.glob(pattern))]


def make_grid(case: str) -> npt.NDArray[np.uint8]:
    """Return the (x, y, z) uint8 grid of a made case.

    A ball of one colour, noise (every second cell, 255 colours), a plate with 10,000 holes of one cell, the cottage.
    """
    kind, _, size = case.partition(" ")
    if kind == "cottage":
        return cottage.make_cottage()
    side = int(size)
    if kind == "ball":
        at = np.arange(side) - (side - 1) / 2
        away = at[:, None, None] ** 2 + at[:, None] ** 2 + at**2
        return (away < (side / 2) ** 2).astype(np.uint8)
    if kind == "noise":
        rng = np.random.default_rng(64)
        shape = (side,) * 3
        return np.where(rng.random(shape) < 0.5, rng.integers(1, 256, shape), 0).astype(np.uint8)
    plate = np.ones((side, side, 1), np.uint8)
    plate[2:202:2, 2:202:2] = 0
    return plate


def vox_bytes(grid: npt.NDArray[np.uint8]) -> bytes:
    """Return a grid as a .vox file of one model without a palette."""
    filled = np.argwhere(grid)
    rows = np.column_stack([filled, grid[tuple(filled.T)]]).astype(np.uint8).tobytes()

    def chunk(name: bytes, content: bytes, children: bytes = b"") -> bytes:
        return struct.pack("<4sii", name, len(content), len(children)) + content + children

    model = chunk(b"SIZE", struct.pack("<3i", *grid.shape))
    model += chunk(b"XYZI", struct.pack("<i", len(filled)) + rows)
    return struct.pack("<4si", b"VOX ", 150) + chunk(b"MAIN", b"", model)


def peak_memory() -> int | None:
    """Return the most bytes that this process has held so far, None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def run_once(data: bytes, mode: str) -> dict[str, Any]:
    """Go from bytes to meshes once; return seconds by stage, their sum and the counts of all models together."""
    seconds, counts = dict.fromkeys(STAGES, 0.0), dict.fromkeys(COUNTS, 0)
    begin = time.perf_counter()
    scene = read_vox(data)
    seconds["read"] = time.perf_counter() - begin
    for model in scene.models:
        start = time.perf_counter()
        grid = model.colors
        seconds["grid"] += time.perf_counter() - start
        mesh = build_mesh(grid, MeshOptions(mode=mode))
        for stage, used in mesh.seconds.items():
            seconds[stage] = seconds.get(stage, 0.0) + used
        for name in COUNTS:
            counts[name] += mesh.counts[name]
    return {"seconds": seconds, "total": time.perf_counter() - begin, "counts": counts}


def measure(case: str, mode: str, repeats: int) -> dict[str, Any]:
    """Measure one case in this process: the quickest of some runs, and the peak memory of all."""
    path = Path(case)
    data = path.read_bytes() if path.suffix == ".vox" else vox_bytes(make_grid(case))
    run_once(vox_bytes(make_grid("ball 8")), mode)
    before = peak_memory()
    runs = [run_once(data, mode) for _ in range(repeats)]
    result = min(runs, key=lambda run: run["total"])
    if mode == "polygons":
        grids = [model.colors for model in read_vox(data).models if model.voxels]
        result["quality"] = [flip_quality(grid) for grid in grids]
    return {"case": path.stem, "mode": mode, **result, "peak_bytes": peak_memory(), "peak_bytes_before": before}


def measure_apart(case: str, mode: str, repeats: int) -> dict[str, Any] | None:
    """Measure one case in a process of its own; None if it failed."""
    command = [sys.executable, __file__, "--mode", mode, "--repeats", str(repeats), "--measure", case]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{case}: failed\n{done.stderr}", file=sys.stderr)
        return None
    return json.loads(done.stdout)


def rows_of(results: list[dict[str, Any]]) -> list[list[str]]:
    """Return the table's rows, the head first."""
    rows = [["case", "mode", "total s", "x polygons", *STAGES, "peak MB", "ns a face", *COUNTS]]
    polygons = {result["case"]: result["total"] for result in results if result["mode"] == "polygons"}
    for result in results:
        peak = result["peak_bytes"]
        base = polygons.get(result["case"])
        rows.append(
            [
                result["case"],
                result["mode"],
                f"{result['total']:.3f}",
                "–" if base is None else f"{result['total'] / base:.2f}",
                *(f"{result['seconds'][stage]:.3f}" for stage in STAGES),
                "–" if peak is None else f"{peak / 1e6:,.0f}",
                f"{1e9 * result['total'] / max(1, result['counts']['faces']):,.0f}",
                *(f"{result['counts'][name]:,}" for name in COUNTS),
            ]
        )
    return rows


def quality_rows(results: list[dict[str, Any]]) -> list[list[str]]:
    """Return the rows on triangle quality, the head first."""
    rows = [["case", "edges before", "edges after", "5 % angle before", "5 % angle after"]]
    for result in results:
        models = result.get("quality", [])
        if len(models) == 1:
            lengths = [f"{models[0][f'edges {name}']:,.0f}" for name in ("before", "after")]
            angles = [f"{models[0][f'angle {name}']:.2f}°" for name in ("before", "after")]
            rows.append([result["case"], *lengths, *angles])
    return rows


def main() -> None:
    """Read the command line, measure, print and write the table."""
    parser = argparse.ArgumentParser(description="Measure the way from .vox bytes to mesh and atlas.")
    parser.add_argument("cases", nargs="*", help=f".vox files or {', '.join(MADE)} (default: these and shared models)")
    parser.add_argument("--mode", choices=[*MODES, "all"], default="all")
    parser.add_argument("--repeats", type=int, default=3, help="runs, of which the quickest counts")
    parser.add_argument("--measure", metavar="CASE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.measure, arguments.mode, arguments.repeats)))
        return
    cases = arguments.cases or [*map(str, shared_models()), *MADE]
    modes = MODES if arguments.mode == "all" else (arguments.mode,)
    results = [measure_apart(case, mode, arguments.repeats) for case in cases for mode in modes]
    done = [result for result in results if result is not None]
    python = f"Python {platform.python_version()}, numpy {np.__version__}"
    machine = f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    text = f"Quickest of {arguments.repeats} runs, {machine}\n\n{markdown(rows_of(done))}\n"
    quality = quality_rows(done)
    if len(quality) > 1:
        text += f"\nPolygons before and after the flips; lengths in voxels.\n\n{markdown(quality)}\n"
    folder = ROOT / "build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.md").write_text(text, encoding="utf-8")
    (folder / "bench.json").write_text(json.dumps({"machine": machine, "results": done}, indent=1), encoding="utf-8")
    print(text)
    raise SystemExit(len(done) < len(results))


if __name__ == "__main__":
    main()
