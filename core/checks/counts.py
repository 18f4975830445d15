"""Whether a mesh's counts are those of the model and the mesh: Expected and Mesh in, sentences out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..directions import AXIS, U_AXIS, V_AXIS
from ..mesh.mesh import Mesh
from ..mesh.modes import MODES
from ..mesh.options import MAX_PRICE
from .arrays import Ints
from .expected import Expected, group_faces, point_keys
from .fewest_rectangles import fewest_rectangles


def check_counts(expected: Expected, mesh: Mesh, polygon_group: Ints) -> list[str]:
    """Check the counts that follow from the grid and those that follow from the mesh.

    Parameters
    ----------
    expected : Expected
    mesh : Mesh
    polygon_group : (P,) int64
        What each polygon of the mesh covers, as `check_coverage` found it.

    Returns
    -------
    list of str
    """
    height, width = mesh.atlas.shape
    # Pieces end at cuts that formulas know nothing of.
    is_cut = max(mesh.size) > mesh.options.longest_piece
    mode, planes = MODES[mesh.options.mode], expected.planes
    if mode.see_through and mesh.counts.planes == expected.parted_planes:
        planes = expected.parted_planes
    wanted = {
        "voxels": expected.voxels,
        "shell_voxels": len(np.unique(_cell_keys(expected))),
        "faces": len(expected.face_keys),
        "polygons": len(expected.corners),
        "corners": int(expected.corners.sum()),
        "holes": int(expected.holes.sum()),
        "vertices": len(mesh.vertices),
        "triangles": len(mesh.triangles),
        "gpu_vertices": gpu_vertices(mesh),
        "drawn_area": _drawn_area(mesh),
        "texels": height * width,
        "planes": planes,
    }
    if is_cut:
        for name in ("polygons", "corners", "holes", "planes"):
            del wanted[name]
    elif not mode.overlapping:
        wanted |= {"lower_bound": len(mesh.triangles), "proven_planes": planes}
    said = [
        f"counts.{name} is {mesh.counts[name]:,}; it must be {value:,}"
        for name, value in wanted.items()
        if mesh.counts[name] is not None and mesh.counts[name] != value
    ]
    if is_cut:
        said += _check_needless(polygon_group) if mode.overlapping else []
    elif mode.overlapping:
        said += _check_certificate(expected, mesh, planes) + _check_needless(polygon_group)
    else:
        said += _check_numbers(expected, mesh, polygon_group) + _check_vertex_set(expected, mesh)
    return said + _check_four_face_edges(mesh) + _check_texels(mesh)


def _check_certificate(expected: Expected, mesh: Mesh, planes: int) -> list[str]:
    """Check what can be told of a lower bound without solving the problem again.

    Each plane that is not proven may have a rectangle too many, each proven one has at least one; and a smallest
    partition is a cover too. Where polygons may be see-through, one is enough for a plane if texels cost nothing; if
    they have a price, the bound is one of all planes together.
    """
    bound, proven, triangles = mesh.counts.lower_bound, mesh.counts.proven_planes, len(mesh.triangles)
    if bound is None or proven is None:
        return []
    if not 0 <= proven <= planes:
        return [f"counts.proven_planes is {proven:,} of {planes:,} planes"]
    see_through, price, said = MODES[mesh.options.mode].see_through, mesh.options.texels_per_rectangle, []
    if see_through and price == MAX_PRICE and triangles != 2 * planes:
        said.append(f"the mesh has {triangles:,} triangles for {planes:,} planes; it must have two for each")
    least = triangles if proven == planes else 2 * (planes if see_through else proven)
    most = min(triangles if see_through and price else triangles - 2 * (planes - proven), _most(expected))
    if least <= bound <= most:
        return said
    return [
        *said,
        f"counts.lower_bound is {bound:,} of {triangles:,} triangles, with {proven:,} of {planes:,} planes"
        f" proven; it must be {f'at least {least:,} and ' if least <= most else ''}at most {most:,}",
    ]


def _most(expected: Expected) -> int:
    return 2 * int(fewest_rectangles(expected).sum())


def _drawn_area(mesh: Mesh) -> int:
    """Sum of the areas of all triangles; that of each is half a whole number."""
    one, two, three = (mesh.vertices[mesh.triangles[:, k]].astype(np.int64) for k in range(3))
    return int(np.abs(np.cross(two - one, three - one)).sum()) // 2


def _check_needless(polygon_group: Ints) -> list[str]:
    needless = np.flatnonzero(polygon_group < 0)
    if not len(needless):
        return []
    return [f"{len(needless):,} polygons cover no visible face; the first is polygon {needless[0]}"]


def _check_numbers(expected: Expected, mesh: Mesh, polygon_group: Ints) -> list[str]:
    """Compare the number of polygons that cover each group of faces, and of their triangles, with the formulas."""
    mode = MODES[mesh.options.mode]
    face_group = group_faces(expected, mode)
    partition = mode.pieces == "partition"
    parts = fewest_rectangles(expected) if partition else np.ones(int(face_group.max(initial=-1)) + 1, np.int64)
    said = []
    have = np.bincount(polygon_group[polygon_group >= 0], minlength=len(parts))
    wrong = (have != parts) & (have > 0)
    if wrong.any():
        first = int(np.argmax(wrong))
        said.append(
            f"the mesh's polygons are not the model's: {np.count_nonzero(wrong):,} of these are made of too many or too"
            f" few; the first is that of {expected.name(int(np.argmax(face_group == first)))}, made of {have[first]:,}"
            f" instead of {parts[first]:,}"
        )
    sizes = np.full(len(parts), 2)
    if mode.pieces == "polygons":
        sizes = expected.corners + 2 * expected.holes - 2 + (mode.junctions == "nowhere") * expected.junctions
        said += _check_sizes(mesh, polygon_group, sizes)
    triangles = int((parts * sizes).sum())
    if len(mesh.triangles) != triangles:
        said.append(
            f"the mesh has {len(mesh.triangles):,} triangles; in mode {mesh.options.mode} it must have {triangles:,}"
        )
    return said


def _check_sizes(mesh: Mesh, polygon_group: Ints, sizes: Ints) -> list[str]:
    """Compare the number of triangles of each polygon with that of its group."""
    have = np.bincount(mesh.triangle_polygon, minlength=len(polygon_group))
    wrong = polygon_group >= 0
    wrong[wrong] = have[wrong] != sizes[polygon_group[wrong]]
    if not wrong.any():
        return []
    first = int(np.argmax(wrong))
    return [
        f"{np.count_nonzero(wrong):,} polygons have another number of triangles than their corners and holes ask for;"
        f" the first is polygon {first} with {have[first]:,} instead of {sizes[polygon_group[first]]:,}"
    ]


def _cell_keys(expected: Expected) -> Ints:
    return point_keys(expected.cells, expected.size)


def _check_vertex_set(expected: Expected, mesh: Mesh) -> list[str]:
    """Vertices are the corner points of the polygons, and of a partition others too; or those of the faces."""
    pieces = MODES[mesh.options.mode].pieces
    wanted = expected.corner_points
    if pieces == "faces":
        corner_keys = []
        every = np.arange(len(expected.cells))
        base = expected.cells.astype(np.int64)
        base[every, AXIS[expected.directions]] += expected.directions % 2 == 0
        for column, row in ((0, 0), (1, 0), (0, 1), (1, 1)):
            point = base.copy()
            point[every, U_AXIS[expected.directions]] += column
            point[every, V_AXIS[expected.directions]] += row
            corner_keys.append(point_keys(point, expected.size))
        wanted = np.unique(np.concatenate(corner_keys))
    have = np.unique(point_keys(mesh.vertices, mesh.size))
    missing, extra = np.setdiff1d(wanted, have, True), np.setdiff1d(have, wanted, True)
    if pieces == "partition":
        extra = extra[:0]
    return [
        f"{len(keys):,} of {len(wanted):,} corner points {what}; the first is {_point(int(keys[0]), expected.size)}"
        for keys, what in ((missing, "are no vertices"), (extra, "too many are vertices"))
        if len(keys)
    ]


def _point(key: int, size: tuple[int, int, int]) -> tuple[int, int, int]:
    rest, z = divmod(key, size[2] + 1)
    x, y = divmod(rest, size[1] + 1)
    return x, y, z


def gpu_vertices(mesh: Mesh) -> int:
    """Count the vertices that a graphics card needs: one for each different position, normal and texel position.

    Parameters
    ----------
    mesh : Mesh

    Returns
    -------
    int
    """
    if not len(mesh.triangles):
        return 0
    direction = np.repeat(mesh.polygon_direction[mesh.triangle_polygon], 3).astype(np.int64)
    vertex = mesh.triangles.reshape(-1).astype(np.int64) * 6 + direction
    texel = mesh.corner_texels().reshape(-1, 2)
    return len(vertex) - int(np.count_nonzero(_repeats(vertex, texel)))


def _repeats(vertex: Ints, texel: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Whether each of these, (n,) and (n, 2), equals the one before it, in an order in which equal ones are together.

    Halves of texels, as lattice points and middles of texels are, make one number with the vertex.
    """
    half = (texel * 2).astype(np.int64)
    pitch = int(half.max()) + 1
    if half.min() >= 0 and (half == texel * 2).all() and (int(vertex.max()) + 1) * pitch**2 < 2**63:
        key = np.sort((vertex * pitch + half[:, 0]) * pitch + half[:, 1], kind="stable")
        alike: npt.NDArray[np.bool_] = key[1:] == key[:-1]
        return alike
    # Adding zero turns -0.0 into 0.0; two float32 side by side compare as one integer.
    whole = (texel + np.float32(0)).view(np.int64)[:, 0]
    order = np.lexsort((whole, vertex))
    vertex, whole = vertex[order], whole[order]
    same: npt.NDArray[np.bool_] = (vertex[1:] == vertex[:-1]) & (whole[1:] == whole[:-1])
    return same


