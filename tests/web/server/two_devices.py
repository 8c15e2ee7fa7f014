"""A small model of a table with two devices, one of them hostile: every order of what can happen.

    python -m tests.web.server.two_devices 6

plays all orders of so many acts and prints how many there were. Engine, intake and presence are the
program's own; the room is a state in memory, so that an order can be followed in two ways.
"""

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

from msgspec import Struct

from app.desk.desk import Desk
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.table import Tap
from app.engine.decide import decide
from app.engine.evolve import evolve
from app.engine.frozen import replace
from app.engine.side import Pair
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.late_presses import PROMPT_MS, compare_times
from app.engine.table.marks import as_of
from app.web.protocol.acts import request_for
from app.web.protocol.messages import VERSION, DeviceMark, Hello, Ping
from app.web.server.mark_intake import ON_ITS_WAY_MS, MarkIntake
from app.web.server.presence import Links
from tests.engine.event import start_clock, under_way

HONEST, HOSTILE = DEVICES = ("honest-tablet", "hostile-phone")
TABLE = 1
STEP_MS = 40_000
"""Between two acts: longer than the shortest turn."""
PING_MS = 4_000
"""So long before each act the devices in touch were heard last."""
FORGED_MS = (900, 2_900, 20_000, 42_000)
"""By how much the hostile device dates a press back."""
ACTS = (
    "honest taps",
    "hostile taps",
    "honest goes or comes",
    "hostile goes or comes",
    "honest is cut",
    "window taps",
    *(f"forged by {ms} ms" for ms in FORGED_MS),
)
NOTHING = Pair(0, 0)


class Device(Struct):
    """One device: what it shows while it is away, and what it has not handed over."""

    name: str
    online: bool = True
    number: int = 0
    queue: tuple[DeviceMark, ...] = ()
    view: State | None = None
    """The event as it goes on there while it is away."""
    spans: tuple[tuple[int, int | None], ...] = ((0, None),)
    """When it was in touch in truth."""

    def was_in_touch(self, at_ms: int) -> bool:
        return any(
            begin <= at_ms <= (end if end is not None else at_ms) for begin, end in self.spans
        )


