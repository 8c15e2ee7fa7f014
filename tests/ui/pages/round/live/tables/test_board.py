"""The round's tables as cards."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.room import RoomAct
from app.engine.acts.rounds import FinishRound
from app.engine.acts.table import CallJudge, DismissJudge, PauseClock, StartClock
from app.engine.side import Side
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.live.panel import BOARD_KEY
from app.ui.pages.round.live.tables.board import TableBoard
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import DARK, LIGHT, Theme
from app.views.pages import DeskPage
from app.views.round.live import Filter, Order
from tests.events import Event
from tests.ui.full_hall import show_played
from tests.ui.open_pages import PageOf

LEFT = Qt.MouseButton.LeftButton
Key, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def board_of(event: Event, page_of: PageOf, players: int, clocks: int = 0) -> RoundPage:
    """The page with its tables as cards, by number."""
    event.register(players)
    event.start()
    for table in range(1, clocks + 1):
        event.do(StartClock(event.game(table).number, Side.RED))
    page = page_of(RoundPage)
    page.live.show_board(board=True)
    page.live.board.show_order(Order.TABLE)
    return page


def numbers(page: RoundPage) -> list[int]:
    return [row.table for row in page.live.board.model().rows]


def chosen(page: RoundPage) -> list[int]:
    games = page.live.board.chosen_games
    return sorted(row.table for row in page.live.board.all_rows if row.game in games)


def click(page: RoundPage, place: int, keys: Qt.KeyboardModifier = NONE) -> None:
    board = page.live.board
    middle = board.visualRect(board.model().index(place, 0)).center()
    QTest.mouseClick(board.viewport(), LEFT, keys, middle)


def test_cards_chosen_by_mouse_are_paused_together_and_stay_chosen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 16, clocks=4)
    click(page, 1)
    assert page.live.panel.isVisible()
    click(page, 3, CTRL)
    click(page, 6, SHIFT)
    assert chosen(page) == [2, 4, 5, 6, 7]
    pause = page.live.many.acts[RoomAct.PAUSE]
    assert pause.text() == "Pause at 2 tables"
    qtbot.mouseClick(pause, LEFT)
    qtbot.waitUntil(lambda: not event.game(4).play.ticking)
    assert [event.game(table).play.ticking for table in (1, 2, 3, 4)] == [True, False, True, False]
    assert chosen(page) == [2, 4, 5, 6, 7]  # they stay chosen


def test_cards_can_be_chosen_by_keyboard(event: Event, page_of: PageOf) -> None:
    page = board_of(event, page_of, 16)
    board = page.live.board
    columns = board.shape.columns
    assert columns > 1
    page.live.choose(event.game(1).number)
    board.setFocus()
    QTest.keyClick(board, Key.Key_Right)
    assert chosen(page) == [2]
    QTest.keyClick(board, Key.Key_Down)
    assert chosen(page) == [2 + columns]
    QTest.keyClick(board, Key.Key_Left, SHIFT)
    assert chosen(page) == [1 + columns, 2 + columns]
    QTest.keyClick(board, Key.Key_Up, CTRL)
    QTest.keyClick(board, Key.Key_Space)
    assert chosen(page) == [1, 1 + columns, 2 + columns]
    QTest.keyClick(board, Key.Key_Space)
    assert chosen(page) == [1 + columns, 2 + columns]
    QTest.keyClick(board, Key.Key_A, CTRL)
    assert chosen(page) == list(range(1, 9))
    QTest.keyClick(board, Key.Key_Escape)
    assert chosen(page) == [1]


def test_enter_or_a_double_click_on_a_card_opens_its_table(event: Event, page_of: PageOf) -> None:
    page = board_of(event, page_of, 8)
    opened: list[int] = []
    page.open_table.connect(opened.append)
    page.live.choose(event.game(2).number)
    page.live.board.setFocus()
    QTest.keyClick(page.live.board, Key.Key_Return)
    assert opened == [event.game(2).number]
    board = page.live.board
    middle = board.visualRect(board.model().index(2, 0)).center()
    QTest.mouseClick(board.viewport(), LEFT, NONE, middle)
    QTest.mouseDClick(board.viewport(), LEFT, NONE, middle)
    assert opened[1:] == [event.game(3).number]


def test_filters_show_their_counts_and_keep_the_chosen_card(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 16, clocks=3)
    event.do(PauseClock(event.game(2).number, "Rules question"))
    event.do(CallJudge(event.game(3).number, Side.RED))
    event.report(8)
    filters = page.live.filters
    qtbot.waitUntil(lambda: filters.buttons[Filter.DONE].text() == "Finished 1")
    texts = [made.text() for made in filters.buttons.values() if made.isVisible()]
    assert texts == [
        "All 8", "Needs you 1", "Low on time 0", "Playing 1", "Paused 1", "To confirm 0",
        "Not started 4", "Finished 1",
    ]  # fmt: skip
    assert not filters.buttons[Filter.LOW].isEnabled()
    qtbot.mouseClick(filters.buttons[Filter.WAITING], LEFT)
    assert numbers(page) == [4, 5, 6, 7]
    qtbot.mouseClick(filters.buttons[Filter.NEEDS_YOU], LEFT)
    assert numbers(page) == [3]
    click(page, 0)
    event.do(DismissJudge(event.game(3).number))
    qtbot.waitUntil(lambda: filters.buttons[Filter.NEEDS_YOU].text() == "Needs you 0")
    assert numbers(page) == [3]  # what is being done at it is not lost
    assert page.live.panel.isVisible()
    qtbot.mouseClick(filters.buttons[Filter.PAUSED], LEFT)
    assert numbers(page) == [2]
    assert chosen(page) == []
    page.find_game(event.game(7).number)  # a filter that hides it gives way
    assert numbers(page) == list(range(1, 9))
    assert chosen(page) == [7]
    assert filters.buttons[Filter.ALL].isChecked()
    assert page.live.board.hasFocus()


def test_the_offline_filter_appears_once_a_table_is_offline(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 8)
    away = page.live.filters.buttons[Filter.AWAY]
    assert not away.isVisible()
    page.live.board.away = lambda: {2, 3}
    page.live.show_tablets()
    assert away.text() == "Offline 2"
    qtbot.mouseClick(away, LEFT)
    assert numbers(page) == [2, 3]


def test_a_hidden_board_shows_changes_of_tablets_only_when_it_is_shown_again(
    event: Event, page_of: PageOf
) -> None:
    page = board_of(event, page_of, 8)
    away = page.live.filters.buttons[Filter.AWAY]
    ticks: list[None] = []
    page.live.board.ticked.connect(lambda: ticks.append(None))
    page.hide()
    page.live.board.away = lambda: {2, 3}
    page.live.show_tablets()
    assert ticks == []
    page.show()
    assert away.text() == "Offline 2"


def test_each_second_repaints_only_cards_whose_digits_changed(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 24, clocks=1)
    board = page.live.board
    qtbot.waitUntil(lambda: board.ticking)
    painted: list[QRect] = []

    class Paints(QObject):
        def eventFilter(self, _watched: QObject, happened: QEvent) -> bool:
            if isinstance(happened, QPaintEvent):
                painted.append(happened.rect())
            return False

    paints = Paints(board)
    board.viewport().installEventFilter(paints)
    ticks: list[None] = []
    board.ticked.connect(lambda: ticks.append(None))
    qtbot.waitUntil(lambda: len(ticks) > 1)  # the window is all there
    painted.clear()
    qtbot.waitUntil(lambda: len(ticks) > 3)
    assert painted == []  # nothing reads differently
    event.move_by(1_000)
    qtbot.waitUntil(lambda: bool(painted))
    first = board.visualRect(board.model().index(0, 0))
    assert all(first.contains(part) for part in painted)
    event.do(PauseClock(event.game(1).number, ""))
    qtbot.waitUntil(lambda: not board.ticking)


class Region(QObject):
    """Joins what is to be painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.asked = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, happened: QEvent) -> bool:
        if isinstance(happened, QPaintEvent):
            self.asked = self.asked.united(happened.region())
        return False


