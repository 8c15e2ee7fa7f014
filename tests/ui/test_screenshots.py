"""The pictures of an event's pages, for who has no display."""

import gc
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.__main__ import open_desk
from app.clock.timeline import GAP_MS
from app.desk.computer_clock import APART_MS, DAY_MS
from app.desk.desk import Desk
from app.headless.sample.event import make_sample
from app.store.errors import StoreError
from app.ui.screenshots import take_pictures
from app.ui.shell.opening.event_opener import OpenDesk
from app.ui.shell.opening.openings import open_at_its_end
from tests.patience import PATIENCE_S
from tests.web.venue import just_now

pytestmark = pytest.mark.long


def test_screenshots_of_an_event_with_a_time_gap_still_show_a_table(
    qapp: QApplication, tmp_path: Path
) -> None:
    event = make_sample(tmp_path, just_now() - 100 * GAP_MS)
    pictures = take_pictures(event, tmp_path, "late", open_desk=open_desk)
    tables = [picture.name for picture in pictures if "table-" in picture.name]
    assert tables == ["late-table-light.png", "late-table-dark.png"]


def test_no_qt_object_is_garbage_collected_in_the_thread_opening_the_event(tmp_path: Path) -> None:
    """It crashed one run of four on a busy machine."""
    seen: list[bool] = []

    def opened(file: Path, read_only: bool) -> Desk:
        seen.append(gc.isenabled())
        raise StoreError("Enough was seen.")

    was_enabled = gc.isenabled()
    gc.enable()
    try:
        with pytest.raises(StoreError, match="Enough"):
            take_pictures(make_sample(tmp_path, just_now()), tmp_path, "early", open_desk=opened)
        assert gc.isenabled()
    finally:
        if not was_enabled:
            gc.disable()
    assert seen
    assert not any(seen)


@pytest.mark.parametrize(("open_event", "apart"), [(open_desk, True), (open_at_its_end, False)])
def test_screenshots_use_the_events_own_time_only_if_it_is_over(
    tmp_path: Path, open_event: OpenDesk, apart: bool
) -> None:
    """Else a banner about the computer's clock lies over its pictures."""
    desk = open_event(make_sample(tmp_path, just_now() + 3 * DAY_MS), False)
    desk.start().result(PATIENCE_S)
    assert (abs(desk.timeline.ahead_ms()) >= APART_MS) is apart
    desk.stop()
