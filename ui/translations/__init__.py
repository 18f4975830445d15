"""The texts of Trivox in other languages: {locale: {(context, English text): text}}, as Blender wants them."""

from __future__ import annotations

from ...blender.words import CONTEXT
from . import (
    chinese,
    chinese_export,
    chinese_game,
    chinese_light,
    chinese_relief,
    chinese_shapes,
    chinese_smooth,
    chinese_voxelize,
    german,
    german_export,
    german_game,
    german_light,
    german_relief,
    german_shapes,
    german_smooth,
    german_voxelize,
    japanese,
    japanese_export,
    japanese_game,
    japanese_light,
    japanese_relief,
    japanese_shapes,
    japanese_smooth,
    japanese_voxelize,
)

TABLES = {
    ("de", "de_DE"): german.GERMAN
    | german_export.EXPORT
    | german_game.GAME
    | german_light.LIGHT
    | german_relief.RELIEF
    | german_shapes.SHAPES
    | german_smooth.SMOOTH
    | german_voxelize.VOXELIZE,
    ("ja", "ja_JP"): japanese.JAPANESE
    | japanese_export.EXPORT
    | japanese_game.GAME
    | japanese_light.LIGHT
    | japanese_relief.RELIEF
    | japanese_shapes.SHAPES
    | japanese_smooth.SMOOTH
    | japanese_voxelize.VOXELIZE,
    ("zh_HANS", "zh_CN"): chinese.CHINESE
    | chinese_export.EXPORT
    | chinese_game.GAME
    | chinese_light.LIGHT
    | chinese_relief.RELIEF
    | chinese_shapes.SHAPES
    | chinese_smooth.SMOOTH
    | chinese_voxelize.VOXELIZE,
}
"""English texts to texts, by the names of a locale: the first in newer, the second in older versions of Blender."""
_CONTEXTS = (CONTEXT, "*")
"""Blender looks up tooltips, reports and why a button is grey without a context; all else has ours."""

TRANSLATIONS = {
    locale: {(context, text): other for text, other in table.items() for context in _CONTEXTS}
    for locales, table in TABLES.items()
    for locale in locales
}
