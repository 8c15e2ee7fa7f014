"""What is remembered of a port, and what turns out to be there; in virtual time."""

from app.clock.drivers.dclk import driver as dclk
from app.clock.hall.bound_clock import RESUME, SET_AGAIN
from app.clock.hall.hall import ClocksSnapshot
from app.clock.ports.port import PortSettings, Stage
from app.clock.ports.supervisor import Supervisor
from app.emulators.catalog import make_device
from app.emulators.device import DeviceSide
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.pages.clocks.rows import clock_rows
from tests.clock.games import begin, room_with
from tests.clock.ports.test_supervisor import ADAPTER, Silence
from tests.clock.virtual_room import VirtualHall


def remembering(kind: str, product: str, **words: str) -> tuple[VirtualHall, str]:
    """A clock of one kind where another was the last time."""
    room = VirtualHall()
    port = room.plug(kind, **words)
    room.supervisor.wish(port, PortSettings(product=product))
    return room, port


def test_a_port_remembered_for_one_product_eventually_finds_another():
    for kind, product, finds in (
        ("dclk", "dgt", "dclk"),
        ("dgt3000", "dclk", "dgt"),
        ("upd", "openchess", "upd"),
        ("dclk", "upd", "dclk"),
    ):
        room, port = remembering(kind, product)
        room.run(90_000)
        found = room.port(port)
        assert (found.stage, found.wish.product) == (Stage.READY, finds), (kind, found)


def test_a_clock_that_cannot_be_asked_is_replaced_when_other_bytes_arrive():
    room, port = remembering("upd", "hourglass")
    room.run(60_000)
    assert room.port(port).wish.product == "upd"
    (clock,) = room.bank.bound.clocks
    assert (clock.product, clock.online) == ("ROS clock", True)


def test_the_first_part_of_a_press_after_a_long_silence_is_not_noise():
    room, port = room_with("openchess", resets_on_open="1")
    room.run(30_000)
    cable = next(cable for cable in room.cables if not cable.gone)
    cable.heard(b"\xc2", room.now_ms)  # a press begins, and the rest is on its way
    cable.heard((3_600_000).to_bytes(4, "big"), room.now_ms + 5)
    assert room.game().play.clock is not None
    assert room.port(port).stage is Stage.READY


def test_a_remembered_product_is_still_found_if_it_wakes_up_late():
    room, port = remembering("dgt3000", "dgt")
    room.run(3000)
    assert room.port(port).stage is Stage.READY
    cable = next(cable for cable in room.cables if not cable.gone)
    line, room.lines[port] = room.lines[port], make_device("hourglass", {}, room.now_ms)
    cable.line = room.lines[port]  # nobody answers for a minute
    room.run(60_000)
    assert room.port(port).stage is not Stage.READY
    room.lines[port] = cable.line = line
    room.run(30_000)
    assert (room.port(port).stage, room.port(port).wish.product) == (Stage.READY, "dgt")


def test_addresses_entered_by_hand_are_opened_again_the_next_day():
    room = Silence()
    room.supervisor.add("socket://10.0.0.7:4000")
    room.supervisor.add("/dev/pts/3")
    room.supervisor.add("COM12")
    room.supervisor.wish("COM12", PortSettings(use=False, by_hand=True))
    wishes = {port.info.key: port.wish for port in room.supervisor.ports}
    assert wishes["socket://10.0.0.7:4000"] == PortSettings(use=True, by_hand=True)
    day = Silence()
    day.supervisor = Supervisor(
        day.bank,
        now_ms=lambda: day.now_ms,
        open_link=day.open,
        changed=lambda: None,
        wishes=wishes,
    )
    day.supervisor.reopen()
    day.run(3000)
    assert [port.info.name for port in day.supervisor.ports] == ["socket://10.0.0.7:4000"]
    assert day.port.stage is Stage.ASKING
    day.run(3000, ADAPTER)


def test_a_mac_port_is_opened_by_the_name_that_does_not_wait_for_a_modem():
    room = Silence()
    room.supervisor.add("/dev/tty.usbserial-FTE4GW8P")
    room.supervisor.add("/dev/ttyUSB0")
    names = [port.info.name for port in room.supervisor.ports]
    assert names == ["/dev/cu.usbserial-FTE4GW8P", "/dev/ttyUSB0"]


def test_a_clock_with_a_newer_dclk_asks_to_update_the_program():
    room = VirtualHall()
    port = room.plug("dclk", protocol="2")
    room.run(60_000)
    found = room.port(port)
    assert (found.stage, found.trouble) == (Stage.STRANGER, dclk.NEWER)
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert "Update the program" in row.notice


def test_a_stopped_dgt_clock_is_still_heard_all_the_time():
    room = VirtualHall()
    port = room.plug("dgt3000")
    room.run(20_000)
    room.run(5 * 60_000)
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert row.last_heard == "now"
    room.pull(port)
    room.run(60_000)
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert row.last_heard.endswith("s ago")


def said(room: VirtualHall) -> str:
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    return row.notice


def test_a_refusal_stays_in_the_row_until_the_clock_is_set():
    room, port = room_with("dgt3000")
    board = room.lines[port].device
    board.set_option(1, room.now_ms)
    room.bank.set_for_round()
    for _ in range(5):
        room.run(60_000)
        room.press(port, DeviceSide.LEFT)  # it shows its times again
        room.press(port, DeviceSide.RIGHT)
        assert "Choose option 25 on it" in said(room)
    board.set_option(25, room.now_ms)
    room.bank.set_for_round()
    room.run(5000)
    assert said(room) == ""


def test_a_refusal_ends_when_the_clock_does_what_its_game_does():
    room, port = room_with("dgt3000")
    room.lines[port].device.set_option(1, room.now_ms)
    room.do(StartClock(1, Side.RED))
    room.run(6000)
    assert "start the clock by its own button" in said(room)
    room.lines[port].start_stop(room.now_ms)
    room.run(10_000)
    assert said(room) == ""


def test_a_clock_left_in_mode_b_is_reported_as_long_as_it_stays_so():
    room, port = room_with("dclk", buttons_only="1")
    room.run(20 * 60_000)
    assert "left in mode B" in said(room)
    room.lines[port].power_cycle(room.now_ms)
    room.run(10_000)
    assert "left in mode B" not in said(room)


def test_an_hourglass_that_lost_its_power_is_reported_and_configured_again():
    room, port = room_with("hourglass", powered="1")
    room.bank.set_for_round()
    room.run(3000)
    room.pull(port)
    room.run(3000)
    room.plug_in(port)
    room.run(2000)
    assert room.lines[port].truth(room.now_ms).left_ms == 0
    room.run(10_000)
    assert room.lines[port].truth(room.now_ms).left_ms == 3_600_000
    assert said(room) == SET_AGAIN


def test_an_hourglass_that_lost_its_power_during_a_game_pauses_it_and_says_so():
    room, port = room_with("hourglass", powered="1")
    begin(room, port)
    room.run(60_000)
    room.pull(port)
    room.run(3000)
    room.plug_in(port)
    room.run(15_000)
    assert not room.game().play.ticking
    assert said(room) == RESUME
