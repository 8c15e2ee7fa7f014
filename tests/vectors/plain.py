"""Values of the engine as they go over the wire; a mark's game is the table's own, and
the uncertainty of its instant is for the organizer: a page counts without it.
"""

from typing import Any

import msgspec


def plain(value: object) -> Any:
    return _without_unknown(msgspec.to_builtins(value, str_keys=True))


LEFT_OUT = {"game", "uncertain_ms"}


def _without_unknown(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_unknown(one) for key, one in value.items() if key not in LEFT_OUT}
    if isinstance(value, list | tuple):
        return [_without_unknown(one) for one in value]
    return value
