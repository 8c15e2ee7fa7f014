"""The round clock: its secret length, dice down at every table, and what can go wrong with it."""

import pytest

from app.engine.acts.chess_clock import HoldTime, PressLever
from app.engine.acts.rounds import (
    CallDiceDown,
    ChooseScenario,
    DrawRound,
    FinishRound,
    PublishRound,
    SetRoundLength,
    StartRound,
)
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import (
    CallJudge,
    Interrupt,
    NoticeFlag,
    PauseClock,
    PutDiceDown,
    ReopenGame,
    ResumeClock,
    StartClock,
    TakeExtension,
    Tap,
)
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.views.round.round import has_dice_down
from app.views.table.clock_face import face
from app.views.table.table import table_view
from tests.engine.event import (
    MINUTE,
    PACKETS,
    SR2017,
    Desk,
    latest,
    registered,
    settings,
    under_way,
)

SR2014 = PACKETS["sr2014"]
RED, BLUE = Side.RED, Side.BLUE


def started(secret: int = 0) -> Desk:
    """Four players at fifteen points; the first table plays. Secret 0: 25 minutes."""
    chosen = replace(settings(15), packet="sr2014")
    desk = under_way(4, chosen, 1, packet=SR2014, secret=secret)
    desk.do(StartClock(1, RED))
    return desk


def test_dice_go_down_at_every_table_at_the_instant_they_were_due() -> None:
    desk = started()
    assert has_dice_down(latest(desk))
    desk.do(StartClock(2, BLUE), 1 * MINUTE)
    desk.do(CallDiceDown(), 25 * MINUTE + 40)
    for table in (1, 2):
        play = desk.game(table).play
        assert play.dice_down_ms == 25 * MINUTE
        assert play.clock is not None
        assert play.clock.running is None
    assert latest(desk).dice_down_ms == 25 * MINUTE
    assert not has_dice_down(latest(desk))
    assert desk.refused(CallDiceDown()) == "Dice are already down."
    assert desk.refused(SetRoundLength(30 * MINUTE)) == "Dice are already down."


@pytest.mark.parametrize(("late_ms", "counted_ms"), [(5_000, 0), (5_001, 5_001)])
def test_dice_called_down_within_five_seconds_count_from_the_due_time(
    late_ms: int, counted_ms: int
) -> None:
    desk = started()
    desk.do(CallDiceDown(), 25 * MINUTE + late_ms)
    assert latest(desk).dice_down_ms == 25 * MINUTE + counted_ms


def test_after_dice_down_the_last_turn_ends_on_the_chess_clock() -> None:
    chosen = replace(settings(15), packet="sr2012", timing="chess-clocks")
    desk = under_way(2, chosen, 1, packet=PACKETS["sr2012"])
    desk.do(HoldTime(1, by_clock=True))
    desk.do(StartClock(1, RED))
    for minute, side in enumerate((RED, BLUE, RED, BLUE, RED), start=1):
        desk.do(PressLever(1, side), minute * MINUTE)
    desk.do(CallDiceDown(), 30 * MINUTE)
    shown = face(desk.game(), table_view(desk.state, desk.game()), BLUE, 30 * MINUTE)
    assert shown.note == (
        "Finish the move or roll, with a direct hit’s damage. Then effects at the end of the turn,"
        " scoring, and press your plunger"
    )
    assert desk.refused(Tap(1, BLUE)).startswith("The clock on the table keeps the time.")
    desk.do(PressLever(1, BLUE), 31 * MINUTE)
    assert desk.game().play.ending is not None


def test_a_program_that_was_away_calls_dice_down_when_it_is_back() -> None:
    desk = started()
    desk.do(CallDiceDown(), 40 * MINUTE)
    assert latest(desk).dice_down_ms == 40 * MINUTE


def test_calling_dice_down_early_asks_the_organizer_first() -> None:
    desk = started()
    assert desk.doubted(CallDiceDown(), 20 * MINUTE) == "The round has 5 minutes to go."
    assert latest(desk).dice_down_ms == 20 * MINUTE


def test_calling_dice_down_in_a_round_without_it_asks_first() -> None:
    desk = under_way(2)
    assert "the clocks end it" in desk.doubted(CallDiceDown())


def test_without_a_round_dice_down_and_round_length_are_refused() -> None:
    desk = registered(2)
    assert desk.refused(CallDiceDown()) == "There is no round under way."
    assert desk.refused(SetRoundLength(MINUTE)) == "There is no round under way."
    assert "lasts longer" in started().refused(SetRoundLength(0))


