"""Packages of npm in, the folder that holds them out: got once, and then kept beside the other engines."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def get(folder: Path, *packages: str) -> str | None:
    """Get packages into a folder.

    Parameters
    ----------
    folder : Path
    *packages : str
        Names with versions.

    Returns
    -------
    str or None
        Why they cannot be had, in one sentence.
    """
    npm = shutil.which("npm")
    if npm is None:
        return "there is no npm to get them with"
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    done = subprocess.run([npm, "install", *options, *packages], cwd=folder, capture_output=True, text=True)
    return f"npm could not get {' and '.join(packages)}: {done.stderr.strip()[-500:]}" if done.returncode else None
