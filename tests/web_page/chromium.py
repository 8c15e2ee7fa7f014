"""A real Chromium without a screen, driven over its DevTools protocol through a pair of pipes.

Standard library only. `Browser` is one process with a profile of its own; `Page` one tab.
"""

import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--renderer-process-limit=1",  # a new one for each tab is a quarter of what a test computes
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
    "--autoplay-policy=no-user-gesture-required",
    "--remote-debugging-pipe",
)
SLOW_S = 60.0
LONGEST_REST_S = 0.15
"""Between two looks at a page: each costs a page and its test a thousandth of a second."""
NOTHING: Mapping[str, Any] = {}
LEAVES_NO_TRACE = re.compile(
    r"Page\.(enable|navigate|reload|resetNavigationHistory|captureScreenshot)"
    r"|Runtime\.(enable|evaluate)|Input\.(insertText|dispatch\w+Event)"
    r"|Emulation\.set(DeviceMetricsOverride|EmulatedMedia)|Storage\.clearDataForOrigin"
)
"""What may have been asked of a tab that is taken again for another page."""
PIPES = """
import fcntl, os, sys
reads, writes = (fcntl.fcntl(int(one), fcntl.F_DUPFD, 10) for one in sys.argv[1:3])
os.dup2(reads, 3)
os.dup2(writes, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Puts the pipes where Chromium looks for them: it reads from 3 and writes to 4."""
GUARD = """
    window.meant = one;
    if (!window.guarded)
        for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
            addEventListener(kind, (event) => {
                if (!window.meant) return;
                if (kind === "pointerdown") window.missed = !window.meant.contains(event.target);
                if (!window.missed) return;
                event.stopImmediatePropagation();
                event.preventDefault();
            }, true);
    window.guarded = true;
    window.missed = false;
"""
"""A touch of what has come to lie there instead of `one` is none."""
MISSED = """(() => {
    const { missed } = window;
    Object.assign(window, { meant: null, missed: false });
    return missed;
})()"""


def executable() -> str | None:
    """Where Chromium is; None where it is not installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Failed(Exception):
    """What the page or the browser said."""


class Browser:
    questions = 0
    """How often a page that is being left had the browser ask."""
    leaves = True
    """Whether the answer is to leave."""

    def __init__(self, profile: Path, *flags: str, program: Path | None = None) -> None:
        """``program``: another Chromium than the system's."""
        path = program or executable()
        assert path is not None
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        self._rest = b""
        self._last = 0
        self._errors: list[str] = []
        self.takes_again = program is None
        """Another Chromium may be too old to empty a tab without a trace."""
        self.emptying_session = ""
        """The session of a tab that is being emptied: what fails in it then is nobody's fault."""
        self.draws = True
        """Whether it draws the pages of which `open` is not told."""
        self._shown: list[Page] = []
        self._free: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
        """Empty tabs, drawn and undrawn, by target and session: to open another page in one takes
        half of what a new tab does, for its process keeps the scripts that it has read.
        """
        self._first = ""
        """The session of the tab that the browser began with, in which no page is opened."""
        command = [str(path), *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"]
        arguments = [sys.executable, "-c", PIPES, str(to_read), str(to_write), *command]
        self._process = subprocess.Popen(
            arguments,
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._read)
        os.close(self._write)

    def open(
        self, url: str, width: int = 800, height: int = 1280, *, dark: bool = False,
        apart: bool = False, drawn: bool | None = None,
    ) -> "Page":  # fmt: skip
        """A tab of its own, of that size, with its own errors. ``apart``: it keeps its own things,
        as on another device. ``drawn``: a page of which only its scripts and where its parts lie
        are asked need not be, which is half of what it computes. Its frames are for us to begin,
        and we begin none, so nothing can wait for one: no animation, no finger's touch, and no
        listener for a scrolled part or a closed dialog.
        """
        page = self._empty(apart=apart, drawn=self.draws if drawn is None else drawn)
        page.resize(width, height)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        page.call("Emulation.setEmulatedMedia", features=scheme)
        page.go(url)
        return page

    def _empty(self, *, apart: bool, drawn: bool) -> "Page":
        if self._free[drawn] and not apart:
            page = Page(self, *self._free[drawn].pop(), drawn=drawn)
            self._shown.append(page)
            return page
        kept = self.call("Target.createBrowserContext") if apart else {}
        if self.takes_again:  # others have no such lock, or ask nobody for it
            lock = {"name": "screen-wake-lock"}
            self.call("Browser.setPermission", permission=lock, setting="granted", **kept)
        frames: dict[str, Any] = {} if drawn else {"enableBeginFrameControl": True}
        target = self.call("Target.createTarget", url="about:blank", **frames, **kept)["targetId"]
        found = self.call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, target, found["sessionId"], kept, drawn=drawn)
        self._shown.append(page)
        for domain in ("Page", "Runtime"):
            page.call(f"{domain}.enable")
        return page

    def closed(self, page: "Page", free: tuple[str, str] | None) -> None:
        """``free``: its tab, if it is empty and as new."""
        self._shown.remove(page)
        if free:
            self._free[page.drawn].append(free)

    def close_pages(self) -> None:
        """Close every page, so that none talks to the next test's server."""
        with ExitStack() as closing:
            for page in self._shown:
                closing.callback(page.close)

    def forget(self, origin: str) -> None:
        """Clear what the pages of a server have kept; none of them is open."""
        if not self._first:
            targets = self.call("Target.getTargets")["targetInfos"]
            first = next(one["targetId"] for one in targets if not one["attached"])
            found = self.call("Target.attachToTarget", targetId=first, flatten=True)
            self._first = found["sessionId"]
        about = {"origin": origin, "storageTypes": "local_storage"}
        self.call("Storage.clearDataForOrigin", self._first, **about)

    def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        self._last += 1
        number = self._last
        asked = {"id": number, "method": method, "params": params}
        if session:
            asked["sessionId"] = session
        os.write(self._write, json.dumps(asked).encode() + b"\0")
        until = time.monotonic() + SLOW_S
        while True:
            said = self._next(until)
            if said.get("id") == number:
                break
            self._heard(said)
        if "error" in said:
            raise Failed(f"{method}: {said['error']['message']}")
        answer: dict[str, Any] = said["result"]
        return answer

    def errors(self) -> list[str]:
        """Exceptions and errors the pages have told of since the last look."""
        self.call("Target.getTargets")
        told, self._errors = self._errors, []
        return told

    def _heard(self, said: dict[str, Any]) -> None:
        method, params = said.get("method"), said.get("params", {})
        if (
            said.get("sessionId") == self.emptying_session
            and method != "Page.javascriptDialogOpening"
        ):
            return
        if method == "Runtime.exceptionThrown":
            detail = params["exceptionDetails"]
            words = detail.get("exception", {}).get("description", detail["text"])
            self._errors.append(words)
        elif method == "Page.javascriptDialogOpening" and params["type"] == "beforeunload":
            self.questions += 1
            self._last += 1
            told = {"id": self._last, "method": "Page.handleJavaScriptDialog"}
            told |= {"sessionId": said["sessionId"], "params": {"accept": self.leaves}}
            os.write(self._write, json.dumps(told).encode() + b"\0")
        elif method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self._errors.append(" ".join(str(one.get("value")) for one in params["args"]))

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(until - time.monotonic(), 0))
            if not ready:
                raise Failed("Chromium does not answer.")
            more = os.read(self._read, 1 << 20)
            if not more:
                raise Failed("Chromium is gone.")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        said: dict[str, Any] = json.loads(message)
        return said


