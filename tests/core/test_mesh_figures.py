"""Figures that no formula tells stay what they are, and those of `fewest` are not far from the least there can be."""

from __future__ import annotations

import json

import helpers_figures as figures
import pytest
from trivox.core import MeshOptions, build_mesh

KNOWN = json.loads(figures.FILE.read_text(encoding="utf-8"))
MODELS = figures.models()


def test_figures_of_all_models_are_known() -> None:
    assert KNOWN.keys() == {*figures.MADE, *figures.SHARED}


@pytest.mark.parametrize("mode", figures.MODES)
@pytest.mark.parametrize("name", KNOWN)
def test_figures_are_the_known_ones(name: str, mode: str) -> None:
    if name not in MODELS:
        pytest.skip("the folder of public models (TRIVOX_SHARED) is absent")
    assert figures.figures(build_mesh(MODELS[name], MeshOptions(mode))) == KNOWN[name][mode]
