"""The proofs ask the table of modes for rules, never for names: modes added to it are proved and their faults found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import helpers_mesh as oracle
import helpers_sabotage as sabotage
import numpy as np
import pytest
from helpers_naive import naive_mesh
from helpers_sabotage import drawn, on_top, options, remade
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES, Mode

SHAPES = oracle.shapes()

FAULTS: list[tuple[str, str, Callable[[Mesh], Mesh]]] = [
    ("faces", "box", sabotage.turn_round),
    ("faces", "box", sabotage.no_quads),
    ("faces", "ell", sabotage.drop_triangle),
    ("polygons", "ell", sabotage.double_triangle),
    ("polygons", "ell", sabotage.longer_diagonal),
    ("polygons", "ell", sabotage.junction_in_plane),
    ("polygons", "ell", sabotage.unused_vertex),
    ("watertight", "ell", sabotage.drop_triangle),
    ("watertight", "ell", sabotage.longer_diagonal),
    ("watertight", "ell", sabotage.split_polygon),
    ("rectangles", "stairs", sabotage.drop_triangle),
    ("rectangles", "stairs", sabotage.twist_quad),
    ("rectangles", "stairs", sabotage.split_polygon),
    ("fewest", "stairs", sabotage.recolor),
    ("fewest", "stairs", sabotage.drop_triangle),
    ("fewest", "stairs", sabotage.unused_vertex),
]
"""A mode, a shape, and a way to spoil its mesh."""


def called(mesh: Mesh, mode: str) -> Mesh:
    """The mesh, as one of another mode."""
    return replace(mesh, options=replace(mesh.options, mode=mode))


def toy(monkeypatch: pytest.MonkeyPatch, like: str, **rules: str) -> Mode:
    """A sixth mode in the table, like another one but for its name and some rules."""
    mode = replace(MODES[like], name="toy", **rules)
    monkeypatch.setitem(MODES, "toy", mode)
    return mode


def begins(said: Sequence[str], *starts: str) -> bool:
    """Whether sentences begin like this, one by one."""
    return len(said) == len(starts) and all(map(str.startswith, said, starts))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", SHAPES)
def test_meshes_of_a_new_mode_are_proved(monkeypatch: pytest.MonkeyPatch, name: str, mode: str) -> None:
    toy(monkeypatch, mode)
    mesh = build_mesh(SHAPES[name], MeshOptions("toy"))
    assert mesh.options.mode == "toy" and check_mesh(SHAPES[name], mesh) == []


@pytest.mark.parametrize(("mode", "name", "spoil"), FAULTS, ids=[f"{f[2].__name__}-{f[0]}" for f in FAULTS])
def test_faults_of_a_new_mode_are_found_like_those_of_the_mode_it_follows(
    monkeypatch: pytest.MonkeyPatch, mode: str, name: str, spoil: Callable[[Mesh], Mesh]
) -> None:
    toy(monkeypatch, mode)
    wrong = spoil(naive_mesh(SHAPES[name], MeshOptions(mode)))
    said = check_mesh(SHAPES[name], called(wrong, "toy"))
    assert said and [line.replace("mode toy", f"mode {mode}") for line in said] == check_mesh(SHAPES[name], wrong)


def test_junctions_are_asked_for_as_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two columns that share an edge, of unequal height: the top of the lower one meets a long edge."""
    grid = drawn("10 01", "00 01")
    mesh = naive_mesh(grid, MeshOptions("polygons"))
    toy(monkeypatch, "polygons")
    assert check_mesh(grid, called(mesh, "toy")) == []
    toy(monkeypatch, "polygons", junctions="inside planes")
    assert check_mesh(grid, called(mesh, "toy")) == []
    toy(monkeypatch, "polygons", junctions="nowhere")
    assert begins(
        check_mesh(grid, called(mesh, "toy")),
        "1 vertices lie inside an edge; the first",
        "2 polygons have another number of triangles",
        "the mesh has 24 triangles; in mode toy it must have 26",
    )
    stitched = called(naive_mesh(grid, MeshOptions("watertight")), "toy")
    assert check_mesh(grid, stitched) == []
    toy(monkeypatch, "polygons")
    assert any("in mode toy it must have 24" in line for line in check_mesh(grid, stitched))


def test_only_edges_that_must_be_whole_are_held_against_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bars across each other: the edge where they touch is whole on one side and cut on the other."""
    grid = np.array([[[1, 1], [0, 1]], [[1, 0], [0, 0]]], np.uint8)
    mesh = called(naive_mesh(grid, MeshOptions("polygons")), "polygons")
    for junctions, found in (("nowhere", True), ("between planes", False), ("inside planes", False)):
        toy(monkeypatch, "polygons", junctions=junctions)
        said = check_mesh(grid, called(mesh, "toy"))
        assert any("have no opposite edge" in line for line in said) == found


def test_junctions_inside_planes_are_found_unless_the_rules_allow_them(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = SHAPES["ell"]
    cut = sabotage.junction_in_plane(naive_mesh(grid, MeshOptions("polygons")))
    toy(monkeypatch, "polygons", junctions="inside planes")
    assert begins(check_mesh(grid, called(cut, "toy")), "counts.gpu_vertices is", "1 of 12 corner points too many")
    toy(monkeypatch, "polygons", junctions="between planes")
    assert any("inside an edge of their own plane" in line for line in check_mesh(grid, called(cut, "toy")))


def test_pieces_are_counted_as_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = drawn("010 111 010")
    three = naive_mesh(grid, MeshOptions("rectangles"))
    two = remade(grid, options("fewest"), on_top((0, 1, 3, 2), (1, 0, 2, 3)))
    toy(monkeypatch, "rectangles")
    assert check_mesh(grid, called(three, "toy")) == []
    assert any("covered by several triangles" in line for line in check_mesh(grid, called(two, "toy")))
    toy(monkeypatch, "rectangles", pieces="cover")
    assert check_mesh(grid, called(two, "toy")) == [] == check_mesh(grid, called(three, "toy"))
    toy(monkeypatch, "rectangles", pieces="faces")
    assert any("in mode toy it must have 44" in line for line in check_mesh(grid, called(three, "toy")))
    toy(monkeypatch, "rectangles", pieces="polygons")
    assert any("made of 3 instead of 1" in line for line in check_mesh(grid, called(three, "toy")))


def test_surfaces_that_overlap_need_not_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block on a plate, the whole top of which is one rectangle: the block's lower edges meet no other ones."""
    grid = drawn("1111 1111 1111", "0000 0100 0000")
    mesh = remade(grid, options("fewest"), on_top((0, 0, 3, 4)))
    toy(monkeypatch, "fewest", junctions="nowhere")
    assert check_mesh(grid, called(mesh, "toy")) == []
