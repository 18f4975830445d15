"""The proof of smooth surfaces: each damage has its sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers_smooth import model_of
from trivox.core.checks.smooth import check_smooth, prove_smooth
from trivox.core.errors import GeometryError
from trivox.core.smooth import SmoothMesh, SmoothOptions, build_smooth
from trivox.core.voxels import Look, Material


@pytest.fixture
def mesh() -> SmoothMesh:
    grid = np.zeros((3, 3, 6), np.uint8)
    grid[:, :, :2], grid[:, :, 4:] = 1, 2
    materials = [Material()] * 256
    materials[2] = Material(kind="glass")
    look = Look(np.zeros((256, 4), np.uint8), tuple(materials))
    made = build_smooth(model_of(grid), SmoothOptions("nets", 0, "blend"), look)
    assert check_smooth(made) == []
    prove_smooth(made)
    return made


def damaged(mesh: SmoothMesh, name: str, place: object, value: object) -> SmoothMesh:
    array = getattr(mesh, name).copy()
    array[place] = value
    return replace(mesh, **{name: array})


def said(mesh: SmoothMesh, sentence: str) -> None:
    assert any(sentence in line for line in check_smooth(mesh)), check_smooth(mesh)
    with pytest.raises(GeometryError):
        prove_smooth(mesh)


def test_indices(mesh: SmoothMesh) -> None:
    said(damaged(mesh, "triangles", (0, 0), -1), "triangles name vertices from -1")
    said(damaged(mesh, "triangles", (0, 0), len(mesh.vertices)), f"there are {len(mesh.vertices)}")
    added = {name: np.append(getattr(mesh, name), getattr(mesh, name)[-1:], axis=0) for name in ("vertices", "corners")}
    said(replace(mesh, **added, clear_vertices=mesh.clear_vertices + 1), "1 vertices are of no triangle")
    said(replace(mesh, clear_vertices=mesh.clear_vertices - 1), "of another surface")
    said(replace(mesh, clear_triangles=mesh.clear_triangles - 1), "of another surface")


def test_edges(mesh: SmoothMesh) -> None:
    said(replace(mesh, triangles=mesh.triangles[1:], colors=mesh.colors[1:]), "3 edges have one triangle only")
    flipped = damaged(mesh, "triangles", 0, mesh.triangles[0, ::-1])
    said(flipped, "several triangles on the same side")
    said(damaged(mesh, "triangles", 1, mesh.triangles[0]), "several triangles on the same side")
    said(damaged(mesh, "triangles", (0, 1), mesh.triangles[0, 0]), "one end only")


def test_fans() -> None:
    grid = np.zeros((2, 2, 2), np.uint8)
    grid[0, 0, 0] = grid[1, 1, 1] = 1
    made = build_smooth(model_of(grid), SmoothOptions("nets", 0))
    assert check_smooth(made) == []
    middle = np.flatnonzero((made.corners == 0).all(axis=1))
    assert len(middle) == 2
    # Both voxels in one vertex, as surface nets without loops have it.
    joined = np.where(made.triangles == middle[1], middle[0], made.triangles)
    joined = np.where(joined > middle[1], joined - 1, joined).astype(np.int32)
    kept = np.arange(len(made.vertices)) != middle[1]
    pinched = replace(
        made, triangles=joined, vertices=made.vertices[kept], corners=made.corners[kept], normals=made.normals[kept]
    )
    said(pinched, f"1 vertices have several fans of triangles; the first is vertex {middle[0]}")


def test_places_and_areas(mesh: SmoothMesh) -> None:
    said(damaged(mesh, "vertices", (3, 1), mesh.vertices[3, 1] + 2), "1 vertices are not between their cells")
    said(damaged(mesh, "vertices", (3, 1), np.nan), "1 vertices are not between their cells")
    said(damaged(mesh, "vertices", (3, 1), mesh.vertices[3, 1] - 2), "the first is 3")
    a, b, c = mesh.triangles[0]
    flat = damaged(mesh, "vertices", a, (mesh.vertices[b] + mesh.vertices[c]) / 2)
    said(flat, "triangles have no area")


def test_ways_to_look(mesh: SmoothMesh) -> None:
    said(replace(mesh, triangles=mesh.triangles[:, ::-1]), "opaque cells encloses -")
    clear = mesh.triangles.copy()
    clear[-mesh.clear_triangles :] = clear[-mesh.clear_triangles :, ::-1]
    said(replace(mesh, triangles=clear), "transparent cells encloses -")
    assert len(check_smooth(replace(mesh, triangles=clear))) == 1


def test_values(mesh: SmoothMesh) -> None:
    said(damaged(mesh, "normals", 2, 0), "1 normals are not of length 1")
    said(damaged(mesh, "colors", 5, 0), "1 triangles have the palette index of air")
    said(damaged(mesh, "blend_weights", (0, 0), 0.5), "1 weights of colors are wrong")
    said(damaged(mesh, "blend_indices", (0, 1), 7), "1 weights of colors are wrong")
    weights = mesh.blend_weights.copy()
    weights[0, :2] = 2, -1
    indices = mesh.blend_indices.copy()
    indices[0, 1] = 1
    said(replace(mesh, blend_weights=weights, blend_indices=indices), "1 weights of colors are wrong")
