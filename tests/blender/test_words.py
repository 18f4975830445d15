"""Every text that a user reads is looked up in a context of our own, so that Blender's own words never stand for it."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import bpy
import pytest

ROOT = Path(__file__).resolve().parents[2]
BLENDERS = ("bpy.app.translations", "bpy.props")
"""What gives and takes texts without our context."""
PREFIXES = ("bpy.app.translations.pgettext", "bpy.props.")
DRAWN = {"label", "operator", "prop", "menu", "progress", "popover", "prop_menu_enum", "operator_menu_enum"}
"""Calls of layouts that translate the text that they get."""
OTHERS = {"filepath", "filter_glob", "check_existing", "filename_ext", "rna_type"}
"""Properties that Blender's own helpers bring along."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for package in ("blender", "operators", "ui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def lacks_context(call: ast.Call) -> bool:
    """Tell whether a layout would look a text up among Blender's own."""
    words = {word.arg: word.value for word in call.keywords}
    text = words.get("text")
    if getattr(call.func, "attr", "") not in DRAWN or text is None:
        return False
    empty = (isinstance(text, ast.Constant) and not text.value) or getattr(text, "id", "") == "ICON_ONLY"
    plain = "translate" in words and ast.unparse(words["translate"]) == "False"
    return not (empty or plain or ast.unparse(words.get("text_ctxt", text)) == "CONTEXT")


@pytest.fixture
def context(extension: str) -> str:
    return str(importlib.import_module(f"{extension}.blender.words").CONTEXT)


def own_classes(extension: str) -> list[type]:
    classes = (importlib.import_module(f"{extension}.{part}").CLASSES for part in ("operators", "ui"))
    return [cls for part in classes for cls in part]


def properties(cls: type) -> Iterator[bpy.types.Property]:
    """An operator's stand where scripts call it."""
    if issubclass(cls, bpy.types.Operator):
        module, name = cls.bl_idname.split(".")
        yield from getattr(getattr(bpy.ops, module), name).get_rna_type().properties
    else:
        yield from cls.bl_rna.properties


def test_classes_have_the_context(extension: str, context: str) -> None:
    named = [cls for cls in own_classes(extension) if issubclass(cls, bpy.types.Operator | bpy.types.Panel)]
    assert len(named) > 20
    assert [cls.__name__ for cls in named if cls.bl_rna.translation_context != context] == []
    assert [cls.__name__ for cls in named if cls.bl_translation_context != context] == []


def test_properties_have_the_context(extension: str, context: str) -> None:
    bases = (bpy.types.Operator, bpy.types.PropertyGroup, bpy.types.AddonPreferences)
    known = {prop.identifier for base in bases for prop in base.bl_rna.properties} | OTHERS
    own = {}
    for cls in own_classes(extension):
        if issubclass(cls, bases):
            own |= {(cls.__name__, prop.identifier): prop for prop in properties(cls) if prop.identifier not in known}
    assert len(own) > 50
    assert [name for name, prop in own.items() if prop.translation_context != context] == []


def test_layouts_are_told_the_context() -> None:
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and lacks_context(node)
    ]
    assert wrong == []


def test_nobody_goes_past_the_words() -> None:
    """Who took texts and properties from Blender itself would forget the context."""
    wrong = {
        f"{path}:{node.lineno}"
        for path, tree in sources()
        for node in ast.walk(tree)
        if path != "blender/words.py"
        and (
            (isinstance(node, ast.ImportFrom) and node.module in BLENDERS)
            or (isinstance(node, ast.Attribute) and ast.unparse(node).startswith(PREFIXES))
        )
    }
    assert wrong == set()


def test_every_text_is_known_in_the_context_and_without(extension: str, context: str) -> None:
    module = importlib.import_module(f"{extension}.ui.translations")
    assert {locale for locales in module.TABLES for locale in locales} == set(module.TRANSLATIONS)
    for locales, table in module.TABLES.items():
        for locale in locales:
            assert set(module.TRANSLATIONS[locale]) == {(where, text) for text in table for where in (context, "*")}
