"""One table of a simulated round: two players play by dice, but according to the rules."""

from app.engine.acts.results import AwardNoShow
from app.engine.acts.table import (
    Answer,
    BringReinforcements,
    ChooseObjective,
    Claim,
    Counted,
    Holding,
    MakeClaim,
    Question,
    RemoveElement,
    ScoreTurn,
    StartClock,
    SwapSpecialists,
    TakeExtension,
    Tap,
)
from app.engine.frozen import replace
from app.engine.packet.scenario import Held
from app.engine.players.list_choice import list_choice
from app.engine.side import Pair, Side
from app.engine.table import scoring, turns
from app.engine.table.clock_out import wins_now
from app.engine.table.verdict import final_result
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.interruptions import interruption
from app.headless.simulation.schedule import Ask, Script
from app.headless.simulation.scripts.result import finish
from app.headless.simulation.table import MINUTE, SECOND, Table
from app.views.table.scoring_pad import CountKind, pad, press_holding, vanishing

USUAL_TURN_MS = 7 * MINUTE
DEPLOYMENT_SECONDS = ((150, 420), (150, 420), (5, 60), (5, 60))
CASTER_FALLS_PERCENT = (0, 0, 3, 12, 20, 22, 24, 26)
"""The chance that a caster falls in a turn, in percent, by the number of the turn."""


def play_table(table: Table) -> Script:
    """Play from the start of the round to a result that counts."""
    dice, number = table.dice, table.number
    if dice.chance(2):
        absent = dice.pick(tuple(Side))
        yield Ask(dice.between(10, 15) * MINUTE, AwardNoShow(number, absent))
        return
    if dice.chance(3):  # they play without the clock
        yield Ask(dice.between(40, 110) * MINUTE)
    else:
        yield from _begin(table)
        while _goes_on(table):
            yield from _turn(table)
    yield from finish(table)


def _goes_on(table: Table) -> bool:
    play = table.game.play
    return final_result(table.game) is None and (play.in_progress or play.flag is not None)


def _begin(table: Table) -> Script:
    """Swap specialists, choose objectives, start the clock, and play through the phases of
    deployment.
    """
    dice, number = table.dice, table.number
    for side in Side:
        yield from _swap(table, side)
    if table.objectives:
        yield from _objectives(table)
    first = dice.pick(tuple(Side))
    yield table.by(first, table.soon(5, 300), StartClock(number, first))
    if dice.chance(4):  # the roll was read the wrong way round
        yield Ask(table.soon(20, 90), StartClock(number, first.other), insist=True)
    for least, most in DEPLOYMENT_SECONDS[turns.first_step(table.game.terms) :]:
        owner = table.game.play.owner
        yield table.by(owner, table.soon(least, most), Tap(number, owner))


def _objectives(table: Table) -> Script:
    """Let the players choose objectives before the clock starts. A few choose none, and sometimes
    one chooses again.
    """
    dice, number = table.dice, table.number
    offered = table.game.terms.objectives_offered
    for side in (*Side, *((dice.pick(tuple(Side)),) if dice.chance(20) else ())):
        if offered and dice.chance(90):
            chosen = ChooseObjective(number, side, side, dice.pick(offered))
            yield table.by(side, table.soon(3, 40), chosen)


def _late_objective(table: Table) -> ChooseObjective | None:
    """Return the organizer's entry of an objective from the second turn on: sometimes the one that
    a player forgot to choose, now and then another than the chosen one; None for most turns.

    The entry has dice of its own, so that the game goes on as it would without the entry.
    """
    play, offered = table.game.play, table.game.terms.objectives_offered
    if not (table.objectives and offered) or play.clock is None:
        return None
    if turns.turn_number(play.step) < 2:
        return None
    dice = SimulationDice(f"late objective|{table.number}|{play.clock.started_ms}|{play.step}")
    side = dice.pick(tuple(Side))
    before = play.objectives.of(side)
    if not dice.chance(3 if before else 30):
        return None
    others = [name for name in offered if name != before]
    return ChooseObjective(table.number, None, side, dice.pick(others))


