"""What a line of a script may do, as patterns, and what is then asked of the desk."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.engine.acts.commands import Command, NoticeGap
from app.engine.acts.results import ReportResult, Result
from app.engine.acts.rounds import CallDiceDown, SetRoundLength
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    BringReinforcements,
    CallJudge,
    ChooseObjective,
    Claim,
    Counted,
    CountGap,
    CountLosses,
    DismissJudge,
    EnterTally,
    HandBack,
    Holding,
    Interrupt,
    MakeClaim,
    PauseCause,
    PauseClock,
    Question,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    Rule,
    RuleOnStop,
    ScoreTurn,
    StartClock,
    SwapSpecialists,
    TakeBackTurn,
    TakeExtension,
    Tap,
    WithdrawResult,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.armies.army import Army, ArmyRow, Kind, Loss
from app.engine.armies.army_list import ArmyList, models_of
from app.engine.frozen import replace
from app.engine.packet.scenario import ElementKind, Held
from app.engine.players.list_choice import list_at, played_army
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import Game
from tests.engine.script_words import POINTS, SIDE, WON, Step, instant, numbers, way, winner

if TYPE_CHECKING:
    from tests.engine.script import Script

WHY = "as the packet says"


def taps(script: "Script", whose: str, turn: str, every: str) -> None:
    """Tap after tap, evenly, until that turn begins; the clock's first tap is `every` on."""
    at_ms = script.desk.now_ms
    while script.turn() != (Side(whose), int(turn)):
        at_ms += instant(every)
        script.watch_flags(at_ms)
        script.desk.do(Tap(script.game.number, script.game.play.runner), at_ms)
        script.desk.now_ms = at_ms
        script.start_turn()
    script.desk.now_ms = at_ms


def begin(script: "Script", first: str, whose: str, turn: str) -> None:
    """The first player starts, and every phase and turn until that one lasts a minute."""
    script.desk.do(StartClock(script.game.number, Side(first)), script.desk.now_ms)
    taps(script, whose, turn, "1:00")


def points(script: "Script", said: str, why: str | None) -> ScoreTurn:
    play = script.game.play
    step = play.ending.step if play.ending else play.step
    owner = turns.owner(play.first, step)
    return ScoreTurn(script.game.number, owner, step, (), points=numbers(said), reason=why or "")


def score(
    script: "Script", by_eo: str | None, turn: str | None, whose: str | None, what: str
) -> ScoreTurn:
    play, step = script.game.play, script.game.play.step
    if turn is not None and whose is not None:
        step = turns.FIRST_TURN_STEP + 2 * int(turn) - 2 + (Side(whose) is not play.first)
    elif play.ending is not None:
        step = play.ending.step
    other_left = what.endswith(", another caster left")
    what = what.removesuffix(", another caster left")
    side, held, counted = Side.RED, [], []
    for word in what.removesuffix("kill box").split():
        if word in {"red", "blue"}:
            side = Side(word)
        elif "=" in word:
            counted.append(Counted(word.partition("=")[0], int(word.partition("=")[2])))
        elif word != "nothing":
            held.append(holding(script.game, word, side))
    by = None if by_eo else turns.owner(play.first, step)
    box = what.endswith("kill box")
    return ScoreTurn(
        script.game.number,
        by,
        step,
        tuple(held),
        box,
        caster_left=other_left,
        counted=tuple(counted),
    )


def holding(game: Game, word: str, side: Side) -> Holding:
    """`flag-1` is controlled, an objective destroyed unless it can be controlled, a condition met;
    else `flag-1:dominated`.
    """
    key, _, said = word.partition(":")
    element = game.terms.scenario.element(key)
    falls = element and element.kind is ElementKind.OBJECTIVE and not element.control
    usual = "destroyed" if falls else "controlled"
    if game.terms.scenario.condition(key):
        usual = "met"
    return Holding(key, side, Held(said or usual))


def removal(script: "Script", by_eo: str | None, key: str) -> RemoveElement:
    return RemoveElement(script.game.number, None if by_eo else Side.RED, key)


def take_back(game: Game) -> TakeBackTurn:
    ended = game.play.ended[-1:]
    return TakeBackTurn(game.number, ended[0].at_ms if ended else 0)


def answer(script: "Script", *sides: str, agrees: bool) -> list[Command]:
    question = script.game.play.question or Question.RESULT
    return [Answer(script.game.number, Side(side), question, agrees) for side in sides]


