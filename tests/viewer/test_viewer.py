"""The viewer in headless Chromium: exact pictures of voxels, palettes, messages, buttons."""

from __future__ import annotations

import base64
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import helpers_tvx as ht
import numpy as np
import pytest
from helpers_compact import tvx_from_scene
from helpers_tvx_files import with_entry
from helpers_viewer import PALETTE, SIDES, View, compare, file_of, load, mesh_at, message, painted, shown, solid
from trivox.core import MeshOptions, read_vox
from trivox.core.formats.tvx import TvxVoxels, write_tvx
from trivox.core.voxels import Model, ModelFrame, SceneNode
from trivox.core.voxels.transforms import make_frame, resting, rotation_from_byte

NAMES = (
    "chr_knight",
    "chr_sword",
    "monu1",
    "monu10",
    "monu16",
    "T-Rex",
    "dragon",
    "nature",
    "maze",
    "teapot",
    "jpaver+opengametools__test_multiple_model_scene",
)
TOUCHING = {NAMES[-1]}
"""Their models touch: rays can pass between two meshes."""
MODELS = [path for path in ht.models() if path.stem in NAMES]
OTHERS = ("polygons", "rectangles", "fewest", "faces")


@pytest.mark.parametrize("path", MODELS or [None], ids=lambda path: path.stem if path else "none")
def test_pictures_equal_those_of_the_voxels(path: Path | None, browser: Any, site: tuple[str, Path]) -> None:
    if path is None:
        pytest.skip("the folder of public models is not there")
    scene = read_vox(path)
    grid, low = solid(scene)
    mode = OTHERS[NAMES.index(path.stem) % len(OTHERS)]
    load(browser, site, write_tvx(None, tvx_from_scene(scene, MeshOptions(mode=mode))))
    compare(browser, grid, low, scene.palette, tuple(SIDES)[:6])
    if path.stem in TOUCHING:
        return
    # No pixel falls between triangles of a watertight mesh, however they are turned.
    load(browser, site, write_tvx(None, tvx_from_scene(scene, MeshOptions(mode="watertight")), compress=True))
    compare(browser, grid, low, scene.palette)


def test_voxels_are_not_for_the_viewer(browser: Any, site: tuple[str, Path]) -> None:
    """Their chunk is one that it does not know, whatever it holds."""
    grid = painted((5, 4, 3))
    model = Model.from_grid(grid)
    file = file_of(
        (replace(mesh_at(grid), voxels=TvxVoxels(model)),),
        (SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),), None, False),),
    )
    data = write_tvx(None, file)
    assert ht.read(data).meshes[0].voxels is not None
    for some in (data, write_tvx(None, file, compress=True), with_entry(data, "VOXL", content=b"nonsense")):
        load(browser, site, some)
        compare(browser, grid, np.zeros(3, np.int64), PALETTE, tuple(SIDES)[:2])


@pytest.mark.parametrize("path", MODELS[:2] or [None], ids=lambda path: path.stem if path else "none")
def test_pictures_of_cut_outs_equal_those_of_the_voxels(
    path: Path | None, browser: Any, site: tuple[str, Path]
) -> None:
    """From where no edge is rounded apart; in two triangles a plane, most of which is clear."""
    if path is None:
        pytest.skip("the folder of public models is not there")
    scene = read_vox(path)
    grid, low = solid(scene)
    options = MeshOptions(mode="cutout", texels_per_rectangle=1 << 20)
    load(browser, site, write_tvx(None, tvx_from_scene(scene, options)))
    compare(browser, grid, low, scene.palette, tuple(SIDES)[:6])


