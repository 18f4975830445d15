"""The proofs take any mesh and arguments of the right kind: a sentence for each fault, never another error."""

from __future__ import annotations

from dataclasses import fields, replace
from operator import attrgetter

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_bodies import Model, models
from helpers_naive import PER_POLYGON
from helpers_sabotage import with_texels
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.errors import OptionError
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES

GRID = oracle.shapes()["ell"]
MESH = build_mesh(GRID)
FLAGS = np.zeros(256, np.bool_)
CLASSES = np.zeros(256, np.int64)
CELLS = np.array([[0, 0, 0]])

WRONG = [
    ({"grid": GRID.tolist()}, "the grid is a list; it must be an array (x, y, z) of booleans or integers"),
    ({"grid": None}, "the grid is a NoneType; it must be an array (x, y, z) of booleans or integers"),
    ({"grid": GRID[0]}, "the grid is (3, 2) uint8; it must be (x, y, z) of booleans or integers"),
    ({"grid": GRID[None]}, "the grid is (1, 4, 3, 2) uint8; it must be (x, y, z) of booleans or integers"),
    ({"grid": GRID * 1.0}, "the grid is (4, 3, 2) float64; it must be (x, y, z) of booleans or integers"),
    ({"grid": GRID.astype(object)}, "the grid is (4, 3, 2) object; it must be (x, y, z) of booleans or integers"),
    ({"grid": GRID.astype(int) - 1}, "the grid has values from -1 to 2; they must be at least 0 and at most 255"),
    ({"grid": GRID.astype(int) + 253}, "the grid has values from 253 to 256; they must be at least 0 and at most 255"),
    ({"mesh": None}, "the mesh is a NoneType; it must be a Mesh"),
    ({"mesh": GRID}, "the mesh is a ndarray; it must be a Mesh"),
    ({"mesh": Mesh}, "the mesh is a type; it must be a Mesh"),
    ({"mesh": replace(MESH, options=None)}, "the mesh's options are a NoneType; they must be MeshOptions"),
    ({"mesh": replace(MESH, options="any")}, "the mesh's options are a str; they must be MeshOptions"),
    ({"material_class": CLASSES.tolist()}, "material_class is a list; it must be an array (256,) of integers"),
    ({"material_class": CLASSES[:255]}, "material_class is (255,) int64; it must be (256,) of integers"),
    ({"material_class": CLASSES[None]}, "material_class is (1, 256) int64; it must be (256,) of integers"),
    ({"material_class": CLASSES * 0.5}, "material_class is (256,) float64; it must be (256,) of integers"),
    ({"material_class": FLAGS}, "material_class is (256,) bool; it must be (256,) of integers"),
    ({"transparent": {4, 5}}, "transparent is a set; it must be an array (256,) of booleans"),
    ({"transparent": CLASSES}, "transparent is (256,) int64; it must be (256,) of booleans"),
    ({"transparent": FLAGS[1:]}, "transparent is (255,) bool; it must be (256,) of booleans"),
    ({"transparent": FLAGS[0]}, "transparent is a bool; it must be an array (256,) of booleans"),
    ({"blocked": [(0, 0, 0)]}, "blocked is a list; it must be an array (m, 3) of integers"),
    ({"blocked": CELLS[0]}, "blocked is (3,) int64; it must be (m, 3) of integers"),
    ({"blocked": CELLS.T}, "blocked is (3, 1) int64; it must be (m, 3) of integers"),
    ({"blocked": CELLS * 1.0}, "blocked is (1, 3) float64; it must be (m, 3) of integers"),
    ({"blocked": GRID > 0}, "blocked is (4, 3, 2) bool; it must be (m, 3) of integers"),
]


@pytest.mark.parametrize("merge", ["any", "color", "material"])
@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[w[1] for w in WRONG])
def test_wrong_arguments_give_one_sentence(change: dict[str, object], sentence: str, merge: str) -> None:
    mesh = replace(MESH, options=MeshOptions(merge=merge))
    for proof in (check_mesh, prove_mesh):
        with pytest.raises(OptionError) as raised:
            proof(**{"grid": GRID, "mesh": mesh, **change})
        assert str(raised.value) in (sentence, sentence.replace("is a bool;", "is a bool_;"))


def test_a_mode_that_has_left_the_table_gives_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(MODES, "toy", replace(MODES["faces"], name="toy"))
        mesh = build_mesh(GRID, MeshOptions("toy"))
    with pytest.raises(OptionError, match="the mesh's mode is 'toy'; it must be one of faces, polygons, "):
        check_mesh(GRID, mesh)


@pytest.mark.parametrize("kind", ["?", "i1", "u1", "i2", "u4", ">u2", "u8", "i8"])
def test_grids_may_be_of_any_integers(kind: str) -> None:
    grid = (GRID > 0).astype(kind)
    for view in (grid, np.asfortranarray(grid), grid[::-1, :, ::-1]):
        for mode in MODES:
            assert check_mesh(view, build_mesh(view, MeshOptions(mode)), transparent=FLAGS, blocked=CELLS - 9) == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", [(0, 3, 2), (3, 0, 2), (0, 0, 0), (1, 1, 1), (2, 3, 4)])