def tally(script: "Script", by_eo: str | None, apd: str, casters: str, presence: str) -> EnterTally:
    return EnterTally(
        script.game.number,
        None if by_eo else Side.RED,
        numbers(apd),
        numbers(casters) if casters else None,
        numbers(presence) if presence else None,
    )


def cards(script: "Script", side: Side, names: str) -> Army:
    """Entries by their names; those of no list of the side are cards that it does not have."""
    army_list = list_at(script.desk.state, script.game, side) or ArmyList()
    every = {row.name: row for row in models_of(army_list)}
    wanted = [] if names == "nothing" else names.split(", ")
    return tuple(every.get(name) or ArmyRow(name, Kind.JACK, 8) for name in wanted)


def swap(script: "Script", by_eo: str | None, side: Side, out: str, added: str) -> SwapSpecialists:
    leaves, comes = cards(script, side, out), cards(script, side, added)
    return SwapSpecialists(script.game.number, None if by_eo else side, side, leaves, comes)


def bring(script: "Script", by_eo: str | None, side: Side, what: str) -> BringReinforcements:
    came = cards(script, side, what)
    return BringReinforcements(script.game.number, None if by_eo else side, side, came)


def losses(script: "Script", side: Side, names: str) -> CountLosses:
    """Those entries of the side's army are destroyed, and nothing else.

    `6 of Long Gunners` are so many models; what is destroyed `twice` came back in between.
    """
    gone: dict[str, Loss] = {}
    rows = {row.name: row for row in played_army(script.desk.state, script.game, side)}
    for words in names.split(", "):
        models, _, name = words.rpartition(" of ") if words[0].isdigit() else ("", "", words)
        again = name.endswith(" twice")
        name = name.removesuffix(" twice")
        gone[name] = Loss(int(models or rows[name].models), int(again))
    script.losses[side] = gone
    return count(script, side)


def marked(script: "Script", side: Side, mark: str, names: str) -> CountLosses:
    """Besides what is destroyed: entries that are inert (wild, fleeing), or in the area."""
    for name in names.split(", "):
        before = script.losses[side].get(name, Loss())
        changed = replace(before, out=True) if mark == "inert" else replace(before, inside=True)
        script.losses[side][name] = changed
    return count(script, side)


def count(script: "Script", side: Side) -> CountLosses:
    army = played_army(script.desk.state, script.game, side)
    assert {row.name for row in army} >= script.losses[side].keys()
    each = tuple(script.losses[side].get(row.name, Loss()) for row in army)
    return CountLosses(script.game.number, None, side, each)


def table(command: Callable[..., Command]) -> Step:
    """A command about the script's table: its number first, sides as sides."""

    def step(script: "Script", *words: str) -> list[Command]:
        sides = [Side(word) if word in {"red", "blue"} else word for word in words]
        return [command(script.game.number, *sides)]

    return step


