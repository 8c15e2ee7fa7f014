import re

from app.engine.acts.commands import NoticeGap
from app.engine.acts.results import AwardNoShow
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.table import (
    Answer,
    CallJudge,
    Claim,
    EnterTally,
    Holding,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    Question,
    ResumeClock,
    ScoreTurn,
    Tap,
)
from app.engine.packet.packet import Tiebreak
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.views.table.scoring_pad import pad, pad_steps
from app.views.table.table import CONDITION_WORDS, TableCondition, condition, table_view
from tests.engine.event import MINUTE, Desk, play_turns, registered, under_way

RED, BLUE = Side.RED, Side.BLUE


def playing(steps: int = 4, scenario: int = 1) -> Desk:
    return play_turns(under_way(2, scenario=scenario), steps)


def holdings(side: Side, *keys: str) -> tuple[Holding, ...]:
    return tuple(
        Holding(key, side, Held.DESTROYED if "objective" in key else Held.CONTROLLED)
        for key in keys
    )


def test_before_its_start_a_published_round_has_a_secret_scenario_and_no_running_clock() -> None:
    desk = registered(2)
    desk.do(DrawRound(7, 3))
    desk.do(PublishRound())
    view = table_view(desk.state, desk.game())
    assert view.secret
    assert view.condition is TableCondition.WAITING
    assert view.step == ""
    assert view.minimum_left(0) == 0


def test_a_table_shows_its_players_phase_and_time() -> None:
    desk = playing()
    view = table_view(desk.state, desk.game())
    assert sorted(view.names) == ["Anna", "Ben"]
    assert view.step == "Red’s turn 1"
    assert view.scenario == "The Pit II"
    assert view.minimum_left(desk.now_ms + 5_000) == 10_000
    assert view.minimum_left(desk.now_ms + 50_000) == 0
    assert not view.secret


def test_deployment_and_paused_turns_have_no_minimum_time_to_wait_for() -> None:
    desk = playing(0)
    assert table_view(desk.state, desk.game()).minimum_left(1_000) == 0
    desk = playing(4)
    desk.do(PauseClock(1, ""))
    assert table_view(desk.state, desk.game()).minimum_left(desk.now_ms) == 0


def test_conditions_that_need_the_organizer_take_precedence() -> None:
    desk = playing()
    assert condition(desk.game(), Stage.STARTED) is TableCondition.PLAYING
    desk.do(PauseClock(1, "Rules"))
    assert condition(desk.game(), Stage.STARTED) is TableCondition.PAUSED
    desk.do(ResumeClock(1))
    desk.do(NoticeGap(desk.now_ms, desk.now_ms + 60_000), desk.now_ms + 60_000)
    assert condition(desk.game(), Stage.STARTED) is TableCondition.GAP
    desk.do(CallJudge(1, RED))
    assert condition(desk.game(), Stage.STARTED) is TableCondition.JUDGE


def test_an_ended_game_is_counted_then_confirmed_then_done() -> None:
    desk = playing()
    desk.do(MakeClaim(1, BLUE, Claim.CASTER, RED))
    assert table_view(desk.state, desk.game()).claim is not None
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    assert condition(desk.game(), Stage.STARTED) is TableCondition.COUNT
    assert table_view(desk.state, desk.game()).needs is Tiebreak.ARMY_POINTS_DESTROYED
    desk.do(EnterTally(1, RED, Pair(1, 2)))
    assert condition(desk.game(), Stage.STARTED) is TableCondition.CONFIRM
    for side in Side:
        desk.do(Answer(1, side, Question.RESULT, agrees=True))
    view = table_view(desk.state, desk.game())
    assert view.condition is TableCondition.DONE
    assert view.result == view.reached
    assert view.why.startswith(view.names.blue)
    assert not view.by_eo


def test_a_no_show_ends_a_game_without_a_clock() -> None:
    desk = under_way(2)
    desk.do(AwardNoShow(1, RED))
    view = table_view(desk.state, desk.game())
    assert view.condition is TableCondition.DONE
    assert view.by_eo


def test_a_clock_out_with_a_possible_scenario_win_waits_for_the_players() -> None:
    desk = playing(8)
    desk.do(ScoreTurn(1, BLUE, 7, holdings(BLUE, "zone-1", "zone-2", "zone-3")))
    desk.now_ms += MINUTE
    desk.do(Tap(1, RED))
    desk.now_ms += 60 * MINUTE
    desk.do(NoticeFlag(1))
    assert condition(desk.game(), Stage.STARTED) is TableCondition.CLOCK_OUT
    assert table_view(desk.state, desk.game()).wins_if_scored is None
    desk.do(ScoreTurn(1, BLUE, 9, holdings(BLUE, "zone-1", "zone-2", "zone-3")))
    assert table_view(desk.state, desk.game()).wins_if_scored is BLUE


def test_the_scoring_pad_shows_holdings_points_and_totals() -> None:
    desk = playing(8)
    desk.do(ScoreTurn(1, BLUE, 7, holdings(BLUE, "zone-1", "objective-first")))
    desk.do(ScoreTurn(1, RED, 8, holdings(RED, "zone-1"), kill_box=True))
    before, now = pad(desk.game(), 7), pad(desk.game(), 8)
    assert (before.title, before.points, before.total) == ("Blue’s turn 2", Pair(0, 2), Pair(0, 2))
    assert (now.title, now.points, now.total) == ("Red’s turn 3", Pair(1, 2), Pair(1, 4))
    assert now.win == "6 ahead wins"
    assert now.kill_box
    assert now.kill_box_of is RED
    rows = {row.key: row for row in now.rows}
    assert rows["zone-1"].held == (Holding("zone-1", RED),)
    assert rows["zone-1"].offers == Pair((Held.CONTROLLED,), (Held.CONTROLLED,))
    assert "objective-first" not in rows


def test_before_scoring_begins_the_pad_has_no_kill_box() -> None:
    first = pad(playing(4).game(), 4)
    assert not first.scores
    assert first.kill_box_of is None
    assert not first.kill_box


def test_turns_can_be_corrected_back_to_the_first_scoring_turn() -> None:
    assert pad_steps(under_way(2).game()) == ()
    assert pad_steps(playing(5).game()) == ()
    assert pad_steps(playing(9).game()) == (9, 8, 7, 6)


def test_an_ended_game_is_corrected_up_to_its_last_turn() -> None:
    desk = playing(7)
    desk.do(MakeClaim(1, BLUE, Claim.CASTER, BLUE))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    assert pad_steps(desk.game()) == (7, 6)


def test_table_conditions_are_plain_keys_with_separate_display_text() -> None:
    assert all(re.fullmatch("[a-z_]+", one.value) for one in TableCondition)
    assert CONDITION_WORDS.keys() == {*TableCondition}
