"""Flat charts as points in voxels (n, 2) in, the same points in texels (n, 2) of a light map without overlaps out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..borders import require_range
from ..errors import LimitError, OptionError
from .packing import pack_turned

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MAX_LIGHT_TEXELS = 64
MAX_LIGHT_MARGIN = 64
MAX_LIGHT_SIDE = 16384


@dataclass(frozen=True)
class LightMapOptions:
    """How a light map is laid out.

    Raises
    ------
    OptionError
        If a value is out of its range.
    """

    texels: int = 4
    """Texels along the side of a voxel, 1 to `MAX_LIGHT_TEXELS`; fewer where the map would become too large."""
    margin: int = 2
    """Free texels around each chart, 0 to `MAX_LIGHT_MARGIN`; so between two of them there are twice as many."""
    power_of_two: bool = True
    """Both sides of the map are powers of two."""
    largest: int = 4096
    """Texels that a side may have at most, 16 to `MAX_LIGHT_SIDE`."""

    def __post_init__(self) -> None:
        ranges = {
            "texels": (1, MAX_LIGHT_TEXELS),
            "margin": (0, MAX_LIGHT_MARGIN),
            "largest": (16, MAX_LIGHT_SIDE),
        }
        for name, (least, most) in ranges.items():
            require_range(self, name, least, most)
            if not isinstance(getattr(self, name), int):
                raise OptionError(f"{name} is {getattr(self, name)!r}; it must be a whole number")


@dataclass(frozen=True, eq=False)
class Placed:
    """Charts in a light map."""

    points: Floats
    """(n, 2) float64 (column, row) in texels; row 0 is at the bottom. Lattice points lie on corners of texels."""
    width: int
    height: int
    texels: int
    """Along the side of a voxel."""
    notes: tuple[str, ...]
    """What is not as it was asked for."""


@dataclass(frozen=True, eq=False)
class LightMap:
    """Where one mesh lies in a light map."""

    corner: npt.NDArray[np.float32]
    """(T, 3, 2) float32 (column, row) in texels; row 0 is at the bottom."""
    width: int
    height: int
    texels: int
    """Along the side of a voxel."""
    used: int
    """Texels that the triangles of this mesh cover."""
    notes: tuple[str, ...] = ()
    """What is not as it was asked for."""


def place_charts(points: Floats, chart: Ints, options: LightMapOptions) -> Placed:
    """Give each chart a rectangle of its own in a light map.

    Parameters
    ----------
    points : (n, 2) float64
        The corners of all charts, in their planes, in voxels.
    chart : (n,) int64
        Which chart each belongs to, from 0 on; each has one point at least.
    options : LightMapOptions

    Returns
    -------
    Placed

    Raises
    ------
    LimitError
        If the map would be too large with one texel for a voxel.
    OptionError
        If a point is no number.
    """
    if not len(points):
        return Placed(np.zeros((0, 2)), 1, 1, options.texels, ())
    if not np.isfinite(points).all():
        raise OptionError("some corners of the mesh are nowhere; remove faces whose vertices are not numbers")
    boxes = _Boxes(points, chart)
    texels, packed = _fitting(boxes, options)
    low, high = boxes.at(texels)
    position, turned, width, height = packed
    here = points * texels - low[chart]
    deep = (high - low)[chart, 1]
    quarter = np.stack([deep - here[:, 1], here[:, 0]], axis=1)
    placed = np.where(turned[chart, None], quarter, here) + (position[chart] + options.margin)
    notes: tuple[str, ...] = ()
    if texels < options.texels:
        notes = (
            f"with {options.texels} texels for a voxel the light map would be larger than {options.largest:,} texels, "
            f"so it has {texels}",
        )
    return Placed(placed, width, height, texels, notes)


class _Boxes:
    """The boxes around charts."""

    def __init__(self, points: Floats, chart: Ints) -> None:
        order = np.argsort(chart, kind="stable")
        start = np.flatnonzero(np.diff(chart[order], prepend=-1))
        self.low = np.minimum.reduceat(points[order], start)
        self.high = np.maximum.reduceat(points[order], start)

    def at(self, texels: int) -> tuple[Ints, Ints]:
        """(charts, 2) int64 both: their lowest texel, and the one beyond their highest, before they are placed."""
        low = np.floor(self.low * texels)
        high = np.maximum(np.ceil(self.high * texels), low + 1)
        return low.astype(np.int64), high.astype(np.int64)


_Packed = tuple[Ints, npt.NDArray[np.bool_], int, int]


def _fitting(boxes: _Boxes, options: LightMapOptions) -> tuple[int, _Packed]:
    """The most texels for a voxel, no more than asked for, with which all charts fit; and how they do."""
    longest = float((boxes.high - boxes.low).max())
    if longest + 2 * options.margin > options.largest or np.abs(boxes.low).max() > 2.0**40:
        raise _refusal(options, f"a flat piece of the mesh is {longest:,.0f} voxels long")
    packed = _packed(boxes, options, options.texels)
    if packed is not None:
        return options.texels, packed
    fits, best, too_many = 0, None, options.texels
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        packed = _packed(boxes, options, middle)
        if packed is None:
            too_many = middle
        else:
            fits, best = middle, packed
    if best is None:
        raise _refusal(options, f"the mesh has {len(boxes.low):,} flat pieces")
    return fits, best


def _packed(boxes: _Boxes, options: LightMapOptions, texels: int) -> _Packed | None:
    """Pack the charts with their margins; None if the map would be too large."""
    low, high = boxes.at(texels)
    width, height = (high - low + 2 * options.margin).T
    area = float((width.astype(np.float64) * height).sum())
    if area > options.largest**2 or int(max(width.max(), height.max())) > options.largest:
        return None
    packed: _Packed = pack_turned(width, height, options.power_of_two)
    return None if max(packed[2:]) > options.largest else packed


def _refusal(options: LightMapOptions, why: str) -> LimitError:
    return LimitError(
        f"the light map would be larger than {options.largest:,} texels even with one for a voxel, for {why}; allow a "
        "larger one, take a smaller margin or fewer objects"
    )
