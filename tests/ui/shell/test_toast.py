"""What was done is said at the foot, with the way back in it, and goes by itself."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.toast import Toast
from app.views.pages import DeskPage
from tests.ui.full_hall import show_played
from tests.ui.windows import begin, do

FOREVER_MS = 3_600_000


@pytest.fixture
def client(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> DeskClient:
    monkeypatch.setattr("app.ui.shell.toast.SHOWN_MS", FOREVER_MS)
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"), Entry("Cy"))))
    qtbot.waitUntil(lambda: len(client.state.players) == 3)
    return client


def place(part: QWidget, host: QWidget) -> QRect:
    return QRect(part.mapTo(host, QPoint(0, 0)), part.size())


def test_a_completed_act_is_noted_at_the_bottom_with_undo_and_no_alarm(
    qtbot: QtBot, window: MainWindow, client: DeskClient
) -> None:
    client.ask(CheckIn((1, 2)))
    qtbot.waitUntil(lambda: window.toast.text == "Checked in: Ann and Bo.")
    assert window.toast.act.text() == "Undo"
    assert window.toast.accessibleName() == window.toast.text
    view = window.view
    assert view is not None
    assert view.messages.isHidden()
    assert window.messages.isHidden()
    assert window.toast.geometry().top() > window.centralWidget().height() // 2


def test_the_notes_undo_button_reverts_that_act_and_then_offers_redo(
    qtbot: QtBot, window: MainWindow, client: DeskClient
) -> None:
    client.ask(DropPlayer(2))
    qtbot.waitUntil(lambda: window.toast.text == "Bo dropped before round 1.")
    qtbot.mouseClick(window.toast.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.toast.text.startswith("Undone"))
    assert client.state.players[2].status.name != "DROPPED"
    assert window.toast.act.text() == "Redo"
    qtbot.mouseClick(window.toast.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.toast.text.startswith("Redone"))
    assert client.state.players[2].status.name == "DROPPED"


def test_a_press_begun_on_the_previous_note_undoes_nothing(
    qtbot: QtBot, window: MainWindow, client: DeskClient
) -> None:
    client.ask(CheckIn((1,)))
    qtbot.waitUntil(lambda: window.toast.text == "Checked in: Ann.")
    middle = window.toast.act.rect().center()
    QTest.mousePress(window.toast.act, Qt.MouseButton.LeftButton, pos=middle)
    client.ask(CheckIn((2,)))
    qtbot.waitUntil(lambda: window.toast.text == "Checked in: Bo.")
    QTest.mouseRelease(window.toast.act, Qt.MouseButton.LeftButton, pos=middle)
    client.ask(CheckIn((3,)))
    qtbot.waitUntil(lambda: window.toast.text == "Checked in: Cy.")
    assert all(client.state.players[number].plays for number in (1, 2, 3))


def test_a_refusal_is_still_shown_in_the_header(
    qtbot: QtBot, window: MainWindow, client: DeskClient
) -> None:
    view = window.view
    assert view is not None
    client.ask(DrawRound(1))
    qtbot.waitUntil(view.messages.isVisible)
    assert "Check players in first" in view.messages.text
    assert view.messages.geometry().bottom() < 100


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(900, 600)
    with qtbot.waitExposed(host):
        host.show()
    return host


def test_the_note_disappears_by_itself_unless_keyboard_or_mouse_is_on_it(
    qtbot: QtBot, host: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.shell.toast.SHOWN_MS", 1)
    monkeypatch.setattr("app.ui.shell.toast.LOOK_AGAIN_MS", 1)
    elsewhere = QLineEdit(host)
    elsewhere.show()
    with qtbot.waitActive(host):
        host.activateWindow()
    toast = Toast(host)
    toast.show_note("Ann is here.", "Undo")
    toast.act.setFocus()
    going = toast.findChild(QTimer)
    assert going is not None
    looked: list[None] = []
    going.timeout.connect(lambda: looked.append(None))
    qtbot.waitUntil(lambda: len(looked) > 3)
    assert toast.isVisible()
    QApplication.sendEvent(toast, QEnterEvent(QPointF(), QPointF(), QPointF()))
    elsewhere.setFocus()
    looked.clear()
    qtbot.waitUntil(lambda: len(looked) > 3)
    assert toast.isVisible()
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(toast.isHidden)


def test_the_note_covers_no_button_or_field(host: QWidget) -> None:
    button, field = QPushButton("Report", host), QLineEdit(host)
    button.setGeometry(400, 560, 90, 32)
    field.setGeometry(420, 520, 60, 30)
    for part in (button, field):
        part.show()
    toast = Toast(host)
    toast.show_note("Ann is here.", "Undo")
    assert toast.geometry().bottom() < 520
    assert toast.geometry().top() > 300


@pytest.mark.parametrize("page", ["Players", "Round", "Standings", "History"])
def test_the_note_covers_neither_a_header_nor_the_results_line(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, page: str
) -> None:
    file = tmp_path / "event.flagfall"
    window = show_played(qapp, file, 32)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    view.show_page(DeskPage(page))
    window.toast.show_note(
        "Table 5: a result that takes some words to say, 5–2 by scenario.", "Undo"
    )
    host = window.centralWidget()
    covered = window.toast.geometry()
    assert covered.height() < 60
    kept = [*view.findChildren(QHeaderView), view.header]
    if isinstance(view.page, RoundPage):
        kept.append(view.page.desk)
    seen = [part for part in kept if part.isVisible()]
    assert not [part for part in seen if place(part, host).intersects(covered)]


def test_the_note_does_not_cover_a_sentence_that_appears_later(
    qtbot: QtBot, window: MainWindow, client: DeskClient
) -> None:
    """A late player's page offers them a seat when the note is there already."""
    do(client, qtbot, CheckIn((1, 2, 3)), DrawRound(1), PublishRound(), StartRound(1))
    view, host = window.view, window.toast.parentWidget()
    assert view is not None
    assert host is not None
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    QTest.keyClicks(page.entry.name, "Zoe")
    QTest.keyClick(page.entry.name, Qt.Key.Key_Return)
    qtbot.waitUntil(page.seat_offer.isVisible)
    qtbot.waitUntil(window.toast.isVisible)
    qtbot.waitUntil(lambda: not window.toast.geometry().intersects(place(page.seat_offer, host)))
    assert page.all_here.text() == "Zoe is here"
    assert page.all_here.property("kind") != "primary", "the seat is the page's one primary act"


