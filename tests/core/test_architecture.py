"""What may import what, what core leaves to others, and what modules and functions look like, read from the source."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("core", "cli", "blender", "operators", "ui")
BLENDER = {"bpy", "bmesh", "mathutils", "bpy_extras", "gpu", "addon_utils", "blf"}
CORE_LIBRARIES = {"numpy", "mapbox_earcut", "pyvox"}
BASE = (
    "core.errors",
    "core.borders",
    "core.arrays",
    "core.directions",
    "core.progress",
    "core.job",
    "core.text",
)
MESH_TYPES = ("core.mesh.mesh", "core.mesh.options", "core.mesh.modes")
VOLUMES = ("core.mesh.bits", "core.mesh.cavities", "core.mesh.exposure", "core.mesh.volume")
ARROWS = {
    "core.voxels": BASE,
    "core.voxelise": (*BASE, "core.voxels"),
    "core.relief": (*BASE, "core.voxels"),
    "core.setcover": BASE,
    "core.matching": BASE,
    "core.texture": BASE,
    "core.mesh": (
        *BASE,
        "core.setcover",
        "core.matching",
        "core.texture.charts",
        "core.texture.lightmap",
        "core.texture.projection",
        "core.texture.ragged",
    ),
    "core.smooth": (*BASE, "core.voxels", "core.mesh.squeeze"),
    "core.pipeline": (*BASE, "core.voxels", "core.texture", "core.mesh"),
    "core.patch": (*BASE, "core.voxels", "core.texture", "core.mesh", "core.pipeline"),
    "core.worker": (),
    "core.processes": ("core.errors", "core.worker"),
    "core.workers": (*BASE, "core.worker", "core.processes"),
    "core.levels": (*BASE, "core.voxels", *VOLUMES),
    "core.collision": (*BASE, "core.voxels", *VOLUMES),
    "core.chunks": (*BASE, "core.voxels", "core.texture", "core.mesh", "core.pipeline"),
    "core.scene": (
        *BASE,
        "core.voxels",
        "core.texture",
        "core.mesh",
        "core.pipeline",
        "core.workers",
        "core.levels",
        "core.collision",
        "core.chunks",
    ),
    "core.formats": (
        *BASE,
        "core.voxels",
        "core.relief",
        "core.voxelise",
        "core.texture",
        "core.mesh",
        "core.scene",
        "core.levels.distance",
        "core.levels.options",
        "core.collision",
        "core.smooth",
        "core.checks.smooth",
    ),
    "core.compare": (*BASE, "core.voxels", "core.mesh", "core.pipeline"),
    "core.files": (*BASE, "core.workers", "core.mesh.options", "core.scene", "core.formats"),
    "core.convert": (
        *BASE,
        "core.workers",
        "core.voxels.scene",
        "core.mesh.options",
        "core.scene",
        "core.formats",
        "core.levels.options",
        "core.collision.options",
        "core.chunks.options",
    ),
    "core.page": ("core.errors",),
    # The proofs share no step with what they prove.
    "core.checks": (
        "core.errors",
        "core.borders",
        "core.directions",
        *MESH_TYPES,
        "core.texture.projection",
        "core.smooth.mesh",
    ),
    "cli": ("core",),
    "blender": (
        "core.errors",
        "core.borders",
        "core.arrays",
        "core.directions",
        "core.voxels",
        "core.relief",
        "core.voxelise",
        "core.texture",
        *MESH_TYPES,
        "core.mesh.overlap",
        "core.mesh.paging",
        "core.mesh.parting",
        "core.mesh.pieces",
        "core.scene",
        "core.smooth",
        "core.collision",
        "core.formats",
    ),
    "operators": ("core", "blender"),
    "ui": (
        "operators.properties",
        "operators.overlays",
        "operators.validate",
        "operators.levels",
        "operators.collision",
        "blender.collision",
        "blender.levels",
        "blender.edits",
        "blender.exact",
        "blender.image_record",
        "blender.record",
        "blender.shown",
        "blender.soft_edges",
        "blender.source",
        "blender.stage",
        "blender.words",
        "core.text",
        "core.mesh.modes",
        "core.smooth",
        "core.formats",
    ),
}
"""What the modules of each part may import beside each other."""
ONE_FORMAT = tuple(f"core.formats.{name}" for name in ("vox", "tvx", "gltf", "obj", "meshes", "picture"))
WRITING_LIBRARIES = {"pygltflib", "PIL", "trimesh"}
"""What not everybody has, so that nobody may import it before it is needed."""
WRITES = (
    "core.formats.pictures",
    "core.formats.gltf.blob",
    "core.formats.gltf.document",
    "core.formats.gltf.extras",
    "core.formats.gltf.materials",
    "core.formats.gltf.nodes",
    "core.formats.gltf.smooth",
    "core.formats.meshes.geometry",
    "core.formats.meshes.opened",
    "core.formats.meshes.paints",
    "core.formats.obj.materials",
    "core.formats.obj.writer",
    "core.formats.picture.pillow",
)
"""Who imports it, or those who do."""
KNOWS_A_FORMAT = {"core", "cli.info", "operators.import_picture"}
"""Who may name a single format, beside the formats themselves."""
LIBRARY = sys.stdlib_module_names


def name_of(path: Path) -> str:
    """Return a module's dotted name below the repository's root; the root package itself is the empty name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
ROOT_TREES = {name: ast.parse((ROOT / f"{name}.py").read_text(encoding="utf-8")) for name in ("__init__", "__main__")}


