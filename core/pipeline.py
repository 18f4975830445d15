"""The whole way: a voxel grid and options in, a mesh with its texture and the counts of every step out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import OptionError
from .mesh.contours import Polygons, trace_polygons
from .mesh.exposure import Faces, visible_faces
from .mesh.squeeze import Squeeze
from .mesh.surface import Surface, build_surface
from .mesh.volume import Volume, volume_of_cells, volume_of_grid
from .mesh.weld import weld
from .options import MeshOptions
from .texture import Texture, bake
from .vox import VoxModel
from .voxmesh import Counts, VoxMesh

Progress = Callable[[float], None]
"""Called with the share that is done, 0 to 1; an exception that it raises stops the work."""

_STAGES = {
    "exposure": 0.1,
    "contours": 0.3,
    "triangles": 0.6,
    "weld": 0.7,
    "texture": 1.0,
}


class _Clock:
    """Seconds of each stage, and the share done after it."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time one stage and report its end."""
        start = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - start
        if self._progress is not None:
            self._progress(_STAGES[name])


def build_mesh(
    grid: npt.NDArray[np.uint8],
    options: MeshOptions | None = None,
    progress: Progress | None = None,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
) -> VoxMesh:
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

    Returns
    -------
    VoxMesh
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
    volume = volume_of_grid(indices, transparent)
    mesh = _build(volume, options, _merging_keys(options, material_class), progress)
    return replace(mesh, size=(grid.shape[0], grid.shape[1], grid.shape[2]))


def build_model(
    model: VoxModel,
    options: MeshOptions | None = None,
    progress: Progress | None = None,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
) -> VoxMesh:
    """Turn a model of a file into a mesh with its texture; memory follows the voxels' extent, not the model's size.

    Parameters
    ----------
    model : VoxModel
    options : MeshOptions, optional
    progress : callable, optional
        Called with the share that is done.
    material_class, transparent : (256,) arrays, optional
        As for `build_mesh`.

    Returns
    -------
    VoxMesh
        As `build_mesh` makes it from the model's whole grid.
    """
    if len(model.positions) == 0:
        return replace(build_mesh(np.zeros((1, 1, 1), np.uint8), options), size=model.size)
    low, high = model.positions.min(axis=0), model.positions.max(axis=0)
    extent = high.astype(np.int64) - low + 1
    grid = np.zeros(extent, np.uint8)
    x, y, z = (model.positions - low).T
    grid[x, y, z] = model.indices
    mesh = build_mesh(grid, options, progress, material_class, transparent)
    return replace(mesh, size=model.size, vertices=mesh.vertices + low.astype(np.int32))


def build_cells(
    positions: npt.NDArray[np.integer[Any]],
    indices: npt.NDArray[np.uint8],
    options: MeshOptions | None = None,
    progress: Progress | None = None,
    material_class: npt.NDArray[np.integer[Any]] | None = None,
    transparent: npt.NDArray[np.bool_] | None = None,
    blocked: npt.NDArray[np.integer[Any]] | None = None,
) -> VoxMesh:
    """Turn a list of cells, wherever they lie, into a mesh with its texture.

    Parameters
    ----------
    positions : (n, 3) integers
        Cells, n > 0; of equal ones the last counts.
    indices : (n,) uint8
        Their palette indices, none 0.
    options : MeshOptions, optional
    progress : callable, optional
        Called with the share that is done.
    material_class, transparent : (256,) arrays, optional
        As for `build_mesh`.
    blocked : (m, 3) integers, optional
        Cells that other opaque objects fill: faces towards them are left out.

    Returns
    -------
    VoxMesh
        Its lattice points are those of the cells; ``size`` is the extent of the cells.

    Raises
    ------
    LimitError
        If the cells reach too far even without the empty space between them.
    """
    if positions.dtype.kind == "u":
        positions = positions.astype(np.int64)
    low, size = positions.min(axis=0), np.ptp(positions, axis=0) + 1
    if blocked is not None:
        near = ((blocked >= low - 1) & (blocked <= low + size)).all(axis=1)
        blocked = blocked[near]
    space = Squeeze(positions, blocked)
    volume = volume_of_cells(
        space.squeezed(positions), indices, transparent, None if blocked is None else space.squeezed(blocked)
    )
    mesh = _build(volume, options or MeshOptions(), _merging_keys(options or MeshOptions(), material_class), progress)
    return replace(
        mesh, size=(int(size[0]), int(size[1]), int(size[2])), vertices=space.spread(mesh.vertices).astype(np.int32)
    )