ACTS: tuple[tuple[str, Step], ...] = (
    (f"start {SIDE} first", table(StartClock)),
    (f"EO starts {SIDE} first", table(StartClock)),
    (rf"{SIDE} first until {SIDE} turn (\d+)", begin),
    (r"points (\d+–\d+)(?: because (.*))?", lambda s, *a: [points(s, *a)]),
    (f"tap {SIDE}", table(Tap)),
    (rf"taps until {SIDE} turn (\d+), every (\d+:\d\d)", taps),
    ("interrupt", table(Interrupt)),
    ("hand back", table(HandBack)),
    (r"(EO )?score(?: turn (\d+) of (red|blue):)? (.*)", lambda s, *a: [score(s, *a)]),
    (
        f"claim {SIDE} caster of {SIDE}",
        table(lambda game, by, side: MakeClaim(game, by, Claim.CASTER, side)),
    ),
    (
        f"claim {SIDE} both casters",
        table(lambda game, by: MakeClaim(game, by, Claim.BOTH_CASTERS, by)),
    ),
    (f"claim {SIDE} scenario", table(lambda game, by: MakeClaim(game, by, Claim.SCENARIO, by))),
    (
        f"claim {SIDE} over",
        table(lambda game, by: MakeClaim(game, by, Claim.OVER, by)),
    ),
    (
        f"claim {SIDE} a tie",
        table(lambda game, by: MakeClaim(game, by, Claim.DRAWN, by)),
    ),
    (
        f"claim {SIDE} that {SIDE} has won",
        table(lambda game, by, side: MakeClaim(game, by, Claim.WON, side)),
    ),
    (
        f"claim {SIDE} battlegroup of {SIDE}",
        table(lambda game, by, side: MakeClaim(game, by, Claim.BATTLEGROUP, side)),
    ),
    (
        f"claim {SIDE} no models of {SIDE}",
        table(lambda game, by, side: MakeClaim(game, by, Claim.NO_MODELS, side)),
    ),
    (
        f"claim {SIDE} that the turn of {SIDE} goes on",
        table(lambda game, by, side: MakeClaim(game, by, Claim.TURN, side)),
    ),
    ("EO takes the turn back", lambda s: [take_back(s.game)]),
    (f"{SIDE} concedes", table(lambda game, by: MakeClaim(game, by, Claim.CONCESSION, by))),
    (f"{SIDE} agrees", lambda s, one: answer(s, one, agrees=True)),
    (f"{SIDE} (?:disagrees|takes it back)", lambda s, one: answer(s, one, agrees=False)),
    (f"{SIDE} and {SIDE} agree", lambda s, *both: answer(s, *both, agrees=True)),
    (
        rf"(EO )?count AP {POINTS}(?: casters {POINTS})?(?: presence {POINTS})?",
        lambda s, *a: [tally(s, *a)],
    ),
    (f"{SIDE} calls the judge", table(CallJudge)),
    ("EO leaves", table(DismissJudge)),
    (f"{SIDE} extends", table(TakeExtension)),
    (r"(EO )?removes (\S+)", lambda s, eo, key: [removal(s, eo, key)]),
    ("EO calls dice down", lambda _: [CallDiceDown()]),
    (r"EO sets the round to (\d+:\d\d)", lambda _, t: [SetRoundLength(instant(t))]),
    ("EO pauses", table(lambda game: PauseClock(game, WHY))),
    (
        rf"(EO )?{SIDE} swaps (.*) for (.*)",
        lambda s, eo, who, out, added: [swap(s, eo, Side(who), out, added)],
    ),
    (
        rf"(EO )swaps for {SIDE}: (.*) for (.*)",
        lambda s, eo, who, out, added: [swap(s, eo, Side(who), out, added)],
    ),
    (rf"()?{SIDE} brings (.*)", lambda s, eo, who, what: [bring(s, eo, Side(who), what)]),
    (rf"(EO )brings for {SIDE}: (.*)", lambda s, eo, who, what: [bring(s, eo, Side(who), what)]),
    (rf"{SIDE} loses (.*)", lambda s, who, what: [losses(s, Side(who), what)]),
    (
        rf"{SIDE} has (inert|inside): (.*)",
        lambda s, who, mark, what: [marked(s, Side(who), mark, what)],
    ),
    (
        rf"(EO )?{SIDE} shows the objective (.*)",
        lambda s, eo, who, name: [
            ChooseObjective(s.game.number, None if eo else Side(who), Side(who), name)
        ],
    ),
    ("a player stops the clock", table(lambda game: PauseClock(game, "", PauseCause.TABLE))),
    (
        "EO says (red|blue|nobody) stopped the clock",
        lambda s, who: [RuleOnStop(s.game.number, None if who == "nobody" else Side(who))],
    ),
    ("EO resumes", table(ResumeClock)),
    (rf"EO gives {SIDE} (\d+:\d\d)", table(lambda g, s, t: AdjustClock(g, s, instant(t), WHY))),
    (
        rf"EO takes (\d+:\d\d) from {SIDE}",
        table(lambda g, t, s: AdjustClock(g, s, -instant(t), WHY)),
    ),
    ("EO counts the gap", table(CountGap)),
    (
        r"computer off until (\d+:\d\d)",
        lambda s, until: [NoticeGap(s.desk.now_ms, instant(until))],
    ),
    (rf"EO rules {WON} by (.*)", lambda s, w, how: [Rule(s.game.number, winner(w), way(how), WHY)]),
    ("EO reopens", table(lambda game: ReopenGame(game, WHY))),
    ("EO withdraws the result", table(lambda game: WithdrawResult(game, WHY))),
    (
        rf"EO reports {WON} by (.*), CP {POINTS}, AP {POINTS}",
        lambda s, w, how, cp, ap: [
            ReportResult(s.game.number, Result(winner(w), way(how), numbers(cp), numbers(ap)))
        ],
    ),
    ("EO undoes", lambda s: [Undo()]),
    ("EO redoes", lambda s: [Redo()]),
)
