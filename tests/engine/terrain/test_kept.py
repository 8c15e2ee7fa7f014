"""The terrain of a table is kept for the event, under undo like every act."""

from decimal import Decimal

from app.engine.acts.rounds import ChooseScenario, DrawRound, PublishRound, StartRound
from app.engine.acts.setup import SetTerrain, SetTerrains
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.formats.terms import NO_SCENARIO
from app.engine.frozen import replace
from app.engine.packet.scenario import Area
from app.engine.packet.terrain_rules import Kind
from app.engine.side import Side
from app.engine.terrain.check import check
from app.engine.terrain.layout import Layout, Piece
from app.engine.terrain.propose import propose
from app.views.round.notices import notices_of, notices_under_way
from app.views.table.terrain import (
    PROPOSALS,
    TerrainRow,
    Which,
    first_seed,
    next_seed,
    scenario_of,
    terrain_rows,
    to_propose,
)
from tests.engine.event import PACKETS, Desk, registered, settings
from tests.engine.random_commands import LYING

PIT = PACKETS["sr2017"].scenarios[0]
MIDDLE = Area(Decimal(20), Decimal(20), Decimal(6), Decimal(6))


def test_a_table_keeps_its_terrain_until_it_is_replaced_or_removed() -> None:
    desk = registered(4)
    desk.do(SetTerrain(2, LYING))
    desk.do(SetTerrain(1, LYING))
    assert desk.state.terrain == {1: LYING, 2: LYING}
    desk.do(SetTerrain(2, Layout()))
    assert desk.state.terrain == {1: LYING}
    desk.do(Undo())
    assert desk.state.terrain == {1: LYING, 2: LYING}
    assert fold(desk.records) == desk.state


def test_tables_are_numbered_from_1() -> None:
    assert "no such table" in registered(2).refused(SetTerrain(0, LYING))
    assert "no such table" in registered(2).refused(SetTerrains(((1, LYING), (0, LYING))))
    assert "no such table" in registered(2).refused(SetTerrains(()))


def test_one_act_can_set_the_terrain_of_several_tables() -> None:
    desk = registered(4)
    desk.do(SetTerrain(1, LYING))
    desk.do(SetTerrains(((2, LYING), (3, LYING), (1, Layout()))))
    assert desk.state.terrain == {2: LYING, 3: LYING}
    assert fold(desk.records) == desk.state
    desk.do(Undo())
    assert desk.state.terrain == {1: LYING}


def drawn(*kinds: Kind) -> Desk:
    """Two tables; on each of them so many pieces in the middle of what is the Pit's zone."""
    desk = registered(4)
    desk.do(DrawRound(7, PIT.number))
    for table, kind in enumerate(kinds, start=1):
        desk.do(SetTerrain(table, Layout((Piece(kind, MIDDLE),))))
    return desk


def test_the_terrain_of_each_table_is_checked_against_the_rounds_scenario() -> None:
    desk = drawn(Kind.OBSTRUCTION)
    desk.do(SetTerrain(9, LYING))  # nobody plays there
    state, latest = desk.state, desk.state.latest
    assert latest is not None
    one, other = terrain_rows(state, latest)
    assert (one.table, one.pieces, other) == (1, 1, TerrainRow(2, 0, ()))
    rules = state.packet.terrain if state.packet else None
    assert rules is not None
    found = check(rules, PIT, state.terrain[1])
    assert one.against == tuple(breach.words for breach in found if not breach.advice)
    assert one.against


def test_terrain_legal_in_one_scenario_is_checked_again_in_the_next() -> None:
    packet = PACKETS["sr2014"]
    assert packet.terrain is not None
    one, other = packet.scenarios[:2]
    made = [propose(packet.terrain, one, seed) for seed in range(40)]
    lying = next(each for each in made if each and check(packet.terrain, other, each))
    desk = registered(4, replace(settings(50), packet="sr2014"), packet)
    desk.do(SetTerrain(1, lying))
    desk.do(DrawRound(7, one.number))
    desk.do(ChooseScenario(other.number))
    latest = desk.state.latest
    assert latest is not None
    assert terrain_rows(desk.state, latest)[0].against
    assert not terrain_rows(desk.state, replace(latest, scenario=one.number))[0].against


def test_the_review_of_a_draw_names_tables_whose_terrain_breaks_a_rule() -> None:
    said = "Terrain breaks the rules under this scenario: table"
    desk = drawn(Kind.OBSTRUCTION, Kind.OBSTRUCTION)
    latest = desk.state.latest
    assert latest is not None
    assert f"{said}s 1 and 2." in notices_of(desk.state, latest)
    desk.do(SetTerrain(2, Layout()))
    assert f"{said} 1." in notices_of(desk.state, latest)
    rules = desk.state.packet.terrain if desk.state.packet else None
    assert rules is not None
    legal = propose(rules, PIT, 3)
    assert legal is not None
    desk.do(SetTerrain(1, legal))
    assert not any("Terrain" in notice for notice in notices_of(desk.state, latest))


def test_a_running_round_names_tables_with_illegal_terrain_until_play_begins_there() -> None:
    desk = drawn(Kind.OBSTRUCTION, Kind.OBSTRUCTION)
    desk.do(PublishRound())
    desk.do(StartRound())

    def told() -> tuple[str, ...]:
        assert desk.state.latest is not None
        return notices_under_way(desk.state, desk.state.latest)

    said = "Terrain breaks the rules: tables 1 and 2. Correct it before their games begin."
    assert told() == (said,)
    desk.do(StartClock(desk.game(1).number, Side.RED))
    assert told() == ("Terrain breaks the rules: table 2. Correct it before its game begins.",)
    desk.report(2, Side.RED)
    assert told() == ()


def test_without_rules_or_a_scenario_there_is_nothing_to_check() -> None:
    desk = drawn(Kind.OBSTRUCTION)
    state, latest = desk.state, desk.state.latest
    assert state.packet is not None
    assert latest is not None
    bare = replace(state, packet=replace(state.packet, terrain=None))
    assert terrain_rows(bare, latest) == ()
    assert terrain_rows(replace(state, packet=None), latest) == ()
    assert scenario_of(replace(state, packet=None), latest) is NO_SCENARIO
    none = replace(latest, scenario=0)
    assert scenario_of(state, none) is NO_SCENARIO


def test_proposing_terrain_for_all_tables_keeps_existing_terrain_unless_asked() -> None:
    desk = drawn(Kind.OBSTRUCTION)
    state, latest = desk.state, desk.state.latest
    assert latest is not None
    assert to_propose(state, latest, Which.WITHOUT) == (2,)
    assert to_propose(state, latest, Which.AGAINST) == (1, 2)
    assert to_propose(state, latest, Which.ALL) == (1, 2)
    desk.do(SetTerrain(1, replace(LYING, pieces=LYING.pieces)))
    rules = state.packet.terrain if state.packet else None
    assert rules is not None
    legal = propose(rules, PIT, first_seed(5, 1))
    assert legal is not None
    desk.do(SetTerrain(1, legal))
    assert to_propose(desk.state, latest, Which.AGAINST) == (2,)
    assert to_propose(desk.state, latest, Which.ALL) == (1, 2)


def test_a_table_with_proposed_terrain_is_offered_its_next_proposal() -> None:
    first = first_seed(5, 3)
    assert next_seed(5, 3, None) == first
    assert next_seed(5, 3, LYING) == first
    assert next_seed(5, 3, replace(LYING, seed=first)) == first + 1
    assert next_seed(5, 3, replace(LYING, seed=first + PROPOSALS - 1)) == first
    assert first_seed(5, 4) == first + PROPOSALS
