"""Receivers found and read. No real part can exist here: what stands in is the one object that
hidapi would give, with the bytes of `hardware protocols`.
"""

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.clock.drivers.buzz import lamps
from app.clock.hall.clock import Clock, Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot
from app.clock.links.hid import HidLink, explain_hid_trouble, list_devices, open_device, receivers
from app.clock.ports.port import Stage
from app.desk.desk import Desk
from app.engine.acts.commands import Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.store.log.event_log import create
from app.store.packets.files import packets
from app.ui.pages.clocks.rows import clock_rows
from tests.clock.drivers.buzz_reports import NOTHING, report
from tests.clock.drivers.test_buzz_receiver import BLUE, RED
from tests.clock.links.test_hid_receivers import found
from tests.patience import PATIENCE_S, until
from tests.real_time import RealTimeline


class Receiver:
    """An open device. ``reports`` come as they are put there; None: the cable is pulled."""

    def __init__(self) -> None:
        self.reports: queue.Queue[bytes | None] = queue.Queue()
        self.written: list[bytes] = []
        self.closed = threading.Event()
        self.full = False

    def read(self, size: int, timeout_ms: int, /) -> list[int]:
        try:
            report = self.reports.get(timeout=timeout_ms / 1000)
        except queue.Empty:
            return []
        if report is None:
            raise OSError("read error")
        return list(report[:size])

    def write(self, data: bytes, /) -> int:
        self.written.append(data)
        return -1 if self.full else len(data)

    def close(self) -> None:
        self.closed.set()


class Opened:
    def __init__(self, open_device: Callable[[bytes], Receiver]) -> None:
        self.opens = 0
        self.heard: list[tuple[bytes, int]] = []
        self.lost: list[str] = []
        self.link = HidLink(
            "hid:/dev/hidraw3",
            now_ms=lambda: 77,
            opened=lambda: setattr(self, "opens", self.opens + 1),
            received=lambda data, at_ms: self.heard.append((data, at_ms)),
            lost=self.lost.append,
            open_device=open_device,
        )


def test_a_link_reads_stamps_and_writes_until_it_is_closed():
    device, paths = Receiver(), list[bytes]()
    line = Opened(lambda path: paths.append(path) or device)
    until(lambda: line.opens)
    assert paths == [b"/dev/hidraw3"]
    device.reports.put(NOTHING)
    line.link.write(lamps({0}))
    line.link.write(lamps({1}))
    until(lambda: len(device.written) == 2 and line.heard)
    assert device.written == [b"\0" + lamps({0}), b"\0" + lamps({1})]
    assert line.heard == [(NOTHING, 77)]
    line.link.close()
    until(line.link.join)
    assert not line.link.alive
    assert device.closed.is_set()
    assert line.lost == []


@pytest.mark.parametrize("how", ["read", "write"])
def test_a_pulled_cable_is_reported_once(how: str):
    device = Receiver()
    line = Opened(lambda _: device)
    until(lambda: line.opens)
    if how == "read":
        device.reports.put(None)
    else:
        device.full = True
        line.link.write(lamps(set()))
    until(lambda: line.lost)
    until(line.link.join)
    assert line.lost == ["The receiver was unplugged."]
    assert device.closed.is_set()


def test_a_receiver_that_cannot_be_opened_says_why():
    def refuse(_: bytes) -> Receiver:
        raise OSError("open failed")

    line = Opened(refuse)
    until(line.link.join)
    assert (line.opens, line.lost) == (0, [explain_hid_trouble(sys.platform)])
    assert "rule" in explain_hid_trouble("linux")
    assert "rule" not in explain_hid_trouble("win32")


def test_a_link_closed_while_opening_stays_silent():
    hold, device = threading.Event(), Receiver()

    def slowly(_: bytes) -> Receiver:
        assert hold.wait(PATIENCE_S)
        return device

    line = Opened(slowly)
    line.link.close()
    hold.set()
    until(line.link.join)
    assert (line.opens, line.lost) == (0, [])


def test_without_hidapi_or_a_receiver_nothing_is_listed():
    assert [*list_devices()] == []
    with pytest.raises((OSError, ImportError)):
        open_device(b"/dev/no-such-receiver")
    assert receivers() == ()

    def broken() -> list[dict[str, object]]:
        raise OSError("no bus")

    assert receivers(broken) == ()


