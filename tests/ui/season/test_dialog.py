"""The window of a season, over real event files."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.store.known_players import known_players
from app.store.season_folder import FILE
from app.ui.season.dialog import BEGIN, SeasonDialog
from app.ui.season.questions import NONE
from app.ui.season.rule_form import read_places
from tests.events import Event
from tests.ui.ended import wait_for_threads

DAYS = {"Spring": 1_775_000_000_000, "Summer": 1_782_000_000_000}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two events of one round each."""
    folder = tmp_path_factory.mktemp("season")
    for name, players in (("Spring", 6), ("Summer", 8)):
        with closing(Event(folder / f"{name}.flagfall", began_ms=DAYS[name])) as event:
            event.register(players)
            event.finish()
    return folder


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The laptop's own folder, so that no other test knows these players."""
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "own"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "Club 2026"))


@pytest.fixture
def kept() -> list[str]:
    """The folders that were remembered."""
    return []


@pytest.fixture
def dialog(qtbot: QtBot, folder: Path, kept: list[str]) -> Iterator[SeasonDialog]:
    shown = SeasonDialog(str(folder), kept.append)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitUntil(lambda: shown.season is not None)
    yield shown
    shown.reject()


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """Answer the system's own dialogs."""
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: path)


def kept_rule(folder: Path) -> dict[str, object]:
    found: dict[str, dict[str, object]] = json.loads((folder / FILE).read_text("utf-8"))
    return found["rule"]


def test_the_season_dialog_shows_the_league_and_its_leader(
    dialog: SeasonDialog, folder: Path, kept: list[str]
) -> None:
    assert dialog.title.text() == "Club 2026"
    assert dialog.about.text().startswith("2 events · 8 players · 31 March 2026 – 21 June 2026. ")
    assert dialog.league.text(0, 0).rstrip("=") == "1"
    assert len(dialog.league.rows) == len(dialog.ratings.rows) == 8
    assert [row.outcome.name for row in dialog.events.rows] == ["Foundry Open"] * 2
    assert dialog.player.text().startswith(dialog.league.rows[0].row.person.name)
    assert len(dialog.record.rows) == 2
    assert dialog.meetings.rows
    assert kept == [str(folder)]


def test_choosing_another_player_shows_their_record_beside_the_league(dialog: SeasonDialog) -> None:
    dialog.league.choose([7])
    person = dialog.league.rows[7].row.person
    assert dialog.player.text() == f"{person.name} · {person.club}"
    assert len(dialog.record.rows) == 1
    (met,) = dialog.meetings.rows
    assert met.games == "0–0–1"


