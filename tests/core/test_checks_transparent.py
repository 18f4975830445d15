"""The proofs of meshes with transparent voxels, models of glass alone among them."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_bodies import GLASS, Change, Model, model, plain_mesh
from helpers_naive import cut_out
from helpers_sabotage import drawn, missing, on_top
from hypothesis import given
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh, prove_mesh
from trivox.core.mesh.modes import MODES

ONLY_GLASS = {
    "one cell": drawn("4"),
    "one box": drawn("444 444", "444 444"),
    "an L": drawn("444 400"),
    "a ring": drawn("444 404 444"),
    "a hollow box": drawn("444 444 444", "444 404 444", "444 444 444"),
    "two kinds beside each other": drawn("4455 4455"),
    "one kind inside the other": drawn("444 444 444", "444 454 444", "444 444 444"),
    "two kinds across each other": drawn("454 545 454"),
    "kinds that touch at an edge": drawn("40 05"),
}


@pytest.mark.parametrize("merge", ["any", "color"])
@pytest.mark.parametrize("interior", oracle.INTERIORS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ONLY_GLASS)
def test_models_of_glass_alone_are_proved(name: str, mode: str, interior: str, merge: str) -> None:
    grid = ONLY_GLASS[name]
    mesh = build_mesh(grid, MeshOptions(mode, interior, merge), transparent=GLASS)
    assert check_mesh(grid, mesh, transparent=GLASS) == []
    prove_mesh(grid, mesh, transparent=GLASS)
    assert mesh.polygon_is_transparent.all()


@given(oracle.grids(longest=4), st.sampled_from(list(MODES)), st.sampled_from(oracle.INTERIORS))
def test_random_models_of_glass_alone_are_proved(grid: np.ndarray, mode: str, interior: str) -> None:
    panes = np.where(grid > 0, 4 + grid % 2, 0).astype(np.uint8)
    mesh = build_mesh(panes, MeshOptions(mode, interior), transparent=GLASS)
    assert check_mesh(panes, mesh, transparent=GLASS) == []


RING = model(drawn("444 404 444"), [])
BAR = model(drawn("444"), [])
PAIR = model(drawn("45"), [])
MIXED = model(drawn("41"), [])
COVERED = model(drawn("44", "01"), [])
"""Glass, half of whose top is under an opaque cell."""
OVER_AIR = "triangles cover points where there is no visible face"

SABOTAGE: list[tuple[str, Model, str, Change, int, list[str]]] = [
    ("a gap", BAR, "polygons", missing, 4, ["not covered", "the transparent surface encloses"]),
    ("a gap", BAR, "watertight", missing, 4, ["not covered", "4 edges have no opposite edge"]),
    ("a gap", BAR, "fewest", missing, 4, ["not covered"]),
    ("a gap beside glass", PAIR, "watertight", missing, 5, ["not covered", "4 edges have no opposite edge"]),
    ("a gap beside glass", PAIR, "faces", missing, 4, ["not covered", "4 edges have no opposite edge"]),
    ("over air", RING, "fewest", on_top((0, 0, 3, 3)), 4, [OVER_AIR]),
    ("between glass", BAR, "fewest", lambda p: [*p, cut_out(2, 1, (0, 0, 1, 1))], 4, [OVER_AIR, "cover no visible"]),
    ("under a cell", COVERED, "fewest", on_top((0, 0, 1, 2)), 4, [OVER_AIR]),
    ("over two kinds", PAIR, "fewest", on_top((0, 0, 1, 2)), 4, ["must not be in one polygon"]),
    ("over two kinds", PAIR, "polygons", on_top((0, 0, 1, 2)), 4, ["must not be in one polygon"]),
    (
        "twice",
        BAR,
        "fewest",
        on_top((0, 0, 1, 2), (0, 1, 1, 3)),
        4,
        ["1 of 14 visible faces are covered by several triangles"],
    ),
    ("over both", MIXED, "fewest", on_top((0, 0, 1, 2)), 0, ["must not be in one polygon"]),
    ("over both", MIXED, "polygons", on_top((0, 0, 1, 2)), 0, ["must not be in one polygon", "surface encloses"]),
]


@pytest.mark.parametrize(
    ("this", "mode", "change", "body", "sentences"), [s[1:] for s in SABOTAGE], ids=[f"{s[0]}-{s[2]}" for s in SABOTAGE]
)
def test_wrong_meshes_of_glass_are_reported(
    this: Model, mode: str, change: Change, body: int, sentences: list[str]
) -> None:
    assert check_mesh(this.grid, plain_mesh(this, MeshOptions(mode)), transparent=GLASS) == []
    said = check_mesh(this.grid, plain_mesh(this, MeshOptions(mode), change=change, body=body), transparent=GLASS)
    for sentence in sentences:
        assert any(sentence in line for line in said), said


@pytest.mark.parametrize(("cross", "triangles", "area"), [("010 111 010", 24, 28), ("040 444 040", 36, 22)])
def test_fewest_shows_glass_once_and_what_is_opaque_as_often_as_it_likes(cross: str, triangles: int, area: int) -> None:
    # Opaque, two rectangles on either side of the cross and two in each direction along it, under what is hidden; glass
    # takes three on either side and twelve squares around.
    grid = drawn(cross)
    mesh = build_mesh(grid, MeshOptions("fewest"), transparent=GLASS)
    assert (mesh.counts.triangles, mesh.counts.lower_bound, mesh.counts.drawn_area) == (triangles, triangles, area)
    assert check_mesh(grid, mesh, transparent=GLASS) == []


@pytest.mark.parametrize("mode", MODES)
def test_polygons_must_say_whether_they_are_transparent(mode: str) -> None:
    mesh = plain_mesh(MIXED, MeshOptions(mode))
    for polygon in range(len(mesh.polygon_direction)):
        flags = mesh.polygon_is_transparent.copy()
        flags[polygon] ^= True
        said = check_mesh(MIXED.grid, replace(mesh, polygon_is_transparent=flags), transparent=GLASS)
        assert f"1 polygons are wrong about being transparent; the first is polygon {polygon}" in said


def test_glass_is_glass_only_where_the_flags_say_so() -> None:
    mesh = plain_mesh(MIXED, MeshOptions())
    assert any("counts.faces is 11; it must be 10" in line for line in check_mesh(MIXED.grid, mesh))
    nothing = np.zeros(256, np.bool_)
    nothing[0] = True
    opaque = plain_mesh(model(MIXED.grid, [], nothing), MeshOptions())
    assert check_mesh(MIXED.grid, opaque, transparent=nothing) == []
