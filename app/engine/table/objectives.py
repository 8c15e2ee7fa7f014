"""The objectives that players choose for a game after their lists, and that are revealed together
(SR2015, SR2017).

If the scenario names its objectives (SR2014), there is nothing to choose.
"""

from app.engine.language import packet_text
from app.engine.packet.scenario import Element, ElementKind
from app.engine.side import Side
from app.engine.table.game import Play


def element_name(element: Element, play: Play) -> str:
    """Return an element's name. For an objective whose owner has chosen a card, add the card's name
    once everybody may know it.
    """
    name = packet_text(element.name)
    side = element.owner.side(play.first)
    if element.kind is not ElementKind.OBJECTIVE or side is None:
        return name
    card = play.objectives.of(side)
    return f"{name}: {card}" if card and play.objectives_shown else name


def objective_of(play: Play, side: Side) -> str:
    """Return a side's objective if everybody may know it; empty otherwise."""
    return play.objectives.of(side) if play.objectives_shown else ""
