"""A DGT board's answers to the one-byte commands that do not concern its clock."""

from app.emulators.dgt.clock import DgtKnobs
from app.emulators.dgt.frames import EEPROM_BYTES, Single, serial_digits, single_frame

NOT_KNOWN = 0x7F
OWN_TEXT = b"Flagfall clock emulator"  # only the vendor's own boards may send the vendor's text


def plain_reply(code: int, knobs: DgtKnobs) -> bytes:
    """Return the frame that answers ``code``; empty if the board does not answer that code."""
    match code:
        case Single.SEND_BRD:
            return single_frame(0x06, bytes(64))
        case Single.SERIALNR:
            return single_frame(0x11, serial_digits(knobs.serial, 5))
        case Single.BUSADR:
            return single_frame(0x10, bytes([knobs.serial >> 7, knobs.serial & 0x7F]))
        case Single.TRADEMARK:
            return single_frame(0x12, OWN_TEXT)
        case Single.EE_MOVES:
            return single_frame(0x0F, bytes(EEPROM_BYTES - 3))
        case Single.BATTERY:
            full = [100, NOT_KNOWN, NOT_KNOWN, 1, 30, 0, 2, 15, 0x02]
            return single_frame(0x20, bytes(full))
        case Single.VERSION:
            version = knobs.board_version
            return single_frame(0x13, bytes([version >> 8, version & 0x7F]))
        case Single.LONG_SERIALNR:
            return single_frame(0x22, serial_digits(knobs.serial, 10))
        case _:
            return b""


def board_burst(knobs: DgtKnobs) -> bytes:
    """Return the bytes that a board sends while pieces are moved: field updates and whole dumps."""
    return b"".join(
        single_frame(0x0E, bytes([square, 1])) + plain_reply(Single.SEND_BRD, knobs)
        for square in range(5)
    )
