"""The table's page in a real browser, with the real rules at the other end of its socket."""

import json

import pytest

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import (
    Answer,
    Claim,
    MakeClaim,
    PauseClock,
    Question,
    ResumeClock,
    ScoreTurn,
    TurnStarted,
)
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.side import Pair, Side
from app.engine.table.game import Tally
from app.engine.table.verdict import final_result
from tests.web_page.chromium import Browser, until
from tests.web_page.fake_server import FakeServer
from tests.web_page.tablet import BLUE, MINUTE, RED, Tablet, touchable
from tests.web_page.venue import Venue

pytestmark = pytest.mark.undrawn

ARMY = (
    ArmyRow("Captain Haley", Kind.CASTER, 6),
    ArmyRow("Lancer", Kind.JACK, 10),
    ArmyRow("Trenchers", Kind.UNIT, 16, 10),
    ArmyRow("Trencher officer", Kind.ATTACHMENT, 4),
)
HEARD = """(() => {
    window.heard = "";
    for (const bar of document.querySelectorAll(".half .bar")) {
        const listener = new MutationObserver(() => (window.heard += bar.innerText));
        listener.observe(bar, { subtree: true, childList: true, characterData: true });
    }
})()"""
"""What is said goes after four seconds."""
STAND = "(() => { const now = table.timeline.now(); table.timeline.at = () => now; })()"
"""However long the next presses take, no time passes on the page between them."""


