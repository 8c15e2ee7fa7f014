"""The pages for a stream in a browser: one table and the ticker, over a picture."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.table import StartClock, Tap
from app.engine.side import Side
from app.web.server.http import read_pages
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB

pytestmark = pytest.mark.undrawn


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port) as venue:
        yield venue


def test_a_single_table_is_shown_without_a_background_and_follows_the_game(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/stream#table=2", 1280, 720)
    page.until("stream.shown?.tables.length === 1")
    game = next(game for game in venue.state.games.values() if game.table == 2)
    for number in game.players:
        assert venue.state.name(number) in page.text()
    for part in ("document.documentElement", "document.body"):
        assert page.do(f"getComputedStyle({part}).backgroundColor") == "rgba(0, 0, 0, 0)"
    venue.do(StartClock(game.number, Side.RED))
    page.until("document.querySelector('.red .clock.runs') !== null")
    page.until("/^5[0-9]:[0-5][0-9]$/.test(document.querySelector('.red .clock').textContent)")
    assert page.do("document.querySelector('.blue .clock').textContent") == "60:00"
    assert "Red’s deployment" in page.text()
    venue.do(Tap(game.number, Side.RED))
    page.until("document.querySelector('.blue .clock.runs') !== null")
    assert venue.server is not None
    venue.server.stop().result(60)
    page.until("stream.away")
    venue.serve()
    page.until("!stream.away")
    page.close()


def test_a_chosen_size_is_kept_in_any_window_and_names_fit(browser: Browser, venue: Venue) -> None:
    for size, width in (("small", 640), ("medium", 960), ("large", 1280)):
        page = browser.open(f"{venue.base}/stream#table=1&size={size}", 1500, 300)
        page.until("stream.shown?.tables.length === 1")
        assert page.do("document.querySelector('.sides').offsetWidth") == width
        assert page.do("document.querySelector('.table').getBoundingClientRect().bottom < 300")
        page.close()
    page = browser.open(f"{venue.base}/stream#table=1", 800, 300)
    page.until("stream.shown?.tables.length === 1")
    assert page.do("document.querySelector('.sides').offsetWidth") == 800
    page.close()


def test_the_round_scrolls_by_as_a_ticker(browser: Browser, venue: Venue) -> None:
    page = browser.open(f"{venue.base}/stream", 600, 60)
    page.until("stream.shown?.tables.length === 4")
    assert page.do("document.querySelector('.band').className") == "band goes"
    assert page.do("document.querySelectorAll('.entry').length") == 8
    assert page.do(
        "parseFloat(getComputedStyle(document.querySelector('.band')).animationDuration) > 3"
    )
    page.close()
    wide = browser.open(f"{venue.base}/stream#size=small", 3000, 60)
    wide.until("stream.shown?.tables.length === 4")
    assert wide.do("document.querySelectorAll('.entry').length") == 4
    wide.close()


def test_an_unknown_table_shows_nothing(browser: Browser, venue: Venue) -> None:
    page = browser.open(f"{venue.base}/stream#table=99", 640, 200)
    page.until("stream.shown !== null")
    assert page.text().strip() == ""
    page.close()


def test_the_stream_pages_are_small() -> None:
    pages = read_pages(WEB)
    files = ("stream.html", "screen/watch.js", "stream/stream.js", "styles/stream.css")
    assert sum(len(pages[name].packed) for name in files) < 6_000
