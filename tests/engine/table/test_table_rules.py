"""Refusals and corners of the table that no game script tells."""

import pytest

from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    Claimed,
    CountGap,
    CountLosses,
    DismissJudge,
    EnterTally,
    FlagFell,
    HandBack,
    Holding,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    PutDiceDown,
    Question,
    ReopenGame,
    ResumeClock,
    Rule,
    Ruled,
    ScoreTurn,
    StartClock,
    TableCommand,
    TakeBackTurn,
    TakeExtension,
    Tap,
    WithdrawResult,
)
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind, Loss
from app.engine.armies.army_list import ArmyList
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import plural
from app.engine.packet.packet import Award, ClockOut
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table import scoring, turns
from app.engine.table.deadlines import deadline, expected_end
from app.engine.table.game import Ending, tables_of
from app.engine.table.marks import advance
from app.engine.table.verdict import (
    Verdict,
    final_result,
    score_concession,
    table_result,
    verdict,
)
from app.engine.text import join_words
from tests.engine.event import MINUTE, PACKETS, SR2017, Desk, registered, settings, under_way


def over(desk: Desk) -> None:
    """Table 1 started and ended by Blue's caster."""
    desk.do(StartClock(1, Side.RED), 0)
    desk.do(MakeClaim(1, Side.RED, Claim.CASTER, Side.BLUE), MINUTE)
    desk.do(Answer(1, Side.BLUE, Question.CLAIM, True), MINUTE)


def test_a_tap_at_a_table_without_a_game_is_refused() -> None:
    assert "no game now" in under_way(2).refused(Tap(9, Side.RED))


def test_starting_a_clock_before_the_round_starts_is_questioned() -> None:
    desk = registered(2)
    desk.do(DrawRound(1))
    assert "Wait for the organizer" in desk.doubted(StartClock(1, Side.RED))


def test_nothing_can_be_tapped_before_the_clock_is_started() -> None:
    desk = under_way(2)
    for command in (Tap(1, Side.RED), Interrupt(1)):
        assert "not started" in desk.refused(command)
    assert "not started" in desk.refused(PauseClock(1, "why"))
    assert "played" in desk.refused(ScoreTurn(1, None, 7, ()))
    assert expected_end(desk.game(), 0) is None


def test_a_tally_needs_a_finished_game_and_no_negative_numbers() -> None:
    desk = under_way(2)
    assert "not over" in desk.refused(EnterTally(1, None, Pair(0, 0)))
    over(desk)
    for tally in (
        EnterTally(1, None, Pair(-1, 0)),
        EnterTally(1, None, Pair(0, 0), casters=Pair(0, -1)),
        EnterTally(1, None, Pair(0, 0), presence=Pair(-1, 0)),
    ):
        assert "negative" in desk.refused(tally)


def test_the_organizers_rulings_need_a_reason() -> None:
    desk = under_way(2)
    for command in (
        Rule(1, None, How.TIME, " "),
        ReopenGame(1, ""),
        WithdrawResult(1, ""),
    ):
        assert desk.refused(command) == "Say why: it goes into the history."


def test_a_ruling_other_than_a_concession_scores_nothing_for_the_losers_list() -> None:
    (ruled,) = under_way(2).do(Rule(1, Side.RED, How.CLOCK_OUT, "seen on video"))
    assert isinstance(ruled, Ruled)
    assert ruled.army_points == 0


def test_a_game_called_on_time_records_the_losses_that_were_tapped_off() -> None:
    """Every packet, recording: the army points of the opponent that each destroyed."""
    desk = under_way(2)
    army = (ArmyRow("Haley", Kind.CASTER, 5), ArmyRow("Lancer", Kind.JACK, 10))
    red, blue = desk.game().players
    for player in (red, blue):
        desk.do(EnterArmy(player, (ArmyList(army),)), insist=True)
    desk.do(StartClock(1, Side.RED))
    desk.do(CountLosses(1, None, Side.BLUE, (Loss(), Loss(1))))
    desk.do(Rule(1, None, How.TIME, "expected end"))
    result = final_result(desk.game())
    assert result == Result(None, How.TIME, Pair(0, 0), Pair(10, 0))
    desk.do(Undo(), insist=True)
    assert desk.game().play.in_progress
    assert desk.game().play.tally is None


