"""A round's pairings as pages to print, by players' names or by tables, and the round's results."""

from app.engine.language import plural, say
from app.engine.side import Side
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.sentences import HOW_WORDS
from app.engine.table.verdict import final_result
from app.engine.text import name_order
from app.reports.page import cell_words, head, number, page
from app.views.event.publish import about_player
from app.views.teams.matches import MatchView, team_round_view

NAMES_PERCENT = 43


def as_page(state: State, round_: Round) -> str:
    """Return the pairings by players' names, as a self-contained page of HTML."""
    lines = []
    for game in state.games_of(round_):
        red, blue = (state.name(player) for player in game.players)
        lines += [(red, str(game.table), blue), (blue, str(game.table), red)]
    lines += [(state.name(bye.player), "–", say("Bye")) for bye in round_.byes]
    return page(
        _title(state, say("{event}: round {round}"), round_),
        (
            head(say("Player"), percent=NAMES_PERCENT),
            head(say("Table"), number=True),
            head(say("Opponent"), percent=NAMES_PERCENT),
        ),
        [
            (cell_words(name), number(table), cell_words(other))
            for name, table, other in sorted(lines, key=lambda line: name_order(line[0]))
        ],
    )


def tables_page(state: State, round_: Round) -> str:
    """Return the pairings by tables, as a self-contained page of HTML."""
    rows = [
        (
            number(str(game.table)),
            *(
                cell_words(state.name(player), about_player(state, player))
                for player in game.players
            ),
        )
        for game in _by_table(state, round_)
    ]
    rows += [
        (
            number("–"),
            cell_words(state.name(bye.player), about_player(state, bye.player)),
            cell_words(say("Bye")),
        )
        for bye in round_.byes
    ]
    return page(
        _title(state, say("{event}: tables of round {round}"), round_),
        (
            head(say("Table"), number=True),
            head(Side.RED.colour, percent=NAMES_PERCENT),
            head(Side.BLUE.colour, percent=NAMES_PERCENT),
        ),
        rows,
    )


def round_results_page(state: State, round_: Round) -> str:
    """Return the results that have been reported so far, with the winner's name in bold."""
    packet = state.packet
    played = packet.scenario(round_.scenario) if packet and round_.has_begun else None
    view = team_round_view(state, round_)
    of_matches = {game for match in view.matches for game in match.games}
    rows: list[tuple[str, ...]] = []
    for match in view.matches:
        rows.append(_match_row(match, armies=state.armies))
        rows += [_result_row(state, state.games[game]) for game in match.games]
    others = (game for game in _by_table(state, round_) if game.number not in of_matches)
    rows += [_result_row(state, game) for game in others]
    rows += [
        (
            number("–"),
            cell_words(state.name(bye.player), bold=True),
            number(str(bye.cp)),
            *([number(str(bye.apd))] if state.armies else []),
            cell_words(""),
            cell_words(say("Bye")),
        )
        for bye in round_.byes
    ]
    return page(
        _title(state, say("{event}: results of round {round}"), round_),
        (
            head(say("Table"), number=True),
            head(Side.RED.colour, percent=24),
            head(say("CP"), number=True, percent=10),
            *([head(say("APD"), number=True, percent=14)] if state.armies else []),
            head(Side.BLUE.colour, percent=24),
            head(say("How"), percent=18),
        ),
        rows,
        say("Scenario: {scenario}", scenario=played.name) if played else "",
    )


def _match_row(match: MatchView, *, armies: bool) -> tuple[str, ...]:
    """Return the cells with a match's totals, for the row above the match's games."""
    won = match.match
    red, blue = (
        cell_words(match.names.of(side), bold=won.winner is not side.other) for side in Side
    )
    cp, apd = (f"{pair.red}\u202f:\u202f{pair.blue}" for pair in (won.cp, won.apd))
    return (
        number(match.tables_words), red, number(cp), *([number(apd)] if armies else []), blue,
        cell_words(" · ".join(filter(None, (match.score, _out_words(won.out)))), bold=True),
    )  # fmt: skip


def _out_words(out: int) -> str:
    return plural(out, "{count} out", "{count} out") if out else ""


def _result_row(state: State, game: Game) -> tuple[str, ...]:
    result = final_result(game)
    red, blue = (
        cell_words(state.name(game.players.of(side)), bold=bool(result and result.winner is side))
        for side in Side
    )
    scored = (result.cp, result.apd)[: 2 if game.armies else 1] if result else ()
    points = [number(f"{pair.red}\u202f:\u202f{pair.blue}") for pair in scored]
    points = points or [number("–")] * (2 if game.armies else 1)
    how = cell_words(HOW_WORDS[result.how] if result else say("still out"))
    return number(str(game.table)), red, *points, blue, how


def _by_table(state: State, round_: Round) -> list[Game]:
    return sorted(state.games_of(round_), key=lambda game: game.table)


def _title(state: State, template: str, round_: Round) -> str:
    event = state.settings.name if state.settings else ""
    return template.format(event=event, round=round_.number)
