"""Decides commands: returns events, or a refusal with its reason. Total; changes nothing."""

from collections.abc import Mapping
from dataclasses import replace

from app.engine.acts.commands import Command, NoticeGap, Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.events import Event
from app.engine.acts.room import ActAtTables
from app.engine.acts.setup import (
    ChangeSettings,
    CreateEvent,
    SetTerrain,
    SetTerrains,
    SettingsChanged,
    ShiftTimes,
)
from app.engine.acts.table import ClockPaused, PauseCause
from app.engine.decide import (
    awards,
    late,
    pairings,
    phones,
    players,
    results,
    rounds,
    settings,
    undo,
)
from app.engine.decide.room import decide_room
from app.engine.decide.settings import changed_settings, settings_fault
from app.engine.decide.tables import table
from app.engine.decide.teams import match_up, roster
from app.engine.formats.settings import Settings
from app.engine.language import say
from app.engine.state import Stage, State
from app.engine.table.flags import fallen
from app.engine.table.game import Game
from app.engine.text import visible

NO_EVENT = Refused(say("There is no event yet. Create one or open a file."))
BEFORE_THE_EVENT = (CreateEvent, ChangeSettings)  # these look for themselves
LATEST_MS = 4_102_444_800_000  # the year 2100
NO_TABLE = Refused(say("There is no such table. Tables are numbered from 1."))


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """The events that ``command`` at ``at_ms`` leads to. ``insist``: the EO wants it anyway."""
    decision = _decide(state, command, at_ms)
    if isinstance(decision, Refused) and decision.insistable and insist:
        return _decide(state, command, at_ms, insist=True)
    return decision


def _decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    if state.settings is None and not isinstance(command, BEFORE_THE_EVENT):
        return NO_EVENT
    return DECIDERS[type(command)](state, command, at_ms, insist=insist)


def _change(state: State, command: ChangeSettings, _at_ms: int, *, insist: bool) -> Decision:
    if state.settings is None or state.packet is None:
        return NO_EVENT
    settings, packet = changed_settings(state.settings, state.packet, command)
    settings = _named(settings)
    if state.settings.name and not settings.name:
        return Refused(say("An event needs a name. Type one."))
    refused = settings_fault(state, settings, packet, insist=insist)
    return refused or (SettingsChanged(settings, packet),)


def _set_terrain(_state: State, command: SetTerrain, _at_ms: int, *, insist: bool) -> Decision:
    if command.table < 1:
        return NO_TABLE
    return (command,)


def _set_terrains(_state: State, command: SetTerrains, _at_ms: int, *, insist: bool) -> Decision:
    if not command.layouts or any(table < 1 for table, _ in command.layouts):
        return NO_TABLE
    return (command,)


def _shift_times(state: State, command: ShiftTimes, at_ms: int, *, insist: bool) -> Decision:
    if not command.by_ms:
        return Refused(say("The event's times are right already."))
    until_ms = at_ms if command.until_ms is None else command.until_ms
    if not 0 <= command.since_ms <= until_ms <= at_ms:
        return Refused(say("Choose a stretch of the event in which the times were wrong."))
    if not 0 <= until_ms + state.shift_ms + command.by_ms <= LATEST_MS:
        return Refused(say("No event takes place on that date. Check the date and the year."))
    return (command,)


def _at_tables(state: State, command: ActAtTables, at_ms: int, *, insist: bool) -> Decision:
    return decide_room(state, command, at_ms)


def _create(state: State, command: CreateEvent, _at_ms: int, *, insist: bool) -> Decision:
    if state.settings is not None:
        return Refused(say("This file already holds an event. Use a new file for a new event."))
    refused = settings_fault(state, command.settings, command.packet, insist=insist)
    return refused or (replace(command, settings=_named(command.settings)),)


def _named(settings: Settings) -> Settings:
    return replace(settings, name=visible(settings.name))


def _gap(state: State, command: NoticeGap, _at_ms: int, *, insist: bool) -> Decision:
    """Every running clock stands from the last instant known on, until the EO has ruled.

    The clocks of a finished round are let be: whatever runs there decides nothing any more.
    """
    events: list[Event] = []
    over = {round_.number for round_ in state.rounds if round_.stage is Stage.FINISHED}
    for before in state.games.values():
        if before.round_number in over or _went_on(before, command):
            continue
        known_ms = max(command.from_ms, before.marks[-1].at_ms) if before.marks else 0
        game, flags = fallen(before, known_ms)
        events += flags
        gap_ms = command.to_ms - known_ms
        if game.play.ticking and gap_ms > 0 and not game.play.clock_holds:
            events.append(ClockPaused(game.number, known_ms, PauseCause.GAP, "", gap_ms))
    return tuple(events)


def _went_on(game: Game, command: NoticeGap) -> bool:
    """Tell whether the gap is of other games alone, or the game was touched after it began."""
    if command.games is None:
        return False
    touched_ms = game.marks[-1].at_ms if game.marks else 0
    return game.number not in command.games or touched_ms > command.from_ms


DECIDERS: Mapping[type, Decider] = {
    CreateEvent: _create,
    ChangeSettings: _change,
    **players.DECIDERS,
    **roster.DECIDERS,
    **match_up.DECIDERS,
    **phones.DECIDERS,
    **settings.DECIDERS,
    **rounds.DECIDERS,
    **pairings.DECIDERS,
    **results.DECIDERS,
    **awards.DECIDERS,
    **table.DECIDERS,
    **late.DECIDERS,
    ActAtTables: _at_tables,
    SetTerrain: _set_terrain,
    SetTerrains: _set_terrains,
    ShiftTimes: _shift_times,
    NoticeGap: _gap,
    **undo.DECIDERS,
}
"""Every command with what decides it."""
