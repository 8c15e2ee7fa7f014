"""The words of a turn that is taken back: on the table, in the history, for the desk."""

import pytest

from app.engine.acts.table import Claim, Claimed, TakeBackTurn, Tap
from app.engine.side import Side
from app.engine.subjects.table.rows import mark_words
from app.engine.table.claims import claim_question
from app.views.table.table import table_view
from tests.engine.event import MINUTE, Desk, start_clock, under_way


def tapped_straight_back() -> tuple[Desk, int]:
    """A player ends a turn, and the other one taps at once."""
    desk = under_way(2)
    number = start_clock(desk)
    for _ in range(6):
        desk.now_ms += MINUTE
        desk.do(Tap(number, desk.game().play.owner))
    desk.now_ms += 2_000
    desk.do(Tap(number, desk.game().play.owner))
    return desk, number


def test_a_tap_straight_back_asks_whether_the_end_of_the_turn_was_a_mistake() -> None:
    desk, _ = tapped_straight_back()
    claim = desk.game().play.claim
    assert claim is not None
    mistake = f"Was the end of {claim.side.colour}’s turn a mistake?"
    assert claim_question(claim) == f"{claim.by.colour} tapped straight back. {mistake}"


def test_the_history_says_who_tapped_straight_back() -> None:
    desk, _ = tapped_straight_back()
    claimed = desk.game().marks[-1]
    assert isinstance(claimed, Claimed)
    assert claimed.claim is Claim.TURN
    words = mark_words(claimed, lambda side: side.colour, desk.game())
    assert words.startswith(f"{claimed.by.colour} tapped straight back and is asked: ")


def test_a_table_knows_whose_turn_its_players_may_take_back() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    assert table_view(desk.state, desk.game()).taken_back is None
    for _ in range(6):
        desk.now_ms += MINUTE
        desk.do(Tap(number, desk.game().play.owner))
    assert table_view(desk.state, desk.game()).taken_back is Side.BLUE


@pytest.mark.parametrize(("taken_ms", "before"), [(25_000, "0:20"), (5_000, "0:00"), (0, "0:00")])
def test_the_history_says_how_long_ago_a_turn_taken_back_had_been_ended(
    taken_ms: int, before: str
) -> None:
    back = TakeBackTurn(1, 5_000, at_ms=taken_ms)
    words = mark_words(back, lambda side: side.colour, None)
    assert words == f"end of the turn {before} before taken back: the turn goes on"
