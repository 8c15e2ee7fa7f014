"""The terrain of the tables."""

from collections.abc import Hashable, Iterable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.setup import SetTerrain, SetTerrains
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Sets
from app.engine.terrain.layout import Layout
from app.engine.text import few_tables

NO_TABLE = Refused(say("There is no such table. Tables are numbered from 1."))


def _set_one(_state: State, command: SetTerrain, _at_ms: int, *, insist: bool) -> Decision:
    return NO_TABLE if command.table < 1 else (command,)


def _set_several(_state: State, command: SetTerrains, _at_ms: int, *, insist: bool) -> Decision:
    if not command.layouts or any(table < 1 for table, _ in command.layouts):
        return NO_TABLE
    return (command,)


def _one_set(state: State, event: SetTerrain) -> State:
    return _lay_terrain(state, [(event.table, event.layout)])


def _several_set(state: State, event: SetTerrains) -> State:
    return _lay_terrain(state, event.layouts)


def _lay_terrain(state: State, layouts: Iterable[tuple[int, Layout]]) -> State:
    terrain = {**state.terrain, **dict(layouts)}
    return replace(
        state, terrain={table: layout for table, layout in terrain.items() if layout.pieces}
    )


def _one_words(event: SetTerrain, _context: Context) -> str:
    pieces = len(event.layout.pieces)
    if not pieces:
        return say("Terrain of table {table} taken away", table=event.table)
    return plural(
        pieces,
        "Terrain of table {table} set, {count} piece",
        "Terrain of table {table} set, {count} pieces",
        table=event.table,
    )


def _several_words(event: SetTerrains, _context: Context) -> str:
    tables = few_tables([table for table, _ in event.layouts])
    return say("Terrain set, {tables}", tables=tables)


def _several_name(event: SetTerrains, _state: State) -> str:
    return plural(len(event.layouts), "terrain of {count} table", "terrain of {count} tables")


def _terrain_set(event: SetTerrain) -> dict[Hashable, Layout]:
    return {("terrain", event.table): event.layout}


def _terrains_set(event: SetTerrains) -> dict[Hashable, Layout]:
    return {("terrain", table): layout for table, layout in event.layouts}


def _pieces_words(layout: Layout, _context: Context) -> str:
    return plural(len(layout.pieces), "{count} piece", "{count} pieces")


ACTS = (
    Act(
        SetTerrain, SetTerrain, kind="terrain_set", by=Role.ORGANIZER,
        decide=_set_one, apply=_one_set, words=_one_words,
        undo=say("terrain of table {table}"), insist=say("&Save the terrain"),
        sets=Sets(_terrain_set, _pieces_words),
    ),
    Act(
        SetTerrains, SetTerrains, kind="terrains_set", by=Role.ORGANIZER,
        decide=_set_several, apply=_several_set, words=_several_words,
        undo=_several_name, insist=say("&Save the terrain"),
        sets=Sets(_terrains_set, _pieces_words),
    ),
)  # fmt: skip
