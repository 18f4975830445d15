"""Pictures of what leaves Blender: eight files in; pictures by Blender, three.js and Godot and a table of them out.

Each file, and some once more as cut-outs, is imported with the extension, exported as .glb with default options, and
drawn by every engine that is there: the same camera, each face in its own color, no light. Pictures and a sheet of all
are written to build/pictures/. The exit status is 1 if an engine shows something else than Blender does. With light,
engines differ in what they calculate: glass, metal and emission are drawn that way too, on a sheet to be looked at.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import godot
import three
from build_extension import ROOT, build
from compare_pictures import Difference, compare, contact_sheet, read
from demo import install
from picture_files import write_cutouts, write_files
from text_table import plain

PROJECT = Path(__file__).resolve().parent / "engines" / "godot"
LIT = ("glass", "metal", "emission")
SIDES = {"front": (0.5, -1.0, 0.55), "back": (-0.7, 0.8, -0.45)}
Shots = Sequence[dict[str, Any]]


def draw_godot(shots: Shots, files: Path, out: Path) -> None:
    """Make Godot's pictures of shots of the .glb files in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder, "project")
        shutil.copytree(PROJECT, project)
        shutil.copytree(files, project / "files")
        (project / "shots.json").write_text(json.dumps(shots))
        said = godot.run(project, out)
    lost = [shot["picture"] for shot in shots if not (out / shot["picture"]).exists()]
    if lost:
        raise RuntimeError(f"Godot made no {', '.join(lost)}:\n{said[-4000:]}")


ENGINES: dict[str, tuple[Callable[[], str | None], Callable[[Shots, Path, Path], None]]] = {
    "three": (three.missing, three.draw),
    "godot": (godot.missing, draw_godot),
}
"""Why an engine cannot draw here, and what draws."""


def from_blender(
    paths: list[Path], files: Path, out: Path, *, lamp: bool = False, **options: Any
) -> list[dict[str, Any]]:
    """Import files, export each as .glb and make Blender's pictures.

    Parameters
    ----------
    paths : list of Path
    files, out : Path
        Folders of the .glb files and of the pictures.
    lamp : bool
        Light the scene, and look at the front only.
    **options : Any
        Of the import.

    Returns
    -------
    list of dict
        The shots; an engine's picture has the shot's name and its own.
    """
    import bpy
    import shots

    taken = []
    for path in paths:
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        bpy.ops.import_scene.trivox(filepath=str(path), **options)
        bpy.ops.export_scene.gltf(filepath=str(files / f"{path.stem}.glb"), export_format="GLB")
        points = shots.corners()
        for side in ("front",) if lamp else SIDES:
            shot = shots.shot(path.stem, points, SIDES[side], shots.LAMP if lamp else shots.FLAT)
            shot["name"] = f"{path.stem}-{'lit' if lamp else side}"
            shots.take(shot, out / f"{shot['name']}-blender.png", samples=64 if lamp else 1)
            taken.append(shot)
    return taken


def draw(engine: str, shots: Shots, files: Path, out: Path) -> dict[str, Difference]:
    """Make an engine's pictures; compare those without light with Blender's: the differences by the shot's name."""
    ENGINES[engine][1]([{**shot, "picture": f"{shot['name']}-{engine}.png"} for shot in shots], files, out)
    names = [shot["name"] for shot in shots if shot["light"] == "flat"]
    return {name: compare(read(out / f"{name}-blender.png"), read(out / f"{name}-{engine}.png")) for name in names}


def table(found: dict[str, dict[str, Difference]]) -> str:
    """Return the differences of each engine as aligned text."""
    rows = [("picture", "engine", "outline", "faces", "off", "most", "")]
    for engine, differences in found.items():
        for name, seen in differences.items():
            numbers = (f"{number:,}" for number in (seen.outside, seen.inside, seen.off, seen.most))
            rows.append((name, engine, *numbers, "" if seen.equal else "differs"))
    return plain(rows)


def run(folder: Path, wanted: Sequence[str]) -> bool:
    """Make all pictures in a folder, print the table; return whether all are equal."""
    files = folder / "files"
    files.mkdir(parents=True, exist_ok=True)
    paths = write_files(folder)
    shots = from_blender(paths, files, folder) + from_blender(write_cutouts(folder), files, folder, mode="cutout")
    lit = from_blender([path for path in paths if path.stem in LIT], files, folder, lamp=True)
    found = {}
    for engine in wanted:
        reason = ENGINES[engine][0]()
        if reason:
            print(f"no pictures by {engine}: {reason}")
        else:
            found[engine] = draw(engine, [*shots, *lit], files, folder)
    names = ("blender", *found)
    sheet, light = folder / "sheet.png", folder / "light.png"
    for some, path in ((shots, sheet), (lit, light)):
        contact_sheet([[folder / f"{shot['name']}-{name}.png" for name in names] for shot in some], path)
    print(f"{table(found)}\n\n{sheet}, {light}: {', '.join(names)}")
    return all(seen.equal for differences in found.values() for seen in differences.values())


def main() -> None:
    """Read the command line and make the pictures."""
    parser = argparse.ArgumentParser(description="Draw exported .glb files in real engines beside Blender's pictures.")
    parser.add_argument("--engine", choices=ENGINES, action="append", help="default: all")
    parser.add_argument("--set-up", action="store_true", help="set Godot up first (Linux, root, mmdebstrap)")
    arguments = parser.parse_args()
    if arguments.set_up:
        godot.set_up()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as user_folder:
        # Blender reads this when its module is imported.
        os.environ["BLENDER_USER_RESOURCES"] = user_folder
        install(build(ROOT / "dist"))
        raise SystemExit(not run(ROOT / "build" / "pictures", arguments.engine or list(ENGINES)))


if __name__ == "__main__":
    main()
