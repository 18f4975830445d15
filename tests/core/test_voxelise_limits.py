"""What cannot be voxelised is told in one sentence before memory is taken."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from helpers_voxelise import ball, box, triangles, voxels
from trivox.core import GeometryError, LimitError, OptionError, TrivoxError
from trivox.core.voxelise import Paint, Triangles, VoxeliseOptions, build, simple_material, voxelise
from trivox.core.voxelise.lattice import lattice_of
from trivox.core.voxelise.overlap import moved_behind
from trivox.core.voxels import Material

CUBE = box((0, 0, 0), (1, 1, 1))


def refused(kind: type[TrivoxError], corners: np.ndarray, **options: object) -> str:
    """The sentence with which triangles are refused, having taken little memory."""
    tracemalloc.start()
    with pytest.raises(kind) as caught:
        voxels(corners, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**20 + 20 * corners.nbytes
    text = str(caught.value)
    assert "\n" not in text and not text.endswith(".") and (text[0].islower() or text[0].isdigit())
    return text


@pytest.mark.parametrize("options", [{"voxels": 1000}, {"voxel_size": 0.001}, {"voxel_size": 2.0**-20}])
def test_a_billion_voxels(options):
    assert "268,435,456" in refused(LimitError, CUBE, **options)


def test_a_long_side():
    long = box((0, 0, 0), (3000, 1, 1))
    assert "3,000 x 1 x 1" in refused(LimitError, long, voxel_size=1.0)
    assert voxels(box((0, 0, 0), (2048, 1, 1))).model.voxels == 2048
    assert "2,049" in refused(LimitError, box((0.5, 0, 0), (2048.5, 1, 1)))


def test_no_faces_and_no_size():
    assert "no faces" in refused(GeometryError, np.zeros((0, 3, 3)))
    assert "one point" in refused(GeometryError, np.full((4, 3, 3), 3.0), voxels=10)
    assert "larger than numbers" in refused(GeometryError, (CUBE * 2 - 1) * 1.7e308, voxels=10)
    assert "too far" in refused(GeometryError, CUBE + 1e15)
    assert "keep thin" in refused(GeometryError, CUBE * 0.2, keep_thin=False)


def test_edges_of_voxels_that_are_too_short_or_long():
    assert "edges" in refused(OptionError, CUBE * 1e-9, voxels=10)
    assert "edges" in refused(OptionError, CUBE * 1e9, voxels=10)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("field", ["corners", "uv", "color"])
def test_values_that_are_not_finite(bad, field):
    arrays = {
        "corners": CUBE.copy(),
        "uv": np.zeros((12, 3, 2), np.float32),
        "color": np.ones((12, 3, 4), np.float32),
    }
    arrays[field][7, 1, 0] = bad
    with pytest.raises(GeometryError, match=f"1 triangles, the first of them number 7, have values in {field}"):
        triangles(arrays.pop("corners"), **arrays)


def test_large_values_that_are_finite_are_taken():
    corners = np.full((1, 3, 3), 1e308)
    assert len(triangles(corners)) == 1


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"voxels": 5, "voxel_size": 1.0},
        {"voxel_size": -1.0},
        {"voxel_size": 0.0},
        {"voxel_size": float("nan")},
        {"voxel_size": 2.0**-21},
        {"voxel_size": "1"},
        {"voxels": 0},
        {"voxels": 2049},
        {"voxels": True},
        {"voxels": 3.0},
        {"voxels": 3, "colors": 0},
        {"voxels": 3, "colors": 256},
        {"voxels": 3, "colors": None},
        {"voxels": 3, "surface": "thick"},
        {"voxels": 3, "origin": (0.0, 1.0)},
        {"voxels": 3, "origin": (0.0, 1.0, float("inf"))},
    ],
)
def test_options_that_cannot_be(options):
    with pytest.raises(OptionError):
        VoxeliseOptions(**options)


@pytest.mark.parametrize(
    "wrong",
    [
        {"corners": CUBE.astype(np.float32)},
        {"corners": CUBE[:, :2]},
        {"material": np.zeros(12, np.int64)},
        {"material": np.zeros(11, np.int32)},
        {"material": np.full(12, -1, np.int32)},
        {"uv": np.zeros((12, 3, 3), np.float32)},
        {"uv": np.zeros((12, 3, 2))},
        {"color": np.zeros((12, 3, 3), np.float32)},
        {"color": np.zeros((11, 3, 4), np.float32)},
    ],
)
def test_arrays_that_cannot_be(wrong):
    with pytest.raises(OptionError):
        Triangles(**{"corners": CUBE, "material": np.zeros(12, np.int32)} | wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"color": (1, 1, 1)},
        {"color": (1, 1, 2, 1)},
        {"color": (1, 1, float("nan"), 1)},
        {"image": np.zeros((2, 2, 3), np.uint8)},
        {"image": np.zeros((0, 2, 4), np.uint8)},
        {"image": np.zeros((2, 2, 4))},
    ],
)
def test_paints_that_cannot_be(wrong):
    with pytest.raises(OptionError):
        Paint(**wrong)


def test_a_material_without_a_paint():
    with pytest.raises(OptionError, match="material 2, but there are 2 paints"):
        voxelise(triangles(CUBE, np.full(12, 2, np.int32)), [Paint()] * 2, VoxeliseOptions(voxels=3))


def test_what_is_found_too_large_on_the_way(monkeypatch):
    shape = ball(8)
    monkeypatch.setattr(build, "MAX_VOXELS", 2000)
    with pytest.raises(LimitError, match=r"fills 2,\d+ voxels"):
        voxels(shape)
    monkeypatch.setattr(build, "MAX_PAIRS", 800)
    assert "times" in refused(LimitError, shape)
    monkeypatch.setattr(build, "MAX_TRIANGLES", 7)
    assert "triangles" in refused(LimitError, shape)


def test_as_much_as_the_limits_say_is_taken(monkeypatch):
    lattice, places = lattice_of(CUBE * 3, VoxeliseOptions(voxel_size=1.0))
    pairs = build._most_pairs(moved_behind(places, lattice.steps), lattice.steps)
    for name, most in (("MAX_VOXELS", 27), ("MAX_TRIANGLES", 12), ("MAX_PAIRS", pairs)):
        with monkeypatch.context() as patch:
            patch.setattr(build, name, most)
            assert voxels(CUBE * 3).model.voxels == 27
            patch.setattr(build, name, most - 1)
            refused(LimitError, CUBE * 3)


@pytest.mark.parametrize(
    "shape",
    [ball(8), ball(8, times=5), CUBE * 31 + 0.5, CUBE * (90, 0.1, 0.1) + 0.45, CUBE * 0.2 + 0.9, ball(60, times=1)],
)
def test_the_estimate_of_pairs_is_not_exceeded(monkeypatch, shape):
    made = []
    monkeypatch.setattr(build, "_without_holes", lambda mesh, reached, *_rest: made.append(reached) or reached)
    corners = triangles(shape, uv=np.zeros((len(shape), 3, 2), np.float32))
    voxelise(corners, [Paint()], VoxeliseOptions(voxel_size=1.0))
    monkeypatch.setattr(build, "MAX_PAIRS", len(made[0].cell) - 1)
    with pytest.raises(LimitError):
        voxelise(corners, [Paint()], VoxeliseOptions(voxel_size=1.0))


def test_materials_of_numbers():
    assert simple_material() == Material() == simple_material(roughness=0.9, strength=3)
    assert simple_material("metal", roughness=0.2, ior=3) == Material("metal", metallic=1.0, roughness=0.2)
    assert simple_material("glass", transparency=0.5).transparency == 0.5
    for strength in (0.0, 0.03, 0.3, 1.0, 2.0, 10.0, 1234.5):
        light = simple_material("emit", strength=strength)
        assert light.emission * 10**light.flux == pytest.approx(strength)
        assert 0 <= light.emission <= 1 and light.flux >= 0
