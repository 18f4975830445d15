"""The whole way: triangles, paints and options in, a model with its look and where it lies, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError, LimitError, OptionError
from ..progress import Progress, part, unheard
from ..voxels.look import COLORS, Look, Material
from ..voxels.model import Cells, Model
from ..voxels.quantise import Reduced, reduce_colors
from .colors import Spots, colors_at, nearest_spots, solid, spots
from .filling import in_order, inside
from .lattice import Lattice, lattice_of
from .options import VoxeliseOptions
from .orient import facing, single, turned_over
from .overlap import moved_behind, overlaps
from .paint import Paint
from .scan import Crossings, box, crossings, normals
from .thin import exposed, with_thin
from .triangles import Triangles

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

MAX_TRIANGLES = 2**24
MAX_PAIRS = 2**26
"""Pairs of a triangle and a cell that it reaches into: 16 bytes of each are held."""
MAX_VOXELS = 2**26


@dataclass(frozen=True, eq=False)
class Voxelised:
    """What became of a mesh."""

    model: Model
    """Cut to the cells that are filled."""
    look: Look
    origin: npt.NDArray[np.float64]
    """(3,) float64: where lattice point (0, 0, 0) of the model is, in the unit of the corners."""
    voxel_size: float
    """In the unit of the corners."""
    notes: tuple[str, ...] = ()
    """What a user should know, one sentence each."""


@dataclass(frozen=True, eq=False)
class _Mesh:
    """Triangles as they are looked at: in steps of a lattice, and all facing outwards."""

    lattice: Lattice
    places: Ints
    source: Ints
    """(t,) int64: which of the given triangles each is."""
    turned: Flags
    """(t,) bool: whether its second and third corner were exchanged."""


@dataclass(frozen=True, eq=False)
class _Reached:
    """Pairs of a triangle and a cell that it reaches into."""

    triangle: npt.NDArray[np.int32]
    cell: Ints


def voxelise(
    triangles: Triangles, paints: Sequence[Paint], options: VoxeliseOptions, progress: Progress | None = None
) -> Voxelised:
    """Make voxels of triangles.

    docs/voxelise.md says which cells are filled, and what color each has.

    Parameters
    ----------
    triangles : Triangles
    paints : sequence of Paint
        What `Triangles.material` counts.
    options : VoxeliseOptions
    progress : callable, optional
        Called with the share that is done, 0 to 1; what it raises ends the work.

    Returns
    -------
    Voxelised

    Raises
    ------
    OptionError
        If a triangle has a material that there is no paint for.
    GeometryError
        If there are no triangles, or they have no size, or fill no cell.
    LimitError
        If there are more triangles, cells or voxels than Trivox takes, or more materials than colors.
    """
    progress = progress or unheard
    _check(triangles, paints)
    mesh, crossed = _crossed(triangles, options, part(progress, 0, 0.3))
    reached = _reached(mesh, part(progress, 0.3, 0.55))
    if options.holes and triangles.uv is not None:
        reached = _without_holes(mesh, reached, triangles, paints)
    cells, through = _cells(mesh, crossed, reached, options, part(progress, 0.55, 0.7))
    best = _nearest(mesh, reached, cells)
    progress(0.9)
    return _finished(mesh.lattice, cells, best, (triangles, paints, options), through, part(progress, 0.9, 1))


def _check(triangles: Triangles, paints: Sequence[Paint]) -> None:
    last = int(triangles.material.max(initial=-1))
    if last >= len(paints):
        raise OptionError(f"a triangle has material {last}, but there are {len(paints)} paints; give one for each")
    if len(triangles) > MAX_TRIANGLES:
        raise LimitError(
            f"the mesh has {len(triangles):,} triangles, but {MAX_TRIANGLES:,} may be voxelised at once; decimate it "
            "or cut it in parts"
        )


def _crossed(triangles: Triangles, options: VoxeliseOptions, progress: Progress) -> tuple[_Mesh, tuple[Crossings, ...]]:
    """Lay a lattice, make all triangles face outwards, and cross them with its lines."""
    lattice, places = lattice_of(triangles.corners, options)
    kept = single(places)
    mesh = _Mesh(lattice, places[kept], kept, np.zeros(len(kept), bool))
    progress(0.3)
    crossed = tuple(crossings(mesh.places, lattice, axis) for axis in range(3))
    progress(0.6)
    if not in_order(crossed, lattice):
        turned = facing(mesh.places)
        progress(0.8)
        if turned.any():
            mesh = _Mesh(lattice, turned_over(mesh.places, turned), kept, turned)
            crossed = tuple(crossings(mesh.places, lattice, axis) for axis in range(3))
    progress(1)
    return mesh, crossed


def _reached(mesh: _Mesh, progress: Progress) -> _Reached:
    """Find all cells that triangles reach into."""
    places, steps = moved_behind(mesh.places, mesh.lattice.steps), mesh.lattice.steps
    most = _most_pairs(places, steps)
    if most > MAX_PAIRS:
        raise LimitError(
            f"the triangles may reach into cells {most:,.0f} times, but {MAX_PAIRS:,} are the most; use larger voxels "
            "or fewer triangles"
        )
    found, done = [], 0
    for triangle, cell in overlaps(places, mesh.lattice):
        found.append((triangle.astype(np.int32), cell))
        done += len(triangle)
        progress(done / most)
    return _Reached(*(np.concatenate(list(column)) for column in zip(*found, strict=True)))


def _most_pairs(places: Ints, steps: int) -> float:
    """What the number of cells that triangles reach into cannot exceed.

    No triangle leaves its box. And in the plane where it is largest it meets no more squares than its area there and
    the sides of its box together, and no more than three cells above each.
    """
    low, high = box(places)
    boxes = (-(-high // steps) - low // steps).astype(np.float64).prod(axis=1)
    area = np.abs(normals(places)).max(axis=1) / (2 * steps**2)
    return float(np.minimum(boxes, 3 * (area + ((high - low) / steps).sum(axis=1) + 1)).sum())


def _spots(mesh: _Mesh, triangle: npt.NDArray[np.int32], cell: Ints) -> Spots:
    return spots(mesh.places, mesh.source, mesh.turned, triangle, cell, mesh.lattice)


def _without_holes(mesh: _Mesh, reached: _Reached, triangles: Triangles, paints: Sequence[Paint]) -> _Reached:
    """Leave those away that meet a hole of the triangle's image."""
    with_holes = np.array([paint.has_holes for paint in paints], bool)
    some = np.flatnonzero(with_holes[triangles.material[mesh.source]][reached.triangle])
    kept = np.ones(len(reached.cell), bool)
    kept[some] = solid(_spots(mesh, reached.triangle[some], reached.cell[some]), triangles, paints)
    return _Reached(reached.triangle[kept], reached.cell[kept])


