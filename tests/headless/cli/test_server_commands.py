"""The commands for events in databases, against a real server that asks for passwords."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.__main__ import main
from app.headless.cli import server_commands
from app.store.server import passwords
from app.store.server.address import database
from app.store.server.roles import NAMES
from app.store.server.server import connected
from tests.events import Event
from tests.postgresql import USER, Server

SECRET = "a s3cret of the hall"


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    asking = Server()
    with closing(connected(database(asking.address))) as line:
        line.execute(f"ALTER ROLE {USER} PASSWORD '{SECRET}'")
    asking.ask_for_passwords()
    monkeypatch.setattr(passwords, "_of_this_run", {})
    monkeypatch.setattr(server_commands, "getpass", lambda _words: SECRET)
    yield asking
    asking.remove()


def test_events_are_copied_listed_and_given_roles_with_a_password_that_is_asked_for(
    asking: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = Event(tmp_path / "cup.flagfall")
    event.register(4)
    event.close()
    assert main(["events", asking.address]) == 2
    assert "requires a password" in capsys.readouterr().err
    assert main(["events", "-W", asking.address]) == 0
    assert capsys.readouterr().out == "There is no event in the database yet.\n"
    target = f"{asking.address}#Cup"
    assert main(["copy", "-W", str(tmp_path / "cup.flagfall"), target]) == 0
    assert SECRET not in capsys.readouterr().out
    assert main(["roles", "-W", asking.address]) == 0
    assert "The roles are there" in capsys.readouterr().out
    assert main(["events", asking.address]) == 0
    assert capsys.readouterr().out == "Cup\n"
    with closing(connected(database(asking.address))) as line:
        found = line.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE 'flagfall\\_%'")
        assert {name for (name,) in found} == {*NAMES.values()}
