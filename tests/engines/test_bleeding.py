"""The count of pixels that show what they should not: hand-made pictures, and real ones where three.js can draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("pygltflib", reason="pygltflib is not installed")
import three
from bench_bleeding import BORDERS, VIEWS, Artist, Bench, artist, tables, views_of
from bleeding import FINER, PASSED_OVER, SHIFT, Found, View, away, count, exactly, labels, levels, right, squares
from trivox.core import Look, MeshOptions, Model, Scene, build_mesh, read_vox
from trivox.core.formats.vox import write_vox

RED, BLUE = (200, 0, 0, 255), (0, 0, 200, 255)
CLOSE = View("close", (0.7, 0.6, 1.0), 20.0, (240, 240))
FAR = View("far", (0.7, 0.6, 1.0), 0.7, (40, 40))


def fine() -> np.ndarray:
    """Eight by six pixels: red to the left, blue to the right, nothing in the two rows at the top."""
    picture = np.zeros((6 * FINER, 8 * FINER, 4), np.uint8)
    picture[2 * FINER :, : 4 * FINER] = RED
    picture[2 * FINER :, 4 * FINER :] = BLUE
    return picture


def shown() -> np.ndarray:
    """The same at one sample a pixel."""
    return fine()[::FINER, ::FINER].copy()


def test_right_pixels() -> None:
    assert count(away(shown(), right(fine()))) == Found(4 * 8, 0, 0)


def test_wrong_pixels() -> None:
    picture = shown()
    # Between red and blue: right beside the edge, wrong elsewhere.
    picture[2:, :] = (100, 0, 100, 255)
    apart = away(picture, right(fine()))
    expected = np.full((6, 8), 100)
    expected[:, 3:5], expected[:2] = 0, -1
    assert (apart == expected).all()
    assert count(apart) == Found(32, 24, 100)
    # A stranger is wrong everywhere.
    picture[4, 3] = (100, SHIFT + 1, 100, 255)
    assert count(away(picture, right(fine()))) == Found(32, 25, 100)
    # Too dark only, and too bright only.
    picture = shown()
    picture[3, 0], picture[3, 7] = (150, 0, 0, 255), (0, 0, 240, 255)
    apart = away(picture, right(fine()))
    assert (apart[3, 0], apart[3, 7], apart.sum() + 16) == (50, 40, 90)


def test_the_limit_and_what_is_not_counted() -> None:
    picture, expected = shown(), right(fine())
    picture[3, 1, 1], picture[3, 2, 1] = SHIFT, SHIFT + 1
    assert count(away(picture, expected)) == Found(32, 1, SHIFT + 1)
    picture[3, 1:3, 3] = 0
    assert count(away(picture, expected)) == Found(30, 0, 0)
    some = fine()
    some[4 * FINER + 1, 6 * FINER + 2, 3] = PASSED_OVER
    assert not right(some).counted[4, 6] and right(some).counted.sum() == 31
    # Where nothing is, there is no color to be taken for black.
    assert (right(fine()).least[2, 0] == RED[:3]).all() and (right(fine()).most[2, 0] == RED[:3]).all()


def test_exact_colors() -> None:
    counted = np.ones((6, 8), np.bool_)
    counted[5] = False
    picture = shown()
    picture[4:, 4] = RED
    assert count(away(picture, exactly(shown(), counted))) == Found(24, 1, 200)
    nothing = shown()
    nothing[3] = 0
    assert count(away(picture, exactly(nothing, counted))).pixels == 16
    assert Found(3, 1, 7) + Found(5, 1, 9) + Found(0, 0, 2) == Found(8, 2, 9)
    assert Found(8, 2, 9).share == 0.25 and Found().share == 0


def test_mip_maps() -> None:
    row = np.repeat(np.array([0, 255, 0], np.uint8)[None, :, None], 3, axis=2)
    assert [level.shape for level in levels(np.zeros((5, 12, 3), np.uint8), linear=True)] == [
        (5, 12, 3), (2, 6, 3), (1, 3, 3), (1, 1, 3)]  # fmt: skip
    assert levels(row, linear=False)[1].tolist() == [[[85] * 3]]
    five = np.repeat(np.array([0, 255, 0, 0, 100], np.uint8)[None, :, None], 3, axis=2)
    assert levels(five, linear=False)[1].tolist() == [[[102] * 3, [40] * 3]]
    # Half of all light is 188 of 255 in sRGB.
    assert levels(row[:, :2], linear=True)[1].tolist() == [[[188] * 3]]
    assert levels(np.array([[[100] * 3, [200] * 3]], np.uint8), linear=True)[1].tolist() == [[[160] * 3]]
    assert levels(np.tile(row[:, :2], (4, 4, 1)), linear=False)[1].tolist() == [[[128] * 3] * 4] * 2


def test_squares_are_the_visible_sides() -> None:
    rng = np.random.default_rng(5)
    grid, palette = rng.integers(3, size=(4, 3, 5)).astype(np.uint8), rng.integers(256, size=(256, 4)).astype(np.uint8)
    points, colors, normals = squares(grid, palette)
    expected = set()
    for x, y, z in np.argwhere(grid).tolist():
        for axis in range(3):
            for step in (-1, 1):
                other = np.array([x, y, z])
                other[axis] += step
                inside = (other >= 0).all() and (other < grid.shape).all()
                if not (inside and grid[tuple(other)]):
                    middle = np.array([x, y, z]) + 0.5
                    middle[axis] += step / 2
                    expected.add((middle[0], middle[2], -middle[1], *palette[grid[x, y, z], :3].tolist()))
    found = {(*middle, *color) for middle, color in zip(points.mean(axis=1).tolist(), colors.tolist(), strict=True)}
    assert found == expected and len(points) == len(expected)
    # Each is a square across its normal.
    across = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    assert (np.abs(across) == np.abs(normals)).all()
    assert (np.linalg.norm(points - np.roll(points, 1, axis=1), axis=2) == 1).all()


ALIGNED = ({"border": 2, "texel_scale": 3, "align": True}, {"border": 1, "texel_scale": 4, "align": True})


def test_small_models_are_seen_from_four_sides() -> None:
    assert views_of(np.zeros((5, 60, 5), np.uint8)) == list(VIEWS)
    views = views_of(np.zeros((5, 9, 40), np.uint8))
    others = [view for view in VIEWS if view.name != "close"]
    assert len(views) == len(VIEWS) + 3 * len(others) and len(set(views)) == len(views) and set(VIEWS) <= set(views)
    shapes = {(view.name, view.pixels, view.size, view.side[1], round(np.hypot(*view.side[::2]), 9)) for view in views}
    assert len(shapes) == len(VIEWS)


def test_grazing_views_pass_over_what_faces_them() -> None:
    normals = np.array([(1, 0, 0), (0, -1, 0), (0, 0, 1)], np.int8)
    view = View("grazing", (1.0, 0.17, -0.18), 3.0, (9, 9))
    assert view.passed_over(normals).tolist() == [True, False, True]
    assert not View("far", view.side, 3.0, (9, 9)).passed_over(normals).any()


@pytest.mark.parametrize("options", [{}, {"border": 0}, *ALIGNED], ids=str)
def test_labels_are_one_color_a_tile(options: dict[str, int]) -> None:
    grid = np.random.default_rng(3).integers(4, size=(5, 6, 4)).astype(np.uint8)
    mesh = build_mesh(grid, MeshOptions(**options))
    painted = labels(mesh)[::-1]
    assert painted.shape[:2] == mesh.atlas.shape and set(np.unique(painted)) == {0, 255}
    corners, border, step = mesh.corner_texels(), mesh.options.border, 4 if mesh.options.align else 1
    for number in range(mesh.polygon_count):
        own = corners[mesh.triangle_polygon == number].reshape(-1, 2)
        left, low = (np.floor(own.min(axis=0)).astype(int) - border) // step * step
        end, top = -(-(np.ceil(own.max(axis=0)).astype(int) + border) // step) * step
        tile = painted[low:top, left:end].reshape(-1, 3)
        assert len(tile) == (top - low) * (end - left) and (tile == tile[0]).all()
        around = painted[max(low - 1, 0) : top + 1, max(left - 1, 0) : end + 1]
        assert (around == tile[0]).all(axis=2).sum() == len(tile)


def test_tables_have_all_numbers() -> None:
    class Counts(dict):
        def __missing__(self, case: tuple[str, str, int, str, str]) -> dict[str, Found]:
            self[case] = {"close": Found(100, case[2], 9), "far": Found(10_000, 2, 255), "grazing": Found(5)}
            return self[case]

    class Texels(dict):
        def __missing__(self, case: tuple[str, int]) -> int:
            return 1234

    counts = Counts()
    nothing = {name: Found(7) for name in ("close", "far", "grazing")}
    text = tables([counts, defaultdict(lambda: nothing)], Texels())
    assert text.count("| 0.5 / < 0.1 / 0, 255 |") == len(counts) / len(BORDERS) and "1,234" in text
    assert {case[3] for case in counts} >= {"plain", "BC1", "smooth", "halves"}


@pytest.fixture(scope="module")
def drawing() -> Iterator[Artist]:
    """What draws by three.js."""
    reason = three.missing()
    if reason:
        pytest.skip(reason)
    with artist() as found:
        yield found


@pytest.fixture(scope="module")
def bench(drawing: Artist, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Counts of a model whose neighbors differ much, without a border and with the default one."""
    rng = np.random.default_rng(2)
    grid = rng.integers(1, 256, size=(7, 7, 7)).astype(np.uint8)
    grid[rng.random(grid.shape) < 0.3] = 0
    palette = np.pad(rng.integers(2, size=(256, 3)).astype(np.uint8) * 255, ((0, 0), (0, 1)), constant_values=255)
    path = tmp_path_factory.mktemp("bleeding") / "a.vox"
    write_vox(path, Scene(name="", models=(Model.from_grid(grid),), look=Look(palette), nodes=()))
    made = Bench(drawing, read_vox(path), (CLOSE, FAR))
    for border in (0, MeshOptions.border):
        made.measure("1", border)
    return made


