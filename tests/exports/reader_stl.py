"""A .stl file in, what is in it out; read with trimesh. All is one body."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import trimesh
from helpers_found import Found, Thing


def read(path: Path, frames: list[int], fps: float) -> Found:
    """Read a file; nothing moves in one."""
    mesh = trimesh.load_mesh(path, process=False)
    count = len(frames)
    thing = Thing("", None, np.tile(np.eye(4), (count, 1, 1)), np.ones(count, bool), mesh="")
    thing.positions = np.asarray(mesh.triangles, float)
    return Found([thing], [], [])
