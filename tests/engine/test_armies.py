"""Lists and losses in an event: entered, counted at a table, told to its players, undone."""

from app.engine.army import Army, ArmyRow, Kind, Loss
from app.engine.army_list import ArmyList
from app.engine.army_view import inside_words, list_count, loss_rows, tapped
from app.engine.commands import EnterArmy, Undo
from app.engine.history_view import describe
from app.engine.packet import Tiebreak
from app.engine.side import Pair, Side
from app.engine.table_commands import CountLosses, StartClock
from app.engine.table_view import table_view
from tests.engine.event import PACKETS, SR2017, Desk, under_way

RED, BLUE = Side.RED, Side.BLUE
ARMY: Army = (
    ArmyRow("Warlord", Kind.CASTER, 6),
    ArmyRow("Giant", Kind.JACK, 9),
    ArmyRow("Bear", Kind.BEAST, 7),
    ArmyRow("Gunners", Kind.UNIT, 10, 10),
    ArmyRow("Officer", Kind.ATTACHMENT, 2),
    ArmyRow("Scout", Kind.SOLO, 3),
    ArmyRow("Wagon", Kind.ENGINE, 1),
)
SR2012 = PACKETS["sr2012"].counting


def with_lists() -> Desk:
    desk = under_way(2)
    for side in Side:
        desk.do(EnterArmy(desk.game().players.of(side), (ArmyList(ARMY),)), insist=True)
    return desk


def test_a_list_is_kept_with_its_player_and_can_be_taken_away_and_undone():
    desk = with_lists()
    assert desk.state.players[1].army == ARMY
    desk.do(EnterArmy(1, ()))
    assert desk.state.players[1].army == ()
    desk.do(Undo())
    assert desk.state.players[1].army == ARMY
    assert desk.refused(EnterArmy(1, (ArmyList((ArmyRow("", Kind.SOLO),)),))).startswith(
        "Every entry"
    )


def test_the_history_says_that_a_list_was_entered_but_not_what_is_in_it():
    desk = with_lists()
    desk.do(EnterArmy(1, ()))
    said = [describe(record, desk.state) for record in desk.records[-3:]]
    assert said == [
        "1 list of Anna entered, 1 doubt accepted",
        "1 list of Ben entered, 1 doubt accepted",
        "Lists of Anna taken away",
    ]


def test_losses_are_counted_by_the_list_once_the_game_has_begun():
    desk = with_lists()
    lost = (Loss(1), Loss(), Loss())
    assert desk.refused(CountLosses(1, RED, RED, lost)).startswith("The game has not begun")
    desk.do(StartClock(1, RED))
    desk.do(CountLosses(1, RED, BLUE, lost))
    assert desk.game().play.losses == Pair((), lost)
    assert desk.refused(CountLosses(1, None, RED, (Loss(2),))).startswith("Warlord: more models")
    desk.do(EnterArmy(desk.game().players.red, ()))
    assert desk.refused(CountLosses(1, None, RED, lost)).startswith("No list was entered")
    row = next(one for one in desk.records if hasattr(one.event, "losses"))
    blue = desk.state.name(desk.game().players.blue)
    assert describe(row, desk.state) == f"Table 1: losses of {blue}’s army counted"


def test_a_table_knows_the_lists_only_once_its_clock_has_started():
    desk = with_lists()
    assert table_view(desk.state, desk.game()).armies == Pair((), ())
    desk.do(StartClock(1, RED))
    assert table_view(desk.state, desk.game()).armies == Pair(ARMY, ARMY)


def test_each_entry_says_what_is_left_and_what_that_counts():
    losses = ()
    for place, what in ((3, "lose"), (1, "out"), (5, "all"), (2, "inside"), (3, "back")):
        losses = tapped(ARMY, losses, place, what)
    losses = tapped(ARMY, losses, 3, "all")
    rows = {row.name: row for row in loss_rows(ARMY, losses, SR2012)}
    assert {name: row.says for name, row in rows.items()} == {
        "Warlord": "Caster",
        "Giant": "9 points: inert",
        "Bear": "Beast",
        "Gunners": "0 of 10 left · 6 points: 1 left, below half",
        "Officer": "Attachment",
        "Scout": "3 points: destroyed",
        "Wagon": "Battle engine",
    }
    words = [row.out_word for row in rows.values()]
    assert words == ["", "Inert", "Wild", "", "", "", ""]
    assert rows["Bear"].inside
    assert rows["Officer"].attached
    assert tapped(ARMY, losses, 5, "returned")[5] == Loss(again=1)


def test_the_lists_give_the_numbers_of_the_count():
    lost = tapped(ARMY, tapped(ARMY, (), 5, "lose"), 2, "inside")
    armies, losses = Pair(ARMY, ARMY), Pair(lost, ())
    counts = list_count(armies, losses, SR2012, Tiebreak.AREA)
    assert (counts.apd, counts.casters, counts.presence) == (Pair(0, 3), Pair(1, 1), Pair(7, 0))
    assert list_count(armies, losses, SR2012, None).presence == Pair(None, None)
    one = list_count(Pair(ARMY, ()), losses, SR2012, Tiebreak.ARMY_LEFT)
    assert (one.apd, one.casters) == (Pair(None, 3), Pair(1, None))


def test_what_it_takes_to_be_in_the_area_is_the_packets_own():
    assert inside_words(SR2012) == "In the area: of a unit at least half of what is left."
    assert inside_words(SR2017.counting) == "In the area: of a unit all that is left."
