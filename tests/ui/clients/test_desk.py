from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.desk.replies import Reply, Snapshot
from app.engine.acts.commands import Command
from app.engine.acts.events import ORGANIZER, Record
from app.engine.acts.players import AddPlayers, Entry, PlayersAdded
from app.engine.acts.table import StartClock, Tap
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import State
from app.ui.clients import desk as line
from app.ui.clients.desk import DeskClient
from tests.events import Event
from tests.ui.open_pages import catch_up
from tests.ui.timers import run_out, running_timers


@pytest.fixture
def shown(client: DeskClient, event: Event, qtbot: QtBot) -> list[int]:
    """How many players there were with each change that the windows were shown."""
    catch_up(client, event, qtbot)
    counts: list[int] = []
    client.changed.connect(lambda snapshot: counts.append(len(snapshot.state.players)))
    return counts


def test_changes_that_come_too_fast_are_shown_together(
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    event: Event,
    client: DeskClient,
    shown: list[int],
) -> None:
    monkeypatch.setattr(line, "REST_MS", 600_000)
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: bool(shown))
    for name in ("Ben", "Cleo"):
        event.do(AddPlayers((Entry(name),)))
    qtbot.waitUntil(lambda: bool(running_timers(client)))
    assert shown == [1]
    run_out(client)
    assert shown == [1, 3]
    assert len(client.records) == 4


def test_an_act_of_the_organizer_is_shown_before_its_answer_arrives(
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    event: Event,
    client: DeskClient,
    shown: list[int],
) -> None:
    monkeypatch.setattr(line, "REST_MS", 600_000)
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: bool(shown))
    players: list[int] = []
    client.ask(
        AddPlayers((Entry("Ben"),)), then=lambda _: players.append(len(client.state.players))
    )
    qtbot.waitUntil(lambda: bool(players))
    assert (players, shown) == ([2], [1, 2])


def test_changes_from_play_at_the_tables_are_distinguished_from_other_changes(
    qtbot: QtBot, event: Event, client: DeskClient
) -> None:
    event.register(4)
    event.start()
    game = event.game(1).number
    event.do(StartClock(game, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.clock for game in client.state.games.values()))
    more: list[int] = []
    client.more_changed.connect(lambda: more.append(1))
    with qtbot.waitSignal(client.changed):
        event.do(Tap(game, Side.RED))
    assert not more
    with qtbot.waitSignal(client.changed):
        event.report(1)
    assert more


def test_the_history_forgets_rows_that_other_stations_replaced(
    monkeypatch: pytest.MonkeyPatch, event: Event, qtbot: QtBot
) -> None:
    tell: list[Callable[[Snapshot], None]] = []
    subscribe = event.desk.subscribe

    def remember(listener: Callable[[Snapshot], None]) -> None:
        tell.append(listener)
        subscribe(listener)

    monkeypatch.setattr(event.desk, "subscribe", remember)
    client = DeskClient(event.desk)
    event.do(AddPlayers((Entry("Anna"),)))
    catch_up(client, event, qtbot)
    assert client.learn_history().names == {1: "Anna"}
    event.do(AddPlayers((Entry("Ben"),)))
    catch_up(client, event, qtbot)
    assert client.learn_history().names == {1: "Anna", 2: "Ben"}
    seen = client.snapshot
    assert seen is not None
    first, *added = client.records
    written = PlayersAdded(((1, Entry("Cleo")),))
    tell[0](replace(seen, fresh=tuple(replace(row, event=written) for row in added)))
    qtbot.waitUntil(lambda: client.records[1:][0].event == written)
    assert client.records[0] == first
    assert client.learn_history().names == {1: "Cleo"}


class TellingDesk:
    """A desk that shows and answers what a test wants; it is noon."""

    def __init__(self) -> None:
        self.tell: Callable[[Snapshot], None]
        self.timeline = self
        self.asked: list[tuple[Command, int | None]] = []

    def subscribe(self, listener: Callable[[Snapshot], None]) -> None:
        self.tell = listener

    def now_ms(self) -> int:
        return 43_200_000

    def submit(self, command: Command, *, at_ms: int | None, **_how: object) -> Future[Reply]:
        self.asked.append((command, at_ms))
        return Future()


def client_of(desk: TellingDesk, *, is_remote: bool = False) -> DeskClient:
    it: Any = desk
    return DeskClient(it, remote=it if is_remote else None)


def row(number: int, name: str = "Anna") -> Record:
    return Record(number, number, 0, "desk", ORGANIZER, PlayersAdded(((number, Entry(name)),)))


SLOW = Snapshot(State(), 0, (), "The clock is slow.", 120_000)
FULL = Snapshot(State(), 0, (), "The disk is full.")
PLAIN = Snapshot(State(), 0, ())


@pytest.mark.parametrize(
    ("is_remote", "first", "second", "shown"),
    [
        (False, SLOW, PLAIN, SLOW),
        (False, PLAIN, SLOW, SLOW),
        (False, SLOW, FULL, FULL),
        (False, FULL, SLOW, SLOW),
        (True, FULL, PLAIN, PLAIN),  # the line is there again
        (True, PLAIN, FULL, FULL),
    ],
)
def test_of_two_changes_shown_together_the_latest_trouble_is_told(
    qtbot: QtBot, *, is_remote: bool, first: Snapshot, second: Snapshot, shown: Snapshot
) -> None:
    desk = TellingDesk()
    client = client_of(desk, is_remote=is_remote)
    with qtbot.waitSignal(client.changed) as seen:
        desk.tell(first)
        desk.tell(second)
    (snapshot,) = seen.args
    assert snapshot.trouble == shown.trouble
    if snapshot.trouble:
        assert snapshot.apart_ms == shown.apart_ms
    assert client.away == (shown.trouble if is_remote else "")


def test_rows_that_were_replaced_before_they_were_shown_are_not_shown(qtbot: QtBot) -> None:
    desk = TellingDesk()
    client = client_of(desk)
    with qtbot.waitSignal(client.changed):
        desk.tell(Snapshot(State(), 2, (row(1), row(2))))
        desk.tell(Snapshot(State(), 3, (row(1, "Ben"), row(2, "Cleo"), row(3))))
    assert client.records == [row(1, "Ben"), row(2, "Cleo"), row(3)]


def test_the_first_change_is_more_than_play_at_the_tables(qtbot: QtBot) -> None:
    desk = TellingDesk()
    client = client_of(desk)
    more: list[int] = []
    client.more_changed.connect(lambda: more.append(1))
    for _ in range(2):
        with qtbot.waitSignal(client.changed):
            desk.tell(PLAIN)
    assert more == [1]


@pytest.mark.parametrize(("late_ms", "at_ms"), [(0, None), (1_500, 43_198_500)])
def test_what_a_busy_window_asks_for_late_is_dated_when_it_was_done(
    qapp: object, late_ms: int, at_ms: int | None
) -> None:
    desk = TellingDesk()
    client_of(desk).ask(Tap(1, Side.RED), late_ms=late_ms)
    assert desk.asked == [(Tap(1, Side.RED), at_ms)]


@pytest.mark.parametrize(("is_remote", "asked"), [(True, 2), (False, 1)])
def test_only_a_desk_elsewhere_is_told_of_a_tap_before_it_has_answered_the_last(
    qapp: object, *, is_remote: bool, asked: int
) -> None:
    desk = TellingDesk()
    client = client_of(desk, is_remote=is_remote)
    for side in Side:
        client.press(Tap(1, side), then=lambda _: None, actor="Red", station="table 1")
    assert len(desk.asked) == asked
