"""Results in the columns of the public sign-up site, to paste into a spreadsheet or to copy by
hand: the standings after the last finished round, and the games of a published round by table. The
headings are the site's and the same in every language.
"""

from collections.abc import Sequence

from app.engine.acts.players import Entry
from app.engine.language import reword
from app.engine.packet.ranking import RankingColumn
from app.engine.rounds.match_ups import public_rounds
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing
from app.engine.state import Bye, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import escape_formula
from app.views.event.facts import plain_number
from app.views.event.publish import finish_rounds

PLAYER = ("Name", "#id", "Nickname", "Faction", "Army")
NOBODY = Entry("")


def site_standings(state: State) -> str:
    """Return a line for each player, best first. W includes byes, which count as wins."""
    done = finish_rounds(state)
    headings = ("Place", *PLAYER, "W", "L", "D", "TP", "SoS", _points(state), "APD")
    return _table(headings, [_standing(done, row) for row in standings(done)])


def site_round(state: State, number: int) -> str:
    """Return a line for each game of a published round, by table, then for each bye. Return "" if
    there is no such round. Games that are not over have no result.
    """
    round_ = next((each for each in public_rounds(state) if each.number == number), None)
    if round_ is None:
        return ""
    points = _points(state)
    headings = (
        *("Round", "Table", "Player 1", "#id 1", "Player 2", "#id 2", "Winner"),
        *(f"{points} 1", f"{points} 2", "APD 1", "APD 2"),
    )
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    rows = [
        *(_game(state, number, game) for game in games),
        *(_bye(state, number, bye) for bye in round_.byes),
    ]
    return _table(headings, rows)


def _points(state: State) -> str:
    """Return "CP", or the packet's own word for control points."""
    vocabulary = state.packet.briefing.vocabulary if state.packet else ()
    return reword(RankingColumn.CP.value.upper(), vocabulary)


def _entry(state: State, number: int) -> Entry:
    player = state.players.get(number)
    return player.entry if player else NOBODY


def _sign_up(entry: Entry) -> str:
    return f"#{entry.sign_up}" if entry.sign_up else ""


def _standing(state: State, row: Standing) -> Sequence[object]:
    entry = _entry(state, row.number)
    return (
        row.place or "DQ", entry.name, _sign_up(entry), entry.nickname, entry.faction, entry.army,
        row.wins + row.byes, row.losses, row.ties, row.tp, plain_number(row.sos), row.cp, row.apd,
    )  # fmt: skip


def _game(state: State, number: int, game: Game) -> Sequence[object]:
    entries = game.players.map(lambda player: _entry(state, player))
    head = (number, game.table, *_names(entries))
    result = final_result(game)
    if result is None:
        return (*head, *("",) * 5)
    winner = entries.of(result.winner).name if result.winner else "Draw"
    return (*head, winner, *result.cp, *result.apd)


def _names(entries: Pair[Entry]) -> Sequence[str]:
    return [cell for side in Side for cell in _name_entry(entries.of(side))]


def _name_entry(entry: Entry) -> tuple[str, str]:
    return entry.name, _sign_up(entry)


def _bye(state: State, number: int, bye: Bye) -> Sequence[object]:
    entry = _entry(state, bye.player)
    return (number, "", *_name_entry(entry), "Bye", "", entry.name, bye.cp, "", bye.apd, "")


def _table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return lines with tabs between the cells, which spreadsheet programs accept as a table."""
    return "".join("\t".join(map(_cell, row)) + "\n" for row in (headings, *rows))


def _cell(value: object) -> str:
    return escape_formula(" ".join(value.split())) if isinstance(value, str) else str(value)
