"""Builds the Blender extension: this repository in, dist/trivox-VERSION.zip with its wheels out, its path on stdout.

The wheels are fetched once and kept in wheels/. Needs the bpy module, whose own packaging tool does the building.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = ROOT / "blender_manifest.toml"
WHEELS = ROOT / "wheels"
EARCUT = "mapbox-earcut==2.1.0"
PYVOX = "py-vox-io==0.1"
PYTHONS = ("3.11", "3.13", "3.14")
"""The Pythons of Blender 4.2 to 5.0, of 5.1 and later, and of Linux distributions."""
PLATFORMS = ("macosx_10_15_x86_64", "macosx_11_0_arm64", "manylinux_2_28_x86_64", "win_amd64", "win_arm64")


def pip(*arguments: str) -> None:
    """Run a command of pip, or end with its message."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"error: pip {' '.join(arguments)} failed:\n{done.stderr.strip()}")


def fetch_earcut(folder: Path) -> None:
    """Download the wheels of mapbox_earcut for every platform and Python of Blender."""

    def fetch(target: tuple[str, str]) -> None:
        platform, python = target
        only = ("--no-deps", "--only-binary", ":all:", "--implementation", "cp")
        pip("download", *only, "--platform", platform, "--python-version", python, "--dest", str(folder), EARCUT)

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(fetch, [(platform, python) for platform in PLATFORMS for python in PYTHONS]))


def build_pyvox(folder: Path) -> None:
    """Build the wheel of py-vox-io, which is published as source without its licence: the licence text is added."""
    with tempfile.TemporaryDirectory() as scratch:
        pip("download", "--no-deps", "--no-binary", ":all:", "--dest", scratch, PYVOX)
        shutil.unpack_archive(next(Path(scratch).glob("*.tar.gz")), scratch)
        source = next(path for path in Path(scratch).iterdir() if path.is_dir())
        shutil.copy(ROOT / "tools" / "licenses" / "py-vox-io.txt", source / "LICENSE.txt")
        pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(source))


def wheels_of_manifest() -> list[str]:
    """Return the wheels that the manifest lists."""
    return list(tomllib.loads(MANIFEST.read_text(encoding="utf-8")).get("wheels", []))


def fetch_wheels(update: bool = False) -> None:
    """Fetch the wheels unless they are there, and compare them with the manifest's list.

    Parameters
    ----------
    update : bool
        Fetch in any case and write the manifest's list.

    Raises
    ------
    SystemExit
        If the list differs from what was fetched.
    """
    if not update and all((ROOT / wheel).is_file() for wheel in wheels_of_manifest()):
        return
    print("fetching wheels", file=sys.stderr, flush=True)
    shutil.rmtree(WHEELS, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        fetch_earcut(Path(scratch))
        build_pyvox(Path(scratch))
        shutil.copytree(scratch, WHEELS)
    fetched = sorted(f"wheels/{wheel.name}" for wheel in WHEELS.glob("*.whl"))
    if update:
        rows = "".join(f'    "{wheel}",\n' for wheel in fetched)
        text = MANIFEST.read_text(encoding="utf-8")
        MANIFEST.write_text(re.sub(r"(?m)^wheels = \[\n(.*\n)*?\]", f"wheels = [\n{rows}]", text), encoding="utf-8")
    elif fetched != sorted(wheels_of_manifest()):
        raise SystemExit("error: the wheels fetched are not those of blender_manifest.toml; run this with --update")


def blender_ext(command: str, *arguments: str) -> None:
    """Run a command of Blender's own packaging tool, or end with its message."""
    spec = importlib.util.find_spec("bpy")
    if spec is None or spec.origin is None:
        raise SystemExit("error: building needs Blender's module; run it with the Python of .venv")
    tool = next(Path(spec.origin).parent.glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py"))
    done = subprocess.run([sys.executable, str(tool), command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"error: {command} failed:\n{done.stdout}{done.stderr}")


def build(folder: Path) -> Path:
    """Build and validate the extension.

    Parameters
    ----------
    folder : Path
        Where the zip goes.

    Returns
    -------
    Path
        The zip.
    """
    fetch_wheels()
    manifest = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / f"{manifest['id']}-{manifest['version']}.zip"
    blender_ext("build", "--source-dir", str(ROOT), "--output-filepath", str(archive))
    blender_ext("validate", str(archive))
    return archive


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description="Build the Blender extension.")
    parser.add_argument("--update", action="store_true", help="fetch all wheels and write their list to the manifest")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="folder of the zip (default: dist)")
    arguments = parser.parse_args()
    if arguments.update:
        fetch_wheels(update=True)
    print(build(arguments.output))


if __name__ == "__main__":
    main()
