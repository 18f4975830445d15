"""Colors (n, 4) uint8 of any number in, a palette (256, 4) uint8 and the index of each, (n,) uint8 1 to 255, out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import grouped
from ..borders import require_array
from ..errors import LimitError, OptionError
from .look import COLORS
from .median_cut import representatives
from .oklab import from_oklab, nearest, to_oklab

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MOST_COLORS = COLORS - 1
_MANY = 1 << 15
"""Different colors beyond which those that share the upper five bits of their bytes are averaged first."""
_NEAR = 4
"""Entries that are tried as the one of two that are mixed."""
_GRAIN = 0.04
"""What the distance of two mixed colors counts against a mixture: less gives truer averages with coarser grain."""


@dataclass(frozen=True, eq=False)
class Reduced:
    """A palette, and where the colors went."""

    palette: Bytes
    """(256, 4) uint8 sRGB and alpha; entry 0 and those without a color are 0."""
    index: Bytes
    """(n,) uint8: 1 to 255, the entry of each color."""
    group: Ints
    """(256,) int64: the group whose colors each entry shows; -1 where none does."""
    exact: bool
    """Whether each color has an entry equal to it."""


@dataclass(frozen=True, eq=False)
class _Different:
    """The different pairs of color and group."""

    colors: Bytes
    weight: Floats
    group: Ints
    """The number of the group, from 0."""

    @property
    def groups(self) -> int:
        """How many there are."""
        return int(self.group.max(initial=-1)) + 1


@dataclass(frozen=True, eq=False)
class _Entries:
    """Palette entries in use, without entry 0: colors (k, 4) uint8, the group number of each or -1."""

    colors: Bytes
    group: Ints


def reduce_colors(
    colors: Bytes,
    count: int = MOST_COLORS,
    palette: Bytes | None = None,
    dither_at: npt.NDArray[np.integer[Any]] | None = None,
    group: npt.NDArray[np.integer[Any]] | None = None,
) -> Reduced:
    """Give colors a palette.

    If there are no more different ones than entries, each has its own, in rising order of group and bytes. Else the
    palette is chosen so that colors and their entries differ little to the eye, those most that are rare. The result
    does not depend on the order of the colors.

    Parameters
    ----------
    colors : (n, 4) uint8
        sRGB and alpha.
    count : int
        1 to 255 entries at most, for a palette that is to be chosen.
    palette : (k, 4) uint8, optional
        Entries 1 to k, at most 255, to take instead: each color goes to the nearest. Entries that two groups need are
        repeated behind them.
    dither_at : (n, 3) integers, optional
        The cell of each color: those that have no entry are mixed from two, cell by cell.
    group : (n,) integers, optional
        Colors of different groups never share an entry; None if all are of group 0.

    Returns
    -------
    Reduced

    Raises
    ------
    OptionError
        If an array has another shape or type, or a number is outside its range.
    LimitError
        If the groups need more entries than there are.

    Examples
    --------
    >>> reduce_colors(np.array([[9, 9, 9, 255], [0, 0, 0, 255], [9, 9, 9, 255]], np.uint8)).index.tolist()
    [2, 1, 2]
    """
    _check(colors, count, palette, dither_at, group)
    different, number, values = _different(colors, group)
    if palette is not None:
        entries, entry = _fitted(different, palette)
    elif len(different.colors) <= count:
        entries, entry = _Entries(different.colors, different.group), np.arange(len(different.colors))
    else:
        entries, entry = _chosen(different, count)
    exact = bool((entries.colors[entry] == different.colors).all())
    index = entry[number]
    if dither_at is not None and not exact:
        one, other, share = _mixtures(different, entries, entry)
        index = np.where(thresholds(dither_at) < share[number], other[number], one[number])
    table, owner = np.zeros((COLORS, 4), np.uint8), np.full(COLORS, -1, np.int64)
    used = slice(1, len(entries.colors) + 1)
    table[used] = entries.colors
    owner[index + 1] = values[different.group[number]]
    return Reduced(table, (index + 1).astype(np.uint8), owner, exact)


def thresholds(cells: npt.NDArray[np.integer[Any]]) -> Floats:
    """Give each cell a threshold between 0 and 1, so that those of any block of 4 x 4 x 4 are all different.

    Parameters
    ----------
    cells : (n, 3) integers

    Returns
    -------
    (n,) float64
        Odd multiples of 1/128. Those below 1/2 are on one color of a checkerboard, and so on with finer steps.

    References
    ----------
    Bayer 1973, "An optimum method for two-level rendition of continuous-tone pictures", here in space.
    """
    value = np.zeros(len(cells), np.int64)
    for bit in range(2):
        x, y, z = (cells.T.astype(np.int64) >> bit) & 1
        value = value << 3 | (x ^ y ^ z) << 2 | (x ^ y) << 1 | x
    return (value + 0.5) / 64


def _check(colors: object, count: object, palette: object, dither_at: object, group: object) -> None:
    checked = require_array(colors, "colors", (None, 4), "u", np.uint8)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_COLORS:
        raise OptionError(f"count is {count!r}; it must be a whole number from 1 to {MOST_COLORS}")
    if palette is not None:
        given = require_array(palette, "palette", (None, 4), "u", np.uint8)
        if not 1 <= len(given) <= MOST_COLORS:
            raise OptionError(f"the palette has {len(given):,} colors; it must have 1 to {MOST_COLORS}")
    if dither_at is not None:
        require_array(dither_at, "dither_at", (len(checked), 3))
    if group is not None:
        require_array(group, "group", (len(checked),))


def _different(colors: Bytes, group: npt.NDArray[np.integer[Any]] | None) -> tuple[_Different, Ints, Ints]:
    """List the different pairs of group and color, which of them each color is, and the groups' values."""
    bytes_ = colors.astype(np.int64)
    key = bytes_[:, 0] << 24 | bytes_[:, 1] << 16 | bytes_[:, 2] << 8 | bytes_[:, 3]
    values = np.zeros(1, np.int64)
    if group is not None:
        kinds = grouped(group.astype(np.int64))
        key, values = key | kinds.number << 32, kinds.value
    pairs = grouped(key)
    first = pairs.first
    return _Different(colors[first], pairs.size.astype(np.float64), pairs.value >> 32), pairs.number, values


