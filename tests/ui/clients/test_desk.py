from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.desk.replies import Snapshot
from app.engine.acts.players import AddPlayers, Entry, PlayersAdded
from app.engine.acts.table import StartClock, Tap
from app.engine.frozen import replace
from app.engine.side import Side
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
