"""Decides commands: returns events, or a refusal with its reason. It never fails and changes
nothing.
"""

from collections.abc import Mapping
from functools import cache
from typing import get_type_hints

from msgspec import Struct

from app.engine.acts.commands import Command, Refused
from app.engine.acts.decision import Decision
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.frozen import memoized_few
from app.engine.language import group_digits, say
from app.engine.packet.packet import Packet
from app.engine.state import State
from app.engine.subjects.every import DECIDERS
from app.engine.subjects.setup.event import NO_EVENT

BEFORE_THE_EVENT = (CreateEvent, ChangeSettings)  # their deciders check for an event
MOST_CHARACTERS = 20_000
"""The most characters of a text in a command, about two army lists as people paste them; a reason
has only a line or two. Everything stored is read again at each start, and a longer text is a pasted
file.
"""


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """Return the events that ``command`` at ``at_ms`` leads to, or a refusal. ``insist`` is true if
    the organizer wants the command carried out in spite of a doubt.
    """
    decision = refuse_long_texts(command) or _decide(state, command, at_ms)
    if isinstance(decision, Refused) and decision.insistable and insist:
        return _decide(state, command, at_ms, insist=True)
    return decision


def _decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    if state.settings is None and not isinstance(command, BEFORE_THE_EVENT):
        return NO_EVENT
    return DECIDERS[type(command)](state, command, at_ms, insist=insist)


def refuse_long_texts(command: Command) -> Refused | None:
    """Return the refusal of a command with a text that is too long; None if no text is too long."""
    longest = longest_text(command)
    if longest <= MOST_CHARACTERS:
        return None
    return Refused(
        say(
            "A text here has {count} characters. Use at most {most}.",
            count=group_digits(longest),
            most=group_digits(MOST_CHARACTERS),
        )
    )


def longest_text(value: object) -> int:
    """Return the length of the longest text in a command, or in a part of a command."""
    longest, parts = 0, [value]
    while parts:
        part = parts.pop()
        kind: type = type(part)
        if part is None or isinstance(part, int):
            continue
        if isinstance(part, str):
            longest = max(longest, len(part))
        elif isinstance(part, Packet):
            longest = max(longest, _longest_in_packet(part))
        elif names := _fields_with_text(kind):
            parts += [getattr(part, name) for name in names]
        elif isinstance(part, (tuple, frozenset)):
            parts += part
        elif isinstance(part, Mapping):
            parts += (*part.keys(), *part.values())
    return longest


@memoized_few
def _longest_in_packet(packet: Packet) -> int:
    """Return the length of the longest text in a packet. The result is remembered, because a packet
    has two thousand parts and each change of the settings comes with the same packet.
    """
    return longest_text(tuple(getattr(packet, name) for name in _fields_with_text(Packet)))


@cache
def _fields_with_text(kind: type) -> tuple[str, ...]:
    """Return the names of a struct's fields that may hold a text; no names for another class."""
    if not issubclass(kind, Struct):
        return ()
    return tuple(name for name, hint in get_type_hints(kind).items() if hint not in {int, bool})
