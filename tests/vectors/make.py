"""Writes the clock and rules cases that Python and JavaScript must agree on, from the engine.

`python -m tests.vectors.make` writes them anew; `tests/web_page` checks both languages. A case of
a game has its marks, the play they amount to, and what is read off the table on the way. Seeds are
fixed, so that the files change only when the rules do.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, field

from app.engine.acts.chess_clock import AdoptTimes, HoldTime
from app.engine.acts.table import (
    ClockPaused,
    ClockStarted,
    Mark,
    PauseCause,
    PutDiceDown,
    RemoveElement,
    Ruled,
    TakeExtension,
    TurnStarted,
)
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.remarks import reason_words
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table import deathclock
from app.engine.table.deadlines import expected_end, flag_due
from app.engine.table.deathclock import DeathClock
from app.engine.table.game import Game
from app.engine.table.marks import as_read, replay
from app.engine.table.verdict import missing, scenario_in_doubt, table_result
from app.store.log.codec import KINDS
from app.views.round.display_pages import LAYOUT
from app.views.table.clock_face import face, next_change_ms
from app.views.table.scoring_pad import pad, pad_steps
from app.views.table.table import table_view
from tests.engine.event import PACKETS, settings, under_way
from tests.engine.random_marks import random_mark
from tests.engine.script import Script
from tests.vectors.losses import loss_cases
from tests.vectors.maps import map_cases
from tests.vectors.plain import plain
from tests.vectors.presses import press_cases
from tests.vectors.wall import wall_cases

HERE = Path(__file__).parent
SCRIPTS = HERE.parent / "engine"
READ_AFTER_MS = (0, 1, 14_999, 61_000)
READS = 3
GENERATED = 30
"""So many games at random for each way of playing."""


def plain_mark(mark: Mark) -> dict[str, Any]:
    return {"kind": KINDS[type(mark)], **plain(mark)}


def as_pages_have_it(mark: Mark) -> Mark:
    """The mark with its reason in words: pages are sent none of the program's own."""
    if isinstance(mark, ClockPaused | Ruled):
        return replace(mark, reason=reason_words(mark.reason))
    return mark


class Terms(Struct, dict=True):
    """What games are played under, each kept once."""

    kept: dict[str, Any] = field(default_factory=dict)

    def key(self, game: Game) -> str:
        terms = plain(game.terms)
        del terms["briefing"]  # words to read: nothing is decided by them
        key = next((key for key, one in self.kept.items() if one == terms), "")
        if not key:
            key = f"{terms['packet']}-{len(self.kept) + 1}"
            self.kept[key] = terms
        return key


def reading(state: State, game: Game, now_ms: int) -> dict[str, Any]:
    """What a table's screen takes from ``game`` at ``now_ms``."""
    view = table_view(state, game)
    return {
        "marks": len(game.marks),
        "at_ms": now_ms,
        "faces": {side.value: _face(game, view, side, now_ms) for side in Side},
        "next_change_ms": next_change_ms(view, now_ms),
        "minimum_left_ms": view.minimum_left(now_ms),
        "expected_end_ms": expected_end(game, now_ms),
        "flag_due_ms": flag_due(game.terms, game.play),
        "question": plain(view.question),
        "points": plain(game.points),
        "turn_points": plain(game.turn_points),
        "missing": plain(missing(game)),
        "reached": plain(table_result(game)),
        "result": plain(view.result),
        "in_doubt": scenario_in_doubt(game),
        "wins_if_scored": plain(view.wins_if_scored),
        "why": view.why,
        "pads": [_pad(game, step) for step in pad_steps(game)[:2]],
    }


def _face(game: Game, view: Any, side: Side, now_ms: int) -> dict[str, Any]:
    shown: dict[str, Any] = plain(face(game, view, side, now_ms))
    return shown


def _pad(game: Game, step: int) -> dict[str, Any]:
    made: dict[str, Any] = plain(pad(game, step))
    del made["scenario"], made["briefing"]
    return made


def upto(game: Game, count: int) -> Game:
    return replay(replace(game, marks=game.marks[:count]))


