"""Cables pulled and put back, and clocks that freeze, in every state of every driver, over real
pseudo-terminals in real time, all at once. Times are asserted from what was stamped meanwhile,
and cables pulled by the desk's own thread, which sees every moment.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

from app.clock.clocks import Seat
from app.clock.devices.dclk import DclkClock
from app.clock.devices.dgt_board import DgtBoard
from app.clock.devices.dgt_bus_line import DgtBusLine
from app.clock.devices.hourglass import Hourglass
from app.clock.devices.upd_clock import UpdClock
from app.clock.emulators.device import Side as Hand
from app.clock.emulators.device import Truth
from app.clock.emulators.dgt_line import DgtLine
from app.clock.emulators.faults import Fault
from app.clock.emulators.pty_line import PtyLine
from app.clock.ports import Stage, Wish
from app.clock.room import Memory, Picture
from app.clock.serial_link import PortInfo
from app.engine.side import Side
from app.engine.table_commands import StartClock
from app.engine.table_events import PauseCause
from tests.clock.real_room import Room, left_ms
from tests.clock.virtual_room import hands_of

pytestmark = pytest.mark.timed

NOTICED_S, RESUMED_S = 3.0, 5.0
AWAY_S, FROZEN_MS = 2.5, 5500
HOUR_MS = 3_600_000
RESOLUTION_MS = {
    "dgt3000": 1000,
    "dgtxl": 1000,
    "dgtbus": 1000,
    "dclk": 50,
    "upd": 250,
    "hourglass": 2000,
}
PRODUCTS = {"dgt3000": "dgt", "dgtxl": "dgt", "dgtbus": "dgt-bus"}
USB = {"dgt3000": (0x0403, 0x6001), "dgtxl": (0x0403, 0x6001), "dclk": (0x2341, 0x0043)}
DRIVERS = {
    "dgt3000": DgtBoard,
    "dgtxl": DgtBoard,
    "dgtbus": DgtBusLine,
    "dclk": DclkClock,
    "upd": UpdClock,
    "hourglass": Hourglass,
}
SLOW_ANSWERS = "&ack_from_ms=1200&ack_to_ms=1200"
ASKED = ("asking", "handshake")  # by a laptop that does not know them
WITHOUT_TABLE = (*ASKED, "unbound", "no clock")
PLAYS = ("running", "interrupt", "fallen", "frozen", "doubted")
STANDS = ("unbound", "paused", "frozen paused", "setting")
DGT = (*ASKED, *STANDS, *PLAYS, "proving", "no clock")
JUMP_MS = 600_000
JUMP_AGAIN_S, ANEW_S = 2.5, 6.0
UNSAID = ("hourglass interrupt",)  # it says whose time runs: the other's is learnt in his next turn
STATES = {
    "dgt3000": DGT,
    "dgtxl": DGT,
    "dclk": (*ASKED, *STANDS, *PLAYS, "gap"),
    "upd": ("asking", *STANDS, *PLAYS),
    "hourglass": ("asking", "unbound", "paused", "running", "interrupt", "fallen", "setting"),
    "openchess": ("unbound", "paused", "running"),
}
BOARDS = ("unbound", "paused", "running", "interrupt", "fallen")


Driver: TypeAlias = DgtBoard | DgtBusLine | DclkClock | UpdClock | Hourglass


@dataclass
class Case:
    """One clock in one state; ``board`` is its place on a line with several."""

    kind: str
    state: str
    number: int
    table: int | None = None
    line: PtyLine | None = None
    board: int | None = None
    key: str = ""
    seen: list[tuple[float, bool]] = field(default_factory=list)
    stage: Stage | None = None
    pulled_s: float = 0.0
    back_s: float = 0.0
    off_ms: dict[Side, int] = field(default_factory=dict)
    runner: tuple[Hand | None, Side, bool] | None = None

    @property
    def id(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def clock(self) -> str:
        """What the program calls it."""
        match self.kind:
            case "dgt3000" | "dgtxl":
                return f"DGT {'3000' if self.kind == 'dgt3000' else 'XL'} {self.number:05}"
            case "dgtbus":
                return f"DGT bus {self.number:05}"
            case "dclk":
                return f"DCLK T07 {self.number:08X}"
            case _:
                return self.key

    @property
    def url(self) -> str:
        own = {"dclk": f"uid={self.number:08X}&boot_ms=100&resets_on_open=0"}
        slow = SLOW_ANSWERS if self.state in {"handshake", "setting"} else ""
        slow = "&report_lag_ms=900" if self.state == "proving" else slow
        words = own.get(self.kind, f"serial={self.number}" if self.kind in PRODUCTS else "seed=1")
        if self.kind not in PRODUCTS:
            wait = {
                "dclk setting": "&answer_ms=190",
                "dclk gap": "&answer_ms=190",
                "dclk handshake": "&answer_ms=190&no_hi=1",
                "upd setting": "&drop_ack=1",
            }
            slow = wait.get(self.id, "")
        if self.kind == "dgtbus" and self.state in ASKED:
            slow = "&boards=1"
        return f"emu://{self.kind}?{words}{slow}&freeze_ms={FROZEN_MS}"

    def here(self, picture: Picture) -> bool:
        if self.state in ASKED and not self.back_s:
            port = next((one for one in picture.ports if one.info.key == self.key), None)
            return port is not None and port.there and port.stage is not Stage.LOST
        return any(one.name == self.clock and one.online for one in picture.clocks)

    def watch(self, picture: Picture, at_s: float) -> None:
        here = self.here(picture)
        if not self.seen or self.seen[-1][1] is not here:
            self.seen.append((at_s, here))

    @property
    def noticed_s(self) -> float | None:
        """How long it took until it was shown; no time where a busy machine had lost it already."""
        if not self.pulled_s:
            return None
        before = [here for at_s, here in self.seen if at_s < self.pulled_s]
        if before and not before[-1]:
            return 0.0
        times = [at_s for at_s, here in self.seen if not here and at_s >= self.pulled_s]
        return times[0] - self.pulled_s if times else None

    @property
    def resumed_s(self) -> float | None:
        noticed_s = self.pulled_s + (self.noticed_s or 0)
        times = [at_s for at_s, here in self.seen if here and at_s >= max(noticed_s, self.pulled_s)]
        return times[0] - self.back_s if times and self.back_s else None

    # Its hands

    def do(self, act: Callable[[object, int], object]) -> None:
        assert self.line is not None
        live = self.line.live
        device = live.device
        hands = device.boards[self.board] if isinstance(device, DgtLine) else live.line
        live.do(lambda now_ms: act(hands, now_ms))

    def press(self, hand: Hand) -> None:
        self.do(lambda hands, now_ms: hands.press(hand, now_ms))

    def truth(self) -> Truth:
        found: list[Truth] = []
        self.do(lambda hands, now_ms: found.append(hands.truth(now_ms)))
        return found[0]


class Hall(Room):
    """All cases at once."""

    def __init__(self, folder: Path, cases: list[Case]) -> None:
        self.cases = cases
        wishes = {
            one.key: Wish(True, PRODUCTS.get(one.kind, one.kind))
            for one in cases
            if one.state not in ASKED or one.kind == "dgtbus"
        }
        seats = {one.clock: Seat(one.table) for one in cases if one.table is not None}
        self.usb = {one.key: USB.get(one.kind, (0x0403, 0x0001)) for one in cases}
        self.awaited: list[tuple[Case, Callable[[Case], bool]]] = []
        super().__init__(folder, Memory(wishes, seats))
        self.wishes, self.room._show, rearm = wishes, self._show, self.room._rearm

        def rearmed() -> None:
            rearm()
            self._pull_whose_moment_has_come()

        self.room._rearm = rearmed

    def _show(self, picture: Picture) -> None:
        at_s = time.monotonic()
        self.picture = picture
        for one in self.cases:
            one.watch(picture, at_s)
        self._pull_whose_moment_has_come()

    def _pull_whose_moment_has_come(self) -> None:
        due = [pair for pair in self.awaited if pair[1](pair[0])]
        for pair in due:
            self.awaited.remove(pair)
            self.pull_out([pair[0]])

    def _ports(self) -> tuple[PortInfo, ...]:
        sockets = tuple(self.sockets.items())
        return tuple(PortInfo(name, key, "", *self.usb[key]) for key, name in sockets)

    def of(self, *states: str, kinds: tuple[str, ...] = ()) -> list[Case]:
        return [c for c in self.cases if c.state in states and (not kinds or c.kind in kinds)]

    def plug_all(self, cases: list[Case]) -> None:
        for one in cases:
            first = next((c for c in self.cases if c.key == one.key and c.line), None)
            one.line = first.line if first else self.plug(one.key, one.url)

    def pull_out(self, cases: list[Case]) -> None:
        for one in cases:
            assert one.line is not None
            port = self.port(one.key)
            one.stage = port.stage if port else None
            one.pulled_s = time.monotonic()
            if one.key in self.sockets:
                self.unplug(one.key, one.line)

    def put_back(self, cases: list[Case]) -> None:
        for one in cases:
            assert one.line is not None
            one.back_s = time.monotonic()
            if one.key not in self.sockets:
                self.replug(one.key, one.line)

    def freeze(self, cases: list[Case]) -> None:
        for live in {id(one.line): one.line.live for one in cases if one.line}.values():
            live.order(Fault.FREEZE)

    def frozen(self, cases: list[Case]) -> None:
        """When each froze, and will thaw; its line strikes at the next thing it says."""
        for one in cases:
            assert one.line is not None
            live = one.line.live
            self.until(lambda live=live: live.line._frozen_until_ms is not None)
            thaws_s = live._origin_s + live.line._frozen_until_ms / 1000
            shift_s = time.monotonic() - time.perf_counter()
            one.back_s = thaws_s + shift_s
            one.pulled_s = one.back_s - FROZEN_MS / 1000

    def driver(self, one: Case) -> Driver | None:
        """The driver of a port; looked at from outside, while it works."""
        socket = self.room.supervisor._sockets.get(one.key)
        drivers = socket.asking.drivers if socket and socket.asking else []
        kind = DRIVERS[one.kind]
        return next((one for one in drivers if isinstance(one, kind)), None)

    def is_being_set(self, one: Case) -> bool:
        driver = self.driver(one)
        if isinstance(driver, DgtBoard):
            return driver._slot.current is not None and driver._slot.current.asked == "set"
        if isinstance(driver, DclkClock):
            flight = driver._orders._flight
            return flight is not None and flight.command.asked == "set"
        if isinstance(driver, Hourglass):
            return driver._waiting is not None
        return isinstance(driver, UpdClock) and driver._current is not None

    def is_met(self, one: Case) -> bool:
        """It has answered, and has not said who it is."""
        driver = self.driver(one)
        if isinstance(driver, DclkClock):
            return driver.met and driver._hi is None
        if isinstance(driver, DgtBusLine):
            return bool(driver.boards) and not driver._told
        return isinstance(driver, DgtBoard) and driver.met

    def doubts(self, one: Case) -> bool:
        """It has said something once that cannot be."""
        driver = self.driver(one)
        if isinstance(driver, DclkClock):
            return driver._game._doubted
        if isinstance(driver, DgtBusLine):
            return next(iter(driver.boards.values()))._clock.belief.asking
        if isinstance(driver, DgtBoard):
            return driver._clock.belief.asking
        return isinstance(driver, UpdClock) and driver._belief.asking

    def has_gap(self, one: Case) -> bool:
        """It is asked what nobody heard."""
        driver = self.driver(one)
        return isinstance(driver, DclkClock) and driver._game.log_from is not None

    def is_bare(self, one: Case) -> bool:
        return any(c.name == one.clock and not c.plugged for c in self.picture.clocks)

    def says(self, one: Case) -> str:
        return next(c.said for c in self.picture.clocks if c.name == one.clock)

    def await_pulls(self, cases: list[Case], now: Callable[[Case], bool]) -> None:
        """Each is to be pulled when its moment has come."""
        self.awaited += [(one, now) for one in cases]

    def are_pulled(self, cases: list[Case], anew: Callable[[list[Case]], None]) -> None:
        """Wait for it. A machine that stood still may have passed over a moment: ``anew`` brings
        it about once more.
        """
        again_s = time.monotonic() + ANEW_S

        def pulled() -> bool:
            nonlocal again_s
            left = [one for one in cases if not one.pulled_s]
            if left and time.monotonic() > again_s:
                again_s = time.monotonic() + ANEW_S
                anew(left)
            return not left

        self.until(pulled)

    def are_noticed(self, cases: list[Case]) -> None:
        """Away for so long at least, and until it was seen."""
        time.sleep(AWAY_S)
        self.until(lambda: all(one.noticed_s is not None for one in cases))


def all_cases() -> list[Case]:
    cases, number = [], 2000
    for kind, states in STATES.items():
        for state in states:
            number += 1
            cases.append(Case(kind, state, number, key=f"usb{number}"))
    for board, state in enumerate(BOARDS):
        cases.append(Case("dgtbus", state, 3001 + board, board=board, key="bus"))
    cases.append(Case("dgtbus", "frozen", 3101, board=0, key="bus frozen"))
    cases.append(Case("dgtbus", "frozen paused", 3102, board=1, key="bus frozen"))
    for number, state in enumerate((*ASKED, "doubted"), start=3201):
        cases.append(Case("dgtbus", state, number, board=0, key=f"bus {state}"))
    table = 0
    for one in cases:
        if one.state not in WITHOUT_TABLE:
            table += 1
            one.table = table
    return cases


def started(hall: Hall, cases: list[Case]) -> None:
    """Red's time runs: by a click, or on a bus by hand."""
    for one in cases:
        if one.kind == "dgtbus":
            for hand in Hand:
                one.do(lambda hands, now_ms, hand=hand: hands.edit_time(hand, HOUR_MS, now_ms))
            one.do(lambda hands, now_ms: hands.start_stop(now_ms))
        elif one.kind == "openchess":
            one.press(Hand.RIGHT)
        else:
            assert one.table is not None
            hall.until(lambda one=one: holds(hall, one))
            hall.do(StartClock(hall.game(one.table).number, Side.RED))


