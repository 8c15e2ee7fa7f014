"""Going through a window without a mouse."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def key(what: Qt.Key) -> None:
    QTest.keyClick(focused(), what)


def tabbed_to(page: QWidget, wanted: QWidget, qtbot: QtBot) -> list[QWidget]:
    """The stops on the way there, from wherever the focus is."""
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    seen: list[QWidget] = []
    while focused() is not wanted:
        assert focused() not in seen[1:], "round and round, and it is not among them"
        seen.append(focused())
        key(Qt.Key.Key_Tab)
    return seen
