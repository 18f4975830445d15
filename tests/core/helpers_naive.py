"""A naive mesher: small (x, y, z) uint8 grids in, right meshes out, made without any code of the package's own mesher.

Every polygon gets the shortest diagonals that do not cross, found by trying all of them; no diagonal that is left
out could then shorten an edge.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from math import gcd

import numpy as np
from helpers_cover import Plane, Rectangle, planes_of, smallest_cover, smallest_partition
from helpers_mesh import FRAMES, Cell, Point, Polygon, model_counts, polygons_of
from trivox.core.mesh.mesh import Counts, Mesh
from trivox.core.mesh.options import MeshOptions
from trivox.core.texture import TEXTURED, Projection

PER_POLYGON = ("color", "offset", "symmetry")
"""The fields of a projection that are arrays."""


def naive_mesh(
    grid: np.ndarray,
    options: MeshOptions,
    keys: np.ndarray | None = None,
    polygons: list[Polygon] | None = None,
) -> Mesh:
    """Mesh a small grid in the plainest way; each polygon has its own tile in one row of an atlas.

    The merging keys (256,) must be those that the options ask for. Polygons, if given, are taken as they are.
    """
    polygons = naive_polygons(grid, options, keys) if polygons is None else polygons
    points = {p.point(c) for p in polygons for c in p.corner_points()}
    triangles: list[list[Point]] = []
    owners, offsets, tiles, quads, left = [], [], [], [], 0
    for number, polygon in enumerate(polygons):
        corners = polygon.corner_points()
        if options.mode == "watertight":
            corners += [c for c in polygon.straight_points() if polygon.point(c) in points]
        cut = triangulate(polygon, corners)
        low = [min(f[k] for f in polygon.faces) for k in (0, 1)]
        tile = naive_tile(grid, polygon, low)
        for triangle in cut:
            triangles.append([polygon.point(c) for c in triangle])
        offsets.append((left - low[0], -low[1]))
        owners += [number] * len(cut)
        quads.append(len(cut) == 2)
        tiles.append(tile)
        left += tile.shape[1]
    counts = model_counts(grid, options.interior, keys)
    return _assemble(options, grid.shape, counts, polygons, triangles, owners, offsets, tiles, quads)


def tiled(offsets: list[tuple[int, int]]) -> Projection:
    """Every polygon has a tile, whatever its colours, and none is turned; offsets (column, row) of plane points."""
    count = len(offsets)
    return Projection(
        np.full(count, TEXTURED, np.int16), np.array(offsets, np.int32).reshape(-1, 2), np.zeros(count, np.uint8)
    )


def joined_projections(*projections: Projection) -> Projection:
    """The projections of several lists of polygons, one after another."""
    return Projection(*(np.concatenate([getattr(p, name) for p in projections]) for name in PER_POLYGON))


def chosen_projections(projection: Projection, polygons: np.ndarray) -> Projection:
    """The projections of some polygons, in that order."""
    return replace(projection, **{name: getattr(projection, name)[polygons] for name in PER_POLYGON})


def naive_polygons(grid: np.ndarray, options: MeshOptions, keys: np.ndarray | None = None) -> list[Polygon]:
    """The polygons of a mesh; where they may overlap their faces are all places that a rectangle covers."""
    if options.mode == "cutout":
        return [boxed(p) for p in planes_of(grid, options.interior, keys)]
    if options.mode == "fewest":
        planes = planes_of(grid, options.interior, keys)
        return [cut_out(p.direction, p.plane, r) for p in planes for r in smallest_cover(p.shown, p.allowed)]
    polygons = polygons_of(grid, options.interior, keys)
    if options.mode == "faces":
        return [replace(p, faces=frozenset([f])) for p in polygons for f in sorted(p.faces)]
    if options.mode == "rectangles":
        return [cut_out(p.direction, p.plane, r) for p in polygons for r in smallest_partition(_image(p))]
    return polygons


def _image(polygon: Polygon) -> np.ndarray:
    cells = np.array(sorted(polygon.faces))
    image = np.zeros(cells.max(axis=0) + 1, bool)
    image[tuple(cells.T)] = True
    return image


def cut_out(direction: int, plane: int, rectangle: Rectangle) -> Polygon:
    """All places of a plane in a rectangle."""
    u0, v0, u1, v1 = rectangle
    return Polygon(direction, plane, frozenset(itertools.product(range(u0, u1), range(v0, v1))))


def boxed(plane: Plane) -> Polygon:
    """The box around all that a plane shows, see-through where there is something else."""
    places = np.argwhere(plane.shown)
    box = cut_out(plane.direction, plane.plane, (*places.min(axis=0).tolist(), *(places.max(axis=0) + 1).tolist()))
    return replace(box, clear=frozenset(f for f in box.faces if not plane.allowed[f]))


def naive_tile(grid: np.ndarray, polygon: Polygon, low: list[int]) -> np.ndarray:
    """Colours of a polygon's faces, (rows, columns); the rest takes the first of them."""
    shape = [max(f[k] for f in polygon.faces) + 1 - low[k] for k in (1, 0)]
    padded = np.pad(grid, 1)
    colours = {f: padded[tuple(c + 1 for c in polygon.voxel(f))] for f in sorted(polygon.faces)}
    tile = np.full(shape, next(iter(colours.values())), np.uint8)
    for (u, v), colour in colours.items():
        tile[v - low[1], u - low[0]] = 0 if (u, v) in polygon.clear else colour
    return tile


