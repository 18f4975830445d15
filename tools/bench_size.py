"""The size benchmark: .vox files in; bytes of the same meshes as .obj, .glb and .tvx, as a Markdown table, out.

The .glb is written by Blender's own exporter and holds the atlas as PNG; the column is empty where bpy is missing.
With --glb the table is of files of .glb: Blender's, ours, ours of integers, and these after gltfpack (an npm package,
found by NODE_PATH).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from text_table import markdown
from trivox.core import CompactLayout, Mesh, MeshOptions, Scene, SceneOptions, assemble, build_model, read_vox
from trivox.core import directions as faces
from trivox.core.formats import WriteOptions, writer_of
from trivox.core.formats.tvx import tvx_of, write_tvx
from trivox.core.mesh.modes import MODES

try:
    os.environ.setdefault("BLENDER_USER_RESOURCES", tempfile.mkdtemp(prefix="trivox-blender-"))
    import bpy
except ImportError:
    bpy = None

ROOT = Path(__file__).resolve().parent.parent
MODELS = ["chr_bow", "chr_fox", "chr_jp", "chr_knight", "chr_man", "chr_old", "chr_rain", "chr_sword", "deer", "dragon"]
MODELS += ["maze", "menger", "monu1", "monu2", "monu6", "monu10", "monu16", "nature", "T-Rex", "teapot"]
MODELS += ["chr_mom", "chr_sasami", "chr_tama", "ff1", "ff3", "monu0"]
HEAD = ["model", "triangles", ".vox", ".obj", ".glb", ".tvx", "of .glb", "compressed", "of .glb ", "bytes a triangle"]

GLB_MODELS = ["chr_knight", "deer", "dragon", "monu10", "nature", "T-Rex"]
GLB_HEAD = ["model", "triangles", "Blender's", "ours", "integers", "gltfpack", "gltfpack -cc", ".tvx", "compressed"]


def meshes_of(scene: Scene, mode: str) -> list[Mesh]:
    """Mesh each different model of a scene once, with borders as a texture that is filtered needs them."""
    shown = {
        scene.models[frame.model].positions.tobytes(): frame.model for node in scene.nodes for frame in node.models
    }
    built = [build_model(scene.models[i], MeshOptions(mode=mode), scene.look) for i in shown.values()]
    return [mesh for mesh in built if len(mesh.triangles)]


def obj_bytes(mesh: Mesh) -> int:
    """Bytes of the mesh as Wavefront .obj: points, texture coordinates and normals, each once; no comments."""
    size = np.array(mesh.atlas.shape[::-1])
    uv, corner = np.unique(mesh.corner_texels().reshape(-1, 2), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3) + 1
    lines = [f"v {x} {y} {z}" for x, y, z in mesh.vertices.tolist()]
    lines += [f"vt {u:.6g} {v:.6g}" for u, v in (uv / size).tolist()]
    lines += [f"vn {x} {y} {z}" for x, y, z in faces.NORMAL.tolist()]
    normal = mesh.polygon_direction[mesh.triangle_polygon].tolist()
    for points, texels, n in zip((mesh.triangles + 1).tolist(), corner.tolist(), normal, strict=True):
        lines.append("f " + " ".join(f"{p}/{t}/{n + 1}" for p, t in zip(points, texels, strict=True)))
    return sum(map(len, lines)) + len(lines)


def glb_bytes(meshes: list[Mesh], palette: np.ndarray) -> int:
    """Bytes of the meshes as Blender's exporter writes them."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for number, mesh in enumerate(meshes):
        data = bpy.data.meshes.new(f"mesh {number}")
        data.vertices.add(len(mesh.vertices))
        data.vertices.foreach_set("co", mesh.vertices.astype(np.float32).ravel())
        data.loops.add(3 * len(mesh.triangles))
        data.loops.foreach_set("vertex_index", mesh.triangles.ravel())
        data.polygons.add(len(mesh.triangles))
        data.polygons.foreach_set("loop_start", np.arange(0, 3 * len(mesh.triangles), 3, dtype=np.int32))
        # The sides of voxels are flat.
        flat = data.attributes.new("sharp_face", "BOOLEAN", "FACE")
        flat.data.foreach_set("value", np.ones(len(mesh.triangles), np.bool_))
        data.update(calc_edges=True)
        uv = mesh.corner_texels().reshape(-1, 2) / np.array(mesh.atlas.shape[::-1], np.float32)
        data.uv_layers.new(do_init=False).uv.foreach_set("vector", uv.astype(np.float32).ravel())
        data.materials.append(material(mesh, palette, number))
        bpy.context.scene.collection.objects.link(bpy.data.objects.new(data.name, data))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.glb")
        bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLB", export_animations=False)
        return path.stat().st_size


