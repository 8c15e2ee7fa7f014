"""Terrain from the round page: a table's dialog, what it sends to the desk, and the sheets."""

import secrets
from collections.abc import Collection
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.engine.acts.setup import SetTerrain
from app.engine.language import say
from app.engine.state import Round, State
from app.reports.terrain_sheet import is_secret, terrain_sheets
from app.ui.clients.desk import DeskClient
from app.ui.pages.terrain.dialog import TableTerrain, TerrainDialog
from app.ui.widgets.printing import choose_pdf, try_to_save
from app.views.table.terrain import first_seed, scenario_of

LARGEST_SEED = 2**31 - 1


def event_seed(state: State) -> int:
    """The seed of the event, else any."""
    return (state.settings.seed if state.settings else 0) or secrets.randbelow(LARGEST_SEED)


def set_terrain(client: DeskClient, round_: Round, table: int, parent: QWidget) -> None:
    """Ask for the terrain of a table and keep it; nothing where the packet has no rules for it."""
    state = client.state
    rules = state.packet.terrain if state.packet else None
    if rules is None:
        return
    before = state.terrain.get(table)
    at = TableTerrain(
        table,
        rules,
        scenario_of(state, round_),
        first_seed(event_seed(state), table),
        before,
        secret=is_secret(state, round_),
        event=state.settings.name if state.settings else "",
    )
    layout = TerrainDialog.ask(at, parent)
    if layout is not None and layout != before:
        client.ask(SetTerrain(table, layout))


def print_terrain(
    client: DeskClient, round_: Round, parent: QWidget, *, tables: Collection[int] | None = None
) -> None:
    """A page for every table whose terrain is set; of ``tables`` alone where they are given."""
    from app.ui.pages.terrain.print import print_sheets  # loads the system's printing

    settings = client.state.settings
    name = f"{settings.name if settings else say('Event')} {_what(round_)}"
    print_sheets(terrain_sheets(client.state, round_, tables), name, parent)


def choose_terrain(client: DeskClient, round_: Round, parent: QWidget) -> Path | None:
    """Ask where to, then save the same pages as one PDF; where they are now."""
    path = choose_pdf(client, say("Terrain"), _what(round_), parent)
    return path if path is not None and save_terrain(client, round_, path) else None


def save_terrain(client: DeskClient, round_: Round, path: Path) -> bool:
    """Save the sheets, or report why not. Returns whether they are saved."""
    from app.ui.pages.terrain.print import write_sheets

    sheets = terrain_sheets(client.state, round_)
    return try_to_save(
        client,
        lambda: write_sheets(path, sheets, say("Terrain of round {round}", round=round_.number)),
    )


def _what(round_: Round) -> str:
    return say("terrain of round {round}", round=round_.number)
