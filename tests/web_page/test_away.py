"""The table's page without its network or its server, loaded again, or not alone."""

from app.engine.acts.commands import NoticeGap
from app.engine.acts.table import PauseClock, TurnEnded
from app.engine.packet.packet import ClockOut
from tests.engine.event import settings
from tests.web_page.ahead import off_ms
from tests.web_page.chromium import Browser, until
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import BLUE, MINUTE, RED, Tablet, marks
from tests.web_page.venue import Venue


def test_ten_minutes_without_the_network_are_as_if_nothing_had_happened(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    known = len(venue.taken)
    off, pressed = off_ms(tablet.page), []
    server.go_away()
    tablet.page.until("table.link.state === 'away'")
    for half in (RED, BLUE, RED, BLUE):
        tablet.skip(150_000)
        asked_ms = venue.now_ms()
        tablet.tap(half)
        pressed.append((asked_ms, venue.now_ms()))
    tablet.page.press("Interrupt", ".middle")
    assert tablet.step == 8
    assert "Offline" in tablet.page.text(".middle")
    assert "5 presses wait" in tablet.page.text(".middle")
    assert len(venue.taken) == known
    server.away = False
    tablet.handed_over()
    assert venue.game.play.step == 8
    assert venue.game.play.interrupted
    at = [mark["at_ms"] for mark in venue.taken[known:]]
    for ours, (asked_ms, done_ms) in zip(at, pressed, strict=False):
        assert asked_ms - off <= ours <= done_ms + off
    shown = tablet.page.do("table.standing.latest.play.clock")
    assert shown == tablet.page.do("table.game().play.clock")


def test_nothing_is_lost_or_doubled_by_a_connection_that_breaks_and_breaks(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    for half in (RED, BLUE, RED, BLUE, RED, BLUE):
        tablet.skip(20_000)
        tablet.tap(half)
        server.drop()
    tablet.handed_over()
    numbers = [mark["number"] for mark in venue.taken]
    assert numbers == list(range(1, 12))
    assert len(marks(venue, TurnEnded)) == 10


def test_a_connection_that_nobody_answers_is_given_up_for_another(
    tablet: Tablet, server: FakeServer
) -> None:
    server.silent = True
    server.drop()
    tablet.page.until("table.link.state === 'away'")
    until(lambda: server.asked_in_vain == 1, "one asks in vain")
    server.silent = False
    tablet.handed_over()


def test_a_reload_in_the_middle_goes_on_with_the_game_and_the_queue(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    device = tablet.page.do("table.queue.device")
    server.answer = lambda connection, message: None
    tablet.skip(MINUTE)
    tablet.tap(RED)
    tablet.page.reload()
    tablet.page.until("table.game()")
    assert tablet.page.do("table.queue.device") == device
    assert tablet.page.do("table.queue.marks.length") == 1
    assert tablet.step == 5
    asked_ms = venue.now_ms()
    shown_ms = tablet.page.do("table.timeline.now()")
    assert asked_ms - 2_000 <= shown_ms <= venue.now_ms() + 2_000
    server.answer = venue.took
    server.drop()
    tablet.handed_over()
    assert venue.game.play.step == 5


def test_a_server_that_is_started_again_gets_the_presses(
    browser: Browser, venue: Venue, tablet: Tablet, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    port = server.port
    server.close()
    tablet.page.until("table.link.state === 'away'")
    tablet.skip(MINUTE)
    tablet.tap(RED)
    again = FakeServer(port)
    try:
        venue.server, again.answer = again, venue.took
        tablet.handed_over()
        assert venue.game.play.step == 5
        hello = next(message for message in again.heard if message["type"] == "hello")
        assert hello["game"] == venue.game.number
        assert hello["queued"] == 1
        assert hello["kept_since_ms"] == 0  # who has not heard the time yet may have slept
    finally:
        again.close()


def test_two_devices_at_one_table_show_the_same(
    browser: Browser, tablet: Tablet, venue: Venue
) -> None:
    tablet.deploy()
    other = browser.open(venue.url, 1280, 800)
    other.until("window.table?.game?.()?.play.step === 4")
    assert other.do("table.queue.device") != tablet.page.do("table.queue.device")
    tablet.skip(MINUTE)
    tablet.tap(RED)
    other.until("table.game().play.step === 5")
    other.close()


def test_a_flag_falls_on_a_device_that_is_offline(browser: Browser, server: FakeServer) -> None:
    venue = Venue(server, chosen=settings(75, clock_out=ClockOut.LOSE))
    tablet = Tablet(browser, venue)
    tablet.deploy()
    tablet.handed_over()
    server.go_away()
    tablet.skip(70 * MINUTE)
    tablet.page.until("table.game().play.ending?.how === 'clock_out'")
    assert "clock ran out" in tablet.page.text(RED)
    server.away = False
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_a_press_refused_because_of_the_organizer_is_shown_to_its_player(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    server.go_away()
    tablet.page.until("table.link.state === 'away'")
    with venue.lock:
        venue.desk.do(PauseClock(venue.game.number, "Lunch"), venue.now_ms())
    tablet.skip(MINUTE)
    tablet.tap(RED)
    assert tablet.step == 5
    server.away = False
    tablet.handed_over()
    tablet.page.until(f"document.querySelector('{RED} .bar').innerText.includes('paused')")
    assert tablet.step == 4
    assert "Paused by the organizer" in tablet.page.text(BLUE)


def test_a_tablet_that_slept_cannot_vouch_for_the_time_during_a_gap(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    """On a connection that held: it says nothing before the laptop's time has shown its sleep."""
    tablet.deploy()
    tablet.handed_over()
    server.answer = lambda one, said: None if said["type"] == "ping" else venue.took(one, said)
    hellos = sum(message["type"] == "hello" for message in server.heard)
    gap_ms = 600_000
    began_ms = venue.now_ms()
    venue.pass_by(gap_ms)
    venue.eo(NoticeGap(began_ms, began_ms + gap_ms))
    tablet.page.until("table.standing.latest.play.pause")
    pings = sum(message["type"] == "ping" for message in server.heard)
    until(lambda: sum(message["type"] == "ping" for message in server.heard) > pings + 2, "it asks")
    server.answer = venue.took
    tablet.page.until(f"table.queue.kept.since > {began_ms}")
    assert sum(message["type"] == "hello" for message in server.heard) == hellos
    assert tablet.page.do("table.game().play.pause.cause") == "gap"


def test_while_offline_a_page_says_what_to_do_if_it_is_lost(
    tablet: Tablet, server: FakeServer
) -> None:
    about, hint = "document.querySelector('.about').innerText", "open it in a new tab"
    assert hint not in tablet.page.do(about)
    server.go_away()
    tablet.page.until(f"{about}.includes({hint!r})")
    assert tablet.page.do(about).startswith("Table 1")
    server.away = False
    tablet.page.until(f"!{about}.includes({hint!r})")
