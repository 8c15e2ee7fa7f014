"""The cards of the first page: how the round stands, what comes next, who finishes last."""

from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import PauseClock
from app.engine.formats.settings import Break
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import State
from app.views.pages import DeskPage, DeskPlace, page_name
from app.views.round.now import DayStep, day_steps, last_card, next_card, round_card
from tests.engine.event import MINUTE, Desk, registered, settings, start_clock, under_way

RED = Side.RED
TIE = Result(None, How.TIE, Pair(2, 2), Pair(10, 10))


def minute_of(at_ms: int) -> int:
    return 10 * 60 + at_ms // MINUTE


def test_before_the_first_round_checked_in_players_are_counted() -> None:
    assert round_card(State()).share == 0
    desk = registered(4)
    desk.do(AddPlayers((Entry("Nils"),)))
    card = round_card(desk.state)
    assert (card.caption, card.figure, card.share) == ("Players", "4 of 5 here", 80)


def test_the_round_card_counts_results_and_tables_by_condition() -> None:
    desk = under_way(8)
    desk.report(1, RED)
    start_clock(desk, 2)
    desk.do(PauseClock(start_clock(desk, 3), "rules"), MINUTE)
    card = round_card(desk.state)
    assert (card.caption, card.figure, card.share) == ("Round 1", "1 of 4 results in", 25)
    assert card.note == "1 playing · 1 paused · 1 not started"
    for table in (2, 3, 4):
        desk.report(table, RED)
    desk.do(FinishRound(), 2 * MINUTE)
    assert round_card(desk.state).note == ""


def test_the_next_step_card_shows_the_time_of_the_next_round() -> None:
    desk = registered(4, replace(settings(), starts=10 * 60, rounds=1))
    card = next_card(desk.state, minute_of, 0)
    assert (card.figure, card.note) == ("Round 1 at 10:00", "4 players checked in.")
    desk = under_way(4, replace(settings(), starts=10 * 60, rounds=1))
    assert next_card(desk.state, minute_of, 0).figure == "Standings and awards"


def test_after_a_round_without_a_time_limit_the_next_round_has_no_time() -> None:
    desk = untimed(registered_only=True)
    assert next_card(desk.state, minute_of, 0).figure == "Round 1 at 10:00"
    desk = untimed()
    desk.report(1, RED)
    desk.report(2, RED)
    desk.do(FinishRound(), HOUR_MS)
    assert next_card(desk.state, minute_of, HOUR_MS).figure == "Round 2"


HOUR_MS = 60 * MINUTE


def untimed(*, registered_only: bool = False) -> Desk:
    chosen = replace(settings(), starts=10 * 60, timing="untimed")
    return registered(4, chosen) if registered_only else under_way(4, chosen)


def test_the_tables_with_most_time_left_are_named_as_likely_to_finish_last() -> None:
    assert last_card(State(), 0) is None
    desk = under_way(8)
    for table in (1, 2, 3):
        start_clock(desk, table)
    desk.report(4, RED)
    card = last_card(desk.state, 30 * MINUTE)
    assert card is not None
    assert (card.figure, card.note) == ("Table 1 · 90 min", "Table 2 · 90 min · Table 3 · 90 min")
    desk.report(1, RED)
    desk.report(2, RED)
    card = last_card(desk.state, 30 * MINUTE)
    assert card is not None
    assert (card.figure, card.note) == ("Table 3 · 90 min", "Left on both clocks together")


def test_an_extra_round_is_named_if_nobody_leads_after_the_planned_rounds() -> None:
    desk = under_way(4, replace(settings(), starts=10 * 60))
    for number in (1, 2, 3):
        for game in desk.state.games_of(desk.state.rounds[-1]):
            desk.ask(ReportResult(game.number, TIE), insist=True)
        desk.do(FinishRound(), number * HOUR_MS)
        if number < 3:
            for act in (DrawRound(number), PublishRound(), StartRound()):
                desk.ask(act, insist=True)
    card = next_card(desk.state, minute_of, 4 * HOUR_MS)
    assert (card.figure, card.note) == (
        "Round 4",
        "Round 3 is finished. Nobody leads alone, so another round follows.",
    )


def test_the_day_has_its_rounds_and_breaks_with_their_times() -> None:
    assert day_steps(State(), minute_of, 0) == ()
    plan = replace(settings(), starts=10 * 60, rounds=2, breaks=(Break(1, 45),))
    desk = under_way(4, plan)
    assert day_steps(desk.state, minute_of, 30 * MINUTE) == (
        DayStep("10:00–12:00", "Round 1", "under way", is_now=True),
        DayStep("12:00", "Long break", "45 minutes"),
        DayStep("12:45–14:45", "Round 2"),
        DayStep("14:45", "Standings and awards"),
    )
    desk.report(1, RED)
    desk.report(2, RED)
    desk.do(FinishRound(), 90 * MINUTE)
    assert day_steps(desk.state, minute_of, 100 * MINUTE) == (
        DayStep("10:00–11:30", "Round 1", "finished", is_over=True),
        DayStep("11:30", "Long break", "45 minutes"),
        DayStep("12:15–14:15", "Round 2", "30 min ahead"),
        DayStep("14:15", "Standings and awards"),
    )
    for act in (DrawRound(7), PublishRound(), StartRound()):
        desk.ask(act, 135 * MINUTE, insist=True)
    assert day_steps(desk.state, minute_of, 136 * MINUTE)[1].is_over


def test_the_days_delay_is_stated_only_once() -> None:
    """It stood at each of the coming rounds."""
    desk = under_way(4, replace(settings(), starts=10 * 60, rounds=4))
    desk.report(1, RED)
    desk.report(2, RED)
    desk.do(FinishRound(), 90 * MINUTE)
    notes = [step.note for step in day_steps(desk.state, minute_of, 100 * MINUTE)]
    assert notes == ["finished", "30 min ahead", "", "", ""]


def test_without_time_limits_later_rounds_of_the_day_have_no_times() -> None:
    assert [step.time for step in day_steps(untimed().state, minute_of, 0)] == [
        "10:00, open end",
        "after round 1",
        "after round 2",
        "",
    ]


def test_page_and_place_names_match_those_in_the_window() -> None:
    assert page_name(DeskPage.CHECK_IN) == "Check-in"
    assert page_name(DeskPlace.DEVICES) == "Devices"
