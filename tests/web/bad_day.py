"""Tables that play through a bad network, each device with nothing but the protocol."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import aiohttp
from msgspec import Struct, field

from app.clock.timeline import Alarm, Gap, WallTimeline
from app.engine.acts.table import AdjustClock, StartClock
from app.engine.side import Side
from app.web.protocol.seal import DeviceEnd
from tests.web.bad_network import BadNetwork
from tests.web.venue import Venue

SECOND, MINUTE = 1000, 60_000
EVERY_S, DEAF_S, AGAIN_S = 2.0, 6.0, (0.25, 3.0)
DEPLOYING = 4
NEARLY_MS = 6 * SECOND
GOOD_TRIP_MS = NEARLY_MS / 2  # a ping that tells the time well enough for that
Told = dict[str, Any]


class QuickTimeline(WallTimeline):
    """The real time, so many times as fast."""

    def __init__(self, speed: float) -> None:
        self.speed, self._began_ns = speed, time.perf_counter_ns()
        super().__init__(steady_ns=self._quick_ns, wall_ns=self._quick_wall_ns)

    def _quick_ns(self) -> int:
        return int((time.perf_counter_ns() - self._began_ns) * self.speed)

    def _quick_wall_ns(self) -> int:
        return 1_800_200_000_000 * 1_000_000 + self._quick_ns()

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        return loop.call_later(max(at_ms - self.now_ms(), 0) / 1000 / self.speed, call)

    def look_for_gap(self) -> Gap | None:
        return None


class Pressed(Struct, dict=True):
    number: int
    at_ms: int
    act: Told
    counts: bool


class Hand(Struct, dict=True):
    """The two players' own arithmetic: whose time runs since when, and how much each has used."""

    allotted: dict[str, int]
    running: str
    since_ms: int
    used: dict[str, int] = field(default_factory=lambda: {"red": 0, "blue": 0})

    @property
    def due_ms(self) -> int:
        return self.since_ms + self.allotted[self.running] - self.used[self.running]

    def switch(self, at_ms: int) -> None:
        self.used[self.running] += at_ms - self.since_ms
        self.running = "blue" if self.running == "red" else "red"
        self.since_ms = at_ms


