"""What packets recommend, told before the first draw."""

import pytest

from app.engine.formats.advice import advice_before_round_one, advice_on
from app.engine.frozen import replace
from app.engine.packet.packet import PacketTopic
from app.engine.state import State
from app.views.round.notices import notices_before
from tests.engine.event import PACKETS, SR2017, registered, settings


@pytest.mark.parametrize(
    ("packet", "players", "told"),
    [
        ("sr2012", 7, True),
        ("sr2012", 8, False),
        ("sr2012", 64, False),
        ("sr2012", 65, True),
        ("sr2014", 65, False),
        ("sr2015", 128, False),
        ("sr2015", 129, True),
        ("sr2017", 200, False),
    ],
)
def test_a_number_of_players_the_packet_is_not_meant_for_is_reported(
    packet: str, players: int, told: bool
) -> None:
    rules = PACKETS[packet]
    sentences = advice_before_round_one(rules, settings(75), players, 3)
    assert any("is meant for" in sentence for sentence in sentences) is told


def test_a_cut_is_advised_from_six_rounds_on_unless_one_is_set() -> None:
    (advice,) = advice_before_round_one(SR2017, settings(75), 40, 6)
    assert "Cut to Top 4" in advice
    assert advice_before_round_one(SR2017, settings(75), 40, 5) == ()
    assert advice_before_round_one(SR2017, replace(settings(75), cut=4), 40, 6) == ()


def test_rumble_advises_no_time_limits_and_terrain_by_quadrants() -> None:
    rumble = PACKETS["sr2017-rumble"]
    (advice,) = advice_before_round_one(rumble, settings(25), 8, 3)
    assert "No Time Limits" in advice
    untimed = replace(settings(25), timing="untimed")
    assert advice_before_round_one(rumble, untimed, 8, 3) == ()
    assert "quadrant" in advice_on(rumble, PacketTopic.TERRAIN)[0]


def test_advice_is_shown_only_before_the_first_round() -> None:
    desk = registered(4)
    assert "The packet is meant for 8 players or more." in notices_before(desk.state, 1)
    assert notices_before(desk.state, 2) == ()
    assert notices_before(State(), 1) == ()
