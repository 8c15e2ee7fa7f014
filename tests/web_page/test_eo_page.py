"""The organizer's page in a real browser, against the real server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.chess_clock import HoldTime, PressLever
from app.engine.acts.late import HandIn
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    DismissJudge,
    EnterTally,
    Interrupt,
    MakeClaim,
    PauseClock,
    Question,
    StartClock,
    Tap,
)
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.web.server.sessions import HOLD_MS
from tests.events import MINUTE
from tests.web.venue import Tablet, Venue, on_line, tables_under_way
from tests.web_page.chromium import Browser, Page, until
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter, on_a_plain_line

TAKE_BACK = "Take back the end of the turn"


NOTES = 3
OVERHEARD = """(() => {
    window.shaken = [];
    navigator.vibrate = (how) => shaken.push(how);
    window.sounded = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
        sounded += 1;
        return start.apply(this, when);
    };
})()"""
SMALL = """(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (nodes.nextNode()) {
        const { data, parentElement: around } = nodes.currentNode;
        const size = parseFloat(getComputedStyle(around).fontSize);
        const seen = around.getClientRects().length > 0 && !around.closest('svg');
        if (data.trim() && seen && size < LEAST) found.push(`${size} ${data.trim()}`);
    }
    return found;
})()"""


@pytest.fixture
def venue(tmp_path: Path, real_port: int) -> Iterator[Venue]:
    with tables_under_way(tmp_path, pages=WEB, port=real_port, rounds_before=1) as venue:
        yield venue


@pytest.fixture
def eo(browser: Browser, venue: Venue) -> Iterator[Page]:
    """The organizer's page, their PIN entered."""
    page = browser.open(f"{venue.base}/eo", 1280, 800)
    enter(page, venue.keys.new_pin())
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    yield page
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def table(page: Page, number: int) -> None:
    page.press(f"Table {number}", ".tables")
    page.until("document.querySelector('dialog').open")


def closed(page: Page) -> None:
    page.until("!document.querySelector('dialog').open")


def write(page: Page, words: str) -> None:
    page.do("document.querySelector('dialog input').focus()")
    page.write(words)


def test_nothing_is_shown_before_the_pin_and_a_wrong_one_is_refused(
    browser: Browser, venue: Venue
) -> None:
    pin = venue.keys.new_pin()
    page = browser.open(f"{venue.base}/eo", 360, 640)
    enter(page, "000000" if pin != "000000" else "111111")
    page.until("document.querySelector('.problem').innerText.includes('wrong')")
    assert page.do("desk.latest") is None
    enter(page, pin)
    page.until("desk.latest?.tables.length === 4")
    page.reload()
    page.until("window.desk?.unlocked && !!desk.latest")
    page.press("Lock")
    page.until("!desk.unlocked && desk.latest === null")
    page.reload()
    page.until("window.desk?.link.state === 'in touch'")
    assert not page.do("desk.unlocked")
    page.close()
    assert browser.errors() == []


def test_a_call_for_the_judge_makes_a_sound_and_one_judge_takes_it_for_all_to_see(
    browser: Browser, venue: Venue
) -> None:
    pin, pages = venue.keys.new_pin(), []
    for width in (1280, 390):
        pages.append(browser.open(f"{venue.base}/eo", width, 844))
        enter(pages[-1], pin)
        pages[-1].until("desk.unlocked && desk.latest?.tables.length === 4")
        pages[-1].do(OVERHEARD)
    first, second = pages
    number = venue.game(2).number
    venue.do(StartClock(number, Side.RED))
    venue.do(CallJudge(number, None))
    call = "document.querySelector('.tables .call')"
    for page in pages:
        page.until(f"{call}?.innerText.includes('Called just now')")
        assert page.do("[sounded, shaken.length]") == [NOTES, 1]
    table(first, 2)
    first.press("I’m on my way", "dialog")
    closed(first)
    first.until(f"{call}.innerText.includes('You are on your way')")
    second.until(f"{call}.innerText.includes('Another judge is on the way')")
    table(second, 2)
    second.press("I’m on my way", "dialog")  # in their place
    closed(second)
    first.until(f"{call}.innerText.includes('Another judge is on the way')")
    venue.do(DismissJudge(number))
    for page in pages:
        page.until(f"!{call}")
        assert page.do("[sounded, shaken.length]") == [NOTES, 1]
        page.do("sessionStorage.clear()")
        page.close()


