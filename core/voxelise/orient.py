"""Triangles (t, 3, 3) int64 in, which of them count and which have to be turned over so that they face outwards, out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import components, grouped
from .scan import normals

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_OPEN = 0.25
"""Of its area, what the vectors of a part's faces may sum up to if it counts as closed: a box without a lid has 1/5."""
_SAMPLES = 8
_ANGLES = 1 << 22
"""Pairs of a sample and a triangle for which it is worth to ask what lies in what."""


@dataclass(frozen=True, eq=False)
class Facing:
    """What becomes of triangles."""

    kept: Ints
    """(k,) int64: those that are not there twice."""
    turned: Flags
    """(k,) bool: those of them that are turned over."""


@dataclass(frozen=True, eq=False)
class _Parts:
    """Connected parts."""

    number: Ints
    """(t,) int64: the part of each triangle."""
    closed: Flags
    """(p,) bool: those with an inside, all edges of which are of two triangles but for some holes."""
    volume: Floats
    """(p,) float64: less than 0 if they face inwards."""


def facing(places: Ints) -> Facing:
    """Choose triangles, and turn them so that each closed part faces outwards and each cavity into itself.

    1. Of equal triangles one stays; of two that differ in the side they face, too, if most of a part is double.
    2. What hangs together by edges of two triangles faces one way: that of most of its area.
    3. If all closed parts together face inwards, all are turned over. Then those that still do are turned, but for
       cavities, which lie inside of parts that face outwards.

    Parameters
    ----------
    places : (t, 3, 3) int64

    Returns
    -------
    Facing
    """
    vertex = _vertices(places)
    kept = _single(vertex)
    places, vertex = places[kept], vertex[kept]
    first, second, agree, many = _neighbors(vertex)
    part, turned = _consistent(places, first, second, agree)
    parts = _parts(turned_over(places, turned), part, many)
    return Facing(kept, turned ^ _inwards(turned_over(places, turned), parts)[parts.number])


def turned_over(places: Ints, turned: Flags) -> Ints:
    """Exchange the second and the third corner of some triangles."""
    result = places.copy()
    result[turned] = places[turned][:, [0, 2, 1]]
    return result


def _vertices(places: Ints) -> Ints:
    """Number the corners by place, (t, 3) int64."""
    x, y, z = places.reshape(-1, 3).T
    plane = grouped(x << 32 | y).number
    return grouped(plane << 32 | z).number.reshape(-1, 3).astype(np.int64)


def _single(vertex: Ints) -> Ints:
    """Choose one of equal triangles; of those that face opposite ways both, unless most of what they hang on is so."""
    ascending = np.sort(vertex, axis=1)
    triple = grouped(grouped(ascending[:, 0] << 32 | ascending[:, 1]).number << 32 | ascending[:, 2]).number
    turns = (vertex[:, 0] > vertex[:, 1]) ^ (vertex[:, 1] > vertex[:, 2]) ^ (vertex[:, 0] > vertex[:, 2])
    sides = grouped(triple.astype(np.int64) << 1 | turns)
    kept = np.sort(_first_of(sides.number, len(sides)))
    if len(np.unique(triple[kept])) == len(kept):
        return kept
    twice = np.bincount(triple[kept])[triple[kept]] > 1
    linked = components(int(vertex.max()) + 1, vertex[kept][:, [0, 1]].ravel(), vertex[kept][:, [1, 2]].ravel())
    body = linked[vertex[kept][:, 0]]
    double = np.bincount(body, twice, len(linked)) > 0.5 * np.bincount(body, minlength=len(linked))
    later = np.ones(len(vertex), bool)
    later[_first_of(triple, int(triple.max()) + 1)] = False
    return kept[~(later[kept] & double[body])]


