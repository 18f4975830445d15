"""The whole way: a voxel grid and options in, a mesh with its texture and the counts of every step out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .borders import require_array
from .errors import OptionError
from .mesh import bits
from .mesh.blocks import Blocks, cut_into_blocks
from .mesh.contours import trace_polygons
from .mesh.exposure import Faces, visible_faces
from .mesh.hidden import colors_before
from .mesh.kinds import Kinds, merging_keys
from .mesh.mesh import Counts, Mesh
from .mesh.modes import MODES
from .mesh.occlusion import visible_shares
from .mesh.options import MeshOptions
from .mesh.own import Box, only_inside
from .mesh.squeeze import Squeeze
from .mesh.surface import Search, Surface, build_surface
from .mesh.tally import four_face_edges, model_counts
from .mesh.volume import Volume, volume_of_cells, volume_of_grid
from .mesh.weld import count_node_vertices, weld
from .progress import Progress, part, unheard
from .texture import AtlasLayout, ClearCells, Layout, Margins, Painted, Texture, lay_beside, paint
from .voxels.look import COLORS, Look
from .voxels.model import Model

_STAGES = {
    "exposure": 0.1,
    "contours": 0.2,
    "triangles": 0.8,
    "weld": 0.85,
    "texture": 0.9,
    "occlusion": 0.98,
    "counts": 1.0,
}
"""The share that is done after each stage."""


class _Clock:
    """Seconds of each stage, and the share done after it."""

    def __init__(self, progress: Progress) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress
        self._done = 0.0

    @contextmanager
    def stage(self, name: str) -> Iterator[Progress]:
        """Time one stage, hand out what takes its own progress, and report its end."""
        start = time.perf_counter()
        yield part(self._progress, self._done, _STAGES[name])
        self.seconds[name] = time.perf_counter() - start
        self._done = _STAGES[name]
        self._progress(self._done)


def build_mesh(
    grid: npt.NDArray[np.uint8],
    options: MeshOptions | None = None,
    progress: Progress | None = None,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
    *,
    layout: Layout | None = None,
) -> Mesh:
    """Turn a voxel grid into a mesh with its texture.

    Parameters
    ----------
    grid : (x, y, z) uint8
        Palette index of each cell; 0 is empty.
    options : MeshOptions, optional
    progress : callable, optional
        Called with the share that is done.
    material_class : (256,) integers, optional
        The class of each palette index, for ``merge="material"``; by default all are of one class.
    transparent : (256,) bool, optional
        The palette indices that one can look through; by default none.
    layout : Layout, optional
        What becomes of the texture's tiles; by default an atlas as the options say.

    Returns
    -------
    Mesh
        Without triangles if no cell is filled.

    Raises
    ------
    OptionError
        If the grid is not three-dimensional or holds something else than palette indices 0 to 255.
    GeometryError
        If the mesh does not cover the polygons exactly.

    Examples
    --------
    >>> build_mesh(np.ones((1, 1, 1), np.uint8)).counts.triangles
    12
    """
    options = options or MeshOptions()
    indices = _as_indices(grid)
    if transparent is not None:
        require_array(transparent, "transparent", (COLORS,), "b")
    volume = volume_of_grid(indices, transparent)
    layout = layout or AtlasLayout.of(options)
    blocks = _blocks(volume, None, layout)
    keys = merging_keys(options, material_class)
    kind = np.zeros(COLORS, np.int64) if material_class is None else material_class.astype(np.int64)
    mesh = _build(volume, options, Kinds(keys, kind), layout, progress, blocks)
    return replace(mesh, size=(grid.shape[0], grid.shape[1], grid.shape[2]))


def build_model(
    model: Model,
    options: MeshOptions | None = None,
    look: Look | None = None,
    *,
    layout: Layout | None = None,
    largest: int | None = None,
    progress: Progress | None = None,
) -> Mesh:
    """Turn a model into a mesh with its texture; memory follows the voxels' extent, not the model's size.

    Parameters
    ----------
    model : Model
    options : MeshOptions, optional
    look : Look, optional
        Which palette indices may be merged by material, and which ones one can look through; by default all are alike.
    layout : Layout, optional
        What becomes of the texture's tiles; by default an atlas as the options say.
    largest : int, optional
        Cells along an axis that a polygon may have: longer models are cut, and no polygon lies on both sides of a cut.
    progress : callable, optional
        Called with the share that is done.

    Returns
    -------
    Mesh
        On the model's own lattice points.

    Raises
    ------
    LimitError
        If the cells reach too far even without the empty space between them.
    """
    if not isinstance(model, Model):
        raise OptionError(f"the model is a {type(model).__name__}; it must be a Model")
    options = options or MeshOptions()
    if not model.voxels:
        return replace(build_mesh(np.zeros((1, 1, 1), np.uint8), options, layout=layout), size=model.size)
    transparent = None if look is None else look.transparent
    keys = merging_keys(options, None if look is None else look.merging_class)
    space = _Space(model, options.occlusion)
    volume = space.volume(model, transparent)
    layout = layout or AtlasLayout.of(options)
    blocks = _blocks(volume, largest, layout)
    if MODES[options.mode].see_through:
        blocks = space.parted(volume, blocks)
    kinds = Kinds(keys, np.zeros(COLORS, np.int64) if look is None else look.kind)
    mesh = _build(volume, options, kinds, layout, progress, blocks)
    return replace(mesh.relocated(space.back(mesh.vertices)), size=model.size)


def build_block(
    volume: Volume,
    own: Box,
    options: MeshOptions | None = None,
    look: Look | None = None,
    *,
    layout: Layout | None = None,
) -> Mesh:
    """Mesh the cells of a box as they are between those around it, so that meshes of boxes side by side fit.

    Parameters
    ----------
    volume : Volume
        The box and at least one cell around it; all that the result depends on.
    own : Box
        No polygon leaves it. Sealed cavities count as outside.
    options : MeshOptions, optional
    look : Look, optional
    layout : Layout, optional

    Returns
    -------
    Mesh
        Of the faces of the box's own cells, on lattice points counted from its low corner.
    """
    options = options or MeshOptions()
    kept = replace(options, interior="keep", occlusion=0)
    keys = merging_keys(options, None if look is None else look.merging_class)
    kinds = Kinds(keys, np.zeros(COLORS, np.int64) if look is None else look.kind)
    mesh = _build(volume, kept, kinds, layout or AtlasLayout.of(options), None, own.blocks, own)
    counts = replace(mesh.counts, voxels=own.voxels(volume))
    size = tuple(int(side) for side in own.high - own.low)
    moved = mesh.relocated(mesh.vertices.astype(np.int64) - own.low)
    return replace(moved, options=options, size=(size[0], size[1], size[2]), counts=counts)


class _Space:
    """The way between a model's own coordinates and the smaller box in which it is meshed.

    Nothing within a distance in cells gets nearer, or further.
    """

    def __init__(self, model: Model, distance: int) -> None:
        self._low, self._high = model.box
        self._blocked = model.blocked
        if model.far:
            # Signed, for cells beside the lowest ones are looked at.
            positions, high = model.positions.astype(np.int64), self._high
            if self._blocked is not None:
                near = ((self._blocked >= self._low - 1) & (self._blocked <= high)).all(axis=1)
                self._blocked = self._blocked[near]
            self._squeeze: Squeeze | None = Squeeze(positions, self._blocked, max(distance, 1))
        else:
            self._squeeze = None

    def volume(self, model: Model, transparent: npt.NDArray[np.bool_] | None) -> Volume:
        """The cells of the model in the box."""
        if self._squeeze is not None:
            others = None if self._blocked is None else self._squeeze.squeezed(self._blocked)
            cells = self._squeeze.squeezed(model.positions.astype(np.int64))
            return volume_of_cells(cells, model.indices, transparent, others)
        sides = self._high - self._low
        grid = np.zeros(sides, np.uint8)
        x, y, z = (model.positions[:, axis].astype(np.int64) for axis in range(3))
        cell = (x * sides[1] + y) * sides[2] + z
        grid.reshape(-1)[cell - ((self._low[0] * sides[1] + self._low[1]) * sides[2] + self._low[2])] = model.indices
        return volume_of_grid(grid, transparent)

    def parted(self, volume: Volume, blocks: Blocks | None) -> Blocks | None:
        """Blocks that do not reach over empty space that is not in the box, for polygons that would be longer there."""
        gaps = None if self._squeeze is None else self._squeeze.gaps
        if gaps is None or not any(map(len, gaps)):
            return blocks
        filled = volume.opaque if volume.clear is None else volume.opaque | volume.clear
        none = np.zeros(0, np.int64)
        return (blocks or Blocks((none, none, none))).parted(gaps, bits.positions(filled))

    def back(self, vertices: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """Lattice points of the box, (n, 3), in the model's coordinates."""
        if self._squeeze is not None:
            return self._squeeze.spread(vertices)
        moved: npt.NDArray[np.int64] = vertices + self._low
        return moved


