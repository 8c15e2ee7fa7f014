"""A real Firefox without a screen, driven over WebDriver BiDi.

It offers what `chromium` does, with the same names, so that the same tests run in both.
"""

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import aiohttp
import pytest

from tests.web_page.chromium import NOTHING, SLOW_S, Browser, Failed, Page, until

NAMES = ("firefox-esr", "firefox")
PORT_FILE = "WebDriverBiDiServer.json"
# In full screen, which the page asks for, the size of a window cannot be set.
PREFERENCES = """
user_pref("media.autoplay.default", 0);
user_pref("ui.systemUsesDarkTheme", 0);
user_pref("devtools.jsonview.enabled", false);
user_pref("full-screen-api.enabled", false);
"""
EVENTS = ("log.entryAdded", "browsingContext.userPromptOpened")
OF_THE_NETWORK = ("establish a connection to the server", "was interrupted while the page")
"""Firefox calls it an error of the page when a server is out of reach."""
GONE = "navigated"
ON_ERROR_PAGE = "/^about:(net|cert)error/.test(document.documentURI)"
"""Such a page is never wholly loaded."""


def executable() -> str | None:
    """Where Firefox is; None where it is not installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Firefox(Browser):
    """One process with a profile of its own; ``preferences`` as in a profile's user.js. If
    ``trusting``, it takes any certificate.
    """

    def __init__(self, profile: Path, preferences: str = "", *, trusting: bool = False) -> None:
        path = executable()
        assert path is not None, "Firefox is not installed."
        profile.mkdir(parents=True, exist_ok=True)
        (profile / "user.js").write_text(PREFERENCES + preferences)
        self._last = 0
        self._errors: list[str] = []
        self._process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--remote-debugging-port=0",
             "--profile", str(profile), "about:blank"],
            env=os.environ | {"HOME": str(profile)},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        address = until(lambda: listening(profile / PORT_FILE), "Firefox listens")
        self._loop = asyncio.new_event_loop()
        self._session, self._socket = self._loop.run_until_complete(connected(address))
        wanted = {
            "acceptInsecureCerts": trusting,
            "unhandledPromptBehavior": {"beforeUnload": "ignore"},  # for us to answer
        }
        self.call("session.new", capabilities={"alwaysMatch": wanted})
        self.call("session.subscribe", events=list(EVENTS))

    def __enter__(self) -> "Firefox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.run_until_complete(self._socket.close())
        self._loop.run_until_complete(self._session.close())
        self._loop.close()
        self._process.terminate()
        try:
            self._process.wait(SLOW_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def open(
        self, url: str, width: int = 800, height: int = 1280, *, dark: bool = False,
        apart: bool = False, drawn: bool | None = None,
    ) -> "Tab":  # fmt: skip
        """A window of its own: a tab behind another would be hidden."""
        kept = self.call("browser.createUserContext") if apart else {}
        made = self.call("browsingContext.create", type="window", **kept)
        tab = Tab(self, str(made["context"]), kept)
        tab.resize(width, height)
        tab.go(url)
        return tab

    def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        number = self._ask(method, **params)
        end = time.monotonic() + SLOW_S
        while (answer := self._next(end)).get("id") != number:
            self._heard(answer)
        if answer["type"] == "error":
            raise Failed(f"{method}: {answer['error']}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _ask(self, method: str, **params: Any) -> int:
        """Ask and wait for no answer; return the question's number."""
        self._last += 1
        asked = json.dumps({"id": self._last, "method": method, "params": params})
        self._loop.run_until_complete(self._socket.send_str(asked))
        return self._last

    def errors(self) -> list[str]:
        self.call("session.status")
        errors, self._errors = self._errors, []
        return errors

    def _heard(self, said: dict[str, Any]) -> None:
        method, params = said.get("method"), said.get("params", {})
        if method == "browsingContext.userPromptOpened" and params["type"] == "beforeunload":
            self.questions += 1
            about = {"context": params["context"], "accept": self.leaves}
            self._ask("browsingContext.handleUserPrompt", **about)
        elif method == "log.entryAdded" and params["level"] == "error":
            words = str(params["text"])
            if not any(part in words for part in OF_THE_NETWORK):
                self._errors.append(words)

    def _next(self, until: float) -> dict[str, Any]:
        wait = asyncio.wait_for(self._socket.receive(), max(until - time.monotonic(), 0))
        try:
            message = self._loop.run_until_complete(wait)
        except TimeoutError:
            raise Failed("Firefox does not answer.") from None
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise Failed("Firefox is gone.")
        answer: dict[str, Any] = json.loads(message.data)
        return answer


