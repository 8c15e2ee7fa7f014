"""What players see on their phones and on a table's tablet, from the real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.draw import EditPairings
from app.engine.acts.setup import ShiftTimes
from tests.web.venue import Venue, tables_under_way
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB

pytestmark = pytest.mark.undrawn


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port, rounds_before=1) as venue:
        yield venue


def test_a_phone_shows_pairings_standings_and_my_table(browser: Browser, venue: Venue) -> None:
    page = browser.open(f"{venue.base}/room", 360, 640)
    page.until("window.room?.latest?.pairings.length === 4")
    name = page.do("room.latest.pairings[2].names.blue")
    assert page.do("room.asked.value = 'zolc'; room.isMe('Łukasz Żółć')")
    page.do("room.asked.value = ''")
    page.do("document.querySelector('input').focus()")
    page.write(name)
    page.until("document.querySelector('.found')?.innerText.includes('Table 3')")
    page.reload()
    page.until("document.querySelector('.found')?.innerText.includes('Table 3')")
    text = page.text()
    assert "Round 2 is under way" in text
    assert "min to go" in text
    assert "Standings after round 1" in text
    assert page.do("document.documentElement.scrollWidth") <= 360
    venue.report(1)
    page.until("document.querySelector('.pairing').innerText.includes('Red won')")
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_a_phone_sees_no_scenario_and_cannot_give_orders(browser: Browser, venue: Venue) -> None:
    page = browser.open(f"{venue.base}/room", 800, 1280)
    page.until("window.room?.latest?.pairings.length === 4")
    told = page.do("JSON.stringify(room.latest)")
    scenario = venue.game(1).terms.scenario.name
    assert scenario not in told
    page.do(
        "room.link.say({type: 'order', number: 1, game: 5, insist: true,"
        " order: {type: 'pause', reason: ''}})"
    )
    page.until("room.link.state === 'away'")
    page.close()


def test_players_whose_game_has_moved_are_told_to_scan_their_new_table(
    browser: Browser, venue: Venue
) -> None:
    latest = venue.state.latest
    assert latest is not None
    games = sorted(venue.state.games_of(latest), key=lambda game: game.table)
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 360, 640)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    pairs = tuple((game.players.red, game.players.blue) for game in games)
    venue.do(EditPairings(pairs, (5, 2, 3, 4), None, "It wobbles"), insist=True)
    page.until("document.body.innerText.includes('scan the code of your new table')")
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_a_phone_shows_corrected_times(browser: Browser, venue: Venue) -> None:
    page = browser.open(f"{venue.base}/room", 360, 640)
    page.until("window.room?.latest?.started_ms")
    started = page.do("""new Date(room.latest.started_ms - 90 * 60000)
        .toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false })""")
    left = "room.latest.ends_ms - room.link.timeline.now()"
    before = page.do(left)
    venue.do(ShiftTimes(-90 * 60_000))
    page.until("room.latest.shift_ms === -5400000")
    page.until(f"document.body.innerText.includes('started {started}')")
    assert abs(page.do(left) - before) < 60_000
    page.close()
