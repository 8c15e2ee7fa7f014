"""File, Import…: whatever is in the file finds its way."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.__main__ import replay_games
from app.engine.progress import Cancelled, no_progress
from app.headless.recheck.verify import verify
from app.store.errors import StoreError
from app.store.exports.event_export import export_event
from app.store.packets.files import packets
from app.store.tables.games import read_games
from app.ui.dialogs import files
from app.ui.pages.players.columns_dialog import ColumnsDialog
from app.ui.pages.players.import_dialog import NAME, RosterDialog
from app.ui.shell.main_window import NO_EVENT, MainWindow
from app.ui.shell.opening.replay_dialog import ReplayDialog
from tests.events import Event
from tests.ui.asked import when_asked

HEAD = "round,player1,player2,winner,cp1,cp2,ap1,ap2,condition\n"
LINES = "1,Ana,Ben,1,5,3,20,10,Scenario\n1,Cleo,Dan,,1,1,2,2,rained off\n"


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the system's own dialog answers; it cannot be asked here."""
    file = tmp_path / "new.flagfall"
    monkeypatch.setattr(files, "ask_imported_file", lambda _parent, _name: file)
    return file


def test_a_whole_event_is_imported_and_opened(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, target: Path
) -> None:
    event = Event(tmp_path / "event.flagfall")
    event.register(4)
    event.close()
    (tmp_path / "e.json").write_text(export_event(event.path), encoding="utf-8")
    with qtbot.waitSignal(window.opened):
        window.import_from(tmp_path / "e.json")
    assert "imported into" in window.messages.text
    window.close_event()
    assert verify(target).state == verify(event.path).state
    with qtbot.waitSignal(window.failed):
        window.import_from(tmp_path / "e.json")
    assert "already there" in window.messages.text


def test_a_table_of_games_becomes_an_event(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, target: Path
) -> None:
    file = tmp_path / "day.csv"
    file.write_text(HEAD + LINES, encoding="utf-8")
    notices: list[str] = []

    def answer(dialog: ReplayDialog) -> None:
        notices.append(dialog.counted.text())
        dialog.make.click()

    when_asked(ReplayDialog, answer)
    with qtbot.waitSignal(window.opened):
        window.import_from(file)
    assert notices[0].startswith("1 round, 2 games, 4 players. 1 line has a remark (line 3)")
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 1)
    assert "Line 3: No winner is written down" in window.messages.text


def test_the_remarks_of_an_earlier_import_stay(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, target: Path
) -> None:
    file, earlier = tmp_path / "day.csv", tmp_path / f"{target.stem} import notes.txt"
    games = (f"1,Ana {table},Ben {table},,1,1,2,2,rained off\n" for table in range(6))
    file.write_text(HEAD + "".join(games), encoding="utf-8")
    earlier.write_text("earlier", encoding="utf-8")
    when_asked(ReplayDialog, lambda dialog: dialog.make.click())
    with qtbot.waitSignal(window.opened):
        window.import_from(file)
    later = tmp_path / f"{target.stem} import notes 2.txt"
    assert earlier.read_text("utf-8") == "earlier"
    assert len(later.read_text("utf-8").splitlines()) == 6
    assert later.name in window.messages.text


def test_mistakes_in_an_imported_file_are_reported_with_their_line(
    window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "day.csv"
    file.write_text(HEAD + "1,Ana,Ben,1,five,3,20,10,Scenario\n", encoding="utf-8")
    window.import_from(file)
    assert window.messages.text.startswith("day.csv: Line 2, column cp1:")
    window.import_from(tmp_path / "none.csv")
    assert "cannot be read" in window.messages.text
    file.write_text("Name,Club\nAna,Ravens\n", encoding="utf-8")
    window.import_from(file)
    assert window.messages.text == NO_EVENT


def test_players_are_imported_into_the_open_event_by_the_columns_chosen(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    event = Event(tmp_path / "event.flagfall")
    event.close()
    with qtbot.waitSignal(window.opened):
        window.open_event(event.path)
    file = tmp_path / "list.csv"
    file.write_text("Club,Player,x\nRavens,Ana,1\nOwls,Ben,2\n", encoding="utf-8")

    def swap(dialog: ColumnsDialog) -> None:
        dialog.choices[0].setCurrentIndex(dialog.choices[1].currentIndex())
        assert dialog.choices[1].currentIndex() == 0
        dialog.use.click()

    def answer(dialog: RosterDialog) -> None:
        assert dialog.taken.text() == "Name: Player"
        when_asked(ColumnsDialog, swap)
        dialog.columns.click()
        assert dialog.rows.index(0, NAME).data() == "Ravens"
        dialog.add.click()

    when_asked(RosterDialog, answer)
    window.import_from(file)
    assert window.view is not None
    client = window.view.client
    qtbot.waitUntil(lambda: len(client.state.players) == 2)
    assert client.state.players[1].entry.name == "Ravens"


def test_a_replay_that_fails_leaves_no_file(tmp_path: Path) -> None:
    (event,) = read_games(HEAD + "1,Ana,,,,,,,\n")
    file = tmp_path / "new.flagfall"
    with pytest.raises(StoreError, match="byes but no game"):
        replay_games(event, packets()["sr2017"], 75, file, no_progress)
    assert not file.exists()


def test_a_cancelled_replay_leaves_no_file(tmp_path: Path) -> None:
    (event,) = read_games(HEAD + LINES)
    file = tmp_path / "new.flagfall"

    def cancelled(_part: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        replay_games(event, packets()["sr2017"], 75, file, cancelled)
    assert not file.exists()
