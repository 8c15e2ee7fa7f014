import pytest

from app.engine.acts.commands import NoticeGap
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.table import (
    Answer,
    Claim,
    EnterTally,
    Holding,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    Question,
    ReopenGame,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.text import digits, next_digit_ms, span
from app.views.round.live import clock_advice
from app.views.table.clock_face import (
    Face,
    Low,
    Mood,
    face,
    has_flag_fallen,
    last_turn,
    low,
    next_change_ms,
)
from app.views.table.table import TableView, table_view
from tests.engine.event import MINUTE, PACKETS, Desk, play_turns, registered, settings, under_way

RED, BLUE = Side.RED, Side.BLUE
SR2014 = PACKETS["sr2014"]


def view(desk: Desk) -> TableView:
    return table_view(desk.state, desk.game())


def shown(desk: Desk, side: Side, now_ms: int | None = None) -> Face:
    game = desk.game()
    return face(game, table_view(desk.state, game), side, desk.now_ms if now_ms is None else now_ms)


def playing(steps: int = 4, clock_out: ClockOut = ClockOut.PACKET) -> Desk:
    """Red first, each phase and turn a minute, ``steps`` of them over."""
    return play_turns(under_way(2, settings(clock_out=clock_out)), steps)


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (3_600_000, "1:00:00"),
        (3_599_999, "1:00:00"),
        (3_599_000, "59:59"),
        (60_001, "1:01"),
        (60_000, "1:00"),
        (59_999, "1:00"),
        (59_900, "59.9"),
        (1, "0.1"),
        (0, "0:00"),
        (-12_300, "−0:12"),
        (9_000_000, "2:30:00"),
    ],
)
def test_time_is_rounded_up_so_that_zero_means_none_is_left(ms: int, text: str) -> None:
    assert digits(ms) == text


@pytest.mark.parametrize("ms", [3_600_000, 61_000, 60_500, 60_000, 59_950, 100, 1, 0, -500, -1000])
def test_the_next_change_of_digit_is_computed_exactly(ms: int) -> None:
    due = next_digit_ms(ms)
    assert due > 0
    assert digits(ms - due) != digits(ms) or ms in {59_950, 60_000}
    assert digits(ms - due + 1) == digits(ms) or ms == 60_500


def test_a_duration_is_shown_in_whole_seconds() -> None:
    assert span(42_900) == "0:42"


@pytest.mark.parametrize(
    ("ms", "level"),
    [
        (300_001, Low.PLENTY),
        (300_000, Low.LOW),
        (60_000, Low.VERY_LOW),
        (10_000, Low.LAST_SECONDS),
    ],
)
def test_time_gets_low_in_three_steps(ms: int, level: Low) -> None:
    assert low(ms) is level


def test_before_the_game_the_full_time_is_shown_without_redrawing() -> None:
    desk = under_way(2)
    red = shown(desk, RED)
    assert (red.mood, red.digits, red.word) == (Mood.WAITING, "1:00:00", "Ready to start")
    assert "who goes first" in red.note
    assert next_change_ms(view(desk), 0) is None


def test_before_the_round_the_clock_face_does_not_reveal_the_scenario() -> None:
    desk = registered(2)
    desk.do(DrawRound(7, 3))
    desk.do(PublishRound())
    red = shown(desk, RED)
    assert red.word == "Get ready"
    assert "scenario" in red.note


def test_both_halves_show_whose_clock_runs() -> None:
    desk = playing(0)
    assert shown(desk, RED).runs
    assert shown(desk, RED).note == "Tap here when you have deployed"
    blue = shown(desk, BLUE)
    assert (blue.mood, blue.word, blue.note) == (Mood.RESTING, "Red is playing", "")
    assert blue.step == "Red’s deployment"


def test_the_first_seconds_of_a_turn_say_when_it_can_end() -> None:
    desk = playing()
    assert shown(desk, RED, desk.now_ms + 6_500).note == "The turn can end in 9 s"
    assert shown(desk, RED, desk.now_ms + 15_000).note == "Tap here to end your turn"
    assert next_change_ms(view(desk), desk.now_ms + 6_400) == 600
    assert next_change_ms(view(desk), desk.now_ms + 20_400) == 600


