"""What may import what, what core leaves to others, and what modules and functions look like, read from the source."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("core", "cli", "operators", "ui")
BLENDER = {"bpy", "bmesh", "mathutils", "bpy_extras", "gpu", "addon_utils", "blf"}
CORE_LIBRARIES = {"numpy", "mapbox_earcut", "pyvox"}
LOWEST = {"core.errors", "core.directions", "core.arrays", "core.progress"}
FOUNDATION = LOWEST | {"core.options", "core.voxmesh"}
LIBRARY = sys.stdlib_module_names


def name_of(path: Path) -> str:
    """Return a module's dotted name below the repository's root; the root package itself is the empty name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
ROOT_TREES = {name: ast.parse((ROOT / f"{name}.py").read_text(encoding="utf-8")) for name in ("__init__", "__main__")}


def imports_of(name: str) -> Iterator[str]:
    """Yield what a module imports: dotted names below the root with a leading dot, other modules without."""
    package = name.split(".") if FILES[name].name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(TREES[name]):
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


def core_parts() -> list[str]:
    """List the subpackages of core but for the checks and the compact format, which stand above the pipeline."""
    packages = {name for name, path in FILES.items() if path.name == "__init__.py" and within(name, "core")}
    return sorted(packages - {"core", "core.checks", "core.tvx"})


def test_the_walk_sees_the_imports_there_are() -> None:
    assert "core.errors" in INNER["core.options"]
    assert "core.mesh.weld" in INNER["core.pipeline"]
    assert "core.options" in INNER["operators.properties"]
    assert "bpy" in OUTER["operators.import_vox"]


@pytest.mark.parametrize("name", modules("core"))
def test_core_uses_its_own_libraries_only(name: str) -> None:
    assert OUTER[name] <= CORE_LIBRARIES
    assert all(within(target, "core") for target in INNER[name])


@pytest.mark.parametrize("name", modules("cli"))
def test_the_command_line_needs_core_only(name: str) -> None:
    assert OUTER[name] <= {"numpy"}
    assert all(within(target, "cli", "core") for target in INNER[name])


@pytest.mark.parametrize("name", sorted(FOUNDATION & set(FILES)))
def test_the_foundation_stands_on_itself(name: str) -> None:
    # Options are checked against the table of modes, which names the functions that make the meshes.
    assert INNER[name] <= (LOWEST if name in LOWEST else FOUNDATION | {"core.mesh.modes"})


@pytest.mark.parametrize("name", modules(*core_parts()))
def test_parts_of_core_know_neither_pipeline_nor_checks(name: str) -> None:
    assert not [target for target in INNER[name] if target == "core" or within(target, "core.pipeline", "core.checks")]


def test_the_pipeline_does_not_know_the_checks() -> None:
    assert not [target for target in INNER["core.pipeline"] if target == "core" or within(target, "core.checks")]


@pytest.mark.parametrize("level", ["modules", "parts"])
def test_nothing_in_core_imports_in_a_circle(level: str) -> None:
    rename = str if level == "modules" else part_of
    edges: dict[str, set[str]] = {}
    for name in modules("core"):
        edges.setdefault(rename(name), set()).update(map(rename, INNER[name]))
    # A package's own modules may be imported by its __init__, which then is at the top.
    edges = {name: targets - {name} for name, targets in edges.items()}
    while edges:
        free = [name for name, targets in edges.items() if not targets & edges.keys()]
        assert free, f"a circle among {sorted(edges)}"
        for name in free:
            del edges[name]


@pytest.mark.parametrize("name", [name for name in modules("operators") if not within(name, "operators.build")])
def test_operators_use_core_and_themselves(name: str) -> None:
    assert all(within(target, "core", "operators") for target in INNER[name])


@pytest.mark.parametrize("name", modules("operators.build"))
def test_build_uses_the_types_of_core_only(name: str) -> None:
    allowed = ("operators.build", "core.vox.records", "core.vox.shading", "core.vox.classes", *FOUNDATION)
    assert all(within(target, *allowed) for target in INNER[name])


@pytest.mark.parametrize("name", modules("ui"))
def test_the_interface_knows_properties_only(name: str) -> None:
    assert all(within(target, "ui", "operators.properties") for target in INNER[name])


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
