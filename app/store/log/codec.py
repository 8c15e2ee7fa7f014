"""Converts an event to the kind, version and payload of one row, and back. No database here.

A payload is JSON with the fields of the event's struct. If a field of a kind changes, the kind's
version in `app.store.log.upcasters` is raised and a function is added there, so that old files can
always be opened.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from sys import intern
from typing import Any, NamedTuple

import msgspec

from app.engine.acts import NOT_YET
from app.engine.acts.events import Event, Record
from app.engine.acts.late import (
    PressSetAside,
)
from app.engine.language import say
from app.engine.subjects.every import RECORDS
from app.store.errors import StoreError
from app.store.log.row_checks import Stored
from app.store.log.upcasters import UPCASTERS, VERSIONS, Fields, Upcaster

CLASSES: Mapping[str, type] = {act.kind: event for event, act in RECORDS.items()}
"""The class of every kind of row. Files contain the kind, so it must stay even if its class is
renamed.
"""

KINDS: Mapping[type, str] = {event: kind for kind, event in CLASSES.items()}

WRONG = (
    msgspec.MsgspecError, AttributeError, LookupError, TypeError, ValueError, RecursionError
)  # fmt: skip
"""The errors of reading or upgrading a payload whose content is wrong."""

_encoder = msgspec.json.Encoder()


class Encoded(NamedTuple):
    """The kind, version and payload that a row stores for an event."""

    kind: str
    version: int
    payload: str


def encode(event: Event) -> Encoded:
    """Return an event in the form that its row stores.

    Raises StoreError for values that JSON cannot hold (half a character, a number of thousands of
    digits, a text that is not a string), and for an act that was only requested and has no instant
    yet.
    """
    kind = KINDS[type(event)]
    if _is_undecided(event):
        raise StoreError(say("{kind} cannot be written: nobody has decided it yet.", kind=kind))
    try:
        payload = _encoder.encode(event).decode()
    except (ValueError, OverflowError, TypeError) as error:
        raise StoreError(
            say("{kind} cannot be written: {error}.", kind=kind, error=error)
        ) from error
    return Encoded(kind, VERSIONS.get(kind, 1), payload)


def decode(
    seq: int,
    kind: str,
    version: int,
    payload: str,
    *,
    versions: Mapping[str, int] = VERSIONS,
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
) -> Event:
    """Return the event of row ``seq``, upgrading older versions first.

    Raises StoreError, naming row and kind, if the payload is wrong or the row comes from a newer
    Flagfall.
    """
    if not is_known(kind, version, versions=versions):
        raise StoreError(
            say(
                "Row {seq} ({kind}, version {version}) was written by a newer Flagfall."
                " Update Flagfall on this computer to open the file.",
                seq=seq,
                kind=kind,
                version=version,
            )
        )
    try:
        event: Event
        if version == versions.get(kind, 1):
            event = _decoder(kind).decode(payload)
        else:
            event = _upcast(kind, version, payload, versions, upcasters)
        if _is_undecided(event):
            raise ValueError("Object missing required field `at_ms`")
    except WRONG as error:
        raise StoreError(
            say("Row {seq} ({kind}) is damaged: {error}.", seq=seq, kind=kind, error=error)
        ) from error
    return event


def records(rows: Sequence[Stored]) -> list[Record]:
    """Return the records of stored rows. The result is that of `decode` for each row, but this one
    loop opens a long log faster.

    Raises StoreError, naming the first damaged row, if there is one.
    """
    events: list[Event] = []
    readers: dict[str, _Reader] = {}
    for row in rows:
        kind = row[5]
        reader = readers.get(kind) or readers.setdefault(kind, _reader(kind))
        version, read, is_timed = reader
        try:
            if row[6] != version:
                raise ValueError
            event = read(row[7])
            if is_timed and event.at_ms == NOT_YET:
                raise ValueError
        except (msgspec.MsgspecError, ValueError, RecursionError):
            event = decode(row[0], *row[5:8])  # an older one, or it says what is wrong
        events.append(event)
    return _make_records(rows, events)


def _make_records(rows: Sequence[Stored], events: Sequence[Event]) -> list[Record]:
    """Make a `Record` of each row, column by column in C."""
    if not rows:
        return []
    seqs, acts, instants, stations, actors = [*zip(*rows, strict=True)][:5]
    return [*map(Record, seqs, acts, instants, map(intern, stations), map(intern, actors), events)]


class _Reader(NamedTuple):
    """The fast way to read rows of one kind: the version that it handles, a JSON decoder, and
    whether events of this kind have an instant.
    """

    version: int
    read: Callable[[str], Any]
    is_timed: bool


def _reader(kind: str) -> _Reader:
    if kind not in CLASSES or CLASSES[kind] is PressSetAside:
        return _Reader(-1, str, is_timed=False)
    is_timed = hasattr(CLASSES[kind], "at_ms")
    return _Reader(VERSIONS.get(kind, 1), _decoder(kind).decode, is_timed)


def is_known(kind: str, version: int, *, versions: Mapping[str, int] = VERSIONS) -> bool:
    """Tell whether this Flagfall can read rows of this kind and version."""
    return kind in CLASSES and version <= versions.get(kind, 1)


def _is_undecided(event: Event) -> bool:
    if type(event) is PressSetAside:
        return any(late.mark is not None and late.mark.at_ms == NOT_YET for late in event.marks)
    return getattr(event, "at_ms", 0) == NOT_YET


def _upcast(
    kind: str,
    version: int,
    payload: str,
    versions: Mapping[str, int],
    upcasters: Mapping[tuple[str, int], Upcaster],
) -> Any:
    values: Fields = msgspec.json.decode(payload, type=dict[str, Any])
    for step in range(version, versions.get(kind, 1)):
        values = upcasters[kind, step](values)
    return msgspec.convert(values, CLASSES[kind])


@cache
def _decoder(kind: str) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(CLASSES[kind])
