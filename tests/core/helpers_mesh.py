"""Oracles for the mesh pipeline in plain Python and scipy: small (x, y, z) uint8 grids in, polygons and counts out.

Nothing here shares code or method with the package: polygons come from image labelling, holes from labelling what
lies around them, corners from 2x2 patterns, T-junctions from walking along contours point by point.
"""

from __future__ import annotations

import itertools
import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import ndimage
from trivox.core.mesh.mesh import Mesh

NORMALS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
FRAMES = [(1, 2), (2, 1), (2, 0), (0, 2), (0, 1), (1, 0)]
"""Axes (u, v) of the six directions, u x v being the normal."""

MODES = ("faces", "polygons", "watertight")
"""Modes whose meshes `oracle_counts` knows."""
RECTANGLE_MODES = ("rectangles", "fewest")
ALL_MODES = (*MODES, *RECTANGLE_MODES, "cutout")
INTERIORS = ("remove", "keep")

MODEL_COUNTS = ("voxels", "shell_voxels", "faces", "polygons", "corners", "holes", "planes")
"""Counts that `model_counts` knows: the same in every mode."""

MESH_COUNTS = ("vertices", "triangles", "lower_bound", "proven_planes")

COUNTED = (*MODEL_COUNTS, *MESH_COUNTS)
"""Counts that `oracle_counts` knows."""

TEXTURE_COUNTS = ("texels", "texels_used", "tiles")
"""Counts that depend on how tiles lie: not the same for a turned model."""

Cell = tuple[int, int]
Point = tuple[int, int, int]


def shared(folder: str) -> Path | None:
    """Folder of public models beside the repository, or None."""
    root = os.environ.get("TRIVOX_SHARED") or Path(__file__).resolve().parents[2].parent / "shared"
    path = Path(root) / folder
    return path if path.is_dir() else None


def shared_json(folder: str, name: str) -> list[dict]:
    """Records of a JSON file in that folder; none if it is absent."""
    path = shared(folder)
    return json.loads((path / name).read_text(encoding="utf-8")) if path else []


def plain_read(path: Path) -> list[np.ndarray]:
    """Read the models of a sound .vox file and nothing else."""
    data = path.read_bytes()
    grids, size, at = [], None, 20
    while at + 12 <= len(data):
        name, content, children = struct.unpack_from("<4sii", data, at)
        body = data[at + 12 : at + 12 + content]
        if name == b"SIZE":
            size = struct.unpack("<iii", body[:12])
        elif name == b"XYZI":
            voxels = np.frombuffer(body, np.uint8, offset=4).reshape(-1, 4)
            voxels = voxels[(voxels[:, :3] < np.array(size)).all(axis=1)]
            grid = np.zeros(size, np.uint8)
            grid[tuple(voxels[:, :3].T)] = voxels[:, 3]
            grids.append(grid)
        at += 12 + content + children
    return grids


def outside_air(grid: np.ndarray) -> np.ndarray:
    """Empty cells that are joined to the outside, by labelling; padded by one on every side."""
    labels, _ = ndimage.label(np.pad(grid == 0, 1, constant_values=True))
    return labels == labels[0, 0, 0]


