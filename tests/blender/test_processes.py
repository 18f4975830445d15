"""Many files at once in Blender: several processes read and mesh them, in order, and one failure is named."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


def test_many_files_are_imported_by_processes(write: Write, extension: str, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = importlib.import_module(f"{extension}.core.processes")
    workers = importlib.import_module(f"{extension}.core.workers")
    started: list[object] = []

    class Counted(processes._Process):
        def __init__(self) -> None:
            super().__init__()
            started.append(self._process)

    monkeypatch.setattr(processes, "_Process", Counted)
    monkeypatch.setattr(workers, "processors", lambda: 3)
    names = [f"model{number:03}.vox" for number in range(110)]
    for number, name in enumerate(names):
        grid = np.ones((1 + number % 7, 1 + number % 5, 1 + number // 30), np.uint8)
        data = b"VOX broken" if number == 60 else hv.vox(hv.dense_model(grid))
        path = write(name, data)
    folder = path.removesuffix(names[-1])
    bpy.ops.import_scene.trivox(directory=folder, files=[{"name": name} for name in names])
    assert 2 <= len(started) <= 3 and all(process.poll() is not None for process in started)
    made = [obj for obj in bpy.context.scene.objects if obj.type == "MESH"]
    assert [obj.name for obj in made] == [name.removesuffix(".vox") for name in names if name != "model060.vox"]
    for obj, name in zip(made, (name for name in names if name != "model060.vox"), strict=True):
        number = int(name[5:8])
        assert tuple(round(10 * side) for side in obj.dimensions) == (1 + number % 7, 1 + number % 5, 1 + number // 30)
    (problem,) = bpy.context.window_manager.trivox_import.problems
    assert problem.name == "model060.vox" and problem.failed
