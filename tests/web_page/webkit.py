"""A real WebKitGTK on a screen in memory, driven by its WebDriver: the engine of Safari.

It offers what `chromium` does, with the same names, so that the same tests run in both. What its
driver cannot do is marked as not run.
"""

import http.client
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from tests.ports import kept_port
from tests.web_page.chromium import SLOW_S, Browser, Failed, Page, until

DRIVER = "WebKitWebDriver"
BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
SCREEN = "2600x2000x24"
WRITES = "--enable-write-console-messages-to-stdout=true"
NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; }"
"""Of the browser's own bar, which else makes each window wider than a phone."""
ERROR_MARKS = ("CONSOLE JS ERROR ", "CONSOLE ERROR ")
OF_THE_NETWORK = ("WebSocket connection to", "Failed to load resource", "due to access control")
"""WebKit calls it an error of the page when a server is out of reach."""
GONE = "navigated"
TABS = ("no such window", "no such frame", "stale element reference", "unknown error")


def executable() -> str | None:
    """Where MiniBrowser is; None where it or its driver is not installed."""
    found = sorted(Path("/").glob(BROWSERS[1:]))
    return str(found[-1]) if found and shutil.which(DRIVER) else None


class WebKit(Browser):
    """One process with things of its own; if ``trusting``, it takes any certificate."""

    def __init__(self, profile: Path, *, trusting: bool = False) -> None:
        path = executable()
        assert path is not None, "WebKitGTK's WebDriver is not installed."
        profile.mkdir(parents=True, exist_ok=True)
        self._profile, self._trusting = profile, trusting
        self._said, self._read = profile / "said.txt", 0
        self._said.touch()
        self._others: list[WebKit] = []
        self._windows: list[str] = []
        self._faults: list[str] = []
        """What pages that are closed have met."""
        program = profile / "browser.sh"
        program.write_text(f'#!/bin/sh\nexec stdbuf -oL "{path}" "$@" >>"{self._said}" 2>&1\n')
        program.chmod(0o755)
        reads, writes = os.pipe()
        with open(reads, "rb") as numbers:
            self._screen = subprocess.Popen(
                ["Xvfb", "-displayfd", str(writes), "-screen", "0", SCREEN, "-nolisten", "tcp"],
                pass_fds=(writes,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            os.close(writes)
            display = numbers.readline().decode().strip()
        style = profile / "config" / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True, exist_ok=True)
        style.write_text(NARROW)
        kept, self._port = kept_port()
        kept.close()
        self._driver = subprocess.Popen(
            [DRIVER, "--host=127.0.0.1", f"--port={self._port}"],
            env=os.environ
            | {"DISPLAY": f":{display}", "GDK_BACKEND": "x11", "LC_ALL": "C.UTF-8"}
            | {"XDG_CONFIG_HOME": str(profile / "config")},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until(self._is_ready, "WebKit's driver listens")
        options = {"binary": str(program), "args": ["--automation", WRITES]}
        wanted = {"webkitgtk:browserOptions": options, "acceptInsecureCerts": trusting}
        made = self.ask("POST", "/session", capabilities={"alwaysMatch": wanted})
        self._path = f"/session/{made['sessionId']}"
        self.ask("POST", f"{self._path}/timeouts", script=int(SLOW_S * 1000))
        (self._in,) = (self._home,) = self.ask("GET", f"{self._path}/window/handles")

    def __enter__(self) -> "WebKit":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for other in self._others:
            other.__exit__(kind, error, trace)
        with suppress(OSError, Failed):
            self.ask("DELETE", self._path)
        for process in (self._driver, self._screen):
            process.terminate()
            process.wait(SLOW_S)

    def open(
        self, url: str, width: int = 800, height: int = 1280, *, dark: bool = False,
        apart: bool = False, drawn: bool | None = None,
    ) -> "Window":  # fmt: skip
        if dark:
            pytest.skip("not run in WebKitGTK, whose driver sets no dark theme")
        browser = self._apart() if apart else self
        window = browser.new_window()
        window.resize(width, height)
        window.go(url)
        return window

    def new_window(self) -> "Window":
        made = self.within(self._home, "POST", "/window/new", type="window")
        self._windows.append(made["handle"])
        return Window(self, made["handle"])

    def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        pytest.skip(f"not run in WebKitGTK, whose driver has no {method}")

    def within(self, window: str, method: str, path: str, **body: Any) -> Any:
        """Ask about one window."""
        if self._in != window:
            self.ask("POST", f"{self._path}/window", handle=window)
            self._in = window
        return self.ask(method, self._path + path, **body)

    def close(self, window: str) -> None:
        self._faults += self._met(window)
        self._windows.remove(window)
        self.within(window, "DELETE", "/window")
        self._in = ""  # the driver is in none now

    def errors(self) -> list[str]:
        written = self._said.read_text("utf-8", "replace")
        fresh, self._read = written[self._read :], len(written)
        found = [
            line
            for line in fresh.splitlines()
            if any(mark in line for mark in ERROR_MARKS)
            and not any(part in line for part in OF_THE_NETWORK)
        ]
        met, self._faults = self._faults, []
        met += [fault for window in self._windows for fault in self._met(window)]
        return found + met + [error for other in self._others for error in other.errors()]

    def _met(self, window: str) -> list[str]:
        """Take the errors that a page's own script has collected: a browser under automation writes
        no more of its console than of the window that it began with.
        """
        with suppress(Failed, OSError):
            taken = """const from = window.taken || 0, met = window.faults || [];
                window.taken = met.length; return met.slice(from).map((one) => one.words);"""
            return list(self.within(window, "POST", "/execute/sync", script=taken, args=[]))
        return []

    def ask(self, method: str, path: str, **body: Any) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=2 * SLOW_S)
        try:
            asked = json.dumps(body) if method == "POST" else None
            line.request(method, path, asked, {"Content-Type": "application/json"})
            answer = json.loads(line.getresponse().read())["value"]
        finally:
            line.close()
        if isinstance(answer, dict) and "error" in answer and "message" in answer:
            raise Failed(f"{answer['error']}: {answer['message']}")
        return answer

    def _apart(self) -> "WebKit":
        """Another process, as on another device."""
        self._others.append(
            WebKit(self._profile / f"apart-{len(self._others)}", trusting=self._trusting)
        )
        return self._others[-1]

    def _is_ready(self) -> bool:
        with suppress(OSError):
            return bool(self.ask("GET", "/status")["ready"])
        return False


class Window(Page):
    def __init__(self, browser: WebKit, handle: str) -> None:
        super().__init__(browser, handle, "")
        self._webkit = browser

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        pytest.skip(f"not run in WebKitGTK, whose driver has no {method}")

    def go(self, url: str) -> None:
        with _left():
            self._ask("POST", "/url", url=url)
        self.until("document.readyState === 'complete'")

    def leave_for(self, url: str) -> None:
        self.do(f"void setTimeout(() => location.assign({json.dumps(url)}))")

    def ask_reload(self) -> None:
        self.do("void setTimeout(() => location.reload())")

    def reload(self) -> None:
        self.do("window.was = true")
        with _left():
            self._ask("POST", "/refresh")
        self.until("!window.was && document.readyState === 'complete'")

    def before_each_load(self, script: str) -> None:
        pytest.skip("not run in WebKitGTK, whose driver runs nothing before a page's scripts")

    def keep_nothing(self) -> None:
        pytest.skip("not run in WebKitGTK, whose driver has no say in what is kept")

    def refuses_certificate(self, url: str) -> bool:
        try:
            self._ask("POST", "/url", url=url)
        except Failed as error:
            return "certificate" in str(error)
        return False

    @property
    def on_error_page(self) -> bool:
        return bool(self._try("document.documentURI !== location.href"))

    def close(self) -> None:
        self._webkit.close(self._target)

    def resize(self, width: int, height: int) -> None:
        """The window has a bar of its own above the page, of a height that is known once it is
        there.
        """

        def fits() -> bool:
            bar = self.do("outerHeight - innerHeight")
            self._ask("POST", "/window/rect", x=0, y=0, width=width, height=height + bar)
            return bool(self.do(f"innerWidth === {width} && innerHeight === {height}"))

        until(fits, f"the page is {width} by {height}")

    def do(self, script: str, *, by_hand: bool = True) -> Any:
        before, mark, last = script.strip().removesuffix(";").rpartition(";")
        for whole in (f"return (\n{script}\n);", f"{before}{mark}\nreturn (\n{last}\n);"):
            try:
                return self._run(whole)
            except Failed as error:
                if not _is_statement(str(error)):
                    raise
        return self._run(script)

    def _run(self, script: str) -> Any:
        try:
            return self._ask("POST", "/execute/sync", script=script, args=[])
        except Failed as error:
            if str(error).startswith(TABS):
                raise Failed(f"{GONE}: {error}") from error
            raise

    def write(self, words: str) -> None:
        keys = [
            {"type": kind, "value": letter} for letter in words for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def touch(
        self,
        x: float,
        y: float,
        at_ms: float | None = None,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        if at_ms is not None:
            pytest.skip("not run in WebKitGTK, which stamps a touch by itself")
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        self._point(move, {"type": "pointerDown", "button": 0})
        meanwhile()
        self._point({"type": "pointerUp", "button": 0})

    def _point(self, *actions: dict[str, Any]) -> None:
        kind = {"pointerType": "mouse"}
        self._act({"type": "pointer", "id": "hand", "parameters": kind, "actions": list(actions)})

    def _act(self, source: Mapping[str, Any]) -> None:
        self._ask("POST", "/actions", actions=[source])

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        return self._webkit.within(self._target, method, path, **body)


@contextmanager
def _left() -> Iterator[None]:
    """A page that stays, or comes to an error page, is no error of the driver's."""
    start = time.monotonic()
    try:
        yield
    except Failed:
        assert time.monotonic() - start < SLOW_S


def _is_statement(error: str) -> bool:
    """Whether what was taken for an expression is none."""
    return error.startswith("javascript error") and any(
        part in error for part in ("Unexpected ", "Expected ", "compound expression")
    )
