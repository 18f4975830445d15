"""The size of a world in, a .tvx file of it in chunks out: hills, water, trees and caves from a formula.

No more than a few hundred chunks are in memory at a time, so the world may be larger than that.

    python tools/world.py world.tvx --size 2048 2048 256
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from trivox.core import MeshOptions
from trivox.core.chunks import Around, Brick, ChunkOptions, Place, forest_of
from trivox.core.chunks.bricks import around
from trivox.core.formats.tvx import TvxFile, write_tvx
from trivox.core.formats.tvx.document import tvx_mesh_of
from trivox.core.scene.chunked import tree_entries
from trivox.core.texture import CompactLayout
from trivox.core.voxels import Look, ModelFrame, SceneNode
from trivox.core.voxels.transforms import identity, make_frame
from trivox.core.workers import workers_for

STONE, EARTH, GRASS, SAND, SNOW, WATER, WOOD, LEAVES = range(1, 9)
COLORS = {
    STONE: (118, 116, 112),
    EARTH: (112, 82, 54),
    GRASS: (92, 142, 60),
    SAND: (214, 196, 140),
    SNOW: (238, 242, 246),
    WATER: (58, 110, 168),
    WOOD: (88, 62, 40),
    LEAVES: (52, 104, 44),
}
APART = 14
"""Cells between trees, about."""
CROWN = 3


class World(Mapping[tuple[int, int, int], Brick]):
    """Chunks of the world by their place; each is made when it is asked for, and forgotten after a while."""

    def __init__(self, size: tuple[int, int, int], side: int, remembered: int = 700) -> None:
        self.size, self.side = size, side
        self._known: OrderedDict[tuple[int, int, int], Brick] = OrderedDict()
        self._remembered = remembered
        x, y = np.arange(size[0])[:, None], np.arange(size[1])[None, :]
        self.height = self._heights(x, y)
        self.sea = size[2] * 5 // 16
        self.trees = self._trees()
        wide = self.height.reshape(size[0] // side, side, size[1] // side, side).max(axis=(1, 3))
        top = np.maximum(wide + 10, self.sea)
        self._layers = np.minimum(-(-top // side), size[2] // side)

    def _heights(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        wave = np.zeros((self.size[0], self.size[1]))
        for number, length in enumerate((610, 283, 131, 61, 27, 13)):
            turn = 1.7 * number + 0.4
            u = (x * np.cos(turn) + y * np.sin(turn)) / length
            v = (y * np.cos(turn) - x * np.sin(turn)) / length
            wave += length**0.9 * np.sin(6.28 * u + 1.3 * np.sin(6.28 * v)) * np.cos(4.4 * v + number)
        # Plains and mountains of the height that there is.
        tall = np.tanh(wave / 380) * 0.5 + 0.5
        return (self.size[2] * (0.16 + 0.6 * tall**1.6)).astype(np.int64)

    def _trees(self) -> np.ndarray:
        """(n, 3): where trees stand."""
        random = np.random.default_rng(1)
        across = [np.arange(8, side - 8, APART) for side in self.size[:2]]
        place = np.stack(np.meshgrid(*across, indexing="ij"), axis=-1).reshape(-1, 2)
        place = place + random.integers(-5, 6, place.shape)
        height = self.height[tuple(place.T)]
        wood = np.sin(place[:, 0] / 57) + np.sin(place[:, 1] / 71) > 0.2
        chosen = wood & (height > self.sea + 3) & (height < self.size[2] * 0.55)
        return np.concatenate([place, height[:, None]], axis=1)[chosen]

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        for (i, j), layers in np.ndenumerate(self._layers):
            yield from ((i, j, k) for k in range(layers))

    def __len__(self) -> int:
        return int(self._layers.sum())

    def __contains__(self, key: object) -> bool:
        i, j, k = key  # type: ignore[misc]
        return 0 <= i < len(self._layers) and 0 <= j < self._layers.shape[1] and 0 <= k < self._layers[i, j]

    def __getitem__(self, key: tuple[int, int, int]) -> Brick:
        if key not in self:
            raise KeyError(key)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        cells = self.cells(key)
        ends = [np.take(cells, end, axis) for axis in range(3) for end in (0, -1)]
        self._known[key] = Brick(cells, tuple(ends))
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return self._known[key]

    def cells(self, key: tuple[int, int, int]) -> np.ndarray:
        """(s, s, s) uint8."""
        x, y, z = (np.arange(number * self.side, (number + 1) * self.side) for number in key)
        height = self.height[x[:, None], y][:, :, None]
        depth = height - 1 - z
        beach, snowy = height <= self.sea + 2, height > self.size[2] * 0.62
        top = np.where(beach, SAND, np.where(snowy, SNOW, GRASS))
        cells = np.where(depth < 1, top, np.where(depth < 4, np.where(beach, SAND, EARTH), STONE)).astype(np.uint8)
        cells[depth < 0] = 0
        cells[(depth < 0) & (z < self.sea)] = WATER
        cells[self._caves(x, y, z) & (depth >= 0) & ((height > self.sea + 3) | (depth > 6)) & (z > 2)] = 0
        self._plant(cells, key)
        return cells

    def _caves(self, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Tunnels: where two bent sheets meet."""
        x, y, z = x[:, None, None] / 23, y[None, :, None] / 23, z[None, None, :] / 17
        one = np.sin(x + 1.7 * np.sin(y / 2)) + np.sin(y + 1.7 * np.sin(z)) + np.sin(z + 1.7 * np.sin(x / 2))
        other = np.cos(y * 0.8 - 1.2 * np.sin(x / 3)) + np.cos(z * 1.1 - np.sin(y / 3)) + np.cos(x * 0.7 + np.sin(z))
        return (np.abs(one) < 0.16) & (np.abs(other) < 0.22)

    def _plant(self, cells: np.ndarray, key: tuple[int, int, int]) -> None:
        low = np.array(key) * self.side
        near = ((self.trees + np.array([CROWN, CROWN, 10]) >= low) & (self.trees - CROWN < low + self.side)).all(axis=1)
        for x, y, z in self.trees[near] - low:
            self._fill(cells, (x, y, z), (1, 1, 5), WOOD)
            for level, reach in enumerate((2, 3, 3, 2, 1)):
                self._fill(cells, (x - reach, y - reach, z + 4 + level), (2 * reach + 1, 2 * reach + 1, 1), LEAVES)

    def _fill(self, cells: np.ndarray, low: tuple[int, ...], size: tuple[int, ...], color: int) -> None:
        box = tuple(slice(max(at, 0), max(at + many, 0)) for at, many in zip(low, size, strict=True))
        cells[box] = np.where(cells[box] == 0, color, cells[box])


