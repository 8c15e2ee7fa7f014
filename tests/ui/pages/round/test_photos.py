"""Photos of slips on the desk: beside the result, at the table, where reports differ, and large."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.engine.acts.phones import ReportByPhone
from app.engine.acts.photos import KeepPhoto
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.side import Pair, Side
from app.store.photos import photos_folder
from app.ui.dialogs.photos_dialog import PhotosDialog, opens
from app.ui.pages.now.need_row import NeedRow
from app.ui.pages.now.page import NowPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests import pictures
from tests.ui.asked import when_asked
from tests.ui.windows import begin, do

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """Two tables under way, with two photos of the slip of table 1."""
    window.resize(1366, 740)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    for command in (
        AddPlayers(tuple(Entry(name) for name in ("Ann", "Bo", "Cy", "Di"))),
        CheckIn((1, 2, 3, 4)),
        DrawRound(7),
        PublishRound(),
        StartRound(),
    ):
        do(view.client, qtbot, command)
    for number, side in enumerate(Side):
        keep(view, qtbot, number, side)
    return view


def keep(view: EventView, qtbot: QtBot, number: int, side: Side | None) -> None:
    photos = view.client.photos
    assert photos is not None
    checksum, size = photos.keep(pictures.another(number), 1, 1)
    do(view.client, qtbot, KeepPhoto(1, side, checksum, size))


def dialog_of(view: EventView) -> PhotosDialog:
    """The dialog, without the loop that would wait for its end."""
    photos = view.client.photos
    assert photos is not None
    dialog = PhotosDialog(view.client, photos, 1, view)
    dialog.show()
    return dialog


def test_photos_are_linked_at_the_table_and_beside_its_result(
    view: EventView, qtbot: QtBot
) -> None:
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    page.live.choose(1)
    qtbot.waitUntil(page.live.panel.photos.isVisible)
    assert page.live.panel.photos.text() == "2 photos of the slip"
    page.live.choose(2)
    qtbot.waitUntil(lambda: not page.live.panel.photos.isVisible())
    assert not page.desk.photos.isVisible()
    page.desk.choose(view.client.state.games[1].table)
    assert page.desk.photos.isVisible()
    assert page.desk.photos.text() == "2 photos of the slip"
    seen: list[str] = []
    when_asked(PhotosDialog, lambda dialog: seen.append(dialog.windowTitle()))
    qtbot.mouseClick(page.desk.photos, LEFT)
    assert seen == ["Table 1: photos of the slip"]


def test_a_dispute_on_the_now_page_links_to_its_photos(view: EventView, qtbot: QtBot) -> None:
    game = view.client.state.games[1]
    for side in Side:
        result = Result(side, How.SCENARIO, Pair(5, 0), Pair(1, 1))
        do(view.client, qtbot, ReportByPhone(1, game.players.of(side), result))
    view.show_page(DeskPage.NOW)
    page = view.page
    assert isinstance(page, NowPage)

    def disputes() -> list[NeedRow]:
        rows = [one for one in page.findChildren(NeedRow) if one.isVisible()]
        return [one for one in rows if one.chip.text() == "Reports differ"]

    qtbot.waitUntil(lambda: len(disputes()) == 1)
    (dispute,) = disputes()
    assert dispute.photos.isVisible()
    assert dispute.photos.text() == "2 photos of the slip"
    assert dispute.photos.accessibleName().startswith("2 photos of the slip: Table ")


def test_photos_are_shown_large_and_a_key_shows_the_next_one(view: EventView, qtbot: QtBot) -> None:
    dialog = dialog_of(view)
    game = view.client.state.games[1]
    red, blue = (view.client.state.name(game.players.of(side)) for side in Side)
    assert dialog.words.text().startswith(f"{red}, ")
    assert dialog.picture.image.size().toTuple() == (24, 16)
    assert dialog.picture.accessibleName().startswith(f"Photo of the slip: {red}, ")
    assert dialog.picture.width() > 400
    seen = dialog.picture.grab().toImage()
    middle = QColor(seen.pixel(seen.width() // 2, seen.height() // 8))
    assert middle.lightness() > 180, "the paper is seen"
    dialog.on.setFocus()
    qtbot.keyClick(dialog.on, Qt.Key.Key_Space)
    assert dialog.words.text().startswith(f"{blue}, ")
    qtbot.mouseClick(dialog.back, LEFT)
    assert dialog.words.text().startswith(f"{red}, ")
    dialog.reject()


def test_a_missing_or_altered_photo_is_reported(view: EventView, tmp_path: Path) -> None:
    folder = photos_folder(tmp_path / "night.flagfall")
    for file in folder.iterdir():
        file.write_bytes(b"other")
    dialog = dialog_of(view)
    assert "has been changed since the photo was taken." in dialog.problem.text()
    assert dialog.problem.isVisible()
    assert dialog.picture.image.isNull()
    dialog.reject()


def test_removing_a_photo_hides_it_and_removing_the_last_closes_the_dialog(
    view: EventView, qtbot: QtBot
) -> None:
    dialog = dialog_of(view)
    qtbot.mouseClick(dialog.leave_out, LEFT)
    qtbot.waitUntil(lambda: len(view.client.state.games[1].photos) == 1)
    qtbot.waitUntil(lambda: not dialog.on.isVisible())
    qtbot.mouseClick(dialog.leave_out, LEFT)
    qtbot.waitUntil(lambda: not dialog.isVisible())


def test_only_photos_that_can_be_decoded_open() -> None:
    assert opens(pictures.SLIP)
    assert not opens(pictures.SLIP[:200])
    assert not QImage.fromData(pictures.SLIP).isNull()