def _build(
    volume: Volume,
    options: MeshOptions,
    kinds: Kinds,
    layout: Layout,
    progress: Progress | None,
    blocks: Blocks | None,
    own: Box | None = None,
) -> Mesh:
    clock = _Clock(progress or unheard)
    with clock.stage("exposure"):
        faces = visible_faces(volume, options.interior, kinds.keys, blocks)
    with clock.stage("contours"):
        polygons = trace_polygons(faces)
    with clock.stage("triangles") as inside:
        search = Search(options.effort, options.texels_per_rectangle)
        surface = build_surface(faces, polygons, options.mode, search, inside)
        if own is not None:
            faces, polygons, surface = only_inside(faces, polygons, surface, own)
    with clock.stage("weld"):
        vertices, vertex = weld(surface.nodes, volume.shape)
    with clock.stage("texture"):
        hiding = kinds if MODES[options.mode].overlapping else None
        texture = layout.lay_out(_painted(volume, faces, surface, hiding, own=layout.own))
    occlusion = None
    if options.occlusion and layout.own:
        with clock.stage("occlusion"):
            occlusion = _occlusion(volume, faces, surface, options, texture)
    triangles = vertex[surface.triangles.node].astype(np.int32)
    direction = faces.planes.direction[surface.polygon_plane].astype(np.uint8)
    with clock.stage("counts"):
        counts = Counts(
            vertices=len(vertices),
            gpu_vertices=count_node_vertices(vertex, surface.nodes, direction, texture.projection, len(texture.atlas)),
            **model_counts(volume, faces, polygons),
            **_mesh_counts(surface, texture),
            four_face_edges=four_face_edges(volume, faces, options.mode, vertices, triangles, own is None),
        )
    return Mesh(
        options=options,
        size=volume.shape,
        vertices=vertices,
        triangles=triangles,
        triangle_polygon=surface.triangles.polygon.astype(np.int32),
        polygon_direction=direction,
        polygon_is_quad=surface.polygon_is_quad,
        polygon_is_transparent=faces.planes.transparent[surface.polygon_plane],
        atlas=texture.atlas,
        projection=texture.projection,
        counts=counts,
        seconds=clock.seconds,
        occlusion=occlusion,
    )


def _blocks(volume: Volume, largest: int | None, layout: Layout) -> Blocks | None:
    """The blocks that no polygon may leave, so that it is no longer than it may be, nor its tile."""
    sides = [side for side in (largest, layout.longest) if side is not None]
    return cut_into_blocks(volume, min(sides)) if sides else None


def _as_indices(grid: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Palette indices as uint8, from any integer or boolean array whose values fit."""
    require_array(grid, "the grid", (None, None, None), "bui")
    if 0 in grid.shape:
        return np.zeros((1, 1, 1), np.uint8)
    if grid.dtype == np.uint8:
        return grid
    if grid.min() < 0 or grid.max() > 255:
        raise OptionError("the grid must hold palette indices, whole numbers from 0 (empty) to 255")
    return grid.astype(np.uint8)


def _painted(volume: Volume, faces: Faces, surface: Surface, kinds: Kinds | None, *, own: bool) -> Painted:
    """The colours of all polygons; of hidden places too, if there are kinds to tell them by."""
    clear, before = surface.clear, None
    if kinds is not None:
        before = colors_before(volume, faces.planes, surface.polygon_plane, kinds.alike)
    return paint(
        surface.shown_in.astype(np.int32),
        faces.column[surface.shown_face].astype(np.int32),
        faces.row[surface.shown_face].astype(np.int32),
        faces.color[surface.shown_face],
        len(surface.polygon_plane),
        None if clear is None else ClearCells(clear.polygon, clear.column, clear.row),
        before,
        own=own,
    )


def _occlusion(
    volume: Volume, faces: Faces, surface: Surface, options: MeshOptions, texture: Texture
) -> npt.NDArray[np.uint8]:
    """What is beside the atlas, (H, W)."""
    shares = visible_shares(faces, volume.blocked, texture.projection.scale, options.occlusion)
    return lay_beside(
        shares[surface.shown_face],
        surface.shown_in,
        faces.column[surface.shown_face],
        faces.row[surface.shown_face],
        texture,
        Margins(options.border, options.align),
    )


def _mesh_counts(surface: Surface, texture: Texture) -> dict[str, int]:
    return {
        "triangles": len(surface.triangles.node),
        "drawn_area": surface.drawn_area,
        "lower_bound": surface.lower_bound,
        "proven_planes": surface.proven_planes,
        "texels": texture.atlas.size,
        "texels_used": texture.texels_used,
        "tiles": texture.tiles,
    }
