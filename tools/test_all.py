"""Runs the tests on every supported Blender: pytest's arguments in, one line per Blender and the exit code out."""

from __future__ import annotations

import subprocess
import sys

from environment import BLENDERS, ROOT, set_up


def main() -> None:
    """Set up each environment and run pytest in it; arguments go to pytest."""
    codes = {}
    for blender in BLENDERS:
        python = set_up(blender)
        print(f"== Blender {blender}", flush=True)
        codes[blender] = subprocess.run([str(python), "-m", "pytest", *sys.argv[1:]], cwd=ROOT, check=False).returncode
    for blender, code in codes.items():
        print(f"Blender {blender:7} {'passed' if code == 0 else f'failed, exit code {code}'}")
    raise SystemExit(max(map(abs, codes.values())))


if __name__ == "__main__":
    main()
