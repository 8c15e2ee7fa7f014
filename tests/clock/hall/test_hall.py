"""The room's clocks beside a real desk on a real file, over real pseudo-terminals, in real time."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import PortSettings, Stage
from app.emulators.device import DeviceSide
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.table import StartClock
from app.engine.side import Side
from tests.clock.real_room import RealHall, left_ms
from tests.desk.desks import troubles

pytestmark = pytest.mark.timed

DCLK = "emu://dclk?boot_ms=100&resets_on_open=0&uid={}"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RealHall]:
    room = RealHall(tmp_path)
    yield room
    room.end()


def test_a_clock_is_found_and_bound_and_keeps_the_time_of_its_game(room: RealHall):
    room.event(1)
    line = room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.is_ready("usb1"))
    clock = room.clock("usb1")
    assert clock is not None
    room.room.seat(clock.name, Seat(1))
    room.until(lambda: room.game(1).play.clock_holds)
    room.room.set_for_round()
    room.until(lambda: line.live.truth().left_ms == 3_600_000)
    room.do(StartClock(1, Side.RED))
    room.until(lambda: line.live.truth().running is DeviceSide.LEFT)
    line.live.press(DeviceSide.LEFT)
    room.until(lambda: room.game(1).play.step == 1)
    room.until(lambda: abs(left_ms(room, 1, Side.RED) - line.live.truth().left_ms) < 100)
    assert room.memory.seats == {clock.name: Seat(1)}
    assert room.memory.wishes["usb1"].product == "dclk"


def test_clocks_are_started_together_and_the_history_says_by_whom(room: RealHall):
    room.event(2)
    lines = {}
    for table in (1, 2):
        lines[table] = room.plug(f"usb{table}", DCLK.format(f"AAAA000{table}"))
    room.until(lambda: room.is_ready("usb1") and room.is_ready("usb2"))
    for table in lines:
        clock = room.clock(f"usb{table}")
        assert clock is not None
        room.room.seat(clock.name, Seat(table))
    room.until(lambda: all(room.game(table).play.clock_holds for table in lines))
    lines[2].live.press(DeviceSide.LEFT)
    room.until(lambda: (clock := room.clock("usb2")) and clock.first is Side.BLUE)
    room.room.start_together()
    said = "Started at table 2. First press a plunger at table 1, to show who goes first."
    room.until(lambda: room.picture.notice == said)
    room.until(lambda: lines[2].live.truth().running is DeviceSide.RIGHT)
    room.until(lambda: room.game(2).play.ticking and lines[2].live.truth().right_ms < 3_599_500)
    room.until(lambda: abs(left_ms(room, 2, Side.BLUE) - lines[2].live.truth().right_ms) < 100)
    assert room.game(1).play.clock is None
    (record,) = room.starts
    assert (record.actor, record.station) == ("EO", "desk")


def test_two_clocks_that_swap_ports_keep_their_tables(room: RealHall):
    room.event(2)
    first, second = (DCLK.format(f"AAAA000{n}") for n in (1, 2))
    lines = {"usb1": room.plug("usb1", first), "usb2": room.plug("usb2", second)}
    room.until(lambda: room.is_ready("usb1") and room.is_ready("usb2"))
    names = {}
    for key, table in (("usb1", 1), ("usb2", 2)):
        clock = room.clock(key)
        assert clock is not None
        names[table] = clock.name
        room.room.seat(clock.name, Seat(table))
    room.until(lambda: all(room.game(table).play.clock_holds for table in (1, 2)))
    room.room.set_for_round()
    room.until(lambda: all(line.live.truth().left_ms == 3_600_000 for line in lines.values()))
    room.until(lambda: all(room.game(table).play.clock_holds for table in (1, 2)))
    for table in (1, 2):
        room.do(StartClock(room.game(table).number, Side.RED))
    room.until(lambda: all(line.live.truth().running for line in lines.values()))
    for key, line in lines.items():
        room.unplug(key, line)
    assert room.within(3, lambda: room.is_lost("usb1") and room.is_lost("usb2"))
    room.replug("usb2", lines["usb1"])
    room.replug("usb1", lines["usb2"])
    assert room.within(5, lambda: room.is_ready("usb1") and room.is_ready("usb2"))
    swapped = {key: room.clock(key) for key in lines}
    assert {key: clock and clock.name for key, clock in swapped.items()} == {
        "usb2": names[1],
        "usb1": names[2],
    }
    lines["usb1"].live.press(DeviceSide.LEFT)  # the clock of table 1, now in the other socket
    room.until(lambda: room.game(1).play.step == 1)
    assert room.game(2).play.step == 0


def test_a_clock_found_once_is_recognized_the_next_day(tmp_path: Path):
    clock = "DCLK T07 AAAA0001"
    memory = Memory({"usb1": PortSettings(product="dclk")}, {clock: Seat(1)})
    room = RealHall(tmp_path, memory)
    room.event(1)
    room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.game(1).play.clock_holds)
    room.end()


def test_recorded_bytes_are_written_to_readable_files(room: RealHall, tmp_path: Path):
    room.room.record(tmp_path / "bytes")
    room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.is_ready("usb1"))
    room.room.record(None)
    room.until(lambda: room.picture.log is None)
    text = (tmp_path / "bytes" / "usb1 port.bytes").read_text("ascii")
    assert text.startswith("# flagfall byte log 1\n# port usb1\n")
    assert " < " in text
    assert " > " in text
    (tmp_path / "file").write_text("in the way")
    room.room.record(tmp_path / "file")
    room.until(lambda: "cannot be written" in room.picture.notice)


def test_a_table_with_a_clock_refuses_a_second_one_and_says_why(room: RealHall):
    room.event(1)
    for key, uid in (("usb1", "AAAA0001"), ("usb2", "AAAA0002")):
        room.plug(key, DCLK.format(uid))
    room.until(lambda: room.is_ready("usb1") and room.is_ready("usb2"))
    for key in ("usb1", "usb2"):
        clock = room.clock(key)
        assert clock is not None
        room.room.seat(clock.name, Seat(1))
    room.until(lambda: room.picture.notice.startswith("Table 1 already has a clock"))
    room.room.set_for_round()
    room.until(lambda: room.picture.notice == "Set at table 1.")
    room.room.seat("a clock left at home", Seat(2))
    room.room.set_for_round()
    room.until(lambda: room.picture.notice == "Set at table 1. No clock answers at table 2.")


def test_a_port_set_to_be_left_alone_stays_so_even_after_its_clock_was_found(
    room: RealHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clocks are shown, and what was found is remembered, before the drivers know of it."""
    room.event(1)
    room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.is_ready("usb1"))
    goes_on, wish = threading.Event(), room.room.supervisor.wish

    def wish_late(key: str, settings: PortSettings) -> None:
        goes_on.wait(120)
        wish(key, settings)

    monkeypatch.setattr(room.room.supervisor, "wish", wish_late)
    room.room.wish("usb1", PortSettings(use=False))
    room.room.await_press(1)
    room.until(lambda: room.picture.awaiting == 1)
    goes_on.set()
    room.until(lambda: (port := room.port("usb1")) and port.stage is Stage.LEFT_ALONE)
    room.until(lambda: room.memory.wishes["usb1"] == PortSettings(use=False))


