"""The pad of a turn that both players score (Steamroller 2026), on a tablet in a real browser."""

from typing import Any

import pytest

from app.engine.acts.table import CallJudge, Counted, FlagFell, Holding, PauseClock, ScoreTurn, Tap
from app.engine.language import packet_text, use_words
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.engine.table.scoring import control_points
from app.engine.table.verdict import verdict
from app.views.table import turn_pad
from app.views.table import turn_pad_words as words
from app.views.table.element_states import states_line
from app.views.table.map_places import measures
from app.web.server.http import read_pages
from tests.engine.event import PACKETS
from tests.web_page.chromium import Browser, Page
from tests.web_page.every_sheet import resize
from tests.web_page.fake_server import WEB, FakeServer
from tests.web_page.tablet import BLUE, MINUTE, RED, Tablet, touchable
from tests.web_page.turn_pads import (
    CHANGES,
    FIRST_SCORED,
    FOOT,
    PAD,
    SETTLED,
    USUAL,
    PadTaps,
    at_turn,
    held,
    measured,
    opened,
)
from tests.web_page.venue import Venue

pytestmark = pytest.mark.undrawn

LIT = f"""[...document.querySelectorAll('{PAD} button.cell[aria-pressed=true]')]
    .map((one) => one.getAttribute('aria-label'))"""
MARKED = f"document.querySelectorAll('{PAD} .dot').length"
ROWS = f"""[...document.querySelectorAll('{PAD} .turnrow')]
    .map((one) => one.getAttribute('aria-label'))"""
SIZES = (
    *((1366, 768), (820, 1180), (768, 1024), (1024, 768), (390, 844)),
    *((360, 640), (844, 390), (410, 590), (512, 384)),
)
LOW = f"""[...document.querySelectorAll('{PAD} button, {PAD} .turnrow')]
    .filter((one) => one.offsetParent && !one.matches('.more') &&
        one.getBoundingClientRect().height < 43.9)
    .map((one) => `${{one.className}} ${{one.textContent}}`)"""
NAMED = (
    *("button:not(.cell)", ".cell > span", "h2", ".element-name", ".verdict"),
    *(".heads b", ".heads small"),
)
NAMES = ", ".join(f"{PAD} {one}" for one in NAMED)
CUT = f"""[...document.querySelectorAll({NAMES!r})]
    .filter((one) => one.offsetParent && (one.scrollWidth > one.clientWidth + 1 ||
        (one.matches('button') && one.scrollHeight > one.clientHeight + 1)))
    .map((one) => `${{one.className}} ${{one.textContent}}`)"""

TOUCHED = f"""[...document.querySelectorAll('{PAD} .bridge')].flatMap((bridge) => {{
    const box = bridge.getBoundingClientRect();
    return [...document.querySelectorAll('{PAD} .letter, {PAD} .dot')]
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, {{ left, right, top, bottom }}]) => left < box.right && box.left < right &&
            top < box.bottom && box.top < bottom)
        .map(([one]) => `${{bridge.textContent}} over ${{one.className}} ${{one.textContent}}`);
}})"""
"""Words between two cells that lie on something in a cell."""
OVER_CORNERS = f"""[...document.querySelectorAll('{PAD} .bridge')].filter((bridge) => {{
    const [style, box, words] = [getComputedStyle(bridge), bridge.getBoundingClientRect(),
        document.createRange()];
    words.selectNodeContents(bridge);
    const [rim, high] = [parseFloat(style.borderTopWidth), box.height / 2];
    const round = Math.min(parseFloat(style.borderTopLeftRadius), high) - rim;
    const past = Math.max(parseFloat(style.fontSize) * 0.36 - (high - rim - round), 0);
    const begins = rim + round - Math.sqrt(round * round - past * past);
    return words.getBoundingClientRect().left - box.left < begins + 0.5;
}}).map((bridge) => bridge.textContent)"""
"""Words between two cells whose first digit runs over the rounded rim around them."""
CROSSED = """[...document.querySelectorAll('.mapsheet .measure.box text')].flatMap((words) => {
    const { left, right, top, bottom } = words.getBoundingClientRect();
    return [...document.querySelectorAll('.mapsheet .reach')].filter((ring) => {
        const box = ring.getBoundingClientRect();
        const [radius, x, y] = [box.width / 2, box.left + box.width / 2, box.top + box.height / 2];
        const near = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
        const far = Math.hypot(Math.max(x - left, right - x), Math.max(y - top, bottom - y));
        return near < radius && radius < far;
    }).concat([...document.querySelectorAll('.mapsheet .measure:not(.box) line')].filter((line) => {
        const box = line.getBoundingClientRect();
        return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
    })).map(() => words.textContent);
})"""
"""Words of a kill box that a line or the circle around an element runs through."""
COVERED = """(() => {
    const texts = [...document.querySelectorAll('.mapsheet .map text')]
        .map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.width);
    return texts.flatMap(([words, one], at) => texts.slice(at + 1)
        .filter(([, other]) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
            && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)
        .map(([others]) => `${words} and ${others}`));
})()"""
"""Texts on the map that lie on each other."""
SCROLLS = f"""(() => {{
    const body = document.querySelector('{PAD} .body');
    return body.scrollHeight - body.clientHeight;
}})()"""
DIGITS = "document.querySelector('.half.blue .digits').getBoundingClientRect().height"
BESIDE = """(() => {
    const of = (part) => document.querySelector(`.half.blue ${part}`).getBoundingClientRect();
    const [digits, judge] = [of('.digits'), of('.judge')];
    return judge.width && Math.max(digits.left - judge.right, judge.left - digits.right);
})()"""
"""So far a clock's digits are from the call for a judge."""
BROKEN = f"""[...document.querySelectorAll('{PAD} .element-name')].filter((one) => one.offsetParent)
    .flatMap((one) => [...one.firstChild.textContent.matchAll(/\\S+/g)].map((word) => {{
        const range = document.createRange();
        range.setStart(one.firstChild, word.index);
        range.setEnd(one.firstChild, word.index + word[0].length);
        const tops = [...range.getClientRects()].map((box) => Math.round(box.top));
        return new Set(tops).size > 1 ? word[0] : '';
    }}).filter(Boolean))"""
