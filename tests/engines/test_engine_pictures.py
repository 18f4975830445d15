"""What leaves Blender as .glb looks the same in three.js and in Godot, pixel by pixel where no edge is."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from compare_pictures import Difference, read
from engine_pictures import ENGINES, SIDES, draw
from picture_files import FILES

if TYPE_CHECKING:
    from conftest import Studio


@pytest.fixture(scope="module", params=ENGINES)
def found(request: pytest.FixtureRequest, studio: Studio) -> dict[str, Difference]:
    """How an engine's pictures differ from Blender's; those named "wrong" are of another file."""
    reason = ENGINES[request.param][0]()
    if reason:
        pytest.skip(reason)
    wrong = [
        {**shot, "name": f"wrong-{shot['name']}", "file": "mirrored.glb"}
        for shot in studio.shots
        if shot["file"] == "plain.glb"
    ]
    for shot in wrong:
        shutil.copy(studio.out / f"{shot['name'][6:]}-blender.png", studio.out / f"{shot['name']}-blender.png")
    return draw(request.param, [*studio.shots, *wrong], studio.files, studio.out)


def test_files_look_as_in_blender(found: dict[str, Difference]) -> None:
    right = {name: seen for name, seen in found.items() if not name.startswith("wrong")}
    assert len(right) == len(FILES) * len(SIDES)
    assert {name: seen for name, seen in right.items() if not seen.equal} == {}
    assert min(seen.inside for seen in right.values()) > 5000


def test_another_file_looks_different(found: dict[str, Difference]) -> None:
    wrong = [seen for name, seen in found.items() if name.startswith("wrong")]
    assert len(wrong) == len(SIDES) and all(seen.outside > 500 and seen.off > 500 for seen in wrong)


def test_blender_shows_the_colors_of_the_palette(studio: Studio) -> None:
    pixels = read(studio.out / "painted-front-blender.png")
    shown = {tuple(color) for color in pixels[pixels[..., 3] == 255][:, :3].tolist()}
    palette = {(index, (7 * index + 3) % 256, 255 - index) for index in range(200)}
    assert len(shown) > 100 and shown <= palette