@pytest.mark.parametrize(("width", "least"), [(390, 14), (1280, 16)])
def test_no_text_on_the_organizer_s_and_the_room_s_pages_is_too_small(
    browser: Browser, venue: Venue, width: int, least: int
) -> None:
    small = SMALL.replace("LEAST", str(least))
    number = venue.game(2).number
    venue.do(StartClock(number, Side.RED))
    venue.do(CallJudge(number, None))
    eo = browser.open(f"{venue.base}/eo", width, 844)
    enter(eo, venue.keys.new_pin())
    eo.until("!!(document.querySelector('.tables .call') && document.querySelector('.need .kind'))")
    assert eo.do(small) == []
    table(eo, 2)
    assert eo.do(small) == []
    room = browser.open(f"{venue.base}/room", width, 844)
    room.until("!!document.querySelector('.pairing')")
    assert room.do(small) == []
    for page in (eo, room):
        page.do("sessionStorage.clear()")
        page.close()


def test_the_organizer_pauses_resumes_adjusts_and_dismisses_the_judge(
    eo: Page, venue: Venue
) -> None:
    number = venue.game(2).number
    table(eo, 2)
    eo.press("Red goes first", "dialog")
    closed(eo)
    table(eo, 2)
    eo.until("[...document.querySelectorAll('dialog button')].some(b => b.innerText === 'Pause…')")
    eo.press("Pause", "dialog")
    write(eo, "Lunch")
    eo.press("Pause the clock", "dialog")
    closed(eo)
    pause = venue.game(2).play.pause
    assert pause is not None
    assert pause.reason == "Lunch"
    eo.until("desk.latest.tables.find(t => t.table === 2).condition === 'Paused'")
    table(eo, 2)
    eo.press("Resume", "dialog")
    closed(eo)
    assert venue.game(2).play.pause is None
    table(eo, 2)
    eo.press("Adjust time", "dialog")
    eo.press("Blue", "dialog")
    eo.press("−5 min", "dialog")
    eo.do("document.querySelector('dialog button.primary').click()")
    eo.until("document.querySelector('dialog .problem').innerText.includes('Say why')")
    write(eo, "Came late")
    eo.do("[...document.querySelectorAll('dialog[open] button.primary')].pop().click()")
    closed(eo)
    clock = venue.game(2).play.clock
    assert clock is not None
    assert clock.allotted_ms.red - clock.allotted_ms.blue == 5 * 60_000
    venue.do(CallJudge(number, Side.RED))
    eo.until("desk.latest.tables[0].table === 2 && desk.latest.tables[0].judge")
    table(eo, 2)
    eo.press("Judge is done", "dialog")
    closed(eo)
    assert not venue.game(2).play.judge_called


def test_the_end_of_a_turn_can_be_undone_from_the_page(eo: Page, venue: Venue) -> None:
    number = venue.game(2).number
    venue.do(StartClock(number, Side.RED))
    eo.until("desk.latest.tables.find(t => t.table === 2).runs")
    table(eo, 2)
    shown = "[...document.querySelectorAll('dialog button')].map(b => b.innerText)"
    assert TAKE_BACK not in eo.do(shown)
    venue.do(Tap(number, Side.RED))
    eo.until(f"{shown}.includes('{TAKE_BACK}')")
    eo.press(TAKE_BACK, "dialog")
    closed(eo)
    play = venue.game(2).play
    assert (play.step, play.runner) == (0, Side.RED)
    assert play.clock is not None
    assert play.clock.used_ms.blue == 0
    eo.until("desk.latest.tables.find(t => t.table === 2).ended_ms === null")


