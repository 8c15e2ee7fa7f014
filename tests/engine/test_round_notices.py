"""What the EO is told before a round and of its draw, and the plan of the day."""

from dataclasses import replace

import pytest

from app.engine.commands import BreakTie, DrawRound, FinishRound, PublishRound, StartRound
from app.engine.day_plan import (
    PlanRow,
    clock,
    day_plan,
    expected_words,
    late_words,
    planned_words,
)
from app.engine.event_view import next_step
from app.engine.results import Break, How
from app.engine.round_notices import notices_before, notices_of
from app.engine.side import Side
from app.engine.standings_view import Column, columns, standing_rows, standings_text
from app.engine.state import State
from app.engine.variants import announce
from tests.engine.event import MINUTE, SR2017, Desk, registered, settings, under_way
from tests.engine.test_list_play import divided, draw, finish

RED = Side.RED


def play(desk: Desk, *, scenario: int | None = None) -> None:
    desk.do(DrawRound(7, scenario), insist=True)
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    for table in range(1, len(desk.state.rounds[-1].games) + 1):
        desk.report(table, RED, cp=(table + 2, 0), apd=(10 * table, table))
    desk.do(FinishRound())


def test_a_cut_that_is_due_names_those_who_play_on() -> None:
    desk = registered(8, announce(SR2017, settings(), "cut", 4))
    assert notices_before(desk.state, 1) == ()
    play(desk)
    (said,) = (one for one in notices_before(desk.state, 2) if "cut is due" in one)
    assert said.startswith("The cut is due: only ")
    assert next_step(desk.state).sentence.startswith("Round 1 is finished. The cut is due")
    desk.do(DrawRound(7), insist=True)
    (drawn,) = notices_of(desk.state, desk.state.rounds[-1])
    assert drawn.startswith("After the cut only ")
    notes = [row.cell(Column.NOTE) for row in standing_rows(desk.state)]
    assert notes == ["In the cut"] * 4 + ["Place kept since the cut"] * 4
    assert not any("cut is due" in one for one in notices_before(desk.state, 3))


def test_a_long_cut_is_told_in_short() -> None:
    desk = registered(24, announce(SR2017, settings(), "cut", 12))
    play(desk)
    assert "and 8 others play on" in notices_before(desk.state, 2)[0]


def test_finals_tables_and_ties_across_a_line_are_told() -> None:
    desk = registered(4, announce(SR2017, replace(settings(), rounds=2), "finals-tables"))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    for table in (1, 2):
        desk.report(table, RED, cp=(3, 3), apd=(5, 5))
    desk.do(FinishRound())
    said = notices_before(desk.state, 2)
    assert any(one.startswith("Round 2 has finals tables: ") for one in said)
    assert not any("level across" in one for one in said)
    desk.do(DrawRound(7), insist=True)
    assert notices_of(desk.state, desk.state.rounds[-1]) == ("Finals tables: 1 and 2.",)


def test_one_finals_table_and_level_players_around_it() -> None:
    desk = registered(3, announce(SR2017, replace(settings(), rounds=2), "finals-tables"))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    desk.report(1, None, How.TIE, cp=(2, 2), apd=(5, 5))
    desk.do(FinishRound())
    said = notices_before(desk.state, 2)
    level = [one for one in said if "level across a line" in one]
    assert len(level) == 1
    numbers = tuple(row.number for row in standing_rows(desk.state) if "=" in row.cells[0])
    desk.do(BreakTie(numbers, "a die"))
    assert not any("level across a line" in one for one in notices_before(desk.state, 2))
    desk.do(DrawRound(7), insist=True)
    assert notices_of(desk.state, desk.state.rounds[-1]) == ("Finals table: 1.",)


def test_who_did_not_come_again_is_asked_about() -> None:
    desk = registered(2, replace(settings(), absences=1))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    desk.report(1, RED, How.NO_SHOW)
    desk.do(FinishRound())
    name = desk.state.name(desk.game().players.blue)
    assert f"{name} has not come to his last games: drop him?" in notices_before(desk.state, 2)


def test_lists_not_recorded_and_lists_that_must_be_played_are_told() -> None:
    desk = divided(2, 2, least=1)
    draw(desk, (1, 1))
    finish(desk)
    said = notices_before(desk.state, 2)
    assert "Lists of 1 player in the last round not recorded." in said
    assert "In round 2 list 2 has to be played by Anna." in said


def test_many_who_have_no_choice_are_counted() -> None:
    desk = divided(16, 2, least=1)
    draw(desk, *((number, 1) for number in range(1, 17)))
    finish(desk)
    (said,) = notices_before(desk.state, 2)
    assert said.endswith("Finn, Gus, Hal and 8 others.")


