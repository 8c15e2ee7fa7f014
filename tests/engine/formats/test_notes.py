"""What is not a packet's own text is said in full, and again where it matters."""

import pytest

from app.engine.acts.rounds import DrawRound
from app.engine.formats.keywords import put_in_force
from app.engine.formats.notes import (
    HouseDecision,
    clock_out_notes,
    house_decisions,
    keyword_notes,
    rounds_notes,
    scenario_notes,
    timing_notes,
    win_notes,
)
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.views.event.format import format_rows
from app.views.round.round import review
from tests.engine.event import PACKETS, registered, settings

SR2015, SR2017 = PACKETS["sr2015"], PACKETS["sr2017"]
TAKEN_OVER = "Taken over from Steamroller 2014; this packet’s own text is lost."
DECISIONS = {
    "rounds": set(PACKETS),
    "limits": set(PACKETS) - {"sr2026", "points"},
    "bye": set(PACKETS),
    "concession": set(PACKETS),
    "standings": set(PACKETS),
    "of_list": {"sr2017", "sr2017-rumble"},
    "victory": {"sr2012"},
    "play_on_below_minutes": set(PACKETS) - {"sr2012", "points"},
}


def test_house_decisions_are_reported_with_their_subject() -> None:
    decisions = house_decisions(SR2015)
    assert decisions[0] == HouseDecision(
        "Steamroller 2015",
        "Game Timing, Death Clock",
        "Death Clock. The clocks are those of Steamroller 2014; the table of this packet is lost.",
        "The text of this packet that we have is incomplete.",
    )
    assert decisions[1].decision.startswith("Inferred from other passages: Two Fronts. Taken over")
    cuts = [row.decision for row in house_decisions(SR2017)]
    assert any(decision.startswith("Cut to Top X. Undefeated") for decision in cuts)
    assert any("Casual. The preset" in row.decision for row in house_decisions(PACKETS["sr2012"]))


@pytest.mark.parametrize(("about", "keys"), DECISIONS.items(), ids=list(DECISIONS))
def test_every_house_decision_is_noted_in_each_packet_it_concerns(
    about: str, keys: set[str]
) -> None:
    found = {
        key
        for key, packet in PACKETS.items()
        if any(note.about.rpartition(".")[2] == about for note in packet.notes)
    }
    assert found == keys


def test_a_scenario_reports_its_house_decisions() -> None:
    sentences = [scenario_notes(SR2015, scenario.number) for scenario in SR2015.scenarios]
    assert sentences[0] == ""
    assert sentences[1:7] == [TAKEN_OVER] * 6
    assert sentences[7].startswith("Recon is known by name alone")
    assert scenario_notes(SR2015, 99) == ""
    assert "reopens" not in scenario_notes(PACKETS["sr2012"], 8)
    assert scenario_notes(PACKETS["sr2012"], 8).startswith("If both reach two points")


def test_recon_and_the_depth_of_deployment_are_reported_with_the_scenario() -> None:
    told = scenario_notes(SR2017, 6)
    assert told.startswith("Recon II has two rectangles.")
    assert told.endswith("The first player deploys 7 inches deep, the second 10.")
    assert "rectangles" not in scenario_notes(SR2017, 1)
    assert "7 inches" in scenario_notes(SR2017, 1)


def test_clock_out_settings_report_their_house_decisions() -> None:
    chosen = Settings("Open", "sr2017", 75, 1)
    assert clock_out_notes(SR2017, chosen) == ""
    assassin = put_in_force(SR2017, chosen, "assassin")
    assert clock_out_notes(SR2017, assassin) == (
        "A game lost on the clock counts as an assassination win too."
    )
    assert clock_out_notes(SR2017, replace(assassin, timing="classic")) == ""
    assert "five in the final text" in win_notes(SR2017)
    plain = Settings("Open", "sr2017", 75, 1)
    assert "each doubling" in rounds_notes(SR2017, plain)
    assert "finals" not in rounds_notes(SR2017, plain)
    finals = rounds_notes(SR2017, replace(plain, finals_tables=True))
    assert finals.startswith("The finals tables are drawn in the last of these rounds.")
    assert "each doubling" in finals


def test_timing_formats_and_time_limits_report_their_house_decisions() -> None:
    chosen = Settings("Open", "sr2015", 50, 1)
    assert timing_notes(SR2015, chosen) == ""
    lost = timing_notes(SR2015, replace(chosen, timing="death-clock"))
    assert lost.startswith("The clocks are those of Steamroller 2014")
    assert timing_notes(SR2015, replace(chosen, limits="relaxed")) == (
        "For sizes beyond the table, its last row counts."
    )


def test_keywords_show_their_house_decisions_in_the_format_builder() -> None:
    assert keyword_notes(SR2015, "hailstorm") == keyword_notes(SR2015, "divide-and-conquer") == ""
    rows = {
        row.key: row.ours
        for group in format_rows(SR2015, Settings("Open", "sr2015", 50, 1))
        for row in group.rows
    }
    assert {key for key, ours in rows.items() if ours} == {
        "specialists",
        "assassin",
        "battlegroup-destroyed",
    }
    assert rows["specialists"].startswith("Taken over")


def test_a_draw_under_review_shows_its_scenarios_house_decisions() -> None:
    desk = registered(4, replace(settings(50), packet="sr2015"), SR2015)
    desk.do(DrawRound(7, 2))
    assert review(desk.state, desk.state.rounds[0]).ours == TAKEN_OVER
