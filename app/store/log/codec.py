"""One event to one row's kind, version and payload, and back. No database here.

A payload is JSON with the fields of the event's dataclass. Whoever changes a field of a kind
raises its number in `app.store.log.upcasters` and adds a function there; old files open for ever.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec

from app.engine.acts.events import Event
from app.store.errors import StoreError
from app.store.log.upcasters import UPCASTERS, VERSIONS, Fields, Upcaster


def _kind_of(event: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


CLASSES: Mapping[str, type] = {_kind_of(event): event for event in get_args(Event)}
KINDS: Mapping[type, str] = {event: kind for kind, event in CLASSES.items()}

_encoder = msgspec.json.Encoder()


class Encoded(NamedTuple):
    """What a row stores of an event."""

    kind: str
    version: int
    payload: str


def encode(event: Event) -> Encoded:
    """Raises StoreError for what JSON cannot hold: half a character, a number beyond 64 bits."""
    kind = KINDS[type(event)]
    try:
        payload = _encoder.encode(event).decode()
    except (UnicodeError, OverflowError) as error:
        raise StoreError(f"{kind} cannot be written: {error}.") from error
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
    """The event of row ``seq``; older versions are brought up to date first.

    Raises StoreError naming row and kind for a wrong payload, and for what a newer Flagfall wrote.
    """
    if not is_known(kind, version, versions=versions):
        raise StoreError(
            f"Row {seq} ({kind}, version {version}) was written by a newer Flagfall."
            " Update Flagfall on this computer to open the file."
        )
    try:
        event: Event
        if version == versions.get(kind, 1):
            event = _decoder(kind).decode(payload)
        else:
            event = _upcast(kind, version, payload, versions, upcasters)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        raise StoreError(f"Row {seq} ({kind}) is damaged: {error}.") from error
    return event


def is_known(kind: str, version: int, *, versions: Mapping[str, int] = VERSIONS) -> bool:
    """Whether this Flagfall can read such a row."""
    return kind in CLASSES and version <= versions.get(kind, 1)


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
