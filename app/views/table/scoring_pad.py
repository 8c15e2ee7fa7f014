"""The scoring pad of one turn as plain rows, and the meanings of its buttons."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from app.engine import wording
from app.engine.acts.table import Holding
from app.engine.frozen import memoized_pairs, replace
from app.engine.language import packet_text, say
from app.engine.packet.reference import Briefing
from app.engine.packet.scenario import Condition, Element, ElementKind, Held, Need, Scenario, Win
from app.engine.side import Pair, Side
from app.engine.table import scoring, turns
from app.engine.table.game import Game, last_scored, sole_scorer
from app.engine.table.objectives import element_name
from app.engine.table.sentences import step_words
from app.engine.text import join_words
from app.views.table.map_places import KillBoxLine, kill_box_line


class CountKind(Enum):
    """The numbers of an element that change at the end of a turn."""

    COUNTDOWN = "countdown"
    TOKENS = "tokens"
    JOURNEY = "journey"


class PadCount(Struct, frozen=True):
    """A number entered for an element in a turn: tokens or inches."""

    key: str
    name: str
    kind: CountKind
    stands: int
    """The number before this turn: of countdown tokens left, of tokens on the element, or of inches
    moved.
    """
    number: int
    """The number that was entered."""
    most: int
    """The greatest number that may be entered."""

    @property
    def words(self) -> str:
        text = {
            CountKind.COUNTDOWN: wording.TOKENS_REMOVED,
            CountKind.TOKENS: wording.TOKENS_ADDED,
            CountKind.JOURNEY: wording.INCHES_MOVED,
        }[self.kind]
        return text.format(element=self.name, stands=self.stands)


EXCLUSIVE = {Held.CONTROLLED, Held.DOMINATED, Held.DESTROYED}


class PadRow(Struct, frozen=True):
    """An element or a condition of the scenario."""

    key: str
    name: str
    kind: ElementKind | None
    """The kind of element; None for a condition."""
    offers: Pair[tuple[Held, ...]]
    """The ways in which each side may hold the element or meet the condition."""
    taken: Pair[bool]
    """True for each side that has scored the element in an earlier turn and can no longer do so."""
    held: tuple[Holding, ...]
    """The holdings that were entered."""

    @property
    def plain(self) -> bool:
        """Tell whether the element or condition can be held or met in only one way."""
        return len({*self.offers.red, *self.offers.blue}) < 2


class PadContents(Struct, frozen=True):
    """The contents of the pad for one turn."""

    step: int
    title: str
    rows: tuple[PadRow, ...]
    scores: bool
    kill_box_of: Side | None
    """The side whose caster may have ended in the kill box; None if that does not count."""
    kill_box: bool
    destroys: bool
    """True if the kill box destroys the caster."""
    caster_left: bool
    """True if the player of a destroyed caster has another one."""
    points: Pair[int]
    """The points of this turn."""
    total: Pair[int]
    """The points of the game including this turn."""
    win: str
    vanishing: tuple[tuple[str, str], ...]
    """The keys and names of the elements among which one has to be removed from the table."""
    removed: str | None
    """The key of the element that left; None until somebody has said which one."""
    scenario: Scenario
    briefing: Briefing
    """The packet's additions to the scenario's map besides the elements."""
    gone: tuple[str, ...]
    """The keys of elements that are not on the table."""
    overruled: Pair[int] | None
    """The points that the players or the organizer entered for the turn; None if the turn was
    scored by elements.
    """
    ruling: str
    """The reason for the organizer's points; empty if they set none."""
    after: str = ""
    """The effect of the scored turn on models, as a sentence. Players enter that effect
    as losses.
    """
    counts: tuple[PadCount, ...] = ()
    box: KillBoxLine | None = None
    """The kill box on the map; None if it does not count."""

    @property
    def by_hand(self) -> bool:
        """Tell whether the players enter the points themselves, because no scoring element is
        known.
        """
        return not self.scenario.elements


def pad(game: Game, step: int) -> PadContents:
    """Return the scoring pad of ``step`` with everything entered for it so far."""
    terms, play = game.terms, game.play
    score = play.scores.get(step)
    sole, active = sole_scorer(game, step), turns.owner(play.first, step)
    boxed = scoring.kill_box_counts(terms, step) and sole is None
    before, after = scoring.around_step(terms, play.first, play.scores, step)
    points = scoring.subtract_points(before, after)
    gone = _list_gone(game, before)
    return PadContents(
        step=step,
        title=wording.THE_GAME if terms.victory.points_at_end else step_words(game, step),
        rows=_rows(game, step, before, gone),
        scores=scoring.scores_elements(terms, step),
        kill_box_of=active if boxed else None,
        kill_box=score is not None and score.kill_box,
        destroys=boxed and terms.kill_box.destroys,
        caster_left=score is not None and score.caster_left,
        points=points,
        total=after.points,
        win=win_words(scoring.winning(terms), wins=terms.scenario.wins),
        vanishing=vanishing(game),
        removed=play.removed,
        scenario=terms.scenario,
        briefing=terms.briefing,
        gone=gone,
        overruled=score.points if score else None,
        ruling=score.reason if score and score.overrules else "",
        after=after_scoring(game, step, points),
        counts=_counts(game, step, before, gone) if sole is None else (),
        box=kill_box_line(terms, step, active) if boxed else None,
    )


