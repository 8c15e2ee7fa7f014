"""The digest of an event: the same wherever the same log is folded."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any

import msgspec

from app.engine.frozen import replace
from app.engine.state import State
from app.engine.table.game import Game

PARTS = [part.name for part in fields(Game) if part.name != "terms"]


def digest(state: State) -> str:
    """Return a SHA-256 over the state as JSON with sorted keys."""
    total = sha256()
    for piece in _pieces(state):
        total.update(piece)
    return total.hexdigest()


def _pieces(state: State) -> Iterator[bytes]:
    """Yield that JSON in pieces. All games at once would take more memory than the event."""
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
    for number, game in sorted(games.items(), key=lambda numbered: f"{numbered[0]}"):
        if id(game.terms) not in rules:
            rules[id(game.terms)] = msgspec.to_builtins(game.terms, str_keys=True)
        plain = {part: getattr(game, part) for part in PARTS}
        plain = msgspec.to_builtins(plain, str_keys=True)
        yield before + _json(f"{number}") + b":" + _json({**plain, "terms": rules[id(game.terms)]})
        before = b","
    yield b"}" if games else b"{}"


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
