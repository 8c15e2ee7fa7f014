"""The organizer at a player's tablet: their PIN, their orders for it, nothing left behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.chess_clock import HoldTime, PressLever
from app.engine.acts.judge import GoToTable
from app.engine.acts.results import How
from app.engine.acts.table import CallJudge, DismissJudge, PauseClock, StartClock, Tap
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.web.protocol.seal import ServerEnd
from tests.web.venue import Venue, tables_under_way
from tests.web_page.ahead import AheadTimeline
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB

RED = ".half.red"
ORDERS, ASKING = "dialog.orders", "dialog.asking"


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    """Four tables under way in real time; the clock runs at the first."""
    with tables_under_way(tmp_path, pages=WEB, port=real_port, timeline=AheadTimeline()) as venue:
        venue.do(StartClock(venue.game(1).number, Side.RED))
        yield venue


@pytest.fixture
def pin(venue: Venue) -> str:
    return venue.keys.new_pin()


@pytest.fixture
def page(browser: Browser, venue: Venue) -> Iterator[Page]:
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()?.play.clock")
    yield page
    page.do("localStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_players_see_that_a_judge_is_on_the_way(page: Page, venue: Venue) -> None:
    game, call = venue.game(1).number, "[...document.querySelectorAll('.judge')]"
    venue.do(CallJudge(game, Side.RED))
    page.until(f"{call}.every((one) => one.innerText === 'Judge called')")
    venue.do(GoToTable(game))
    page.until(f"{call}.every((one) => one.innerText === 'Judge on the way')")
    venue.do(DismissJudge(game))
    page.until(f"{call}.every((one) => one.offsetParent === null)")


def ask(page: Page) -> None:
    page.press("Menu", ".middle")
    page.press("Organizer", RED)
    page.until(f"document.querySelector('{ASKING}')?.open")


def enter(page: Page, pin: str) -> None:
    for digit in pin:
        page.press(digit, ".keys")


def let_in(page: Page, pin: str) -> None:
    ask(page)
    enter(page, pin)
    page.until(f"document.querySelector('{ORDERS}').open")


def write(page: Page, words: str) -> None:
    page.do(f"document.querySelector('{ORDERS} input').focus()")
    page.write(words)


def go(page: Page) -> None:
    page.do(f"[...document.querySelectorAll('{ORDERS} button.primary')].at(-1).click()")


def game(venue: Venue) -> Game:
    return venue.game(1)


def test_orders_that_failed_to_load_appear_after_a_reload_a_minute_later(
    browser: Browser, page: Page
) -> None:
    """Browsers do not ask for a module again that once could not be loaded."""
    page.call("Network.enable")
    page.call("Network.setBlockedURLs", urls=["*boxes.js*"])
    page.press("Menu", ".middle")
    page.press("Organizer", RED)
    page.until("table.lacks")
    page.call("Network.setBlockedURLs", urls=[])
    page.do(
        "window.was = true; const now = performance.now.bind(performance);"
        "performance.now = () => now() + 60_000"
    )
    page.until("!window.was && window.table?.link?.state === 'in touch' && !!table.game()")
    ask(page)
    browser.errors()


def test_with_the_pin_the_organizer_pauses_resumes_adjusts_and_rules(
    page: Page, venue: Venue, pin: str
) -> None:
    ask(page)
    enter(page, "000000" if pin != "000000" else "111111")
    page.until(f"document.querySelector('{ASKING} .problem').innerText.includes('wrong')")
    enter(page, pin)
    page.until(f"document.querySelector('{ORDERS}').open")
    assert "Table 1" in page.text(ORDERS)
    page.press("Pause", ORDERS)
    write(page, "Lunch")
    page.press("Pause the clock", ORDERS)
    page.until("table.game().play.pause?.reason === 'Lunch'")
    page.press("Resume", ORDERS)
    page.until("!table.game().play.pause")
    page.press("Adjust time", ORDERS)
    page.press("Blue", ORDERS)
    page.press("+5 min", ORDERS)
    write(page, "Came late")
    go(page)
    page.until("table.game().play.clock.allotted_ms.blue === 65 * 60000")
    venue.do(CallJudge(game(venue).number, Side.RED))
    page.press("Judge is done", ORDERS)
    page.until("!table.game().play.judge_called")
    page.press("Decide this game", ORDERS)
    page.press("Red", ORDERS)
    write(page, "Illegal list")
    page.press("Decide game", ORDERS)
    page.until("table.game().play.ending?.winner === 'red'")
    ending = game(venue).play.ending
    assert ending is not None
    assert (ending.how, ending.reason) == (How.ASSASSINATION, "Illegal list")


def test_the_organizer_sets_a_clock_and_must_confirm_a_time_that_runs_it_out(
    page: Page, venue: Venue, pin: str
) -> None:
    let_in(page, pin)
    page.press("Adjust time", ORDERS)
    page.press("Blue", ORDERS)
    page.press("Set to", ORDERS)
    page.until(f"document.querySelector('{ORDERS} [role=status]').innerText === 'Now 1:00:00'")
    write(page, "41")
    page.until(f"document.querySelector('{ORDERS} [role=status]').innerText.includes('then 41:00')")
    page.do(f"[...document.querySelectorAll('{ORDERS} input')].at(-1).focus()")
    page.write("Misread")
    go(page)
    page.until("table.game().play.clock.allotted_ms.blue === 41 * 60000")
    page.press("Adjust time", ORDERS)
    page.press("Blue", ORDERS)
    page.press("Set to", ORDERS)
    write(page, "0")
    page.do(f"[...document.querySelectorAll('{ORDERS} input')].at(-1).focus()")
    page.write("Gone")
    go(page)
    page.until(f"document.querySelector('{ORDERS} .problem').innerText.includes('Take all of it')")
    page.press("Adjust the time", ORDERS)
    page.until("table.game().play.clock.allotted_ms.blue === 0")


def test_once_the_organizer_closes_the_dialog_the_players_cannot_give_orders(
    page: Page, venue: Venue, pin: str
) -> None:
    let_in(page, pin)
    page.press("Close", ORDERS)
    page.until("!table.organizer.unlocked")
    order = "{type: 'order', number: 9, game: %d, insist: true, order: {type: 'pause', reason: ''}}"
    page.do("table.organizer.orders.answered = (answer) => (window.answer = answer)")
    page.do(f"table.link.seal({order % game(venue).number})")
    page.until("window.answer?.sentence.includes('PIN')")
    assert game(venue).play.pause is None
    page.press("Organizer", RED)
    page.until(f"document.querySelector('{ASKING}').open")


def test_their_rights_end_with_the_line_and_the_clock_goes_on(
    page: Page, venue: Venue, pin: str
) -> None:
    let_in(page, pin)
    assert venue.server is not None
    venue.server.stop().result(60)
    page.until("!table.organizer.unlocked")
    page.until(f"document.querySelector('{ASKING} .problem').innerText.includes('Offline')")
    assert not page.do(f"document.querySelector('{ORDERS}').open")
    assert page.do("table.game().play.clock.running") == "red"
    enter(page, pin)
    page.until(f"document.querySelector('{ASKING} .problem').innerText.includes('Offline')")
    page.press("Close", ASKING)
    page.until(f"!document.querySelector('{ASKING}').open")


def test_an_organizer_who_is_offline_is_told_so_and_asks_again_afterwards(
    page: Page, venue: Venue, pin: str
) -> None:
    assert venue.server is not None
    venue.server.stop().result(60)
    page.until("table.link.state === 'away'")
    page.press("Menu", ".middle")
    page.press("Organizer", RED)
    page.until(f"document.querySelector('{RED} .refused').innerText.includes('Offline')")
    assert page.do(f"document.querySelector('{ASKING}')") is None
    venue.serve()
    page.until("table.link.state === 'in touch'")
    page.press("Organizer", RED)
    page.until(f"document.querySelector('{ASKING}')?.open")
    enter(page, pin)
    page.until(f"document.querySelector('{ORDERS}').open")


def test_the_organizer_reads_a_switch_of_the_clock_in_another_way(
    page: Page, venue: Venue, pin: str
) -> None:
    number = game(venue).number
    venue.do(PauseClock(number, "A clock is put on the table"))
    venue.do(HoldTime(number, by_clock=True))
    for side in (Side.RED, Side.BLUE, Side.RED, Side.BLUE, Side.RED):
        venue.do(PressLever(number, side))
    page.until("!!table.standing.latest.switched")
    before = game(venue).play.interrupted
    let_in(page, pin)
    page.press("The last switch", ORDERS)
    page.until(f"table.game().play.interrupted !== {str(before).lower()}")
    assert game(venue).play.interrupted is not before


def test_the_organizer_corrects_the_points_of_a_turn(page: Page, venue: Venue, pin: str) -> None:
    let_in(page, pin)
    page.press("Correct points", ORDERS)
    page.until(
        f"document.querySelector('{ORDERS} .problem').innerText.includes('No finished turn')"
    )
    page.press("Close", ORDERS)
    page.press("Back to the clock", RED)
    timeline = venue.desk.timeline
    assert isinstance(timeline, AheadTimeline)
    for side in (Side.RED, Side.BLUE) * 4:
        timeline.skipped_ms += 60_000
        venue.do(Tap(game(venue).number, side))
    page.until("table.standing.latest.play.step === 8")
    let_in(page, pin)
    page.press("Correct points", ORDERS)
    page.until(f"document.querySelectorAll('{ORDERS} .stepper').length === 2")
    for _ in range(2):
        page.click(f"{ORDERS} .stepper:nth-child(2) button:last-child")
    write(page, "Misread")
    go(page)
    page.until(
        "Object.values(table.standing.latest.play.scores).some((one) => one.points?.blue === 2)"
    )
    score = next(iter(game(venue).play.scores.values()))
    assert (score.points, score.reason) == (Pair(0, 2), "Misread")


def test_no_pin_is_asked_for_by_a_computer_that_cannot_prove_the_table_s_secret(
    browser: Browser, venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody in between could have what is typed."""
    monkeypatch.setattr(ServerEnd, "prove", lambda _self: "0" * 64)
    page = browser.open(f"{venue.base}/#table=1&secret={venue.secrets[1]}", 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()?.play.clock")
    page.press("Menu", ".middle")
    page.press("Organizer", RED)
    page.until(f"document.querySelector('{RED} .refused').innerText.startsWith('Offline')")
    assert page.do(f"!document.querySelector('{ASKING}')?.open")
    page.do("localStorage.clear()")
    page.close()