def test_undoing_the_start_of_a_round_does_not_undo_dice_down() -> None:
    desk = started()
    desk.do(CallDiceDown(), 25 * MINUTE)
    assert desk.state == fold(desk.records)
    desk.do(Undo(), insist=True)
    assert desk.game().play.dice_down_ms == 25 * MINUTE


def test_a_game_reopened_after_dice_down_goes_on() -> None:
    desk = started()
    desk.do(CallDiceDown(), 25 * MINUTE)
    desk.do(Tap(1, RED), 26 * MINUTE)
    assert desk.game().play.ending is not None
    desk.do(ReopenGame(1, "Called at the wrong table"), 27 * MINUTE)
    desk.do(ResumeClock(1), 28 * MINUTE)
    play = desk.game().play
    assert play.dice_down_ms is None
    assert play.clock is not None
    assert play.clock.running is RED


def test_a_game_reopened_after_dice_down_can_have_its_dice_put_down() -> None:
    desk = started()
    desk.do(StartClock(2, RED), 1 * MINUTE)
    desk.do(CallDiceDown(), 25 * MINUTE)
    for table in (1, 2):
        desk.do(Tap(table, RED), 26 * MINUTE)
        desk.do(ReopenGame(table, "Ended by mistake"), 27 * MINUTE)
        desk.do(ResumeClock(table), 27 * MINUTE)
    desk.do(PutDiceDown(1), 28 * MINUTE)
    downs = [desk.game(table).play.dice_down_ms for table in (1, 2)]
    assert downs == [28 * MINUTE, None]
    assert desk.refused(PutDiceDown(1), 28 * MINUTE) == "Dice are already down at this table."
    desk.do(CallDiceDown(), 29 * MINUTE)
    assert desk.game(2).play.dice_down_ms == 29 * MINUTE
    assert desk.refused(CallDiceDown(), 29 * MINUTE) == "Dice are already down."


def test_dice_can_be_put_down_at_one_table_only_if_a_game_is_in_play() -> None:
    desk = started()
    assert desk.refused(PutDiceDown(2)) == "Nobody plays at this table now."
    assert desk.doubted(PutDiceDown(1), 5 * MINUTE) == "Dice are not down in this round."
    assert desk.game().play.dice_down_ms == 5 * MINUTE


def test_a_table_that_starts_after_dice_down_asks_the_judge_first() -> None:
    desk = started()
    desk.do(CallDiceDown(), 25 * MINUTE)
    assert "Dice are down in this round" in desk.doubted(StartClock(2, RED), 26 * MINUTE)
    desk.do(CallDiceDown(), 27 * MINUTE)
    assert desk.game(2).play.dice_down_ms == 27 * MINUTE


def test_a_round_keeps_the_length_of_its_games_when_settings_change() -> None:
    chosen = replace(settings(50), packet="sr2014")
    desk = registered(2, chosen, SR2014)
    desk.do(DrawRound(7, 1))
    desk.do(ChangeSettings(replace(chosen, timing="untimed"), SR2014))
    desk.do(PublishRound())
    desk.do(StartRound(0))
    assert latest(desk).length_ms == 95 * MINUTE
    desk = registered(2, settings(75), SR2017)
    desk.do(DrawRound(7, 1))
    desk.do(ChangeSettings(replace(settings(75), timing="classic"), SR2017))
    desk.do(PublishRound())
    desk.do(StartRound(0))
    assert latest(desk).length_ms == 0


def test_an_extension_taken_late_still_gives_its_minutes() -> None:
    desk = under_way(2, replace(settings(50), packet="sr2014"), 1, packet=SR2014)
    desk.do(StartClock(1, RED))
    for step in range(4):
        desk.do(Tap(1, RED if step % 2 == 0 else BLUE), (step + 1) * MINUTE)
    desk.do(Tap(1, RED), 4 * MINUTE)  # red starts the turn
    desk.do(NoticeFlag(1), 19 * MINUTE)  # ten minutes a turn: five over
    desk.do(TakeExtension(1, RED), 19 * MINUTE)
    assert table_view(desk.state, desk.game()).left_ms(RED, 19 * MINUTE) == 5 * MINUTE
    assert desk.game().play.overrun == ()
    assert desk.game().play.extensions == Pair(1, 0)
    assert desk.refused(TakeExtension(1, RED), 20 * MINUTE) == (
        "This turn has already been extended."
    )