def holds(hall: Hall, one: Case) -> bool:
    """A clock that is out of touch just when its game begins leaves the time to the program."""
    assert one.table is not None
    return hall.game(one.table).play.clock_holds and one.here(hall.picture)


def ticks(hall: Hall, one: Case) -> bool:
    assert one.table is not None
    return hall.game(one.table).play.ticking and one.truth().running is not None


def played(hall: Hall) -> None:
    """The whole evening: everything found, set, started, pulled, put back and compared."""
    hall.event(max(one.table or 0 for one in hall.cases))
    known = [one for one in hall.cases if one.state not in ASKED]
    for one in known:
        if one.kind == "dgtbus":
            first = next(c for c in hall.cases if c.key == one.key)
            boards = sum(c.key == one.key for c in hall.cases)
            hall_url = f"{first.url}&boards={boards}"
            if first.line is None:
                first.line = hall.plug(one.key, hall_url)
            one.line = first.line
    hall.plug_all([one for one in known if one.line is None])
    hall.until(lambda: all(one.here(hall.picture) for one in known))
    seated = [one for one in known if one.table is not None]
    hall.until(lambda: all(hall.game(one.table).play.clock_holds for one in seated))
    asked_and_set(hall)
    running = hall.of(*PLAYS, "gap")
    started(hall, running)
    hall.until(lambda: all(ticks(hall, one) for one in running))
    deployed(hall)
    flags(hall)
    doubt_and_gap(hall)
    early = hall.of("doubted", "gap")
    for one in hall.of("no clock"):
        one.do(lambda line, now_ms: line.device.unplug_clock(now_ms))
        hall.until(lambda one=one: hall.is_bare(one))
    freezing = hall.of("frozen", "frozen paused")
    hall.freeze(freezing)
    switches = hall.of("interrupt")
    press_all(hall, switches, 5)
    pulled = [one for one in hall.cases if not one.pulled_s and one not in freezing]
    hall.until(lambda: all(one.here(hall.picture) for one in pulled))
    hall.pull_out(pulled)
    hall.frozen(freezing)
    time.sleep(AWAY_S / 2)
    for one in switches:
        one.press(Hand.RIGHT)  # handed back while nobody hears it
    time.sleep(AWAY_S / 2)
    hall.until(lambda: all(one.noticed_s is not None for one in [*early, *pulled]))
    hall.put_back([*early, *pulled])
    hall.until(lambda: all(one.resumed_s is not None for one in hall.cases))
    for one in hall.of("doubted"):
        hall.until(lambda one=one: hall.says(one).startswith("It shows"))
        hall.room.adopt(one.clock)
    for one in hall.of("running", kinds=("openchess",)):  # it lost its game with its power
        hall.until(lambda one=one: hall.game(one.table).play.pause is not None)
    compare(hall)


