"""Qt's objects that are garbage are destroyed in the thread of the windows."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from app.ui import garbage
from app.ui.garbage import GarbageCollection


class Cycle:
    """Holds itself and one of Qt's objects, so that only a collection destroys it."""

    def __init__(self, held: QObject) -> None:
        self.held, self.itself = held, self


@pytest.fixture
def collection(qapp: QCoreApplication) -> Iterator[GarbageCollection]:
    collection = GarbageCollection(qapp)
    yield collection
    collection.end()
    collection.deleteLater()


def allocated_in_another_thread() -> list[list[int]]:
    """Far more than starts an automatic collection of the youngest generation."""
    kept: list[list[int]] = []
    thread = threading.Thread(target=lambda: kept.extend([number] for number in range(100_000)))
    thread.start()
    thread.join()
    return kept


@pytest.mark.parametrize("kind", [QObject, QTimer, QTextDocument])
@pytest.mark.usefixtures("collection")
def test_garbage_is_collected_only_in_the_window_thread(qtbot: QtBot, kind: type[QObject]) -> None:
    destroyed_in: list[threading.Thread] = []
    held = kind()
    held.destroyed.connect(
        lambda: destroyed_in.append(threading.current_thread()),
        Qt.ConnectionType.DirectConnection,
    )
    Cycle(held)
    del held
    kept = allocated_in_another_thread()
    assert not destroyed_in
    qtbot.waitUntil(lambda: bool(kept and destroyed_in))
    assert destroyed_in == [threading.main_thread()]


def test_old_garbage_is_eventually_collected(
    collection: GarbageCollection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "FULL_EVERY_S", 0)
    held = QObject()
    gone: list[bool] = []
    held.destroyed.connect(lambda: gone.append(True), Qt.ConnectionType.DirectConnection)
    cycle = Cycle(held)
    gc.collect()  # it is of the oldest generation now
    del held, cycle
    first, second, third = gc.get_threshold()
    kept: list[list[int]] = []
    for _ in range((second + 2) * (third + 2)):
        kept += [[number] for number in range(first + 1)]
        collection.collect()
    assert gone == [True]


def test_automatic_garbage_collection_is_restored_afterwards(qapp: QCoreApplication) -> None:
    gc.enable()
    collection = GarbageCollection(qapp)
    assert not gc.isenabled()
    collection.end()
    assert gc.isenabled()
