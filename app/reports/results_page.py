"""The results of an event as one page of HTML that needs nothing else: to publish or to mail.

It is read on phones first, by day and by night, and runs no script.
"""

from collections.abc import Iterator
from html import escape

from app.engine.acts.results import Result
from app.engine.language import language_code, say
from app.engine.packet.ranking import RankingColumn
from app.engine.rounds.field import is_of_teams
from app.engine.side import Side
from app.engine.standings.ranking import order
from app.engine.state import State
from app.reports import paper
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

PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ {light} }}
@media (prefers-color-scheme: dark) {{
:root {{ {dark} }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 16px; max-width: 60rem; background: var(--ground);
  color: var(--ink); font: 16px/1.4 system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; margin: 0 0 4px; }}
h2 {{ font-size: 1.2rem; margin: 32px 0 8px; }}
p {{ margin: 0 0 8px; }}
.small, small {{ color: var(--muted); font-size: 0.8rem; }}
small {{ display: block; font-weight: 400; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ padding: 6px 8px 6px 0; border-bottom: 1px solid var(--rule); text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }}
th {{ font-size: 0.8rem; color: var(--muted); font-weight: 600; overflow-wrap: normal; }}
.number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
.won {{ font-weight: 700; }}
.how {{ color: var(--muted); font-size: 0.8rem; font-weight: 400; white-space: nowrap; }}
.first td, .first th {{ border-bottom: none; }}
.match {{ padding-top: 16px; font-size: 1rem; color: var(--ink); }}
@media print {{ h2 {{ break-after: avoid; }} tr {{ break-inside: avoid; }} }}
</style>
</head>
<body>
<h1 dir="auto">{name}</h1>
<p class="small">{about}</p>
{body}
<p class="small">{foot}</p>
</body>
</html>
"""
WON = "✓"


def results_page(state: State, as_of: str) -> str:
    """Return the page of results; ``as_of`` says in words when it was made."""
    settings, packet = state.settings, state.packet
    name = settings.name if settings else say("Event")
    size = say("{size} points", size=settings.size) if settings and settings.size else ""
    occasion = occasion_words(settings)
    about = " · ".join(filter(None, (occasion, packet.name if packet else "", size, as_of)))
    tables = [_standings(state), _teams(state)]
    parts = [*(tables[::-1] if is_of_teams(state) else tables), _awards(state)]
    parts += [_round(round_) for round_ in published_results(state)]
    return PAGE.format(
        light=paper.SCREEN_LIGHT,
        dark=paper.SCREEN_DARK,
        lang=escape(language_code()),
        title=escape(say("{event}: results", event=name)),
        name=escape(name),
        about=escape(about),
        body="\n".join(filter(None, parts)),
        foot=escape(say("Made with Flagfall. {won} won the game.", won=WON)),
    )


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
        _number_head(say(StandingsColumn.PLACE.value)),
        f"<th>{escape(say(StandingsColumn.NAME.value))}</th>",
    ]
    heads += [_number_head(say(column.value)) for column in ranking]
    lines = [_standing(done, row, ranking) for row in rows]
    return _table(f"{title}: {_small(after_words(done))}", heads, lines)


def _small(words: str) -> str:
    return f"{words[:1].lower()}{words[1:]}"


def _standing(state: State, row: StandingRow, ranking: list[StandingsColumn]) -> str:
    about = (about_player(state, row.number), row.cell(StandingsColumn.NOTE))
    numbers = "".join(_number(row.cell(column)) for column in ranking)
    below = " · ".join(filter(None, about))
    return (
        _number(row.cell(StandingsColumn.PLACE)) + _person(state.name(row.number), below) + numbers
    )


def _teams(state: State) -> str:
    done = finish_rounds(state)
    table = team_table(done)
    if not table.rows or not done.rounds:
        return ""
    heads = [_number_head(table.headings[0]), f"<th>{escape(table.headings[1])}</th>"]
    heads += [_number_head(heading) for heading in table.headings[2:-1]]
    lines = [
        _number(place) + _person(team, members) + "".join(map(_number, counts))
        for place, team, *counts, members in table.rows
    ]
    return _table(say("Teams"), heads, lines)


def _awards(state: State) -> str:
    lines = [
        f'<td dir="auto">{escape(row.name)}</td>' + _person(row.names, row.why)
        for row in published_awards(state)
    ]
    heads = [f"<th>{escape(say('Award'))}</th>", f"<th>{escape(say('Player'))}</th>"]
    return _table(say("Awards"), heads, lines) if lines else ""


def _round(round_: PublicRound) -> str:
    title = say("Round {number}", number=round_.number)
    if round_.scenario:
        title = say("Round {number}: {scenario}", number=round_.number, scenario=round_.scenario)
    games = (*round_.games, *(game for match in round_.matches for game in match.games))
    heads = [
        _number_head(say("Table")),
        f"<th>{escape(say('Players'))}</th>",
        _number_head(say("CP")),
        *([_number_head(say("AP"))] if all(game.armies for game in games) else []),
    ]
    lines = [line for match in round_.matches for line in _match(match)]
    lines += [line for game in round_.games for line in _game(game)]
    byes = "".join(
        f'<p dir="auto">{escape(say("Bye: {name}", name=name))}</p>' for name in round_.byes
    )
    return _table(title, heads, lines, pairs=True) + byes


def _match(match: PublicMatch) -> Iterator[str]:
    """Yield a heading of two lines, so that pairs of lines stay pairs, and the games."""
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
            _number(str(game.table) if first else "")
            + _person(game.names.of(side), game.about.of(side), won=won, how=shows_how * game.how)
            + _points(result, side, armies=game.armies)
        )


def _points(result: Result | None, side: Side, *, armies: bool) -> str:
    cp, apd = (str(result.cp.of(side)), str(result.apd.of(side))) if result else ("–", "–")
    return _number(cp) + (_number(apd) if armies else "")


def _person(name: str, below: str, *, won: bool = False, how: str = "") -> str:
    """Return a name; the winner's has a mark as well as heavier letters. ``how`` the game was
    decided.
    """
    kind = ' class="won"' if won else ""
    words = f"{WON} {how}" if won else how
    mark = f' <span class="how">{escape(words)}</span>' if words else ""
    more = f'<small dir="auto">{escape(below)}</small>' if below else ""
    return f"<td{kind}><bdi>{escape(name)}</bdi>{mark}{more}</td>"


def _number(cell: str) -> str:
    return f'<td class="number">{escape(cell)}</td>'


def _number_head(heading: str) -> str:
    return f'<th class="number">{escape(heading)}</th>'


def _table(title: str, heads: list[str], lines: list[str], *, pairs: bool = False) -> str:
    """Return a table; in ``pairs`` every two lines belong together."""
    firsts = [' class="first"' if pairs and not place % 2 else "" for place in range(len(lines))]
    rows = "\n".join(f"<tr{first}>{line}</tr>" for first, line in zip(firsts, lines, strict=True))
    return (
        f'<h2 dir="auto">{escape(title)}</h2>\n<div class="wide"><table>\n'
        f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )
