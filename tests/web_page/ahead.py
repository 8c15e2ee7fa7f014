"""Minutes that pass in no time, a network that can be lost, and how well a page knows the time."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from tests.real_time import RealTimeline
from tests.web.bad_network import BadNetwork, Weather
from tests.web_page.chromium import Page

PASS_OLD_PONGS = """(() => {
    const line = table.timeline;
    const pong = line.pong;
    window.skipped = 0;
    line.pong = (stamp, now) => stamp > skipped && pong.call(line, stamp, now);
})()"""
NO_PONGS = "window.skipped = Infinity"
SKIP = """(() => {
    const line = table.timeline;
    line.samples.forEach((one) => (one.offset += %(ms)d));
    line.offset += %(ms)d;
    window.skipped = performance.now();
    table.draw();
})()"""
TO_MS, ROUNDED_MS = 50, 5
OFF = "Math.min(...table.timeline.samples.map((one) => one.trip)) / 2"
BY_PINGS = f"[table.timeline.now(), {OFF}]"


def skip(page: Page, ms: int, here: Callable[[], Any]) -> None:
    """So much time passes on the page and ``here``; no ping that is answered meanwhile counts."""
    page.do(NO_PONGS)
    here()
    page.do(SKIP % {"ms": ms})


def off_ms(page: Page) -> float:
    """How far the page may be from the event's time: by half of its quickest ping, which is waited
    for until it tells the time to 50 ms.
    """
    page.until(f"{OFF} <= {TO_MS - ROUNDED_MS}")
    return float(page.do(OFF)) + ROUNDED_MS


def knows_the_time(page: Page, now_ms: Callable[[], int]) -> bool:
    """As well as its pings can tell; see ``off_ms``."""
    off_ms(page)
    before_ms = now_ms()
    here_ms, off = page.do(BY_PINGS)
    off += ROUNDED_MS
    return bool(before_ms - off <= here_ms <= now_ms() + off)


class AheadTimeline(RealTimeline):
    """The real time, and what was skipped of it."""

    skipped_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.skipped_ms

    def skip(self, page: Page, ms: int) -> None:
        """So much time passes here and on the page; a ping on its way is passed over."""
        if not page.do("'skipped' in window"):
            page.do(PASS_OLD_PONGS)
        skip(page, ms, lambda: setattr(self, "skipped_ms", self.skipped_ms + ms))


class Cable:
    """A network in a thread of its own; ``pull`` it out and ``plug`` it in again."""

    def __init__(self, server: str, port: int = 0) -> None:
        self._loop = asyncio.new_event_loop()
        self._network = BadNetwork(server, Weather(), 1, port)
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.base = asyncio.run_coroutine_threadsafe(self._network.open(), self._loop).result(60)

    def pull(self) -> None:
        self._loop.call_soon_threadsafe(self._network.go_away)

    def plug(self) -> None:
        self._network.away = False

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._network.close(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