def test_pictures_of_turned_mirrored_wide_and_divided_models(browser: Any, site: tuple[str, Path]) -> None:
    """Orientations with and without mirror, parts with their own origin, symmetries, triangles and rectangles."""
    grids = [painted((5, 4, 3)), painted((2, 3, 270))]
    meshes = tuple(mesh_at(grid, (1, 2, 0), "watertight") for grid in grids)
    meshes += (mesh_at(grids[0], (1, 2, 0), "rectangles"),)
    turns = [turn for turn in range(128) if rotation_from_byte(turn) is not None][::7]
    nodes = [
        SceneNode("", -1, "group", (make_frame(0, rotation_from_byte(turns[1]), (-40, -40, 60)),), (), None, False)
    ]
    cells: dict[tuple[int, ...], int] = {}
    for number, turn in enumerate(turns):
        mesh = 1 if number == 3 else (0, 2)[number % 2]
        move = (-30, 30, -30) if mesh == 1 else (12 * number, 0, 0)
        parent = 0 if number in (1, 5) else -1
        frame = make_frame(0, rotation_from_byte(turn), move)
        nodes.append(SceneNode("", parent, "shape", (frame,), (ModelFrame(0, mesh),), None, False))
        grid = grids[mesh == 1]
        filled = np.argwhere(grid)
        middle = (2 * (filled - np.array([1, 2, 0])) + 1) @ frame.rotation.T.astype(int) + 2 * np.array(move)
        if parent == 0:
            middle = middle @ nodes[0].rotation.T.astype(int) + 2 * nodes[0].translation
        for cell, color in zip(((middle - 1) // 2).tolist(), grid[tuple(filled.T)].tolist(), strict=True):
            cells[tuple(cell)] = color
    every = np.array(list(cells))
    low = every.min(axis=0)
    world = np.zeros(every.max(axis=0) - low + 1, np.uint8)
    world[tuple((every - low).T)] = list(cells.values())
    load(browser, site, write_tvx(None, file_of(meshes, tuple(nodes)), compress=True))
    compare(browser, world, low, PALETTE, tuple(SIDES)[:6])


def test_palette_picture_recolors(browser: Any, site: tuple[str, Path]) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    grid = painted((6, 5, 4))
    load(browser, site, write_tvx(None, file_of((mesh_at(grid),))))
    other = np.roll(PALETTE[:, [2, 0, 1, 3]], 5, axis=0)
    buffer = io.BytesIO()
    # Pixel i is the colour of index i + 1.
    image.fromarray(np.roll(other, -1, axis=0)[None]).save(buffer, "PNG")
    give = (
        "(async () => {{ const b = Uint8Array.from(atob('{}'), (c) => c.charCodeAt(0));"
        " await trivox.recolor(new Blob([b]), 'p.png'); }})()"
    )
    browser.run(give.format(base64.b64encode(buffer.getvalue()).decode()))
    assert message(browser) == ""
    compare(browser, grid, np.zeros(3), other)
    browser.run(give.format(base64.b64encode(b"no picture").decode()))
    assert "p.png is no palette" in message(browser)
    browser.run("document.getElementById('reset').click()")
    compare(browser, grid, np.zeros(3), PALETTE)


def test_random_colors_tell_polygons_apart(browser: Any, site: tuple[str, Path]) -> None:
    """Four rectangles of one record on one side, and a line where triangles meet."""
    grid = np.zeros((7, 1, 1), np.uint8)
    grid[::2] = 1
    load(browser, site, write_tvx(None, file_of((mesh_at(grid),))))
    view = View(np.zeros(3), np.array(grid.shape), *SIDES["-y"])
    colors = np.unique(shown(browser, view, "{randomColors: true}").reshape(-1, 4), axis=0)
    assert len(colors) == 1 + 4
    assert len(np.unique(shown(browser, view).reshape(-1, 4), axis=0)) == 1 + 1
    plate = mesh_at(np.ones((30, 1, 30), np.uint8))
    load(browser, site, write_tvx(None, file_of((plate,))))
    view = View(np.zeros(3), np.array((30, 1, 30)), *SIDES["-y"])
    assert len(np.unique(shown(browser, view, "{wire: 1}").reshape(-1, 4), axis=0)) > 2
    assert len(np.unique(shown(browser, view).reshape(-1, 4), axis=0)) == 1 + 1


def test_counts_and_buttons(browser: Any, site: tuple[str, Path]) -> None:
    # A hill, for cavities that nobody sees into would count as filled.
    height = np.random.default_rng(1).integers(1, 9, (8, 8))
    grid = np.where(np.arange(8) < height[:, :, None], painted((8, 8, 8)) | 1, 0).astype(np.uint8)
    mesh = mesh_at(grid)
    shape = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),), None, False)
    hidden = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),), None, True)
    data = write_tvx(None, file_of((mesh,), (shape, hidden, shape)))
    browser.resize(1280, 800)
    load(browser, site, data)

    def text(name: str) -> str:
        return browser.run(f"document.getElementById('{name}').textContent")

    triangles = mesh.triangle_count
    assert text("triangles") == f"{triangles:,}" and text("inScene") == f"{2 * triangles:,}"
    (part,) = mesh.parts
    assert text("polygons") == f"{len(part.rectangles) + len(set(part.triangles['polygon'].tolist())):,}"
    shown_faces = sum(np.count_nonzero(np.diff(np.pad(grid > 0, 1).astype(int), axis=axis)) for axis in range(3))
    assert text("shapes") == "2 / 1" and text("voxels") == f"{np.count_nonzero(grid):,}"
    assert text("cubes") == f"{12 * np.count_nonzero(grid):,}" and text("faces") == f"{2 * shown_faces:,}"
    assert text("percent") == f"({round(100 * triangles / (2 * shown_faces))} %)"
    assert text("bytes") == f"{len(data) / 1000:.1f} kB" and text("name") == "test"
    for button in ("wire", "randomColors", "flat", "parallel", "spin"):
        browser.run(f"document.querySelector('[data-toggle={button}]').click()")
        assert browser.run(f"document.querySelector('[data-toggle={button}]').ariaPressed") == "true"
    browser.wait_for("Number(document.getElementById('rate').textContent) > 0")
    # Half of the directions look away.
    assert 0 < int(text("drawn").replace(",", "")) < 2 * triangles
    # There is room for the button too that only files with reliefs have.
    browser.run("document.querySelector('[data-toggle=relief]').hidden = false")
    for width, height in ((390, 844), (1280, 800)):
        browser.resize(width, height)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        assert browser.run(
            "[...document.querySelectorAll('#tools button, #open')].every((b) => {"
            " const r = b.getBoundingClientRect(); return r.width >= 44 && r.height >= 36 && r.left >= 0"
            " && r.right <= innerWidth"
            " && r.bottom <= innerHeight })"
        )