def _cells(
    mesh: _Mesh, crossed: tuple[Crossings, ...], reached: _Reached, options: VoxeliseOptions, progress: Progress
) -> tuple[Flags, int]:
    """Choose the cells that are filled, (x, y, z) bool, and count lines through holes of the mesh."""
    lattice = mesh.lattice
    wide = _marked(lattice, [reached.cell])
    thin = _marked(lattice, [lines.within for lines in crossed]) & wide
    progress(0.2)
    through = 0
    if options.fill:
        cells, through = inside(crossed, mesh.places, lattice)
    else:
        cells = thin if options.surface == "thin" else wide
    progress(0.7)
    if options.keep_thin:
        cells = with_thin(cells, [thin, wide] if options.surface == "thin" else [wide])
    count = int(np.count_nonzero(cells))
    if not count:
        raise GeometryError(
            "no voxel is filled, since no center of one is inside of the mesh; use smaller voxels or keep thin parts"
        )
    if count > MAX_VOXELS:
        raise LimitError(f"the mesh fills {count:,} voxels, but {MAX_VOXELS:,} are the most; use larger ones")
    return cells, through


def _marked(lattice: Lattice, cells: Sequence[Ints]) -> Flags:
    result = np.zeros(lattice.cells, bool)
    for some in cells:
        result[some] = True
    return result.reshape(lattice.size)


