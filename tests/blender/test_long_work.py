"""Work on a thread: results, errors and cancelling, and what an operator does about them between Blender's events."""

from __future__ import annotations

import ast
import importlib
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import bpy
import helpers_vox as hv
import pytest
from helpers_scene import data_counts

ROOT = Path(__file__).resolve().parents[2]

HANGING = 120
"""Seconds after which a thread is given up: a guard against hanging, which no test waits for."""

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def job(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.core.job")


@pytest.fixture
def operator(extension: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return a function that makes an operator as a user would have called it, in a Blender with a window."""
    module = importlib.import_module(f"{extension}.operators.long_work")
    window = SimpleNamespace(app=SimpleNamespace(background=False), types=bpy.types)

    class Operator(module.LongWork):
        bl_label = "Some Work"

        def __init__(self) -> None:
            self.options = SimpleNamespace(is_invoke=True, is_repeat=False)
            self.told: list[tuple[str, str]] = []

        def report(self, kind: set[str], text: str) -> None:
            self.told.append((*kind, text))

        def finish(self, context: Any, result: object) -> set[str]:
            assert threading.current_thread() is threading.main_thread()
            self.result = result
            return {"FINISHED"}

    def make(*, background: bool = False) -> Any:
        window.app.background = background
        monkeypatch.setattr(module, "bpy", window)
        return Operator()

    return make


class Window:
    """A context that writes down what is switched on and off."""

    def __init__(self) -> None:
        self.on: set[str] = set()
        self.status: list[str | None] = []
        self.window = SimpleNamespace(
            cursor_modal_set=lambda _name: self.on.add("cursor"), cursor_modal_restore=lambda: self.on.discard("cursor")
        )
        self.workspace = SimpleNamespace(status_text_set=self.status.append)
        self.window_manager = SimpleNamespace(
            event_timer_add=lambda _seconds, window: self.on.add("timer") or "the timer",
            event_timer_remove=lambda timer: self.on.discard("timer"),
            modal_handler_add=lambda _operator: self.on.add("handler"),
            progress_begin=lambda low, high: self.on.add("progress"),
            progress_update=lambda value: None,
            progress_end=lambda: self.on.discard("progress"),
        )


def event(kind: str, value: str = "PRESS") -> SimpleNamespace:
    return SimpleNamespace(type=kind, value=value)


def until_done(operator: Any, context: Window) -> set[str]:
    """Look at the work when its thread has ended."""
    operator._job._thread.join(HANGING)
    assert not operator._job.running, f"the work did not end within {HANGING} seconds"
    return operator.modal(context, event("TIMER", "NOTHING"))


class Steps:
    """Work that waits to be let on at each step."""

    def __init__(self) -> None:
        self.go, self.done, self.ended = threading.Semaphore(0), threading.Semaphore(0), threading.Event()

    def let_on(self, count: int) -> None:
        """Wait until that many more steps are done."""
        self.go.release(count)
        for _step in range(count):
            assert self.done.acquire(timeout=HANGING), f"a step was not done within {HANGING} seconds"

    def wait(self) -> None:
        """Wait until the work has ended, in whatever way."""
        assert self.ended.wait(HANGING), f"the work did not end within {HANGING} seconds"

    def __call__(self, progress: Callable[[float], None]) -> str:
        try:
            for step in range(10):
                assert self.go.acquire(timeout=HANGING), f"the test let no step on within {HANGING} seconds"
                progress(step / 10)
                self.done.release()
            return "made"
        finally:
            self.ended.set()


def test_a_job_gives_its_result(job: ModuleType) -> None:
    steps = Steps()
    work = job.Job(steps)
    assert work.running
    steps.go.release(10)
    assert work.result() == "made" and not work.running and work.share == 0.9


def test_a_job_hands_on_errors(job: ModuleType) -> None:
    with pytest.raises(ZeroDivisionError):
        job.Job(lambda progress: 1 / 0).result()


def test_a_cancelled_job_ends_at_its_next_step(job: ModuleType) -> None:
    steps = Steps()
    work = job.Job(steps)
    work.cancel()
    steps.go.release(10)
    steps.wait()
    with pytest.raises(job.Cancelled):
        work.result()


def test_nothing_on_the_way_catches_a_cancel(job: ModuleType) -> None:
    """Not even code that goes on after any error, such as the import of several files."""
    assert not issubclass(job.Cancelled, Exception)


def test_long_work_of_a_user_is_done_between_events(operator: Callable[..., Any]) -> None:
    here, context, steps = operator(), Window(), Steps()
    assert here.run(context, steps, long=True) == {"RUNNING_MODAL"}
    assert context.on == {"cursor", "timer", "handler"}
    assert here.modal(context, event("LEFTMOUSE")) == {"RUNNING_MODAL"}
    assert here.modal(context, event("TIMER_REPORT", "NOTHING")) == {"PASS_THROUGH"}
    steps.let_on(5)
    assert here.modal(context, event("TIMER", "NOTHING")) == {"PASS_THROUGH"}
    assert context.status[-1] == "Some Work: 40 % done. Esc: Cancel"
    steps.let_on(5)
    assert until_done(here, context) == {"FINISHED"} and here.result == "made"
    assert context.on == {"handler"} and context.status[-1] is None and here._job is None


@pytest.mark.parametrize("by_blender", [False, True])
def test_escape(operator: Callable[..., Any], by_blender: bool) -> None:
    here, context, steps = operator(), Window(), Steps()
    here.run(context, steps, long=True)
    if by_blender:
        here.cancel(context)
    else:
        assert here.modal(context, event("ESC", "RELEASE")) == {"RUNNING_MODAL"}
        assert here.modal(context, event("ESC")) == {"CANCELLED"} and here.told == [("INFO", "Cancelled")]
    assert context.on == {"handler"} and context.status[-1] is None and not hasattr(here, "result")
    steps.go.release(10)
    steps.wait()


def test_blender_cancels_what_never_began(operator: Callable[..., Any]) -> None:
    """As it does when a user leaves the file browser."""
    context = Window()
    operator().cancel(context)
    assert context.on == set() and context.status == []


@pytest.mark.parametrize("long", [False, True])
def test_errors_are_told(extension: str, operator: Callable[..., Any], long: bool) -> None:
    errors = importlib.import_module(f"{extension}.core.errors")

    def work(progress: Callable[[float], None]) -> None:
        raise errors.LimitError("too large")

    here, context = operator(), Window()
    answer = here.run(context, work, long=long)
    assert (until_done(here, context) if long else answer) == {"CANCELLED"}
    assert here.told == [("ERROR", "too large")] and not hasattr(here, "result") and context.on <= {"handler"}


def test_bugs_are_not_hidden(operator: Callable[..., Any]) -> None:
    here, context = operator(), Window()
    here.run(context, lambda progress: 1 / 0, long=True)
    with pytest.raises(ZeroDivisionError):
        until_done(here, context)
    assert context.on == {"handler"}


@pytest.mark.parametrize("why", ["short", "script", "repeat", "background", "no window"])
def test_others_wait_for_the_work(operator: Callable[..., Any], why: str) -> None:
    here, context = operator(background=why == "background"), Window()
    here.options.is_invoke, here.options.is_repeat = why != "script", why == "repeat"
    if why == "no window":
        context.window = None
    threads = []

    def work(progress: Callable[[float], None]) -> str:
        progress(0.5)
        threads.append(threading.current_thread())
        return "made"

    assert here.run(context, work, long=why != "short") == {"FINISHED"} and here.result == "made"
    assert threads == [threading.main_thread()] and context.on == set()


def test_a_cancelled_import_leaves_nothing(extension: str, job: ModuleType, tmp_path: Path) -> None:
    """Cancelled at each step in turn, from the first to the last."""
    files, core = (importlib.import_module(f"{extension}.{name}") for name in ("core.files", "core"))
    paths = [tmp_path / f"{number}.vox" for number in range(3)]
    for path in paths:
        path.write_bytes(hv.vox(hv.cube()))
    before, shares = data_counts(), []
    files.assemble_files(paths, core.MeshOptions(mode="fewest"), core.SceneOptions(), progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1 and len(shares) >= 3
    for stop in range(len(shares)):
        steps = iter(range(len(shares)))

        def progress(_share: float, steps: Any = steps, stop: int = stop) -> None:
            if next(steps) == stop:
                raise job.Cancelled

        with pytest.raises(job.Cancelled):
            files.assemble_files(paths, core.MeshOptions(mode="fewest"), core.SceneOptions(), progress=progress)
    assert data_counts() == before


def test_what_runs_on_a_thread_knows_no_blender() -> None:
    todo = [
        ROOT / "core" / name for name in ("files.py", "job.py", "voxels/packed.py", "scene/assembly.py", "compare.py")
    ]
    seen: set[Path] = set()
    while todo:
        path = todo.pop()
        seen.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(alias.name.split(".")[0] in ("bpy", "mathutils") for alias in node.names), path
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert node.module not in ("bpy", "mathutils"), path
            elif isinstance(node, ast.ImportFrom):
                base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                names = [base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)]
                todo += [name for name in names if name.is_file() and name not in seen]
    assert len(seen) > 5
