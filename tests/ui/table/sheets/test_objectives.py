"""Players choose objectives at their table's window; each is shown when both have chosen."""

from app.ui.table.facing import FacingLabel
from app.ui.table.sheets.before import ObjectiveSheet, StartSheet
from app.ui.table.sheets.scoring import ScoringPad
from tests.ui.tables import BLUE, RED, Table


def test_both_players_choose_an_objective_which_the_scoring_pads_then_name(table: Table) -> None:
    start = table.its(StartSheet, RED)
    assert start.objective.text() == "My objective…"
    table.click(start.objective)
    table.click(table.its(ObjectiveSheet, RED).choices["Armory"])
    assert table.its(StartSheet, RED).objective.text() == "Objective chosen…"
    assert table.its(StartSheet, BLUE).objective.text() == "My objective…"
    table.click(table.its(StartSheet, BLUE).objective)
    table.click(table.its(ObjectiveSheet, BLUE).back)
    table.click(table.its(StartSheet, BLUE).objective)
    table.click(table.its(ObjectiveSheet, BLUE).choices["Fuel Cache"])
    for side in (RED, BLUE):
        words = table.its(StartSheet, side).objective.text()
        assert words == "Objectives: Red Armory, Blue Fuel Cache"
    table.begin(9)
    table.click(table.window.strip.buttons[RED][0])
    labels = table.its(ScoringPad, RED).findChildren(FacingLabel, "element")
    names = [label.text() for label in labels]
    assert "First player’s objective: Armory" in names
