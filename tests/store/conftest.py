import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.log.event_log import EventLog, create
from tests.store.by_hand import fill


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    return tmp_path / "Cup.flagfall"


@pytest.fixture
def log(event_file: Path) -> Iterator[EventLog]:
    with create(event_file) as log:
        yield log


@pytest.fixture
def common_folder() -> Iterator[Path]:
    """A folder that anybody may enter, for what is done ``powerless``."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def closed(event_file: Path) -> Path:
    """An event of forty long rows that nobody has open."""
    with create(event_file) as log:
        fill(log, 40)
    return event_file
