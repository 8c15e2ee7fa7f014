import pytest

from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.formats.settings import Break
from app.engine.frozen import replace
from app.engine.rounds.schedule import (
    PlanRow,
    clock,
    day_plan,
    expected_words,
    late_words,
    planned_words,
)
from app.engine.state import State
from tests.engine.event import MINUTE, PACKETS, Desk, registered, settings
from tests.views.round.test_notices import RED


def minute_of(at_ms: int) -> int:
    return at_ms // MINUTE


def test_the_day_plan_follows_the_format_and_is_compared_with_actual_times() -> None:
    chosen = replace(settings(), rounds=3, starts=600, breaks=(Break(1, 45),))
    desk = registered(4, chosen)
    rows = day_plan(desk.state, minute_of)
    assert [(row.start, row.end, row.pause) for row in rows] == [
        (600, 720, 45),
        (765, 885, 15),
        (900, 1020, 15),
    ]
    assert {late_words(row) for row in rows} == {"as planned"}
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


def test_a_round_of_variable_length_is_planned_at_its_longest() -> None:
    """SR2014, time limits: at 50 points 100 minutes, and up to three times five more."""
    desk = registered(4, replace(settings(50), packet="sr2014", starts=600), PACKETS["sr2014"])
    first, *_ = day_plan(desk.state, minute_of)
    assert planned_words(first) == "10:00–11:55"


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (5, "as planned"),
        (-5, "as planned"),
        (6, "6 min late"),
        (-59, "59 min ahead"),
        (60, "1 h late"),
        (-306, "5 h 6 min ahead"),
        (360, "6 h late"),
        (-360, "6 h ahead"),
        (361, "outside the plan"),
        (-660, "outside the plan"),
    ],
)
def test_the_plan_shows_a_delay_in_hours_and_minutes(late: int, words: str) -> None:
    assert late_words(PlanRow(1, 600, 720, 15, 600, began=600 + late)) == words


def test_a_night_event_is_measured_across_midnight() -> None:
    desk = registered(4, replace(settings(), rounds=2, starts=23 * 60 + 30))
    desk.now_ms = 20 * MINUTE  # past midnight
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    first, second = day_plan(desk.state, minute_of)
    assert (late_words(first), late_words(second)) == ("50 min late", "50 min late")
    assert (expected_words(first), expected_words(second)) == ("00:20–02:20", "02:35–04:35")
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
    assert (clock(605), clock(24 * 60 + 5)) == ("10:05", "00:05")


def test_after_an_untimed_round_the_next_one_has_no_time_until_it_is_over() -> None:
    desk = registered(4, replace(settings(), timing="untimed", rounds=3))
    notices = [(planned_words(row), expected_words(row)) for row in day_plan(desk.state, minute_of)]
    assert notices == [
        ("10:00, open end", "10:00, open end"),
        ("after round 1", "after round 1"),
        ("after round 2", "after round 2"),
    ]
    desk.now_ms = 610 * MINUTE
    for step in (DrawRound(7), PublishRound(), StartRound()):
        desk.do(step)
    desk.now_ms = 900 * MINUTE
    desk.do(FinishRound(), insist=True)
    notices = [(expected_words(row), late_words(row)) for row in day_plan(desk.state, minute_of)]
    assert notices == [
        ("–", "10 min late"),
        ("15:15, open end", "–"),
        ("after round 2", "–"),
    ]
    desk.now_ms = 920 * MINUTE
    for step in (DrawRound(8), PublishRound(), StartRound()):
        desk.do(step, insist=True)
    notices = [(expected_words(row), late_words(row)) for row in day_plan(desk.state, minute_of)]
    assert notices[1:] == [("15:20, open end", "–"), ("after round 2", "–")]


def told(desk: Desk, now: int) -> list[tuple[str, str]]:
    rows = day_plan(desk.state, minute_of, now * MINUTE)
    return [(expected_words(row), late_words(row)) for row in rows]


def test_an_overrunning_round_delays_everything_after_it() -> None:
    desk = registered(4, replace(settings(), rounds=3, starts=600, breaks=(Break(2, 45),)))
    desk.now_ms = 610 * MINUTE
    for step in (DrawRound(7), PublishRound(), StartRound()):
        desk.do(step)
    assert told(desk, 730) == [
        ("10:10–12:10", "10 min late"),
        ("12:25–14:25", "10 min late"),
        ("15:10–17:10", "10 min late"),
    ]
    assert told(desk, 755) == [
        ("10:10–12:35", "10 min late, 25 min over"),
        ("12:50–14:50", "35 min late"),
        ("15:35–17:35", "35 min late"),
    ]
    desk.now_ms = 760 * MINUTE
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    assert told(desk, 765)[:2] == [
        ("–", "10 min late, 30 min over"),
        ("12:55–14:55", "40 min late"),
    ]


def test_an_overrunning_break_delays_everything_after_it() -> None:
    desk = registered(4, replace(settings(), rounds=3, starts=600))
    desk.now_ms = 600 * MINUTE
    for step in (DrawRound(7), PublishRound(), StartRound()):
        desk.do(step)
    desk.now_ms = 720 * MINUTE
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    assert told(desk, 735) == [
        ("–", "as planned"),
        ("12:15–14:15", "as planned"),
        ("14:30–16:30", "as planned"),
    ]
    assert told(desk, 745)[1:] == [("12:25–14:25", "10 min late"), ("14:40–16:40", "10 min late")]


def test_a_file_opened_on_another_day_shows_no_delay() -> None:
    desk = registered(4, replace(settings(), rounds=2, starts=600))
    desk.now_ms = 600 * MINUTE
    for step in (DrawRound(7), PublishRound(), StartRound()):
        desk.do(step)
    assert told(desk, 600 + 11 * 60)[0] == ("10:00–21:00", "9 h over")
    assert told(desk, 600 + 12 * 60)[0] == ("10:00–12:00", "as planned")


def test_preparing_the_event_at_any_hour_does_not_count_as_late() -> None:
    desk = registered(4, replace(settings(), rounds=2, starts=600))
    assert [late for _, late in told(desk, 20 * 60)] == ["as planned", "as planned"]


def test_a_rounds_actual_length_is_kept_however_far_from_its_planned_time() -> None:
    desk = registered(4, replace(settings(), rounds=2, starts=735))
    desk.now_ms = 23 * MINUTE  # the plan is for noon
    desk.do(DrawRound(7))
    for step in (PublishRound(), StartRound()):
        desk.do(step)
    desk.now_ms = 84 * MINUTE
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound())
    first, _ = day_plan(desk.state, minute_of)
    assert first.began is not None
    assert first.ended is not None
    assert (first.ended - first.began, first.over) == (61, 0)


def test_without_a_turnaround_or_a_break_the_next_round_begins_at_once() -> None:
    chosen = replace(settings(), rounds=2, starts=600, turnaround=0)
    rows = day_plan(registered(4, chosen).state, minute_of)
    assert [(row.start, row.end, row.pause) for row in rows] == [(600, 720, 0), (720, 840, 0)]


@pytest.mark.parametrize(
    ("over", "words"), [(5, "as planned"), (6, "6 min over"), (60, "1 h over")]
)
def test_up_to_five_minutes_over_counts_as_planned(over: int, words: str) -> None:
    assert late_words(PlanRow(1, 600, 720, 15, 600, over=over)) == words


def test_a_round_with_an_open_start_is_neither_late_nor_outside_the_plan() -> None:
    row = PlanRow(2, 600, 720, 15, 600, began=980, unplanned=True)
    assert late_words(row) == "–"
    assert late_words(replace(row, began=606, over=6)) == "6 min over"