def triangulate(polygon: Polygon, corners: list[Cell]) -> list[tuple[Cell, Cell, Cell]]:
    """Triangles of a polygon on the given points of its contours, counter-clockwise."""
    known = set(corners)
    pairs = [(a, b) for a, b in itertools.combinations(sorted(known), 2) if _passes(polygon, a, b, known) is not None]
    kept: list[tuple[Cell, Cell]] = []
    for a, b in sorted(pairs, key=lambda e: ((e[0][0] - e[1][0]) ** 2 + (e[0][1] - e[1][1]) ** 2, e)):
        if not any(_crossing(a, b, *other) for other in kept):
            kept.append((a, b))
    edges = set(kept) | {(b, a) for a, b in kept}
    found = []
    for a, b, c in itertools.combinations(sorted(known), 3):
        turn = _turn(a, b, c)
        if turn == 0 or not {(a, b), (b, c), (a, c)} <= edges:
            continue
        triangle = (a, b, c) if turn > 0 else (a, c, b)
        if _is_face(polygon, triangle, known):
            found.append(triangle)
    return _as_quad(found) if len(found) == 2 else found


def _as_quad(pair: list[tuple[Cell, Cell, Cell]]) -> list[tuple[Cell, Cell, Cell]]:
    """Two triangles of a rectangle as (a, b, c), (a, c, d)."""
    for one, two in itertools.product(*([t[k:] + t[:k] for k in range(3)] for t in pair)):
        if one[0] == two[0] and one[2] == two[1]:
            return [one, two]
    raise AssertionError(pair)