def _counts(
    game: Game, step: int, before: scoring.Tableau, gone: tuple[str, ...]
) -> tuple[PadCount, ...]:
    """Return the numbers that change at the end of ``step``, in the order of the packet."""
    if not scoring.scores_elements(game.terms, step):
        return ()
    score = game.play.scores.get(step)
    entered = {one.key: one.number for one in score.counted} if score else {}
    holdings = score.holdings if score else ()
    return tuple(
        PadCount(
            element.key,
            element_name(element, game.play),
            kind,
            scoring.countdown_left(element, before)
            if element.countdown
            else before.counter(element.key),
            entered.get(element.key, 0),
            most_counted(game, element, holdings, before),
        )
        for element in game.terms.scenario.elements
        if element.key not in gone and (kind := _count_kind(element)) is not None
    )


def _count_kind(element: Element) -> CountKind | None:
    if element.countdown:
        return CountKind.COUNTDOWN
    if element.tokens:
        return CountKind.TOKENS
    return CountKind.JOURNEY if element.journey else None


def most_counted(
    game: Game, element: Element, holdings: tuple[Holding, ...], before: scoring.Tableau
) -> int:
    """Return the most tokens or inches that may be entered for ``element`` with these holdings."""
    scenario, side = game.terms.scenario, element.owner.side(game.play.first)
    held = [one for one in holdings if one.held in scoring.ZONE_OR_FLAG]
    if element.countdown:
        fuse = scenario.fuse
        choosers = {one.side for one in held if fuse is not None and one.key == fuse.key}
        most = fuse.sides * len(choosers) if fuse and choosers else 1
        return min(most, scoring.countdown_left(element, before))
    if side is None or not any(one.key == element.key and one.side is side for one in held):
        return 0
    return 1 if element.tokens else scoring.may_move(scenario, element, holdings, side)


def describe_points(cp: int, turn: int) -> str:
    """Return points such as "CP 3", or "CP 3 (+2 this turn)" with those entered for the turn under
    way.
    """
    if not turn:
        return say("CP {cp}", cp=cp)
    return wording.POINTS_AND_THIS_TURN.format(cp=cp, turn=f"{turn:+}")


def after_scoring(game: Game, step: int, gained: Pair[int]) -> str:
    """Return the scenario's effect on the models of players who scored (SR2012, Sacrifice); else
    "".
    """
    rule = packet_text(game.terms.scenario.after_scoring)
    scorers = [side.colour for side in Side if gained.of(side) > 0]
    if not rule or not scorers or not scoring.scores_elements(game.terms, step):
        return ""
    return wording.SCORED_SO_THEN.format(side=join_words(scorers), rule=rule)


def pad_steps(game: Game) -> tuple[int, ...]:
    """Return the steps that can be scored or corrected now, latest first."""
    play = game.play
    if play.clock is None:
        return ()
    final = turns.last_step(game.terms)
    reached = last_scored(game.terms, play)
    if game.terms.victory.points_at_end:
        return (reached,) if play.ending is not None else ()
    last = reached if final is None else min(reached, final)
    return tuple(
        step
        for step in range(last, turns.FIRST_TURN_STEP - 1, -1)
        if scoring.scores_elements(game.terms, step) or scoring.kill_box_counts(game.terms, step)
    )


class TurnPoints(Struct, frozen=True):
    """A finished turn whose points the organizer can correct."""

    step: int
    title: str
    points: Pair[int]
    """The points without the kill box."""
    overruled: bool


def correctable(game: Game) -> tuple[TurnPoints, ...]:
    """Return the turns that can be corrected, latest first."""
    terms, play = game.terms, game.play
    bare = {step: replace(score, kill_box=False) for step, score in play.scores.items()}
    return tuple(
        TurnPoints(
            step,
            step_words(game, step),
            scoring.step_points(terms, play.first, bare, step).map(lambda points: max(points, 0)),
            step in play.scores and play.scores[step].overrules,
        )
        for step in pad_steps(game)
        if scoring.scores_elements(terms, step) and (step < play.step or play.ending is not None)
    )


def press_holding(
    holdings: tuple[Holding, ...], key: str, side: Side | None, held: Held | None
) -> tuple[Holding, ...]:
    """Return the holdings after a press on the button of ``side`` for ``key``; a side of None is
    the button "Nobody".

    A second press undoes the first. Scoring an element replaces whatever either side held of it.
    Both sides may contest the same element, or meet the same condition.
    """
    others = tuple(holding for holding in holdings if holding.key != key)
    if side is None or held is None:
        return others
    mine = Holding(key, side, held)
    entered = tuple(holding for holding in holdings if holding.key == key)
    if mine in entered:
        kept = (one for one in entered if one != mine and one.held is not Held.ARRIVED)
        return (*others, *kept)
    if held is Held.ARRIVED:
        return (*others, *entered, mine)
    if held in EXCLUSIVE:
        return (*others, mine)
    remaining = tuple(
        holding for holding in entered if holding.side is not side and holding.held not in EXCLUSIVE
    )
    return (*others, *remaining, mine)


def win_words(win: Win, *, wins: bool = True) -> str:
    """Return the winning condition of a scenario, such as "6 ahead wins", "5 points and a lead
    win", "First to 2 wins".
    """
    if not wins:
        return wording.NO_LEAD_WINS_HERE
    if not win.points:
        return wording.MORE_POINTS_WIN
    if win.lead > 1:
        return wording.SO_MANY_AHEAD_WINS.format(lead=win.lead)
    return (
        wording.POINTS_AND_THE_LEAD_WIN.format(points=win.points)
        if win.lead
        else wording.FIRST_TO_SO_MANY_WINS.format(points=win.points)
    )


def _list_gone(game: Game, before: scoring.Tableau) -> tuple[str, ...]:
    """Return the elements that are off the table when the step after ``before`` is scored."""
    return tuple(
        element.key
        for element in game.terms.scenario.elements
        if element.key == game.play.removed or not scoring.is_there(element, before)
    )


def _rows(
    game: Game,
    step: int,
    before: scoring.Tableau,
    gone: tuple[str, ...],
) -> tuple[PadRow, ...]:
    play, scenario = game.play, game.terms.scenario
    score = play.scores.get(step)
    entered = score.holdings if score else ()
    elements = [
        _element_row(game, step, element, entered, before)
        for element in scenario.elements
        if element.key not in gone
    ]
    conditions = [
        _condition_row(scenario, play.first, condition, entered)
        for condition in scenario.conditions
    ]
    rows = [*elements, *conditions]
    return tuple(row for row in rows if row.offers.red or row.offers.blue)


def _element_row(
    game: Game,
    step: int,
    element: Element,
    entered: tuple[Holding, ...],
    before: scoring.Tableau,
) -> PadRow:
    first, sole = game.play.first, sole_scorer(game, step)
    offered = _offers(game.terms.scenario, first)[(element.key, turns.owner(first, step))]
    return PadRow(
        key=element.key,
        name=element_name(element, game.play),
        kind=element.kind,
        offers=Pair(*(offered.of(side) if sole in {None, side} else () for side in Side)),
        taken=Pair(*((element.key, side) in before.taken for side in Side)),
        held=tuple(holding for holding in entered if holding.key == element.key),
    )


@memoized_pairs
def _offers(scenario: Scenario, first: Side) -> Mapping[tuple[str, Side], Pair[tuple[Held, ...]]]:
    """Return how each side may hold each element at the end of a side's turns."""
    return {
        (element.key, active): Pair(
            *(scoring.list_holdings(scenario, element, first, side, active) for side in Side)
        )
        for element in scenario.elements
        for active in Side
    }


def _condition_row(
    scenario: Scenario, first: Side, condition: Condition, entered: tuple[Holding, ...]
) -> PadRow:
    need = Need(Held.MET, condition.key)
    offered = [
        any(need in way.needs and way.seat.side(first) in {None, side} for way in scenario.ways)
        for side in Side
    ]
    return PadRow(
        key=condition.key,
        name=packet_text(condition.name),
        kind=None,
        offers=Pair(*((Held.MET,) if wanted else () for wanted in offered)),
        taken=Pair(False, False),
        held=tuple(holding for holding in entered if holding.key == condition.key),
    )


def vanishing(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the keys and names of the elements of which one leaves the table now or has already
    left.
    """
    play, scenario = game.play, game.terms.scenario
    if play.step <= turns.FIRST_TURN_STEP + 1:
        return ()
    elements = [scenario.element(key) for key in scenario.vanishing]
    return tuple(
        (element.key, packet_text(element.name)) for element in elements if element is not None
    )
