"""The lines of DCLK/1: ``payload*HH``, HH the XOR of the payload in upper-case hex. No state.

program -> clock   @<id> <VERB> [args]*HH
clock -> program   HI ...  ST ...  EV ...  OK <id> s= t=  ER <id> <code> <word>  PO <id> <ms> t=
"""

from functools import reduce
from operator import xor

from msgspec import Struct

LONGEST = 120


class ProtocolOrder(Struct, frozen=True):
    """A command from the program, with its id."""

    number: int
    verb: str
    rest: str

    @property
    def words(self) -> list[str]:
        return self.rest.split()


class Trouble(Struct, frozen=True):
    """The reason why an order was not carried out."""

    code: int
    word: str


SYNTAX = Trouble(1, "syntax")
RANGE = Trouble(2, "range")
BAD_STATE = Trouble(3, "badstate")
UNSUPPORTED = Trouble(4, "unsupported")
BUSY = Trouble(5, "busy")


def line_checksum(payload: bytes) -> int:
    return reduce(xor, payload, 0)


def line(payload: str) -> bytes:
    raw = payload.encode("ascii")
    return raw + f"*{line_checksum(raw):02X}\n".encode("ascii")


def spoil_checksum(whole: bytes) -> bytes:
    """Return the same line with a wrong checksum."""
    given = int(whole[-3:-1], 16)
    return whole[:-3] + f"{given ^ 0x55:02X}\n".encode("ascii")


def order_of(raw: bytes) -> ProtocolOrder | None:
    """Return the order in a line, given without its LF; None if the line is not valid."""
    raw = raw.replace(b"\r", b"")
    payload, star, given = raw.rpartition(b"*")
    if not star or len(raw) > LONGEST or len(given) != 2 or not raw.isascii():
        return None
    if given != f"{line_checksum(payload):02X}".encode("ascii") or not payload.startswith(b"@"):
        return None
    number, _, tail = payload[1:].decode("ascii").partition(" ")
    verb, _, rest = tail.partition(" ")
    if not number.isdecimal() or int(number) > 255 or not verb:
        return None
    return ProtocolOrder(int(number), verb, rest)


def number_in(word: str, low: int, high: int) -> int | Trouble:
    """Return the plain number in ``word`` if it lies from ``low`` to ``high``; otherwise return the
    reason for a refusal.
    """
    if not word.isdecimal():
        return SYNTAX
    return int(word) if low <= int(word) <= high else RANGE
