"""Processes do tasks: order, errors, lost processes, an end before the end, programs without a guard, other names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from types import MappingProxyType

import helpers_tasks as tasks
import helpers_vox as hv
import numpy as np
import pytest
from trivox.core import workers as module
from trivox.core.convert import ConvertOptions, convert_file, convert_files
from trivox.core.errors import FormatError, LostError, TrivoxError
from trivox.core.files import assemble_files
from trivox.core.formats import read
from trivox.core.mesh.options import MeshOptions
from trivox.core.processes import Workers
from trivox.core.scene import SceneOptions, assemble
from trivox.core.workers import processors, watched, workers_for

SCRIPT = """
import sys
from trivox.core.processes import Workers
print("once")
workers = Workers(2)
print(workers.submit(pow, 2, 10).result())
workers.shutdown()
"""
RENAMED = """
import importlib.util, sys
from types import ModuleType
folder = sys.argv[1]
for name in ("outer", "outer.inner"):
    sys.modules[name] = ModuleType(name)
    sys.modules[name].__path__ = []
spec = importlib.util.spec_from_file_location(
    "outer.inner.ours", folder + "/__init__.py", submodule_search_locations=[folder]
)
sys.modules["outer.inner.ours"] = ours = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ours)
from outer.inner.ours.core.mesh.options import MeshOptions
from outer.inner.ours.core.processes import Workers
workers = Workers(1)
options = workers.submit(MeshOptions, mode="faces").result()
workers.shutdown()
assert options == MeshOptions(mode="faces") and type(options) is MeshOptions
assert "trivox" not in sys.modules
print("same")
"""


@pytest.fixture
def two() -> Workers:
    workers = Workers(2)
    yield workers  # type: ignore[misc]
    workers.shutdown(cancel_futures=True)


def test_results_are_those_of_their_tasks(two: Workers) -> None:
    futures = [two.submit(tasks.number_of_process, number) for number in range(40)]
    results = [future.result() for future in futures]
    assert [number for number, _process in results] == list(range(40))
    processes = {process for _number, process in results}
    assert os.getpid() not in processes and 1 <= len(processes) <= 2


def test_what_a_task_raises_arrives(two: Workers) -> None:
    with pytest.raises(FormatError) as caught:
        two.submit(tasks.fail, "SIZE").result()
    assert str(caught.value) == "SIZE chunk at byte 12: it is broken"
    with pytest.raises(ZeroDivisionError):
        two.submit(divmod, 1, 0).result()
    assert two.submit(pow, 2, 3).result() == 8


def test_a_lost_process_costs_its_task_only() -> None:
    with Workers(1) as one:
        first, lost, last = one.submit(pow, 2, 2), one.submit(tasks.die), one.submit(pow, 2, 3)
        assert (first.result(), last.result()) == (4, 8)
        with pytest.raises(LostError, match="its process was killed or ran out of memory"):
            lost.result()


def test_mappings_that_cannot_be_changed_travel(two: Workers) -> None:
    mapping = MappingProxyType({"a": MappingProxyType({1: "b"})})
    assert two.submit(tasks.given, mapping).result() == mapping
    assert two.submit(tasks.unpicklable).result() == {"a": {}}


def test_what_cannot_be_pickled_is_the_callers_error(two: Workers) -> None:
    with pytest.raises(Exception, match=r"pickle|local"):
        two.submit(tasks.given, lambda: None).result()
    # Its process may have half a task, and is no more.
    assert not two._all
    assert two.submit(pow, 2, 3).result() == 8


def test_workers_have_no_workers(two: Workers) -> None:
    assert two.submit(tasks.processors_here).result() == 1
    assert processors() >= 1


@pytest.mark.skipif(not Path("/proc").exists(), reason="there is no list of processes at hand")
def test_an_end_before_the_end_leaves_no_process(tmp_path: Path) -> None:
    class Enough(BaseException):
        pass

    def stop(_share: float) -> None:
        if len(list(tmp_path.iterdir())) == 2:
            raise Enough

    with pytest.raises(Enough), workers_for([1] * 5, 2) as workers:
        assert workers is not None
        watched([workers.submit(tasks.begin_and_wait, str(tmp_path)) for _ in range(5)], [1] * 5, stop)
    assert len(list(tmp_path.iterdir())) == 2
    assert not [path.name for path in tmp_path.iterdir() if Path("/proc", path.name).exists()]


def test_progress_goes_up_to_one() -> None:
    seen: list[float] = []
    with workers_for([1, 2, 3, 4], 2) as workers:
        assert workers is not None
        futures = [workers.submit(time.sleep, 0) for _ in range(4)]
        watched(futures, [1, 2, 3, 4], seen.append)
        assert all(future.done() for future in futures)
    assert seen == sorted(seen) and seen[0] < 1 and seen[-1] == 1 and set(seen) <= {n / 10 for n in range(11)}


def test_progress_is_the_share_of_the_sizes() -> None:
    futures, seen = [Future() for _ in range(3)], []

    def heard(share: float) -> None:
        seen.append(share)
        if len(seen) <= 3:
            futures[len(seen) - 1].set_result(None)

    watched(futures, [1, 2, 7], heard)
    assert seen == pytest.approx([0, 0.1, 0.3, 1])
    nothing = [Future()]
    nothing[0].set_result(None)
    watched(nothing, [0], seen.append)
    assert seen[-2:] == [0, 1]


def test_workers_only_where_they_are_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "processors", lambda: 4)

    def count(sizes: list[int], jobs: int | None = None) -> int:
        with workers_for(sizes, jobs) as workers:
            return 1 if workers is None else workers._threads._max_workers

    assert count([10**9]) == 1 and count([]) == 1
    assert count([1000, 1000]) == 1 and count([10**6, 10**6]) == 2
    assert count([0] * 200) == 4
    assert count([10**9] * 9, 1) == 1 and count([1, 1, 1], 2) == 2


def test_a_program_without_a_guard_runs_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout == "once\n1024\n" and done.stderr == ""


def test_the_package_may_have_another_name(tmp_path: Path) -> None:
    """Blender gives extensions names of its own, which no path of modules leads to."""
    root = Path(module.__file__).resolve().parents[1]
    shutil.copytree(root / "core", tmp_path / "ours" / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "__init__.py", tmp_path / "ours")
    done = subprocess.run(
        [sys.executable, "-c", RENAMED, str(tmp_path / "ours")], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("same\n", "")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Seven models, of which one is broken and one has three."""
    paths = []
    for seed in range(7):
        grids = [
            np.random.default_rng(10 * seed + more).integers(0, 3, (6, 5, 4)).astype(np.uint8)
            for more in range(3 if seed == 6 else 1)
        ]
        paths.append(tmp_path / f"model{seed}.vox")
        paths[-1].write_bytes(hv.vox(*map(hv.dense_model, grids), hv.rgba(hv.colors())))
    paths[3].write_bytes(b"VOX nothing")
    return paths


