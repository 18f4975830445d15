"""The program of a process of `processes`: tasks from standard input in, their results to standard output out."""

from __future__ import annotations

import importlib.util
import os
import pickle
import sys
from types import ModuleType

PROGRAM = os.path.realpath(__file__)
"""The path of this file."""


def _name_package(name: str, folder: str) -> None:
    """Let a folder be the package of this name, whatever packages its name says it is in."""
    above = name.split(".")[:-1]
    for depth in range(len(above)):
        outer = ".".join(above[: depth + 1])
        module = sys.modules[outer] = ModuleType(outer)
        module.__path__ = []
    spec = importlib.util.spec_from_file_location(
        name, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


def _serve() -> None:
    """Do one task after the other until there are no more."""
    tasks, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a task prints must not get among the answers.
    os.dup2(2, 1)
    sys.path[:] = pickle.load(tasks)
    _name_package(sys.argv[1], sys.argv[2])
    dump = importlib.import_module(f"{sys.argv[1]}.core.processes").dump
    while True:
        try:
            function, args, kwargs = pickle.load(tasks)
        except EOFError:
            return
        try:
            answer = True, function(*args, **kwargs)
        except Exception as error:
            answer = False, error
        dump(answer, answers)


if __name__ == "__main__":
    _serve()
