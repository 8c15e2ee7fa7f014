"""The parts in which the desk sends an event to the server: the event, its players, and the
results, one part for each round. Each part has a fixed name. Equal parts have equal texts.
"""

import json

import msgspec

from app.engine.state import State
from app.reports.results_page import results_parts
from app.store.online.book import Part
from app.views.event.online import Coming, OnlineEvent, online_event, who_comes

EVENT, COMING, ORDER = "event", "coming", "order"
RESULT = "result "
"""The beginning of the names of all parts with results."""


def parts_of(state: State) -> tuple[Part, ...]:
    """Return everything of an event that everybody may see, in parts."""
    results = results_parts(state)
    order = json.dumps([RESULT + name for name, _ in results])
    return (
        Part(EVENT, msgspec.json.encode(online_event(state)).decode()),
        Part(COMING, msgspec.json.encode(who_comes(state)).decode()),
        *(Part(RESULT + name, body) for name, body in results),
        Part(ORDER, order),
    )


def changed_parts(parts: tuple[Part, ...], there: dict[str, str]) -> tuple[Part, ...]:
    """Return the parts that differ from those on the server, and empty parts for those to delete.
    ``there`` has, by name, the marks of the parts on the server; a mark is a checksum of a part's
    text.
    """
    fresh = [part for part in parts if there.get(part.key, "") != part.mark]
    gone = [Part(key, "") for key in there if key not in {part.key for part in parts}]
    return (*fresh, *gone)


def read_event(body: str) -> OnlineEvent:
    """Return the event; an empty one if none was sent or this program cannot read it."""
    try:
        return msgspec.json.decode(body, type=OnlineEvent)
    except (msgspec.MsgspecError, RecursionError):
        return OnlineEvent()


def read_coming(body: str) -> tuple[Coming, ...]:
    try:
        return msgspec.json.decode(body, type=tuple[Coming, ...])
    except (msgspec.MsgspecError, RecursionError):
        return ()


def results_in(parts: dict[str, str]) -> list[str]:
    """Return the parts of the results in their order; an empty list if the order cannot be read."""
    try:
        order = msgspec.json.decode(parts.get(ORDER) or "[]", type=list[str])
    except (msgspec.MsgspecError, RecursionError):
        return []
    return [parts[key] for key in order if key in parts]
