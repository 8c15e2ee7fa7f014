"""Presses that cannot be saved wait in order; a file held by another program is a real one."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel

from app.desk.replies import Reply
from app.engine.acts.commands import Command, NotSaved
from app.engine.acts.table import Tap, TurnEnded
from app.engine.side import Side
from app.store.unsaved import keep_list
from app.ui.clients.in_order import KEPT, PressesInOrder
from app.ui.dialogs.not_saved import NotSavedDialog
from tests.ui.tables import BLUE, RED, Table
from tests.ui.timers import run_out

pytestmark = pytest.mark.in_file


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another program writes in the event's file."""
    with closing(sqlite3.connect(folder / "cup.flagfall", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def ended(table: Table) -> list[int]:
    events = (record.event for record in table.client.records)
    return [event.at_ms for event in events if isinstance(event, TurnEnded)]


def test_unsaved_taps_wait_in_order_and_keep_the_time_they_were_made(
    table: Table, tmp_path: Path
) -> None:
    table.begin()
    with held(tmp_path):
        table.time.move_by(60_000)
        first_ms = table.client.now_ms()
        table.tap(RED)
        table.qtbot.waitUntil(lambda: table.client.presses.count_kept == 1)
        assert table.window.halves[RED].message == KEPT
        table.time.move_by(5_000)
        table.tap(BLUE)
        assert table.client.presses.count_kept == 2
        assert ended(table) == []
    run_out(table.client.presses)
    table.qtbot.waitUntil(lambda: len(ended(table)) == 2)
    first, second = ended(table)
    assert first == first_ms
    assert first_ms < second <= first_ms + 5_000  # the window was busy before it took the tap
    assert table.client.presses.count_kept == 0


def test_taps_that_cannot_be_saved_even_at_closing_are_listed(table: Table, tmp_path: Path) -> None:
    table.begin()
    with held(tmp_path):
        table.tap(RED)
        (left,) = table.client.presses.finish()
    assert (left.station, left.who) == ("table 1", "Red")
    assert isinstance(left.what, Tap)
    assert left.what.side is RED
    assert table.client.presses.finish() == []


def test_waiting_taps_are_saved_at_closing_if_possible(table: Table) -> None:
    table.begin()
    table.tap(RED)
    assert table.client.presses.finish() == []
    table.settle()
    assert len(ended(table)) == 1


def test_the_list_of_unsaved_taps_is_shown_and_written_to_a_file(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "own"))
    lines = ["14:03:07  Table 1: Anna tapped"]
    file = keep_list(lines, "Cup")
    assert file is not None
    dialog = NotSavedDialog(lines, file, table.window)
    assert dialog.lines.toPlainText() == lines[0]
    assert file.name in " ".join(part.text() for part in dialog.findChildren(QLabel))


class Asker:
    """A client whose desk answers when a test lets it."""

    def __init__(self) -> None:
        self.at_ms = 1_000
        self.asked: list[tuple[Command, int]] = []
        self._then: list[Callable[[Reply], None]] = []

    def now_ms(self) -> int:
        return self.at_ms

    def ask(
        self,
        command: Command,
        *,
        then: Callable[[Reply], None],
        actor: str,
        station: str,
        late_ms: int,
    ) -> Future[Reply]:
        self.asked.append((command, late_ms))
        self._then.append(then)
        return Future()

    def answer_of(self, done: Future[Reply]) -> Reply:
        return done.result()

    def answer(self, reply: Reply) -> None:
        self._then.pop(0)(reply)


@pytest.fixture
def asker() -> Asker:
    return Asker()


@pytest.fixture
def presses(qapp: QObject, asker: Asker) -> PressesInOrder:
    return PressesInOrder(asker, qapp)


def press(presses: PressesInOrder, side: Side) -> list[Reply]:
    """Press at table 1; what its window is answered."""
    answers: list[Reply] = []
    presses.press(Tap(1, side), then=answers.append, actor="Red", station="table 1")
    return answers


def test_a_tap_that_waited_for_the_one_before_keeps_its_time(
    presses: PressesInOrder, asker: Asker
) -> None:
    press(presses, Side.RED)
    asker.at_ms += 500
    press(presses, Side.BLUE)
    asker.at_ms += 4_000
    asker.answer(())
    assert asker.asked == [(Tap(1, Side.RED), 0), (Tap(1, Side.BLUE), 4_000)]


def test_each_tap_is_answered_that_it_is_kept_while_none_can_be_saved(
    presses: PressesInOrder, asker: Asker
) -> None:
    first = press(presses, Side.RED)
    assert presses.count_kept == 0
    asker.answer(NotSaved("The disk is full."))
    second = press(presses, Side.BLUE)
    assert (first, second) == ([NotSaved(KEPT)], [NotSaved(KEPT)])
    assert presses.count_kept == 2
