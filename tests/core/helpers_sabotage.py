"""Ways to spoil a mesh: a right Mesh in, one with a single fault out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from itertools import product

import helpers_mesh as oracle
import numpy as np
from helpers_cover import Rectangle
from helpers_mesh import Polygon
from helpers_naive import chosen_projections, cut_out, joined_projections, naive_mesh, naive_polygons
from trivox.core.directions import AXIS
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.options import MeshOptions
from trivox.core.texture import TEXTURED


@dataclass(frozen=True, eq=False)
class TexelMesh(Mesh):
    """A mesh whose corner texels are given one by one, as no projection could have them."""

    texels: np.ndarray = field(kw_only=True)

    def corner_texels(self) -> np.ndarray:
        return self.texels


def with_texels(mesh: Mesh, texels: np.ndarray) -> TexelMesh:
    """The mesh with other corner texels."""
    return TexelMesh(**{f.name: getattr(mesh, f.name) for f in fields(Mesh)}, texels=texels)


def rebuilt(mesh: Mesh, triangles: list[list[tuple[int, int, int]]], **changes: object) -> Mesh:
    """The mesh with other triangles, given by their points, on vertices made anew."""
    vertices = sorted({p for t in triangles for p in t})
    place = {p: k for k, p in enumerate(vertices)}
    changed = replace(
        mesh,
        vertices=np.array(vertices, np.int32),
        triangles=np.array([[place[p] for p in t] for t in triangles], np.int32),
        **changes,
    )
    return recounted(changed)


def recounted(mesh: Mesh) -> Mesh:
    """The mesh with counts of vertices and triangles that are true to it."""
    counts = replace(mesh.counts, vertices=len(mesh.vertices), triangles=len(mesh.triangles))
    return replace(mesh, counts=counts)


def points(mesh: Mesh) -> list[list[tuple[int, int, int]]]:
    """Triangles as points."""
    return [[tuple(int(c) for c in p) for p in t] for t in mesh.vertices[mesh.triangles]]


def chosen(mesh: Mesh, keep: list[int]) -> Mesh:
    """The mesh with some of its triangles, in that order."""
    return recounted(
        replace(
            mesh,
            triangles=mesh.triangles[keep],
            triangle_polygon=mesh.triangle_polygon[keep],
        )
    )


def drop_triangle(mesh: Mesh) -> Mesh:
    return chosen(mesh, list(range(1, len(mesh.triangles))))


def double_triangle(mesh: Mesh) -> Mesh:
    return chosen(mesh, [0, *range(len(mesh.triangles))])


def swap_polygons(mesh: Mesh) -> Mesh:
    return chosen(mesh, list(range(len(mesh.triangles)))[::-1])


def turn_round(mesh: Mesh) -> Mesh:
    triangles = mesh.triangles.copy()
    triangles[3] = triangles[3][::-1]
    return replace(mesh, triangles=triangles)


def flatten_triangle(mesh: Mesh) -> Mesh:
    triangles = mesh.triangles.copy()
    triangles[3, 1] = triangles[3, 0]
    return replace(mesh, triangles=triangles)


def move_vertex(mesh: Mesh) -> Mesh:
    vertices = mesh.vertices.copy()
    vertices[0] += [0, 0, 1]
    return replace(mesh, vertices=vertices)


def stretch(mesh: Mesh) -> Mesh:
    """The far end along x one cell further away."""
    vertices = mesh.vertices.copy()
    vertices[:, 0] += vertices[:, 0] == vertices[:, 0].max()
    return replace(mesh, vertices=vertices, size=(mesh.size[0] + 1, *mesh.size[1:]))


def leave_grid(mesh: Mesh) -> Mesh:
    vertices = mesh.vertices.copy()
    vertices[-1] += 1
    return replace(mesh, vertices=vertices)


def recolor(mesh: Mesh) -> Mesh:
    atlas = mesh.atlas.copy()
    atlas[0, 0] += 1
    return replace(mesh, atlas=atlas)


def mirror_texels(mesh: Mesh) -> Mesh:
    """The first polygon's texels the other way round along its columns."""
    projection = mesh.projection
    assert projection.color[0] == TEXTURED and projection.symmetry[0] == 0
    columns = mesh.corner_texels()[mesh.triangle_polygon == 0, :, 0]
    offset, symmetry = projection.offset.copy(), projection.symmetry.copy()
    # Bit 1 negates the column.
    offset[0, 0], symmetry[0] = columns.min() + columns.max() - offset[0, 0], 2
    return replace(mesh, projection=replace(projection, offset=offset, symmetry=symmetry))


def shift_texels(mesh: Mesh) -> Mesh:
    """All texels a fifth to the left: samples near the left borders fall into the next texel."""
    return with_texels(mesh, np.maximum(mesh.corner_texels() - np.array([0.2, 0], np.float32), 0))


def lose_texels(mesh: Mesh) -> Mesh:
    return replace(mesh, projection=replace(mesh.projection, offset=mesh.projection.offset + np.int32(1000)))


def spoil_texel(mesh: Mesh) -> Mesh:
    texels = mesh.corner_texels()
    texels[2, 1, 0] = np.nan
    return with_texels(mesh, texels)


