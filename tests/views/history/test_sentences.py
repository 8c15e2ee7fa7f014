"""Every sentence of acts that are told in several ways."""

import pytest

from app.engine.acts.draw import SetPairing
from app.engine.acts.events import Record
from app.engine.acts.rounds import DrawRound, EnterPairings, RoundDrawn
from app.engine.acts.table import Answer, Question
from app.engine.draw.values import BYE
from app.engine.draw.wishes import SetPair
from app.engine.side import Side
from app.views.history.rows import describe
from tests.engine.event import Desk, registered, under_way


def latest_row(desk: Desk) -> str:
    return describe(desk.records[-1], desk.state)


@pytest.mark.parametrize(
    ("other", "together", "round_number", "words"),
    [
        (BYE, True, 0, "Anna has the bye"),
        (BYE, True, 3, "Anna has the bye in round 3"),
        (BYE, False, 0, "Anna may not have the bye"),
        (BYE, False, 3, "Anna may not have the bye in round 3"),
        (2, True, 0, "Anna and Ben meet"),
        (2, True, 3, "Anna and Ben meet in round 3"),
        (2, False, 0, "Anna and Ben may not be paired"),
        (2, False, 3, "Anna and Ben may not be paired in round 3"),
    ],
)
def test_the_history_describes_pairs_that_were_set_or_forbidden(
    other: int, together: bool, round_number: int, words: str
) -> None:
    desk = registered(4)
    desk.do(SetPairing(SetPair(1, other, together, "brothers", round_number)), insist=True)
    assert latest_row(desk) == f"{words}: brothers"


@pytest.mark.parametrize(
    ("act", "again", "begins"),
    [
        (DrawRound(7), False, "Round 1 drawn: 2 games"),
        (DrawRound(7), True, "Round 1 drawn again: 2 games"),
        (EnterPairings(((1, 2), (3, 4)), None), False, "Round 1 set by hand: 2 games"),
        (EnterPairings(((1, 2), (3, 4)), None), True, "Round 1 set by hand again: 2 games"),
    ],
)
def test_the_history_distinguishes_drawn_manual_and_repeated_rounds(
    act: DrawRound | EnterPairings, again: bool, begins: str
) -> None:
    desk = registered(4)
    if again:
        desk.do(DrawRound(9))
    before = len(desk.records)
    desk.do(act, insist=True)
    (drawn,) = (row for row in desk.records[before:] if isinstance(row.event, RoundDrawn))
    assert describe(drawn, desk.state).startswith(begins)


@pytest.mark.parametrize(
    ("question", "agrees", "words"),
    [
        (Question.CLAIM, True, "agrees to the claim"),
        (Question.CLAIM, False, "does not agree to the claim"),
        (Question.CLOCK_OUT, True, "says the scenario was won before the clock ran out"),
        (Question.CLOCK_OUT, False, "says the scenario was not won before the clock ran out"),
        (Question.RESULT, True, "confirms the result"),
        (Question.RESULT, False, "does not confirm the result"),
    ],
)
def test_the_history_describes_answers_given_at_the_table(
    question: Question, agrees: bool, words: str
) -> None:
    desk = under_way(2)
    player = desk.state.name(desk.game().players.red)
    answer = Record(
        99, 99, 0, "table 1", "", Answer(desk.game().number, Side.RED, question, agrees)
    )
    assert describe(answer, desk.state) == f"Table 1: {player} {words}"