def test_the_default_shows_right_colors_from_close(bench: Bench) -> None:
    for what in ("wrong", "bled"):
        seen = bench.counts[what, "1", MeshOptions.border, "plain", "nearest"]["close"]
        assert seen.pixels > 10_000 and seen.off == 0 and seen.most <= 2
    for kind in ("smooth", "integers", "shorts", "halves"):
        assert bench.counts["bled", "1", MeshOptions.border, kind, "nearest"]["close"].off == 0
    for kind in ("plain", "integers", "shorts", "halves"):
        assert bench.counts["bled", "1", MeshOptions.border, kind, "linear"]["close"].off == 0


def test_the_bench_sees_what_is_wrong(bench: Bench) -> None:
    def share(what: str, border: int, kind: str, name: str, distance: str = "close") -> float:
        return bench.counts[what, "1", border, kind, name][distance].share

    assert share("bled", 0, "smooth", "nearest") > share("bled", 1, "smooth", "nearest")
    assert share("bled", 0, "plain", "linear") > 0.1
    # Filters blur within a tile too, whatever the border.
    assert 0.1 < share("wrong", 1, "plain", "linear") < share("wrong", 0, "plain", "linear")
    assert share("wrong", 1, "BC1", "nearest") > 0.1
    assert share("bled", 1, "plain", "linear, between levels", "far") > 0.1
    assert share("bled", 1, "plain", "nearest", "far") == 0
