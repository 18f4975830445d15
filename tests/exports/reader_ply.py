"""A .ply file in, what is in it out; read with plyfile. All is one body."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from helpers_found import Found, Thing, linear
from plyfile import PlyData


def read(path: Path, frames: list[int], fps: float) -> Found:
    """Read a file; nothing moves in one."""
    data = PlyData.read(str(path))
    vertex = data["vertex"].data
    polygons = [np.asarray(polygon, int) for polygon in data["face"].data["vertex_indices"]]
    corners = np.array([(p[0], p[i], p[i + 1]) for p in polygons for i in range(1, len(p) - 1)], int)
    count = len(frames)
    thing = Thing("", None, np.tile(np.eye(4), (count, 1, 1)), np.ones(count, bool), mesh="")
    thing.positions = _columns(vertex, "x", "y", "z")[corners]
    names = vertex.dtype.names
    if "s" in names:
        thing.uvs = _columns(vertex, "s", "t")[corners]
    if "red" in names:
        thing.colors = linear(_columns(vertex, "red", "green", "blue") / 255)[corners]
    return Found([thing], [], [])


def _columns(rows: np.ndarray, *names: str) -> np.ndarray:
    return np.stack([rows[name] for name in names], axis=1).astype(float)
