"""The pad for a turn that both players score, as plain data: its stages, rows and sums."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct

from app.engine import wording
from app.engine.acts.results import How
from app.engine.acts.table import Counted, Holding, ScoreTurn
from app.engine.frozen import replace
from app.engine.language import packet_text
from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import Element, ElementKind, Held, Scenario, Way
from app.engine.side import Pair, Side
from app.engine.table import scoring, turns
from app.engine.table.game import Game, last_scored, sole_scorer
from app.engine.table.objectives import element_name
from app.views.table.element_states import find_target, way_inches
from app.views.table.scoring_pad import press_holding

JUST_SCORED_MS = 5_000
SENTENCE_END = re.compile(r"(?<=\.) ")
SIZE = re.compile(r"\b(\d+)[ ‑-]mm")


class Stage(Enum):
    """The stages of the pad, in the order of the packet's text."""

    FUSE = "fuse"
    BOOM = "boom"
    """A countdown has ended: its effect on the models around it is rolled before the scoring."""
    SCORE = "score"
    AFTER = "after"


class Draft(Struct, frozen=True):
    """The entries for a turn before they are saved."""

    step: int
    out: bool
    """True if a player is out of time, so that only the opponent scores."""
    stage: Stage
    holdings: tuple[Holding, ...]
    was: tuple[Holding, ...]
    """The holdings at the last scoring. Differences from them are marked."""
    base: ScoreTurn | None
    """The saved score from which the draft began; None if there was none."""
    counted: tuple[Counted, ...] = ()
    kill_box: bool = False
    touched: bool = False
    ended: bool = False
    """True if the turn is over."""
    chosen: str = ""
    """The key of the countdown that last lost tokens."""
    choices: int = 0
    """The number of sides that have already chosen a countdown, of those that hold the fuse: the
    element whose holders take tokens from countdowns.
    """


class Cell(Struct, frozen=True):
    """A side's cell for an element."""

    key: str
    offered: bool
    on: bool = False
    points: int = 0
    taken: bool = False
    changed: bool = False
    was: bool = False


NO_CELL = Cell("", offered=False)


class TurnPadRow(Struct, frozen=True):
    """An element with a cell for each side; or a pair of elements, each of which only one of the
    sides can hold.
    """

    element: Element
    name: str
    own: Side | None
    cells: Pair[Cell]
    shared: bool = False
    """True if the row stands for two elements, one of each side."""
    left: int | None = None
    """The countdown tokens left on the element; None if it has no countdown."""


class Bridge(Struct, frozen=True):
    """Points that a side scores for controlling several elements together. They are shown beside
    the row of one of these elements.
    """

    side: Side
    at: str
    points: int
    count: int
    all: bool

    @property
    def words(self) -> str:
        if self.all and self.count == 2:
            return wording.BOTH_SCORE_MORE.format(points=self.points)
        text = wording.ALL_SCORE_MORE if self.all else wording.SO_MANY_SCORE_MORE
        return text.format(points=self.points, count=self.count)


class Sums(Struct, frozen=True):
    """The sums of a turn."""

    before: Pair[int]
    total: Pair[int]
    ahead: Side | None
    lead: int
    winner: Side | None
    needs: int
    """The lead that wins; 0 if no lead does."""
    last: bool
    """True if this is the last turn of the game."""
    over: bool
    """True if the game is over after this turn."""


class CountdownChoice(Struct, frozen=True):
    """A countdown, and how many tokens a number on the die takes from it."""

    element: Element
    name: str
    own: Side | None
    left: int
    takes: int

    @property
    def ends(self) -> bool:
        return 0 < self.takes == self.left


class After(Struct, frozen=True):
    """A step for a side after the scoring: a token to add, or a distance to move."""

    element: Element
    name: str
    side: Side
    held: bool
    arrived: bool
    stands: int
    counted: int
    most: int
    others: int
    """The number of other objectives that make the distance longer."""
    to_go: int
    """The approximate number of inches left to move; 0 if nothing moves."""
    target: str


