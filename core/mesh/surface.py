"""The triangles of one model in any mode: visible faces and traced polygons in, nodes and triangles out."""

from __future__ import annotations

from ..progress import Progress, unheard
from .builders import Search, Surface, build_faces
from .contours import Polygons
from .exposure import Faces
from .modes import MODES

__all__ = ["Search", "Surface", "build_surface"]


def build_surface(
    faces: Faces, polygons: Polygons, mode: str, search: Search, progress: Progress | None = None
) -> Surface:
    """Make the triangles of a mode.

    Parameters
    ----------
    faces : Faces
    polygons : Polygons
        As traced from these faces.
    mode : str
        One of `modes.MODES`.
    search : Search
    progress : Progress, optional

    Returns
    -------
    Surface

    Raises
    ------
    GeometryError
        If the triangles of a polygon do not add up to its faces.
    """
    build = MODES[mode].build if len(faces) else build_faces
    progress = progress or unheard
    surface = build(faces, polygons, search, progress)
    progress(1)
    return surface
