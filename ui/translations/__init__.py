"""The texts of Trivox in other languages: {locale: {(context, English text): text}}, as Blender wants them."""

from __future__ import annotations

from ...blender.words import CONTEXT
from .chinese import CHINESE
from .chinese_shapes import SHAPES as CHINESE_SHAPES
from .german import GERMAN
from .german_shapes import SHAPES as GERMAN_SHAPES
from .japanese import JAPANESE
from .japanese_shapes import SHAPES as JAPANESE_SHAPES

TABLES = {
    ("de", "de_DE"): GERMAN | GERMAN_SHAPES,
    ("ja", "ja_JP"): JAPANESE | JAPANESE_SHAPES,
    ("zh_HANS", "zh_CN"): CHINESE | CHINESE_SHAPES,
}
"""English texts to texts, by the names of a locale: the first in newer, the second in older versions of Blender."""
_CONTEXTS = (CONTEXT, "*")
"""Blender looks up tooltips, reports and why a button is grey without a context; all else has ours."""

TRANSLATIONS = {
    locale: {(context, text): other for text, other in table.items() for context in _CONTEXTS}
    for locales, table in TABLES.items()
    for locale in locales
}
