"""A win of which sources differ: Payload's lead (SR2026), the organizer's setting."""

import pytest

from app.engine.acts.table import Holding, ScoreTurn, StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.scenario import Held
from app.engine.side import Side
from app.engine.table.verdict import verdict
from app.views.event.settings_words import changes_words, list_disputed, settings_sheet
from app.views.table.briefing import scenario_briefing
from app.views.table.scoring_pad import pad
from tests.engine.event import PACKETS, Desk, under_way

SR2026 = PACKETS["sr2026"]
PAYLOAD = 7
USUAL = Settings("Open", "sr2026", 75, 1)
WITHOUT = replace(USUAL, disputed_wins=False)


def four_ahead(settings: Settings) -> Desk:
    """Red scores four in Blue's second turn: both 50 mm, a 40 mm, terrain."""
    desk = under_way(2, settings, PAYLOAD, packet=SR2026)
    game = desk.game().number
    desk.do(StartClock(game, Side.RED), 0)
    step = 0
    while desk.game().play.step < 7:
        step += 1
        desk.do(Tap(game, desk.game().play.owner), step * 60_000)
    keys = ("objective-50-first", "objective-50-second", "objective-40-first", "flag-first")
    held = tuple(Holding(key, Side.RED, Held.CONTROLLED) for key in keys)
    desk.do(ScoreTurn(game, Side.BLUE, 7, held), 500_000)
    desk.do(Tap(game, Side.BLUE), 600_000)
    return desk


def test_only_payload_has_a_disputed_scenario_win() -> None:
    assert list_disputed(SR2026) == ("Payload",)
    assert list_disputed(PACKETS["sr2017"]) == ()
    for number in range(1, 8):
        wins = terms_for(SR2026, WITHOUT, number).scenario.wins
        assert wins is (number != PAYLOAD)
        assert terms_for(SR2026, USUAL, number).scenario.wins


@pytest.mark.parametrize(("settings", "over"), [(USUAL, True), (WITHOUT, False)])
def test_a_lead_of_four_wins_payload_unless_the_organizer_decided_otherwise(
    settings: Settings, over: bool
) -> None:
    game = four_ahead(settings).game()
    assert (verdict(game) is not None) is over
    assert game.play.in_progress is not over
    assert game.points.red == 4


def test_players_are_told_when_no_lead_wins() -> None:
    game = four_ahead(WITHOUT).game()
    assert pad(game, 7).win == "no lead wins here"
    (winning,) = [
        part for part in scenario_briefing(game.terms).parts if part.title == "How this game ends"
    ]
    assert winning.lines[0] == "Nobody wins by scenario."
    usual = four_ahead(USUAL).game()
    assert pad(usual, 7).win == "3 ahead wins"


def test_the_event_sheet_and_history_state_that_no_lead_wins() -> None:
    rows = [(row.keyword, row.says) for row in settings_sheet(SR2026, WITHOUT)]
    assert ("Scenario win", "No lead wins Payload.") in rows
    assert "Scenario win" not in {row.keyword for row in settings_sheet(SR2026, USUAL)}
    assert changes_words(USUAL, SR2026, WITHOUT, SR2026) == (
        "A lead wins where sources differ: on → off",
    )
