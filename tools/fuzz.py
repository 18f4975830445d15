"""Made .vox files and a number in, that many damaged copies through the reader and the mesher; what went wrong out.

Every copy must end in a scene whose models can be meshed, or in an error of Trivox. A crash, more than `CALLS` or
more memory than `memory_limit` is reported with the seed that makes the copy again.
"""

from __future__ import annotations

import argparse
import importlib.util
import struct
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
from call_count import TooManyCallsError, counted_calls
from trivox.core import MeshOptions, read_vox
from trivox.core.errors import TrivoxError
from trivox.core.formats.vox import VoxScene
from trivox.core.mesh.modes import MODES
from trivox.core.pipeline import build_model
from trivox.core.scene import SceneOptions
from trivox.core.scene.arrange import arrange

ROOT = Path(__file__).resolve().parent.parent
CALLS = 1_000_000
"""Fifteen times what the hardest of many copies takes."""
MEMORY = 300_000_000
"""Bytes beyond ten times the file."""
MESHED_VOXELS = 50_000
"""Larger models are read only; what makes a copy large is tested once, not thousands of times."""
NUMBERS = (0, 1, -1, 2, 126, 127, 255, 256, 257, 1000, 2**16, 2**24, 2**31 - 1, -(2**31), -12, 0x56495A59)


@dataclass(frozen=True)
class Finding:
    """What went wrong with one copy."""

    seed: int
    trouble: str
    length: int


@cache
def originals() -> tuple[bytes, ...]:
    """Make the files that are damaged: small ones, with every chunk, old materials, frames, and a deep graph."""
    hv = load_test_writer()
    rng = np.random.default_rng(1)
    grid = rng.integers(0, 12, (6, 5, 4)).astype(np.uint8)
    deep = [hv.ntrn(2 * i, 2 * i + 1, {"t": "1 0 0", "r": 17}) + hv.ngrp(2 * i + 1, 2 * i + 2) for i in range(30)]
    old = [hv.matt(1, 2, 0.5, {3: 0.3, 4: 0.1}), hv.matt(2, 3, 0.7, {5: 2.0, 6: 1.0})]
    frames = [{"f": 3 * i, "t": f"{i} 0 -{i}"} for i in range(5)]
    moving = [hv.ntrn(0, 1, *frames, loop=1), hv.nshp(1, (0, 0), (1, 2), (0, 4), loop=1), hv.meta(anim_range="0 20")]
    return (
        hv.vox(hv.cube(), version=150),
        hv.golden(),
        hv.vox(hv.dense_model(grid), *old, hv.rgba(hv.colors())),
        hv.vox(hv.cube(), *deep, hv.ntrn(60, 61), hv.nshp(61, 0)),
        hv.vox(hv.cube(), hv.dense_model(grid), *moving),
    )


def damaged(seed: int) -> bytes:
    """Make the copy of a seed.

    Parameters
    ----------
    seed : int

    Returns
    -------
    bytes
    """
    rng = np.random.default_rng(seed)
    files = originals()
    data = bytearray(files[int(rng.integers(len(files)))])
    for _time in range(int(rng.choice([1, 1, 1, 2, 3, 8]))):
        _damage(data, rng)
    return bytes(data)


def _damage(data: bytearray, rng: np.random.Generator) -> None:
    """Change a file in one place."""
    kind, at = int(rng.integers(7)), int(rng.integers(max(len(data), 1)))
    if kind == 0:
        del data[at:]
    elif kind == 1 and data:
        data[at] = int(rng.integers(256))
    elif kind == 2 and data:
        data[at] ^= 1 << int(rng.integers(8))
    elif kind == 3:
        number = NUMBERS[int(rng.integers(len(NUMBERS)))]
        data[at : at + 4] = struct.pack("<i", (number + 2**31) % 2**32 - 2**31)
    elif kind == 4:
        del data[at : at + int(rng.integers(1, 30))]
    elif kind == 5:
        end = at + int(rng.integers(1, 200))
        data[at:at] = data[at:end]
    else:
        other = int(rng.integers(max(len(data), 1)))
        data[at : at + 16] = data[other : other + 16]


def check(seed: int) -> tuple[str, Finding | None]:
    """Take one copy through reader and mesher.

    Parameters
    ----------
    seed : int

    Returns
    -------
    outcome : str
        "read", "refused" or "failed".
    finding : Finding or None
        What went wrong.
    """
    data = damaged(seed)
    tracemalloc.start()
    outcome, trouble = "read", ""
    try:
        with counted_calls(CALLS):
            _use(read_vox(data), tuple(MODES)[seed % len(MODES)])
    except TrivoxError:
        outcome = "refused"
    except TooManyCallsError as error:
        outcome, trouble = "failed", f"took {error}"
    except Exception as error:  # A fuzzer looks for all of them.
        outcome, trouble = "failed", f"{type(error).__name__}: {error}"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    if peak > memory_limit(len(data)):
        outcome, trouble = "failed", f"held {peak / 1e6:,.0f} MB"
    return outcome, Finding(seed, trouble, len(data)) if trouble else None


def load_test_writer() -> ModuleType:
    """Load the tests' writer of files, which shares no code with the reader."""
    spec = importlib.util.spec_from_file_location("helpers_vox", ROOT / "tests" / "core" / "helpers_vox.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def memory_limit(length: int) -> int:
    """Say how many bytes a file of some length may need."""
    return 10 * length + MEMORY


def _use(scene: VoxScene, mode: str) -> None:
    """Do with a scene what an import does before Blender has its turn."""
    assert all(np.isfinite(values).all() for values in vars(scene.look.shading).values())
    options = MeshOptions(mode=mode, effort=100)
    for model in scene.models:
        if 0 < model.voxels <= MESHED_VOXELS:
            mesh = build_model(model, options, scene.look)
            assert mesh.counts.voxels == model.voxels
    shown = sum(scene.models[node.model].voxels for node in scene.nodes if node.model is not None)
    if 0 < shown <= MESHED_VOXELS:
        for model in arrange(scene, SceneOptions(join="one")).models:
            build_model(model, options, scene.look)


def fuzz(count: int, first: int = 0) -> Iterator[tuple[str, Finding | None]]:
    """Check copies one after the other."""
    return (check(seed) for seed in range(first, first + count))


def main() -> int:
    """Run the copies, and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=10_000, help="damaged files (default: 10,000)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first of them (default: 0)")
    arguments = parser.parse_args()
    start, outcomes, findings = time.perf_counter(), Counter[str](), []
    for outcome, finding in fuzz(arguments.count, arguments.first):
        outcomes[outcome] += 1
        if finding:
            findings.append(finding)
            print(f"seed {finding.seed} ({finding.length:,} bytes): {finding.trouble}", flush=True)
    counts = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(outcomes.items()))
    print(f"{arguments.count:,} damaged files in {time.perf_counter() - start:.0f} s: {counts}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