def test_an_interrupt_swaps_the_roles_of_the_halves() -> None:
    desk = playing()
    desk.do(Interrupt(1))
    assert shown(desk, BLUE).mood is Mood.INTERRUPTING
    assert shown(desk, BLUE).note == "Tap here to hand the clock back to Red"
    assert shown(desk, RED).mood is Mood.HELD
    assert shown(desk, RED).word == "Interrupt: Blue has the clock"


def test_a_pause_says_whose_it_is_and_why() -> None:
    desk = playing()
    desk.do(PauseClock(1, "Terrain"))
    red = shown(desk, RED)
    assert (red.mood, red.word, red.note) == (Mood.PAUSED, "Paused by the organizer", "Terrain")


def test_a_time_gap_says_how_long_the_clock_was_away() -> None:
    desk = playing()
    desk.do(NoticeGap(desk.now_ms, desk.now_ms + 42_000), desk.now_ms + 42_000)
    red = shown(desk, RED)
    assert red.word == "The clock was away for 0:42"
    assert "organizer decides" in red.note


def test_a_time_gap_of_uncertain_length_names_no_length() -> None:
    desk = playing()
    desk.do(NoticeGap(desk.now_ms, desk.now_ms + 42_000, known=False), desk.now_ms + 42_000)
    assert shown(desk, RED).word == "The clock was away for some time"


def test_only_a_running_clock_is_low() -> None:
    desk = playing()
    desk.now_ms += 57 * MINUTE
    assert shown(desk, RED).low is Low.VERY_LOW
    desk.do(PauseClock(1, ""))
    assert shown(desk, RED).low is Low.PLENTY


def test_a_clock_out_is_shown_on_both_halves() -> None:
    desk = playing(4 + 4)
    desk.do(ScoreTurn(1, BLUE, 7, tuple(Holding(key, BLUE) for key in ("zone-1", "zone-2"))))
    desk.now_ms += 60_000
    assert not shown(desk, RED).out
    desk.do(Tap(1, RED))
    desk.now_ms += 60 * MINUTE
    desk.do(NoticeFlag(1))
    assert shown(desk, BLUE).mood is Mood.FLAGGED
    assert shown(desk, BLUE).word == "Your clock ran out"
    assert shown(desk, BLUE).digits == "0:00"
    assert shown(desk, RED).word == "Blue’s clock ran out"
    assert shown(desk, BLUE).out
    assert shown(desk, RED).out  # the flag is drawn in every language
    desk.do(Answer(1, BLUE, Question.CLOCK_OUT, False))
    assert desk.game().play.ending is not None
    assert shown(desk, RED).out


def test_if_play_goes_on_an_overrun_clock_counts_below_zero() -> None:
    desk = playing(clock_out=ClockOut.WARN)
    desk.now_ms += 58 * MINUTE
    desk.do(NoticeFlag(1))
    assert shown(desk, RED, desk.now_ms + 12_000).digits == "−0:12"


def test_the_end_of_a_game_shows_first_the_reason_and_then_the_points() -> None:
    desk = playing()
    desk.do(MakeClaim(1, BLUE, Claim.CASTER, RED))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    red = shown(desk, RED)
    assert (red.mood, red.word, red.step) == (Mood.STOPPED, "Game over", "")
    desk.do(EnterTally(1, RED, Pair(10, 40)))
    for side in Side:
        desk.do(Answer(1, side, Question.RESULT, agrees=True))
    red, blue = shown(desk, RED), shown(desk, BLUE)
    assert (red.mood, red.word) == (Mood.LOST, "Blue wins")
    assert (blue.mood, blue.word) == (Mood.WON, "You win")
    assert blue.note == "By assassination: Anna’s last caster fell in Anna’s turn 1"
    assert red.note == blue.note, "who won is the word above it"
    assert red.score == "Red 0 – Blue 0 CP, 10 – 40 AP"


