"""Flagfall installed without what it needs for PostgreSQL."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.acts.stations.roles import Role
from app.store import events, server
from app.store.errors import StoreError
from app.store.server.address import ServerEvent
from tests.store.by_hand import fill

DATABASE = "postgresql://flagfall@server/flagfall"
CUP = ServerEvent(DATABASE, "Cup")
ASKED: dict[str, Callable[[Path], object]] = {
    "create": lambda _file: events.create(CUP),
    "open": lambda _file: events.open_log(CUP),
    "open read-only": lambda _file: events.open_log(CUP, read_only=True),
    "list": lambda _file: events.names(DATABASE),
    "make roles": lambda _file: events.make_roles(DATABASE),
    "make a user": lambda _file: events.make_user(DATABASE, "Ana", Role.JUDGE, "secret"),
    "copy to": lambda file: events.copy(file, CUP),
    "copy from": lambda file: events.copy(CUP, file.with_name("Copied.flagfall")),
}


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the modules that need PostgreSQL imported anew."""
    for name in ("roles", "server", "server_log"):
        monkeypatch.delitem(sys.modules, f"{server.__name__}.{name}", raising=False)
        monkeypatch.delattr(server, name, raising=False)


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize("way", [*ASKED])
def test_anything_that_needs_postgresql_says_what_to_install(
    way: str, event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with events.create(event_file) as log:
        fill(log, 3)
    with pytest.raises(StoreError) as refused:
        ASKED[way](event_file)
    assert str(refused.value) == (
        "This Flagfall was installed without what it needs for PostgreSQL."
        " Install flagfall[server]."
    )
    assert not event_file.with_name("Copied.flagfall").exists()


@pytest.mark.usefixtures("unread")
def test_another_missing_library_is_not_mistaken_for_postgresqls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(ModuleNotFoundError, match="sqlalchemy"):
        events.names(DATABASE)