def test_tapping_back_at_once_is_questioned_on_both_halves(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    tablet.skip(5 * MINUTE)
    tablet.tap(RED)
    tablet.skip(4_000)
    tablet.tap(BLUE)
    assert tablet.step == 5
    touchable(tablet.page)
    tablet.page.press("Yes, Red’s turn goes on", RED)
    assert tablet.step == 4
    until(lambda: venue.game.play.step == 4, "the turn goes on for the others, too")


def test_two_players_play_a_whole_game(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    for half in (RED, BLUE, RED):
        tablet.skip(5 * MINUTE)
        tablet.tap(half)
    tablet.skip(MINUTE)
    tablet.page.press("Score", ".tools.blue")
    tablet.page.press("Blue", f"{BLUE} .row")
    tablet.page.press("Done", BLUE)
    assert "CP 0 (+1 this turn)" in tablet.page.do("table.halves.blue.parts.cp.textContent")
    uncovered_ms = tablet.page.do("table.halves.blue.uncovered")
    tablet.page.click(f"{BLUE} .time", at_ms=uncovered_ms + 200)
    assert tablet.step == 7, "a second touch where the button was is no tap"
    touchable(tablet.page)
    tablet.tap(BLUE)
    assert tablet.step == 8
    tablet.page.press("End game", ".tools.red")
    tablet.page.press("Blue’s last caster is destroyed", RED)
    tablet.page.press("Yes: ask Blue", RED)
    tablet.page.press("Yes, confirm", BLUE)
    tablet.page.press("Enter army points", RED)
    for digit in "10":
        tablet.page.press(digit, RED)
    tablet.page.press("Save the count", RED)
    for half in (RED, BLUE):
        tablet.page.press("Confirm", half)
    tablet.handed_over()
    result = final_result(venue.game)
    assert result is not None
    assert (result.winner, result.how) == (Side.RED, How.ASSASSINATION)
    assert (result.cp, result.apd) == (Pair(0, 1), Pair(10, 0))
    assert "You win" in tablet.page.text(RED)
    assert "Red wins" in tablet.page.text(BLUE)


def test_a_tap_that_is_not_accepted_says_why(tablet: Tablet) -> None:
    tablet.deploy()
    tablet.page.do(HEARD)
    tablet.page.do(STAND)
    tablet.tap(BLUE)
    tablet.page.until("heard.includes('Only Red taps.')")
    tablet.tap(RED)
    tablet.page.until("heard.includes('A turn lasts at least 15 seconds')")
    assert tablet.step == 4


def test_nothing_covers_the_digits_on_a_phone(tablet: Tablet) -> None:
    page = tablet.page
    page.resize(360, 640)
    tablet.deploy()
    page.press("Judge", ".tools.red")
    page.until("table.game().play.judge_called")
    tablet.skip(54 * MINUTE)
    page.until(f"!!document.querySelector('{RED} .low').offsetParent")
    for half in (RED, BLUE):
        assert page.do(f"""['.judge', '.low'].every((one) => {{
            const said = document.querySelector('{half} ' + one);
            if (!said.offsetParent) return true;
            const box = said.getBoundingClientRect();
            const digits = document.querySelector('{half} .time').getBoundingClientRect();
            return box.top >= digits.bottom || box.bottom <= digits.top;
        }})""")


def test_touching_interrupt_twice_makes_one_interrupt(tablet: Tablet) -> None:
    tablet.deploy()
    tablet.page.click("button.interrupt")
    first_ms = tablet.page.do("table.middle.lent")
    tablet.page.click("button.interrupt", at_ms=first_ms + 200)
    assert tablet.page.do("table.game().play.interrupted")
    tablet.page.until(f"performance.now() > {first_ms} + 450")
    tablet.page.click("button.interrupt")
    assert not tablet.page.do("table.game().play.interrupted")


def test_the_organizers_pause_and_resume_are_shown(tablet: Tablet, venue: Venue) -> None:
    tablet.deploy()
    tablet.handed_over()
    venue.eo(PauseClock(venue.game.number, "Lunch is ready"))
    tablet.page.until("table.game().play.pause")
    assert "Lunch is ready" in tablet.page.text(RED)
    venue.eo(ResumeClock(venue.game.number))
    tablet.page.until("!table.game().play.pause")


def test_counts_entered_by_one_player_are_not_undone_by_the_other_s_open_count(
    tablet: Tablet, venue: Venue
) -> None:
    page = tablet.page
    tablet.start()
    page.press("End game", ".tools.red")
    page.press("Blue’s last caster is destroyed", RED)
    page.press("Yes: ask Blue", RED)
    page.press("Yes, confirm", BLUE)
    for half in (RED, BLUE):
        page.press("Enter army points", half)
    page.click(f"{BLUE} .number.blue")
    for digit in "10":
        page.press(digit, RED)
        page.press(digit, BLUE)
    page.press("Save the count", RED)
    page.press("Save the count", BLUE)
    tablet.handed_over()
    assert venue.game.play.tally == Tally(Pair(10, 10), None, None)


def test_a_digit_is_entered_whatever_happens_while_the_finger_is_on_it(
    tablet: Tablet, venue: Venue
) -> None:
    """The other player lifts a finger, and the organizer's computer says something new."""
    page = tablet.page
    tablet.start()
    venue.eo(MakeClaim(venue.game.number, Side.BLUE, Claim.CASTER, Side.RED))
    venue.eo(Answer(venue.game.number, Side.RED, Question.CLAIM, agrees=True))
    page.press("Enter army points", RED)
    for place, digit in enumerate("47"):

        def something_comes(name: str = f"Anna {place}") -> None:
            page.do("dispatchEvent(new PointerEvent('pointerup', { pointerId: 77 }))")
            page.do("new Promise((done) => setTimeout(done))")
            venue.names = Pair(name, venue.names.blue)
            venue.tell()
            page.until(f"table.game().names.red === {json.dumps(name)}")

        key = f".half.red .numkeys button:nth-child({'1234567890'.index(digit) + 1})"
        box = f"document.querySelector({json.dumps(key)}).getBoundingClientRect()"
        x, y = page.do(f"(({{ x, y }}) => [x + 9, y + 9])({box})")
        page.touch(x, y, meanwhile=something_comes)
    page.until("document.querySelector('.half.red .number b').textContent === '47'")


KEY_PLACES = """(async () => {
    const twice = () => new Promise((done) => requestAnimationFrame(() =>
        requestAnimationFrame(done)));
    const key = () => document.querySelector('.half.red .numkeys button:nth-child(10)');
    const top = () => [key().getBoundingClientRect().top,
        key().closest('.body').clientHeight].join(' in ');
    const body = document.querySelector('.half.red .sheet .body');
    body.scrollTop = 0;
    await twice();
    const high = body.clientHeight;
    body.scrollTop = body.scrollHeight;
    await twice();
    const [before, scrolled, low] = [top(), body.scrollTop, body.clientHeight];
    key().click();
    const pressed = top();
    await twice();
    return [scrolled, [high, low], before, pressed, top()];
    })()"""
"""How far the sheet is scrolled, and where a key is before a press, right after it, and later."""


def test_keys_stay_under_the_finger_when_the_sheet_is_scrolled(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server)
    tablet = Tablet(browser, venue, 390, 500, drawn=True)
    page = tablet.page
    tablet.start()
    venue.eo(MakeClaim(venue.game.number, Side.BLUE, Claim.CASTER, Side.RED))
    venue.eo(Answer(venue.game.number, Side.RED, Question.CLAIM, agrees=True))
    page.press("Enter army points", RED)
    page.until("!!document.querySelector('.half.red .numkeys')")
    scrolled = 0
    for high in range(500, 760, 20):
        page.resize(390, high)
        page.until(f"innerHeight === {high}")
        down, [at_top, at_end], *places = page.do(KEY_PLACES)
        scrolled += down > 0
        assert at_top == at_end, (high, at_top, at_end)
        assert len(set(places)) == 1, (high, places)
    assert scrolled
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_a_turn_can_be_extended_on_the_page(browser: Browser, server: FakeServer) -> None:
    venue = Venue(server, packet="sr2014", scenario="Destruction")
    tablet = Tablet(browser, venue)
    tablet.deploy()
    shown = tablet.page.text(RED)
    passed_s = int(tablet.page.do("table.timeline.now() - table.game().play.step_since_ms")) // 1000
    left = range(12 * 60 - passed_s - 1, 12 * 60 + 1)
    assert any(f"{one // 60}:{one % 60:02}" in shown for one in left)
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


def test_a_player_starts_their_own_turn_and_a_second_touch_does_not_end_it(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2014", scenario="Destruction")
    tablet = Tablet(browser, venue)
    tablet.deploy()
    tablet.skip(MINUTE)
    tablet.tap(RED)
    tablet.skip(MINUTE)
    page = tablet.page
    page.until("table.game().play.awaits_start")
    assert "then tap here to start your turn" in page.text(BLUE)
    assert "No clock is running" in page.text(RED)
    assert "12:00" in page.text(BLUE)
    tablet.tap(RED)
    page.until(f"document.querySelector('{RED} .bar').innerText.includes('Blue starts the turn')")
    first_ms = float(page.do("performance.now()"))
    page.click(f"{BLUE} .time", at_ms=first_ms)
    page.click(f"{BLUE} .time", at_ms=first_ms + 200)
    page.until("!table.game().play.awaits_start")
    tablet.handed_over()
    started = [mark.side for mark in venue.game.marks if isinstance(mark, TurnStarted)]
    assert started == [Side.RED, Side.BLUE]
    assert venue.game.play.step == 5
    page.do("localStorage.clear()")
    page.close()


def test_tapping_an_element_on_the_map_gives_it_to_the_next_possible_holder(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2014", scenario="Destruction")
    tablet = Tablet(browser, venue)
    tablet.deploy()
    for half, after in ((RED, BLUE), (BLUE, RED), (RED, BLUE)):
        tablet.skip(MINUTE)
        tablet.tap(half)
        tablet.start_turn(after)
    tablet.page.press("Score", ".tools.blue")
    tablet.page.until(f"!!document.querySelector('{BLUE} .map g')")
    tablet.page.click(f"{BLUE} .map g")
    tablet.handed_over()
    holdings = venue.game.play.scores[7].holdings
    assert [(holding.key, holding.side) for holding in holdings] == [("zone", Side.BLUE)]
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_a_clock_on_the_table_keeps_the_time_and_the_page_only_shows_it(tablet: Tablet) -> None:
    tablet.deploy()
    game = tablet.venue.game.number
    tablet.venue.eo(PauseClock(game, "A clock is put on the table"))
    tablet.venue.eo(HoldTime(game, by_clock=True))
    tablet.venue.eo(ResumeClock(game))
    tablet.page.until("table.game().play.clock_holds && !table.game().play.pause")
    tablet.tap(RED)
    tablet.page.until(f"document.querySelector('{RED} .bar').innerText.includes('Press that one')")
    assert tablet.page.do("table.queue.marks.length") == 0
    tablet.skip(80 * MINUTE)
    assert tablet.page.do("table.game().play.flag") is None
    assert tablet.page.do("table.game().play.ending") is None


def test_players_choose_their_lists_before_the_clock(browser: Browser, server: FakeServer) -> None:
    venue = Venue(server)
    for number in (1, 2):
        lists = tuple(
            ArmyList((ArmyRow(name, Kind.CASTER, 6), *ARMY[1:])) for name in ("Haley", "Sloan")
        )
        venue.desk.do(EnterArmy(number, lists), insist=True)
    tablet = Tablet(browser, venue)
    before = tablet.page.text(BLUE)
    assert "List 2 (Sloan)" in before, "a player’s own lists have names"
    tablet.page.press("List 2", RED)
    tablet.page.until(
        f"document.querySelector('{RED} .sheet').innerText.includes('has not chosen')"
    )
    tablet.handed_over()
    assert "Sloan" not in tablet.page.text(RED), "the opponent sees this half too"
    assert tablet.page.text(BLUE) == before
    assert "Sloan" not in tablet.page.text(".middle")
    tablet.page.press("List 1", BLUE)
    tablet.handed_over()
    tablet.page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Sloan')")
    for told in ("Red: List 2 (Sloan)", "Blue: List 1 (Haley)"):
        assert told in tablet.page.text(BLUE)
    red, blue = venue.game.players
    assert venue.desk.state.rounds[0].lists == {red: 2, blue: 1}
    tablet.start()
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def test_once_the_organizer_has_decided_nothing_of_the_clock_is_shown(
    tablet: Tablet, venue: Venue
) -> None:
    tablet.deploy()
    tablet.page.until("!table.middle.interrupt.hidden")
    assert "expected end" in tablet.page.text(".about")
    venue.eo(ReportResult(1, Result(Side.BLUE, How.SCENARIO, Pair(0, 6), Pair(0, 0))))
    tablet.page.until("table.middle.interrupt.hidden")
    assert "expected end" not in tablet.page.text(".about")
    for side in (RED, BLUE):
        assert "left on the clock" not in tablet.page.text(side)
    assert tablet.page.do("Object.values(table.middle.tools).every((one) => one.claim.disabled)")


def test_a_tap_meant_for_the_clock_answers_no_question_that_comes_under_the_finger(
    tablet: Tablet,
) -> None:
    tablet.start()
    number = tablet.venue.game.number
    tablet.venue.eo(MakeClaim(number, Side.BLUE, Claim.CASTER, Side.RED))
    yes = ".half.red .sheet footer button.primary"
    asked_ms = tablet.page.until(f"document.querySelector('{yes}') && performance.now()")
    asked_ms = tablet.page.do("table.halves.red.asked") or asked_ms
    tablet.page.click(yes, at_ms=asked_ms + 100)
    assert tablet.page.do("table.game().play.claim.by") == "blue"
    tablet.page.until("!document.querySelector('.half.red [data-fresh]')")
    tablet.page.click(yes, at_ms=asked_ms + 1000)
    tablet.page.until("table.game().play.ending?.how === 'assassination'")
    tablet.handed_over()


def test_a_tap_a_moment_too_late_does_not_give_up_the_game(tablet: Tablet) -> None:
    tablet.deploy()
    tablet.skip(MINUTE)
    tablet.tap(RED)
    for _ in range(2):
        tablet.skip(MINUTE)
        tablet.tap(BLUE)
        tablet.skip(MINUTE)
        tablet.tap(RED)
    number = tablet.venue.game.number
    tablet.handed_over()
    tablet.venue.eo(ScoreTurn(number, None, 7, (), points=Pair(0, 5), reason="As agreed"))
    tablet.page.until("!!table.game().play.scores[7]")
    tablet.skip(58 * MINUTE)
    lose = ".half.blue .sheet footer button.danger"
    asked_ms = tablet.page.until(f"document.querySelector('{lose}') && performance.now()")
    asked_ms = tablet.page.do("table.halves.blue.asked") or asked_ms
    tablet.page.click(lose, at_ms=asked_ms + 100)
    assert tablet.page.do("table.game().play.ending") is None
    tablet.page.until("!document.querySelector('.half.blue [data-fresh]')")
    tablet.page.click(lose, at_ms=asked_ms + 1000)
    tablet.page.until("table.game().play.ending?.how === 'clock_out'")
    tablet.handed_over()


def test_touching_save_twice_does_not_agree_to_the_count(tablet: Tablet) -> None:
    tablet.start()
    number = tablet.venue.game.number
    tablet.venue.eo(MakeClaim(number, Side.BLUE, Claim.CASTER, Side.RED))
    tablet.venue.eo(Answer(number, Side.RED, Question.CLAIM, agrees=True))
    tablet.page.press("Enter army points", RED)
    save = ".half.red .sheet footer button.primary"
    tablet.page.click(save)
    asked_ms = tablet.page.until("!!table.game().play.tally && performance.now()")
    asked_ms = tablet.page.do("table.halves.red.asked") or asked_ms
    tablet.page.click(save, at_ms=asked_ms + 100)
    assert tablet.page.do("table.game().play.answers.red") is None
    tablet.handed_over()


def test_the_scoring_rules_can_be_read_before_the_game_and_from_the_pad(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2012", scenario="Command and Control")
    tablet = Tablet(browser, venue, 1280, 800)
    page = tablet.page
    page.press("Scenario", ".tools.blue")
    text = f"document.querySelector('{BLUE} .briefing')?.innerText ?? ''"
    page.until(f"({text}).includes('first player 17 inches')")
    assert "Controls: A model of yours base to base" in str(page.do(text))
    assert page.do(f"document.querySelectorAll('{BLUE} ellipse.deployment').length") == 2
    page.press("Back", BLUE)
    page.until(f"!document.querySelector('{BLUE} .briefing')")
    tablet.deploy()
    for half, after in ((RED, BLUE), (BLUE, RED), (RED, BLUE)):
        tablet.skip(MINUTE)
        tablet.tap(half)
        tablet.start_turn(after)
    page.press("Score", ".tools.blue")
    page.press("What counts", BLUE)
    page.until(f"({text}).includes('Contests')")
    page.press("Back", BLUE)
    page.until(f"!!document.querySelector('{BLUE} .pad .row')")
    page.do("localStorage.clear()")
    page.close()


def test_objectives_are_chosen_in_secret_and_shown_together(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2017", scenario="The Pit II")
    tablet = Tablet(browser, venue, 1280, 800)
    page = tablet.page
    page.press("My objective", RED)
    page.press("Armory", RED)
    page.until(f"document.querySelector('{RED} .sheet').innerText.includes('Objective chosen')")
    assert "Armory" not in page.text(BLUE)
    page.press("My objective", BLUE)
    page.press("Stockpile", BLUE)
    tablet.handed_over()
    page.until(f"document.querySelector('{BLUE} .sheet').innerText.includes('Red Armory')")
    assert venue.game.play.objectives == Pair("Armory", "Stockpile")
    page.press("Scenario", ".tools.blue")
    text = f"document.querySelector('{BLUE} .briefing')?.innerText ?? ''"
    page.until(f"({text}).includes('Blue: Stockpile')")
    page.do("localStorage.clear()")
    page.close()


def test_the_map_stays_visible_beside_a_briefing_longer_than_the_screen(
    browser: Browser, server: FakeServer
) -> None:
    venue = Venue(server, packet="sr2015", scenario="Fire Support")
    tablet = Tablet(browser, venue)
    tablet.page.press("Scenario", ".tools.red")
    tablet.page.until(f"!!document.querySelector('{RED} .briefing')")
    seen = f"""(() => {{
        const body = document.querySelector('{RED} .sheet .body');
        const inside = () => {{
            const [map, frame] = [body.querySelector('.map'), body]
                .map((one) => one.getBoundingClientRect());
            return map.top >= frame.top - 1 && map.bottom <= frame.bottom + 1;
        }};
        const first = inside();
        body.scrollTop = body.scrollHeight;
        return [body.scrollHeight > 2 * body.clientHeight, first, inside()];
    }})()"""
    assert tablet.page.do(seen) == [True, True, True]
    tablet.page.close()
