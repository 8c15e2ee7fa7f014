"""The organizer's page and all tables at once, in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.commands import NoticeGap
from app.engine.acts.table import AdjustClock, StartClock
from app.engine.side import Side
from tests.events import MINUTE
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

pytestmark = pytest.mark.undrawn
ACTS = "[...document.querySelectorAll('.hall .acts button')].map(b => b.innerText)"
SAID = "document.querySelector('.hall .said').innerText"
STANDING = "document.querySelector('.hall .standing').innerText"


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port, rounds_before=1) as venue:
        yield venue


@pytest.fixture
def eo(browser: Browser, venue: Venue) -> Iterator[Page]:
    """The organizer's page with the PIN entered, three clocks running."""
    for table in (1, 2, 3):
        venue.do(StartClock(venue.game(table).number, Side.RED))
    page = browser.open(f"{venue.base}/eo", 360, 740)
    enter(page, venue.keys.new_pin())
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    yield page
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def ticking(venue: Venue) -> list[int]:
    return sorted(game.table for game in venue.state.games.values() if game.play.ticking)


def test_pausing_the_room_is_confirmed_first_and_undone_by_one_touch(
    eo: Page, venue: Venue
) -> None:
    eo.until(f"{ACTS}.join() === 'Pause all 3…'")
    eo.press("Pause all", ".hall")
    eo.until("document.querySelector('dialog[open] h2').innerText.includes('at 3 tables?')")
    eo.press("Cancel", "dialog[open]")
    eo.until("!document.querySelector('dialog[open]')")
    assert ticking(venue) == [1, 2, 3]
    eo.press("Pause all", ".hall")
    eo.until("!!document.querySelector('dialog[open] input')")
    eo.do("document.querySelector('dialog[open] input').focus()")
    eo.write("Fire alarm")
    eo.press("Pause 3 tables", "dialog[open]")
    eo.until(f"{SAID} === 'Clocks paused at 3 tables: Fire alarm.'")
    assert ticking(venue) == []
    eo.until(f"{STANDING} === 'Clocks are paused at 3 tables: Fire alarm'")
    eo.until(f"{ACTS}.join() === 'Resume all 3,Undo pause at 3 tables'")
    eo.press("Undo", ".hall")
    eo.until(f"{SAID} === 'Undone: pause at 3 tables.'")
    assert ticking(venue) == [1, 2, 3]
    eo.until("document.querySelector('.hall .standing').hidden")


def test_clocks_are_resumed_by_one_touch(eo: Page, venue: Venue) -> None:
    eo.press("Pause all", ".hall")
    eo.press("Pause 3 tables", "dialog[open]")
    eo.until(f"{ACTS}.includes('Resume all 3')")
    eo.press("Resume all", ".hall")
    eo.until(f"{SAID} === 'Clocks resumed at 3 tables.'")
    assert ticking(venue) == [1, 2, 3]


def test_a_gap_is_one_question_for_the_room(eo: Page, venue: Venue) -> None:
    now_ms = venue.desk.timeline.now_ms()
    venue.do(NoticeGap(now_ms, now_ms + MINUTE))
    eo.until(f"{STANDING}.startsWith('Nobody kept the time at 3 tables')")
    assert eo.do(ACTS) == ["Count the gap at 3 tables…", "Ignore the gap at 3 tables"]
    eo.press("Count the gap", ".hall")
    eo.press("Count it", "dialog[open]")
    eo.until(f"{SAID} === 'Gap counted as played at 3 tables.'")
    assert ticking(venue) == [1, 2, 3]


def test_undoing_flags_needs_a_reason_and_a_refusal_is_shown(eo: Page, venue: Venue) -> None:
    for table in (1, 2, 3):
        number = venue.game(table).number
        venue.do(AdjustClock(number, Side.RED, 1_000 - 60 * MINUTE, "nearly out"), insist=True)
    eo.until(f"{ACTS}.includes('Take back flags at 3 tables…')")
    eo.press("Take back flags", ".hall")
    eo.press("Take back the flags", "dialog[open]")
    eo.until("document.querySelector('dialog[open] .problem').innerText.startsWith('Say why')")
    eo.do("document.querySelector('dialog[open] input').focus()")
    eo.write("the laptop’s clock jumped")
    eo.press("Take back the flags", "dialog[open]")
    eo.until(f"{SAID}.startsWith('Flags taken back and games reopened at 3 tables')")
    assert all(venue.game(table).play.ending is None for table in (1, 2, 3))


def test_while_offline_nothing_is_done_and_the_page_says_so(eo: Page, venue: Venue) -> None:
    eo.press("Pause all", ".hall")
    eo.do("desk.link.state = 'away'")
    eo.press("Pause 3 tables", "dialog[open]")
    problem = "document.querySelector('dialog[open] .problem').innerText"
    eo.until(f"{problem}.includes('cannot be reached, so nothing was done')")
    eo.do("desk.link.state = 'in touch'")
    eo.press("Cancel", "dialog[open]")
    assert ticking(venue) == [1, 2, 3]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (800, 1280)])
def test_every_button_fits_its_page(eo: Page, venue: Venue, width: int, height: int) -> None:
    now_ms = venue.desk.timeline.now_ms()
    eo.press("Pause all", ".hall")
    eo.press("Pause 3 tables", "dialog[open]")
    eo.until(f"{ACTS}.length === 2")
    venue.do(StartClock(venue.game(4).number, Side.BLUE))
    venue.do(NoticeGap(now_ms, now_ms + MINUTE))
    eo.until(f"{ACTS}.some(words => words.startsWith('Ignore'))")
    eo.resize(width, height)
    wide = "[...document.querySelectorAll('.hall button')].every(b =>"
    assert eo.do(
        f"{wide} b.scrollWidth <= b.clientWidth && b.getBoundingClientRect().right <= innerWidth)"
    )
    assert eo.do(f"{wide} b.getBoundingClientRect().height >= 44)")
    assert eo.do("document.documentElement.scrollWidth <= innerWidth")
