"""The two worst cases of an evening, in networks whose cables are pulled (`namespaces`)."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.web_page.namespaces import Networks, hall, play_clock_set_back, play_flight_mode

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("_networks")]

SOON_S = 5.0


def test_no_addresses_are_added_to_a_network_once_it_is_set_up() -> None:
    networks = Networks(f"flagfall-{os.getpid()}-none", ("a",))
    try:
        networks.lay()
        for place in ("laptop", "a"):
            command = (*networks.inside(place), "ip", "-details", "link", "show", "type", "veth")
            said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
            assert said.count("addrgenmode none") == 1, said
    finally:
        networks.clear()


def test_a_phone_in_flight_mode_moves_no_time_against_a_connected_tablet(tmp_path: Path) -> None:
    said: list[str] = []
    with hall(tmp_path, said.append) as room:
        play_flight_mode(room, SOON_S, 2 * SOON_S)
        assert room.waits() >= 1
    assert any("Moved from Blue to Red: 0.0 s" in line for line in said)


def test_setting_back_the_laptop_s_clock_before_a_restart_costs_no_player_time(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    with hall(tmp_path, said.append) as room:
        play_clock_set_back(room, SOON_S)
    assert any("charged 0.0 s too much" in line for line in said)
