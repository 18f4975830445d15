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


def test_rounding_is_allowed_and_no_more(mesh: SmoothMesh) -> None:
    lowest = mesh.corners[3, 1] + 0.5
    for away, fits in ((-0.0005, True), (-0.002, False), (1.0005, True), (1.002, False)):
        found = check_smooth(damaged(mesh, "vertices", (3, 1), lowest + away))
        assert ("1 vertices are not between their cells; the first is 3" in found) is not fits, away
    for off, fits in ((0.0005, True), (0.002, False)):
        for sign in (-1, 1):
            longer = damaged(mesh, "normals", 2, mesh.normals[2] * (1 + sign * off))
            assert ("1 normals are not of length 1" in check_smooth(longer)) is not fits
            weights = damaged(mesh, "blend_weights", (0, 0), 1 + sign * off)
            assert ("1 weights of colors are wrong" in check_smooth(weights)) is not fits
    said(damaged(mesh, "normals", 2, np.nan), "1 normals are not of length 1")


@pytest.mark.parametrize(("height", "thin"), [(4e-8, True), (4e-7, False)])
def test_how_thin_a_triangle_may_be(mesh: SmoothMesh, height: float, thin: bool) -> None:
    a, b, c = mesh.triangles[0]
    vertices = mesh.vertices.astype(np.float64)
    side = vertices[c] - vertices[b]
    up = np.cross(side, [0.3, 0.5, 0.7])
    # Twice the area is the base times the height.
    vertices[a] = (vertices[b] + vertices[c]) / 2 + up / np.linalg.norm(up) * height / np.linalg.norm(side)
    found = "1 triangles have no area; the first is 0" in check_smooth(replace(mesh, vertices=vertices))
    assert found is thin


def joined_at(mesh: SmoothMesh, pairs: list[tuple[int, int]]) -> SmoothMesh:
    """Make one vertex of each two, wherever they are; neither may be in another pair."""
    number = np.arange(len(mesh.vertices))
    kept = np.setdiff1d(number, [other for _one, other in pairs])
    for one, other in pairs:
        number[other] = one
    triangles = np.searchsorted(kept, number[mesh.triangles]).astype(np.int32)
    arrays = {name: getattr(mesh, name)[kept] for name in ("vertices", "normals", "corners")}
    return replace(mesh, triangles=triangles, **arrays)


def test_pieces() -> None:
    """By their Euler characteristic: a ball joined to itself has 1, three balls in a row 4."""
    rod = build_smooth(model_of(np.ones((1, 1, 5), np.uint8)), SmoothOptions("nets", 0))
    ends = int(rod.vertices[:, 2].argmin()), int(rod.vertices[:, 2].argmax())
    said(joined_at(rod, [ends]), "1 pieces have an impossible Euler characteristic")
    grid = np.zeros((1, 1, 9), np.uint8)
    grid[..., ::4] = 1
    balls = build_smooth(model_of(grid), SmoothOptions("nets", 0))
    each = [np.flatnonzero(np.abs(balls.vertices[:, 2] - middle) < 1) for middle in (0.5, 4.5, 8.5)]
    row = joined_at(balls, [(int(each[0][0]), int(each[1][0])), (int(each[1][1]), int(each[2][0]))])
    said(row, "1 pieces have an impossible Euler characteristic")
    # A ring of them may be one with holes, which the fans tell.
    pairs = [(int(each[0][k]), int(each[1][k])) for k in (0, 7)]
    assert not any("Euler" in line for line in check_smooth(joined_at(balls, pairs)))
    torus = np.ones((3, 3, 1), np.uint8)
    torus[1, 1] = 0
    assert check_smooth(build_smooth(model_of(torus), SmoothOptions("nets", 0))) == []


def test_ways_to_look(mesh: SmoothMesh) -> None:
    said(replace(mesh, triangles=mesh.triangles[:, ::-1]), "opaque cells encloses -")
    clear = mesh.triangles.copy()
    clear[-mesh.clear_triangles :] = clear[-mesh.clear_triangles :, ::-1]
    said(replace(mesh, triangles=clear), "transparent cells encloses -")
    assert len(check_smooth(replace(mesh, triangles=clear))) == 1
    said(damaged(mesh, "vertices", (slice(None), 2), 1.0), "opaque cells encloses 0 cells")


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