def test_a_game_called_on_time_without_a_count_is_asked_about() -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED))
    assert "army points" in desk.doubted(Rule(1, None, How.TIME, "expected end"))
    desk.do(Rule(1, None, How.TIME, "expected end"), insist=True)
    result = final_result(desk.game())
    assert result == Result(None, How.TIME, Pair(0, 0), Pair(0, 0))


@pytest.mark.parametrize("claim", [Claim.CASTER, Claim.CONCESSION])
def test_a_claim_without_lists_records_no_army_points(claim: Claim) -> None:
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED))
    (claimed,) = desk.do(MakeClaim(1, Side.RED, claim, Side.RED))
    assert isinstance(claimed, Claimed)
    assert claimed.army_points == 0


FINISHED: tuple[TableCommand, ...] = (
    StartClock(1, Side.RED),
    Tap(1, Side.RED),
    MakeClaim(1, Side.RED, Claim.CASTER, Side.BLUE),
    Answer(1, Side.RED, Question.RESULT, True),
    EnterTally(1, Side.RED, Pair(1, 1)),
    ScoreTurn(1, Side.BLUE, 4, ()),
    ReopenGame(1, "go on"),
    ResumeClock(1),
    CountGap(1),
    Interrupt(1),
    HandBack(1),
    TakeExtension(1, Side.RED),
    PutDiceDown(1),
    TakeBackTurn(1, MINUTE),
)


@pytest.mark.parametrize("command", FINISHED, ids=lambda one: type(one).__name__)
def test_no_game_can_be_continued_in_a_finished_round(command: TableCommand) -> None:
    desk = under_way(2)
    over(desk)
    desk.do(FinishRound(), insist=True)
    assert desk.refused(command, MINUTE) == "Round 1 is finished. Call the judge."


def test_the_organizer_can_still_make_corrections_in_a_finished_round() -> None:
    desk = under_way(2)
    over(desk)
    desk.do(FinishRound(), insist=True)
    desk.do(EnterTally(1, None, Pair(20, 10)), 2 * MINUTE)
    desk.do(AdjustClock(1, Side.RED, MINUTE, "as on paper"), 2 * MINUTE)
    desk.do(Rule(1, Side.BLUE, How.CLOCK_OUT, "video"), 2 * MINUTE)
    desk.do(ReportResult(1, Result(Side.BLUE, How.CLOCK_OUT, Pair(0, 0), Pair(0, 9))))
    desk.do(WithdrawResult(1, "wrong again"), 3 * MINUTE)
    desk.do(CallJudge(1, None), 3 * MINUTE)
    desk.do(DismissJudge(1), 3 * MINUTE)
    assert desk.do(NoticeFlag(1), 3 * MINUTE) == ()


def test_a_game_without_a_tally_has_no_result_yet() -> None:
    desk = under_way(2)
    over(desk)
    assert table_result(desk.game()) is None
    assert final_result(desk.game()) is None
    decided = verdict(desk.game())
    assert decided is not None
    assert (decided.winner, decided.how) == (Side.RED, How.ASSASSINATION)


def test_scoring_an_element_the_scenario_lacks_gives_no_points() -> None:
    terms = terms_for(SR2017, settings(), 3)
    score = ScoreTurn(
        1, None, 7, (Holding("objective-first", Side.BLUE, Held.DESTROYED),), False, at_ms=0
    )
    assert scoring.step_points(terms, Side.RED, {7: score}, 7) == Pair(0, 0)
    assert scoring.step_points(terms, Side.RED, {7: score}, 8) == Pair(0, 0)
    assert scoring.step_points(terms, Side.RED, {7: replace(score, step=5)}, 7) == Pair(0, 0)


def test_an_objective_scored_for_its_own_side_gives_no_points() -> None:
    terms = terms_for(SR2017, settings(), 1)
    own = ScoreTurn(
        1, None, 7, (Holding("objective-first", Side.RED, Held.DESTROYED),), False, at_ms=0
    )
    assert scoring.step_points(terms, Side.RED, {7: own}, 7) == Pair(0, 0)
    assert scoring.step_points(terms, Side.BLUE, {7: own}, 7) == Pair(1, 0)


def test_the_steps_of_a_game_are_named_as_players_call_them() -> None:
    names = [turns.step_name(step) for step in (0, 1, 2, 3, 4, 5, 6)]
    assert names == [
        *["Deployment"] * 2,
        *["Advance deployment"] * 2,
        "Turn 1",
        "Turn 1",
        "Turn 2",
    ]


