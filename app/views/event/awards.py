"""The panel of one award: who may have it, who has not voted yet, and the state of its vote."""

from collections.abc import Iterable

from msgspec import Struct

from app.engine.formats.advice import advice_on
from app.engine.language import say
from app.engine.packet.packet import PacketTopic
from app.engine.standings.awards import (
    BEST_PAINTED,
    ballots,
    for_painting,
    list_tied,
    list_void_ballots,
    may_win,
    painting_doubt,
    voters,
    winner,
)
from app.engine.standings.ranking import levels, standings
from app.engine.state import Stage, State
from app.engine.text import name_order
from app.views.event.settings_words import painting_words
from app.views.round.round import next_draw


class AwardPanel(Struct, frozen=True):
    """An award and its vote."""

    award: str
    may_have: tuple[tuple[int, str], ...]
    """The numbers and names of the players who may have the award: tied players first, then the
    others, both by name.
    """
    waiting: tuple[tuple[int, str], ...]
    """The numbers and names of the players who have not voted yet, by name."""
    fallen: int
    """The number of votes for players who have been disqualified since those votes were cast."""
    voted: int
    """The number of players who have voted."""
    of: int
    """The number of players who may vote."""
    ballot: int
    """The number of the ballot, counted from 1; 0 before the first vote."""
    is_open: bool
    tied: tuple[int, ...]
    """The numbers of the players tied in the vote."""
    level: tuple[str, ...]
    """The names of the tied players."""
    given: int | None
    """The number of the player to whom the organizer has given the award; None if the organizer has
    given it to nobody. The organizer can take it back.
    """
    winner: int | None
    advice: str
    """The announcement about the *Best Painted* award, or else the packet's advice on painting;
    empty for awards that are not for painting.
    """
    not_own: tuple[int, ...] = ()
    """The numbers of the players who cannot have the award because they did not paint their own
    army.
    """


def are_final(state: State) -> bool:
    """Tell whether no further round can change the awards."""
    latest = state.latest
    return latest is not None and latest.stage is Stage.FINISHED and next_draw(state).decided


def award_panel(state: State, award: str) -> AwardPanel:
    vote = state.votes.get(award)
    every = voters(state)
    is_open = vote is not None and vote.is_open
    among = vote.candidates if vote is not None and is_open else ()
    cast = ballots(state, award)
    level = list_tied(state, award)
    can_have = [player for player in among or state.players if may_win(state, player)]
    first = [player for player in can_have if player in level]
    rest = [player for player in can_have if player not in level]
    return AwardPanel(
        award=award,
        may_have=(*_by_name(state, first), *_by_name(state, rest)),
        waiting=_by_name(state, [player for player in every if is_open and player not in cast]),
        fallen=len(list_void_ballots(state, award)),
        voted=len(cast.keys() & {*every}),
        of=len(every),
        ballot=vote.ballot if vote else 0,
        is_open=is_open,
        tied=level,
        level=tuple(state.name(player) for player in level),
        given=state.given.get(award),
        winner=winner(state, award),
        advice=_advice(state, award),
        not_own=tuple(
            number for number in sorted(can_have) if painting_doubt(state, award, number)
        ),
    )


def _advice(state: State, award: str) -> str:
    if state.packet is None or state.settings is None or not for_painting(award):
        return ""
    if award == BEST_PAINTED and (announced := painting_words(state.packet, state.settings)):
        return say("Announced before the event: {category}.", category=announced)
    return " ".join(advice_on(state.packet, PacketTopic.PAINTING))


def _by_name(state: State, numbers: Iterable[int]) -> tuple[tuple[int, str], ...]:
    """Return the numbers with their names, in alphabetical order."""
    named = [(number, state.name(number)) for number in numbers]
    return tuple(sorted(named, key=lambda candidate: name_order(candidate[1])))


def ties_to_break(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the groups of players who still share a place in the standings, best first."""
    shared = {row.number for row in standings(state) if row.shared}
    return tuple(level for level in levels(state) if not shared.isdisjoint(level)) if shared else ()
