"""The organizer takes back the end of a turn: what speaks against it, and what cannot be done."""

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.table import (
    Answer,
    Claim,
    MakeClaim,
    PauseClock,
    Question,
    ResumeClock,
    TakeBackTurn,
    Tap,
)
from app.engine.side import Pair, Side
from tests.engine.event import MINUTE, Desk, start_clock, under_way

RED, BLUE = Side.RED, Side.BLUE
NO_TURN = "There is no end of a turn to take back now."


def ended(steps: int = 6) -> tuple[Desk, int, TakeBackTurn]:
    """A game after so many steps of a minute, its number, and the last end taken back."""
    desk = under_way(2)
    number = start_clock(desk)
    for _ in range(steps):
        desk.now_ms += MINUTE
        desk.do(Tap(number, desk.game().play.owner))
    tapped_ms = desk.now_ms
    desk.now_ms += 20_000
    return desk, number, TakeBackTurn(number, tapped_ms)


def test_only_the_last_turn_can_be_taken_back() -> None:
    desk, number, _ = ended()
    assert desk.refused(TakeBackTurn(number, 5 * MINUTE), insist=True) == NO_TURN


def test_no_turn_is_taken_back_while_a_physical_clock_keeps_the_time() -> None:
    desk, number, take_back = ended()
    desk.do(PauseClock(number, ""))
    desk.do(HoldTime(number, by_clock=True))
    assert "switch was an interrupt" in desk.refused(take_back, insist=True)
    claim = MakeClaim(number, RED, Claim.TURN, BLUE)
    assert "switch was an interrupt" in desk.refused(claim)
    desk.do(HoldTime(number, by_clock=False))
    desk.do(ResumeClock(number))
    assert desk.refused(take_back, insist=True) == NO_TURN


def test_an_entered_result_must_be_deleted_before_a_turn_is_taken_back() -> None:
    desk, number, take_back = ended()
    desk.do(ReportResult(number, Result(RED, How.SCENARIO, Pair(1, 0), Pair(0, 0))), insist=True)
    assert desk.refused(take_back, insist=True).endswith("Delete that result first.")


def test_taking_back_a_turn_drops_another_open_question_if_the_organizer_insists() -> None:
    desk, number, take_back = ended()
    desk.do(MakeClaim(number, RED, Claim.CASTER, BLUE))
    assert "would be dropped" in desk.doubted(take_back)
    assert desk.game().play.question is None
    assert desk.game().play.step == 5


def test_the_organizer_taking_a_turn_back_settles_the_players_claim_about_it() -> None:
    desk, number, take_back = ended()
    claim = MakeClaim(number, BLUE, Claim.TURN, BLUE)
    desk.do(claim)
    assert desk.refused(claim) == "Answer the question on the screen first."
    desk.do(take_back)
    assert desk.game().play.claim is None
    assert desk.game().play.owner is BLUE


def test_a_game_that_both_confirmed_goes_on_only_if_the_organizer_insists() -> None:
    desk, number, take_back = ended(18)
    desk.do(Answer(number, RED, Question.RESULT, agrees=False))
    assert desk.game().play.ending is not None
    desk.do(take_back)
    assert desk.game().play.ending is None
    assert desk.game().play.ticking


def test_a_claim_on_a_turn_can_only_be_denied_once_a_physical_clock_takes_over() -> None:
    desk, number, _ = ended()
    desk.do(MakeClaim(number, BLUE, Claim.TURN, BLUE))
    desk.do(PauseClock(number, ""))
    desk.do(HoldTime(number, by_clock=True))
    assert desk.refused(Answer(number, RED, Question.CLAIM, agrees=True)) != ""
    desk.do(Answer(number, RED, Question.CLAIM, agrees=False))
    assert desk.game().play.question is None
