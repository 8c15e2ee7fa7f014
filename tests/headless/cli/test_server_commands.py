"""The commands for events in databases, against a real server that asks for passwords."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cryptography import x509

from app.__main__ import main
from app.engine.acts.stations.roles import Role
from app.headless.cli import passwords as typed_passwords
from app.headless.cli import server_commands
from app.store.errors import StoreError
from app.store.server import passwords
from app.store.server.address import database
from app.store.server.roles import NAMES, role_of
from app.store.server.server import open_line
from tests.events import Event
from tests.postgresql import SECRET, USER, Server


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    asking = Server()
    asking.ask_for_passwords()
    monkeypatch.setattr(passwords, "_of_this_run", {})
    monkeypatch.setattr(typed_passwords, "getpass", lambda _words: SECRET)
    monkeypatch.setattr(server_commands, "getpass", lambda _words: SECRET)
    yield asking
    asking.remove()


def test_events_are_copied_listed_and_given_roles_after_asking_for_a_password(
    asking: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = Event(tmp_path / "cup.flagfall")
    event.register(4)
    event.close()
    assert main(["events", asking.address]) == 2
    assert "requires a password. Run the command again with --ask-pa" in capsys.readouterr().err
    assert main(["events", "-W", asking.address]) == 0
    assert capsys.readouterr().out == "There is no event in the database yet.\n"
    target = f"{asking.address}#Cup"
    assert main(["copy", "-W", str(tmp_path / "cup.flagfall"), target]) == 0
    assert SECRET not in capsys.readouterr().out
    assert main(["roles", "-W", asking.address]) == 0
    assert "The roles are set up" in capsys.readouterr().out
    assert main(["events", asking.address]) == 0
    assert capsys.readouterr().out == "Cup\n"
    with closing(open_line(database(asking.address))) as line:
        found = line.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE 'flagfall\\_%'")
        assert {name for (name,) in found} == {*NAMES.values()}


def test_every_command_that_reads_an_event_asks_for_its_password(
    asking: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    event = Event(tmp_path / "cup.flagfall")
    event.register(4)
    event.close()
    there, more = f"{asking.address}#Cup", tmp_path / "more.csv"
    assert main(["copy", "-W", str(tmp_path / "cup.flagfall"), there]) == 0
    more.write_text("Name\nEwa\n", "utf-8")
    for command in (
        ["verify", there],
        ["standings", there],
        ["export", there, "-o", str(tmp_path / "cup.json")],
        ["import", str(more), "--into", there],
        ["copy", there, str(tmp_path / "back.flagfall")],
        ["events", asking.address],
        ["roles", asking.address],
    ):
        monkeypatch.setattr(passwords, "_of_this_run", {})
        capsys.readouterr()
        assert main(command) == 2, command
        refused = capsys.readouterr().err
        assert "--ask-password" in refused, command
        assert "File ›" not in refused, command
        assert main([*command, "--ask-password"]) == 0, capsys.readouterr().err


def test_station_users_are_created_with_a_role_and_a_password_typed_twice(
    asking: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = f"anna{asking.port}"
    address = database(asking.address).replace(f"{USER}@", f"{made}@")

    def role() -> Role:
        passwords.use_password(address, SECRET)
        with closing(open_line(address)) as line:
            return role_of(line)

    assert main(["roles", "-W", asking.address, "--user", made, "judge"]) == 0
    assert role() is Role.JUDGE
    assert main(["roles", "-W", asking.address, "--user", made, "reader"]) == 0
    assert role() is Role.READER
    with closing(open_line(database(asking.address))) as line:
        kept = line.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", (made,))
        assert str(kept.fetchone()).startswith("('SCRAM-SHA-256$")
    capsys.readouterr()
    assert main(["roles", asking.address, "--user", made, "king"]) == 2
    assert "There is no role king" in capsys.readouterr().err
    typed = iter([SECRET, "another"])
    monkeypatch.setattr(server_commands, "getpass", lambda _words: next(typed))
    assert main(["roles", asking.address, "--user", made, "organizer"]) == 2
    assert "Nothing was changed" in capsys.readouterr().err
    assert role() is Role.READER


def test_a_certificate_makes_a_server_speak_tls_and_prove_who_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["certificate", str(tmp_path), "127.0.0.1", "hall.local"]) == 0
    assert capsys.readouterr().out.split() == [
        str(tmp_path / "server.crt"),
        str(tmp_path / "server.key"),
    ]
    server = Server(tls=tmp_path)
    try:
        proves = f"?sslmode=verify-full&sslrootcert={tmp_path / 'server.crt'}"
        with closing(open_line(database(server.address + proves))) as line:
            assert line.pgconn.ssl_in_use
        others = server.address.replace("127.0.0.1", "localhost")
        with pytest.raises(StoreError, match="does not trust"):
            open_line(database(others + proves))
    finally:
        server.remove()
    assert main(["certificate", str(tmp_path), "127.0.0.1"]) == 2
    assert "is already there" in capsys.readouterr().err


def test_a_certificate_is_made_for_a_host_name_in_another_script(tmp_path: Path) -> None:
    assert main(["certificate", str(tmp_path), "käse.example"]) == 0
    text = (tmp_path / "server.crt").read_bytes()
    names = x509.load_pem_x509_certificate(text).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    assert names.value.get_values_for_type(x509.DNSName) == ["xn--kse-qla.example"]


@pytest.mark.parametrize("host", ["", "é..example", "é" * 64])
def test_a_certificate_for_an_invalid_host_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str
) -> None:
    assert main(["certificate", str(tmp_path), host]) == 2
    assert "Type the server’s name or address alone" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
