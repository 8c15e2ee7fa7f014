import msgspec
import pytest

from app.engine.acts import table as ask
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Command
from app.engine.acts.late import CountPresses, LeaveOutPresses, LeaveOutTablets, PutTimeBack
from app.engine.acts.results import How
from app.engine.side import Pair, Side
from app.web.protocol import acts
from app.web.protocol.acts import command_for_order, order_for
from tests.engine.event import under_way

GAME = under_way(2).game()
NOW_MS = 1_800_000_000_000
ORDERS: list[Command] = [
    ask.StartClock(GAME.number, Side.BLUE),
    ask.PauseClock(GAME.number, "Lunch"),
    ask.ResumeClock(GAME.number),
    ask.AdjustClock(GAME.number, Side.RED, -60_000, "Late"),
    ask.CountGap(GAME.number),
    ask.DismissJudge(GAME.number),
    ask.Rule(GAME.number, None, How.TIE, "Agreed"),
    ask.RuleOnStop(GAME.number, None),
    ask.ReopenGame(GAME.number, "Mistaken"),
    ask.WithdrawResult(GAME.number, "Mistaken"),
    ask.PutDiceDown(GAME.number),
    ask.SetTime(GAME.number, Side.RED, 3_600_000, "Misread"),
    ask.TakeBackTurn(GAME.number, NOW_MS),
    RelabelPress(GAME.number, None, NOW_MS, True),
    LeaveOutTablets(GAME.number),
    CountPresses(GAME.number, "tablet-1"),
    LeaveOutPresses(GAME.number),
    PutTimeBack(GAME.number, NOW_MS),
    ask.ScoreTurn(GAME.number, None, 7, (), points=Pair(2, 1), reason="Misread"),
    ask.ScoreTurn(GAME.number, None, 7, (), points=None),
]


@pytest.mark.parametrize("command", ORDERS, ids=lambda one: type(one).__name__)
def test_an_order_arrives_as_it_was_given(command: Command) -> None:
    order = order_for(command)
    assert order is not None
    arrived = msgspec.json.decode(msgspec.json.encode(order), type=acts.AnyOrder)
    assert command_for_order(arrived, GAME) == command


def test_every_order_has_a_test_case() -> None:
    assert {row.command for row in acts.ORDERS} == {*map(type, ORDERS), None}


def test_what_players_do_is_not_sent_as_an_order() -> None:
    assert order_for(ask.Tap(GAME.number, Side.RED)) is None
    assert order_for(ask.ScoreTurn(GAME.number, Side.RED, 7, ())) is None
    assert order_for(RelabelPress(GAME.number, Side.RED, NOW_MS, True)) is None