def _swap(table: Table, side: Side) -> Script:
    """Swap specialists for cards of the same cost, or swap none."""
    choice = list_choice(table.state(), table.game).of(side)
    if not choice.specialists or table.game.play.swaps.of(side) is not None:
        return
    pairs = [
        (card, special)
        for card in choice.army
        for special in choice.specialists
        if card.points == special.points and card.kind is special.kind
    ]
    out, added = table.dice.pick(pairs) if pairs and table.dice.chance(70) else (None, None)
    swap = SwapSpecialists(
        table.number, side, side, (out,) if out else (), (added,) if added else ()
    )
    yield table.by(side, table.soon(5, 60), swap)


def _reinforcements(table: Table, side: Side) -> Script:
    """Bring in all remaining reinforcements in one turn, sometimes later than possible."""
    play = table.game.play
    choice = list_choice(table.state(), table.game).of(side)
    comes = choice.reinforcements and play.reinforced.of(side) is None
    if comes and turns.turn_number(play.step) > 1 and table.dice.chance(60):
        came = BringReinforcements(table.number, side, side, choice.reinforcements)
        yield table.by(side, table.soon(5, 90), came)


def _turn(table: Table) -> Script:
    """Play one turn: interruptions and claims, its scoring, and the tap that ends it."""
    play, dice = table.game.play, table.dice
    if play.flag is not None:
        yield from _clock_out(table, play.flag.side)
        return
    step, owner = play.step, play.owner
    if play.awaits_start:
        yield table.by(owner, table.soon(2, 30), Tap(table.number, owner))
    yield from _reinforcements(table, owner)
    length_ms = _pace(table, owner) * dice.between(50, 150) // 100
    if dice.chance(3):  # too soon, and then by the wrong player: neither ends a turn
        yield table.by(owner, table.soon(2, 12), Tap(table.number, owner))
        yield table.by(owner.other, SECOND, Tap(table.number, owner.other))
        if table.game.play.claim is not None:  # whether the turn before was ended by mistake
            other = owner.other
            over = Answer(table.number, other, Question.CLAIM, agrees=False)
            yield table.by(other, SECOND, over)
    yield Ask(length_ms // 2, _late_objective(table))
    if _still(table, step):
        yield from interruption(table)
    yield Ask(length_ms // 2 + 16 * SECOND)
    time = table.game.terms.time
    if time.extensions and owner in table.game.play.overrun and dice.chance(60):
        yield table.by(owner, table.soon(1, 10), TakeExtension(table.number, owner))
        yield Ask(dice.between(1, 5) * MINUTE)
    if _still(table, step):
        yield from _end_turn(table, step, owner)


def _pace(table: Table, side: Side) -> int:
    """Return the usual length of a player's turn in milliseconds. Most players finish in time, some
    do not.
    """
    share = SimulationDice(f"pace|{table.game.players.of(side)}").between(6, 16)
    time = table.game.terms.time
    return (time.clock_ms or 7 * (time.turn_ms or USUAL_TURN_MS)) * share // 100


def _still(table: Table, step: int) -> bool:
    play = table.game.play
    return play.ticking and play.step == step and final_result(table.game) is None


def _end_turn(table: Table, step: int, owner: Side) -> Script:
    dice, number, terms = table.dice, table.number, table.game.terms
    turn = turns.turn_number(step)
    if dice.chance(CASTER_FALLS_PERCENT[min(turn, 7)]):
        victim = owner.other if dice.chance(85) else owner
        yield from _claim(table, owner, table.last_blow, victim, agreed=90)
    elif turn >= 3 and terms.victory.battlegroup and dice.chance(8):
        yield from _claim(table, owner, Claim.BATTLEGROUP, owner.other, agreed=90)
    elif turn >= 3 and dice.chance(1):
        yield from _claim(table, owner, Claim.BOTH_CASTERS, owner, agreed=90)
    if not _still(table, step):
        return
    if scoring.scores_elements(terms, step) or scoring.kill_box_counts(terms, step):
        yield from _score(table, step, owner, eager=dice.between(10, 55))
    if _still(table, step) and wins_now(terms, table.game.play, owner) and dice.chance(60):
        yield from _claim(table, owner, Claim.SCENARIO, owner, agreed=95)
    if _still(table, step):
        yield table.by(owner, table.soon(1, 10), Tap(number, owner))


def _claim(table: Table, by: Side, claim: Claim, side: Side, *, agreed: int) -> Script:
    """Make a claim, and let the opponent answer or the claimant withdraw it."""
    dice, number = table.dice, table.number
    yield table.by(by, table.soon(1, 20), MakeClaim(number, by, claim, side))
    if table.game.play.claim is None:
        return
    agrees = dice.chance(agreed)
    if not agrees and dice.chance(30):
        yield table.by(by, table.soon(2, 20), Answer(number, by, Question.CLAIM, False))
        return
    yield table.by(by.other, table.soon(3, 40), Answer(number, by.other, Question.CLAIM, agrees))


def _score(table: Table, step: int, owner: Side, *, eager: int) -> Script:
    """Enter what each side holds at the end of the turn; sometimes the first entry is wrong.

    ``eager`` is the chance in percent that the player whose turn it is holds an element.
    """
    dice, game = table.dice, table.game
    if game.terms.scenario.elements:
        yield from _vanish(table, owner)
    elif scoring.scores_elements(game.terms, step):
        counted = Pair(dice.below(3), dice.below(3))
        by_hand = ScoreTurn(game.number, owner, step, (), points=counted)
        yield table.by(owner, table.soon(2, 15), by_hand)
        return
    holdings: tuple[Holding, ...] = ()
    shown = pad(game, step)
    for row in shown.rows:
        side = owner if dice.chance(eager) else owner.other if dice.chance(22) else None
        if side is None or not row.offers.of(side) or row.taken.of(side):
            continue
        offers = row.offers.of(side)
        held = offers[dice.between(0, len(offers) - 1)] if len(offers) > 1 else offers[0]
        if held is Held.DOMINATED and any(
            holding.side is side and holding.held is held for holding in holdings
        ):
            continue  # their caster dominates one element already
        if held is Held.ARRIVED:  # only an element that is held can arrive
            holdings = press_holding(holdings, row.key, side, Held.CONTROLLED)
        if held is not Held.DESTROYED or dice.chance(25):
            holdings = press_holding(holdings, row.key, side, held)
    if not scoring.scores_elements(game.terms, step):
        holdings = ()
    kill_box = shown.kill_box_of is not None and dice.chance(3)
    if dice.chance(5):
        yield table.by(owner, table.soon(2, 15), ScoreTurn(game.number, owner, step, ()))
    scored = ScoreTurn(game.number, owner, step, holdings, kill_box)
    yield table.by(owner, table.soon(2, 15), scored)
    if tokens := _count(table, step, holdings):
        yield table.by(owner, table.soon(2, 15), replace(scored, counted=tokens))


def _count(table: Table, step: int, holdings: tuple[Holding, ...]) -> tuple[Counted, ...]:
    """Return tokens and moves that the rules allow with these holdings."""
    dice, counted = table.dice, []
    down = False
    for row in pad(table.game, step).counts:
        countdown = row.kind is CountKind.COUNTDOWN
        if row.most and not (countdown and down) and dice.chance(60):
            counted.append(Counted(row.key, dice.between(1, row.most)))
            down = down or countdown
    return tuple(counted)


def _vanish(table: Table, owner: Side) -> Script:
    """Roll for the element that leaves the table, which most players remember to do."""
    choices = vanishing(table.game)
    if choices and table.dice.chance(70):
        key, _ = table.dice.pick(choices)
        yield table.by(owner, table.soon(2, 15), RemoveElement(table.number, owner, key))


def _clock_out(table: Table, side: Side) -> Script:
    """Answer the question after the clock of ``side`` ran out in their own turn: whether they had
    already won the scenario.
    """
    dice, number = table.dice, table.number
    step = table.game.play.step
    yield from _score(table, step, side, eager=90 if dice.chance(60) else 20)
    if table.game.terms.scores_once_more:
        agrees = True
    elif wins_now(table.game.terms, table.game.play, side):
        yield table.by(side, table.soon(3, 30), Answer(number, side, Question.CLOCK_OUT, True))
        agrees = dice.chance(65)
    else:
        agrees = False
    other = side.other
    yield table.by(other, table.soon(3, 60), Answer(number, other, Question.CLOCK_OUT, agrees))
