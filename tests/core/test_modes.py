"""The table of modes: what it holds, that options and meshes follow it, and that one entry makes a new mode."""

from __future__ import annotations

from dataclasses import replace

import helpers_mesh as oracle
import helpers_tvx as ht
import helpers_vox as hv
import numpy as np
import pytest
from helpers_compact import tvx_from_scene
from trivox.core import MeshOptions, OptionError, build_mesh
from trivox.core.formats.tvx import write_tvx
from trivox.core.formats.vox import read_vox
from trivox.core.mesh.builders import Search, Surface, build_faces
from trivox.core.mesh.mesh import Mesh
from trivox.core.mesh.modes import MODES


def test_the_modes_and_their_codes_in_files() -> None:
    assert {name: mode.code for name, mode in MODES.items()} == {
        "faces": 1,
        "polygons": 2,
        "watertight": 3,
        "rectangles": 4,
        "fewest": 5,
        "cutout": 6,
    }
    assert all(mode.name == name for name, mode in MODES.items())
    for name, mode in MODES.items():
        file = tvx_from_scene(read_vox(hv.vox(hv.cube())), MeshOptions(name))
        assert [mesh.mode for mesh in ht.read(write_tvx(None, file)).meshes] == [mode.code]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", oracle.shapes())
def test_pieces_are_what_the_table_says(mode: str, name: str) -> None:
    mesh = build_mesh(oracle.shapes()[name], MeshOptions(mode))
    faces, polygons = mesh.counts.faces, mesh.counts.polygons
    count = len(mesh.polygon_direction)
    assert count == {"faces": faces, "polygons": polygons}.get(MODES[mode].pieces, count)
    assert not MODES[mode].rectangles or mesh.polygon_is_quad.all()
    points = np.concatenate([mesh.vertices[mesh.triangles[:, k]] for k in range(3)]).reshape(3, -1, 3)
    area = int(np.abs(np.cross(points[1] - points[0], points[2] - points[0])).sum())
    assert area == 2 * faces or (MODES[mode].overlapping and area > 2 * faces)
    assert mesh.counts.lower_bound == mesh.counts.triangles


def junctions(mesh: Mesh) -> set[str]:
    """Where vertices lie inside edges: between planes, or inside planes if the edge's plane has a corner there."""
    vertices = [tuple(vertex) for vertex in mesh.vertices.tolist()]
    triangles = [
        (int(direction), *(np.array(vertices[corner]) for corner in corners))
        for direction, corners in zip(mesh.polygon_direction[mesh.triangle_polygon], mesh.triangles, strict=True)
    ]
    of_plane: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for direction, *corners in triangles:
        plane = of_plane.setdefault((direction, int(corners[0][direction // 2])), set())
        plane.update(tuple(corner.tolist()) for corner in corners)
    found = set()
    for direction, *corners in triangles:
        own = of_plane[direction, int(corners[0][direction // 2])]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            steps = int(np.gcd.reduce(np.abs(end - start)))
            inside = {tuple((start + (end - start) // steps * step).tolist()) for step in range(1, steps)}
            found.update("inside planes" if point in own else "between planes" for point in inside & set(vertices))
    return found


@pytest.mark.parametrize("mode", MODES)
def test_junctions_are_where_the_table_says(mode: str) -> None:
    models = list(oracle.shapes().values())
    models += [np.random.default_rng(seed).integers(0, 2, (4, 4, 4)).astype(np.uint8) for seed in range(10)]
    options = MeshOptions(mode, texels_per_rectangle=0)
    found = set().union(*(junctions(build_mesh(grid, options)) for grid in models))
    worst = next((place for place in ("inside planes", "between planes") if place in found), "nowhere")
    assert MODES[mode].junctions == worst


def test_some_modes_have_pieces_that_are_no_rectangles_and_some_overlap() -> None:
    grid = oracle.shapes()["ell"]
    quads = {mode: build_mesh(grid, MeshOptions(mode)).polygon_is_quad.all() for mode in MODES}
    assert quads == {name: mode.rectangles for name, mode in MODES.items()}
    assert [name for name, mode in MODES.items() if mode.overlapping] == ["fewest", "cutout"]
    assert [name for name, mode in MODES.items() if mode.certified] == ["rectangles", "fewest", "cutout"]
    assert [name for name, mode in MODES.items() if mode.see_through] == ["cutout"]


@pytest.mark.parametrize("mode", MODES)
def test_the_empty_model_is_the_same_in_every_mode(mode: str) -> None:
    mesh = build_mesh(np.zeros((2, 3, 4), np.uint8), MeshOptions(mode))
    assert mesh.triangles.shape == (0, 3) and mesh.counts.lower_bound == mesh.counts.proven_planes == 0


def test_an_entry_of_the_table_is_a_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def build(*arguments: object) -> Surface:
        asked.append(arguments[2])
        return build_faces(*arguments)

    with pytest.raises(OptionError, match="mode is 'other'"):
        MeshOptions("other")
    monkeypatch.setitem(MODES, "other", replace(MODES["faces"], name="other", build=build))
    grid = oracle.shapes()["stairs"]
    mesh = build_mesh(grid, MeshOptions("other", effort=7))
    assert asked == [Search(7, 16)]
    assert np.array_equal(mesh.triangles, build_mesh(grid, MeshOptions("faces")).triangles)
