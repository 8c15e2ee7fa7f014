"""The table's page in a real browser, with the real rules at the other end of its socket."""

import json
import re
import time
from collections.abc import Iterator

import pytest

from app.engine.army import ArmyRow, Kind
from app.engine.commands import EnterArmy
from app.engine.packet import ClockOut
from app.engine.results import How
from app.engine.side import Pair, Side
from app.engine.table_commands import AdjustClock, PauseClock, ResumeClock
from app.engine.table_events import ClockStarted, FlagFell, TurnEnded
from app.engine.verdict import final_result
from tests.engine.event import settings
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB, FakeServer
from tests.web_page.venue import Venue

RED, BLUE = ".half.red", ".half.blue"
MINUTE = 60_000


class Tablet:
    """A page at the venue's table, and what two players do on it."""

    def __init__(self, browser: Browser, venue: Venue, width: int = 800, high: int = 1280) -> None:
        self.venue = venue
        self.page: Page = browser.open(venue.url, width, high)
        self.page.until("window.table?.link.state === 'in touch' && table.game()")
        self.page.do("""(() => {
            const line = table.timeline;
            const pong = line.pong;
            window.skipped = 0;
            line.pong = (stamp, now) => stamp > skipped && pong.call(line, stamp, now);
        })()""")

    def tap(self, half: str) -> None:
        self.page.click(f"{half} .time")

    def skip(self, ms: int) -> None:
        """So much time passes at the venue and on the device; a ping on its way is passed over."""
        self.venue.ahead_ms += ms
        self.page.do(f"""(() => {{
            const line = table.timeline;
            line.samples.forEach((one) => (one.offset += {ms}));
            line.offset += {ms};
            window.skipped = performance.now();
            table.draw();
        }})()""")

    def start(self, first: str = "Red") -> None:
        self.page.press(f"{first} goes first", RED)
        self.page.press(f"Start {first}'s clock", RED)
        self.page.until("!!table.game().play.clock")
        time.sleep(0.5)  # a second touch where the button was is no tap

    def deploy(self) -> None:
        """Red goes first; both deploy, two minutes a phase."""
        self.start()
        for half in (RED, BLUE, RED, BLUE):
            self.skip(2 * MINUTE)
            self.tap(half)

    def handed_over(self) -> None:
        self.page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")

    @property
    def step(self) -> int:
        return int(self.page.do("table.game().play.step"))


@pytest.fixture
def venue(server: FakeServer) -> Venue:
    return Venue(server, scenario="Spread the Net")


@pytest.fixture
def tablet(browser: Browser, venue: Venue) -> Iterator[Tablet]:
    tablet = Tablet(browser, venue)
    yield tablet
    tablet.page.do("localStorage.clear()")
    tablet.page.close()
    assert browser.errors() == []


def marks(venue: Venue, kind: type) -> list[object]:
    return [one for one in venue.game.marks if isinstance(one, kind)]


