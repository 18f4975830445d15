"""Shots of .glb files in, their pictures by three.js out: npm's package in a headless Chromium."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import npm
from browser import DRAWING, Browser, find_chromium, serve
from godot import CACHE

PAGE = Path(__file__).resolve().parent / "engines" / "three"
VERSION = "0.187.0"
PACKAGE = CACHE / "three" / VERSION / "node_modules" / "three"


def missing() -> str | None:
    """Get the package unless it is there; why three.js cannot draw here, or None."""
    if find_chromium() is None:
        return "there is no Chromium (Debian: apt-get install chromium)"
    if PACKAGE.is_dir():
        return None
    return npm.get(PACKAGE.parent.parent, f"three@{VERSION}")


def draw(shots: Sequence[dict[str, Any]], files: Path, out: Path) -> None:
    """Make the pictures of shots; only where nothing is `missing`.

    Parameters
    ----------
    shots : sequence of dict
        As `shots.shot` makes them, each with the name of its "picture".
    files, out : Path
        Folders of the .glb files and of the pictures.
    """
    browser = Browser(find_chromium() or "chromium", *DRAWING)
    try:
        with serve({"page": PAGE, "three": PACKAGE, "files": files}) as address:
            browser.open(f"{address}/page/index.html")
            for shot in shots:
                data = browser.run(f"trivox.picture({json.dumps(shot)})")
                (out / shot["picture"]).write_bytes(base64.b64decode(data.partition(",")[2]))
    finally:
        browser.close()
