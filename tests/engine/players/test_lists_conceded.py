"""What a concession is worth by the list of the player who gave up (SR2017, concession)."""

from app.engine.acts.players import ChooseList, DisqualifyPlayer, EnterArmy
from app.engine.acts.results import How, Result
from app.engine.acts.table import (
    Answer,
    Claim,
    EnterTally,
    Holding,
    MakeClaim,
    Question,
    ReopenGame,
    Rule,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, worth
from app.engine.side import Pair, Side
from app.engine.table.verdict import table_result
from app.views.round.result_entry import report_sheets
from app.views.table.scoring_pad import pad_steps
from tests.engine.event import MINUTE, PACKETS, Desk, settings, under_way

RED, BLUE = Side.RED, Side.BLUE
CASTER = ArmyRow("Haley", Kind.CASTER, 29)
HEAVY = ArmyList(
    (CASTER, ArmyRow("Stormwall", Kind.JACK, 39), ArmyRow("Blades", Kind.UNIT, 65, 10))
)
LIGHT = ArmyList((ArmyRow("Sloan", Kind.CASTER, 27), ArmyRow("Trenchers", Kind.UNIT, 99, 10)))


def played(*lists: ArmyList, key: str = "sr2017") -> Desk:
    """Blue, who plays second, has these lists; Red scores a zone in turn 2 and begins turn 3."""
    desk = under_way(2, settings(75), packet=PACKETS[key])
    desk.do(EnterArmy(desk.game().players.blue, lists), insist=True)
    if len(lists) > 1:
        desk.do(ChooseList(1, desk.game().players.blue, 2), insist=True)
    desk.do(StartClock(1, RED), insist=True)
    for step in range(8):
        desk.now_ms += MINUTE
        desk.do(Tap(1, RED if step % 2 == 0 else BLUE))
        if desk.game().play.awaits_start:
            desk.do(Tap(1, desk.game().play.owner))
    return desk


def concede(desk: Desk) -> Result:
    desk.do(MakeClaim(1, BLUE, Claim.CONCESSION, BLUE))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    desk.do(EnterTally(1, None, Pair(0, 0), None, None))
    result = table_result(desk.game())
    assert result is not None
    return result


def test_a_concession_scores_half_the_points_of_the_list_that_was_played() -> None:
    assert worth(HEAVY) == 104
    assert concede(played(LIGHT, HEAVY)) == Result(RED, How.CONCESSION, Pair(3, 0), Pair(52, 0))


def test_a_concession_scores_half_the_army_size_if_no_list_is_known() -> None:
    assert concede(played()).apd == Pair(38, 0)


def test_a_concession_scores_by_a_lists_points_if_only_those_are_known() -> None:
    assert concede(played(ArmyList((CASTER,), points=101))).apd == Pair(51, 0)


def test_rulings_reports_and_disqualifications_also_score_half_the_list() -> None:
    desk = played(HEAVY)
    (sheet,) = report_sheets(desk.state, desk.state.rounds[0])
    filled = sheet.filled(RED, How.CONCESSION, Pair(0, 0), Pair(0, 0))
    assert filled.apd == Pair(52, 0)
    desk.do(Rule(1, RED, How.CONCESSION, "they left"))
    desk.do(EnterTally(1, None, Pair(0, 0), None, None))
    assert table_result(desk.game()) == filled
    desk.do(ReopenGame(1, "back again"))
    desk.do(Rule(1, None, How.TIE, "no lights"))
    desk.do(ReopenGame(1, "light again"))
    desk.do(DisqualifyPlayer(desk.game().players.blue, "cheated"), insist=True)
    reported = desk.game().reported
    assert reported is not None
    assert reported.apd == Pair(52, 0)


def test_the_turn_of_a_concession_is_not_on_the_scoring_pad() -> None:
    desk = played()
    zones = tuple(Holding(f"zone-{number}", RED) for number in (1, 2))
    desk.do(ScoreTurn(1, RED, 8, zones))
    assert pad_steps(desk.game())[0] == 8
    concede(desk)
    assert pad_steps(desk.game())[0] == 7
    assert desk.game().points == Pair(0, 0)
    words = desk.refused(ScoreTurn(1, RED, 8, zones))
    assert words == "Only turns that have been played can be scored."


def test_before_sr2017_a_concession_scores_nothing_for_the_list() -> None:
    assert concede(played(HEAVY, key="sr2015")).apd == Pair(0, 0)