def case(name: str, terms: Terms, state: State, game: Game, dice: Random) -> dict[str, Any]:
    """A game's marks, its play, and readings after some of the marks and after the last."""
    marks, count = tuple(map(as_pages_have_it, as_read(game))), len(game.marks)
    if marks != game.marks:
        game, count = replay(replace(game, marks=marks)), len(marks)
    places = sorted({count, *(dice.randint(0, count) for _ in range(READS - 1))})
    reads = []
    for place in places:
        then = upto(game, place)
        last = then.marks[-1].at_ms if then.marks else 0
        at_ms = last + dice.choice(READ_AFTER_MS)
        reads.append(reading(state, then, at_ms))
    return {
        "name": name,
        "terms": terms.key(game),
        "names": plain(game.players.map(state.name)),
        "reported": plain(game.reported),
        "marks": [plain_mark(mark) for mark in marks],
        "play": plain(game.play),
        "reads": reads,
    }


def scripts() -> Iterator[tuple[str, str]]:
    """Every game an organizer has told us, with its name, and every case of the packets' rules."""
    for path in sorted((SCRIPTS / "games").glob("*.txt")):
        yield path.stem.replace("-", " "), path.read_text(encoding="utf-8")
    for path in sorted((SCRIPTS / "rules").glob("*.txt")):
        for number, text in enumerate(path.read_text(encoding="utf-8").split("\n\n")):
            named = re.search(r"^# (.*)", text, re.MULTILINE)
            yield (named[1] if named else f"{path.stem} {number}"), text


def told_cases(terms: Terms, dice: Random) -> Iterator[dict[str, Any]]:
    for name, text in scripts():
        script = Script(text)
        script.play()
        latest = script.desk.state.latest
        assert latest is not None
        for game in script.desk.state.games_of(latest):
            if game.marks and all(mark.at_ms >= 0 for mark in game.marks):
                whole = replay(game)
                yield case(f"{name}: table {game.table}", terms, script.desk.state, whole, dice)


WAYS: tuple[tuple[str, dict[str, Any], str], ...] = (
    *((f"sr2017 {one.value}", {"clock_out": one}, "sr2017") for one in ClockOut),
    ("sr2014 turns", {}, "sr2014"),
    ("sr2012 turns", {}, "sr2012"),
    ("sr2015 turns", {}, "sr2015"),
    ("sr2015 battlegroups", {"battlegroup": True}, "sr2015"),
    ("sr2017 to the last model", {"assassination": False}, "sr2017"),
)


def random_game_mark(dice: Random, at_ms: int) -> Mark:
    """Also the marks that only some packets have."""
    side = dice.choice((Side.RED, Side.BLUE))
    rare = dice.random()
    if rare < 0.03:
        return TakeExtension(1, side, at_ms=at_ms)
    if rare < 0.035:
        return PutDiceDown(1, at_ms=at_ms)
    if rare < 0.055:
        return HoldTime(1, by_clock=dice.random() < 0.6, at_ms=at_ms)
    if rare < 0.065:
        return AdoptTimes(1, Pair(*(dice.randint(0, 600_000) for _ in Side)), at_ms=at_ms)
    if rare < 0.075:
        return RemoveElement(1, side, dice.choice(("zone-1", "flag-1", "objective-1")), at_ms=at_ms)
    if rare < 0.12:
        return TurnStarted(1, at_ms, side)
    return random_mark(dice, at_ms)


def generated_cases(terms: Terms, dice: Random) -> Iterator[dict[str, Any]]:
    for name, chosen, key in WAYS:
        for number in range(GENERATED):
            packet = PACKETS[key]
            size = dice.choice([25, 75])
            wishes = replace(settings(size), packet=key, **chosen)
            scenario = dice.choice(packet.scenarios).number
            desk = under_way(2, wishes, scenario, packet=packet)
            at_ms, marks = 1_000, []
            for _ in range(dice.randint(5, 40)):
                at_ms += dice.choice((1, 40, 1_000, 20_000, 90_000, 400_000))
                marks.append(random_game_mark(dice, at_ms))
            game = replay(replace(desk.game(), marks=tuple(marks)))
            yield case(f"{name}, at random {number}", terms, desk.state, game, dice)


