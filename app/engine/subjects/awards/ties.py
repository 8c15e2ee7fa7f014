"""Level players whom the organizer puts in an order."""

from collections.abc import Hashable

from app.engine.acts.awards import BreakTie, TieBroken
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.standings.ranking import level_with
from app.engine.state import State, Tie
from app.engine.subjects.act import Act, Context, Reach, Sets
from app.engine.text import join_words


def _break(state: State, command: BreakTie, _at_ms: int, *, insist: bool) -> Decision:
    if not command.reason.strip():
        return Refused(say("Say how the tie was broken."))
    first = command.numbers[0] if command.numbers else 0
    level = level_with(state, first)
    if len(level) < 2:
        return Refused(say("These players are not tied: there is no tie to break."))
    if sorted(command.numbers) != sorted(level):
        return Refused(
            say("Put all tied players in order: {level}.", level=join_words(map(state.name, level)))
        )
    return (TieBroken(state.round_now, command.numbers, command.reason),)


def _broken(state: State, event: TieBroken) -> State:
    tie = Tie(event.after_round, event.numbers, event.reason)
    return replace(state, tie_breaks=(*state.tie_breaks, tie))


def _words(event: TieBroken, context: Context) -> str:
    return say(
        "Tie broken: {numbers}, in this order: {reason}",
        numbers=join_words(map(context.name, event.numbers)),
        reason=event.reason,
    )


def _order_set(event: TieBroken) -> dict[Hashable, tuple[int, ...]]:
    return {("tie", event.after_round, frozenset(event.numbers)): event.numbers}


def _order_words(numbers: tuple[int, ...], context: Context) -> str:
    return join_words(map(context.name, numbers))


ACTS = (
    Act(
        BreakTie, TieBroken, kind="tie_broken", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_break, apply=_broken,
        words=_words, undo=say("order of tied players"), insist=say("&Break the tie"),
        sets=Sets(_order_set, _order_words),
    ),
)  # fmt: skip
