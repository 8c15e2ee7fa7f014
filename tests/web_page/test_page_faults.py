"""A page whose script throws, in a real browser: the organizer sees it, the log has it."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from app.store.faults import Faults
from tests.web.venue import Venue, notices, tables_under_way
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB

pytestmark = pytest.mark.undrawn

OPENED = {
    "table": ("#table=2&secret={secret}", "window.table?.link?.state === 'in touch'"),
    "eo": ("eo", "window.desk?.link.state === 'in touch'"),
    "room": ("room", "window.room?.link.state === 'in touch'"),
    "wall": ("wall", "!!window.wall?.shown"),
}
WORDS = {
    "table": "the table’s page",
    "eo": "the organizer’s page",
    "room": "a phone’s page",
    "wall": "a room display’s page",
}
FAIL = """
window.fail = () => null.nothing;
window.refuse = () => Promise.reject(new RangeError("too far"));
"""
SOON = "setTimeout(() => {call}()) && 1"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    own = Faults(tmp_path / "faults")
    stop = own.watch()
    monkeypatch.setattr("app.web.server.page_faults.faults", own)
    yield own.file
    stop()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Pages of which each script can be made to fail."""
    copied = tmp_path / "pages"
    copytree(WEB, copied)
    for name in ("table/table.js", "organizer/eo.js", "room/room.js", "wall/wall.js"):
        with (copied / name).open("a", encoding="utf-8") as script:
            script.write(FAIL)
    return copied


@pytest.fixture
def served(tmp_path: Path, pages: Path) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=pages) as venue:
        yield venue


def opened(browser: Browser, venue: Venue, name: str) -> Page:
    path, ready = OPENED[name]
    page = browser.open(f"{venue.base}/{path.format(secret=venue.secrets[2])}", 800, 1280)
    page.until(ready)
    return page


def seen(venue: Venue) -> list[str]:
    told = notices(venue) if venue.links else []
    return [notice for notice in told if "error occurred" in notice]


@pytest.mark.parametrize("name", OPENED)
def test_a_page_s_error_is_shown_to_the_organizer_once_and_logged(
    browser: Browser, served: Venue, log: Path, name: str
) -> None:
    page = opened(browser, served, name)
    for _ in range(3):
        page.do(SOON.format(call="fail"))
    until(lambda: seen(served), "the organizer sees it")
    page.do(SOON.format(call="refuse"))
    until(lambda: len(seen(served)) == 2, "the organizer sees what nobody awaited")
    error, rejection = seen(served)
    assert WORDS[name] in error
    assert "TypeError" in error
    assert f"{name}.js:" in error
    assert "too far" in rejection
    (table, _) = (notice.table for notice in served.links[-1].notices if "error" in notice.sentence)
    assert table == (2 if name == "table" else 0)
    written = log.read_text("utf-8")
    assert written.count("(time 1)") == written.count("(time ") == 2
    assert page.do("navigator.userAgent") in written
    page.close()
    assert browser.errors() != []


def test_a_page_with_a_file_that_failed_to_load_reloads_automatically(
    browser: Browser, tables: Venue
) -> None:
    """As in Chromium when an address of its device comes or goes (ERR_NETWORK_CHANGED)."""
    for path, ready in OPENED.values():
        for lost in (["*link.js*", "*watch.js*"], ["*.css"]):
            page = browser.open("about:blank", apart=True)
            page.call("Network.enable")
            page.call("Network.setBlockedURLs", urls=lost)
            page.go(f"{tables.base}/{path.format(secret=tables.secrets[2])}")
            page.until("window.lost = true")
            page.call("Network.setBlockedURLs", urls=[])
            page.until(f"!window.lost && document.styleSheets.length > 0 && {ready}")
            page.close()
    assert {error.split(" at ")[0].strip() for error in browser.errors()} <= {
        "TypeError: window.watchEvent is not a function"  # the wall's, without the file
    }


QUICK = """
window.setTimeout = ((later) => (call, ms, ...more) => later(call, Math.min(ms, 50), ...more))
    (setTimeout);
"""


def test_a_page_whose_file_stays_missing_says_so_and_stops_reloading(
    browser: Browser, tables: Venue
) -> None:
    page = browser.open("about:blank", apart=True)
    page.before_each_load(QUICK)
    page.call("Network.enable")
    page.call("Network.setBlockedURLs", urls=["*link.js*"])
    page.leave_for(f"{tables.base}/room")
    page.until("window.faults?.length === 1")
    assert page.do("faults[0].words") == "This file did not load."
    assert page.do("faults[0].place").endswith("/room/room.js")
    page.do("window.stays = true")
    page.do("new Promise((done) => setTimeout(done, 50)).then(() => 1)")
    assert page.do("window.stays")


def test_a_loaded_page_tolerates_the_loss_of_a_stylesheet(browser: Browser, tables: Venue) -> None:
    page = browser.open("about:blank", apart=True)
    page.before_each_load(QUICK)
    page.go(f"{tables.base}/room")
    page.until(OPENED["room"][1])
    page.do("""(() => {
        window.stays = true;
        const link = document.createElement("link");
        link.onerror = () => { window.lost = true; };
        Object.assign(link, { rel: "stylesheet", href: "styles/none.css" });
        document.head.append(link);
    })()""")
    page.until("window.lost")
    page.do("new Promise((done) => setTimeout(done, 50)).then(() => 1)")
    assert page.do("window.stays")
    page.close()


def test_an_error_while_offline_is_shown_once_the_table_is_back(
    browser: Browser, served: Venue, log: Path
) -> None:
    page = opened(browser, served, "table")
    assert served.server is not None
    served.server.stop().result(60)
    page.until("table.link.state === 'away'")
    page.do(SOON.format(call="fail"))
    page.until("true")
    served.serve()
    until(lambda: seen(served), "the organizer sees it", 60)
    page.close()
    assert browser.errors() != []


def test_a_page_that_does_not_start_reports_it_automatically(
    browser: Browser, served: Venue, pages: Path, log: Path
) -> None:
    (pages / "table/table.js").write_text("const = 1;", encoding="utf-8")
    faults = (pages / "screen/faults.js").read_text("utf-8")
    (pages / "screen/faults.js").write_text(
        faults.replace("START_MS = 20000", "START_MS = 200"), encoding="utf-8"
    )
    assert served.server is not None
    served.server.stop().result(60)
    served.serve()
    page = browser.open(f"{served.base}/#table=2&secret=nobody", 800, 1280)
    until(lambda: served.links and notices(served), "the organizer sees it", 60)
    (sentence,) = notices(served)
    assert sentence.startswith("A page of table 2 did not start.")
    assert "SyntaxError" in sentence
    page.close()
    assert browser.errors() != []


def test_errors_from_a_browser_extension_are_not_reported(
    browser: Browser, served: Venue, log: Path
) -> None:
    page = opened(browser, served, "table")
    event = {"message": "x", "filename": "chrome-extension://abc/content.js", "lineno": 1}
    page.do(f"dispatchEvent(new ErrorEvent('error', {json.dumps(event)})) && 1")
    page.do(SOON.format(call="fail"))
    until(lambda: seen(served), "the organizer sees the page’s own")
    assert len(seen(served)) == 1
    page.close()
    assert browser.errors() != []