def make_two_columns(board: TableBoard, *, tall: bool) -> None:
    """Give the board a size of its own, whatever else the page shows, with several columns."""
    for wide in range(300, 1600, 10):
        board.setFixedSize(wide, 500)
        QApplication.processEvents()
        if board.shape.columns > 1 and board.shape.tall is tall:
            return
    pytest.fail("No width has such cards.")


def test_the_times_at_the_foot_of_a_narrow_card_do_not_touch(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 8, clocks=2)
    board = page.live.board
    qtbot.waitUntil(lambda: board.ticking)
    make_two_columns(board, tall=True)
    for place, row in enumerate(board.model().rows):
        item = board.visualRect(board.model().index(place, 0))
        red, blue = board.itemDelegate().times(item, row, board.font())
        assert red.words.startswith("Red ")
        assert item.left() < red.box.left()
        assert red.box.right() < blue.box.left()
        assert blue.box.right() < item.right()


@pytest.mark.parametrize(
    ("theme", "tall"),
    [(LIGHT, False), (DARK, False), (LIGHT, True)],
    ids=["light", "dark", "times at the foot"],
)
def test_repainting_only_the_digits_gives_the_same_picture_as_a_full_repaint(
    event: Event,
    page_of: PageOf,
    qtbot: QtBot,
    dressed: Callable[[Theme], None],
    theme: Theme,
    tall: bool,
) -> None:
    dressed(theme)
    page = board_of(event, page_of, 16, clocks=6)
    board = page.live.board
    qtbot.waitUntil(lambda: board.ticking)
    make_two_columns(board, tall=tall)
    click(page, 1)
    event.do(StartClock(event.game(7).number, Side.BLUE))
    qtbot.waitUntil(lambda: board.model().rows[6].runs is Side.BLUE)
    region, sizes = Region(board.viewport()), list[int]()
    for step_ms in (1_000, 1_000, 59 * 60_000, 500):  # the last minute counts tenths
        QApplication.processEvents()
        picture = board.viewport().grab().toImage()
        region.asked = QRegion()
        event.move_by(step_ms)
        board.show_now()
        if step_ms >= 1_000:
            qtbot.waitUntil(lambda: not region.asked.isEmpty())
        QApplication.processEvents()  # half a second may change no figure
        asked = region.asked
        painter = QPainter(picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        for part in asked:
            painter.fillRect(part, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if not asked.isEmpty():  # Qt takes an empty region for the whole
            board.viewport().render(painter, asked.boundingRect().topLeft(), asked)
        painter.end()
        assert picture == board.viewport().grab().toImage()
        chosen_card = board.visualRect(board.model().index(1, 0))
        others = asked.subtracted(QRegion(chosen_card))  # a mouse over it paints it whole
        sizes.append(sum(part.width() * part.height() for part in others))
    six_cards = 6 * board.shape.width * board.shape.height
    assert sizes[1] < six_cards / 10  # nothing but figures changed


@pytest.fixture
def screen_reader() -> Iterator[None]:
    """One that listens."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.usefixtures("screen_reader")
def test_while_a_screen_reader_is_active_a_card_is_repainted_as_a_whole(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    board = board_of(event, page_of, 4, clocks=1).live.board
    qtbot.waitUntil(lambda: board.ticking)
    board.viewport().grab()
    region = Region(board.viewport())
    event.move_by(1_000)
    card = board.visualRect(board.model().index(0, 0))
    qtbot.waitUntil(lambda: region.asked.contains(card))


def test_a_screen_reader_is_given_the_full_description_of_a_card(
    event: Event, page_of: PageOf
) -> None:
    page = board_of(event, page_of, 4, clocks=1)
    heard = QAccessible.queryAccessibleInterface(page.live.board)
    red, blue = event.game(1).players.map(event.state.name)
    assert heard.childCount() == 2
    assert heard.child(0).text(QAccessible.Text.Name) == (
        f"Table 1. Playing. Red: {red}, 1:00:00, clock runs. Blue: {blue}, 1:00:00."
        " Control points 0–0. Red deploys"
    )


def menu_at(page: RoundPage, place: int) -> QMenu:
    board = page.live.tables
    point = board.visualRect(board.model().index(place, 0)).center()
    asked = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse,
        point,
        board.viewport().mapToGlobal(point),
    )
    page.live.menu.clear()
    QApplication.sendEvent(board.viewport(), asked)
    return page.live.menu


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_the_menus_of_cards_and_rows_offer_the_same_acts_as_the_panel(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 8, clocks=2)
    page.live.list.show_order(Order.TABLE)
    for board in (True, False):
        page.live.show_board(board=board)
        page.live.choose(event.game(1).number)
        words = texts(menu_at(page, 0))
        page.live.menu.close()
        assert words[:4] == ["Pause", "Enter result", "Table window", "Adjust time…"]
        assert "Adjust time…" in words
    page.live.choose(event.game(2).number)
    menu = menu_at(page, 1)
    next(action for action in menu.actions() if action.text() == "Pause").trigger()
    menu.close()
    qtbot.waitUntil(lambda: not event.game(2).play.ticking)
    assert event.game(1).play.ticking
    page.live.tables.selectAll()
    assert texts(menu_at(page, 1))[0] == "Start at 2 tables…"
    page.live.menu.close()


def test_list_and_board_share_the_selection_and_the_last_view_used_is_remembered(
    event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    kept: list[bool] = []
    client.keep_board = kept.append
    event.register(8)
    event.start()
    page = page_of(RoundPage)
    live = page.live
    assert live.list.isVisible()
    live.choose(event.game(3).number)
    live.list.setFocus()
    qtbot.mouseClick(live.as_board, LEFT)
    assert live.board.isVisible()
    assert chosen(page) == [3]
    live.board.selectAll()
    live.board.setFocus()
    QTest.keySequence(page, BOARD_KEY)
    assert live.list.isVisible()
    assert live.list.hasFocus()
    assert len(live.list.chosen_games) == 4
    assert kept == [True, False]
    assert not live.board.ticking


def test_the_choice_of_the_board_is_saved_in_the_preferences(
    qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "preferences.json"
    laptop = AppPreferences(qapp, file)
    assert not laptop.board
    laptop.keep_board(True)
    assert AppPreferences(qapp, file).board


def opened(qtbot: QtBot, qapp: QApplication, folder: Path, players: int) -> MainWindow:
    file = folder / "event.flagfall"
    window = show_played(qapp, file, players)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1920, 1008)  # Full HD less the title of the window and a bar of the system
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    view.show_page(DeskPage.ROUND)
    return window


def test_32_tables_fit_on_the_board_at_once_and_narrow_windows_scroll(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, dressed: Callable[[Theme], None]
) -> None:
    window = opened(qtbot, qapp, tmp_path, 64)
    assert window.view is not None
    page = window.view.page
    assert isinstance(page, RoundPage)
    dressed(DARK)
    page.live.show_board(board=True)
    board = page.live.board
    qtbot.waitUntil(lambda: board.shape.columns == 4)
    last = board.visualRect(board.model().index(31, 0))
    qtbot.waitUntil(lambda: board.viewport().rect().contains(last.bottomLeft()))
    columns = []
    for size in ((1366, 768), (960, 768)):
        window.resize(*size)
        qtbot.waitUntil(lambda size=size: window.width() == size[0])
        columns.append(board.shape.columns)
        assert board.shape.columns * board.shape.width <= board.viewport().width()
        qtbot.waitUntil(lambda: board.verticalScrollBar().maximum() > 0)
    assert columns == [2, 1]


def test_a_finished_round_and_an_empty_filter_are_shown(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = board_of(event, page_of, 4, clocks=1)
    qtbot.mouseClick(page.live.filters.buttons[Filter.PLAYING], LEFT)
    event.report(1)
    event.report(2)
    event.do(FinishRound())
    qtbot.waitUntil(lambda: page.live.filters.buttons[Filter.DONE].text() == "Finished 2")
    assert numbers(page) == []
    qtbot.mouseClick(page.live.filters.buttons[Filter.DONE], LEFT)
    assert numbers(page) == [1, 2]
    assert page.live.board.grab().toImage().pixelColor(QPoint(20, 10)).isValid()
