"""The demo: a .vox file in; a table of the savings on stdout, picture.png, scene.blend and model.glb out.

The extension is built, installed into a throw-away Blender user folder and used through its own operator, as a user
would. Without a file the cottage of ``tools/cottage.py`` is the model.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

from build_extension import ROOT, build
from text_table import plain

MODULE = "bl_ext.user_default.trivox"
STAGES = (
    ("cubes", "whole cubes"),
    ("shell", "voxels with a visible face"),
    ("faces", "visible faces"),
    ("polygons", "merged polygons"),
    ("mesh", "this mesh"),
)
POST_TRIANGLES = {"faces": 157_812, "polygons": 32_237, "mesh": 32_237}
"""Triangles of the cottage in the blog post on the Voxoid engine."""
POST_COUNTS = {"faces": 78_906, "polygons": 12_198, "vertices": 16_182}


def install(archive: Path) -> None:
    """Install and enable the extension in the running Blender.

    Raises
    ------
    SystemExit
        If it is not enabled afterwards: Blender's operator does not say so.
    """
    import bpy

    bpy.ops.extensions.package_install_files(repo="user_default", filepath=str(archive), enable_on_install=True)
    if MODULE not in bpy.context.preferences.addons or not hasattr(bpy.types, "IMPORT_SCENE_OT_trivox"):
        raise SystemExit("error: Blender did not enable the extension")


def import_file(path: Path) -> tuple[list, float]:
    """Import a file into an empty scene; return its mesh objects and the seconds it took."""
    import bpy

    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    start = time.perf_counter()
    bpy.ops.import_scene.trivox(filepath=str(path))
    seconds = time.perf_counter() - start
    return [obj for obj in bpy.context.scene.objects if obj.type == "MESH" and not obj.hide_render], seconds


def totals(objects: list, key: str) -> dict[str, int]:
    """Add up one table of the records that the import left on the objects' meshes."""
    total: dict[str, int] = {}
    for obj in objects:
        for name, number in json.loads(obj.data["trivox"])[key].items():
            total[name] = total.get(name, 0) + int(number)
    return total


def table(objects: list, beside_post: bool) -> str:
    """Return the stage table and the counts as aligned text.

    Parameters
    ----------
    objects : list of bpy.types.Object
        Imported objects; an object counts as often as it is placed.
    beside_post : bool
        Add the figures that the blog post gives for its cottage.
    """
    stages, counts = totals(objects, "stages"), totals(objects, "counts")
    rows = [("triangles", "", "of step before", "blog post" if beside_post else "")]
    before = 0
    for key, label in STAGES:
        share = f"{100 * stages[key] / before:.1f} %" if before else ""
        post = f"{POST_TRIANGLES[key]:,}" if beside_post and key in POST_TRIANGLES else ""
        rows.append((label, f"{stages[key]:,}", share, post))
        before = stages[key]
    rows.append(("counts", "", "", ""))
    for key in ("voxels", "faces", "polygons", "vertices", "gpu_vertices", "texels"):
        post = f"{POST_COUNTS[key]:,}" if beside_post and key in POST_COUNTS else ""
        rows.append((key.replace("gpu_", "GPU "), f"{counts[key]:,}", "", post))
    return plain(rows)


def export(objects: list, folder: Path) -> None:
    """Write the objects alone as model.glb and the whole scene as scene.blend."""
    import bpy

    for obj in bpy.context.scene.objects:
        obj.select_set(obj in objects)
    bpy.ops.export_scene.gltf(filepath=str(folder / "model.glb"), use_selection=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "scene.blend"), compress=True)


def run(path: Path, folder: Path, size: tuple[int, int], samples: int, beside_post: bool) -> None:
    """Import a file, print its table, render and export it."""
    import studio

    objects, seconds = import_file(path)
    if not objects:
        raise SystemExit(f"error: {path} shows nothing")
    print(f"{path.name}: imported in {seconds:.2f} s\n\n{table(objects, beside_post)}\n", flush=True)
    start = time.perf_counter()
    studio.photograph(objects, folder / "picture.png", size, samples)
    print(f"rendered in {time.perf_counter() - start:.0f} s", flush=True)
    export(objects, folder)
    for name in ("picture.png", "scene.blend", "model.glb"):
        print(f"{(folder / name).relative_to(ROOT)}  {(folder / name).stat().st_size:,} bytes")


def main() -> None:
    """Read the command line and run the demo."""
    parser = argparse.ArgumentParser(description="Import a .vox file with the extension; render and export it.")
    parser.add_argument("vox", nargs="?", type=Path, help="default: the cottage")
    parser.add_argument("--size", type=int, nargs=2, default=(1200, 900), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--samples", type=int, default=16)
    arguments = parser.parse_args()
    folder = ROOT / "build" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    path = arguments.vox
    if path is None:
        import cottage

        path = folder / "cottage.vox"
        cottage.write(path)
    if not path.is_file():
        raise SystemExit(f"error: no file {path}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as user_folder:
        # Blender reads this when its module is imported.
        os.environ["BLENDER_USER_RESOURCES"] = user_folder
        install(build(ROOT / "dist"))
        run(path.resolve(), folder, tuple(arguments.size), arguments.samples, arguments.vox is None)


if __name__ == "__main__":
    main()
