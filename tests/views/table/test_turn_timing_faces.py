"""The halves of a table where turns are timed, where nothing is, and after dice down."""

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.rounds import CallDiceDown
from app.engine.acts.table import (
    Answer,
    Claim,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    Question,
    ResumeClock,
    StartClock,
    Tap,
)
from app.engine.frozen import replace
from app.engine.side import Side
from app.views.round.live import live_row
from app.views.table.clock_face import Face, Low, Mood, face, next_change_ms
from app.views.table.organizer_acts import open_words
from app.views.table.table import TableView, table_view
from tests.engine.event import MINUTE, PACKETS, Desk, settings, under_way

RED, BLUE = Side.RED, Side.BLUE


def playing(steps: int, timing: str = "", size: int = 50) -> Desk:
    chosen = replace(settings(size), packet="sr2014", timing=timing)
    desk = under_way(2, chosen, 1, packet=PACKETS["sr2014"])
    desk.do(StartClock(1, RED))
    for step in range(steps):
        desk.now_ms += MINUTE
        desk.do(Tap(1, RED if step % 2 == 0 else BLUE))
    play = desk.game().play
    if play.awaits_start:
        desk.do(Tap(1, play.owner))
    return desk


def view(desk: Desk) -> TableView:
    return table_view(desk.state, desk.game())


def shown(desk: Desk, side: Side) -> Face:
    return face(desk.game(), view(desk), side, desk.now_ms)


def test_before_the_start_the_clock_face_shows_a_whole_turns_time() -> None:
    chosen = replace(settings(50), packet="sr2014")
    desk = under_way(2, chosen, 1, packet=PACKETS["sr2014"])
    assert shown(desk, RED).digits == "10:00"


def test_deployment_is_not_timed() -> None:
    desk = playing(1)
    desk.now_ms += 20 * MINUTE
    said = shown(desk, BLUE)
    assert (said.digits, said.mood, said.low) == ("10:00", Mood.RUNNING, Low.PLENTY)
    assert said.note == "Not timed. Tap here when you have deployed"
    assert next_change_ms(view(desk), desk.now_ms) is None


def test_the_screen_says_when_it_keeps_the_time_instead_of_a_clock() -> None:
    desk = under_way(2)
    desk.do(HoldTime(1, by_clock=True))
    desk.do(HoldTime(1, by_clock=False))
    desk.do(StartClock(1, RED))
    assert shown(desk, RED).note == "Tap here: this screen keeps the time, not the clock"
    assert open_words(view(desk)) == (
        "The program keeps the time here, not the clock on the table."
    )
    desk.do(PauseClock(1, ""))
    desk.do(HoldTime(1, by_clock=True))
    desk.do(ResumeClock(1))
    assert shown(desk, RED).note == "Press your plunger to end your turn"
    assert open_words(view(desk)) == ""


def test_a_turns_time_counts_down_and_its_last_minute_is_marked_low() -> None:
    desk = playing(4)
    desk.now_ms += 30_000
    assert shown(desk, RED).digits == "9:30"
    assert shown(desk, BLUE).digits == "10:00"
    assert shown(desk, RED).low is Low.PLENTY
    assert next_change_ms(view(desk), desk.now_ms) == 1000
    desk.now_ms += 9 * MINUTE
    assert shown(desk, RED).low is Low.VERY_LOW
    assert live_row(view(desk), desk.now_ms).explanation == "Red’s turn 1"


def test_when_the_time_is_up_the_player_is_told_to_finish() -> None:
    desk = playing(4)
    desk.do(NoticeFlag(1), 14 * MINUTE)
    desk.now_ms = 14 * MINUTE + 20_000
    said = shown(desk, RED)
    assert (said.mood, said.digits, said.word) == (Mood.TIME_UP, "0:00", "Time is up")
    assert said.note == "Finish the move or roll, with a direct hit’s damage, then tap"
    assert said.runs
    assert said.low is Low.PLENTY
    assert shown(desk, BLUE).word == "Red is playing"
    assert next_change_ms(view(desk), desk.now_ms) is None


def test_an_interrupt_stops_the_turns_time() -> None:
    desk = playing(4)
    desk.do(Interrupt(1))
    desk.now_ms += MINUTE
    assert shown(desk, RED).word == "Your turn’s clock is stopped"
    assert shown(desk, RED).digits == "10:00"
    assert shown(desk, BLUE).word == "Your move: Red’s turn is on hold"
    assert shown(desk, BLUE).low is Low.PLENTY
    assert next_change_ms(view(desk), desk.now_ms) is None


def test_after_dice_down_both_players_are_told_what_is_left_to_do() -> None:
    desk = playing(4)
    desk.do(CallDiceDown(), 95 * MINUTE)
    desk.now_ms = 95 * MINUTE
    mine, other = shown(desk, RED), shown(desk, BLUE)
    assert (mine.mood, other.mood) == (Mood.DICE_DOWN, Mood.DICE_DOWN)
    assert mine.note.endswith("scoring, and tap")
    assert other.note == "Red finishes the move or the single roll"
    assert live_row(view(desk), desk.now_ms).explanation == "Dice down, Red’s turn 1"
    assert view(desk).minimum_left(desk.now_ms) == 0


def test_the_time_of_the_last_turn_is_hidden_once_the_game_is_over() -> None:
    desk = playing(4)
    desk.do(MakeClaim(1, RED, Claim.CASTER, BLUE))
    assert shown(desk, RED).digits == "10:00"
    desk.do(Answer(1, BLUE, Question.CLAIM, True))
    assert (shown(desk, RED).digits, shown(desk, BLUE).digits) == ("", "")


def test_without_limits_the_clocks_count_up() -> None:
    desk = playing(4, "untimed")
    desk.now_ms += 61 * MINUTE + 400
    assert shown(desk, RED).digits == "1:03:00"
    assert shown(desk, BLUE).digits == "2:00"
    assert next_change_ms(view(desk), desk.now_ms) == 600
    assert live_row(view(desk), desk.now_ms).left.red == "1:03:01"
    fresh = playing(0, "untimed")
    fresh.now_ms += 4_000
    assert shown(fresh, RED).digits == "0:04"
    assert shown(fresh, BLUE).digits == "0:00"
