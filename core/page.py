"""The bytes of a model in, one page that shows it in a browser, with all that it needs inside, out."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Mapping
from pathlib import Path

VIEWER = Path(__file__).resolve().parents[1] / "viewer"
"""The page's parts: markup, a sheet of styles and modules that import each other."""
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_SHEET = '<link rel="stylesheet" href="style.css">'
_SCRIPT = '<script type="module" src="main.js"></script>'
_SERVED = re.compile(r'<script id="served">.*?</script>\n', re.DOTALL)


def page(data: bytes = b"", name: str = "", counts: Mapping[str, int] | None = None) -> str:
    """Put the viewer into one page that needs no other file, no server and no network.

    Parameters
    ----------
    data : bytes
        A file that the viewer reads and the page shows at once; without one it waits for files.
    name : str
        Of the file.
    counts : mapping of str to int, optional
        The ``voxels`` of the models that it is made of and the visible ``faces`` of these, where they are known: a file
        of triangles does not always tell.

    Returns
    -------
    str
        HTML.
    """
    text = _SERVED.sub("", (VIEWER / "index.html").read_text(encoding="utf-8"))
    sheet = (VIEWER / "style.css").read_text(encoding="utf-8")
    model = base64.b64encode(data).decode("ascii")
    told = f' data-counts="{html.escape(json.dumps(dict(counts)))}"' if counts else ""
    named = f'id="model" type="text/plain" data-name="{html.escape(name)}"{told}'
    inside = f"<script {named}>{model}</script>\n" if data else ""
    text = text.replace(_SHEET, f"<style>\n{sheet}</style>")
    return text.replace(_SCRIPT, f'{inside}<script type="module">\n{_modules("main")}</script>')


def _modules(main: str) -> str:
    """All modules that one needs as functions in one script; each gives what others import of it."""
    texts: dict[str, str] = {}

    def add(name: str) -> None:
        """Take up a module, after those that it needs."""
        text = (VIEWER / f"{name}.js").read_text(encoding="utf-8")
        for needed in _IMPORT.findall(text):
            if needed[1] not in texts:
                add(needed[1])
        texts[name] = text

    add(main)
    return "".join(_wrapped(name, text) for name, text in texts.items())


def _wrapped(name: str, text: str) -> str:
    given = ", ".join(_EXPORT.findall(text))
    text = _IMPORT.sub(lambda match: f"const {match[1].replace(' as ', ': ')} = {match[2]}_module;\n", text)
    # In a page these would end the script.
    text = _EXPORT.sub("", text).replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return f"const {name}_module = (() => {{\n{text}return {{ {given} }};\n}})();\n"
