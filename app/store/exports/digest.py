"""The digest of an event: the same wherever the same log is folded."""

from dataclasses import fields
from hashlib import sha256
from typing import Any

import msgspec

from app.engine.frozen import replace
from app.engine.state import State
from app.engine.table.game import Game

PARTS = [part.name for part in fields(Game) if part.name != "terms"]


def digest(state: State) -> str:
    """A SHA-256 over the state as JSON with sorted keys."""
    plain = msgspec.to_builtins(replace(state, games={}), str_keys=True)
    for player in plain["players"].values():
        player["checked"].sort()  # a set, whose order differs from process to process
    rules: dict[int, Any] = {}  # those of a round's games are one value, and long
    for number, game in state.games.items():
        if id(game.terms) not in rules:
            rules[id(game.terms)] = msgspec.to_builtins(game.terms, str_keys=True)
        plain_game = {part: getattr(game, part) for part in PARTS}
        plain_game = msgspec.to_builtins(plain_game, str_keys=True)
        plain["games"][str(number)] = {**plain_game, "terms": rules[id(game.terms)]}
    return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()