def test_a_dispute_between_players_is_shown_with_the_orders(eo: Page, venue: Venue) -> None:
    game = venue.game(2)
    names = game.players.map(venue.state.name)
    venue.do(StartClock(game.number, Side.RED))
    venue.do(MakeClaim(game.number, Side.RED, Claim.CASTER, Side.BLUE))
    eo.until("desk.latest.tables.some(t => t.table === 2 && t.clock)")
    table(eo, 2)
    told = "document.querySelector('dialog .form').innerText"
    eo.until(f"{told}.includes({json.dumps(f'{names.red} says that {names.blue}’s last caster')})")
    venue.do(Answer(game.number, Side.BLUE, Question.CLAIM, agrees=False))
    eo.until(f"{told}.includes({json.dumps(f'and {names.blue} does not agree.')})")
    eo.press("Judge is done", "dialog")
    closed(eo)


def test_a_judge_called_after_the_game_is_listed_first_and_the_result_can_be_withdrawn(
    eo: Page, venue: Venue
) -> None:
    number = venue.game(3).number
    won = Result(Side.RED, How.SCENARIO, Pair(6, 1), Pair(20, 10))
    venue.do(ReportResult(number, won))
    venue.do(CallJudge(number, Side.BLUE))
    eo.until(
        "desk.latest.tables[0].table === 3 && desk.latest.tables[0].condition === 'Judge called'"
    )
    assert eo.do("document.querySelector('.tables .asks .word').innerText") == "Judge called"
    table(eo, 3)
    offered = "[...document.querySelectorAll('dialog .acts button')].map((b) => b.innerText).join()"
    eo.until(f"{offered}.includes('Delete the result')")
    eo.press("Judge is done", "dialog")
    closed(eo)
    eo.until("desk.latest.tables.find(t => t.table === 3).condition === 'Finished'")


def test_a_card_under_a_finger_stays_put_while_the_tables_are_redrawn(
    eo: Page, venue: Venue
) -> None:
    def told() -> None:
        venue.do(CallJudge(venue.game(4).number, Side.RED))
        eo.until("desk.latest.tables[0].table === 4")

    eo.touch(*eo.place(".tables [data-table='2']"), meanwhile=told)
    eo.until("document.querySelector('dialog').open")
    assert eo.text("dialog h2").startswith("Table 2")
    eo.press("Close", "dialog")
    eo.until("document.querySelector('.tables .asks')?.dataset.table === '4'")


def test_the_organizer_rules_on_a_game_and_takes_the_ruling_back(eo: Page, venue: Venue) -> None:
    venue.do(StartClock(venue.game(1).number, Side.RED))
    eo.until("desk.latest.tables.find(t => t.table === 1).runs === 'red'")
    table(eo, 1)
    eo.press("Decide this game", "dialog")
    eo.press("Blue", "dialog")
    write(eo, "Illegal list")
    eo.press("Decide game", "dialog")
    closed(eo)
    ending = venue.game(1).play.ending
    assert ending is not None
    assert (ending.winner, ending.how, ending.reason) == (
        Side.BLUE, How.ASSASSINATION, "Illegal list",
    )  # fmt: skip
    eo.until("desk.latest.tables.find(t => t.table === 1).condition === 'Counting'")
    table(eo, 1)
    eo.press("Reopen the game", "dialog")
    write(eo, "It was legal")
    eo.do("document.querySelector('dialog button.primary').click()")
    closed(eo)
    assert venue.game(1).play.ending is None


def test_the_organizer_reads_a_switch_of_the_clock_in_another_way(eo: Page, venue: Venue) -> None:
    number = venue.game(3).number
    venue.do(HoldTime(number, by_clock=True))
    venue.do(StartClock(number, Side.RED))
    for side in (Side.RED, Side.BLUE, Side.RED, Side.BLUE, Side.RED):
        venue.do(PressLever(number, side))
    eo.until("!!desk.latest.tables.find(t => t.table === 3).switched")
    before = venue.game(3).play.interrupted
    table(eo, 3)
    eo.press("The last switch", "dialog")
    closed(eo)
    assert venue.game(3).play.interrupted is not before


