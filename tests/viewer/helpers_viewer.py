"""Helpers of the viewer's tests: files of grids, and pictures of voxels by rays beside those of the page."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from helpers_compact import compact, tvx_mesh
from trivox.core import MeshOptions
from trivox.core.formats.tvx import TvxFile, TvxMesh
from trivox.core.scene.world import hidden_in_scene, placed_shapes, world_cells
from trivox.core.voxels import Material, Scene, SceneNode

SIDES = {
    "+x": ((-1, 0, 0), (0, 0, 1)),
    "-x": ((1, 0, 0), (0, 0, 1)),
    "+y": ((0, -1, 0), (0, 0, 1)),
    "-y": ((0, 1, 0), (0, 0, 1)),
    "+z": ((0, 0, -1), (0, 1, 0)),
    "-z": ((0, 0, 1), (0, 1, 0)),
    "oblique": ((-0.53, 0.71, -0.46), (0, 0, 1)),
}
NEAR = 1 / 16
"""Part of a pixel: corners of triangles are moved to a grid of that pitch before pixels are filled."""


def mesh_at(grid: np.ndarray, pivot: tuple[int, int, int] = (0, 0, 0), mode: str = "polygons") -> TvxMesh:
    """A grid's mesh as it is in files, around a lattice point."""
    return replace(tvx_mesh(compact(grid, MeshOptions(mode=mode))), pivot=pivot)


