"""The sheets of an event without armies: no army points, lists or factions to fill in."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.reports.pairings_sheet import round_results_page
from app.reports.record_sheet import record_page
from app.views.event.record import record
from app.views.round.slips import slips
from tests.events import Event

OF_ARMIES = ("APD", "Army", "army", "List", "Faction", "Scenario")


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "club.flagfall", Settings("Club night", "points", 0, 7))
    event.do(AddPlayers(tuple(Entry(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve"))))
    event.do(CheckIn((1, 2, 3, 4, 5)))
    event.start()
    result = Result(Side.RED, How.CONTROL_POINTS, Pair(7, 2), Pair(0, 0))
    event.do(ReportResult(event.game(1).number, result))
    yield event
    event.close()


def found(sheet: str) -> list[str]:
    return [word for word in OF_ARMIES if word in sheet]


def test_without_armies_a_rounds_results_show_points_only(event: Event) -> None:
    state = event.state
    assert state.latest is not None
    sheet = round_results_page(state, state.latest)
    assert "Points" in sheet
    assert found(sheet) == []
    heads, body = len(re.findall("<th[ >]", sheet)), sheet.split("<tbody>")[1]
    assert heads == 5
    rows = [row for row in body.split("<tr>")[1:] if "<td" in row]
    assert {row.count("<td") for row in rows} == {heads}


def test_a_slip_has_no_field_for_armies(event: Event) -> None:
    state = event.state
    assert state.latest is not None
    (slip, *_) = slips(state, state.latest, secret=False)
    assert not slip.armies
    assert slip.ways == ("Clock-out", "Concession", "Points", "Tie")
    assert replace(slip, armies=True) != slip


def test_a_record_has_no_column_for_armies_and_no_lists_to_write(event: Event) -> None:
    sheet = record_page([record(event.state, 1)], "Club night")
    assert found(sheet) == []
    assert len(re.findall("<th[ >]", sheet)) == 5
