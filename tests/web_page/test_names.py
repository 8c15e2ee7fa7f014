"""Names that run to the left on the pages: their end goes where they do not fit."""

import json
from collections.abc import Callable, Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest

from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.table import CallJudge, StartClock
from app.engine.side import Side
from app.store.languages import languages
from app.store.resources import resources_folder
from tests.real_time import RealTimeline
from tests.ui.full_hall import long_names
from tests.web.venue import Venue
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter

pytestmark = pytest.mark.undrawn

NAMES = (
    "אברהם בן־יהודה מירושלים הבירה והמעטירה " * 2,
    "محمد عبد الرحمن الطويل جدا من مدينة القدس " * 2,
    "Maximilian Ferdinand von und zu Hohenlohe-Waldenburg-Schillingsfürst",
)
USUAL = (
    "Grażyna Schneider", "Katarzyna Lindqvist", "Fredrik Lindqvist",
    "Bartek Kowalska", "Paulina Schneider", "Katarzyna Kowalska",
)  # fmt: skip
CUT_OFF = """[...document.querySelectorAll('SELECTED')].filter(
  (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight
).map((one) => one.textContent)"""
CUT = """[...document.querySelectorAll('SELECTED')].map((one) => {
  const range = document.createRange();
  const text = one.lastChild;
  range.setStart(text, 0);
  range.setEnd(text, 1);
  const [letter, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
  const inside = letter.left >= box.left - 1 && letter.right <= box.right + 1;
  const cut = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
  return [cut, inside, one.title === one.textContent];
})"""
"""Of each name: whether it is cut off, begins in sight, and has a tooltip with the whole of it."""


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    venue = Venue(tmp_path, port=real_port)
    venue.register(6)
    for number in range(1, 7):
        venue.do(EditPlayer(number, Entry(f"{NAMES[number % 3].strip()} {number}")))
    venue.finish()
    venue.start()
    venue.pages = WEB
    venue.serve()
    venue.restart(RealTimeline())
    yield venue
    venue.close()


def assert_ends_go(page: Page, selected: str, count: int) -> None:
    found = page.do(CUT.replace("SELECTED", selected))
    assert found == [[True, True, True]] * count, found


