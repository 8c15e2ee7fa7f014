"""Puts lists into the form in which they are recorded."""

from collections.abc import Iterable

from app.engine.armies.army_list import ArmyList, tidy
from app.engine.armies.factions import factions_of, respell
from app.engine.armies.models import settle_list
from app.engine.players.models import event_models
from app.engine.state import State


def tidy_lists(state: State, lists: Iterable[ArmyList]) -> tuple[ArmyList, ...]:
    """Return the lists without invisible characters, with factions and armies spelled as in the
    packet, and with what is known about their models.
    """
    factions, known = factions_of(state.packet), event_models(state)
    return tuple(settle_list(respell(tidy(each), factions), known) for each in lists)
