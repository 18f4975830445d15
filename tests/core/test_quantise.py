"""Colors and palettes: nothing is lost where there is room, little where there is not, and kinds stay apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import LimitError, OptionError
from trivox.core.voxels import quantise
from trivox.core.voxels.median_cut import representatives
from trivox.core.voxels.oklab import from_oklab, nearest, to_oklab
from trivox.core.voxels.quantise import reduce_colors, thresholds


def some_colors(count: int, seed: int = 0, opaque: bool = True) -> np.ndarray:
    colors = np.random.default_rng(seed).integers(0, 256, (count, 4), dtype=np.uint8)
    if opaque:
        colors[:, 3] = 255
    return colors


def error(colors: np.ndarray, reduced) -> float:
    return float(np.sqrt(((to_oklab(colors) - to_oklab(reduced.palette[reduced.index])) ** 2).sum(axis=1).mean()))


@given(st.integers(1, 255), st.integers(0, 10**6), st.booleans())
def test_up_to_255_colors_are_kept(count, seed, opaque):
    colors = some_colors(count, seed, opaque)[np.random.default_rng(seed).integers(0, count, 600)]
    reduced = reduce_colors(colors)
    assert reduced.exact
    assert (reduced.palette[reduced.index] == colors).all()
    assert reduced.index.dtype == np.uint8 and reduced.palette.dtype == np.uint8 and reduced.palette.shape == (256, 4)
    used = len(np.unique(colors, axis=0))
    assert sorted(set(reduced.index.tolist())) == list(range(1, used + 1))
    assert not reduced.palette[0].any() and not reduced.palette[used + 1 :].any()
    assert reduced.group.tolist() == [-1] + [0] * used + [-1] * (255 - used)


def test_no_colors_at_all():
    reduced = reduce_colors(np.zeros((0, 4), np.uint8))
    assert reduced.exact and len(reduced.index) == 0 and not reduced.palette.any()
    assert len(reduce_colors(np.zeros((0, 4), np.uint8), palette=some_colors(3)).index) == 0


@given(st.integers(1, 40), st.integers(0, 10**6))
@settings(max_examples=40)
def test_of_more_each_goes_to_the_nearest_entry(count, seed):
    colors = some_colors(400, seed, opaque=False)
    reduced = reduce_colors(colors, count)
    assert not reduced.exact
    assert reduced.index.min() >= 1 and reduced.index.max() <= count
    used = np.flatnonzero(reduced.group >= 0)
    points, targets = to_oklab(colors), to_oklab(reduced.palette[used])
    far = np.sqrt(((points[:, None] - targets) ** 2).sum(axis=2))
    mine = np.sqrt(((points - to_oklab(reduced.palette[reduced.index])) ** 2).sum(axis=1))
    assert (mine <= far.min(axis=1) + 1e-7).all()


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_order_of_colors_does_not_matter(seed):
    colors, group = some_colors(700, seed), np.arange(700) % 3
    order = np.random.default_rng(seed).permutation(700)
    one, other = reduce_colors(colors, 32, group=group), reduce_colors(colors[order], 32, group=group[order])
    assert (one.palette == other.palette).all() and (one.group == other.group).all()
    assert (one.index[order] == other.index).all()


def test_a_palette_is_as_good_as_that_of_others():
    image = pytest.importorskip("PIL.Image")
    random = np.random.default_rng(2)
    ramps = np.clip(random.normal(random.integers(0, 256, (12, 1, 3)), 18, (12, 500, 3)), 0, 255).astype(np.uint8)
    for colors in (some_colors(6000), np.column_stack([ramps.reshape(-1, 3), np.full(6000, 255, np.uint8)])):
        for count in (8, 32, 255):
            ours = error(colors, reduce_colors(colors, count))
            picture = image.fromarray(colors[None, :, :3]).quantize(count, dither=image.Dither.NONE, kmeans=3)
            table = np.array(picture.getpalette(), np.uint8).reshape(-1, 3)[np.array(picture)[0]]
            away = to_oklab(colors) - to_oklab(np.insert(table, 3, 255, axis=1))
            assert ours < np.sqrt((away**2).sum(axis=1).mean())


def test_two_clouds_become_their_middles():
    dark = np.array([[20, 20, 20, 255], [24, 24, 24, 255], [22, 22, 22, 255]], np.uint8)
    colors = np.concatenate([dark, dark + np.array([180, 0, 0, 0], np.uint8)])
    reduced = reduce_colors(np.repeat(colors, 5, axis=0), 2)
    assert np.abs(reduced.palette[1:3].astype(int) - [[22, 22, 22, 255], [202, 22, 22, 255]]).max() <= 1
    assert reduced.index.tolist() == [1] * 15 + [2] * 15


def test_what_is_frequent_weighs_more():
    colors = np.array([[100, 100, 100, 255]] * 99 + [[140, 140, 140, 255]], np.uint8)
    assert np.abs(reduce_colors(colors, 1).palette[1, :3].astype(int) - 100).max() <= 1


def test_very_many_colors_are_averaged_first(monkeypatch):
    colors, group, seen = some_colors(4000, opaque=False), np.arange(4000) % 3, []
    # Few share the upper bits of random bytes; of what is near each other most do.
    colors[2000:] = (colors[2000:] >> 4) + 64
    different = len(np.unique(np.column_stack([colors, group]), axis=0))
    exact = reduce_colors(colors, group=group)

    def heard(points, weight, owner, count):
        seen.append((len(points), weight.sum(), np.bincount(owner, weight).tolist()))
        return representatives(points, weight, owner, count)

    monkeypatch.setattr(quantise, "representatives", heard)
    monkeypatch.setattr(quantise, "_MANY", different - 1)
    reduced = reduce_colors(colors, group=group)
    assert (reduced.group[reduced.index] == group).all()
    cells = np.unique(np.column_stack([colors >> 3, group]), axis=0)
    ((count, total, sizes),) = seen
    assert count == len(cells) < 3500 and total == 4000 and sizes == np.bincount(group).tolist()
    assert error(colors, reduced) < 1.15 * error(colors, exact)
    seen.clear()
    monkeypatch.setattr(quantise, "_MANY", different)
    reduce_colors(colors, group=group)
    assert seen[0][0] == different


@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from([6, 60, 255]))
@settings(max_examples=25)
def test_groups_never_share_an_entry(groups, seed, count):
    random = np.random.default_rng(seed)
    colors = some_colors(random.integers(1, 60), seed)[random.integers(0, 1, 500)]
    colors = np.concatenate([colors, some_colors(300, seed)])
    values = random.integers(-(10**9), 10**9, groups)
    group = values[random.integers(0, groups, len(colors))]
    for palette in (None, some_colors(40, seed + 1)):
        reduced = reduce_colors(colors, count, palette, group=group)
        assert (reduced.group[reduced.index] == group).all()
        mixed = reduce_colors(colors, count, palette, random.integers(-9, 9, (len(colors), 3)), group)
        assert (mixed.group[mixed.index] == group).all()
    # The entries given stay where they are.
    assert (reduced.palette[1:41] == palette).all()


def test_more_groups_than_entries():
    colors, group = some_colors(50), np.arange(50)
    with pytest.raises(LimitError, match="50 materials"):
        reduce_colors(colors, 49, group=group)
    assert reduce_colors(colors, 50, group=group).exact
    with pytest.raises(LimitError, match="once more"):
        reduce_colors(np.repeat(colors, 6, axis=0), palette=colors, group=np.tile(np.arange(6), 50))


@given(st.integers(1, 255), st.integers(0, 10**6))
@settings(max_examples=30)
def test_a_given_palette_is_taken_as_it_is(count, seed):
    palette, colors = some_colors(count, seed, opaque=False), some_colors(300, seed + 1, opaque=False)
    colors = np.concatenate([colors, palette])
    reduced = reduce_colors(colors, palette=palette)
    assert (reduced.palette[1 : count + 1] == palette).all() and not reduced.palette[count + 1 :].any()
    far = ((to_oklab(colors)[:, None] - to_oklab(palette)) ** 2).sum(axis=2)
    mine = far[np.arange(len(colors)), reduced.index - 1]
    assert (mine <= far.min(axis=1) + 1e-12).all()
    assert (palette[reduced.index[300:] - 1] == palette).all()


def test_the_group_that_uses_an_entry_most_has_it():
    palette = np.array([[0, 0, 0, 255], [255, 255, 255, 255]], np.uint8)
    colors = np.array([[9, 9, 9, 255]] * 3 + [[8, 8, 8, 255]] * 5 + [[250, 250, 250, 255]], np.uint8)
    reduced = reduce_colors(colors, palette=palette, group=np.array([4] * 3 + [7] * 5 + [4]))
    assert reduced.index.tolist() == [3] * 3 + [1] * 5 + [2]
    assert reduced.palette[3].tolist() == [0, 0, 0, 255]
    assert reduced.group[:5].tolist() == [-1, 7, 4, 4, -1]


def test_a_given_palette_and_its_copies_fill_all_entries():
    palette = np.column_stack(
        [np.repeat(np.arange(255, dtype=np.uint8)[:, None], 3, axis=1), np.full(255, 255, np.uint8)]
    )
    colors, group = palette[[7, 7, 7]], np.array([1, 1, 2])
    reduced = reduce_colors(colors, palette=palette[:254], group=group)
    assert reduced.index.tolist() == [8, 8, 255] and (reduced.palette[255] == palette[7]).all()
    with pytest.raises(LimitError, match="has 255 colors and 1 of them are needed once more"):
        reduce_colors(colors, palette=palette, group=group)


def test_thresholds_fill_space_evenly():
    cells = np.stack(np.meshgrid(*[np.arange(-4, 4)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    value = thresholds(cells)
    assert sorted(set(value.tolist())) == [(step + 0.5) / 64 for step in range(64)]
    for low in ([-4, -4, -4], [-2, -1, -3], [0, 0, 0]):
        block = ((cells >= low) & (cells < np.add(low, 4))).all(axis=1)
        assert len(set(value[block].tolist())) == 64
    # The first half is a checkerboard.
    assert ((value < 0.5) == (cells.sum(axis=1) % 2 == 0)).all()
    # So are planes: each row of four has two of the first half.
    assert (thresholds(cells + 4) == value).all()


def test_mixing_gives_the_right_average():
    palette = np.array([[0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 255]], np.uint8)
    cells = np.stack(np.meshgrid(*[np.arange(8)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    for gray in (30, 99, 140, 220):
        colors = np.tile(np.array([gray, gray, gray, 255], np.uint8), (512, 1))
        reduced = reduce_colors(colors, palette=palette, dither_at=cells)
        lightness = to_oklab(reduced.palette[reduced.index])[:, 0].mean()
        assert lightness == pytest.approx(to_oklab(colors[:1])[0, 0], abs=0.02)
        assert set(reduced.index.tolist()) == {1, 2}
    # What the palette has is never mixed.
    kept = np.array([[0, 0, 0, 255], [255, 0, 0, 255], [128, 128, 128, 255]], np.uint8).repeat(64, axis=0)
    reduced = reduce_colors(kept, palette=palette, dither_at=np.concatenate([cells[:64]] * 3))
    assert reduced.index[:128].tolist() == [1] * 64 + [3] * 64
    # Where all have an entry nothing is.
    assert reduce_colors(kept, dither_at=np.concatenate([cells[:64]] * 3)).exact


def test_colors_near_each_other_are_mixed_rather_than_black_and_white():
    gray = np.array([0, 255, 90, 170, 110, 150], np.uint8)
    palette = np.column_stack([gray, gray, gray, np.full(6, 255, np.uint8)])
    cells = np.stack(np.meshgrid(*[np.arange(4)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    for value in (120, 130, 140):
        colors = np.tile(np.array([value, value, value, 255], np.uint8), (64, 1))
        assert set(reduce_colors(colors, palette=palette, dither_at=cells).index.tolist()) == {5, 6}


def test_oklab_against_known_values():
    colors = np.array([[255, 255, 255, 255], [255, 0, 0, 0], [0, 255, 0, 51], [0, 0, 255, 255], [0, 0, 0, 0]], np.uint8)
    known = [
        [1, 0, 0, 1],
        [0.62796, 0.22486, 0.12585, 0],
        [0.86644, -0.23389, 0.17950, 0.2],
        [0.45201, -0.03246, -0.31153, 1],
        [0, 0, 0, 0],
    ]
    assert np.abs(to_oklab(colors) - known).max() < 1e-4
    everything = some_colors(5000, 4, opaque=False)
    assert (from_oklab(to_oklab(everything)) == everything).all()


def test_the_nearest_of_targets():
    points, targets = np.random.default_rng(0).random((50, 4)), np.random.default_rng(1).random((9, 4))
    expected = [int(((targets - point) ** 2).sum(axis=1).argmin()) for point in points]
    assert nearest(points, targets).tolist() == expected
    assert nearest(points, np.repeat(targets[:1], 3, axis=0)).tolist() == [0] * 50


def test_representatives_of_equal_points():
    points = np.zeros((5, 2))
    means, owner = representatives(points, np.ones(5), np.array([0, 0, 1, 1, 1]), 4)
    assert means.tolist() == [[0, 0], [0, 0]] and owner.tolist() == [0, 1]


def test_a_cut_takes_most_of_the_error_away():
    points = np.array([[0.0], [0.1], [0.2], [5.0]])
    means, _owner = representatives(points, np.array([1.0, 1, 1, 1]), np.zeros(4, np.int64), 2)
    assert means.ravel().tolist() == pytest.approx([0.1, 5.0])
    means, _owner = representatives(points, np.array([9.0, 1, 1e-6, 1]), np.zeros(4, np.int64), 3)
    assert sorted(means.ravel().tolist())[0] == pytest.approx(0.0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"colors": np.zeros((3, 3), np.uint8)},
        {"colors": np.zeros((3, 4))},
        {"count": 0},
        {"count": 256},
        {"count": True},
        {"count": 3.0},
        {"palette": np.zeros((0, 4), np.uint8)},
        {"palette": np.zeros((256, 4), np.uint8)},
        {"palette": np.zeros((5, 3), np.uint8)},
        {"dither_at": np.zeros((2, 3), np.int64)},
        {"dither_at": np.zeros((3, 3))},
        {"group": np.zeros(2, np.int64)},
        {"group": np.zeros(3)},
    ],
)
def test_arguments_that_cannot_be(wrong):
    with pytest.raises(OptionError):
        reduce_colors(**{"colors": np.zeros((3, 4), np.uint8)} | wrong)
