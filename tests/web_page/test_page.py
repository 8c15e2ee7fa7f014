"""What the table's page shows and says, and what it needs of a browser."""

import json
import posixpath
import re
import time

import pytest

from app.engine.acts.players import EnterArmy
from app.engine.acts.table import AdjustClock, ClockStarted, FlagFell
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.web.server.http import read_pages
from tests.engine.event import settings
from tests.missing import missing
from tests.web_page.chromium import Browser
from tests.web_page.fake_server import WEB, FakeServer
from tests.web_page.tablet import BLUE, MINUTE, RED, Tablet, marks
from tests.web_page.venue import Venue

pytestmark = pytest.mark.undrawn

OF_OTHER_PAGES = {
    "eo.html", "organizer/eo.js", "organizer/orders.js", "styles/pages.css", "room.html",
    "room/room.js",
}  # fmt: skip


def loaded(page: str) -> set[str]:
    """The files that a page loads: itself, its styles, its scripts and what those import."""
    names, waiting = set[str](), [page]
    while waiting:
        name = waiting.pop()
        if name in names:
            continue
        names.add(name)
        text = (WEB / name).read_text(encoding="utf-8")
        waiting += re.findall(r'(?:href|src)="([\w./]+)"', text)
        folder = posixpath.dirname(name)
        imported = re.findall(r'from "(\.[\w./]+)"', text)
        waiting += [posixpath.normpath(posixpath.join(folder, each)) for each in imported]
    return names


