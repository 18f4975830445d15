"""Fixtures: a headless Chromium, and a web server for the viewer and for files of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import DRAWING, Browser, find_chromium, serve

VIEWER = Path(__file__).resolve().parents[2] / "viewer"


@pytest.fixture(scope="session")
def chromium() -> str:
    """The program."""
    program = find_chromium()
    if program is None:
        pytest.skip("there is no Chromium (Debian: apt-get install chromium)")
    return program


@pytest.fixture(scope="session")
def launch(chromium: str) -> Iterator[Callable[..., Browser]]:
    """Start browsers that are ended with the tests."""
    browsers: list[Browser] = []

    def start(*flags: str) -> Browser:
        browsers.append(Browser(chromium, *flags))
        return browsers[-1]

    yield start
    for browser in browsers:
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Address of the server and the folder of its files."""
    files = tmp_path_factory.mktemp("files")
    with serve({"viewer": VIEWER, "files": files}) as address:
        yield address, files


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Browser:
    """A browser that can draw."""
    return launch(*DRAWING)