def test_an_entered_address_and_its_setting_are_used_and_remembered(room: RealHall):
    with PtyLine(live_device(DCLK.format("AAAA0009"))) as line:
        room.room.add(line.name)
        room.until(lambda: room.is_ready(line.name))
        clock = room.clock(line.name)
        assert clock is not None
        room.room.identify(clock.name)
        room.room.await_press(3)
        room.until(lambda: room.picture.awaiting == 3)
        room.room.await_press(None)
        room.room.adopt(clock.name)
        room.room.wish(line.name, PortSettings(use=False))
        room.until(lambda: (port := room.port(line.name)) and port.stage is Stage.LEFT_ALONE)
        assert room.memory.wishes[line.name].use is False


def test_events_from_before_the_event_was_opened_are_not_sent_to_clocks(room: RealHall):
    room.event(1)
    line = room.plug("usb1", DCLK.format("AAAA0001"))
    room.until(lambda: room.is_ready("usb1"))
    clock = room.clock("usb1")
    assert clock is not None
    room.room.seat(clock.name, Seat(1))
    room.until(lambda: room.game(1).play.clock_holds)
    room.do(StartClock(1, Side.RED))
    room.until(lambda: line.live.truth().running is DeviceSide.LEFT)
    room.unplug("usb1", line)
    room.room.stop()
    memory, room.picture = room.memory, ClocksSnapshot()
    room.room = ClockHall(
        room.desk,
        show=lambda picture: setattr(room, "picture", picture),
        memory=memory,
        list_ports=lambda: (),
    )
    room.room.start()
    told = [(Seat(1), "")]
    room.until(lambda: [(clock.seat, clock.notice) for clock in room.picture.clocks] == told)


def test_a_room_without_ports_shuts_down_cleanly(room: RealHall):
    other = ClockHall(room.desk, show=lambda _: None, list_ports=lambda: ())
    other.start()
    other.stop()
    assert other.supervisor.ports == ()


def test_a_failed_port_listing_is_reported_once_and_the_next_one_succeeds(room: RealHall):
    told = troubles(room.desk)
    failing = [True]

    def list_ports() -> tuple[PortInfo, ...]:
        if failing[0]:
            raise OSError(5, "Input/output error")
        return (PortInfo("/dev/none", "usb9", "", 0),)

    other = ClockHall(room.desk, show=lambda _: None, list_ports=list_ports)
    other.start()
    said = "Flagfall could not look for chess clocks: Input/output error. It keeps trying."
    room.until(lambda: said in told)
    failing[0] = False
    room.until(lambda: [port.info.key for port in other.supervisor.ports] == ["usb9"])
    other.stop()
    assert told.count(said) == 1


def test_clocks_are_served_again_after_one_failure(room: RealHall, monkeypatch: pytest.MonkeyPatch):
    line = room.plug("usb1", DCLK.format("AAAA0002"))
    ticked: list[int] = []
    tick = room.room.supervisor.tick

    def fail_once() -> None:
        ticked.append(len(ticked))
        if len(ticked) == 1:
            raise ValueError("a clock says what no clock says")
        tick()

    monkeypatch.setattr(room.room.supervisor, "tick", fail_once)
    room.until(lambda: room.is_ready("usb1"))
    assert len(ticked) > 1
    assert line.live is not None
