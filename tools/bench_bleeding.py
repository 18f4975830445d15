"""The bleeding benchmark: models in; tables of how many pixels show what they should not, for borders and filters, out.

The library's own .glb files are drawn by three.js in a headless Chromium, from close, far and grazing. The texture is
given its mip-maps, and is compressed as BC1 level by level where that is asked for. `bleeding` says what is counted.
Tables and counts are written to build/bleeding/; docs/bleeding.md has what they say.
"""

from __future__ import annotations

import argparse
import base64
import io
import itertools
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pygltflib
import three
from bleeding import FINER, PASSED_OVER, Found, Right, View, away, count, exactly, labels, levels, right, squares
from block_compression import compressed
from browser import DRAWING, Browser, find_chromium, serve
from PIL import Image
from text_table import markdown
from trivox.core import Look, MeshOptions, Model, Scene, assemble, read_vox
from trivox.core.formats import WriteOptions, writer_of
from trivox.core.formats.vox import write_vox

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "bleeding"
MODELS = ("monu10", "chr_knight", "garden")
BORDERS = (0, 1, 2, 4, 8)
SETTINGS: dict[str, dict[str, Any]] = {
    "1": {},
    "1, fewest": {"mode": "fewest"},
    "1, power of two": {"power_of_two": True},
    "1, power of two, aligned": {"power_of_two": True, "align": True},
    "2, power of two, aligned": {"power_of_two": True, "align": True, "texel_scale": 2},
    "4, power of two, aligned": {"power_of_two": True, "align": True, "texel_scale": 4},
}
"""By texels per voxel; the mode is watertight where there is no other."""
FILTERS = {
    "nearest": "nearest",
    "nearest, level": "nearest, nearest mip-map",
    "nearest, between levels": "nearest, between mip-maps",
    "linear": "linear",
    "linear, level": "linear, nearest mip-map",
    "linear, between levels": "linear, between mip-maps",
}
"""By the name that the page has for it."""
COMPRESSED = ("nearest", "linear, level", "linear, between levels")
"""Filters that are drawn with compressed textures, and with more samples a pixel: defaults of engines."""
ROUNDINGS = {
    "file": "32 bits, as written",
    "integers": "16 bits, `--integers`",
    "shorts": "16 bits, normalized",
    "halves": "16 bits, half floats",
    "twelve": "12 bits, as of gltfpack",
}

Bytes = npt.NDArray[np.uint8]


VIEWS = (
    View("close", (0.7, 0.6, 1.0), 14.0, (320, 240)),
    View("close", (-0.8, 0.35, 0.6), 7.0, (320, 240)),
    View("far", (0.7, 0.6, 1.0), 1.6, (200, 240)),
    View("far", (-0.8, 0.35, 0.6), 0.9, (120, 140)),
    View("far", (0.3, 0.8, 1.0), 0.4, (80, 80)),
    View("grazing", (1.0, 0.14, 0.6), 5.0, (400, 300)),
    View("grazing", (0.15, 0.12, 1.0), 3.0, (320, 240)),
)
SMALL = 40
"""Voxels; models that are no longer have few pixels from afar, so they are looked at from all four sides."""
DISTANCES = tuple(dict.fromkeys(view.name for view in VIEWS))

ROUNDED_AT = ("1", "4, power of two, aligned")
"""The settings with which coordinates are rounded, and edges smoothed; one small and one large texture."""

Case = tuple[str, str, int, str, str]
"""What is counted, texels per voxel, border, what else, filter."""
Counts = dict[Case, dict[str, Found]]


