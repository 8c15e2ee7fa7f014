"""Minutes that pass in no time, and a network that can be lost: for pages at a real server."""

import asyncio
import threading

from app.clock.timeline import Gap, WallTimeline
from tests.web.bad_network import BadNetwork, Weather
from tests.web_page.chromium import Page

PASS_OLD_PONGS = """(() => {
    const line = table.timeline;
    const pong = line.pong;
    window.skipped = 0;
    line.pong = (stamp, now) => stamp > skipped && pong.call(line, stamp, now);
})()"""
SKIP = """(() => {
    const line = table.timeline;
    line.samples.forEach((one) => (one.offset += %(ms)d));
    line.offset += %(ms)d;
    window.skipped = performance.now();
    table.draw();
})()"""


class AheadTimeline(WallTimeline):
    """The real time, and what was skipped of it."""

    ahead_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms

    def look_for_gap(self) -> Gap | None:
        return None

    def skip(self, page: Page, ms: int) -> None:
        """So much time passes here and on the page; a ping on its way is passed over."""
        if not page.do("'skipped' in window"):
            page.do(PASS_OLD_PONGS)
        self.ahead_ms += ms
        page.do(SKIP % {"ms": ms})


class Cable:
    """A network in a thread of its own; ``pull`` it out and ``plug`` it in again."""

    def __init__(self, server: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._network = BadNetwork(server, Weather(), 1)
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
