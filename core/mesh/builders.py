"""How each mode makes the triangles of one model: visible faces and traced polygons in, nodes and triangles out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..progress import Progress, part
from .contours import Polygons
from .exposure import Faces
from .flips import shorten_diagonals
from .junctions import Others, stitch
from .nodes import Nodes
from .rectangles import cut_into_rectangles
from .triangulate import Triangles, quad_triangles, triangulate

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Search:
    """What looking for few rectangles may cost (see `MeshOptions`)."""

    effort: int
    texels_per_rectangle: int


@dataclass(frozen=True)
class Clear:
    """Cells of polygons that have to be see-through; all (n,) int64."""

    polygon: Ints
    row: Ints
    column: Ints


@dataclass(frozen=True)
class Surface:
    """Triangles of one model, not yet welded, and the faces that each of its polygons shows."""

    nodes: Nodes
    triangles: Triangles
    polygon_plane: Ints
    """(P,) int64."""
    polygon_is_quad: npt.NDArray[np.bool_]
    """(P,) bool: two triangles (a, b, c), (a, c, d) of a rectangle."""
    shown_face: Ints
    """(n,) int64 every face, some more than once where polygons overlap."""
    shown_in: Ints
    """(n,) int64 a polygon that shows the face."""
    lower_bound: int
    """No mesh of this kind has fewer triangles."""
    proven_planes: int
    """Planes on which no mesh of this kind has fewer triangles than this one."""
    drawn_area: int
    """Faces that all triangles are as large as together; what several show counts as often."""
    clear: Clear | None = None
    """Where its polygons show nothing; None if that is nowhere."""


def build_faces(faces: Faces, polygons: Polygons, search: Search, progress: Progress) -> Surface:
    """Make a square of each face; needs no polygons."""
    one = np.ones(len(faces), np.int64)
    every = np.arange(len(faces))
    return _surface_of_rectangles(faces, faces.plane, faces.row, faces.column, one, one, every, every)


def build_polygons(faces: Faces, polygons: Polygons, search: Search, progress: Progress) -> Surface:
    """Cut the polygons into triangles on their corners alone."""
    nodes, triangles = _corners(faces, polygons), triangulate(faces, polygons, part(progress, 0, 0.6))
    if faces.planes.are_cut:
        # Along a cut the corners of one block lie inside sides of the other, in the same plane.
        nodes, triangles = stitch(nodes, polygons.following, triangles, faces.planes.uncut)
    return _surface_of_polygons(faces, polygons, nodes, triangles, part(progress, 0.6, 1))


def build_watertight(
    faces: Faces, polygons: Polygons, search: Search, progress: Progress, others: Others | None = None
) -> Surface:
    """Cut the polygons into triangles, with every vertex of the model, and of others, that lies on their contours."""
    body, triangles = faces.planes.body.astype(np.int64), triangulate(faces, polygons, part(progress, 0, 0.4))
    nodes = _corners(faces, polygons)
    nodes, triangles = stitch(nodes, polygons.following, triangles, body, part(progress, 0.4, 0.8), others)
    return _surface_of_polygons(faces, polygons, nodes, triangles, part(progress, 0.8, 1))


def build_partition(faces: Faces, polygons: Polygons, search: Search, progress: Progress) -> Surface:
    """Cut the polygons into the fewest rectangles."""
    cut = cut_into_rectangles(faces, polygons, part(progress, 0, 0.9))
    progress(0.9)
    every = np.arange(len(faces))
    return _surface_of_rectangles(
        faces,
        cut.plane,
        cut.row,
        cut.column,
        cut.height,
        cut.width,
        every,
        cut.face_rectangle,
    )


def build_cover(faces: Faces, polygons: Polygons, search: Search, progress: Progress) -> Surface:
    """Cover the faces with the fewest rectangles; needs no polygons."""
    from .cover import cover_faces

    cover = cover_faces(faces, search.effort, part(progress, 0, 0.95))
    progress(0.95)
    surface = _surface_of_rectangles(
        faces,
        cover.plane,
        cover.row,
        cover.column,
        cover.height,
        cover.width,
        cover.shown_face,
        cover.shown_in,
    )
    return replace(
        surface,
        lower_bound=2 * cover.lower_bound,
        proven_planes=cover.proven_planes,
    )


def build_cutout(faces: Faces, polygons: Polygons, search: Search, progress: Progress) -> Surface:
    """Show the faces by few rectangles that are see-through where there is nothing to be seen; needs no polygons."""
    from .cutout import cut_out_faces

    cutout = cut_out_faces(faces, search.effort, search.texels_per_rectangle, part(progress, 0, 0.95))
    progress(0.95)
    boxes = cutout.boxes
    surface = _surface_of_rectangles(
        faces,
        boxes.plane,
        boxes.bottom,
        boxes.left,
        boxes.top - boxes.bottom,
        boxes.right - boxes.left,
        np.arange(len(faces)),
        cutout.shown_in,
    )
    return replace(
        surface,
        lower_bound=2 * cutout.lower_bound,
        proven_planes=cutout.proven_planes,
        clear=Clear(cutout.clear_in, cutout.clear_row, cutout.clear_column),
    )


def _corners(faces: Faces, polygons: Polygons) -> Nodes:
    return Nodes(polygons.plane, polygons.row, polygons.column, polygons.polygon, faces.planes)


def _surface_of_polygons(
    faces: Faces, polygons: Polygons, nodes: Nodes, triangles: Triangles, progress: Progress
) -> Surface:
    triangles = shorten_diagonals(nodes, triangles, progress)
    plane = np.empty(polygons.count, np.int64)
    plane[polygons.polygon] = polygons.plane
    is_quad = (polygons.corners == 4) & (np.bincount(triangles.polygon, minlength=polygons.count) == 2)
    every = np.arange(len(faces))
    count = len(triangles.node)
    return Surface(
        nodes,
        triangles,
        plane,
        is_quad,
        every,
        polygons.face_polygon,
        count,
        len(faces.planes),
        len(faces),
    )


def _surface_of_rectangles(
    faces: Faces,
    plane: Ints,
    row: Ints,
    column: Ints,
    height: Ints,
    width: Ints,
    shown_face: Ints,
    shown_in: Ints,
) -> Surface:
    """Two triangles for each rectangle of cells; every rectangle is a polygon of its own."""
    count = len(plane)
    owner = np.repeat(np.arange(count), 4)
    right, up = np.tile(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]), (count, 1)).T
    nodes = Nodes(
        plane[owner],
        row[owner] + up * height[owner],
        column[owner] + right * width[owner],
        owner,
        faces.planes,
    )
    triangles = Triangles(
        quad_triangles(np.arange(4 * count).reshape(-1, 4)),
        np.repeat(np.arange(count), 2),
    )
    return Surface(
        nodes,
        triangles,
        plane,
        np.ones(count, bool),
        shown_face,
        shown_in,
        2 * count,
        len(faces.planes),
        int((height * width).sum()),
    )
