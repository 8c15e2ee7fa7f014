"""What the windows know of the tablets, and what becomes of their server's port and codes."""

import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.engine.frozen import replace
from app.ui.clients.tablets import MOVED, Stage, TabletsClient
from app.web.server import http
from app.web.server.http import TableLinks
from app.web.server.presence import DeviceLink, TableLink
from tests.events import Event
from tests.ports import kept_port

HERE = DeviceLink("here", game=7, joined=1)
GONE = DeviceLink("gone", game=7)
PRESSED = DeviceLink("pressed", game=7, pressed=True)
OTHER = DeviceLink("of another game", game=8, joined=1)


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "cup.flagfall")
    yield event
    event.close()


@pytest.fixture
def client(qapp: object, event: Event, tmp_path: Path) -> Iterator[TabletsClient]:
    client = TabletsClient(event.desk, tmp_path / "cup.flagfall", tmp_path)
    yield client
    client.stop()


def link(client: TabletsClient, stage: Stage = Stage.ON, **devices: DeviceLink) -> None:
    """Let one device be known at each table, such as ``t1``."""
    tables = {int(name[1:]): TableLink((device,)) for name, device in devices.items()}
    links = TableLinks(tables, frozenset(), ())
    client.picture = replace(client.picture, stage=stage, links=links)


def test_tables_whose_tablets_have_gone_are_out_of_touch(client: TabletsClient) -> None:
    assert client.out_of_touch() == frozenset()
    link(client, t1=HERE, t2=GONE)
    assert client.out_of_touch() == {2}


@pytest.mark.parametrize(
    ("stage", "awaited"), [(Stage.OFF, False), (Stage.STARTING, True), (Stage.ON, True)]
)
def test_a_tablet_is_awaited_as_soon_as_its_server_is_switched_on(
    client: TabletsClient, stage: Stage, *, awaited: bool
) -> None:
    link(client, stage, t1=GONE, t2=HERE)
    assert [client.is_awaited(table) for table in (1, 2, 3)] == [awaited, False, awaited]


@pytest.mark.parametrize(
    ("device", "alone", "goes_on"),
    [
        (HERE, False, True),
        (HERE, True, False),  # the organizer ruled that it plays without its tablet
        (PRESSED, False, True),
        (GONE, False, False),
        (OTHER, False, False),
    ],
)
def test_a_game_goes_on_at_its_own_tablet_while_the_program_is_closed(
    client: TabletsClient, device: DeviceLink, *, alone: bool, goes_on: bool
) -> None:
    link(client, t1=device)
    game: Any = SimpleNamespace(table=1, number=7, alone=alone)
    assert client.goes_on(game) is goes_on
    elsewhere: Any = SimpleNamespace(table=2, number=7, alone=False)
    assert not client.goes_on(elsewhere)


def test_only_tablets_with_a_replaced_code_are_disconnected(
    client: TabletsClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    revoked: list[int] = []
    monkeypatch.setattr(client, "_server", SimpleNamespace(revoke=revoked.append))
    first = client.codes((1,))
    assert client.codes((1, 2))[1] == first[1]
    monkeypatch.undo()
    assert revoked == [1, 2]


def switched_on(qtbot: QtBot, client: TabletsClient) -> str:
    """The fault that is shown once the server is on."""
    client.switch_on()
    qtbot.waitUntil(lambda: client.picture.stage is Stage.ON)
    return client.picture.fault


def test_the_organizer_is_told_if_printed_codes_name_a_port_that_is_taken(
    qtbot: QtBot, client: TabletsClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, port = kept_port()
    with kept:
        monkeypatch.setattr(http, "PORT", port)
        assert switched_on(qtbot, client) == ""
        pin = client.picture.pin
        client.switch_off()
        client.codes((1,))
        assert switched_on(qtbot, client) == ""
        assert pin
        assert client.picture.pin == pin
        client.switch_off()
        client.stop()  # the port is free again
        with socket.create_server(("0.0.0.0", port)):
            fault = switched_on(qtbot, client)
        address = client.picture.address
        assert fault == MOVED.format(address=address)
        assert not address.endswith(f":{port}")


def test_codes_have_the_chosen_address_after_the_tablets_are_switched_off_and_on(
    qtbot: QtBot, client: TabletsClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, port = kept_port()
    with kept:
        monkeypatch.setattr(http, "PORT", port)
        monkeypatch.setattr(http, "local_addresses", lambda: ("127.0.0.1", "127.0.0.2"))
        switched_on(qtbot, client)
        first, second = client.picture.addresses
        assert client.picture.address == first
        client.choose_address(second)
        client.switch_off()
        client.stop()  # the port is free again
        switched_on(qtbot, client)
        assert client.picture.address == second