def test_a_step_number_below_zero_is_named_deployment() -> None:
    """A file that was changed by hand may have it under right checksums."""
    assert turns.step_name(-8) == "Deployment"


def test_words_are_joined_and_counted_properly_in_sentences() -> None:
    desk = under_way(6)
    games = [desk.game(table) for table in (1, 2, 3)]
    assert (join_words([1]), join_words([1, 2]), join_words("abc")) == (
        "1",
        "1 and 2",
        "a, b and c",
    )
    words = [plural(count, "{count} game", "{count} games") for count in (1, 0)]
    assert words == ["1 game", "0 games"]
    assert tables_of(games) == "tables 1, 2 and 3"
    assert tables_of(games[:1]) == "table 1"


def test_two_fallen_flags_are_reported_at_once() -> None:
    desk = under_way(2, settings(0, clock_out=ClockOut.LAST_TURN))
    desk.do(StartClock(1, Side.RED), 0)
    for step in range(4):
        desk.do(Tap(1, desk.game().play.owner), (step + 1) * MINUTE)
    flags = desk.do(NoticeFlag(1), 60 * MINUTE)
    assert flags == (FlagFell(1, 22 * MINUTE, Side.RED), FlagFell(1, 40 * MINUTE, Side.BLUE))
    assert desk.game().play.ending is not None


def test_no_flag_is_announced_at_a_table_whose_result_was_entered() -> None:
    desk = under_way(2, settings(0))
    desk.do(StartClock(1, Side.RED), 0)
    desk.report(1, Side.BLUE)
    assert deadline(desk.game()) is None
    assert desk.do(NoticeFlag(1), 30 * MINUTE) == ()


def test_a_concession_award_that_is_not_a_minimum_replaces_the_points_on_the_table() -> None:
    game = under_way(2).game()
    award = Award(cp=3, apd_percent=50)
    game = replace(game, terms=replace(game.terms, concession=award))
    given = score_concession(game, Side.RED, Pair(5, 1), Pair(60, 9))
    assert given == (Pair(3, 0), Pair(38, 0))


def test_marks_out_of_place_are_passed_over() -> None:
    game = under_way(2).game()
    for mark in (
        TakeExtension(1, Side.RED, at_ms=5),
        PutDiceDown(1, at_ms=5),
        FlagFell(1, 5, Side.RED),
    ):
        assert advance(game.terms, game.play, mark) == game.play


@pytest.mark.parametrize("timing", ["chess-clocks", "death-clock"])
def test_in_2012_whoever_runs_out_of_time_loses_without_a_question(timing: str) -> None:
    chosen = replace(settings(50), packet="sr2012", timing=timing)
    desk = under_way(2, chosen, 3, packet=PACKETS["sr2012"])
    desk.do(StartClock(1, Side.RED))
    for step in range(7):
        desk.do(Tap(1, desk.game().play.owner), (step + 1) * MINUTE)
    desk.do(ScoreTurn(1, Side.BLUE, 7, (Holding("zone", Side.BLUE),)), 7 * MINUTE)
    for step in range(2):
        desk.do(Tap(1, desk.game().play.owner), (step + 8) * MINUTE)
    desk.do(ScoreTurn(1, Side.BLUE, 9, (Holding("zone", Side.BLUE),)), 9 * MINUTE)
    desk.do(NoticeFlag(1), 180 * MINUTE)
    ending = desk.game().play.ending
    assert ending is not None
    assert (ending.winner, ending.how) == (Side.RED, How.CLOCK_OUT)


@pytest.mark.parametrize(("first", "winner"), [(Side.RED, Side.RED), (Side.BLUE, None)])
def test_a_lead_wins_after_the_last_turn_if_the_opponent_played_that_turn(
    first: Side, winner: Side | None
) -> None:
    """SR2026: a scenario win is checked when the opponent's turn is scored."""
    packet = PACKETS["sr2026"]
    desk = under_way(2, replace(settings(75), packet="sr2026"), 1, packet=packet)
    desk.do(StartClock(1, first))
    last = turns.FIRST_TURN_STEP + 2 * packet.victory.last_turn - 1
    score = ScoreTurn(1, None, last, (), points=Pair(6, 0), reason="seen", at_ms=1)
    play = replace(
        desk.game().play, step=last, scores={last: score}, ending=Ending(2, last, length=True)
    )
    decided = verdict(replace(desk.game(), play=play))
    won = Verdict(winner, How.SCENARIO) if winner else None
    assert (decided == won) is (won is not None)
