"""Reliefs on the viewer's page: pictures equal to those of voxels, and files refused that other readers refuse."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import helpers_tvx as ht
import numpy as np
import pytest
from helpers_tvx_files import joined, split
from helpers_viewer import PALETTE, SIDES, View, cast, file_of, load, mesh_at, message, painted, shown
from test_tvx_broken import odd_piece
from trivox.core.formats.tvx import write_tvx
from trivox.core.formats.tvx.records import TvxMesh
from trivox.core.relief import bake, hull
from trivox.core.voxels import Model, ModelFrame, SceneNode
from trivox.core.voxels.transforms import make_frame, rotation_from_byte

RELIEF = '{"relief": true}'


def with_reliefs(grid: np.ndarray, sides: tuple[int, ...] = tuple(range(6))) -> TvxMesh:
    """The mesh of a grid, and what is seen of it."""
    model = Model.from_grid(grid)
    return replace(mesh_at(grid, (1, 2, 0)), reliefs=tuple(bake(model, side) for side in sides))


def blob(shape: tuple[int, int, int]) -> np.ndarray:
    """A grid that is no hull of its sides, with empty space around it."""
    grid = np.pad(painted(shape), ((1, 0), (0, 2), (3, 1)))
    grid[2:4, 1:4, 3:] = 0
    return grid


@pytest.mark.parametrize("name", list(SIDES)[:6])
def test_each_side_looks_like_the_voxels(name: str, browser: Any, site: tuple[str, Path]) -> None:
    grid = blob((9, 7, 8))
    load(browser, site, write_tvx(None, file_of((with_reliefs(grid),))))
    view = View(np.array([-1, -2, 0]), np.array(grid.shape), *SIDES[name])
    wanted = cast(grid, np.array([-1, -2, 0]), view.rays(), view.forward)
    colors = PALETTE.copy()
    colors[0] = 0
    assert wanted.any()
    assert np.array_equal(shown(browser, view, RELIEF), colors[wanted])


def test_from_elsewhere_it_is_the_hull_of_its_sides(browser: Any, site: tuple[str, Path]) -> None:
    grid = blob((9, 7, 8))
    model = Model.from_grid(grid)
    low = model.box[0] - (1, 2, 0)
    solid = hull([bake(model, side) for side in range(6)]).astype(np.uint8)
    load(browser, site, write_tvx(None, file_of((with_reliefs(grid),))))
    view = View(low, np.array(solid.shape), *SIDES["oblique"])
    there = shown(browser, view, RELIEF)[..., 3] > 0
    wanted = cast(solid, low, view.rays(), view.forward) > 0
    assert wanted.any() and not wanted.all()
    assert (there != wanted).mean() < 0.003


def test_reliefs_of_turned_and_mirrored_shapes(browser: Any, site: tuple[str, Path]) -> None:
    grid = blob((5, 4, 6))
    turns = [turn for turn in range(128) if rotation_from_byte(turn) is not None][::5]
    for turn in turns[:6]:
        node = SceneNode("", -1, "shape", (make_frame(0, rotation_from_byte(turn), (4, -3, 7)),), (ModelFrame(0, 0),))
        load(browser, site, write_tvx(None, file_of((with_reliefs(grid),), (node,))))
        for name in ("+x", "-y", "+z"):
            view = View(np.array([-8, -15, -5]), np.array([24, 24, 24]), *SIDES[name])
            mesh, relief = (shown(browser, view, options) for options in ("{}", RELIEF))
            assert mesh.any()
            assert np.array_equal(mesh, relief), (turn, name)


def test_meshes_without_reliefs_stay_meshes(browser: Any, site: tuple[str, Path]) -> None:
    grid = blob((5, 4, 6))
    load(browser, site, write_tvx(None, file_of((mesh_at(grid, (1, 2, 0)),))))
    view = View(np.array([-1, -2, 0]), np.array(grid.shape), *SIDES["+x"])
    assert np.array_equal(shown(browser, view), shown(browser, view, RELIEF))
    assert browser.run("document.querySelector('[data-toggle=relief]').hidden") is True


def test_the_button_shows_where_there_are_some_and_draws_twelve_triangles(browser: Any, site: tuple[str, Path]) -> None:
    load(browser, site, write_tvx(None, file_of((with_reliefs(blob((9, 7, 8))),)), compress=True))
    assert browser.run("document.querySelector('[data-toggle=relief]').hidden") is False
    browser.run("document.querySelector('[data-toggle=relief]').click()")
    assert browser.run("document.querySelector('[data-toggle=relief]').ariaPressed") == "true"
    browser.run(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
    )
    assert browser.run("document.getElementById('drawn').textContent") == "12"


def test_the_page_and_the_second_reader_are_of_one_mind(browser: Any, site: tuple[str, Path]) -> None:
    address, _folder = site
    browser.open(f"{address}/viewer/index.html")
    random = np.random.default_rng(9)
    pieces = split(write_tvx(None, file_of((with_reliefs(blob((3, 3, 4))),))))
    places = [place for place, piece in enumerate(pieces) if piece.name == b"RELF"]
    counts = {True: 0, False: 0}
    for _ in range(150):
        place = places[int(random.integers(len(places)))]
        data = joined([*pieces[:place], odd_piece(pieces[place], random), *pieces[place + 1 :]])
        try:
            ht.read(data)
            wanted = True
        except ht.RefusedError:
            wanted = False
        numbers = json.dumps(list(data))
        verdict = "() => true, (e) => (e.name === 'TvxError' ? false : String(e))"
        assert browser.run(f"trivox.read(new Uint8Array({numbers}).buffer).then({verdict})") is wanted
        counts[wanted] += 1
    assert min(counts.values()) > 15
    assert message(browser) == ""
