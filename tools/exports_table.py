"""Measures what arrives in each format that Blender exports, and writes docs/exports.md; takes some minutes.

``python tools/exports_table.py`` needs Blender's module and the readers of the test tools.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "exports.md"
for name in ("core", "blender", "exports"):
    sys.path.insert(0, str(ROOT / "tests" / name))

HEAD = """# What arrives where

What the exporters of Blender {blender} write of models that Trivox imported, read back by other programs and
compared with the voxels: triangles, places, names, groups, color and material of each face, what is hidden, frames.
`tests/exports` measures {files:,} files, {scenes} scenes in each mode and with each way to keep colors, and
`python tools/exports_table.py` writes this table of what it finds.

"""
TAIL = """
How to set the exporters so that most arrives; all else is as Blender has it:

- glTF: *Visible Objects*; *Animation > Animation Mode: Active actions merged*, so that all that moves is one animation.
- `.fbx`: *Visible Objects*; *Path Mode: Copy* with *Embed Textures*; for animations *All Actions* and *NLA Strips* off.
- `.obj`: *Save Textures* in the sidebar before, then *Path Mode: Copy*, *PBR Extensions* and *Colors*.
- `.obj` and `.ply` with colors in an attribute: import with *Split Colors*.
- USD: *Animation* on.
- Cut-outs in `.fbx` and `.obj`: let the program's material clip by the alpha of the picture of colors, at one half.

Read with pygltflib, Khronos' validator, ufbx, trimesh, usd-core and plyfile.
"""


def document(found: dict[tuple[str, str], set[str]]) -> str:
    """Write the page of the levels of each fact and format."""
    from export_limits import DOCUMENTED, table
    from helpers_cases import CASES
    from helpers_exporters import FORMATS, SETTINGS

    numbers = {"files": len(SETTINGS) * len(FORMATS), "scenes": len(CASES), "blender": "{}.{}".format(*DOCUMENTED)}
    return HEAD.format(**numbers) + table(found) + TAIL


def measure() -> dict[tuple[str, str], set[str]]:
    """Measure all files; the levels of each fact and format."""
    from helpers_exporters import FORMATS, SETTINGS
    from helpers_readers import measured

    found = defaultdict(set)
    for number, setting in enumerate(SETTINGS, 1):
        for kind in FORMATS:
            for fact, verdict in measured(setting, kind).items():
                found[fact, kind].add(verdict.level)
        print(f"\r{number} of {len(SETTINGS)} scenes", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def main() -> None:
    """Measure and write."""
    # First, since it tells Blender's module where the user's folder is.
    from helpers_extension import enabled  # noqa: I001
    from export_limits import DOCUMENTED, RUNNING

    if RUNNING != DOCUMENTED:
        raise SystemExit("error: the table is of Blender {}.{}".format(*DOCUMENTED))
    with enabled():
        TARGET.write_text(document(measure()), encoding="utf-8")
    print(TARGET)


if __name__ == "__main__":
    main()