def test_in_a_narrow_window_the_record_stands_below_the_league(
    dialog: SeasonDialog, qtbot: QtBot
) -> None:
    def corners() -> tuple[QPoint, QPoint]:
        return dialog.league.mapTo(dialog, QPoint()), dialog.record.mapTo(dialog, QPoint())

    dialog.resize(1240, 680)
    qtbot.waitUntil(lambda: corners()[1].x() > corners()[0].x() + dialog.league.width() // 2)
    dialog.resize(700, 480)
    qtbot.waitUntil(lambda: corners()[1].y() > corners()[0].y() + dialog.league.height() // 2)
    assert dialog.league.width() > dialog.width() * 3 // 4


def test_notes_beyond_the_first_few_are_only_counted(
    dialog: SeasonDialog, folder: Path, qtbot: QtBot
) -> None:
    for number in range(5):
        (folder / f"{number}.flagfall").write_bytes(b"no event")
    dialog.again.click()
    qtbot.waitUntil(lambda: "0.flagfall" in dialog.notes.text())
    assert "2.flagfall" in dialog.notes.text()
    assert "4.flagfall" not in dialog.notes.text()
    assert dialog.notes.text().endswith("And 4 more.")
    assert "4.flagfall" in dialog.notes.toolTip()


def test_without_a_folder_it_says_what_to_do(
    qtbot: QtBot, folder: Path, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = SeasonDialog(str(folder / "gone"), kept.append)
    qtbot.addWidget(shown)
    shown.show()
    assert shown.about.text() == BEGIN
    assert not shown.tabs.isVisible()
    assert not shown.print.isEnabled()
    assert shown.choose.property("kind") == "primary", "this comes first"
    assert shown.print.property("kind") != "primary"
    assert not shown.again.isVisible()
    choose(monkeypatch, None)
    shown.choose.click()
    assert kept == []
    choose(monkeypatch, folder)
    shown.choose.click()
    qtbot.waitUntil(shown.tabs.isVisible)
    assert kept == [str(folder)]
    shown.reject()


def test_an_unreadable_season_file_is_reported(qtbot: QtBot, folder: Path, kept: list[str]) -> None:
    (folder / FILE).write_text("{")
    shown = SeasonDialog(str(folder), kept.append)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitUntil(lambda: "season.json cannot be read" in shown.notes.text())
    assert kept == []
    assert not shown.tabs.isVisible()
    shown.reject()


def test_files_that_are_no_events_are_reported_and_the_others_are_counted(
    qtbot: QtBot, folder: Path, kept: list[str], dialog: SeasonDialog
) -> None:
    (folder / "Broken.flagfall").write_text("no event")
    dialog.again.click()
    qtbot.waitUntil(lambda: "Broken.flagfall is left out" in dialog.notes.text())
    assert dialog.notes.isVisible()
    assert len(dialog.events.rows) == 2


def test_a_changed_scoring_rule_takes_effect_at_once_and_is_saved(
    dialog: SeasonDialog, folder: Path
) -> None:
    before = [row.row.points for row in dialog.league.rows]
    dialog.rule.win.setValue(5)
    assert [row.row.points for row in dialog.league.rows] != before
    assert "5 for a win" in dialog.about.text()
    assert kept_rule(folder)["win"] == 5
    dialog.rule.places.setText("10; 8 6")
    dialog.rule.places.editingFinished.emit()
    assert kept_rule(folder)["places"] == [10, 8, 6]
    dialog.rule.name.setText("League of clubs")
    dialog.rule.name.editingFinished.emit()
    assert dialog.title.text() == "League of clubs"


def test_place_points_that_are_not_numbers_change_nothing(
    dialog: SeasonDialog, folder: Path
) -> None:
    dialog.tabs.setCurrentWidget(dialog.rule)
    dialog.rule.places.setText("ten")
    dialog.rule.places.editingFinished.emit()
    assert dialog.rule.fault.isVisible()
    assert not (folder / FILE).exists()
    assert read_places("") == ()
    assert read_places("99999") is None


def test_an_answered_question_disappears(
    qtbot: QtBot, tmp_path: Path, folder: Path, kept: list[str]
) -> None:
    with closing(Event(folder / "Autumn.flagfall", began_ms=DAYS["Summer"] + 10**9)) as event:
        event.do(AddPlayers((Entry("Bartek Smyth"), Entry("Xaver Quint"))))
        event.do(CheckIn((1, 2)))
        event.finish()
    shown = SeasonDialog(str(folder), kept.append)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitUntil(lambda: bool(shown.questions.cards))
    shown.tabs.setCurrentWidget(shown.questions)
    people = len(shown.league.rows)
    asked = len(shown.questions.cards)
    same, _ = shown.questions.cards[0].findChildren(QPushButton)
    same.click()
    qtbot.waitUntil(lambda: len(shown.questions.cards) < asked)
    assert len(shown.league.rows) == people - 1
    assert json.loads((folder / FILE).read_text("utf-8"))["answers"]
    while shown.questions.cards:
        _, other = shown.questions.cards[0].findChildren(QPushButton)
        other.click()
    assert NONE in {each.text() for each in shown.questions.findChildren(type(shown.about))}
    shown.reject()


def test_the_season_is_saved_as_web_page_tables_and_pdf(
    qtbot: QtBot, tmp_path: Path, dialog: SeasonDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, tables, paper = (tmp_path / f"s.{ending}" for ending in ("html", "zip", "pdf"))
    for path, act in ((page, dialog.page), (tables, dialog.tables), (paper, dialog.pdf)):
        choose(monkeypatch, path)
        act.click()
        qtbot.waitUntil(lambda path=path: dialog.said.text() == f"Saved to {path}")
    assert "Club 2026" in page.read_text("utf-8")
    assert "league.csv" in ZipFile(tables).namelist()
    assert paper.read_bytes().startswith(b"%PDF")


def test_saving_to_an_unwritable_place_is_reported(
    tmp_path: Path, qtbot: QtBot, dialog: SeasonDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ending, act in (("html", dialog.page), ("pdf", dialog.pdf)):
        choose(monkeypatch, tmp_path / "gone" / f"s.{ending}")
        act.click()
        qtbot.waitUntil(lambda: dialog.said.text().startswith("Not saved: "))
        dialog.said.clear()


def test_players_of_the_season_are_known_at_the_next_sign_up(dialog: SeasonDialog) -> None:
    assert len(known_players()) == len(dialog.league.rows)


def test_a_season_that_finishes_loading_after_closing_is_neither_shown_nor_remembered(
    qtbot: QtBot, folder: Path, kept: list[str]
) -> None:
    shown = SeasonDialog(str(folder), kept.append)
    qtbot.addWidget(shown)
    shown.show()
    shown.reject()
    wait_for_threads("season")
    assert (shown.season, kept) == (None, [])


def test_only_the_folder_that_was_chosen_last_is_shown(
    dialog: SeasonDialog, folder: Path, tmp_path: Path, kept: list[str], qtbot: QtBot
) -> None:
    (other := tmp_path / "Club 2027").mkdir()
    shutil.copy(folder / "Spring.flagfall", other)
    kept.clear()
    dialog.open_folder(folder)
    dialog.open_folder(other)
    qtbot.waitUntil(lambda: bool(kept))
    wait_for_threads("season")
    assert kept == [str(other)]
    assert dialog.about.text().startswith("1 event · ")


def test_a_season_loaded_after_its_window_was_deleted_is_dropped(
    qtbot: QtBot, folder: Path, kept: list[str]
) -> None:
    delete(SeasonDialog(str(folder), kept.append))
    wait_for_threads("season")
    assert kept == []
