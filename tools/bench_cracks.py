"""The benchmark of cracks: .vox models in; for each mode the pixels that are not what the voxels show, as tables, out.

``python tools/bench_cracks.py`` draws 10 models from up to 200 sides each by two rasterizers, in Blender from fewer,
and writes the numbers into docs/cracks.md, between its two marks, and into build/bench/.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from browser import Browser, find_chromium, serve
from cracks import COUNTS, RASTERIZERS, SIZE, VIEWS, Bench, Drawing, largest_model, served
from text_table import markdown
from trivox.core.mesh.modes import MODES
from trivox.core.mesh.overlap import OVERLAP

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "cracks.md"
MARKS = ("<!-- by tools/bench_cracks.py -->\n", "<!-- end -->\n")
MODELS = ["chr_knight", "chr_sword", "deer", "dragon", "monu1", "monu2", "monu10", "monu16", "T-Rex", "teapot"]
OVERLAPS = (0.0, 0.001, OVERLAP, 0.02)
GRAINS = {
    "mesa": ("Mesa, corners rounded to 1/256 pixel", 1),
    "swiftshader": ("SwiftShader, corners rounded to 1/16 pixel", 4),
}
"""What rasterizers are, and one of how many views each takes: the coarse one has cracks enough."""
HEAD = ["mesh", "overlap", "cracks", "wrong colors", "outside"]
WAYS = {"viewer": "viewer", "plain": "exported"}
Found = dict[Drawing, dict[str, int]]


def drawings() -> list[Drawing]:
    """All ways to draw a model, faces first."""
    modes = sorted(MODES.values(), key=lambda mode: mode.name != "faces")
    found = [Drawing(way, mode.name, 0.0) for way in WAYS for mode in modes]
    return found + [
        Drawing("plain", mode.name, share) for mode in modes for share in OVERLAPS[1:] if mode.junctions != "nowhere"
    ]


def measure(paths: Sequence[Path], rasterizer: str, count: int) -> Found:
    """Counts of all models together."""
    chosen, sums = drawings(), np.zeros((len(drawings()), len(COUNTS)), np.int64)
    browser = Browser(find_chromium() or "chromium", *RASTERIZERS[rasterizer])
    try:
        with tempfile.TemporaryDirectory() as name, serve(served(Path(name))) as address:
            bench = Bench(browser, address, Path(name), SIZE)
            for path in paths:
                bench.load(*largest_model(path), chosen)
                sums += np.array([list(row.values()) for row in bench.measure(count)])
                print(f"{rasterizer}: {path.stem}", file=sys.stderr, flush=True)
    finally:
        browser.close()
    return {key: dict(zip(COUNTS, row, strict=True)) for key, row in zip(chosen, sums.tolist(), strict=True)}


def table(found: Found) -> str:
    """Counts per million filled pixels, as Markdown."""
    rows = [HEAD]
    for way, label in WAYS.items():
        for mode in MODES:
            for share in OVERLAPS:
                counts = found.get(Drawing(way, mode, share))
                if counts:
                    each = (f"{1e6 * counts[name] / counts['filled']:,.2f}" for name in COUNTS[1:])
                    rows.append([f"{label}, {mode}", f"{share:g}" if share else "–", *each])
    return markdown(rows)


def blender_table(found: dict[str, dict[str, dict[str, int]]]) -> str:
    """Cracks in Blender's pictures, as Markdown."""
    rows = [["engine and mesh", "pictures", "million pixels", "cracks", "a million pixels"]]
    for engine, meshes in found.items():
        for name, counts in meshes.items():
            millions = counts["filled"] / 1e6
            numbers = (f"{counts['views']:,}", f"{millions:.1f}", f"{counts['crack']:,}")
            rows.append([f"{engine}, {name}", *numbers, f"{counts['crack'] / millions:.2f}"])
    return markdown(rows)


def main() -> int:
    """Read the command line, measure, print and write the tables."""
    parser = argparse.ArgumentParser(description="Count pixels that are not what the voxels show.")
    parser.add_argument("files", nargs="*", type=Path, help=".vox files (default: 10 of the shared models)")
    parser.add_argument("--views", type=int, default=VIEWS, help="of each model in the browser (default: %(default)s)")
    parser.add_argument("--blender", type=int, default=5, help="views in Blender; 0 for none (default: %(default)s)")
    arguments = parser.parse_args()
    folder = Path(os.environ.get("TRIVOX_SHARED", ROOT.parent / "shared")) / "models"
    paths = arguments.files or [folder / f"{name}.vox" for name in MODELS]
    missing = [str(path) for path in paths if not path.is_file()]
    if missing or find_chromium() is None:
        print(f"not found: {', '.join(missing) or 'Chromium'}", file=sys.stderr)
        return 1
    parts, told = [], {}
    for rasterizer, (grain, step) in GRAINS.items():
        count = -(-arguments.views // step)
        found = measure(paths, rasterizer, count)
        filled = found[Drawing("viewer", "faces", 0.0)]["filled"]
        title = f"{grain}: {len(paths)} models x {count} views, {filled / 1e6:.0f} million pixels"
        parts.append(f"{title}; numbers a million pixels.\n\n{table(found)}\n")
        told[rasterizer] = [{**key._asdict(), **counts} for key, counts in found.items()]
    if arguments.blender:
        import cracks_blender

        told["blender"] = cracks_blender.measure(paths, arguments.blender)
        title = (
            "Blender without smoothing and textures, so without `cutout`; a crack is background with none beside it in "
            "`faces`."
        )
        parts.append(f"{title}\n\n{blender_table(told['blender'])}\n")
    text = "\n".join(parts)
    print(text)
    out = ROOT / "build" / "bench"
    out.mkdir(parents=True, exist_ok=True)
    (out / "cracks.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    (out / "cracks.md").write_text(text, encoding="utf-8")
    if not arguments.files and arguments.views == VIEWS and arguments.blender:
        before, rest = DOCUMENT.read_text(encoding="utf-8").split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        DOCUMENT.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
