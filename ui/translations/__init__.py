"""The texts of Trivox in other languages: {locale: {(context, English text): text}}, as Blender wants them."""

from __future__ import annotations

from .german import GERMAN


def _with_contexts(texts: dict[str, str]) -> dict[tuple[str, str], str]:
    """Give each text the context of labels, and that of operators' names."""
    return {(context, text): other for text, other in texts.items() for context in ("*", "Operator")}


TRANSLATIONS = {locale: _with_contexts(GERMAN) for locale in ("de", "de_DE")}
"""German goes by the first name in newer and by the second in older versions of Blender."""
