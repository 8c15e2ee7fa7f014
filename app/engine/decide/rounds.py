"""Decisions about rounds: publishing, starting, finishing. The draw is ``decide_draw``'s."""

from typing import assert_never

from app.engine.acts.commands import (
    CallDiceDown,
    ChooseScenario,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    Refused,
    RoundCommand,
    SetRoundLength,
    StartRound,
)
from app.engine.acts.decision import Decision
from app.engine.acts.events import RoundFinished, RoundPublished
from app.engine.decide.decide_round_clock import dice_down, set_length, started
from app.engine.decide.draw import choose_scenario, draw_round
from app.engine.rounds.field import left_since, missing_results
from app.engine.state import Round, Stage, State
from app.engine.text import listed, numbered


def decide_round(state: State, command: RoundCommand, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    match command:
        case DrawRound() | EnterPairings():
            return draw_round(state, command, at_ms, insist=insist)
        case ChooseScenario():
            return choose_scenario(state, command, insist=insist)
        case PublishRound():
            if latest is None or latest.stage is not Stage.DRAWN:
                return Refused("There is no new draw to publish. Draw the round first.")
            return _left_out(state, latest, insist=insist) or (RoundPublished(latest.number),)
        case StartRound():
            if latest is None or latest.stage not in {Stage.DRAWN, Stage.PUBLISHED}:
                return Refused("There is no round to start. Draw and publish it first.")
            if latest.stage is Stage.DRAWN and not insist:
                return Refused(
                    f"Round {latest.number} is not published: players do not know their tables.",
                    insistable=True,
                )
            refused = _left_out(state, latest, insist=insist)
            return refused or (started(latest, command, at_ms),)
        case SetRoundLength():
            return set_length(latest, command)
        case CallDiceDown():
            return dice_down(state, at_ms, insist=insist)
        case FinishRound():
            return _finish(state, at_ms, insist=insist)
        case _:
            assert_never(command)


def _left_out(state: State, round_: Round, *, insist: bool) -> Refused | None:
    """Players of the round who have left the event since it was drawn."""
    left = [state.name(one) for one in left_since(state, round_)]
    if not left or insist:
        return None
    return Refused(
        f"{listed(left)} left the event after the draw. Draw again, or report a no-show.",
        insistable=True,
    )


def _finish(state: State, at_ms: int, *, insist: bool) -> Decision:
    latest = state.latest
    if latest is None or latest.stage is not Stage.STARTED:
        return Refused("There is no round under way to finish.")
    out = missing_results(state, latest)
    if out and not insist:
        return Refused(
            f"No result yet at {numbered([game.table for game in out])}. Finished now, those games count for nobody.",
            insistable=True,
        )
    return (RoundFinished(latest.number, at_ms),)
