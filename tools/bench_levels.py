"""The benchmark of levels of detail and of boxes: .vox models in; tables of what each costs and how it looks out.

``python tools/bench_levels.py --models FOLDER`` draws each level as large as it looks where it is shown first, a pixel
for each of its cells, beside the full model, from seven sides, and writes the numbers into docs/levels.md and
docs/collision.md, between their marks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from levels_rays import VIEWS, picture
from text_table import markdown
from trivox.core import Look, MeshOptions, Model, build_model, read_vox
from trivox.core.checks.collision import check_boxes_fill
from trivox.core.collision import CollisionOptions, collision_of, solid_cells
from trivox.core.collision.boxes import grid_of
from trivox.core.collision.greedy import best_greedy, greedy_boxes
from trivox.core.levels import LevelOptions, levels_of, switch_distance
from trivox.core.mesh import bits

ROOT = Path(__file__).resolve().parent.parent
MARKS = ("<!-- by tools/bench_levels.py -->\n", "<!-- end -->\n")
LOOKS = ["chr_knight", "T-Rex", "teapot", "monu10", "nature"]
SOLIDS = ["chr_knight", "deer", "T-Rex", "dragon", "maze", "teapot", "monu1", "monu10", "monu16", "nature", "menger"]
RULES = {
    "silhouette": LevelOptions(),
    "no thin": LevelOptions(keep_thin=False),
    "majority": LevelOptions(rule="majority", keep_thin=False),
    "any": LevelOptions(rule="any"),
}


def largest_model(path: Path) -> tuple[Model, Look]:
    """The model with most voxels of a file."""
    scene = read_vox(path)
    return max(scene.models, key=lambda model: model.voxels), scene.look


def differences(model: Model, look: Look, level: Model, factor: int) -> tuple[float, float, float]:
    """Share of the outline that differs, by how much the area grows, and the difference of colours in 255ths."""
    radius = float(np.linalg.norm(np.abs(model.box - np.array(model.pivot)).max(axis=0))) + factor
    wrong = area = grown = color = both = 0.0
    for view in VIEWS:
        samples = min(factor, 4)
        full, full_color = picture(model, look, 1, view, factor, radius, samples)
        coarse, coarse_color = picture(level, look, factor, view, factor, radius, samples)
        wrong += np.abs(full - coarse).sum()
        area += full.sum()
        grown += coarse.sum()
        shown = (full > 0.5) & (coarse > 0.5)
        ends = [
            (colors[shown] / share[shown, None]) ** (1 / 2.2)
            for colors, share in ((full_color, full), (coarse_color, coarse))
        ]
        color += 255 * np.abs(ends[0] - ends[1]).mean(axis=1).sum()
        both += shown.sum()
    return wrong / area, grown / area - 1, color / max(both, 1)


def level_rows(folder: Path) -> Iterator[list[str]]:
    """A row for each model and level."""
    for name in LOOKS:
        model, look = largest_model(folder / f"{name}.vox")
        made = {rule: levels_of(model, look, options) for rule, options in RULES.items()}
        full = build_model(model, MeshOptions(), look).counts.triangles
        yield [name, "0", f"{model.voxels:,}", f"{full:,}", "0", *[""] * 8]
        for number, level in enumerate(made["silhouette"], start=1):
            triangles = build_model(level.model, MeshOptions(), look).counts.triangles
            away = switch_distance(level.error, 0.1, LevelOptions())
            row = [name, str(number), f"{level.model.voxels:,}", f"{triangles:,}", f"{away:,.0f} m"]
            for levels in made.values():
                if len(levels) < number:
                    row += ["", ""]
                    continue
                wrong, grown, color = differences(model, look, levels[number - 1].model, level.factor)
                row += [f"{wrong:.1%} ({grown:+.1%})".replace("%", " %"), f"{color:.1f}"]
            yield row
            print(*row, file=sys.stderr, flush=True)


def naive_boxes(solid: np.ndarray) -> int:
    """Boxes of the usual greedy way: cells one by one, each box grown along x, then y, then z."""
    return len(greedy_boxes(solid, (2, 1, 0)))


def box_rows(folder: Path) -> Iterator[list[str]]:
    """A row for each model."""
    for name in SOLIDS:
        model, _look = largest_model(folder / f"{name}.vox")
        words, depth, corner = solid_cells(model, fill=True)
        grid = grid_of(words, depth, corner)
        start = time.perf_counter()
        best = len(best_greedy(grid.solid))
        greedy = time.perf_counter()
        made = collision_of(model)
        end = time.perf_counter()
        hull = collision_of(model, CollisionOptions(shape="hull")).hull
        last = time.perf_counter()
        solid = np.zeros(model.size, np.bool_)
        solid[tuple(np.array(bits.positions(words)) + corner[:, None])] = True
        assert not check_boxes_fill(solid, made.boxes.low, made.boxes.high)
        count = len(made.boxes)
        yield [
            name,
            f"{int(solid.sum()):,}",
            f"{naive_boxes(solid):,}",
            f"{best:,}",
            f"{count:,}",
            f"{made.bound:,}",
            f"{count / made.bound:.2f}",
            f"{greedy - start:.2f} s",
            f"{end - greedy:.1f} s",
            f"{len(hull.vertices):,}",
            f"{last - end:.2f} s",
        ]
        print(name, count, file=sys.stderr, flush=True)


def coarse_rows(folder: Path) -> Iterator[list[str]]:
    """A row for each model and number of boxes."""
    for name in ("chr_knight", "T-Rex", "monu10"):
        model, _look = largest_model(folder / f"{name}.vox")
        words, _depth, corner = solid_cells(model, fill=True)
        solid = np.zeros(model.size, np.bool_)
        solid[tuple(np.array(bits.positions(words)) + corner[:, None])] = True
        for most in (4, 16, 64):
            row = [name, str(most)]
            for fit in ("outside", "inside"):
                made = collision_of(model, CollisionOptions(most=most, fit=fit, effort=1000))
                held = np.zeros(model.size, np.bool_)
                for (x, y, z), (x1, y1, z1) in zip(made.boxes.low.tolist(), made.boxes.high.tolist(), strict=True):
                    held[x:x1, y:y1, z:z1] = True
                row.append(f"{held.sum() / solid.sum():.1%}".replace("%", " %"))
            yield row


def write(document: Path, tables: list[str]) -> None:
    """Put tables between the marks of a document."""
    text = document.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    document.write_text(before + MARKS[0] + "\n" + "\n\n".join(tables) + "\n\n" + MARKS[1] + after, encoding="utf-8")


def main() -> None:
    """Measure all, and write the documents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True, help="the folder with the .vox files")
    parser.add_argument("--only", choices=["levels", "boxes"])
    arguments = parser.parse_args()
    if arguments.only != "boxes":
        head = ["model", "level", "voxels", "triangles", "from"]
        head += [f"{rule}: {what}" for rule in RULES for what in ("outline", "color")]
        write(ROOT / "docs" / "levels.md", [markdown([head, *level_rows(arguments.models)])])
    if arguments.only != "levels":
        head = ["model", "cells", "greedy", "best of six", "search", "bound", "of bound", "six", "all", "hull", "in"]
        tables = [markdown([head, *box_rows(arguments.models)])]
        tables.append(markdown([["model", "boxes", "outside", "inside"], *coarse_rows(arguments.models)]))
        write(ROOT / "docs" / "collision.md", tables)


if __name__ == "__main__":
    main()
