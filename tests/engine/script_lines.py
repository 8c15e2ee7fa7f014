"""What a line of a script may say, as patterns, and what is then asked of the desk or checked."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.engine import scoring, turns
from app.engine.commands import (
    CallDiceDown,
    Command,
    NoticeGap,
    Redo,
    ReportResult,
    SetRoundLength,
    Undo,
)
from app.engine.due import expected_end
from app.engine.game import Game
from app.engine.results import How, Result
from app.engine.scenario import ElementKind, Held
from app.engine.side import Pair, Side
from app.engine.table_commands import (
    AdjustClock,
    Answer,
    CallJudge,
    CountGap,
    DismissJudge,
    EnterTally,
    HandBack,
    Interrupt,
    MakeClaim,
    PauseClock,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    Rule,
    ScoreTurn,
    StartClock,
    TakeExtension,
    Tap,
    WithdrawResult,
)
from app.engine.table_events import Claim, Holding, Question
from app.engine.verdict import final_result, missing, table_result, verdict

if TYPE_CHECKING:
    from tests.engine.script import Script

SIDE = "(red|blue)"
WHY = "as the packet says"


def instant(text: str) -> int:
    minutes, seconds = text.split(":")
    return (int(minutes) * 60 + int(seconds)) * 1000


def numbers(text: str) -> Pair[int]:
    red, blue = text.split("–")
    return Pair(int(red), int(blue))


def taps(script: "Script", whose: str, turn: str, every: str) -> None:
    """Tap after tap, evenly, until that turn begins; the clock's first tap is `every` on."""
    at_ms = script.desk.now_ms
    while script.turn() != (Side(whose), int(turn)):
        at_ms += instant(every)
        script.watch_flags(at_ms)
        script.desk.do(Tap(script.game.number, script.game.play.runner), at_ms)
    script.desk.now_ms = at_ms


def begin(script: "Script", first: str, whose: str, turn: str) -> None:
    """The first player starts, and every phase and turn until that one lasts a minute."""
    script.desk.do(StartClock(script.game.number, Side(first)), script.desk.now_ms)
    taps(script, whose, turn, "1:00")


def points(script: "Script", said: str, why: str | None) -> ScoreTurn:
    play = script.game.play
    return ScoreTurn(
        script.game.number, play.owner, play.step, (), points=numbers(said), reason=why or ""
    )


def score(
    script: "Script", by_eo: str | None, turn: str | None, whose: str | None, what: str
) -> ScoreTurn:
    play, step = script.game.play, script.game.play.step
    if turn is not None and whose is not None:
        step = turns.FIRST_TURN_STEP + 2 * int(turn) - 2 + (Side(whose) is not play.first)
    elif play.ending is not None:
        step = play.ending.step
    side, held = Side.RED, []
    for word in what.removesuffix("kill box").split():
        if word in {"red", "blue"}:
            side = Side(word)
        elif word != "nothing":
            held.append(holding(script.game, word, side))
    by = None if by_eo else turns.owner(play.first, step)
    return ScoreTurn(script.game.number, by, step, tuple(held), what.endswith("kill box"))


def holding(game: Game, word: str, side: Side) -> Holding:
    """`flag-1` is controlled, an objective destroyed, a condition met; else `flag-1:dominated`."""
    key, _, said = word.partition(":")
    element = game.terms.scenario.element(key)
    usual = "destroyed" if element and element.kind is ElementKind.OBJECTIVE else "controlled"
    if game.terms.scenario.condition(key):
        usual = "met"
    return Holding(key, side, Held(said or usual))


def removal(script: "Script", by_eo: str | None, key: str) -> RemoveElement:
    return RemoveElement(script.game.number, None if by_eo else Side.RED, key)


def answer(script: "Script", *sides: str, agrees: bool) -> list[Command]:
    question = script.game.play.question or Question.RESULT
    return [Answer(script.game.number, Side(one), question, agrees) for one in sides]


def tally(script: "Script", by_eo: str | None, apd: str, casters: str, presence: str) -> EnterTally:
    return EnterTally(
        script.game.number,
        None if by_eo else Side.RED,
        numbers(apd),
        numbers(casters) if casters else None,
        numbers(presence) if presence else None,
    )


def over(script: "Script", who: str, how: str, cp: str | None, apd: str | None) -> None:
    decided = verdict(script.game)
    assert decided is not None, "the game goes on"
    assert (decided.winner, decided.how, decided.needs) == (winner(who), way(how), None)
    if cp and apd:
        result = table_result(script.game)
        assert result == Result(winner(who), way(how), numbers(cp), numbers(apd))


