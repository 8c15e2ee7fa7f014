"""The acts that concern terrain on the round page: a table's dialog, its command, and the
sheets.
"""

import secrets

from PySide6.QtWidgets import QWidget

from app.engine.acts.setup import SetTerrain
from app.engine.frozen import replace
from app.engine.state import Round, State
from app.engine.terrain.layout import Layout
from app.ui.clients.desk import DeskClient
from app.ui.pages.terrain.dialog import TableTerrain, TerrainDialog
from app.views.table.terrain import first_seed, scenario_of

LARGEST_SEED = 2**31 - 1


def event_seed(state: State) -> int:
    """Return the seed of the event, or a random one if it has none."""
    return (state.settings.seed if state.settings else 0) or secrets.randbelow(LARGEST_SEED)


def set_terrain(client: DeskClient, round_: Round, table: int, parent: QWidget) -> None:
    """Ask for the terrain of a table and save it. Do nothing if the packet has no rules for
    terrain.
    """
    state = client.state
    rules = state.packet.terrain if state.packet else None
    if rules is None:
        return
    before = state.terrain.get(table)

    def show_print(layout: Layout, dialog: QWidget) -> None:
        changed = replace(state, terrain={**state.terrain, table: layout})
        print_terrain(client, dialog, round_.number, tables=(table,), state=changed)

    at = TableTerrain(
        table,
        rules,
        scenario_of(state, round_),
        first_seed(event_seed(state), table),
        before,
        show_print=show_print,
    )
    layout = TerrainDialog.ask(at, parent)
    if layout is not None and layout != before:
        client.ask(SetTerrain(table, layout))


def print_terrain(
    client: DeskClient,
    parent: QWidget,
    round_number: int,
    *,
    tables: tuple[int, ...] | None = None,
    state: State | None = None,
) -> None:
    """Show the print dialog with the sheets of all tables, or only of ``tables`` if given. If
    ``state`` is given, print that state instead of the present event.
    """
    from app.ui.printing.dialog import PrintDialog  # loads the system's printing

    PrintDialog.show_for(
        client, "terrain", parent, round_number=round_number, tables=tables, state=state
    )
