"""What a table's window has not handed over, when its program dies."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.engine.acts.players import ChooseList
from app.engine.acts.table import StartClock, Tap, TurnEnded
from app.engine.side import Side
from app.web.protocol.acts import request_for
from app.web.protocol.messages import DeviceMark
from app.web.remote.address import Joined
from app.web.remote.desk import RemoteDesk
from app.web.remote.queue import PLACES, RemoteQueue
from app.web.remote.state import Known
from tests.patience import PATIENCE_S, until
from tests.real_time import RealTimeline
from tests.store.of_windows import ACCESS_DENIED, OfWindows, held_from_reading
from tests.web.venue import WAIT_S, Venue

RED = Side.RED
JOINED = Joined("ws://here/socket", 2, "a secret")
PLAYER = """
import sys
from pathlib import Path
from app.engine.side import Side
from app.engine.acts.table import Tap
from app.web.remote.desk import AWAY, RemoteDesk
from app.web.remote.address import Joined

told = []
desk = RemoteDesk(Joined.from_url(sys.argv[1]), folder=Path(sys.argv[2]))
desk.subscribe(told.append)
desk.start()
until = lambda holds: any(holds() or __import__("time").sleep(0.02) for _ in range(6000))
until(lambda: told and any(game.play.clock for game in told[-1].state.games.values()))
print("joined", flush=True)
until(lambda: told[-1].trouble == AWAY)
desk.submit(Tap(int(sys.argv[3]), Side.RED)).result(60)
print(desk._queue.pending[0].mark.at_ms, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def real(venue: Venue) -> Venue:
    """In real time; Red's clock runs at table 2."""
    venue.restart(RealTimeline())
    venue.do(StartClock(venue.game(2).number, RED))
    return venue


def mark(number: int) -> DeviceMark:
    request = request_for(Tap(31, RED))
    assert request is not None
    return DeviceMark(number, 31, 1_000 + number, 1.0, request)


def add(queue: RemoteQueue, number: int) -> None:
    queue.add(mark(number), Tap(31, RED), Known())


def test_a_press_made_without_the_network_survives_a_crash_of_the_program(
    real: Venue, tmp_path: Path
) -> None:
    url, folder = f"{real.base}/#table=2&secret={real.secrets[2]}", tmp_path / "kept"
    asked = [sys.executable, "-c", PLAYER, url, str(folder), str(real.game(2).number)]
    with subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as player:
        assert player.stdout is not None
        assert player.stdout.readline().strip() == b"joined"
        assert real.server is not None
        real.server.stop().result(WAIT_S)
        pressed_ms = int(player.stdout.readline())
        player.kill()
    assert real.game(2).play.step == 0
    until(lambda: real.desk.timeline.now_ms() > pressed_ms)  # as told by a ping that was slow
    real.serve()
    again = RemoteDesk(Joined.from_url(url), folder=folder)
    again.start()
    until(lambda: real.game(2).play.step == 1)
    until(lambda: not list(folder.glob("*.json")))
    again.stop()
    ended = [one for one in real.game(2).marks if isinstance(one, TurnEnded)]
    assert [one.at_ms for one in ended] == [pressed_ms]
    assert list(folder.iterdir()) == []


def test_a_connection_that_nobody_answers_is_given_up_for_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}/#table=1&secret=abc"
        desk = RemoteDesk(Joined.from_url(url), folder=tmp_path)
        desk.start()
        deaf.settimeout(PATIENCE_S)
        first, _ = deaf.accept()
        second, _ = deaf.accept()
        desk.stop()
        first.close()
        second.close()


def test_the_next_window_takes_over_saved_presses_as_the_same_device(tmp_path: Path) -> None:
    first = RemoteQueue(JOINED, tmp_path)
    for number in (1, 2, 3):
        add(first, number)
    first.answered(1)
    first.close()
    again = RemoteQueue(JOINED, tmp_path)
    assert (again.device, again.number) == (first.device, 3)
    assert again.pending == first.pending
    for number in (2, 3):
        again.answered(number)
    again.close()
    assert list(tmp_path.iterdir()) == []


