"""A model's mesh -> its counts as an aligned table of text or as a record for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core import Assembly, Mesh
from ..core.compare import Comparison
from ..core.mesh.modes import MODES
from ..core.text import readable
from .terminal import counted

_STAGES = {
    "cubes": "cubes",
    "shell": "shell",
    "faces": "visible faces",
    "polygons": "polygons",
    "mesh": "this mesh",
}
_INTERIORS = {"remove": "sealed cavities removed", "keep": "sealed cavities kept"}
_LABEL, _NUMBER, _SHARE = 15, 16, 25


def record(path: str, number: int, mesh: Mesh, seconds: Mapping[str, float]) -> dict[str, object]:
    """One object of the JSON list.

    Parameters
    ----------
    path : str
    number : int
    mesh : Mesh
    seconds : mapping of str to float
        Seconds that were spent on the whole file, by stage.

    Returns
    -------
    dict
        file, model, mode, interior, size (cells), every count (None where nobody knows), atlas (columns, rows), seconds
        by stage.
    """
    rows, columns = mesh.atlas.shape
    return {
        "file": readable(path),
        "model": number,
        "mode": mesh.options.mode,
        "interior": mesh.options.interior,
        "size": list(mesh.size),
        **mesh.counts,
        "atlas": [columns, rows],
        "seconds": {stage: round(value, 6) for stage, value in {**seconds, **mesh.seconds}.items()},
    }


def table(title: str, mesh: Mesh, seconds: Mapping[str, float]) -> str:
    """The stage table of a model.

    Parameters
    ----------
    title : str
    mesh : Mesh
    seconds : mapping of str to float
        Seconds that were spent on the whole file, by stage.

    Returns
    -------
    str
        Several lines; columns are aligned, numbers have thousands separators, what nobody knows is left out.
    """
    counts = mesh.counts
    rows, columns = mesh.atlas.shape
    seconds = {**seconds, **mesh.seconds}
    lines = [
        title,
        f"  {_about(mesh)}",
        "",
        f"  {'':{_LABEL}}{'triangles':>{_NUMBER}}{'of stage before':>{_SHARE}}",
        *_stage_lines(mesh),
        *_certificate_lines(mesh),
        "",
        _line("vertices", f"{counts.vertices:,}"),
        _line("GPU vertices", f"{counts.gpu_vertices:,}", "split by normal and UV"),
        *_edge_lines(mesh),
        _line("texture", f"{columns:,} x {rows:,}", f"{_percent(counts.texels_used, counts.texels)} used"),
        _line("seconds", f"{sum(seconds.values()):.3f}"),
        *(_line(f"  {stage}", f"{value:.3f}") for stage, value in seconds.items()),
    ]
    return "\n".join(lines)


def closing_line(assembly: Assembly) -> str:
    """What all meshes of a file have together.

    Parameters
    ----------
    assembly : Assembly

    Returns
    -------
    str
        Empty if there is one mesh, shown once.
    """
    meshes, objects = len(assembly.meshes), len(assembly.drawn)
    if meshes == 1 and objects == 1:
        return ""
    return (
        f"{counted(meshes, 'mesh', 'meshes')}: {counted(assembly.triangles, 'triangle')}; "
        f"{counted(objects, 'object')} as drawn: {counted(assembly.triangles_drawn, 'triangle')}"
    )


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
    heads = ("triangles", "GPU vertices", "texels", "drawn area", ".tvx bytes", "T-junctions", "proven")
    lines = [title, "", f"  {'mode':{_LABEL}}{''.join(f'{head:>{_NUMBER}}' for head in heads)}"]
    for row in rows:
        numbers = (row.triangles, row.gpu_vertices, row.texels, row.drawn_area, row.file_bytes)
        figures = "".join(f"{_figure(number):>{_NUMBER}}" for number in numbers)
        junctions = "yes" if row.t_junctions else "no"
        lines.append(f"  {row.mode:{_LABEL}}{figures}{junctions:>{_NUMBER}}{_proof(row):>{_NUMBER}}")
    return "\n".join(lines)


def _about(mesh: Mesh) -> str:
    """Cells, voxels and options; a mesh whose voxels nobody knows does not tell its options either."""
    size, voxels = " x ".join(f"{side:,}" for side in mesh.size), mesh.counts.voxels
    if voxels is None:
        return f"{size} cells; mode {mesh.options.mode}"
    what = f"{size} cells, {counted(voxels, 'voxel')}"
    return f"{what}; mode {mesh.options.mode}, {_INTERIORS[mesh.options.interior]}"


def _figure(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _proof(row: Comparison) -> str:
    if row.proven:
        return "yes"
    return "unknown" if row.lower_bound is None else f"within {row.triangles - row.lower_bound:,}"


def _certificate_lines(mesh: Mesh) -> list[str]:
    """For the modes that look for a minimum, how near it is known to be."""
    counts, above = mesh.counts, mesh.counts.above_fewest
    if not MODES[mesh.options.mode].certified or above is None:
        return []
    planes = f"{counts.proven_planes:,} of {counted(counts.planes or 0, 'plane')} proven"
    return ["", f"  proven fewest ({planes})" if above == 0 else f"  at most {above:,} above the fewest ({planes})"]


def _edge_lines(mesh: Mesh) -> list[str]:
    """The edges with four faces, where there are any."""
    edges = mesh.counts.four_face_edges
    return [_line("4-face edges", f"{edges:,}", "voxels touch along edges")] if edges else []


def _stage_lines(mesh: Mesh) -> list[str]:
    """Triangles after each step, and their share of the step before; steps that nobody knows are left out."""
    known = {stage: triangles for stage, triangles in mesh.counts.stages.items() if triangles is not None}
    before = [None, *known.values()]
    shares = ("" if last is None else _percent(now, last) for now, last in zip(known.values(), before, strict=False))
    return [_line(_STAGES[stage], f"{now:,}", share) for (stage, now), share in zip(known.items(), shares, strict=True)]


def _line(label: str, number: str, share: str = "") -> str:
    return f"  {label:{_LABEL}}{number:>{_NUMBER}}{share:>{_SHARE}}".rstrip()


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
