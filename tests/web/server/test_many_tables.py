"""A full room: every table plays at once, some without the network now and then."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from app.engine.acts.events import Record
from app.engine.acts.late import NoteMovedTime
from app.engine.acts.table import CallJudge, FlagFell, TurnEnded
from app.engine.side import Side
from app.engine.table.deadlines import deadline
from app.headless.recheck.verify import verify
from app.store.log.event_log import open_log
from tests.events import MINUTE
from tests.web.venue import WAIT_S, Tablet, Venue, on_line

pytestmark = pytest.mark.long

TABLES = 64
TURNS = 12


class Pace:
    """Moves the time as fast as the slowest table plays, so that no slow machine runs out a clock.

    ``until_ms`` holds by table when its turn may end, and ``may_end`` what tells it so.
    """

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.until_ms: dict[int, int] = {}
        self.may_end: dict[int, asyncio.Event] = {}

    async def keep(self) -> None:
        while True:
            await asyncio.sleep(0.01)
            slowest_ms = min(self.until_ms.values(), default=0)
            if self.venue.timeline.now_ms() < slowest_ms + 2 * MINUTE:
                self.venue.timeline.move_by(2_000)
            now_ms = self.venue.timeline.now_ms()
            for table, until_ms in self.until_ms.items():
                if now_ms >= until_ms:
                    self.may_end[table].set()

    async def turn(self, tablet: Tablet) -> None:
        """A turn lasts half a minute at least."""
        may_end = self.may_end[tablet.table] = asyncio.Event()
        self.until_ms[tablet.table] = self.venue.timeline.now_ms() + 40_000
        await asyncio.wait_for(may_end.wait(), WAIT_S)


async def play(tablet: Tablet, pace: Pace, dice: random.Random) -> None:
    """Taps in turn; marks are lost on their way, handed over again, or kept until later."""
    await tablet.do({"type": "start_clock", "first": "red"})
    for turn in range(TURNS):
        await pace.turn(tablet)
        tablet.tap(Side.RED if turn % 2 == 0 else Side.BLUE)
        chance = dice.random()
        await asyncio.sleep(chance / 20)  # tables overtake one another
        if chance < 0.2:
            continue  # no network: it stays in the queue
        if chance < 0.35:
            again = list(tablet.queue)
            await tablet.hand_over()
            await tablet.leave()  # the answer is lost
            tablet.queue = again
            await tablet.join()
        await tablet.hand_over(at_once=dice.randint(1, 4))
    await tablet.hand_over()
    del pace.until_ms[tablet.table]


@pytest.mark.parametrize("tables", [TABLES, 200])
def test_a_full_room_loses_and_duplicates_no_mark_and_flags_fall_on_time(
    tmp_path: Path, tables: int
) -> None:
    venue = Venue(tmp_path, tables=tables)
    venue.register(2 * tables)
    venue.start()
    venue.serve()
    dice, dues = random.Random(5), dict[int, int | None]()

    async def story() -> None:
        pace = Pace(venue)
        tablets = [Tablet(venue, table) for table in range(1, tables + 1)]
        await asyncio.gather(*(tablet.join() for tablet in tablets))
        ticks = asyncio.create_task(pace.keep())
        await asyncio.gather(
            *(play(tablet, pace, random.Random(dice.random())) for tablet in tablets)
        )
        ticks.cancel()
        for tablet in tablets:
            mine = venue.game(tablet.table).play
            assert tablet.last("play")["play"]["step"] == mine.step
        dues.update({game.number: deadline(game) for game in venue.state.games.values()})
        venue.move_by(200 * MINUTE)
        for tablet in tablets:
            await tablet.until(lambda one=tablet: one.last("play")["play"]["ending"])
        await asyncio.gather(*(tablet.leave() for tablet in tablets))

    try:
        on_line(story)
        games = venue.state.games
        ended = Counter(
            mark.game
            for game in games.values()
            for mark in game.marks
            if isinstance(mark, TurnEnded)
        )
        assert set(ended.values()) == {TURNS}
        assert len(ended) == tables
        fallen = [
            mark for game in games.values() for mark in game.marks if isinstance(mark, FlagFell)
        ]
        assert {one.game: one.at_ms for one in fallen} == dues
        assert len(fallen) == tables
    finally:
        venue.close()
    with open_log(venue.path) as log:
        stations = Counter(record.station for record in log.records() if is_mark(record))
        assert set(stations.values()) == {1}
    assert verify(venue.path).faults == ()


def is_mark(record: Record) -> bool:
    """Tell whether a device made it; what late ones moved is noted beside them."""
    return record.station.startswith("tablet") and not isinstance(record.event, NoteMovedTime)


def test_a_room_that_was_offline_hands_over_every_call_at_once_and_the_file_is_sound(
    tmp_path: Path,
) -> None:
    venue = Venue(tmp_path, tables=TABLES)
    venue.register(2 * TABLES)
    venue.start()
    venue.serve()

    async def story() -> None:
        tablets = [Tablet(venue, table) for table in range(1, TABLES + 1)]
        await asyncio.gather(*(tablet.join() for tablet in tablets))
        for tablet in tablets:
            await tablet.do({"type": "start_clock", "first": "red"})
            await tablet.leave()
        began_ms = venue.timeline.now_ms()
        for tablet in tablets:
            for turn in range(20):
                side = Side.RED if turn % 2 == 0 else Side.BLUE
                tablet.tap(side, began_ms + (turn + 1) * MINUTE)
                tablet.press({"type": "call_judge", "side": None}, began_ms + (turn + 1) * MINUTE)
        venue.move_by(50 * MINUTE)

        async def back(one: Tablet) -> None:
            await one.join()
            await one.hand_over()

        await asyncio.gather(*(back(tablet) for tablet in tablets))
        for tablet in tablets:
            marks = venue.game(tablet.table).marks
            assert sum(isinstance(mark, CallJudge) for mark in marks) == 20
        await asyncio.gather(*(tablet.leave() for tablet in tablets))

    try:
        on_line(story)
    finally:
        venue.close()
    assert verify(venue.path).faults == ()