def test_long_names_are_shortened_at_the_end_on_the_organizer_s_cards(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/eo", 360, 640)
    enter(page, venue.keys.new_pin())
    page.until("desk.latest?.tables.length === 3")
    assert_ends_go(page, ".tables .name", 6)
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_long_names_are_shortened_at_the_end_in_pairings_and_standings(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/room", 360, 640)
    page.until("window.room?.latest?.pairings.length === 3")
    assert_ends_go(page, ".pairing .name", 6)
    page.close()
    assert browser.errors() == []


def test_long_names_are_shortened_at_the_end_on_a_table_s_halves(
    browser: Browser, venue: Venue
) -> None:
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 360, 640)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    assert_ends_go(page, ".half .name", 2)
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


NAME_BESIDE = """((points) => {
  const { name, cp } = table.halves.red.parts;
  cp.textContent = points;
  return [name.clientWidth, name.parentElement.clientWidth, cp.scrollWidth <= cp.clientWidth];
})"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (800, 1280), (1280, 800)])
def test_points_of_the_current_turn_leave_room_for_the_name_on_a_half(
    browser: Browser, venue: Venue, width: int, height: int
) -> None:
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", width, height)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    name, row, whole = page.do(f"{NAME_BESIDE}('KP 10 (+3 in diesem Zug)')")
    assert name > row / 4
    assert whole
    assert page.do(f"{NAME_BESIDE}('CP 3')")[0] > row / 2
    page.do("localStorage.clear()")
    page.close()


@pytest.mark.parametrize("width", [800, 1024, 1280])
def test_ordinary_names_are_shown_in_full_on_the_organizer_s_cards(
    browser: Browser, venue: Venue, width: int
) -> None:
    """Also while the clock runs, whose arrow takes some of the room."""
    for number, name in enumerate(USUAL, start=1):
        venue.do(EditPlayer(number, Entry(name)))
    venue.do(StartClock(venue.game(2).number, Side.RED))
    venue.do(StartClock(venue.game(3).number, Side.BLUE))
    page = browser.open(f"{venue.base}/eo", width, 800)
    enter(page, venue.keys.new_pin())
    page.until("desk.latest?.tables.some((one) => one.runs)")
    assert page.do(CUT_OFF.replace("SELECTED", ".tables .name")) == []
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_names_of_24_letters_are_shown_in_full_on_a_phone(browser: Browser, venue: Venue) -> None:
    """In the pairings, also of a game that is over, in the standings and on the cards."""
    for number, entry in enumerate(long_names(6), start=1):
        venue.do(EditPlayer(number, entry))
    venue.report(2)
    room = browser.open(f"{venue.base}/room", 360, 740)
    room.until("window.room?.latest?.pairings.some((one) => one.done)")
    assert room.do(CUT_OFF.replace("SELECTED", ".pairing .name, td.name")) == []
    room.close()
    cards = browser.open(f"{venue.base}/eo", 360, 740)
    enter(cards, venue.keys.new_pin())
    cards.until("desk.latest?.tables.length === 3")
    assert cards.do(CUT_OFF.replace("SELECTED", ".tables .name")) == []
    cards.do("sessionStorage.clear()")
    cards.close()
    assert browser.errors() == []


@pytest.fixture
def cards(browser: Browser, venue: Venue) -> Iterator[Page]:
    """The organizer's page on a phone, with names of 24 letters."""
    for number, entry in enumerate(long_names(6), start=1):
        venue.do(EditPlayer(number, entry))
    page = browser.open(f"{venue.base}/eo", 360, 740)
    enter(page, venue.keys.new_pin())
    page.until("desk.latest?.tables.length === 3")
    yield page
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_both_players_names_are_shown_in_full_when_correcting_points_on_a_phone(
    cards: Page,
) -> None:
    cards.do("desk.orders.open(desk.latest.tables[0])")
    cards.do("desk.orders.points([{ title: 'Turn', step: 5, points: { red: 0, blue: 0 } }])")
    assert cards.do("document.querySelectorAll('.stepper .name').length") == 2
    assert cards.do(CUT_OFF.replace("SELECTED", ".stepper .name")) == []


def test_a_long_word_leaves_room_for_the_table_s_number_on_a_phone(
    cards: Page, venue: Venue
) -> None:
    venue.do(StartClock(venue.game(1).number, Side.RED))
    venue.do(CallJudge(venue.game(1).number, Side.RED))
    cards.until("desk.latest.tables[0].judge && !!document.querySelector('.table .hand')")
    script = """(() => {
        const head = document.querySelector('.table .head');
        const number = head.querySelector('b');
        const high = () => number.getBoundingClientRect().height;
        const before = high();
        number.textContent = 'Tisch 64';
        head.querySelector('.word').textContent = 'Schiedsrichter gerufen';
        return [before, high(), head.scrollWidth <= head.clientWidth];
    })()"""
    before, after, whole = cards.do(script)
    assert before == after
    assert whole


HINT_CUT = """((field, hint) => {
    const style = getComputedStyle(field);
    const pen = document.createElement('canvas').getContext('2d');
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(field, '::placeholder');
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(hint).width > room ? `${hint}: ${room} px` : "";
})"""
HINTS = {
    "eo": ("Why? It goes into the history", "Why? Players see it"),
    "room": ("Your name, to find your table",),
}


@pytest.mark.parametrize("language", ["en", *languages()])
def test_the_prompts_in_fields_are_shown_in_full_on_a_phone(
    browser: Browser, venue: Venue, cards: Page, language: str
) -> None:
    translated: Callable[[str], str] = str
    if language != "en":
        with (resources_folder() / "languages" / f"{language}.mo").open("rb") as file:
            translated = GNUTranslations(file).gettext
    cards.do("desk.orders.open(desk.latest.tables[0]); desk.orders.reason('', 'reopen', true)")
    room = browser.open(f"{venue.base}/room", 360, 740)
    room.until("!!window.room?.latest?.pairings.length")
    pages = {"eo": (cards, "dialog input"), "room": (room, "input[type=search]")}
    cut = [
        page.do(f"{HINT_CUT}(document.querySelector('{field}'), {json.dumps(translated(hint))})")
        for name, (page, field) in pages.items()
        for hint in HINTS[name]
    ]
    assert list(filter(None, cut)) == []
    room.close()


STICKS_OUT = """[...document.querySelectorAll('.half *, .tools *, .middle *')].filter((one) => {
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || one.offsetParent === null || one.matches('.name')) return false;
    const box = one.getBoundingClientRect();
    const around = one.closest('.half, .tools, .middle').getBoundingClientRect();
    const cut = getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1;
    return cut || box.left < around.left - 1 || box.right > around.right + 1;
}).map((one) => one.textContent)"""


def test_nothing_overflows_on_an_upright_phone_with_the_halves_side_by_side(
    browser: Browser, venue: Venue
) -> None:
    game = venue.game(1).number
    venue.do(StartClock(game, Side.RED))
    venue.do(CallJudge(game, Side.RED))
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 360, 740)
    page.until("window.table?.link?.state === 'in touch' && table.game()?.play.judge_called")
    page.do("table.wish({ layout: 'beside' }); table.draw()")
    assert page.do(STICKS_OUT) == []
    assert page.do("table.halves.red.parts.name.clientWidth") > 100
    page.do("document.querySelector('.menu-button').click()")
    page.until("!!document.querySelector('.sheet .choices.two')")
    assert page.do(STICKS_OUT) == []
    page.do("localStorage.clear()")
    page.close()
