"""Fixtures that run Blender's module with this repository as the installed extension."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers_extension import enabled, start_empty


@pytest.fixture(scope="session")
def extension() -> Iterator[str]:
    """Enable the extension; the value is the name of its module."""
    with enabled() as module:
        yield module


@pytest.fixture
def empty(extension: str) -> None:
    """Start from an empty scene with the extension enabled."""
    start_empty()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes], str]:
    """Return a function that writes a file and returns its path."""

    def write_file(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return write_file