def due_step(game: Game) -> int | None:
    """Return the finished turn that has to be scored; None if there is none. A turn that continued
    after it was scored has to be scored again.
    """
    terms, play = game.terms, game.play
    ending = play.ending
    if play.clock is None or play.flag is not None or (ending and ending.ruled):
        return None
    if ending and ending.how not in {None, How.ASSASSINATION} and not ending.scores_on:
        return None
    step = last_scored(terms, play) if ending else play.step - 1
    final = turns.last_step(terms)
    late = final is not None and step > final
    if step < turns.FIRST_TURN_STEP or late or not _is_scored(terms, step):
        return None
    score = play.scores.get(step)
    tap_ms = next((one.at_ms for one in play.ended if one.step == step), 0)
    played_on = score is not None and score.at_ms < tap_ms - JUST_SCORED_MS
    return step if score is None or (played_on and not score.overrules) else None


def _is_scored(terms: GameRules, step: int) -> bool:
    return scoring.scores_elements(terms, step) or scoring.kill_box_counts(terms, step)


def comes_before_tap(game: Game, draft: Draft, now_ms: int | None = None) -> bool:
    """Tell whether the active player has something to do before their clock passes: to take tokens
    from a countdown, or to move something after the scoring. With ``now_ms``, a step saved a moment
    ago counts as done.
    """
    play, step = game.play, game.play.step
    if not game.terms.scores_each_turn or not play.ticking or play.claim is not None:
        return False
    if play.interrupted:
        return False
    if not scoring.scores_elements(game.terms, step) or sole_scorer(game, step) is not None:
        return False
    score = play.scores.get(step)
    fresh = score is not None and now_ms is not None and now_ms - score.at_ms < JUST_SCORED_MS
    if score is not None and (score.overrules or fresh):
        return False
    if stages(game, step)[0] is Stage.FUSE:
        return draft.stage in {Stage.FUSE, Stage.BOOM}
    return any(one.journey and side is play.owner for one, side in _follows(game, step))


def stages(game: Game, step: int) -> tuple[Stage, ...]:
    """Return the stages of the pad for ``step``."""
    terms = game.terms
    if not scoring.scores_elements(terms, step) or sole_scorer(game, step) is not None:
        return (Stage.SCORE,)
    before = _before(game, step)
    burns = terms.scenario.fuse is not None and any(
        scoring.countdown_left(one, before) for one in terms.scenario.elements
    )
    return (
        *((Stage.FUSE,) if burns else ()),
        Stage.SCORE,
        *((Stage.AFTER,) if _follows(game, step) else ()),
    )


def _before(game: Game, step: int) -> scoring.Tableau:
    return scoring.tableau(game.terms, game.play.first, game.play.scores, step)


def _follows(game: Game, step: int) -> list[tuple[Element, Side]]:
    """Return the elements that may change after the scoring, with their owners."""
    before = _before(game, step)
    found = []
    for element in game.terms.scenario.elements:
        side = element.owner.side(game.play.first)
        goes_on = element.journey is not None or (
            element.tokens is not None
            and not before.race_is_over
            and before.counter(element.key) < element.tokens.needed
        )
        if side and goes_on and scoring.is_there(element, before):
            found.append((element, side))
    return found


def new_draft(game: Game, step: int) -> Draft:
    """Return the draft for ``step``: the earlier entries, or the holdings at the last scoring.
    After a clock-out, which decides the game, nothing is held at first.
    """
    play = game.play
    out = sole_scorer(game, step) is not None
    entered, was = play.scores.get(step), _last_held(game, step)
    over = step < play.step or play.ending is not None
    if entered is not None:
        held = was if out else entered.holdings
        return Draft(
            step, out, Stage.SCORE, entered.holdings, held, entered, entered.counted,
            entered.kill_box, ended=over,
        )  # fmt: skip
    first = stages(game, step)[0]
    holdings = () if out else was
    return Draft(step, out, first, holdings, was, None, ended=over)


