"""Which entries could control something in a scenario, for scenario presence: cases from the texts
of SR2017 (Controlling Zones, Controlling Flags, 4th Tiebreaker) and SR2026 (Objectives, Flags and
Scenario Terrain, 2nd Tiebreaker).
"""

import pytest

from app.engine.armies.army import Loss
from app.engine.formats.terms import terms_for, under_scenario
from app.engine.frozen import replace
from app.engine.packet.army_points import Counting
from app.engine.packet.packet import Tiebreak
from app.views.table.losses import inside_words, loss_rows, may_be_inside, row_words
from app.web.server.public_view import rules_in_words
from tests.engine.event import PACKETS, settings
from tests.engine.script_words import rows

ARMY = rows(
    "Orla caster -, Vorn jack 9, Argus beast 8, Watch unit 12 x5, Officer attachment 3,"
    " Scribe solo 4, Wagon battle engine 15"
)
PRESENCE = Tiebreak.PRESENCE


def counting_of(packet: str, scenario: str) -> Counting:
    chosen = PACKETS[packet]
    number = next(one.number for one in chosen.scenarios if one.name == scenario)
    return terms_for(chosen, replace(settings(75), packet=packet), number).counting


@pytest.mark.parametrize(
    ("packet", "scenario", "expected"),
    [
        (
            "sr2026", "Fault Line",
            {
                "Orla": "50 mm objectives, 40 mm objectives", "Vorn": "50 mm objectives",
                "Argus": "50 mm objectives", "Watch": "40 mm objectives", "Scribe": "",
                "Wagon": "50 mm objectives",
            },
        ),
        (
            "sr2026", "Pressure Point",
            {
                "Orla": "50 mm objectives, terrain", "Vorn": "50 mm objectives, terrain",
                "Watch": "terrain", "Scribe": "terrain", "Wagon": "50 mm objectives, terrain",
            },
        ),
        (
            "sr2017", "The Pit II",
            {
                "Orla": "circles, rectangles", "Vorn": "rectangles", "Argus": "rectangles",
                "Watch": "circles", "Scribe": "circles", "Wagon": "rectangles",
            },
        ),
    ],
)  # fmt: skip
def test_each_entry_is_offered_only_for_elements_it_could_control(
    packet: str, scenario: str, expected: dict[str, str]
) -> None:
    counting = counting_of(packet, scenario)
    found = {row.name: row for row in loss_rows(ARMY, (), counting)}
    assert {name: found[name].holds for name in expected} == expected
    offered = {name for name, row in found.items() if may_be_inside(row, PRESENCE)}
    assert offered == {name for name, row in found.items() if row.holds and not row.attached}


def test_only_casters_and_lesser_warlocks_can_control_sr2017_flags() -> None:
    flags = next(holder for holder in PACKETS["sr2017"].counting.holders if holder.name == "flags")
    assert {*flags.kinds} == {"caster", "lesser warlock"}


def test_a_row_says_which_elements_its_entry_could_control() -> None:
    said = {
        row.name: row_words(row, PRESENCE)
        for row in loss_rows(ARMY, (), counting_of("sr2026", "Fault Line"))
    }
    assert said["Vorn"] == "Jack · for 50 mm objectives"
    assert said["Scribe"] == "Solo · can control nothing here"
    assert said["Officer"] == "Attachment", "its unit is asked"
    plain = loss_rows(ARMY, (), counting_of("sr2026", "Fault Line"))[1]
    assert row_words(plain, None) == "Jack"


def test_a_ticked_entry_can_be_unticked_and_a_destroyed_one_is_not_asked_about() -> None:
    counting = counting_of("sr2026", "Fault Line")
    losses = (*(Loss() for _ in range(5)), Loss(inside=True), Loss(gone=1))
    found = {row.name: row for row in loss_rows(ARMY, losses, counting)}
    assert may_be_inside(found["Scribe"], PRESENCE)
    assert not may_be_inside(found["Wagon"], PRESENCE)
    assert row_words(found["Wagon"], PRESENCE) == found["Wagon"].says


def test_an_entry_of_doubtful_kind_is_offered_for_both_kinds() -> None:
    guessed = rows("Scribe solo 4")[0]
    guessed = replace(guessed, otherwise=rows("Scribe unit 4")[0].kind)
    (row,) = loss_rows((guessed,), (), counting_of("sr2026", "Fault Line"))
    assert row.holds == "40 mm objectives"


def test_a_packet_without_such_limits_offers_every_entry() -> None:
    counting = counting_of("sr2014", "Two Fronts")
    found = loss_rows(ARMY, (), counting)
    assert {row.holds for row in found} == {None}
    assert all(may_be_inside(row, Tiebreak.AREA) for row in found if not row.attached)
    assert row_words(found[1], PRESENCE) == "Jack"


def test_each_packet_words_the_presence_question_itself() -> None:
    of_2017 = inside_words(counting_of("sr2017", "The Pit II"), PRESENCE)
    assert "base to base" in of_2017
    assert "contested or not" in of_2017
    of_2026 = inside_words(counting_of("sr2026", "Fault Line"), PRESENCE)
    assert "within 3 inches of an objective" in of_2026
    assert "of terrain that nobody can enter" in of_2026
    assert "base to base" not in of_2026
    plain = replace(counting_of("sr2026", "Fault Line"), present="")
    assert "Count only what could control an element" in inside_words(plain, PRESENCE)


def test_changing_a_games_scenario_asks_about_its_own_elements() -> None:
    packet = PACKETS["sr2026"]
    chosen = replace(settings(75), packet="sr2026")
    before = terms_for(packet, chosen, 6)
    after = under_scenario(before, packet, chosen, 4)
    assert [holder.name for holder in before.counting.holders] == [
        "50 mm objectives",
        "40 mm objectives",
    ]
    assert [holder.name for holder in after.counting.holders] == ["50 mm objectives", "terrain"]


def test_web_pages_receive_the_wording_of_the_presence_question() -> None:
    terms = terms_for(PACKETS["sr2014"], replace(settings(50), packet="sr2014"), 1)
    assert rules_in_words(terms).counting.present.startswith("Count only what could control")
