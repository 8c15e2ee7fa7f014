"""Faults of an event's settings, and what the organizer should check again."""

from collections.abc import Iterator

from app.engine.acts.commands import Refused
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import clashes
from app.engine.formats.settings import Settings
from app.engine.formats.settings_merge import changed_since
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.engine.packet.timing import TimingKind
from app.engine.standings.scores import field_size
from app.engine.state import State
from app.engine.text import join_words

MOST_SEATS = 10
"""Of a team in one round (our decision)."""


def settings_fault(
    state: State, settings: Settings, packet: Packet, *, insist: bool
) -> Refused | None:
    """Keywords that go against each other are asked about once, when they are announced."""
    fault = next((fault for fault in _faults(settings, packet)), None)
    if fault:
        return Refused(fault)
    players = field_size(state)
    held = clashes(state.packet, state.settings, players) if state.packet and state.settings else ()
    fresh = [clash for clash in clashes(packet, settings, players) if clash not in held]
    return Refused(" ".join(fresh), insistable=True) if fresh and not insist else None


def _faults(settings: Settings, packet: Packet) -> Iterator[str]:
    name = packet.name
    if settings.size not in packet.sizes:
        sizes = join_words(packet.sizes)
        yield say(
            "{name} has no size {size}. Its sizes are {sizes}.",
            name=name,
            size=settings.size,
            sizes=sizes,
        )
    timing = packet.timing(settings.timing)
    if settings.timing not in {"", timing.key}:
        yield say("{name} has no timing format called {timing}.", name=name, timing=settings.timing)
    if settings.limits and packet.limits_called(settings.limits) is None:
        yield say("{name} has no time limits called {limits}.", name=name, limits=settings.limits)
    timed = any(row.size >= settings.size for row in timing.rows)
    if timing.kind is not TimingKind.UNTIMED and not timed:
        yield say("{timing} has no times for size {size}.", timing=timing.name, size=settings.size)
    if min(settings.tables, settings.rounds, settings.lead, settings.absences) < 0:
        yield say("Tables, rounds and scenario lead cannot be negative. Use 0 for no limit.")
    if not 0 <= settings.team_seats <= MOST_SEATS or settings.team_seats == 1:
        yield say("A match of teams has 2 to {most} seats. Use 0 for no teams.", most=MOST_SEATS)
    if settings.cut and settings.cut < 2:
        yield say("A cut needs two players or more. Use 0 for no cut.")
    unknown = [keyword.key for keyword in settings.variants if packet.variant(keyword.key) is None]
    if unknown:
        yield say("{name} has no variant called {unknown}.", name=name, unknown=join_words(unknown))
    strange = [scenario for scenario in settings.scenarios if packet.scenario(scenario) is None]
    if strange:
        yield say("{name} has no scenario {strange}.", name=name, strange=join_words(strange))
    for order in (settings.order, settings.team_order):
        if len({*order}) < len(order):
            yield say("Each column can rank only once.")


def changed_settings(
    settings: Settings, packet: Packet, command: ChangeSettings
) -> tuple[Settings, Packet]:
    """What the command comes to where the event stands by now."""
    if command.shown is None:
        return command.settings, command.packet
    base, shown_packet = command.shown
    packet_now = packet if command.packet == shown_packet else command.packet
    return changed_since(settings, base, command.settings), packet_now