def asked_and_set(hall: Hall) -> None:
    """Pulled while they are asked what they are, while they are set, while that is verified."""
    asked = hall.of(*ASKED)
    hall.plug_all(asked)
    for one in hall.of("asking", kinds=("hourglass",)):  # it speaks only when it runs
        one.do(lambda line, now_ms: line.receive(b"A~B%60 60 0|", now_ms))
    setting, proving = hall.of("setting"), hall.of("proving")
    hall.await_pulls(setting, hall.is_being_set)

    def met(one: Case) -> bool:
        port = hall.port(one.key)
        asked = port is not None and port.stage is Stage.ASKING
        return asked and (one.state == "asking" or hall.is_met(one))

    def ask_anew(left: list[Case]) -> None:
        for one in left:
            if (port := hall.port(one.key)) and port.stage is Stage.READY:
                hall.room.wish(one.key, hall.wishes.get(one.key, Wish()))

    def proves(one: Case) -> bool:
        driver = hall.driver(one)
        proof = driver._clock._proof if isinstance(driver, DgtBoard) else None
        return proof is not None and proof.asked == "run"

    hall.await_pulls(asked, met)
    hall.room.set_for_round()
    hall.are_pulled(setting, lambda _: hall.room.set_for_round())
    hall.are_pulled(asked, ask_anew)
    hall.are_noticed([*asked, *setting])
    hall.put_back([*asked, *setting])
    hall.await_pulls(proving, proves)
    started(hall, proving)
    hall.are_pulled(proving, lambda _: None)
    hall.are_noticed(proving)
    hall.put_back(proving)


