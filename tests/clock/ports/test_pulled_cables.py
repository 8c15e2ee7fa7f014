"""Cables pulled and put back, and clocks that freeze, in every state of every driver, over real
pseudo-terminals in real time, all at once. Times are asserted from what was stamped meanwhile,
and cables pulled by the desk's own thread, which sees every moment.
"""

import time
from collections.abc import Iterator
from itertools import count

import pytest

from app.clock.drivers.dgt.board import DgtBoard
from app.clock.ports.port import PortSettings, Stage
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault
from app.engine.acts.table import PauseCause, StartClock
from app.engine.side import Side
from tests.clock.pulled_case import (
    ASKED,
    AWAY_S,
    HOUR_MS,
    MODE_B,
    PLAYS,
    RESOLUTION_MS,
    Case,
    all_cases,
)
from tests.clock.pulled_hall import Hall, holds, knows_who_runs, ticks
from tests.clock.real_room import left_ms
from tests.clock.virtual_room import hands_of

pytestmark = pytest.mark.timed

NOTICED_S, RESUMED_S = 3.0, 5.0
JUMP_MS = 600_000
JUMP_AGAIN_S = 2.5
UNSAID = ("hourglass interrupt",)  # it says whose time runs: the other's is learnt in its next turn


def started(hall: Hall, cases: list[Case]) -> None:
    """Red's time runs: by a click, or on a bus by hand."""
    for case in cases:
        if case.kind == "dgtbus":
            for hand in DeviceSide:
                case.do(lambda hands, now_ms, hand=hand: hands.edit_time(hand, HOUR_MS, now_ms))
            case.do(lambda hands, now_ms: hands.start_stop(now_ms))
        elif case.kind == "openchess":
            case.press(DeviceSide.RIGHT)
        else:
            assert case.table is not None
            if case.state != MODE_B:
                hall.until(lambda case=case: holds(hall, case))
            hall.do(StartClock(hall.game(case.table).number, Side.RED))


def played(hall: Hall) -> None:
    """The whole evening: everything found, set, started, pulled, put back and compared."""
    hall.event(max(case.table or 0 for case in hall.cases))
    known = [case for case in hall.cases if case.state not in ASKED]
    plug_in(hall, known)
    hall.until(lambda: all(case.here(hall.picture) for case in known))
    seated = [case for case in known if case.table is not None and case.state != MODE_B]
    hall.until(lambda: all(hall.game(case.table).play.clock_holds for case in seated))
    asked_and_set(hall)
    running = hall.of(*PLAYS, "gap")
    started(hall, [*running, *hall.of(MODE_B)])
    hall.until(lambda: all(ticks(hall, case) for case in running))
    deployed(hall)
    flags(hall)
    doubt_and_gap(hall)
    early = hall.of("doubted", "gap")
    for case in hall.of("no clock"):
        case.do(lambda line, now_ms: line.device.unplug_clock(now_ms))
        hall.until(lambda case=case: hall.is_bare(case))
    freezing = hall.of("frozen", "frozen paused")
    hall.until(lambda: all(map(hall.is_quick, freezing)))
    hall.freeze(freezing)
    switches = hall.of("interrupt")
    press_all(hall, switches, 5)
    pulled = [case for case in hall.cases if not case.pulled_s and case not in freezing]
    hall.until(lambda: all(case.here(hall.picture) for case in pulled))
    hall.pull_out(pulled)
    hall.frozen(freezing)
    time.sleep(AWAY_S / 2)
    for switch in switches:
        switch.press(DeviceSide.RIGHT)  # handed back while nobody hears it
    time.sleep(AWAY_S / 2)
    hall.until(lambda: all(case.noticed_s is not None for case in [*early, *pulled]))
    hall.put_back([*early, *pulled])
    hall.thaw(freezing)
    hall.until(lambda: all(case.resumed_s is not None for case in hall.cases))
    for case in hall.of("doubted"):
        hall.until(lambda case=case: hall.says(case).startswith("It shows"))
        hall.room.adopt(case.clock)
    for case in hall.of("running", kinds=("openchess",)):  # it lost its game with its power
        hall.until(lambda case=case: hall.game(case.table).play.pause is not None)
    compare(hall)


def plug_in(hall: Hall, cases: list[Case]) -> None:
    """Boards of one bus by one cable."""
    for case in cases:
        if case.kind == "dgtbus":
            first = next(c for c in hall.cases if c.key == case.key)
            boards = sum(c.key == case.key for c in hall.cases)
            hall_url = f"{first.url}&boards={boards}"
            if first.line is None:
                first.line = hall.plug(case.key, hall_url)
            case.line = first.line
    hall.plug_all([case for case in cases if case.line is None])


