"""Terrain from the round page: a table's dialog, what it sends to the desk, and the sheets."""

import secrets

from PySide6.QtWidgets import QWidget

from app.engine.commands import SetTerrain
from app.engine.state import Round
from app.reports.terrain_sheet import is_secret, scenario_of, terrain_sheets
from app.ui.desk_client import DeskClient
from app.ui.dialogs.terrain_dialog import TableTerrain, TerrainDialog

PROPOSALS = 100  # seeds a table has to itself
TABLES = 1000
LARGEST_SEED = 2**31 - 1


def set_terrain(client: DeskClient, round_: Round, table: int, parent: QWidget) -> None:
    """Ask for the terrain of a table and keep it; nothing where the packet has no rules for it."""
    state = client.state
    rules = state.packet.terrain if state.packet else None
    if rules is None:
        return
    seed = (state.settings.seed if state.settings else 0) or secrets.randbelow(LARGEST_SEED)
    first = (seed * TABLES + table) * PROPOSALS
    before = state.terrain.get(table)
    at = TableTerrain(
        table, rules, scenario_of(state, round_), first, before, secret=is_secret(state, round_)
    )
    layout = TerrainDialog.ask(at, parent)
    if layout is not None and layout != before:
        client.ask(SetTerrain(table, layout))


def print_terrain(client: DeskClient, round_: Round, parent: QWidget) -> None:
    """A page for every table whose terrain is set."""
    from app.ui.terrain_print import print_sheets  # loads the system's printing

    print_sheets(terrain_sheets(client.state, round_), parent)
