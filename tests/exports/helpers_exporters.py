"""A scene, a way to keep colors and a mode in; the files that Blender's own exporters write of its import out."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import bpy
from helpers_cases import CASES, RATE, VOXEL, Case
from helpers_extension import start_empty

FORMATS = ("glb", "gltf", "fbx", "obj", "usda", "usdc", "usdz", "ply", "stl")
STORES = ("texture", "palette", "attribute", "materials")
MODES = ("faces", "polygons", "watertight", "rectangles", "fewest")


@dataclass(frozen=True)
class Setting:
    """What is imported, and how."""

    case: Case
    store: str
    mode: str

    def __str__(self) -> str:
        return f"{self.case.name}-{self.store}-{self.mode}"


SETTINGS = tuple(Setting(case, store, mode) for case in CASES.values() for store in STORES for mode in MODES)
"""All that is measured: the whole product."""


@dataclass(frozen=True)
class Exported:
    """The files of one import."""

    folder: Path
    triangles: dict[str, int]
    """How many triangles Blender shows of each object, by name."""
    errors: dict[str, str]
    """What an exporter said instead of writing a file, by format."""

    def path(self, kind: str) -> Path:
        return self.folder / kind / f"scene.{kind}"


def export_all(setting: Setting, folder: Path) -> Exported:
    """Import a file with the extension's operator, and export it in each format."""
    start_empty()
    folder.mkdir(parents=True)
    source = folder / f"{setting.case.name}.vox"
    source.write_bytes(setting.case.data())
    with quiet():
        done = bpy.ops.import_scene.trivox(filepath=str(source), **import_options(setting))
    assert done == {"FINISHED"}
    bpy.context.scene.frame_set(1)
    exported = Exported(folder, {}, {})
    for obj in bpy.data.objects:
        if obj.type == "MESH":
            obj.data.calc_loop_triangles()
            exported.triangles[obj.name] = len(obj.data.loop_triangles)
    for kind in FORMATS:
        exported.path(kind).parent.mkdir()
        try:
            with quiet():
                export(kind, exported.path(kind))
        except RuntimeError as error:
            exported.errors[kind] = str(error)
    return exported


def import_options(setting: Setting) -> dict[str, object]:
    """What the import is told."""
    options = {"voxel_size": VOXEL, "colors": setting.store, "mode": setting.mode}
    return options | ({"animation": "animate", "rate": RATE} if setting.case.animated else {})


def export(kind: str, path: Path) -> None:
    """Write a file of all that is in the scene, by the exporter's settings that keep most."""
    name = str(path)
    if kind in ("glb", "gltf"):
        bpy.ops.export_scene.gltf(filepath=name, export_format="GLB" if kind == "glb" else "GLTF_SEPARATE")
    elif kind == "fbx":
        bpy.ops.export_scene.fbx(filepath=name, path_mode="COPY", embed_textures=True)
    elif kind == "obj":
        bpy.ops.wm.obj_export(filepath=name, path_mode="COPY", export_pbr_extensions=True, export_colors=True)
    elif kind == "ply":
        bpy.ops.wm.ply_export(filepath=name)
    elif kind == "stl":
        bpy.ops.wm.stl_export(filepath=name)
    else:
        bpy.ops.wm.usd_export(filepath=name, export_animation=True)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep exporters written in Python from printing."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield
