from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.log.event_log import EventLog, create
from tests.store.by_hand import fill
from tests.store.powers import folder_for_all


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    return tmp_path / "Cup.flagfall"


@pytest.fixture
def log(event_file: Path) -> Iterator[EventLog]:
    with create(event_file) as log:
        yield log


@pytest.fixture
def common_folder() -> Iterator[Path]:
    """A folder that anybody may enter and write in, for what is done ``powerless``."""
    with folder_for_all() as folder:
        yield folder


@pytest.fixture
def closed(event_file: Path) -> Path:
    """An event of forty long rows that nobody has open."""
    with create(event_file) as log:
        fill(log, 40)
    return event_file