def choose_step(game: Game, steps: Sequence[int]) -> int:
    """Return the turn with which a pad opened by hand begins: one that has to be scored, or else
    the last finished one.
    """
    play = game.play
    waiting = play.step if play.flag is not None else due_step(game)
    if waiting is not None:
        return waiting
    over = [one for one in steps if one < play.step or play.ending is not None]
    return next(iter([*over, *steps]), play.step)


def go_on(game: Game, step: int, draft: Draft | None) -> Draft:
    """Return the draft with which to continue: a new one if the saved score has changed or the
    turn's end was taken back, else the same draft.
    """
    play = game.play
    over = step < play.step or play.ending is not None
    out = sole_scorer(game, step) is not None
    if draft is None or draft.base != play.scores.get(step) or draft.out is not out:
        return new_draft(game, step)
    if draft.ended and not over:
        return new_draft(game, step)
    if not draft.touched:
        return replace(new_draft(game, step), stage=draft.stage)
    return replace(draft, ended=over)


def _last_held(game: Game, step: int) -> tuple[Holding, ...]:
    """Return the holdings at the last scoring before ``step`` that can still be held at its end."""
    scenario, first = game.terms.scenario, game.play.first
    before, last = _before(game, step), _last_score(game, step)
    active = turns.owner(first, step)

    def goes_on(held: Holding) -> bool:
        element = scenario.element(held.key)
        return (
            held.held is Held.CONTROLLED
            and element is not None
            and element.kind is not ElementKind.CACHE
            and scoring.is_there(element, before)
            and held.held in scoring.list_holdings(scenario, element, first, held.side, active)
        )

    return tuple(held for held in last.holdings if goes_on(held)) if last else ()


def _last_score(game: Game, step: int) -> ScoreTurn | None:
    earlier = [one for one in game.play.scores if one < step]
    return game.play.scores[max(earlier)] if earlier else None


def pad_rows(game: Game, draft: Draft) -> tuple[TurnPadRow, ...]:
    """Return the rows with elements that can score. Two elements of the same kind share a row if
    each of them can be held by only one side.
    """
    if not scoring.scores_elements(game.terms, draft.step):
        return ()
    now = _with_tokens(_before(game, draft.step), draft.counted)
    made: list[TurnPadRow] = []
    for element in _order_elements(game.terms.scenario):
        row = _row(game, element, draft, now)
        if row is not None:
            _place(made, row)
    return tuple(row for row in made if any(cell.offered for cell in row.cells))


def _with_tokens(before: scoring.Tableau, counted: Sequence[Counted]) -> scoring.Tableau:
    counters = dict(before.counters)
    for one in counted:
        counters[one.key] = counters.get(one.key, 0) + one.number
    return replace(before, counters=counters)


def _row(game: Game, element: Element, draft: Draft, now: scoring.Tableau) -> TurnPadRow | None:
    first, sole = game.play.first, sole_scorer(game, draft.step)
    cells = Pair(*(_cell(game, element, side, draft, now) for side in Side))
    if sole is not None:
        cells = cells.put(sole.other, replace(cells.of(sole.other), offered=False))
    worth = [side for side in Side if cells.of(side).points]
    there = scoring.is_there(element, now) or any(cells.of(side).taken for side in worth)
    if not worth or not there:
        return None
    if len(worth) == 1:
        cells = cells.put(worth[0].other, NO_CELL)
    left = scoring.countdown_left(element, now) if element.countdown else None
    name = element_name(element, game.play)
    return TurnPadRow(element, name, element.owner.side(first), cells, left=left)


def _cell(game: Game, element: Element, side: Side, draft: Draft, now: scoring.Tableau) -> Cell:
    scenario, first = game.terms.scenario, game.play.first
    active = turns.owner(first, draft.step)
    offers = scoring.list_holdings(scenario, element, first, side, active)
    mine = Holding(element.key, side, Held.CONTROLLED)
    taken = (element.key, side) in now.taken
    on, was = mine in draft.holdings, mine in draft.was
    return Cell(
        element.key,
        Held.CONTROLLED in offers and not taken,
        on,
        scoring.worth_now(element, first, side, Held.CONTROLLED, now),
        taken,
        on is not was and not draft.out,
        was,
    )


