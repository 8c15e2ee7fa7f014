"""Two devices at a table, one hostile: in no order of what can happen does time move unseen, nor
against what a device in touch showed without the organizer.
"""

import pytest

from tests.web.server.two_devices import ACTS, Room, first_room, orders

ORDERS = len(ACTS) ** 4


def test_in_every_order_time_moves_visibly_and_never_against_a_connected_device() -> None:
    seen = [room for _, room in orders(first_room(), 4)]
    faults = [fault for room in seen for fault in room.faults]
    assert faults == []
    assert len(seen) == ORDERS
    print(f"{ORDERS} orders: 0 unseen, 0 against a device in touch")
    assert any(room.game.moved for room in seen)
    assert any(room.game.aside for room in seen)


def played(*acts: str) -> Room:
    room = first_room()
    for act in acts:
        room.step(act)
    return room


@pytest.mark.parametrize("goes", ["honest goes or comes", "honest is cut"])
def test_an_offline_press_waits_if_a_device_that_left_had_shown_otherwise(goes: str) -> None:
    room = played("honest taps", goes, "forged by 42000 ms")
    assert room.game.moved == ()
    assert len(room.game.aside) == 1


def test_the_desk_s_own_window_counts_as_a_connected_device_once_it_was_tapped() -> None:
    room = played("honest goes or comes", "window taps", "forged by 20000 ms")
    assert room.game.moved == ()
    assert len(room.game.aside) == 1
