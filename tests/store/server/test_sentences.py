"""What is wrong with a connection, in a sentence that says what to do; a real server refuses it."""

import socket
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Thread

import pytest

from app.store.errors import Away, LockedOut, StoreError
from app.store.server import passwords
from app.store.server.address import database
from app.store.server.server import open_line
from tests.postgresql import SECRET, Server, free_port


def refusal(address: str, monkeypatch: pytest.MonkeyPatch, password: str = SECRET) -> StoreError:
    kept = {database(address): password} if password else {}
    monkeypatch.setattr(passwords, "_of_this_run", kept)
    with pytest.raises(StoreError) as refused:
        open_line(database(address))
    assert SECRET not in str(refused.value)
    return refused.value


def test_a_password_that_is_wrong_or_missing_is_reported(
    asking: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for password, told in (("wrong", "does not accept this user"), ("", "requires a password")):
        refused = refusal(asking.address, monkeypatch, password)
        assert isinstance(refused, LockedOut)
        assert told in str(refused)
        assert "File › Events on a server" in str(refused)
        assert told in refused.at_terminal
        assert refused.at_terminal.endswith("with --ask-password.")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("?sslmode=require", "has no encryption. Set ssl = on"),
        ("?dbname=nothing", 'has no database of this name (database "nothing" does not exist)'),
        ("?user=nobody", "does not accept this user"),
        ("?sslmode=what", 'wrong (invalid sslmode value: "what")'),
        ("?service=nowhere", 'wrong (definition of service "nowhere" not found)'),
    ],
)
def test_errors_from_the_server_or_libpq_are_passed_on(
    asking: Server, more: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = refusal(asking.address + more, monkeypatch)
    assert told in str(refused)
    assert not isinstance(refused, Away)


def test_a_server_that_is_not_running_counts_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = f"postgresql://anna@127.0.0.1:{free_port()}/flagfall"
    refused = refusal(nobody, monkeypatch)
    assert "cannot be reached (Connection refused). Check that it is running" in str(refused)
    assert isinstance(refused, Away)


ENCRYPTION = {80877103, 80877104}
"""The codes with which libpq asks for TLS or GSSAPI."""


def message(kind: bytes, content: bytes) -> bytes:
    """A message as PostgreSQL sends it."""
    return kind + struct.pack("!i", len(content) + 4) + content


@contextmanager
def posing(answer: bytes) -> Iterator[str]:
    """The address of a server that asks for a password, answers so and closes the connection."""
    listening = socket.create_server(("127.0.0.1", 0))

    def meet(line: socket.socket) -> None:
        with line, line.makefile("rb") as heard:
            while True:
                length, code = struct.unpack("!ii", heard.read(8))
                heard.read(length - 8)
                if code not in ENCRYPTION:
                    break
                line.sendall(b"N")
            line.sendall(message(b"R", struct.pack("!i", 3)))
            (length,) = struct.unpack("!i", heard.read(5)[1:])
            heard.read(length - 4)
            line.sendall(answer)

    def serve() -> None:
        with suppress(OSError):  # until it is closed
            while True:
                with suppress(struct.error):
                    meet(listening.accept()[0])

    thread = Thread(target=serve)
    thread.start()
    try:
        yield f"postgresql://anna@127.0.0.1:{listening.getsockname()[1]}/flagfall"
    finally:
        with closing(listening), suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def refusing(code: str, words: str) -> bytes:
    fields = ("SFATAL", "VFATAL", f"C{code}", f"M{words}", "")
    return message(b"E", b"".join(field.encode() + b"\0" for field in fields))


def test_a_password_refused_by_a_server_in_another_language_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "Passwort-Authentifizierung für Benutzer »anna« fehlgeschlagen"
    with posing(refusing("28P01", words)) as address:
        refused = refusal(address, monkeypatch)
    assert f"does not let this station in ({words})" in str(refused)
    assert not isinstance(refused, Away)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"", "server closed the connection unexpectedly"),
        (refusing("57P03", "the database system is starting up"), "is starting up"),
        (refusing("57P03", "the database system is shutting down"), "is shutting down"),
    ],
    ids=["closed", "starting up", "shutting down"],
)
def test_a_server_lost_after_the_password_was_sent_has_not_refused_it(
    answer: bytes, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with posing(answer) as address:
        refused = refusal(address, monkeypatch)
    assert isinstance(refused, Away)
    assert told in str(refused)
