"""The whole way: triangles, paints and options in, a model with its look and where it lies, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import GeometryError, LimitError, OptionError
from ..progress import Progress, part, unheard
from ..voxels.look import COLORS, Look, Material
from ..voxels.model import Model
from ..voxels.quantise import Reduced, reduce_colors
from .colors import Spots, colors_at, nearest_spots, solid, spots
from .filling import inside
from .lattice import Lattice, lattice_of
from .options import VoxeliseOptions
from .orient import facing, turned_over
from .overlap import moved_behind, overlaps
from .paint import Paint
from .scan import Crossings, crossings, normals
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
    mesh = _mesh_of(triangles, options)
    progress(0.15)
    crossed = []
    for axis in range(3):
        crossed.append(crossings(mesh.places, mesh.lattice, axis))
        progress(0.2 + 0.05 * axis)
    reached = _reached(mesh, part(progress, 0.3, 0.55))
    if options.holes and triangles.uv is not None:
        reached = _without_holes(mesh, reached, triangles, paints)
    cells, through = _cells(mesh.lattice, crossed, reached, options, part(progress, 0.55, 0.7))
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


def _mesh_of(triangles: Triangles, options: VoxeliseOptions) -> _Mesh:
    lattice, places = lattice_of(triangles.corners, options)
    chosen = facing(places)
    return _Mesh(lattice, turned_over(places[chosen.kept], chosen.turned), chosen.kept, chosen.turned)


def _reached(mesh: _Mesh, progress: Progress) -> _Reached:
    """Find all cells that triangles reach into."""
    places, steps = moved_behind(mesh.places, mesh.lattice.steps), mesh.lattice.steps
    # A plane across one axis cuts up to three cells of a column, and its rim is as long as its box.
    sides = np.ptp(places, axis=1) / steps
    many = 1.5 * np.abs(normals(places)).max(axis=1) / steps**2 + 2 * sides.sum(axis=1) + 1
    if many.sum() > MAX_PAIRS:
        raise LimitError(
            f"the triangles reach into cells about {many.sum():,.0f} times, but {MAX_PAIRS:,} are the most; use larger "
            "voxels or fewer triangles"
        )
    found, done = [], 0
    for triangle, cell in overlaps(places, mesh.lattice):
        found.append((triangle.astype(np.int32), cell))
        done += len(cell)
        progress(min(done / many.sum(), 1))
    return _Reached(*(np.concatenate(list(column)) for column in zip(*found, strict=True)))


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
    lattice: Lattice, crossed: list[Crossings], reached: _Reached, options: VoxeliseOptions, progress: Progress
) -> tuple[Flags, int]:
    """Choose the cells that are filled, (x, y, z) bool, and count lines through holes of the mesh."""
    wide = _marked(lattice, [reached.cell])
    thin = _marked(lattice, [lines.within for lines in crossed]) & wide
    progress(0.2)
    through = 0
    if options.fill:
        cells, through = inside(crossed, lattice)
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
    filled = np.flatnonzero(cells)
    index = _spread(filled, best.cell, reduced.index)
    progress(0.7)
    columns = np.unravel_index(filled, lattice.size)
    low = np.array([column.min() for column in columns])
    size = np.array([column.max() for column in columns]) - low + 1
    positions = np.empty((len(filled), 3), np.uint8 if size.max() <= COLORS else np.int32)
    for axis, column in enumerate(columns):
        positions[:, axis] = column - low[axis]
    x, y, z = size.tolist()
    model = Model((x, y, z), positions, index)
    origin = lattice.origin + low * lattice.voxel_size
    return Voxelised(model, look, origin, lattice.voxel_size, tuple(_notes(reduced, through, options)))


def _spread(filled: Ints, cell: Ints, index: Bytes) -> Bytes:
    """Give every filled cell the index of the nearest colored one before or after it in the list, z fastest.

    What cannot be seen lies in its column between two cells that can.
    """
    place = np.searchsorted(filled, cell)
    gap = np.diff(place, append=len(filled))
    number = np.repeat(np.arange(len(place)), gap)
    lead = int(place[0]) if len(place) else 0
    from_first = np.arange(lead, len(filled))
    following = np.minimum(number + 1, len(place) - 1)
    nearer = np.abs(place[following] - from_first) < from_first - place[number]
    return np.concatenate([np.full(lead, index[0]), index[np.where(nearer, following, number)]])


def _notes(reduced: Reduced, through: int, options: VoxeliseOptions) -> list[str]:
    notes = []
    if not reduced.exact:
        notes.append(f"there were more colors than the {options.colors} of the palette, so similar ones became one")
    if through and options.fill:
        notes.append(
            f"{through:,} lines through the centers of voxels go through holes of the mesh; what is inside there was "
            "decided by the other lines"
        )
    return notes
