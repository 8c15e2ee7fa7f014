"""Match-ups in the history. A choice is never named: it may be secret until the other captain has
chosen. The pairs are, once they are settled.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.engine.acts.rounds import Seating
from app.engine.acts.teams.match_up import (
    ChosenInMatchUp,
    MatchUpChange,
    MatchUpTyped,
    TakenBackInMatchUp,
)
from app.engine.language import say
from app.engine.state import State
from app.views.history.draw_words import Name


def _chosen(event: ChosenInMatchUp, name: Name) -> str:
    if event.captain:
        words = say(
            "Match-up at table {match}: {captain} chose",
            match=event.match,
            captain=name(event.captain),
        )
    else:
        words = say("Match-up at table {match}: the desk chose", match=event.match)
    return f"{words}. {_pairs(event.seatings, name)}" if event.seatings else words


def _typed(event: MatchUpTyped, name: Name) -> str:
    return say(
        "Match-up at table {match}, by the desk: {pairs}",
        match=event.match,
        pairs=_pairs(event.seatings, name),
    )


def _pairs(seatings: Sequence[Seating], name: Name) -> str:
    return ", ".join(
        say("{red} against {blue}", red=name(one.players.red), blue=name(one.players.blue))
        for one in seatings
    )


MATCH_UP_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    ChosenInMatchUp: _chosen,
    MatchUpTyped: _typed,
    TakenBackInMatchUp: lambda event, _name: say(
        "Match-up at table {match}: latest choice taken back", match=event.match
    ),
}
"""Rows of the history about a match-up."""


def _act(_state: State, event: MatchUpChange) -> str:
    return say("match-up at table {match}", match=event.match)


MATCH_UP_ACT_WORDS: Mapping[type, Callable[[State, Any], str]] = dict.fromkeys(MATCH_UP_WORDS, _act)
"""What each is called after "Undo"."""