class Hall:
    """A desk with two tables, and a receiver in one of the laptop's sockets."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(lambda: create(folder / "hall.flagfall"), timeline=RealTimeline())
        self.desk.start().result()
        self.device, self.there = Receiver(), True
        self.picture = ClocksSnapshot()
        self.state = None
        self.desk.subscribe(lambda snapshot: setattr(self, "state", snapshot.state))
        self.room = ClockHall(
            self.desk,
            show=lambda picture: setattr(self, "picture", picture),
            list_ports=lambda: receivers(lambda: [found(b"1-2")] if self.there else []),
            open_hid=lambda _: self.device,
        )
        self.room.start()
        for command in (
            CreateEvent(Settings("Open", "sr2017", 75, 1), packets()["sr2017"]),
            AddPlayers(tuple(Entry(f"Player {n}") for n in range(1, 5))),
            CheckIn((1, 2, 3, 4)),
            DrawRound(7, 1),
            PublishRound(),
            StartRound(1),
        ):
            reply = self.desk.submit(command).result()
            assert not isinstance(reply, Refused), reply.sentence

    def game(self, table: int):
        return next(game for game in self.state.games.values() if game.table == table)

    def clock(self, place: int) -> Clock | None:
        name = f"054c:1000@1-2 {place}"
        return next((clock for clock in self.picture.clocks if clock.name == name), None)

    def press(self, *buttons) -> None:
        self.device.reports.put(report(*buttons))
        self.device.reports.put(NOTHING)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.room.stop()
    hall.desk.stop()


def test_two_tables_are_played_on_one_receiver(hall: Hall):
    until(lambda: (clock := hall.clock(2)) and clock.online)
    rows = [row for row in clock_rows(hall.picture, 0) if row.key]
    assert [row.product for row in rows] == ["Buzz! 1 and 2", "Buzz! 3 and 4"]
    assert {(row.port, row.state, row.shows) for row in rows} == {
        ("USB", "connected", "plungers only")
    }
    for place, table in ((1, 1), (2, 2)):
        hall.room.seat(f"054c:1000@1-2 {place}", Seat(table))
    until(lambda: (clock := hall.clock(2)) and clock.seat)
    hall.press((2, RED))
    until(lambda: hall.game(2).play.ticking)
    assert not hall.game(2).play.clock_holds
    assert hall.game(1).play.clock is None
    until(lambda: hall.device.written[-1] == b"\0" + lamps({3}))
    hall.press((3, RED))
    until(lambda: hall.device.written[-1] == b"\0" + lamps({2}))
    assert hall.game(2).play.step == 1
    hall.press((3, BLUE))
    until(lambda: not hall.game(2).play.ticking)
    until(lambda: hall.device.written[-1] == b"\0" + lamps(set()))
    hall.press((2, BLUE))
    until(lambda: hall.device.written[-1] == b"\0" + lamps({2}))
    assert hall.game(2).play.ticking


def test_a_receiver_pulled_and_plugged_in_again_lights_up_as_before(hall: Hall):
    until(lambda: (clock := hall.clock(1)) and clock.online)
    hall.room.seat("054c:1000@1-2 1", Seat(1))
    until(lambda: (clock := hall.clock(1)) and clock.seat)
    hall.press((0, RED))
    until(lambda: hall.game(1).play.ticking)
    hall.there = False
    hall.device.reports.put(None)
    until(lambda: (clock := hall.clock(1)) and not clock.online)
    assert hall.game(1).play.ticking
    hall.device, hall.there = Receiver(), True
    until(lambda: (clock := hall.clock(1)) and clock.online)
    assert hall.picture.ports[0].stage is Stage.READY
    until(lambda: hall.device.written and hall.device.written[-1] == b"\0" + lamps({1}))


def test_a_receiver_lost_after_it_was_closed_is_not_reported() -> None:
    receiver, said = Receiver(), list[str]()
    link = HidLink(
        "hid:1-2",
        now_ms=lambda: 0,
        opened=lambda: None,
        received=lambda _data, _at_ms: None,
        lost=said.append,
        open_device=lambda _path: receiver,
    )
    link.close()
    receiver.reports.put(None)
    until(link.join)
    assert said == []