class Device:
    """A tablet: it stamps presses by its own clock, keeps them until they are answered, and joins
    again whenever it hears nothing.
    """

    def __init__(self, base: str, table: int, secret: str, speed: float, seed: int) -> None:
        self.base, self.table, self.secret = base, table, secret
        self.speed, self.dice = speed, random.Random(seed)
        self.name = f"bad-day-{table:04}"
        self.offset_ms, self.best_ms = 0.0, float("inf")
        self.end: DeviceEnd | None = None
        self.number = self.sent = self.game = self.joins = self.heard_ms = 0
        self.queue: list[Told] = []
        self.pressed: list[Pressed] = []
        self.answers: dict[int, bool] = {}
        self.faults: list[str] = []
        self.play: Told = {}
        self.hand: Hand | None = None
        self.socket: aiohttp.ClientWebSocketResponse | None = None

    def stamp_ms(self) -> float:
        return time.perf_counter() * 1000 * self.speed

    def now_ms(self) -> int:
        return round(self.stamp_ms() + self.offset_ms)

    async def stay(self) -> None:
        """Join, and join again."""
        wait_s = AGAIN_S[0]
        while True:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with aiohttp.ClientSession() as session:
                    async with asyncio.timeout(DEAF_S):
                        line = await session.ws_connect(f"{self.base}/socket")
                    wait_s = AGAIN_S[0]
                    await self.visit(line)
            self.socket = None
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 2, AGAIN_S[1])

    async def visit(self, line: aiohttp.ClientWebSocketResponse) -> None:
        message = await line.receive_json(timeout=DEAF_S)
        self.end = DeviceEnd(message["nonce"], message["key"], self.secret)
        pinging = asyncio.create_task(self.ping(line))
        hello = {
            "type": "hello", "version": 2, "role": "table", "device": self.name,
            "table": self.table, "game": self.game,
            "queued": len(self.queue), "kept_since_ms": 0,
        }  # fmt: skip
        try:
            await line.send_str(self.end.frame(json.dumps(hello)))
            while (got := await line.receive(DEAF_S)).type is aiohttp.WSMsgType.TEXT:
                await self.hear(line, json.loads(got.data))
        finally:
            pinging.cancel()

    async def ping(self, line: aiohttp.ClientWebSocketResponse) -> None:
        assert self.end is not None
        with suppress(ConnectionError, RuntimeError):
            while True:
                await asyncio.sleep(0.1 if self.best_ms > GOOD_TRIP_MS else EVERY_S)
                asked = {
                    "type": "ping", "stamp_ms": self.stamp_ms(), "queued": len(self.queue),
                    "heard_ms": self.heard_ms,
                }  # fmt: skip
                await line.send_str(self.end.frame(json.dumps(asked)))

    async def hear(self, line: aiohttp.ClientWebSocketResponse, told: Told) -> None:
        if told["type"] in {"welcome", "pong"}:
            self.heard_ms = told["now_ms"]
        match told["type"]:
            case "welcome":
                self.socket, self.sent = line, 0
                self.joins += 1
                if self.best_ms == float("inf"):
                    self.offset_ms = told["now_ms"] - self.stamp_ms()
            case "pong":
                trip_ms = self.stamp_ms() - told["stamp_ms"]
                if trip_ms < self.best_ms:
                    self.best_ms = trip_ms
                    self.offset_ms = told["now_ms"] - told["stamp_ms"] - trip_ms / 2
            case "play":
                self.game, self.play = told["game"], told["play"]
                await self.hand_over()
            case "answers":
                for one in told["answers"]:
                    if self.answers.setdefault(one["number"], one["taken"]) is not one["taken"]:
                        self.faults.append(f"table {self.table}: another answer: {one}")
                    self.queue = [mark for mark in self.queue if mark["number"] != one["number"]]

    async def hand_over(self) -> None:
        """What was not said on this connection yet."""
        while self.socket is not None:
            rest = [one for one in self.queue if one["number"] > self.sent]
            if not rest:
                return
            some = rest[: self.dice.randint(1, 6)]
            self.sent = some[-1]["number"]
            asked = {"type": "marks", "left": len(rest) - len(some), "marks": some}
            with suppress(ConnectionError, RuntimeError):
                assert self.end is not None
                await self.socket.send_str(self.end.frame(json.dumps(asked)))

    async def press(self, act: Told, at_ms: int | None = None, *, counts: bool = True) -> int:
        """Now, or at the instant at which the finger was there."""
        self.number += 1
        before_ms = self.pressed[-1].at_ms if self.pressed else 0
        at_ms = max(self.now_ms() if at_ms is None else at_ms, before_ms)
        mark = {
            "number": self.number, "game": self.game, "at_ms": at_ms,
            "stamp_ms": self.stamp_ms(), "act": act,
        }  # fmt: skip
        self.queue.append(mark)
        self.pressed.append(Pressed(self.number, at_ms, act, counts))
        await self.hand_over()
        return at_ms

    async def play_on(self) -> None:
        """Both players, until somebody's time is up; now and then one more tap after that."""
        clock = self.play["clock"]
        self.hand = Hand(dict(clock["allotted_ms"]), clock["running"], clock["since_ms"])
        step = 0
        while True:
            turn = step >= DEPLOYING
            began_ms, lasts_ms = self.now_ms(), self.dice.randint(36, 50) * SECOND
            if not turn:
                lasts_ms = self.dice.randint(2, 8) * SECOND
            asker = self.hand.running
            if turn and self.dice.random() < 0.6:
                for act in ("interrupt", "hand_back"):
                    at_ms = await self.wait(self.dice.randint(3, 9) * SECOND)
                    if at_ms is None:
                        return
                    self.hand.switch(await self.press({"type": act}, at_ms))
            if self.dice.random() < 0.3:
                await self.press({"type": "call_judge", "side": asker})
            at_ms = await self.wait(max(began_ms + lasts_ms - self.now_ms(), SECOND))
            if at_ms is None:
                return
            tap = {"type": "tap", "side": self.hand.running}
            self.hand.switch(await self.press(tap, at_ms))
            step += 1

    async def wait(self, ms: int) -> int | None:
        """The instant after so long; None when somebody's time is used up meanwhile, or so nearly
        that nobody presses.
        """
        assert self.hand is not None
        due_ms, until_ms = self.hand.due_ms, self.now_ms() + ms
        if until_ms + NEARLY_MS < due_ms:
            await self.sleep_until(until_ms)
            now_ms = self.now_ms()
            if now_ms + NEARLY_MS / 2 < due_ms:
                return now_ms
        await self.sleep_until(due_ms + NEARLY_MS)
        if self.dice.random() < 0.5:
            await self.press({"type": "tap", "side": self.hand.running}, counts=False)
        return None

    async def sleep_until(self, at_ms: int) -> None:
        while (left_ms := at_ms - self.now_ms()) > 0:
            await asyncio.sleep(left_ms / 1000 / self.speed)


def begin(venue: Venue, tables: int, seed: int, minutes: tuple[float, float]) -> None:
    """Every clock runs, and each player has so many minutes."""
    dice = random.Random(seed)
    for table in range(1, tables + 1):
        game = venue.game(table)
        venue.do(StartClock(game.number, Side.RED))
        for side in Side:
            left_ms = int(dice.uniform(*minutes) * MINUTE)
            more_ms = left_ms - game.terms.time.clock_ms
            venue.do(AdjustClock(game.number, side, more_ms, "A short day"), insist=True)


async def bad_day(
    network: BadNetwork, secrets: dict[int, str], speed: float, seed: int, calm_after_s: float
) -> list[Device]:
    """All tables at once; the network is bad once all have joined, and calm again after so long."""
    base = await network.open()
    devices = [Device(base, table, key, speed, seed + table) for table, key in secrets.items()]
    staying = [asyncio.create_task(device.stay()) for device in devices]
    try:
        while not all(device.play and device.best_ms <= GOOD_TRIP_MS for device in devices):
            await asyncio.sleep(0.02)
        network.rage()
        playing = asyncio.gather(*(device.play_on() for device in devices))
        await asyncio.wait({asyncio.ensure_future(playing)}, timeout=calm_after_s)
        network.calm()
        await playing
        async with asyncio.timeout(120):
            while any(device.queue or not device.play.get("ending") for device in devices):
                await asyncio.sleep(0.1)
    finally:
        for task in staying:
            task.cancel()
        await asyncio.gather(*staying, return_exceptions=True)
        await network.close()
    return devices
