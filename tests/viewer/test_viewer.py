"""The viewer in headless Chromium: exact pictures of voxels, damaged files, palettes, messages and buttons."""

from __future__ import annotations

import base64
import io
import itertools
import json
import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import helpers_tvx as ht
import numpy as np
import pytest
from helpers_compact import compact, tvx_from_scene, tvx_mesh
from trivox.core import MeshOptions, read_vox
from trivox.core.errors import FormatError
from trivox.core.formats.tvx import TvxFile, TvxMesh, TvxPart, read_tvx, write_tvx
from trivox.core.scene.world import hidden_in_scene, placed_shapes, world_cells
from trivox.core.voxels import Material, ModelFrame, Scene, SceneNode
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
SIDES = {
    "+x": ((-1, 0, 0), (0, 0, 1)),
    "-x": ((1, 0, 0), (0, 0, 1)),
    "+y": ((0, -1, 0), (0, 0, 1)),
    "-y": ((0, 1, 0), (0, 0, 1)),
    "+z": ((0, 0, -1), (0, 1, 0)),
    "-z": ((0, 0, 1), (0, 1, 0)),
    "oblique": ((-0.53, 0.71, -0.46), (0, 0, 1)),
}
NEAR = 1 / 16
"""Part of a pixel: corners of triangles are moved to a grid of that pitch before pixels are filled."""


def mesh_at(grid: np.ndarray, pivot: tuple[int, int, int] = (0, 0, 0), mode: str = "polygons") -> TvxMesh:
    """A grid's mesh as it is in files, around a lattice point."""
    return replace(tvx_mesh(compact(grid, MeshOptions(mode=mode))), pivot=pivot)


