"""Merging keys: polygons of one colour or of one material class, in every mode, against independent labelling."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_cover import cover_size_by_program, planes_of
from helpers_labels import labelled_counts
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import Look, MeshOptions, OptionError, build_mesh, build_model, read_vox
from trivox.core.checks import check_mesh
from trivox.core.mesh.mesh import Mesh
from trivox.core.voxels import Material

FILES = sorted({record["file"] for record in oracle.shared_json("models", "truth.json")})
SMALL = ["chr_knight.vox", "chr_sword.vox", "chr_fox.vox"]
LARGE = ["monu10.vox", "dragon.vox", "T-Rex.vox", "deer.vox"]

needs_models = pytest.mark.skipif(not FILES, reason="the folder of public models (TRIVOX_SHARED) is absent")

COLOURS = np.arange(256)
CLASSES = np.random.default_rng(8).integers(-2, 2, 256)
"""Material classes of the palette indices, far fewer than colours."""
KINDS = ("diffuse", "metal", "emit", "diffuse")
LOOK = Look(np.zeros((256, 4), np.uint8), tuple(Material(kind=KINDS[k]) for k in CLASSES))

KEYS = {"any": None, "color": COLOURS, "material": CLASSES}


@lru_cache(maxsize=1)
def first_grid(file: str) -> np.ndarray:
    """The first model of a file."""
    path = oracle.shared("models")
    assert path is not None
    return read_vox(path / file).models[0].colors


def built(grid: np.ndarray, options: MeshOptions) -> Mesh:
    """Build with the material classes, and prove."""
    mesh = build_mesh(grid, options, material_class=CLASSES)
    assert check_mesh(grid, mesh, CLASSES) == []
    return mesh


def check_counts(mesh: Mesh, expected: dict[str, int]) -> None:
    """Counts of labelled images, with the triangles that the mode makes of them."""
    mode, counts = mesh.options.mode, mesh.counts
    for name in ("planes", "faces", "polygons", "corners", "holes"):
        assert counts[name] == expected[name], name
    triangles = {
        "faces": 2 * expected["faces"],
        "polygons": expected["triangles"],
        "watertight": expected["watertight"],
        "rectangles": 2 * expected["rectangles"],
    }
    assert counts.stages["polygons"] == expected["triangles"]
    if mode == "cutout":
        assert 2 * counts.planes <= counts.lower_bound <= counts.triangles <= triangles["rectangles"]
        return
    assert (counts.lower_bound, counts.proven_planes) == (counts.triangles, counts.planes)
    if mode == "fewest":
        assert 2 * counts.planes <= counts.triangles <= triangles["rectangles"]
    else:
        assert counts.triangles == triangles[mode]
    if mode in ("polygons", "watertight"):
        assert counts.vertices == expected["vertices"]


def check_flat(grid: np.ndarray, mesh: Mesh) -> None:
    """Every polygon points at one texel, and each colour that is seen has one; cutouts have tiles too."""
    if mesh.options.mode == "cutout":
        return
    first = np.searchsorted(mesh.triangle_polygon, mesh.triangle_polygon)
    assert (mesh.corner_texels() == mesh.corner_texels()[first, :1]).all()
    column, row = mesh.corner_texels()[:, 0].astype(int).T
    seen: set[int] = set()
    for direction, plane, image in oracle.visible_planes(grid, mesh.options.interior):
        seen |= set(oracle.layers(grid, direction)[plane - (direction % 2 == 0)][image].tolist())
    assert set(mesh.atlas[row, column].tolist()) == seen
    assert mesh.counts.tiles == len(seen)


OPTIONS = st.builds(
    MeshOptions,
    mode=st.sampled_from(oracle.ALL_MODES),
    interior=st.sampled_from(oracle.INTERIORS),
    merge=st.sampled_from(["color", "material"]),
)


@settings(max_examples=300)
@given(oracle.grids(), OPTIONS)
def test_random_grids(grid: np.ndarray, options: MeshOptions) -> None:
    mesh = built(grid, options)
    keys = KEYS[options.merge]
    check_counts(mesh, labelled_counts(grid, options.interior, keys))
    if options.mode in oracle.MODES:
        expected = oracle.oracle_counts(grid, options.mode, options.interior, keys)
        assert {name: mesh.counts[name] for name in oracle.COUNTED} == expected
    if options.merge == "color":
        check_flat(grid, mesh)


@settings(max_examples=60)
@given(oracle.plates(), st.sampled_from(oracle.ALL_MODES))
def test_plates_with_holes(grid: np.ndarray, mode: str) -> None:
    check_counts(built(grid, MeshOptions(mode, merge="color")), labelled_counts(grid, "remove", COLOURS))


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
@pytest.mark.parametrize("merge", KEYS)
@pytest.mark.parametrize("file", SMALL)
@needs_models
def test_small_models(file: str, merge: str, mode: str) -> None:
    grid = first_grid(file)
    mesh = built(grid, MeshOptions(mode, merge=merge))
    check_counts(mesh, labelled_counts(grid, "remove", KEYS[merge]))
    if merge == "color":
        check_flat(grid, mesh)
    if mode == "fewest":
        planes = planes_of(grid, "remove", KEYS[merge])
        assert mesh.counts.triangles == 2 * sum(cover_size_by_program(p.shown, p.allowed) for p in planes)


@pytest.mark.parametrize("merge", ["color", "material"])
@pytest.mark.parametrize("file", LARGE)
@needs_models
def test_large_models(file: str, merge: str) -> None:
    grid = first_grid(file)
    expected = labelled_counts(grid, "remove", KEYS[merge])
    for mode in oracle.ALL_MODES:
        mesh = built(grid, MeshOptions(mode, merge=merge))
        check_counts(mesh, expected)
        if merge == "color":
            check_flat(grid, mesh)


@pytest.mark.parametrize("file", ["chr_knight.vox"])
@needs_models
def test_turned_models_have_the_same_counts(file: str) -> None:
    grid = first_grid(file)
    for mode in ("watertight", "fewest"):
        meshes = [build_mesh(turned, MeshOptions(mode, merge="color")) for turned in oracle.orientations(grid)]
        names = ("triangles", "lower_bound", *oracle.MODEL_COUNTS)
        assert len({tuple(mesh.counts[name] for name in names) for mesh in meshes}) == 1


# How keys relate.


def arrays(mesh: Mesh) -> bytes:
    """Everything but which options were given."""
    return oracle.mesh_bytes(replace(mesh, options=MeshOptions(mesh.options.mode)))


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_keys_that_come_to_the_same_give_the_same_mesh(mode: str) -> None:
    grid = np.random.default_rng(2).integers(0, 4, (6, 7, 5)).astype(np.uint8)
    whole = arrays(build_mesh(grid, MeshOptions(mode)))
    by_material = MeshOptions(mode, merge="material")
    assert arrays(build_mesh(grid, by_material)) == whole
    assert arrays(build_mesh(grid, by_material, material_class=np.full(256, 7))) == whole
    if mode not in ("fewest", "cutout"):
        # In these, what hides a place lends it its colour if both are of one material.
        assert arrays(build_mesh(grid, MeshOptions(mode), material_class=COLOURS)) == whole
    by_colour = arrays(build_mesh(grid, MeshOptions(mode, merge="color")))
    assert arrays(build_mesh(grid, by_material, material_class=COLOURS)) == by_colour
    assert arrays(build_mesh(grid, by_material, material_class=COLOURS * 10**15 - 5)) == by_colour
    assert arrays(build_mesh(grid, MeshOptions(mode, merge="color"), material_class=CLASSES)) == by_colour
    one_colour = (grid != 0).astype(np.uint8)
    assert arrays(build_mesh(one_colour, MeshOptions(mode, merge="color"))) == arrays(
        build_mesh(one_colour, MeshOptions(mode))
    )


@settings(max_examples=100)
@given(oracle.grids(longest=5), st.sampled_from(oracle.RECTANGLE_MODES))
def test_finer_keys_never_need_fewer_rectangles(grid: np.ndarray, mode: str) -> None:
    made = [
        build_mesh(grid, MeshOptions(mode, merge=merge), material_class=CLASSES).counts.triangles
        for merge in ("any", "material", "color")
    ]
    assert made == sorted(made)


@pytest.mark.parametrize("mode", oracle.ALL_MODES)
def test_names_of_classes_do_not_matter(mode: str) -> None:
    grid = np.random.default_rng(3).integers(0, 6, (7, 6, 5)).astype(np.uint8)
    options = MeshOptions(mode, merge="material")
    one, other = (build_mesh(grid, options, material_class=c) for c in (CLASSES, -3 * CLASSES))
    names = ("triangles", "lower_bound", *oracle.MODEL_COUNTS)
    assert [one.counts[name] for name in names] == [other.counts[name] for name in names]
    assert check_mesh(grid, one, -3 * CLASSES) == []


def test_a_striped_wall() -> None:
    """Three stripes: a polygon each if merged by colour, one all the same if two of the colours are of one class."""
    wall = np.repeat(np.array([1, 2, 1], np.uint8), 4).reshape(12, 1, 1).repeat(3, axis=2)
    classes = np.zeros(256, np.int64)
    counts = {m: build_mesh(wall, MeshOptions(merge=m), material_class=classes).counts for m in KEYS}
    assert [counts[m].polygons for m in KEYS] == [6, 14, 6]
    assert [counts[m].planes for m in KEYS] == [6, 10, 6]
    classes[2] = 1
    assert build_mesh(wall, MeshOptions(merge="material"), material_class=classes).counts.polygons == 14


def test_there_must_be_a_class_for_each_index() -> None:
    for classes in (np.zeros(255, int), np.zeros((256, 1), int)):
        with pytest.raises(OptionError, match=r"it must be \(256,\)"):
            build_mesh(oracle.solid(1, 1, 1), MeshOptions(merge="material"), material_class=classes)


@needs_models
def test_sparse_models_take_classes_too() -> None:
    path = oracle.shared("models")
    assert path is not None
    (model,) = read_vox(path / "chr_fox.vox").models
    options = MeshOptions("fewest", merge="material")
    one, other = build_model(model, options, LOOK), build_mesh(model.colors, options, None, LOOK.merging_class)
    assert oracle.mesh_bytes(one) == oracle.mesh_bytes(other)
    assert one.counts.triangles > build_model(model, MeshOptions("fewest")).counts.triangles