def material(mesh: Mesh, palette: np.ndarray, number: int) -> Any:
    """A Blender material with the mesh's atlas."""
    rows, columns = mesh.atlas.shape
    image = bpy.data.images.new(f"atlas {number}", columns, rows)
    image.pixels.foreach_set((palette[mesh.atlas] / 255).astype(np.float32).ravel())
    image.pack()
    made = bpy.data.materials.new(f"material {number}")
    if bpy.app.version < (5, 0):
        made.use_nodes = True
    nodes = made.node_tree.nodes
    texture = nodes.new("ShaderNodeTexImage")
    texture.image, texture.interpolation = image, "Closest"
    shader = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")
    made.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    return made


def measure(path: Path, mode: str) -> dict[str, Any]:
    """Measure one file."""
    scene = read_vox(path)
    meshes = meshes_of(scene, mode)
    animated = SceneOptions(animation="animate")
    file = tvx_of(assemble(scene, MeshOptions(mode=mode), animated, layout=CompactLayout(), largest=255))
    return {
        "model": path.stem,
        "triangles": sum(len(mesh.triangles) for mesh in meshes),
        "vox": path.stat().st_size,
        "obj": sum(map(obj_bytes, meshes)),
        "glb": glb_bytes(meshes, scene.palette) if bpy else None,
        "tvx": len(write_tvx(None, file)),
        "compressed": len(write_tvx(None, file, compress=True)),
    }


def measure_glb(path: Path, mode: str) -> dict[str, Any]:
    """Measure one file as .glb."""
    scene, options = read_vox(path), MeshOptions(mode=mode)
    writer = writer_of("a.glb")
    assembly = assemble(scene, options, writer.scene, layout=writer.layout(options))
    plain = writer.write(assembly, WriteOptions(), path.stem).data
    found = measure(path, mode)
    return {
        "model": path.stem,
        "triangles": found["triangles"],
        "Blender's": found["glb"],
        "ours": len(plain),
        "integers": len(writer.write(assembly, WriteOptions(integers=True), path.stem).data),
        "gltfpack": packed_bytes(plain),
        "gltfpack -cc": packed_bytes(plain, "-cc"),
        ".tvx": found["tvx"],
        "compressed": found["compressed"],
    }


def packed_bytes(data: bytes, *options: str) -> int | None:
    """Bytes of a .glb file after gltfpack; None where that is missing."""
    node = shutil.which("node")
    places = [Path(place, "gltfpack", "cli.js") for place in os.environ.get("NODE_PATH", "").split(os.pathsep) if place]
    script = next((place for place in places if place.is_file()), None)
    if node is None or script is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        one, other = Path(folder, "one.glb"), Path(folder, "other.glb")
        one.write_bytes(data)
        subprocess.run([node, script, *options, "-i", one, "-o", other], check=True, capture_output=True)
        return other.stat().st_size


def glb_row_of(found: dict[str, Any]) -> list[str]:
    """A row of the table of .glb files."""
    return [found["model"], *("–" if found[name] is None else f"{found[name]:,}" for name in GLB_HEAD[1:])]


def row_of(found: dict[str, Any]) -> list[str]:
    """A row of the table."""

    def share(size: int) -> str:
        return f"{100 * size / found['glb']:.1f} %" if found["glb"] else "–"

    sizes = {name: f"{found[name]:,}" if found[name] else "–" for name in ("vox", "obj", "glb", "tvx", "compressed")}
    each = " / ".join(f"{found[name] / found['triangles']:.1f}" for name in ("tvx", "compressed"))
    return [
        found["model"],
        f"{found['triangles']:,}",
        sizes["vox"],
        sizes["obj"],
        sizes["glb"],
        sizes["tvx"],
        share(found["tvx"]),
        sizes["compressed"],
        share(found["compressed"]),
        each,
    ]


def main() -> int:
    """Read the command line, measure, print and write the table."""
    parser = argparse.ArgumentParser(description="Compare the bytes of .tvx with those of other formats.")
    parser.add_argument("files", nargs="*", type=Path, help=".vox files (default: 20 of the shared models)")
    parser.add_argument("--mode", choices=MODES, default="polygons")
    parser.add_argument("--glb", action="store_true", help="compare files of .glb (default: 6 of the shared models)")
    arguments = parser.parse_args()
    models = GLB_MODELS if arguments.glb else MODELS
    folder = Path(os.environ.get("TRIVOX_SHARED", ROOT.parent / "shared")) / "models"
    paths = arguments.files or [folder / f"{name}.vox" for name in models]
    missing = [str(path) for path in paths if not path.is_file()]
    if missing:
        print(f"not found: {', '.join(missing)}", file=sys.stderr)
        return 1
    if arguments.glb:
        results = [measure_glb(path, arguments.mode) for path in paths]
        table = markdown([GLB_HEAD, *map(glb_row_of, results)])
    else:
        results = [measure(path, arguments.mode) for path in paths]
        table = markdown([HEAD, *map(row_of, results)])
    print(table)
    out = ROOT / "build" / "bench"
    out.mkdir(parents=True, exist_ok=True)
    name = "glb" if arguments.glb else "size"
    (out / f"{name}.md").write_text(table + "\n", encoding="utf-8")
    (out / f"{name}.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
