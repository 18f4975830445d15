"""Modes ``rectangles`` and ``fewest`` on grids made by hand or drawn: counts known beforehand, proofs, textures."""

from __future__ import annotations

import helpers_mesh as oracle
import numpy as np
import pytest
from helpers_labels import labelled_counts
from helpers_naive import naive_mesh
from hypothesis import given, settings
from hypothesis import strategies as st
from trivox.core import MeshOptions, build_mesh
from trivox.core.checks import check_mesh
from trivox.core.mesh.mesh import Mesh

SHAPES = oracle.shapes()


def proved(grid: np.ndarray, options: MeshOptions) -> Mesh:
    """Build and prove; the certificate is complete."""
    mesh = build_mesh(grid, options)
    assert check_mesh(grid, mesh) == []
    assert mesh.polygon_is_quad.all()
    assert 2 * len(mesh.polygon_direction) == len(mesh.triangles) == mesh.counts.lower_bound
    return mesh


def model_counts(mesh: Mesh) -> dict[str, int]:
    """Counts that the oracle knows in every mode."""
    return {name: mesh.counts[name] for name in oracle.MODEL_COUNTS}


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize("interior", oracle.INTERIORS)
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_have_the_counts_of_the_oracle(name: str, mode: str, interior: str) -> None:
    options = MeshOptions(mode, interior)
    mesh = proved(SHAPES[name], options)
    assert model_counts(mesh) == oracle.model_counts(SHAPES[name], interior)
    assert mesh.counts.triangles == naive_mesh(SHAPES[name], options).counts.triangles


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize("size", [(1, 1, 1), (9, 7, 1), (100, 100, 100), (4097, 1, 2)])
def test_boxes_of_random_colours_have_twelve_triangles(size: tuple[int, int, int], mode: str) -> None:
    mesh = proved(oracle.random_colours(oracle.solid(*size), 1), MeshOptions(mode))
    assert (mesh.counts.triangles, mesh.counts.vertices, mesh.counts.planes) == (12, 8, 6)


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
def test_the_largest_model_of_a_file(mode: str) -> None:
    grid = oracle.solid(256, 256, 256)
    grid[100:120, 100:120, 100:120] = 0
    mesh = proved(grid, MeshOptions(mode))
    assert (mesh.counts.triangles, mesh.counts.texels) == (12, 9)
    assert proved(grid, MeshOptions(mode, "keep")).counts.triangles == 24


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
def test_checkerboards_have_two_triangles_for_each_face(mode: str) -> None:
    for size in ((12, 12, 12), (40, 40, 1), (1, 1, 9)):
        grid = (np.indices(size).sum(axis=0) % 2).astype(np.uint8)
        mesh = proved(grid, MeshOptions(mode, "keep"))
        assert mesh.counts.triangles == 2 * mesh.counts.faces == 12 * mesh.counts.voxels


def test_a_plate_of_ten_thousand_holes() -> None:
    """Bars between rows of holes, single cells within the rows, a column at either end; or bars that cross."""
    grid = oracle.solid(201, 201, 1)
    grid[1::2, 1::2] = 0
    rectangles = proved(grid, MeshOptions("rectangles")).counts
    assert (rectangles.holes, rectangles.triangles) == (20_000, 2 * 2 * (101 + 100 * 99 + 2) + 2 * (4 + 40_000))
    fewest = proved(grid, MeshOptions("fewest")).counts
    assert fewest.triangles == 2 * 2 * 202 + 2 * (4 + 4 * 100)


def test_hidden_places_are_reached_over() -> None:
    """A tower of smaller and smaller blocks: every step is one rectangle that reaches under the next block."""
    grid = oracle.solid(9, 9, 4)
    for step in range(1, 4):
        grid[:, :, step] = 0
        grid[step:-step, step:-step, step] = 1
    assert proved(grid, MeshOptions("rectangles")).counts.triangles == 2 * (1 + 4 * 4 + 3 * 4 + 1)
    assert proved(grid, MeshOptions("fewest")).counts.triangles == 2 * (1 + 4 * 4 + 4)


@pytest.mark.parametrize("turned", [False, True])
def test_of_several_smallest_partitions_one_with_short_cuts_is_taken(turned: bool) -> None:
    """An L whose cuts are 2 or 4 long, and a cross whose pairs of chords are 3 or 5 long."""
    ell, cross = np.zeros((6, 9), np.uint8), np.ones((7, 9), np.uint8)
    ell[:, :4] = ell[:2] = 1
    cross[:2, :2] = cross[:2, 7:] = cross[5:, :2] = cross[5:, 7:] = 0
    for plate, sizes in ((ell, [(2, 5), (6, 4)]), (cross, [(3, 2), (3, 2), (7, 5)])):
        grid = (plate.T if turned else plate)[:, :, None]
        mesh = proved(np.ascontiguousarray(grid), MeshOptions("rectangles"))
        found = [(high - low).tolist() for direction, _, (low, high), _ in rectangles(mesh) if direction == 4]
        assert sorted(tuple(size[::-1] if turned else size) for size in found) == sizes


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
@pytest.mark.parametrize("power_of_two", [False, True])
@pytest.mark.parametrize("border", [0, 1])
def test_an_empty_grid_gives_an_empty_mesh(mode: str, power_of_two: bool, border: int) -> None:
    for shape in ((3, 4, 5), (1, 1, 1)):
        mesh = proved(np.zeros(shape, np.uint8), MeshOptions(mode, border=border, power_of_two=power_of_two))
        assert len(mesh.vertices) == len(mesh.triangles) == len(mesh.polygon_direction) == 0
        assert (mesh.size, mesh.counts.planes, mesh.counts.proven_planes) == (shape, 0, 0)
    assert build_mesh(np.zeros((0, 3, 3), np.uint8), MeshOptions(mode)).size == (0, 3, 3)


# Random grids.

OPTIONS = st.builds(
    MeshOptions,
    mode=st.sampled_from(oracle.RECTANGLE_MODES),
    interior=st.sampled_from(oracle.INTERIORS),
    border=st.integers(0, 2),
    power_of_two=st.booleans(),
)


@settings(max_examples=300)
@given(oracle.grids(), OPTIONS)
def test_counts_and_proofs(grid: np.ndarray, options: MeshOptions) -> None:
    mesh = proved(grid, options)
    assert model_counts(mesh) == oracle.model_counts(grid, options.interior)
    rectangles = labelled_counts(grid, options.interior)["rectangles"]
    if options.mode == "rectangles":
        assert mesh.counts.triangles == 2 * rectangles
    assert mesh.counts.triangles <= 2 * rectangles <= mesh.counts.stages["polygons"]


@settings(max_examples=150)
@given(oracle.plates(), st.sampled_from(oracle.RECTANGLE_MODES))
def test_plates_with_holes(grid: np.ndarray, mode: str) -> None:
    mesh = proved(grid, MeshOptions(mode))
    if mode == "rectangles":
        assert mesh.counts.triangles == 2 * labelled_counts(grid, "remove")["rectangles"]


@pytest.mark.parametrize("density", [0.03, 0.2, 0.5, 0.8, 0.97])
def test_larger_noise(density: float) -> None:
    rng = np.random.default_rng(int(density * 100))
    for size in ((32, 32, 32), (64, 3, 40), (1, 90, 90), (5, 200, 4)):
        grid = np.where(rng.random(size) < density, rng.integers(1, 6, size), 0).astype(np.uint8)
        for interior in oracle.INTERIORS:
            cut, fewest = (proved(grid, MeshOptions(mode, interior)) for mode in oracle.RECTANGLE_MODES)
            assert cut.counts.triangles == 2 * labelled_counts(grid, interior)["rectangles"]
            assert fewest.counts.triangles <= cut.counts.triangles


def turned_counts(grid: np.ndarray, options: MeshOptions) -> set[tuple[int, ...]]:
    """What the 48 rotations and mirrorings of a grid have; ties are broken otherwise, so vertices may differ."""
    names = ("triangles", "lower_bound", "proven_planes", *oracle.MODEL_COUNTS)
    meshes = (build_mesh(turned, options) for turned in oracle.orientations(grid))
    return {tuple(mesh.counts[name] for name in names) for mesh in meshes}


@settings(max_examples=25)
@given(oracle.grids(longest=4), OPTIONS)
def test_turned_and_mirrored(grid: np.ndarray, options: MeshOptions) -> None:
    assert len(turned_counts(grid, options)) == 1


@pytest.mark.parametrize(("mode", "merge"), [("rectangles", "any"), ("fewest", "any"), ("fewest", "color")])
def test_larger_noise_turned_and_mirrored(mode: str, merge: str) -> None:
    grid = np.random.default_rng(4).integers(0, 3, (12, 11, 10)).astype(np.uint8)
    assert len(turned_counts(grid, MeshOptions(mode, merge=merge))) == 1