def test_the_note_about_a_changed_setting_names_the_change(
    qtbot: QtBot, window: MainWindow, client: DeskClient
) -> None:
    view = window.view
    assert view is not None
    view.set_number("rounds", 3)
    qtbot.waitUntil(lambda: "ounds" in window.toast.text)
    assert "3" in window.toast.text


@pytest.mark.parametrize("wide", [1366, 911])
def test_the_note_about_a_result_fits_on_one_line(qtbot: QtBot, wide: int) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(wide, 600)
    host.show()
    toast = Toast(host)
    toast.show_note("Reported.", "Undo")
    line = toast.height()
    toast.show_note(
        "Table 12: Magda O’Brien-Worthington-Low wins by assassination, CP 5–3, AP 75–48.", "Undo"
    )
    assert toast.height() == line


def test_the_note_never_covers_a_main_act_even_on_a_full_page(qtbot: QtBot, host: QWidget) -> None:
    for row in range(20):
        filler = QPushButton(f"Button {row}", host)
        filler.setGeometry(0, 30 * row, 900, 28)
        filler.show()
    act = QPushButton("Draw", host)
    act.setProperty("kind", "primary")
    act.setGeometry(300, 560, 300, 32)
    act.show()
    toast = Toast(host)
    toast.show_note("Ann is here.", "Undo")
    assert toast.geometry().bottom() < act.y()
    assert toast.geometry().top() > 300


def test_the_note_moves_at_once_when_the_results_line_grows(host: QWidget) -> None:
    """For a quarter of a second it lay on what had grown below it."""
    line = QWidget(host)
    line.setObjectName("resultsDesk")
    line.setGeometry(0, 560, 800, 40)
    line.show()
    toast = Toast(host)
    toast.show_note("Done.", "Undo")
    assert toast.geometry().bottom() < 560
    line.setGeometry(0, 440, 800, 160)
    assert toast.geometry().bottom() < 440


def test_the_note_looks_for_no_other_place_when_rows_elsewhere_move(host: QWidget) -> None:
    """Dozens of rows may move for one act, and each move was answered by looking at all parts of
    the window.
    """
    rows = [QWidget(host) for _ in range(3)]
    for row in rows:
        row.setObjectName("need")
        row.setGeometry(0, 0, 800, 40)
        row.show()
    toast = Placed(host)
    toast.show_note("Done.", "Undo")
    times = toast.times
    for place, row in enumerate(rows):
        row.setGeometry(0, 40 * place, 800, 30)
    assert toast.times == times
    rows[0].setGeometry(toast.geometry())
    assert toast.times > times
    assert not toast.geometry().intersects(rows[0].geometry())


class Placed(Toast):
    """A note that counts how often it was given a place."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.times = 0

    def raise_(self) -> None:
        self.times += 1
        super().raise_()
