"""A press made in a page in Chromium, from the touch until the page of the table's other device has
it. The page is the real one, in a running game, and the press is durable. It is compared with a
page in the same browser whose press goes through a durable echo.

The two pages are pressed alternately. The pages themselves report, by the browser's clock, when
they were touched and when the other page's socket had the message. The real page also reports when
the other page had drawn it.
"""

import asyncio
import multiprocessing
import tempfile
import time
from pathlib import Path

import aiohttp

from benchmarks.tablets import DEPLOYING, Tablet, at, line, serve
from tests.web_page.chromium import Browser, executable, until

ROOT = Path(__file__).resolve().parents[1]

OF_ITS_OWN = "--renderer-process-limit=8"
"""The option that gives each page a process of its own, like pages on separate devices. The pages
in the tests share one process.
"""
PRESSES = 100
REST_S = 0.25  # half a second per page: a page takes a sooner press for the same touch
TOUCHED = """
window.touched = [];
addEventListener("click", (event) => touched.push(performance.timeOrigin + event.timeStamp), true);
"""
PLAY_CAME = """
window.came = [];
window.drawn = [];
const took = table.link.took;
table.link.took = function (message) {
  const now = performance.timeOrigin + performance.now();
  took.call(this, message);
  if (message.type !== "play") return;
  came.push(now);
  drawn.push(performance.timeOrigin + performance.now());
};
"""
ECHO_CAME = """
window.came = [];
socket.addEventListener("message", () => came.push(performance.timeOrigin + performance.now()));
"""


async def deploy(base: str, secret: str) -> None:
    """Tap until the game at table 1 is in its first turn."""
    async with aiohttp.ClientSession() as session:
        tablet = Tablet(1, secret)
        await tablet.join(session, base)
        for _ in range(DEPLOYING):
            await tablet.press()


def measure(browser: Browser, table_url: str, echo_url: str) -> None:
    tables = [browser.open(table_url) for _ in range(2)]
    echoes = [browser.open(echo_url) for _ in range(2)]
    for page in tables:
        page.until("window.table?.link.state === 'in touch' && table.game()?.play.step >= 4")
    for page in echoes:
        page.until("socket.readyState === WebSocket.OPEN")
    tables[1].do(PLAY_CAME)
    echoes[1].do(ECHO_CAME)
    for pages in (tables, echoes):
        pages[0].do(TOUCHED)
    for _ in range(PRESSES):
        for pages, button in ((tables, ".interrupt"), (echoes, "button")):
            pages[0].click(button)
            time.sleep(REST_S)
    until(lambda: tables[1].do("came.length") == PRESSES, "every press has come")
    touched, came, drawn = (
        tables[0].do("touched"),
        tables[1].do("came"),
        tables[1].do("drawn"),
    )
    ours, shown = took(touched, came), took(touched, drawn)
    bare = took(echoes[0].do("touched"), echoes[1].do("came"))
    print(f"page_press: a touch to the other page: {line(ours)} against a page that sends it"
          f" through a durable echo, {line(bare)}, {at(ours, 50) / at(bare, 50):.1f} and"
          f" {at(ours, 99) / at(bare, 99):.1f} times; until it is drawn there: {line(shown)},"
          f" {PRESSES} presses")  # fmt: skip


def took(from_ms: list[float], to_ms: list[float]) -> list[float]:
    """Return the seconds from each instant of ``from_ms`` to the instant at the same position in
    ``to_ms``. The instants are in milliseconds.
    """
    return [(end - begin) / 1000 for begin, end in zip(from_ms, to_ms, strict=True)]


def main() -> None:
    if executable() is None:
        print("page_press: Chromium is not installed: run python3 dev.py test")
        return
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        mine, theirs = multiprocessing.Pipe()
        other = multiprocessing.get_context("spawn").Process(target=serve, args=(folder, theirs))
        other.start()
        base, echo_at, secrets = mine.recv()
        asyncio.run(deploy(base, secrets[1]))
        with Browser(Path(folder) / "chromium", OF_ITS_OWN) as browser:
            table_url = f"{base}/#table=1&secret={secrets[1]}"
            measure(browser, table_url, f"{echo_at}page")
        mine.send("end")
        other.join()


if __name__ == "__main__":
    main()