def asked_and_set(hall: Hall) -> None:
    """Pulled while they are asked what they are, while they are set, while that is verified."""
    asked = hall.of(*ASKED)
    hall.plug_all(asked)
    for case in hall.of("asking", kinds=("hourglass",)):  # it speaks only when it runs
        case.do(lambda line, now_ms: line.receive(b"A~B%60 60 0|", now_ms))
    setting, proving = hall.of("setting"), hall.of("proving")
    hall.await_pulls(setting, hall.is_being_set)

    def met(case: Case) -> bool:
        port = hall.port(case.key)
        asked = port is not None and port.stage is Stage.ASKING
        return asked and (case.state == "asking" or hall.is_met(case))

    def ask_anew(left: list[Case]) -> None:
        for case in left:
            if (port := hall.port(case.key)) and port.stage is Stage.READY:
                hall.room.wish(case.key, hall.wishes.get(case.key, PortSettings()))

    def proves(case: Case) -> bool:
        driver = hall.driver(case)
        proof = driver._clock._proof if isinstance(driver, DgtBoard) else None  # noqa: SLF001 - as in Hall
        return proof is not None and proof.request == "run"

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
    for case in cases:
        running = case.truth().running
        assert running is not None
        case.press(running)
    hall.until(lambda: all(hall.game(case.table).play.step == step for case in cases))


def deployed(hall: Hall) -> None:
    """Into the first turn: a switch back is an interrupt only there."""
    for step in range(1, 5):
        press_all(hall, hall.of("interrupt"), step)


def flags(hall: Hall) -> None:
    """Some have three seconds left; the organizer says that they are right."""
    falling = hall.of("fallen")
    for case in falling:
        case.do(lambda hands, now_ms: hands.edit_time(DeviceSide.LEFT, 3000, now_ms))

    def short(case: Case) -> bool:
        assert case.table is not None
        play = hall.game(case.table).play
        if play.in_progress and play.flag is None:
            hall.room.adopt(case.clock)
            return False
        return True

    def all_fallen() -> bool:
        done = [short(case) for case in falling]
        time.sleep(0.2)
        return all(done)

    hall.until(all_fallen)


def doubt_and_gap(hall: Hall) -> None:
    """Pulled when their times have just jumped, or a press was not heard."""
    jumped, gaps = hall.of("doubted"), hall.of("gap")
    hall.await_pulls(jumped, hall.doubts)
    hall.await_pulls(gaps, hall.has_gap)
    for gap in gaps:
        assert gap.line is not None
        gap.line.live.order(LineFault.DROP_LINE)
        gap.press(DeviceSide.LEFT)
    jumps, next_s = count(1), 0.0

    def in_doubt() -> bool:
        """A doubt is soon over: times that jumped unseen jump again."""
        nonlocal next_s
        if time.monotonic() > next_s:
            left_ms, next_s = HOUR_MS - next(jumps) * JUMP_MS, time.monotonic() + JUMP_AGAIN_S
            for case in (case for case in jumped if not case.pulled_s):
                case.do(lambda line, now_ms: hands_of(line).edit(DeviceSide.LEFT, left_ms))
        return all(case.pulled_s for case in [*jumped, *gaps])

    hall.until(in_doubt)


def compare(hall: Hall) -> None:
    """Every clock is stopped, says what it has, and is held against its game."""
    games = [case for case in hall.cases if case.table is not None and case.kind in RESOLUTION_MS]
    games = [game for game in games if game.id not in UNSAID and game.state != MODE_B]
    games = [game for game in games if hall.game(game.table).play.clock is not None]
    hall.until(lambda: all(hall.game(c.table).play.step == 1 for c in hall.of("gap")))
    hall.until(lambda: all(knows_who_runs(hall, game) for game in games))
    for game in games:
        if game.truth().running is not None:
            game.do(lambda hands, now_ms: hands.start_stop(now_ms))

    def off(case: Case) -> dict[Side, int]:
        truth = case.truth()
        shown = {Side.RED: truth.left_ms, Side.BLUE: truth.right_ms}
        return {side: left_ms(hall, case.table, side) - ms for side, ms in shown.items()}

    def agree() -> bool:
        for game in games:
            game.off_ms = off(game)
        return all(
            abs(ms) <= RESOLUTION_MS[game.kind] for game in games for ms in game.off_ms.values()
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_pulled_cable_is_noticed_and_reconnected_in_time(hall: Hall, case: Case) -> None:
    assert case.noticed_s is not None
    assert case.resumed_s is not None
    allows_s, noticed_s = hall.machine.allows_s, case.pulled_s + case.noticed_s
    assert 0 <= case.noticed_s <= allows_s(NOTICED_S, case.pulled_s, noticed_s)
    assert case.resumed_s <= allows_s(RESUMED_S, case.back_s, case.back_s + case.resumed_s)
    if case.state in ASKED:
        assert case.stage in {None, Stage.NEW, Stage.ASKING}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_no_time_is_lost_when_the_clock_keeps_it(hall: Hall, case: Case) -> None:
    for side, off_ms in case.off_ms.items():
        assert abs(off_ms) <= RESOLUTION_MS[case.kind], side
    if case.state == MODE_B:
        assert case.table is not None
        play = hall.game(case.table).play
        assert (play.ticking, play.clock_holds, play.step) == (True, False, 0)
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