# What rectangles show.


def rectangles(mesh: Mesh) -> list[tuple[int, int, np.ndarray, np.ndarray]]:
    """Direction, plane, corners and corner texels of each polygon's rectangle: low (u, v), then high (u, v)."""
    found = []
    for polygon, direction in enumerate(mesh.polygon_direction.tolist()):
        rows = mesh.triangle_polygon == polygon
        points, texels = mesh.vertices[mesh.triangles[rows]].reshape(-1, 3), mesh.corner_texels()[rows].reshape(-1, 2)
        place = points[:, oracle.FRAMES[direction]]
        corners = np.array([place.min(axis=0), place.max(axis=0)])
        found.append((direction, int(points[0, direction // 2]), corners, np.array([texels.min(0), texels.max(0)])))
    return found


def check_shown(grid: np.ndarray, mesh: Mesh) -> None:
    """Rectangles end where they show something; where not, tiles have the colour before them, or the nearest shown."""
    shown = {(d, p): image for d, p, image in oracle.visible_planes(grid, mesh.options.interior)}
    for (direction, plane, corners, texels), symmetry in zip(rectangles(mesh), mesh.projection.symmetry, strict=True):
        (left, low), (right, top) = corners.tolist()
        image = shown[direction, plane][left:right, low:top]
        assert image[[0, -1]].any(axis=1).all()
        assert image[:, [0, -1]].any(axis=0).all()
        layers = np.pad(oracle.layers(grid, direction), ((1, 1), (0, 0), (0, 0)))[:, left:right, low:top]
        behind = direction % 2 == 0
        layer, before = layers[plane + 1 - behind], layers[plane + behind]
        colours = {place: int(layer[place]) for place in zip(*map(np.ndarray.tolist, np.nonzero(image)), strict=True)}
        if len(set(colours.values())) == 1:
            assert np.array_equal(texels[0], texels[1])
            assert mesh.atlas[int(texels[0, 1]), int(texels[0, 0])] in colours.values()
            continue
        (column, row), (end, above) = texels.astype(int)
        tile = mesh.atlas[row:above, column:end]
        # Turned by a quarter, columns run against v.
        tile = {0: tile.T, 3: tile[:, ::-1]}[int(symmetry)]
        assert tile.shape == (right - left, top - low)
        for place in np.ndindex(*tile.shape):
            hidden = not image[place] and before[place]
            assert tile[place] in ({before[place]} if hidden else near_colours(colours, place))


def near_colours(colours: dict[tuple[int, int], int], place: tuple[int, int]) -> set[int]:
    """Colours of the places nearest to one, by any of the three usual distances."""
    near: set[int] = set()
    for power in (1, 2, np.inf):
        far = {p: np.linalg.norm(np.subtract(p, place), power) for p in colours}
        near |= {colours[p] for p in far if far[p] == min(far.values())}
    return near


@pytest.mark.parametrize("interior", oracle.INTERIORS)
@pytest.mark.parametrize("name", SHAPES)
def test_what_shapes_show(name: str, interior: str) -> None:
    check_shown(SHAPES[name], build_mesh(SHAPES[name], MeshOptions("fewest", interior)))


@settings(max_examples=100)
@given(oracle.grids(longest=5), OPTIONS)
def test_what_random_grids_show(grid: np.ndarray, options: MeshOptions) -> None:
    check_shown(grid, build_mesh(grid, options))


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
def test_memory_layout_does_not_matter(mode: str) -> None:
    grid = np.random.default_rng(5).integers(0, 4, (6, 7, 8)).astype(np.uint8)
    expected = oracle.mesh_bytes(build_mesh(grid, MeshOptions(mode)))
    for other in (np.asfortranarray(grid), grid[::-1].copy()[::-1], grid.astype(np.int64)):
        assert oracle.mesh_bytes(build_mesh(other, MeshOptions(mode))) == expected


@pytest.mark.parametrize("mode", oracle.RECTANGLE_MODES)
def test_progress_rises_to_one_and_can_stop_the_work(mode: str) -> None:
    shares: list[float] = []
    build_mesh(SHAPES["stairs"], MeshOptions(mode), progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    for most in set(shares):

        def stop(share: float, most: float = most) -> None:
            if share >= most:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            build_mesh(SHAPES["stairs"], MeshOptions(mode), progress=stop)
