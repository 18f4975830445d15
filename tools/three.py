"""Shots of .glb files in, their pictures by three.js out: npm's package in a headless Chromium."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from browser import DRAWING, Browser, find_chromium, serve
from godot import CACHE

PAGE = Path(__file__).resolve().parent / "engines" / "three"
VERSION = "0.187.0"
PACKAGE = CACHE / "three" / VERSION / "node_modules" / "three"


def missing() -> str | None:
    """Why three.js cannot draw here, or None."""
    if find_chromium() is None:
        return "there is no Chromium (Debian: apt-get install chromium)"
    if not PACKAGE.is_dir() and shutil.which("npm") is None:
        return "there is no npm to get three.js with"
    return None


def set_up() -> None:
    """Get the package unless it is there.

    Raises
    ------
    RuntimeError
        If npm cannot.
    """
    if PACKAGE.is_dir():
        return
    folder = PACKAGE.parent.parent
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    command = [shutil.which("npm") or "npm", "install", *options, f"three@{VERSION}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"npm could not get three.js: {done.stderr.strip()[-500:]}")


def draw(shots: Sequence[dict[str, Any]], files: Path, out: Path) -> None:
    """Make the pictures of shots.

    Parameters
    ----------
    shots : sequence of dict
        See `engine_pictures.Shot`.
    files, out : Path
        Folders of the .glb files and of the pictures.
    """
    set_up()
    browser = Browser(find_chromium() or "chromium", *DRAWING)
    try:
        with serve({"page": PAGE, "three": PACKAGE, "files": files}) as address:
            browser.open(f"{address}/page/index.html")
            for shot in shots:
                data = browser.run(f"trivox.picture({json.dumps(shot)})")
                (out / shot["picture"]).write_bytes(base64.b64decode(data.partition(",")[2]))
    finally:
        browser.close()
