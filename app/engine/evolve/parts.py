"""Takes acts back and does them again without folding the games that they do not concern: the
presses of hundreds of tables may follow a warning that is taken back.
"""

from collections.abc import Callable, Collection, Sequence
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

UNDOINGS = (Undone, Redone)
game_of: Callable[[Event], int] = attrgetter("game")
"""Returns the game of an event that reaches one."""


def refold_parts(
    then: State, now: State, rows: Sequence[Record], fresh: int, hidden: Collection[int]
) -> State | None:
    """Return what ``then`` comes to by all ``rows`` but the hidden acts; None where all games have
    to be folded. ``now`` is what it came to before the last ``fresh`` rows, which hide some acts or
    show them again.
    """
    added = rows[len(rows) - fresh :]
    turned = {row.event.act for row in added if isinstance(row.event, UNDOINGS)}
    games, is_rest_changed = set[int](), False
    for place, row in enumerate(rows, fresh - len(rows)):
        reach, is_changed = REACH[type(row.event)], place >= 0 or row.act in turned
        if reach is Reach.ALL and (is_changed or row.act not in hidden):
            return None
        if is_changed and reach is Reach.ONE_GAME:
            games.add(game_of(row.event))
        elif is_changed and not isinstance(row.event, UNDOINGS):
            is_rest_changed = True
    rest = now
    if is_rest_changed:
        others = [row for row in rows if REACH[type(row.event)] is not Reach.ONE_GAME]
        rest = apply_rows(then, others, hidden)
    played = now.games
    if games:
        in_games = [row for row in rows if REACH[type(row.event)] is Reach.ONE_GAME]
        theirs = [row for row in in_games if game_of(row.event) in games]
        folded = State(games={game: then.games[game] for game in games if game in then.games})
        played = with_changes(now.games, apply_rows(folded, theirs, hidden).games)
    by_organizer = (row for row in added if row.actor == ORGANIZER)
    table_acts = reduce(with_row, by_organizer, now.table_acts)
    return replace(rest, games=played, table_acts=table_acts)