def test_a_whole_game_between_two_sides(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    for half in (RED, BLUE, RED):
        tablet.skip(5 * MINUTE)
        tablet.tap(half)
    tablet.skip(MINUTE)
    tablet.page.press("Score", ".tools.blue")
    tablet.page.press("Blue", f"{BLUE} .row")
    tablet.page.press("Done", BLUE)
    tablet.tap(BLUE)
    assert tablet.step == 7, "a second touch where the button was is no tap"
    time.sleep(0.5)
    tablet.tap(BLUE)
    assert tablet.step == 8
    tablet.page.press("End game", ".tools.red")
    tablet.page.press("Blue's caster is destroyed", RED)
    tablet.page.press("Yes: ask Blue", RED)
    tablet.page.press("Yes, that is so", BLUE)
    tablet.page.press("Count the table", RED)
    tablet.page.press("+10", RED)
    tablet.page.press("Save the count", RED)
    for half in (RED, BLUE):
        tablet.page.press("Right", half)
    tablet.handed_over()
    result = final_result(venue.game)
    assert result is not None
    assert (result.winner, result.how) == (Side.RED, How.ASSASSINATION)
    assert (result.cp, result.apd) == (Pair(0, 1), Pair(10, 0))
    assert "You win" in tablet.page.text(RED)
    assert "Red wins" in tablet.page.text(BLUE)


def test_ten_minutes_without_the_network_are_as_if_nothing_had_happened(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    known = len(venue.taken)
    server.go_away()
    tablet.page.until("table.link.state === 'away'")
    pressed = []
    for half in (RED, BLUE, RED, BLUE):
        tablet.skip(150_000)
        tablet.tap(half)
        pressed.append(venue.now_ms())
    tablet.page.press("Interrupt", ".middle")
    assert tablet.step == 8
    assert "Out of touch" in tablet.page.text(".middle")
    assert "5 presses wait" in tablet.page.text(".middle")
    assert len(venue.taken) == known
    server.away = False
    tablet.handed_over()
    assert venue.game.play.step == 8
    assert venue.game.play.interrupted
    at = [mark["at_ms"] for mark in venue.taken[known:]]
    assert all(abs(ours - theirs) < 50 for ours, theirs in zip(at, pressed, strict=False))
    shown = tablet.page.do("table.standing.told.play.clock")
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
    assert tablet.page.do("Math.abs(table.timeline.now())") == pytest.approx(
        venue.now_ms(), abs=2_000
    )
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
        hello = next(one for one in again.heard if one["type"] == "hello")
        assert hello["game"] == venue.game.number
        assert hello["queued"] == 1
        assert 0 < hello["kept_since_ms"] <= venue.now_ms()
    finally:
        again.close()


def test_two_devices_at_one_table_show_the_same(
    browser: Browser, tablet: Tablet, venue: Venue
) -> None:
    tablet.deploy()
    other = browser.open(venue.url, 1280, 800)
    other.until("window.table?.game()?.play.step === 4")
    assert other.do("table.queue.device") != tablet.page.do("table.queue.device")
    tablet.skip(MINUTE)
    tablet.tap(RED)
    other.until("table.game().play.step === 5")
    other.close()


def test_a_flag_falls_on_the_device_when_it_is_alone(browser: Browser, server: FakeServer) -> None:
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


def test_a_tap_that_does_not_count_says_why(tablet: Tablet) -> None:
    tablet.deploy()
    tablet.tap(BLUE)
    assert "Only Red taps." in tablet.page.text(f"{BLUE} .bar")
    tablet.tap(RED)
    assert "A turn lasts at least 15 seconds" in tablet.page.text(f"{RED} .bar")
    assert tablet.step == 4


def test_what_the_organizer_refuses_is_told_to_who_asked(
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


def test_the_organizers_pause_and_resume_are_shown(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    tablet.handed_over()
    venue.eo(PauseClock(venue.game.number, "Lunch is ready"))
    tablet.page.until("table.game().play.pause")
    assert "Lunch is ready" in tablet.page.text(RED)
    venue.eo(ResumeClock(venue.game.number))
    tablet.page.until("!table.game().play.pause")


def test_low_time_is_said_with_a_word_a_picture_and_a_sound(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    tablet.handed_over()
    short = -(53 * MINUTE)
    venue.eo(AdjustClock(venue.game.number, Side.RED, short, "Late"))
    tablet.page.until("document.querySelector('.half.red').dataset.low === '1'")
    assert "Low time" in tablet.page.text(f"{RED} .low")
    running = "import('/sounds.js').then((one) => one.sound(2, 'gentle'))"
    assert tablet.page.until(running)
    assert not tablet.page.do("import('/sounds.js').then((one) => one.sound(2, 'off'))")


def test_a_touch_keeps_the_screen_on_or_says_that_it_cannot(tablet: Tablet) -> None:
    tablet.start()
    how = tablet.page.until("table.awake.how")
    tablet.page.press("Menu", ".middle")
    said = tablet.page.text(".sheet")
    assert {"lock": "stays on", "video": "hidden video", "no": "go dark"}[how] in said
    tablet.page.do("navigator.wakeLock.request = () => Promise.reject()")
    tablet.page.do("HTMLMediaElement.prototype.play = () => Promise.reject()")
    tablet.page.do("table.awake.hold()")
    assert "may go dark" in tablet.page.text(".middle")


def test_turns_with_an_extension(browser: Browser, server: FakeServer) -> None:
    venue = Venue(server, packet="sr2014", scenario="Destruction")
    tablet = Tablet(browser, venue)
    tablet.deploy()
    assert "12:00" in tablet.page.text(RED)
    tablet.page.press("Extend turn", ".tools.red")
    tablet.page.until("table.game().play.clock.allotted_ms.red > 0 && table.game().play.extended")
    tablet.skip(18 * MINUTE)
    tablet.page.until("table.game().play.overrun.length")
    assert "Time is up" in tablet.page.text(RED)
    tablet.tap(RED)
    tablet.handed_over()
    assert venue.game.play.step == 5
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_the_map_gives_an_element_to_the_next_who_can_have_it(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2014", scenario="Destruction")
    tablet = Tablet(browser, venue)
    tablet.deploy()
    for half in (RED, BLUE, RED):
        tablet.skip(MINUTE)
        tablet.tap(half)
    tablet.page.press("Score", ".tools.blue")
    tablet.page.until(f"!!document.querySelector('{BLUE} .map g')")
    tablet.page.click(f"{BLUE} .map g")
    tablet.handed_over()
    holdings = venue.game.play.scores[7].holdings
    assert [(one.key, one.side) for one in holdings] == [("zone", Side.BLUE)]
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_a_code_that_is_no_longer_valid_is_told_and_not_tried_again(
    browser: Browser, server: FakeServer
) -> None:
    sentence = "This code is no longer valid. Scan the table's code again."

    def refuse(connection: object, message: dict[str, object]) -> None:
        server.say(connection, type="no", why="secret", sentence=sentence)
        server.drop()

    server.answer = refuse
    page = browser.open(f"http://127.0.0.1:{server.port}/#table=1&secret=old")
    page.until("table.link.state === 'refused'")
    assert sentence in page.text()
    time.sleep(0.6)
    assert len([one for one in server.heard if one["type"] == "hello"]) == 1
    page.do("localStorage.clear()")
    page.close()


def test_without_a_code_it_says_what_to_do(browser: Browser, server: FakeServer) -> None:
    page = browser.open(f"http://127.0.0.1:{server.port}/")
    assert "Scan the table's code" in page.text()
    page.close()


def test_the_scenario_is_not_shown_before_it_is_told(browser: Browser, server: FakeServer) -> None:
    venue = Venue(server)
    tell = venue.tell_one

    def tell_secretly(connection: object) -> None:
        said = server.say
        server.say = lambda to, **message: said(
            to, **(message | ({"terms": None, "secret": True} if message["type"] == "game" else {}))
        )
        tell(connection)
        server.say = said

    venue.tell_one = tell_secretly
    tablet = Tablet(browser, venue)
    assert "The scenario is shown when the organizer starts the round." in tablet.page.text(RED)
    assert venue.game.terms.scenario.name not in tablet.page.text()
    tablet.page.do("localStorage.clear()")
    tablet.page.close()
    assert browser.errors() == []


def test_every_message_is_as_the_protocol_says(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    hello = next(one for one in server.heard if one["type"] == "hello")
    assert set(hello) == {
        "type", "version", "role", "device", "table", "secret", "game", "kept_since_ms", "queued",
    }  # fmt: skip
    assert re.fullmatch(r"[a-z0-9-]{8,40}", hello["device"])
    pings = [one for one in server.heard if one["type"] == "ping"]
    assert {"type", "stamp_ms", "delay_ms", "battery", "charging", "queued"} == set(pings[0])
    for one in venue.taken:
        assert set(one) == {"number", "game", "at_ms", "stamp_ms", "act"}
        assert isinstance(one["at_ms"], int)
    assert isinstance(venue.game.marks[0], ClockStarted)
    assert not marks(venue, FlagFell)


def test_the_page_is_small_and_needs_nothing_that_plain_http_lacks() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in WEB.iterdir()}
    assert sum(len(text.encode()) for text in texts.values()) < 170_000
    code = "\n".join(text for name, text in texts.items() if name.endswith(".js"))
    for word in ("serviceWorker", "crypto.subtle", "randomUUID", "eval(", "innerHTML", "https://"):
        assert word not in code.replace("`crypto.randomUUID`", "")
    for name, text in texts.items():
        if name.endswith(".js"):
            assert len(text.splitlines()) <= 320, name


@pytest.mark.parametrize(("width", "high"), [(800, 1280), (1280, 800), (1024, 600), (768, 1024)])
def test_nothing_is_cut_off(browser: Browser, venue: Venue, width: int, high: int) -> None:
    tablet = Tablet(browser, venue, width, high)
    tablet.deploy()
    for half in (RED, BLUE, RED):
        tablet.skip(MINUTE)
        tablet.tap(half)
    for sheet in ("", "Score", "End game"):
        if sheet:
            tablet.page.press(sheet, ".tools.red")
        cut = tablet.page.do("""[...document.querySelectorAll("button, .digits, .word, h2")]
            .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1 &&
                getComputedStyle(one).display !== "inline")
            .map((one) => one.textContent)""")
        assert cut == [], json.dumps(cut)
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


ARMY = (
    ArmyRow("Captain Haley", Kind.CASTER, 6),
    ArmyRow("Lancer", Kind.JACK, 10),
    ArmyRow("Trenchers", Kind.UNIT, 16, 10),
    ArmyRow("Trencher officer", Kind.ATTACHMENT, 4),
)


def test_losses_tapped_off_a_list_are_counted_for_the_result(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, ARMY))
    tablet = Tablet(browser, venue)
    tablet.deploy()
    tablet.page.press("Losses", ".tools.red")
    tablet.page.press("Blue's army", RED)
    tablet.page.press("Destroyed", f"{RED} .loss:nth-child(2)")
    tablet.page.until(f"document.querySelector('{RED} .total').innerText.startsWith('10 army')")
    tablet.page.press("Done", RED)
    tablet.page.press("End game", ".tools.blue")
    tablet.page.press("I concede", BLUE)
    tablet.page.press("Yes: ask Red", BLUE)
    tablet.page.press("Yes, that is so", RED)
    tablet.page.press("Count the table", RED)
    assert tablet.page.text(f"{RED} .row output") == "10"
    tablet.page.press("Save the count", RED)
    tablet.handed_over()
    tally = venue.game.play.tally
    assert tally is not None
    assert tally.apd == Pair(10, 0)
    tablet.page.do("localStorage.clear()")
    tablet.page.close()