def _place(made: list[TurnPadRow], row: TurnPadRow) -> None:
    """Add a row to ``made``. If only one side can hold the row's element, and another row has an
    element of the same kind for the other side alone, fill the empty cell of that row instead.
    """
    mine = next((side for side in Side if row.cells.of(side.other) is NO_CELL), None)
    for at, one in enumerate(made):
        twin = mine and one.cells.of(mine) is NO_CELL and one.element.kind is row.element.kind
        if mine and twin:
            made[at] = replace(one, cells=one.cells.put(mine, row.cells.of(mine)), shared=True)
            return
    made.append(row)


def _order_elements(scenario: Scenario) -> list[Element]:
    """Return the elements with related ones next to each other: those of one way to score, then
    those of one kind and size.
    """
    groups = [{need.key for need in way.needs} for way in scenario.ways if way.adds]

    def alike(one: Element, two: Element) -> bool:
        in_ways = [{one.key, two.key} & keys for keys in groups]
        if any(in_ways):
            return any(len(keys) == 2 for keys in in_ways)
        return one.kind is two.kind and one.base_mm == two.base_mm

    ordered: list[Element] = []
    for element in scenario.elements:
        if element not in ordered:
            rest = [one for one in scenario.elements if one not in ordered and one is not element]
            ordered += [element, *(one for one in rest if alike(element, one))]
    return ordered


def bridges(game: Game, draft: Draft, shown: Sequence[TurnPadRow]) -> tuple[Bridge, ...]:
    """Return the points that several elements score together, each beside its own row."""
    made: list[Bridge] = []
    for way in game.terms.scenario.ways:
        for side in Side:
            if way.adds and way.seat.side(game.play.first) in {None, side}:
                made += _bridge(way, side, draft, shown, made)
    return tuple(made)


def _bridge(
    way: Way, side: Side, draft: Draft, shown: Sequence[TurnPadRow], made: Sequence[Bridge]
) -> list[Bridge]:
    keys = {need.key for need in way.needs}
    lit = [
        row.element.key
        for row in shown
        if row.element.key in keys
        and Holding(row.element.key, side, Held.CONTROLLED) in draft.holdings
    ]
    count = way.least or len(keys)
    if len(lit) < count:
        return []
    taken = {one.at for one in made if one.side is side}
    at = next((key for key in lit if key not in taken), lit[0])
    return [Bridge(side, at, way.points, count, count == len(keys))]


def tap_cell(draft: Draft, key: str, side: Side) -> Draft:
    """Return the draft after a tap on a cell: this side alone holds the element. A second tap
    undoes the first.
    """
    holdings = press_holding(draft.holdings, key, side, Held.CONTROLLED)
    return replace(draft, touched=True, choices=0, holdings=holdings)


def held_by_both(draft: Draft, key: str) -> Draft:
    """Return the draft with both sides holding an element, since each has only a Leader there."""
    others = tuple(one for one in draft.holdings if one.key != key)
    both = tuple(Holding(key, side, Held.CONTROLLED) for side in Side)
    return replace(draft, touched=True, choices=0, holdings=(*others, *both))


def sum_turn(game: Game, draft: Draft) -> Sums:
    """Return the sums of the turn."""
    terms, first, ending = game.terms, game.play.first, game.play.ending
    scores = _scores_with(game, draft)
    before, total = (
        scoring.control_points(terms, first, scores, steps)
        for steps in (draft.step, draft.step + 1)
    )
    lead = total.red - total.blue
    won = scoring.leader(terms, first, scores, draft.step + 1)
    final = turns.last_step(terms)
    last = final is not None and draft.step >= final
    return Sums(
        before,
        total,
        None if lead == 0 else Side.RED if lead > 0 else Side.BLUE,
        abs(lead),
        won[0] if won else None,
        scoring.winning(terms).lead if terms.scenario.wins else 0,
        last,
        won is not None or last or ending is not None,
    )


