"""The whole way: a Model, options and a look in, a SmoothMesh that has passed its proof out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..progress import Progress, unheard
from ..voxels.look import COLORS, OPAQUE, Look
from ..voxels.model import Model
from .cells import space_of
from .colors import blended
from .crossings import crossings_of
from .cubes import marching_cubes
from .mesh import SmoothMesh
from .nets import surface_nets
from .options import SmoothOptions
from .surface import Floats

FINE = 1 << 12
"""Lattice units up to which float32 tells 1/2,048 of a voxel."""
LEAST = 1e-6
"""Shorter sums of normals tell no direction."""
Bools = npt.NDArray[np.bool_]


def build_smooth(
    model: Model, options: SmoothOptions | None = None, look: Look | None = None, progress: Progress | None = None
) -> SmoothMesh:
    """Turn a model into smooth closed surfaces: one of its opaque cells, and one of its transparent cells.

    Parameters
    ----------
    model : Model
        Its `blocked` cells change nothing: the surfaces are closed, also where objects touch.
    options : SmoothOptions, optional
    look : Look, optional
        Which palette indices one can look through, and of what class their materials are; by default all are opaque.
    progress : callable, optional
        Called with the share that is done.

    Returns
    -------
    SmoothMesh
        Without triangles if no cell is filled. `core.checks.check_smooth` proves that it is closed.

    Raises
    ------
    OptionError
        If an argument is of another type.
    LimitError
        If the cells are too many for where they are, or reach too far even without the empty space between them.

    Notes
    -----
    Where glass touches an opaque voxel its surface reaches into that one, so that no two surfaces lie on each other and
    no gap is between them. Glass of several colours has one surface.

    Examples
    --------
    >>> cube = Model.from_grid(np.ones((1, 1, 1), np.uint8))
    >>> build_smooth(cube, SmoothOptions(method="cubes", blur=0)).counts
    {'vertices': 6, 'triangles': 8}
    """
    if not isinstance(model, Model):
        raise OptionError(f"the model is a {type(model).__name__}; it must be a Model")
    options, tell = options or SmoothOptions(), progress or unheard
    if not isinstance(options, SmoothOptions):
        raise OptionError(f"the options are a {type(options).__name__}; they must be SmoothOptions")
    clear = np.zeros(model.voxels, np.bool_) if look is None else look.transparent[model.indices]
    bodies = [_body(model, ~clear, ~clear, options)]
    tell(0.7)
    bodies.append(_body(model, np.ones_like(clear), clear, options))
    tell(0.9)
    classes = np.full(COLORS, OPAQUE, np.uint8) if look is None else look.merging_class.astype(np.uint8)
    mesh = _joined(bodies, classes, model.size, options)
    tell(1.0)
    return mesh


class _Body:
    """One closed surface, or none."""

    def __init__(self) -> None:
        self.points: Floats = np.zeros((0, 3))
        self.triangles: npt.NDArray[np.int64] = np.zeros((0, 3), np.int64)
        self.corners: npt.NDArray[np.int64] = np.zeros((0, 3), np.int64)
        self.colors = np.zeros(0, np.uint8)
        self.blend_indices, self.blend_weights = np.zeros((0, 4), np.uint8), np.zeros((0, 4), np.float32)


def _body(model: Model, around: Bools, own: Bools, options: SmoothOptions) -> _Body:
    """The surface of a model's own cells; those around them, own ones among them, count for blurring too."""
    body = _Body()
    if not own.any():
        return body
    space = space_of(model.positions[around], model.indices[around], own[around], options.blur)
    crossings = crossings_of(space, options.blur)
    method = surface_nets if options.method == "nets" else marching_cubes
    surface = method(crossings, joined=options.joined)
    body.points, body.triangles, body.corners = surface.points, surface.triangles, surface.corners
    body.colors = space.colors(crossings.filled[surface.owner])
    if options.colors == "blend":
        body.blend_indices, body.blend_weights = blended(surface, crossings)
    return body


def _joined(
    bodies: list[_Body], classes: npt.NDArray[np.uint8], size: tuple[int, int, int], options: SmoothOptions
) -> SmoothMesh:
    opaque, clear = bodies
    first = len(opaque.points)
    points = np.concatenate([opaque.points, clear.points])
    triangles = np.concatenate([opaque.triangles, clear.triangles + first]).astype(np.int32)
    colors = np.concatenate([opaque.colors, clear.colors])
    kind: type[np.floating[Any]] = np.float32 if np.abs(points).max(initial=0) <= FINE else np.float64
    blends = options.colors == "blend"
    return SmoothMesh(
        vertices=points.astype(kind),
        triangles=triangles,
        normals=_normals(points, triangles),
        corners=np.concatenate([opaque.corners, clear.corners]),
        colors=colors,
        classes=classes[colors],
        blend_indices=np.concatenate([opaque.blend_indices, clear.blend_indices]) if blends else None,
        blend_weights=np.concatenate([opaque.blend_weights, clear.blend_weights]) if blends else None,
        clear_vertices=len(clear.points),
        clear_triangles=len(clear.triangles),
        size=size,
        options=options,
    )


def _normals(points: Floats, triangles: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
    """The means of the normals of the triangles around each vertex, weighted by their areas."""
    corner = [points[triangles[:, k]].T for k in range(3)]
    one, two = corner[1] - corner[0], corner[2] - corner[0]
    cross = [one[k - 2] * two[k - 1] - one[k - 1] * two[k - 2] for k in range(3)]
    flat = triangles.T.reshape(-1)
    sums = [np.bincount(flat, np.concatenate([part, part, part]), len(points)) for part in cross]
    normals = np.stack(sums, axis=1)
    length = np.sqrt(sums[0] ** 2 + sums[1] ** 2 + sums[2] ** 2)
    # Sides that face each other cancel out where a vertex has nothing else; any of them will do then.
    lost = np.flatnonzero(length < LEAST)
    if len(lost):
        some = np.zeros(len(points), np.int64)
        some[flat] = np.tile(np.arange(len(triangles)), 3)
        normals[lost] = np.stack(cross, axis=1)[some[lost]]
        length[lost] = np.linalg.norm(normals[lost], axis=1)
    unit: npt.NDArray[np.float32] = (normals / np.maximum(length, np.finfo(np.float64).tiny)[:, None]).astype(
        np.float32
    )
    return unit
