"""What a line of a script may expect, as patterns, and how it is looked up in the game."""

from typing import TYPE_CHECKING

from app.engine.acts.results import Result
from app.engine.acts.table import Answer, EnterTally, Question
from app.engine.armies.army_points import (
    points_destroyed,
    points_inside,
    points_left,
)
from app.engine.players.list_choice import list_points, played_army
from app.engine.remarks import reason_words
from app.engine.rounds.stops import open_stops, stop_calls
from app.engine.side import Pair, Side
from app.engine.standings.scores import scores
from app.engine.table import scoring, turns
from app.engine.table.deadlines import expected_end
from app.engine.table.game import Game
from app.engine.table.losses import find_felled_casters, losses_now
from app.engine.table.objectives import objective_of
from app.engine.table.verdict import final_result, missing, table_result, verdict
from tests.engine.script_words import POINTS, SIDE, WON, Step, instant, numbers, way, winner

if TYPE_CHECKING:
    from tests.engine.script import Script


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


def equal(found: object, expected: object) -> None:
    assert found == expected


EXPECTATIONS: tuple[tuple[str, Step], ...] = (
    (rf"expect over: {WON} by ([a-z ]+)(?:, CP {POINTS}, AP {POINTS})?", over),
    (rf"expect result: {WON} by ([a-z ]+), CP {POINTS}, AP {POINTS}", final),
    ("expect no result", lambda s: equal(final_result(s.game), None)),
    ("expect an assassination", lambda s: equal(_assassination(s), True)),
    ("expect no assassination", lambda s: equal(_assassination(s), False)),
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
    (r"expect kill box (\d+)", lambda s, n: equal(_kill_box(s.game), int(n))),
    ("expect dice down", lambda s: equal(s.game.play.dice_down_ms is not None, True)),
    ("expect no dice down", lambda s: equal(s.game.play.dice_down_ms, None)),
    (rf"expect {SIDE}'s turn is up", lambda s, w: equal(Side(w) in s.game.play.overrun, True)),
    (r"expect end at (\d+:\d\d)", lambda s, at: equal(_end(s), instant(at))),
    ("expect judge called", lambda s: equal(s.game.play.judge_called, True)),
    (f"expect {SIDE}'s army: (.*)", lambda s, w, names: equal(_army(s, Side(w)), names)),
    (
        rf"expect {SIDE}'s list worth (\d+)",
        lambda s, w, n: equal(list_points(s.desk.state, s.game, Side(w)), int(n)),
    ),
    (rf"expect {SIDE} lost (\d+)", lambda s, w, n: equal(_lost(s, Side(w)), int(n))),
    (rf"expect {SIDE} on the table (\d+)", lambda s, w, n: equal(_there(s, Side(w)), int(n))),
    (rf"expect {SIDE} shows (.*)", lambda s, w, name: equal(_objective(s, Side(w)), name)),
    (r"expect (\d+) stops? to rule on", lambda s, n: equal(open_stops(s.game), int(n))),
    ("expect no game loss proposed", lambda s: equal(_game_losses(s), [])),
    (f"expect game loss proposed for {SIDE}", lambda s, w: equal(_game_losses(s), [Side(w)])),
    (f"expect {SIDE} warned: (.*)", lambda s, w, why: equal(_warnings(s, Side(w)), [why])),
    ("expect no judge", lambda s: equal(s.game.play.judge_called, False)),
)


def _assassination(script: "Script") -> bool:
    """Whether somebody's casters fell by the game's end, and the standings count it so."""
    game = script.game
    ending = game.play.ending
    assert ending is not None
    assert ending.winner is not None
    script.desk.do(EnterTally(game.number, None, Pair(0, 0), None, None))
    for side in Side:
        script.desk.do(Answer(game.number, side, Question.RESULT, agrees=True))
    winner = script.game.players.of(ending.winner)
    counted = scores(script.desk.state)[winner].assassinations
    fell = find_felled_casters(script.game, ending).of(ending.winner.other)
    assert fell is bool(counted)
    return fell


def _army(script: "Script", side: Side) -> str:
    """The names of what is at the table."""
    return ", ".join(row.name for row in played_army(script.desk.state, script.game, side))


def _lost(script: "Script", side: Side) -> int:
    army = played_army(script.desk.state, script.game, side)
    return points_destroyed(army, losses_now(script.game, side, army), script.game.terms.counting)


def _there(script: "Script", side: Side) -> int:
    """What the packet's tiebreak counts of the side's army on the table."""
    army = played_army(script.desk.state, script.game, side)
    key = script.settings.get("packet", "sr2017")
    count = points_left if key in ("sr2014", "sr2015") else points_inside
    return count(army, losses_now(script.game, side, army), script.game.terms.counting)


def _objective(script: "Script", side: Side) -> str:
    return objective_of(script.game.play, side) or "nothing"


def _game_losses(script: "Script") -> list[Side]:
    """Whose game loss is proposed at the table."""
    round_ = script.desk.state.round_of(script.game)
    calls = stop_calls(script.desk.state, round_)
    return [call.loses for call in calls if call.game == script.game.number and call.loses]


def _warnings(script: "Script", side: Side) -> list[str]:
    player = script.desk.state.players[script.game.players.of(side)]
    return [reason_words(caution.reason) for caution in player.warnings]


def _needs(game: Game) -> str:
    needs = missing(game)
    return needs.value.replace("_", " ") if needs else "nothing"


def _with_this_turn(game: Game) -> Pair[int]:
    play = game.play
    return scoring.control_points(game.terms, play.first, play.scores, play.step + 1)


def _kill_box(game: Game) -> int:
    """Return how deep the kill box of the turn is, in inches."""
    return scoring.kill_box_inches(game.terms, game.play.step)


def _question(game: Game) -> str:
    question = game.play.question
    return question.value.replace("_", " ") if question else "none"


def _end(script: "Script") -> int | None:
    return expected_end(script.game, script.desk.now_ms)