@dataclass(frozen=True)
class Polygon:
    """One 4-connected set of faces of a plane, in the frame of its direction."""

    direction: int
    plane: int
    faces: frozenset[Cell]
    """(column, row) of each face."""
    clear: frozenset[Cell] = frozenset()
    """Those where nothing is to be drawn."""

    def point(self, corner: Cell) -> Point:
        """Lattice point at a corner (column, row)."""
        point = [0, 0, 0]
        point[self.direction // 2] = self.plane
        u, v = FRAMES[self.direction]
        point[u], point[v] = corner
        return (point[0], point[1], point[2])

    def voxel(self, face: Cell) -> Point:
        """The filled cell behind a face."""
        cell = list(self.point(face))
        cell[self.direction // 2] -= self.direction % 2 == 0
        return (cell[0], cell[1], cell[2])

    def around(self, corner: Cell) -> list[Cell]:
        """Faces of the polygon that meet at a lattice point."""
        u, v = corner
        return [f for f in ((u - 1, v - 1), (u, v - 1), (u, v), (u - 1, v)) if f in self.faces]

    def turns(self, corner: Cell) -> int:
        """How many corners the contours have at a lattice point."""
        met = self.around(corner)
        if len(met) != 2:
            return len(met) % 2
        return 2 if met[0][0] != met[1][0] and met[0][1] != met[1][1] else 0

    def corner_points(self) -> list[Cell]:
        """Distinct points of the plane where contours turn."""
        points = {(u + i, v + j) for u, v in self.faces for i in (0, 1) for j in (0, 1)}
        return sorted(p for p in points if self.turns(p))

    def straight_points(self) -> list[Cell]:
        """Points of the plane where a contour goes straight on."""
        points = {(u + i, v + j) for u, v in self.faces for i in (0, 1) for j in (0, 1)}
        return sorted(p for p in points if len(self.around(p)) == 2 and not self.turns(p))

    def corners(self) -> int:
        """N: corners of all contours."""
        return sum(self.turns(p) for p in self.corner_points())

    def holes(self) -> int:
        """h: parts of the surroundings (8-connected) that are not the outside."""
        cells = np.array(sorted(self.faces))
        cells = cells - cells.min(axis=0) + 1
        image = np.ones(cells.max(axis=0) + 2, bool)
        image[tuple(cells.T)] = False
        return int(ndimage.label(image, np.ones((3, 3)))[1]) - 1


def layers(image: np.ndarray, direction: int) -> np.ndarray:
    """The cells of a grid as (layer, u, v), across the axis of a direction."""
    return image.transpose(direction // 2, *FRAMES[direction])


def shifted(padded: np.ndarray, direction: int) -> np.ndarray:
    """For every cell what is next to it in a direction, of a grid that is padded by one on every side."""
    window = (slice(1 + n, n - 1 or None) for n in NORMALS[direction])
    return padded[tuple(window)]


def solid_cells(grid: np.ndarray, interior: str) -> np.ndarray:
    """Filled cells, and those of sealed cavities if these are removed."""
    return ~outside_air(grid)[1:-1, 1:-1, 1:-1] if interior == "remove" else grid != 0


def visible_planes(
    grid: np.ndarray, interior: str, keys: np.ndarray | None = None
) -> Iterator[tuple[int, int, np.ndarray]]:
    """Direction, plane and (u, v) bool image of the visible faces of each plane, for each merging key on it."""
    solid = solid_cells(grid, interior)
    key = grid * 0 if keys is None else keys[grid]
    for direction in range(6):
        faces = (grid != 0) & ~shifted(np.pad(solid, 1), direction)
        parts = zip(layers(faces, direction), layers(key, direction), strict=True)
        for layer, (image, image_keys) in enumerate(parts):
            for own in np.unique(image_keys[image]):
                yield direction, layer + (direction % 2 == 0), image & (image_keys == own)


def polygons_of(grid: np.ndarray, interior: str, keys: np.ndarray | None = None) -> list[Polygon]:
    """All polygons of a grid."""
    found = []
    for direction, plane, image in visible_planes(grid, interior, keys):
        labels, count = ndimage.label(image)
        cells: list[list[Cell]] = [[] for _ in range(count)]
        for u, v in np.argwhere(image):
            cells[labels[u, v] - 1].append((int(u), int(v)))
        found += [Polygon(direction, plane, frozenset(c)) for c in cells]
    return found


def model_counts(grid: np.ndarray, interior: str, keys: np.ndarray | None = None) -> dict[str, int]:
    """The counts of a small grid that are the same in every mode."""
    polygons = polygons_of(grid, interior, keys)
    return {
        "voxels": int(np.count_nonzero(grid)),
        "shell_voxels": len({p.voxel(f) for p in polygons for f in p.faces}),
        "faces": sum(len(p.faces) for p in polygons),
        "polygons": len(polygons),
        "corners": sum(p.corners() for p in polygons),
        "holes": sum(p.holes() for p in polygons),
        "planes": len(list(visible_planes(grid, interior, keys))),
    }


def oracle_counts(grid: np.ndarray, mode: str, interior: str, keys: np.ndarray | None = None) -> dict[str, int]:
    """The counts that a mesh of a small grid must have, in one of `MODES`."""
    polygons = polygons_of(grid, interior, keys)
    counts = model_counts(grid, interior, keys)
    vertices = {p.point(c) for p in polygons for c in p.corner_points()}
    triangles = counts["corners"] + 2 * counts["holes"] - 2 * len(polygons)
    if mode == "watertight":
        triangles += sum(p.point(c) in vertices for p in polygons for c in p.straight_points())
    if mode == "faces":
        triangles = 2 * counts["faces"]
        vertices = {
            p.point((u + i, v + j)) for p in polygons for u, v in p.faces for i, j in itertools.product((0, 1), (0, 1))
        }
    proof = {"lower_bound": triangles, "proven_planes": counts["planes"]}
    return {**counts, "vertices": len(vertices), "triangles": triangles, **proof}


def mesh_bytes(mesh: Mesh) -> bytes:
    """Everything in a mesh but the seconds it took, as bytes."""
    parts = [repr((mesh.options, mesh.size, sorted(mesh.counts.items()))).encode()]
    for field, value in [(f, getattr(one, f.name)) for one in (mesh, mesh.projection) for f in fields(one)]:
        if isinstance(value, np.ndarray):
            parts += [field.name.encode(), str(value.dtype).encode(), repr(value.shape).encode(), value.tobytes()]
    return b"\0".join(parts)


def solid(*size: int, colour: int = 1) -> np.ndarray:
    """A filled box."""
    return np.full(size, colour, np.uint8)


def random_colours(grid: np.ndarray, seed: int, colours: int = 255) -> np.ndarray:
    """The same cells in random colours."""
    drawn = np.random.default_rng(seed).integers(1, colours + 1, grid.shape)
    return np.where(grid != 0, drawn, 0).astype(np.uint8)


@st.composite
def grids(draw: st.DrawFn, longest: int = 6) -> np.ndarray:
    """Draw a small grid: sparse, dense or full, flat or long, few or many colours, sometimes inside a closed box."""
    size = draw(st.tuples(*[st.integers(1, longest)] * 3))
    palette = draw(st.sampled_from([(0, 1), (0, 0, 0, 1), (1, 1, 1, 1, 0), (0, 1, 2), (1, 2, 3, 1, 0), (1,), (3, 4)]))
    grid = draw(hnp.arrays(np.uint8, size, elements=st.sampled_from(palette), fill=st.nothing()))
    if draw(st.booleans()) and draw(st.booleans()):
        grid = np.pad(np.pad(grid, draw(st.integers(0, 1))), 1, constant_values=5)
    if draw(st.booleans()) and draw(st.booleans()):
        grid = random_colours(grid, draw(st.integers(0, 99)))
    return grid


@st.composite
def plates(draw: st.DrawFn) -> np.ndarray:
    """Draw a plate with holes: blocks of full, empty and random cells, turned to any axis."""
    rows, columns = draw(st.integers(3, 16)), draw(st.integers(3, 16))
    plate = np.ones((rows, columns), bool)
    for _ in range(draw(st.integers(1, 12))):
        row, column = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
        height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
        plate[row : row + height, column : column + width] = draw(st.sampled_from([False, False, True]))
    colours = draw(st.sampled_from([1, 3, 200]))
    grid = random_colours(plate[:, :, None].astype(np.uint8), draw(st.integers(0, 9)), colours)
    return np.ascontiguousarray(np.moveaxis(grid, 2, draw(st.integers(0, 2))))


def orientations(grid: np.ndarray) -> list[np.ndarray]:
    """The grid under its 48 rotations and mirrorings."""
    return [
        grid.transpose(axes)[tuple(slice(None, None, s) for s in signs)]
        for axes in itertools.permutations(range(3))
        for signs in itertools.product((1, -1), repeat=3)
    ]


def shapes() -> dict[str, np.ndarray]:
    """Small shapes, each for something that meshers get wrong."""
    plate = solid(7, 6, 1)
    ring = solid(5, 5, 1)
    ring[1:4, 1:4] = 0
    touching = solid(5, 5, 1)
    touching[1, 1] = touching[2, 2] = 0
    pinched = solid(4, 4, 1)
    pinched[0, 1] = pinched[1, 2] = 0
    ell = solid(4, 3, 2)
    ell[2:, 1:] = 0
    stairs = solid(4, 3, 4)
    for step in range(4):
        stairs[step, :, step + 1 :] = 0
    hollow = solid(5, 5, 5)
    hollow[1:4, 1:4, 1:4] = 0
    island = hollow.copy()
    island[2, 2, 2] = 3
    opened = hollow.copy()
    opened[2, 2, 0] = 0
    crosswise = np.zeros((3, 3, 3), np.uint8)
    crosswise[0, 0, 0] = crosswise[1, 1, 0] = crosswise[1, 1, 2] = crosswise[2, 2, 2] = 1
    made = {
        "voxel": solid(1, 1, 1),
        "box": solid(2, 3, 4),
        "plate": plate,
        "ring": ring,
        "touching_holes": touching,
        "pinched": pinched,
        "ell": ell,
        "stairs": stairs,
        "hollow": hollow,
        "island_in_cavity": island,
        "open_cavity": opened,
        "edge_and_corner_touch": crosswise,
    }
    return {name: random_colours(grid, seed, 3) for seed, (name, grid) in enumerate(made.items())}
