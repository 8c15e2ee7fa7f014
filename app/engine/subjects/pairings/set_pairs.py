"""Pairs that the organizer forces or forbids."""

from collections.abc import Callable, Hashable
from typing import TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.draw import FreePairing, SetPairing
from app.engine.acts.stations.roles import Role
from app.engine.draw.values import BYE
from app.engine.draw.wishes import SetPair
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.remarks import reason_words
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Sets
from app.engine.subjects.players.numbers import no_player
from app.engine.text import join_words

Name: TypeAlias = Callable[[int], str]
"""Returns the name of the player with this number."""


def _set_pair(state: State, command: SetPairing, _at_ms: int, *, insist: bool) -> Decision:
    return _pair_fault(state, command.pair, insist=insist) or (command,)


def _pair_fault(state: State, pair: SetPair, *, insist: bool) -> Refused | None:
    if pair.one not in state.players:
        return no_player(pair.one)
    if pair.other != BYE and pair.other not in state.players:
        return no_player(pair.other)
    if pair.one == pair.other:
        return Refused(say("A pair takes two players."))
    if not pair.reason.strip():
        return Refused(say("Say why these two are set or forbidden."))
    if pair.together and not insist:
        for set_pair in state.set_pairs:
            if set_pair.together and {*set_pair.numbers} & {*pair.numbers}:
                if set_pair.is_of(*pair.numbers) or set_pair.round_number != pair.round_number:
                    continue
                names = [state.name(n) if n else say("the bye") for n in set_pair.numbers]
                return Refused(
                    say(
                        "{names} are already set as a pair; if two settings contradict each other,"
                        " the earlier one holds.",
                        names=join_words(names),
                    ),
                    insistable=True,
                )
    return None


def _free_pair(state: State, command: FreePairing, _at_ms: int, *, insist: bool) -> Decision:
    if not any(pair.is_of(command.one, command.other) for pair in state.set_pairs):
        return Refused(say("Nothing is set for these two."))
    return (command,)


def _pair_set(state: State, event: SetPairing) -> State:
    pair = event.pair
    return replace(state, set_pairs=(*_others(state, pair.one, pair.other), pair))


def _pair_freed(state: State, event: FreePairing) -> State:
    return replace(state, set_pairs=_others(state, event.one, event.other))


def _others(state: State, player: int, other: int) -> tuple[SetPair, ...]:
    return tuple(pair for pair in state.set_pairs if not pair.is_of(player, other))


def set_pair_words(pair: SetPair, name: Name) -> str:
    """Return the sentence about a set pair, such as "Cleo has the bye in round 3"."""
    with_bye, once = BYE in pair.numbers, bool(pair.round_number)
    who = name(pair.one or pair.other) if with_bye else describe_pair(pair.one, pair.other, name)
    words = _SET_PAIRS[with_bye, pair.together, once]
    return words.format(who=who, round_number=pair.round_number)


_SET_PAIRS = {
    (True, True, False): say("{who} has the bye"),
    (True, True, True): say("{who} has the bye in round {round_number}"),
    (True, False, False): say("{who} may not have the bye"),
    (True, False, True): say("{who} may not have the bye in round {round_number}"),
    (False, True, False): say("{who} meet"),
    (False, True, True): say("{who} meet in round {round_number}"),
    (False, False, False): say("{who} may not be paired"),
    (False, False, True): say("{who} may not be paired in round {round_number}"),
}
"""The sentences, by whether the pair has the bye, is forced, and holds for one round only."""


def describe_pair(player: int, other: int, name: Name) -> str:
    """Return the names of both players of a pair, or of one player and the bye."""
    return join_words(say("the bye") if n == BYE else name(n) for n in (player, other))


def _set_words(event: SetPairing, context: Context) -> str:
    return f"{set_pair_words(event.pair, context.name)}: {reason_words(event.pair.reason)}"


def _freed_words(event: FreePairing, context: Context) -> str:
    return say(
        "No longer set or forbidden: {pair}",
        pair=describe_pair(event.one, event.other, context.name),
    )


def _set_name(event: SetPairing, state: State) -> str:
    pair = describe_pair(event.pair.one, event.pair.other, state.name)
    return say("set pair of {pair}", pair=pair)


def _freed_name(event: FreePairing, state: State) -> str:
    return say("freeing of {pair}", pair=describe_pair(event.one, event.other, state.name))


def _pair_values(event: SetPairing) -> dict[Hashable, SetPair]:
    return {("pair", frozenset(event.pair.numbers)): event.pair}


def _pair_was(pair: SetPair, context: Context) -> str:
    return set_pair_words(pair, context.name)


ACTS = (
    Act(
        SetPairing, SetPairing, kind="pair_set", by=Role.ORGANIZER,
        decide=_set_pair, apply=_pair_set,
        words=_set_words, undo=_set_name, insist=say("&Set the pairing"),
        sets=Sets(_pair_values, _pair_was),
    ),
    Act(
        FreePairing, FreePairing, kind="pair_freed", by=Role.ORGANIZER,
        decide=_free_pair, apply=_pair_freed,
        words=_freed_words, undo=_freed_name, insist=say("&Free the pairing"),
    ),
)  # fmt: skip
