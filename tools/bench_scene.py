"""Made scenes of many or huge models in; a table of seconds and memory on stdout and in build/bench out.

Every case runs in a process of its own with Blender's module, from the file to objects in the scene. Numbers are
recorded, never judged.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from bench import peak_memory
from fuzz import load_test_writer
from text_table import markdown

ROOT = Path(__file__).resolve().parent.parent
SIDE = 126
MODELS = 200
WORLD = (1024, 1024, 256)
TILE = 256
CRUST = 8
"""Voxels that the ground of the world is thick."""
CASES = {
    "200 instances of 126^3": {},
    "200 models of 126^3": {},
    "world 1024 x 1024 x 256, joined": {"join": "one"},
    "world 1024 x 1024 x 256, no contacts": {"join": "contacts"},
    "world 1024 x 1024 x 256, separate": {},
}
"""What is imported with which options."""


def ball(color: int, bumps: int) -> npt.NDArray[np.uint8]:
    """(126, 126, 126) uint8: a ball of two colors with some cells taken out of its surface."""
    at = np.arange(SIDE) - (SIDE - 1) / 2
    away = at[:, None, None] ** 2 + at[:, None] ** 2 + at**2
    grid = np.where(away < (SIDE / 2) ** 2, 1 + color % 255, 0).astype(np.uint8)
    grid[:, :, SIDE // 2 :][grid[:, :, SIDE // 2 :] > 0] = 1 + (color + 7) % 255
    cells = np.random.default_rng(bumps).integers(0, SIDE, (3, 500))
    grid[tuple(cells)] = 0
    return grid


def ground() -> npt.NDArray[np.int64]:
    """(1024, 1024) int64: heights of hills, 20 to 235."""
    x, y = np.meshgrid(*(np.arange(side) / side for side in WORLD[:2]), indexing="ij")
    waves = np.sin(9 * x + 2 * np.sin(7 * y)) + np.sin(11 * y + np.sin(13 * x)) + 0.2 * np.sin(60 * x) * np.sin(55 * y)
    return (127 + 48 * waves).astype(np.int64)


def tile(heights: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """(n, 4) uint8 x, y, z, index: the crust under the heights of one tile."""
    below = np.arange(CRUST)
    x, y = np.meshgrid(*map(np.arange, heights.shape), indexing="ij")
    z = heights[..., None] - below
    rows = np.stack(np.broadcast_arrays(x[..., None], y[..., None], z, 1 + z // 16), axis=-1)
    return rows.reshape(-1, 4).astype(np.uint8)


def write_case(case: str, path: Path) -> None:
    """Write the file of a case."""
    hv = load_test_writer()

    def model(size: tuple[int, int, int], rows: npt.NDArray[np.uint8]) -> bytes:
        return hv.chunk("SIZE", hv.int32(*size)) + hv.chunk("XYZI", hv.int32(len(rows)) + rows.tobytes())

    def of_grid(grid: npt.NDArray[np.uint8]) -> bytes:
        cells = np.argwhere(grid)
        return model(grid.shape, np.column_stack([cells, grid[tuple(cells.T)]]).astype(np.uint8))

    if case.startswith("world"):
        heights, corners = ground(), [(x, y) for x in range(0, WORLD[0], TILE) for y in range(0, WORLD[1], TILE)]
        models = [model((TILE,) * 3, tile(heights[x : x + TILE, y : y + TILE])) for x, y in corners]
        places = [f"{x} {y} {TILE // 2}" for x, y in corners]
    else:
        count = MODELS if "models" in case else 1
        models = [of_grid(ball(number, number)) for number in range(count)]
        places = [f"{130 * (number % 20)} {130 * (number // 20)} 63" for number in range(MODELS)]
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, *range(2, 2 + 2 * len(places), 2))]
    for number, place in enumerate(places):
        nodes.append(hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": place}))
        nodes.append(hv.nshp(3 + 2 * number, number % len(models)))
    path.write_bytes(hv.vox(*models, *nodes, hv.rgba(hv.colors())))


def measure(case: str) -> dict[str, Any]:
    """Import the file of one case in this process; another one writes it, for that takes memory too."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.vox"
        subprocess.run([sys.executable, __file__, "--write", case, str(path)], check=True)
        length = path.stat().st_size
        os.environ["BLENDER_USER_RESOURCES"] = folder
        import bpy
        import trivox

        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        trivox.register()
        before, start = peak_memory(), time.perf_counter()
        bpy.ops.import_scene.trivox(filepath=str(path), **CASES[case])
        seconds = time.perf_counter() - start
        counts = [json.loads(mesh["trivox"])["counts"] for mesh in bpy.data.meshes]
        result = {
            "case": case,
            "file_bytes": length,
            "seconds": seconds,
            "peak_bytes": peak_memory(),
            "peak_bytes_before": before,
            "objects": len(bpy.data.objects),
            "meshes": len(counts),
            "voxels": int(sum(count["voxels"] for count in counts)),
            "triangles": int(sum(count["triangles"] for count in counts)),
        }
        trivox.unregister()
    return result


def measure_apart(case: str) -> dict[str, Any] | None:
    """Measure one case in a process of its own; None if it failed."""
    command = [sys.executable, __file__, "--measure", case]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        print(f"{case}: failed\n{done.stderr}", file=sys.stderr)
        return None
    return json.loads(lines[-1])


def rows_of(results: list[dict[str, Any]]) -> list[list[str]]:
    """Return the table's rows, the head first."""
    rows = [["case", "file MB", "seconds", "peak MB", "before MB", "objects", "meshes", "voxels", "triangles"]]
    for result in results:
        peaks = [result["peak_bytes"], result["peak_bytes_before"]]
        rows.append(
            [
                result["case"],
                f"{result['file_bytes'] / 1e6:,.1f}",
                f"{result['seconds']:.1f}",
                *("–" if peak is None else f"{peak / 1e6:,.0f}" for peak in peaks),
                *(f"{result[name]:,}" for name in ("objects", "meshes", "voxels", "triangles")),
            ]
        )
    return rows


def main() -> None:
    """Read the command line, measure, print and write the table."""
    parser = argparse.ArgumentParser(description="Measure the import of large scenes.")
    parser.add_argument("cases", nargs="*", help=f"any of {', '.join(CASES)} (default: all)")
    parser.add_argument("--measure", metavar="CASE", choices=CASES, help=argparse.SUPPRESS)
    parser.add_argument("--write", nargs=2, metavar=("CASE", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.write:
        write_case(arguments.write[0], Path(arguments.write[1]))
        return
    if arguments.measure:
        print(json.dumps(measure(arguments.measure)), flush=True)
        return
    results = [measure_apart(case) for case in arguments.cases or CASES]
    done = [result for result in results if result is not None]
    machine = (
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    )
    text = f"Import into Blender, {machine}\n\n{markdown(rows_of(done))}\n"
    folder = ROOT / "build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scene.md").write_text(text, encoding="utf-8")
    (folder / "scene.json").write_text(json.dumps({"machine": machine, "results": done}, indent=1), encoding="utf-8")
    print(text)
    raise SystemExit(len(done) < len(results))


if __name__ == "__main__":
    main()