def test_a_table_does_not_reveal_reinforcements_before_the_round_starts() -> None:
    notices = []
    for scenario in (1, 11):
        desk = registered(2, replace(settings(50), packet="sr2012"), PACKETS["sr2012"])
        desk.do(DrawRound(7, scenario))
        desk.do(PublishRound())
        notices.append(table_view(desk.state, desk.game()).time)
    assert notices[0] == notices[1]
    desk.do(StartRound(0))
    assert table_view(desk.state, desk.game()).time.extensions == 2


def test_time_limits_apply_only_with_the_timing_they_belong_to() -> None:
    times = {}
    for timing in ("", "classic"):
        chosen = replace(settings(75), timing=timing, limits="hardcore")
        times[timing] = under_way(2, chosen).game().terms.time
    assert times[""].clock_ms == 60 * MINUTE
    assert times["classic"].turn_ms == 7 * MINUTE
    small = replace(settings(50), packet="sr2017-rumble", timing="classic", limits="relaxed")
    rumble = under_way(2, small, 1, packet=PACKETS["sr2017-rumble"])
    assert rumble.game().terms.time.turn_ms == 12 * MINUTE
    assert latest(rumble).length_ms == 120 * MINUTE


def test_after_dice_down_no_clock_can_be_paused_and_no_turn_extended() -> None:
    desk = started()
    for step in range(4):
        desk.do(Tap(1, RED if step % 2 == 0 else BLUE), (step + 1) * MINUTE)
    desk.do(CallDiceDown(), 25 * MINUTE)
    assert "nothing to pause" in desk.refused(PauseClock(1, "why"), 26 * MINUTE)
    assert "the clocks have stopped" in desk.refused(Interrupt(1), 26 * MINUTE)
    assert desk.refused(TakeExtension(2, RED)) == "No turn is being played."
    chosen = replace(settings(50), packet="sr2014")
    other = under_way(2, chosen, 1, packet=SR2014)
    other.do(StartClock(1, RED))
    for step in range(4):
        other.do(Tap(1, RED if step % 2 == 0 else BLUE), (step + 1) * MINUTE)
    other.do(CallDiceDown(), 99 * MINUTE)
    said = "Dice are down. Finish the move or the single roll."
    assert other.refused(TakeExtension(1, RED), 99 * MINUTE) == said


def test_dice_down_leaves_finished_games_and_games_not_begun_alone() -> None:
    desk = started()
    desk.report(1, RED)
    desk.do(CallDiceDown(), 25 * MINUTE)
    assert desk.game(2).play.dice_down_ms is None
    desk.do(CallJudge(2, None))
    desk.do(FinishRound(), insist=True)
    assert latest(desk).dice_down_due_ms is None


def test_changing_the_scenario_changes_the_bye_and_the_time_to_its_own() -> None:
    packet = PACKETS["sr2012"]
    desk = registered(3, replace(settings(50), packet="sr2012"), packet)
    desk.do(DrawRound(7, 1))
    bye = latest(desk).bye
    assert bye is not None
    assert bye.cp == 2
    assert desk.game().terms.time.extensions == 1
    desk.do(ChooseScenario(11))
    bye = latest(desk).bye
    assert bye is not None
    assert bye.cp == 1
    assert desk.game().terms.time.extensions == 2
    desk.do(PublishRound())
    desk.do(StartRound(0))
    assert latest(desk).length_ms == 105 * MINUTE


def test_timing_formats_and_time_limits_must_be_the_packets() -> None:
    desk = registered(2)
    known = settings()
    odd = replace(known, timing="hourglass")
    assert "no timing format called hourglass" in desk.refused(ChangeSettings(odd, SR2017))
    odd = replace(known, limits="sluggish")
    assert "no time limits called sluggish" in desk.refused(ChangeSettings(odd, SR2017))


def test_a_scenario_lead_setting_changes_the_points_a_win_needs_but_not_a_lead_of_one() -> None:
    chosen = replace(settings(75, lead=3, clock_out=ClockOut.LOSE), packet="sr2014")
    win = under_way(2, chosen, 1, packet=SR2014).game().terms.victory.win
    assert (win.points, win.lead) == (3, 1)


def test_a_round_may_be_set_to_last_a_single_millisecond() -> None:
    desk = started()
    desk.do(SetRoundLength(1))
    assert latest(desk).length_ms == 1