def _scores_with(game: Game, draft: Draft) -> Mapping[int, ScoreTurn]:
    score = ScoreTurn(
        game.number, None, draft.step, draft.holdings, draft.kill_box, counted=draft.counted
    )
    return {**game.play.scores, draft.step: score}


def verdict_words(game: Game, draft: Draft) -> tuple[str, str]:
    """Return two texts: who is ahead, and what that means."""
    score, sole = game.play.scores.get(draft.step), sole_scorer(game, draft.step)
    if score is not None and score.overrules and score.points is not None:
        red, blue = score.points
        why = score.reason.rstrip(".")
        return wording.NUMBERS_SET.format(red=red, blue=blue, why=why), str(wording.CALL_IF_WRONG)
    now = sum_turn(game, draft)
    if sole is not None:
        if now.ahead is sole:
            words = wording.WINS_BY_SCENARIO.format(side=sole.colour)
            return words, wording.OR_ELSE_ASSASSINATION
        words = wording.WINS_BY_ASSASSINATION.format(side=sole.colour)
        return words, wording.MORE_POINTS_BY_SCENARIO
    active, ending = turns.owner(game.play.first, draft.step), game.play.ending
    if now.winner and ending is None:
        after = wording.AHEAD_AFTER_TURN.format(lead=now.lead, side=active.colour)
        return wording.SIDE_WINS.format(side=now.winner.colour), after
    words = wording.IS_LEVEL
    if now.ahead:
        words = wording.IS_AHEAD.format(side=now.ahead.colour, lead=now.lead)
    if now.last:
        return words, wording.LAST_TURN_IS_OVER
    if not now.needs or ending is not None:
        return words, ""
    if now.ahead and now.lead >= now.needs:
        rival = active.other.colour
        return words, wording.WINS_IF_STILL_AHEAD.format(lead=now.needs, side=rival)
    rival = (now.ahead or active).other.colour
    return words, wording.WINS_AFTER_TURN.format(lead=now.needs, side=rival)


def countdowns(game: Game, draft: Draft, number: int) -> tuple[CountdownChoice, ...]:
    """Return the countdowns that can be chosen before the scoring, each with the tokens that
    ``number`` would take.
    """
    before = _with_tokens(_before(game, draft.step), draft.counted if draft.choices else ())
    return tuple(
        CountdownChoice(
            element,
            packet_text(element.name),
            element.owner.side(game.play.first),
            left := scoring.countdown_left(element, before),
            min(number, left),
        )
        for element in game.terms.scenario.elements
        if element.countdown
    )


def fuse_holders(game: Game, draft: Draft) -> tuple[Side, ...]:
    """Return the sides that hold the fuse, the element whose holders take tokens from countdowns.
    The active side comes first.
    """
    fuse, active = game.terms.scenario.fuse, turns.owner(game.play.first, draft.step)
    held = {one.side for one in draft.holdings if fuse is not None and one.key == fuse.key}
    return tuple(side for side in (active, active.other) if side in held)


def fuse_chooser(game: Game, draft: Draft) -> Side | None:
    """Return the side that now chooses which countdown loses tokens; None if no side
    has to choose.
    """
    return next(iter(fuse_holders(game, draft)[draft.choices :]), None)


def lit(game: Game, draft: Draft, key: str, number: int) -> Draft:
    """Return the draft with ``number`` tokens taken from ``key``, or as many as it has left."""
    one = next(each for each in countdowns(game, draft, number) if each.element.key == key)
    taken = {each.key: each.number for each in draft.counted} if draft.choices else {}
    taken[key] = taken.get(key, 0) + one.takes
    counted = tuple(Counted(each, tokens) for each, tokens in taken.items() if tokens)
    draft = replace(draft, touched=True, counted=counted, chosen=key, choices=draft.choices + 1)
    return replace(draft, stage=Stage.BOOM) if one.ends else after_choice(game, draft)


