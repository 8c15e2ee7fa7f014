"""Undoes and redoes acts without folding the games that the acts do not concern. Players at
hundreds of tables may have pressed their clocks since the act.

Rows that may concern any game are folded both with the act and without it. Then only the games that
differ are folded again.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from operator import attrgetter

from app.engine.acts.events import ORGANIZER, Event, Record
from app.engine.acts.undo import Redone, Undone
from app.engine.evolve import apply_rows
from app.engine.evolve.table_acts import with_row
from app.engine.frozen import replace, with_changes
from app.engine.state import State
from app.engine.subjects.act import Reach
from app.engine.subjects.every import REACH
from app.engine.table.game import Game

UNDOINGS = (Undone, Redone)
LONGEST_HEAD = 500
"""The most rows, up to the last one that may concern any game, that are folded twice."""
game_of: Callable[[Event], int] = attrgetter("game")
"""Returns the number of the game that an event concerns."""


def refold_parts(
    then: State,
    now: State,
    rows: Sequence[Record],
    fresh: int,
    *,
    hidden_before: Collection[int],
    hidden: Collection[int],
) -> State | None:
    """Return the state after ``rows``, starting from ``then`` and without the acts in ``hidden``;
    None if all games have to be folded. ``now`` is the state before the last ``fresh`` rows,
    without the acts in ``hidden_before``.
    """
    turned = {*hidden_before} ^ {*hidden}
    games, head, is_rest_changed = set[int](), 0, False
    for place, row in enumerate(rows):
        reach = REACH[type(row.event)]
        is_changed = place >= len(rows) - fresh or row.act in turned
        if reach is Reach.ALL:
            head = place + 1 if is_changed or row.act not in hidden else head
        elif is_changed and reach is Reach.ONE_GAME:
            games.add(game_of(row.event))
        elif is_changed and not isinstance(row.event, UNDOINGS):
            is_rest_changed = True
    if head > LONGEST_HEAD:
        return None
    first, tail = rows[:head], rows[head:]
    before = apply_rows(then, first[: len(rows) - fresh], hidden_before)
    after = apply_rows(then, first, hidden)
    games |= _differing(before.games, after.games)
    rest = now
    if head or is_rest_changed:
        others = [row for row in tail if REACH[type(row.event)] is not Reach.ONE_GAME]
        rest = apply_rows(after, others, hidden)
    folded = {game: after.games[game] for game in games if game in after.games}
    theirs = [
        row
        for row in tail
        if REACH[type(row.event)] is Reach.ONE_GAME and game_of(row.event) in folded
    ]
    played = apply_rows(State(games=folded), theirs, hidden).games
    by_organizer = (row for row in rows[len(rows) - fresh :] if row.actor == ORGANIZER)
    table_acts = reduce(with_row, by_organizer, now.table_acts)
    return replace(rest, games=_with_games(now.games, games, played), table_acts=table_acts)


def _differing(before: Mapping[int, Game], after: Mapping[int, Game]) -> set[int]:
    """Return the numbers of the games that differ, or exist in only one of the two states."""
    if before is after:
        return set()
    return {
        number
        for number in before.keys() | after.keys()
        if before.get(number) is not after.get(number) and before.get(number) != after.get(number)
    }


def _with_games(
    now: Mapping[int, Game], games: Collection[int], folded: Mapping[int, Game]
) -> Mapping[int, Game]:
    """Return the games of ``now``, with each of ``games`` replaced by its value in ``folded``, or
    removed if ``folded`` does not have it.
    """
    if all(game in folded for game in games):
        return with_changes(now, folded)
    others = {number: game for number, game in now.items() if number not in games}
    return {**others, **folded}