"""Words of elements' names that go on in another line."""
MARKS_AND_NAMES = f"""[...document.querySelectorAll('{PAD} .card h3')].map((head) => {{
    const name = document.createRange();
    name.selectNode(head.lastChild);
    return {{
        mark: Math.round(head.firstElementChild.getBoundingClientRect().bottom),
        name: Math.round(name.getBoundingClientRect().top) + 2,
    }};
}})"""
"""Where each card's mark ends, and where its name begins."""


def points(venue: Venue, steps: int) -> Pair[int]:
    game: Game = venue.game
    return control_points(game.terms, game.play.first, game.play.scores, steps)


def leave(tablet: Tablet) -> None:
    tablet.page.do("localStorage.clear()")
    tablet.page.close()


def settle(page: Page) -> None:
    """Wait until its letters are loaded and it has done what it was about to do."""
    page.do("document.fonts.ready.then(() => new Promise((done) => setTimeout(done)))")


def gone(tablet: Tablet) -> None:
    tablet.page.until(f"!document.querySelector('{PAD}')")
    tablet.handed_over()


def test_a_pad_that_failed_to_load_appears_after_a_reload_a_minute_later(
    browser: Browser, server: FakeServer
) -> None:
    """Browsers do not ask for a module again that once could not be loaded."""
    venue = at_turn(server, "Two Fronts")
    page = browser.open("about:blank", 820, 1180)
    page.call("Network.enable")
    page.call("Network.setBlockedURLs", urls=["*turn_map.js*"])
    page.go(venue.url)
    page.until("window.table?.link?.state === 'in touch' && table.game()")
    page.until("performance.getEntriesByType('resource').some((one) => /turn_pads/.test(one.name))")
    page.until("!table.loads")
    page.call("Network.setBlockedURLs", urls=[])
    page.do(
        "window.was = true; const now = performance.now.bind(performance);"
        "performance.now = () => now() + 60_000"
    )
    page.until("!window.was && !!window.table?.seats?.pads")
    page.close()
    browser.errors()


