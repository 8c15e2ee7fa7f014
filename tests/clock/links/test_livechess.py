"""LiveChess over a real WebSocket: the link alone, then tables that play on its boards."""

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aiohttp import web  # noqa: F401  the link imports it late; here it may be slow

from app.clock.drivers.livechess import NO_BOARD
from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.links.livechess import ANOTHER, BROKE, CLOSED, NOBODY, LiveChessLink, full_address
from app.emulators.device import DeviceSide
from app.engine.side import Side
from app.ui.pages.clocks.rows import ClockRow, clock_rows
from tests.clock.livechess_server import LiveChessServer
from tests.clock.real_room import RealHall, left_ms
from tests.patience import until


class Opened:
    def __init__(self, address: str) -> None:
        self.opens = 0
        self.heard: list[tuple[bytes, int]] = []
        self.lost: list[str] = []
        self.link = LiveChessLink(
            address,
            now_ms=lambda: 77,
            opened=lambda: setattr(self, "opens", self.opens + 1),
            received=lambda data, at_ms: self.heard.append((data, at_ms)),
            lost=self.lost.append,
        )


@pytest.fixture
def server() -> Iterator[LiveChessServer]:
    server = LiveChessServer()
    yield server
    server.stop()


def test_messages_are_lines_in_both_directions_until_the_link_is_closed(server: LiveChessServer):
    server.plug("7425")
    line = Opened(server.address)
    until(lambda: line.opens)
    line.link.write(b'{"id": 1, "call": "eboards"}\n{"id": 2, "call": "eboards"}\n')
    until(lambda: len(line.heard) == 2)
    assert [json.loads(data)["id"] for data, _ in line.heard] == [1, 2]
    assert all(data.endswith(b"\n") and at_ms == 77 for data, at_ms in line.heard)
    line.link.set_baud(9600)
    line.link.close()
    until(line.link.join)
    assert line.lost == []
    line.link.write(b"too late\n")
    line.link.close()


def test_a_livechess_that_is_closed_is_reported_once(server: LiveChessServer):
    line = Opened(server.address)
    until(lambda: line.opens)
    server.stop()
    until(lambda: line.lost)
    assert line.lost == [CLOSED]
    assert line.link.join()
    server.start()


def test_any_failure_loses_the_line_with_a_sentence(server: LiveChessServer):
    """Else its row would say "connected" for ever."""
    lost: list[str] = []

    def received(_data: bytes, _at_ms: int) -> None:
        raise LookupError("no such board")

    server.plug("7425")
    link = LiveChessLink(
        server.address, now_ms=lambda: 77, opened=lambda: None, received=received, lost=lost.append
    )
    link.write(b'{"id": 1, "call": "eboards"}\n')
    until(link.join)
    assert lost == [BROKE.format(address=server.address, why="no such board")]


def test_an_unreachable_livechess_and_a_different_server_are_told_apart(server: LiveChessServer):
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = f"ws://127.0.0.1:{free.getsockname()[1]}/api/v1.0"
    other = server.address.replace("v1.0", "v9")
    for address, sentence in ((nobody, NOBODY), (other, ANOTHER), ("ws://:x/y", ANOTHER)):
        line = Opened(address)
        until(line.link.join)
        assert line.lost == [sentence.format(address=address)]
        assert line.opens == 0


def test_an_address_entered_by_the_organizer_is_completed():
    assert full_address("LiveChess ") == "ws://localhost:1982/api/v1.0"
    assert full_address("ws://10.0.0.7:1982") == "ws://10.0.0.7:1982/api/v1.0"
    assert full_address("ws://10.0.0.7:1982/") == "ws://10.0.0.7:1982/api/v1.0"
    assert full_address("ws://host/other") == "ws://host/other"
    assert full_address("COM7") == ""


# With a desk


@pytest.fixture
def make_room(tmp_path: Path) -> Iterator[Callable[..., RealHall]]:
    rooms: list[RealHall] = []

    def make(memory: Memory | None = None) -> RealHall:
        (folder := tmp_path / str(len(rooms))).mkdir()
        rooms.append(RealHall(folder, memory))
        return rooms[-1]

    yield make
    for room in rooms:
        room.end()


def rows(room: RealHall) -> list[ClockRow]:
    return [*clock_rows(room.picture, room.desk.timeline.now_ms())]


def seated(room: RealHall, server: LiveChessServer, *boards: str) -> None:
    """The boards at tables 1, 2 …"""
    room.event(len(boards))
    room.room.add(server.address)
    for table, serialnr in enumerate(boards, start=1):
        name = f"Board {serialnr} LiveChess"
        room.until(lambda name=name: name in [row.clock for row in rows(room)])
        room.room.seat(name, Seat(table))
        room.until(lambda table=table: room.game(table).play.clock_holds)


def test_two_boards_of_one_livechess_each_keep_time_for_a_game(make_room, server):
    server.plug("7425")
    server.plug("30912")
    room = make_room()
    seated(room, server, "7425", "30912")
    room.until(lambda: [row.table for row in rows(room)] == ["1", "2"])
    shown = {(row.product, row.port, row.state, row.battery) for row in rows(room)}
    rest = ("LiveChess", "connected", "85%")
    assert shown == {("Board 7425", *rest), ("Board 30912", *rest)}
    server.lever("30912", DeviceSide.LEFT)
    room.until(lambda: room.game(2).play.ticking)
    assert room.game(2).play.runner is Side.RED
    assert room.game(1).play.clock is None
    server.lever("30912", DeviceSide.RIGHT)
    room.until(lambda: room.game(2).play.step == 1)
    room.until(lambda: left_ms(room, 2, Side.BLUE) < 3_597_000)
    server.lever("30912", None)
    room.until(lambda: not room.game(2).play.ticking)
    server.lever("30912", DeviceSide.RIGHT)
    room.until(lambda: room.game(2).play.ticking)
    assert room.game(2).play.runner is Side.BLUE


def test_a_restarted_livechess_resumes_the_game(make_room, server):
    server.plug("7425")
    room = make_room()
    seated(room, server, "7425")
    server.lever("7425", DeviceSide.LEFT)
    room.until(lambda: room.game(1).play.ticking)
    server.stop()
    room.until(lambda: rows(room)[0].state == "lost" or "LiveChess" in rows(room)[0].notice)
    assert room.game(1).play.ticking
    server.start()
    room.until(lambda: rows(room)[0].state == "connected")
    server.lever("7425", DeviceSide.RIGHT)
    room.until(lambda: room.game(1).play.runner is Side.BLUE)
    assert room.game(1).play.ticking


def test_without_a_board_or_without_livechess_its_row_says_what_to_do(make_room, server):
    room = make_room()
    room.room.add(server.address)
    room.until(lambda: [row.notice for row in rows(room)] == [NO_BOARD])
    server.stop()
    nobody = NOBODY.format(address=server.address)
    room.until(lambda: [row.notice for row in rows(room)] == [nobody])
    server.start()
    server.plug("7425")
    room.until(lambda: [row.product for row in rows(room)] == ["Board 7425"])
    room.until(lambda: rows(room)[0].notice == "")


def test_the_address_of_livechess_is_opened_again_the_next_day(make_room, server):
    server.plug("7425")
    room = make_room()
    seated(room, server, "7425")
    room.until(lambda: room.memory.seats and room.memory.wishes)
    assert room.memory.wishes[server.address].by_hand
    room.room.stop()
    other = make_room(room.memory)
    other.event(1)
    other.until(lambda: [row.state for row in rows(other)] == ["connected"])
    assert rows(other)[0].seat == Seat(1)
