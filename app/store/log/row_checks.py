"""The checksums of an event's rows, each chained to the row before. Plain bytes; no file here.

A row stores 32 bytes in two halves. The first half is the checksum of the row's content. The second
half is a checksum of two things: the second half of the row before, and this row's first half. The
first half shows a row that was changed, even if the row before is lost. The second half shows a row
that is missing, added or in another place.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

from app.engine.language import say

ALGORITHM = "blake2b-128 row, blake2b-128 chain"
SIZE = 16
PIECE = 65_536
"""The number of letters of a long text that are encoded together."""

# seq, act, at_ms, station, actor, kind, version, payload; a stored row has its checksum as well.
Said: TypeAlias = tuple[int, int, int, str, str, str, int, str]
Stored: TypeAlias = tuple[int, int, int, str, str, str, int, str, bytes]

# The types of a row's columns; SQLite itself would take anything anywhere.
TYPES = (int, int, int, str, str, str, int, str)
STORED_TYPES = (*TYPES, bytes)


def beginning(event: str, version: str) -> bytes:
    """Return the value to which the first row is chained: a checksum of the event's identity and of
    the version that made its file.
    """
    return _digest(f"{ALGORITHM}|{event}|{version}")


def own(fields: Sequence[Any]) -> bytes:
    """Return the checksum of a row's content."""
    seq, act, at_ms, station, actor, kind, version, payload = fields
    lengths = f"{len(station)}|{len(actor)}|{len(kind)}"
    numbers = f"{seq}|{act}|{at_ms}|{version}|{lengths}|"
    return _digest(numbers, station, actor, kind, payload)


def link(before: bytes, mine: bytes) -> bytes:
    """Return the second half of a row's checksum. ``before`` is the second half of the row before,
    ``mine`` the first half of this row.
    """
    return blake2b(before + mine, digest_size=SIZE).digest()


def chain_row(fields: Said, before: bytes) -> Stored:
    """Return the row with its checksum. ``before`` is the second half of the previous row's
    checksum.
    """
    mine = own(fields)
    return (*fields, mine + link(before, mine))


def seal(key: str, value: str, event: str) -> str:
    """Return a value together with a checksum of its own. This is for values that change too often
    to be in the log.
    """
    return f"{value} {_digest(f'{key}|{value}|{event}').hex()}"


def unseal(key: str, stored: object, event: str) -> str | None:
    """Return the value without its checksum, or None if the two do not match."""
    value = str(stored).rpartition(" ")[0]
    return value if stored == seal(key, value, event) else None


def first_fault(rows: Sequence[Stored], first: int, before: bytes) -> str:
    """Return a sentence on the first damaged row, or an empty text if there is none.

    ``first`` is the number that the first row should have, ``before`` the checksum to which it is
    chained. The result is the same as with `fault` for each row, but this one loop opens a long log
    faster.
    """
    for expected, row in enumerate(rows, start=first):
        if tuple(map(type, row)) != STORED_TYPES:
            return fault(row, expected, before)
        seq, act, at_ms, station, actor, kind, version, payload, check = row
        of_station, of_actor, of_kind = len(station), len(actor), len(kind)
        if of_station + of_actor + of_kind + len(payload) > PIECE:
            mine = own(row[:-1])
        else:
            lengths = f"{of_station}|{of_actor}|{of_kind}"
            text = f"{seq}|{act}|{at_ms}|{version}|{lengths}|{station}{actor}{kind}{payload}"
            mine = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()
        after = blake2b(before + mine, digest_size=SIZE).digest()
        if check != mine + after or seq != expected or act > seq:
            return fault(row, expected, before)
        before = after
    return ""


def fault(row: Sequence[Any], expected: int, before: bytes) -> str:
    """Return a sentence on a damaged row, or an empty text if the row is intact. ``expected`` is
    the number that the row should have.
    """
    *fields, check = row
    if tuple(map(type, fields)) != TYPES or fields[1] > fields[0]:
        return say("Row {expected} is damaged.", expected=expected)
    if fields[0] != expected:
        return say(
            "Row {expected} is missing; the next one is {fields}.",
            expected=expected,
            fields=fields[0],
        )
    mine = own(fields)
    if check == mine + link(before, mine):
        return ""
    if type(check) is bytes and check[:SIZE] == mine:
        return say("Row {expected} does not follow the row before it.", expected=expected)
    return say("Row {expected} is not as it was written: its checksum differs.", expected=expected)


def _digest(*texts: str) -> bytes:
    """Return the checksum of texts in sequence. A long text is encoded piece by piece, because
    encoding it at once could take four times its size.
    """
    if sum(map(len, texts)) <= PIECE:
        text = "".join(texts)
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()
    made = blake2b(digest_size=SIZE)
    for text in texts:
        for at in range(0, len(text), PIECE):
            made.update(text[at : at + PIECE].encode("utf-8", "surrogatepass"))
    return made.digest()
