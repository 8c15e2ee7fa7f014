"""Games of two players who press what they like, sensible or not, and what comes of it.

Every press has its answer: marks, flags that fell before it included, or the sentence of refusal.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from app.engine.acts.chess_clock import AdoptTimes, HoldTime
from app.engine.acts.commands import Refused
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    EnterTally,
    HandBack,
    Holding,
    Interrupt,
    MakeClaim,
    Mark,
    PauseClock,
    Question,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    ScoreTurn,
    StartClock,
    TableCommand,
    TakeExtension,
    Tap,
)
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side
from app.engine.table.game import Game, Play
from app.store.log.codec import KINDS
from app.views.table.scoring_pad import pad, pad_steps, press_holding
from tests.engine.event import PACKETS, Desk, settings, under_way

MINUTE = 60_000
GAMES = 24
PRESSES = 70


def _numbers(dice: Random) -> Pair[int]:
    return Pair(dice.randint(0, 40), dice.randint(0, 40))


def _score(dice: Random, game: Game) -> ScoreTurn:
    steps = pad_steps(game) or (dice.randint(3, 8),)
    step, holdings = dice.choice((steps[0], steps[-1])), ()
    for row in pad(game, step).rows:
        side = dice.choice(list(Side))
        offers = row.offers.of(side) or (dice.choice(list(Held)),)
        if dice.random() < 0.7:
            holdings = press_holding(holdings, row.key, side, dice.choice(offers))
    if dice.random() < 0.03:
        holdings = (*holdings, Holding("nowhere", Side.RED))
    return ScoreTurn(game.number, dice.choice(list(Side)), step, holdings, dice.random() < 0.05)


def _removal(dice: Random, game: Game) -> RemoveElement:
    keys = (*game.terms.scenario.vanishing, "nowhere")
    return RemoveElement(game.number, dice.choice(list(Side)), dice.choice(keys))


def _answer(dice: Random, game: Game) -> Answer:
    asked = game.play.question or dice.choice(list(Question))
    return Answer(game.number, dice.choice(list(Side)), asked, dice.random() < 0.8)


def _tally(dice: Random, game: Game) -> EnterTally:
    more = dice.choice((None, _numbers(dice)))
    casters = dice.choice((None, Pair(1, 1), Pair(1, 0)))
    return EnterTally(game.number, dice.choice(list(Side)), _numbers(dice), casters, more)


def _claim(dice: Random, game: Game) -> MakeClaim:
    claim, side = dice.choice(list(Claim)), dice.choice(list(Side))
    return MakeClaim(game.number, dice.choice(list(Side)), claim, side)


def _tap(dice: Random, game: Game) -> Tap:
    runner = game.play.runner
    return Tap(game.number, runner if dice.random() < 0.9 else runner.other)


Make = Callable[[Random, Game], TableCommand]
PLAYED: tuple[tuple[Make, int], ...] = (
    (_tap, 24),
    (_score, 12),
    (lambda d, g: Interrupt(g.number), 4),
    (lambda d, g: HandBack(g.number), 2),
    (lambda d, g: TakeExtension(g.number, g.play.owner), 2),
    (_claim, 1),
    (_removal, 1),
    (lambda d, g: CallJudge(g.number, d.choice(list(Side))), 1),
    (lambda d, g: PauseClock(g.number, "a question"), 1),
    (lambda d, g: AdjustClock(g.number, d.choice(list(Side)), -5 * MINUTE, "a slip"), 1),
)
OVER: tuple[tuple[Make, int], ...] = (
    (_answer, 8),
    (_tally, 4),
    (_score, 2),
    (_tap, 1),
    (lambda d, g: ReopenGame(g.number, "played on"), 1),
)
BY_EO = (PauseClock, AdjustClock, ResumeClock, ReopenGame, HoldTime, AdoptTimes)


def _next(dice: Random, game: Game) -> TableCommand:
    play = game.play
    if play.clock is None:
        return StartClock(game.number, dice.choice(list(Side)))
    if play.pause is not None and dice.random() < 0.2:
        return HoldTime(game.number, by_clock=dice.random() < 0.5)
    if play.clock_holds and dice.random() < 0.1:
        return AdoptTimes(game.number, Pair(*(dice.randint(0, 40) * MINUTE for _ in Side)))
    if play.clock_holds and dice.random() < 0.1:
        return PauseClock(game.number, "who keeps the time?")
    if play.pause is not None and dice.random() < 0.7:
        return ResumeClock(game.number)
    if play.claim is not None and dice.random() < 0.8:
        return _answer(dice, game)
    table = PLAYED if play.in_progress else OVER
    makes, often = [make for make, _ in table], [weight for _, weight in table]
    return dice.choices(makes, often)[0](dice, game)


def _kind(command: TableCommand) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(command).__name__).lower()


def _plain(value: object) -> Any:
    made = msgspec.to_builtins(value, str_keys=True)
    made.pop("game", None)
    made.pop("uncertain_ms", None)  # the page says that of its mark, not of the act
    return made


def _scores_plain(play: Play) -> Any:
    made = _plain(play)
    for score in made["scores"].values():
        del score["game"]
    return made


def _step(desk: Desk, command: TableCommand) -> dict[str, Any]:
    """One press of a player, or marks by the EO, and what came of it."""
    decision = desk.ask(command)
    step: dict[str, Any] = {"at_ms": desk.now_ms}
    if not isinstance(command, BY_EO):
        asked = _plain(command)
        asked.pop("at_ms", None)  # a press has its instant from its step
        step["press"] = {"type": _kind(command), **asked}
    if isinstance(decision, Refused):
        return step | {"refused": decision.sentence}
    marks = [one for one in decision if isinstance(one, Mark)]
    return step | {"marks": [{"kind": KINDS[type(mark)], **_plain(mark)} for mark in marks]}


def _game(desk: Desk, dice: Random) -> list[dict[str, Any]]:
    steps = []
    for _ in range(PRESSES):
        desk.now_ms += dice.choice((300, 5_000, 16_000, 45_000, 4 * MINUTE))
        step = _step(desk, _next(dice, desk.game()))
        if "press" in step or "marks" in step:
            steps.append(step)
    return steps


def press_cases(key: Callable[[Game], str], dice: Random) -> Iterator[dict[str, Any]]:
    for number in range(GAMES):
        name = dice.choice(("sr2017", "sr2017", "sr2014", "sr2015", "sr2012"))
        packet = PACKETS[name]
        wishes = replace(settings(25, clock_out=dice.choice(list(ClockOut))), packet=name)
        timing = dice.choice(packet.timings).key
        scenario = dice.choice(packet.scenarios).number
        desk = under_way(2, replace(wishes, timing=timing), scenario, packet=packet)
        desk.now_ms = 1_000
        terms = key(desk.game())
        steps = _game(desk, dice)
        yield {
            "name": f"two players of {name}, {number}",
            "terms": terms,
            "steps": steps,
            "play": _scores_plain(desk.game().play),
        }
