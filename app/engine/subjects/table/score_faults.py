"""Faults of a turn's scoring, in sentences for the players."""

from collections.abc import Iterator, Mapping
from itertools import chain

from app.engine import wording
from app.engine.acts.table import Counted, Holding, ScoreTurn
from app.engine.language import by_number, packet_text, say, within
from app.engine.packet.scenario import Element, ElementKind, Held
from app.engine.side import Pair, Side
from app.engine.table import scoring, turns
from app.engine.table.game import Game, last_scored, sole_scorer
from app.engine.text import join_words


def score_fault(game: Game, command: ScoreTurn) -> str:
    """Return why a scoring is not possible; empty if it is."""
    terms, play, step = game.terms, game.play, command.step
    last = last_scored(terms, play)
    if play.clock is None or not turns.FIRST_TURN_STEP <= step <= last:
        return wording.ONLY_PLAYED_TURNS_ARE_SCORED
    before = play.scores.get(step)
    if command.by is not None and before is not None and before.overrules:
        return str(wording.ORGANIZER_HAS_SET_POINTS)
    if command.kill_box and not scoring.kill_box_counts(terms, step):
        return wording.KILL_BOX_DOES_NOT_COUNT.format(turn=within(turns.step_name(step)))
    if terms.victory.points_at_end and (play.ending is None or step < last):
        return wording.POINTS_COME_AT_THE_END
    scored = command.holdings or command.points or command.counted
    if scored and not scoring.scores_elements(terms, step):
        first = terms.victory.scoring_from_turn
        return wording.SCORING_STARTS_LATER.format(turn=first)
    scorer = sole_scorer(game, step)
    others = [held for held in command.holdings if held.side is not scorer]
    if scorer is not None and (others or command.kill_box or command.counted):
        return wording.ONLY_THE_OPPONENT_SCORES.format(side=scorer.colour)
    if command.points is not None and min(command.points) < 0:
        return say("Control points cannot be negative.")
    if command.points is not None and terms.scenario.elements and not command.reason.strip():
        return say("Say why the points differ from what the elements add up to.")
    faults = (_holding_fault(game, step, held) for held in command.holdings)
    counts = _counted_faults(game, command)
    return next((fault for fault in chain(faults, counts) if fault), "")


def domination_fault(game: Game, holdings: tuple[Holding, ...], casters: Pair[int]) -> str:
    """Return why a side cannot dominate as many elements as were entered; empty if it can.

    One caster dominates one element (SR2014 and SR2015, dominate).
    """
    if not game.terms.victory.one_domination:
        return ""
    names = {element.key: packet_text(element.name) for element in game.terms.scenario.elements}
    return next(_too_many(names, holdings, casters), "")


def _too_many(
    names: Mapping[str, str], holdings: tuple[Holding, ...], casters: Pair[int]
) -> Iterator[str]:
    for side in Side:
        dominated = [
            names.get(fromkey.key, fromkey.key)
            for fromkey in dict.fromkeys(holdings)
            if fromkey.side is side and fromkey.held is Held.DOMINATED
        ]
        most = max(casters.of(side), 1)
        if len(dominated) > most:
            elements = join_words(dominated)
            yield by_number(wording.TOO_MANY_DOMINATED, most, side=side.colour, elements=elements)


def removal_fault(game: Game, key: str) -> str:
    """Return why ``key`` cannot be the element that leaves the table; empty if it can."""
    scenario = game.terms.scenario
    if key not in scenario.vanishing:
        return wording.NOTHING_SUCH_LEAVES.format(key=key, scenario=scenario.name)
    if game.play.clock is None or game.play.step <= turns.FIRST_TURN_STEP + 1:
        return str(wording.LEAVES_AFTER_THE_FIRST_TURNS)
    if any(holding.key == key for score in game.play.scores.values() for holding in score.holdings):
        return wording.SCORED_ALREADY
    return ""


def _holding_fault(game: Game, step: int, held: Holding) -> str:
    scenario = game.terms.scenario
    if held.held is Held.MET:
        known = scenario.condition(held.key) is not None
        return (
            "" if known else wording.NO_SUCH_CONDITION.format(scenario=scenario.name, key=held.key)
        )
    element = scenario.element(held.key)
    if element is None:
        return wording.NO_SUCH_ELEMENT.format(scenario=scenario.name, key=held.key)
    return _element_fault(game, step, element, held)


