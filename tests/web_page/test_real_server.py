"""The table's page against the tables' own server, desk and file."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from app.desk import transaction
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Event
from app.engine.acts.late import CountPresses, HandIn
from app.engine.acts.results import How
from app.engine.acts.table import Interrupt, PauseClock, ResumeClock, TurnEnded
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.verdict import final_result
from app.views.round.needs import NeedKind, needs
from tests.real_time import RealTimeline
from tests.web.venue import Venue
from tests.web_page.ahead import AheadTimeline, Cable, knows_the_time, off_ms
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import ROOT
from tests.web_page.firefox import Firefox
from tests.web_page.tablet import touchable

pytestmark = pytest.mark.long

RED, BLUE = ".half.red", ".half.blue"
CLEAR = """(([moved, judge]) => moved.offsetTop + moved.offsetHeight <= judge.offsetTop)(
    ['.moved', '.judge'].map((one) => document.querySelector('%s ' + one)))"""
MINUTE = 60_000
OTHER = """
import sys
from pathlib import Path
from app.desk.desk import Desk
from app.store.log.event_log import open_log
from app.web.server.secrets import Keys, keys_file
from app.web.server.http import TablesServer, read_pages
from tests.real_time import RealTimeline

path = Path(sys.argv[1])
desk = Desk(lambda: open_log(path), timeline=RealTimeline())
desk.start().result(60)
pages = read_pages(Path("resources/web"))
server = TablesServer(
    desk, Keys(keys_file(path)), pages, host="127.0.0.1", port=int(sys.argv[2])
)
print(server.start().result(60)[0], flush=True)
"""


@pytest.fixture
def page(browser: Browser, tables: Venue) -> Iterator[Page]:
    page = browser.open(f"{tables.base}/#table=1&secret={tables.secrets[1]}", 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    yield page
    page.do("localStorage.clear()")
    page.close()


@pytest.fixture
def cable(tables: Venue, cable_port: int) -> Iterator[Cable]:
    cable = Cable(tables.base, cable_port)
    yield cable
    cable.close()


def start(page: Page) -> None:
    page.press("Red goes first", RED)
    page.press("Start Red’s clock", RED)
    page.until("!!table.game().play.clock")
    touchable(page)
    for half in (RED, BLUE, RED, BLUE):
        page.click(f"{half} .time")


def handed_over(page: Page) -> None:
    page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")


def test_a_press_that_causes_a_program_error_waits_for_the_organizer_while_play_continues(
    page: Page, tables: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide, tried = transaction.decide, list[bool]()

    def fail_at_interrupts(
        state: State, command: Command, *rest: Any, **more: Any
    ) -> Sequence[Event] | Refused:
        if isinstance(command, HandIn) and isinstance(command.press, Interrupt):
            tried.append(command.doubted)
            if not command.doubted:
                raise ZeroDivisionError
        return decide(state, command, *rest, **more)

    start(page)
    handed_over(page)
    with monkeypatch.context() as patch:
        patch.setattr(transaction, "decide", fail_at_interrupts)
        page.press("Interrupt", ".middle")
        until(lambda: tables.game(1).aside, "the press is set aside")
        handed_over(page)
    assert tried == [False, False, True]
    assert "Something is wrong in Flagfall itself" in page.do("document.body.innerText")
    (need,) = (need for need in needs(tables.state, 0) if need.kind is NeedKind.LATE)
    assert need.game == tables.game(1).number
    assert [choice.words for choice in need.choices] == ["Count them", "Leave them out"]
    page.press("Judge", ".tools.blue")
    until(lambda: tables.game(1).play.judge_called, "the page goes on")
    tables.do(CountPresses(tables.game(1).number))
    page.until("table.game().play.interrupted")


def test_a_game_from_the_first_press_to_the_result_both_confirm(
    page: Page, tables: Venue, browser: Browser
) -> None:
    start(page)
    page.press("Interrupt", ".middle")
    page.until("performance.now() > table.middle.lent + 450")  # or it would be the same touch
    page.press("Hand the clock back", ".middle")
    page.press("Judge", ".tools.blue")
    page.press("End game", ".tools.red")
    page.press("Blue’s last caster is destroyed", RED)
    page.press("Yes: ask Blue", RED)
    page.press("Yes, confirm", BLUE)
    page.press("Enter army points", RED)
    for digit in "10":
        page.press(digit, RED)
    page.press("Save the count", RED)
    for half in (RED, BLUE):
        page.press("Confirm", half)
    handed_over(page)
    result = final_result(tables.game(1))
    assert result is not None
    assert (result.winner, result.how) == (Side.RED, How.ASSASSINATION)
    assert result.apd == Pair(10, 0)
    assert "You win" in page.text(RED)
    for half in (RED, BLUE):
        said = page.text(half)
        assert "By assassination: " in said
        assert said.lower().count("win") == 1, "who won is said once"
        assert re.search(
            r"Round 2 is next, at about \d\d:\d\d. Leave this tablet at the table.", said
        )
    assert browser.errors() == []


def test_the_log_and_the_page_have_the_same_times(page: Page, tables: Venue) -> None:
    start(page)
    handed_over(page)
    clock = tables.game(1).play.clock
    assert clock is not None
    shown = page.do("table.game().play.clock")
    assert shown["used_ms"] == {"red": clock.used_ms.red, "blue": clock.used_ms.blue}
    assert knows_the_time(page, tables.desk.timeline.now_ms)


def test_ten_minutes_offline_change_nothing_by_more_than_50_ms(
    browser: Browser, tables: Venue, cable: Cable
) -> None:
    timeline = AheadTimeline()
    tables.restart(timeline)
    page = browser.open(f"{cable.base}/#table=1&secret={tables.secrets[1]}", 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    start(page)
    handed_over(page)
    known = len(tables.game(1).marks)
    before = tables.game(1).play
    assert before.clock is not None
    off, turns = off_ms(page), []
    cable.pull()
    page.until("table.link.state === 'away'")
    for half in (RED, BLUE, RED, BLUE):
        timeline.skip(page, 150_000)
        asked_ms = timeline.now_ms()
        page.click(f"{half} .time")
        turns.append((asked_ms - off, timeline.now_ms() + off))
    assert turns[-1][0] - before.clock.since_ms > 10 * MINUTE - off
    assert len(tables.game(1).marks) == known
    assert "4 presses wait" in page.text(".middle")
    cable.plug()
    handed_over(page)
    ended = [mark.at_ms for mark in tables.game(1).marks[known:] if isinstance(mark, TurnEnded)]
    assert len(ended) == 4
    assert all(first <= ours <= last for ours, (first, last) in zip(ended, turns, strict=True))
    play = tables.game(1).play
    assert play.clock is not None
    assert (play.step, play.pause, play.eo_paused_ms) == (before.step + 4, None, 0)
    began, (red, blue, red_again, blue_again) = before.clock.since_ms, ended
    assert play.clock.used_ms == Pair(
        before.clock.used_ms.red + red - began + red_again - blue,
        before.clock.used_ms.blue + blue - red + blue_again - red_again,
    )
    shown = page.do("table.standing.at(table.timeline.now()).play.clock.used_ms")
    assert shown == {"red": play.clock.used_ms.red, "blue": play.clock.used_ms.blue}
    assert knows_the_time(page, timeline.now_ms)
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_a_killed_and_restarted_server_receives_the_presses_made_meanwhile(
    browser: Browser, tables: Venue
) -> None:
    tables.desk.stop()
    killed = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(tables.path), str(tables.port)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert killed.stdout is not None
    assert killed.stdout.readline().startswith(b"http")
    page = browser.open(f"{tables.base}/#table=1&secret={tables.secrets[1]}", 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    start(page)
    handed_over(page)
    killed.kill()
    killed.wait()
    killed.stdout.close()
    page.until("table.link.state === 'away'")
    page.press("Interrupt", ".middle")
    pressed = page.do("table.queue.marks[0].at_ms")
    here = RealTimeline()
    until(lambda: here.now_ms() > pressed + 100, "a ping was slow, or programs differ")
    tables.restart(here)
    handed_over(page)
    play = tables.game(1).play
    assert play.interrupted
    assert play.pause is None
    assert play.step == 4
    assert play.clock is not None
    assert play.clock.since_ms == pressed
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_a_reload_goes_on_with_the_same_game_and_the_same_times(page: Page, tables: Venue) -> None:
    start(page)
    page.press("Interrupt", ".middle")
    handed_over(page)
    device, clock = page.do("table.queue.device"), page.do("table.game().play.clock")
    known = len(tables.game(1).marks)
    page.reload()
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    handed_over(page)
    assert page.do("table.queue.device") == device
    assert page.do("table.game().play.interrupted")
    assert page.do("table.game().play.clock") == clock
    assert len(tables.game(1).marks) == known
    assert knows_the_time(page, tables.desk.timeline.now_ms)
    page.press("Hand the clock back", ".middle")
    handed_over(page)
    assert not tables.game(1).play.interrupted


def test_two_devices_at_one_table_show_the_same_and_each_may_act(
    browser: Browser, page: Page, tables: Venue
) -> None:
    other = browser.open(f"{tables.base}/#table=1&secret={tables.secrets[1]}", 1280, 800)
    other.until("window.table?.link?.state === 'in touch' && !!table.game()")
    start(page)
    other.until("table.game().play.step === 4")
    other.press("Interrupt", ".middle")
    page.until("table.game().play.interrupted")
    page.press("Hand the clock back", ".middle")
    other.until("!table.game().play.interrupted")
    for one in (page, other):
        handed_over(one)
    assert page.do("table.queue.device") != other.do("table.queue.device")
    clocks = [one.do("JSON.stringify(table.game().play.clock)") for one in (page, other)]
    assert clocks[0] == clocks[1]
    marks = [type(mark).__name__ for mark in tables.game(1).marks]
    assert marks == ["ClockStarted", *["TurnEnded"] * 4, "Interrupt", "HandBack"]
    other.close()


def test_the_organizers_pause_reaches_the_page(page: Page, tables: Venue) -> None:
    start(page)
    handed_over(page)
    tables.do(PauseClock(tables.game(1).number, "Lunch is ready"))
    page.until(f"document.querySelector('{RED} .bar').innerText.includes('Lunch is ready')")
    tables.do(ResumeClock(tables.game(1).number))
    page.until(f"document.querySelector('{RED} .bar').innerText.includes('Running')")


def test_another_tables_secret_opens_nothing(browser: Browser, tables: Venue) -> None:
    page = browser.open(f"{tables.base}/#table=2&secret={tables.secrets[1]}")
    page.until("window.table?.link?.state === 'refused'")
    assert "code" in page.text()
    page.do("localStorage.clear()")
    page.close()
    until(lambda: tables.game(2).play.clock is None, "nothing happened at table 2")


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """A page of another server, which itself forbids nothing."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Elsewhere</title><body></body>")

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing is said of what it is asked."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_page_of_another_site_gets_no_socket_no_file_and_no_frame(
    browser: Browser, tables: Venue, elsewhere: str
) -> None:
    page = browser.open(elsewhere)
    address = tables.base.removeprefix("http://")
    told = page.do(f"""(async () => {{
        const socket = new WebSocket("ws://{address}/socket");
        const opened = await new Promise((done) => {{
            socket.onopen = () => done("open");
            socket.onclose = (event) => done(event.code);
        }});
        const read = await fetch("{tables.base}/eo").then(() => "read", () => "refused");
        const frame = document.createElement("iframe");
        frame.src = "{tables.base}/eo";
        const loaded = new Promise((done) => (frame.onload = done));
        document.body.append(frame);
        await loaded;
        return [opened, read, frame.contentDocument === null];
    }})()""")
    assert told == [1006, "refused", True]
    if isinstance(browser, Firefox):  # it says so itself, and shows nobody what is in a frame
        assert len(browser.errors()) == 2
    else:
        frames = page.call("Page.getFrameTree")["frameTree"]["childFrames"]
        assert frames[0]["frame"]["url"].startswith("chrome-error")
    page.close()