def chunks_of(world: World, look: Look, levels: int, jobs: int | None) -> Iterator[tuple[Place, object]]:
    """Mesh all levels; yields a mesh for each chunk that has one."""
    options = MeshOptions(mode="watertight", interior="keep")
    forest = forest_of(world, look.transparent, ChunkOptions(world.side, levels))

    def tasks() -> Iterator[tuple[Place, Around]]:
        for level, bricks in enumerate(forest.levels):
            for key in bricks if level == 0 else sorted(bricks):
                found = around(bricks, key, world.side, look.transparent, coarse=level > 0)
                if found is not None:
                    yield Place(level, key), found

    with workers_for([10_000_000] * 2, jobs) as workers:
        waiting: deque = deque()
        for place, task in tasks():
            if workers is None:
                yield place, task.mesh(options, look, CompactLayout())
                continue
            waiting.append((place, workers.submit(Around.mesh, task, options, look, CompactLayout())))
            if len(waiting) > 8:
                place, future = waiting.popleft()
                yield place, future.result()
        for place, future in waiting:
            yield place, future.result()


def build(size: tuple[int, int, int], side: int = 64, levels: int = 30, jobs: int | None = None) -> TvxFile:
    """Make the world as a file."""
    palette = np.zeros((256, 4), np.uint8)
    for index, color in COLORS.items():
        palette[index] = (*color, 255)
    look = Look(palette)
    middle = np.full(3, side // 2, np.int64)
    meshes, nodes, places = [], [], {}
    for place, mesh in chunks_of(World(size, side), look, levels, jobs):
        if not len(mesh.triangles):
            continue
        box = np.stack([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)]).astype(np.int64)
        places[place] = len(meshes), box
        if place.level == 0:
            x, y, z = (side * number + side // 2 for number in place.key)
            name = "world_" + "_".join(map(str, place.key))
            frames = (make_frame(0, identity(), (x, y, z)),)
            nodes.append(SceneNode(name, -1, "shape", frames, (ModelFrame(0, len(meshes)),)))
        meshes.append(tvx_mesh_of(mesh, middle, look))
    return TvxFile(
        name="world",
        voxel_size=0.25,
        up_axis="z",
        palette=palette,
        materials=look.materials,
        meshes=tuple(meshes),
        nodes=tuple(replace(node) for node in nodes),
        tree=tree_entries(places, side),
    )


def main() -> None:
    """Write the file, and say what it took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--size", type=int, nargs=3, default=(2048, 2048, 256), help="cells along x, y, z")
    parser.add_argument("--chunks", type=int, default=64, help="cells along a side of a chunk")
    parser.add_argument("--jobs", type=int, help="processes")
    arguments = parser.parse_args()
    start = time.perf_counter()
    file = build(tuple(arguments.size), arguments.chunks, jobs=arguments.jobs)
    meshed = time.perf_counter()
    data = write_tvx(arguments.file, file, compress=True, by_chunks=True)
    done = time.perf_counter()
    fine = {node.models[0].model for node in file.nodes}
    every = sum(mesh.triangle_count for mesh in file.meshes)
    own = sum(file.meshes[number].triangle_count for number in fine)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(
        f"{len(fine):,} chunks of {own:,} triangles, {len(file.meshes) - len(fine):,} coarser ones of {every - own:,}\n"
        f"{len(data):,} bytes; {meshed - start:.0f} s to mesh, {done - meshed:.0f} s to write, {memory:,} MiB at most\n"
    )


if __name__ == "__main__":
    main()
