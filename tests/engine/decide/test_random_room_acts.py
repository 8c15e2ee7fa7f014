"""Acts at all tables, presses, flags and undo in random order, against a ledger of its own.

The ledger adds up stretches of time and knows no line of the engine: which tables an act was done
at it decides itself, and compares.
"""

from pathlib import Path
from random import Random

import pytest
from msgspec import Struct, field

from app.engine.acts.commands import NoticeGap, Refused
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    Claimed,
    HandBack,
    Interrupt,
    NoticeFlag,
    PauseClock,
    Question,
    ResumeClock,
    StartClock,
    Tap,
    TurnEnded,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold
from app.engine.packet.packet import ClockOut
from app.engine.side import Side
from app.engine.table.game import Game
from tests.engine.event import MINUTE, Desk, settings, under_way
from tests.stores import create, open_log

RED, BLUE = Side.RED, Side.BLUE
MOST_PRESSES = 12
EO, GAP, ENDED = "organizer", "gap", "ended"


class Book(Struct):
    """One table's time."""

    at_ms: int
    left: dict[Side, int]
    used: dict[Side, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    stood_ms: int = 0
    runs: Side | None = RED
    turn: Side = RED
    why: str = ""
    since_ms: int = 0
    gap_ms: int = 0
    gap_was_ms: int = 0
    presses: int = 0
    marked_ms: int = 0
    left_then: dict[Side, int] = field(default_factory=dict)
    counted: dict[int, tuple[Side, int]] = field(default_factory=dict)

    def pass_to(self, now_ms: int) -> None:
        passed = now_ms - self.at_ms
        if self.runs is None:
            self.stood_ms += passed
        else:
            self.used[self.runs] += passed
            self.left[self.runs] -= passed
        self.at_ms = now_ms

    def mark(self) -> None:
        self.marked_ms, self.left_then = self.at_ms, dict(self.left)

    def stop(self, why: str) -> None:
        self.runs, self.why, self.since_ms = None, why, self.at_ms

    def go(self) -> None:
        self.runs, self.why = self.turn, ""

    def count_gap(self) -> None:
        """It was played and no pause; where the pause is a later one, it is taken all the same."""
        self.left[self.turn] -= self.gap_ms
        if self.at_ms - self.since_ms >= self.gap_ms:
            self.used[self.turn] += self.gap_ms
            self.stood_ms -= self.gap_ms
        self.counted[self.at_ms] = (self.turn, self.gap_ms)

    @property
    def flag_ms(self) -> int | None:
        return None if self.runs is None else self.at_ms + max(self.left[self.runs], 0)


class Room:
    """The desk and the ledger side by side; ``done``: what can be undone, with its tables."""

    def __init__(self, tables: int, dice: Random) -> None:
        self.dice = dice
        self.desk: Desk = under_way(2 * tables, settings(clock_out=ClockOut.LOSE))
        self.books: dict[int, Book] = {}
        self.done: list[tuple[RoomAct, int, list[int]]] = []
        self.now_ms = 0
        for game in tuple(self.desk.state.games.values()):
            self.desk.do(StartClock(game.number, RED), 0)
            for side in Side:
                short = AdjustClock(game.number, side, -45 * MINUTE, "a short evening")
                self.desk.do(short, 0)
            book = self.books[game.number] = Book(0, {RED: 15 * MINUTE, BLUE: 15 * MINUTE})
            book.mark()

    def wait(self) -> None:
        longest = self.dice.choice([1000, MINUTE, 10 * MINUTE])
        self.now_ms += self.dice.randint(1, longest)
        self.flags_fall()

    def flags_fall(self) -> None:
        for number, book in self.books.items():
            at_ms = book.flag_ms
            if at_ms is not None and at_ms <= self.now_ms:
                self.desk.do(NoticeFlag(number), self.now_ms)
                book.pass_to(at_ms)
                book.stop(ENDED)
            book.pass_to(self.now_ms)

    def press(self) -> None:
        number = self.dice.choice(list(self.books))
        book = self.books[number]
        if book.runs is None or book.presses >= MOST_PRESSES:
            return
        tap = self.desk.ask(Tap(number, book.runs), self.now_ms)
        if isinstance(tap, Refused):
            return  # a turn lasts so long at least
        if isinstance(tap[-1], Claimed):  # it came straight back, and nothing was a mistake
            over = Answer(number, book.runs.other, Question.CLAIM, agrees=False)
            self.desk.do(over, self.now_ms)
            book.mark()
            return
        book.presses += 1
        book.turn = book.runs = book.turn.other
        book.mark()

    def one_table(self) -> None:
        number = self.dice.choice(list(self.books))
        book = self.books[number]
        if book.runs is not None:
            self.desk.do(PauseClock(number, "a dispute"), self.now_ms)
            book.stop(EO)
            book.mark()
        elif book.why == EO:
            self.desk.do(ResumeClock(number), self.now_ms)
            book.go()
            book.mark()

    def gap(self) -> None:
        """The program was stopped up to now."""
        from_ms = self.now_ms
        self.now_ms += self.dice.randint(1, 8 * MINUTE)
        self.desk.ask(NoticeGap(from_ms, self.now_ms), self.now_ms)
        for book in self.books.values():
            if book.runs is not None:
                book.stop(GAP)
                book.gap_ms = self.now_ms - from_ms
                book.mark()
            book.pass_to(self.now_ms)

    def act(self, act: RoomAct) -> None:
        """At chosen tables now and then."""
        chosen = self.dice.sample(list(self.books), 3) if self.dice.random() < 0.2 else []
        books = {n: book for n, book in self.books.items() if not chosen or n in chosen}
        does = {
            RoomAct.PAUSE: lambda book: book.runs is not None,
            RoomAct.RESUME: lambda book: book.why == EO,
            RoomAct.COUNT_GAP: lambda book: book.why == GAP,
            RoomAct.IGNORE_GAP: lambda book: book.why == GAP,
            RoomAct.TAKE_BACK_FLAGS: lambda book: book.why == ENDED,
        }[act]
        at = [number for number, book in books.items() if does(book)]
        rows = self.desk.ask(ActAtTables(act, tuple(chosen), "why"), self.now_ms)
        if not at:
            assert isinstance(rows, Refused), (act, rows)
            return
        assert not isinstance(rows, Refused), (act, rows)
        acted = next(row for row in rows if isinstance(row, RoomActed))
        assert sorted(acted.games) == sorted(at), act
        for number in at:
            book = self.books[number]
            if act is RoomAct.PAUSE:
                book.stop(EO)
            elif act is RoomAct.TAKE_BACK_FLAGS:
                book.left = dict(book.left_then)
                book.why = EO
                book.since_ms = -1  # no act paused it
            else:
                if act is RoomAct.COUNT_GAP:
                    book.count_gap()
                book.gap_was_ms = book.gap_ms
                book.go()
            book.mark()
        if act is not RoomAct.TAKE_BACK_FLAGS:
            self.done.append((act, self.now_ms, at))
        self.flags_fall()

    def undo(self) -> None:
        assert isinstance(self.desk.ask(Redo(), self.now_ms), Refused)
        if not self.done:
            return
        act, at_ms, games = self.done.pop()
        self.desk.do(Undo(), self.now_ms, insist=True)
        for number in games:
            book = self.books[number]
            untouched = book.runs is not None and book.marked_ms == at_ms
            before = book.runs, book.why, dict(book.left)
            if act is RoomAct.PAUSE and book.why == EO and book.since_ms == at_ms:
                book.go()
            elif act is RoomAct.RESUME and untouched:
                book.stop(EO)
            elif act is RoomAct.IGNORE_GAP and untouched:
                book.stop(GAP)
                book.gap_ms = book.gap_was_ms
            elif act is RoomAct.COUNT_GAP:
                self._give_back(book, at_ms)
            if book.why != ENDED and before != (book.runs, book.why, book.left):
                book.mark()

    def _give_back(self, book: Book, at_ms: int) -> None:
        """A game that ended for the lack of that time goes on, paused."""
        side, gap_ms = book.counted[at_ms]
        book.left[side] += gap_ms
        if book.why != ENDED:
            return
        if book.turn is side and book.since_ms >= at_ms:
            book.why, book.since_ms = EO, -1
        elif book.turn is not side:  # what is given to them now is no part of the fault
            book.left_then[side] += gap_ms

    def reopen(self, folder: Path) -> None:
        """What is in the file comes to the same event."""
        path = folder / f"{len(self.desk.records)} {self.now_ms}.flagfall"
        with create(path) as log:
            by_act: dict[int, list] = {}
            for record in self.desk.records:
                by_act.setdefault(record.act, []).append(record)
            for rows in by_act.values():
                log.append(
                    [row.event for row in rows],
                    at_ms=rows[0].at_ms, station=rows[0].station, actor=rows[0].actor,
                )  # fmt: skip
        with open_log(path) as log:
            self.desk.records = log.records()
        state = fold(self.desk.records)
        assert state == self.desk.state
        self.desk.state = state

    def compare(self) -> None:
        for number, book in self.books.items():
            game = self.desk.state.games[number]
            clock = game.play.clock
            assert clock is not None
            now_ms = self.now_ms
            has = (
                {side: clock.remaining(side, now_ms) for side in Side},
                {side: clock.used(side, now_ms) for side in Side},
                clock.paused(now_ms),
                clock.running,
                presses(game),
            )
            assert has == (book.left, book.used, book.stood_ms, book.runs, book.presses), book
            assert sum(book.used.values()) + book.stood_ms == now_ms == clock.elapsed(now_ms)


def presses(game: Game) -> int:
    return sum(isinstance(mark, TurnEnded | HandBack | Interrupt) for mark in game.marks)


ACTS = (
    RoomAct.PAUSE,
    RoomAct.RESUME,
    RoomAct.COUNT_GAP,
    RoomAct.IGNORE_GAP,
    RoomAct.TAKE_BACK_FLAGS,
)


def play(seed: int, tables: int, steps: int, folder: Path) -> Room:
    dice = Random(seed)
    room = Room(tables, dice)
    for step in range(steps):
        room.wait()
        kind = dice.random()
        if kind < 0.4:
            for _ in range(tables // 2):
                room.press()
        elif kind < 0.5:
            room.one_table()
        elif kind < 0.57:
            room.gap()
        elif kind < 0.85:
            room.act(dice.choice(ACTS))
        elif kind < 0.98:
            room.undo()
        else:
            room.reopen(folder)
        try:
            room.compare()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, step {step}, {kind}") from error
    assert room.desk.state == fold(room.desk.records)
    return room


@pytest.mark.long
@pytest.mark.parametrize(("seed", "tables"), [(seed, 8) for seed in range(6)] + [(99, 32)])
def test_no_time_is_made_or_lost(tmp_path: Path, seed: int, tables: int) -> None:
    room = play(seed, tables, 60, tmp_path)
    assert any(presses(game) for game in room.desk.state.games.values())