def _counted_faults(game: Game, command: ScoreTurn) -> Iterator[str]:
    """Yield why the tokens and moves of a turn are not possible (SR2026, scenarios)."""
    scenario, first = game.terms.scenario, game.play.first
    now = scoring.tableau(game.terms, first, game.play.scores, command.step)
    ended = [
        one
        for one in command.counted
        if (element := scenario.element(one.key)) is not None and element.countdown
    ]
    choosers = max(len(_fuse_holders(game, command)), 1)
    keys = {one.key for one in command.counted}
    if len(ended) > choosers or len(keys) < len(command.counted):
        yield wording.COUNTED_TWICE
    for one in command.counted:
        element = scenario.element(one.key)
        if element is None or not (element.countdown or element.tokens or element.journey):
            yield wording.NO_SUCH_ELEMENT.format(scenario=packet_text(scenario.name), key=one.key)
        elif one.number < 1:
            yield wording.NOTHING_WAS_COUNTED.format(element=packet_text(element.name))
        elif not scoring.is_there(element, now):
            yield wording.NOT_ON_THE_TABLE.format(element=packet_text(element.name))
        elif element.countdown:
            yield _countdown_fault(game, command, element, one, now, others=len(ended) - 1)
        else:
            yield _owner_fault(game, command, element, one)
    for held in command.holdings:
        element = scenario.element(held.key)
        if held.held is Held.ARRIVED and element is not None:
            yield _owner_fault(game, command, element, Counted(element.key, 1))


def _fuse_holders(game: Game, command: ScoreTurn) -> set[Side]:
    fuse = game.terms.scenario.fuse
    return {
        held.side
        for held in command.holdings
        if fuse is not None and held.key == fuse.key and held.held in scoring.ZONE_OR_FLAG
    }


def _countdown_fault(
    game: Game,
    command: ScoreTurn,
    element: Element,
    one: Counted,
    now: scoring.Tableau,
    *,
    others: int,
) -> str:
    """Return why a countdown cannot lose that many tokens; empty if it can. ``others`` is the
    number of other countdowns that lose tokens in the turn; each of them takes up one side's
    choice.
    """
    fuse = game.terms.scenario.fuse
    if fuse is None:
        return wording.NOTHING_TAKES_TOKENS
    name = packet_text(element.name)
    choosers = len(_fuse_holders(game, command))
    most = fuse.sides * max(choosers - others, 1) if choosers else 1
    if scoring.countdown_left(element, now) == 0:
        return wording.COUNTDOWN_HAS_ENDED.format(element=name)
    if one.number > most:
        return wording.AT_MOST_SO_MANY_TOKENS.format(most=most, element=name)
    return ""


def _owner_fault(game: Game, command: ScoreTurn, element: Element, one: Counted) -> str:
    """Return why the owner of ``element`` cannot add that token or move it that far; empty if they
    can.
    """
    side = element.owner.side(game.play.first)
    name = packet_text(element.name)
    holds = any(
        held.key == element.key and held.side is side and held.held in scoring.ZONE_OR_FLAG
        for held in command.holdings
    )
    if side is None or not holds:
        return wording.ONLY_ITS_OWNER_WHO_HOLDS_IT.format(element=name)
    if element.tokens:
        return wording.AT_MOST_SO_MANY_TOKENS.format(most=1, element=name) if one.number > 1 else ""
    most = scoring.may_move(game.terms.scenario, element, command.holdings, side)
    return "" if one.number <= most else wording.MOVES_AT_MOST.format(element=name, inches=most)


def _element_fault(game: Game, step: int, element: Element, held: Holding) -> str:
    play = game.play
    now = scoring.tableau(game.terms, play.first, play.scores, step)
    if element.key in now.destroyed:
        return wording.WAS_DESTROYED_EARLIER.format(element=packet_text(element.name))
    if element.key == play.removed or not scoring.is_there(element, now):
        return wording.NOT_ON_THE_TABLE.format(element=packet_text(element.name))
    if (element.key, held.side) in now.taken:
        return wording.WAS_SCORED_EARLIER.format(element=packet_text(element.name))
    active = turns.owner(play.first, step)
    cache = element.kind is ElementKind.CACHE
    if cache and element.owner.side(play.first) is held.side:
        return wording.OWN_CACHE.format(element=packet_text(element.name), side=held.side.colour)
    if cache and held.side is not active:
        return wording.CACHE_IN_ONES_OWN_TURN.format(
            element=packet_text(element.name), side=held.side.colour
        )
    if held.held not in scoring.list_holdings(
        game.terms.scenario, element, play.first, held.side, active
    ):
        return wording.CANNOT_SCORE_SO.format(
            side=held.side.colour, element=packet_text(element.name)
        )
    return ""
