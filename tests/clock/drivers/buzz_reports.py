"""What a receiver of Buzz buttons reports."""

from app.clock.drivers.buzz import Colour

NOTHING = bytes([0x7F, 0x7F, 0, 0, 0xF0])


def report(*buttons: tuple[int, Colour]) -> bytes:
    bits = sum(1 << (5 * handset + colour.value) for handset, colour in buttons)
    return bytes([0x7F, 0x7F, *(bits | 0xF00000).to_bytes(3, "little")])
