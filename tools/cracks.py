"""Models and modes in; how many pixels of their pictures in a browser are not what the voxels show, out.

Each model is drawn from many oblique sides without smoothed edges. Rays through the voxels, cast apart from all meshes,
say what a pixel may show: a *crack* is background where none of the rays through and close to the middle of the pixel
misses the voxels, a *wrong color* one that none of them meets, *outside* is color where all of them miss.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from browser import DRAWING, Browser
from trivox.core import Assembly, CompactLayout, Mesh, MeshOptions, build_model, read_vox
from trivox.core.formats.tvx import tvx_of, write_tvx
from trivox.core.mesh import overlap as overlapping
from trivox.core.voxels import Look, Model, Scene

ROOT = Path(__file__).resolve().parent.parent
PAGE, VIEWER = ROOT / "tools" / "engines" / "cracks", ROOT / "viewer"
LARGEST = 255
SIZE = 320
"""Pixels of a side of a picture."""
VIEWS = 200
AT_A_TIME = 10
"""Views for which the browser is asked at once."""
FIELD_OF_VIEW = math.pi / 5
RASTERIZERS = {
    "mesa": ("--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist"),
    "swiftshader": DRAWING,
}
"""Flags of the browser: Mesa rounds corners to 1/256 pixel as graphics cards do, SwiftShader to 1/16."""
COUNTS = ("filled", "crack", "wrong", "outside")


class Drawing(NamedTuple):
    """One way to draw a model."""

    way: str
    """"viewer", from a .tvx file, or "plain", as engines draw what they get from .glb files."""
    mode: str
    overlap: float
    """Of a voxel."""


def served(files: Path) -> dict[str, Path]:
    """The folders of the server."""
    return {"page": PAGE, "viewer": VIEWER, "files": files}


def views(low: np.ndarray, high: np.ndarray, count: int) -> Iterator[dict[str, Any]]:
    """Cameras around a box, none along an axis; the same for each call.

    Parameters
    ----------
    low, high : (3,) float
        In voxels.
    count : int

    Yields
    ------
    dict
        "eye", "forward", "up", and "depth", which is (nearest, farthest).
    """
    random, middle, radius = np.random.default_rng(0), (low + high) / 2, float(np.linalg.norm(high - low)) / 2
    for number in range(count):
        # Evenly over the sphere, along a spiral.
        height = 1 - (2 * number + 1) / count
        turn = number * math.pi * (3 - math.sqrt(5)) + random.uniform(0, 0.1)
        side = np.array([*(math.sqrt(1 - height * height) * np.array([math.cos(turn), math.sin(turn)])), height])
        away = radius / math.sin(FIELD_OF_VIEW / 2) * 2 ** random.uniform(-1, 1)
        forward, right = -side, np.cross(-side, (0, 0, 1))
        right /= np.linalg.norm(right)
        yield {
            "eye": (middle + away * side).tolist(),
            "forward": forward.tolist(),
            "up": np.cross(right, forward).tolist(),
            "depth": [max(away - 1.1 * radius, 0.02 * away), away + 1.1 * radius],
        }


def plain_corners(mesh: Mesh, overlap: float) -> np.ndarray:
    """(T, 3, 5) float32: places in voxels around the pivot and texture coordinates, as engines get them."""
    moved = overlapping.steps(mesh, overlap)
    points = mesh.vertices[mesh.triangles] - np.array(mesh.size) // 2 + overlap * moved
    uv = overlapping.moved_texels(mesh, moved, overlap) / np.array(mesh.atlas.shape[::-1], np.float32)
    return np.concatenate([points, uv], axis=2).astype("<f4")


def plain_bytes(mesh: Mesh, overlap: float) -> bytes:
    """A mesh for plain.js."""
    corners = plain_corners(mesh, overlap)
    head = np.array([corners.size // 5, *mesh.atlas.shape[::-1]], "<u4")
    return b"".join((head.tobytes(), corners.tobytes(), mesh.atlas.tobytes()))


def tvx_bytes(model: Model, mode: str, look: Look) -> bytes:
    """A model as .tvx."""
    mesh = build_model(model, MeshOptions(mode=mode), look, layout=CompactLayout(), largest=LARGEST)
    return write_tvx(None, tvx_of(Assembly(Scene(name="", models=(model,), look=look, nodes=()), (mesh,))))


def largest_model(path: Path) -> tuple[Model, Look]:
    """The model of most voxels of a file, and its look, opaque."""
    scene = read_vox(path)
    return max(scene.models, key=lambda model: model.voxels), scene.look.opaque()


def same_colors(look: Look) -> list[int]:
    """For each palette index the first one of its color; 0 stays for none."""
    rgb = look.palette[1:, :3].astype(np.int64) @ [1 << 16, 1 << 8, 1]
    _values, first, number = np.unique(rgb, return_index=True, return_inverse=True)
    return [0, *(first[number.reshape(-1)] + 1).tolist()]


class Bench:
    """Models drawn in a browser's page.

    Parameters
    ----------
    browser : Browser
    address : str
        Of a server of the page, the viewer and the files.
    files : Path
        Folder of the files.
    size : int
        Pixels of a side of the pictures.
    """

    def __init__(self, browser: Browser, address: str, files: Path, size: int = SIZE) -> None:
        self._browser, self._files, self._size, self._page = browser, files, size, f"{address}/page/index.html"

    def load(self, model: Model, look: Look, drawings: Sequence[Drawing], drawn: Model | None = None) -> None:
        """Put a model on the page.

        Parameters
        ----------
        model : Model
        look : Look
        drawings : sequence of Drawing
            The first one of faces.
        drawn : Model, optional
            Draw this one; the rays still go through the other.
        """
        self._browser.open(self._page)
        (self._files / "voxels").write_bytes(np.ascontiguousarray(model.colors).tobytes())
        listed, meshes = [], {}
        for number, (way, mode, overlap) in enumerate(drawings):
            if way == "viewer":
                data = tvx_bytes(drawn or model, mode, look)
            else:
                if mode not in meshes:
                    meshes[mode] = build_model(drawn or model, MeshOptions(mode=mode), look)
                data = plain_bytes(meshes[mode], overlap)
            (self._files / str(number)).write_bytes(data)
            listed.append({"kind": way, "file": str(number), "overlap": overlap})
        what = {"shape": list(model.size), "voxels": "voxels", "same": same_colors(look), "drawings": listed}
        self._browser.run(f"trivox.load({json.dumps(what)}, {self._size})")
        self._box = model.box - np.array(model.size) // 2

    def measure(self, count: int = VIEWS) -> list[dict[str, int]]:
        """Counts of each drawing over many views."""
        chosen = list(views(*self._box.astype(float), count))
        pieces = [chosen[start : start + AT_A_TIME] for start in range(0, count, AT_A_TIME)]
        found = [self._browser.run(f"trivox.measure({json.dumps(piece)}, {self._size})") for piece in pieces]
        return [{name: sum(row[name] for row in rows) for name in COUNTS} for rows in zip(*found, strict=True)]
