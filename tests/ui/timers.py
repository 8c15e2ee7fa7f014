"""A window's own timers, which run out at once where a user would wait."""

from PySide6.QtCore import QObject, Qt, QTimer


def running_timers(widget: QObject) -> list[QTimer]:
    """Those of the widget itself, not of its parts."""
    own = Qt.FindChildOption.FindDirectChildrenOnly
    return [timer for timer in widget.findChildren(QTimer, options=own) if timer.isActive()]


def run_out(widget: QObject) -> None:
    """Everything the widget waits for happens now."""
    for timer in running_timers(widget):
        if timer.isSingleShot():
            timer.stop()
        timer.timeout.emit()
