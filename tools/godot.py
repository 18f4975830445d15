"""A Godot 4 project in, the files that its main scene writes to res://out/ out: the real engine, in a chroot.

Debian's package runs under Xvfb with Mesa's software Vulkan, in a folder of its own that is set up once (2 minutes).
That needs Linux, root, and mmdebstrap. The engine's default renderer is used: the one for old graphics cards rounds
dark colors. ``python tools/godot.py`` sets it up and prints the engine's version.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CACHE = Path(os.environ.get("TRIVOX_ENGINES") or Path(__file__).resolve().parent.parent / "build" / "engines")
"""Where engines are kept; `TRIVOX_ENGINES` names another folder."""
ROOT = CACHE / "godot"
READY = CACHE / "godot.ready-2"
PACKAGES = "godot,xvfb,xauth,libgl1-mesa-dri,libgl1,libegl1,libvulkan1,mesa-vulkan-drivers"
HANGING = 300
"""Seconds after which the engine is ended."""
SETTINGS = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/box/home",
    "LC_ALL": "C.UTF-8",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}

INSIDE = """
set -e
mkdir -p "$1/box"
mount --bind "$2" "$1/box"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t tmpfs tmpfs "$1/dev/shm"
root=$1; shift 2
exec chroot "$root" "$@"
"""
"""Mounts what the engine needs, in a namespace that ends with it, and runs a command there."""
COMMANDS = """
cd /box/project
timeout -k 5 "$1" godot --headless --import --path . || true
xvfb-run -a -s "-screen 0 1280x800x24" timeout -k 5 "$1" \\
    godot --path . --rendering-method forward_plus --rendering-driver vulkan --audio-driver Dummy
exit $?
"""
"""The last line keeps xvfb-run from being the first process, to which its server would not say that it is ready."""


def missing() -> str | None:
    """Why the engine cannot run here, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "Godot is run in a chroot, which needs Linux and root"
    return None if READY.exists() else "Godot is not set up (python tools/godot.py)"


def set_up() -> None:
    """Make the chroot unless it stands.

    Raises
    ------
    SystemExit
        If it cannot be made.
    """
    reason = missing()
    if reason is None:
        return
    if sys.platform != "linux" or os.geteuid() != 0:
        raise SystemExit(f"error: {reason}")
    if shutil.which("mmdebstrap") is None:
        raise SystemExit("error: there is no mmdebstrap (Debian: apt-get install mmdebstrap)")
    CACHE.mkdir(parents=True, exist_ok=True)
    subprocess.run(["rm", "-rf", "--one-file-system", str(ROOT)], check=True)
    print(f"setting up Godot in {ROOT}", file=sys.stderr, flush=True)
    log = CACHE / "godot.setup.log"
    options = ["--variant=minbase", "--mode=root", f"--include={PACKAGES}"]
    options += ["--aptopt=Acquire::Check-Valid-Until false", "--aptopt=Acquire::Retries 3"]
    options += [f"--dpkgopt=path-exclude=/usr/share/{part}/*" for part in ("doc", "man", "locale")]
    command = ["unshare", "-m", "--propagation", "private", "mmdebstrap", *options]
    with log.open("wb") as output:
        source = f"deb {mirror()} sid main"
        done = subprocess.run([*command, "sid", str(ROOT), source], stdout=output, stderr=subprocess.STDOUT)
    if done.returncode:
        raise SystemExit(f"error: Godot could not be set up; {log} says why")
    READY.touch()


def mirror() -> str:
    """The address of Debian's packages that this machine uses."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)"]
    try:
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        lines = []
    return next((line for line in lines if line.rstrip("/").endswith("debian")), "http://deb.debian.org/debian")


def run(project: Path, out: Path) -> str:
    """Import a project's files and run its main scene.

    Parameters
    ----------
    project : Path
        A folder with a project.godot; a copy is run.
    out : Path
        The folder that takes what is written to res://out/.

    Returns
    -------
    str
        What the engine said.

    Raises
    ------
    RuntimeError
        If it did not end as it should.
    """
    with tempfile.TemporaryDirectory() as folder:
        box = Path(folder)
        shutil.copytree(project, box / "project")
        for made in (box / "project" / "out", box / "home"):
            made.mkdir(exist_ok=True)
        inside = ["env", "-i", *(f"{name}={value}" for name, value in SETTINGS.items())]
        inside += ["bash", "-c", COMMANDS, "godot", str(HANGING)]
        alone = ["unshare", "-m", "-p", "-n", "--fork", "--kill-child=KILL", "--propagation", "private"]
        command = ["setpriv", "--pdeathsig", "KILL", *alone, "bash", "-c", INSIDE, "box", str(ROOT), str(box), *inside]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}
        done = subprocess.run(command, timeout=3 * HANGING, **streams)
        if done.returncode:
            raise RuntimeError(f"Godot ended with {done.returncode}:\n{done.stdout[-4000:]}")
        shutil.copytree(box / "project" / "out", out, dirs_exist_ok=True)
    return done.stdout


def version() -> str:
    """The engine's version."""
    done = subprocess.run(["chroot", str(ROOT), "godot", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.strip().splitlines()[-1]


def main() -> None:
    """Set the engine up."""
    set_up()
    print(version())


if __name__ == "__main__":
    main()
