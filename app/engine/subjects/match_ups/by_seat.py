"""Match-ups that other acts change: the start of a round pairs them by seat, and a change of
pairings may end them.
"""

from collections.abc import Sequence

from app.engine.acts.draw import PairingsChanged
from app.engine.acts.rounds import Seating
from app.engine.acts.teams.match_up import MatchUpTyped
from app.engine.language import plural, say
from app.engine.match_up.progress import by_seat, left_over
from app.engine.remarks import RemarkKind, Said, note
from app.engine.rounds.match_ups import MatchUpNow, carried_match_ups, seatings
from app.engine.side import Pair
from app.engine.state import State


def choices_lost(state: State, change: PairingsChanged) -> tuple[Said, ...]:
    """Return a sentence for each match-up whose choices no longer count after a change of
    pairings.
    """
    carried = carried_match_ups(state, change)
    parted = tuple(note(RemarkKind.PARTED, table=number) for number in carried.parted)
    reseated = tuple(note(RemarkKind.RESEATED, table=number) for number in carried.reseated)
    return (*parted, *reseated)


def set_by_seat(state: State, open_match_ups: Sequence[MatchUpNow]) -> tuple[MatchUpTyped, ...]:
    """Return the records that pair incomplete match-ups by seat, for a round that starts before
    they are complete.
    """
    return tuple(
        MatchUpTyped(now.match.round_number, now.number, *games_by_seat(state, now))
        for now in open_match_ups
    )


def incomplete_words(open_match_ups: Sequence[MatchUpNow]) -> str:
    """Return the question to the organizer before a round starts with incomplete match-ups."""
    named = [_versus(now.names) for now in open_match_ups[:3]]
    words = plural(
        len(open_match_ups),
        "The match-up of {matches} is not complete.",
        "{count} match-ups are not complete: {matches}.",
        matches="; ".join(named) + ("; …" if len(open_match_ups) > len(named) else ""),
    )
    return say("{words} If you start now, these players are paired by seat.", words=words)


def _versus(names: Pair[str]) -> str:
    return say("{red} against {blue}", red=names.red, blue=names.blue)


def games_by_seat(state: State, now: MatchUpNow) -> tuple[tuple[Seating, ...], tuple[int, ...]]:
    """Return the games of a match by seat, and the players left over."""
    meeting = now.progress.meeting
    met = by_seat(meeting.teams, meeting.tables)
    return seatings(now, met, state), left_over(meeting.teams, met)