def test_files_come_in_order_and_one_failure_is_named(files: list[Path]) -> None:
    heard: dict[int, list[float]] = {1: [], 3: []}
    alone, together = (
        assemble_files(files, MeshOptions(), SceneOptions(), jobs=jobs, progress=told.append)
        for jobs, told in heard.items()
    )
    assert heard[3] == sorted(heard[3]) and heard[3][0] < 1 and heard[3][-1] == 1
    assert [path for path, _file in together.made] == [path for path in files if path.stem != "model3"]
    assert [(name, str(error)) for name, error in together.failures] == [
        (name, str(error)) for name, error in alone.failures
    ]
    assert [name for name, _error in together.failures] == ["model3.vox"]
    for (_path, one), (_same, other) in zip(alone.made, together.made, strict=True):
        assert one.digests == other.digests and one.scene.look == other.scene.look
        for mesh, same in zip(one.meshes, other.meshes, strict=True):
            assert mesh.counts == same.counts and np.array_equal(mesh.triangles, same.triangles)
            assert np.array_equal(mesh.atlas, same.atlas)


def test_models_of_one_file_are_shared_out(files: list[Path]) -> None:
    alone, together = (assemble(read(files[6]), jobs=jobs) for jobs in (1, 3))
    assert [mesh.counts for mesh in alone.meshes] == [mesh.counts for mesh in together.meshes]
    assert len({mesh.counts.faces for mesh in together.meshes}) == 3


def test_a_lost_process_is_a_failure_of_its_file(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    real = Workers.submit

    def submit(self: Workers, function: object, path: Path, *rest: object) -> object:
        return real(self, tasks.die) if path.stem == "model1" else real(self, function, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Workers, "submit", submit)
    made = assemble_files(files, MeshOptions(), SceneOptions(), jobs=2)
    assert [name for name, _error in made.failures] == ["model1.vox", "model3.vox"]
    assert "killed or ran out of memory" in str(made.failures[0][1])


def test_converted_files_are_the_same_bytes(files: list[Path], tmp_path: Path) -> None:
    pairs = [(str(path), str(tmp_path / f"{path.stem}.tvx")) for path in files]
    alone = convert_files(pairs)
    bytes_alone = [Path(target).read_bytes() for _source, target in pairs if Path(target).exists()]
    with Workers(2) as executor:
        assert convert_files(pairs, None, executor) == alone
    assert [Path(target).read_bytes() for _source, target in pairs if Path(target).exists()] == bytes_alone
    assert [result.error is None for result in alone] == [path.stem != "model3" for path in files]
    one = convert_file(*pairs[6], ConvertOptions(), 3)
    assert one == alone[6] and Path(pairs[6][1]).read_bytes() == bytes_alone[-1]


def test_a_lost_worker_is_told(files: list[Path], tmp_path: Path) -> None:
    class Deadly(Workers):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            return super().submit(tasks.die) if "model2" in args[0] else super().submit(fn, *args, **kwargs)

    pairs = [(str(path), str(tmp_path / f"{path.stem}.tvx")) for path in files[:3]]
    with Deadly(2) as executor:
        results = convert_files(pairs, None, executor)
    assert [result.error for result in results] == [None, None, "its process was killed or ran out of memory"]
    assert not Path(pairs[2][1]).exists()


def test_where_no_process_can_be_started_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    with (
        Workers(1) as workers,
        pytest.raises(TrivoxError, match="no process can be started for the work: No such file"),
    ):
        workers.submit(pow, 2, 3).result()
