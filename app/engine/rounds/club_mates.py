"""Club mates before round 1: how many there are, and how many can be kept apart."""

from collections import Counter

from msgspec import Struct

from app.engine.draw.values import Kind
from app.engine.language import plural, say
from app.engine.rounds.draw_request import words_of
from app.engine.rounds.field import field
from app.engine.state import State


class ClubMates(Struct, frozen=True):
    """The number of club mates who can be kept apart in round 1."""

    mates: int
    """The number of players in the draw who have a club mate in the draw."""
    apart: int
    """The number of these players who can be kept from meeting a club mate in round 1."""

    @property
    def sentence(self) -> str:
        words = plural(
            self.mates,
            "{count} player has club mates here",
            "{count} players have club mates here",
        )
        if self.apart == self.mates:
            return say(
                "{words}; all of them can be kept apart in round 1. Draw keeps them apart.",
                words=words,
            )
        return say(
            "{words}; {apart} of them can be kept apart in round 1. Draw keeps them apart.",
            words=words,
            apart=self.apart,
        )


def club_mates(state: State) -> ClubMates | None:
    """Return the data for asking, before round 1, whether club mates are to be kept apart; None if
    that was answered, or if nobody shares a club. The packets pair round 1 at random; keeping mates
    apart is the organizer's own wish.
    """
    plan = state.plan
    if state.rounds or plan.clubs_asked or any(rule.kind is Kind.CLUB for rule in plan.apart):
        return None
    present = field(state)
    words = words_of(state, Kind.CLUB)
    clubs = Counter(word for number in present for word in words.get(number, ()))
    shared = {word for word, players in clubs.items() if players > 1}
    mates = sum(bool(shared & words.get(number, frozenset())) for number in present)
    if not mates:
        return None
    largest = max(clubs.values())
    games_within = max(len(present) // 2 - (len(present) - largest), 0)
    return ClubMates(mates, mates - 2 * games_within)
