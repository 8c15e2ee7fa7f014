"""Objectives that players choose for a game after their lists, revealed together (SR2015, SR2017).

Where the scenario names its objectives (SR2014) there is nothing to choose.
"""

from app.engine.language import packet_text
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Element, ElementKind
from app.engine.side import Side
from app.engine.table.game import Play


def objectives_offered(terms: GameRules) -> tuple[str, ...]:
    """Return the names of the cards to choose from; empty where nothing is chosen."""
    scenario = terms.scenario
    stands = any(element.kind is ElementKind.OBJECTIVE for element in scenario.elements)
    if not stands or scenario.objective:
        return ()
    return tuple(card.name for card in terms.briefing.cards)


def objectives_shown(play: Play) -> bool:
    """Tell whether each player may see the other's choice: both have chosen, or the game has
    begun.
    """
    return all(play.objectives) or play.clock is not None


def element_name(element: Element, play: Play) -> str:
    """Return an element's name, with the card of an objective whose owner has chosen one."""
    name = packet_text(element.name)
    side = element.owner.side(play.first)
    if element.kind is not ElementKind.OBJECTIVE or side is None:
        return name
    card = play.objectives.of(side)
    return f"{name}: {card}" if card and objectives_shown(play) else name


def objective_of(play: Play, side: Side) -> str:
    """Return the card of a side as far as everybody may know it."""
    return play.objectives.of(side) if objectives_shown(play) else ""
