"""The known models of an event, from its packet and its organizer."""

from collections.abc import Mapping
from functools import lru_cache

from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Known, OpenModel, known_of, open_models
from app.engine.armies.parse.known import read_known
from app.engine.state import State


def event_models(state: State) -> Mapping[str, Known]:
    """Return the models that are known for every list of the event, by `model_key`."""
    lines = state.packet.lists.models if state.packet is not None else ()
    said = {key: model.known for key, model in state.models.items()}
    return {**_read_lines(lines), **said}


@lru_cache(maxsize=8)
def _read_lines(lines: tuple[str, ...]) -> Mapping[str, Known]:
    return read_known("\n".join(lines))


def list_models(state: State) -> dict[str, Known]:
    """Return the models that the lists of the event describe for certain."""
    return known_of(every_list(state))


def models_to_ask(state: State) -> dict[str, OpenModel]:
    """Return the models that lists of the event name without giving their kind or number."""
    return open_models(every_list(state))


def every_list(state: State) -> tuple[ArmyList, ...]:
    """Return the lists of all players."""
    return tuple(each for player in state.players.values() for each in player.lists)
