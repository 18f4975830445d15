"""Whether the arrays of a mesh fit together: Mesh in, sentences and the triangles in their plane frames out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from ..borders import require_array
from ..directions import AXIS, NAMES, U_AXIS, V_AXIS
from ..errors import OptionError
from ..mesh.mesh import Counts, Mesh
from ..mesh.modes import MODES
from ..mesh.options import MAX_TEXEL_SCALE
from ..texture.projection import Projection
from .arrays import Bools, Ints
from .expected import point_keys

_ARRAYS: dict[str, tuple[type[np.generic], tuple[int | str, ...]]] = {
    "vertices": (np.int32, ("V", 3)),
    "triangles": (np.int32, ("T", 3)),
    "triangle_polygon": (np.int32, ("T",)),
    "polygon_direction": (np.uint8, ("P",)),
    "polygon_is_quad": (np.bool_, ("P",)),
    "polygon_is_transparent": (np.bool_, ("P",)),
    "atlas": (np.uint8, ("H", "W")),
    "occlusion": (np.uint8, ("H", "W")),
    "projection.color": (np.int16, ("P",)),
    "projection.offset": (np.int32, ("P", 2)),
    "projection.symmetry": (np.uint8, ("P",)),
}


@dataclass(frozen=True)
class PlaneTriangles:
    """Triangles that lie in planes of their direction and look outwards, in those planes' frames."""

    index: Ints
    """(n,) int64: which triangles of the mesh."""
    direction: Ints
    """(n,) int64."""
    plane: Ints
    """(n,) int64: lattice coordinate along the normal."""
    u: Ints
    """(n, 3) int64: columns of the corners."""
    v: Ints
    """(n, 3) int64: rows of the corners."""


def check_structure(mesh: Mesh, size: tuple[int, ...]) -> list[str]:
    """Check shapes, types and ranges; while one of them is wrong nothing else can be looked at.

    Parameters
    ----------
    mesh : Mesh
    size : tuple of int
        Shape of the grid.

    Returns
    -------
    list of str
    """
    said = _check_arrays(mesh, {}) + _check_counts(mesh.counts)
    if not isinstance(mesh.size, tuple) or not all(map(_is_whole, mesh.size)) or mesh.size != tuple(size):
        said.append(f"the mesh says its grid is {mesh.size}; the grid is {tuple(size)}")
    if said:
        return said
    vertices, triangles, polygons = len(mesh.vertices), len(mesh.triangles), len(mesh.polygon_direction)
    height, width = mesh.atlas.shape
    said = _check_arrays(mesh, {"V": vertices, "T": triangles, "P": polygons, "H": height, "W": width})
    return said or _check_ranges(mesh, vertices, polygons)


def _check_arrays(mesh: Mesh, sides: Mapping[int | str, int]) -> list[str]:
    """Compare the arrays with `_ARRAYS`, of which these letters stand for a number and others for any."""
    projection: object = mesh.projection
    if not isinstance(projection, Projection):
        return [f"the projection is a {type(projection).__name__}; it must be a Projection"]
    said = []
    if not _is_whole(projection.scale) or not 1 <= projection.scale <= MAX_TEXEL_SCALE:
        said.append(f"projection.scale is {projection.scale!r}; it must be a whole number from 1 to {MAX_TEXEL_SCALE}")
    own: object = projection.own
    if not isinstance(own, bool):
        said.append(f"projection.own is {own!r}; it must be true or false")
    for name, (dtype, shape) in _ARRAYS.items():
        if name == "occlusion" and mesh.occlusion is None:
            continue
        try:
            require_array(attrgetter(name)(mesh), name, tuple(sides.get(side, side) for side in shape), dtype=dtype)
        except OptionError as error:
            said.append(str(error))
    return said


def _check_counts(counts: object) -> list[str]:
    if not isinstance(counts, Counts):
        return [f"the counts are a {type(counts).__name__}; they must be Counts"]
    return [
        f"counts.{name} is {value!r}; it must be a whole number"
        for name, value in counts.items()
        if value is not None and not _is_whole(value)
    ]


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _check_ranges(mesh: Mesh, vertices: int, polygons: int) -> list[str]:
    said = []
    for name, bound, what in (
        ("triangles", vertices, "vertices"),
        ("triangle_polygon", polygons, "polygons"),
        ("polygon_direction", 6, "directions"),
        ("projection.symmetry", 8, "symmetries"),
    ):
        array = attrgetter(name)(mesh)
        bad = (array < 0) | (array >= bound)
        if bad.any():
            said.append(
                f"{_some(bad, name)} outside of the {bound:,} {what}; the first is {int(array[bad][0])}"
                f" at {_where(bad)}"
            )
    outside = ((mesh.vertices < 0) | (mesh.vertices > np.array(mesh.size))).any(axis=1)
    if outside.any():
        said.append(f"{_some(outside, 'vertices')} outside of the grid; the first is vertex {_where(outside)}")
    height, width = mesh.atlas.shape
    if len(mesh.triangles) and not mesh.atlas.size:
        said.append("the atlas has no texels")
    if said:
        # Texels are looked up by polygon and vertex, so these must be right.
        return said
    with np.errstate(invalid="ignore"):
        texels = mesh.corner_texels()
        inside = (texels >= 0) & (texels <= np.array([width, height], np.float32))
        astray = ~inside.reshape(len(texels), 6).all(axis=1)
    if astray.any():
        said.append(
            f"{_some(astray, 'triangles')} with a corner texel outside of the {width} x {height} atlas;"
            f" the first is triangle {_where(astray)}"
        )
    return said


def _some(bad: Bools, what: str) -> str:
    count = np.count_nonzero(_rows(bad))
    return f"{count:,} of {len(bad):,} {what} {'is' if count == 1 else 'are'}"


