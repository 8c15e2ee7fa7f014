"""Steps, turns and the control points that each turn scored.

A **step** is a stretch between two taps: 0 to 3 are the four deployment phases (first player,
second, first's advance deployment, second's), 4 the first player's first turn, 5 the second's,
and so on. Even steps belong to the first player (SR2017, tournament timing).
"""

from collections.abc import Iterator, Mapping, Set

from app.engine.packet import Element, ElementKind, Seat, Terms
from app.engine.side import Pair, Side
from app.engine.table_events import TurnScored

FIRST_TURN_STEP = 4
NO_POINTS = Pair(0, 0)

Scores = Mapping[int, TurnScored]


def owner(first: Side, step: int) -> Side:
    """Whose phase or turn ``step`` is."""
    return first if step % 2 == 0 else first.other


def turn_number(step: int) -> int:
    """1 for both players' first turns; 0 and less are deployment."""
    return (step - FIRST_TURN_STEP) // 2 + 1


def step_name(step: int) -> str:
    """The words a player uses for a step."""
    names = ("Deployment", "Deployment", "Advance deployment", "Advance deployment")
    return names[step] if step < FIRST_TURN_STEP else f"Turn {turn_number(step)}"


def length(terms: Terms) -> int:
    """The number of steps in a full game: deployment, then both players' turns to the last."""
    return FIRST_TURN_STEP + 2 * terms.victory.last_turn


def scores_elements(terms: Terms, step: int) -> bool:
    """Whether scenario elements score at the end of ``step``: from the second player's turn on."""
    return step >= FIRST_TURN_STEP + 2 * terms.victory.scoring_from_turn - 1


def kill_box_counts(terms: Terms, step: int) -> bool:
    """Whether ending ``step`` in the kill box costs points: from a turn of the first player on."""
    return terms.scenario.kill_box and turn_number(step) >= terms.kill_box.from_turn


def may_score(element: Element, first: Side, side: Side) -> bool:
    """Anyone scores a zone or flag; an objective is scored by its enemy."""
    if element.kind is not ElementKind.OBJECTIVE:
        return True
    return side is (first.other if element.owner is Seat.FIRST else first)


def step_points(terms: Terms, first: Side, scores: Scores, step: int) -> Pair[int]:
    """Control points scored at the end of ``step``, the kill box's included."""
    return dict(_points_by_step(terms, first, scores)).get(step, NO_POINTS)


def taken_before(scores: Scores, step: int, key: str) -> bool:
    """Whether ``key`` was scored in an earlier step."""
    return any(
        earlier < step and any(one.key == key for one in score.holdings)
        for earlier, score in scores.items()
    )


def control_points(terms: Terms, first: Side, scores: Scores, steps: int) -> Pair[int]:
    """Points of the first ``steps`` steps together."""
    red = blue = 0
    for step, points in _points_by_step(terms, first, scores):
        if step < steps:
            red, blue = red + points.red, blue + points.blue
    return Pair(red, blue)


def leader(terms: Terms, first: Side, scores: Scores, steps: int) -> tuple[Side, int] | None:
    """The first side to be the packet's lead ahead within ``steps`` steps, and in which step."""
    lead = 0
    for step, points in _points_by_step(terms, first, scores):
        lead += points.red - points.blue
        if step < steps and abs(lead) >= terms.victory.lead:
            return (Side.RED if lead > 0 else Side.BLUE), step
    return None


def _points_by_step(terms: Terms, first: Side, scores: Scores) -> Iterator[tuple[int, Pair[int]]]:
    """What each scored step is worth, in order of play."""
    elements = {one.key: one for one in terms.scenario.elements}
    taken: set[str] = set()
    for step in sorted(scores):
        gained = [*_gained(terms, first, scores[step], elements, taken)]
        red = sum(points for side, points in gained if side is Side.RED)
        blue = sum(points for side, points in gained if side is Side.BLUE)
        yield step, Pair(red, blue)
        taken.update(one.key for one in scores[step].holdings)


def _gained(
    terms: Terms,
    first: Side,
    score: TurnScored,
    elements: Mapping[str, Element],
    taken: Set[str],
) -> Iterator[tuple[Side, int]]:
    """Who gains how much at the end of a step, one by one; ``taken`` scored in earlier steps."""
    if score.kill_box and kill_box_counts(terms, score.step):
        yield owner(first, score.step).other, terms.kill_box.points
    if not scores_elements(terms, score.step):
        return
    for key, side in {one.key: one.side for one in score.holdings}.items():
        element = elements.get(key)
        if element is None or not may_score(element, first, side):
            continue
        if not (element.once and key in taken):
            yield side, element.points


def can_win(terms: Terms, first: Side, scores: Scores, step: int, side: Side) -> bool:
    """Whether the best scoring imaginable at the end of ``step`` is a scenario win for ``side``."""
    if not scores_elements(terms, step):
        return False
    before = control_points(terms, first, scores, step)
    best = sum(
        one.points
        for one in terms.scenario.elements
        if may_score(one, first, side) and not (one.once and taken_before(scores, step, one.key))
    )
    return before.of(side) + best - before.of(side.other) >= terms.victory.lead
