"""One port with several clocks behind it, in virtual time."""

import pytest

from app.clock.hall.clock import Clock, Seat
from app.clock.hall.hall import ClocksSnapshot
from app.clock.ports.port import PortSettings, Stage
from app.emulators.device import DeviceSide
from app.emulators.dgt.line import DgtLine
from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.side import Side
from app.ui.pages.clocks.rows import clock_rows
from tests.clock.virtual_room import VirtualHall, left_of

NAMES = tuple(f"DGT bus {number:05}" for number in (2054, 2055, 2056))


class Bus(VirtualHall):
    """Three boards on one line, at tables 1 to 3."""

    def __init__(self, tables: int = 3, boards: int = 3) -> None:
        super().__init__(tables)
        self.plug("dgtbus", port="usb1", boards=str(boards))
        self.supervisor.wish("usb1", PortSettings(True, "dgt-bus"))
        self.run(9000)
        device = self.lines["usb1"].device
        assert isinstance(device, DgtLine)
        self.line = device
        for table, name in enumerate(NAMES[:tables], start=1):
            assert self.bank.seating.seat(name, Seat(table)) == ""
        for command in (DrawRound(7, 1), PublishRound(), StartRound(1)):
            self.do(command)

    def named(self, name: str) -> Clock:
        return next(clock for clock in self.bank.bound.clocks if clock.name == name)

    def hands(self, board: int, side: DeviceSide) -> None:
        self.touch("usb1")
        self.line.boards[board].press(side, self.now_ms)

    def start(self, board: int) -> None:
        """Both times on the clock, the right side's running first."""
        self.touch("usb1")
        clock = self.line.boards[board]
        for side in DeviceSide:
            clock.edit_time(side, 3_600_000, self.now_ms)
        clock.press(DeviceSide.LEFT, self.now_ms)
        clock.start_stop(self.now_ms)

    def rows(self) -> list[tuple[str, str, bool]]:
        picture = ClocksSnapshot(self.supervisor.ports, self.bank.bound.clocks)
        rows = clock_rows(picture, self.now_ms)
        return [(row.clock, row.state, row.urgent) for row in rows if row.key]


def test_each_board_on_a_line_is_a_clock_of_its_own():
    room = Bus()
    port = room.port("usb1")
    assert (port.stage, set(port.clocks)) == (Stage.READY, set(NAMES))
    assert all(room.named(name).online for name in NAMES)
    assert [row[0] for row in room.rows()] == list(NAMES)
    assert all(room.game(table).play.clock_holds for table in (1, 2, 3))


def test_each_boards_lever_plays_its_own_game():
    room = Bus()
    for board in (0, 2):
        room.start(board)
    room.run(30_000)
    assert [room.game(table).play.ticking for table in (1, 2, 3)] == [True, False, True]
    room.hands(2, DeviceSide.RIGHT)
    room.run(3000)
    assert [room.game(table).play.step for table in (1, 3)] == [0, 1]
    for board, table in ((0, 1), (2, 3)):
        truth = room.line.boards[board].truth(room.now_ms)
        for side, left_ms in ((Side.RED, truth.left_ms), (Side.BLUE, truth.right_ms)):
            assert abs(left_of(room.game(table), side, room.now_ms) - left_ms) <= 2500


def test_one_board_unplugged_is_reported_and_the_others_play_on():
    room = Bus()
    for board in range(3):
        room.start(board)
    room.run(10_000)
    room.line.unplug(1, room.now_ms)
    room.run(8000)
    assert [room.named(name).online for name in NAMES] == [True, False, True]
    assert room.named(NAMES[1]).notice == "The DGT board no longer answers."
    assert room.rows()[1] == (NAMES[1], "does not answer", True)
    assert room.port("usb1").stage is Stage.READY
    room.hands(0, DeviceSide.RIGHT)
    room.run(3000)
    assert room.game(1).play.step == 1
    room.line.plug_in(1, room.now_ms)
    room.touch("usb1")
    room.run(5000)
    assert room.named(NAMES[1]).online
    assert room.rows()[1] == (NAMES[1], "connected", False)
    truth = room.line.boards[1].truth(room.now_ms)
    assert abs(left_of(room.game(2), Side.BLUE, room.now_ms) - truth.right_ms) <= 2500


def test_pulling_the_cable_takes_all_boards_away_until_it_is_back():
    room = Bus()
    room.pull("usb1")
    room.run(3000)
    assert not any(room.named(name).online for name in NAMES)
    assert {state for _, state, _ in room.rows()} == {"unplugged"}
    room.plug_in("usb1")
    room.run(8000)
    assert all(room.named(name).online for name in NAMES)


def test_a_line_whose_boards_all_fell_silent_is_opened_again():
    room = Bus()
    for board in range(3):
        room.line.unplug(board, room.now_ms)
    room.run(10_000)
    assert room.port("usb1").stage in {Stage.LOST, Stage.ASKING}
    assert not any(room.named(name).online for name in NAMES)
    for board in range(3):
        room.line.plug_in(board, room.now_ms)
    room.run(15_000)
    assert all(room.named(name).online for name in NAMES)


@pytest.mark.parametrize("apart_ms", [0, 200, 400, 1000, 2500, 4000])
def test_a_board_that_falls_silent_after_another_is_lost_just_as_quickly(apart_ms: int):
    room = Bus(tables=2, boards=2)
    room.run(60_000)
    room.line.unplug(0, room.now_ms)
    room.run(apart_ms)
    room.line.unplug(1, room.now_ms)
    room.run(4000)
    assert [room.named(name).online for name in NAMES[:2]] == [False, False]


def test_another_kind_of_clock_on_the_port_replaces_the_boards():
    room = Bus()
    for board in (1, 2):
        room.line.unplug(board, room.now_ms)
    room.supervisor.wish("usb1", PortSettings(True, "dgt"))
    room.run(20_000)
    assert room.port("usb1").clock.startswith("DGT 3000")
    assert len(room.port("usb1").clocks) == 1
    assert room.named(NAMES[0]).notice == "Another clock is plugged in where this one was."


def test_the_clocks_of_a_new_round_are_put_in_charge_one_row_at_a_time():
    room = VirtualHall(3)
    ports = [room.plug("dclk", table, uid=f"{table:08X}") for table in (1, 2, 3)]
    room.run(20_000)
    assert all(room.clock(port) for port in ports)
    before = len(room.desk.records)
    room.desk.do(DrawRound(7, 1))
    room.bank.saw(room.desk.state, room.desk.records[before:])
    for held in (1, 2, 3, 3):
        room.bank.settle()
        rows = [record for record in room.desk.records if isinstance(record.event, HoldTime)]
        assert len(rows) == held
