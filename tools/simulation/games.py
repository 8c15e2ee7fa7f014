"""Checks one played game by independent sums: points, winner, objectives, army at the table.

It uses none of the engine's rules, only the game's marks and the packet's figures.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from app.engine.acts.results import How, Result
from app.engine.acts.table import (
    ChooseObjective,
    ClockStarted,
    Holding,
    ScoreTurn,
    TakeExtension,
    TurnEnded,
)
from app.engine.packet.packet import GameRules, Packet, Tiebreak
from app.engine.packet.scenario import Element, ElementKind, Held, Scenario, Seat, Way
from app.engine.side import Pair, Side
from app.engine.table.game import Game

FIRST_TURN = 4
"""The first step after deployment, which has the steps 0 to 3. Even steps are the first
player's.
"""


class Tally(Struct):
    """The control points, added up turn by turn."""

    red: int = 0
    blue: int = 0
    fallen: set[str] = field(default_factory=set)
    spent: set[tuple[str, Side]] = field(default_factory=set)
    further: int = 0
    counted: dict[str, int] = field(default_factory=dict)
    """The tokens removed from an element or added to it, or the inches that it was moved, by the
    element's key.
    """
    raced: bool = False
    """True if the race for tokens has been decided."""

    def of(self, side: Side) -> int:
        return self.red if side is Side.RED else self.blue

    def add(self, side: Side, points: int) -> None:
        if side is Side.RED:
            self.red = max(self.red + points, 0)
        else:
            self.blue = max(self.blue + points, 0)


def game_faults(packet: Packet, game: Game, result: Result | None) -> Iterator[str]:
    """Yield sentences about everything in the game's record that breaks the packet's rules."""
    yield from point_faults(game)
    if result is not None:
        yield from winner_faults(game, result)
    yield from objective_faults(packet, game)
    yield from extension_faults(game)


def points_by_hand(terms: GameRules, first: Side, scores: Mapping[int, ScoreTurn]) -> Tally:
    """Return the control points of these turns, added up turn by turn."""
    tally = Tally()
    for step in sorted(scores):
        _add_turn(terms, first, tally, scores[step])
    return tally


def _add_turn(terms: GameRules, first: Side, tally: Tally, score: ScoreTurn) -> None:
    scenario, active = terms.scenario, _whose(first, score.step)
    turn = (score.step - FIRST_TURN) // 2 + 1
    if score.kill_box and scenario.kill_box and turn >= terms.kill_box.from_turn:
        tally.add(active.other, terms.kill_box.points)
    if score.step < FIRST_TURN + 2 * (terms.victory.scoring_from_turn - 1) + 1:
        return
    alone = None if terms.victory.both_secure else active
    held = _counting(score.holdings, alone, tally.fallen)
    tally.fallen |= {holding.key for holding in held if holding.held is Held.DESTROYED}
    for one in score.counted:
        tally.counted[one.key] = tally.counted.get(one.key, 0) + one.number
    if score.points is not None:
        _add_given(scenario, first, tally, held, score.points)
    else:
        for holding in held:
            element = _element(scenario, holding.key)
            if element and holding.held is Held.DOMINATED and _owns(element, first, holding.side):
                tally.add(holding.side.other, -element.own_dominate_takes)
        for side in Side:
            points, once = _turn_of(scenario, first, tally, held, side)
            tally.add(side, points)
            tally.spent |= once
    _add_after(scenario, first, tally, held, by_hand=score.points is not None)
    win = scenario.win or terms.victory.win
    if scenario.reopens and tally.red == tally.blue and tally.red - tally.further >= win.points:
        tally.spent.clear()
        tally.further += win.points


def _add_after(
    scenario: Scenario, first: Side, tally: Tally, held: Sequence[Holding], *, by_hand: bool
) -> None:
    """Add the points that tokens and arrivals score after the turn (SR2026)."""
    ready: dict[Side, int] = {}
    for element in scenario.elements:
        goal = element.tokens
        if goal and tally.counted.get(element.key, 0) >= goal.needed:
            ready[_seated(element.owner, first)] = goal.points
    if ready and not tally.raced:
        tally.raced = True
        for side, points in ready.items() if len(ready) == 1 and not by_hand else ():
            tally.add(side, points)
    for holding in held:
        element_ = _element(scenario, holding.key)
        if holding.held is Held.ARRIVED and element_ and element_.journey:
            tally.fallen.add(element_.key)
            tally.add(holding.side, 0 if by_hand else element_.journey.points)


def _add_given(
    scenario: Scenario, first: Side, tally: Tally, held: Sequence[Holding], given: Pair[int]
) -> None:
    for side in Side:
        _, once = _turn_of(scenario, first, tally, held, side)
        if given.of(side):
            tally.spent |= once
    for side in Side:
        tally.add(side, given.of(side))


def _counting(holdings: Sequence[Holding], alone: Side | None, fallen: set[str]) -> list[Holding]:
    """Return the holdings that score. If both sides would score an element, only the holding of the
    side ``alone`` counts. Elements that have left the table score nothing.
    """
    strong = {Held.CONTROLLED, Held.DOMINATED}
    taken = {each.key for each in holdings if each.side is alone and each.held in strong}
    kept = []
    for each in holdings:
        beaten = each.side is not alone and each.held in strong and each.key in taken
        if not beaten and each.key not in fallen and each not in kept:
            kept.append(each)
    return kept


def _turn_of(
    scenario: Scenario, first: Side, tally: Tally, held: Sequence[Holding], side: Side
) -> tuple[int, set[tuple[str, Side]]]:
    """Return a side's points of one turn, and the elements that gave points in it but do so only
    once, each with the side.
    """
    mine = [each for each in held if each.side is side]
    met = [way for way in scenario.ways if _met(way, first, tally.fallen, mine, side)]
    single = [way.points for way in met if not way.adds]
    points, once = max(single, default=0) + sum(way.points for way in met if way.adds), set()
    for key in dict.fromkeys(each.key for each in mine):
        element = _element(scenario, key)
        if element is None:
            continue
        value = max(_value(element, first, side, each.held) for each in mine if each.key == key)
        down = element.countdown
        if value and down and tally.counted.get(key, 0) >= down.tokens:
            value += down.at_zero
        full = scenario.most_a_turn > 0 and points >= scenario.most_a_turn
        if not value or full or (element.once and (key, side) in tally.spent):
            continue
        points += value
        if element.once:
            once.add((key, side))
    return points, once


def _value(element: Element, first: Side, side: Side, held: Held) -> int:
    own = _owns(element, first, side)
    if held is Held.DESTROYED:
        return 0 if own else element.destroyed
    seat = element.scored_by
    if seat is not Seat.NEUTRAL and _seated(seat, first) is not side:
        return 0
    control = element.own_control if own else element.control
    dominate = element.own_dominate if own else element.dominate
    if held is Held.CONTROLLED:
        return control
    return max(control, dominate) if held is Held.DOMINATED else 0


def _met(way: Way, first: Side, fallen: set[str], mine: Sequence[Holding], side: Side) -> bool:
    if way.seat is not Seat.NEUTRAL and _seated(way.seat, first) is not side:
        return False
    so_many = 0
    for need in way.needs:
        has = {each.held for each in mine if each.key == need.key}
        enough = {
            Held.DESTROYED: need.key in fallen,
            Held.CONTROLLED: bool(has & {Held.CONTROLLED, Held.DOMINATED}),
            Held.CONTESTED: bool(has),
            Held.DOMINATED: Held.DOMINATED in has,
            Held.MET: Held.MET in has,
            Held.ARRIVED: Held.ARRIVED in has,
        }
        so_many += enough[need.held]
    return so_many >= (way.least or len(way.needs))


def _element(scenario: Scenario, key: str) -> Element | None:
    return next((element for element in scenario.elements if element.key == key), None)


def _whose(first: Side, step: int) -> Side:
    return first if step % 2 == 0 else first.other


def _seated(seat: Seat, first: Side) -> Side:
    return first if seat is Seat.FIRST else first.other


def _owns(element: Element, first: Side, side: Side) -> bool:
    return element.owner is not Seat.NEUTRAL and _seated(element.owner, first) is side


def scores_of(game: Game) -> dict[int, ScoreTurn]:
    """Return the score that counts for each turn: the last one entered, except that the organizer's
    own points take precedence over the players'.
    """
    scores: dict[int, ScoreTurn] = {}
    for mark in game.marks:
        if not isinstance(mark, ScoreTurn):
            continue
        before = scores.get(mark.step)
        ruled = before is not None and before.by is None and bool(before.reason) and before.points
        if not ruled or mark.by is None:
            scores[mark.step] = mark
    return scores


def point_faults(game: Game) -> Iterator[str]:
    """Yield sentences about control points at the table that differ from those of its turns."""
    clock, ending = game.play.clock, game.play.ending
    if clock is None:
        return
    last = ending.step if ending else game.play.step - 1
    gave_up = ending is not None and ending.how in {
        How.CONCESSION,
        How.DISQUALIFICATION,
        How.GAME_LOSS,
    }
    if gave_up and game.terms.concession.finished_turns:
        last -= 1  # SR2017: the turn in which a player concedes is not scored
    scores = {step: score for step, score in scores_of(game).items() if step <= last}
    tally = points_by_hand(game.terms, game.play.first, scores)
    if (tally.red, tally.blue) != tuple(game.points):
        shown = f"{game.points.red}–{game.points.blue}"
        yield f"the table shows {shown}, its turns come to {tally.red}–{tally.blue}"


def winner_faults(game: Game, result: Result) -> Iterator[str]:
    """Yield sentences about a result that contradicts the numbers by which it is said to be
    decided.
    """
    ending = game.play.ending
    if game.reported is not None or ending is None or ending.ruled:
        return  # the organizer's word
    if ending.scores_on:
        yield from _clock_out_faults(game, result)
        return
    if result.how is How.SCENARIO and not ending.length:
        winner = _leader(game, ending.step)
        if winner is not result.winner:
            yield f"a scenario win of {_name(result.winner)}, by the points it is {_name(winner)}"
    if result.how is How.SCENARIO and ending.length:
        ahead = _more(game.points)
        if ahead is not result.winner:
            yield f"{_name(result.winner)} wins on length, but {_name(ahead)} leads"
    order = game.terms.victory.at_length if ending.length else game.terms.victory.unfinished
    reached = {
        How.CASTERS: Tiebreak.CASTERS,
        How.CONTROL_POINTS: Tiebreak.CONTROL_POINTS,
        How.AREA: Tiebreak.AREA,
        How.ARMY_LEFT: Tiebreak.ARMY_LEFT,
        How.PRESENCE: Tiebreak.PRESENCE,
        How.ARMY_POINTS_DESTROYED: Tiebreak.ARMY_POINTS_DESTROYED,
    }.get(result.how)
    if reached is not None and reached not in order:
        yield f"{result.how.value} is no tiebreak here"
    if ending.how is not None or (reached is None and result.how is not How.TIE):
        return
    for tiebreak in order:
        numbers = _numbers(game, tiebreak)
        ahead = _more(numbers) if numbers else None
        if tiebreak is reached:
            if ahead is not result.winner:
                yield f"{_name(result.winner)} wins by {reached.value}, but {_name(ahead)} has more"
            return
        if ahead is not None:
            yield f"{result.how.value} decided, but {tiebreak.value} comes before it and differs"
            return


def _clock_out_faults(game: Game, result: Result) -> Iterator[str]:
    """Yield sentences about faults after a clock ran out. The player who still had time must win,
    and the points decide whether this is a win by scenario (SR2026, tournament timing).
    """
    ending, winner = game.play.ending, result.winner
    if ending is None or winner is None:
        yield "nobody won, although a clock ran out"
        return
    lead = game.points.of(winner) - game.points.of(winner.other)
    needed = 3 if _whose(game.play.first, ending.step) is winner else 1
    possible = needed == 1 or game.terms.scenario.wins
    how = How.SCENARIO if lead >= needed and possible else How.CLOCK_OUT
    if result.how is not how:
        yield f"out of time {lead} points apart is {how.value}, not {result.how.value}"


def _leader(game: Game, last: int) -> Side | None:
    win = game.terms.scenario.win or game.terms.victory.win
    entered = scores_of(game)
    on_the_way = game.terms.victory.on_opponents_turn
    scores: dict[int, ScoreTurn] = {}
    for step in range(FIRST_TURN, last + 1) if on_the_way else sorted(entered):
        if step > last:
            break
        if step in entered:
            scores[step] = entered[step]
        tally = points_by_hand(game.terms, game.play.first, scores)
        red, blue = tally.red - tally.further, tally.blue - tally.further
        ahead = Side.RED if red > blue else Side.BLUE
        own = game.terms.victory.on_opponents_turn and ahead is _whose(game.play.first, step)
        enough = max(red, blue) >= win.points and abs(red - blue) >= win.lead
        if red != blue and enough and not own and game.terms.scenario.wins:
            return ahead
    return None


def _numbers(game: Game, tiebreak: Tiebreak) -> Pair[int] | None:
    tally, ending = game.play.tally, game.play.ending
    if tiebreak is Tiebreak.CONTROL_POINTS:
        return game.points
    if tally is None:
        return None
    if tiebreak is Tiebreak.CASTERS:
        gone = ending is not None and ending.casters_gone
        return None if gone else tally.casters
    return tally.apd if tiebreak is Tiebreak.ARMY_POINTS_DESTROYED else tally.presence


def _more(numbers: Pair[int]) -> Side | None:
    if numbers.red == numbers.blue:
        return None
    return Side.RED if numbers.red > numbers.blue else Side.BLUE


def _name(side: Side | None) -> str:
    return side.colour if side else "nobody"


def objective_faults(packet: Packet, game: Game) -> Iterator[str]:
    """Yield sentences about faults in objectives. They must be the packet's, chosen before the
    clock starts, and only be chosen if some are offered.
    """
    started = [mark.at_ms for mark in game.marks if isinstance(mark, ClockStarted)]
    elements = game.terms.scenario.elements
    stand = any(element.kind is ElementKind.OBJECTIVE for element in elements)
    for mark in game.marks:
        if not isinstance(mark, ChooseObjective) or mark.by is None:
            continue
        if mark.name and mark.name not in packet.lists.objectives:
            yield f"{mark.side.colour} has the objective {mark.name} of another packet"
        if mark.name and not stand:
            yield f"{mark.side.colour} has an objective in a scenario without any"
        if started and mark.at_ms > started[0]:
            yield f"{mark.side.colour} chose an objective after the clock was started"


def extension_faults(game: Game) -> Iterator[str]:
    """Yield sentences about sides that took more extensions than the time allows, or two in one
    turn.
    """
    allowed, ended = game.terms.time.extensions, 0
    taken: dict[Side, list[int]] = {side: [] for side in Side}
    for mark in game.marks:
        if isinstance(mark, TurnEnded):
            ended += 1
        elif isinstance(mark, TakeExtension):
            taken[mark.side].append(ended)
    for side, turns in taken.items():
        if len(turns) > allowed:
            yield f"{side.colour} took {len(turns)} extensions of {allowed}"
        if len(set(turns)) < len(turns):
            yield f"{side.colour} took two extensions in one turn"
