"""The viewer in headless Chromium: animation, eyes, several files, many nodes, pages, damaged files."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import helpers_vox as hv
import numpy as np
import pytest
from helpers_compact import tvx_mesh
from helpers_viewer import PALETTE, SIDES, View, compare, file_of, load, mesh_at, message, painted, shown
from trivox.core import CompactLayout, MeshOptions, build_model
from trivox.core.errors import FormatError, LimitError
from trivox.core.formats.tvx import TvxFile, read_tvx, write_tvx
from trivox.core.page import page
from trivox.core.voxels import Layer, Look, Material, Model, ModelFrame, SceneNode
from trivox.core.voxels.transforms import make_frame, rotation_from_byte

GLASS = {1: 0.5, 2: 0.5, 3: 0.9}
"""Transparency by palette index."""
COLORS = np.array([(0, 0, 0, 0), (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), *[(255,) * 4] * 252], np.uint8)
TURN = rotation_from_byte(4)


def node(mesh: int, move: tuple[int, int, int] = (0, 0, 0), **more: Any) -> SceneNode:
    return SceneNode("", -1, "shape", (make_frame(0, TURN, move),), (ModelFrame(0, mesh),), **more)


def clicked(browser: Any, list_name: str, number: int) -> None:
    """Open or close an eye."""
    browser.run(f"document.querySelectorAll('#{list_name} input')[{number}].click()")


def middle(picture: np.ndarray) -> tuple[int, ...]:
    return tuple(picture[len(picture) // 2, len(picture) // 2].tolist()[:3])


def panes(order: tuple[int, ...]) -> TvxFile:
    """A red, a green and a blue pane, and a white wall behind; nodes in an order."""
    palette = np.concatenate((COLORS, COLORS[:1]))[:256]
    look = Look(
        palette, tuple(Material("glass", transparency=GLASS[i]) if i in GLASS else Material() for i in range(256))
    )
    meshes = []
    for color in (1, 2, 3, 4):
        model = Model.from_grid(np.full((9, 1, 9), color, np.uint8))
        made = build_model(model, MeshOptions(), look, layout=CompactLayout(), largest=255)
        meshes.append(replace(tvx_mesh(made, look), pivot=(0, 0, 0)))
    nodes = tuple(node(number, (0, 3 * number, 0)) for number in order)
    return TvxFile("panes", 0.1, "z", palette, look.materials, tuple(meshes), nodes)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_panes_are_seen_one_behind_the_other(order: tuple[int, ...], browser: Any, site: tuple[str, Path]) -> None:
    load(browser, site, write_tvx(None, panes(order)))
    view = View(np.zeros(3), np.array((9, 10, 9)), *SIDES["-y"])
    assert middle(shown(browser, view, "{blended: true}")) == (184, 84, 36)
    assert middle(shown(browser, view)) == (255, 0, 0)
    # From behind there is the wall only.
    assert (
        middle(shown(browser, View(np.zeros(3), np.array((9, 10, 9)), *SIDES["+y"]), "{blended: true}")) == (255,) * 3
    )


def test_light_is_linear_and_the_ground_has_a_shadow(browser: Any, site: tuple[str, Path]) -> None:
    """A block of one gray: its top is lighter than its sides, and what is under a roof is darker than what is not."""
    grid = np.zeros((20, 20, 12), np.uint8)
    grid[:, :, 0] = grid[:, :10, 11] = 5
    palette = PALETTE.copy()
    palette[5] = (180, 180, 180, 255)
    load(browser, site, write_tvx(None, replace(file_of((mesh_at(grid),)), palette=palette)))
    view = View(np.zeros(3), np.array(grid.shape), (0, -0.55, -1), (0, 0, 1))
    stage = "{glow: [0.9, 0.9, 0.9], high: [0.9, 0.9, 0.9], low: [0.9, 0.9, 0.9]}"
    lit = shown(browser, view, f"{{shaded: true, samples: 2, stage: {stage}}}")[..., 0].astype(int)
    flat = shown(browser, view)[..., 0]
    assert set(np.unique(flat).tolist()) == {0, 180}
    on_grid = lit[flat == 180]
    assert on_grid.max() > 1.5 * on_grid.min() and on_grid.max() < 256
    ground = lit[flat == 0]
    assert ground.min() < 200 < ground.max() <= 236


def test_what_glows_lights_what_is_around_it_in_the_picture(browser: Any, site: tuple[str, Path]) -> None:
    grid = np.zeros((9, 9, 9), np.uint8)
    grid[4, 4, 4] = 7
    file = file_of((mesh_at(grid, pivot=(4, 4, 4)),))
    view = View(np.full(3, -4.0), np.array(grid.shape), *SIDES["oblique"])
    sums = []
    for material in (Material(), Material("emit", emission=1.0)):
        materials = tuple(material if index == 7 else Material() for index in range(256))
        load(browser, site, write_tvx(None, replace(file, materials=materials)))
        picture = shown(browser, view, "{shaded: true}")[..., :3].astype(int)
        flat = shown(browser, view)[..., :3].any(axis=2)
        sums.append((picture[~flat].sum(), picture[flat].sum()))
    (dark, plain), (halo, bright) = sums
    assert dark == 0 < halo and bright > plain


def test_an_animation_is_shown_frame_by_frame(browser: Any, site: tuple[str, Path]) -> None:
    """One node moves and turns, one shows two models in turn and begins again by itself."""
    grids = painted((3, 4, 2)), painted((2, 2, 5))
    turned = rotation_from_byte(1 | 0 << 2 | 1 << 4)
    moving = SceneNode(
        "", -1, "shape", (make_frame(0, TURN, (0, 0, 0)), make_frame(4, turned, (8, 1, 3))), (ModelFrame(0, 0),)
    )
    taking_turns = SceneNode(
        "",
        -1,
        "shape",
        (make_frame(0, TURN, (-9, 0, 0)),),
        (ModelFrame(0, 0), ModelFrame(2, 1), ModelFrame(3, 1)),
        loops=True,
    )
    file = replace(file_of(tuple(mesh_at(grid) for grid in grids), (moving, taking_turns)), animation_range=(0, 7))
    load(browser, site, write_tvx(None, file, compress=True))
    assert browser.run("!document.getElementById('time').hidden && document.getElementById('frame').max") == "7"
    browser.run("trivox.playing(false)")
    for frame in (0, 1, 3, 4, 5, 6, 7):
        browser.run(f"trivox.go({frame})")
        world = np.zeros((40, 40, 20), np.uint8)
        low = np.array((-20, -20, -5))

        def put(grid: np.ndarray, rotation: np.ndarray, move: tuple[int, int, int], into: np.ndarray = world) -> None:
            cells = np.argwhere(grid)
            at = (
                ((2 * cells + 1) @ rotation.T.astype(int) + 2 * np.array(move) - 1) // 2
                + 20 * np.array((1, 1, 0))
                + (0, 0, 5)
            )
            into[tuple(at.T)] = grid[tuple(cells.T)]

        put(grids[0], *((TURN, (0, 0, 0)) if frame < 4 else (turned, (8, 1, 3))))
        put(grids[int(frame % 4 >= 2)], TURN, (-9, 0, 0))
        compare(browser, world, low, PALETTE, ("-y", "+z"))
    assert browser.run("document.getElementById('frameNumber').textContent") == "7"
    browser.run("dispatchEvent(new KeyboardEvent('keydown', {key: '.'}))")
    assert browser.run("document.getElementById('frame').value") == "0"


def test_playing_goes_through_the_frames_and_begins_again(browser: Any, site: tuple[str, Path]) -> None:
    file = file_of(
        (mesh_at(painted((2, 2, 2))),),
        (SceneNode("", -1, "shape", tuple(make_frame(f, TURN, (f, 0, 0)) for f in range(4)), (ModelFrame(0, 0),)),),
    )
    load(browser, site, write_tvx(None, replace(file, frame_rate=5.0)))
    for frame in "1", "3", "0":
        browser.wait_for(f"document.getElementById('frameNumber').textContent === '{frame}'")
    browser.run("document.getElementById('play').click()")
    assert browser.run("document.getElementById('play').ariaPressed") == "false"


def test_eyes_of_nodes_and_layers(browser: Any, site: tuple[str, Path]) -> None:
    grids = painted((3, 3, 3)), painted((4, 2, 2)), painted((2, 5, 2))
    nodes = (node(0, layer=1), node(1, (6, 0, 0), layer=2), node(2, (12, 0, 0), hidden=True))
    file = replace(
        file_of(tuple(mesh_at(grid) for grid in grids), nodes),
        layers={1: Layer(1, "walls", False, None), 2: Layer(2, "", False, None)},
    )
    load(browser, site, write_tvx(None, file))
    browser.run("trivox.toggle('list')")

    def world(*seen: int) -> np.ndarray:
        cells = np.zeros((16, 6, 4), np.uint8)
        for number in seen:
            grid = grids[number]
            cells[6 * number : 6 * number + grid.shape[0], : grid.shape[1], : grid.shape[2]] = grid
        return cells

    def check(*seen: int) -> None:
        compare(browser, world(*seen), np.zeros(3), PALETTE, ("-y",))
        assert browser.run("document.getElementById('shapes').textContent") == f"{len(seen)} / 3"

    check(0, 1)
    clicked(browser, "nodes", 2)
    check(0, 1, 2)
    clicked(browser, "layers", 0)
    check(1, 2)
    clicked(browser, "nodes", 1)
    check(2)
    assert browser.run("document.getElementById('layers').innerText.trim().split(/\\s*\\n\\s*/)") == [
        "walls",
        "Layer 2",
    ]
    browser.run("document.getElementById('reset').click()")
    check(0, 1)


def test_several_files_stand_side_by_side(browser: Any, site: tuple[str, Path]) -> None:
    address, folder = site
    grids = np.full((4, 3, 5), 1, np.uint8), np.full((3, 3, 2), 2, np.uint8)
    links = []
    for number, grid in enumerate(grids):
        palette = np.roll(PALETTE, 7 * number, axis=0)
        (folder / f"{number}.tvx").write_bytes(write_tvx(None, replace(file_of((mesh_at(grid),)), palette=palette)))
        links.append(f"file=/files/{number}.tvx")
    browser.open(f"{address}/viewer/index.html?{'&'.join(links)}")
    assert message(browser) == "" and browser.run("document.getElementById('shapes').textContent") == "2 / 2"
    view = View(np.zeros(3), np.array((12, 3, 5)), *SIDES["-y"])
    picture = shown(browser, view)
    colors = [tuple(color[:3]) for color in np.unique(picture.reshape(-1, 4), axis=0).tolist()]
    assert set(colors) == {
        (0, 0, 0),
        tuple(PALETTE[1][:3].tolist()),
        tuple(np.roll(PALETTE, 7, axis=0)[2][:3].tolist()),
    }
    # There is a gap between them.
    columns = picture.any(axis=(0, 2)).astype(int)
    assert np.count_nonzero(np.diff(columns) == 1) == 2


def test_a_vox_file_lends_its_colors_only(browser: Any, site: tuple[str, Path]) -> None:
    grid = painted((4, 4, 4))
    load(browser, site, write_tvx(None, file_of((mesh_at(grid),))))
    data = hv.vox(hv.dense_model(grid), hv.rgba(hv.colors()))
    text = base64.b64encode(data).decode()
    bytes_of = f"Uint8Array.from(atob('{text}'), (c) => c.charCodeAt(0))"
    browser.run(f"trivox.open([new File([{bytes_of}], 'other.vox')])")
    assert "trivox convert other.vox" in message(browser)
    colors = np.array(hv.colors(), np.uint8).reshape(-1, 4)
    compare(browser, grid, np.zeros(3), np.concatenate((PALETTE[:1], colors))[:256], ("-y",))


def test_many_nodes_of_one_mesh_are_drawn_at_once(browser: Any, site: tuple[str, Path]) -> None:
    """A plate of them; two ways of standing are two calls."""
    half = rotation_from_byte(0 | 1 << 2 | 1 << 4 | 1 << 5)
    nodes = tuple(
        SceneNode("", -1, "shape", (make_frame(0, half if (x + y) % 2 else TURN, (x, y, 0)),), (ModelFrame(0, 0),))
        for x in range(60)
        for y in range(50)
    )
    mesh = mesh_at(np.full((1, 1, 1), 3, np.uint8))
    load(browser, site, write_tvx(None, file_of((mesh,), nodes), compress=True))
    browser.run(
        "window.calls = 0; const draw = WebGL2RenderingContext.prototype.drawArraysInstanced;"
        "WebGL2RenderingContext.prototype.drawArraysInstanced ="
        " function (...a) { calls++; return draw.apply(this, a); };"
    )
    world = np.zeros((62, 52, 1), np.uint8)
    for node_ in nodes:
        low = (np.array((1, 1, 1)) @ node_.rotation.T.astype(int) + 2 * node_.translation - 1) // 2
        world[tuple(low + np.array((1, 1, 0)))] = 3
    browser.run("calls = 0")
    compare(browser, world, np.array((-1, -1, 0)), PALETTE, ("+z",))
    # The page draws its own picture at the same time.
    assert 0 < browser.run("calls") < 200
    assert browser.run("document.getElementById('shapes').textContent") == "3,000 / 1"
    assert browser.run("document.querySelectorAll('#nodes li').length") == 401


def test_a_page_of_its_own_needs_no_server(browser: Any, tmp_path: Path) -> None:
    grid = painted((5, 4, 3))
    data = write_tvx(None, file_of((mesh_at(grid),)), compress=True)
    (tmp_path / "page.html").write_text(page(data, "a <b>.tvx"), encoding="utf-8")
    browser.open((tmp_path / "page.html").as_uri())
    assert message(browser) == ""
    compare(browser, grid, np.zeros(3), PALETTE, ("-x", "oblique"))
    (tmp_path / "page.html").write_text(page(), encoding="utf-8")
    browser.open((tmp_path / "page.html").as_uri())
    assert message(browser) == "" and not browser.run("document.getElementById('welcome').hidden")


def test_keys_work_at_once_and_help_tells_of_them(browser: Any, site: tuple[str, Path]) -> None:
    load(browser, site, write_tvx(None, file_of((mesh_at(painted((2, 2, 2))),))))
    assert browser.run("document.activeElement.id") == "view"
    for key in "?":
        browser.command("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
    assert browser.run("document.getElementById('help').open")
    browser.run("document.querySelector('#help button').click()")
    browser.command("Input.dispatchKeyEvent", type="keyDown", key="w", text="w")
    assert browser.run("document.querySelector('[data-toggle=wire]').ariaPressed") == "true"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 600)])
def test_a_phone_has_room_for_all(size: tuple[int, int], browser: Any, site: tuple[str, Path]) -> None:
    file = replace(file_of((mesh_at(painted((2, 2, 2))),), (node(0),)), name="a rather long name of a scene")
    load(browser, site, write_tvx(None, file))
    browser.run("document.getElementById('time').hidden = false; trivox.toggle('list')")
    browser.resize(*size, mobile=True, scale=1)
    try:
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        boxes = browser.run(
            "['header', '#counts', '#time', '#tools'].map((name) => {"
            " const r = document.querySelector(name).getBoundingClientRect();"
            " return [r.left, r.top, r.right, r.bottom]; })"
        )
        for left, top, right, bottom in boxes:
            assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
        for one in range(4):
            for other in range(one):
                a, b = boxes[one], boxes[other]
                assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
    finally:
        browser.resize(1280, 800)


def sealed(data: bytearray) -> bytes:
    """Make checksums of a plain file right again, as far as its directory can be followed."""
    count = min(int.from_bytes(data[24:28], "little"), (len(data) - 32) // 44)
    for at in range(32, 32 + 44 * count, 44):
        start, stored = struct.unpack_from("<II", data, at + 16)
        struct.pack_into("<I", data, at + 28, zlib.crc32(data[start : start + stored]))
    struct.pack_into("<I", data, 28, zlib.crc32(data[:28] + data[32 : 32 + 44 * count]))
    return bytes(data)


def mutated(data: bytes, rng: np.random.Generator, *, seal: bool) -> bytes:
    if rng.random() < 0.1:
        return data[: rng.integers(len(data))]
    changed = bytearray(data)
    for _ in range(rng.integers(1, 3)):
        changed[rng.integers(len(data))] = rng.choice([rng.integers(256), 0, 255, 1])
    return sealed(changed) if seal else bytes(changed)


@pytest.mark.parametrize("compress", [False, True])
def test_both_readers_accept_and_refuse_the_same(compress: bool, browser: Any, site: tuple[str, Path]) -> None:
    address, _folder = site
    meshes = (mesh_at(painted((2, 3, 2))), mesh_at(painted((1, 1, 30)), mode="watertight"))
    data = write_tvx(None, file_of(meshes, (node(0), node(1), node(0, (3, 0, 0)))), compress=compress)
    rng = np.random.default_rng(8)
    files = [data, *(mutated(data, rng, seal=not compress) for _ in range(400))]
    wanted = []
    for file in files:
        try:
            read_tvx(file)
            wanted.append(True)
        except (FormatError, LimitError):
            wanted.append(False)
    browser.open(f"{address}/viewer/index.html")
    texts = json.dumps([base64.b64encode(file).decode() for file in files])
    found = browser.run(
        f"Promise.all({texts}.map((text) => trivox.read(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer)"
        ".then(() => true, (error) => error.name === 'TvxError' ? false : String(error.stack))))"
    )
    assert wanted[0] and [index for index, one in enumerate(found) if one != wanted[index]] == []
    assert 5 < found.count(False) < 401


def test_files_that_would_take_much_memory_are_refused(browser: Any, site: tuple[str, Path]) -> None:
    address, _folder = site
    data = write_tvx(None, file_of((mesh_at(painted((2, 2, 2))),)), compress=True)
    stream = zlib.compress(bytes(1 << 24), 9)
    bomb = data[:16] + struct.pack("<II", 32 + len(stream), 32 + (1 << 24)) + data[24:32] + stream
    small = data[:20] + struct.pack("<I", 40_000) + data[24:16] + data[24:32] + stream
    small = small[:16] + struct.pack("<I", len(small)) + small[20:]
    browser.open(f"{address}/viewer/index.html")
    for file, words in ((bomb, "which a file of"), (small, "do not end after")):
        text = base64.b64encode(file).decode()
        told = browser.run(
            f"trivox.read(Uint8Array.from(atob('{text}'), (c) => c.charCodeAt(0)).buffer)"
            ".then(() => '', (e) => e.message)"
        )
        assert words in told


def test_many_voxels_in_a_pixel_have_their_mean_color(browser: Any, site: tuple[str, Path]) -> None:
    """A plate of random colors, 36 voxels a pixel; one sample shows one of them."""
    grid = np.random.default_rng(5).integers(1, 9, (60, 1, 60)).astype(np.uint8)
    load(browser, site, write_tvx(None, file_of((mesh_at(grid),))))
    view = View(np.zeros(3), np.array(grid.shape), *SIDES["-y"])
    view.side, view.half = 10, 30.0
    mean = PALETTE[grid[:, 0, :]][..., :3].reshape(10, 6, 10, 6, 3).mean(axis=(1, 3)).transpose(1, 0, 2)
    far = [np.abs(shown(browser, view, f"{{samples: {count}}}")[..., :3] - mean).mean() for count in (1, 24)]
    assert far[1] < far[0] / 3 < 40 and far[1] < 12
