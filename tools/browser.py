"""A headless Chromium that is driven through pipes, and a web server: JavaScript in, values and pictures out."""

from __future__ import annotations

import base64
import contextlib
import functools
import http.server
import io
import itertools
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
HANGING = 300
"""Seconds of silence after which a browser is given up: a guard against hanging, which no test waits for."""
DRAWING = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")


class Browser:
    """One page of a browser; commands of its debugging protocol go through two pipes."""

    def __init__(self, program: str, *flags: str) -> None:
        self._folder = tempfile.mkdtemp(prefix="trivox-chromium-")
        self._numbers = itertools.count(1)
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()

        def pipes() -> None:
            # The browser reads commands from 3 and writes answers to 4.
            one, other = os.dup(to_read), os.dup(to_write)
            os.dup2(one, 3)
            os.dup2(other, 4)

        self._process = subprocess.Popen(
            [program, *FLAGS, *flags, f"--user-data-dir={self._folder}", "about:blank"],
            preexec_fn=pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._waiting = b""
        self._events: list[dict[str, Any]] = []
        self._session: str | None = None
        targets = self.command("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self.command("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.command("Page.enable")
        self.command("Page.setLifecycleEventsEnabled", enabled=True)

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        subject = f"{method} {parameters.get('expression', '')}".strip()
        while True:
            answer = self._receive(subject)
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self._events.append(answer)

    def _receive(self, subject: str) -> dict[str, Any]:
        while b"\0" not in self._waiting:
            if not select.select([self._read], [], [], HANGING)[0]:
                self._process.kill()
                raise RuntimeError(
                    f"the browser said nothing for {HANGING} seconds and was ended; it was asked: {subject}"
                )
            piece = os.read(self._read, 1 << 20)
            assert piece, "the browser ended"
            self._waiting += piece
        message, self._waiting = self._waiting.split(b"\0", 1)
        return json.loads(message)

    def open(self, address: str) -> None:
        """Go to a page and wait until its script has run and the linked file is shown or refused."""
        self._events.clear()
        document = self.command("Page.navigate", url=address)["loaderId"]
        wanted = {"loaderId": document, "name": "load"}
        # A script that is a module has run before the page is loaded.
        while not any(wanted.items() <= event.get("params", {}).items() for event in self._events):
            self._events.append(self._receive(f"to load {address}"))
        self.run("trivox.ready")

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true; it is looked at with each picture of the page."""
        self.run(
            f"new Promise((done) => {{ const look = () => ({condition}) ? done() : requestAnimationFrame(look);"
            " look(); })"
        )

    def run(self, script: str) -> Any:
        """Evaluate JavaScript; a promise is waited for."""
        answer = self.command(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        details = answer.get("exceptionDetails")
        assert details is None, details.get("exception", {}).get("description", details["text"])
        return answer["result"].get("value")

    def resize(self, width: int, height: int, *, mobile: bool = False, scale: float = 1) -> None:
        """Give the page a size in CSS pixels."""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile
        )
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}")

    def screenshot(self) -> bytes:
        """The page as PNG."""
        return base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        """End the browser."""
        self._process.kill()
        self._process.wait()
        os.close(self._write)
        os.close(self._read)
        shutil.rmtree(self._folder, ignore_errors=True)


def find_chromium() -> str | None:
    """The program, or None where there is none that can be driven through pipes."""
    return None if os.name == "nt" else next(filter(None, map(shutil.which, NAMES)), None)


class _Part(io.RawIOBase):
    """So many bytes of a file from where it is."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int = -1) -> bytes:
        """Read no more than are left."""
        piece = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(piece)
        return piece

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Files of folders that have a name as the first part of an address."""

    def __init__(self, *arguments: Any, folders: Mapping[str, Path], ranges: bool, **named: Any) -> None:
        self._folders, self._ranges = folders, ranges
        super().__init__(*arguments, **named)

    def translate_path(self, path: str) -> str:
        """Map an address to a file; what leaves its folder is a file that is not there."""
        part, _, name = urllib.parse.unquote(path.split("?")[0]).lstrip("/").partition("/")
        folder = self._folders.get(part, Path(os.devnull)).resolve()
        file = (folder / name).resolve()
        return str(file if file.is_relative_to(folder) else folder / "nothing")

    def send_head(self) -> Any:
        """Send the part of a file that is asked for, as ``Range: bytes=FIRST-LAST``."""
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        path = Path(self.translate_path(self.path))
        if asked is None or not path.is_file() or not self._ranges:
            return super().send_head()
        length = path.stat().st_size
        first, last = int(asked[1]), min(int(asked[2]), length - 1)
        if first > last:
            self.send_error(416)
            return None
        file = path.open("rb")
        file.seek(first)
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{length}")
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        return _Part(file, last - first + 1)

    def end_headers(self) -> None:
        """Files change from test to test under one name."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serve(folders: Mapping[str, Path], *, ranges: bool = True) -> Iterator[str]:
    """Serve folders by name on this machine alone; the value is the address.

    Parameters
    ----------
    folders : mapping of str to Path
        The folder of /name/...
    ranges : bool
        Whether parts of files can be asked for.
    """
    handler = functools.partial(_Handler, folders=folders, ranges=ranges)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
