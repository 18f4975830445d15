"""The texts of Trivox in other languages: {locale: {(context, English text): text}}, as Blender wants them."""

from __future__ import annotations

from ...blender.words import CONTEXT
from . import chinese_relief, german_relief, japanese_relief
from .chinese import CHINESE
from .german import GERMAN
from .japanese import JAPANESE

TABLES = {
    ("de", "de_DE"): GERMAN | german_relief.RELIEF,
    ("ja", "ja_JP"): JAPANESE | japanese_relief.RELIEF,
    ("zh_HANS", "zh_CN"): CHINESE | chinese_relief.RELIEF,
}
"""English texts to texts, by the names of a locale: the first in newer, the second in older versions of Blender."""
_CONTEXTS = (CONTEXT, "*")
"""Blender looks up tooltips, reports and why a button is grey without a context; all else has ours."""

TRANSLATIONS = {
    locale: {(context, text): other for text, other in table.items() for context in _CONTEXTS}
    for locales, table in TABLES.items()
    for locale in locales
}
