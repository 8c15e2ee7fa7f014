"""Values of the engine as they go over the wire; a mark's game is the table's own."""

from typing import Any

import msgspec


def plain(value: object) -> Any:
    return _without_game(msgspec.to_builtins(value, str_keys=True))


def _without_game(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_game(one) for key, one in value.items() if key != "game"}
    if isinstance(value, list | tuple):
        return [_without_game(one) for one in value]
    return value
