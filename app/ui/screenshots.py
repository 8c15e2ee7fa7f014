"""Takes pictures of every page and of a table window in both themes. No display is needed."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.engine.state import State
from app.store.errors import StoreError
from app.store.preferences import ThemeChoice
from app.ui.garbage import collected_here
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.event_opener import OpenDesk
from app.ui.shell.pages import PAGES
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from app.views.table.table import TableCondition, awaits_judge, stands

if TYPE_CHECKING:
    from app.ui.shell.opening.sample import Sample

SIZE = QSize(1366, 768)
SETTLE_MS = 200
FURNISHED_S = 30.0
"""The longest time to wait for the sample's clocks and tablets."""
IN_THE_MIDDLE = (TableCondition.PLAYING, TableCondition.PAUSED, TableCondition.GAP)
THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK)


def take_pictures(
    event: "Path | Sample",
    out: Path,
    prefix: str,
    *,
    open_desk: OpenDesk,
    size: QSize = SIZE,
) -> list[Path]:
    """Save pictures of every page, and of the first table in the middle of a game, as PNG files in
    ``out``. Return their paths. The clocks of an old file are paused. The sample event has its
    emulated clocks and tablets.

    Raises StoreError if the file cannot be opened.
    """
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else styled_application(["flagfall"])
    with TemporaryDirectory(prefix="flagfall-") as folder, collected_here(app):
        laptop = AppPreferences(app, Path(folder) / "preferences.json")
        window = MainWindow(open_desk, laptop, None if isinstance(event, Path) else event)
        window.resize(size)
        window.show()
        try:
            _open(window, event)
            return [
                picture
                for theme in THEMES
                for picture in _in_theme(window, laptop, theme, out, prefix)
            ]
        finally:
            window.close_event()
            window.close()


def _open(window: MainWindow, event: "Path | Sample") -> None:
    turning = QEventLoop()
    faults: list[str] = []
    window.opened.connect(turning.quit)
    window.failed.connect(faults.append)
    window.failed.connect(turning.quit)
    if isinstance(event, Path):
        window.open_event(event)
    else:
        window.open_sample()
    turning.exec()
    if faults:
        raise StoreError(faults[0])
    _settle()
    until_s = time.monotonic() + FURNISHED_S
    while (room := window.sample_room) and not room.is_complete and time.monotonic() < until_s:
        _settle()


def _in_theme(
    window: MainWindow, laptop: AppPreferences, theme: ThemeChoice, out: Path, prefix: str
) -> Iterator[Path]:
    laptop.wear(theme)
    named = partial(_picture, out, prefix, theme)
    for kind in PAGES:
        if window.view is not None:
            window.view.show_page(kind.page)
            _choose_a_table(window.view)
            yield named(window, kind.name.lower())
    number = _in_the_middle(window.view.client.state) if window.view is not None else None
    if number is not None:
        window.open_table(number)
        table = window.tables.open[number]
        table.resize(table.sizeHint())
        yield named(table, "table")
        table.hide()


def _in_the_middle(state: State) -> int | None:
    """Return the number of the round's first game that has begun but not ended; None if there is
    none.
    """
    games = state.games_of(state.latest) if state.latest else ()
    return next((game.number for game in games if stands(game) in IN_THE_MIDDLE), None)


def _choose_a_table(view: EventView) -> None:
    """Choose, on the round's page, the first table that has called the judge."""
    state = view.client.state
    latest = state.latest
    games = state.games_of(latest) if latest else ()
    called = [game.number for game in games if latest and awaits_judge(game, latest.stage)]
    if called and isinstance(view.page, RoundPage):
        _settle()
        view.page.live.choose(called[0])


def _picture(out: Path, prefix: str, theme: ThemeChoice, widget: QWidget, name: str) -> Path:
    _settle()
    path = out / f"{prefix}-{name}-{theme.value}.png"
    if not widget.grab().save(str(path)):
        raise StoreError(f"{path} cannot be written.")
    return path


def _settle() -> None:
    """Wait until the window has received its data and drawn it."""
    turning = QEventLoop()
    QTimer.singleShot(SETTLE_MS, turning.quit)
    turning.exec()
