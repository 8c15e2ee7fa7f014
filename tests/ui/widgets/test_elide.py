"""Names as they are shown: those that run to the left lose their end where they do not fit, like
all others; those that look like markup are none.
"""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QImage, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from app.engine.acts.players import EditPlayer, Entry
from app.engine.formats.settings import Settings
from app.engine.state import State
from app.store.packets.files import packets
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventHeader
from app.ui.shell.message_bar import MessageBar
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from app.ui.widgets.basics import NameLabel
from app.ui.widgets.elide import ISOLATED, NamePainter, elide, set_apart
from tests.events import Event
from tests.ui.open_pages import PageOf
from tests.ui.pictures import picture_of

HEBREW = "אברהם בן־יהודה מירושלים הבירה והמעטירה"
ARABIC = "محمد عبد الرحمن الطويل جدا من مدينة القدس"


def dots_first(picture: QImage, left: int, right: int) -> bool:
    """Whether what is written there begins, on its left, with a dot on the line."""
    ground = picture.pixelColor(right - 3, 3)

    def is_ink(x: int, y: int) -> bool:
        return abs(picture.pixelColor(x, y).lightness() - ground.lightness()) > 60

    rows = range(3, picture.height() - 3)
    inked = ([y for y in rows if is_ink(x, y)] for x in range(left, right))
    first = next(column for column in inked if column)
    return len(first) <= 3


def in_cell(table: QTableView, row: int, column: int) -> bool:
    left = table.columnViewportPosition(column)
    top = table.rowViewportPosition(row)
    picture = picture_of(table.viewport())
    height = table.rowHeight(row)
    return dots_first(
        picture.copy(0, top, picture.width(), height), left + 4, left + table.columnWidth(column)
    )


@pytest.mark.parametrize("name", [HEBREW, ARABIC, f"Anna {HEBREW}"])
def test_the_ellipsis_is_placed_at_the_end_in_reading_direction(
    qapp: QApplication, name: str
) -> None:
    words = elide(QFontMetrics(QFont()), name, 120)
    kept, _ = words.strip(ISOLATED).split("…")
    assert name.startswith(kept.rstrip("\u200d "))  # Qt joins the last letter
    layout = QTextLayout(words)
    option = QTextOption()
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    dots = words.index("…")
    places = [line.cursorToX(at)[0] for at in range(dots + 2)]
    assert places[dots + 1] < places[dots]
    letters = [at for at in range(dots) if words[at] > "\u0590" and words[at].isalpha()]
    leftwards = [places[at] for at in letters[1:]]  # the first may be entered from either side
    assert places[dots] < min(leftwards)


def test_left_to_right_names_are_left_unchanged(qapp: QApplication) -> None:
    assert set_apart("Grażyna O’Brien") == "Grażyna O’Brien"
    metrics = QFontMetricsF(QFont())
    assert elide(metrics, "Anna Kowalska" * 9, 99.5).endswith("…")
    assert elide(metrics, HEBREW, 9999) == set_apart(HEBREW)


def test_labels_and_lists_shorten_right_to_left_names_at_their_end(qtbot: QtBot) -> None:
    shown = NameLabel(HEBREW)
    table = QTableWidget(1, 1)
    table.setItemDelegate(NamePainter(table))
    table.setItem(0, 0, QTableWidgetItem(ARABIC))
    for one in (shown, table):
        qtbot.addWidget(one)
        one.resize(160, 90)
        one.show()
    assert shown.toolTip() == HEBREW
    assert dots_first(picture_of(shown), 0, 160)
    assert in_cell(table, 0, 0)


def test_player_and_pairing_tables_shorten_names_and_show_them_in_full_as_tooltips(
    event: Event, page_of: PageOf
) -> None:
    event.register(4)
    for number in range(1, 5):
        event.do(EditPlayer(number, Entry(f"{(HEBREW, ARABIC)[number % 2]} {number}")))
    players = page_of(PlayersPage).table
    players.setColumnWidth(1, 120)
    event.draw()
    drawn = page_of(RoundPage).review.table
    drawn.setColumnWidth(2, 120)
    for table, column in ((players, 1), (drawn, 2)):
        assert in_cell(table, 0, column)
        assert len(str(table.model().index(0, column).data(Qt.ItemDataRole.ToolTipRole))) > 30


TAGGED = "<b>Ann</b>"


def test_text_that_looks_like_markup_is_shown_as_typed(qtbot: QtBot, tmp_path: Path) -> None:
    bar, header = MessageBar(), EventHeader()
    bar.show_message(f"{TAGGED} plays in round 2.")
    packet = packets()["sr2017"]
    header.show_event(State(settings=Settings(TAGGED, packet.key, 75, 1), packet=packet))
    asked = InsistDialog(f"{TAGGED} plays in round 2.", note="", words=("&Cancel", "&Seat"))
    made = NewEventDialog(packets(), tmp_path / TAGGED)
    for widget in (bar, header, asked, made):
        qtbot.addWidget(widget)
        shown = [label for label in widget.findChildren(QLabel) if "<b>" in label.text()]
        assert shown
        assert all(one.textFormat() is Qt.TextFormat.PlainText for one in shown)
