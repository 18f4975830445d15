"""Two checkouts and models in; a table of the seconds that each takes for their meshes, by turns, on stdout out.

Each checkout has a process of its own, and they build the same model by turns, so that a busy machine slows both down.
What counts are the processor's seconds of the quickest run; numbers are recorded, never judged.

    python tools/bench_speed.py ../old . ../shared/models/nature.vox tree
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from text_table import markdown

WORKER = """
import json, resource, sys, time
from pathlib import Path
import numpy as np
from trivox.core import MeshOptions, read_vox
from trivox.core.checks import check_mesh
from trivox.core.pipeline import build_model
from trivox.core.voxels.model import Model
models = {}
for line in sys.stdin:
    path, mode, check = json.loads(line)
    if path not in models and path.endswith(".npz"):
        made = np.load(path)
        models[path] = Model(tuple(int(side) for side in made["cells"].max(axis=0) + 1), made["cells"], made["colors"])
    elif path not in models:
        models[path] = read_vox(Path(path).read_bytes()).models[0]
    begin = time.process_time()
    mesh = build_model(models[path], MeshOptions(mode=mode))
    seconds = [time.process_time() - begin]
    if check:
        begin = time.process_time()
        assert not check_mesh(models[path].colors, mesh)
        seconds.append(time.process_time() - begin)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([seconds, peak, mesh.counts.faces, mesh.counts.triangles]), flush=True)
"""


def make_tree(leaves: int, seed: int = 1) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
    """Return the cells, (n, 3), and colours, (n,), of a tree: branches that part in three, and scattered leaves."""
    rng = np.random.default_rng(seed)
    tips, wood = [(np.array([450.0, 450.0, 60.0]), np.array([0.0, 0.0, 1.0]), 220.0)], []
    for _ in range(6):
        grown = []
        for foot, way, length in tips:
            thick = max(1, int(length / 28))
            ball = np.stack(np.meshgrid(*[np.arange(-thick, thick + 1)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
            ball = ball[(ball**2).sum(axis=1) <= thick**2]
            line = np.unique(np.rint(foot + np.linspace(0, length, 2 * int(length))[:, None] * way), axis=0)
            wood.append((line[:, None] + ball).reshape(-1, 3))
            for _ in range(3):
                bent = way + rng.normal(0, 0.6, 3)
                bent[2] = 0.6 * abs(bent[2]) + 0.1
                grown.append((foot + length * way, bent / np.linalg.norm(bent), 0.68 * length))
        tips = grown
    ends = np.array([foot for foot, _, _ in tips])
    scattered = np.rint(ends[rng.integers(0, len(ends), leaves)] + rng.normal(0, 14, (leaves, 3)))
    trunk = np.unique(np.concatenate(wood), axis=0)
    cells = np.concatenate([scattered, trunk]).astype(np.int64)
    colors = np.concatenate([rng.integers(1, 6, leaves), np.full(len(trunk), 9)]).astype(np.uint8)
    cells -= cells.min(axis=0)
    chosen = np.unique((cells[:, 0] * 4096 + cells[:, 1]) * 4096 + cells[:, 2], return_index=True)[1]
    return cells[chosen].astype(np.int32), colors[chosen]


class Worker:
    """A process that builds meshes with one checkout."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        folder.mkdir()
        (folder / "trivox").symlink_to(checkout.resolve())
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(folder)},
        )

    def run(self, path: str, mode: str, *, check: bool) -> Any:
        """Build a mesh: seconds, peak memory so far in KiB, faces, triangles."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([path, mode, check]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        """Let the process end."""
        self._process.communicate()


def row_of(checkouts: list[Path], path: str, mode: str, repeats: int, *, check: bool) -> list[str]:
    """Measure one model in one mode with both checkouts."""
    with tempfile.TemporaryDirectory() as folder:
        workers = [Worker(checkout, Path(folder) / str(number)) for number, checkout in enumerate(checkouts)]
        runs = [[worker.run(path, mode, check=check) for worker in workers] for _ in range(repeats)]
        for worker in workers:
            worker.end()
    row = [Path(path).stem, mode, f"{runs[0][1][2]:,}", f"{runs[0][1][3]:,}"]
    for step in range(1 + check):
        old, new = (min(run[which][0][step] for run in runs) for which in (0, 1))
        row += [f"{1000 * old:,.1f}", f"{1000 * new:,.1f}", f"{new / old:.2f}"]
    peaks = [max(run[which][1] for run in runs) / 1024 for which in (0, 1)]
    return [*row, *(f"{peak:,.0f}" for peak in peaks)]


def main() -> None:
    """Read the command line, measure, print the table."""
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("models", nargs="+", help=".vox files, or 'tree' for a made one of 3 million faces")
    parser.add_argument("--modes", default="polygons,watertight", help="with commas between")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--leaves", type=int, default=640_000, help="of the tree")
    parser.add_argument("--check", action="store_true", help="prove the meshes too")
    arguments = parser.parse_args()
    head = ["model", "mode", "faces", "triangles", "old ms", "new ms", "new / old"]
    head += ["check old ms", "check new ms", "new / old"] if arguments.check else []
    rows = [[*head, "old peak MiB", "new peak MiB"]]
    with tempfile.TemporaryDirectory() as folder:
        for model in arguments.models:
            path = str(Path(model).resolve())
            if model == "tree":
                cells, colors = make_tree(arguments.leaves)
                path = str(Path(folder) / "tree.npz")
                np.savez(path, cells=cells, colors=colors)
            for mode in arguments.modes.split(","):
                checkouts = [arguments.old, arguments.new]
                rows.append(row_of(checkouts, path, mode, arguments.repeats, check=arguments.check))
    print(markdown(rows))


if __name__ == "__main__":
    main()
