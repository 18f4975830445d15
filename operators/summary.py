"""Assembled files and seconds in, the one line that tells the user what an import brought out."""

from collections.abc import Sequence
from pathlib import Path

from ..blender.words import pgettext_rpt
from ..core import Assembly
from ..core.text import for_users, readable


def summary(files: Sequence[tuple[Path, Assembly]], seconds: float, failures: int = 0) -> str:
    """Say how many objects and triangles were imported, and how many frames were not.

    Parameters
    ----------
    files : sequence of (Path, Assembly)
        At least one.
    seconds : float
    failures : int
        Files that could not be imported.

    Returns
    -------
    str
    """
    made = [file for _path, file in files]
    drawn, objects = sum(file.triangles_drawn for file in made), sum(len(file.drawn) for file in made)
    faces = [file.faces_drawn for file in made]
    name = readable(files[0][0].name) if len(files) == 1 else pgettext_rpt("{count} files").format(count=len(files))
    if failures:
        name = pgettext_rpt("{made} of {count} files imported").format(made=len(files), count=len(files) + failures)
    share = ""
    if None not in faces:
        sides = 2 * sum(count or 0 for count in faces)
        line = pgettext_rpt("({percent} % of the visible faces' {faces})")
        share = " " + line.format(percent=max(1, round(100 * drawn / max(1, sides))), faces=f"{sides:,}")
    text = pgettext_rpt("{name}: {objects}, {triangles} triangles{share}, {seconds} s").format(
        name=name,
        objects=pgettext_rpt("1 object" if objects == 1 else "{count} objects").format(count=f"{objects:,}"),
        triangles=triangle_count(sum(file.triangles for file in made), drawn),
        share=share,
        seconds=f"{seconds:.1f}",
    )
    more = sum(file.more_frames for file in made)
    return f"{text}; {_more_frames(more)}" if more else text


def _more_frames(count: int) -> str:
    """Say how the frames that were left out can be had."""
    if count == 1:
        return pgettext_rpt("1 more frame, choose Animate to import it")
    return pgettext_rpt("{count} more frames, choose Animate to import them").format(count=f"{count:,}")


def triangle_count(once: int, drawn: int) -> str:
    """Write how many triangles there are: each mesh counted once and, if that differs, as drawn."""
    if once == drawn:
        return f"{drawn:,}"
    return pgettext_rpt("{drawn} ({once} in different meshes)").format(drawn=f"{drawn:,}", once=f"{once:,}")


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
    name = readable(file_name)
    first = for_users(warnings[0])
    if len(warnings) == 1:
        return f"{name}: {first}"
    line = pgettext_rpt("{name}: {first} (first of {count} warnings)")
    return line.format(name=name, first=first, count=len(warnings))
