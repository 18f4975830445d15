"""Prepared files and seconds in, the one line that tells the user what an import brought out."""

from collections.abc import Sequence

from bpy.app.translations import pgettext_rpt

from .build.prepared import PreparedFile


def summary(files: Sequence[PreparedFile], seconds: float, ending: str = ".vox") -> str:
    """Say how many objects and triangles were imported.

    Triangles count once for each object, also where objects share a mesh.

    Parameters
    ----------
    files : sequence of PreparedFile
        At least one.
    seconds : float
    ending : str
        Of the files' names.

    Returns
    -------
    str
    """
    stages = [file.meshes[index].counts.stages for file in files for index in file.placed.tolist()]
    triangles = sum(stage["mesh"] for stage in stages)
    faces = sum(stage["faces"] for stage in stages)
    name = f"{files[0].name}{ending}" if len(files) == 1 else pgettext_rpt("{count} files").format(count=len(files))
    objects = pgettext_rpt("1 object" if len(stages) == 1 else "{count} objects").format(count=f"{len(stages):,}")
    line = pgettext_rpt(
        "{name}: {objects}, {triangles} triangles ({percent} % of the visible faces' {faces}), {seconds} s"
    )
    return line.format(
        name=name,
        objects=objects,
        triangles=f"{triangles:,}",
        percent=max(1, round(100 * triangles / max(1, faces))),
        faces=f"{faces:,}",
        seconds=f"{seconds:.1f}",
    )


def warning_line(file_name: str, warnings: Sequence[str]) -> str:
    """Tell the first of a file's warnings, and how many there are.

    Parameters
    ----------
    file_name : str
    warnings : sequence of str
        At least one.

    Returns
    -------
    str
    """
    if len(warnings) == 1:
        return f"{file_name}: {warnings[0]}"
    line = pgettext_rpt("{name}: {first} (first of {count} warnings)")
    return line.format(name=file_name, first=warnings[0], count=len(warnings))
