"""Threads that have ended, with everything they brought to the windows."""

import threading

from PySide6.QtCore import QCoreApplication

from tests.patience import until


def wait_for_threads(name: str) -> None:
    """Wait until no thread of that name is left and the windows have what they brought."""
    until(lambda: name not in {thread.name for thread in threading.enumerate()}, lambda: name)
    QCoreApplication.sendPostedEvents()
    QCoreApplication.processEvents()
