"""Names and counts of objects in, parts of sentences for reports out."""

from __future__ import annotations

from collections.abc import Sequence

from ..blender.words import pgettext_rpt

NAMED = 3
"""Objects that a report names; it counts the others."""


def named(names: Sequence[str]) -> str:
    """Name some objects, and count the others."""
    text = ", ".join(names[:NAMED])
    more = pgettext_rpt("{names} and {count} more")
    return text if len(names) <= NAMED else more.format(names=text, count=len(names) - NAMED)


def without_voxels(count: int) -> str:
    """Say how many objects were passed over because they carry no voxels."""
    text = pgettext_rpt("1 object without voxels left out" if count == 1 else "{count} objects without voxels left out")
    return text.format(count=f"{count:,}")
