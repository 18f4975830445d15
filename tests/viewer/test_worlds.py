"""Worlds in chunks: loaded by ranges, nearest first, within a bound of memory, and drawn as all of the file is."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import serve
from helpers_tvx_tree import ATTACKS, damaged, place_of
from helpers_viewer import View, message, shown
from trivox.core import MeshOptions
from trivox.core.chunks import ChunkOptions
from trivox.core.errors import FormatError
from trivox.core.formats.tvx import read_tvx, tvx_of, write_tvx
from trivox.core.scene.chunked import chunked
from trivox.core.texture import CompactLayout
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode
from trivox.core.voxels.transforms import identity, make_frame

VIEWER = Path(__file__).resolve().parents[2] / "viewer"
SIDE, TALL, CHUNK = 128, 32, 16
PALETTE = np.array([(i * 47 % 256, 255 - i * 13 % 256, i * 7 % 256, 255) for i in range(256)], np.uint8)
SEEN = {
    "oblique": ((-0.53, 0.71, -0.46), (0, 0, 1)),
    "from above": ((0, 0, -1), (0, 1, 0)),
    "-y": ((0, 1, 0), (0, 0, 1)),
}


def land() -> np.ndarray:
    """Hills with holes."""
    x, y, z = np.ogrid[:SIDE, :SIDE, :TALL]
    height = 14 + 8 * np.sin(x / 11) * np.cos(y / 17) + 3 * np.sin(x / 3.1 + y / 2.3)
    hole = np.abs(np.sin(x / 5) + np.sin(y / 6) + np.sin(z / 4)) < 0.25
    grid = np.where((z < height) & ~hole, 1 + (x // 7 + y // 5 + z) % 9, 0).astype(np.uint8)
    grid[:, :, :2] = 12
    return grid


@pytest.fixture(scope="module")
def world() -> bytes:
    """A file of it in chunks around the world's origin."""
    node = SceneNode("land", -1, "shape", (make_frame(0, identity(), (0, 0, 0)),), (ModelFrame(0, 0),))
    scene = Scene(name="land", models=(Model.from_grid(land()),), look=Look(PALETTE), nodes=(node,))
    made = chunked(scene, MeshOptions(), chunks=ChunkOptions(CHUNK), layout=CompactLayout(), jobs=None)
    return write_tvx(None, tvx_of(made), compress=True, by_chunks=True)


