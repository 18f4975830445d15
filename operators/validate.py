"""The active mesh as it is now in, what is wrong with it out: a list for the panel, whose entries select faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import bpy
import numpy as np
import numpy.typing as npt

from ..blender.corners import face_corners
from ..blender.exact import smooth_of
from ..blender.face_images import FaceImages, face_images
from ..blender.options import IMAGES
from ..blender.reading import ReadFaces, read_faces
from ..blender.record import VOXELS, Record, read_record, voxels_of
from ..blender.scene import leave_edit_mode
from ..blender.sheet import Pictures
from ..blender.tables import color_table
from ..blender.words import CONTEXT, IntProperty, pgettext_iface, pgettext_rpt
from ..core.checks import check_mesh
from ..core.checks.expected import Expected, expected_of_grid
from ..core.checks.faults import (
    BENT,
    COLORS,
    JUNCTIONS,
    MISSING,
    OFF,
    STRAY,
    TWICE,
    Fault,
    Seen,
    junction_faults,
    shape_faults,
)
from ..core.checks.loose import LooseFaces, Shown, shown_squares
from ..core.errors import LimitError
from ..core.mesh.mesh import Mesh
from ..core.mesh.modes import MODES
from ..core.mesh.parting import parted_mesh
from ..core.pipeline import build_model
from ..core.voxels import Look, Model
from ..core.voxels.model import MAX_CELLS
from .modes import OnVoxels

EDITED, NO_COLORS = "edited", "no colors"
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Verdict:
    """What validating a mesh found."""

    size: tuple[int, int]
    """Corners and faces that it had."""
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong; a mesh that shows the same with other faces is right too."""
        return all(fault.kind == EDITED for fault in self.faults)


_verdicts: dict[int, Verdict] = {}


def verdict_of(mesh: bpy.types.Mesh) -> Verdict | None:
    """What validating a mesh found, unless it has other faces since."""
    verdict = _verdicts.get(mesh.session_uid)
    return verdict if verdict and verdict.size == (len(mesh.loops), len(mesh.polygons)) else None


def fault_text(fault: Fault) -> str:
    """Say what is wrong, in the user's language; proofs speak English."""
    texts = {
        OFF: pgettext_iface("{count} faces off the grid"),
        BENT: pgettext_iface("{count} faces bent or aslant"),
        MISSING: pgettext_iface("{count} sides missing"),
        TWICE: pgettext_iface("{count} sides there twice"),
        STRAY: pgettext_iface("{count} squares that are no sides"),
        JUNCTIONS: pgettext_iface("{count} T-junctions"),
        COLORS: pgettext_iface("{count} sides in wrong colors"),
        NO_COLORS: pgettext_iface("Texture or its UVs removed"),
        EDITED: pgettext_iface("Edited, but shows the same"),
    }
    return texts[fault.kind].format(count=f"{fault.count:,}") if fault.kind in texts else fault.kind