def pause_cases(terms: Terms) -> Iterator[dict[str, Any]]:
    """A table's words for each cause of a pause, read a minute later."""
    desk = under_way(2)
    game = desk.game()
    for cause in PauseCause:
        gap_ms = 90_000 if cause is PauseCause.GAP else 0
        for known in (True, False) if gap_ms else (True,):
            pause = ClockPaused(1, 61_000, cause, "", gap_ms, known)
            paused = replay(replace(game, marks=(ClockStarted(1, 1_000, Side.RED), pause)))
            name = f"paused, cause {cause.value}{'' if known else ' of unknown length'}: table 1"
            one = case(name, terms, desk.state, paused, Random(6))
            yield one | {"reads": [reading(desk.state, paused, 121_000)]}
    marks = (ClockStarted(1, 1_000, Side.RED), pause, replace(pause, gap_ms=42_000, gap_known=True))
    learnt = replay(replace(game, marks=marks))
    one = case(
        "paused, cause gap, whose length was learnt: table 1", terms, desk.state, learnt, Random(6)
    )
    yield one | {"reads": [reading(desk.state, learnt, 121_000)]}


def clock_cases(dice: Random) -> Iterator[dict[str, Any]]:
    """A clock alone: who runs, adjustments, instants that go back, readings."""
    for number in range(150):
        whole = Pair(dice.choice((0, 1, 60_000, 3_600_000)), dice.choice((1_000, 3_600_000)))
        clock = deathclock.start(whole, dice.choice(list(Side)), dice.randint(0, 5_000))
        first, acts, at_ms = plain(clock), [], clock.started_ms
        for _ in range(dice.randint(0, 8)):
            at_ms += dice.choice((-500, 0, 1, 999, 61_000))
            act, clock = _clock_act(dice, clock, at_ms)
            acts.append(act)
        reads = [_clock_reading(clock, clock.since_ms + ms) for ms in (-700, 0, 1, 3_599_999)]
        name = f"clock at random {number}"
        yield {"name": name, "clock": first, "acts": acts, "after": plain(clock), "reads": reads}


def _clock_act(dice: Random, clock: DeathClock, at_ms: int) -> tuple[list[Any], DeathClock]:
    side = dice.choice(list(Side))
    amount = dice.choice((-120_000, -1, 0, 30_000))
    match dice.randint(0, 5):
        case 0:
            return ["adjust", side.value, amount], clock.adjust(side, amount)
        case 1:
            return ["allot", side.value, abs(amount), at_ms], clock.allot(side, abs(amount), at_ms)
        case _:
            runs = dice.choice((side, side, None))
            return ["run", runs.value if runs else None, at_ms], clock.run(runs, at_ms)


def _clock_reading(clock: DeathClock, now_ms: int) -> dict[str, Any]:
    return {
        "at_ms": now_ms,
        "used": plain(clock.used_by_both(now_ms)),
        "remaining": plain(Pair(*(clock.remaining(side, now_ms) for side in Side))),
        "paused": clock.paused(now_ms),
        "elapsed": clock.elapsed(now_ms),
        "deadline": clock.deadline(),
        "expired": plain(clock.expired(now_ms)),
    }


def text_of(head: dict[str, Any], cases: Iterable[dict[str, Any]]) -> str:
    """JSON with a line for each case, so that a change shows which case it is about."""

    def short(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    lines = [f"{json.dumps(key)}: {short(value)}," for key, value in head.items()]
    rows = ",\n".join(short(one) for one in cases)
    return "{\n" + "\n".join([*lines, '"cases": [', rows, "]"]) + "\n}\n"


def files() -> dict[str, str]:
    """Every vector file's name and text."""
    terms = Terms()
    told = list(told_cases(terms, Random(1)))
    rolled = list(generated_cases(terms, Random(2)))
    paused = list(pause_cases(terms))
    pressed_terms = Terms()
    pressed = list(press_cases(pressed_terms.key, Random(3)))
    return {
        "losses.json": text_of({}, loss_cases(Random(5))),
        "clock.json": text_of({}, clock_cases(Random(4))),
        "games.json": text_of({"terms": terms.kept}, [*told, *rolled, *paused]),
        "presses.json": text_of({"terms": pressed_terms.kept}, pressed),
        "maps.json": text_of({}, map_cases()),
        "wall.json": text_of({"layout": plain(LAYOUT)}, wall_cases(Random(6))),
    }


def main() -> None:
    for name, text in files().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
