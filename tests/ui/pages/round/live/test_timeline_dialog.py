"""The organizer looks at a game's timeline, which follows the game, and prints it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.engine.acts.table import CallJudge, StartClock, Tap
from app.ui.pages.round.live.timeline_dialog import EDGE, TimelineDialog
from app.ui.printing.dialog import PrintDialog
from app.ui.printing.pages import Paper
from app.ui.printing.sheets import KINDS, Subject
from app.ui.widgets.theme import THEMES, Theme
from tests.ui.pictures import picture_of
from tests.ui.printing.on_paper import pdf_of, words_in
from tests.ui.tables import BLUE, RED, Table


def test_the_timeline_follows_the_game_and_closes_with_it(table: Table) -> None:
    dialog = TimelineDialog(table.client, 1)
    table.qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Timeline of table 1"
    assert "The clock was never started" in dialog.svg
    low = dialog.picture.height()
    table.do(StartClock(1, RED))
    for side in (RED, BLUE):
        table.time.move_by(60_000)
        table.do(Tap(1, side))
    table.do(CallJudge(1, BLUE))
    table.qtbot.waitUntil(lambda: "called the judge" in dialog.svg)
    assert dialog.picture.height() > low
    grabbed = dialog.picture.grab().toImage()
    assert len({grabbed.pixel(x, y) for x in range(0, 1000, 7) for y in range(0, 260, 5)}) > 3
    gone = TimelineDialog(table.client, 99)
    table.qtbot.addWidget(gone)
    assert gone.result() == 0
    assert gone.svg == ""


def test_the_timeline_on_screen_keeps_running_while_the_printed_one_is_fixed(
    table: Table, tmp_path: Path
) -> None:
    table.do(StartClock(1, RED))
    dialog = TimelineDialog(table.client, 1)
    table.qtbot.addWidget(dialog)
    table.time.move_by(83_000)
    table.qtbot.waitUntil(lambda: "1:23" in dialog.svg)
    paper = PrintDialog(table.client, "timelines", table.window, tables=(1,))
    table.qtbot.addWidget(paper)
    assert paper.printout is not None
    (page,) = words_in(pdf_of(paper.printout, tmp_path / "timeline.pdf"))
    assert "1:23" in page


def test_the_print_button_opens_the_timeline_sheet_of_this_table_only(table: Table) -> None:
    state = table.client.state
    assert state.latest is not None
    subject = Subject(state, Paper.A4.size, 0, state.latest, tables=(1,))
    assert KINDS["timelines"].missing(subject) == "Nothing has happened at the table yet."
    table.do(StartClock(1, RED))
    table.forward(60)
    seen: list[tuple[str, int]] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, PrintDialog):
            seen.append((dialog.kind.key, dialog.preview.pages))
            dialog.reject()
        elif isinstance(dialog, TimelineDialog) and seen:
            dialog.close_button.click()
            return
        elif isinstance(dialog, TimelineDialog):
            QTimer.singleShot(10, look)
            dialog.print.click()
            return
        QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    TimelineDialog.show_for(table.client, 1, table.window)
    assert seen == [("timelines", 1)]


@pytest.mark.parametrize("theme", THEMES.values())
def test_the_timeline_on_screen_uses_the_colours_of_the_theme(
    table: Table, theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    """A white sheet as large as the dialog dazzles whoever works in the dark."""
    table.do(StartClock(1, RED))
    dialog = TimelineDialog(table.client, 1)
    table.qtbot.addWidget(dialog)
    dialog.show()
    dressed(theme)  # while it is shown
    picture = picture_of(dialog.picture)
    for x, y in ((1, 1), (EDGE + 2, EDGE + 2)):  # around the drawing and in it
        assert picture.pixelColor(x, y).name() == theme.surface
    assert f'fill="{theme.text}"' in dialog.svg


def test_the_timeline_fits_the_width_of_a_small_window(table: Table) -> None:
    table.do(StartClock(1, RED))
    for side in (RED, BLUE, RED, BLUE):
        table.time.move_by(60_000)
        table.do(Tap(1, side))
    dialog = TimelineDialog(table.client, 1)
    table.qtbot.addWidget(dialog)
    dialog.resize(880, 420)
    dialog.show()
    bar = dialog.area.verticalScrollBar().sizeHint().width()
    wide = dialog.area.contentsRect().width() - bar
    table.qtbot.waitUntil(lambda: dialog.picture.width() >= wide - 1)
    assert dialog.area.horizontalScrollBar().maximum() == 0
