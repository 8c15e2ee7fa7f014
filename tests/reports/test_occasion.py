"""Where and when an event is, on its sheets and in its exports."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.acts.setup import ChangeSettings
from app.engine.frozen import replace
from app.engine.state import State
from app.headless.cli.standings_text import standings_as_json
from app.reports.awards_sheet import awards_page
from app.reports.results_page import results_page
from app.reports.settings_sheet import settings_page
from app.reports.standings_sheet import standings_page
from app.views.event.facts import each_fact_table
from tests.events import Event

OCCASION = "Saturday 5 December 2026 · Ravens’ club"


@pytest.fixture
def state(tmp_path: Path) -> State:
    event = Event(tmp_path / "event.flagfall")
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    there = replace(settings, date="2026-12-05", venue="Ravens’ club", fee="15 €")
    event.do(ChangeSettings(there, packet))
    state = event.state
    event.close()
    return state


@pytest.mark.parametrize(
    "sheet",
    [awards_page, settings_page, standings_page, lambda state: results_page(state, "As of now")],
)
def test_every_sheet_shows_the_date_and_venue(state: State, sheet: Callable[[State], str]) -> None:
    assert OCCASION in sheet(state)


def test_the_entry_fee_is_on_the_announcement_but_not_on_the_standings(state: State) -> None:
    assert f"{OCCASION} · Entry: 15 €" in settings_page(state)
    assert "15 €" not in standings_page(state)


def test_exports_contain_the_date_venue_and_fee(state: State) -> None:
    said = json.loads(standings_as_json(state))
    assert (said["date"], said["venue"]) == ("2026-12-05", "Ravens’ club")
    table = next(table for table in each_fact_table(state) if table.key == "event")
    (row,) = table.rows
    assert row[-3:] == ("2026-12-05", "Ravens’ club", "15 €")