@pytest.fixture(scope="module")
def place(world: bytes, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the file."""
    folder = tmp_path_factory.mktemp("worlds")
    (folder / "world.tvx").write_bytes(world)
    with serve({"viewer": VIEWER, "files": folder}) as address:
        yield address


def follow(browser: Any, view: View) -> None:
    """Let the stream load what a picture of its own needs, for as long as it takes."""
    browser.run(
        "(() => { const s = trivox.stream, v = " + view.script() + ";"
        " window.wanted = { matrix: trivox.matrixOf(v), eye: null, forward: v.forward };"
        " s.update(window.wanted, v.height); })()"
    )
    browser.wait_for("(trivox.stream.update(window.wanted, " + str(view.side) + "), trivox.stream.settled)")


def told(browser: Any) -> dict[str, Any]:
    """What the stream knows of itself."""
    return json.loads(
        browser.run(
            "(() => { const s = trivox.stream; return JSON.stringify({ used: s.used, most: s.most, budget: s.budget,"
            " loads: s.loads, requests: s.remote.requests, whole: Boolean(s.remote.whole), errors: s.errors,"
            " shown: s.shown.map((n) => [n.factor, n.far, n.mesh]), nodes: s.nodes.length,"
            " here: s.nodes.filter((n) => n.state === 'here').reduce((sum, n) => sum + n.bytes, 0) }); })()"
        )
    )


def start(browser: Any, place: str, query: str) -> None:
    # The page draws for itself, too, which takes time without a graphics card.
    browser.resize(160, 120)
    browser.open(f"{place}/viewer/index.html?src=/files/world.tvx{query}")
    assert message(browser) == ""
    # Nothing but what a test asks for.
    browser.run("trivox.pause()")
    browser.wait_for("trivox.stream.underWay === 0")


@pytest.mark.parametrize("side", SEEN)
def test_a_streamed_picture_is_that_of_the_whole_file(browser: Any, place: str, side: str) -> None:
    """With no error allowed, in every pixel."""
    view = View(np.array([-SIDE // 2, -SIDE // 2, -TALL // 2]), np.array([SIDE, SIDE, TALL]), *SEEN[side])
    browser.open(f"{place}/viewer/index.html?file=/files/world.tvx")
    assert message(browser) == ""
    wanted = shown(browser, view)
    start(browser, place, "&pixels=0")
    follow(browser, view)
    assert {factor for factor, _, _ in told(browser)["shown"]} == {1}
    found = shown(browser, view)
    assert (wanted[:, :, 3] > 0).mean() > 0.1
    assert (found == wanted).all()


def test_coarser_levels_look_alike_and_leave_no_hole(browser: Any, place: str) -> None:
    """No pixel of the world shows what is behind it, at any level."""
    view = View(np.array([-SIDE // 2, -SIDE // 2, -TALL // 2]), np.array([SIDE, SIDE, TALL]), *SEEN["oblique"])
    pictures = {}
    for pixels in (0, 3, 1000):
        start(browser, place, f"&pixels={pixels}")
        follow(browser, view)
        pictures[pixels] = shown(browser, view), {factor for factor, _, _ in told(browser)["shown"]}
    assert pictures[0][1] == {1}
    assert min(pictures[3][1]) > 1
    assert len(pictures[1000][1]) == 1
    full = pictures[0][0][:, :, 3] > 0
    # Rounding of corners may cost a pixel of the outline, and none within.
    within = full & np.roll(full, 1, 0) & np.roll(full, -1, 0) & np.roll(full, 1, 1) & np.roll(full, -1, 1)
    for pixels in (3, 1000):
        covered = pictures[pixels][0][:, :, 3] > 0
        assert covered[within].all()
        assert np.count_nonzero(full & ~covered) < 10


def test_requests_are_ranges_and_the_nearest_chunks_come_first(browser: Any, place: str, world: bytes) -> None:
    view = View(np.array([-SIDE // 2, -SIDE // 2, -TALL // 2]), np.array([SIDE, SIDE, TALL]), *SEEN["oblique"])
    start(browser, place, "&pixels=0")
    follow(browser, view)
    known = told(browser)
    requests = known["requests"]
    assert requests[0] == [0, 32]
    assert requests[1][0] == 32
    assert not known["whole"]
    assert known["errors"] == 0
    # A request for each mesh, and none twice.
    assert len(requests) == 3 + len(known["loads"]) == 3 + len({load["mesh"] for load in known["loads"]})
    assert sum(size for _, size in requests) <= len(world)
    # Several are under way at a time, so neighbours in the order may change places.
    far = [load["far"] for load in known["loads"] if load["level"] == 0]
    late = [max(far[: number + 1]) - value for number, value in enumerate(far)]
    assert len(far) > 30
    assert np.corrcoef(far, np.arange(len(far)))[0, 1] > 0.8, late


def test_memory_keeps_to_the_budget(browser: Any, place: str) -> None:
    """Far chunks are coarser then, and those no longer seen are given up; all that is seen is drawn."""
    low, size = np.array([-SIDE // 2, -SIDE // 2, -TALL // 2]), np.array([SIDE, SIDE, TALL])
    start(browser, place, "&pixels=0&budget=0.75")
    mixes = []
    for side in (*SEEN, *SEEN):
        view = View(low, size, *SEEN[side])
        follow(browser, view)
        known = told(browser)
        assert known["here"] == known["used"] <= known["most"] <= known["budget"] == 3 * 2**18
        mixes.append({factor for factor, _, _ in known["shown"]})
        holes = shown(browser, view)[:, :, 3] == 0
        start_of_rows = np.flatnonzero(~holes.all(axis=1))
        middle = holes[start_of_rows[len(start_of_rows) // 2]]
        across = np.flatnonzero(~middle)
        assert not middle[across[0] : across[-1]].any()
    # There is no room for all chunks at once; the nearest have it.
    assert any(len(factors) > 1 for factors in mixes)


def test_a_server_without_ranges_gives_all_of_it(browser: Any, place: str, world: bytes, tmp_path: Path) -> None:
    (tmp_path / "world.tvx").write_bytes(world)
    with serve({"viewer": VIEWER, "files": tmp_path}, ranges=False) as address:
        start(browser, address, "&pixels=0")
        known = told(browser)
        assert known["whole"]
        assert len(known["requests"]) == 1
        view = View(np.array([-SIDE // 2, -SIDE // 2, -TALL // 2]), np.array([SIDE, SIDE, TALL]), *SEEN["-y"])
        follow(browser, view)
        assert (shown(browser, view)[:, :, 3] > 0).mean() > 0.1


def test_a_damaged_chunk_is_told_and_the_rest_drawn(browser: Any, place: str, world: bytes, tmp_path: Path) -> None:
    damaged = bytearray(world)
    damaged[-len(world) // 2] ^= 255
    (tmp_path / "world.tvx").write_bytes(damaged)
    with serve({"viewer": VIEWER, "files": tmp_path}) as address:
        browser.open(f"{address}/viewer/index.html?src=/files/world.tvx&pixels=0")
        view = View(np.array([-SIDE // 2, -SIDE // 2, -TALL // 2]), np.array([SIDE, SIDE, TALL]), *SEEN["oblique"])
        follow(browser, view)
        assert "cannot be shown" in message(browser)
        assert told(browser)["errors"] == 1
        assert (shown(browser, view)[:, :, 3] > 0).mean() > 0.1


def test_a_file_without_a_tree_is_shown_whole(browser: Any, place: str, tmp_path: Path) -> None:
    node = SceneNode("cube", -1, "shape", (make_frame(0, identity(), (0, 0, 0)),), (ModelFrame(0, 0),))
    scene = Scene(
        name="cube", models=(Model.from_grid(np.ones((4, 4, 4), np.uint8)),), look=Look(PALETTE), nodes=(node,)
    )
    made = chunked(scene, chunks=ChunkOptions(8, 0), layout=CompactLayout())
    for compress in (False, True):
        (tmp_path / "world.tvx").write_bytes(write_tvx(None, tvx_of(made), compress=compress))
        with serve({"viewer": VIEWER, "files": tmp_path}) as address:
            browser.open(f"{address}/viewer/index.html?src=/files/world.tvx")
            assert message(browser) == ""
            assert browser.run("trivox.stream") is None
            assert browser.run("document.getElementById('drawn').textContent") is not None


def verdict(data: bytes) -> bool:
    """Whether Python reads a file with its tree."""
    try:
        read_tvx(data, extras=True)
    except FormatError:
        return False
    return True


def test_both_readers_say_the_same_of_damaged_trees(browser: Any, place: str) -> None:
    node = SceneNode("cube", -1, "shape", (make_frame(0, identity(), (0, 0, 0)),), (ModelFrame(0, 0),))
    model = Model.from_grid(np.ones((20, 12, 9), np.uint8))
    scene = Scene(name="cube", models=(model,), look=Look(PALETTE), nodes=(node,))
    data = write_tvx(None, tvx_of(chunked(scene, chunks=ChunkOptions(8), layout=CompactLayout())))
    random = np.random.default_rng(2)
    size = place_of(data)[2]
    files = [data, *(damaged(data, byte, value) for byte, value, _ in ATTACKS)]
    files += [damaged(data, int(at), bytes([int(random.integers(256))])) for at in random.integers(0, size, 60)]
    wanted = [verdict(one) for one in files]
    browser.open(f"{place}/viewer/index.html")
    texts = json.dumps([base64.b64encode(one).decode() for one in files])
    found = browser.run(
        "(async () => { const all = []; for (const text of " + texts + ") {"
        " const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));"
        " all.push(await trivox.read(bytes.buffer, () => {}, { extras: true }).then((file) => file.tree.length > 0,"
        " (error) => { if (error.name !== 'TvxError') throw error; return false; })); } return all; })()"
    )
    assert found == wanted
    assert found[0]
    assert 10 < found.count(False) < len(found)