def press_all(hall: Hall, cases: list[Case], step: int) -> None:
    """Whose time runs presses."""
    for one in cases:
        running = one.truth().running
        assert running is not None
        one.press(running)
    hall.until(lambda: all(hall.game(one.table).play.step == step for one in cases))


def deployed(hall: Hall) -> None:
    """Into the first turn: a switch back is an interrupt only there."""
    for step in range(1, 5):
        press_all(hall, hall.of("interrupt"), step)


def flags(hall: Hall) -> None:
    """Some have three seconds left; the organizer says that they are right."""
    falling = hall.of("fallen")
    for one in falling:
        one.do(lambda hands, now_ms: hands.edit_time(Hand.LEFT, 3000, now_ms))

    def short(one: Case) -> bool:
        assert one.table is not None
        play = hall.game(one.table).play
        if play.in_progress and play.flag is None:
            hall.room.adopt(one.clock)
            return False
        return True

    def all_fallen() -> bool:
        done = [short(one) for one in falling]
        time.sleep(0.2)
        return all(done)

    hall.until(all_fallen)


def doubt_and_gap(hall: Hall) -> None:
    """Pulled when their times have just jumped, or a press was not heard."""
    jumped, gaps = hall.of("doubted"), hall.of("gap")
    hall.await_pulls(jumped, hall.doubts)
    hall.await_pulls(gaps, hall.has_gap)
    for one in gaps:
        assert one.line is not None
        one.line.live.order(Fault.DROP_LINE)
        one.press(Hand.LEFT)
    jumps, next_s = count(1), 0.0

    def in_doubt() -> bool:
        """A doubt is soon over: times that jumped unseen jump again."""
        nonlocal next_s
        if time.monotonic() > next_s:
            left_ms, next_s = HOUR_MS - next(jumps) * JUMP_MS, time.monotonic() + JUMP_AGAIN_S
            for one in (one for one in jumped if not one.pulled_s):
                one.do(lambda line, now_ms: hands_of(line).edit(Hand.LEFT, left_ms))
        return all(one.pulled_s for one in [*jumped, *gaps])

    hall.until(in_doubt)


