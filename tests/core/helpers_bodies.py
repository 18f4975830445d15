"""Grids with transparent and blocked cells: what can be seen of each body, by labelling, and plain meshes of it.

A body is what one surface bounds: body 0 the opaque cells, the others the transparent cells of one palette index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import helpers_mesh as oracle
import numpy as np
from helpers_cover import Plane, smallest_cover, smallest_partition
from helpers_mesh import Polygon
from helpers_naive import boxed, cut_out, joined_projections, naive_mesh
from hypothesis import strategies as st
from scipy import ndimage
from trivox.core import voxels
from trivox.core.mesh.mesh import Counts, Mesh
from trivox.core.mesh.options import MeshOptions
from trivox.core.pipeline import build_model

GLASS = np.isin(np.arange(256), (4, 5))

Change = Callable[[list[Polygon]], list[Polygon]]


@dataclass(frozen=True)
class Model:
    """A grid, its transparent palette indices, and cells (m, 3) that something else fills."""

    grid: np.ndarray
    blocked: np.ndarray
    transparent: np.ndarray

    @property
    def look(self) -> voxels.Look:
        """Glass for the transparent indices."""
        materials = tuple(voxels.Material(kind="glass" if clear else "diffuse") for clear in self.transparent)
        return voxels.Look(np.zeros((256, 4), np.uint8), materials)

    @property
    def rest(self) -> dict[str, np.ndarray]:
        """What the proofs are to know beside the grid."""
        return {"transparent": self.transparent, "blocked": self.blocked}

    def built(self, options: MeshOptions) -> Mesh:
        """The package's own mesh."""
        cells = np.argwhere(self.grid).astype(np.int32)
        colors = self.grid[tuple(cells.T)]
        return build_model(voxels.Model(self.grid.shape, cells, colors, self.blocked), options, self.look)


def model(grid: np.ndarray, blocked: list[tuple[int, int, int]], transparent: np.ndarray = GLASS) -> Model:
    """A model from plain cells."""
    return Model(grid, np.array(blocked, np.int64).reshape(-1, 3), transparent)


@st.composite
def models(draw: st.DrawFn, longest: int = 5) -> Model:
    """Draw a grid of opaque and transparent cells, with blocked cells in it, around it and far away."""
    grid = draw(oracle.grids(longest)) % np.uint8(draw(st.sampled_from([3, 6, 7])))
    grid[(0,) * 3] = draw(st.integers(1, 5))
    near = [st.integers(-2, side + 1) for side in grid.shape]
    blocked = draw(st.lists(st.tuples(*near), max_size=draw(st.sampled_from([0, 4, 40]))))
    if draw(st.booleans()):
        side, axis = draw(st.sampled_from([-1, grid.shape[0]])), draw(st.integers(0, 2))
        wall = np.argwhere(np.ones((1, 4, 4))) + np.array([side, 0, 0])
        blocked += map(tuple, np.roll(wall, axis, axis=1).tolist())
    return model(grid, [*blocked, *draw(st.sampled_from([[], [(10**6, -5, 0)]]))])


def regions(this: Model, interior: str) -> dict[int, np.ndarray]:
    """The cells of each body, (x, y, z) bool."""
    clear = np.where(this.transparent[this.grid], this.grid, 0)
    opaque = (this.grid > 0) & (clear == 0)
    solid = oracle.solid_cells(opaque.astype(np.uint8), interior)
    return {0: solid, **{int(c): (clear == c) & ~solid for c in np.unique(clear) if c}}


def planes(this: Model, interior: str, keys: np.ndarray | None = None) -> Iterator[tuple[int, Plane]]:
    """The planes of each body, once for each merging key of an opaque one."""
    bodies = regions(this, interior)
    wall = np.pad(bodies[0], 1)
    for cell in this.blocked + 1:
        if (cell >= 0).all() and (cell < wall.shape).all():
            wall[tuple(cell)] = True
    for (body, region), direction in ((b, d) for b in bodies.items() for d in range(6)):
        hidden = oracle.shifted(wall, direction)
        shown = region & ~oracle.shifted(np.pad(region, 1), direction) & ~hidden
        key = this.grid * 0 if keys is None or body else keys[this.grid]
        places = region & hidden & (body == 0)
        layers = (oracle.layers(image, direction) for image in (shown, places, key))
        for number, (faces, buried, layer_keys) in enumerate(zip(*layers, strict=True)):
            for own in np.unique(layer_keys[faces]):
                mine = faces & (layer_keys == own)
                yield body, Plane(direction, number + (direction % 2 == 0), mine, mine | buried)


