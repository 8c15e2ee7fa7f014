"""Steps and turns.

A **step** is the stretch between two taps: 0 to 3 are the four deployment phases (first player,
second, first's advance deployment, second's), 4 the first player's first turn, 5 the second's, and
so on. Even steps belong to the first player (SR2017, tournament timing).
"""

from app.engine import wording
from app.engine.language import say
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import NO_DEPLOYMENT
from app.engine.side import Side

FIRST_TURN_STEP = 4
ADVANCE_ONLY = "advance"
"""The deployment of scenarios that have only advance deployment before the first turn."""


def first_step(terms: GameRules) -> int:
    """Return the step with which a game begins: the first player's deployment, their advance
    deployment (SR2017, Rumble), or the first turn.
    """
    if terms.scenario.deployment == NO_DEPLOYMENT:
        return FIRST_TURN_STEP
    return 2 if terms.scenario.deployment == ADVANCE_ONLY else 0


def owner(first: Side, step: int) -> Side:
    """Return the side whose phase or turn ``step`` is."""
    return first if step % 2 == 0 else first.other


def turn_number(step: int) -> int:
    """Return the number of a turn: 1 for both players' first turns; 0 or less in deployment."""
    return (step - FIRST_TURN_STEP) // 2 + 1


def step_name(step: int) -> str:
    """Return a step in players' words. A damaged row may have a step below the first one."""
    names = (
        say("Deployment"),
        say("Deployment"),
        wording.ADVANCE_DEPLOYMENT,
        wording.ADVANCE_DEPLOYMENT,
    )
    return (
        names[max(step, 0)]
        if step < FIRST_TURN_STEP
        else wording.TURN_NUMBER.format(number=turn_number(step))
    )


def last_step(terms: GameRules) -> int | None:
    """Return the last step of a game of the packet's full length; None if only time ends the
    game.
    """
    last_turn = terms.victory.last_turn
    return FIRST_TURN_STEP + 2 * last_turn - 1 if last_turn else None