def knows_who_runs(hall: Hall, one: Case) -> bool:
    """What was pressed while nobody heard it has been caught up on."""
    assert one.table is not None
    play, running = hall.game(one.table).play, one.truth().running
    if not play.ticking or running is None:
        return True
    return play.runner is (Side.RED if running is Hand.LEFT else Side.BLUE)


def compare(hall: Hall) -> None:
    """Every clock is stopped, says what it has, and is held against its game."""
    games = [one for one in hall.cases if one.table is not None and one.kind in RESOLUTION_MS]
    games = [one for one in games if one.id not in UNSAID]
    games = [one for one in games if hall.game(one.table).play.clock is not None]
    hall.until(lambda: all(hall.game(c.table).play.step == 1 for c in hall.of("gap")))
    hall.until(lambda: all(knows_who_runs(hall, one) for one in games))
    for one in games:
        if one.truth().running is not None:
            one.do(lambda hands, now_ms: hands.start_stop(now_ms))

    def off(one: Case) -> dict[Side, int]:
        truth = one.truth()
        shown = {Side.RED: truth.left_ms, Side.BLUE: truth.right_ms}
        return {side: left_ms(hall, one.table, side) - ms for side, ms in shown.items()}

    def agree() -> bool:
        for one in games:
            one.off_ms = off(one)
        return all(
            abs(ms) <= RESOLUTION_MS[one.kind] for one in games for ms in one.off_ms.values()
        )

    end_s = time.monotonic() + 30
    while not agree() and time.monotonic() < end_s:
        time.sleep(0.1)


