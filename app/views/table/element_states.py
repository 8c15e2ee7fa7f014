"""The states of a scenario's elements in words: their tokens, and whether they are gone or have
moved. The pages have the same code (resources/web/scoring/turn_states.js).
"""

from math import ceil, hypot

from msgspec import Struct

from app.engine import wording
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import MM_AN_INCH, Element, ElementKind, Scenario, Seat
from app.engine.side import Side
from app.engine.table import scoring
from app.engine.table.game import Game, Play
from app.engine.table.objectives import element_name


class ElementState(Struct, frozen=True):
    """The state of one element."""

    key: str
    name: str
    """The name, with the colour of the seat that owns it."""
    state: str

    @property
    def words(self) -> str:
        return wording.ELEMENT_STANDS.format(element=self.name, state=self.state)


def element_states(game: Game) -> tuple[ElementState, ...]:
    """Return the elements that have changed since the beginning, with their states. If one
    countdown has changed, include all countdowns. A scored turn counts even if it has not ended
    yet.
    """
    play, scenario = game.play, game.terms.scenario
    now = scoring.tableau(game.terms, play.first, play.scores, play.step + 1)
    burns = any(one.countdown and now.counter(one.key) for one in scenario.elements)
    found = (
        ElementState(one.key, _name(game, one), state)
        for one in scenario.elements
        if (state := _state(scenario, one, now, burns=burns))
    )
    return tuple(found)


def gone_elements(terms: GameRules, play: Play) -> tuple[str, ...]:
    """Return the keys of the elements that are not on the table now."""
    now = scoring.tableau(terms, play.first, play.scores, play.step + 1)
    return tuple(one.key for one in terms.scenario.elements if not scoring.is_there(one, now))


def states_line(game: Game) -> str:
    """Return all of `element_states` in one line; empty if nothing has changed."""
    return " · ".join(one.words for one in element_states(game))


def _name(game: Game, element: Element) -> str:
    name, side = element_name(element, game.play), element.owner.side(game.play.first)
    return wording.ELEMENT_OF.format(element=name, side=side.colour) if side else name


def _state(scenario: Scenario, element: Element, now: scoring.Tableau, *, burns: bool) -> str:
    counted = now.counter(element.key)
    if element.countdown:
        left = scoring.countdown_left(element, now)
        words = wording.TOKENS_LEFT.format(count=left) if left else wording.HAS_GONE_OFF
        return words if burns else ""
    if element.tokens:
        needed = element.tokens.needed
        return wording.TOKENS_SO_FAR.format(count=counted, needed=needed) if counted else ""
    if element.key in now.arrived:
        return wording.HAS_ARRIVED
    if element.journey and counted:
        left = max(way_inches(element, find_target(scenario, element)) - counted, 0)
        return wording.MOVED_SO_FAR.format(inches=counted, left=left)
    taken = any((element.key, side) in now.taken for side in Side)
    return wording.TAKEN if element.kind is ElementKind.CACHE and taken else ""


def find_target(scenario: Scenario, element: Element) -> Element | None:
    """Return the opponent's terrain towards which a payload moves."""
    return next(
        (
            one
            for one in scenario.elements
            if one.kind is ElementKind.FLAG and one.owner not in {Seat.NEUTRAL, element.owner}
        ),
        None,
    )


def way_inches(element: Element, target: Element | None) -> int:
    """Return the distance in inches between the bases of two elements at the beginning, rounded up.
    If there is no target or no known place, return 0; players then measure the distance themselves.
    """
    if target is None or target.area is None or element.area is None:
        return 0
    across = hypot(float(target.area.x - element.area.x), float(target.area.y - element.area.y))
    return ceil(across - (target.base_mm + element.base_mm) / 2 / float(MM_AN_INCH))
