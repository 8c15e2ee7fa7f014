"""Lists as they are recorded, whoever wrote them."""

from collections.abc import Iterable

from app.engine.armies.army_list import ArmyList, tidy
from app.engine.armies.factions import factions_of, respell
from app.engine.state import State


def tidy_lists(state: State, lists: Iterable[ArmyList]) -> tuple[ArmyList, ...]:
    """Return the lists without stray letters, their factions and armies as the packet spells
    them.
    """
    factions = factions_of(state.packet)
    return tuple(respell(tidy(army_list), factions) for army_list in lists)
