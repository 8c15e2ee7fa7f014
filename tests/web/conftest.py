from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.venue import Venue


@pytest.fixture(autouse=True)
def _quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server looks for who has gone quiet ten times a second."""
    monkeypatch.setattr("app.web.server.SWEEP_S", 0.1)


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables in a round that is under way, served."""
    venue = Venue(tmp_path)
    venue.register(8)
    venue.start()
    venue.serve()
    yield venue
    venue.close()
