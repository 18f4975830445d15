"""A model's mesh -> its counts as an aligned table of text or as a record for JSON."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.compare import Comparison
from ..core.voxmesh import VoxMesh

_STAGES = {
    "cubes": "cubes",
    "shell": "shell",
    "faces": "visible faces",
    "polygons": "polygons",
    "mesh": "this mesh",
}
_INTERIORS = {"remove": "sealed cavities removed", "keep": "sealed cavities kept"}
_LABEL, _NUMBER, _SHARE = 15, 16, 25


def title(path: str, number: int) -> str:
    """Which model of which file.

    Parameters
    ----------
    path : str
    number : int
        Counted from 0, as shapes refer to it.

    Returns
    -------
    str
    """
    return f"{path}, model {number}"


def record(path: str, number: int, mesh: VoxMesh, read_seconds: float) -> dict[str, object]:
    """One object of the JSON list.

    Parameters
    ----------
    path : str
    number : int
    mesh : VoxMesh
    read_seconds : float
        Seconds that reading the whole file took.

    Returns
    -------
    dict
        file, model, mode, interior, size (cells), every count, atlas (columns, rows), seconds by stage.
    """
    rows, columns = mesh.atlas.shape
    seconds = {"read": read_seconds, **mesh.seconds}
    return {
        "file": path,
        "model": number,
        "mode": mesh.options.mode,
        "interior": mesh.options.interior,
        "size": list(mesh.size),
        **mesh.counts,
        "atlas": [columns, rows],
        "seconds": {stage: round(value, 6) for stage, value in seconds.items()},
    }


def table(path: str, number: int, mesh: VoxMesh, read_seconds: float) -> str:
    """The stage table of a model.

    Parameters
    ----------
    path : str
    number : int
    mesh : VoxMesh
    read_seconds : float
        Seconds that reading the whole file took.

    Returns
    -------
    str
        Several lines; columns are aligned, numbers have thousands separators.
    """
    counts, options = mesh.counts, mesh.options
    rows, columns = mesh.atlas.shape
    size = " x ".join(f"{side:,}" for side in mesh.size)
    seconds = {"read": read_seconds, **mesh.seconds}
    lines = [
        title(path, number),
        f"  {size} cells, {counts.voxels:,} voxels; mode {options.mode}, {_INTERIORS[options.interior]}",
        "",
        f"  {'':{_LABEL}}{'triangles':>{_NUMBER}}{'of stage before':>{_SHARE}}",
        *_stage_lines(mesh),
        *_certificate_lines(mesh),
        "",
        _line("vertices", f"{counts.vertices:,}"),
        _line("GPU vertices", f"{counts.gpu_vertices:,}", "split by normal and UV"),
        _line("texture", f"{columns:,} x {rows:,}", f"{_percent(counts.texels_used, counts.texels)} used"),
        _line("seconds", f"{sum(seconds.values()):.3f}"),
        *(_line(f"  {stage}", f"{value:.3f}") for stage, value in seconds.items()),
    ]
    return "\n".join(lines)


def comparison_table(title: str, rows: Sequence[Comparison]) -> str:
    """What each mode makes of a model.

    Parameters
    ----------
    title : str
    rows : sequence of Comparison

    Returns
    -------
    str
        Several lines; columns are aligned.
    """
    head = f"  {'mode':{_LABEL}}{'triangles':>{_NUMBER}}{'GPU vertices':>{_NUMBER}}{'texels':>{_NUMBER}}"
    lines = [title, "", f"{head}{'T-junctions':>{_NUMBER}}{'proven':>{_NUMBER}}"]
    for row in rows:
        figures = "".join(f"{figure:>{_NUMBER},}" for figure in (row.triangles, row.gpu_vertices, row.texels))
        junctions = "yes" if row.t_junctions else "no"
        lines.append(f"  {row.mode:{_LABEL}}{figures}{junctions:>{_NUMBER}}{_proof(row):>{_NUMBER}}")
    return "\n".join(lines)


def _proof(row: Comparison) -> str:
    return "yes" if row.proven else f"within {row.triangles - row.lower_bound:,}"


def _certificate_lines(mesh: VoxMesh) -> list[str]:
    """For the modes that look for a minimum, how near it is known to be."""
    counts = mesh.counts
    if mesh.options.mode not in ("rectangles", "fewest"):
        return []
    above = counts.triangles - counts.lower_bound
    planes = f"{counts.proven_planes:,} of {counts.planes:,} planes proven"
    return ["", f"  proven fewest ({planes})" if above == 0 else f"  at most {above:,} above the fewest ({planes})"]


def _stage_lines(mesh: VoxMesh) -> list[str]:
    """Triangles after each step, and their share of the step before."""
    lines, before = [], None
    for stage, triangles in mesh.counts.stages.items():
        share = "" if before is None else _percent(triangles, before)
        lines.append(_line(_STAGES[stage], f"{triangles:,}", share))
        before = triangles
    return lines


def _line(label: str, number: str, share: str = "") -> str:
    return f"  {label:{_LABEL}}{number:>{_NUMBER}}{share:>{_SHARE}}".rstrip()


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
