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

STORES = ("texture", "palette", "attribute", "materials")
MODES = ("faces", "polygons", "watertight", "rectangles", "fewest", "cutout")


GLTF = {"export_animation_mode": "ACTIVE_ACTIONS", "use_visible": True}
"""All that moves is one animation; else there is one for each object, and viewers play one of them."""
USD = ("wm.usd_export", {"export_animation": True})
EXPORTERS: dict[str, tuple[str, dict[str, object]]] = {
    "glb": ("export_scene.gltf", {"export_format": "GLB", **GLTF}),
    "gltf": ("export_scene.gltf", {"export_format": "GLTF_SEPARATE", **GLTF}),
    "fbx": (
        "export_scene.fbx",
        {
            "path_mode": "COPY",
            "embed_textures": True,
            "use_visible": True,
            # As for glTF.
            "bake_anim_use_all_actions": False,
            "bake_anim_use_nla_strips": False,
        },
    ),
    "obj": ("wm.obj_export", {"path_mode": "COPY", "export_pbr_extensions": True, "export_colors": True}),
    "usda": USD,
    "usdc": USD,
    "usdz": USD,
    "ply": ("wm.ply_export", {}),
    "stl": ("wm.stl_export", {}),
}
"""Blender's exporter of each format, and how to set it so that it keeps most; all else is as Blender has it."""


FORMATS = tuple(EXPORTERS)
FILES = ("obj",)
"""Formats whose exporter takes along only images that are files. They are written last."""
CORNERS = ("obj", "ply")
"""Formats that have one color for each vertex, so that the import must split these."""


@dataclass(frozen=True)
class Setting:
    """What is imported, and how."""

    case: Case
    store: str
    mode: str

    def __str__(self) -> str:
        return f"{self.case.name}-{self.store}-{self.mode}"


SETTINGS = tuple(
    Setting(case, store, mode)
    for case in CASES.values()
    for store in STORES
    for mode in MODES
    if mode != "cutout" or store == "texture"
)
"""All that is measured: the whole product, but for cut-outs, which only a texture can show."""


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
    folder.mkdir(parents=True)
    import_case(setting, folder)
    exported = Exported(folder, _triangles(), {})
    for number, kind in enumerate(sorted(FORMATS, key=FILES.__contains__)):
        split = setting.store == "attribute" and kind in CORNERS
        if number and (setting.case.changes or split):
            # Exporters move to other frames and evaluate what is hidden, which must not help the next one.
            import_case(setting, folder, split=split)
        exported.path(kind).parent.mkdir()
        try:
            with quiet():
                if kind in FILES:
                    save_textures(folder)
                export(kind, exported.path(kind))
        except RuntimeError as error:
            exported.errors[kind] = str(error)
    return exported


def import_case(setting: Setting, folder: Path, *, split: bool = False) -> None:
    """Write a file, and import it into an empty scene; if asked for, with split vertices."""
    source = folder / f"{setting.case.name}.vox"
    source.write_bytes(setting.case.data())
    start_empty()
    with quiet():
        done = bpy.ops.import_scene.trivox(filepath=str(source), **import_options(setting, split=split))
    assert done == {"FINISHED"}
    bpy.context.scene.frame_set(1)


def save_textures(folder: Path) -> None:
    """Write the images of what was imported to files, as the manual says."""
    if "save_textures" in dir(bpy.ops.trivox) and bpy.data.images:
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.trivox.save_textures(directory=str(folder / "textures"), overwrite=True)


def _triangles() -> dict[str, int]:
    """How many triangles Blender makes of each mesh, by object."""
    counts = {}
    for obj in bpy.data.objects:
        if obj.type == "MESH":
            obj.data.calc_loop_triangles()
            counts[obj.name] = len(obj.data.loop_triangles)
    return counts


def import_options(setting: Setting, *, split: bool) -> dict[str, object]:
    """What the import is told."""
    options = {"voxel_size": VOXEL, "colors": setting.store, "mode": setting.mode}
    if split and "split_colors" in bpy.ops.import_scene.trivox.get_rna_type().properties:
        options["split_colors"] = True
    return options | ({"animation": "animate", "rate": RATE} if setting.case.animated else {})


def export(kind: str, path: Path) -> None:
    """Write a file of all that is in the scene, by the exporter's settings that keep most."""
    exporter, options = EXPORTERS[kind]
    package, name = exporter.split(".")
    getattr(getattr(bpy.ops, package), name)(filepath=str(path), **options)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep exporters written in Python from printing."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield
