"""Faults of an event's settings, and what the organizer should check again; what the room display
shows.
"""

from collections.abc import Iterator, Mapping

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.display import Announce, Announced, ArrangeDisplay, TakeBackAnnouncement
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import clashes
from app.engine.formats.settings import Settings
from app.engine.formats.settings_merge import changed_since
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.engine.packet.timing import TimingKind
from app.engine.standings.scores import field_size
from app.engine.state import State
from app.engine.text import can_be_read, join_words, visible

MOST_SEATS = 10
"""Of a team in one round (our decision)."""
LEAST_SECONDS, MOST_SECONDS = 3, 600
MOST_LETTERS, MOST_LINES = 400, 10
"""Of an announcement: so much can be read from the back of the hall."""
MOST_ANNOUNCEMENTS = 9


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
    numbers = (settings.tables, settings.rounds, settings.lead, settings.absences)
    if min(*numbers, settings.team_substitutes) < 0:
        yield say("Tables, rounds and scenario lead cannot be negative. Use 0 for no limit.")
    if not 0 <= settings.team_seats <= MOST_SEATS or settings.team_seats == 1:
        yield say("A match of teams has 2 to {most} seats. Use 0 for no teams.", most=MOST_SEATS)
    procedure = settings.match_up
    if settings.team_seats and procedure and not procedure.suits(settings.team_seats):
        seats = join_words(procedure.seats)
        yield say("{name} is for teams of {seats}.", name=procedure.name, seats=seats)
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
    """The settings after the command, at the event's present stage."""
    if command.shown is None:
        return command.settings, command.packet
    base, shown_packet = command.shown
    packet_now = packet if command.packet == shown_packet else command.packet
    return changed_since(settings, base, command.settings), packet_now


def _arrange(state: State, command: ArrangeDisplay, _at_ms: int, *, insist: bool) -> Decision:
    slides = [timed.slide for timed in command.slides]
    if not slides:
        return Refused(say("Tick at least one slide."))
    if len({*slides}) < len(slides):
        return Refused(say("Each slide can be shown only once."))
    if any(not LEAST_SECONDS <= timed.seconds <= MOST_SECONDS for timed in command.slides):
        return Refused(
            say(
                "Each slide stays for {least} to {most} seconds.",
                least=LEAST_SECONDS,
                most=MOST_SECONDS,
            )
        )
    if command == state.display:
        return Refused(say("Nothing changes: the room display shows that already."))
    return (command,)


def _announce(state: State, command: Announce, _at_ms: int, *, insist: bool) -> Decision:
    text = _seen(command.text)
    if not text:
        return Refused(say("Type the announcement first."))
    if len(text) > MOST_LETTERS or text.count("\n") >= MOST_LINES:
        return Refused(
            say(
                "That is too long for the wall: use at most {letters} characters and {lines}"
                " lines.",
                letters=MOST_LETTERS,
                lines=MOST_LINES,
            )
        )
    if text in state.announcements.values():
        return Refused(say("That announcement is shown already."))
    if len(state.announcements) >= MOST_ANNOUNCEMENTS:
        return Refused(say("There are too many announcements. Take one back first."))
    return (Announced(max(state.announcements, default=0) + 1, text),)


def _seen(text: str) -> str:
    """Lines without letters that nobody sees, and without empty lines."""
    lines = map(visible, text.splitlines())
    return "\n".join(filter(can_be_read, lines))


def _take_back(
    state: State, command: TakeBackAnnouncement, _at_ms: int, *, insist: bool
) -> Decision:
    if command.number not in state.announcements:
        return Refused(say("Nothing changes: that announcement is no longer shown."))
    return (command,)


DECIDERS: Mapping[type, Decider] = {
    ArrangeDisplay: _arrange,
    Announce: _announce,
    TakeBackAnnouncement: _take_back,
}
