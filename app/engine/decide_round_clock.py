"""Decisions about the round clock: its secret length, and dice down at every table at once."""

from typing import TypeAlias

from app.engine.commands import Refused, SetRoundLength, StartRound
from app.engine.decide_clock import fallen
from app.engine.events import DiceDownCalled, Event, RoundLengthSet, RoundStarted
from app.engine.state import Round, Stage, State
from app.engine.table_events import DiceDown
from app.engine.terms import round_length_ms
from app.engine.timing import MINUTE_MS
from app.engine.wording import counted

Decision: TypeAlias = tuple[Event, ...] | Refused

PROMPT_MS = 5_000  # later than that nobody was there to call it when it was due


def started(state: State, round_: Round, command: StartRound, at_ms: int) -> RoundStarted:
    packet, settings = state.packet, state.settings
    length_ms = (
        round_length_ms(packet, settings, round_.scenario, command.secret)
        if packet and settings
        else 0
    )
    return RoundStarted(round_.number, at_ms, length_ms)


def set_length(latest: Round | None, command: SetRoundLength) -> Decision:
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused("There is no round under way.")
    if latest.dice_down_ms is not None:
        return Refused("Dice are down already.")
    if command.length_ms <= 0:
        return Refused("A round lasts longer than that. Enter its minutes from the start.")
    return (RoundLengthSet(latest.number, command.length_ms),)


def dice_down(state: State, at_ms: int, *, insist: bool) -> Decision:
    """At every table at the same instant: when it was due, or now if that is long past."""
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused("There is no round under way.")
    if latest.dice_down_ms is not None:
        return Refused("Dice are down already.")
    due_ms = latest.dice_down_due_ms
    if not insist and due_ms is None:
        return Refused("This round has no dice down: the clocks end it.", insistable=True)
    if not insist and due_ms is not None and at_ms < due_ms:
        minutes = -(-(due_ms - at_ms) // MINUTE_MS)
        return Refused(f"The round has {counted(minutes, 'minute')} to go.", insistable=True)
    if due_ms is not None and 0 <= at_ms - due_ms <= PROMPT_MS:
        at_ms = due_ms
    playing = [game for game in state.games_of(latest) if game.play.in_progress]
    fallen_flags = [flag for game in playing for flag in fallen(game, at_ms)[1]]
    downs = [DiceDown(game.number, at_ms) for game in playing]
    return (DiceDownCalled(latest.number, at_ms), *fallen_flags, *downs)
