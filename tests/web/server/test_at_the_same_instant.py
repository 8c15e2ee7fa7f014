"""Presses of many tablets that come at the same instant are written together."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.engine.acts.events import Record
from app.engine.side import Side
from app.engine.state import State
from app.engine.table.game import Game
from app.store.errors import StoreError
from app.store.log.event_log import Batch, EventLog
from app.web.protocol.messages import PlayMessage
from app.web.server import broadcast
from tests.events import MINUTE
from tests.patience import PATIENCE_S
from tests.web.venue import Tablet, Told, Venue, on_line

RED, BLUE = Side.RED, Side.BLUE
START = {"type": "start_clock", "first": "red"}


class Disk:
    """Where the event's rows go. It counts them by write, and can be full; ``after`` is done when
    they are durable and nobody has heard of them.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full, self.writes = False, list[int]()
        self.after: Callable[[], object] = lambda: None
        write = EventLog.write

        def written(log: EventLog, batch: Batch) -> None:
            self.writes.append(len(batch.rows))
            if self.full:
                raise StoreError("The disk is full.")
            write(log, batch)
            self.after()

        monkeypatch.setattr(EventLog, "write", written)


@pytest.fixture
def disk(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


async def together(venue: Venue, say: Callable[[], Awaitable[object]]) -> None:
    """What is said has all come in before the desk reads the first of it."""
    held, goes_on = threading.Event(), threading.Event()

    def hold() -> None:
        held.set()
        goes_on.wait(PATIENCE_S)

    venue.desk.call(hold)
    assert held.wait(PATIENCE_S)
    try:
        await say()
    finally:
        goes_on.set()


def marks(tablet: Tablet) -> Told:
    """All that waits in the tablet, which stays there."""
    return {"type": "marks", "left": 0, "marks": tablet.queue}


def test_presses_at_the_same_instant_are_written_together(venue: Venue, disk: Disk) -> None:
    async def story() -> None:
        tablets = [Tablet(venue, table) for table in (1, 2, 3, 4)]
        for tablet in tablets:
            await tablet.join()
            await tablet.do(START)
        venue.move_by(5 * MINUTE)
        disk.writes.clear()

        async def say() -> None:
            for tablet in tablets:
                tablet.tap(RED, venue.timeline.now_ms() - tablet.table)
                await tablet.say(marks(tablet))

        await together(venue, say)
        for tablet in tablets:
            await tablet.until(
                lambda tablet=tablet: tablet.last("answers")["answers"][0]["number"] == 2
            )
            assert tablet.last("answers")["answers"] == [
                {"number": 2, "taken": True, "sentence": ""}
            ]
            assert (tablet.last("play")["through"], tablet.last("play")["play"]["step"]) == (2, 1)
            order = [message["type"] for message in tablet.told]
            assert order[-2:] == ["play", "answers"]
            await tablet.leave()
        assert disk.writes == [4]
        began_ms = venue.game(1).marks[0].at_ms
        assert [venue.game(table).marks[-1].at_ms - began_ms for table in (1, 2, 3, 4)] == [
            5 * MINUTE - table for table in (1, 2, 3, 4)
        ]

    on_line(story)


def test_a_mark_sent_twice_at_the_same_instant_is_recorded_once(venue: Venue, disk: Disk) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            venue.move_by(5 * MINUTE)
            tablet.tap(RED)

            async def say() -> None:
                await tablet.say(marks(tablet))
                await tablet.say(marks(tablet))

            await together(venue, say)
            await tablet.until(
                lambda: sum(message["type"] == "answers" for message in tablet.told) == 3
            )
            assert all(
                message["answers"][0]["taken"]
                for message in tablet.told
                if message["type"] == "answers"
            )
        assert len(venue.game(1).marks) == 2

    on_line(story)


def test_presses_that_cannot_be_saved_together_are_all_sent_again(venue: Venue, disk: Disk) -> None:
    """Nobody is told of them, and later they count as of when they were made."""

    async def story() -> None:
        tablets = [Tablet(venue, table) for table in (1, 2)]
        watcher = Tablet(venue, 1)
        for tablet in (*tablets, watcher):
            await tablet.join()
        for tablet in tablets:
            await tablet.do(START)
        venue.move_by(5 * MINUTE)
        tapped_ms = venue.timeline.now_ms()
        seen = len(watcher.told)
        disk.full = True

        async def say() -> None:
            for tablet in tablets:
                tablet.tap(RED, tapped_ms - 1000)
                tablet.tap(RED, tapped_ms)  # refused: by then Blue's clock runs
                await tablet.say(marks(tablet))

        await together(venue, say)
        for tablet in tablets:
            assert await tablet.closed() == 1013
            assert tablet.last("answers")["answers"] == []
            await tablet.leave()
        assert not [message for message in watcher.told[seen:] if message["type"] == "play"]
        assert [len(venue.game(table).marks) for table in (1, 2)] == [1, 1]
        disk.full = False
        venue.move_by(1000)
        for tablet in tablets:
            await tablet.join()
            assert tablet.last("play")["through"] == 1
            assert [answer["taken"] for answer in await tablet.hand_over()] == [True, False]
            await tablet.leave()
        await watcher.leave()
        for table in (1, 2):
            assert [mark.at_ms for mark in venue.game(table).marks[1:]] == [tapped_ms - 1000]

    on_line(story)


def test_two_messages_of_one_tablet_are_kept_back_together(venue: Venue, disk: Disk) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            venue.move_by(5 * MINUTE)
            disk.full = True

            async def say() -> None:
                for side in (RED, BLUE):
                    tablet.tap(side)
                    await tablet.say({"type": "marks", "left": 0, "marks": tablet.queue[-1:]})

            await together(venue, say)
            assert await tablet.closed() == 1013
            disk.full = False
            await tablet.leave()
            await tablet.join()
            assert tablet.last("play")["through"] == 1
            assert all(answer["taken"] for answer in await tablet.hand_over())
        assert [mark.at_ms - venue.game(1).marks[0].at_ms for mark in venue.game(1).marks] == [
            0,
            5 * MINUTE,
            5 * MINUTE,
        ]

    on_line(story)


def test_anything_that_follows_a_held_back_press_is_held_back_too(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judged without it, the later press would be refused, and never come again."""

    async def story() -> None:
        async with Tablet(venue, 1) as tablet:
            await tablet.do(START)
            venue.move_by(5 * MINUTE)

            add, failed = Batch.add, list[Batch]()

            def fail_once(batch: Batch, *what: Any, **how: Any) -> list[Record]:
                if not failed:
                    failed.append(batch)
                    raise StoreError("Nobody knows why.")
                return add(batch, *what, **how)

            async def say() -> None:
                monkeypatch.setattr(Batch, "add", fail_once)
                for side in (RED, BLUE):
                    tablet.tap(side)
                    await tablet.say({"type": "marks", "left": 0, "marks": tablet.queue[-1:]})

            await together(venue, say)
            assert await tablet.closed() == 1013
            await tablet.leave()
            await tablet.join()
            assert tablet.last("play")["through"] == 1
            assert all(answer["taken"] for answer in await tablet.hand_over())
        assert len(venue.game(1).marks) == 3

    on_line(story)


def test_two_devices_pressing_at_once_at_one_table_both_show_both_presses(
    venue: Venue, disk: Disk
) -> None:
    async def story() -> None:
        async with Tablet(venue, 1) as first, Tablet(venue, 1) as second:
            await first.do(START)
            venue.move_by(5 * MINUTE)
            disk.writes.clear()

            async def say() -> None:
                first.tap(RED)
                second.press({"type": "call_judge", "side": "blue"})
                for tablet in (first, second):
                    await tablet.say(marks(tablet))

            await together(venue, say)
            for tablet in (first, second):
                tablet.queue.clear()
                answers = [{"number": tablet.number, "taken": True, "sentence": ""}]
                await tablet.until(
                    lambda tablet=tablet, answers=answers: any(
                        message.get("answers") == answers for message in tablet.told
                    )
                )
                play = tablet.last("play")
                assert (play["play"]["step"], play["play"]["judge_called"]) == (1, True)
                assert play["through"] == tablet.number
            assert disk.writes == [2]

    on_line(story)


def test_a_device_leaving_before_its_answer_does_not_affect_the_others(
    venue: Venue, disk: Disk
) -> None:
    """Its press counts, and coming back it is told so."""

    async def story() -> None:
        tablets = [Tablet(venue, table) for table in (1, 2)]
        watcher = Tablet(venue, 1)
        for tablet in (*tablets, watcher):
            await tablet.join()
        for tablet in tablets:
            await tablet.do(START)
        venue.move_by(5 * MINUTE)
        goer, other = tablets
        loop, gone = asyncio.get_running_loop(), threading.Event()

        def cut() -> None:
            goer.cut()
            gone.set()

        def after() -> None:
            loop.call_soon_threadsafe(cut)
            assert gone.wait(PATIENCE_S)

        async def say() -> None:
            for tablet in tablets:
                tablet.tap(RED)
                await tablet.say(marks(tablet))
            disk.after = after

        await together(venue, say)
        await other.until(lambda: other.told[-1]["type"] == "answers" and other.number == 2)
        await watcher.until(lambda: watcher.last("play")["play"]["step"] == 1)
        disk.after = lambda: None
        await goer.leave()
        await goer.join()
        assert goer.last("play")["through"] == 2
        assert [answer["taken"] for answer in await goer.hand_over()] == [True]
        assert [len(venue.game(table).marks) for table in (1, 2)] == [2, 2]
        for tablet in (*tablets, watcher):
            await tablet.leave()

    on_line(story)


def test_a_table_whose_game_cannot_be_shown_does_not_delay_the_others(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, broken = broadcast.play_message, venue.game(1).number

    def shown(state: State, seq: int, game: Game, **how: Any) -> PlayMessage:
        if game.number == broken and game.play.step:
            raise ValueError("This table cannot be shown.")
        return show(state, seq, game, **how)

    async def story() -> None:
        tablets = [Tablet(venue, table) for table in (1, 2, 3, 4)]
        for tablet in tablets:
            await tablet.join()
            await tablet.do(START)
        venue.move_by(5 * MINUTE)
        monkeypatch.setattr(broadcast, "play_message", shown)

        async def say() -> None:
            for tablet in tablets:
                tablet.tap(RED)
                await tablet.say(marks(tablet))

        await together(venue, say)
        for tablet in tablets[1:]:
            await tablet.until(
                lambda tablet=tablet: tablet.last("answers")["answers"][0]["number"] == 2
            )
            assert tablet.last("play")["play"]["step"] == 1
        assert [len(venue.game(table).marks) for table in (1, 2, 3, 4)] == [2, 2, 2, 2]
        for tablet in tablets:
            await tablet.leave()

    on_line(story)