def test_after_the_planned_rounds_the_standings_are_next() -> None:
    desk = registered(4, replace(settings(), rounds=1))
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    step = next_step(desk.state)
    assert (step.sentence, step.page) == ("The only round is played.", "Standings")


def test_columns_that_rank_come_first() -> None:
    desk = registered(2, announce(SR2017, settings(), "assassin"))
    shown = columns(desk.state)
    first = (Column.RECORD, Column.TP, Column.ASSASSINATIONS, Column.CP, Column.SOS, Column.APD)
    assert shown[4:10] == first
    text = standings_text(standing_rows(desk.state), ",", shown)
    assert text.startswith("Place,Shared,Player,Club,Faction,W–L–T,TP,Assassinations,CP,SoS")
    assert set(shown) == set(Column)
    usual = columns(registered(2).state)
    assert usual == tuple(Column)


def minute_of(at_ms: int) -> int:
    return at_ms // MINUTE


def test_the_day_is_planned_from_the_format_and_shown_against_what_happened() -> None:
    chosen = replace(settings(), rounds=3, starts=600, breaks=(Break(1, 45),))
    desk = registered(4, chosen)
    rows = day_plan(desk.state, minute_of)
    assert [(row.start, row.end, row.pause) for row in rows] == [
        (600, 720, 45),
        (765, 885, 15),
        (900, 1020, 15),
    ]
    assert {late_words(row) for row in rows} == {"on time"}
    desk.now_ms = 610 * MINUTE
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    first, second, _ = day_plan(desk.state, minute_of)
    assert (first.began, first.ended, late_words(first)) == (610, None, "10 min late")
    assert (second.expected, late_words(second)) == (775, "10 min late")
    desk.now_ms = 700 * MINUTE
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    first, second, third = day_plan(desk.state, minute_of)
    assert (first.ended, second.expected, late_words(second)) == (700, 745, "20 min ahead")
    assert third.late == -20
    assert (planned_words(first), expected_words(first)) == ("10:00–12:00", "–")
    assert expected_words(second) == "12:25–14:25"


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (5, "on time"),
        (-5, "on time"),
        (6, "6 min late"),
        (-59, "59 min ahead"),
        (60, "1 h late"),
        (-306, "5 h 6 min ahead"),
    ],
)
def test_a_plan_tells_how_far_off_it_is_in_hours_and_minutes(late: int, words: str) -> None:
    assert late_words(PlanRow(1, 600, 720, 15, 600, began=600 + late)) == words


def test_a_night_event_is_measured_across_midnight() -> None:
    desk = registered(4, replace(settings(), rounds=2, starts=23 * 60 + 30))
    desk.now_ms = 20 * MINUTE  # past midnight
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    first, second = day_plan(desk.state, minute_of)
    assert (late_words(first), late_words(second)) == ("50 min late", "50 min late")
    assert (expected_words(first), expected_words(second)) == ("0:20–2:20", "2:35–4:35")
    desk.now_ms = 100 * MINUTE
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    first, second = day_plan(desk.state, minute_of)
    assert first.ended == 24 * 60 + 100
    assert late_words(second) == "10 min late"


def test_a_day_without_limits_has_open_ends() -> None:
    desk = registered(2, replace(settings(), timing="untimed", rounds=1))
    (row,) = day_plan(desk.state, minute_of)
    assert row.end == 0
    assert planned_words(row) == expected_words(row) == "10:00, open end"
    assert day_plan(State(), minute_of) == ()
    assert (clock(605), clock(24 * 60 + 5)) == ("10:05", "0:05")


def test_where_nothing_limits_a_round_the_next_one_has_no_time_before_it_is_over() -> None:
    desk = registered(4, replace(settings(), timing="untimed", rounds=3))
    told = [(planned_words(one), expected_words(one)) for one in day_plan(desk.state, minute_of)]
    assert told == [
        ("10:00, open end", "10:00, open end"),
        ("after round 1", "after round 1"),
        ("after round 2", "after round 2"),
    ]
    desk.now_ms = 610 * MINUTE
    for step in (DrawRound(7), PublishRound(), StartRound()):
        desk.do(step)
    desk.now_ms = 900 * MINUTE
    desk.do(FinishRound(), insist=True)
    told = [(expected_words(one), late_words(one)) for one in day_plan(desk.state, minute_of)]
    assert told == [
        ("–", "10 min late"),
        ("15:15, open end", "–"),
        ("after round 2", "–"),
    ]
    desk.now_ms = 920 * MINUTE
    for step in (DrawRound(8), PublishRound(), StartRound()):
        desk.do(step, insist=True)
    told = [(expected_words(one), late_words(one)) for one in day_plan(desk.state, minute_of)]
    assert told[1:] == [("15:20, open end", "–"), ("after round 2", "–")]


def test_a_running_round_has_no_notices() -> None:
    desk = under_way(4)
    assert notices_of(desk.state, desk.state.rounds[0]) == ()
