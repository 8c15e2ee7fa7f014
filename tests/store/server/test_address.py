"""Addresses of events on a server, as somebody types them."""

from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.server.address import (
    NO_PASSWORDS,
    NOT_A_HOST,
    ServerEvent,
    database,
    host_and_port,
    is_database,
    is_hall,
    own_path,
    place,
)

HALL = "postgresql://flagfall@server/flagfall"


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("desk", "desk", 5432),
        ("desk.example.org:6000", "desk.example.org", 6000),
        ("192.168.1.10", "192.168.1.10", 5432),
        ("192.168.1.10:1", "192.168.1.10", 1),
        ("192.168.1.10:65535", "192.168.1.10", 65_535),
        ("fe80::1", "fe80::1", 5432),
        ("[fe80::1]:6000", "fe80::1", 6000),
    ],
)
def test_an_address_may_end_in_a_port(text: str, host: str, port: int) -> None:
    assert host_and_port(text, 5432) == (host, port)


@pytest.mark.parametrize(
    "text", ["", "desk:0", "desk:65536", "desk:", "two words", "a@b", "postgresql://desk", "desk/x"]
)
def test_an_invalid_server_is_refused(text: str) -> None:
    with pytest.raises(StoreError) as refused:
        host_and_port(text, 5432)
    assert str(refused.value) == NOT_A_HOST


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "postgresql", "postgres"])
def test_an_event_in_a_database_is_given_as_address_and_name(scheme: str) -> None:
    typed = f"{scheme}://flagfall@server/flagfall#Spring%20Cup"
    assert is_database(typed)
    event = place(typed)
    assert event == ServerEvent(HALL, "Spring Cup")
    assert str(event) == "postgresql+psycopg://flagfall@server/flagfall#Spring%20Cup"
    assert event.stem == "Spring Cup"
    assert place(str(event)) == event


@pytest.mark.parametrize("text", ["Cup.flagfall", "/home/postgresql/Cup", "postgresqlx://a"])
def test_any_place_that_is_no_database_is_a_file(text: str) -> None:
    assert not is_database(text)
    assert place(text) == Path(text)


@pytest.mark.parametrize(
    "text", ["postgresql:flagfall", "postgresql:/server", "mysql://server", "x"]
)
def test_an_invalid_database_address_is_refused(text: str) -> None:
    with pytest.raises(StoreError, match=r"is not a database address\. One looks like"):
        database(text)


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://flagfall:secret@server/flagfall",
        "postgresql://server/flagfall?password=secret",
        "postgresql://server/flagfall?user=x&sslpassword=secret",
    ],
)
def test_a_password_is_removed_from_an_address(text: str) -> None:
    with pytest.raises(StoreError) as refused:
        database(text)
    assert str(refused.value) == NO_PASSWORDS
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "server"),
    [
        (HALL, "server"),
        ("postgresql://?host=other", "other"),
        ("postgresql://?service=flagfall", "flagfall"),
        ("postgresql://server/flagfall?host=other", "server"),
        ("postgresql:///flagfall", "localhost"),
    ],
)
def test_a_server_has_a_readable_name_for_sentences(address: str, server: str) -> None:
    assert ServerEvent(address, "Cup").server == server


def test_a_stations_own_file_of_an_event_is_named_after_the_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    file = tmp_path / "Cup.flagfall"
    assert own_path(file) == file
    plain, odd, other = (
        own_path(ServerEvent(HALL, name)) for name in ("Spring Cup", "Spring/Cup", "Spring:Cup")
    )
    assert plain.name == "Spring Cup.flagfall"
    assert odd.name.startswith("Spring-Cup-")
    assert len(odd.stem) == len("Spring-Cup-") + 16
    assert odd != other
    assert own_path(ServerEvent("postgresql://elsewhere/flagfall", "Spring Cup")) != plain
    long = own_path(ServerEvent(HALL, "x" * 51))
    assert long.stem.startswith("x" * 50 + "-")
    assert own_path(ServerEvent(HALL, "x" * 50)).stem == "x" * 50


def test_a_station_joined_by_code_if_it_uses_its_own_copy_of_the_halls_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    own = own_path(ServerEvent(HALL, "Cup")).parent.parent / "hall.crt"
    assert is_hall(f"{HALL}?sslrootcert={own}")
    assert not is_hall(f"{HALL}?sslrootcert={tmp_path / 'hall.crt'}")
    assert not is_hall(HALL)
