from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.venue import Venue


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables in a round that is under way, served."""
    venue = Venue(tmp_path)
    venue.register(8)
    venue.start()
    venue.serve()
    yield venue
    venue.close()