def test_a_table_out_of_touch_is_shown_and_the_organizer_may_go_on_without_it(
    eo: Page, venue: Venue, browser: Browser
) -> None:
    page = browser.open(f"{venue.base}/#table=4&secret={venue.secrets[4]}", 800, 1280)
    page.until("window.table?.link?.state === 'in touch' && !!table.game()")
    page.do("table.act('red', { type: 'start_clock', first: 'red' })")
    page.until("table.game().play.clock && !table.queue.marks.length")
    page.do("localStorage.clear()")
    page.close()
    eo.until("desk.latest.tables.find(t => t.table === 4).held")
    assert "Offline since" in eo.text(".tables")
    table(eo, 4)
    eo.press("Go on without its tablet", "dialog")
    closed(eo)
    eo.until("!desk.latest.tables.find(t => t.table === 4).held")


def test_a_new_pin_locks_what_the_old_one_opened(eo: Page, venue: Venue) -> None:
    venue.keys.new_pin()
    assert venue.server is not None
    venue.server.relock().result(60)
    eo.until("!desk.unlocked")
    assert "new PIN" in eo.text(".problem")
    until(lambda: eo.do("sessionStorage.getItem('flagfall-eo-token')") is None, "token gone")


def test_with_timed_turns_the_organizer_sees_the_times_of_the_table(
    browser: Browser, tmp_path: Path
) -> None:
    venue = Venue(tmp_path, Settings("Open", "sr2017", 75, 7, timing="classic"), 1)
    venue.register(2)
    venue.start()
    venue.pages = WEB
    venue.serve()
    page = browser.open(f"{venue.base}/eo", 1280, 800)
    enter(page, venue.keys.new_pin())
    game = venue.game(1).number

    def shows(red: str, blue: str) -> None:
        page.until(f"""[...document.querySelectorAll('.left')].map((one) => one.textContent).join()
            === '{red},{blue}'""")

    shows("10:00", "10:00")
    venue.do(StartClock(game, Side.RED))
    shows("10:00", "10:00")
    for side in (Side.RED, Side.BLUE) * 2:
        venue.do(Tap(game, side))
    venue.move_by(4 * MINUTE)
    shows("10:00", "10:00")  # red resolves continuous effects
    venue.do(Tap(game, Side.RED))
    venue.move_by(4 * MINUTE)
    venue.do(Interrupt(game))
    shows("6:00", "10:00")
    venue.do(PauseClock(game, "Lunch"))
    shows("6:00", "10:00")
    page.do("sessionStorage.clear()")
    page.close()
    venue.close()
    assert browser.errors() == []


def test_late_presses_are_decided_on_a_page_that_says_what_they_would_change(
    eo: Page, venue: Venue
) -> None:
    game = venue.game(1).number
    venue.do(StartClock(game, Side.RED))
    began_ms = venue.desk.timeline.now_ms()
    venue.do(AdjustClock(game, Side.RED, 600 - 60 * MINUTE, "late to the table"))
    until(lambda: venue.game(1).play.ending, "the flag has fallen")
    venue.do(EnterTally(game, Side.RED, Pair(10, 20)))
    for side in Side:
        venue.do(Answer(game, side, Question.RESULT, True))
    tap = HandIn(game, Tap(game, Side.RED), "1-00000000", follows=True)
    venue.desk.submit(tap, at_ms=began_ms + 100).result(60)
    eo.until("desk.latest.tables[0].condition === 'Late presses'")
    table(eo, 1)
    sentence = eo.do("document.querySelector('dialog .late').innerText")
    assert sentence.startswith("A late press, ")
    assert "Without: " in sentence
    assert "wins by assassination" in sentence
    assert "With: the game goes on in " in sentence
    assert "0:00" in sentence
    eo.press("Count the late press", "dialog")
    closed(eo)
    until(lambda: venue.game(1).play.ending is None, "the game goes on")
    assert venue.game(1).aside == ()


