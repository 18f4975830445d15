"""The texts of Trivox in other languages: {locale: {(context, English text): text}}, as Blender wants them."""

from __future__ import annotations

from ...blender.words import CONTEXT
from .chinese import CHINESE
from .chinese_smooth import SMOOTH as CHINESE_SMOOTH
from .german import GERMAN
from .german_smooth import SMOOTH as GERMAN_SMOOTH
from .japanese import JAPANESE
from .japanese_smooth import SMOOTH as JAPANESE_SMOOTH

TABLES = {
    ("de", "de_DE"): GERMAN | GERMAN_SMOOTH,
    ("ja", "ja_JP"): JAPANESE | JAPANESE_SMOOTH,
    ("zh_HANS", "zh_CN"): CHINESE | CHINESE_SMOOTH,
}
"""English texts to texts, by the names of a locale: the first in newer, the second in older versions of Blender."""
_CONTEXTS = (CONTEXT, "*")
"""Blender looks up tooltips, reports and why a button is grey without a context; all else has ours."""

TRANSLATIONS = {
    locale: {(context, text): other for text, other in table.items() for context in _CONTEXTS}
    for locales, table in TABLES.items()
    for locale in locales
}
