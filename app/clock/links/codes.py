"""The codes of a Wi-Fi clock's lines. Each is made from the table's secret, for its position in one
connection and for its direction, so that an overheard line is of no use. docs/dclk.md has the
lines.

    <32 hex digits><line without its LF>
"""

import hashlib
import hmac

from msgspec import Struct

CODE_DIGITS = 32
FROM_CLOCK, FROM_HOST = "C", "H"


class WrongCode(Exception):
    """A line is not the next one from the other end of this connection."""


def line_key(table_key: str, host_nonce: str, clock_nonce: str) -> bytes:
    """Return the key of one connection; ``table_key`` is the hash of the table's secret."""
    return _code(table_key.encode(), f"dclk {host_nonce} {clock_nonce}").encode()


def _code(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode("latin-1"), hashlib.sha256).hexdigest()


class LineCodes(Struct):
    """The host's end of one connection. Every line out and in is numbered and has its own code."""

    key: bytes
    _sent: int = 0
    _heard: int = 0

    def add(self, line: bytes) -> bytes:
        """Return the line with its code in front."""
        made = self._next(FROM_HOST, self._sent, line)
        self._sent += 1
        return made + line

    def open(self, coded: bytes) -> bytes:
        """Return the line from the clock without its code. Raise WrongCode if the code is wrong."""
        code, line = coded[:CODE_DIGITS], coded[CODE_DIGITS:]
        if not hmac.compare_digest(code, self._next(FROM_CLOCK, self._heard, line)):
            raise WrongCode
        self._heard += 1
        return line

    def _next(self, sender: str, number: int, line: bytes) -> bytes:
        text = f"{sender}{number} {line.decode('latin-1')}"
        return _code(self.key, text)[:CODE_DIGITS].encode()