def test_low_time_is_shown_with_a_word_a_picture_and_a_sound(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    tablet.handed_over()
    short = -(53 * MINUTE)
    venue.eo(AdjustClock(venue.game.number, Side.RED, short, "Late"))
    tablet.page.until("document.querySelector('.half.red').dataset.low === '1'")
    assert "Low time" in tablet.page.text(f"{RED} .low")
    device = f"import({LOADED})"
    running = f"{device}.then((one) => one.sound(2, 'gentle'))"
    if not tablet.page.do(SOUNDS):
        missing("this browser has no sound output here")
    assert tablet.page.until(running)
    assert not tablet.page.do(f"{device}.then((one) => one.sound(2, 'off'))")


LOADED = """performance.getEntriesByType("resource").map((one) => one.name)
    .find((name) => name.endsWith("/screen/device.js"))"""
"""The page's own: by another address it would be another."""

SOUNDS = """(async () => {
    const context = new AudioContext();
    context.resume();
    for (let n = 0; n < 50 && context.state !== "running"; n += 1)
        await new Promise((done) => setTimeout(done, 40));
    return context.state === "running";
})()"""
LISTEN = """(() => {
    window.tones = [];
    const made = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        const tone = made.call(this);
        window.tones.push(tone);
        return tone;
    };
})()"""


def test_low_time_sounds_once_at_each_step_and_at_the_chosen_volume(
    tablet: Tablet, venue: Venue
) -> None:
    page = tablet.page
    if not page.do(SOUNDS):
        missing("this browser has no sound output here")
    page.do(LISTEN)
    tablet.deploy()
    tablet.handed_over()
    assert page.do("tones.length") == 0

    def lose(seconds: int, low: str) -> None:
        venue.eo(AdjustClock(venue.game.number, Side.RED, -seconds * 1000, "Late"))
        page.until(f"document.querySelector('.half.red').dataset.low === '{low}'")

    lose(52 * 60, "1")  # of 56 minutes
    page.until("tones.length === 2")
    assert page.do("tones[0].type") == "sine"
    lose(60, "1")
    page.press("Menu", ".middle")
    page.press("Sound: gentle", ".sheet")
    lose(130, "2")
    page.until("tones.length === 5")
    assert page.do("tones[4].type") == "square"
    page.press("Sound: loud", ".sheet")
    lose(-600, "")
    lose(500, "1")
    assert page.do("tones.length") == 5


def test_a_touch_keeps_the_screen_on_or_says_that_it_cannot(tablet: Tablet) -> None:
    says = {"lock": "stays on", "video": "hidden video", "no": "go dark"}
    tablet.start()
    how = tablet.page.until("table.awake.how")
    tablet.page.press("Menu", ".middle")
    assert says[how] in tablet.page.text(".sheet")
    tablet.page.do("navigator.wakeLock.request = () => Promise.reject()")
    how = tablet.page.do("table.awake.hold().then(() => table.awake.how)")
    assert how != "lock"
    assert says[how] in tablet.page.text(".sheet")
    tablet.page.do("HTMLMediaElement.prototype.play = () => Promise.reject()")
    tablet.page.do("table.awake.hold()")
    assert "may go dark" in tablet.page.text(".middle")


def test_two_quick_touches_play_one_hidden_video(tablet: Tablet) -> None:
    """The second comes before the video has been fetched."""
    tablet.page.do("navigator.wakeLock.request = () => Promise.reject()")
    tablet.page.do("Promise.all([table.awake.hold(), table.awake.hold()])")
    assert tablet.page.do("document.querySelectorAll('video').length") == 1


def test_a_code_that_is_no_longer_valid_is_shown_and_not_tried_again(
    browser: Browser, server: FakeServer
) -> None:
    sentence = "This code is no longer valid. Scan the table’s code again."

    def refuse(connection: object, message: dict[str, object]) -> None:
        server.say(connection, type="no", why="secret", sentence=sentence)
        server.drop()

    server.answer = refuse
    page = browser.open(f"http://127.0.0.1:{server.port}/#table=1&secret=old")
    page.until("table.link.state === 'refused'")
    assert sentence in page.text()
    time.sleep(0.6)
    assert len([message for message in server.heard if message["type"] == "hello"]) == 1
    page.do("location.hash = '#table=1&secret=new'")  # the right one, in the same tab
    page.until("window.table?.secret === 'new' && table.link.state === 'refused'")
    page.do("localStorage.clear()")
    page.close()


def test_a_page_opened_without_a_code_says_what_to_do(browser: Browser, server: FakeServer) -> None:
    page = browser.open(f"http://127.0.0.1:{server.port}/")
    assert "Scan the table’s code" in page.text()
    page.close()


def test_adding_the_code_to_the_bare_address_opens_the_table(
    browser: Browser, venue: Venue
) -> None:
    bare, _, code = venue.url.partition("#")
    page = browser.open(bare)
    assert "Scan the table’s code" in page.text()
    page.do(f"location.hash = '#{code}'")
    page.until("window.table?.link?.state === 'in touch'")
    page.do("localStorage.clear()")
    page.close()


def test_the_scenario_stays_hidden_until_the_round_starts(
    browser: Browser, server: FakeServer
) -> None:
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


def test_every_message_follows_the_protocol(
    tablet: Tablet, venue: Venue, server: FakeServer
) -> None:
    tablet.deploy()
    tablet.handed_over()
    hello = next(message for message in server.heard if message["type"] == "hello")
    assert set(hello) == {
        "type", "version", "role", "device", "table", "game", "kept_since_ms", "queued",
        "event_id", "shows_ms",
    }  # fmt: skip
    assert re.fullmatch(r"[a-z0-9-]{8,40}", hello["device"])
    pings = [message for message in server.heard if message["type"] == "ping"]
    assert {"type", "stamp_ms", "delay_ms", "battery", "charging", "queued", "heard_ms"} == set(
        pings[0]
    )
    for one in venue.taken:
        assert set(one) == {"number", "game", "at_ms", "stamp_ms", "act", "uncertain_ms"}
        assert 0 < one["uncertain_ms"] < 5_000
        assert isinstance(one["at_ms"], int)
    assert isinstance(venue.game.marks[0], ClockStarted)
    assert not marks(venue, FlagFell)


def test_the_page_is_small_and_works_over_plain_http() -> None:
    files = [path for path in WEB.rglob("*") if path.is_file() and path.suffix != ".woff2"]
    texts = {path.relative_to(WEB).as_posix(): path.read_text(encoding="utf-8") for path in files}
    names = loaded("index.html")
    assert not names & OF_OTHER_PAGES
    pages = read_pages(WEB)
    assert sum(len(pages[name].packed) for name in names) < 80_000
    code = "\n".join(
        text
        for name, text in texts.items()
        if name.endswith(".js") and not name.startswith("vendor/")
    )
    # A worker opens the page after a failed reload, where the line is encrypted: it is asked for
    # there alone, and nothing fails where browsers have none.
    assert code.count("serviceWorker") == code.count("navigator.serviceWorker?.") == 2
    assert 'if (location.protocol === "https:") navigator.serviceWorker?.register' in code
    for word in ("crypto.subtle", "randomUUID", "eval(", "innerHTML", "https://"):
        assert word not in code.replace("`crypto.randomUUID`", "")


@pytest.mark.parametrize(("width", "high"), [(360, 640), (800, 1280), (1280, 800)])
def test_a_long_name_leaves_room_for_the_other_player_s_button(
    browser: Browser, server: FakeServer, width: int, high: int
) -> None:
    venue = Venue(server, names=Pair("Donaudampfschifffahrtskapitän " * 6, "Ben"))
    tablet = Tablet(browser, venue, width, high)
    out = tablet.page.do("""[...document.querySelectorAll(".choices button, .body")]
        .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth + 1;
    }).map((one) => one.textContent)""")
    assert out == []
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


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


OUTSIDE = """[...document.querySelectorAll("button")].filter((one) => {
    if (!one.offsetParent) return false;
    const [own, around] = [one, one.parentElement].map((box) => box.getBoundingClientRect());
    const cut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    return cut || own.left < Math.max(around.left, 0) - 1 ||
        own.right > Math.min(around.right, innerWidth) + 1 || own.height < 40 ||
        (!one.closest(".body") && (own.top < -1 || own.bottom > innerHeight + 1));
}).map((one) => one.textContent)"""
"""Buttons that are cut, or run over what is around them."""


SIZES = ((1280, 800), (1024, 600), (800, 1280), (600, 1024))


@pytest.mark.parametrize("packet", ["sr2012", "sr2015"])
def test_buttons_stay_in_their_frames_where_turns_are_timed_and_lists_are_open(
    browser: Browser, server: FakeServer, packet: str
) -> None:
    venue = Venue(server, packet=packet, chosen=replace(settings(50), packet=packet))
    army = (ArmyRow("Captain Haley", Kind.CASTER, 6), ArmyRow("Lancer", Kind.JACK, 10))
    for number in (1, 2):
        venue.desk.do(EnterArmy(number, (ArmyList(army),)), insist=True)
    tablet = Tablet(browser, venue, *SIZES[0])
    tablet.deploy()
    for half, other in ((RED, BLUE), (BLUE, RED)):
        tablet.skip(MINUTE)
        tablet.tap(half)
        tablet.page.until("table.game().play.awaits_start")
        tablet.start_turn(other)
    shown = "[...document.querySelectorAll('.tools.red button')].filter((one) => one.offsetParent)"
    assert tablet.page.do(f"{shown}.length") == 6
    for sheet in ("", "Score", "Lists", "Losses", "End game"):
        if sheet:
            tablet.page.press(sheet, ".tools.red")
        for size in SIZES:
            tablet.page.resize(*size)
            tablet.page.until(f"innerWidth === {size[0]} && innerHeight === {size[1]}")
            # The page lays itself out anew in its own time.
            tablet.page.until(f"({OUTSIDE}).length === 0")
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_a_pad_that_hides_rows_says_so_until_they_are_seen(
    browser: Browser, server: FakeServer
) -> None:
    tablet = Tablet(browser, Venue(server, scenario="Standoff"), drawn=True)
    tablet.deploy()
    for half in (RED, BLUE, RED):
        tablet.skip(MINUTE)
        tablet.tap(half)
    tablet.page.press("Score", ".tools.red")
    tablet.page.resize(800, 860)  # a taller one shows all rows
    tablet.page.until("innerHeight === 860")
    last = f"document.querySelector('{RED} .body button.box').getBoundingClientRect().bottom"
    body = f"document.querySelector('{RED} .body').getBoundingClientRect().bottom"
    assert tablet.page.do(f"{last} > {body}"), "the kill box is hidden"
    tablet.page.press("More below", RED)
    seen = f"getComputedStyle(document.querySelector('{RED} .more')).visibility === 'visible'"
    tablet.page.until(f"!({seen})")  # its room stays, so that nothing moves
    assert tablet.page.do(f"{last} - {body}") <= 1
    tablet.page.do(f"document.querySelector('{RED} .body').scrollTo(0, 0)")
    tablet.page.until(seen)
    tablet.page.do("localStorage.clear()")
    tablet.page.close()