def _nearest(mesh: _Mesh, reached: _Reached, cells: Flags) -> Spots:
    """Find the nearest triangle of each cell that can be seen.

    Of the triangles that reach into it; if there are none, of those that reach into one of the six cells beside it.
    """
    seen = exposed(cells).reshape(-1)
    own = seen[reached.cell]
    triangle, cell = [reached.triangle[own]], [reached.cell[own]]
    lacking = seen.copy()
    lacking[cell[0]] = False
    others = np.flatnonzero(~own)
    for stride in (*mesh.lattice.strides, *-mesh.lattice.strides):
        beside = reached.cell[others] + stride
        some = lacking.take(beside, mode="clip")
        triangle.append(reached.triangle[others[some]])
        cell.append(beside[some])
    return nearest_spots(_spots(mesh, np.concatenate(triangle), np.concatenate(cell)))


def _finished(
    lattice: Lattice,
    cells: Flags,
    best: Spots,
    given: tuple[Triangles, Sequence[Paint], VoxeliseOptions],
    through: int,
    progress: Progress,
) -> Voxelised:
    """Give the cells a palette and put all together."""
    triangles, paints, options = given
    kinds: dict[str, int] = {}
    numbers = np.array([kinds.setdefault(str(paint.material), len(kinds)) for paint in paints], np.int64)
    place = np.stack(np.unravel_index(best.cell, lattice.size), axis=1)
    reduced = reduce_colors(
        colors_at(best, triangles, paints),
        options.colors,
        dither_at=place if options.dither else None,
        group=numbers[triangles.material[best.triangle]],
    )
    progress(0.4)
    materials = [next(paint.material for paint in paints if str(paint.material) == text) for text in kinds]
    look = Look(reduced.palette, tuple(materials[group] if group >= 0 else Material() for group in reduced.group))
    colored = np.flatnonzero(_marked(lattice, [best.cell])[cells])
    progress(0.7)
    model, low = _model(cells, _spread(colored, int(np.count_nonzero(cells)), reduced.index))
    origin = lattice.origin + low * lattice.voxel_size
    return Voxelised(model, look, origin, lattice.voxel_size, tuple(_notes(reduced, through, options)))


def _spread(colored: Ints, count: int, index: Bytes) -> Bytes:
    """Give every filled cell the index of the nearest colored one before or after it, z fastest.

    What cannot be seen lies in its column between two cells that can.

    Parameters
    ----------
    colored : (c,) int64
        Ascending numbers of the filled cells that have a color; at least one.
    count : int
        All filled cells.
    index : (c,) uint8

    Returns
    -------
    (count,) uint8
    """
    gap = np.diff(colored, append=count)
    behind = gap // 2 + 1
    behind[-1] = gap[-1]
    pairs = np.column_stack([index, np.append(index[1:], index[-1])]).ravel()
    spread = np.repeat(pairs, np.column_stack([behind, gap - behind]).ravel())
    return np.concatenate([np.full(colored[0], index[0]), spread])


def _model(cells: Flags, index: Bytes) -> tuple[Model, Ints]:
    """Cut a grid to what is filled: the model, and the first cell of it."""
    plane = cells.any(axis=0)
    rims = [np.flatnonzero(some) for some in (cells.any(axis=2).any(axis=1), plane.any(axis=1), plane.any(axis=0))]
    low = np.array([rim[0] for rim in rims])
    cut = cells[tuple(slice(rim[0], rim[-1] + 1) for rim in rims)]
    kind = np.uint8 if max(cut.shape) <= COLORS else np.int32
    positions: Cells = np.empty((len(index), 3), kind)
    for axis, side in enumerate(cut.shape):
        along = np.arange(side, dtype=kind).reshape([-1 if axis == other else 1 for other in range(3)])
        positions[:, axis] = np.broadcast_to(along, cut.shape)[cut]
    x, y, z = cut.shape
    return Model((x, y, z), positions, index), low


def _notes(reduced: Reduced, through: int, options: VoxeliseOptions) -> list[str]:
    notes = []
    if not reduced.exact:
        notes.append(f"there were more colors than the {options.colors} of the palette, so similar ones became one")
    if through and options.fill:
        notes.append(
            f"the mesh has holes, so {through:,} of the lines that look for its inside went through it; what is inside "
            "there was told by the other lines"
        )
    return notes