def _first_of(number: npt.NDArray[np.intp], count: int) -> Ints:
    """The first element of each group: `Groups.first` is any of them."""
    first = np.full(count, len(number), np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    return first


def _neighbors(vertex: Ints) -> tuple[Ints, Ints, Flags, Ints]:
    """Pair triangles along edges that two have: both, whether they face one way; and those at edges of more."""
    start, end = vertex.ravel(), vertex[:, [1, 2, 0]].ravel()
    key = np.minimum(start, end) << 32 | np.maximum(start, end)
    whole = np.flatnonzero(start != end)
    order = whole[np.argsort(key[whole], kind="stable")]
    begins = np.flatnonzero(np.diff(key[order], prepend=-1))
    size = np.diff(begins, append=len(order))
    one, other = order[begins[size == 2]], order[begins[size == 2] + 1]
    many = order[np.repeat(size > 2, size)] // 3
    return one // 3, other // 3, start[one] != start[other], many


def _consistent(places: Ints, first: Ints, second: Ints, agree: Flags) -> tuple[Ints, Flags]:
    """Number the parts, and tell which triangles face another way than most of the area of their part."""
    count = len(places)
    if agree.all():
        return components(count, first, second), np.zeros(count, bool)
    # Each triangle is there twice, the second time turned over.
    shift = np.where(agree, 0, count)
    label = components(
        2 * count, np.concatenate([first, first + count]), np.concatenate([second + shift, second + count - shift])
    )
    one, other = label[:count], label[count:]
    part, against = np.minimum(one, other), one > other
    area = np.linalg.norm(normals(places).astype(np.float64), axis=1)
    balance = np.bincount(part, np.where(against, -area, area), count)
    # What has one side only, as a Moebius strip, stays as it is.
    return part, (against ^ (balance < 0)[part]) & (one != other)


def _parts(places: Ints, part: Ints, many: Ints) -> _Parts:
    """Measure the parts."""
    groups = grouped(part)
    number, count = groups.number.astype(np.int64), len(groups)
    corner = places[groups.first, 0][number]
    moved = (places - corner[:, None]).astype(np.float64)
    vector = np.cross(moved[:, 1] - moved[:, 0], moved[:, 2] - moved[:, 0])
    volume = np.bincount(number, np.einsum("ij,ij->i", moved[:, 0], vector), count)
    area = np.bincount(number, np.linalg.norm(vector, axis=1), count)
    gap = np.linalg.norm([np.bincount(number, column, count) for column in vector.T], axis=0)
    closed = (gap < _OPEN * area) & (volume != 0)
    closed[number[many]] = False
    return _Parts(number, closed, volume)


def _inwards(places: Ints, parts: _Parts) -> Flags:
    """Tell which parts have to be turned over, (p,) bool."""
    turned = np.zeros(len(parts.closed), bool)
    if not (parts.closed & (parts.volume < 0)).any():
        return turned
    turned[parts.closed] = parts.volume[parts.closed].sum() < 0
    negative = parts.closed & ((parts.volume < 0) ^ turned)
    outer = np.flatnonzero((parts.closed & ~negative)[parts.number])
    sample, owner = _samples(places, parts.number, negative)
    if len(sample) * len(outer) > _ANGLES:
        return turned
    around = turned_over(places[outer], turned[parts.number[outer]])
    cavity = np.ones(len(negative), bool)
    cavity[owner[_winding(sample, around.astype(np.float64)) < 0.5]] = False
    return turned ^ (negative & ~cavity)


def _samples(places: Ints, number: Ints, chosen: Flags) -> tuple[Floats, Ints]:
    """The middles of some triangles of the chosen parts, and the part of each."""
    members = np.flatnonzero(chosen[number])
    members = members[np.argsort(number[members], kind="stable")]
    size = np.bincount(number[members], minlength=len(chosen))
    rank = np.arange(len(members)) - (np.cumsum(size) - size)[number[members]]
    some = members[rank % np.maximum(size // _SAMPLES, 1)[number[members]] == 0]
    return places[some].mean(axis=1), number[some]


def _winding(points: Floats, triangles: Floats) -> Floats:
    """How many times closed triangles go around points.

    References
    ----------
    van Oosterom and Strackee 1983, "The solid angle of a plane triangle".
    """
    result = np.zeros(len(points))
    step = max((1 << 18) // max(len(triangles), 1), 1)
    for start in range(0, len(points), step):
        a, b, c = np.moveaxis(triangles[None] - points[start : start + step, None, None], 2, 0)
        x, y, z = (np.linalg.norm(side, axis=2) for side in (a, b, c))
        above = np.einsum("ijk,ijk->ij", a, np.cross(b, c))
        dot_ab, dot_bc, dot_ca = (np.einsum("ijk,ijk->ij", p, q) for p, q in ((a, b), (b, c), (c, a)))
        below = x * y * z + dot_ab * z + dot_bc * x + dot_ca * y
        result[start : start + step] = np.arctan2(above, below).sum(axis=1) / (2 * np.pi)
    return result
