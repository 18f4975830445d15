"""Two toggles in, pictures over the viewports out: a color for each polygon, and vertices inside sides of other faces.

They are drawn and kept nowhere: meshes, materials and files stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import bpy
import gpu
import numpy as np
import numpy.typing as npt
from bpy.app.handlers import persistent
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix

from ..blender.reading import ReadFaces, polygon_numbers, read_faces
from ..blender.record import VOXELS, read_record, voxels_of
from ..blender.words import CONTEXT
from ..core.checks.loose import LooseFaces, vertices_within_edges
from ..core.errors import TrivoxError
from ..core.mesh.modes import MODES

POLYGONS, JUNCTIONS = "polygons", "junctions"
_NEARER = 0.001
"""By what share of the distance overlays are drawn nearer than the faces they lie on."""
_GOLDEN = 0.618033988749895
"""Multiples of it are far apart on the circle of hues."""
_SHADE = np.array([0.86, 0.78, 0.9, 0.74, 1.0, 0.68])
"""How bright the six directions are, so that the shape can be seen."""
_MARK = (1.0, 0.05, 0.25, 1.0)
_POINT = 9.0
"""Pixels."""

_handles: dict[str, object] = {}
_batches: dict[tuple[str, int], list[tuple[str, gpu.types.GPUBatch]]] = {}


def shown(name: str) -> bool:
    """Tell whether an overlay is on."""
    return name in _handles


def turn_off() -> None:
    """Take all overlays away."""
    for name in list(_handles):
        _toggle(name)


def polygon_colors(count: int) -> npt.NDArray[np.float32]:
    """Choose colors that can be told apart; the same for the same number.

    Parameters
    ----------
    count : int

    Returns
    -------
    (count, 4) float32
        RGBA.
    """
    number = np.arange(count)
    hue = (number * _GOLDEN) % 1
    wheel = np.abs((hue[:, None] * 6 + np.array([0, 4, 2])) % 6 - 3) - 1
    strength, bright = 0.45 + 0.15 * (number % 3), 0.7 + 0.15 * (number % 2 + number % 3 // 2)
    rgb = bright[:, None] * (1 - strength[:, None] * (1 - wheel.clip(0, 1)))
    return np.column_stack([rgb, np.ones(count)]).astype(np.float32)


def junctions_of(mesh: bpy.types.Mesh, faces: ReadFaces) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the T-junctions of a mesh: vertices strictly inside sides of faces of the same body.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record.
    faces : ReadFaces
        Of this mesh. What lies off the lattice is left out.

    Returns
    -------
    corner : (n,) int64
        The corner after which the side comes.
    vertex : (n,) int64
    """
    body = np.zeros(len(faces.length), np.int64)
    if faces.color is not None and isinstance(mesh.get(VOXELS), str):
        _model, look = voxels_of(mesh[VOXELS])
        color = faces.color.clip(0, 255)
        body = np.where(look.transparent[color], color, 0).astype(np.int64)
    whole = ~np.logical_or.reduceat(faces.off[faces.vertex], faces.start) if len(body) else np.zeros(0, np.bool_)
    corner = np.flatnonzero(np.repeat(whole, faces.length))
    loose = LooseFaces(faces.lattice, faces.vertex[corner], faces.length[whole], np.zeros(int(whole.sum()), np.intp))
    side, vertex = vertices_within_edges(loose, body[whole])
    return corner[side], vertex


class _Toggle:
    """What both toggles share."""

    overlay: str

    @classmethod
    def poll(cls, _context: bpy.types.Context) -> bool:
        """Work where there is a window."""
        if bpy.app.background:
            cls.poll_message_set("Needs a window")
            return False
        return True

    def execute(self, _context: bpy.types.Context) -> set[str]:
        """Turn it on or off."""
        _toggle(self.overlay)
        return {"FINISHED"}


class TRIVOX_OT_show_polygons(_Toggle, bpy.types.Operator):
    """Draws each polygon in a color of its own, or no longer."""

    bl_idname = "trivox.show_polygons"
    bl_label = "Show Polygons"
    bl_translation_context = CONTEXT
    bl_description = (
        "Draw each polygon of Trivox meshes in a color of its own. Meshes and materials stay as they are; "
        "press again to end"
    )
    overlay = POLYGONS


class TRIVOX_OT_show_junctions(_Toggle, bpy.types.Operator):
    """Marks T-junctions, or no longer."""

    bl_idname = "trivox.show_junctions"
    bl_label = "Show T-Junctions"
    bl_translation_context = CONTEXT
    bl_description = (
        "Mark corners that lie within the sides of other faces, where renderers may show single bright pixels. "
        "Press again to end"
    )
    overlay = JUNCTIONS


