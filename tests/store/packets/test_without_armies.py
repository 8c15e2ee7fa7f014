"""What a packet of a clock and points has, and what it must not have."""

import pytest

from app.engine.frozen import replace
from app.engine.packet.army_points import Counting
from app.engine.packet.list_rules import ListRules
from app.engine.packet.packet import (
    NO_COUNTING,
    NO_KILL_BOX,
    Award,
    Heading,
    KillBox,
    Packet,
    Tiebreak,
)
from app.engine.packet.ranking import RankingColumn
from app.store.packets.checks import complaints
from app.store.packets.files import packets

PACKETS = packets()
POINTS, SR2017 = PACKETS["points"], PACKETS["sr2017"]
HEADING = Heading(RankingColumn.CP, "Score")


def faults(packet: Packet) -> list[str]:
    bare = replace(packet, notes=())
    return [*complaints(bare, packet.key, {})]


def points_with(**victory: object) -> Packet:
    return replace(POINTS, victory=replace(POINTS.victory, **victory))


def test_the_programs_own_packet_without_armies_has_no_faults() -> None:
    assert faults(POINTS) == []


@pytest.mark.parametrize(
    ("packet", "key"),
    [
        (replace(POINTS, sizes=(50,)), "sizes"),
        (replace(POINTS, scenarios=SR2017.scenarios[:1]), "scenario"),
        (replace(POINTS, counting=Counting(10)), "counting"),
        (replace(POINTS, kill_box=KillBox(2, 12, points=2)), "kill_box"),
        (replace(POINTS, terrain=SR2017.terrain), "terrain"),
        (replace(POINTS, lists=ListRules(most=1)), "lists"),
        (replace(POINTS, variants=SR2017.variants[:1]), "variant"),
    ],
)
def test_a_packet_without_armies_must_leave_out_every_army_key(packet: Packet, key: str) -> None:
    assert f"{key} must be left out where victory.armies is false" in faults(packet)


@pytest.mark.parametrize(
    ("packet", "said"),
    [
        (
            points_with(at_length=(Tiebreak.PRESENCE,)),
            "victory.at_length may hold control_points alone where victory.armies is false",
        ),
        (
            points_with(at_length=()),
            "victory.at_length must be empty where players agree, and only there",
        ),
        (
            replace(POINTS, concession=Award(apd_percent=50)),
            "bye.apd_percent and concession.apd_percent must be 0 where victory.armies is false",
        ),
        (
            points_with(unfinished=(Tiebreak.PRESENCE,)),
            "victory.at_length may hold control_points alone where victory.armies is false",
        ),
        (
            replace(POINTS, bye=replace(POINTS.bye, apd_percent=50)),
            "bye.apd_percent and concession.apd_percent must be 0 where victory.armies is false",
        ),
        (
            replace(SR2017, victory=replace(SR2017.victory, points_at_end=True)),
            "victory.armies must be false where players agree or enter points at the end",
        ),
        (
            replace(POINTS, headings=(HEADING, HEADING)),
            f"heading[1].column is there twice: {HEADING.column!r}",
        ),
        (replace(SR2017, counting=NO_COUNTING), "counting is missing"),
        (replace(SR2017, kill_box=NO_KILL_BOX), "kill_box is missing"),
        (
            replace(SR2017, adjustable=True),
            "victory.armies must be false where adjustable is true",
        ),
        (
            replace(SR2017, victory=replace(SR2017.victory, by_agreement=True)),
            "victory.armies must be false where players agree or enter points at the end",
        ),
        (
            replace(SR2017, victory=replace(SR2017.victory, scoring_from_turn=0)),
            "victory.scoring_from_turn must be 1 or more, not 0",
        ),
    ],
)
def test_an_impossible_packet_is_reported_with_its_key(packet: Packet, said: str) -> None:
    assert said in faults(packet)


@pytest.mark.parametrize(
    ("points", "destroys", "in_scenario", "fits"),
    [
        (0, False, True, False),
        (0, False, False, True),
        (0, True, True, True),
        (1, False, True, True),
    ],
)
def test_the_kill_box_of_a_scenario_must_cost_points_or_destroy(
    points: int, destroys: bool, in_scenario: bool, fits: bool
) -> None:
    packet = replace(
        SR2017,
        kill_box=replace(SR2017.kill_box, points=points, destroys=destroys),
        scenarios=(replace(SR2017.scenarios[0], kill_box=in_scenario),),
    )
    said = "kill_box.points must be 1 or more where a scenario has the kill box"
    assert (said not in faults(packet)) is fits


@pytest.mark.parametrize(
    ("last_turn", "by_agreement", "fits"), [(3, False, False), (3, True, True), (0, False, True)]
)
def test_a_last_turn_needs_a_way_to_decide_unfinished_games(
    last_turn: int, by_agreement: bool, fits: bool
) -> None:
    packet = points_with(last_turn=last_turn, by_agreement=by_agreement, unfinished=())
    said = "victory.unfinished must not be empty where there is a last turn"
    assert (said not in faults(packet)) is fits
