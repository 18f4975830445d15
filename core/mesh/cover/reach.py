"""Where rectangles may reach: the faces of one direction in, for each plane the rectangles to choose from out.

A rectangle may show the faces of its plane and lie over *buried* cells, those with an opaque cell in front. Of the
buried cells of a layer a plane needs only the 4-connected patches that touch its faces. Rectangles of transparent
faces show nothing but those faces, since whatever lies under them can be seen.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...arrays import components, concatenated_ranges, distinct
from ...progress import Progress, unheard
from ..exposure import Planes
from .layers import Runs, joined_runs
from .maximal import Rectangles, maximal_rectangles

Ints = npt.NDArray[np.int64]


def candidates(
    planes: Planes, direction: int, solid: Runs, in_layers: Rectangles, shown: Runs, progress: Progress = unheard
) -> Rectangles:
    """List the maximal rectangles of all planes of one direction.

    Parameters
    ----------
    planes : Planes
    direction : int
    solid : Runs
        Of opaque cells, by layers.
    in_layers : Rectangles
        Maximal rectangles of these.
    shown : Runs
        Of the direction's faces, by planes.
    progress : Progress, optional

    Returns
    -------
    Rectangles
        By planes.
    """
    plane = np.flatnonzero(planes.direction == direction)
    layer = planes.coordinate[plane] - (direction % 2 == 0)
    if planes.transparent[plane].any() or len(distinct(layer)) < len(layer):
        return maximal_rectangles(_allowed(planes, plane, layer, solid, shown), progress)
    # With one plane to a layer all solid cells of the layer are faces of the plane or buried.
    plane_of_layer = np.full(int(solid.line.max(initial=0)) // solid.pitch + 1, -1)
    plane_of_layer[layer] = plane
    group = in_layers.bottom // solid.pitch
    used = plane_of_layer[group] >= 0
    shift = ((plane_of_layer[group] - group) * solid.pitch)[used]
    there = in_layers[used]
    return Rectangles(there.bottom + shift, there.top + shift, there.left, there.right)


def _allowed(planes: Planes, plane: Ints, layer: Ints, solid: Runs, shown: Runs) -> Runs:
    """Runs of the faces of each plane and of the buried patches that touch them."""
    pitch = solid.pitch
    layer_of_plane = np.zeros(int(plane.max()) + 1, np.int64)
    layer_of_plane[plane] = layer
    owner, row = np.divmod(shown.line, pitch)
    line = layer_of_plane[owner] * pitch + row
    opaque = ~planes.transparent[owner]
    buried = _buried(solid, (line * pitch + shown.start)[opaque], (line * pitch + shown.end)[opaque])
    patch = _patches(buried)
    pairs = []
    for step in (-1, 0, 1):
        beside = int(step == 0)
        first, count = buried.overlapping(line + step, shown.start - beside, shown.end + beside)
        count = np.where(opaque, count, 0)
        run, other = concatenated_ranges(first, count)
        pairs.append(owner[run] * len(buried) + patch[other])
    pair_number: Ints = distinct(np.concatenate(pairs))
    touching: Ints = pair_number // max(len(buried), 1)
    root: Ints = pair_number % max(len(buried), 1)
    order = np.argsort(patch, kind="stable")
    low = np.searchsorted(patch[order], root, side="left")
    high = np.searchsorted(patch[order], root, side="right")
    pair, place = concatenated_ranges(low, high - low)
    run = order[place]
    there = (touching[pair] * pitch + buried.line[run] % pitch) * pitch
    start = np.concatenate([shown.starts, there + buried.start[run]])
    end = np.concatenate([shown.ends, there + buried.end[run]])
    return joined_runs(pitch, np.sort(start), np.sort(end))


def _buried(solid: Runs, start: Ints, end: Ints) -> Runs:
    """Solid cells without the runs of faces ``start .. end - 1``, which all lie in solid runs."""
    starts = np.sort(np.concatenate([solid.starts, end]))
    ends = np.sort(np.concatenate([solid.ends, start]))
    some = starts < ends
    line, column = np.divmod(starts[some], solid.pitch)
    return Runs(solid.pitch, line, column, ends[some] - line * solid.pitch)


def _patches(runs: Runs) -> Ints:
    """For each run the first run of its 4-connected patch."""
    first, count = runs.overlapping(runs.line + 1, runs.start, runs.end)
    run, other = concatenated_ranges(first, count)
    return components(len(runs), run, other)
