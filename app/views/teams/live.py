"""The matches of a round under way, as rows among those of its tables."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.side import Pair
from app.views.round.live import LiveRow
from app.views.table.table import TableCondition
from app.views.teams.matches import MatchView, TeamRound


def match_rows(round_: TeamRound) -> tuple[LiveRow, ...]:
    """Return a row for each match; `group_matches` recognizes these rows."""
    return tuple(_row(view) for view in round_.matches)


def _row(view: MatchView) -> LiveRow:
    match = view.match
    begun = match.out < len(match.games)
    condition = TableCondition.PLAYING if begun else TableCondition.WAITING
    return LiveRow(
        game=-match.games[0],
        table=view.tables[0],
        word=_word(view),
        condition=condition if match.out else TableCondition.DONE,
        low=False,
        names=view.names,
        left=match.won.map(str),
        runs=None,
        explanation=view.stands,
        why=" ".join((f"{view.stands}.", *view.lacking)),
        cp=_points(match.cp) if begun else "",
        cp_after="",
        ap=_points(match.apd) if begun else "",
        won=match.winner,
        over=match.is_over,
        least_ms=0,
        games=match.games,
        block=view.tables_words,
    )


def _word(view: MatchView) -> str:
    """Return the state of a match in a word: "Won", "Drawn", "2 out"."""
    match = view.match
    if match.winner is not None:
        return say("Won")
    return say("Drawn") if match.is_over else plural(match.out, "{count} out", "{count} out")


def _points(points: Pair[int]) -> str:
    return f"{points.red}–{points.blue}"


def group_matches(
    rows: Sequence[LiveRow], matches: Iterable[LiveRow], folded: Collection[int]
) -> tuple[LiveRow, ...]:
    """Return the rows with each match above its tables. Matches follow the order in which their
    first tables stand. Tables that belong to no match stay in their places. ``folded`` are the
    numbers of the matches whose tables are left out.
    """
    head_of = {game: match for match in matches for game in match.games}
    if not head_of:
        return tuple(rows)
    blocks: dict[int, list[LiveRow]] = {}
    heads: Mapping[int, LiveRow] = {match.game: match for match in head_of.values()}
    for row in rows:
        head = head_of.get(row.game)
        blocks.setdefault(head.game if head else row.game, []).append(row)
    placed: list[LiveRow] = []
    for number, tables in blocks.items():
        head = heads.get(number)
        if head is None:
            placed += tables
        elif number in folded:
            placed.append(replace(head, folded=True))
        else:
            placed += (head, *tables)
    return tuple(placed)