def test_a_result_entered_by_the_organizer_is_labelled_as_theirs() -> None:
    desk = playing()
    desk.report(1, None, How.TIE, (2, 2), (5, 5))
    red = shown(desk, RED)
    assert (red.mood, red.word, red.score) == (Mood.TIED, "Tie", "")
    assert red.note == "The organizer’s result: CP 2–2, AP 5–5"
    desk.report(1, RED, How.SCENARIO, (6, 2), (5, 5))
    assert shown(desk, RED).note == "The organizer’s result: by scenario, CP 6–2, AP 5–5"


def test_a_tie_is_mentioned_only_once() -> None:
    desk = playing()
    desk.report(1, None, How.TIME, (2, 2), (5, 5))
    assert shown(desk, RED).word == "Tie"
    assert shown(desk, RED).note == "The organizer’s result: time was called, CP 2–2, AP 5–5"


def test_both_players_last_turns_are_marked() -> None:
    desk = playing(4 + 12)
    assert last_turn(desk.game())
    assert shown(desk, RED).step == "Red’s turn 7, last turn"
    assert not last_turn(playing(4 + 11).game())


def test_the_last_turn_granted_by_a_house_rule_after_a_clock_out_is_marked() -> None:
    desk = playing(6, clock_out=ClockOut.LAST_TURN)
    desk.now_ms += 60 * MINUTE
    desk.do(NoticeFlag(1))
    assert last_turn(desk.game())
    assert shown(desk, BLUE).step == "Blue’s turn 2, last turn"


def test_a_reopened_game_is_paused_with_the_reason() -> None:
    desk = playing()
    desk.do(MakeClaim(1, BLUE, Claim.CONCESSION, BLUE))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    desk.do(ReopenGame(1, "A mistake"))
    assert shown(desk, RED).note == "A mistake"


def test_a_falling_flag_is_noticed_exactly_once() -> None:
    desk = playing()
    before = view(desk)
    desk.now_ms += 60 * MINUTE
    desk.do(NoticeFlag(1))
    assert has_flag_fallen(before, view(desk))
    assert not has_flag_fallen(view(desk), view(desk))
    assert not has_flag_fallen(before, before)


def test_a_game_decided_by_the_organizer_shows_no_time_even_if_its_clock_runs() -> None:
    desk = playing()
    desk.do(ReportResult(1, Result(BLUE, How.SCENARIO, Pair(0, 6), Pair(0, 0))))
    assert desk.game().play.ticking
    assert [shown(desk, side).digits for side in Side] == ["", ""]
    assert next_change_ms(view(desk), desk.now_ms) is None


def test_below_five_minutes_combined_the_waiting_half_says_whom_to_call() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, RED))
    for side in (RED, BLUE, RED):
        desk.do(Tap(1, side), desk.now_ms)
    desk.now_ms += 57 * MINUTE + 30_000
    desk.do(Tap(1, BLUE))  # Blue has 2:30 left, and Red takes their first turn
    desk.now_ms += 57 * MINUTE + 30_000
    assert shown(desk, BLUE).note == ""
    assert clock_advice(desk.state, view(desk), desk.now_ms) == ""
    later = desk.now_ms + 1
    assert shown(desk, BLUE, later).note == "Turns under 15 s? You may call the organizer"
    assert shown(desk, RED, later).note == "Tap here to end your turn"
    assert clock_advice(desk.state, view(desk), later) == (
        "Below five minutes on both clocks together, players may ask the organizer to see that"
        " turns last 15 seconds."
    )
    assert clock_advice(replace(desk.state, packet=None), view(desk), later) == ""


def test_no_help_is_offered_if_turns_have_no_minimum_length() -> None:
    desk = under_way(2, replace(settings(50), packet="sr2014", timing="death-clock"), packet=SR2014)
    play_turns(desk, 4)
    assert desk.game().terms.time.clock_ms
    assert not view(desk).help_due(desk.now_ms + 118 * MINUTE)
    assert not view(under_way(2)).help_due(0)