def spoil_symmetry(mesh: Mesh) -> Mesh:
    symmetry = mesh.projection.symmetry.copy()
    symmetry[1] = 8
    return replace(mesh, projection=replace(mesh.projection, symmetry=symmetry))


def reverse_vertices(mesh: Mesh) -> Mesh:
    last = len(mesh.vertices) - 1
    return replace(mesh, vertices=mesh.vertices[::-1].copy(), triangles=last - mesh.triangles)


def double_vertex(mesh: Mesh) -> Mesh:
    """The last vertex twice, one of its triangles on the second."""
    last = len(mesh.vertices) - 1
    triangles = mesh.triangles.copy()
    row, corner = np.argwhere(triangles == last)[0]
    triangles[row, corner] = last + 1
    return recounted(replace(mesh, vertices=np.concatenate([mesh.vertices, mesh.vertices[-1:]]), triangles=triangles))


def unused_vertex(mesh: Mesh) -> Mesh:
    extra = np.array([mesh.size], np.int32) - np.array([[0, 0, 1]], np.int32)
    vertices = np.concatenate([mesh.vertices[:-1], extra, mesh.vertices[-1:]])
    triangles = mesh.triangles + (mesh.triangles == len(mesh.vertices) - 1)
    return recounted(replace(mesh, vertices=vertices, triangles=triangles.astype(np.int32)))


def index_out_of_range(mesh: Mesh) -> Mesh:
    triangles = mesh.triangles.copy()
    triangles[1, 1] = len(mesh.vertices)
    return replace(mesh, triangles=triangles)


def unused_polygon(mesh: Mesh) -> Mesh:
    return replace(
        mesh,
        polygon_direction=np.append(mesh.polygon_direction, np.uint8(0)),
        polygon_is_quad=np.append(mesh.polygon_is_quad, False),
        polygon_is_transparent=np.append(mesh.polygon_is_transparent, False),
        projection=chosen_projections(mesh.projection, np.append(np.arange(mesh.polygon_count), 0)),
    )


def other_direction(mesh: Mesh) -> Mesh:
    return replace(mesh, polygon_direction=(mesh.polygon_direction + np.uint8(2)) % np.uint8(6))


def no_quads(mesh: Mesh) -> Mesh:
    return replace(mesh, polygon_is_quad=np.zeros_like(mesh.polygon_is_quad))


def twist_quad(mesh: Mesh) -> Mesh:
    triangles = mesh.triangles.copy()
    first = int(np.searchsorted(mesh.triangle_polygon, np.flatnonzero(mesh.polygon_is_quad)[0]))
    triangles[first] = np.roll(triangles[first], 1)
    return replace(mesh, triangles=triangles)


def split_polygon(mesh: Mesh) -> Mesh:
    """The last triangle a polygon of its own."""
    owner = mesh.triangle_polygon.copy()
    owner[-1] += 1
    sizes = np.bincount(owner)
    return replace(
        mesh,
        triangle_polygon=owner,
        polygon_direction=np.append(mesh.polygon_direction, mesh.polygon_direction[-1]),
        polygon_is_quad=sizes == 2,
        polygon_is_transparent=np.zeros(len(sizes), bool),
        projection=chosen_projections(
            mesh.projection, np.append(np.arange(mesh.polygon_count), mesh.polygon_count - 1)
        ),
    )


def join_polygons(mesh: Mesh) -> Mesh:
    """Two polygons of one plane made one, their triangles being next to each other."""
    direction, first = mesh.polygon_direction, mesh.vertices[mesh.triangles[:, 0]]
    for polygon in range(len(direction) - 1):
        one, two = (first[mesh.triangle_polygon == k][0] for k in (polygon, polygon + 1))
        axis = AXIS[direction[polygon]]
        if direction[polygon] == direction[polygon + 1] and one[axis] == two[axis]:
            owner = mesh.triangle_polygon - (mesh.triangle_polygon > polygon)
            projection = chosen_projections(mesh.projection, np.delete(np.arange(len(direction)), polygon))
            # One texel for both, as their tiles do not fit together.
            color, offset = projection.color.copy(), projection.offset.copy()
            color[polygon], offset[polygon] = mesh.atlas[0, 0], 0
            return replace(
                mesh,
                triangle_polygon=owner.astype(np.int32),
                polygon_direction=np.delete(direction, polygon),
                polygon_is_quad=np.bincount(owner) == 2,
                polygon_is_transparent=np.zeros(len(np.bincount(owner)), bool),
                projection=replace(projection, color=color, offset=offset),
            )
    raise AssertionError("the mesh has no such polygons")


def wider_integers(mesh: Mesh) -> Mesh:
    return replace(mesh, triangles=mesh.triangles.astype(np.int64))


def other_size(mesh: Mesh) -> Mesh:
    return replace(mesh, size=(mesh.size[0] + 1, *mesh.size[1:]))


def claim_watertight(mesh: Mesh) -> Mesh:
    return replace(mesh, options=replace(mesh.options, mode="watertight"))


