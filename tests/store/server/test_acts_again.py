"""What numbers in acts that waited for the server mean after other stations have written."""

from collections.abc import Sequence

import pytest

from app.engine.acts.commands import Command
from app.engine.acts.display import Announced
from app.engine.acts.events import Event, Record
from app.engine.acts.late import HandIn
from app.engine.acts.phones import SignedUp
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    CheckInItem,
    DropPlayer,
    Entry,
    PlayersAdded,
    TickOff,
    WarnPlayer,
)
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.acts.rounds import RoundDrawn, RoundStarted, Seating
from app.engine.acts.table import Tap
from app.engine.acts.undo import Redo, Redone, Undo, Undone
from app.engine.side import Pair, Side
from app.store.server.acts_again import DRAWN, MIXED_UP, ActsAgain, with_act

ANA = Entry("Ana Lind", "", "")


def rows(*events: Event, act: int = 1) -> list[Record]:
    return [Record(seq, act, 0, "desk", "EO", event) for seq, event in enumerate(events, start=act)]


def drawn(*games: int) -> RoundDrawn:
    seatings = tuple(Seating(game, game, Pair(1, 2)) for game in games)
    return RoundDrawn(1, 1, 7, seatings, None, (), (), 1)


def learned(before: Sequence[Record], after: Sequence[Record]) -> ActsAgain:
    again = ActsAgain(())
    again.learn(before, after)
    return again


@pytest.mark.parametrize(
    ("command", "events", "named"),
    [
        (Undo(), [Undone(7)], Undo(7)),
        (Redo(), [Redone(7)], Redo(7)),
        (Undo(3), [Undone(7)], Undo(3)),
        (Undo(), [], Undo()),
        (AddPlayers((ANA,)), [Undone(7)], AddPlayers((ANA,))),
    ],
)
def test_an_undo_of_the_latest_act_names_it(
    command: Command, events: list[Event], named: Command
) -> None:
    assert with_act(command, events) == named


def test_an_undo_names_its_act_by_the_number_that_it_has_now() -> None:
    again = learned(rows(drawn(1), act=4), rows(drawn(1), act=9))
    assert again.renumbered(Undo(4)) == Undo(9)
    assert again.renumbered(Redo(4)) == Redo(9)
    assert again.renumbered(Undo(5)) == Undo(5)
    assert again.renumbered(Undo()) == Undo()
    assert again.renumbered(DropPlayer(4)) == DropPlayer(4)
    assert learned(rows(drawn(1), act=4), []).renumbered(Undo(4)) == Undo(4)


def test_a_round_already_drawn_by_another_station_is_not_drawn_again() -> None:
    others = ActsAgain(rows(PlayersAdded(((1, ANA),)), drawn(1)))
    assert others.fault(CheckIn((1,)), rows(RoundStarted(1, 0))) == DRAWN
    assert others.fault(CheckIn((1,)), rows(PlayersAdded(((1, ANA),)))) == ""
    assert ActsAgain(rows(PlayersAdded(((1, ANA),)))).fault(CheckIn((1,)), rows(drawn(1))) == ""


@pytest.mark.parametrize(
    "before", [PlayersAdded(((5, ANA),)), SignedUp(5, ANA, ()), Announced(5, "Lunch")]
)
@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (DropPlayer(5), MIXED_UP),
        (DropPlayer(6), ""),
        (CheckIn((4, 5)), MIXED_UP),
        (WarnPlayer(4, "5"), ""),
        (Tap(5, Side.RED), ""),
        (ActAtTables(RoomAct.PAUSE, (5,)), ""),
        (HandIn(5, Tap(5, Side.RED), "1-0"), ""),
    ],
)
def test_a_player_whose_number_changed_is_not_confused_with_its_new_holder(
    before: Event, command: Command, fault: str
) -> None:
    for after in ([PlayersAdded(((6, ANA),))], []):
        assert learned(rows(before), rows(*after)).fault(command, ()) == fault
    assert learned(rows(before), rows(before)).fault(command, ()) == ""


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (Tap(5, Side.RED), MIXED_UP),
        (Tap(6, Side.RED), ""),
        (ActAtTables(RoomAct.PAUSE, (4, 5)), MIXED_UP),
        (ActAtTables(RoomAct.PAUSE, (4,)), ""),
        (HandIn(5, Tap(5, Side.RED), "1-0"), MIXED_UP),
        (HandIn(6, Tap(6, Side.RED), "1-0"), ""),
        (DropPlayer(5), ""),
    ],
)
def test_a_game_whose_number_changed_is_not_confused_with_its_new_holder(
    command: Command, fault: str
) -> None:
    assert learned(rows(drawn(4, 5)), rows(drawn(6, 7))).fault(Tap(4, Side.RED), ()) == MIXED_UP
    assert learned(rows(drawn(5)), rows(drawn(6))).fault(command, ()) == fault


def test_the_value_true_is_not_mistaken_for_number_1() -> None:
    again = learned(rows(PlayersAdded(((1, ANA),))), rows(PlayersAdded(((2, ANA),))))
    assert again.fault(CheckIn((3,), present=True), ()) == ""
    assert again.fault(TickOff((3,), next(iter(CheckInItem)), done=True), ()) == ""
    assert again.fault(CheckIn((1,), present=False), ()) == MIXED_UP