def listening(file: Path) -> str:
    """The address in the file which Firefox writes when it can be driven."""
    try:
        server = json.loads(file.read_text())
    except (OSError, ValueError):
        return ""
    return f"ws://{server['ws_host']}:{server['ws_port']}/session"


async def connected(
    address: str,
) -> tuple[aiohttp.ClientSession, aiohttp.ClientWebSocketResponse]:
    session = aiohttp.ClientSession()
    return session, await session.ws_connect(address, max_msg_size=0)


class Tab(Page):
    def __init__(self, browser: Firefox, context: str, kept: Mapping[str, Any] = NOTHING) -> None:
        super().__init__(browser, context, "", kept)
        self._before: list[str] = []

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, context=self._target, **params)

    def go(self, url: str) -> None:
        self.leave_for(url)
        self.until(f"document.readyState === 'complete' || {ON_ERROR_PAGE}")

    def leave_for(self, url: str) -> None:
        with contextlib.suppress(Failed):  # it stayed, or came to an error page
            self.call("browsingContext.navigate", url=url, wait="complete")

    def ask_reload(self) -> None:
        with contextlib.suppress(Failed):  # it asked and stayed
            self.call("browsingContext.reload", wait="none")

    def reload(self) -> None:
        self.do("window.was = true")
        self.ask_reload()
        self.until("!window.was && document.readyState === 'complete'")

    def keep_nothing(self) -> None:
        behaviour = {"cacheBehavior": "bypass", "contexts": [self._target]}
        self._browser.call("network.setCacheBehavior", **behaviour)

    def before_each_load(self, script: str) -> None:
        self._browser.call(
            "script.addPreloadScript",
            functionDeclaration=f"() => {{ {script} }}",
            contexts=[self._target],
        )

    def close(self) -> None:
        self._browser.call("browsingContext.close", context=self._target)
        if self._kept:
            self._browser.call("browser.removeUserContext", **self._kept)

    def resize(self, width: int, height: int) -> None:
        self.call("browsingContext.setViewport", viewport={"width": width, "height": height})

    def do(self, script: str, *, by_hand: bool = True) -> Any:
        try:
            answer = self._browser.call(
                "script.evaluate",
                expression=script,
                target={"context": self._target},
                awaitPromise=True,
                userActivation=by_hand,
                serializationOptions={"maxObjectDepth": 8, "maxDomDepth": 0},
            )
        except Failed as error:
            raise Failed(f"{GONE}: {error}") from error
        if answer["type"] == "exception":
            raise Failed(answer["exceptionDetails"]["text"])
        return plain(answer["result"])

    def write(self, words: str) -> None:
        keys = [
            {"type": kind, "value": letter} for letter in words for kind in ("keyDown", "keyUp")
        ]
        self.call("input.performActions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def touch(
        self,
        x: float,
        y: float,
        at_ms: float | None = None,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        if at_ms is not None:
            pytest.skip("not run in Firefox, which stamps a touch by itself")
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self._point(move, {"type": "pointerDown", "button": 0})
        meanwhile()
        self._point({"type": "pointerUp", "button": 0})

    def _point(self, *actions: dict[str, Any]) -> None:
        pointer = {"type": "pointer", "id": "finger", "actions": list(actions)}
        self.call("input.performActions", actions=[pointer])

    @property
    def on_error_page(self) -> bool:
        return bool(self._try(ON_ERROR_PAGE))

    def refuses_certificate(self, url: str) -> bool:
        self.go(url)
        return bool(self._try("document.documentURI.startsWith('about:certerror')"))


def plain(value: dict[str, Any], earlier: dict[str, dict[str, Any]] | None = None) -> Any:
    """A value of the page as JSON would have it. What is there twice is written out only once."""
    earlier = {} if earlier is None else earlier
    if "internalId" in value:
        value = earlier.setdefault(value["internalId"], value)
    match value["type"]:
        case "string" | "boolean":
            return value["value"]
        case "number":
            number = value["value"]
            return float(number.replace("Infinity", "inf")) if isinstance(number, str) else number
        case "array":
            return [plain(item, earlier) for item in value.get("value", ())]
        case "object":
            return {key: plain(item, earlier) for key, item in value.get("value", ())}
    return None