def test_grids_without_cells_are_proved(shape: tuple[int, int, int], mode: str) -> None:
    for interior in oracle.INTERIORS:
        grid = np.zeros(shape, np.uint8)
        mesh = build_mesh(grid, MeshOptions(mode, interior))
        assert check_mesh(grid, mesh, CLASSES, ~FLAGS, CELLS) == []
        full = build_mesh(np.ones((2, 3, 4), np.uint8), MeshOptions(mode, interior))
        assert check_mesh(grid, replace(full, size=shape)) != []


@pytest.mark.parametrize("name", [field.name for field in fields(Mesh) if field.name not in ("options", "seconds")])
@pytest.mark.parametrize("other", [None, [], "text", np.zeros(0), np.zeros(()), np.zeros((2, 2, 2, 2)), 7, {}])
def test_parts_of_a_mesh_may_be_anything(name: str, other: object) -> None:
    said = check_mesh(GRID, replace(MESH, **{name: other}))
    assert bool(said) != (name == "occlusion" and other is None) and all(isinstance(line, str) for line in said)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"size": [4, 3, 2]}, "the mesh says its grid is [4, 3, 2]; the grid is (4, 3, 2)"),
        ({"size": (4.0, 3, 2)}, "the mesh says its grid is (4.0, 3, 2); the grid is (4, 3, 2)"),
        ({"size": (4, 3)}, "the mesh says its grid is (4, 3); the grid is (4, 3, 2)"),
        ({"counts": dict(MESH.counts)}, "the counts are a dict; they must be Counts"),
        ({"counts": replace(MESH.counts, faces=52.0)}, "counts.faces is 52.0; it must be a whole number"),
        ({"counts": replace(MESH.counts, tiles=True)}, "counts.tiles is True; it must be a whole number"),
        ({"counts": replace(MESH.counts, texels="many")}, "counts.texels is 'many'; it must be a whole number"),
        ({"triangles": MESH.triangles.tolist()}, "triangles is a list; it must be an array (T, 3) of int32"),
        ({"atlas": MESH.atlas[..., None]}, f"atlas is {(*MESH.atlas.shape, 1)} uint8; it must be (H, W) of uint8"),
        ({"triangles": MESH.triangles[1:]}, "triangle_polygon is (20,) int32; it must be (19,) of int32"),
        ({"polygon_is_quad": MESH.polygon_is_quad[1:]}, "polygon_is_quad is (7,) bool; it must be (8,) of bool"),
        ({"atlas": MESH.atlas[:0]}, "the atlas has no texels"),
    ],
)
def test_what_is_wrong_with_a_part_is_said(change: dict[str, object], sentence: str) -> None:
    assert sentence in check_mesh(GRID, replace(MESH, **change))


def test_counts_may_be_numbers_of_numpy() -> None:
    known = {name: value for name, value in MESH.counts.items() if value is not None}
    counts = replace(MESH.counts, **{name: np.int64(value) for name, value in known.items()})
    assert check_mesh(GRID, replace(MESH, counts=counts)) == []


def test_a_mesh_without_texels_is_wrong_even_if_no_corner_leaves_them() -> None:
    none = with_texels(replace(MESH, atlas=MESH.atlas[:0, :0]), MESH.corner_texels() * 0)
    assert check_mesh(GRID, none) == ["the atlas has no texels"]


ARRAYS = [field.name for field in fields(Mesh) if isinstance(getattr(MESH, field.name), np.ndarray)]
ARRAYS += [f"projection.{name}" for name in PER_POLYGON]
LINKED = (
    ("triangles", "triangle_polygon"),
    ("polygon_direction", "polygon_is_quad", "polygon_is_transparent", *ARRAYS[-3:]),
)


def changed(mesh: Mesh, name: str, array: np.ndarray) -> Mesh:
    """The mesh with another array, which may be one of its projection."""
    owner, _, field = name.rpartition(".")
    return replace(mesh, **({owner: replace(mesh.projection, **{field: array})} if owner else {field: array}))


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[np.ndarray, Mesh, Model]:
    """Draw a mesh with some numbers changed or rows doubled, lost or exchanged, and perhaps another grid."""
    this = draw(models(longest=3))
    options = MeshOptions(draw(st.sampled_from(list(MODES))), draw(st.sampled_from(oracle.INTERIORS)))
    mesh = this.built(options)
    for _ in range(draw(st.integers(0, 3))):
        array = attrgetter(name := draw(st.sampled_from(ARRAYS)))(mesh).copy()
        if array.size:
            place = draw(st.integers(0, array.size - 1))
            array.reshape(-1)[place] = draw(st.integers(0, 9)) if array.dtype != np.bool_ else draw(st.booleans())
        mesh = changed(mesh, name, array)
    for names in (*LINKED, ("vertices",)):
        rows = len(getattr(mesh, names[0]))
        if rows and draw(st.integers(0, 3)) == 0:
            chosen = draw(st.lists(st.integers(0, rows - 1), max_size=rows + 2))
            for name in names:
                mesh = changed(mesh, name, attrgetter(name)(mesh)[chosen])
    grid = draw(st.sampled_from([this.grid, this.grid * 0, this.grid[::-1]]))
    other = draw(st.sampled_from([options.mode, *MODES]))
    return grid, replace(mesh, options=replace(mesh.options, mode=other)), this


@settings(max_examples=400)
@given(spoiled())
def test_no_mesh_is_beyond_the_proofs(case: tuple[np.ndarray, Mesh, Model]) -> None:
    grid, mesh, this = case
    for rest in ({}, this.rest):
        said = check_mesh(grid, mesh, **rest)
        assert isinstance(said, list) and all(isinstance(line, str) for line in said)