def test_each_event_table_and_open_window_has_its_own_file(tmp_path: Path) -> None:
    first = RemoteQueue(JOINED, tmp_path)
    add(first, 1)
    others = [
        RemoteQueue(Joined(JOINED.socket, 2, "another event’s"), tmp_path),
        RemoteQueue(Joined(JOINED.socket, 3, JOINED.secret), tmp_path),
        *(RemoteQueue(JOINED, tmp_path) for _ in range(PLACES)),
    ]
    for other in others:
        assert other.pending == []
        assert other.device != first.device
        add(other, 1)
    assert len(list(tmp_path.glob("*.json"))) == PLACES + 2
    assert not any(JOINED.secret in file.read_text() for file in tmp_path.glob("*.json"))
    for one in (first, *others):
        one.close()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"device": "x", "number": 1}', '{"a":' * 5_000])
def test_a_broken_file_is_ignored_and_overwritten(tmp_path: Path, text: str) -> None:
    first = RemoteQueue(JOINED, tmp_path)
    add(first, 1)
    first.close()
    next(tmp_path.glob("*.json")).write_text(text)
    again = RemoteQueue(JOINED, tmp_path)
    assert again.pending == []
    add(again, 1)
    again.close()
    assert RemoteQueue(JOINED, tmp_path).pending == again.pending


@pytest.mark.parametrize("times", [3, 99])
def test_presses_in_a_file_that_another_program_holds_are_not_lost(
    tmp_path: Path, times: int
) -> None:
    first = RemoteQueue(JOINED, tmp_path)
    add(first, 1)
    first.close()
    (file,) = tmp_path.glob("*.json")
    with held_from_reading(file, times):
        held = RemoteQueue(JOINED, tmp_path)
        assert held.pending == (first.pending if times == 3 else [])
        add(held, 2)
        held.close()
    queues = [RemoteQueue(JOINED, tmp_path) for _ in range(2)]
    kept = [pending.mark.number for queue in queues for pending in queue.pending]
    assert kept == [1, 2]
    for queue in queues:
        queue.close()


@pytest.mark.parametrize("broken_off", [False, True])
def test_presses_are_saved_in_another_file_if_theirs_cannot_be_replaced(
    tmp_path: Path, broken_off: bool
) -> None:
    first = RemoteQueue(JOINED, tmp_path)
    add(first, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", refuse_as_windows_does)
        add(first, 2)
    first.close()
    (beside,) = tmp_path.glob("*.new")
    if broken_off:
        beside.write_bytes(beside.read_bytes()[:-9])
    again = RemoteQueue(JOINED, tmp_path)
    assert [pending.mark.number for pending in again.pending] == ([1] if broken_off else [1, 2])
    for number in (1, 2):
        again.answered(number)
    again.close()
    assert not [*tmp_path.glob("*.json"), *tmp_path.glob("*.new")]


def refuse_as_windows_does(file: str, to: str) -> None:
    raise OfWindows(ACCESS_DENIED, to)


def test_a_file_corrupted_by_a_bad_disk_is_ignored(tmp_path: Path) -> None:
    """Bytes that are no text."""
    queue = RemoteQueue(JOINED, tmp_path)
    queue.add(mark(1), Tap(31, RED), Known())
    queue.close()
    (file,) = tmp_path.glob("*.json")
    file.write_bytes(file.read_bytes().replace(b"number", b"n\xdamber"))
    again = RemoteQueue(JOINED, tmp_path)
    assert not again.pending
    assert again.device != queue.device
    again.close()


def test_a_window_that_can_write_nothing_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    queue = RemoteQueue(JOINED, tmp_path / "file")
    add(queue, 1)
    assert len(queue.pending) == 1
    queue.close()


def test_a_press_that_cannot_be_encoded_is_answered_with_its_error() -> None:
    desk = RemoteDesk(JOINED)
    desk.start()
    try:
        reply = desk.submit(ChooseList(1, player=99, chosen=1, at_table=True))
        with pytest.raises(StopIteration):
            reply.result(60)
    finally:
        desk.stop()
