"""The extension's preferences: what the import dialog begins with, and how often files are looked at."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace

import bpy
import helpers_vox as hv
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

GAME = {
    "mode": "fewest",
    "faces": "triangles",
    "border": 4,
    "power_of_two": True,
    "origin": "bottom",
    "layers": "none",
    "hidden": "skip",
    "textures": "both",
    "overlap": pytest.approx(0.004),
}


@pytest.fixture
def module(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.operators.preferences")


@pytest.fixture
def preferences(module: ModuleType) -> Iterator[bpy.types.AddonPreferences]:
    """As they are at first, and so again afterwards."""
    found = module.find_preferences()
    module._changes.clear()
    yield found
    for name in ("preset", "colors", "follow_interval"):
        found.property_unset(name)
    module._changes.clear()


@pytest.fixture
def imported(write: Write) -> Callable[..., bpy.types.Operator]:
    def run(**options: object) -> bpy.types.Operator:
        bpy.ops.import_scene.trivox("EXEC_DEFAULT", True, filepath=write("a.vox", hv.vox(hv.cube())), **options)
        return bpy.context.window_manager.operators[-1]

    return run


def chosen(operator: bpy.types.Operator) -> dict[str, object]:
    """All options that are not the default."""
    rna = operator.properties.bl_rna.properties
    values = {name: getattr(operator, name) for name in operator.choices()}
    return {name: value for name, value in values.items() if value != rna[name].default}


def test_at_first_they_change_nothing(
    module: ModuleType, preferences: bpy.types.AddonPreferences, imported: Callable[..., bpy.types.Operator]
) -> None:
    operator = imported()
    module.begin(operator)
    assert chosen(operator) == {}


def test_the_dialog_begins_with_the_preset(
    module: ModuleType, preferences: bpy.types.AddonPreferences, imported: Callable[..., bpy.types.Operator]
) -> None:
    operator = imported()
    path = operator.filepath
    preferences.preset, preferences.colors = "Game", "attribute"
    module.begin(operator)
    assert chosen(operator) == GAME and operator.filepath == path


def test_the_dialog_begins_with_the_colors(
    module: ModuleType, preferences: bpy.types.AddonPreferences, imported: Callable[..., bpy.types.Operator]
) -> None:
    operator = imported()
    preferences.colors = "attribute"
    module.begin(operator)
    assert chosen(operator) == {"colors": "attribute"}


def test_what_a_script_chose_stays(
    module: ModuleType, preferences: bpy.types.AddonPreferences, imported: Callable[..., bpy.types.Operator]
) -> None:
    preferences.preset = "Game"
    operator = imported(mode="rectangles")
    module.begin(operator)
    assert chosen(operator) == {"mode": "rectangles"}


def test_scripts_without_a_dialog_get_the_defaults(
    preferences: bpy.types.AddonPreferences, imported: Callable[..., bpy.types.Operator]
) -> None:
    preferences.preset = "Game"
    assert chosen(imported()) == {}


def test_what_was_chosen_in_the_session_stays_until_a_preference_changes(
    module: ModuleType, preferences: bpy.types.AddonPreferences
) -> None:
    forgotten = []
    remembered = SimpleNamespace(is_property_set=lambda _name, *, ghost=True: not ghost)
    operator = SimpleNamespace(
        choices=lambda: ["mode"], properties=remembered, use_defaults=lambda: forgotten.append(True), colors=""
    )
    module.begin(operator)
    assert not forgotten
    preferences.colors = "palette"
    module.begin(operator)
    module.begin(operator)
    assert len(forgotten) == 1 and operator.colors == "palette"


def test_every_preset_can_be_chosen(preferences: bpy.types.AddonPreferences) -> None:
    names = [item.name for item in preferences.bl_rna.properties["preset"].enum_items]
    assert names == [
        "None",
        "3D Print",
        "Game",
        "Godot",
        "Many Small Props",
        "Render",
        "Rig / Edit",
        "Unity",
        "Unreal",
        "three.js",
    ]


def test_files_are_looked_at_as_often_as_wished(
    extension: str, preferences: bpy.types.AddonPreferences, imported: Callable[..., bpy.types.Operator]
) -> None:
    follower = importlib.import_module(f"{extension}.operators.follow").Follower()
    imported()
    bpy.ops.trivox.follow_file("EXEC_DEFAULT", True)
    assert follower.look() == pytest.approx(0.2)
    preferences.follow_interval = 3
    assert follower.look() == 3
    preferences.follow_interval = 0
    assert follower.look() == pytest.approx(0.2)


def test_without_preferences_all_is_as_by_default(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ADDON", "nobody")
    assert module.find_preferences() is None and module.follow_interval() == 0.2
