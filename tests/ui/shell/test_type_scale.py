"""One scale of text: three levels and one for figures, in two weights, on every page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.store.resources import resources_folder
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.widgets.theme import TextSize
from tests.ui.full_hall import show_played

LEVELS = (TextSize.SMALL, TextSize.BODY, TextSize.HEADING)
WEIGHTS = {400, 600}
FACES = (QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit, QTabBar)


def test_the_scale_has_three_levels_of_text_and_one_of_figures() -> None:
    assert tuple(TextSize) == (*LEVELS, TextSize.FIGURE)
    steps = [
        large / small for small, large in zip(LEVELS, (*LEVELS[1:], TextSize.FIGURE), strict=True)
    ]
    assert min(steps) > 1.15, "two levels that are hardly told apart"


def test_the_style_sheet_uses_only_sizes_of_the_scale_and_two_weights() -> None:
    sheet = (resources_folder() / "style.qss").read_text("utf-8")
    sizes = {f"$text_{size.name.lower()}" for size in TextSize}
    assert {*re.findall(r"font-size: ([^;]+);", sheet)} <= sizes
    assert {*re.findall(r"font-weight: ([^;]+);", sheet)} <= {"400", "600"}


def texts(page: QWidget) -> Iterator[QWidget]:
    for part in page.findChildren(QWidget):
        if isinstance(part, FACES) and part.isVisible():
            yield part


@pytest.mark.long
def test_every_page_uses_only_text_sizes_of_the_scale(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "event.flagfall"
    window = show_played(qapp, file, 24)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: bool(view.client.state.rounds))
    seen: dict[tuple[int, int], list[str]] = {}
    for kind in PAGES:
        view.show_page(kind.page)
        QApplication.processEvents()
        for part in texts(window):
            key = (part.font().pixelSize(), part.font().weight())
            seen.setdefault(key, []).append(f"{kind.name}: {type(part).__name__}")
    odd = {
        key: sorted({*where})[:3]
        for key, where in seen.items()
        if key[0] not in {*TextSize} or key[1] not in WEIGHTS
    }
    assert odd == {}
    assert {size for size, _ in seen} >= {TextSize.BODY, TextSize.HEADING, TextSize.FIGURE}