class Artist:
    """Draws by three.js.

    Parameters
    ----------
    browser : Browser
        At the page.
    files : Path
        The folder that is served as files.
    """

    def __init__(self, browser: Browser, files: Path) -> None:
        self._browser, self._files = browser, files

    def _call(self, name: str, *arguments: Any) -> Any:
        return self._browser.run(f"trivox.{name}({', '.join(map(json.dumps, arguments))})")

    def reference(self, grid: Bytes, palette: Bytes, views: Sequence[View]) -> list[Right]:
        """Draw what each view may show of a grid."""
        points, colors, normals = squares(grid, palette)
        found = []
        for view in views:
            alpha = np.where(view.passed_over(normals), PASSED_OVER, 255).astype(np.uint8)
            rgba = np.repeat(np.column_stack([colors, alpha])[:, None], 4, axis=1)
            self._call("reference", {"points": _text(points), "colors": _text(rgba)})
            found.append(right(self.draw(view, mesh="reference", times=FINER)))
        return found

    def load(self, name: str, data: bytes) -> None:
        """Take a .glb file of one mesh."""
        (self._files / f"{name}.glb").write_bytes(data)
        self._call("load", name, f"{name}.glb")

    def texture(self, name: str, images: Sequence[Bytes], *, colors: bool = True) -> None:
        """Take a texture with its mip-maps, (h, w, 3) uint8 each."""
        made = []
        for image in images:
            rgba = np.pad(image, ((0, 0), (0, 0), (0, 1)), constant_values=255)
            made.append({"width": image.shape[1], "height": image.shape[0], "data": _text(rgba)})
        self._call("texture", name, made, colors)

    def draw(self, view: View, *, times: int = 1, **options: Any) -> Bytes:
        """(H, W, 4) uint8: a mesh with a texture, or in the colors of its corners."""
        data = self._call("draw", {"view": view.shot, "times": times, **options})
        width, height = (times * side for side in view.size)
        return np.frombuffer(base64.b64decode(data), np.uint8).reshape(height, width, 4)[::-1]

    def forget(self) -> None:
        """Let go of the files."""
        self._call("forget")

    def labelled(self, name: str) -> None:
        """Make another mesh, "`name` labels", with triangles in the colors of the texture "labels"."""
        self._call("labelled", name, "labels")


@contextmanager
def artist() -> Iterator[Artist]:
    """Start a browser; only where nothing is `three.missing`."""
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(find_chromium() or "chromium", *DRAWING)
        try:
            with serve({"page": three.PAGE, "three": three.PACKAGE, "files": Path(folder)}) as address:
                browser.open(f"{address}/page/bleeding.html")
                yield Artist(browser, Path(folder))
        finally:
            browser.close()


