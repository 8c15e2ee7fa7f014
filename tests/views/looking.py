"""A round's tables, looked at without a pause."""

from collections.abc import Mapping
from types import MappingProxyType

from app.engine.state import Round, State
from app.views.round.live import Seen, update_seen

NOTHING: Mapping[int, Seen] = MappingProxyType({})


def looked(state: State, round_: Round, before: Mapping[int, Seen] = NOTHING) -> dict[int, Seen]:
    """What is seen of the tables, after ``before`` was seen."""
    seen = dict(before)
    for _ in update_seen(state, round_, seen):
        pass
    return seen