def _chosen(different: _Different, count: int) -> tuple[_Entries, Ints]:
    """Choose so many entries, and the nearest of its group for each color."""
    if different.groups > count:
        raise LimitError(
            f"the colors are of {different.groups:,} materials, but the palette may have {count:,} entries, and no "
            "entry can be of two; allow more colors, or use fewer materials"
        )
    points, weight, group = to_oklab(different.colors), different.weight, different.group
    if len(points) > _MANY:
        points, weight, group = _averaged(different, points)
    means, owner = representatives(points, weight, group, count)
    entries = _different(from_oklab(means), owner)[0]
    return _Entries(entries.colors, entries.group), _nearest_of_group(different, entries.colors, entries.group)


def _averaged(different: _Different, points: Floats) -> tuple[Floats, Floats, Ints]:
    """Average the points of a group whose bytes share their upper five bits."""
    upper = (different.colors >> 3).astype(np.int64)
    cells = grouped(upper @ np.array([1 << 15, 1 << 10, 1 << 5, 1]) | different.group << 20)
    number, weight = cells.number, np.bincount(cells.number, different.weight)
    means = [np.bincount(number, different.weight * column) / weight for column in points.T]
    owner: Ints = cells.value >> 20
    return np.column_stack(means), weight.astype(np.float64), owner


def _nearest_of_group(different: _Different, colors: Bytes, group: Ints) -> Ints:
    """Find the nearest entry of the own group for each color."""
    points, targets = to_oklab(different.colors), to_oklab(colors)
    entry = np.zeros(len(points), np.int64)
    for each in range(different.groups):
        mine, own = np.flatnonzero(different.group == each), np.flatnonzero(group == each)
        entry[mine] = own[nearest(points[mine], targets[own])]
    return entry


def _fitted(different: _Different, palette: Bytes) -> tuple[_Entries, Ints]:
    """Take the nearest colors of a palette; an entry is of the group that uses it most, others get a copy."""
    groups = max(different.groups, 1)
    place = nearest(to_oklab(different.colors), to_oklab(palette))
    pairs = grouped(place * groups + different.group)
    of_palette, group = np.divmod(pairs.value, groups)
    use = np.bincount(pairs.number, different.weight, len(pairs))
    order = np.lexsort((group, -use, of_palette))
    copies = order[1:][of_palette[order[1:]] == of_palette[order[:-1]]]
    if len(palette) + len(copies) > MOST_COLORS:
        raise LimitError(
            f"the palette has {len(palette):,} colors and {len(copies):,} of them are needed once more by other "
            f"materials, but there is room for {MOST_COLORS}; give a smaller palette, or use fewer materials"
        )
    entry = of_palette.copy()
    entry[copies] = len(palette) + np.arange(len(copies))
    owner = np.full(len(palette) + len(copies), -1, np.int64)
    owner[entry] = group
    return _Entries(np.concatenate([palette, palette[of_palette[copies]]]), owner), entry[pairs.number]


def _mixtures(different: _Different, entries: _Entries, entry: Ints) -> tuple[Ints, Ints, Floats]:
    """Find for each color two entries of its group, and the share of cells that shall show the second one.

    One of the two is among the nearest. Colors that have an entry keep it.
    """
    points, targets = to_oklab(different.colors), to_oklab(entries.colors)
    one, other, share = entry.copy(), entry.copy(), np.zeros(len(points))
    inexact = (entries.colors[entry] != different.colors).any(axis=1)
    for each in range(different.groups):
        # What no color is nearest to may be mixed from, unless two groups could want it.
        own = np.flatnonzero((entries.group == each) | (different.groups == 1))
        mine = np.flatnonzero((different.group == each) & inexact)
        for some in np.array_split(mine, len(mine) * len(own) // (1 << 18) + 1):
            first, second, share[some] = _mixed(points[some], targets[own])
            one[some], other[some] = own[first], own[second]
    return one, other, share


def _mixed(points: Floats, targets: Floats) -> tuple[Ints, Ints, Floats]:
    """Find the two targets between which each point lies best, and how near it is to the second."""
    near = ((points[:, None] - targets) ** 2).sum(axis=2).argsort(axis=1, kind="stable")[:, :_NEAR]
    best = np.full(len(points), np.inf)
    first, second, share = near[:, 0], near[:, 0], np.zeros(len(points))
    for base in near.T:
        away, step = points - targets[base], targets - targets[base, None]
        length = (step**2).sum(axis=2)
        part = np.clip((away[:, None] * step).sum(axis=2) / np.maximum(length, 1e-300), 0, 1)
        error = ((away[:, None] - part[..., None] * step) ** 2).sum(axis=2) + _GRAIN * part * (1 - part) * length
        chosen = error.argmin(axis=1)
        row = np.arange(len(points))
        better = error[row, chosen] < best
        best = np.where(better, error[row, chosen], best)
        first, second = np.where(better, base, first), np.where(better, chosen, second)
        share = np.where(better, part[row, chosen], share)
    return first, second, share
