"""Triangles (t, 3, 3) int64 in; which of them count, and which are turned over so that all face outwards, out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import components, grouped
from .scan import normals
from .winding import MAX_ANGLES, winding

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_OPEN = 0.25
"""Of its area, what the vectors of a part's faces may sum up to if it counts as closed: a box without a lid has 1/5."""
_RIM = 1 / 6
"""Of its edges, how many a closed part may have that are no other triangle's: a box without a lid has 4 of 30."""
_MANY = 1 << 20
_SAMPLES = 8


@dataclass(frozen=True, eq=False)
class _Parts:
    """Connected parts."""

    number: Ints
    """(t,) int64: the part of each triangle."""
    closed: Flags
    """(p,) bool: those with an inside, all edges of which are of two triangles but for some holes."""
    volume: Floats
    """(p,) float64: less than 0 if they face inwards."""


def single(places: Ints) -> Ints:
    """Choose one of equal triangles; of two that differ in the side they face, too, if most of a part is double.

    Parameters
    ----------
    places : (t, 3, 3) int64

    Returns
    -------
    (k,) int64
        Ascending.
    """
    return _single(_vertices(places))


def facing(places: Ints) -> Flags:
    """Tell which triangles to turn over so that each closed part faces outwards and each cavity into itself.

    1. What hangs together by edges of two triangles faces one way: that of most of its area.
    2. If all closed parts together face inwards, all are turned over. Then those that still do are turned, but for
       cavities, which lie inside of parts that face outwards.

    Parameters
    ----------
    places : (t, 3, 3) int64
        None twice.

    Returns
    -------
    (t,) bool
    """
    first, second, agree, rest = _neighbors(_vertices(places))
    part, turned = _consistent(places, first, second, agree)
    facing_one_way = turned_over(places, turned)
    parts = _parts(facing_one_way, part, rest)
    return turned ^ _inwards(facing_one_way, parts)[parts.number]


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
    """Choose one of equal triangles, given the numbers of their corners."""
    ascending = np.sort(vertex, axis=1)
    triples = grouped(grouped(ascending[:, 0] << 32 | ascending[:, 1]).number << 32 | ascending[:, 2])
    triple = triples.number
    turns = (vertex[:, 0] > vertex[:, 1]) ^ (vertex[:, 1] > vertex[:, 2]) ^ (vertex[:, 0] > vertex[:, 2])
    kept = np.sort(grouped(triple.astype(np.int64) << 1 | turns).first)
    if len(triples) == len(kept):
        return kept
    twice = np.bincount(triple[kept])[triple[kept]] > 1
    linked = components(int(vertex.max()) + 1, vertex[kept][:, [0, 1]].ravel(), vertex[kept][:, [1, 2]].ravel())
    body = linked[vertex[kept][:, 0]]
    double = np.bincount(body, twice, len(linked)) > 0.5 * np.bincount(body, minlength=len(linked))
    later = np.ones(len(vertex), bool)
    later[triples.first] = False
    single: Ints = kept[~(later[kept] & double[body])]
    return single


def _neighbors(vertex: Ints) -> tuple[Ints, Ints, Flags, Ints]:
    """Pair triangles along edges that two have: both, and whether they face one way.

    Also give those at other edges: once at each that no other has, and often at each that more than two have.
    """
    start, end = vertex.ravel(), vertex[:, [1, 2, 0]].ravel()
    key = np.minimum(start, end) << 32 | np.maximum(start, end)
    whole = np.flatnonzero(start != end)
    order = whole[np.argsort(key[whole], kind="stable")]
    begins = np.flatnonzero(np.diff(key[order], prepend=-1))
    size = np.diff(begins, append=len(order))
    one, other = order[begins[size == 2]], order[begins[size == 2] + 1]
    rest = np.repeat(order // 3, np.repeat(np.select([size == 1, size > 2], [1, _MANY], 0), size))
    return one // 3, other // 3, start[one] != start[other], rest


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
    # What has one side only, as a Moebius strip, is not against itself, and stays as it is.
    return part, against ^ (balance < 0)[part]


def _parts(places: Ints, part: Ints, rest: Ints) -> _Parts:
    """Measure the parts."""
    groups = grouped(part)
    number, count = groups.number.astype(np.int64), len(groups)
    corner = places[groups.first, 0][number]
    moved = (places - corner[:, None]).astype(np.float64)
    vector = np.cross(moved[:, 1] - moved[:, 0], moved[:, 2] - moved[:, 0])
    volume = np.bincount(number, np.einsum("ij,ij->i", moved[:, 0], vector), count).astype(np.float64)
    area = np.bincount(number, np.linalg.norm(vector, axis=1), count)
    gap = np.linalg.norm([np.bincount(number, column, count) for column in vector.T], axis=0)
    # An edge of more than two triangles counts as many.
    rim = np.bincount(number[rest], minlength=count)
    closed = (gap < _OPEN * area) & (volume != 0) & (rim <= _RIM * 3 * groups.size)
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
    if len(sample) * len(outer) > MAX_ANGLES:
        return turned
    around = turned_over(places[outer], turned[parts.number[outer]])
    cavity = np.ones(len(negative), bool)
    cavity[owner[winding(sample, around.astype(np.float64)) < 0.5]] = False
    inwards: Flags = turned ^ (negative & ~cavity)
    return inwards


def _samples(places: Ints, number: Ints, chosen: Flags) -> tuple[Floats, Ints]:
    """The middles of some triangles of the chosen parts, and the part of each."""
    members = np.flatnonzero(chosen[number])
    members = members[np.argsort(number[members], kind="stable")]
    size = np.bincount(number[members], minlength=len(chosen))
    rank = np.arange(len(members)) - (np.cumsum(size) - size)[number[members]]
    some = members[rank % np.maximum(size // _SAMPLES, 1)[number[members]] == 0]
    return places[some].mean(axis=1), number[some]
