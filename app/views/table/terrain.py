"""The terrain of a round's tables: the rules that it breaks under the round's scenario, and the
tables that a proposal for all tables concerns.
"""

from collections.abc import Collection
from enum import Enum
from functools import lru_cache

from msgspec import Struct

from app.engine.formats.terms import NO_SCENARIO
from app.engine.language import mark_text
from app.engine.packet.scenario import Scenario
from app.engine.packet.terrain_rules import TerrainRules
from app.engine.state import Round, State
from app.engine.terrain.check import check
from app.engine.terrain.layout import Layout

PROPOSALS = 100
"""The number of seeds that belong to each table."""
TABLES = 1000


class TerrainRow(Struct, frozen=True):
    """A table of the round."""

    table: int
    pieces: int
    """The number of terrain pieces on the table; 0 without terrain."""
    against: tuple[str, ...]
    """The rules that the terrain breaks, as sentences without advice."""


class Which(Enum):
    """The tables that a proposal concerns."""

    WITHOUT = mark_text("All tables without terrain")
    AGAINST = mark_text("Those, and where a rule is broken")
    ALL = mark_text("All tables again")


def scenario_of(state: State, round_: Round) -> Scenario:
    return (state.packet.scenario(round_.scenario) if state.packet else None) or NO_SCENARIO


def terrain_rows(
    state: State, round_: Round, among: Collection[int] | None = None
) -> tuple[TerrainRow, ...]:
    """Return the terrain of all tables in their order, or of those in ``among``; nothing if the
    packet has no rules for terrain.
    """
    rules = state.packet.terrain if state.packet else None
    if rules is None:
        return ()
    scenario = scenario_of(state, round_)
    tables = sorted(game.table for game in state.games_of(round_))
    tables = [table for table in tables if among is None or table in among]
    return tuple(_row(table, rules, scenario, state.terrain.get(table)) for table in tables)


def to_propose(state: State, round_: Round, which: Which) -> tuple[int, ...]:
    return tuple(
        row.table
        for row in terrain_rows(state, round_)
        if not row.pieces or which is Which.ALL or (which is Which.AGAINST and row.against)
    )


def first_seed(seed: int, table: int) -> int:
    """Return the seed of a table's first proposal. ``seed`` is the event's."""
    return (seed * TABLES + table) * PROPOSALS


def next_seed(seed: int, table: int, lying: Layout | None) -> int:
    """Return the seed of a proposal that differs from the layout on the table."""
    first = first_seed(seed, table)
    at = lying.seed - first if lying else -1
    return first + (at + 1) % PROPOSALS if 0 <= at < PROPOSALS else first


def _row(table: int, rules: TerrainRules, scenario: Scenario, lying: Layout | None) -> TerrainRow:
    if lying is None:
        return TerrainRow(table, 0, ())
    return TerrainRow(table, len(lying.pieces), _against(rules, scenario, lying))


@lru_cache(maxsize=1024)
def _against(rules: TerrainRules, scenario: Scenario, layout: Layout) -> tuple[str, ...]:
    breaches = check(rules, scenario, layout)
    return tuple(breach.words for breach in breaches if not breach.advice)
