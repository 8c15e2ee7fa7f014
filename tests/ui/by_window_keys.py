"""Keys and clicks as the system sends them: to the window, not to a widget in it."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget


def press_key(part: QWidget, key: Qt.Key) -> None:
    QTest.keyClick(part.window().windowHandle(), key)


def click(part: QWidget) -> None:
    where = part.mapTo(part.window(), part.rect().center())
    handle = part.window().windowHandle()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=QPoint(where))
