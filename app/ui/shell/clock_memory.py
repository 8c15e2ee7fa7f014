"""Converts between the preferences and the memory of chess clocks."""

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.engine.side import Side
from app.store.preferences import ClockPort, ClockSeat, PortUse, Preferences

USES = {PortUse.GUESS: None, PortUse.YES: True, PortUse.NO: False}


def load_memory(preferences: Preferences) -> Memory:
    wishes = {
        port.key: PortSettings(USES[port.use], port.product, port.location, port.by_hand)
        for port in preferences.clock_ports
    }
    seats = {
        seat.clock: Seat(seat.table, Side.BLUE if seat.blue_left else Side.RED)
        for seat in preferences.clock_seats
    }
    return Memory(wishes, seats, preferences.wifi_clocks)


def remembering(preferences: Preferences, memory: Memory) -> Preferences:
    uses = {use: word for word, use in USES.items()}
    return preferences._replace(
        wifi_clocks=memory.wifi,
        clock_ports=tuple(
            ClockPort(key, uses[wish.use], wish.product, wish.location, wish.by_hand)
            for key, wish in memory.wishes.items()
        ),
        clock_seats=tuple(
            ClockSeat(clock, seat.table, seat.left is Side.BLUE)
            for clock, seat in memory.seats.items()
        ),
    )