class Room:
    """The table; ``faults``: what must never be."""

    def __init__(self, state: State, now_ms: int, links: Links, devices: dict[str, Device]) -> None:
        self.state, self.now_ms, self.seq = state, now_ms, 0
        self.links, self.devices = links, devices
        self.window_ms: int | None = None
        """Since when the desk's own window has shown and taken taps."""
        self.unseen: Pair[int] = NOTHING
        self.faults: list[str] = []
        stand_in = SimpleNamespace(
            act=self.act, timeline=SimpleNamespace(now_ms=lambda: self.now_ms)
        )
        self.intake = MarkIntake(cast(Desk, stand_in))

    @property
    def game(self) -> Game:
        return next(game for game in self.state.games.values() if game.table == TABLE)

    def fork(self) -> "Room":
        """A copy that goes another way."""
        links = replace(self.links, tables=dict(self.links.tables), away=set(self.links.away))
        devices = {name: replace(device) for name, device in self.devices.items()}
        other = Room(self.state, self.now_ms, links, devices)
        other.seq, other.window_ms, other.unseen = self.seq, self.window_ms, self.unseen
        other.faults = list(self.faults)
        mine = self.intake
        for name in ("refused", "latest_ms", "windows", "unshown"):
            copied = getattr(mine, name, None)
            if copied is not None:
                setattr(
                    other.intake,
                    name,
                    {k: dict(v) if isinstance(v, dict) else v for k, v in copied.items()},
                )
        other.intake.taken = {tag: set(numbers) for tag, numbers in mine.taken.items()}
        other.intake.event_id = mine.event_id
        return other

    def act(
        self, command: Command, at_ms: int, *, station: str, actor: str, insist: bool = False
    ) -> tuple[Record, ...] | Refused:
        decision = decide(self.state, command, min(at_ms, self.now_ms), insist=insist)
        if isinstance(decision, Refused):
            return decision
        rows = tuple(
            Record(self.seq + 1 + n, self.seq + 1, self.now_ms, station, actor, event)
            for n, event in enumerate(decision)
        )
        self.seq += len(rows)
        for row in rows:
            self.state = evolve(self.state, row)
        self.intake.read(rows)
        return rows

    # What happens

    def step(self, act: str) -> None:
        """Forty seconds later something happens."""
        self.now_ms += STEP_MS
        for device in self.devices.values():
            if device.online:
                self._ping(device)
        self.links.look((self.now_ms - PING_MS) / 1000)
        if act == "window taps":
            self._window_taps()
            return
        device = self.devices[HONEST if act.startswith("honest") else HOSTILE]
        if act.endswith(("comes", "cut")):
            self._toggle(device, told=act.endswith("comes"))
        else:
            self._tap(device, int(act.split()[2]) if act.startswith("forged") else 0)

    def _ping(self, device: Device) -> None:
        """The hostile one says that presses wait on it: so nothing proves them younger."""
        heard_ms = self.now_ms - PING_MS
        self.links.hear(TABLE, device.name, heard_ms, heard_ms / 1000)
        queued = 1 if device.name == HOSTILE and device.number else len(device.queue)
        ping = Ping(stamp_ms=1.0, queued=queued, heard_ms=heard_ms)
        self.links.note_ping(TABLE, device.name, ping, heard_ms)

    def _window_taps(self) -> None:
        before = self.game
        self.act(
            Tap(before.number, before.play.runner),
            self.now_ms,
            station=f"table {TABLE}",
            actor="Red",
        )
        self.window_ms = self.now_ms if self.window_ms is None else self.window_ms

    def _toggle(self, device: Device, *, told: bool) -> None:
        """``told``: the server hears that the line is gone; else the device falls silent."""
        if device.online:
            device.online, device.view = False, self.state
            device.spans = (*device.spans[:-1], (device.spans[-1][0], self.now_ms))
            if told:
                self.links.leave(TABLE, device.name, self.now_ms)
            return
        device.online, device.view = True, None
        device.spans = (*device.spans, (self.now_ms, None))
        self.join(device)
        self._hand_over(device)

    def join(self, device: Device) -> None:
        queued = 1 if device.name == HOSTILE and device.number else len(device.queue)
        hello = Hello(
            version=VERSION,
            role="table",
            device=device.name,
            table=TABLE,
            game=self.game.number,
            queued=queued,
        )
        pressed = self.intake.has_pressed(TABLE, device.name)
        self.links.join(hello, self.now_ms, self.now_ms / 1000, pressed=pressed)

    def _tap(self, device: Device, back_ms: int) -> None:
        """Whoever's time ran then, by what the device shows."""
        view = self.state if device.view is None else device.view
        game = next(game for game in view.games.values() if game.table == TABLE)
        at_ms = max(self.now_ms - back_ms, 1)
        command = Tap(game.number, as_of(game, at_ms).play.runner)
        request = request_for(command)
        assert request is not None
        device.number += 1
        mark = DeviceMark(device.number, game.number, at_ms, 1.0, request)
        device.queue = (*device.queue, mark)
        if device.online:
            self._hand_over(device)
        elif not back_ms:
            device.view = _alone(view, command, self.now_ms)

    def _hand_over(self, device: Device) -> None:
        """As `Sessions` takes a message of marks; then what has moved is looked at."""
        before, moves = self.game, len(self.game.moved)
        link = self.links.device(TABLE, device.name)
        assert link is not None
        others = [other for other in self.devices.values() if other is not device]
        for mark in device.queue:
            single = self.game
            self.intake.take(
                self.state,
                TABLE,
                device.name,
                mark,
                late=link.handing_over,
                clear_ms=link.clear_ms,
                since_ms=link.since_ms,
                trusted=link.trusted,
                saw=lambda at_ms: self.links.saw(TABLE, device.name, at_ms),
                began_ms=0,
            )
            self._judge(single, mark.at_ms, others)
        self.intake.note_moved(before, self.game, TABLE, device.name)
        self.intake.settle()
        device.queue = ()
        self.links.handed_over(TABLE, device.name, 0, pressed=True)
        self._look(before, moves)

    # What must never be

    def _judge(self, before: Game, at_ms: int, others: list[Device]) -> None:
        """A press that moved time by more than one on its way can, though another device showed
        otherwise at its instant.
        """
        moved = compare_times(before, self.game, self.now_ms)
        if max(abs(moved.red), abs(moved.blue)) < ON_ITS_WAY_MS:
            return
        window = self.window_ms is not None and self.window_ms <= at_ms
        if window or any(other.was_in_touch(at_ms) for other in others):
            self.faults.append(f"moved {moved} against a device in touch")

    def _look(self, before: Game, moves: int) -> None:
        """Time that moved without a row that both halves and the organizer see."""
        moved = compare_times(before, self.game, self.now_ms)
        if len(self.game.moved) > moves:
            self.unseen = NOTHING
            return
        self.unseen = Pair(self.unseen.red + moved.red, self.unseen.blue + moved.blue)
        if max(abs(self.unseen.red), abs(self.unseen.blue)) >= PROMPT_MS:
            self.faults.append(f"{self.unseen} moved unseen")


def _alone(view: State, command: Command, at_ms: int) -> State:
    decision = decide(view, command, at_ms)
    if isinstance(decision, Refused):
        return view
    for event in decision:
        view = evolve(view, Record(1, 1, at_ms, "x", "x", event))
    return view


def first_room() -> Room:
    """Both devices have pressed here and are in touch; four phases and a turn are over."""
    desk = under_way(2)
    desk.now_ms = 100_000
    start_clock(desk)
    room = Room(desk.state, desk.now_ms, Links(), {})
    room.seq = len(desk.records)
    for name in DEVICES:
        device = room.devices[name] = Device(name)
        room.join(device)
    for _ in range(3):
        for act in ("honest taps", "hostile taps"):
            room.step(act)
    assert room.faults == []
    assert room.game.play.step == 6
    return room


def orders(
    room: Room, left: int, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Room]]:
    """Every order of so many acts, with the room after it; one with a fault goes no further."""
    if not left or room.faults:
        yield path, room
        return
    for act in ACTS:
        then = room.fork()
        then.step(act)
        yield from orders(then, left - 1, (*path, act))


def main(length: int) -> None:
    count = 0
    wrong: list[tuple[tuple[str, ...], str]] = []
    moves = aside = 0
    for path, room in orders(first_room(), length):
        count += 1
        moves += bool(room.game.moved)
        aside += bool(room.game.aside)
        wrong += [(path, fault) for fault in room.faults]
    print(f"{count} orders of {length} acts")
    print(f"time moved and was shown in {moves}, presses wait for the organizer in {aside}")
    unseen = sum("unseen" in fault for _, fault in wrong)
    print(f"{unseen} moved time unseen, {len(wrong) - unseen} against a device in touch")
    for path, fault in wrong[:10]:
        print(" - ", "; ".join(path), "->", fault)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main(int(sys.argv[1]))
