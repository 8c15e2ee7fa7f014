"""A new file that is not opened in the end: nothing stays under the name that was chosen."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import replay_games
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.evolve import fold
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.events import open_log
from app.store.exports.event_export import export_event
from app.store.rescue.restore import look_at
from app.ui.dialogs.confirm import InsistDialog
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.backups_dialog import BackupsDialog
from app.ui.shell.opening.replay_dialog import ReplayDialog
from app.ui.shell.preferences import AppPreferences
from tests.disks import filled_up_to
from tests.patience import PATIENCE_S
from tests.ui.asked import when_asked
from tests.ui.windows import CREATE


def test_a_new_event_that_does_not_fit_on_the_disk_leaves_no_file(
    qtbot: QtBot, window: MainWindow, tiny_disk: Path
) -> None:
    folder = tiny_disk / "events"
    folder.mkdir()
    file = folder / "Cup.flagfall"
    said: list[str] = []
    window.failed.connect(said.append)
    for tries, room in enumerate(range(0, 240_000, 8_000), start=1):
        with filled_up_to(tiny_disk, room):
            window.create_event(file, CREATE)
            qtbot.waitUntil(lambda n=tries: len(said) == n or window.view is not None)
            if window.view is not None:
                break
            assert list(folder.iterdir()) == []
            assert "The disk is full, so nothing was written to Cup.flagfall" in said[-1]
    assert said
    assert window.view is not None
    window.close_event()
    with open_log(file) as log:
        assert fold(log.records()).settings


class Slow(Desk):
    """Is read as slowly as the test lets it."""

    begun, goes_on = threading.Event(), threading.Event()

    def start(self) -> Future[Snapshot]:
        told = self.report_progress

        def waits(part: float) -> None:
            self.begun.set()
            assert self.goes_on.wait(PATIENCE_S)
            told(part)

        self.report_progress = waits
        return super().start()


@pytest.fixture
def slow(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    """A window whose events take their time to open."""
    Slow.begun.clear()
    Slow.goes_on.clear()
    laptop = AppPreferences(qapp, tmp_path / "preferences.json")
    window = MainWindow(
        lambda place, _new: Slow(lambda: open_log(place)), laptop, replay=replay_games
    )
    qtbot.addWidget(window)
    window.show()
    yield window
    Slow.goes_on.set()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    file = tmp_path / "played.flagfall"
    simulate(SimulationPlan(players=4, rounds=1), path=file)
    return file


def give_up_while_it_opens(qtbot: QtBot, window: MainWindow, act: Callable[[], object]) -> None:
    act()
    qtbot.waitUntil(Slow.begun.is_set)
    assert window.start_page.progress.isVisible()
    window.start_page.progress.cancelled.emit()
    Slow.goes_on.set()
    qtbot.waitUntil(lambda: not window.start_page.progress.isVisible())
    assert window.view is None


def test_an_import_cancelled_while_opening_leaves_no_file(
    qtbot: QtBot, slow: MainWindow, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = played.with_suffix(".event.json")
    export.write_text(export_event(played), "utf-8")
    new = played.with_name("imported.flagfall")
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: new)
    give_up_while_it_opens(qtbot, slow, lambda: slow.import_from(export))
    assert not new.exists()
    assert not slow.messages.isVisible()


GAMES = """round,player1,player2,winner,cp1,cp2,ap1,ap2,condition
1,Ann,Bo,1,5,3,20,10,Scenario
3,Ann,Bo,2,3,5,10,20,Scenario
5,Ann,Bo,1,5,3,20,10,Scenario
7,Ann,Bo,1,5,3,20,10,Scenario
9,Ann,Bo,1,5,3,20,10,Scenario
11,Ann,Bo,1,5,3,20,10,Scenario
"""


def test_games_whose_import_is_cancelled_leave_neither_event_nor_notes(
    qtbot: QtBot, slow: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games.csv"
    games.write_text(GAMES)
    new = tmp_path / "duel.flagfall"
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: new)
    when_asked(ReplayDialog, lambda dialog: dialog.make.click())
    before = {*tmp_path.iterdir()}
    give_up_while_it_opens(qtbot, slow, lambda: slow.import_from(games))
    assert {*tmp_path.iterdir()} - before <= {tmp_path / "preferences.json"}


def test_a_repair_cancelled_while_opening_leaves_no_file(
    qtbot: QtBot, slow: MainWindow, played: Path
) -> None:
    before = played.read_bytes()
    give_up_while_it_opens(qtbot, slow, lambda: slow.repair_event(played))
    assert not played.with_name("played repaired.flagfall").exists()
    assert played.read_bytes() == before


def test_a_backup_restore_cancelled_while_opening_leaves_no_file(
    qtbot: QtBot,
    qapp: QApplication,
    played: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    backups = played.with_name("played backups")
    backups.mkdir()
    backup = backups / "played round 1 end.flagfall"
    backup.write_bytes(played.read_bytes())
    new = played.with_name("again.flagfall")
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: new)
    AppPreferences(qapp, played.with_name("preferences.json")).opened(played)
    slow: MainWindow = request.getfixturevalue("slow")

    def choose(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: len(dialog.list.rows) == 1)
        dialog.restore.click()

    when_asked(BackupsDialog, choose)
    give_up_while_it_opens(qtbot, slow, slow.show_backups)
    assert not new.exists()
    assert backup.exists()
    assert look_at(backup).file == played  # not the one that is gone


def test_a_backup_restored_in_place_stays_and_is_reported_after_cancelling(
    qtbot: QtBot, slow: MainWindow, played: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "played round 1 end.flagfall"
    backup.write_bytes(played.read_bytes())
    when_asked(InsistDialog, lambda dialog: dialog.accept())
    give_up_while_it_opens(qtbot, slow, lambda: slow.restore_backup(backup))
    assert slow.messages.isVisible()
    assert slow.messages.text.startswith(f"Restored from {backup.name} into {played}")
    assert "What was there before is now" in slow.messages.text
