"""Digests of an event's state and of its standings.

The digest of the state is the same wherever this version of Flagfall reads the same log. The digest
of the standings is the same in every version, and so is the checksum of the last row, which covers
all rows.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from app.engine.frozen import replace
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing
from app.engine.standings.teams import TeamStanding, team_standings
from app.engine.state import State
from app.engine.table.game import Game

PARTS = [name for name in Game.__struct_fields__ if name != "terms"]


def standings_digest(state: State) -> str:
    """Return a SHA-256 of the standings of players and then of teams. Each line has the place, the
    number or name, and the sums. Later versions may add columns to the tables but never to these
    lines.
    """
    players = (_line(row, f"{row.number}") for row in standings(state))
    teams = (_line(row, row.team) for row in team_standings(state))
    return sha256("\n".join((*players, *teams)).encode("utf-8", "surrogatepass")).hexdigest()


def _line(row: Standing | TeamStanding, name: str) -> str:
    sums = (row.tp, row.sos, row.cp, row.apd, row.assassinations, row.wins)
    return "|".join((f"{row.place}", name, *map(str, sums)))


def state_digest(state: State) -> str:
    """Return a SHA-256 of the state as JSON with sorted keys. A later version may derive a
    different state from the same rows, and then its digest differs as well.
    """
    total = sha256()
    for piece in _pieces(state):
        total.update(piece)
    return total.hexdigest()


def _pieces(state: State) -> Iterator[bytes]:
    """Yield the state's JSON in pieces, because all games at once would take more memory than the
    event.
    """
    plain = msgspec.to_builtins(replace(state, games={}), str_keys=True)
    for player in plain["players"].values():
        player["checked"].sort()  # a set, whose order differs from process to process
    before = b"{"
    for name in sorted(plain):
        yield before + _json(name) + b":"
        if name == "games":
            yield from _games(state.games)
        else:
            yield _json(plain[name])
        before = b","
    yield b"}"


def _games(games: Mapping[int, Game]) -> Iterator[bytes]:
    rules: dict[int, Any] = {}  # those of a round's games are one value, and long
    before = b"{"
    for number in sorted(games, key=str):
        game = games[number]
        if id(game.terms) not in rules:
            rules[id(game.terms)] = msgspec.to_builtins(game.terms, str_keys=True)
        plain = {part: getattr(game, part) for part in PARTS}
        plain = msgspec.to_builtins(plain, str_keys=True)
        yield before + _json(f"{number}") + b":" + _json({**plain, "terms": rules[id(game.terms)]})
        before = b","
    yield b"}" if games else b"{}"


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