def _turn(a: Cell, b: Cell, c: Cell) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _crossing(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Whether the insides of two segments cross; they share no other points but ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _passes(polygon: Polygon, a: Cell, b: Cell, known: set[Cell]) -> bool | None:
    """None if a segment leaves the polygon, meets a known point or its contours; True if it is a piece of contour."""
    du, dv = b[0] - a[0], b[1] - a[1]
    parts = gcd(du, dv)
    inner = [(a[0] + du // parts * k, a[1] + dv // parts * k) for k in range(1, parts)]
    if known & set(inner):
        return None
    if 0 in (du, dv):
        step = (du // parts, dv // parts)
        sides = [
            sum(f in polygon.faces for f in _beside((a[0] + step[0] * k, a[1] + step[1] * k), step))
            for k in range(parts)
        ]
        return sides[0] == 1 if len(set(sides)) == 1 and sides[0] else None
    if not _crossed(a, b) <= polygon.faces or any(len(polygon.around(p)) < 4 for p in inner):
        return None
    return False


def _beside(start: Cell, step: Cell) -> tuple[Cell, Cell]:
    """The two faces on both sides of a unit edge of the lattice."""
    u, v = min(start[0], start[0] + step[0]), min(start[1], start[1] + step[1])
    return ((u, v), (u, v - 1)) if step[1] == 0 else ((u, v), (u - 1, v))


def _crossed(a: Cell, b: Cell) -> set[Cell]:
    """Faces whose inside a slanted segment meets: those with corners strictly on both sides, within its box."""
    met = set()
    for u in range(min(a[0], b[0]), max(a[0], b[0])):
        for v in range(min(a[1], b[1]), max(a[1], b[1])):
            turns = [_turn(a, b, (u + i, v + j)) for i in (0, 1) for j in (0, 1)]
            if min(turns) < 0 < max(turns):
                met.add((u, v))
    return met


def _is_face(polygon: Polygon, triangle: tuple[Cell, Cell, Cell], known: set[Cell]) -> bool:
    """Whether three points joined by edges bound a piece of the polygon, nothing of it being in between."""
    a, b, c = triangle
    for p in known - set(triangle):
        if min(_turn(a, b, p), _turn(b, c, p), _turn(c, a, p)) >= 0:
            return False
    for u in range(min(p[0] for p in triangle), max(p[0] for p in triangle)):
        for v in range(min(p[1] for p in triangle), max(p[1] for p in triangle)):
            if (u, v) not in polygon.faces and _overlaps(triangle, (u, v)):
                return False
    return True


def _overlaps(triangle: tuple[Cell, Cell, Cell], face: Cell) -> bool:
    """Whether the insides of a triangle and a face meet: no side of either keeps them apart."""
    square = [(face[0], face[1]), (face[0] + 1, face[1]), (face[0] + 1, face[1] + 1), (face[0], face[1] + 1)]
    for shape, other in ((list(triangle), square), (square, list(triangle))):
        for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
            if max(_turn(p, q, r) for r in other) <= 0:
                return False
    return True


def _assemble(
    options: MeshOptions,
    size: tuple[int, int, int],
    counts: dict[str, int],
    polygons: list[Polygon],
    triangles: list[list[Point]],
    owners: list[int],
    offsets: list[tuple[int, int]],
    tiles: list[np.ndarray],
    quads: list[bool],
) -> Mesh:
    """Put the arrays of a mesh together."""
    vertices = sorted({p for t in triangles for p in t})
    place = {p: k for k, p in enumerate(vertices)}
    height, width = (max((t.shape[0] for t in tiles), default=0), sum(t.shape[1] for t in tiles))
    if options.power_of_two:
        height, width = (1 << max(0, side - 1).bit_length() for side in (height, width))
    atlas = np.zeros((height, width), np.uint8)
    left = 0
    for tile in tiles:
        atlas[: tile.shape[0], left : left + tile.shape[1]] = tile
        left += tile.shape[1]
    gpu = {
        (p, polygons[owner].direction, tuple(p[axis] + start for axis, start in zip(axes, offsets[owner], strict=True)))
        for corners, owner in zip(triangles, owners, strict=True)
        for axes in [FRAMES[polygons[owner].direction]]
        for p in corners
    }
    return Mesh(
        options=options,
        size=size,
        vertices=np.array(vertices, np.int32).reshape(-1, 3),
        triangles=np.array([[place[p] for p in t] for t in triangles], np.int32).reshape(-1, 3),
        triangle_polygon=np.array(owners, np.int32),
        polygon_direction=np.array([p.direction for p in polygons], np.uint8),
        polygon_is_quad=np.array(quads, bool),
        polygon_is_transparent=np.zeros(len(quads), bool),
        atlas=atlas,
        projection=tiled(offsets),
        counts=Counts(
            **counts,
            vertices=len(vertices),
            triangles=len(triangles),
            lower_bound=len(triangles),
            proven_planes=counts["planes"],
            gpu_vertices=len(gpu),
            drawn_area=sum(len(p.faces) for p in polygons),
            texels=atlas.size,
            texels_used=sum(t.size for t in tiles),
            tiles=len(tiles),
        ),
        seconds={},
    )
