"""The log of the bytes on a line, in a file that can be read back, for reports of faults.

Each line has the instant, ``<`` for bytes from the device or ``>`` for bytes from us, and the bytes
in hexadecimal. Lines that begin with ``#`` say where the log comes from.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.language import say

HEAD = "# flagfall byte log 1"
OPENING_MS, OPENING_PIECES = 10_000, 300
SHORTLY_MS = 500
MOST_BYTES = 25_000_000
"""The largest log that can be read back, in bytes; the log of a long day is smaller."""


class ByteLogError(Exception):
    """A byte log cannot be read. The text is a sentence for people that names the file, the line
    and the error.
    """


class Heard(Struct, frozen=True):
    at_ms: int
    direction: str
    data: bytes


class Openings:
    """The first bytes on each open line, without which the later ones cannot be understood."""

    def __init__(self) -> None:
        self._kept: dict[str, list[Heard]] = {}

    def begin(self, port: str) -> None:
        """Note that a clock's line was opened again, and forget its first bytes."""
        self._kept[port] = []

    def keep(self, port: str, piece: Heard) -> None:
        opening = self._kept.setdefault(port, [])
        if not opening or (
            piece.at_ms - opening[0].at_ms <= OPENING_MS and len(opening) < OPENING_PIECES
        ):
            opening.append(piece)

    def before(self, port: str, at_ms: int) -> list[Heard]:
        """Return the first bytes of a port's line, dated shortly before ``at_ms``."""
        opening = self._kept.get(port, [])
        later_ms = max(at_ms - opening[-1].at_ms - SHORTLY_MS, 0) if opening else 0
        return [replace(piece, at_ms=piece.at_ms + later_ms) for piece in opening]


class ByteLog:
    """A file for each port, in one folder. A failure to write is reported once and never raised."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: set[str] = set()
        self.trouble = ""

    def write(self, port: str, piece: Heard, openings: Openings) -> None:
        """Append ``piece`` to the file of ``port``. The file of a new port begins with the first
        bytes of its line.
        """
        name = re.sub(r"[^A-Za-z0-9]+", "-", port).strip("-")
        path = self._folder / f"{name} port.bytes"  # COM7.bytes is the device itself on Windows
        lines, pieces = list[str](), [piece]
        if port not in self._begun:
            lines = [HEAD, f"# port {port}"]
            pieces = [*openings.before(port, piece.at_ms), piece]
        self._begun.add(port)
        lines += [f"{piece.at_ms} {piece.direction} {piece.data.hex()}" for piece in pieces]
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="ascii", errors="replace") as file:
                file.write("\n".join(lines) + "\n")
        except OSError as error:
            self.trouble = say(
                "{path} cannot be written: {strerror}.", path=path.name, strerror=error.strerror
            )


def read_bytes(path: Path) -> Iterator[Heard]:
    """Yield the contents of a log, in order. Raise ByteLogError, which names the file and the
    line.
    """
    empty = True
    for number, line in enumerate(_lines(path), start=1):
        if empty and line != HEAD:
            break
        empty = False
        if line.startswith("#") or not line.strip():
            continue
        match = re.fullmatch(r"(\d{1,15}) ([<>]) ((?:[0-9a-f]{2})*)", line)
        if match is None:
            raise ByteLogError(
                say(
                    "{path}, line {number}: the instant, the direction or the bytes are missing.",
                    path=path.name,
                    number=number,
                )
            )
        yield Heard(int(match.group(1)), match.group(2), bytes.fromhex(match.group(3)))
    if empty:
        raise ByteLogError(
            say(
                "{path} is not a byte log: its first line is not “{head}”.",
                path=path.name,
                head=HEAD,
            )
        )


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file. Raise ByteLogError for a pipe or a device, which may have no end,
    and for a file that is too big.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise ByteLogError(
                say("{name} is a pipe or a device, not a file. Choose a file.", name=path.name)
            )
        if path.stat().st_size > MOST_BYTES:
            raise ByteLogError(
                say(
                    "{path} is too big to explain: it has more than {most} MB. Shorten it, and"
                    " keep its first line.",
                    path=path.name,
                    most=MOST_BYTES // 1_000_000,
                )
            )
        with path.open(encoding="ascii") as file:
            for line in file:
                yield line.rstrip("\n")
    except OSError as error:
        raise ByteLogError(
            say("{path} cannot be read: {strerror}.", path=path.name, strerror=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise ByteLogError(
            say("{path} is not a byte log: it is not plain text.", path=path.name)
        ) from error
