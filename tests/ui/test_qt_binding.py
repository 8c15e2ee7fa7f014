import sys

from PySide6.QtCore import QObject


def test_qt_leaves_the_references_to_none_alone() -> None:
    """PySide6 6.12 on Python 3.11 drops one a call and aborts the process within seconds."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("a")
    assert abs(sys.getrefcount(None) - before) < 200