def _toggle(name: str) -> None:
    if name in _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(name), "WINDOW")
    else:
        _handles[name] = bpy.types.SpaceView3D.draw_handler_add(_draw, (name,), "WINDOW", "POST_VIEW")
    for handlers, handler in (
        (bpy.app.handlers.depsgraph_update_post, _changed),
        (bpy.app.handlers.load_post, _loaded),
    ):
        if handler in handlers and not _handles:
            handlers.remove(handler)
        if handler not in handlers and _handles:
            handlers.append(handler)
    if not _handles:
        _batches.clear()
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            area.tag_redraw()


@persistent
def _changed(_scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Forget the pictures of meshes that changed."""
    for update in depsgraph.updates:
        if isinstance(update.id, bpy.types.Mesh):
            for name in (POLYGONS, JUNCTIONS):
                _batches.pop((name, update.id.original.session_uid), None)


@persistent
def _loaded(_path: str) -> None:
    """Forget the pictures of another file."""
    _batches.clear()


def _draw(name: str) -> None:
    """Draw one overlay in the viewport that is being drawn."""
    context = bpy.context
    space, view = context.space_data, context.region_data
    if not space.overlay.show_overlays:
        return
    if view.is_perspective:
        nearer = Matrix.Scale(1 - _NEARER, 4)
    else:
        nearer = Matrix.Translation((0, 0, _NEARER * view.view_distance))
    gpu.state.depth_test_set("LESS_EQUAL")
    gpu.state.point_size_set(_POINT)
    for obj in _drawn(context):
        with gpu.matrix.push_pop():
            gpu.matrix.load_matrix(nearer @ view.view_matrix @ obj.matrix_world)
            for shader, batch in _batch(name, obj.data):
                program = _shader(shader)
                program.bind()
                if shader != "FLAT_COLOR":
                    program.uniform_float("color", _MARK)
                batch.draw(program)
    gpu.state.point_size_set(1)
    gpu.state.depth_test_set("NONE")


def _drawn(context: bpy.types.Context) -> Iterator[bpy.types.Object]:
    layer, space = context.view_layer, context.space_data
    for obj in layer.objects:
        made = obj.type == "MESH" and not obj.data.is_editmode and read_record(obj.data) is not None
        if made and obj.visible_get(view_layer=layer, viewport=space):
            yield obj


def _batch(name: str, mesh: bpy.types.Mesh) -> list[tuple[str, gpu.types.GPUBatch]]:
    """The picture of a mesh: shaders and what each draws; made once."""
    key = (name, mesh.session_uid)
    if key not in _batches:
        make: Callable[[bpy.types.Mesh], list] = _polygon_batches if name == POLYGONS else _junction_batches
        try:
            _batches[key] = make(mesh)
        except TrivoxError:
            _batches[key] = []
    return _batches[key]


def _polygon_batches(mesh: bpy.types.Mesh) -> list[tuple[str, gpu.types.GPUBatch]]:
    faces = read_faces(mesh)
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    if not count:
        return []
    corner, face = np.empty(3 * count, np.int32), np.empty(count, np.int32)
    mesh.loop_triangles.foreach_get("vertices", corner)
    mesh.loop_triangles.foreach_get("polygon_index", face)
    number = polygon_numbers(faces, rectangles=MODES[read_record(mesh).options.mode].rectangles)
    color = polygon_colors(int(number.max(initial=-1)) + 1)[number]
    color[:, :3] *= _SHADE[faces.directions()][:, None]
    colors = np.repeat(color[face], 3, axis=0)
    shader = _shader("FLAT_COLOR")
    return [("FLAT_COLOR", batch_for_shader(shader, "TRIS", {"pos": _positions(mesh)[corner], "color": colors}))]


def _junction_batches(mesh: bpy.types.Mesh) -> list[tuple[str, gpu.types.GPUBatch]]:
    faces = read_faces(mesh)
    corner, vertex = junctions_of(mesh, faces)
    if not len(vertex):
        return []
    # Corners of mirrored meshes run the other way; sides are what they are either way.
    following = np.arange(1, len(faces.vertex) + 1)
    following[faces.start + faces.length - 1] = faces.start
    side = np.unique(corner)
    ends = faces.vertex[np.column_stack([side, following[side]])].reshape(-1)
    positions = _positions(mesh)
    parts = (("UNIFORM_COLOR", "LINES", ends), (_point_shader(), "POINTS", np.unique(vertex)))
    return [(name, batch_for_shader(_shader(name), kind, {"pos": positions[index]})) for name, kind, index in parts]


def _positions(mesh: bpy.types.Mesh) -> npt.NDArray[np.float32]:
    positions = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.attributes["position"].data.foreach_get("vector", positions)
    return positions.reshape(-1, 3)


def _shader(name: str) -> gpu.types.GPUShader:
    return gpu.shader.from_builtin(name)


def _point_shader() -> str:
    """The shader of points, which has had a name of its own since Blender 4.5."""
    try:
        _shader("POINT_UNIFORM_COLOR")
    except ValueError:
        return "UNIFORM_COLOR"
    return "POINT_UNIFORM_COLOR"


CLASSES = (TRIVOX_OT_show_polygons, TRIVOX_OT_show_junctions)
