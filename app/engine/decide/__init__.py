"""Decides commands: returns events, or a refusal with its reason. Total; changes nothing."""

from collections.abc import Mapping

from app.engine.acts.commands import Command, NoticeGap, Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.events import Event
from app.engine.acts.room import ActAtTables
from app.engine.acts.setup import (
    ChangeSettings,
    CreateEvent,
)
from app.engine.acts.table import ClockPaused, PauseCause
from app.engine.decide import (
    late,
)
from app.engine.decide.room import decide_room
from app.engine.decide.tables import table
from app.engine.state import Stage, State
from app.engine.subjects import every
from app.engine.subjects.setup.event import NO_EVENT
from app.engine.table.flags import fallen
from app.engine.table.game import Game

BEFORE_THE_EVENT = (CreateEvent, ChangeSettings)  # these look for themselves


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """Return the events that ``command`` at ``at_ms`` leads to. ``insist``: the EO wants it
    anyway.
    """
    decision = _decide(state, command, at_ms)
    if isinstance(decision, Refused) and decision.insistable and insist:
        return _decide(state, command, at_ms, insist=True)
    return decision


def _decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    if state.settings is None and not isinstance(command, BEFORE_THE_EVENT):
        return NO_EVENT
    return DECIDERS[type(command)](state, command, at_ms, insist=insist)


def _at_tables(state: State, command: ActAtTables, at_ms: int, *, insist: bool) -> Decision:
    return decide_room(state, command, at_ms)


def _gap(state: State, command: NoticeGap, _at_ms: int, *, insist: bool) -> Decision:
    """Stop every running clock at the last instant known, until the organizer has ruled. The clocks
    of a finished round are let be: whatever runs there decides nothing any more.
    """
    events: list[Event] = []
    over = {round_.number for round_ in state.rounds if round_.stage is Stage.FINISHED}
    for before in state.games.values():
        if before.round_number in over or _went_on(before, command):
            continue
        known_ms = max(command.from_ms, before.marks[-1].at_ms) if before.marks else 0
        game, flags = fallen(before, known_ms)
        events += flags
        gap_ms, known = max(command.to_ms - known_ms, 0), command.known
        if game.play.ticking and not (known and not gap_ms) and not game.play.clock_holds:
            events.append(ClockPaused(game.number, known_ms, PauseCause.GAP, "", gap_ms, known))
    return tuple(events)


def _went_on(game: Game, command: NoticeGap) -> bool:
    """Tell whether the gap is of other games alone, or the game was touched after it began."""
    if command.games is None:
        return False
    touched_ms = game.marks[-1].at_ms if game.marks else 0
    return game.number not in command.games or touched_ms > command.from_ms


DECIDERS: Mapping[type, Decider] = {
    **every.DECIDERS,
    **table.DECIDERS,
    **late.DECIDERS,
    ActAtTables: _at_tables,
    NoticeGap: _gap,
}
"""Every command with what decides it."""
