"""Figures of meshes that no formula tells stay what they are: texels, areas, sides, what is proven."""

from __future__ import annotations

import json

import helpers_figures as figures
import pytest
from trivox.core import build_mesh

KNOWN = json.loads(figures.FILE.read_text(encoding="utf-8"))
MODELS = figures.models()


def test_figures_of_all_models_are_known() -> None:
    assert KNOWN.keys() == {*figures.MADE, *figures.SHARED}
    assert all(of_choices.keys() == figures.CHOICES.keys() for of_choices in KNOWN.values())


def test_effort_makes_a_difference() -> None:
    """Else the figures would say nothing about searches."""
    with_effort, without = (KNOWN["caves"][choice] for choice in ("fewest", "fewest without effort"))
    assert without["proven_planes"] < with_effort["proven_planes"]
    assert without["lower_bound"] < with_effort["lower_bound"] <= with_effort["triangles"] <= without["triangles"]


@pytest.mark.parametrize("choice", figures.CHOICES)
@pytest.mark.parametrize("name", KNOWN)
def test_figures_are_the_known_ones(name: str, choice: str) -> None:
    if name not in MODELS:
        pytest.skip("the folder of public models (TRIVOX_SHARED) is absent")
    assert figures.figures(build_mesh(MODELS[name], figures.CHOICES[choice])) == KNOWN[name][choice]
