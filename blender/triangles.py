"""Objects of any kind in, as they are evaluated and where they are, their triangles with paints out: (t, 3, 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import bpy
import numpy as np
import numpy.typing as npt

from ..core.errors import GeometryError, LimitError
from ..core.voxelise import Paint, Triangles
from .paints import Coats

Floats = npt.NDArray[np.float64]

MAX_TRIANGLES = 2**24
KINDS = ("MESH", "CURVE", "SURFACE", "META", "FONT")
"""Types of objects that Blender turns into meshes."""
UNSEEN = ("CAMERA", "LIGHT", "LIGHT_PROBE", "SPEAKER", "ARMATURE", "LATTICE")
"""Those that show nothing, and instance nothing."""
_COLORS = ("FLOAT_COLOR", "BYTE_COLOR")


@dataclass(frozen=True, eq=False)
class _Shape:
    """What an evaluated object shows, in its own space."""

    corners: npt.NDArray[np.float32]
    """(t, 3, 3) float32"""
    material: npt.NDArray[np.int32]
    """(t,) int32 into the paints of all."""
    uv: npt.NDArray[np.float32]
    """(t, 3, 2) float32"""
    color: npt.NDArray[np.float32] | None
    """(t, 3, 4) float32, linear."""


@dataclass
class Taken:
    """What objects show."""

    paints: list[Paint] = field(default_factory=list)
    """Of all of them."""
    parts: dict[bpy.types.Object, Triangles] = field(default_factory=dict)
    """In the order of the objects; those that show nothing are left out."""
    passed_over: list[str] = field(default_factory=list)
    """Materials whose viewport color was taken."""

    @property
    def joined(self) -> Triangles:
        """All triangles in one."""
        return join(list(self.parts.values()))

    @property
    def box(self) -> Floats:
        """(2, 3) float64: the lowest and the highest corner; there must be some."""
        corners = [part.corners for part in self.parts.values()]
        low = np.min([one.min(axis=(0, 1)) for one in corners], axis=0)
        return np.array([low, np.max([one.max(axis=(0, 1)) for one in corners], axis=0)])


def take_triangles(objects: Iterable[bpy.types.Object], depsgraph: bpy.types.Depsgraph, inverse: Floats) -> Taken:
    """Take the triangles of objects and of all that they instance.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
    depsgraph : bpy.types.Depsgraph
        As its view layer shows them.
    inverse : (4, 4) float64
        From the world to the space that the corners shall be in.

    Returns
    -------
    Taken

    Raises
    ------
    GeometryError
        If a corner is no finite number.
    LimitError
        If there are too many triangles, or an image is too large.
    """
    chosen = dict.fromkeys(objects)
    shapes, taker, count = {}, _Taker(), 0
    placed: dict[bpy.types.Object, list[Triangles]] = {obj: [] for obj in chosen}
    for instance in depsgraph.object_instances:
        owner = (instance.parent if instance.is_instance else instance.object).original
        if owner not in chosen or instance.object.type not in KINDS or not instance.show_self:
            continue
        # What nodes instance has no object of its own, so that its data tells it.
        key = _key(instance.object)
        if key not in shapes:
            shapes[key] = taker.shape(instance.object)
        count += len(shapes[key].corners)
        if count > MAX_TRIANGLES:
            raise LimitError(
                f"the objects show more than {MAX_TRIANGLES:,} triangles, which is the most; use fewer instances or a "
                "lower level of subdivision"
            )
        if len(shapes[key].corners):
            matrix = inverse @ np.array(instance.matrix_world, np.float64)
            placed[owner].append(_moved(shapes[key], matrix, owner.name))
    parts = {obj: join(some) for obj, some in placed.items() if some}
    return Taken(taker.paints, parts, taker.coats.passed_over)


def join(parts: Sequence[Triangles]) -> Triangles:
    """Put triangles together that have the same paints.

    Parameters
    ----------
    parts : sequence of Triangles
        At least one.

    Returns
    -------
    Triangles
    """
    if len(parts) == 1:
        return parts[0]
    color = None
    if any(part.color is not None for part in parts):
        white = [np.ones((len(part), 3, 4), np.float32) if part.color is None else part.color for part in parts]
        color = np.concatenate(white)
    return Triangles(
        np.concatenate([part.corners for part in parts]),
        np.concatenate([part.material for part in parts]),
        np.concatenate([part.uv for part in parts]),
        color,
    )


def corners_of_boxes(objects: Iterable[bpy.types.Object], depsgraph: bpy.types.Depsgraph) -> Floats:
    """Estimate where objects are, without their triangles.

    Parameters
    ----------
    objects : iterable of bpy.types.Object
    depsgraph : bpy.types.Depsgraph

    Returns
    -------
    (n, 3) float64
        Corners of the boxes of what they show, in the world.
    """
    chosen, found = set(objects), []
    for instance in depsgraph.object_instances:
        owner = (instance.parent if instance.is_instance else instance.object).original
        if owner in chosen and instance.object.type in KINDS and instance.show_self:
            matrix = np.array(instance.matrix_world, np.float64)
            found.append(np.array(instance.object.bound_box, np.float64) @ matrix[:3, :3].T + matrix[:3, 3])
    return np.concatenate(found) if found else np.zeros((0, 3))


def _key(obj: bpy.types.Object) -> tuple[object, ...]:
    # Data of other kinds than meshes is no mesh yet, and modifiers of each object make their own of it.
    own = obj.data.as_pointer() if obj.type == "MESH" else obj.original.as_pointer()
    slots = tuple(slot.material.as_pointer() if slot.material else 0 for slot in obj.material_slots)
    return own, slots


def _moved(shape: _Shape, matrix: Floats, name: str) -> Triangles:
    """A shape at a place; a mirror turns triangles over."""
    order = [0, 2, 1] if np.linalg.det(matrix[:3, :3]) < 0 else [0, 1, 2]
    with np.errstate(all="ignore"):
        corners = shape.corners[:, order].astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
    if not np.isfinite(corners).all():
        raise GeometryError(f"{name} has corners that are no finite numbers; remove or correct what makes them")
    return Triangles(
        corners, shape.material, shape.uv[:, order], None if shape.color is None else shape.color[:, order]
    )


class _Taker:
    """Takes shapes, and keeps their paints."""

    def __init__(self) -> None:
        self.coats = Coats()
        self.paints: list[Paint] = []
        self._numbers: dict[int, int] = {}
        self._white = Paint()

    def shape(self, obj: bpy.types.Object) -> _Shape:
        """What an evaluated object shows."""
        mesh = obj.to_mesh()
        if mesh is None:
            return _empty()
        try:
            return self._shape(mesh, obj)
        finally:
            obj.to_mesh_clear()

    def _shape(self, mesh: bpy.types.Mesh, obj: bpy.types.Object) -> _Shape:
        triangles = mesh.loop_triangles
        mesh.calc_loop_triangles()
        count = len(triangles)
        if not count:
            return _empty()
        corner = _read(triangles, "loops", (count, 3), np.int32)
        vertex = _read(mesh.loops, "vertex_index", (len(mesh.loops),), np.int32)[corner]
        face = _read(triangles, "polygon_index", (count,), np.int32)
        slot = _read(triangles, "material_index", (count,), np.int32)
        points = _read(mesh.vertices, "co", (len(mesh.vertices), 3), np.float32)
        materials = [one.material for one in obj.material_slots] or [None]
        slot = slot.clip(0, len(materials) - 1)
        number = np.zeros(count, np.int32)
        uv, color = np.zeros((count, 3, 2), np.float32), None
        for index, material in enumerate(materials):
            mine = np.flatnonzero(slot == index)
            coat = self.coats.of(material)
            attribute = coat.attribute if material else ""
            layer = None if attribute is None else _color_layer(mesh, attribute)
            # Without a material, colors of the mesh are all that there is.
            paint = self._white if material is None and layer is not None else coat.paint
            number[mine] = self._number(paint)
            if coat.uv_map is not None:
                uv[mine] = _uvs(mesh, coat.uv_map)[corner[mine]]
            if layer is not None:
                color = np.ones((count, 3, 4), np.float32) if color is None else color
                color[mine] = _colors(layer, vertex[mine], corner[mine], face[mine])
        return _Shape(points[vertex], number, np.nan_to_num(uv), color)

    def _number(self, paint: Paint) -> int:
        if id(paint) not in self._numbers:
            self._numbers[id(paint)] = len(self.paints)
            self.paints.append(paint)
        return self._numbers[id(paint)]


def _empty() -> _Shape:
    return _Shape(np.zeros((0, 3, 3), np.float32), np.zeros(0, np.int32), np.zeros((0, 3, 2), np.float32), None)


def _uvs(mesh: bpy.types.Mesh, name: str) -> npt.NDArray[np.float32]:
    """(loops, 2) texture coordinates of a name, or else of the map that is active for renders."""
    layer = mesh.uv_layers.get(name) or next((one for one in mesh.uv_layers if one.active_render), None)
    if layer is None:
        return np.zeros((len(mesh.loops), 2), np.float32)
    return _read(layer.uv, "vector", (len(mesh.loops), 2), np.float32)


def _color_layer(mesh: bpy.types.Mesh, name: str) -> bpy.types.Attribute | None:
    """A color attribute of a name, or else the active one."""
    layer = mesh.attributes.get(name) if name else mesh.color_attributes.active_color
    return layer if layer is not None and layer.data_type in _COLORS else None


def _colors(
    layer: bpy.types.Attribute,
    vertex: npt.NDArray[np.int32],
    corner: npt.NDArray[np.int32],
    face: npt.NDArray[np.int32],
) -> npt.NDArray[np.float32]:
    """(n, 3, 4) linear colors of the corners of triangles."""
    values = _read(layer.data, "color", (len(layer.data), 4), np.float32)
    values = np.nan_to_num(values).clip(0, 1)
    if layer.domain == "POINT":
        return values[vertex]
    if layer.domain == "CORNER":
        return values[corner]
    return np.repeat(values[face][:, None], 3, axis=1)


def _read(data: bpy.types.bpy_prop_collection, name: str, shape: tuple[int, ...], kind: type) -> npt.NDArray:
    values = np.empty(int(np.prod(shape)), kind)
    data.foreach_get(name, values)
    return values.reshape(shape)
