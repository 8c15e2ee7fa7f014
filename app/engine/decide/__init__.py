"""Decides commands: returns events, or a refusal with its reason. It never fails and changes
nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from app.engine.acts.commands import Command, Refused
from app.engine.acts.decision import Decision
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.frozen import memoized_few
from app.engine.language import group_digits, say
from app.engine.packet.packet import Packet
from app.engine.state import State
from app.engine.subjects.every import DECIDERS
from app.engine.subjects.setup.event import NO_EVENT

BEFORE_THE_EVENT = (CreateEvent, ChangeSettings)  # these check that themselves
MOST_CHARACTERS = 20_000
"""The most characters of a text in a command, about two army lists as people paste them; a reason
has only a line or two. Everything stored is read again at each start, and a longer text is a pasted
file.
"""


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """Return the events that ``command`` at ``at_ms`` leads to, or a refusal. ``insist``: the EO
    wants it in spite of a doubt.
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
    """Return a refusal for a command with a text that is too long; None if none is."""
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
    """Return the length of the longest text in a command or a part of one."""
    if isinstance(value, str):
        return len(value)
    if value is None or isinstance(value, int):
        return 0
    if isinstance(value, tuple | frozenset):
        return longest_of(value)
    if isinstance(value, Mapping):
        return longest_of(part for pair in value.items() for part in pair)
    return _longest_in_packet(value) if isinstance(value, Packet) else _longest_in_fields(value)


def longest_of(parts: Iterable[object]) -> int:
    return max(map(longest_text, parts), default=0)


@memoized_few
def _longest_in_packet(packet: Packet) -> int:
    """Return the same of a packet. It has two thousand parts, and each change of the settings
    brings the same one.
    """
    return _longest_in_fields(packet)


def _longest_in_fields(value: object) -> int:
    kind: type = type(value)
    return longest_of(getattr(value, name) for name in _field_names(kind))


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; an empty tuple for any other class."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
