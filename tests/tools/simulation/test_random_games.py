"""Random whole games of every scenario of every packet, and of every timing format."""

import pytest

from app.engine.packet.packet import Packet
from app.engine.packet.scenario import Scenario
from app.engine.side import Side
from app.store.packets.files import packets
from tools.simulation.__main__ import main
from tools.simulation.random_games import Series, card_faults, play_game, play_series

pytestmark = pytest.mark.long

PACKETS = packets()
SCENARIOS = [(packet, scenario) for packet in PACKETS.values() for scenario in packet.scenarios]
FORMATS = [(packet, timing.key) for packet in PACKETS.values() for timing in packet.timings]
GAMES = 12


@pytest.mark.parametrize(
    ("packet", "scenario"), SCENARIOS, ids=[f"{p.key} {s.name}" for p, s in SCENARIOS]
)
def test_every_game_of_a_scenario_ends_with_a_reason(packet: Packet, scenario: Scenario) -> None:
    outcome = play_series(Series(packet, scenario, 50, GAMES))
    assert outcome.faults == ()
    assert outcome.ways.total() == GAMES


@pytest.mark.parametrize(("packet", "timing"), FORMATS, ids=[f"{p.key} {t}" for p, t in FORMATS])
def test_every_game_of_a_timing_format_ends_with_a_reason(packet: Packet, timing: str) -> None:
    series = [
        Series(packet, packet.scenarios[-1], size, 2, seed=7, timing=timing)
        for size in packet.sizes
    ]
    for sery in series:
        assert play_series(sery).faults == ()


def test_the_ways_games_ended_are_named_in_the_packets_words() -> None:
    packet = PACKETS["sr2026"]
    series = Series(packet, packet.scenarios[0], 75, 40)
    told = play_series(series).line(series)
    assert "victory points" in told
    assert "control points" not in told


WITH_ARMIES = [packet for packet in PACKETS.values() if packet.armies]


@pytest.mark.parametrize("packet", WITH_ARMIES, ids=lambda packet: packet.key)
def test_games_with_specialists_and_reinforcements_keep_the_rules(packet: Packet) -> None:
    """A seeded sample; `simulate --cards` plays as many as one likes."""
    came = swapped = 0
    for number in range(1, 7):
        series = Series(
            packet, packet.scenarios[0], 50 if 50 in packet.sizes else 25, 1, cards=True
        )
        game = play_game(series, number)
        assert [*card_faults(game)] == []
        came += sum(bool(game.play.reinforcements.of(side)) for side in Side)
        swapped += sum(bool(swap and swap.out) for swap in game.play.swaps)
    assert came
    assert bool(swapped) is (packet.variant("specialists") is not None)


def test_simulate_without_a_size_uses_one_from_the_packet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "--packet", "SR2017-Rumble", "--games", "1"]) == 0
    assert "Steamroller 2017 Rumble" in capsys.readouterr().out
