"""The flag watch: it sleeps until the next flag and says whose game it is, once."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from msgspec import Struct, field

from app.clock.flag_watch import Deadlines, FlagWatch, Notice, next_due
from app.clock.timeline import Alarm
from app.engine.acts.rounds import CallDiceDown, DrawRound, PublishRound, StartRound
from app.engine.acts.table import NoticeFlag, StartClock
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import pressed_games
from app.engine.side import Side
from tests.engine.event import Desk, registered, settings
from tests.engine.random_commands import EVERY_COMMAND

HOUR = 3_600_000


class Call(Struct, dict=True):
    """An alarm in nobody's loop."""

    at_ms: int
    ring: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Alarms(Struct, dict=True):
    calls: list[Call] = field(default_factory=list)
    fails: bool = False

    def now_ms(self) -> int:
        return 0

    def call_at(
        self, _loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        if self.fails:
            raise RuntimeError
        self.calls.append(Call(at_ms, call))
        return self.calls[-1]


def playing() -> Desk:
    desk = registered(4, settings(75))
    for command in (DrawRound(7, 1), PublishRound(), StartRound(1), StartClock(1, Side.RED)):
        desk.do(command)
    return desk


def test_the_next_flag_is_reported_once_and_only_at_its_time():
    desk, alarms, told = playing(), Alarms(), list[Notice]()
    loop = asyncio.new_event_loop()
    watch = FlagWatch(alarms, loop, told.append)
    watch.watch(desk.state)
    watch.watch(desk.state)  # nothing has changed
    (call,) = alarms.calls
    assert call.at_ms == desk.now_ms + HOUR
    call.ring()
    call.ring()
    assert told == [NoticeFlag(1)]
    loop.close()


def test_an_alarm_that_could_not_be_set_is_tried_again():
    desk, alarms = playing(), Alarms()
    loop = asyncio.new_event_loop()
    watch = FlagWatch(alarms, loop, lambda _: None)
    alarms.fails = True
    with pytest.raises(RuntimeError):
        watch.watch(desk.state)
    alarms.fails = False
    watch.watch(desk.state)
    assert len(alarms.calls) == 1
    loop.close()


def test_the_alarm_of_a_game_out_of_touch_is_cancelled():
    desk, alarms = playing(), Alarms()
    loop = asyncio.new_event_loop()
    watch = FlagWatch(alarms, loop, lambda _: None)
    watch.watch(desk.state)
    watch.held = frozenset({1})
    watch.watch(desk.state)
    assert [call.cancelled for call in alarms.calls] == [True]
    assert next_due(desk.state, watch.held) is None
    watch.stop()
    loop.close()


def test_dice_down_is_due_like_a_flag(monkeypatch):
    desk = playing()
    state = desk.state
    assert state.latest is not None
    monkeypatch.setattr(type(state.latest), "dice_down_due_ms", property(lambda _: 5))
    assert next_due(state) == (5, CallDiceDown())


@pytest.mark.parametrize("seed", range(6))
def test_cached_deadlines_equal_those_computed_afresh(seed: int) -> None:
    dice, desk, known, told = Random(seed), playing(), Deadlines(), Deadlines()
    for _ in range(80):
        desk.now_ms += dice.choice((1, 20_000, 900_000))
        command = dice.choice(EVERY_COMMAND)(dice, desk.now_ms)
        if dice.random() < 0.15:
            command = dice.choice((Undo(), Redo()))
        rows = len(desk.records)
        desk.ask(command, insist=True)
        changed = pressed_games(desk.records[rows:])
        held = frozenset({dice.randint(1, 3)})
        assert next_due(desk.state, held, (), known) == next_due(desk.state, held)
        assert next_due(desk.state, held, (), told, changed) == next_due(desk.state, held)
