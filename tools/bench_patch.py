"""Sizes of a made world in, processor seconds of a patch and of a rebuild in every mode out, as a table in Markdown.

python tools/bench_patch.py 64 128 256
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from trivox.core import MeshOptions, build_model
from trivox.core.patch import Workpiece, build_workpiece, patch
from trivox.core.voxels import Model, shapes
from trivox.core.voxels.shapes import Edited, Shape

MODES = ("faces", "polygons", "watertight", "rectangles", "fewest")
TIMES = 3


def world(side: int) -> Model:
    """Hills with patches of colours, `side` cells wide and high."""
    x, y = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    height = side / 4 + side / 10 * np.sin(x / 17) + side / 12 * np.cos(y / 13) + side / 16 * np.sin((x + y) / 7)
    height = height.astype(int)[..., None]
    z = np.arange(side)
    flower = (((x * 7 + y * 13) % 11) == 0)[..., None]
    color = np.where(z < height - 3, 3, np.where(z < side / 4, 2, np.where(flower, 5, 1)))
    return Model.from_grid(np.where(z < height, color, 0).astype(np.uint8))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The least of some runs, and the last result."""
    least, result = np.inf, None
    for _ in range(TIMES):
        start = time.process_time()
        result = work()
        least = min(least, time.process_time() - start)
    return float(least), result


def _edit(piece: Workpiece, edit: Callable[..., Edited], ball: Shape) -> Workpiece:
    return patch(piece, edit(piece.model, ball))


def main() -> None:
    """Print the table."""
    print("| world | faces | mode | rebuild | add | carve | paint | rebuild / add |")
    print("|---|---|---|---|---|---|---|---|")
    for side in map(int, sys.argv[1:]):
        model = world(side)
        ball = shapes.sphere(8).moved(side / 2, side / 2, side * 0.27)
        for mode in MODES:
            options = MeshOptions(mode)
            start = time.process_time()
            mesh = build_model(model, options)
            whole = time.process_time() - start
            piece = build_workpiece(model, options)
            told = []
            for edit in (partial(shapes.add, index=9), shapes.carve, partial(shapes.paint, index=9)):
                seconds, after = timed(partial(_edit, piece, edit, ball))
                told.append((seconds, f"{seconds:.3f}{' (rebuilt)' if after.rebuilt else ''}"))
            row = (f"{side}^3", f"{mesh.counts.faces:,}", mode, f"{whole:.2f}", *(text for _, text in told))
            print("|", " | ".join(row), "|", f"{whole / told[0][0]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
