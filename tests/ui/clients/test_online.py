"""What the windows know of the server before and after the day, without a network."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.desk.replies import Snapshot
from app.engine.state import State
from app.store.errors import StoreError
from app.store.online.access import Access, access_file, keep_access
from app.ui.clients.online import OnlineClient, OnlineSnapshot
from app.web.online import line, uplink
from app.web.online.progress import Progress

ADDRESS = "https://club.a.example"
NO_NETWORK = "The server cannot be reached."
TWO_LEFT = Progress(left=2)
ONE_LEFT = Progress(left=1)


class Sending:
    """The thread that sends the event, of which only what it is given matters here."""

    def __init__(self, _line: line.Line, tell: Callable[[Progress], None]) -> None:
        self.tell = tell
        self.states: list[State] = []

    def start(self) -> None:
        """Nothing is sent."""

    def end(self) -> None:
        """Nothing was begun."""

    def show(self, state: State) -> None:
        self.states.append(state)


class Shown:
    """The event as the windows show it, at first not at all."""

    def __init__(self) -> None:
        self.state = State()
        self.snapshot: Snapshot | None = None


class Server:
    """A server that is away, and answers so only when it may."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = threading.Event()

    def fetch(self, _line: line.Line) -> tuple[object, ...]:
        self.asked += 1
        self.may_answer.wait(30)
        raise StoreError(NO_NETWORK)


@pytest.fixture
def sending(monkeypatch: pytest.MonkeyPatch) -> list[Sending]:
    made: list[Sending] = []

    def make(to: line.Line, tell: Callable[[Progress], None]) -> Sending:
        made.append(Sending(to, tell))
        return made[-1]

    monkeypatch.setattr(uplink, "Uplink", make)
    return made


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(line, "fetch_sign_ups", server.fetch)
    return server


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.fixture
def client(
    qapp: QObject, shown: Shown, sending: list[Sending], server: Server, tmp_path: Path
) -> Iterator[OnlineClient]:
    event = tmp_path / "cup.flagfall"
    keep_access(access_file(event), Access(ADDRESS, "desk", "00" * 16))
    client = OnlineClient(shown, event, qapp)
    assert len(sending) == 1
    yield client
    server.may_answer.set()
    client.stop()


def test_an_event_is_sent_only_once_it_has_arrived(
    client: OnlineClient, shown: Shown, sending: list[Sending]
) -> None:
    client.send()
    assert sending[0].states == []
    shown.snapshot = Snapshot(shown.state, 0, ())
    client.send()
    assert sending[0].states == [shown.state]


def test_the_server_is_asked_one_thing_at_a_time(
    qtbot: QtBot, client: OnlineClient, server: Server
) -> None:
    client.fetch()
    client.fetch()
    assert client.picture.busy
    server.may_answer.set()
    qtbot.waitUntil(lambda: not client.picture.busy)
    assert server.asked == 1


def test_a_failed_request_and_the_sending_are_shown_beside_each_other(
    qtbot: QtBot, client: OnlineClient, server: Server, sending: list[Sending]
) -> None:
    sending[0].tell(TWO_LEFT)
    qtbot.waitUntil(lambda: client.picture == OnlineSnapshot(ADDRESS, progress=TWO_LEFT))
    client.fetch()
    assert client.picture == OnlineSnapshot(ADDRESS, busy=True, progress=TWO_LEFT)
    server.may_answer.set()
    qtbot.waitUntil(lambda: not client.picture.busy)
    assert client.picture == OnlineSnapshot(ADDRESS, fault=NO_NETWORK, progress=TWO_LEFT)
    sending[0].tell(ONE_LEFT)
    qtbot.waitUntil(lambda: client.picture.progress == ONE_LEFT)
    assert client.picture == OnlineSnapshot(ADDRESS, fault=NO_NETWORK, progress=ONE_LEFT)
