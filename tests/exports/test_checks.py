"""The checks see each kind of damage: what was found in a good file is damaged, and a fact is kept no more."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers_cases import CASES
from helpers_checks import NO, PARTLY, YES, Measure
from helpers_exporters import Setting
from helpers_found import Found, Source
from helpers_readers import exported, read

pytestmark = pytest.mark.usefixtures("extension")


def change(found: Found, **values: object) -> None:
    found.finishes[:] = [replace(finish, **values) for finish in found.finishes]


def drop_triangle(found: Found) -> None:
    found.things[0].positions = np.delete(found.things[0].positions, 3, axis=0)
    for name in ("uvs", "colors", "finish"):
        if getattr(found.things[0], name) is not None:
            setattr(found.things[0], name, np.delete(getattr(found.things[0], name), 3, axis=0))


def turn_triangle(found: Found) -> None:
    found.things[0].positions[3] = found.things[0].positions[3, ::-1]


def double(found: Found) -> None:
    found.things.append(copy.deepcopy(found.things[0]))


def shift(found: Found) -> None:
    found.things[0].worlds[:, 0, 3] += 0.1


def shift_pictures(found: Found) -> None:
    for thing in found.bodies():
        thing.uvs = thing.uvs + 1 / 4


def blur(found: Found) -> None:
    sources = [finish.color for finish in found.finishes]
    colors = [replace(source, picture=replace(source.picture, nearest=False)) for source in sources]
    found.finishes[:] = [replace(finish, color=color) for finish, color in zip(found.finishes, colors, strict=True)]


def rename(found: Found) -> None:
    found.things[0].name += "x"


def rename_space(found: Found) -> None:
    for thing in found.things:
        thing.name = thing.name.replace(" ", "_")


def orphan(found: Found) -> None:
    for thing in found.bodies():
        thing.parent = None


def part(found: Found) -> None:
    for number, thing in enumerate(found.bodies()):
        thing.mesh = number


def hide_one(found: Found) -> None:
    found.things[0].shown[:] = False


def freeze(found: Found) -> None:
    for thing in found.things:
        thing.worlds[:] = thing.worlds[:1]


def half_light(found: Found) -> None:
    glows = [finish.emission for finish in found.finishes]
    half = [replace(source, factor=source.factor / 2) for source in glows]
    found.finishes[:] = [replace(finish, emission=glow) for finish, glow in zip(found.finishes, half, strict=True)]


def white_light(found: Found) -> None:
    change(found, emission=Source(np.ones(3)))


def lose_pictures(found: Found) -> None:
    found.pictures.clear()


def lose_endings(found: Found) -> None:
    found.pictures[:] = [replace(picture, name="x") for picture in found.pictures]


DAMAGES: list[tuple[str, str, str, Callable[[Found], None], str]] = [
    ("plain", "texture", "triangles", drop_triangle, NO),
    ("plain", "texture", "positions", drop_triangle, NO),
    ("painted", "texture", "positions", turn_triangle, NO),
    ("plain", "texture", "positions", double, NO),
    ("plain", "texture", "positions", shift, NO),
    ("plain", "texture", "transforms", shift, NO),
    ("painted", "texture", "colors in a texture", shift_pictures, NO),
    ("painted", "palette", "colors in a palette", shift_pictures, NO),
    ("painted", "texture", "colors in a texture", blur, NO),
    ("painted", "texture", "sharp texels", blur, NO),
    ("painted", "attribute", "colors in an attribute", lambda f: change(f, color=Source(np.full(3, 0.8))), PARTLY),
    ("painted", "materials", "colors in materials", lambda f: change(f, color=Source(np.full(3, 0.8))), NO),
    ("several", "texture", "names", rename, NO),
    ("several", "texture", "names", rename_space, PARTLY),
    ("groups", "texture", "hierarchy", orphan, NO),
    ("instances", "texture", "instances", part, NO),
    ("several", "texture", "positions", hide_one, NO),
    ("moving", "texture", "frames", freeze, NO),
    ("moving", "texture", "frames", hide_one, NO),
    ("painted", "texture", "pictures", lose_pictures, NO),
    ("painted", "texture", "pictures", lose_endings, PARTLY),
    ("metal", "texture", "metal", lambda f: change(f, metallic=Source(np.full(1, 0.5))), NO),
    ("metal", "texture", "roughness", lambda f: change(f, roughness=None), NO),
    ("emission", "texture", "emission", half_light, PARTLY),
    ("emission", "texture", "emission", white_light, NO),
    ("glass", "texture", "glass", lambda f: change(f, through=Source(np.zeros(1))), NO),
    ("glass", "texture", "glass", lambda f: change(f, through=Source(np.full(1, 0.75))), NO),
]


@pytest.mark.parametrize(
    ("case", "store", "fact", "damage", "level"),
    [pytest.param(*row, id=f"{row[2]}-{number}") for number, row in enumerate(DAMAGES)],
)
def test_damage_is_seen(case: str, store: str, fact: str, damage: Callable[[Found], None], level: str) -> None:
    pytest.importorskip("pygltflib")
    setting = Setting(CASES[case], store, "polygons")
    files, found = exported(setting), read(setting, "glb")
    before = Measure(setting, files, "glb", found).verdicts()[fact].level
    damage(found)
    after = Measure(setting, files, "glb", found).verdicts()[fact].level
    assert (before, after) == (YES, level)


def test_what_is_hidden_must_not_be_seen() -> None:
    setting = Setting(CASES["hidden"], "texture", "polygons")
    files, found = exported(setting), read(setting, "usdc")
    assert Measure(setting, files, "usdc", found).verdicts()["hidden"].level == YES
    found.things.append(copy.deepcopy(found.bodies()[0]))
    found.things[-1].worlds[:, 0, 3] += 1
    assert Measure(setting, files, "usdc", found).verdicts()["hidden"].level == NO
    found.things[-1].shown[:] = False
    assert Measure(setting, files, "usdc", found).verdicts()["hidden"].level == NO
