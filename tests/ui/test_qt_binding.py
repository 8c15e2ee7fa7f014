import sys

from PySide6.QtCore import QObject


def test_calling_qt_does_not_change_the_reference_count_of_none() -> None:
    """PySide6 6.12 on Python 3.11 drops one a call and aborts the process within seconds."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("a")
    assert abs(sys.getrefcount(None) - before) < 200