def _where(bad: Bools) -> int:
    return int(np.argmax(_rows(bad)))


def _rows(bad: Bools) -> Bools:
    rows: Bools = bad.reshape(len(bad), -1).any(axis=1)
    return rows


def check_vertices(mesh: Mesh) -> list[str]:
    """Check that vertices are distinct, in lexicographic order and all used.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    list of str
    """
    said = []
    steps = np.diff(point_keys(mesh.vertices, mesh.size))
    if (steps == 0).any():
        first = int(np.flatnonzero(steps == 0)[0])
        said.append(f"{np.count_nonzero(steps == 0):,} vertices repeat the one before; the first is vertex {first + 1}")
    if (steps < 0).any():
        first = int(np.flatnonzero(steps < 0)[0])
        said.append(
            f"vertices are not in lexicographic order: {np.count_nonzero(steps < 0):,} come after a larger one;"
            f" the first is vertex {first + 1}"
        )
    unused = np.bincount(mesh.triangles.reshape(-1), minlength=len(mesh.vertices)) == 0
    if unused.any():
        said.append(f"{_some(unused, 'vertices')} not used by any triangle; the first is vertex {_where(unused)}")
    return said


def check_triangles(mesh: Mesh) -> tuple[PlaneTriangles, list[str]]:
    """Check that every triangle has an area and the normal of its polygon.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    triangles : PlaneTriangles
        Those that passed.
    said : list of str
    """
    direction = mesh.polygon_direction[mesh.triangle_polygon].astype(np.int64)
    corners = mesh.vertices[mesh.triangles].astype(np.int64)
    place = np.arange(len(corners))[:, None], np.arange(3)
    u, v, w = (corners[(*place, axes[direction][:, None])] for axes in (U_AXIS, V_AXIS, AXIS))
    flat = (w[:, 0] == w[:, 1]) & (w[:, 0] == w[:, 2])
    empty = ~np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]).any(axis=1)
    inward = flat & ~empty & (double_areas(u, v) < 0)
    said = []
    for bad, what in (
        (empty, "without area"),
        (~flat & ~empty, "not in a plane of their polygon's direction"),
        (inward, "wound the wrong way round, so that they look inwards"),
    ):
        if bad.any():
            first = _where(bad)
            said.append(
                f"{_some(bad, 'triangles')} {what}; the first is triangle {first}"
                f" at {_point(corners[first, 0])}, of a {NAMES[direction[first]]} polygon"
            )
    good = flat & ~empty & ~inward
    index = np.flatnonzero(good)
    return PlaneTriangles(index, direction[good], w[good, 0], u[good], v[good]), said


def _point(point: Ints) -> str:
    x, y, z = (int(c) for c in point)
    return f"({x}, {y}, {z})"


def double_areas(u: Ints, v: Ints) -> Ints:
    """Twice the signed areas of triangles.

    Parameters
    ----------
    u, v : (n, 3) int64
        Corners, columns and rows.

    Returns
    -------
    (n,) int64
        Positive where counter-clockwise.
    """
    return (u[:, 1] - u[:, 0]) * (v[:, 2] - v[:, 0]) - (u[:, 2] - u[:, 0]) * (v[:, 1] - v[:, 0])


def check_polygons(mesh: Mesh) -> list[str]:
    """Check that triangles are in the order of their polygons, and that quads are rectangles.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    list of str
    """
    said = []
    steps = np.diff(mesh.triangle_polygon)
    if (steps < 0).any():
        first = int(np.flatnonzero(steps < 0)[0])
        said.append(f"triangle_polygon is not ascending; it first falls at triangle {first + 1}")
    sizes = np.bincount(mesh.triangle_polygon, minlength=len(mesh.polygon_direction))
    if (sizes == 0).any():
        said.append(f"{_some(sizes == 0, 'polygons')} without triangles; the first is polygon {_where(sizes == 0)}")
    if said:
        return said
    wrong = mesh.polygon_is_quad != (sizes == 2)
    if wrong.any():
        first = _where(wrong)
        said.append(
            f"{_some(wrong, 'polygons')} wrong about being a quad; the first is polygon {first},"
            f" of {int(sizes[first]):,} triangles"
        )
    if MODES[mesh.options.mode].rectangles and not mesh.polygon_is_quad.all():
        said.append(
            f"{_some(~mesh.polygon_is_quad, 'polygons')} no quad, in mode {mesh.options.mode};"
            f" the first is polygon {_where(~mesh.polygon_is_quad)}"
        )
    quads = np.flatnonzero(mesh.polygon_is_quad & (sizes == 2))
    first_triangles = np.searchsorted(mesh.triangle_polygon, quads)
    bad = ~_are_rectangles(mesh, first_triangles)
    if bad.any():
        said.append(
            f"{_some(bad, 'quads')} no rectangle of two triangles (a, b, c), (a, c, d);"
            f" the first is polygon {int(quads[_where(bad)])}"
        )
    return said


def _are_rectangles(mesh: Mesh, first: npt.NDArray[np.intp]) -> Bools:
    """Whether triangles ``first`` and ``first + 1`` are halves (a, b, c), (a, c, d) of rectangles along the axes."""
    one, two = mesh.triangles[first], mesh.triangles[first + 1]
    joined = (one[:, 0] == two[:, 0]) & (one[:, 2] == two[:, 1])
    a, b, c, d = (mesh.vertices[k].astype(np.int64) for k in (*one.T, two[:, 2]))
    side, other = b - a, d - a
    along_axes = ((side != 0).sum(axis=1) == 1) & ((other != 0).sum(axis=1) == 1)
    rectangles: Bools = joined & along_axes & (c - b == other).all(axis=1) & ((side * other).sum(axis=1) == 0)
    return rectangles
