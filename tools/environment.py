"""Sets up a virtual environment for this repository: the name of an environment in, path of its Python out.

``python tools/environment.py`` makes ``.venv`` with the default Blender module of Python 3.11 or 3.13, the package in
editable form and the test tools; ``python tools/environment.py 4.2.23`` makes ``.venvs/4.2.23`` with that Blender. A
stamp keeps a second run short. Needs nothing but the standard library.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.13")
RUNNING = f"{sys.version_info[0]}.{sys.version_info[1]}"
BLENDERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "4.2.23": ("3.11", ("bpy==4.2.23", "numpy<2")),
    "4.5.15": ("3.11", ("bpy==4.5.15",)),
    "5.0.1": ("3.11", ("bpy==5.0.1",)),
    "5.2.3": ("3.13", ("bpy==5.2.3",)),
}
"""Blender module -> the Python it is built for and what pip has to install for it."""


def output_of(command: list[str]) -> str:
    """Return the last line that a command prints, or an empty string if it cannot run or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return (done.stdout.strip().splitlines() or [""])[-1]


def version_of(command: list[str]) -> str:
    """Return "major.minor" of the Python that a command starts, or an empty string."""
    return output_of([*command, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])


def find_python(versions: tuple[str, ...]) -> str:
    """Find an interpreter of one of the versions, the running one first.

    Parameters
    ----------
    versions : tuple of str
        Versions such as ``"3.11"`` in order of preference. The variables PYTHON311 and PYTHON313 name interpreters
        outside the search path.

    Returns
    -------
    str
        Path of the interpreter.

    Raises
    ------
    SystemExit
        If there is none.
    """
    if RUNNING in versions:
        return getattr(sys, "_base_executable", sys.executable)
    for version in versions:
        named = os.environ.get("PYTHON" + version.replace(".", ""))
        pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
        installed = ([str(path)] for path in sorted(pyenv.glob(f"{version}.*/bin/python")))
        for command in [[named]] if named else [[f"python{version}"], ["py", f"-{version}"], *installed]:
            if version_of(command) == version:
                return output_of([*command, "-c", "import sys; print(sys.executable)"])
    names = " or ".join(versions)
    variables = " or ".join("PYTHON" + version.replace(".", "") for version in versions)
    raise SystemExit(f"error: no Python {names} was found; install one or set {variables} to its path")


def python_of(folder: Path) -> Path:
    """Return the path of the Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def plan(name: str | None) -> tuple[Path, tuple[str, ...], list[str]]:
    """Return the folder, the Python versions and pip's arguments for an environment."""
    if name is None:
        return ROOT / ".venv", PYTHONS, ["--editable", f"{ROOT}[blender,test]"]
    version, packages = BLENDERS[name]
    return ROOT / ".venvs" / name, (version,), ["--editable", f"{ROOT}[test]", *packages]


def set_up(name: str | None) -> Path:
    """Make an environment unless its stamp says that it stands, and return its Python.

    Parameters
    ----------
    name : str or None
        A key of `BLENDERS`, or None for the default environment.
    """
    folder, versions, arguments = plan(name)
    python, stamp = python_of(folder), folder / "ready.txt"
    recipe = (ROOT / "pyproject.toml").read_bytes() + "\n".join(arguments).encode()
    digest = hashlib.sha256(recipe).hexdigest()
    works = version_of([str(python)]) in ((RUNNING,) if RUNNING in versions else versions)
    if works and stamp.is_file() and stamp.read_text() == digest:
        return python
    if not works:
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([find_python(versions), "-m", "venv", str(folder)], check=True)
    print(f"setting up {folder.relative_to(ROOT)} (Blender's module is about 400 MB)", file=sys.stderr, flush=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "10"]
    subprocess.run([*pip, *arguments], check=True, stdout=sys.stderr)
    stamp.write_text(digest)
    print(f"ready: {python}", file=sys.stderr)
    return python


def main() -> None:
    """Read the command line and set up."""
    parser = argparse.ArgumentParser(description="Set up a virtual environment for this repository.")
    parser.add_argument("blender", nargs="?", choices=sorted(BLENDERS), help="default: the one of .venv")
    try:
        set_up(parser.parse_args().blender)
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"error: {' '.join(map(str, error.cmd))} failed") from error


if __name__ == "__main__":
    main()
