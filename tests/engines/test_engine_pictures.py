"""What leaves Blender as .glb looks the same in three.js and in Godot, pixel by pixel where no edge is."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from compare_pictures import Difference, compare, read
from engine_pictures import ENGINES, SIDES, draw
from picture_files import CUT_OUT, FILES, PANES

if TYPE_CHECKING:
    from conftest import Studio


CRACKS = 4
"""Pixels of a picture in which the background may show through between cut-outs."""


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine that can draw here."""
    reason = ENGINES[request.param][0]()
    if reason:
        pytest.skip(reason)
    return request.param


@pytest.fixture(scope="module")
def found(engine: str, studio: Studio) -> dict[str, Difference]:
    """How an engine's pictures differ from Blender's; those named "wrong" and "glass" are of other shots."""
    others = [{**shot, "file": "mirrored.glb", "name": f"wrong-{shot['name']}"} for shot in of(studio, "plain")]
    others += [{**shot, "glass": True, "name": f"seen-{shot['name']}"} for shot in of(studio, "blended")]
    for shot in others:
        same = shot["name"].partition("-")[2]
        shutil.copy(studio.out / f"{same}-blender.png", studio.out / f"{shot['name']}-blender.png")
    return draw(engine, [*studio.shots, *others], studio.files, studio.out)


def of(studio: Studio, name: str) -> list[dict[str, Any]]:
    """The shots of a file."""
    return [shot for shot in studio.shots if shot["file"] == f"{name}.glb"]


def test_files_look_as_in_blender(found: dict[str, Difference]) -> None:
    right = {name: seen for name, seen in found.items() if not name.startswith(("wrong", "seen"))}
    assert len(right) == (len(FILES) + len(CUT_OUT) + 1) * len(SIDES)
    # Where corners of cut-outs lie inside sides of others, rounding may let the background through.
    wrong = {name: seen for name, seen in right.items() if not seen.equal}
    assert {name: seen for name, seen in wrong.items() if "_cutout" not in name} == {}
    assert all(seen.off == 0 and seen.outside <= CRACKS for seen in wrong.values())
    assert min(seen.inside for seen in right.values()) > 5000


def test_another_file_looks_different(found: dict[str, Difference]) -> None:
    wrong = [seen for name, seen in found.items() if name.startswith("wrong")]
    assert len(wrong) == len(SIDES) and all(seen.outside > 500 and seen.off > 500 for seen in wrong)


def test_cut_outs_look_like_what_they_are_cut_from(found: dict[str, Difference], engine: str, studio: Studio) -> None:
    for make in CUT_OUT:
        for side in SIDES:
            whole, cut = (read(studio.out / f"{make.__name__}{end}-{side}-{engine}.png") for end in ("", "_cutout"))
            seen = compare(whole, cut)
            assert seen.off == 0 and seen.outside <= CRACKS, (make.__name__, side, seen)


def test_glass_is_seen_through(found: dict[str, Difference], engine: str, studio: Studio) -> None:
    assert "seen-blended-front" in found
    opaque, clear = (read(studio.out / f"{name}blended-front-{engine}.png").astype(int) for name in ("", "seen-"))
    panes = (opaque[..., None, :3] == np.array(PANES)).all(axis=-1).any(axis=-1)
    changed = np.abs(opaque - clear)[..., :3].max(axis=-1) > 4
    # A quarter of each pane is hardly clear, and white before white changes little.
    assert panes.sum() > 1000 and changed[panes].mean() > 0.5
    assert not (changed & ~panes).any()


def test_blender_shows_the_colors_of_the_palette(studio: Studio) -> None:
    pixels = read(studio.out / "painted-front-blender.png")
    shown = {tuple(color) for color in pixels[pixels[..., 3] == 255][:, :3].tolist()}
    palette = {(index, (7 * index + 3) % 256, 255 - index) for index in range(200)}
    assert len(shown) > 100 and shown <= palette