def test_after_a_turn_its_player_is_asked_to_score_and_shown_the_previous_holdings(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    tablet.tap(RED)
    tablet.page.until(f"!!document.querySelector('{RED} {PAD}')")
    assert venue.game.play.step in {8, 9}
    assert tablet.step == 9, "the scoring runs on the opponent’s clock"
    assert "Red’s turn 3 is over" in tablet.page.text(f"{RED} {PAD}")
    assert tablet.page.do(LIT) == [
        "Blue: Defender’s 40 mm objective", "Red: Attacker’s 50 mm objective",
    ]  # fmt: skip
    assert tablet.page.do(MARKED) == 0
    assert "Tap here" in tablet.page.text(BLUE), "the other plays on"
    leave(tablet)


def test_changes_are_marked_and_scored_only_with_the_button(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    tablet.tap(RED)
    pad = PadTaps(tablet)
    pad.cell("Defender’s 40 mm", "red")
    tablet.page.until(f"{MARKED} === 2")
    assert tablet.page.do(LIT)[0] == "Red: Defender’s 40 mm objective, changed"
    tablet.handed_over()
    assert points(venue, 9) == Pair(1, 1), "of the turn before"
    pad.cell("Attacker’s 40 mm", "red")
    tablet.page.until(f"document.querySelector('{PAD} .bridge').textContent === 'both +1'")
    assert "+4" in tablet.page.text(f"{FOOT} .sum.red")
    pad.press("Done")
    gone(tablet)
    assert points(venue, 9) == Pair(5, 1)
    leave(tablet)


def test_entries_survive_a_reload_and_another_sheet(browser: Browser, server: FakeServer) -> None:
    tablet = opened(browser, at_turn(server, "Two Fronts"))
    tablet.tap(RED)
    PadTaps(tablet).cell("Defender’s 40 mm", "red")
    tablet.page.until(f"{MARKED} === 2")
    tablet.handed_over()
    tablet.page.reload()
    tablet.page.until(f"!!document.querySelector('{RED} {PAD}') && {MARKED} === 2")
    leave(tablet)


def test_in_the_attackers_second_turn_only_the_kill_box_is_asked_about(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Trench Warfare", step=6)
    tablet = opened(browser, venue)
    tablet.tap(RED)
    pad = PadTaps(tablet)
    pad.page.until(SETTLED)
    assert tablet.page.do(ROWS) == ["Kill box"]
    assert tablet.page.do(f"document.querySelectorAll('{PAD} button.cell').length") == 1
    pad.cell("Kill box", "blue")
    pad.press("Done")
    gone(tablet)
    assert points(venue, 7) == Pair(0, 2)
    leave(tablet)


def test_only_elements_that_can_score_are_listed(browser: Browser, server: FakeServer) -> None:
    """One's own terrain scores 0, and a cache takes a Combat Action of the active player's."""
    tablet = opened(browser, at_turn(server, "Trench Warfare", holds=[("cache-first", Side.BLUE)]))
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    rows = tablet.page.do(ROWS)
    assert [rows[0], *rows[5:]] == ["Kill box", "The opponent’s cache", "The opponent’s terrain"]
    assert len(rows) == 7
    cache = f"document.querySelectorAll('{PAD} .turnrow')[5]"
    assert tablet.page.do(f"{cache}.querySelectorAll('button.cell.red').length") == 1
    assert tablet.page.do(f"{cache}.querySelector('.taken').textContent") == "taken"
    assert tablet.page.do(LIT) == [], "a cache scores once"
    leave(tablet)


def test_the_fuse_takes_its_tokens_before_the_turn_ends(
    browser: Browser, server: FakeServer
) -> None:
    lit = [Counted("flag-first", 3)]
    venue = at_turn(server, "High Stakes", counted=lit)
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.tap(RED)
    assert tablet.step == 8, "it is a part of the turn"
    pad.take(2, "Attacker’s terrain")
    tablet.page.until(f"document.querySelector('{PAD}').dataset.stage === 'boom'")
    assert "POW 14" in tablet.page.text(PAD)
    assert "goes off" in tablet.page.text(BLUE), "the other player sees it"
    assert tablet.step == 8
    pad.press("Rolled. Now score")
    tablet.page.until("table.game().play.step === 9")
    assert "has gone off" in tablet.page.text(PAD)
    pad.cell("Attacker’s terrain", "red")
    tablet.page.until(f"{LIT}.length === 3")
    assert "+3" in tablet.page.text(f"{FOOT} .sum.red")
    pad.press("Done")
    gone(tablet)
    assert venue.game.play.scores[8].counted == (Counted("flag-first", 2),)
    leave(tablet)


def test_nobody_holds_the_fuse_and_one_tap_records_the_die_s_choice(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "High Stakes", holds=[("objective-40-second", Side.BLUE)])
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.tap(RED)
    pad.press("3")
    tablet.page.until("table.game().play.step === 9")
    pad.press("Done")
    gone(tablet)
    assert venue.game.play.scores[8].counted == (Counted("objective-50", 1),)
    assert pad.taps == 2
    leave(tablet)


def test_the_die_may_choose_a_countdown_that_has_ended(
    browser: Browser, server: FakeServer
) -> None:
    holds = [("objective-50", Side.RED)]
    took = [Counted("flag-second", 3)]
    venue = at_turn(server, "High Stakes", step=9, holds=holds, counted=took)
    venue.eo(ScoreTurn(1, None, 7, held(*holds), counted=(Counted("flag-second", 2),)))
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.tap(BLUE)
    tablet.page.press_named("Red: 50 mm objective", PAD)
    tablet.page.until(f"document.querySelector('{PAD}').textContent.includes('has gone off')")
    pad.press("1")
    tablet.page.until("table.game().play.step === 10")
    pad.press("Done")
    gone(tablet)
    assert venue.game.play.scores[9].counted == ()
    leave(tablet)


def test_both_who_hold_the_fuse_choose_before_the_clock_passes(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "High Stakes", counted=[Counted("flag-first", 3)])
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    tablet.page.press_named("Who controls 50 mm objective?", PAD)
    pad.press("Both control it")
    tablet.page.until(f"document.querySelector('{PAD} .hint').textContent.includes('now Red')")
    assert tablet.page.text(f"{PAD} .turnrows").count("controls it") == 2
    said = tablet.page.do(SAID)
    assert said["hint"] == said_in_windows(venue.game, said)["hint"]
    pad.take(2, "Attacker’s terrain")
    tablet.page.until(f"document.querySelector('{PAD}').dataset.stage === 'boom'")
    pad.press("Rolled. Now score")
    tablet.page.until(f"document.querySelector('{PAD} .hint')?.textContent.includes('now Blue')")
    assert tablet.step == 8, "the other has not chosen"
    said = tablet.page.do(SAID)
    assert said["hint"] == said_in_windows(venue.game, said)["hint"]
    assert "has gone off" in tablet.page.text(PAD)
    pad.take(3, "50 mm objective")
    tablet.page.until("table.game().play.step === 9")
    pad.press("Done")
    gone(tablet)
    lost = (Counted("flag-first", 2), Counted("objective-50", 3))
    assert venue.game.play.scores[8].counted == lost
    leave(tablet)


def test_leaving_the_fuse_question_leaves_the_turn_unfinished(
    browser: Browser, server: FakeServer
) -> None:
    tablet = opened(browser, at_turn(server, "High Stakes"))
    tablet.tap(RED)
    PadTaps(tablet).press("×")
    tablet.page.until(f"!document.querySelector('{PAD}')")
    assert tablet.step == 8
    touchable(tablet.page)
    tablet.tap(RED)
    tablet.page.until(f"document.querySelector('{PAD}')?.dataset.stage === 'fuse'")
    leave(tablet)


def test_a_token_lets_the_opponent_move_and_the_third_is_worth_points_once(
    browser: Browser, server: FakeServer
) -> None:
    two = [Counted("objective-40-first", 1)]
    venue = at_turn(server, "Wolves at Our Heels", counted=two)
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.tap(RED)
    pad.press("Next: tokens")
    tablet.page.until(f"document.querySelectorAll('{PAD} .card.red .full').length === 2")
    assert "You may move: Attacker’s 40 mm objective" in tablet.page.text(BLUE)
    pad.press("Take it back")
    tablet.page.until(f"document.querySelectorAll('{PAD} .card.red .full').length === 1")
    pad.press("Add the token")
    pad.press("Done")
    gone(tablet)
    assert venue.game.play.scores[8].counted == (Counted("objective-40-first", 1),)
    leave(tablet)


def test_a_payload_is_moved_in_its_owner_s_time_and_arrives_once(
    browser: Browser, server: FakeServer
) -> None:
    holds = [("objective-50-first", Side.RED), ("objective-40-first", Side.RED)]
    venue = at_turn(server, "Payload", holds=holds)
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.tap(RED)
    pad.press("Next: move")
    tablet.page.until(f"document.querySelector('{PAD} .inches').textContent.includes('4″')")
    assert tablet.step == 8
    assert "3 + 1 towards Defender’s terrain" in tablet.page.text(PAD)
    pad.press("−")
    pad.press("Moved 3″")
    gone(tablet)
    assert tablet.step == 9
    assert venue.game.play.scores[8].counted == (Counted("objective-50-first", 3),)
    tablet.skip(MINUTE)
    touchable(tablet.page)
    tablet.tap(BLUE)
    pad.press("Next: move")
    pad.press("Arrived +3", f"{PAD} .card.red")
    pad.press("Arrived +3", FOOT)
    gone(tablet)
    assert points(venue, 10).red - points(venue, 9).red == 2 + 3
    leave(tablet)


def out_of_time(browser: Browser, server: FakeServer, holds: list[tuple[str, Side]]) -> Tablet:
    venue = at_turn(server, "Two Fronts", step=9, holds=holds)
    tablet = opened(browser, venue)
    tablet.skip(60 * MINUTE)
    tablet.page.until("table.game().play.flag?.side === 'blue'")
    tablet.page.until(f"!!document.querySelector('{RED} {PAD}')")
    return tablet


@pytest.mark.parametrize(
    ("cells", "how"), [(["Terrain", "Attacker’s 40"], "scenario"), ([], "assassination")]
)
def test_after_a_player_s_time_runs_out_the_opponent_scores_once_more_from_scratch(
    browser: Browser, server: FakeServer, cells: list[str], how: str
) -> None:
    tablet = out_of_time(browser, server, [("objective-40-second", Side.BLUE)])
    venue, pad = tablet.venue, PadTaps(tablet)
    tablet.page.until(SETTLED)
    assert tablet.page.do(LIT) == []
    assert "Kill box" not in tablet.page.do(ROWS)
    assert tablet.page.do(f"document.querySelectorAll('{PAD} button.cell.blue').length") == 0
    assert "What does Red score now?" in tablet.page.text(PAD)
    assert "Earlier turn" not in tablet.page.text(PAD), "one question, one answer"
    for cell in cells:
        pad.cell(cell, "red")
    said = f"document.querySelector('{PAD} .verdict').textContent"
    tablet.page.until(f"{said}.includes('Red wins by {how}')")
    pad.press("End the game")
    tablet.page.until("table.game().play.ending !== null")
    tablet.handed_over()
    assert any(isinstance(mark, FlagFell) for mark in venue.game.marks)
    decided = verdict(venue.game)
    assert decided is not None
    assert decided.winner is Side.RED
    assert decided.how.value == ("scenario" if how == "scenario" else "clock_out")
    leave(tablet)


def test_the_last_turn_is_scored_before_the_result(browser: Browser, server: FakeServer) -> None:
    venue = at_turn(server, "Pressure Point", step=17)
    tablet = opened(browser, venue)
    tablet.tap(BLUE)
    tablet.page.until("table.game().play.ending !== null")
    tablet.page.until(f"!!document.querySelector('{BLUE} {PAD}')")
    assert "That was the last turn" in tablet.page.text(PAD)
    PadTaps(tablet).press("Done")
    gone(tablet)
    assert 17 in venue.game.play.scores
    leave(tablet)


def test_only_one_element_is_explained_at_a_time_and_both_players_may_control_it(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    info = f"[...document.querySelectorAll('{PAD} .info')]"
    tablet.page.do(f"{info}[0].click()")
    tablet.page.until(f"!!document.querySelector('{PAD} .tip')")
    tip = tablet.page.text(f"{PAD} .tip")
    assert "Any enemy model within 3 inches" in tip
    assert "unit" in tip, "it is a 40 mm objective"
    assert "battle engine" not in tip
    tablet.page.do(f"{info}[1].click()")
    tablet.page.until(f"{info}[1].getAttribute('aria-expanded') === 'true'")
    assert tablet.page.do(f"document.querySelectorAll('{PAD} .tip').length") == 1
    PadTaps(tablet).press("Both control it")
    tablet.page.until(f"{LIT}.length === 4")
    leave(tablet)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(("width", "high"), [(1024, 768), (390, 844)])
@pytest.mark.parametrize("scenario", ["Fault Line", "Trench Warfare"])
def test_german_names_fit_in_seven_rows(
    browser: Browser, server: FakeServer, scenario: str, width: int, high: int
) -> None:
    use_words(PACKETS["sr2026"].vocabulary)
    tablet = opened(browser, at_turn(server, scenario), width, high)
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    assert "des Verteidigers" in tablet.page.text(PAD)
    assert tablet.page.text(f"{PAD} .heads .blue small") == "Verteidiger"
    settle(tablet.page)
    assert tablet.page.do(f"[...{LOW}, ...{CUT}, ...{TOUCHED}, ...{OVER_CORNERS}]") == []
    assert tablet.page.do(SCROLLS) <= 1
    tablet.page.until(f"!document.querySelector('{PAD} .more').offsetParent", 5)
    leave(tablet)


@pytest.mark.usefixtures("german")
def test_all_text_on_a_german_pad_after_scoring_is_german(
    browser: Browser, server: FakeServer
) -> None:
    holds = [("objective-50-first", Side.RED)]
    tablet = opened(browser, at_turn(server, "Payload", holds=holds))
    says = tablet.venue.game.terms.scenario.says
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    tablet.page.do(f"document.querySelector('{FOOT} .go').click()")
    tablet.page.until(f"!!document.querySelector('{PAD} .says')")
    shown = tablet.page.text(f"{PAD} .says")
    assert shown == packet_text(says[0])
    assert shown != says[0]
    leave(tablet)


@pytest.mark.usefixtures("german")
def test_german_names_of_countdowns_are_broken_between_words_only(
    browser: Browser, server: FakeServer
) -> None:
    tablet = opened(browser, at_turn(server, "High Stakes"), 1024, 768)
    tablet.tap(RED)
    tablet.page.until(f"document.querySelectorAll('{PAD} .face').length > 0")
    for width, high in ((1024, 768), (390, 844)):
        resize(tablet.page, width, high)
        assert tablet.page.do(f"[...{CUT}, ...{BROKEN}]") == [], (width, high)
    leave(tablet)


BROKEN_TITLE = f"""[...document.querySelectorAll('{PAD} h2')].flatMap((one) => {{
    const text = one.firstChild;
    return [...text.textContent.matchAll(/\\S+/g)].map((word) => {{
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1 ? word[0] : '';
    }}).filter(Boolean);
}})"""
"""Words of a pad's title that go on in another line."""


@pytest.mark.usefixtures("german")
def test_no_word_of_a_german_title_is_broken(browser: Browser, server: FakeServer) -> None:
    tablet = opened(browser, at_turn(server, "Payload"), 1024, 768)
    tablet.tap(RED)
    PadTaps(tablet).press("Weiter: bewegen")
    tablet.page.until(f"document.querySelector('{PAD}')?.dataset.stage === 'after'")
    settle(tablet.page)
    assert tablet.page.do(BROKEN_TITLE) == []
    assert tablet.page.do(f"document.querySelector('{PAD} h2').clientHeight") < 40, "one line"
    leave(tablet)


SUNK = f"""(() => {{
    const at = (part) => document.querySelector('{PAD} ' + part).getBoundingClientRect().bottom;
    return at('.tip .both') - at('.body');
}})()"""
"""So far what can be pressed in an explanation lies below the edge."""


@pytest.mark.usefixtures("german")
def test_a_long_explanation_is_entirely_visible_once_opened(
    browser: Browser, server: FakeServer
) -> None:
    tablet = opened(browser, at_turn(server, "High Stakes"), 1024, 640, drawn=True)
    tablet.tap(RED)
    pad = PadTaps(tablet)
    pad.take(1, "Gelände des Verteidigers")
    tablet.page.until(f"document.querySelector('{PAD}').dataset.stage === 'score'")
    tablet.page.until(SETTLED)
    tablet.page.do(f"document.querySelector('{PAD} .info').click()")
    tablet.page.until(f"!!document.querySelector('{PAD} .tip .both') && {SUNK} <= 0")
    leave(tablet)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("scenario", ["High Stakes", "Wolves at Our Heels"])
def test_the_opponent_s_time_is_readable_while_scoring_on_a_phone(
    browser: Browser, server: FakeServer, scenario: str
) -> None:
    counted = {"High Stakes": "flag-first", "Wolves at Our Heels": "objective-40-first"}
    venue = at_turn(server, scenario, counted=[Counted(counted[scenario], 1)])
    tablet = opened(browser, venue, 390, 844)
    tablet.tap(RED)
    settle(tablet.page)
    assert tablet.page.do("document.querySelector('.stands').textContent")
    digits = "parseInt(document.querySelector('.half.blue .digits').style.fontSize)"
    tablet.page.until(f"{digits} >= 36")
    leave(tablet)


SMALL_OR_CUT = """['red', 'blue'].flatMap((side) => {
    const { time, digits } = table.halves[side].parts;
    if (!digits.textContent || table.seats.of[side].lies) return [];
    const [outer, inner] = [time, digits].map((one) => one.getBoundingClientRect());
    const high = parseFloat(getComputedStyle(digits).fontSize);
    const whole = inner.top >= outer.top - high * 0.15 && inner.bottom <= outer.bottom + high * 0.15
        && inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    return high >= 36 && whole ? [] : [[side, high, outer.height]];
})"""
"""Times that nothing covers and that are too small, or run over their box: side, height, room."""
OPENED = ("briefing", "menu", "claim", "pad", "losses", "brought")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("clock", ["runs", "is paused"])
def test_the_opponent_s_time_is_readable_beside_every_sheet_on_a_phone(
    browser: Browser, server: FakeServer, clock: str
) -> None:
    venue = at_turn(server, "Wolves at Our Heels", counted=[Counted("objective-40-first", 1)])
    tablet = opened(browser, venue, 390, 844)
    if clock == "is paused":
        venue.eo(PauseClock(1, "Frage"))
        tablet.page.until("!!table.game().play.pause")
    for width, high in ((390, 844), (360, 740)):
        resize(tablet.page, width, high)
        for sheet in OPENED:
            for side in ("red", "blue"):
                tablet.page.do(f"table.seats.open('{side}', '{sheet}')")
                settle(tablet.page)
                assert tablet.page.do(SMALL_OR_CUT) == [], (width, sheet, side)
                tablet.page.do(f"table.seats.open('{side}', null)")
    leave(tablet)


def test_the_note_about_the_lead_does_not_touch_the_button_on_a_low_screen(
    browser: Browser, server: FakeServer
) -> None:
    tablet = opened(browser, at_turn(server, "Wolves at Our Heels"), 911, 512)
    tablet.tap(RED)
    settle(tablet.page)
    gap = tablet.page.do(f"""document.querySelector('{FOOT} .go').getBoundingClientRect().top
        - document.querySelector('{PAD} .verdict small').getBoundingClientRect().bottom""")
    assert gap >= 2
    leave(tablet)


@pytest.mark.parametrize("scenario", USUAL)
def test_every_row_is_at_least_44_pixels_high_and_nothing_is_cut_off(
    browser: Browser, server: FakeServer, scenario: str
) -> None:
    venue = at_turn(server, scenario)
    venue.names = Pair("Maximiliane Donaudampfschifffahrtsgesellschaft", "Bernard Okafor")
    tablet = opened(browser, venue)
    tablet.tap(RED)
    pad = PadTaps(tablet)
    tablet.page.until(SETTLED)
    seen = 0
    while True:
        for width, high in SIZES:
            resize(tablet.page, width, high)
            assert tablet.page.do(f"[...{LOW}, ...{CUT}, ...{TOUCHED}]") == [], (width, high)
            if width >= 820 or high >= 800:
                assert tablet.page.do(BROKEN) == [], (width, high)
            if high > 700:  # a smaller one says that there is more below
                assert tablet.page.do(SCROLLS) <= 1, (width, high)
                tablet.page.until(f"!document.querySelector('{PAD} .more').offsetParent", 5)
            seen += 1
        stage = tablet.page.do(f"document.querySelector('{PAD}')?.dataset.stage ?? ''")
        if stage == "fuse":
            pad.take(1, "Defender’s terrain")
            tablet.page.until(SETTLED)
        elif stage == "score" and scenario in {"Wolves at Our Heels", "Payload"}:
            pad.press("Next")
        else:
            break
    assert seen >= len(SIZES)
    leave(tablet)


TAPS = {
    "Trench Warfare": (1, 2),
    "Two Fronts": (1, 2),
    "Wolves at Our Heels": (2, 3),
    "Pressure Point": (1, 2),
    "High Stakes": (2, 3),
    "Fault Line": (1, 2),
    "Payload": (2, 3),
}
"""By scenario: the taps of a turn in which nothing changes hands, and of one in which one does."""


@pytest.mark.parametrize("scenario", USUAL)
def test_a_usual_turn_takes_three_taps_at_most(
    browser: Browser, server: FakeServer, scenario: str
) -> None:
    taps = measured(browser, server, scenario)
    assert taps == TAPS[scenario]
    assert max(taps) <= 3
    assert scenario in CHANGES


def test_another_turn_is_corrected_from_the_strip(browser: Browser, server: FakeServer) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    pad = PadTaps(tablet)
    tablet.page.press("Score", ".tools.blue")
    pad.page.until(SETTLED)
    assert "Blue’s turn 2 is over" in tablet.page.text(PAD)
    pad.cell("Terrain", "blue")
    pad.press("Done")
    gone(tablet)
    assert points(venue, FIRST_SCORED + 1) == Pair(1, 2)
    leave(tablet)


def test_points_set_by_the_organizer_disable_the_pad(browser: Browser, server: FakeServer) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    tablet.page.press("Score", ".tools.blue")
    tablet.page.until(SETTLED)
    score = venue.game.play.scores[FIRST_SCORED]
    venue.eo(
        type(score)(1, None, FIRST_SCORED, score.holdings, points=Pair(0, 2), reason="As agreed")
    )
    tablet.page.until(f"document.querySelector('{PAD} .verdict').textContent.includes('As agreed')")
    cells = f"[...document.querySelectorAll('{PAD} button.cell')]"
    assert tablet.page.do(f"{cells}.length > 0 && {cells}.every((one) => one.disabled)")
    PadTaps(tablet).press("Back")
    gone(tablet)
    leave(tablet)


def test_a_turn_is_asked_about_afresh_after_it_was_taken_back(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    tablet.tap(RED)
    PadTaps(tablet).cell("Defender’s 40 mm", "red")
    tablet.page.until(f"{MARKED} === 2")
    tablet.handed_over()
    tablet.skip(3_000)
    touchable(tablet.page)
    tablet.tap(BLUE)
    tablet.page.press("Yes, Red’s turn goes on", RED)
    tablet.page.until("table.game().play.step === 8")
    tablet.page.until(f"!document.querySelector('{PAD}')")
    tablet.skip(MINUTE)
    touchable(tablet.page)
    tablet.tap(RED)
    tablet.page.until(SETTLED)
    assert tablet.page.do(MARKED) == 0
    leave(tablet)


def test_a_turn_that_another_device_ended_is_asked_about(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "High Stakes")
    tablet = opened(browser, venue)
    venue.eo(Tap(1, Side.RED))
    tablet.page.until(f"document.querySelector('{RED} {PAD}')?.dataset.stage === 'fuse'")
    leave(tablet)


def test_the_pads_are_small_and_not_loaded_for_other_packets() -> None:
    pages = read_pages(WEB)
    names = [f"scoring/{name}.js" for name in ("turn_pad", "turn_pads", "turn_sheet")]
    names.append("styles/turn.css")
    assert sum(len(pages[name].packed) for name in names) < 16_000
    assert len(pages["scoring/turn_map.js"].packed) < 2_500
    assert "turn_pads.js" in pages["table/table.js"].body.decode()


SHOWN = """import('/scoring/turn_pad.js').then((pad) => {
    const draft = pad.goOn(table.game(), 8, null);
    const rows = pad.rowsOf(table.game(), draft);
    const { total, ahead, lead, winner, needs, last, over } = pad.sumsOf(table.game(), draft);
    return {
        stages: pad.stagesOf(table.game(), 8),
        stands: document.querySelector('.half.red .stands').textContent.replace(/\\s/g, ' '),
        due: pad.dueStep(table.game()),
        rows: rows.map((row) => [row.element.key, Boolean(row.both), row.left,
            ...['red', 'blue'].map((side) => row.cells[side])
                .map(({ can, on }) => [Boolean(can), Boolean(on)])]),
        bridges: pad.bridgesOf(table.game(), draft, rows)
            .map(({ side, at, points, count }) => [side, at, points, count]),
        sums: [[total.red, total.blue], ahead, lead, winner, needs, last, over],
        after: pad.afterOf(table.game(), draft)
            .map(({ element, side, held, most, toGo }) => [element.key, side, held, most, toGo]),
    };
})"""


def shown_in_windows(game: Game) -> dict[str, object]:
    draft = turn_pad.go_on(game, 8, None)
    rows, sums = turn_pad.pad_rows(game, draft), turn_pad.sum_turn(game, draft)
    ahead, winner = (side.value if side else None for side in (sums.ahead, sums.winner))
    return {
        "stages": [stage.value for stage in turn_pad.stages(game, 8)],
        "stands": states_line(game),
        "due": turn_pad.due_step(game),
        "rows": [
            [row.element.key, row.shared, row.left, *([one.offered, one.on] for one in row.cells)]
            for row in rows
        ],
        "bridges": [
            [one.side.value, one.at, one.points, one.count]
            for one in turn_pad.bridges(game, draft, rows)
        ],
        "sums": [[*sums.total], ahead, sums.lead, winner, sums.needs, sums.last, sums.over],
        "after": [
            [one.element.key, one.side.value, one.held, one.most, one.to_go]
            for one in turn_pad.list_after(game, draft)
        ],
    }


@pytest.mark.parametrize("scenario", USUAL)
def test_the_page_shows_what_the_windows_show(
    browser: Browser, server: FakeServer, scenario: str
) -> None:
    venue = at_turn(server, scenario)
    venue.eo(Tap(1, Side.RED))
    tablet = opened(browser, venue)
    assert tablet.page.do(SHOWN) == shown_in_windows(venue.game)
    leave(tablet)


SAID = f"""(() => {{
    const sheet = document.querySelector('{PAD}');
    const text = (one) => (one?.textContent ?? '').replace(/\u00a0/g, ' ');
    const all = (query) => [...sheet.querySelectorAll(query)];
    const parts = (one) => [text(one.firstChild), text(one.querySelector('small'))];
    return {{
        title: [text(sheet.querySelector('h2')), text(sheet.querySelector('.titles p'))],
        heads: all('.heads b').map(parts),
        hint: text(sheet.querySelector('.hint')),
        go: text(sheet.querySelector('footer .go')),
        rows: all('.turnrow .element-name').map(parts),
        after: all('.card p').map((one) => text(one)).filter(Boolean),
        draft: table.seats.pads.drafts[8],
    }};
}})()"""


def held_on_page(holds: list[dict[str, str]]) -> tuple[Holding, ...]:
    return tuple(Holding(one["key"], Side(one["side"]), Held(one["held"])) for one in holds)


def said_in_windows(game: Game, said: dict[str, Any]) -> dict[str, object]:
    """What the windows say of what was entered on the page."""
    now = said["draft"]
    draft = turn_pad.Draft(
        *(8, now["out"], turn_pad.Stage(now["stage"])),
        *(held_on_page(now["holdings"]), held_on_page(now["was"]), game.play.scores.get(8)),
        counted=tuple(Counted(one["key"], one["number"]) for one in now["counted"]),
        chosen=now["chosen"],
        choices=now["choices"],
    )
    fuse, score = draft.stage is turn_pad.Stage.FUSE, draft.stage is turn_pad.Stage.SCORE
    rows = [words.row_name(row) for row in turn_pad.pad_rows(game, draft)] if score else []
    box = [words.box_words(game, 8)] if words.asks_kill_box(game, draft) else []
    cards = turn_pad.list_after(game, draft) if draft.stage is turn_pad.Stage.AFTER else ()
    return {
        "title": [*words.title(game, draft)],
        "heads": [[*words.side_heading(game, side)] for side in Side] if fuse or score else [],
        "hint": words.fuse_hint(game, draft) if fuse else "",
        "go": words.go_words(game, draft),
        "rows": [[*row] for row in (*box, *((("50 mm objective", ""),) if fuse else rows))],
        "after": [
            note
            for side in Side
            for one in cards
            if one.side is side and (note := "".join(words.after_note(one, cards)))
        ],
        "draft": now,
    }


@pytest.mark.parametrize("scenario", USUAL)
def test_the_page_says_at_each_stage_what_the_windows_say(
    browser: Browser, server: FakeServer, scenario: str
) -> None:
    venue = at_turn(server, scenario)
    tablet = opened(browser, venue)
    tablet.tap(RED)
    pad, stages = PadTaps(tablet), 0
    while True:
        tablet.page.until(SETTLED)
        tablet.page.until(f"!!table.seats.pads.drafts[8] && !!document.querySelector('{PAD}')")
        said = tablet.page.do(SAID)
        assert said == said_in_windows(venue.game, said)
        stages += 1
        if said["draft"]["stage"] == "fuse":
            pad.take(1, "Defender’s terrain")
            tablet.page.until("table.game().play.step === 9")
            tablet.handed_over()
        elif said["go"].startswith("Next"):
            pad.press("Next")
        else:
            break
    assert stages == 1 + (scenario in {"High Stakes", "Wolves at Our Heels", "Payload"})
    leave(tablet)


MAP = f"{RED} .mapsheet"
MEASURED = f"""[...document.querySelectorAll('{MAP} .measure rect + text')]
    .map((one) => one.textContent).sort((one, other) => one - other).join(' ')"""

BELOW = f"""(() => {{
    const names = [...document.querySelectorAll('{MAP} .edge')]
        .map((one) => one.getBoundingClientRect().bottom);
    const seen = document.querySelector('{MAP} .body').getBoundingClientRect();
    return Math.max(...names) - seen.bottom;
}})()"""
"""How far the lower name on a map is below what is seen without scrolling."""


@pytest.mark.parametrize("scenario", USUAL)
def test_the_map_shows_its_measurements_on_every_screen(
    browser: Browser, server: FakeServer, scenario: str
) -> None:
    venue = at_turn(server, scenario)
    tablet = opened(browser, venue)
    tablet.page.do("table.seats.brief('red')")
    tablet.page.until(f"!!document.querySelector('{MAP} .measure')")
    terms = venue.game.terms.scenario
    inches = [one.inches for element in terms.elements for one in measures(element, terms.table)]
    assert tablet.page.do(MEASURED) == " ".join(map(str, sorted(inches)))
    for width, high in ((1366, 768), (1024, 768), (820, 1180), (768, 1024), (390, 844)):
        resize(tablet.page, width, high)
        wide = tablet.page.do(f"document.querySelector('{MAP} .map').clientWidth")
        assert wide >= 250, (width, high)
        assert tablet.page.do(f"[...{CROSSED}, ...{COVERED}]") == [], (width, high)
    leave(tablet)


@pytest.mark.parametrize(("width", "high"), [(911, 512), (768, 1024), (390, 844)])
def test_the_whole_map_and_the_state_of_its_elements_are_visible_on_small_screens(
    browser: Browser, server: FakeServer, width: int, high: int
) -> None:
    moved = [Counted("objective-50-second", 3)]
    venue = at_turn(server, "Payload", holds=[("objective-50-second", Side.BLUE)], counted=moved)
    tablet = opened(browser, venue, width, high)
    tablet.page.until("!!document.querySelector('.half.blue .stands').textContent")
    tablet.page.do("table.seats.brief('red')")
    tablet.page.until(f"!!document.querySelector('{MAP} .measure')")
    settle(tablet.page)
    lines = "[...document.querySelectorAll('.stands')]"
    assert tablet.page.do(f"{lines}.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    assert tablet.page.do(BELOW) <= 0
    leave(tablet)


@pytest.mark.parametrize(("width", "high"), [(820, 1180), (768, 1024), (390, 844)])
def test_a_clock_is_readable_while_the_opponent_scores_and_its_player_may_move_something(
    browser: Browser, server: FakeServer, width: int, high: int
) -> None:
    holds = [("objective-40-first", Side.RED)]
    lies = Counted("objective-40-first", 1)
    venue = at_turn(server, "Wolves at Our Heels", holds=holds, counted=[lies])
    tablet = opened(browser, venue, width, high)
    tablet.tap(RED)
    PadTaps(tablet).press("Next: tokens")
    tablet.page.until("!!document.querySelector('.half.blue .moved').textContent")
    settle(tablet.page)
    venue.eo(CallJudge(1, Side.BLUE))
    tablet.page.until("document.querySelector('.half.blue').dataset.judge === 'yes'")
    settle(tablet.page)
    assert tablet.page.do(DIGITS) > 36
    assert tablet.page.do(BESIDE) > 0
    leave(tablet)


@pytest.mark.parametrize(("width", "high"), [(1920, 1080), (820, 1180), (768, 1024), (390, 844)])
def test_the_marks_of_both_tokens_are_level_and_above_their_names(
    browser: Browser, server: FakeServer, width: int, high: int
) -> None:
    venue = at_turn(server, "Wolves at Our Heels", holds=[("objective-40-first", Side.RED)])
    tablet = opened(browser, venue, width, high)
    tablet.tap(RED)
    PadTaps(tablet).press("Next: tokens")
    tablet.page.until(f"document.querySelectorAll('{PAD} .card h3').length === 2")
    settle(tablet.page)
    own, other = tablet.page.do(MARKS_AND_NAMES)
    assert own["mark"] == other["mark"]
    assert own["mark"] <= own["name"]
    assert other["mark"] <= other["name"]
    leave(tablet)


def test_the_attacker_is_at_the_bottom_of_the_map_and_a_tap_turns_it(
    browser: Browser, server: FakeServer
) -> None:
    venue = at_turn(server, "Two Fronts")
    tablet = opened(browser, venue)
    edges = f"""[...document.querySelectorAll('{BLUE} .mapsheet .edge')]
        .sort((one, other) => one.getAttribute('y') - other.getAttribute('y'))
        .map((one) => one.getAttribute('class')).join()"""
    tablet.page.do("table.seats.brief('blue')")
    tablet.page.until(f"{edges} === 'edge blue,edge red'")
    tablet.page.do(
        f"document.querySelector('{BLUE} .mapsheet .map .ground').dispatchEvent("
        "new MouseEvent('click', { bubbles: true }))"
    )
    tablet.page.until(f"{edges} === 'edge red,edge blue'")
    leave(tablet)