def _build(volume: Volume, options: MeshOptions, keys: npt.NDArray[np.int64], progress: Progress | None) -> VoxMesh:
    clock = _Clock(progress)
    with clock.stage("exposure"):
        faces = visible_faces(volume, options.interior, keys)
    with clock.stage("contours"):
        polygons = trace_polygons(faces)
    with clock.stage("triangles"):
        surface = build_surface(faces, polygons, options.mode, options.effort)
    with clock.stage("weld"):
        vertices, vertex = weld(surface.nodes)
    with clock.stage("texture"):
        texture = _bake(faces, surface, options)
        texel = _node_texels(surface, texture)
    triangles = surface.triangles
    direction = faces.planes.direction[surface.polygon_plane].astype(np.uint8)
    return VoxMesh(
        options=options,
        size=volume.shape,
        vertices=vertices,
        triangles=vertex[triangles.node].astype(np.int32),
        triangle_polygon=triangles.polygon.astype(np.int32),
        polygon_direction=direction,
        polygon_is_quad=surface.polygon_is_quad,
        polygon_is_transparent=faces.planes.transparent[surface.polygon_plane],
        atlas=texture.atlas,
        corner_texels=texel[triangles.node],
        counts=Counts(
            vertices=len(vertices),
            gpu_vertices=_gpu_vertices(vertex, direction[surface.nodes.polygon], texel),
            **_model_counts(volume, faces, polygons),
            **_mesh_counts(surface, texture),
        ),
        seconds=clock.seconds,
    )


def _as_indices(grid: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Palette indices as uint8, from any integer or boolean array whose values fit."""
    if grid.ndim != 3:
        raise OptionError(f"the grid has {grid.ndim} dimensions; it must have three (x, y, z)")
    if 0 in grid.shape:
        return np.zeros((1, 1, 1), np.uint8)
    if grid.dtype == np.uint8:
        return grid
    if grid.dtype.kind not in "bui" or grid.min() < 0 or grid.max() > 255:
        raise OptionError("the grid must hold palette indices, whole numbers from 0 (empty) to 255")
    return grid.astype(np.uint8)


def _merging_keys(options: MeshOptions, material_class: npt.NDArray[np.integer[Any]] | None) -> npt.NDArray[np.int64]:
    if options.merge == "color":
        return np.arange(256)
    if options.merge == "material" and material_class is not None:
        if material_class.shape != (256,):
            raise OptionError("there must be one material class for each of the 256 palette indices")
        return material_class.astype(np.int64)
    return np.zeros(256, np.int64)


def _bake(faces: Faces, surface: Surface, options: MeshOptions) -> Texture:
    return bake(
        surface.shown_in.astype(np.int32),
        faces.column[surface.shown_face].astype(np.int32),
        faces.row[surface.shown_face].astype(np.int32),
        faces.color[surface.shown_face],
        len(surface.polygon_plane),
        border=options.border,
        power_of_two=options.power_of_two,
    )


def _node_texels(surface: Surface, texture: Texture) -> npt.NDArray[np.float32]:
    """Texture coordinates of each node in texels of the atlas: (N, 2) float32 (column, row)."""
    nodes = surface.nodes
    in_tile = np.stack([nodes.column, nodes.row], axis=1).astype(np.float32)
    flat = texture.polygon_is_flat[nodes.polygon]
    in_tile[flat] = 0.5
    texels: npt.NDArray[np.float32] = in_tile + texture.polygon_offset[nodes.polygon].astype(np.float32)
    return texels


def _model_counts(volume: Volume, faces: Faces, polygons: Polygons) -> dict[str, int]:
    """What does not depend on how the polygons became triangles."""
    return {
        "voxels": volume.voxels,
        "shell_voxels": faces.shell_voxels,
        "faces": len(faces),
        "polygons": polygons.count,
        "corners": len(polygons.plane),
        "holes": int(polygons.holes.sum()),
        "planes": len(faces.planes),
    }


def _mesh_counts(surface: Surface, texture: Texture) -> dict[str, int]:
    return {
        "triangles": len(surface.triangles.node),
        "lower_bound": surface.lower_bound,
        "proven_planes": surface.proven_planes,
        "texels": texture.atlas.size,
        "texels_used": texture.texels_used,
        "tiles": texture.tiles,
    }


def _gpu_vertices(
    vertex: npt.NDArray[np.int64],
    direction: npt.NDArray[np.uint8],
    texel: npt.NDArray[np.float32],
) -> int:
    """Different combinations of vertex, normal and texture coordinates (all multiples of half a texel)."""
    column, row = (texel * 2).astype(np.int64).T
    pitch = int(max(column.max(initial=0), row.max(initial=0))) + 1
    return len(np.unique(((vertex * 6 + direction) * pitch + column) * pitch + row))