class Page:
    def __init__(
        self, browser: Browser, target: str, session: str, kept: Mapping[str, Any] = NOTHING,
        *, drawn: bool = True,
    ) -> None:  # fmt: skip
        """``kept``: where its own things are kept, if not with those of all tabs."""
        self._browser, self._target, self._session = browser, target, session
        self.drawn = drawn
        self._kept = kept
        self._as_new = not kept
        self._went_elsewhere = False  # than to an empty page

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._as_new = self._as_new and LEAVES_NO_TRACE.fullmatch(method) is not None
        if method == "Page.navigate":
            self._went_elsewhere |= not params["url"].startswith("about:")
        return self._browser.call(method, self._session, **params)

    def go(self, url: str) -> None:
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete'")

    def reload(self) -> None:
        self.do("window.was = true")
        self.call("Page.reload")
        self.until("!window.was && document.readyState === 'complete'")

    def leave_for(self, url: str) -> None:
        """Asks for another address and waits for nothing: a page may stay, or come back."""
        self.call("Page.navigate", url=url)

    def ask_reload(self) -> None:
        """As the browser's own button does; waits for nothing."""
        self.call("Page.reload")

    def before_each_load(self, script: str) -> None:
        """Runs the script in each page that is loaded from now on, before the page's own."""
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def refuses_certificate(self, url: str) -> bool:
        """Whether the browser warns of the server's certificate instead of loading the page."""
        answer = self.call("Page.navigate", url=url)
        return bool(answer.get("errorText") == "net::ERR_CERT_AUTHORITY_INVALID")

    @property
    def questions(self) -> int:
        """How often its browser has asked, in any of its pages."""
        return self._browser.questions

    @property
    def on_error_page(self) -> bool:
        """Whether the browser shows a page of its own because it could not load another."""
        return bool(self._try("location.protocol === 'chrome-error:'"))

    def write(self, words: str) -> None:
        """Types where the cursor is."""
        self.call("Input.insertText", text=words)

    def keep_nothing(self) -> None:
        """From now on the browser asks for every file anew."""
        self.call("Network.enable")
        self.call("Network.setCacheDisabled", cacheDisabled=True)

    def close(self) -> None:
        if self._as_new and self._browser.takes_again and self._emptied():
            self._browser.closed(self, (self._target, self._session))
            return
        self._browser.closed(self, None)
        self._browser.call("Target.closeTarget", targetId=self._target)
        if self._kept:
            self._browser.call("Target.disposeBrowserContext", **self._kept)

    def _emptied(self) -> bool:
        """Leave the page without a word to it, as when its tab is closed, and whether that is done.
        What a tab keeps for itself goes with it.
        """
        scripts = "Emulation.setScriptExecutionDisabled"
        try:
            is_empty = "location.protocol === 'about:'"
            if self.do(f"{is_empty} || sessionStorage.clear()") and self._went_elsewhere:
                return False  # what it kept elsewhere would stay
            self._browser.emptying_session = self._session
            self._browser.call(scripts, self._session, value=True)
            self.call("Page.navigate", url="about:blank")
            self.until("location.href === 'about:blank' && document.readyState === 'complete'")
            self._browser.call(scripts, self._session, value=False)
            until(self._forgot_its_way, "a tab has no page to go back to")
        except (Failed, AssertionError):
            return False
        finally:
            self._browser.emptying_session = ""
        return True

    def _forgot_its_way(self) -> bool:
        try:
            self.call("Page.resetNavigationHistory")
        except Failed as error:
            if "active page" in str(error):  # the one before is just being left
                return False
            raise
        return True

    def resize(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def do(self, script: str, *, by_hand: bool = True) -> Any:
        """The value of an expression; a promise is waited for. ``by_hand``: the browser takes what
        the script does for the player's own doing.
        """
        answer = self.call(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
            userGesture=by_hand,
        )
        if "exceptionDetails" in answer:
            detail = answer["exceptionDetails"]
            raise Failed(detail.get("exception", {}).get("description", detail["text"]))
        return answer["result"].get("value")

    def until(self, script: str, seconds: float = 60.0) -> Any:
        """Waits for an expression to be true; a page that is just being left counts as not yet."""
        return until(lambda: self._try(script), script, seconds)

    def _try(self, script: str) -> Any:
        try:
            return self.do(script, by_hand=False)  # a look; a touch would wake half of the browser
        except Failed as error:
            if "context" in str(error).lower() or "navigated" in str(error):
                return None
            raise

    def click(self, selector: str, at_ms: float | None = None) -> None:
        """As a finger does: at the middle of the element, if nothing lies over it.

        ``at_ms``: when, by the page's own clock; else now.
        """
        self.touch(*self.place(selector), at_ms=at_ms)

    def place(self, selector: str) -> tuple[float, float]:
        """The middle of the element."""
        place = self.do(f"""(() => {{
            const one = document.querySelector({json.dumps(selector)});
            if (!one) return null;
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        if place is None:
            raise Failed(f"there is no {selector}")
        return place[0], place[1]

    def press(self, words: str, within: str = "body") -> None:
        """Touches the visible button that says `words`; again if it has moved away meanwhile."""
        says = f"b.textContent.trim().startsWith({json.dumps(words)})"
        until(lambda: self._pressed(says, within), f"{words} is touched")

    def press_named(self, name: str, within: str = "body") -> None:
        """Touches the visible button that a screen reader calls `name`."""
        named = f"b.ariaLabel === {json.dumps(name)}"
        until(lambda: self._pressed(named, within), f"{name} is touched")

    def _pressed(self, is_it: str, within: str) -> bool:
        place = self.until(f"""(() => {{
            const all = [...document.querySelector({json.dumps(within)})
                .querySelectorAll("button, [role=button]")];
            const one = all.find((b) => b.offsetParent !== null && !b.disabled &&
                !b.closest("[data-fresh]") && {is_it});
            if (!one) return null;
            one.scrollIntoView({{block: "nearest"}});
            const box = one.getBoundingClientRect();
            {GUARD}
            return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        self.touch(*place)
        return not self._try(MISSED)

    def touch(
        self,
        x: float,
        y: float,
        at_ms: float | None = None,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        """A finger down and up again; ``meanwhile`` is done while it is down."""
        where: dict[str, Any] = {"x": x, "y": y, "button": "left", "clickCount": 1}
        if at_ms is not None:
            where["timestamp"] = (self.do("performance.timeOrigin") + at_ms) / 1000
        self.call("Input.dispatchMouseEvent", type="mousePressed", **where)
        meanwhile()
        self.call("Input.dispatchMouseEvent", type="mouseReleased", **where)

    def text(self, selector: str = "body") -> str:
        """The text that is seen; spaces that break no line are as others."""
        seen = str(self.do(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))
        return seen.replace("\u2060", "").replace("\u00a0", " ")


def until(holds: Callable[[], Any], what: str, seconds: float = 60.0) -> Any:
    end, rest_s = time.monotonic() + seconds, 0.02
    while time.monotonic() < end:
        value = holds()
        if value:
            return value
        time.sleep(rest_s)
        rest_s = min(rest_s * 1.25, LONGEST_REST_S)
    raise AssertionError(f"not so within {seconds} s: {what}")
