"""Writes the viewer as one page: its parts in viewer/ in, dist/viewer.html out, its path on stdout."""

from __future__ import annotations

import argparse
from pathlib import Path

from trivox.core.page import page

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Write the viewer as one page.")
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "viewer.html", help="(default: %(default)s)")
    target = parser.parse_args().output
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")
    print(target)


if __name__ == "__main__":
    main()
