import pytest

from app.engine.acts.results import How
from app.engine.acts.table import (
    Answer,
    Claim,
    EnterTally,
    Holding,
    MakeClaim,
    NoticeFlag,
    Question,
    Rule,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.table.sentences import standing_result, why, win_words
from tests.engine.event import MINUTE, Desk, play_turns, settings, under_way

RED, BLUE = Side.RED, Side.BLUE


def playing(steps: int = 4, clock_out: ClockOut = ClockOut.PACKET) -> Desk:
    return play_turns(under_way(2, settings(clock_out=clock_out), scenario=1), steps)


def agreed(desk: Desk, by: Side, claim: Claim, side: Side) -> str:
    desk.do(MakeClaim(1, by, claim, side))
    desk.do(Answer(1, by.other, Question.CLAIM, agrees=True))
    return why(desk.game())


def test_nothing_is_reported_while_the_game_goes_on() -> None:
    game = playing().game()
    assert why(game) == ""
    assert standing_result(game) == ""


def test_an_assassination_is_reported_with_its_turn() -> None:
    words = agreed(playing(), RED, Claim.CASTER, BLUE)
    assert words == "Red wins by assassination: Blue’s last caster fell in Red’s turn 1"


def test_a_concession_is_reported_with_its_turn() -> None:
    words = agreed(playing(), BLUE, Claim.CONCESSION, BLUE)
    assert words == "Red wins by concession: Blue conceded in Red’s turn 1"


def test_a_clock_out_is_reported_as_an_assassination_with_its_reason() -> None:
    desk = playing()
    desk.now_ms += 60 * MINUTE
    desk.do(NoticeFlag(1))
    assert why(desk.game()) == ("Blue wins by assassination: Red’s clock ran out in Red’s turn 1")


def test_players_who_disagree_on_the_scenario_are_told_that_they_do() -> None:
    desk = playing(8)
    zones = tuple(Holding(key, BLUE) for key in ("zone-1", "zone-2", "zone-3"))
    desk.do(ScoreTurn(1, BLUE, 7, zones))
    desk.now_ms += MINUTE
    desk.do(Tap(1, RED))
    desk.now_ms += 60 * MINUTE
    desk.do(NoticeFlag(1))
    desk.do(ScoreTurn(1, BLUE, 9, zones))
    desk.do(Answer(1, BLUE, Question.CLOCK_OUT, agrees=True))
    desk.do(Answer(1, RED, Question.CLOCK_OUT, agrees=False))
    assert why(desk.game()).endswith("Blue’s turn 3; the players did not agree on the scenario")


def test_a_scenario_win_is_reported_with_the_points() -> None:
    desk = playing(8)
    zones = tuple(Holding(key, BLUE) for key in ("zone-1", "zone-2", "zone-3"))
    desk.do(ScoreTurn(1, BLUE, 7, zones))
    desk.do(ScoreTurn(1, BLUE, 8, zones))
    desk.now_ms += MINUTE
    desk.do(Tap(1, RED))
    assert why(desk.game()) == ("Blue wins by scenario: 6 control points to 0 after Red’s turn 3")


def test_a_game_decided_on_tiebreakers_is_reported_with_its_numbers() -> None:
    desk = playing()
    assert agreed(desk, RED, Claim.BOTH_CASTERS, RED).startswith("The game is over: enter")
    desk.do(EnterTally(1, RED, Pair(31, 40)))
    assert why(desk.game()) == ("Blue wins by army points destroyed (3rd tiebreak): 40 to 31")
    desk.do(EnterTally(1, RED, Pair(40, 40)))
    assert "enter army points" in why(desk.game())
    desk.do(EnterTally(1, RED, Pair(40, 40), presence=Pair(5, 5)))
    assert why(desk.game()) == "Tie"
    desk.do(EnterTally(1, RED, Pair(40, 40), presence=Pair(5, 6)))
    assert why(desk.game()).startswith("Blue wins by ")
    assert why(desk.game()).endswith(": 6 to 5")


def test_the_organizers_ruling_is_reported_with_its_reason() -> None:
    desk = playing()
    desk.do(Rule(1, RED, How.ASSASSINATION, "Dice were checked"))
    assert why(desk.game()) == (
        "Red wins by assassination: the organizer ruled (Dice were checked)"
    )


def test_the_final_result_is_reported_with_names() -> None:
    desk = playing()
    desk.report(1, BLUE, How.SCENARIO, (2, 7), (31, 40))
    words = standing_result(desk.game(), lambda side: "Anna" if side is RED else "Ben")
    assert words == "Ben wins by scenario, CP 2–7, AP 31–40"


@pytest.mark.parametrize(
    ("winner", "how", "said"),
    [
        (None, How.TIE, "Tie"),
        (None, How.TIME, "Tie: time was called"),
        (RED, How.NO_SHOW, "Red wins without a game"),
        (RED, How.UNRECORDED, "Red wins"),
    ],
)
def test_every_outcome_has_a_short_wording(winner: Side | None, how: How, said: str) -> None:
    assert win_words(winner, how) == said


def test_a_confirmed_result_is_reported_with_the_tables_own_reason() -> None:
    desk = playing()
    agreed(desk, RED, Claim.CASTER, BLUE)
    desk.do(EnterTally(1, RED, Pair(31, 4)))
    for side in Side:
        desk.do(Answer(1, side, Question.RESULT, agrees=True))
    assert standing_result(desk.game()) == why(desk.game())


def test_a_tie_that_names_a_winner_in_a_damaged_log_can_be_worded() -> None:
    assert win_words(Side.RED, How.TIE) == "Red wins"


def test_destroying_a_battlegroup_or_an_army_is_reported_as_such() -> None:
    for chosen, claim, said in (
        (
            {"battlegroup": True},
            Claim.BATTLEGROUP,
            "Red wins by destroying the battlegroup: Blue’s last warjack or warbeast fell in",
        ),
        (
            {"assassination": False},
            Claim.NO_MODELS,
            "Red wins with no enemy models left: Blue lost the last model in",
        ),
    ):
        desk = under_way(2, replace(settings(), **chosen))
        desk.do(StartClock(1, RED))
        desk.do(MakeClaim(1, RED, claim, BLUE))
        desk.do(Answer(1, BLUE, Question.CLAIM, True))
        assert why(desk.game()) == f"{said} Red’s deployment"
