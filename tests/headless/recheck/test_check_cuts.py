import pytest

from app.engine.acts.draw import DrawExplained
from app.engine.acts.events import Record
from app.engine.acts.players import DropPlayer, ReadmitPlayer
from app.engine.acts.rounds import EnterPairings, RoundDrawn
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Late
from app.engine.frozen import replace
from app.engine.packet.ranking import STEAMROLLER
from app.engine.side import Pair
from app.headless.recheck.check import check_records
from tests.engine.event import registered, settings
from tests.engine.rounds.cuts import by_number, drawn
from tests.headless.recheck.test_check import generate_one, spoiled

pytestmark = pytest.mark.long


def with_cut(*, by_seed: bool) -> tuple[list[Record], int]:
    """An event that is cut, and where its first cut round is drawn."""
    for number in range(1, 200):
        records = next(generate_one(number))
        for at, row in enumerate(records):
            if isinstance(row.event, RoundDrawn) and row.event.cut:
                if isinstance(records[at + 1].event, DrawExplained) is not by_seed:
                    return records, at
                break
    raise AssertionError


def test_a_cut_by_seed_is_derived_from_places_added_up_apart() -> None:
    records, at = with_cut(by_seed=True)
    drawn = records[at].event
    assert isinstance(drawn, RoundDrawn)
    found = check_records(records[: at + 1])
    assert found.faults == found.notes == ()
    first, *others = drawn.seatings
    other = others[0]
    swapped = (
        replace(first, players=Pair(first.players.red, other.players.red)),
        replace(other, players=Pair(first.players.blue, other.players.blue)),
        *others[1:],
    )
    assert "by seed the pairs are" in spoiled(records, at, replace(drawn, seatings=swapped))
    assert "the cut is" in spoiled(records, at, replace(drawn, cut=drawn.cut[::-1]))
    crowded = tuple(replace(seating, table=1) for seating in drawn.seatings)
    assert "two games at one table" in spoiled(records, at, replace(drawn, seatings=crowded))


def test_a_cut_drawn_by_lot_is_derived_too() -> None:
    records, at = with_cut(by_seed=False)
    drawn = records[at].event
    assert isinstance(drawn, RoundDrawn)
    assert check_records(records[: at + 2]).faults == ()
    assert "the cut is" in spoiled(records, at, replace(drawn, cut=drawn.cut[:-1]))


def test_draws_by_other_points_and_with_finals_tables_are_derived() -> None:
    points, finals, late = 0, 0, 0
    for number in range(1, 60):
        records = next(generate_one(number))
        made = records[0].event
        assert isinstance(made, CreateEvent)
        points += made.packet.points != STEAMROLLER
        late += made.settings.late is Late.BYES
        finals += any(isinstance(row.event, RoundDrawn) and row.event.finals for row in records)
        found = check_records(records)
        assert found.faults == found.notes == ()
    assert min(points, finals, late) > 2


def test_a_player_who_left_and_came_back_is_not_undefeated_here_either() -> None:
    desk = registered(8, replace(settings(), cut=2))
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    by_number(desk)
    desk.do(DropPlayer(1), insist=True)
    desk.do(DropPlayer(8), insist=True)
    desk.do(EnterPairings(((2, 3), (4, 5), (6, 7)), None))
    by_number(desk)
    desk.do(ReadmitPlayer(1))
    assert drawn(desk).cut == (2, 4)
    assert check_records(desk.records).faults == ()