def _check_four_face_edges(mesh: Mesh) -> list[str]:
    """Count how many corners follow each vertex by each other one, whichever way."""
    told = mesh.counts.four_face_edges
    if told is None:
        return []
    if MODES[mesh.options.mode].junctions != "nowhere":
        return [f"counts.four_face_edges is {told:,}; it must be unknown in mode {mesh.options.mode}"]
    count, sides = len(mesh.vertices), []
    for one in range(3):
        here, there = (mesh.triangles[:, corner % 3].astype(np.int64) for corner in (one, one + 1))
        sides.append(np.minimum(here, there) * count + np.maximum(here, there))
    _edges, faces = np.unique(np.concatenate(sides), return_counts=True)
    many = int(np.count_nonzero(faces > 2))
    return [] if told == many else [f"counts.four_face_edges is {told:,}; it must be {many:,}"]


def _check_texels(mesh: Mesh) -> list[str]:
    """The counts about the atlas that no other program could give exactly."""
    said = []
    if not 0 <= mesh.counts.texels_used <= mesh.counts.texels:
        said.append(f"counts.texels_used is {mesh.counts.texels_used:,} of {mesh.counts.texels:,} texels")
    most, tiles = len(mesh.polygon_direction), mesh.counts.tiles
    if tiles is not None and not min(most, 1) <= tiles <= most:
        said.append(f"counts.tiles is {tiles:,}; {most:,} polygons have at least one and at most {most:,}")
    height, width = mesh.atlas.shape
    # Pages lie one on top of the other, all of the same height.
    page = height % mesh.options.page_side or mesh.options.page_side
    if mesh.options.power_of_two and any(side & (side - 1) for side in (page, width)):
        said.append(f"the atlas has {width} x {height} texels; both sides must be powers of two")
    return said + _check_pages(mesh)


def _check_pages(mesh: Mesh) -> list[str]:
    """No image is larger than asked for, and no triangle lies on two of them."""
    side, (height, width) = mesh.options.page_side, mesh.atlas.shape
    said = [f"the atlas is {width:,} texels wide, more than {side:,}"] if width > side else []
    if height > side and len(mesh.triangles):
        rows = mesh.corner_texels()[..., 1].astype(np.float64)
        across = np.count_nonzero(np.ceil(rows.max(axis=1) / side) - np.floor(rows.min(axis=1) / side) > 1)
        said += [f"{across:,} triangles lie on two pages of the texture"] if across else []
    return said