def _text(values: npt.NDArray[Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode()


def picture_of(data: bytes) -> Bytes:
    """(H, W, 3) uint8: the first image of a .glb file."""
    file = pygltflib.GLTF2.load_from_bytes(data)
    view = file.bufferViews[file.images[0].bufferView]
    start = view.byteOffset or 0
    stored = file.binary_blob()[start : start + view.byteLength]
    return np.array(Image.open(io.BytesIO(stored)).convert("RGB"))


def scene_of(name: str) -> Scene:
    """Read a shared model, or take the ground of the cottage, which is flat."""
    if name != "garden":
        return read_vox(Path(os.environ.get("TRIVOX_SHARED", ROOT.parent / "shared")) / "models" / f"{name}.vox")
    from cottage import CUT, GROUND, PALETTE, make_cottage

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "garden.vox")
        model = Model.from_grid(make_cottage()[:, :, : GROUND - CUT])
        write_vox(path, Scene(name="", models=(model,), look=Look(PALETTE), nodes=()))
        return read_vox(path)


def views_of(grid: Bytes) -> list[View]:
    """From where a grid is looked at."""
    if max(grid.shape) > SMALL:
        return list(VIEWS)
    return [one for view in VIEWS for one in ([view] if view.name == "close" else view.around())]


def options_of(setting: str, border: int) -> MeshOptions:
    """How a model is meshed."""
    return MeshOptions(**{"mode": "watertight", "border": border, **SETTINGS[setting]})


class Bench:
    """Counts the pixels of one model.

    Parameters
    ----------
    artist : Artist
    scene : Scene
        Of one model.
    views : sequence of View
    """

    def __init__(self, artist: Artist, scene: Scene, views: Sequence[View]) -> None:
        self._artist, self._scene, self._views = artist, scene, views
        self._expected = artist.reference(scene.models[0].colors, scene.palette, views)
        self.counts: Counts = defaultdict(lambda: dict.fromkeys(DISTANCES, Found()))
        self.texels: dict[tuple[str, int], int] = {}
        """By setting and border."""

    def measure(self, setting: str, border: int) -> None:
        """Draw a mesh with all filters."""
        self.texels[setting, border] = self.prepare(options_of(setting, border))
        for view, expected in zip(self._views, self._expected, strict=True):
            where = setting, border, view
            own = exactly(self._artist.draw(view, mesh="file labels"), expected.counted)
            for kind, names in (("plain", FILTERS), ("BC1", COMPRESSED)):
                for name in names:
                    self._count("wrong", where, kind, name, expected, mesh="file", map=kind)
            for name in FILTERS:
                self._count("bled", where, "plain", name, own, mesh="file", map="labels")
            if setting not in ROUNDED_AT:
                continue
            for name, rounding in itertools.product(("nearest", "linear"), ROUNDINGS):
                mesh, uv = ("integers", "file") if rounding == "integers" else ("file", rounding)
                self._count("bled", where, rounding, name, own, mesh=mesh, map="labels", uv=uv)
            smooth = exactly(self._artist.draw(view, mesh="file labels", smooth=True), expected.counted)
            for name in COMPRESSED:
                self._count("bled", where, "smooth", name, smooth, mesh="file", map="labels", smooth=True)

    def prepare(self, options: MeshOptions) -> int:
        """Make files and textures, and give them to the artist; returns the number of texels."""
        writer = writer_of("a.glb")
        assembly = assemble(self._scene, options, writer.scene, layout=writer.layout(options), voxel_size=1.0)
        self._artist.forget()
        plain = writer.write(assembly, WriteOptions(), "a").data
        self._artist.load("file", plain)
        self._artist.load("integers", writer.write(assembly, WriteOptions(integers=True), "a").data)
        image, (mesh,) = picture_of(plain), assembly.meshes
        colors = levels(image, linear=True)
        self._artist.texture("plain", colors)
        self._artist.texture("BC1", [compressed(level) for level in colors])
        label = labels(mesh)
        assert label.shape == image.shape
        self._artist.texture("labels", levels(label, linear=False), colors=False)
        self._artist.labelled("file")
        return image.shape[0] * image.shape[1]

    def _count(
        self, what: str, where: tuple[str, int, View], kind: str, name: str, expected: Right, **options: Any
    ) -> None:
        setting, border, view = where
        picture = self._artist.draw(view, filter=name, **options)
        self.counts[what, setting, border, kind, name][view.name] += count(away(picture, expected))


def cell(found: Sequence[dict[str, Found]]) -> str:
    """The mean of the shares of models from each distance, in percent, and by how much the worst pixel is off."""
    shares = [sum(one[name].share for one in found) / len(found) for name in DISTANCES]
    return f"{' / '.join(map(_percent, shares))}, {max(one[name].most for one in found for name in DISTANCES)}"


def _percent(share: float) -> str:
    if share == 0:
        return "0"
    return f"{100 * share:.0f}" if share >= 0.0995 else f"{100 * share:.1f}" if share >= 0.0005 else "< 0.1"


def tables(every: Sequence[Counts], texels: dict[tuple[str, int], int]) -> str:
    """All tables of some models as Markdown, each with a heading."""
    head = [f"border {border}" for border in BORDERS]

    def row(what: str, setting: str, kind: str, name: str) -> list[str]:
        return [cell([counts[what, setting, border, kind, name] for counts in every]) for border in BORDERS]

    sizes = [[setting, *(f"{texels[setting, border]:,}" for border in BORDERS)] for setting in SETTINGS]
    made = {"Texels": [["texels per voxel", *head], *sizes]}
    for title, what, kind, names in (
        ("Bled", "bled", "plain", FILTERS),
        ("Wrong", "wrong", "plain", FILTERS),
        ("Wrong, compressed as BC1", "wrong", "BC1", COMPRESSED),
    ):
        rows = [[FILTERS[name], setting, *row(what, setting, kind, name)] for name in names for setting in SETTINGS]
        made[title] = [["filter", "texels per voxel", *head], *rows]
    rounded = itertools.product(ROUNDED_AT, ("nearest", "linear"), ROUNDINGS)
    rows = [[ROUNDINGS[kind], FILTERS[name], setting, *row("bled", setting, kind, name)]
            for setting, name, kind in rounded]  # fmt: skip
    made["Bled, by numbers of texture coordinates"] = [["numbers", "filter", "texels per voxel", *head], *rows]
    rows = [[FILTERS[name], setting, *row("bled", setting, "smooth", name)]
            for name in COMPRESSED for setting in ROUNDED_AT]  # fmt: skip
    made["Bled, 4 samples a pixel"] = [["filter", "texels per voxel", *head], *rows]
    return "\n\n".join(f"## {title}\n\n{markdown(rows)}" for title, rows in made.items())


SHOWN = (
    (("1", 0, "plain", "nearest", True), ("1", 1, "plain", "nearest", True), VIEWS[0], (60, 20, 160, 120)),
    (("1", 0, "plain", "linear", False), ("1", 1, "plain", "linear", False), VIEWS[0], (60, 20, 160, 120)),
    (("1", 1, "BC1", "linear, between levels", False), ("4, power of two, aligned", 8, "BC1", "linear, between levels",
     False), VIEWS[0], (60, 20, 160, 120)),
    (("1", 0, "plain", "linear, between levels", False), ("4, power of two, aligned", 8, "plain",
     "linear, between levels", False), VIEWS[2], (78, 102, 44, 33)),
)  # fmt: skip
"""What the picture of the docs has above and below, seen from where, and which part: left, top, width, height."""


def picture(drawing: Artist) -> Image.Image:
    """What bleeds above what does not."""
    bench = Bench(drawing, scene_of("chr_knight"), [view for *_cases, view, _part in SHOWN])
    columns = []
    for *cases, view, (left, top, width, height) in SHOWN:
        column = []
        for setting, border, kind, name, smooth in cases:
            bench.prepare(options_of(setting, border))
            seen = drawing.draw(view, mesh="file", map=kind, filter=name, smooth=smooth)
            part = Image.fromarray(seen[top : top + height, left : left + width])
            ground = Image.new("RGBA", part.size, (222, 232, 242, 255))
            ground.alpha_composite(part)
            column.append(np.array(ground.resize((480, 360), Image.Resampling.NEAREST).convert("RGB")))
        columns.append(np.concatenate(column))
    return Image.fromarray(np.concatenate(columns, axis=1))


def main() -> int:
    """Measure, print and write the tables."""
    parser = argparse.ArgumentParser(description="Count pixels that show texels of other places, in three.js.")
    parser.add_argument("--model", action="append", help=f"default: {', '.join(MODELS)}")
    parser.add_argument("--setting", action="append", choices=SETTINGS, help="default: all")
    parser.add_argument("--picture", action="store_true", help="make the picture of the docs only")
    arguments = parser.parse_args()
    reason = three.missing()
    if reason:
        print(reason, file=sys.stderr)
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    every, texels = {}, defaultdict(int)
    with artist() as drawing:
        if arguments.picture:
            picture(drawing).save(OUT / "bleeding.png")
            return 0
        for model in arguments.model or MODELS:
            scene = scene_of(model)
            bench = Bench(drawing, scene, views_of(scene.models[0].colors))
            for setting, border in itertools.product(arguments.setting or SETTINGS, BORDERS):
                bench.measure(setting, border)
                print(f"{model}: {setting} texels per voxel, border {border}", file=sys.stderr, flush=True)
            every[model] = bench.counts
            for key, number in bench.texels.items():
                texels[key] += number
            stored = {
                name: [[*case, {at: asdict(seen) for at, seen in found.items()}] for case, found in counts.items()]
                for name, counts in every.items()
            }
            (OUT / "counts.json").write_text(json.dumps(stored), encoding="utf-8")
    text = tables(list(every.values()), texels)
    (OUT / "tables.md").write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