def after_choice(game: Game, draft: Draft) -> Draft:
    """Return the draft after a countdown has lost tokens. If both sides may take tokens and any are
    left, the other side chooses next; else the turn is scored.
    """
    goes_on = any(one.left for one in countdowns(game, draft, 0))
    if goes_on and fuse_chooser(game, draft) is not None:
        return replace(draft, stage=Stage.FUSE)
    return replace(draft, stage=Stage.SCORE, choices=0)


def list_after(game: Game, draft: Draft) -> tuple[After, ...]:
    """Return the steps of each side after the scoring."""
    before = _before(game, draft.step)
    return tuple(
        _after(game, draft, element, side, before.counter(element.key))
        for element, side in _follows(game, draft.step)
    )


def _after(game: Game, draft: Draft, element: Element, side: Side, stands: int) -> After:
    scenario, journey = game.terms.scenario, element.journey
    counted = next((one.number for one in draft.counted if one.key == element.key), 0)
    most = scoring.may_move(scenario, element, draft.holdings, side) if journey else 1
    target = find_target(scenario, element)
    return After(
        element,
        element_name(element, game.play),
        side,
        Holding(element.key, side, Held.CONTROLLED) in draft.holdings,
        Holding(element.key, side, Held.ARRIVED) in draft.holdings,
        stands,
        counted,
        most,
        (most - journey.inches) // (journey.each or 1) if journey else 0,
        max(way_inches(element, target) - stands - counted, 0) if journey else 0,
        packet_text(target.name) if target else "",
    )


def begin_after(game: Game, draft: Draft) -> Draft:
    """Return the draft at the stage after the scoring. At first, tokens are added for held elements
    and nothing moves.
    """
    each = list_after(game, draft)
    keys = {one.element.key for one in each}
    kept = tuple(one for one in draft.counted if one.key not in keys)
    added = tuple(Counted(one.element.key, 1) for one in each if one.element.tokens and one.held)
    return replace(draft, touched=True, stage=Stage.AFTER, counted=(*kept, *added))


def with_count(draft: Draft, one: After, number: int, *, arrived: bool = False) -> Draft:
    """Return the draft with ``number`` tokens or inches for a step after the scoring. ``arrived``
    says whether the element has arrived.
    """
    key = one.element.key
    counted = tuple(each for each in draft.counted if each.key != key)
    there = Holding(key, one.side, Held.ARRIVED)
    holdings = tuple(held for held in draft.holdings if held != there)
    return replace(
        draft,
        touched=True,
        counted=(*counted, Counted(key, number)) if number else counted,
        holdings=(*holdings, there) if arrived else holdings,
    )


def of_size(text: str, base_mm: int) -> str:
    """Return a text without the sentences that concern only bases of another size."""
    named = [(sentence, SIZE.search(sentence)) for sentence in SENTENCE_END.split(text)]
    kept = (
        sentence
        for sentence, size in named
        if size is None or not base_mm or int(size.group(1)) == base_mm
    )
    return " ".join(kept)


def asks_after(game: Game, draft: Draft) -> bool:
    """Tell whether there is anything to ask after the scoring."""
    here = Stage.AFTER in stages(game, draft.step)
    return here and any(one.held for one in list_after(game, draft))


def told_beside(game: Game, draft: Draft, side: Side) -> str:
    """Return a note for the player of ``side`` about the pad that the other fills in: an explosion,
    or a token that lets them move something.
    """
    if draft.stage is Stage.BOOM:
        element = game.terms.scenario.element(draft.chosen)
        return wording.GOES_OFF.format(element=packet_text(element.name)) if element else ""
    if draft.stage is not Stage.AFTER:
        return ""
    added = [one for one in list_after(game, draft) if one.element.tokens and one.counted]
    theirs = [wording.YOU_MAY_MOVE.format(element=one.name) for one in added if one.side != side]
    return " ".join(theirs)
