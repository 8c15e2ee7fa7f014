from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from app.store.server import passwords
from tests.keyring_in_memory import Kept
from tests.web.outlets.hook import Hook


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """A laptop of its own: folder and keyring."""
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "own"))
    monkeypatch.setattr(passwords, "_of_this_run", {})
    before, mine = keyring.get_keyring(), Kept()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook()
    yield made
    made.close()