class TRIVOX_OT_validate(OnVoxels, bpy.types.Operator):
    """Proves the active mesh as it is now."""

    bl_idname = "trivox.validate"
    bl_label = "Validate"
    bl_translation_context = CONTEXT
    bl_description = (
        "Check the mesh as it is now: every visible side of a voxel is there once and in its color, nothing else is, "
        "and all proofs of its mode hold. Nothing in the scene changes"
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on exact meshes only."""
        if super().poll(context) and not smooth_of(context.object.data):
            return True
        if context.object and smooth_of(context.object.data):
            reason = pgettext_rpt("Smooth surfaces have no sides of voxels. Choose another mode first")
            cls.poll_message_set(reason)
        return False

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Read the mesh, then compare it with its voxels."""
        mesh = context.object.data
        self._uid, self._name = mesh.session_uid, mesh.name
        if mesh.is_editmode:
            # Its arrays cannot be read meanwhile; those of a copy can.
            context.object.update_from_editmode()
            mesh = mesh.copy()
        self._size = (len(mesh.loops), len(mesh.polygons))
        data, record, faces = mesh[VOXELS], read_record(mesh), read_faces(mesh)
        images = face_images(mesh, Pictures())
        long = self.long(mesh, 2)
        if mesh.session_uid != self._uid:
            bpy.data.meshes.remove(mesh)

        def work(progress: Callable[[float], None]) -> list[Fault]:
            model, look = voxels_of(data)
            return faults_of(model, look, record, faces, images, progress)

        return self.run(context, work, long=long)

    def finish(self, context: bpy.types.Context, faults: list[Fault]) -> set[str]:
        """Keep what was found, and say how many faults."""
        verdict = _verdicts[self._uid] = Verdict(self._size, tuple(faults))
        text = pgettext_rpt("{name}: all proofs hold" if verdict.holds else "{name}: {count} faults, see Checks")
        wrong = sum(fault.kind != EDITED for fault in faults)
        self.report({"INFO" if verdict.holds else "WARNING"}, text.format(name=self._name, count=wrong))
        for window in context.window_manager.windows:
            for area in window.screen.areas:
                area.tag_redraw()
        return {"FINISHED"}


class TRIVOX_OT_select_fault(bpy.types.Operator):
    """Selects the faces of a fault."""

    bl_idname = "trivox.select_fault"
    bl_label = "Select Fault"
    bl_translation_context = CONTEXT
    bl_description = "Select the faces that this is about, in Edit Mode"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty(name="Fault", description="Which one of the list", min=0, options={"HIDDEN"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Work on a mesh that was validated and has the same faces still."""
        obj = context.object
        return obj is not None and obj.type == "MESH" and obj.data.is_editable

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Enter edit mode with these faces selected."""
        leave_edit_mode(context)
        mesh = context.object.data
        verdict = verdict_of(mesh)
        if verdict is None or self.index >= len(verdict.faults):
            self.report({"WARNING"}, pgettext_rpt("The mesh was changed since it was validated. Validate it again"))
            return {"CANCELLED"}
        chosen = np.zeros(len(mesh.polygons), np.bool_)
        chosen[verdict.faults[self.index].faces] = True
        mesh.vertices.foreach_set("select", np.zeros(len(mesh.vertices), np.bool_))
        mesh.edges.foreach_set("select", np.zeros(len(mesh.edges), np.bool_))
        mesh.polygons.foreach_set("select", chosen)
        context.scene.tool_settings.mesh_select_mode = (False, False, True)
        bpy.ops.object.mode_set(mode="EDIT")
        return {"FINISHED"}


def faults_of(
    model: Model,
    look: Look,
    record: Record,
    faces: ReadFaces,
    images: FaceImages | None,
    progress: Callable[[float], None],
) -> list[Fault]:
    """List what is wrong with a mesh; needs no Blender.

    Parameters
    ----------
    model : Model
    look : Look
    record : Record
    faces : ReadFaces
        The mesh as it is.
    images : FaceImages or None
        Of its colors.
    progress : callable

    Returns
    -------
    list of Fault
    """
    grid, low = _grid(model)
    blocked = None if model.blocked is None else model.blocked - low
    mode = MODES[record.options.mode]
    expected = expected_of_grid(grid, record.options.interior, None, look.transparent, blocked)
    progress(0.2)
    faults, whole, loose = _loose(faces, np.array(model.size) // 2 - low)
    shown = shown_squares(loose)
    if mode.see_through and faces.uv is not None and images is not None:
        shown = _without_clear(shown, loose, faces, whole, images)
    wrong, seen = shape_faults(expected, loose, mode, blocked, shown)
    if mode.junctions == "nowhere":
        color = np.zeros(len(whole), np.int64) if faces.color is None else faces.color[whole].clip(0, 255)
        wrong += junction_faults(loose, np.where(look.transparent[color], color, 0).astype(np.int64))
    colored = _color_faults(expected, seen, loose, faces, whole, images, look, record)
    if mode.see_through and any(fault.kind == NO_COLORS for fault in colored):
        # Nothing tells what they show.
        wrong = []
    wrong += colored
    faults += [replace(fault, faces=whole[fault.faces]) for fault in wrong]
    progress(0.4)
    return faults or _proof_faults(model, look, record, faces, (grid, low, blocked), progress)


def _grid(model: Model) -> tuple[Bytes, npt.NDArray[np.int64]]:
    """The cells of a model around its voxels, and the lowest of them."""
    low, high = model.box
    if np.prod(high - low, dtype=np.float64) > MAX_CELLS:
        raise LimitError(f"the voxels reach over more than {MAX_CELLS:,} cells, too many to be checked")
    grid = np.zeros(high - low, np.uint8)
    grid[tuple((model.positions - low).T)] = model.indices
    return grid, low


def _loose(faces: ReadFaces, shift: npt.NDArray[np.int64]) -> tuple[list[Fault], npt.NDArray[np.int64], LooseFaces]:
    """Faults of single faces; the faces without, and these on lattice points of the grid."""
    direction, off = faces.directions(), np.zeros(len(faces.length), np.bool_)
    if len(off):
        off = np.logical_or.reduceat(faces.off[faces.vertex], faces.start)
    bent = (direction < 0) & ~off
    faults = [
        Fault(kind, int(flags.sum()), np.flatnonzero(flags))
        for kind, flags in ((OFF, off), (BENT, bent))
        if flags.any()
    ]
    whole = ~off & ~bent
    corner = np.repeat(whole, faces.length)
    loose = LooseFaces(
        faces.lattice + shift, faces.vertex[corner], faces.length[whole], direction[whole].astype(np.intp)
    )
    return faults, np.flatnonzero(whole), loose


def _color_faults(
    expected: Expected,
    seen: Seen,
    loose: LooseFaces,
    faces: ReadFaces,
    whole: npt.NDArray[np.int64],
    images: FaceImages | None,
    look: Look,
    record: Record,
) -> list[Fault]:
    """Sides that do not show the color of their voxel in their middle."""
    if faces.uv is None or (images is None and record.build.colors in IMAGES):
        return [Fault(NO_COLORS, 1, np.zeros(0, np.int64))]
    uv = _middles(loose, _corners_of(faces, whole), seen.shown)
    index = expected.colors[seen.side].astype(np.int64)
    if images is None:
        wrong = np.floor(uv[:, 0] * 256).astype(np.int64) + 1 != index
    else:
        found = images.at(whole[seen.shown.face], uv)[:, :3]
        wrong = (found != index[:, None]).any(axis=1)
        if record.build.colors != "strip":
            wrong = ~_in_color(found, index, look, record)
    count = len(np.unique(seen.side[wrong]))
    return [Fault(COLORS, count, np.unique(seen.shown.face[wrong]))] if count else []


def _in_color(found: Bytes, index: npt.NDArray[np.int64], look: Look, record: Record) -> npt.NDArray[np.bool_]:
    """(n,) bool: colors (n, 3) that are those of palette indices, or these under less sky where that darkens them."""
    table = color_table(look, record.build, occluded=record.options.occlusion > 0).reshape(256, -1, 4)
    known = _keys(np.arange(256)[:, None], table)
    return np.isin(_keys(index, found), known)


def _keys(index: npt.NDArray[np.int64], colors: Bytes) -> npt.NDArray[np.int64]:
    """A number for each palette index with a color, (..., 3 or more) uint8."""
    red, green, blue = np.moveaxis(colors[..., :3].astype(np.int64), -1, 0)
    return index << 24 | red << 16 | green << 8 | blue


def _without_clear(
    shown: Shown, loose: LooseFaces, faces: ReadFaces, whole: npt.NDArray[np.int64], images: FaceImages
) -> Shown:
    """Leave out the squares in whose middle the image of colors is clear."""
    uv = _middles(loose, _corners_of(faces, whole), shown)
    kept = images.at(whole[shown.face], uv)[:, 3] > 0
    return Shown(shown.face[kept], shown.plane[kept], shown.row[kept], shown.column[kept])


def _corners_of(faces: ReadFaces, whole: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """(n, 2) float64: the texture coordinates of the corners of some faces."""
    is_whole = np.zeros(len(faces.length), np.bool_)
    is_whole[whole] = True
    return faces.uv[np.repeat(is_whole, faces.length)].astype(np.float64)


def _middles(loose: LooseFaces, uv: npt.NDArray[np.float64], shown: Shown) -> npt.NDArray[np.float64]:
    """Texture coordinates, (n, 2), in the middle of the squares: those of corners lie on an affine map of the face."""
    start, length = np.cumsum(loose.length) - loose.length, loose.length[:, None]
    if not len(start):
        return np.zeros((0, 2))
    corner = np.column_stack(loose.frames()).astype(np.float64)
    center, mean = np.add.reduceat(corner, start) / length, np.add.reduceat(uv, start) / length
    away, other = corner - np.repeat(center, loose.length, axis=0), uv - np.repeat(mean, loose.length, axis=0)
    square = np.add.reduceat(away[:, :, None] * away[:, None, :], start)
    mixed = np.add.reduceat(away[:, :, None] * other[:, None, :], start)
    slope = np.linalg.solve(square, mixed)
    face = shown.face
    middle = np.column_stack([shown.column, shown.row]) + 0.5 - center[face]
    return mean[face] + np.einsum("ni,nij->nj", middle, slope[face])


def _proof_faults(
    model: Model,
    look: Look,
    record: Record,
    faces: ReadFaces,
    cells: tuple[Bytes, npt.NDArray[np.int64], npt.NDArray[np.integer] | None],
    progress: Callable[[float], None],
) -> list[Fault]:
    """Make the mesh anew; if it is the same, what the proofs say of it."""
    grid, low, blocked = cells
    none = np.zeros(0, np.int64)
    source = build_model(model, record.options, look, progress=lambda share: progress(0.4 + 0.3 * share))
    made = parted_mesh(source) if record.build.part_edges else source
    if not _same(made, faces, record.build.faces):
        return [Fault(EDITED, 1, none)]
    mesh = replace(source.relocated(source.vertices - low), size=grid.shape)
    said = check_mesh(grid, mesh, look.merging_class, look.transparent, blocked)
    return [Fault(sentence, 1, none) for sentence in said]


def _same(source: Mesh, faces: ReadFaces, kind: str) -> bool:
    """Whether faces are those that a mesh has when it is made."""
    made = face_corners(source, faces=kind, mirrored=False)
    if not np.array_equal(made.length, faces.length):
        return False
    points = source.vertices.astype(np.int64) - np.array(source.size) // 2
    return np.array_equal(points[made.vertex], faces.lattice[faces.vertex])


CLASSES = (TRIVOX_OT_validate, TRIVOX_OT_select_fault)