def test_the_whole_page_takes_less_than_90_kilobytes_to_load(page: Page) -> None:
    page.keep_nothing()
    page.reload()
    page.until("window.table?.link?.state === 'in touch'")
    files, taken = page.do("""(() => {
        const all = [...performance.getEntriesByType("resource"),
            ...performance.getEntriesByType("navigation")]
            .filter((one) => !one.name.endsWith(".woff2"));  // no page waits for it; see test_font
        return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)];
    })()""")
    assert files > 20
    assert 30_000 < taken < 90_000


def test_a_second_phone_in_flight_mode_takes_no_time_that_the_tablet_showed(
    browser: Browser, tables: Venue, cable: Cable, page: Page
) -> None:
    phone = browser.open(f"{cable.base}/#table=1&secret={tables.secrets[1]}", 1280, 800)
    phone.until("window.table?.link?.state === 'in touch' && !!table.game()")
    start(page)
    phone.press("Judge", ".tools.blue")
    until(lambda: tables.game(1).play.judge_called, "the phone is known at the table")
    now_ms = tables.desk.timeline.now_ms
    phone.until("table.game().play.step === table.standing.latest.play.step")
    cable.pull()
    phone.until("table.link.state === 'away'")
    phone.press("Interrupt", ".middle")
    assert phone.do("table.game().play.interrupted")
    pressed_ms = now_ms()
    until(lambda: now_ms() > pressed_ms + 4_000, "the tablet has shown otherwise for four seconds")
    cable.plug()
    until(lambda: len(tables.game(1).aside) == 1, "the press waits for the organizer")
    assert not tables.game(1).play.interrupted
    assert not page.do("table.game().play.interrupted")
    tables.do(CountPresses(tables.game(1).number))
    for device in (page, phone):
        device.until("table.standing.latest.moved.includes('moved from')")
        for half in (RED, BLUE):
            assert "presses came late" in device.text(f"{half} .moved")
            assert device.do(CLEAR % half), "the line lies on the call for the judge"
    phone.do("localStorage.clear()")
    phone.close()