def claim_polygons(mesh: Mesh) -> Mesh:
    return replace(mesh, options=replace(mesh.options, mode="polygons"))


def claim_removed(mesh: Mesh) -> Mesh:
    return replace(mesh, options=replace(mesh.options, interior="remove"))


def claim_kept(mesh: Mesh) -> Mesh:
    return replace(mesh, options=replace(mesh.options, interior="keep"))


def claim_power_of_two(mesh: Mesh) -> Mesh:
    return replace(mesh, options=replace(mesh.options, power_of_two=True))


def longer_diagonal(mesh: Mesh) -> Mesh:
    """One edge inside a polygon replaced by the other diagonal, which is longer."""
    triangles = mesh.triangles.copy()
    for one, two in product(range(len(triangles)), repeat=2):
        if mesh.triangle_polygon[one] != mesh.triangle_polygon[two] or one == two:
            continue
        for i, j in product(range(3), repeat=2):
            a, b, c = np.roll(triangles[one], -i)
            d, e, f = np.roll(triangles[two], -j)
            if (a, b) != (e, d):
                continue
            away = [mesh.vertices[k].astype(int) for k in (a, b, c, f)]
            longer = ((away[2] - away[3]) ** 2).sum() > ((away[0] - away[1]) ** 2).sum()
            turns = [np.cross(away[3] - away[2], away[k] - away[2]) for k in (0, 1)]
            if longer and turns[0].any() and (turns[0] * turns[1]).sum() < 0:
                triangles[one], triangles[two] = (c, a, f), (f, b, c)
                return replace(mesh, triangles=triangles)
    raise AssertionError("the mesh has no such edge")


def junction_in_plane(mesh: Mesh) -> Mesh:
    """The L of shape ``ell`` (4 x 3 less 2 x 2) cut into two rectangles, as many triangles as before."""
    top = mesh.polygon_direction == 4
    (polygon,) = np.flatnonzero(top)
    rows = np.flatnonzero(mesh.triangle_polygon == polygon)
    cut = [((0, 0), (2, 0), (2, 3)), ((0, 0), (2, 3), (0, 3)), ((2, 0), (4, 0), (4, 1)), ((2, 0), (4, 1), (2, 1))]
    assert len(rows) == len(cut)
    triangles = points(mesh)
    for row, triangle in zip(rows, cut, strict=True):
        triangles[row] = [(u, v, 2) for u, v in triangle]
    return rebuilt(mesh, triangles)


def extra_cell(mesh: Mesh) -> Mesh:
    """A cube beside the model, in a free cell of the grid."""
    cube = naive_mesh(oracle.solid(1, 1, 1), mesh.options)
    flat = replace(cube.projection, color=np.full(6, mesh.atlas[0, 0], np.int16), offset=np.zeros((6, 2), np.int32))
    triangles = points(mesh) + [[(x + 4, y, z) for x, y, z in t] for t in points(cube)]
    return rebuilt(
        mesh,
        triangles,
        triangle_polygon=np.append(mesh.triangle_polygon, cube.triangle_polygon + len(mesh.polygon_direction)).astype(
            np.int32
        ),
        polygon_direction=np.append(mesh.polygon_direction, cube.polygon_direction),
        polygon_is_quad=np.append(mesh.polygon_is_quad, cube.polygon_is_quad),
        polygon_is_transparent=np.append(mesh.polygon_is_transparent, cube.polygon_is_transparent),
        projection=joined_projections(mesh.projection, flat),
    )


# Polygons exchanged before a mesh is made of them.

COLORS = np.arange(256)
"""Merging keys of colours."""

TOP = 4
"""Direction +z: columns along x, rows along y."""


def drawn(*layers: str) -> np.ndarray:
    """A grid from its layers, lowest first, each a row of columns along y; digits are palette indices."""
    cells = [[[int(c) for c in column] for column in layer.split()] for layer in layers]
    return np.array(cells, np.uint8).transpose(1, 2, 0)


def options(mode: str, merge: str = "any", interior: str = "remove") -> MeshOptions:
    """Options by the words that matter here."""
    return MeshOptions(mode, interior, merge)


def remade(grid: np.ndarray, chosen: MeshOptions, change: Callable[[list[Polygon]], list[Polygon]]) -> Mesh:
    """A mesh from the right polygons after some change."""
    keys = COLORS if chosen.merge == "color" else None
    return naive_mesh(grid, chosen, keys, change(naive_polygons(grid, chosen, keys)))


def on_top(*rectangles: Rectangle, plane: int = 1) -> Callable[[list[Polygon]], list[Polygon]]:
    """Exchange the top's polygons for rectangles."""

    def change(polygons: list[Polygon]) -> list[Polygon]:
        rest = [p for p in polygons if (p.direction, p.plane) != (TOP, plane)]
        return rest + [cut_out(TOP, plane, r) for r in rectangles]

    return change


def missing(polygons: list[Polygon]) -> list[Polygon]:
    """All but the first."""
    return polygons[1:]


def doubled(polygons: list[Polygon]) -> list[Polygon]:
    """The first one twice."""
    return [polygons[0], *polygons]
