"""Models with a look each in, one look for all of them and the models with its palette indices out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..errors import LimitError
from ..voxels.look import COLORS, Look, Material
from ..voxels.model import Model

MOST_COLORS = COLORS - 1


def one_look(parts: Sequence[tuple[Model, Look]], owners: Sequence[str]) -> tuple[Look, list[Model]]:
    """Give models the same look: theirs, if all have the same, else one of all colors that they use.

    Parameters
    ----------
    parts : sequence of (Model, Look)
        At least one.
    owners : sequence of str
        The name of an object of each.

    Returns
    -------
    look : Look
    models : list of Model
        Their indices into its palette.

    Raises
    ------
    LimitError
        If they use more than 255 colors, which differ also by what light does at them.
    """
    looks = [look for _model, look in parts]
    if all(look == looks[0] for look in looks):
        return looks[0], [model for model, _look in parts]
    number: dict[object, int] = {}
    colors: list[tuple[list[int], Material, str]] = []
    models = []
    for model, look in parts:
        to_common = np.zeros(COLORS, np.uint8)
        for index in np.flatnonzero(np.bincount(model.indices, minlength=COLORS)).tolist():
            key = look.palette[index].tobytes(), str(look.materials[index]), look.names.get(index, "")
            if number.setdefault(key, len(number)) == len(colors):
                colors.append((look.palette[index].tolist(), look.materials[index], look.names.get(index, "")))
            to_common[index] = (number[key] + 1) % COLORS
        models.append(replace(model, indices=to_common[model.indices]))
    if len(colors) > MOST_COLORS:
        raise LimitError(_too_many(len(colors), looks, owners))
    palette = np.zeros((COLORS, 4), np.uint8)
    palette[1 : len(colors) + 1] = [rgba for rgba, _material, _name in colors]
    rest = (Material(),) * (MOST_COLORS - len(colors))
    materials = (Material(), *(material for _rgba, material, _name in colors), *rest)
    names = {index: name for index, (_rgba, _material, name) in enumerate(colors, 1) if name}
    return Look(palette, materials, names, looks[0].see_through), models


def _too_many(count: int, looks: Sequence[Look], owners: Sequence[str]) -> str:
    """Name an object of each palette."""
    named: list[tuple[Look, str]] = []
    for look, owner in zip(looks, owners, strict=True):
        if not any(look == known for known, _owner in named):
            named.append((look, owner))
    names = [owner for _look, owner in named]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return (
        f"the palettes of {', '.join(names[:3])}{more} have {count:,} colors in use, but a file has one palette "
        f"of {MOST_COLORS}; export fewer of these objects at once"
    )
