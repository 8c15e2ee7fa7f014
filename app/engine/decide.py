"""What a command leads to: events, or a refusal that says why. Total; it changes nothing."""

from typing import TypeAlias

from app.engine.commands import (
    ChangeSettings,
    Command,
    CreateEvent,
    NoticeGap,
    PlayerCommand,
    Redo,
    Refused,
    ResultCommand,
    RoundCommand,
    Undo,
)
from app.engine.decide_player import decide_player
from app.engine.decide_result import decide_result
from app.engine.decide_round import decide_round
from app.engine.decide_table import decide_table
from app.engine.events import (
    Event,
    EventCreated,
    PlayersAdded,
    Redone,
    RoundDrawn,
    SettingsChanged,
    Undone,
)
from app.engine.game import Game, deadline
from app.engine.packet import Packet
from app.engine.results import Settings
from app.engine.state import State
from app.engine.table_commands import TableCommand
from app.engine.table_events import ClockPaused, FlagFell, PauseCause

Decision: TypeAlias = tuple[Event, ...] | Refused


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """The events that ``command`` at ``at_ms`` leads to. ``insist``: the EO wants it anyway."""
    decision = _decide(state, command, at_ms)
    if isinstance(decision, Refused) and decision.insistable and insist:
        return _decide(state, command, at_ms, insist=True)
    return decision


def _decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    if isinstance(command, CreateEvent):
        return _create(state, command)
    if state.settings is None or state.packet is None:
        return Refused("There is no event yet. Create one or open a file.")
    match command:
        case ChangeSettings():
            refused = _settings_fault(command.settings, command.packet)
            return refused or (SettingsChanged(command.settings, command.packet),)
        case Undo():
            return _undo(state, insist=insist)
        case Redo():
            if not state.undone:
                return Refused("There is nothing to redo.")
            return (Redone(state.undone[-1].seq),)
        case NoticeGap():
            return _gap(state, command)
        case _:
            return _decide_part(state, command, at_ms, insist=insist)


def _decide_part(
    state: State,
    command: PlayerCommand | RoundCommand | ResultCommand | TableCommand,
    at_ms: int,
    *,
    insist: bool,
) -> Decision:
    if isinstance(command, PlayerCommand):
        return decide_player(state, command, insist=insist)
    if isinstance(command, RoundCommand):
        return decide_round(state, command, at_ms, insist=insist)
    if isinstance(command, ResultCommand):
        return decide_result(state, command, insist=insist)
    return decide_table(state, command, at_ms, insist=insist)


def _create(state: State, command: CreateEvent) -> Decision:
    if state.settings is not None:
        return Refused("This file already holds an event. Use a new file for a new event.")
    refused = _settings_fault(command.settings, command.packet)
    return refused or (EventCreated(command.settings, command.packet),)


def _settings_fault(settings: Settings, packet: Packet) -> Refused | None:
    if settings.size not in packet.sizes:
        sizes = ", ".join(str(size) for size in packet.sizes)
        return Refused(f"{packet.name} has no size {settings.size}. Choose one of {sizes}.")
    if min(settings.tables, settings.rounds, settings.lead) < 0:
        return Refused("Tables, rounds and scenario lead cannot be negative. Use 0 for no limit.")
    return None


def _undo(state: State, *, insist: bool) -> Decision:
    if not state.done:
        return Refused("There is nothing to undo.")
    act = state.done[-1]
    begun = [game for game in _lost_by_undoing(state, act.event) if game.play.clock]
    if begun and not insist:
        tables = ", ".join(str(game.table) for game in begun)
        return Refused(
            f"Clocks have been started at table {tables}; without this step those games leave the"
            " screens. Redo brings them back with their clocks.",
            insistable=True,
        )
    return (Undone(act.seq),)


def _lost_by_undoing(state: State, event: Event) -> list[Game]:
    """Games that would be gone without ``event``."""
    match event:
        case RoundDrawn():
            gone = {one.game for one in event.seatings}
            return [game for number, game in state.games.items() if number in gone]
        case PlayersAdded():
            gone = {number for number, _ in event.players}
            return [game for game in state.games.values() if gone & set(game.players)]
        case _:
            return []


def _gap(state: State, command: NoticeGap) -> Decision:
    """Every running clock stands from the last instant known on, until the EO has ruled."""
    events: list[Event] = []
    for game in state.games.values():
        falls = deadline(game)
        if falls is None or game.play.clock is None or game.play.clock.running is None:
            continue
        if falls <= command.from_ms:
            events.append(FlagFell(game.number, falls, game.play.clock.running))
        else:
            gap_ms = command.to_ms - command.from_ms
            paused = ClockPaused(game.number, command.from_ms, PauseCause.GAP, "", gap_ms)
            events.append(paused)
    return tuple(events)