def test_late_presses_of_two_devices_in_the_same_minute_have_different_buttons(
    eo: Page, venue: Venue
) -> None:
    game = venue.game(1).number
    venue.do(StartClock(game, Side.RED))
    began_ms = venue.desk.timeline.now_ms()
    venue.do(AdjustClock(game, Side.RED, 3000 - 60 * MINUTE, "late to the table"))
    until(lambda: venue.game(1).play.ending, "the flag has fallen")
    venue.do(EnterTally(game, Side.RED, Pair(10, 20)))
    for side in Side:
        venue.do(Answer(game, side, Question.RESULT, True))
    for after_ms, tag in ((500, "1-00000000"), (2500, "2-11111111")):
        tap = HandIn(game, Tap(game, Side.RED), tag, follows=True)
        venue.desk.submit(tap, at_ms=began_ms + after_ms).result(60)
    eo.until("(desk.latest.tables[0].late || []).length === 2")
    table(eo, 1)
    buttons = "[...document.querySelectorAll('dialog button')].map((one) => one.innerText)"
    late = [words for words in eo.do(buttons) if "late press of " in words]
    assert len(late) == 4
    assert len(set(late)) == 4


def test_the_organizer_decides_about_a_flag_that_has_waited_too_long_for_its_tablet(
    eo: Page, venue: Venue
) -> None:
    game = venue.game(1).number
    assert venue.server is not None
    venue.server.hold_for(0).result(60)

    async def away() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do({"type": "start_clock", "first": "red"})

    on_line(away)
    venue.do(AdjustClock(game, Side.RED, -60 * MINUTE, "late to the table"), insist=True)
    eo.until("desk.latest.tables.find((one) => one.table === 1).flag_ms !== null")
    table(eo, 1)
    assert "may know of a press" in eo.do("document.querySelector('dialog').innerText")
    eo.do("desk.pressed = true")  # as under a finger: with the longer hold the question is over
    venue.server.hold_for(HOLD_MS).result(60)
    eo.press("Wait for the tablet again", "dialog")
    closed(eo)
    venue.server.hold_for(0).result(60)
    waited_ms = eo.do("desk.latest.now_ms")
    eo.until(f"desk.latest.now_ms > {waited_ms}")
    eo.until("desk.latest.tables.find((one) => one.table === 1).flag_ms === null")
    assert venue.game(1).play.ending is None
    table(eo, 1)
    eo.press("Go on without its tablet", "dialog")
    until(lambda: venue.game(1).play.ending, "the flag has fallen")
    assert venue.game(1).alone


def test_a_code_scanned_at_the_desk_opens_the_page_without_the_pin(
    browser: Browser, venue: Venue
) -> None:
    venue.keys.new_pin()
    assert venue.server is not None
    made = venue.server.new_pass().result(60)
    page = browser.open(f"{venue.base}/eo#pass={made}", 800, 1280)
    page.until("desk.unlocked && desk.latest?.tables.length === 4")
    assert page.do("location.hash") == ""
    assert page.do("localStorage.getItem('flagfall-eo-proof')")
    page.do("sessionStorage.clear()")
    page.close()
    assert browser.errors() == []


def test_on_plain_wifi_the_pin_can_only_be_typed_on_a_page_opened_by_a_scanned_code(
    browser: Browser, tables: Venue
) -> None:
    pin = tables.keys.new_pin()
    page = browser.open("about:blank", 390, 844)
    on_a_plain_line(page)
    page.go(f"{tables.base}/eo")
    page.until("document.body.innerText.includes('Press “Your code…” on Flagfall’s Tablets page')")
    assert page.do("desk.pinpad.element.getClientRects().length") == 0
    page.do(f"desk.pinpad.entered('{pin}'); window.before = desk.link.heardMs")
    page.until("desk.link.heardMs > before")
    assert not page.do("desk.unlocked")
    page.go(f"{tables.base}/eo?#key={tables.keys.mark()}")
    enter(page, pin)
    page.until("desk.unlocked")
    page.do("localStorage.clear(); sessionStorage.clear()")
    page.close()