def imports_of(name: str, chosen: Callable[[ast.AST], bool] = lambda node: True) -> Iterator[str]:
    """Yield what a module imports: dotted names below the root with a leading dot, other modules without."""
    package = name.split(".") if FILES[name].name == "__init__.py" else name.split(".")[:-1]
    for node in filter(chosen, ast.walk(TREES[name])):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] + (node.module or "").split(".")
            source = ".".join(part for part in base if part)
            for alias in node.names:
                member = f"{source}.{alias.name}".strip(".")
                yield f".{member if member in FILES else source}"


INNER = {name: {target[1:] for target in imports_of(name) if target.startswith(".")} for name in FILES}
OUTER = {
    name: {target.split(".")[0] for target in imports_of(name) if not target.startswith(".")} - LIBRARY
    for name in FILES
}


def part_of(name: str) -> str:
    """Return the part of core to which a module belongs: ``core.mesh`` for ``core.mesh.weld``."""
    return ".".join(name.split(".")[:2])


def within(name: str, *packages: str) -> bool:
    """Tell whether a module is one of the packages or lies in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def modules(*packages: str) -> list[str]:
    """List the modules of packages."""
    return [name for name in FILES if within(name, *packages)]


def test_the_walk_sees_the_imports_there_are() -> None:
    assert "core.errors" in INNER["core.mesh.options"]
    assert "core.mesh.weld" in INNER["core.pipeline"]
    assert "core.texture.projection" in INNER["core.mesh.mesh"]
    assert "core.formats.vox" in INNER["core"]
    assert "bpy" in OUTER["operators.import_files"]


def test_every_part_has_its_arrows() -> None:
    assert {part_of(name) if within(name, "core") else name.split(".")[0] for name in FILES} == {"core", *BASE, *ARROWS}


@pytest.mark.parametrize("name", FILES)
def test_imports_lead_somewhere(name: str) -> None:
    assert INNER[name] - {""} <= set(FILES)


@pytest.mark.parametrize("name", modules("core"))
def test_core_uses_its_own_libraries_only(name: str) -> None:
    assert OUTER[name] <= CORE_LIBRARIES | (WRITING_LIBRARIES if name in WRITES else set())
    assert all(within(target, "core") for target in INNER[name])


@pytest.mark.parametrize("name", [name for name in FILES if name not in WRITES])
def test_libraries_for_writing_are_imported_when_they_are_needed(name: str) -> None:
    outside = {
        id(node)
        for whole in TREES[name].body
        if isinstance(whole, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(whole)
    }
    late = {target[1:] for target in imports_of(name, lambda node: id(node) in outside) if target.startswith(".")}
    assert not INNER[name] & set(WRITES) - late


@pytest.mark.parametrize("name", modules("cli"))
def test_the_command_line_needs_no_other_library(name: str) -> None:
    assert OUTER[name] <= {"numpy"}


@pytest.mark.parametrize("name", BASE)
def test_the_base_stands_on_itself(name: str) -> None:
    assert INNER[name] <= {"core.errors"}


@pytest.mark.parametrize(("part", "name"), [(part, name) for part in ARROWS for name in modules(part)])
def test_arrows_point_down(part: str, name: str) -> None:
    assert not [target for target in INNER[name] if not within(target, part, *ARROWS[part])]


@pytest.mark.parametrize("name", [name for name in FILES if not within(name, "core.formats")])
def test_nobody_else_names_a_format(name: str) -> None:
    assert name in KNOWS_A_FORMAT or not [target for target in INNER[name] if within(target, *ONE_FORMAT)]


@pytest.mark.parametrize("one", ONE_FORMAT)
def test_formats_do_not_know_each_other(one: str) -> None:
    others = [other for other in ONE_FORMAT if other != one]
    for name in modules(one):
        assert not [target for target in INNER[name] if within(target, *others, "core.formats.tables")]


@pytest.mark.parametrize("level", ["modules", "parts"])
def test_nothing_is_imported_in_a_circle(level: str) -> None:
    rename = str if level == "modules" else part_of
    edges: dict[str, set[str]] = {}
    for name in FILES if level == "modules" else modules("core"):
        edges.setdefault(rename(name), set()).update(map(rename, INNER[name]))
    # A package's own modules may be imported by its __init__, which then is at the top.
    edges = {name: targets - {name} for name, targets in edges.items()}
    while edges:
        free = [name for name, targets in edges.items() if not targets & edges.keys()]
        assert free, f"a circle among {sorted(edges)}"
        for name in free:
            del edges[name]


def test_the_root_imports_nothing_before_it_is_registered() -> None:
    for tree in ROOT_TREES.values():
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                assert node.module in {"__future__", "cli"}
            assert not isinstance(node, ast.Import) or {alias.name for alias in node.names} <= LIBRARY


@pytest.mark.parametrize("name", modules("core"))
def test_core_does_not_print(name: str) -> None:
    calls = [node.func for node in ast.walk(TREES[name]) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id in {"print", "input"}]


@pytest.mark.parametrize("name", FILES)
def test_a_module_says_what_it_is_and_stays_short(name: str) -> None:
    first = (ast.get_docstring(TREES[name]) or "").split("\n")[0]
    assert first.endswith("."), "the docstring's first line is no sentence"
    assert len(FILES[name].read_text(encoding="utf-8").splitlines()) < 400


@pytest.mark.parametrize("name", FILES)
def test_functions_stay_short(name: str) -> None:
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.FunctionDef):
            first = node.body[1] if ast.get_docstring(node) is not None and len(node.body) > 1 else node.body[0]
            lines = (node.end_lineno or 0) - first.lineno + 1
            assert lines <= 50, f"{node.name} has {lines} lines"


def test_every_package_is_installed_and_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {name for name, path in FILES.items() if path.name == "__init__.py"}
    assert set(project["tool"]["setuptools"]["packages"]) == {"trivox", *(f"trivox.{name}" for name in folders)}
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert manifest["version"] == project["project"]["version"]