def parts(plane: Plane) -> list[Polygon]:
    """The polygons of a plane."""
    labels, count = ndimage.label(plane.shown)
    cells = [np.argwhere(labels == number + 1).tolist() for number in range(count)]
    return [Polygon(plane.direction, plane.plane, frozenset(map(tuple, c))) for c in cells]


def pieces(plane: Plane, mode: str, body: int = 0) -> list[Polygon]:
    """What a mesh of one of the modes shows a plane of a body with; glass is shown once."""
    if mode == "cutout":
        return [boxed(plane)]
    if mode == "fewest" and not body:
        return [cut_out(plane.direction, plane.plane, r) for r in smallest_cover(plane.shown, plane.allowed)]
    whole = parts(plane)
    if mode == "faces":
        return [replace(p, faces=frozenset([f])) for p in whole for f in sorted(p.faces)]
    if mode in ("rectangles", "fewest"):
        shape = plane.shown.shape
        images = [np.array([[(u, v) in p.faces for v in range(shape[1])] for u in range(shape[0])]) for p in whole]
        return [cut_out(plane.direction, plane.plane, r) for image in images for r in smallest_partition(image)]
    return whole


def plain_mesh(
    this: Model, options: MeshOptions, keys: np.ndarray | None = None, change: Change | None = None, body: int = 0
) -> Mesh:
    """Mesh a model in the plainest way, after some change of the polygons of one body."""
    every = list(planes(this, options.interior, keys))
    meshes = []
    for number in sorted({0, *(b for b, _ in every)}):
        polygons = [p for b, plane in every if b == number for p in pieces(plane, options.mode, number)]
        if change is not None and number == body:
            polygons = change(polygons)
        mesh = naive_mesh(this.grid, options, keys, polygons)
        meshes.append(replace(mesh, polygon_is_transparent=np.full(len(polygons), number > 0)))
    mesh = joined(meshes)
    area = sum(m.counts.drawn_area for m in meshes)
    return replace(mesh, counts=replace(counted(this, mesh, every), drawn_area=area))


def joined(meshes: list[Mesh]) -> Mesh:
    """Several meshes as one, their atlases side by side."""
    vertices = np.unique(np.concatenate([m.vertices for m in meshes]), axis=0)
    place = {tuple(v): k for k, v in enumerate(vertices.tolist())}
    triangles, owners, projections, atlases, left, first = [], [], [], [], 0, 0
    height = max(m.atlas.shape[0] for m in meshes)
    for m in meshes:
        triangles += [[place[tuple(v)] for v in corners] for corners in m.vertices[m.triangles].tolist()]
        owners.append(m.triangle_polygon + first)
        projections.append(replace(m.projection, offset=m.projection.offset + np.array([left, 0], np.int32)))
        atlases.append(np.pad(m.atlas, ((0, height - m.atlas.shape[0]), (0, 0))))
        left, first = left + m.atlas.shape[1], first + len(m.polygon_direction)
    return replace(
        meshes[0],
        vertices=vertices,
        triangles=np.array(triangles, np.int32).reshape(-1, 3),
        triangle_polygon=np.concatenate(owners).astype(np.int32),
        polygon_direction=np.concatenate([m.polygon_direction for m in meshes]),
        polygon_is_quad=np.concatenate([m.polygon_is_quad for m in meshes]),
        polygon_is_transparent=np.concatenate([m.polygon_is_transparent for m in meshes]),
        atlas=np.concatenate(atlases, axis=1),
        projection=joined_projections(*projections),
    )


def counted(this: Model, mesh: Mesh, every: list[tuple[int, Plane]]) -> Counts:
    """What the counts of a mesh must be; every plane of the model is given."""
    whole = [p for _, plane in every for p in parts(plane)]
    direction = mesh.polygon_direction[mesh.triangle_polygon].tolist()
    corners = zip(mesh.triangles.tolist(), direction, mesh.corner_texels().tolist(), strict=True)
    return Counts(
        voxels=int(np.count_nonzero(this.grid)),
        shell_voxels=len({p.voxel(f) for p in whole for f in p.faces}),
        faces=sum(len(p.faces) for p in whole),
        polygons=len(whole),
        corners=sum(p.corners() for p in whole),
        holes=sum(p.holes() for p in whole),
        planes=len(every),
        vertices=len(mesh.vertices),
        triangles=len(mesh.triangles),
        lower_bound=len(mesh.triangles),
        proven_planes=len(every),
        gpu_vertices=len({(v, d, tuple(t)) for vs, d, ts in corners for v, t in zip(vs, ts, strict=True)}),
        texels=mesh.atlas.size,
        texels_used=mesh.atlas.size,
        tiles=len(mesh.polygon_direction),
    )
