"""Clocks that dial in: the ESP32 sketch, compiled for this machine, over real TCP to a real desk;
and whoever else may come to that port.
"""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.clock.drivers.dclk.lines import seal_line
from app.clock.hall.clock import Seat
from app.clock.links.door import STRANGERS_OF_ONE
from app.emulators.device import DeviceSide
from app.engine.acts.table import AdjustClock, StartClock
from app.engine.side import Side
from tests.clock.callers import UID, Caller, answer, dials, join, old_join
from tests.clock.real_room import left_ms
from tests.clock.wifi_hall import WifiHall
from tests.firmware.wifi_clock import WifiClock

pytestmark = pytest.mark.timed

RED, BLUE = Side.RED, Side.BLUE


@pytest.fixture
def room(tmp_path: Path) -> Iterator[WifiHall]:
    room = WifiHall(tmp_path)
    yield room
    room.end()


def test_two_wifi_clocks_each_play_a_whole_game_at_their_own_table(room: WifiHall) -> None:
    room.event(2)
    boards = {1: room.board(1, "AAAA0001"), 2: room.board(2, "AAAA0002")}
    room.until(lambda: all(room.ready(table)() for table in boards))
    room.room.set_for_round()
    room.until(lambda: all((clock := room.at(table)) and clock.reading
                           and clock.reading.left_ms == 3_600_000 for table in boards))  # fmt: skip
    for table in boards:
        room.do(StartClock(room.game(table).number, RED))
    room.until(lambda: all((clock := room.at(table)) and clock.reading
                           and clock.reading.running for table in boards))  # fmt: skip
    for number in range(1, 13):
        hand = DeviceSide.LEFT if number % 2 else DeviceSide.RIGHT
        for board in boards.values():
            board.press(hand)
        room.until(lambda number=number: all(room.presses(table) == number for table in boards))
    for table in boards:  # Red's time runs, and is used up
        number = room.game(table).number
        room.do(AdjustClock(number, RED, 2000 - left_ms(room, table, RED), "to the end"))
    room.until(lambda: all(room.game(table).play.ending for table in boards))
    assert all(room.presses(table) == 12 for table in boards)
    assert all(left_ms(room, table, RED) == 0 for table in boards)


def test_presses_made_while_the_wifi_was_down_are_each_recorded_once(room: WifiHall) -> None:
    room.event(1)
    board = room.board(1, "AAAA0001")
    room.until(room.ready(1))
    room.room.set_for_round()
    room.until(lambda: (clock := room.at(1)) and clock.reading and clock.reading.left_ms)
    room.do(StartClock(1, RED))
    room.until(lambda: (clock := room.at(1)) and clock.reading and clock.reading.running)
    board.press(DeviceSide.LEFT)
    room.until(lambda: room.presses(1) == 1)
    board.wifi(False)
    room.until(lambda: room.at(1) is None)
    for hand in (DeviceSide.RIGHT, DeviceSide.LEFT, DeviceSide.RIGHT):
        board.press(hand)
    assert room.presses(1) == 1
    board.wifi(True)
    room.until(lambda: room.presses(1) == 4)
    room.until(room.ready(1))
    board.press(DeviceSide.LEFT)
    room.until(lambda: room.presses(1) == 5)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (old_join(1, "1" * 22), b"NO old", "sends the secret of table 1 for all to read"),
        (join(1, version=2), b"NO version", "speaks DCLK/2"),
        (b"GET / HTTP/1.1\r\n\r\n", b"NO malformed", "does not speak DCLK"),
        (bytes(range(128, 256)) * 9, b"NO malformed", "does not speak DCLK"),
        (join(1)[:-4] + b"*00\n", b"NO malformed", "does not speak DCLK"),
        (join(1)[:20], b"NO silent", "did not name its table"),
        (b"", b"NO silent", "did not name its table"),
    ],
    ids=["old", "version", "page", "noise", "checksum", "half", "silent"],
)
def test_a_stranger_is_sent_away_with_a_sentence(
    room: WifiHall, words: bytes, code: bytes, sentence: str
) -> None:
    caller = room.call(words)
    assert answer(caller).startswith(code)
    assert caller.recv(1) == b""
    room.until(lambda: any(sentence in refusal for refusal in room.refused()))
    assert room.picture.clocks == ()


@pytest.mark.parametrize("table", [1, 99])
def test_a_clock_with_a_wrong_secret_is_sent_away_with_a_sentence(
    room: WifiHall, table: int
) -> None:
    """Nothing shows which tables there are."""
    caller = Caller(room.picture.wifi.port, table, "x" * 22)
    with caller.socket:
        assert caller.welcome.startswith(b"NO secret")
        assert caller.socket.recv(1) == b""
    sentence = f"has a wrong secret for table {table}"
    room.until(lambda: any(sentence in refusal for refusal in room.refused()))
    assert room.picture.clocks == ()


