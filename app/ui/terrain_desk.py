"""Terrain from the round page: a table's dialog, what it sends to the desk, and the sheets."""

import secrets

from PySide6.QtWidgets import QWidget

from app.engine.commands import SetTerrain
from app.engine.scenario import Scenario
from app.engine.state import Round, State
from app.engine.terms import NO_SCENARIO
from app.reports.terrain_sheet import terrain_sheet
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
    scenario = _scenario(state, round_)
    before = state.terrain.get(table)
    layout = TerrainDialog.ask(TableTerrain(table, rules, scenario, first, before), parent)
    if layout is not None and layout != before:
        client.ask(SetTerrain(table, layout))


def print_terrain(client: DeskClient, round_: Round, parent: QWidget) -> None:
    """A page for every table whose terrain is set."""
    from app.ui.terrain_print import print_sheets  # loads the system's printing

    state = client.state
    scenario = _scenario(state, round_)
    tables = sorted(state.terrain.items())
    print_sheets([terrain_sheet(table, scenario, layout) for table, layout in tables], parent)


def _scenario(state: State, round_: Round) -> Scenario:
    return (state.packet.scenario(round_.scenario) if state.packet else None) or NO_SCENARIO
