"""What is wrong with a connection, in a sentence that says what to do; a real server refuses it."""

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
def test_what_the_server_or_libpq_says_is_reported_again(
    asking: Server, more: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = refusal(asking.address + more, monkeypatch)
    assert told in str(refused)
    assert not isinstance(refused, Away)


def test_a_server_that_does_not_run_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = f"postgresql://anna@127.0.0.1:{free_port()}/flagfall"
    refused = refusal(nobody, monkeypatch)
    assert "cannot be reached (Connection refused). Check that it is running" in str(refused)
    assert isinstance(refused, Away)
