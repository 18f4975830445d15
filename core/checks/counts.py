"""Whether a mesh's counts say what the model and the mesh really hold: facts and VoxMesh in, sentences out."""

from __future__ import annotations

import numpy as np

from ..directions import AXIS, U_AXIS, V_AXIS
from ..voxmesh import VoxMesh
from .facts import Facts, point_keys
from .groups import Ints


def check_counts(facts: Facts, mesh: VoxMesh) -> list[str]:
    """Check the counts that follow from the grid and those that follow from the mesh.

    Parameters
    ----------
    facts : Facts
    mesh : VoxMesh

    Returns
    -------
    list of str
    """
    height, width = mesh.atlas.shape
    expected = {
        "voxels": facts.voxels,
        "shell_voxels": len(np.unique(_cell_keys(facts))),
        "faces": len(facts.face_keys),
        "polygons": len(facts.corners),
        "corners": int(facts.corners.sum()),
        "holes": int(facts.holes.sum()),
        "vertices": len(mesh.vertices),
        "triangles": len(mesh.triangles),
        "gpu_vertices": gpu_vertices(mesh),
        "texels": height * width,
    }
    said = [
        f"counts.{name} is {mesh.counts[name]:,}; it must be {value:,}"
        for name, value in expected.items()
        if mesh.counts[name] != value
    ]
    triangles = _triangles(facts, mesh.options.mode)
    if len(mesh.triangles) != triangles:
        said.append(
            f"the mesh has {len(mesh.triangles):,} triangles; in mode {mesh.options.mode} it must have {triangles:,}"
        )
    return [*said, *_check_vertex_set(facts, mesh), *_check_texels(mesh)]


def _triangles(facts: Facts, mode: str) -> int:
    if mode == "faces":
        return 2 * len(facts.face_keys)
    merged = int(facts.corners.sum() + 2 * facts.holes.sum()) - 2 * len(facts.corners)
    return merged + int(facts.junctions.sum()) if mode == "watertight" else merged


def _cell_keys(facts: Facts) -> Ints:
    return point_keys(facts.cells, facts.size)


def _check_vertex_set(facts: Facts, mesh: VoxMesh) -> list[str]:
    """Vertices are the corner points of the polygons; in mode ``faces`` those of the faces."""
    wanted = facts.corner_points
    if mesh.options.mode == "faces":
        corner_keys = []
        every = np.arange(len(facts.cells))
        base = facts.cells.astype(np.int64)
        base[every, AXIS[facts.directions]] += facts.directions % 2 == 0
        for column, row in ((0, 0), (1, 0), (0, 1), (1, 1)):
            point = base.copy()
            point[every, U_AXIS[facts.directions]] += column
            point[every, V_AXIS[facts.directions]] += row
            corner_keys.append(point_keys(point, facts.size))
        wanted = np.unique(np.concatenate(corner_keys))
    have = np.unique(point_keys(mesh.vertices, mesh.size))
    missing, extra = np.setdiff1d(wanted, have, True), np.setdiff1d(have, wanted, True)
    return [
        f"{len(keys):,} of {len(wanted):,} corner points {what}; the first is {_point(int(keys[0]), facts.size)}"
        for keys, what in (
            (missing, "are no vertices"),
            (extra, "too many are vertices"),
        )
        if len(keys)
    ]


def _point(key: int, size: tuple[int, int, int]) -> tuple[int, int, int]:
    rest, z = divmod(key, size[2] + 1)
    x, y = divmod(rest, size[1] + 1)
    return x, y, z


def gpu_vertices(mesh: VoxMesh) -> int:
    """Count the vertices that a graphics card needs: one for each different position, normal and texel position.

    Parameters
    ----------
    mesh : VoxMesh

    Returns
    -------
    int
    """
    if not len(mesh.triangles):
        return 0
    direction = np.repeat(mesh.polygon_direction[mesh.triangle_polygon], 3).astype(np.int64)
    vertex = mesh.triangles.reshape(-1).astype(np.int64) * 6 + direction
    # Adding zero turns -0.0 into 0.0; two float32 side by side compare as one integer.
    texel = (mesh.corner_texels + np.float32(0)).reshape(-1, 2).view(np.int64)[:, 0]
    order = np.lexsort((texel, vertex))
    vertex, texel = vertex[order], texel[order]
    return 1 + int(np.count_nonzero((np.diff(vertex) != 0) | (np.diff(texel) != 0)))


def _check_texels(mesh: VoxMesh) -> list[str]:
    """Sizes of the atlas and the counts about it that no other program could give exactly."""
    said = []
    if not 0 <= mesh.counts.texels_used <= mesh.counts.texels:
        said.append(f"counts.texels_used is {mesh.counts.texels_used:,} of {mesh.counts.texels:,} texels")
    most = len(mesh.polygon_direction)
    if not min(most, 1) <= mesh.counts.tiles <= most:
        said.append(f"counts.tiles is {mesh.counts.tiles:,}; {most:,} polygons have at least one and at most {most:,}")
    if mesh.options.power_of_two and any(side & (side - 1) for side in mesh.atlas.shape):
        height, width = mesh.atlas.shape
        said.append(f"the atlas has {width} x {height} texels; both sides must be powers of two")
    return said