def test_modes(browser: Any, site: tuple[str, Path]) -> None:
    """The panel names the modes of all meshes."""
    grid = painted((3, 3, 3))
    meshes = tuple(mesh_at(grid, mode=mode) for mode in ("fewest", "watertight", "fewest"))
    unknown = replace(meshes[0], mode="")
    for some, wanted in ((meshes, "fewest, watertight"), (meshes[:1], "fewest"), ((unknown,), "–")):
        load(browser, site, write_tvx(None, file_of(some)))
        assert browser.run("document.getElementById('mode').textContent") == wanted


PUMP = """
{
  const waiting = [];
  let now = 0;
  window.requestAnimationFrame = (call) => waiting.push(call);
  window.pump = (...steps) => {
    for (const step of steps) {
      now += step;
      waiting.splice(0).forEach((call) => call(now));
    }
    return document.getElementById('rate').textContent;
  };
}
"""


def test_the_rate_is_told_however_slow_pictures_are(browser: Any, site: tuple[str, Path]) -> None:
    """Pictures at times that the test makes up; the page reads no other clock."""
    script = browser.command("Page.addScriptToEvaluateOnNewDocument", source=PUMP)["identifier"]
    try:
        load(
            browser,
            site,
            write_tvx(None, file_of((mesh_at(painted((3, 3, 3))),))),
        )
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    browser.run("trivox.toggle('spin')")
    assert browser.run("pump(...Array(5).fill(2000))") == "–"
    assert browser.run("pump(2000)") == "0.50"
    assert browser.run("pump(...Array(5).fill(250))") == "4.0"
    assert browser.run("pump(...Array(60).fill(20))") == "50"
    # Nothing is drawn for a while, which is no slow picture.
    browser.run("trivox.toggle('spin')")
    assert browser.run("pump(20, 900, 900)") == "50"
    browser.run("trivox.toggle('spin')")
    assert browser.run("pump(...Array(6).fill(40))") == "25"


def test_messages(browser: Any, site: tuple[str, Path], launch: Any) -> None:
    address, folder = site
    data = write_tvx(None, file_of((mesh_at(painted((3, 3, 3))),)))
    (folder / "bad.tvx").write_bytes(data[:-10] + b"?" + data[-9:])
    (folder / "old.tvx").write_bytes(data[:8] + b"\1" + data[9:])
    (folder / "model.vox").write_bytes(b"VOX " + bytes(40))
    for name, words in (
        ("bad.tvx", "bad.tvx cannot be shown. The checksum is wrong: The file is damaged ("),
        (
            "old.tvx",
            "old.tvx cannot be shown. The file is of version 1, which is no longer read: Convert the model again",
        ),
        ("none.tvx", "none.tvx cannot be loaded. The server says 404."),
        ("model.vox", "model.vox is a .vox file. Make one that is drawn here with: trivox convert model.vox model.tvx"),
    ):
        browser.open(f"{address}/viewer/index.html?file=/files/{name}")
        assert message(browser).startswith(words)
    browser.open(f"{address}/viewer/index.html")
    assert message(browser) == ""
    blind = launch("--disable-3d-apis")
    blind.open(f"{address}/viewer/index.html")
    assert "no WebGL2" in message(blind)
