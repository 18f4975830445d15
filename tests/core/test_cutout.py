"""Rectangles with see-through cells, each place against trying every cell: what they show, hide and leave clear."""

from __future__ import annotations

from dataclasses import replace

import helpers_bodies as bodies
import helpers_mesh as oracle
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core.mesh import bits
from trivox.core.mesh.cutout import UNLIMITED, Cutout, cut_out_faces
from trivox.core.mesh.exposure import Faces, visible_faces
from trivox.core.mesh.volume import volume_of_grid

NO_KEYS = np.zeros(256, np.int64)
prices = st.sampled_from([0, 1, 2, 3, 4, 8, 16, 64, 1000, UNLIMITED])


def faces_of(this: bodies.Model, interior: str = "remove", keys: np.ndarray = NO_KEYS) -> Faces:
    """Visible faces of a model on the grid's own coordinates; what blocks them lies in the grid."""
    wall = np.zeros(this.grid.shape, bool)
    inside = ((this.blocked >= 0) & (this.blocked < this.grid.shape)).all(axis=1)
    wall[tuple(this.blocked[inside].T)] = True
    return visible_faces(replace(volume_of_grid(this.grid, this.transparent), blocked=bits.pack(wall)), interior, keys)


def padded(this: bodies.Model) -> bodies.Model:
    """The same with room for what blocks it from outside."""
    return replace(this, grid=np.pad(this.grid, 1), blocked=this.blocked + 1)


def wanted_kinds(this: bodies.Model, interior: str, keys: np.ndarray) -> dict[tuple[int, ...], np.ndarray]:
    """By direction, coordinate, body and key of each plane: 2 on its faces, 1 on hidden places, 0 elsewhere."""
    kinds: dict[tuple[int, ...], np.ndarray] = {}
    for body, plane in bodies.planes(this, interior, keys):
        kind = plane.shown * 2 + (plane.allowed & ~plane.shown)
        u, v = np.argwhere(plane.shown)[0]
        layer = plane.plane - (plane.direction % 2 == 0)
        key = 0 if body else int(keys[oracle.layers(this.grid, plane.direction)[layer, u, v]])
        kinds[plane.direction, plane.plane, body, key] = kind
    return kinds


def painted(faces: Faces, cut: Cutout, number: int) -> np.ndarray:
    """(rows, columns) of one rectangle: 2 where it shows a face, 0 where it is clear, 1 elsewhere."""
    boxes = cut.boxes
    low = np.array([boxes.bottom[number], boxes.left[number]])
    tile = np.ones((boxes.top[number] - low[0], boxes.right[number] - low[1]), int)
    mine, clear = cut.shown_in == number, cut.clear_in == number
    assert (faces.plane[mine] == boxes.plane[number]).all()
    shown = np.stack([faces.row[mine], faces.column[mine]]) - low[:, None]
    holes = np.stack([cut.clear_row[clear], cut.clear_column[clear]]) - low[:, None]
    assert (shown >= 0).all() and (holes >= 0).all() and shown.shape[1]
    assert (tile[tuple(shown)] == 1).all() and len(set(zip(*holes.tolist(), strict=True))) == holes.shape[1]
    tile[tuple(shown)] = 2
    assert (tile[tuple(holes)] == 1).all()
    tile[tuple(holes)] = 0
    # It is no larger than what it shows.
    assert all((side == 2).any() for side in (tile[0], tile[-1], tile[:, 0], tile[:, -1]))
    return tile


@settings(max_examples=200)
@given(bodies.models(), st.sampled_from(["remove", "keep"]), st.sampled_from(["any", "color"]), prices)
def test_each_face_is_shown_once_and_all_else_is_clear_or_hidden(
    this: bodies.Model, interior: str, merge: str, price: int
) -> None:
    keys = np.arange(256) if merge == "color" else NO_KEYS
    this = padded(this)
    faces = faces_of(this, interior, keys)
    if not len(faces):
        return
    wanted = wanted_kinds(this, interior, keys)
    cut = cut_out_faces(faces, 200, price)
    assert len(cut.shown_in) == len(faces) and set(cut.shown_in.tolist()) == set(range(len(cut.boxes)))
    planes, boxes = faces.planes, cut.boxes
    times = {plane: kind * 0 for plane, kind in wanted.items()}
    for number, plane in enumerate(boxes.plane.tolist()):
        body = int(planes.body[plane])
        first = faces.color[faces.plane == plane][0]
        at = (int(planes.direction[plane]), int(planes.coordinate[plane]), body, 0 if body else int(keys[first]))
        tile = painted(faces, cut, number)
        place = np.s_[boxes.left[number] : boxes.right[number], boxes.bottom[number] : boxes.top[number]]
        kind = wanted[at][place]
        assert np.array_equal(tile.T == 1, kind == 1) and (kind[tile.T == 2] == 2).all()
        times[at][place] += tile.T == 2
    assert all(np.array_equal(times[plane], kind == 2) for plane, kind in wanted.items())
