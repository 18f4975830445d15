"""Removes what the other tools made in this repository: environments, wheels, builds and caches."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".venv", ".venvs", "build", "dist", "wheels", "trivox.egg-info")
CACHES = (".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__")


def main() -> None:
    """Remove the folders; what is not there is passed over."""
    for name in FOLDERS:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for name in CACHES:
        for folder in list(ROOT.rglob(name)):
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
