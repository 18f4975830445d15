"""Background between faces: none in watertight meshes, and the bench that counts it finds what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import helpers_tvx as ht
import numpy as np
import pytest
from browser import DRAWING, Browser, serve
from cracks import Bench, Drawing, largest_model, same_colors, served, views
from trivox.core.mesh.modes import MODES
from trivox.core.voxels import Look, Model

PALETTE = np.array([(i * 29 % 256, 255 - i, i * 7 % 256, 255) for i in range(256)], np.uint8)
SIZE, VIEWS = 200, 6
MODELS = [path for path in ht.models() if path.stem in ("monu2", "teapot")]
FACES = Drawing("plain", "faces", 0.0)
VIEWER = Drawing("viewer", "cutout", 0.0)


@pytest.fixture(scope="module")
def bench(launch: Callable[..., Browser], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """SwiftShader rounds corners to 1/16 pixel, so cracks are many."""
    files = tmp_path_factory.mktemp("cracks")
    with serve(served(files)) as address:
        yield Bench(launch(*DRAWING), address, files, SIZE)


def terraces() -> tuple[Model, Look]:
    """A hill of many steps in random colors."""
    rng = np.random.default_rng(2)
    height = rng.integers(1, 9, (20, 20))
    grid = np.where(np.arange(9) < height[:, :, None], rng.integers(1, 9, (20, 20, 9)), 0).astype(np.uint8)
    return Model.from_grid(grid), Look(PALETTE)


@pytest.mark.parametrize("path", MODELS or [None], ids=lambda path: path.stem if path else "none")
def test_nothing_shows_between_watertight_faces(path: Path | None, bench: Bench) -> None:
    if path is None:
        pytest.skip("the folder of public models is not there")
    bench.load(*largest_model(path), [FACES, *(Drawing(way, "watertight", 0.0) for way in ("plain", "viewer"))])
    for counts in bench.measure(VIEWS):
        assert counts["filled"] > 10_000 and counts["crack"] == counts["outside"] == 0


def test_an_overlap_and_the_viewer_cover_cracks(bench: Bench) -> None:
    drawings = [FACES, *(Drawing("plain", "rectangles", share) for share in (0.0, 0.02))]
    drawings += [Drawing("viewer", mode.name, 0.0) for mode in MODES.values() if mode.junctions == "inside planes"]
    bench.load(*terraces(), drawings)
    faces, plain, covered, *viewer = bench.measure(2 * VIEWS)
    assert faces["crack"] == 0 and plain["crack"] > 20
    assert covered["crack"] < plain["crack"] / 4
    for counts in viewer:
        assert counts["crack"] < plain["crack"] / 4
        # No color goes further than the 1/16 pixel that rays tell of, but for corners that are rounded beyond.
        assert counts["outside"] < 1e-4 * counts["filled"]


def rubble() -> tuple[Model, Look]:
    """Half of all cells, at random: cut-outs are clear in as many places as they show."""
    return Model.from_grid((np.random.default_rng(7).random((16, 16, 16)) < 0.5).astype(np.uint8)), Look(PALETTE)


def test_cut_outs_reach_over_clear_texels_too(bench: Bench) -> None:
    """In the viewer; where nobody looks beyond clear texels, these models show 10 cracks there."""
    found = []
    for made in (terraces(), rubble()):
        bench.load(*made, [FACES, *(Drawing("plain", "cutout", share) for share in (0.0, 0.02)), VIEWER])
        found.append([counts["crack"] for counts in bench.measure(2 * VIEWS)])
    faces, plain, covered, viewer = np.sum(found, axis=0)
    assert faces == 0 and plain > 20
    assert covered < plain / 2 and viewer <= 2


def test_what_is_missing_or_wrong_is_counted(bench: Bench) -> None:
    """What is drawn lacks a pillar, has one more, and another color than the voxels that rays go through."""
    model, look = terraces()
    changes = {"crack": (np.s_[5:9, 5:9], 0), "outside": (np.s_[2:4, 2:4, :], 9)}
    bench.load(model, look, [FACES])
    (right,) = bench.measure(VIEWS)
    assert right["crack"] == right["wrong"] == right["outside"] == 0
    grid = model.colors.copy()
    grid[grid == 3] = 4
    bench.load(model, look, [FACES], drawn=Model.from_grid(grid))
    (found,) = bench.measure(VIEWS)
    assert found["wrong"] > 10 and found["filled"] == right["filled"] and found["crack"] == found["outside"] == 0
    for kind, (place, color) in changes.items():
        grid = model.colors.copy()
        grid[place] = color
        bench.load(model, look, [FACES], drawn=Model.from_grid(grid))
        (found,) = bench.measure(VIEWS)
        assert found[kind] > 5 and (found["filled"] > right["filled"]) == (kind == "outside")


def test_views_are_oblique_and_always_the_same() -> None:
    one, other = (list(views(np.zeros(3), np.full(3, 10.0), 50)) for _ in range(2))
    assert one == other and len(one) == 50
    for view in one:
        forward, up = np.array(view["forward"]), np.array(view["up"])
        assert np.abs(forward).max() < 0.9999 and abs(forward @ up) < 1e-9 and np.linalg.norm(up) == pytest.approx(1)
        assert 0 < view["depth"][0] < view["depth"][1]


def test_equal_colors_count_as_one() -> None:
    palette = PALETTE.copy()
    palette[7] = palette[3]
    same = same_colors(Look(palette))
    assert same[:9] == [0, 1, 2, 3, 4, 5, 6, 3, 8]
