"""A `Workpiece` and an `Edited` in, the workpiece after the edit out: only what the edit changes is meshed anew."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .. import directions
from ..arrays import distinct, grouped
from ..mesh.junctions import Others
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from ..mesh.surface import Surface
from ..progress import Progress, unheard
from ..texture import Projection, texel_axes
from ..voxels.model import Model
from ..voxels.shapes.editing import Edited
from .atlas import Laid, count_tiles, lay_beside_others, tile_boxes
from .counting import Sides, patched_counts
from .places import MIDDLE, SHIFT, count_planes, steps
from .region import Change, Rules, changed_faces, moved_field, plane_ranges
from .regroup import groups_in_planes, groups_through, point_keys, points_of_keys, renewed, touched_groups
from .splice import Spliced, spliced
from .surfaces import Traced, painted_faces, surface_of, traced
from .workpiece import FaceTable, Field, Known, Workpiece, build_workpiece

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_NONE: Ints = np.zeros((0, 3), np.int64)


@dataclass(frozen=True, eq=False)
class _Plan:
    """What goes and what comes."""

    piece: Workpiece
    """Before the edit, in the lattice points of the model after it."""
    known: Known
    """Of the piece."""
    model: Model
    change: Change
    faces: FaceTable
    """After the edit; of new faces the group is -1."""
    groups: Flags
    """(G,) bool: the merged polygons that go."""
    replaced: Flags
    """(P,) bool: the polygons of the mesh that go."""
    old: Traced
    """The merged polygons that the edit changes, before it."""
    changed: Traced
    """The same after it."""
    new: Traced
    """All that are to be made: these, and those beside which corners came or went."""
    fresh: Ints
    """(n,) int64: which faces belong to the polygons that come."""


def patch(piece: Workpiece, edited: Edited, progress: Progress = unheard) -> Workpiece:
    """Bring a mesh up to date with an edit of its model.

    Polygons that the edit does not change keep their triangles and their texels. The mesh has as many triangles as one
    made of the whole model, and the same counts, but for those that depend on where tiles lie: ``texels``,
    ``texels_used``, ``tiles`` and ``gpu_vertices``. In ``fewest`` that holds where both are proven to be the least.

    Parameters
    ----------
    piece : Workpiece
        Of the model before the edit.
    edited : Edited
    progress : Progress, optional

    Returns
    -------
    Workpiece
        Made as a whole where nothing less will do: in ``cutout`` and with occlusion, in models too large for a grid,
        where the edit opens or closes a cavity that reaches further than next to it, and where the atlas is full or
        too little of it is in use.

    Raises
    ------
    GeometryError
        If the mesh does not cover the polygons exactly.
    """
    if edited.touched is None:
        return replace(piece, model=edited.model, rebuilt=False)
    start = time.perf_counter()
    plan = _plan(piece, edited, edited.touched)
    done = None if plan is None else _done(plan, edited.touched, start)
    if done is None:
        done = build_workpiece(edited.model, piece.mesh.options, piece.look, progress)
    progress(1)
    return done


def _plan(piece: Workpiece, edited: Edited, touched: Ints) -> _Plan | None:
    """Find out what to do; None if the whole mesh has to be made."""
    options, model = piece.mesh.options, edited.model
    if piece.known is None or not model.voxels or max(model.size) >= MIDDLE:
        return None
    piece, known = _moved(piece, piece.known, np.array(edited.moved, np.int64))
    rules = Rules(piece.transparent, piece.keys, options.interior)
    change = changed_faces(known.field, model, touched, rules)
    if change is None or max(change.field.grid.shape) > options.longest_piece:
        return None
    table = FaceTable(*renewed(known.faces, change))
    count = int(known.faces.group.max()) + 1
    if MODES[options.mode].overlapping:
        groups = groups_in_planes(known.faces, count, touched)
        replaced = _in_planes(piece.mesh, touched)
    else:
        groups = touched_groups(known.faces, count, change)
    old, _ = _chosen(piece, change.field, known.faces, groups)
    new, fresh = _chosen(piece, change.field, table, groups)
    changed = new
    if options.mode == "watertight":
        beside = _at_moved_corners(old, changed, table, count)
        if (beside & ~groups).any():
            groups = groups | beside
            new, fresh = _chosen(piece, change.field, table, groups)
    if not MODES[options.mode].overlapping:
        replaced = groups[known.polygon_group]
    return _Plan(piece, known, model, change, table, groups, replaced, old, changed, new, fresh)


def _done(plan: _Plan, touched: Ints, start: float) -> Workpiece | None:
    """Make what comes; None if there is nothing, or no room in the atlas."""
    piece, field, mesh = plan.piece, plan.change.field, plan.piece.mesh
    if not len(plan.fresh):
        return None if plan.replaced.any() else _unseen(plan)
    others = None
    if mesh.options.mode == "watertight":
        others = _vertices_that_stay(plan, touched)
    surface = surface_of(piece, field, plan.new, others)
    laid = lay_beside_others(mesh, ~plan.replaced, plan.known.tiles, painted_faces(piece, field, plan.new, surface))
    if laid is None:
        return None
    splice = spliced(mesh, plan.replaced, surface, field.low)
    bare = _mesh(plan, surface, laid, splice)
    tiles = np.concatenate([plan.known.tiles[~plan.replaced], _tiles_that_came(bare, plan, splice)])
    counts = patched_counts(*_sides(plan, bare, splice), _told(plan, tiles), surface)
    whole = replace(bare, counts=counts, seconds={"patch": time.perf_counter() - start})
    table, group = _regrouped(plan, surface)
    return Workpiece(plan.model, whole, piece.look, False, Known(field, table, group, tiles))


def _unseen(plan: _Plan) -> Workpiece:
    """The same mesh, of a model that was edited where nobody can see it."""
    piece, known = plan.piece, replace(plan.known, field=plan.change.field)
    counts = replace(piece.mesh.counts, voxels=plan.model.voxels)
    mesh = replace(piece.mesh, size=plan.model.size, counts=counts)
    return Workpiece(plan.model, mesh, piece.look, False, known)


def _moved(piece: Workpiece, known: Known, away: Ints) -> tuple[Workpiece, Known]:
    """The workpiece in the lattice points of a model that grew before its first cell."""
    if not away.any():
        return piece, known
    place = known.faces.place
    faces = replace(known.faces, place=place + steps(away)[place >> 3 * SHIFT])
    mesh = piece.mesh.relocated(piece.mesh.vertices + away)
    return replace(piece, mesh=mesh), replace(known, field=moved_field(known.field, away), faces=faces)


def _chosen(piece: Workpiece, field: Field, table: FaceTable, groups: Flags) -> tuple[Traced, Ints]:
    """The merged polygons of groups, and of what has none, and which faces they are."""
    chosen = np.flatnonzero((table.group < 0) | groups[table.group])
    return traced(piece, field, table.place[chosen], table.color[chosen]), chosen


def _at_moved_corners(old: Traced, new: Traced, table: FaceTable, count: int) -> Flags:
    """Merged polygons along whose contours corners came or went; and some more."""
    ends = [old.corners, new.corners]
    points = grouped(np.concatenate([point_keys(points) for points, _ in ends]))
    code = points.number * 256 + np.concatenate([body for _, body in ends])
    first = len(ends[0][1])
    both = grouped(np.concatenate([distinct(code[:first]), distinct(code[first:])]))
    moved = points.value[distinct(both.value[both.size == 1] // 256)]
    beside = np.zeros(count, np.bool_)
    beside[groups_through(table.place, table.group, points_of_keys(moved))] = True
    return beside


def _vertices_that_stay(plan: _Plan, touched: Ints) -> Others:
    """Vertices of polygons that stay that may lie on the contours of those that come, in the grid's coordinates.

    On a contour that was there they are vertices of the polygons that go; else they lie next to what was touched.
    """
    mesh, low = plan.piece.mesh, plan.change.field.low
    goes = plan.replaced[mesh.triangle_polygon]
    near = np.ones(len(mesh.vertices), np.bool_)
    for axis, (low_end, high_end) in enumerate((touched + np.array([[-2], [2]])).T.tolist()):
        near &= (mesh.vertices[:, axis] >= low_end) & (mesh.vertices[:, axis] <= high_end)
    near[mesh.triangles[goes].reshape(-1)] = True
    body = np.where(mesh.polygon_is_transparent, mesh.projection.color, 0)[mesh.triangle_polygon]
    points, bodies = [_NONE], [_NONE[:, 0]]
    for one in np.unique(plan.new.faces.planes.body):
        stays = mesh.triangles.take(np.flatnonzero(~goes & (body == one)), axis=0)
        used = np.zeros(len(near), np.bool_)
        used[stays.reshape(-1)] = True
        points.append(mesh.vertices[used & near] - low)
        bodies.append(np.full(len(points[-1]), int(one)))
    return Others(np.concatenate(points), np.concatenate(bodies))


def _in_planes(mesh: Mesh, touched: Ints) -> Flags:
    """The polygons of a mesh that lie in planes that an edit can change: (P,) bool."""
    direction = mesh.polygon_direction.astype(np.int64)
    first = np.searchsorted(mesh.triangle_polygon, np.arange(mesh.polygon_count))
    coordinate = mesh.vertices[mesh.triangles[first, 0], directions.AXIS[direction]]
    ends = plane_ranges(touched)
    inside: Flags = (coordinate >= ends[direction, 0]) & (coordinate <= ends[direction, 1])
    return inside


def _mesh(plan: _Plan, surface: Surface, laid: Laid, splice: Spliced) -> Mesh:
    """The mesh, with the counts of the old one."""
    old, stays, planes = plan.piece.mesh, ~plan.replaced, plan.new.faces.planes
    kept, new = old.projection, laid.projection
    direction = planes.direction[surface.polygon_plane].astype(np.uint8)
    projection = replace(
        kept,
        color=np.concatenate([kept.color[stays], new.color]),
        offset=np.concatenate([kept.offset[stays], _in_the_model(new, direction, plan.change.field.low)]),
        symmetry=np.concatenate([kept.symmetry[stays], new.symmetry]),
    )
    return replace(
        old,
        size=plan.model.size,
        vertices=splice.vertices,
        triangles=splice.triangles,
        triangle_polygon=splice.triangle_polygon,
        polygon_direction=np.concatenate([old.polygon_direction[stays], direction]),
        polygon_is_quad=np.concatenate([old.polygon_is_quad[stays], surface.polygon_is_quad]),
        polygon_is_transparent=np.concatenate(
            [old.polygon_is_transparent[stays], planes.transparent[surface.polygon_plane]]
        ),
        atlas=laid.atlas,
        projection=projection,
    )


def _in_the_model(projection: Projection, direction: npt.NDArray[np.uint8], low: Ints) -> npt.NDArray[np.int32]:
    """The offsets of polygons, (n, 2), for the lattice points of the model instead of those of a grid."""
    frame = np.stack([low[directions.U_AXIS], low[directions.V_AXIS]], axis=1)[direction]
    axes = texel_axes()[projection.symmetry].astype(np.int64)
    away = np.einsum("nij,nj->ni", axes, frame)
    away[projection.is_single] = 0
    offset: npt.NDArray[np.int32] = (projection.offset - projection.scale * away).astype(np.int32)
    return offset


def _tiles_that_came(mesh: Mesh, plan: _Plan, splice: Spliced) -> npt.NDArray[np.int32]:
    """The texels of the new polygons, (n, 4) int32 as `tile_boxes` gives them."""
    first = int(np.count_nonzero(~plan.replaced))
    new = slice(splice.kept, None)
    projection = replace(
        mesh.projection,
        color=mesh.projection.color[first:],
        offset=mesh.projection.offset[first:],
        symmetry=mesh.projection.symmetry[first:],
    )
    return tile_boxes(
        replace(
            mesh,
            triangles=mesh.triangles[new],
            triangle_polygon=mesh.triangle_polygon[new] - np.int32(first),
            polygon_direction=mesh.polygon_direction[first:],
            projection=projection,
        )
    )


def _sides(plan: _Plan, mesh: Mesh, splice: Spliced) -> tuple[Sides, Sides]:
    """The mesh before and after, for its counts."""
    old = plan.piece.mesh
    gone = np.flatnonzero(plan.replaced[old.triangle_polygon])
    came = np.arange(splice.kept, len(mesh.triangles))
    return (
        Sides(old, plan.old.polygons, gone, splice.touched_before),
        Sides(mesh, plan.changed.polygons, came, splice.touched),
    )


def _told(plan: _Plan, tiles: npt.NDArray[np.int32]) -> dict[str, int]:
    """Counts that do not follow from triangles."""
    count, used = count_tiles(tiles)
    return {
        "tiles": count,
        "texels_used": used,
        "voxels": plan.model.voxels,
        "shell": plan.change.shell,
        "faces": len(plan.faces.place),
        "planes": count_planes(plan.faces.place, plan.piece.keys[plan.faces.color]),
    }


def _regrouped(plan: _Plan, surface: Surface) -> tuple[FaceTable, npt.NDArray[np.int32]]:
    """The merged polygon of each face, and of each polygon of the mesh, after the edit."""
    number = (np.cumsum(~plan.groups) - 1).astype(np.int32)
    first = int(np.count_nonzero(~plan.groups))
    group = number[plan.faces.group]
    group[plan.fresh[plan.new.order]] = first + plan.new.polygons.face_polygon
    came = np.zeros(len(surface.polygon_plane), np.int32)
    came[surface.shown_in] = first + plan.new.polygons.face_polygon[surface.shown_face]
    stays = plan.known.polygon_group[~plan.replaced]
    return replace(plan.faces, group=group), np.concatenate([number[stays], came])
