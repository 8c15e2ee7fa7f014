"""The event's settings and its packet."""

from collections.abc import Iterator
from datetime import date
from itertools import chain

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.setup import ChangeSettings, CreateEvent, SettingsChanged
from app.engine.acts.stations.roles import Role
from app.engine.formats.keywords import clashes
from app.engine.formats.own_game import own_faults
from app.engine.formats.settings import MOST_LEAD, MOST_ROUNDS, MOST_TABLES, Settings
from app.engine.formats.settings_merge import changed_since
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.packet import Packet
from app.engine.packet.timing import TimingKind
from app.engine.standings.scores import field_size
from app.engine.state import Stage, State
from app.engine.subjects.act import Act, Context, Remembered
from app.engine.text import join_words, visible

NO_EVENT = Refused(say("There is no event yet. Create one or open a file."))
MOST_SEATS = 10
"""The most seats of a team in one round (our decision)."""


def _create(state: State, command: CreateEvent, _at_ms: int, *, insist: bool) -> Decision:
    if state.settings is not None:
        return Refused(say("This file already holds an event. Use a new file for a new event."))
    refused = settings_fault(state, command.settings, command.packet, insist=insist)
    return refused or (replace(command, settings=_clean_words(command.settings)),)


def _change(state: State, command: ChangeSettings, _at_ms: int, *, insist: bool) -> Decision:
    if state.settings is None or state.packet is None:
        return NO_EVENT
    settings, packet = _changed_settings(state.settings, state.packet, command)
    settings = _clean_words(settings)
    if state.settings.name and not settings.name:
        return Refused(say("An event needs a name. Type one."))
    refused = packet_fault(state, packet, insist=insist) or settings_fault(
        state, settings, packet, insist=insist
    )
    return refused or (SettingsChanged(settings, packet),)


def _clean_words(settings: Settings) -> Settings:
    return replace(
        settings,
        name=visible(settings.name),
        venue=visible(settings.venue),
        fee=visible(settings.fee),
    )


def packet_fault(state: State, packet: Packet, *, insist: bool) -> Refused | None:
    """Return why the event cannot move to another packet now, or what the organizer has to do after
    the move; None if there is no objection.
    """
    before = state.packet
    if before is None or before.key == packet.key or not state.rounds:
        return None
    published = next((each for each in state.rounds if each.stage is not Stage.DRAWN), None)
    if published is not None:
        return Refused(
            say(
                "Round {number} is published, so the event stays with {before}: results of two"
                " packets cannot be ranked together. Make a new event for {packet}, or undo the"
                " round first.",
                number=published.number,
                before=before.name,
                packet=packet.name,
            )
        )
    drawn = say(
        "Round {number} was drawn with {before}, and its games keep that packet. Draw it again"
        " afterwards.",
        number=state.rounds[0].number,
        before=before.name,
    )
    return None if insist else Refused(drawn, insistable=True)


def settings_fault(
    state: State, settings: Settings, packet: Packet, *, insist: bool
) -> Refused | None:
    """Return why these settings are impossible, or a doubt about them; None if there is none.

    A contradiction within the settings is questioned only if the present settings do not have it
    already.
    """
    faults = chain(_faults(settings, packet), _too_many(state.settings, settings))
    fault = next(faults, None)
    if fault:
        return Refused(fault)
    players = field_size(state)
    held = clashes(state.packet, state.settings, players) if state.packet and state.settings else ()
    fresh = [clash for clash in clashes(packet, settings, players) if clash not in held]
    return Refused(" ".join(fresh), insistable=True) if fresh and not insist else None


def _too_many(before: Settings | None, settings: Settings) -> Iterator[str]:
    """Yield a sentence for each number above its limit. A number that an older file already has may
    stay.
    """
    if settings.rounds > max(MOST_ROUNDS, before.rounds if before else 0):
        yield say("An event has at most {most} rounds.", most=MOST_ROUNDS)
    if settings.tables > max(MOST_TABLES, before.tables if before else 0):
        yield say("A hall has at most {most} tables. Use 0 for no limit.", most=MOST_TABLES)
    if settings.lead > max(MOST_LEAD, before.lead if before else 0):
        yield say("The lead for a scenario win is at most {most}.", most=MOST_LEAD)


def _faults(settings: Settings, packet: Packet) -> Iterator[str]:
    name = packet.name
    if packet.adjustable:
        yield from own_faults(packet)
    if settings.date and not _is_day(settings.date):
        yield say("There is no day {date}. Write it as 2026-12-05.", date=settings.date)
    if settings.size and not packet.sizes:
        yield say("{name} has no army sizes.", name=name)
    elif settings.size not in (packet.sizes or (0,)):
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
        yield say("A team match has 2 to {most} seats. Use 0 for no teams.", most=MOST_SEATS)
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


def _is_day(words: str) -> bool:
    """Tell whether the words are a date, written as 2026-12-05."""
    try:
        return date.fromisoformat(words).isoformat() == words
    except ValueError:
        return False


def _changed_settings(
    settings: Settings, packet: Packet, command: ChangeSettings
) -> tuple[Settings, Packet]:
    """Return the settings and the packet after the command."""
    if command.shown is None:
        return command.settings, command.packet
    base, shown_packet = command.shown
    packet_now = packet if command.packet == shown_packet else command.packet
    return changed_since(settings, base, command.settings), packet_now


def _set_up(state: State, event: CreateEvent | SettingsChanged) -> State:
    return replace(state, settings=event.settings, packet=event.packet)


def settings_words(event: CreateEvent | SettingsChanged) -> str:
    """Return the event's name and packet, and its army size if the packet has sizes."""
    if not event.packet.sizes:
        return f"{event.settings.name}, {event.packet.name}"
    return say(
        "{settings}, {packet}, {size} points",
        settings=event.settings.name,
        packet=event.packet.name,
        size=event.settings.size,
    )


def _created_words(event: CreateEvent, _context: Context) -> str:
    return say("Event created: {settings}", settings=settings_words(event))


def _changed_words(event: SettingsChanged, context: Context) -> str:
    return say("Settings changed: {changed}", changed=context.changes(event))


def _settings_in_force(event: CreateEvent | SettingsChanged) -> Remembered:
    return Remembered(settings=event)


ACTS = (
    Act(
        CreateEvent, CreateEvent, kind="event_created", by=Role.ORGANIZER,
        decide=_create, apply=_set_up, words=_created_words, undo=None, insist=None,
        remembers=_settings_in_force,
    ),
    Act(
        ChangeSettings, SettingsChanged, kind="settings_changed", by=Role.ORGANIZER,
        decide=_change, apply=_set_up, words=_changed_words,
        undo=say("change of settings"), insist=say("C&hange the settings"),
        remembers=_settings_in_force,
    ),
)  # fmt: skip
