"""What a command leads to: events, or a refusal that says why. Total; it changes nothing."""

from app.engine.acts.awards import AwardCommand
from app.engine.acts.commands import Command, NoticeGap, Redo, Refused, Undo
from app.engine.acts.decision import Decision
from app.engine.acts.draw import DrawCommand
from app.engine.acts.events import Event, Redone, Undone
from app.engine.acts.late import LateCommand
from app.engine.acts.players import PlayerCommand
from app.engine.acts.results import ResultCommand
from app.engine.acts.room import ActAtTables, RoomActed
from app.engine.acts.rounds import RoundCommand, RoundDrawn
from app.engine.acts.setup import (
    ChangeSettings,
    CreateEvent,
    EventCreated,
    SetTerrain,
    SetTerrains,
    SettingsChanged,
    TerrainSet,
    TerrainsSet,
)
from app.engine.acts.table import ClockPaused, PauseCause, TableCommand
from app.engine.decide.awards import decide_award
from app.engine.decide.late import decide_late
from app.engine.decide.pairings import decide_pairs
from app.engine.decide.players import decide_player
from app.engine.decide.results import decide_result
from app.engine.decide.room import decide_room, undo_room
from app.engine.decide.rounds import decide_round
from app.engine.decide.settings import changed_settings, settings_fault
from app.engine.decide.table import decide_table
from app.engine.rounds.draw_request import pair_of
from app.engine.state import Stage, State
from app.engine.table.flags import fallen
from app.engine.table.game import tables_of

NO_TABLE = Refused("There is no such table. Tables are numbered from 1.")


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """The events that ``command`` at ``at_ms`` leads to. ``insist``: the EO wants it anyway."""
    decision = _decide(state, command, at_ms)
    if isinstance(decision, Refused) and decision.insistable and insist:
        return _decide(state, command, at_ms, insist=True)
    return decision


def _decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    if isinstance(command, CreateEvent):
        return _create(state, command, insist=insist)
    if state.settings is None or state.packet is None:
        return Refused("There is no event yet. Create one or open a file.")
    match command:
        case ChangeSettings():
            settings, packet = changed_settings(state.settings, state.packet, command)
            refused = settings_fault(state, settings, packet, insist=insist)
            return refused or (SettingsChanged(settings, packet),)
        case Undo():
            return _undo(state, at_ms, insist=insist)
        case Redo():
            if not state.undone:
                return Refused("There is nothing to redo.")
            return (Redone(state.undone[-1].seq),)
        case SetTerrain():
            if command.table < 1:
                return NO_TABLE
            return (TerrainSet(command.table, command.layout),)
        case SetTerrains():
            if not command.layouts or any(table < 1 for table, _ in command.layouts):
                return NO_TABLE
            return (TerrainsSet(command.layouts),)
        case NoticeGap():
            return _gap(state, command)
        case ActAtTables():
            return decide_room(state, command, at_ms)
        case _:
            return _decide_part(state, command, at_ms, insist=insist)


def _decide_part(
    state: State,
    command: (
        PlayerCommand
        | RoundCommand
        | ResultCommand
        | AwardCommand
        | DrawCommand
        | LateCommand
        | TableCommand
    ),
    at_ms: int,
    *,
    insist: bool,
) -> Decision:
    if isinstance(command, PlayerCommand):
        return decide_player(state, command, insist=insist)
    if isinstance(command, RoundCommand):
        return decide_round(state, command, at_ms, insist=insist)
    if isinstance(command, ResultCommand):
        return decide_result(state, command, at_ms, insist=insist)
    if isinstance(command, DrawCommand):
        return decide_pairs(state, command, insist=insist)
    if isinstance(command, AwardCommand):
        return decide_award(state, command, insist=insist)
    if isinstance(command, LateCommand):
        return decide_late(state, command, at_ms)
    return decide_table(state, command, at_ms, insist=insist)


def _create(state: State, command: CreateEvent, *, insist: bool) -> Decision:
    if state.settings is not None:
        return Refused("This file already holds an event. Use a new file for a new event.")
    refused = settings_fault(state, command.settings, command.packet, insist=insist)
    return refused or (EventCreated(command.settings, command.packet),)


def _undo(state: State, at_ms: int, *, insist: bool) -> Decision:
    if not state.done:
        return Refused("There is nothing to undo.")
    act = state.done[-1]
    if isinstance(act.event, RoomActed):
        return (*undo_room(state, act.event, at_ms), Undone(act.seq))
    drawn = act.event.seatings if isinstance(act.event, RoundDrawn) else ()
    games = [state.games[seating.game] for seating in drawn if seating.game in state.games]
    told = state.latest.explanation if state.latest else None
    kept = {*told.locked} if told and drawn else set()  # they were there before this draw
    begun = [game for game in games if game.play.clock and pair_of(game) not in kept]
    if begun and not insist:
        return Refused(
            f"Clocks have been started at {tables_of(begun)}. Without this draw those games leave"
            " the screens; redo brings them back with their clocks.",
            insistable=True,
        )
    return (Undone(act.seq),)


def _gap(state: State, command: NoticeGap) -> Decision:
    """Every running clock stands from the last instant known on, until the EO has ruled.

    The clocks of a finished round are let be: whatever runs there decides nothing any more.
    """
    events: list[Event] = []
    over = {round_.number for round_ in state.rounds if round_.stage is Stage.FINISHED}
    for before in state.games.values():
        if before.round_number in over:
            continue
        known_ms = max(command.from_ms, before.marks[-1].at_ms) if before.marks else 0
        game, flags = fallen(before, known_ms)
        events += flags
        gap_ms = command.to_ms - known_ms
        if game.play.ticking and gap_ms > 0 and not game.play.clock_holds:
            events.append(ClockPaused(game.number, known_ms, PauseCause.GAP, "", gap_ms))
    return tuple(events)
