"""Modes by code and name wherever they are written down: the core, the specification of the format, the viewer."""

from __future__ import annotations

import re
from pathlib import Path

from trivox.core.mesh.modes import MODES

ROOT = Path(__file__).resolve().parents[2]
TABLE = {0: "", **{mode.code: name for name, mode in MODES.items()}}


def only(pattern: str, path: str) -> str:
    """The one place of a file where a pattern fits: its first group."""
    (found,) = re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def test_the_viewer_knows_every_mode() -> None:
    table = only(r"export const MODES = \{\n(.*?)\n\};", "viewer/reader.js")
    entries = [re.fullmatch(r'  (\d+): "(\w*)",', line) for line in table.splitlines()]
    assert all(entries)
    assert [(int(entry[1]), entry[2]) for entry in entries if entry] == list(TABLE.items())


def test_the_viewer_lets_rectangles_reach_over_their_sides() -> None:
    names = set(re.findall(r'"(\w+)"', only(r"const RECTANGLES = new Set\(\[(.*?)\]\);", "viewer/stock.js")))
    reaching = {name for name, mode in MODES.items() if mode.rectangles and mode.junctions != "nowhere"}
    assert names & set(MODES) == reaching


def test_the_specification_names_every_mode() -> None:
    row = only(r"\| 32 \| u8 \| how it was meshed, for information: ([^|;]*);", "docs/tvx.md")
    entries = [entry.split(" ") for entry in row.split(", ")]
    assert [(int(code), name) for code, name in entries] == list((TABLE | {0: "unknown"}).items())
