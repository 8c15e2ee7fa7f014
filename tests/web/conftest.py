from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.venue import Venue


@pytest.fixture(autouse=True)
def _quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server looks for who has gone quiet ten times a second, and gives strangers time: where
    all tables join at once in one thread, the last says hello late.
    """
    monkeypatch.setattr("app.web.server.http.SWEEP_S", 0.1)
    monkeypatch.setattr("app.web.server.connection.HELLO_S", 60.0)


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables in a round that is under way, served."""
    venue = Venue(tmp_path)
    venue.register(8)
    venue.start()
    venue.serve()
    yield venue
    venue.close()
