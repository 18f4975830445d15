"""The table of modes: no input; for each mode its names, what its meshes are like, and the function that makes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..progress import Progress
from .builders import (
    Search,
    Surface,
    build_cover,
    build_cutout,
    build_faces,
    build_partition,
    build_polygons,
    build_watertight,
)
from .contours import Polygons
from .exposure import Faces


@dataclass(frozen=True)
class Mode:
    """One way to make a mesh of a model's visible faces."""

    name: str
    """As options and files name it."""
    label: str
    """In the interface."""
    about: str
    """What it is and what it is for, in the interface."""
    code: int
    """In .tvx files; 0 is for meshes of unknown mode."""
    pieces: Literal["faces", "polygons", "partition", "cover", "cutout"]
    """What a polygon of the mesh is: one face, one merged polygon, a rectangle of the smallest partition, a rectangle
    of the smallest cover, or a rectangle that is see-through where there is nothing to be seen."""
    junctions: Literal["nowhere", "between planes", "inside planes"]
    """Where a vertex may lie inside an edge."""
    build: Callable[[Faces, Polygons, Search, Progress], Surface]
    """Visible faces, the polygons traced from them, what the search may cost and progress in; there are faces."""

    @property
    def rectangles(self) -> bool:
        """Every polygon is a rectangle of two triangles."""
        return self.pieces != "polygons"

    @property
    def overlapping(self) -> bool:
        """Polygons may overlap and reach over what cannot be seen."""
        return self.pieces in ("cover", "cutout")

    @property
    def see_through(self) -> bool:
        """Polygons may reach over anything, and have texels of index 0, which show nothing, where they must."""
        return self.pieces == "cutout"

    @property
    def certified(self) -> bool:
        """There are as few polygons as can be, or nearly so, and a lower bound says how nearly."""
        return self.pieces in ("partition", "cover", "cutout")


_ALL = (
    Mode(
        name="faces",
        label="Voxel Faces",
        about="One square for each visible side of a voxel. Most triangles; easy to edit and rig",
        code=1,
        pieces="faces",
        junctions="nowhere",
        build=build_faces,
    ),
    Mode(
        name="polygons",
        label="Polygons",
        about="Flat areas become one piece whatever their colors, so that few triangles are left",
        code=2,
        pieces="polygons",
        junctions="between planes",
        build=build_polygons,
    ),
    Mode(
        name="watertight",
        label="Watertight",
        about="Like Polygons, but corners meet only corners, so that no gap can show. A few triangles more",
        code=3,
        pieces="polygons",
        junctions="nowhere",
        build=build_watertight,
    ),
    Mode(
        name="rectangles",
        label="Rectangles",
        about="Flat areas are cut into as few rectangles as possible. Fewer triangles than Polygons; the price is "
        "corners on the sides of their neighbors (T-junctions) inside flat areas",
        code=4,
        pieces="partition",
        junctions="inside planes",
        build=build_partition,
    ),
    Mode(
        name="fewest",
        label="Fewest",
        about="As few rectangles as possible, which may overlap and reach under what is buried. Looks the same from "
        "everywhere outside where nothing traces rays, so it is for drawing in games; not for 3D printing, Cycles, "
        "collision, baking, cutting open, nor for the modifiers Bevel, Boolean, Decimate, Remesh, Solidify, "
        "Subdivision Surface and Weld",
        code=5,
        pieces="cover",
        junctions="inside planes",
        build=build_cover,
    ),
    Mode(
        name="cutout",
        label="Cutout",
        about="Far fewer triangles: rectangles that reach over anything and are clear in the texture where there is "
        "nothing. For many small props, distant models, mobile and VR; not for 3D printing, collision, baking, bevels "
        "and other modifiers. It costs drawn area (see Compare Modes), and the colors have to be in a texture",
        code=6,
        pieces="cutout",
        junctions="inside planes",
        build=build_cutout,
    ),
)

MODES: dict[str, Mode] = {mode.name: mode for mode in _ALL}
"""By name, in the order in which they are shown; whoever adds one adds it here."""
