"""The results of an event as one self-contained page of HTML, to publish or to mail.

It is designed for phones first, for the light and the dark theme, and runs no script.
"""

from collections.abc import Iterator, Sequence
from html import escape

from app.engine.acts.results import Result
from app.engine.language import say
from app.engine.packet.ranking import RankingColumn
from app.engine.rounds.field import is_of_teams
from app.engine.side import Side
from app.engine.standings.ranking import order
from app.engine.state import State
from app.reports.public_page import number_cell, number_head, page_table, public_page, words_head
from app.views.event.publish import (
    PublicGame,
    PublicMatch,
    PublicRound,
    about_player,
    finish_rounds,
    published_awards,
    published_results,
)
from app.views.event.settings_words import occasion_words
from app.views.event.standings import (
    RANKED,
    StandingRow,
    StandingsColumn,
    after_words,
    standing_rows,
    team_table,
)

WON = "✓"
ROUND = "round "
"""The beginning of the names of parts that show a round."""


def results_page(state: State, as_of: str) -> str:
    """Return the page of results; ``as_of`` says in words when it was made."""
    return _page(state, as_of, say("{event}: results"), results_parts(state))


def standings_only_page(state: State, as_of: str) -> str:
    """Return a page with the standings only."""
    parts = [part for part in results_parts(state) if not part[0].startswith(ROUND)]
    return _page(state, as_of, say("{event}: standings"), parts)


def pairings_only_page(state: State, as_of: str) -> str:
    """Return a page with the pairings of the latest round only."""
    rounds = [part for part in results_parts(state) if part[0].startswith(ROUND)]
    none = ("none", f"<p>{escape(say('No round is published yet.'))}</p>")
    return _page(state, as_of, say("{event}: pairings"), rounds[:1] or [none])


def _page(state: State, as_of: str, title: str, parts: Sequence[tuple[str, str]]) -> str:
    settings, packet = state.settings, state.packet
    name = settings.name if settings else say("Event")
    size = say("{size} points", size=settings.size) if settings and settings.size else ""
    occasion = occasion_words(settings)
    about = " · ".join(filter(None, (occasion, packet.name if packet else "", size, as_of)))
    return public_page(
        title.format(event=name),
        name,
        about,
        [part for _, part in parts],
        results_foot(),
    )


def results_foot() -> str:
    return say("Made with Flagfall. {won} won the game.", won=WON)


def results_parts(state: State) -> tuple[tuple[str, str], ...]:
    """Return the parts of the page in order, leaving out empty ones. Each part has a name that
    stays the same when the page is made again.
    """
    tables = [("standings", _standings(state)), ("teams", _teams(state))]
    parts = [*(tables[::-1] if is_of_teams(state) else tables), ("awards", _awards(state))]
    parts += [(f"{ROUND}{each.number}", _round(each)) for each in published_results(state)]
    return tuple((name, part) for name, part in parts if part)


def _standings(state: State) -> str:
    done = finish_rounds(state)
    rows = standing_rows(done)
    title = say("Standings")
    if not done.rounds:
        sentence = escape(say("No round is finished yet."))
        return f"<h2>{escape(title)}</h2>\n<p>{sentence}</p>"
    ranking = [RANKED[column] for column in order(done)]
    if RankingColumn.WINS not in order(done):
        ranking.insert(0, StandingsColumn.RECORD)
    heads = [
        number_head(say(StandingsColumn.PLACE.value)),
        words_head(say(StandingsColumn.NAME.value)),
    ]
    heads += [number_head(say(column.value)) for column in ranking]
    lines = [_standing(done, row, ranking) for row in rows]
    return page_table(f"{title}: {_small(after_words(done))}", heads, lines)


def _small(words: str) -> str:
    return f"{words[:1].lower()}{words[1:]}"


def _standing(state: State, row: StandingRow, ranking: list[StandingsColumn]) -> str:
    about = (about_player(state, row.number), row.cell(StandingsColumn.NOTE))
    numbers = "".join(number_cell(row.cell(column)) for column in ranking)
    below = " · ".join(filter(None, about))
    return (
        number_cell(row.cell(StandingsColumn.PLACE))
        + _person(state.name(row.number), below)
        + numbers
    )


def _teams(state: State) -> str:
    done = finish_rounds(state)
    table = team_table(done)
    if not table.rows or not done.rounds:
        return ""
    heads = [number_head(table.headings[0]), words_head(table.headings[1])]
    heads += [number_head(heading) for heading in table.headings[2:-1]]
    lines = [
        number_cell(place) + _person(team, members) + "".join(map(number_cell, counts))
        for place, team, *counts, members in table.rows
    ]
    return page_table(say("Teams"), heads, lines)


def _awards(state: State) -> str:
    lines = [
        f'<td dir="auto">{escape(row.name)}</td>' + _person(row.names, row.why)
        for row in published_awards(state)
    ]
    heads = [words_head(say("Award")), words_head(say("Player"))]
    return page_table(say("Awards"), heads, lines) if lines else ""


def _round(round_: PublicRound) -> str:
    title = say("Round {number}", number=round_.number)
    if round_.scenario:
        title = say("Round {number}: {scenario}", number=round_.number, scenario=round_.scenario)
    games = (*round_.games, *(game for match in round_.matches for game in match.games))
    heads = [
        number_head(say("Table")),
        words_head(say("Players")),
        number_head(say("CP")),
        *([number_head(say("AP"))] if all(game.armies for game in games) else []),
    ]
    lines = [line for match in round_.matches for line in _match(match)]
    lines += [line for game in round_.games for line in _game(game)]
    byes = "".join(
        f'<p dir="auto">{escape(say("Bye: {name}", name=name))}</p>' for name in round_.byes
    )
    return page_table(title, heads, lines, pairs=True) + byes


def _match(match: PublicMatch) -> Iterator[str]:
    """Yield a match's heading as two lines, and then its games. The heading has two lines because
    the table groups its lines in pairs.
    """
    notes = " ".join(match.notes)
    small = f"<small>{escape(notes)}</small>" if notes else ""
    title = f'<th colspan="4" class="match" dir="auto">{escape(match.title)}</th>'
    yield title
    yield f'<td colspan="4" dir="auto">{escape(match.stands)}{small}</td>'
    for game in match.games:
        yield from _game(game)


def _game(game: PublicGame) -> Iterator[str]:
    """Yield a line for each player."""
    result = game.result
    for side in Side:
        first = side is Side.RED
        won = result is not None and result.winner is side
        shows_how = won or (first and result is not None and result.winner is None)
        yield (
            number_cell(str(game.table) if first else "")
            + _person(game.names.of(side), game.about.of(side), won=won, how=shows_how * game.how)
            + _points(result, side, armies=game.armies)
        )


def _points(result: Result | None, side: Side, *, armies: bool) -> str:
    cp, apd = (str(result.cp.of(side)), str(result.apd.of(side))) if result else ("–", "–")
    return number_cell(cp) + (number_cell(apd) if armies else "")


def _person(name: str, below: str, *, won: bool = False, how: str = "") -> str:
    """Return a cell with a name. The winner's name is bold and has a mark; ``how`` says how the
    game was decided.
    """
    kind = ' class="won"' if won else ""
    words = f"{WON} {how}" if won else how
    mark = f' <span class="how">{escape(words)}</span>' if words else ""
    more = f'<small dir="auto">{escape(below)}</small>' if below else ""
    return f"<td{kind}><bdi>{escape(name)}</bdi>{mark}{more}</td>"