CASES = all_cases()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    hall = Hall(tmp_path_factory.mktemp("pulled"), CASES)
    try:
        played(hall)
        yield hall
    finally:
        hall.end()


@pytest.mark.parametrize("case", CASES, ids=lambda one: one.id)
def test_a_cable_pulled_is_noticed_and_resumed_in_time(hall: Hall, case: Case) -> None:
    assert case.noticed_s is not None
    assert case.resumed_s is not None
    allows_s, noticed_s = hall.machine.allows_s, case.pulled_s + case.noticed_s
    assert 0 <= case.noticed_s <= allows_s(NOTICED_S, case.pulled_s, noticed_s)
    assert case.resumed_s <= allows_s(RESUMED_S, case.back_s, case.back_s + case.resumed_s)
    if case.state in ASKED:
        assert case.stage in {None, Stage.NEW, Stage.ASKING}


@pytest.mark.parametrize("case", CASES, ids=lambda one: one.id)
def test_no_time_is_lost_where_the_clock_holds_it(hall: Hall, case: Case) -> None:
    for side, off_ms in case.off_ms.items():
        assert abs(off_ms) <= RESOLUTION_MS[case.kind], side
    if case.state == "setting":
        truth = case.truth()
        assert (truth.left_ms, truth.right_ms) == (HOUR_MS, HOUR_MS)
    if case.state == "fallen":
        assert case.table is not None
        play = hall.game(case.table).play
        assert play.flag is not None or play.ending is not None
    if case.state == "interrupt":
        assert case.table is not None
        play = hall.game(case.table).play
        assert (play.step, play.runner) == (4, Side.RED)
    if case.id == "openchess running":  # it lost its game with its power
        assert case.table is not None
        play = hall.game(case.table).play
        assert play.pause is not None
        assert play.pause.cause is PauseCause.PROGRAM
        assert play.clock is not None
        assert play.clock.remaining(Side.RED, play.pause.since_ms) < HOUR_MS - 2000