def solid(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """The scene's voxels in one grid of palette indices, and the world cell of its first corner."""
    hidden = hidden_in_scene(scene)
    cells, colors = [], []
    for node in placed_shapes(scene):
        if not hidden[node]:
            cells.append(world_cells(scene, node))
            colors.append(scene.models[scene.nodes[node].model].indices)
    every = np.concatenate(cells)
    low = every.min(axis=0)
    grid = np.zeros(every.max(axis=0) - low + 1, np.uint8)
    for some, indices in zip(cells, colors, strict=True):
        grid[tuple((some - low).T)] = indices
    # What no file places stands on the ground, its middle over the world's origin.
    return grid, low if scene.placed else np.array([-(grid.shape[0] // 2), -(grid.shape[1] // 2), 0])


class View:
    """A square picture along parallel rays around the middle of a box.

    Along an axis a voxel is two by two pixels, and no middle of a pixel lies on the edge of a cell: such pictures
    have to be equal in every pixel.
    """

    def __init__(self, low: np.ndarray, size: np.ndarray, forward: tuple, up: tuple) -> None:
        self.forward = np.array(forward, float) / np.linalg.norm(forward)
        self.right = np.cross(self.forward, up)
        self.right /= np.linalg.norm(self.right)
        self.top = np.cross(self.right, self.forward)
        self.exact = 0 in forward
        self.side = 2 * int(max(size)) + 4 if self.exact else 200
        self.half = self.side / 4 if self.exact else 0.53 * float(np.linalg.norm(size))
        self.depth = 2 * float(np.linalg.norm(size)) + 4
        middle = low + size / 2
        self.eye = middle - self.forward * self.depth / 2

    def rays(self, shift: tuple[float, float] = (0, 0)) -> np.ndarray:
        """(side, side, 3) starts of the rays of all pixels, the bottom row first, moved by parts of a pixel."""
        step = (np.arange(self.side) + 0.5) / self.side * 2 - 1
        across = (step + 2 * shift[0] / self.side) * self.half
        along = (step + 2 * shift[1] / self.side) * self.half
        return self.eye + across[None, :, None] * self.right + along[:, None, None] * self.top

    def script(self) -> str:
        """The same view for the page."""
        return json.dumps(
            {
                "width": self.side,
                "height": self.side,
                "eye": self.eye.tolist(),
                "forward": self.forward.tolist(),
                "up": self.top.tolist(),
                "halfWidth": self.half,
                "halfHeight": self.half,
                "depth": self.depth,
            }
        )


def cast(grid: np.ndarray, low: np.ndarray, starts: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """Palette index of the first voxel on each ray, 0 where there is none: from cell wall to cell wall."""
    position = (starts - low).reshape(-1, 3)
    with np.errstate(divide="ignore", invalid="ignore"):
        to_walls = np.stack(((0 - position) / forward, (np.array(grid.shape) - position) / forward))
        outside = ((position < 0) | (position > grid.shape)) & (forward == 0)
        enter = np.where(forward == 0, -np.inf, to_walls.min(axis=0)).max(axis=1)
        leave = np.where(forward == 0, np.inf, to_walls.max(axis=0)).min(axis=1)
    found = np.zeros(len(position), np.uint8)
    alive = np.flatnonzero((enter < leave) & ~outside.any(axis=1))
    point = position[alive] + (enter[alive, None] + 1e-9) * forward
    cell = np.clip(np.floor(point), 0, np.array(grid.shape) - 1).astype(np.int64)
    step = np.sign(forward).astype(np.int64)
    with np.errstate(divide="ignore", invalid="ignore"):
        pace = np.where(step == 0, np.inf, np.abs(1 / forward))
        wall = np.where(step == 0, np.inf, (cell + (step > 0) - position[alive]) / forward)
    while len(alive):
        color = grid[tuple(cell.T)]
        found[alive[color > 0]] = color[color > 0]
        going = color == 0
        alive, cell, wall = alive[going], cell[going], wall[going]
        axis = np.argmin(wall, axis=1)
        row = np.arange(len(alive))
        cell[row, axis] += step[axis]
        wall[row, axis] += pace[axis]
        inside = ((cell >= 0) & (cell < grid.shape)).all(axis=1)
        alive, cell, wall = alive[inside], cell[inside], wall[inside]
    return found.reshape(starts.shape[:2])


def shown(browser: Any, view: View, options: str = "{}") -> np.ndarray:
    """(side, side, 4) uint8 pixels of the page's picture."""
    text = browser.run(
        f"(() => {{ const p = trivox.picture({view.script()}, {options}); let s = '';"
        " for (let i = 0; i < p.length; i += 8192) s += String.fromCharCode(...p.subarray(i, i + 8192));"
        " return btoa(s); })()"
    )
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(view.side, view.side, 4)


def load(browser: Any, site: tuple[str, Path], data: bytes) -> None:
    """Open a file by its link; it must be shown."""
    address, folder = site
    (folder / "model.tvx").write_bytes(data)
    browser.open(f"{address}/viewer/index.html?file=/files/model.tvx")
    assert message(browser) == ""


def message(browser: Any) -> str:
    """What the page complains about."""
    return browser.run(
        "(() => { const m = document.getElementById('message');"
        " return m.hidden ? '' : m.querySelector('p').textContent; })()"
    )


def compare(browser: Any, grid: np.ndarray, low: np.ndarray, palette: np.ndarray, sides: Iterable[str] = SIDES) -> None:
    """All pictures; where rays are oblique, pixels may differ to which another silhouette or cell is near."""
    colors = palette.copy()
    colors[0] = 0
    for name in sides:
        view = View(low, np.array(grid.shape), *SIDES[name])
        wanted = cast(grid, low, view.rays(), view.forward)
        differs = (shown(browser, view) != colors[wanted]).any(axis=2)
        assert wanted.any()
        if not view.exact:
            assert differs.mean() < 0.005
            for shift in itertools.product(np.linspace(-NEAR, NEAR, 7), repeat=2):
                rays = view.rays(shift)[differs]
                differs[differs] = cast(grid, low, rays[:, None], view.forward)[:, 0] == wanted[differs]
        assert not differs.any(), f"{name}: {differs.sum()} pixels differ"


def painted(shape: tuple[int, int, int]) -> np.ndarray:
    """A grid with holes and many colours."""
    random = np.random.default_rng(sum(shape))
    return np.where(random.random(shape) < 0.3, 0, random.integers(1, 9, shape)).astype(np.uint8)


PALETTE = np.array([(i * 29 % 256, 255 - i, i * 7 % 256, 255) for i in range(256)], np.uint8)


def file_of(meshes: tuple[TvxMesh, ...], nodes: tuple[SceneNode, ...] = (), up_axis: str = "z") -> TvxFile:
    """A file with plain materials."""
    return TvxFile("test", 0.1, up_axis, PALETTE, (Material(),) * 256, meshes, nodes)
