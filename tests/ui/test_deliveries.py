"""What threads bring to the windows, and the program that lives although its receivers do not."""

import gc
import os
import subprocess
import sys
import threading
import weakref

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.ui.deliveries import deliver_to
from tests.patience import PATIENCE_S
from tests.ui.vanishing import KINDS
from tools.environment import ROOT


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.taken: list[object] = []
        self.threads: set[threading.Thread] = set()

    def take(self, answer: object) -> None:
        self.threads.add(threading.current_thread())
        if isinstance(answer, Exception):
            raise answer
        self.taken.append(answer)


def in_a_thread(work: object, *given: object) -> None:
    assert callable(work)
    thread = threading.Thread(target=work, args=given)
    thread.start()
    thread.join()


def test_deliveries_arrive_in_order_in_the_window_thread(qtbot: QtBot) -> None:
    receiver = Receiver()
    first, second = deliver_to(receiver.take), deliver_to(receiver.take)

    def work() -> None:
        for number in range(100):
            (second if number % 3 else first)(number)

    in_a_thread(work)
    assert receiver.taken == [], "nobody is called while the thread waits for its turn"
    qtbot.waitUntil(lambda: len(receiver.taken) == 100)
    assert receiver.taken == [*range(100)]
    assert receiver.threads == {threading.main_thread()}


def test_a_delivery_made_in_the_window_thread_itself_waits_its_turn(qtbot: QtBot) -> None:
    receiver = Receiver()
    deliver = deliver_to(receiver.take)
    in_a_thread(deliver, "first")
    deliver("second")
    assert receiver.taken == []
    qtbot.waitUntil(lambda: receiver.taken == ["first", "second"])


def test_a_receiver_deleted_meanwhile_receives_nothing(qtbot: QtBot) -> None:
    receiver, other = Receiver(), Receiver()
    in_a_thread(deliver_to(receiver.take), "late")
    in_a_thread(deliver_to(other.take), "in time")
    delete(receiver)
    qtbot.waitUntil(lambda: other.taken == ["in time"])
    assert receiver.taken == []


def test_pending_deliveries_do_not_keep_a_receiver_alive(qtbot: QtBot) -> None:
    receiver, other = Receiver(), Receiver()
    deliver, known = deliver_to(receiver.take), weakref.ref(receiver)
    in_a_thread(deliver, "late")
    del receiver
    gc.collect()
    assert known() is None
    in_a_thread(deliver, "later")
    in_a_thread(deliver_to(other.take), "in time")
    qtbot.waitUntil(lambda: other.taken == ["in time"])


def test_a_failing_delivery_does_not_hold_back_the_others(qtbot: QtBot) -> None:
    receiver = Receiver()
    deliver = deliver_to(receiver.take)
    with qtbot.captureExceptions() as faults:
        for answer in ("before", ValueError("this one"), "after"):
            in_a_thread(deliver, answer)
        qtbot.waitUntil(lambda: receiver.taken == ["before", "after"])
    assert [str(fault[1]) for fault in faults] == ["this one"]


@pytest.mark.parametrize("kind", [*KINDS, "the end of Python"])
def test_the_program_survives_deliveries_whose_receiver_has_gone(kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.vanishing", kind],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONFAULTHANDLER": "1"},
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=2 * PATIENCE_S,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