def solid(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """The scene's voxels in one grid of palette indices, and the world cell of its first corner."""
    hidden = hidden_in_scene(scene)
    cells, colors = [], []
    for node in placed_shapes(scene):
        if not hidden[node]:
            cells.append(world_cells(scene, node))
            colors.append(scene.models[scene.nodes[node].model].indices)
    every = np.concatenate(cells)
    low = every.min(axis=0)
    grid = np.zeros(every.max(axis=0) - low + 1, np.uint8)
    for some, indices in zip(cells, colors, strict=True):
        grid[tuple((some - low).T)] = indices
    # What no file places stands on the ground, its middle over the world's origin.
    return grid, low if scene.placed else np.array([-(grid.shape[0] // 2), -(grid.shape[1] // 2), 0])


class View:
    """A square picture along parallel rays around the middle of a box.

    Along an axis a voxel is two by two pixels, and no middle of a pixel lies on the edge of a cell: such pictures
    have to be equal in every pixel.
    """

    def __init__(self, low: np.ndarray, size: np.ndarray, forward: tuple, up: tuple) -> None:
        self.forward = np.array(forward, float) / np.linalg.norm(forward)
        self.right = np.cross(self.forward, up)
        self.right /= np.linalg.norm(self.right)
        self.top = np.cross(self.right, self.forward)
        self.exact = 0 in forward
        self.side = 2 * int(max(size)) + 4 if self.exact else 200
        self.half = self.side / 4 if self.exact else 0.53 * float(np.linalg.norm(size))
        self.depth = 2 * float(np.linalg.norm(size)) + 4
        middle = low + size / 2
        self.eye = middle - self.forward * self.depth / 2

    def rays(self, shift: tuple[float, float] = (0, 0)) -> np.ndarray:
        """(side, side, 3) starts of the rays of all pixels, the bottom row first, moved by parts of a pixel."""
        step = (np.arange(self.side) + 0.5) / self.side * 2 - 1
        across = (step + 2 * shift[0] / self.side) * self.half
        along = (step + 2 * shift[1] / self.side) * self.half
        return self.eye + across[None, :, None] * self.right + along[:, None, None] * self.top

    def script(self) -> str:
        """The same view for the page."""
        return json.dumps(
            {
                "width": self.side,
                "height": self.side,
                "eye": self.eye.tolist(),
                "forward": self.forward.tolist(),
                "up": self.top.tolist(),
                "halfWidth": self.half,
                "halfHeight": self.half,
                "depth": self.depth,
            }
        )


def cast(grid: np.ndarray, low: np.ndarray, starts: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """Palette index of the first voxel on each ray, 0 where there is none: from cell wall to cell wall."""
    position = (starts - low).reshape(-1, 3)
    with np.errstate(divide="ignore", invalid="ignore"):
        to_walls = np.stack(((0 - position) / forward, (np.array(grid.shape) - position) / forward))
        outside = ((position < 0) | (position > grid.shape)) & (forward == 0)
        enter = np.where(forward == 0, -np.inf, to_walls.min(axis=0)).max(axis=1)
        leave = np.where(forward == 0, np.inf, to_walls.max(axis=0)).min(axis=1)
    found = np.zeros(len(position), np.uint8)
    alive = np.flatnonzero((enter < leave) & ~outside.any(axis=1))
    point = position[alive] + (enter[alive, None] + 1e-9) * forward
    cell = np.clip(np.floor(point), 0, np.array(grid.shape) - 1).astype(np.int64)
    step = np.sign(forward).astype(np.int64)
    with np.errstate(divide="ignore", invalid="ignore"):
        pace = np.where(step == 0, np.inf, np.abs(1 / forward))
        wall = np.where(step == 0, np.inf, (cell + (step > 0) - position[alive]) / forward)
    while len(alive):
        color = grid[tuple(cell.T)]
        found[alive[color > 0]] = color[color > 0]
        going = color == 0
        alive, cell, wall = alive[going], cell[going], wall[going]
        axis = np.argmin(wall, axis=1)
        row = np.arange(len(alive))
        cell[row, axis] += step[axis]
        wall[row, axis] += pace[axis]
        inside = ((cell >= 0) & (cell < grid.shape)).all(axis=1)
        alive, cell, wall = alive[inside], cell[inside], wall[inside]
    return found.reshape(starts.shape[:2])


def shown(browser: Any, view: View, options: str = "{}") -> np.ndarray:
    """(side, side, 4) uint8 pixels of the page's picture."""
    text = browser.run(
        f"(() => {{ const p = trivox.picture({view.script()}, {options}); let s = '';"
        " for (let i = 0; i < p.length; i += 8192) s += String.fromCharCode(...p.subarray(i, i + 8192));"
        " return btoa(s); })()"
    )
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(view.side, view.side, 4)


def load(browser: Any, site: tuple[str, Path], data: bytes) -> None:
    """Open a file by its link; it must be shown."""
    address, folder = site
    (folder / "model.tvx").write_bytes(data)
    browser.open(f"{address}/viewer/index.html?file=/files/model.tvx")
    assert message(browser) == ""


def message(browser: Any) -> str:
    """What the page complains about."""
    return browser.run(
        "(() => { const m = document.getElementById('message');"
        " return m.hidden ? '' : m.querySelector('p').textContent; })()"
    )


def compare(browser: Any, grid: np.ndarray, low: np.ndarray, palette: np.ndarray, sides: Iterable[str] = SIDES) -> None:
    """All pictures; where rays are oblique, pixels may differ to which another silhouette or cell is near."""
    colors = palette.copy()
    colors[0] = 0
    for name in sides:
        view = View(low, np.array(grid.shape), *SIDES[name])
        wanted = cast(grid, low, view.rays(), view.forward)
        differs = (shown(browser, view) != colors[wanted]).any(axis=2)
        assert wanted.any()
        if not view.exact:
            assert differs.mean() < 0.005
            for shift in itertools.product(np.linspace(-NEAR, NEAR, 7), repeat=2):
                rays = view.rays(shift)[differs]
                differs[differs] = cast(grid, low, rays[:, None], view.forward)[:, 0] == wanted[differs]
        assert not differs.any(), f"{name}: {differs.sum()} pixels differ"


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


def painted(shape: tuple[int, int, int]) -> np.ndarray:
    """A grid with holes and many colours."""
    random = np.random.default_rng(sum(shape))
    return np.where(random.random(shape) < 0.3, 0, random.integers(1, 9, shape)).astype(np.uint8)


PALETTE = np.array([(i * 29 % 256, 255 - i, i * 7 % 256, 255) for i in range(256)], np.uint8)


def file_of(meshes: tuple[TvxMesh, ...], nodes: tuple[SceneNode, ...] = (), up_axis: str = "z") -> TvxFile:
    """A file with plain materials."""
    return TvxFile("test", 0.1, up_axis, PALETTE, (Material(),) * 256, meshes, nodes)


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
    """Orientations with and without mirror, parts with their own origin, symmetries and long indices."""
    grids = [painted((5, 4, 3)), painted((2, 3, 270))]
    meshes = tuple(mesh_at(grid, (1, 2, 0), "watertight") for grid in grids)
    part = meshes[0].parts[0]
    wide = TvxPart(
        part.origin, np.pad(part.vertices, ((0, 65_600), (0, 0))), part.polygons, part.triangles, part.ranges
    )
    meshes += (TvxMesh(meshes[0].size, meshes[0].pivot, "", (wide,), meshes[0].pages),)
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
    mesh = mesh_at(painted((8, 8, 8)))
    shape = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),), None, False)
    hidden = SceneNode("", -1, "shape", resting(), (ModelFrame(0, 0),), None, True)
    data = write_tvx(None, file_of((mesh,), (shape, hidden, shape)))
    browser.resize(1280, 800)
    load(browser, site, data)

    def text(name: str) -> str:
        return browser.run(f"document.getElementById('{name}').textContent")

    triangles = mesh.triangle_count
    assert text("triangles") == f"{triangles:,}" and text("inScene") == f"{2 * triangles:,}"
    assert text("vertices") == f"{len(mesh.parts[0].vertices):,}" and text("shapes") == "2 / 1"
    assert text("bytes") == f"{len(data) / 1000:.1f} kB" and text("name") == "test"
    for button in ("wire", "randomColors", "flat", "parallel", "spin"):
        browser.run(f"document.querySelector('[data-toggle={button}]').click()")
        assert browser.run(f"document.querySelector('[data-toggle={button}]').ariaPressed") == "true"
    browser.wait_for("Number(document.getElementById('rate').textContent) > 0")
    # Half of the directions look away.
    assert 0 < int(text("drawn").replace(",", "")) < 2 * triangles
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
    """The panel names the modes of all meshes; both readers refuse the same codes."""
    grid = painted((3, 3, 3))
    meshes = tuple(mesh_at(grid, mode=mode) for mode in ("fewest", "watertight", "fewest"))
    unknown = replace(meshes[0], mode="")
    for some, wanted in ((meshes, "fewest, watertight"), (meshes[:1], "fewest"), ((unknown,), "–")):
        load(browser, site, write_tvx(None, file_of(some)))
        assert browser.run("document.getElementById('mode').textContent") == wanted
    _address, folder = site
    data = bytearray((folder / "model.tvx").read_bytes())
    at = data.index(b"MESH")
    refused = []
    for code in range(256):
        data[at + 48] = code
        data[at + 20 : at + 24] = zlib.crc32(data[at : at + 20] + data[at + 24 : at + 56]).to_bytes(4, "little")
        (folder / f"{code}.tvx").write_bytes(data)
        try:
            read_tvx(bytes(data))
        except FormatError:
            refused.append(code)
    told = browser.run(
        "Promise.all(Array.from({length: 256}, async (_, code) => {"
        " const buffer = await (await fetch(`/files/${code}.tvx`)).arrayBuffer();"
        " return trivox.read(buffer).then(() => '', (error) => error.message); }))"
    )
    assert [code for code in range(256) if told[code]] == refused != []
    assert {told[code] for code in refused} == {f"MESH chunk at byte {at + 48:,}: the mesh has an unknown mode"}


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
    (folder / "bad.tvx").write_bytes(data[:200] + b"?" + data[201:])
    browser.open(f"{address}/viewer/index.html?file=/files/bad.tvx")
    assert (
        message(browser) == "bad.tvx cannot be shown. PALT chunk at byte 80: the checksum is wrong: the file is damaged"
    )
    browser.open(f"{address}/viewer/index.html?file=/files/none.tvx")
    assert message(browser) == "none.tvx cannot be loaded: the server says 404"
    browser.open(f"{address}/viewer/index.html")
    assert message(browser) == ""
    blind = launch("--disable-3d-apis")
    blind.open(f"{address}/viewer/index.html")
    assert "no WebGL2" in message(blind)


MUTATE = """
(async () => {
  const data = Uint8Array.from(atob('%s'), (c) => c.charCodeAt(0));
  let seed = %d;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) %% 2147483648;
    return Math.floor(seed / 2147483648 * below);
  };
  const table = Uint32Array.from({length: 256}, (_, i) => {
    for (let b = 0; b < 8; b++) i = i & 1 ? (i >>> 1) ^ 0xedb88320 : i >>> 1;
    return i;
  });
  const sealed = (bytes) => {
    const view = new DataView(bytes.buffer);
    for (let at = 24; at + 24 <= bytes.length;) {
      const end = at + 24 + view.getUint32(at + 12, true);
      if (end > bytes.length) break;
      let crc = -1;
      for (let i = at; i < end; i++) if (i < at + 20 || i >= at + 24) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
      view.setUint32(at + 20, ~crc, true);
      at = Math.ceil(end / 8) * 8;
    }
    return bytes;
  };
  const outcomes = {read: 0, told: 0, broken: []};
  for (let round = 0; round < %d; round++) {
    let bytes = data.slice();
    if (round %% 3 === 0) bytes = bytes.slice(0, random(bytes.length));
    else for (let left = 1 + random(3); left > 0; left--) bytes[random(bytes.length)] = random(4) ? random(256) : 255;
    if (round %% 3 === 1) bytes = sealed(bytes);
    try { await trivox.read(bytes.buffer); outcomes.read++; }
    catch (error) { if (error.name === 'TvxError') outcomes.told++; else outcomes.broken.push(String(error.stack)); }
  }
  return outcomes;
})()
"""


def test_damaged_files(browser: Any, site: tuple[str, Path]) -> None:
    meshes = tuple(mesh_at(painted(shape)) for shape in ((2, 3, 2), (1, 1, 300)))
    shape = SceneNode("name", -1, "shape", resting(), (ModelFrame(0, 0),), None, False)
    outcomes = {"read": 0, "told": 0}
    for compress in (False, True):
        data = write_tvx(None, file_of(meshes, (shape,)), compress=compress)
        load(browser, site, data)
        found = browser.run(MUTATE % (base64.b64encode(data).decode(), 5, 250))
        assert found["broken"] == []
        outcomes = {name: outcomes[name] + found[name] for name in outcomes}
    assert outcomes["told"] > 300 and outcomes["read"] > 0
    assert outcomes["told"] + outcomes["read"] == 500


@pytest.mark.parametrize("compress", [False, True])
def test_both_readers_accept_and_refuse_the_same(compress: bool, browser: Any, site: tuple[str, Path]) -> None:
    data = write_tvx(None, file_of((mesh_at(painted((2, 2, 2))),)))
    file = read_tvx(data)
    load(browser, site, write_tvx(None, file, compress=compress))
    counts = browser.run(
        "fetch('/files/model.tvx').then((r) => r.arrayBuffer()).then(trivox.read).then((f) =>"
        " ({name: f.name, palette: [...f.palette], parts: f.meshes[0].parts.map((p) =>"
        " [[...p.vertices], [...p.polygons], [...p.triangles], p.ranges]), "
        " pages: f.meshes[0].pages.map((p) => [...p.texels])}))"
    )
    part = file.meshes[0].parts[0]
    assert counts["name"] == "test" and counts["palette"] == file.palette.ravel().tolist()
    assert counts["parts"] == [
        [
            part.vertices.ravel().tolist(),
            list(part.polygons.tobytes()),
            part.triangles.ravel().tolist(),
            part.ranges.tolist(),
        ]
    ]
    assert counts["pages"] == [page.ravel().tolist() for page in file.meshes[0].pages]
