"""An event is opened in the background; what has Qt's classes is imported by the window itself."""

import inspect
import re
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.__main__ import open_desk
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.players import PlayersAdded
from app.engine.progress import Progress
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.events import open_log
from app.store.log.event_log import create
from app.ui.shell import pages
from app.ui.shell.opening import event_opener, importer
from app.ui.shell.opening.event_opener import AFTERWARDS, FOR_WINDOW, WITHOUT_QT, EventOpener
from tests.patience import PATIENCE_S


def opened(qtbot: QtBot, file: Path) -> tuple[EventOpener, Desk]:
    with create(file) as log:
        log.append([PlayersAdded(())], at_ms=1, station="desk", actor="EO")
    opener = EventOpener(open_desk)
    with qtbot.waitSignal(opener.opened) as told:
        opener.open(lambda: file)
    assert told.args
    return opener, told.args[0]


def test_every_page_module_is_imported_in_advance() -> None:
    wanted = re.findall(r"from (app\.ui\.pages\.\S+) import", inspect.getsource(pages))
    assert len(wanted) == sum(not page.mode_of for page in pages.PAGES)
    assert {*wanted} <= {*FOR_WINDOW, *AFTERWARDS}


def test_pages_are_imported_by_the_window_and_the_others_after_the_event_is_shown(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: dict[str, bool] = {}  # whether by the window

    def import_module(name: str) -> None:
        imported[name] = threading.current_thread() is threading.main_thread()

    monkeypatch.setattr(importer, "import_module", import_module)
    monkeypatch.setattr(event_opener, "import_module", import_module)
    monkeypatch.setattr(event_opener, "AFTERWARDS_S", 0)
    opener, desk = opened(qtbot, tmp_path / "cup.flagfall")
    qtbot.waitUntil(lambda: len(imported) == len((*FOR_WINDOW, *WITHOUT_QT, *AFTERWARDS)))
    in_window = [name for name, by_window in imported.items() if by_window]
    assert in_window == [*FOR_WINDOW, *AFTERWARDS]
    assert [*imported][-len(AFTERWARDS) :] == [*AFTERWARDS]
    opener.wait()
    desk.stop()


def test_closing_at_once_does_not_wait_for_the_later_imports(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[str] = []
    monkeypatch.setattr(importer, "import_module", imported.append)
    monkeypatch.setattr(event_opener, "AFTERWARDS_S", 0.05)
    opener, desk = opened(qtbot, tmp_path / "cup.flagfall")
    opener.wait()
    qtbot.wait(100)
    assert not {*imported} & {*AFTERWARDS}
    desk.stop()


class Slow(Desk):
    """Is read as slowly as the test lets it."""

    def __init__(self, file: Path) -> None:
        super().__init__(lambda: open_log(file))
        self.goes_on = threading.Event()

    def start(self) -> Future[Snapshot]:
        told = self.report_progress

        def waits(part: float) -> None:
            told(part)
            assert self.goes_on.wait(PATIENCE_S)

        self.report_progress = waits
        return super().start()


def test_opening_a_long_event_reports_progress_and_can_be_cancelled(
    qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "cup.flagfall"
    simulate(SimulationPlan(players=4, rounds=1), path=file)
    desk = Slow(file)
    opener = EventOpener(lambda _place, _new: desk)
    with qtbot.waitSignal(opener.progressed) as told:
        opener.open(lambda: file)
    assert 0 < told.args[0] <= 1
    with qtbot.waitSignal(opener.cancelled):
        opener.cancel()
        desk.goes_on.set()
    opener.wait()
    with open_log(file) as log:
        assert log.records()


def test_creating_then_opening_an_event_reports_both_steps_and_can_be_cancelled(
    qtbot: QtBot, tmp_path: Path
) -> None:
    file, goes_on = tmp_path / "cup.flagfall", threading.Event()
    simulate(SimulationPlan(players=4, rounds=1), path=file)
    opener = EventOpener(lambda place, _new: Desk(lambda: open_log(tmp_path / place.name)))
    parts: list[float] = []
    opener.progressed.connect(parts.append)

    def make(report_progress: Progress) -> Path:
        report_progress(0.5)
        assert goes_on.wait(PATIENCE_S)
        report_progress(1)
        return file

    opener.open_made(make)
    qtbot.waitUntil(lambda: parts == [0.25])
    with qtbot.waitSignal(opener.cancelled):
        opener.cancel()
        goes_on.set()
    with qtbot.waitSignal(opener.opened) as opened:
        opener.open_made(make)
    opened.args[0].stop()
    assert parts[1:3] == [0.25, 0.5]
    assert all(part >= 0.5 for part in parts[2:])
    opener.wait()