def final(script: "Script", who: str, how: str, cp: str, apd: str) -> None:
    assert final_result(script.game) == Result(winner(who), way(how), numbers(cp), numbers(apd))


def clock(script: "Script", whose: str, left: str) -> None:
    clock = script.game.play.clock
    assert clock is not None
    shown = left.removeprefix("-")
    expected = instant(shown) * (-1 if shown != left else 1)
    assert clock.remaining(Side(whose), script.desk.now_ms) == expected


def runs(script: "Script", whose: str) -> None:
    clock = script.game.play.clock
    assert clock is not None
    assert clock.running is (None if whose == "nobody" else Side(whose))


def winner(who: str) -> Side | None:
    return None if who == "a tie" else Side(who.removesuffix(" wins"))


def way(how: str) -> How:
    return How(how.replace(" ", "_"))


def equal(found: object, expected: object) -> None:
    assert found == expected


Step = Callable[..., list[Command] | None]


def table(command: Callable[..., Command]) -> Step:
    """A command about the script's table: its number first, sides as sides."""

    def step(script: "Script", *words: str) -> list[Command]:
        sides = [Side(word) if word in {"red", "blue"} else word for word in words]
        return [command(script.game.number, *sides)]

    return step


WON = r"(red wins|blue wins|a tie)"
POINTS = r"(\d+–\d+)"

LINES: tuple[tuple[str, Step], ...] = (
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
        f"claim {SIDE} battlegroup of {SIDE}",
        table(lambda game, by, side: MakeClaim(game, by, Claim.BATTLEGROUP, side)),
    ),
    (
        f"claim {SIDE} no models of {SIDE}",
        table(lambda game, by, side: MakeClaim(game, by, Claim.NO_MODELS, side)),
    ),
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

LINES += (
    (rf"expect over: {WON} by ([a-z ]+)(?:, CP {POINTS}, AP {POINTS})?", over),
    (rf"expect result: {WON} by ([a-z ]+), CP {POINTS}, AP {POINTS}", final),
    ("expect no result", lambda s: equal(final_result(s.game), None)),
    ("expect to count ([a-z ]+)", lambda s, what: equal(_needs(s.game), what)),
    ("expect playing", lambda s: equal(s.game.play.in_progress, True)),
    (rf"expect {SIDE} turn (\d+)", lambda s, w, n: equal(s.turn(), (Side(w), int(n)))),
    (
        f"expect {SIDE} (deployment|advance deployment)",
        lambda s, w, what: equal(
            (s.game.play.owner, turns.step_name(s.game.play.step).lower()), (Side(w), what)
        ),
    ),
    (rf"expect {SIDE} has (-?\d+:\d\d)", clock),
    (r"expect (red|blue|nobody)'s clock runs", runs),
    (rf"expect points {POINTS}", lambda s, points: equal(s.game.points, numbers(points))),
    (rf"expect {POINTS} with this turn", lambda s, p: equal(_with_this_turn(s.game), numbers(p))),
    (
        r"expect question: (claim|clock out|result|none)",
        lambda s, what: equal(_question(s.game), what),
    ),
    (
        rf"expect flag {SIDE}",
        lambda s, who: equal(s.game.play.flag and s.game.play.flag.side, Side(who)),
    ),
    ("expect dice down", lambda s: equal(s.game.play.dice_down_ms is not None, True)),
    ("expect no dice down", lambda s: equal(s.game.play.dice_down_ms, None)),
    (rf"expect {SIDE}'s turn is up", lambda s, w: equal(Side(w) in s.game.play.overrun, True)),
    (r"expect end at (\d+:\d\d)", lambda s, at: equal(_end(s), instant(at))),
    ("expect judge called", lambda s: equal(s.game.play.judge_called, True)),
    ("expect no judge", lambda s: equal(s.game.play.judge_called, False)),
)


def _needs(game: Game) -> str:
    needs = missing(game)
    return needs.value.replace("_", " ") if needs else "nothing"


def _with_this_turn(game: Game) -> Pair[int]:
    play = game.play
    return scoring.control_points(game.terms, play.first, play.scores, play.step + 1)


def _question(game: Game) -> str:
    question = game.play.question
    return question.value.replace("_", " ") if question else "none"


def _end(script: "Script") -> int | None:
    return expected_end(script.game, script.desk.now_ms)
