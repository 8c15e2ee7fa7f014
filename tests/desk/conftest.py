from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.clock.timeline import SetTimeline, Timeline
from app.desk.desk import Desk
from app.desk.log import Log
from tests.desk.desks import START_MS, running
from tests.stores import create


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event.flagfall"


@pytest.fixture
def opened(path: Path) -> Iterator[Callable[..., Desk]]:
    """Opens desks on the test's file; those still open afterwards are closed."""
    desks: list[Desk] = []

    def open_one(
        open_file: Callable[[Path], Log] = create,
        timeline: Timeline | None = None,
        backup_folder: Path | None = None,
        *,
        is_made_now: bool = False,
    ) -> Desk:
        timeline = timeline or SetTimeline(START_MS)
        desk = Desk(lambda: open_file(path), timeline=timeline, backup_folder=backup_folder)
        desk.is_made_now = is_made_now
        desks.append(desk)
        running(desk)
        return desk

    yield open_one
    for desk in desks:
        desk.stop()