def test_a_game_continues_during_a_flood_of_strangers(room: WifiHall) -> None:
    room.event(1)
    board = room.board(1, "AAAA0001")
    room.until(room.ready(1))
    room.room.set_for_round()
    room.until(lambda: (clock := room.at(1)) and clock.reading and clock.reading.left_ms)
    room.do(StartClock(1, RED))
    room.until(lambda: (clock := room.at(1)) and clock.reading and clock.reading.running)
    for number in range(200):
        dials(room.picture.wifi.port, b"?" * 100 if number % 2 else b"").close()
        if number % 40 == 0:
            board.press(DeviceSide.RIGHT if room.presses(1) % 2 else DeviceSide.LEFT)
            expected = number // 40 + 1
            room.until(lambda expected=expected: room.presses(1) == expected)
    room.until(lambda: any("dials in too often" in refusal for refusal in room.refused()))
    pressed = room.presses(1)
    board.press(DeviceSide.RIGHT if pressed % 2 else DeviceSide.LEFT)
    room.until(lambda: room.presses(1) == pressed + 1 and room.at(1) is not None)


def test_silent_callers_do_not_use_up_a_clock_s_place(room: WifiHall) -> None:
    room.event(1)
    callers = [room.call() for _ in range(STRANGERS_OF_ONE + 5)]
    assert [answer(caller) for caller in callers[:5]] == [b""] * 5  # cut off for the others
    room.board(1, "AAAA0001")
    room.until(room.ready(1))
    assert answer(callers[-1]).startswith(b"NO silent")


def test_a_second_clock_for_a_table_is_refused_and_the_first_plays_on(room: WifiHall) -> None:
    room.event(1)
    room.board(1, "AAAA0001")
    room.until(room.ready(1))
    second = room.board(1, "AAAA0002")
    room.until(lambda: any("wants table 1" in refusal for refusal in room.refused()))
    room.until(lambda: any(line.startswith("NO taken") for line in second.told))
    clock = room.at(1)
    assert clock is not None
    assert "AAAA0001" in clock.name


def test_a_clock_that_floods_is_cut_off_and_its_row_says_so(room: WifiHall) -> None:
    room.event(1)
    caller = Caller(room.picture.wifi.port, 1, "1" * 22)
    room.callers.append(caller.socket)
    assert caller.welcome == seal_line("JOINED table=1")
    hi = f"HI dclk=1 uid={UID} boot=1 fw=1 name=T caps=run,set osc=xtal"
    caller.say(seal_line(hi) + seal_line("ST s=0 t=0 run=N l=0 r=0 lev=- f=- bat=-1"))
    room.until(lambda: any(clock.online for clock in room.picture.clocks))
    with suppress(ConnectionError):
        for _ in range(500):
            caller.say(seal_line("# " + "x" * 100) * 10)
    room.until(lambda: any("sent more than a clock can" in clock.sentence
                           for clock in room.picture.clocks))  # fmt: skip


def test_a_spare_takes_the_place_of_a_clock_that_is_away(room: WifiHall) -> None:
    room.event(1)
    first = room.board(1, "AAAA0001")
    room.until(room.ready(1))
    first.end()
    room.boards.remove(first)
    room.until(lambda: room.at(1) is None)
    room.board(1, "AAAA0002")
    room.until(room.ready(1))
    clock = room.at(1)
    assert clock is not None
    assert "AAAA0002" in clock.name


def test_no_clock_can_connect_once_wifi_is_switched_off(room: WifiHall) -> None:
    room.event(1)
    room.board(1, "AAAA0001")
    room.until(room.ready(1))
    port = room.picture.wifi.port
    room.room.let_dial_in(False)
    room.until(lambda: room.at(1) is None and not room.picture.wifi.on)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    assert not room.memory.wifi


def test_the_program_reaches_a_clock_while_another_address_hangs(room: WifiHall) -> None:
    room.event(1)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    board = WifiClock(room.folder, "AAAA0007", own_port=port)
    room.boards.append(board)
    board.set_up()
    room.until(lambda: "listening" in board.told)
    with socket.create_server(("127.0.0.1", 0), backlog=1) as hangs:
        waits = [socket.socket() for _ in range(4)]
        for each in waits:  # its places are taken: whoever comes now waits
            each.setblocking(False)
            each.connect_ex(hangs.getsockname())
        away, own = f"socket://127.0.0.1:{hangs.getsockname()[1]}", f"socket://127.0.0.1:{port}"
        room.room.add(away)
        room.room.add("socket://127.0.0.1:9")
        room.room.add(own)
        room.until(lambda: room.is_ready(own), 20)
        clock = room.clock(own)
        assert clock is not None
        room.room.seat(clock.name, Seat(1))
        room.until(room.ready(1))
        board.press(DeviceSide.LEFT)
        room.until(lambda: (clock := room.at(1)) and clock.first is BLUE)
        for each in waits:
            each.close()
