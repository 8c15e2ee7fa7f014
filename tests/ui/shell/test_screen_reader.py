"""What a screen reader hears of each control: its name and what it is, on every page and dialog."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHeaderView,
    QScrollArea,
    QTableView,
    QWidget,
)

from app.ui.pages.round.live.tables.model import LiveColumn
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.table.facing import FacingButton
from app.views.pages import DeskPage
from tests.ui.every_dialog import dialogs
from tests.ui.shell.test_cut_text import hall

__all__ = ["hall"]
NO_ROLES = {QAccessible.Role.NoRole, QAccessible.Role.Pane}


def silent(window: QWidget) -> Iterator[str]:
    """The controls that take the keyboard and have no name or no role."""
    for part in window.findChildren(QWidget):
        if not part.isVisible() or part.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        if isinstance(part, QScrollArea) or part.focusProxy() is not None:
            continue
        if isinstance(part, FacingButton) and not part.text():  # a place that is empty just now
            continue
        heard = QAccessible.queryAccessibleInterface(part)
        if not heard.text(QAccessible.Text.Name).strip() or heard.role() in NO_ROLES:
            yield f"{type(part).__name__} in {type(part.parent()).__name__}, {heard.role().name}"


def test_every_control_of_the_pages_has_a_name(hall: MainWindow) -> None:
    assert hall.view is not None
    found = dict[str, list[str]]()
    for kind in PAGES:
        hall.view.show_page(kind.page)
        QApplication.processEvents()
        if isinstance(hall.view.page, RoundPage):
            hall.view.page.live.choose(hall.view.client.state.rounds[-1].games[4])
            QApplication.processEvents()
        found[kind.name] = [*silent(hall)]
    assert {name: parts for name, parts in found.items() if parts} == {}


def test_every_control_of_the_dialogs_has_a_name(hall: MainWindow, tmp_path: Path) -> None:
    assert hall.view is not None
    found = dict[str, list[str]]()
    for name, make in dialogs(hall.view.client, tmp_path, hall).items():
        dialog = make()
        dialog.show()
        QApplication.processEvents()
        found[name] = [*silent(dialog)]
        dialog.done(QDialog.DialogCode.Rejected)
        dialog.deleteLater()
    assert {name: parts for name, parts in found.items() if parts} == {}


def silent_headings(window: QWidget) -> Iterator[str]:
    """The columns that a screen reader has no name for."""
    for head in window.findChildren(QHeaderView):
        model = head.model()
        if head.orientation() is not Qt.Orientation.Horizontal or not head.isVisible():
            continue
        for column in range(head.count()):
            roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
            heard = [model.headerData(column, head.orientation(), role) for role in roles]
            if not any(heard):
                yield f"column {column + 1} of {head.parent().metaObject().className()}"


def test_every_column_of_every_table_has_a_name(hall: MainWindow, tmp_path: Path) -> None:
    assert hall.view is not None
    found = dict[str, list[str]]()
    for kind in PAGES:
        hall.view.show_page(kind.page)
        QApplication.processEvents()
        found[kind.name] = [*silent_headings(hall)]
    for name, make in dialogs(hall.view.client, tmp_path, hall).items():
        dialog = make()
        dialog.show()
        QApplication.processEvents()
        found[name] = [*silent_headings(dialog)]
        dialog.done(QDialog.DialogCode.Rejected)
        dialog.deleteLater()
    assert {name: columns for name, columns in found.items() if columns} == {}


def test_a_screen_reader_can_tell_red_and_blue_times_apart(hall: MainWindow) -> None:
    assert hall.view is not None
    hall.view.show_page(DeskPage.ROUND)
    page = hall.view.page
    assert isinstance(page, RoundPage)
    view = page.live.findChild(QTableView)
    assert isinstance(view, QTableView)
    heard = [
        view.model().headerData(
            column, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole
        )
        for column in (LiveColumn.CONDITION, LiveColumn.RED_LEFT, LiveColumn.BLUE_LEFT)
    ]
    assert heard == ["State", "Red’s time", "Blue’s time"]
