"""Control points: what each turn scores, who wins by them, and what can be scored at all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import assert_never

from msgspec import Struct, field

from app.engine.acts.table import Counted, Holding, ScoreTurn
from app.engine.frozen import remember_same, replace
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Element, ElementKind, Held, Need, Scenario, Seat, Way, Win
from app.engine.side import Pair, Side
from app.engine.table.turns import FIRST_TURN_STEP, owner, turn_number

NO_POINTS = Pair(0, 0)
SIDES = tuple(Side)
ZONE_OR_FLAG = (Held.CONTROLLED, Held.DOMINATED)

Scores = Mapping[int, ScoreTurn]


class Tableau(Struct, frozen=True):
    """The score after the finished turns."""

    points: Pair[int] = NO_POINTS
    taken: frozenset[tuple[str, Side]] = frozenset()
    """The elements that have already scored and may only score once, each with its side."""
    destroyed: frozenset[str] = frozenset()
    further: int = 0
    """The control points by which the win level has risen because both sides reached it
    together.
    """
    counters: Mapping[str, int] = field(default_factory=dict)
    """The tokens taken off an element's countdown, the tokens added to it, or the inches that it
    was moved, by the element's key.
    """
    race_is_over: bool = False
    """True if a side has added as many tokens as the scenario asks for."""
    arrived: frozenset[str] = frozenset()
    """The elements that have arrived at their destination."""

    def counter(self, key: str) -> int:
        return self.counters.get(key, 0)


NOT_SCORED = Tableau()


def winning(terms: GameRules) -> Win:
    """Return the scenario's own win, or else the packet's."""
    return terms.scenario.win or terms.victory.win


def scores_elements(terms: GameRules, step: int) -> bool:
    """Tell whether scenario elements score at the end of ``step``. The packet gives the number of
    the second player's turn from which they score. If that number is 0, they score from the first
    player's first turn on.
    """
    return step >= FIRST_TURN_STEP + 2 * terms.victory.scoring_from_turn - 1


def kill_box_counts(terms: GameRules, step: int) -> bool:
    """Tell whether ending ``step`` in the kill box is penalized: the scenario has a kill box, and
    the turn from which it counts has come.
    """
    return terms.scenario.kill_box and turn_number(step) >= terms.kill_box.from_turn


def kill_box_inches(terms: GameRules, step: int) -> int:
    """Return the depth of the kill box in inches at the end of ``step`` (SR2026, Wolves at Our
    Heels).
    """
    grows = terms.scenario.kill_box_grows
    turns = turn_number(step) - grows.from_turn + 1 if grows else 0
    return terms.kill_box.inches + (grows.inches * max(turns, 0) if grows else 0)


def countdown_left(element: Element, now: Tableau) -> int:
    """Return the number of countdown tokens on ``element``; 0 if it has no countdown."""
    tokens = element.countdown.tokens if element.countdown else 0
    return max(tokens - now.counter(element.key), 0)


def may_move(scenario: Scenario, element: Element, held: Iterable[Holding], side: Side) -> int:
    """Return the most inches that ``side`` may move its ``element`` after this turn's scoring; 0 if
    the element does not move (SR2026, Payload).
    """
    if element.journey is None:
        return 0
    others = [
        scenario.element(holding.key)
        for holding in held
        if holding.side is side and holding.held in ZONE_OR_FLAG and holding.key != element.key
    ]
    objectives = [one for one in others if one is not None and one.kind is ElementKind.OBJECTIVE]
    return element.journey.inches + element.journey.each * len(objectives)


def control_points(terms: GameRules, first: Side, scores: Scores, steps: int) -> Pair[int]:
    """Return the control points after the first ``steps`` steps."""
    return tableau(terms, first, scores, steps).points


def step_points(terms: GameRules, first: Side, scores: Scores, step: int) -> Pair[int]:
    """Return by how much ``step`` changed the control points, including the kill box and points
    that were taken away.
    """
    return subtract_points(*around_step(terms, first, scores, step))


def subtract_points(before: Tableau, after: Tableau) -> Pair[int]:
    return Pair(after.points.red - before.points.red, after.points.blue - before.points.blue)


def tableau(terms: GameRules, first: Side, scores: Scores, steps: int) -> Tableau:
    """Return the score after the first ``steps`` steps."""
    course = [after for _, after in _course(terms, first, scores, steps)]
    return course[-1] if course else NOT_SCORED


def around_step(
    terms: GameRules, first: Side, scores: Scores, step: int
) -> tuple[Tableau, Tableau]:
    """Return the score before ``step`` and the score after it."""
    before = tableau(terms, first, scores, step)
    return before, _after(terms, first, before, scores[step]) if step in scores else before


def leader(terms: GameRules, first: Side, scores: Scores, steps: int) -> tuple[Side, int] | None:
    """Return the first side to reach the scenario win within the first ``steps`` steps, and the
    step; None if none does.
    """
    for step, now in _looked_at(terms, first, scores, steps):
        winner = _winner(terms, now)
        too_early = terms.victory.on_opponents_turn and winner is owner(first, step)
        if winner is not None and not too_early:
            return winner, step
    return None


def _looked_at(
    terms: GameRules, first: Side, scores: Scores, steps: int
) -> Iterator[tuple[int, Tableau]]:
    """Yield the score after each step that may bring a win. If a lead only counts after the
    opponent's turn, the last step is left out until it is scored, and an earlier step that was not
    scored counts as scored with nothing.
    """
    course = _course(terms, first, scores, steps)
    if not terms.victory.on_opponents_turn:
        yield from course
        return
    scored, now = dict(course), NOT_SCORED
    for step in range(min(scored, default=steps), steps):
        now = scored.get(step, now)
        if scores_elements(terms, step) and (step in scores or step < steps - 1):
            yield step, now


def caster_destroyed(terms: GameRules, scores: Scores, steps: int) -> int | None:
    """Return the earliest of the first ``steps`` steps in which a player lost their last caster in
    the kill box.

    Return None if there is no such step, or if the kill box destroys nothing.
    """
    if not terms.kill_box.destroys:
        return None
    ended = (
        step
        for step, score in scores.items()
        if step < steps and score.kill_box and not score.caster_left
    )
    return min((step for step in ended if kill_box_counts(terms, step)), default=None)


def can_win(terms: GameRules, first: Side, scores: Scores, step: int, side: Side) -> bool:
    """Tell whether ``side`` wins by scenario with the best possible scoring at the end of
    ``step``.
    """
    scenario = terms.scenario
    if not scores_elements(terms, step) or not scenario.wins:
        return False
    before = tableau(terms, first, scores, step)
    most = sum(
        max(points_for(element, first, side, held) for held in Held)
        for element in scenario.elements
        if is_there(element, before) and (element.key, side) not in before.taken
    )
    most += _ways_points(way for way in scenario.ways if _seats(way.seat, first, side))
    most = min(most, scenario.most_a_turn or most)
    if not scenario.elements:
        most = winning(terms).points
    takes = sum(
        element.own_dominate_takes
        for element in scenario.elements
        if element.owner.side(first) is side
    )
    mine, other = before.points.of(side) + most, before.points.of(side.other)
    return winning(terms).reached(mine - before.further, max(other - takes, 0) - before.further)


def is_there(element: Element, now: Tableau) -> bool:
    """Tell whether ``element`` is on the table: it is not destroyed, scored or arrived, and if it
    only appears later, it has appeared.
    """
    if element.key in now.destroyed or element.key in now.arrived:
        return False
    scored = any((element.key, side) in now.taken for side in SIDES)
    if element.kind is ElementKind.CACHE and scored:
        return False
    return not element.after or element.after in now.destroyed


def list_holdings(
    scenario: Scenario, element: Element, first: Side, side: Side, active: Side
) -> tuple[Held, ...]:
    """Return the ways of holding ``element`` that can score for ``side`` at the end of a turn of
    ``active``.

    Holding a cache takes a model's Combat Action, which only the active player's models have.
    """
    if element.kind is ElementKind.CACHE and side is not active:
        return ()
    needed = {
        need.held
        for way in scenario.ways
        if _seats(way.seat, first, side)
        for need in way.needs
        if need.key == element.key
    }
    controlled, dominated = (points_for(element, first, side, held) for held in ZONE_OR_FLAG)
    if controlled:
        needed.add(Held.CONTROLLED)
    if dominated > controlled or _takes(element, first, side):
        needed.add(Held.DOMINATED)
    needed.discard(Held.DESTROYED)
    if element.journey and element.owner.side(first) is side:
        needed.add(Held.ARRIVED)
    if side in destroyers(scenario, element, first):
        needed.add(Held.DESTROYED)
    return tuple(held for held in Held if held in needed)


def destroyers(scenario: Scenario, element: Element, first: Side) -> tuple[Side, ...]:
    """Return the sides that may have destroyed an objective that matters for scoring: its
    enemies.
    """
    needed = any(
        need == Need(Held.DESTROYED, element.key) for way in scenario.ways for need in way.needs
    )
    if element.kind is not ElementKind.OBJECTIVE or not (element.destroyed or needed):
        return ()
    return tuple(side for side in Side if element.owner.side(first) is not side)


def points_for(element: Element, first: Side, side: Side, held: Held) -> int:
    """Return the control points that ``side`` scores for holding ``element`` as in ``held``,
    without regard to other elements.
    """
    mine = element.owner.side(first) is side
    control, dominate = (
        (element.own_control, element.own_dominate) if mine else (element.control, element.dominate)
    )
    match held:
        case Held.DESTROYED:
            return 0 if mine else element.destroyed
        case Held.CONTROLLED:
            return control if _seats(element.scored_by, first, side) else 0
        case Held.DOMINATED:
            return max(control, dominate) if _seats(element.scored_by, first, side) else 0
        case Held.CONTESTED | Held.MET | Held.ARRIVED:
            return 0
        case _:
            assert_never(held)


def worth_now(element: Element, first: Side, side: Side, held: Held, now: Tableau) -> int:
    """Return the control points that ``side`` scores for holding ``element`` as in ``held`` in the
    present state of the table: more once a countdown has ended (SR2026, High Stakes).
    """
    value = points_for(element, first, side, held)
    ended = element.countdown is not None and countdown_left(element, now) == 0
    return value + element.countdown.at_zero if value and ended and element.countdown else value


def _takes(element: Element, first: Side, side: Side) -> int:
    return element.own_dominate_takes if element.owner.side(first) is side else 0


def _seats(seat: Seat, first: Side, side: Side) -> bool:
    return seat.side(first) in {None, side}


def _winner(terms: GameRules, now: Tableau) -> Side | None:
    """Return the side that has the scenario win. If both sides have reached it, return the side
    with more points.
    """
    if not terms.scenario.wins:
        return None
    red, blue = now.points.red - now.further, now.points.blue - now.further
    win = winning(terms)
    if red == blue:
        return None
    ahead, mine, other = (Side.RED, red, blue) if red > blue else (Side.BLUE, blue, red)
    return ahead if win.reached(mine, other) else None


def _course(
    terms: GameRules, first: Side, scores: Scores, steps: int
) -> Iterator[tuple[int, Tableau]]:
    """Yield each scored step of the first ``steps``, in order of play, with the score after it."""
    now = NOT_SCORED
    for step in sorted(step for step in scores if step < steps):
        now = _after(terms, first, now, scores[step])
        yield step, now


def _after(terms: GameRules, first: Side, now: Tableau, score: ScoreTurn) -> Tableau:
    """Return the score after one more turn. The result is remembered, because every later turn asks
    for it again.
    """
    return _after_turn(hash((score.game, score.step)), terms, first, now, score)


@remember_same
def _after_turn(
    _turn: int, terms: GameRules, first: Side, now: Tableau, score: ScoreTurn
) -> Tableau:
    active = owner(first, score.step)
    if score.kill_box and kill_box_counts(terms, score.step):
        given = now.points.of(active.other) + terms.kill_box.points
        now = replace(now, points=now.points.put(active.other, given))
    if not scores_elements(terms, score.step):
        return now
    counts = _settle(score.holdings, None if terms.victory.both_secure else active)
    held = [holding for holding in counts if holding.key not in now.destroyed]
    if fallen := {holding.key for holding in held if holding.held is Held.DESTROYED}:
        now = replace(now, destroyed=now.destroyed | fallen)
    if score.counted:
        now = replace(now, counters=_counters(now.counters, score.counted))
    if score.points is None:
        now = _score_holdings(terms.scenario, first, now, held)
    else:
        now = _overrule(terms.scenario, first, now, held, score.points)
    if any(element.tokens or element.journey for element in terms.scenario.elements):
        now = _after_scoring(terms.scenario, first, now, held, by_hand=score.points is not None)
    return _reopen_scoring(terms, now)


def _counters(before: Mapping[str, int], counted: Sequence[Counted]) -> Mapping[str, int]:
    after = dict(before)
    for one in counted:
        after[one.key] = after.get(one.key, 0) + one.number
    return after


def _after_scoring(
    scenario: Scenario, first: Side, now: Tableau, held: Sequence[Holding], *, by_hand: bool
) -> Tableau:
    """Return the score after tokens and moves, which follow the scoring of a turn. Points that were
    set ``by_hand`` already include the points for tokens and moves.
    """
    reached = {
        element.owner.side(first): element.tokens.points
        for element in scenario.elements
        if element.tokens and now.counter(element.key) >= element.tokens.needed
    }
    gained = [] if now.race_is_over or len(reached) > 1 else [*reached.items()]
    arrived = [
        element
        for holding in held
        if holding.held is Held.ARRIVED and (element := scenario.element(holding.key)) is not None
    ]
    gained += [(one.owner.side(first), one.journey.points) for one in arrived if one.journey]
    points = now.points
    for side, more in [] if by_hand else [(side, more) for side, more in gained if side]:
        points = points.put(side, points.of(side) + more)
    return replace(
        now,
        points=points,
        race_is_over=now.race_is_over or bool(reached),
        arrived=now.arrived | {element.key for element in arrived},
    )


def _overrule(
    scenario: Scenario, first: Side, now: Tableau, held: Sequence[Holding], given: Pair[int]
) -> Tableau:
    """Add the points that the organizer set. If a side was given any points, the elements that it
    holds and that score only once are used up for it.
    """
    spent = _score_holdings(scenario, first, now, held).taken - now.taken
    taken = now.taken | {(key, side) for key, side in spent if given.of(side)}
    points = Pair(*map(sum, zip(now.points, given, strict=True)))
    return replace(now, points=points, taken=taken)


def _score_holdings(
    scenario: Scenario, first: Side, now: Tableau, held: Sequence[Holding]
) -> Tableau:
    """Score a turn's elements and its ways of scoring. Holdings that take points away from the
    opponent come first, then those that score points.
    """
    if not held and not scenario.ways:
        return now
    points, taken = _taken_away(scenario, first, now.points, held), now.taken
    for side in SIDES:
        mine = [holding for holding in held if holding.side is side]
        ways = _ways_met(scenario, first, now.destroyed, mine, side) if scenario.ways else ()
        scored = _ways_points(ways)
        for element, value in _values(scenario, first, now, mine, side):
            full = scenario.most_a_turn and scored >= scenario.most_a_turn
            if value and not full and not (element.once and (element.key, side) in taken):
                scored += value
                taken |= {(element.key, side)} if element.once else set()
        points = points.put(side, points.of(side) + scored)
    return replace(now, points=points, taken=taken)


def _settle(holdings: Sequence[Holding], alone: Side | None) -> Sequence[Holding]:
    """Return the holdings that count, without repetitions. If both sides hold an element, only
    ``alone`` scores it; None lets both score it.
    """
    if len(holdings) < 2:
        return holdings
    if alone is None:
        return [*dict.fromkeys(holdings)]
    theirs = {
        holding.key
        for holding in holdings
        if holding.side is alone and holding.held in ZONE_OR_FLAG
    }
    return [
        fromkey
        for fromkey in dict.fromkeys(holdings)
        if fromkey.side is alone or fromkey.held not in ZONE_OR_FLAG or fromkey.key not in theirs
    ]


def _taken_away(
    scenario: Scenario, first: Side, points: Pair[int], held: Iterable[Holding]
) -> Pair[int]:
    """Return the points after each side's domination has taken points from the opponent, before
    anything is scored.
    """
    for holding in held:
        element = scenario.element(holding.key) if holding.held is Held.DOMINATED else None
        if element is not None:
            left = points.of(holding.side.other) - _takes(element, first, holding.side)
            points = points.put(holding.side.other, max(left, 0))
    return points


def _values(
    scenario: Scenario, first: Side, now: Tableau, mine: Sequence[Holding], side: Side
) -> Iterable[tuple[Element, int]]:
    """Return the elements that score by themselves for ``side``, each with its points."""
    best: dict[str, tuple[Element, int]] = {}
    for holding in mine:
        if element := scenario.element(holding.key):
            value = worth_now(element, first, side, holding.held, now)
            _, before = best.get(holding.key, (element, value))
            best[holding.key] = element, max(value, before)
    return best.values()


def _ways_met(
    scenario: Scenario, first: Side, fallen: Set[str], mine: Sequence[Holding], side: Side
) -> Iterator[Way]:
    for way in scenario.ways:
        met = sum(_is_met(need, fallen, mine) for need in way.needs)
        if _seats(way.seat, first, side) and met >= (way.least or len(way.needs)):
            yield way


def _ways_points(ways: Iterable[Way]) -> int:
    """Return the points for these ways of scoring, all of which are met: the points of the best
    ordinary way, plus the points of each way that is added to others.
    """
    met = list(ways)
    best = max((way.points for way in met if not way.adds), default=0)
    return best + sum(way.points for way in met if way.adds)


def _is_met(need: Need, fallen: Set[str], mine: Sequence[Holding]) -> bool:
    """Tell whether a need is met. Dominating includes controlling, and either includes
    contesting.
    """
    has = {holding.held for holding in mine if holding.key == need.key}
    match need.held:
        case Held.DESTROYED:
            return need.key in fallen
        case Held.CONTROLLED:
            return not has.isdisjoint(ZONE_OR_FLAG)
        case Held.CONTESTED:
            return bool(has)
        case Held.DOMINATED | Held.MET | Held.ARRIVED:
            return need.held in has
        case _:
            assert_never(need.held)


def _reopen_scoring(terms: GameRules, now: Tableau) -> Tableau:
    """Raise the win level, and let elements that score once score again, if both sides have reached
    the level in the same turn.
    """
    win, level = winning(terms), now.points.red == now.points.blue
    if not (terms.scenario.reopens and level and now.points.red - now.further >= win.points):
        return now
    return replace(now, taken=frozenset(), further=now.further + win.points)
