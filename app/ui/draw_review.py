"""A draw before it is played: who meets whom, what had to give way, and the secret scenario."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.engine.round_view import DrawRow, Review, Seat
from app.engine.scenario import Scenario
from app.engine.side import Side
from app.engine.state import Stage
from app.ui.pieces import button, card, label, scrolled
from app.ui.scenario_map import ScenarioMap
from app.ui.seat_painter import BELOW_ROLE, LEFT, MIDDLE, SeatPainter

HEADINGS = ("Table", "TP", "Red", "Blue", "TP")
WIDTHS = {0: 64, 1: 48, 4: 64}
ROW = 48
SIDE_WIDTH = 320
STRETCHED = (2, 3)


class DrawReview(QWidget):
    """``scenario_chosen`` carries the number of the scenario the EO wants instead.

    ``terrain_wanted`` carries the number of the table chosen in the list.
    """

    scenario_chosen = Signal(int)
    layout_wanted = Signal()
    terrain_wanted = Signal(int)
    terrain_sheets_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Review | None = None
        self.table = _table()
        self.scenario = QComboBox()
        self.scenario.setAccessibleName("Scenario")
        self.scenario.activated.connect(self._choose)
        self.map = ScenarioMap()
        self.map.setFixedHeight(264)
        self.layout_ = button("&Layout…", self.layout_wanted.emit, kind="quiet")
        self.terrain = button("", lambda: self.terrain_wanted.emit(self._chosen), kind="quiet")
        self.print_terrain = button(
            "P&rint the terrain…", self.terrain_sheets_wanted.emit, kind="quiet"
        )
        self.table.itemSelectionChanged.connect(self._show_table)
        self._secret = label("", "muted", wraps=True)
        self._bye = label("", wraps=True)
        self._gave_way = label("", wraps=True)
        self._seed = label("", "muted", wraps=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.table, 1)
        row.addWidget(self._side())

    def _side(self) -> QFrame:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        parts: list[tuple[str, list[QWidget]]] = [
            (
                "Scenario",
                [
                    self.scenario,
                    self._secret,
                    self.map,
                    self.layout_,
                    self.terrain,
                    self.print_terrain,
                ],
            ),
            ("Bye", [self._bye]),
            ("Rules that gave way", [self._gave_way]),
            ("The dice", [self._seed]),
        ]
        for place, (title, widgets) in enumerate(parts):
            if place:
                column.addSpacing(16)
            column.addWidget(label(title, "heading"))
            for widget in widgets:
                column.addWidget(widget)
        column.addStretch()
        frame = card("drawSide")
        frame.setFixedWidth(SIDE_WIDTH)
        box = QVBoxLayout(frame)
        box.setContentsMargins(1, 1, 1, 1)
        box.addWidget(scrolled(inside))
        return frame

    def show_review(self, shown: Review) -> None:
        if shown == self._shown:
            return
        self._shown = shown
        self.table.setRowCount(len(shown.rows))
        for place, row in enumerate(shown.rows):
            for column, item in enumerate(_items(row)):
                self.table.setItem(place, column, item)
        self.scenario.clear()
        for number, name in shown.scenarios:
            played = " (played before)" if number in shown.used else ""
            self.scenario.addItem(f"{number}  {name}{played}", number)
        self.scenario.setCurrentIndex(self.scenario.findData(shown.scenario))
        self.scenario.setEnabled(shown.stage in {Stage.DRAWN, Stage.PUBLISHED})
        self._show_map(shown.played)
        self._show_table()
        self._bye.setText(_bye_words(shown.bye))
        self._gave_way.setText("\n\n".join(shown.gave_way) or "None.")
        self._seed.setText(_seed_words(shown))

    def _show_map(self, played: Scenario | None) -> None:
        known = False
        if played is not None:
            self.map.show_map(played, Side.RED)
            known = self.map.known
        self.map.setVisible(known)
        self.layout_.setVisible(played is not None and bool(played.elements))
        hidden = "Hidden from players until you start the round."
        missing = " Where its elements stand is not known: draw the layout yourself."
        self._secret.setText(hidden if known or not played else hidden + missing)

    def show_terrain(self, *, possible: bool, tables: int) -> None:
        """``possible``: the packet has rules for it. ``tables`` have their terrain."""
        self.terrain.setVisible(possible)
        self.print_terrain.setVisible(possible and tables > 0)

    @property
    def _chosen(self) -> int:
        """The number of the table chosen in the list, of the first when none is."""
        rows = self._shown.rows if self._shown else ()
        place = max(self.table.currentRow(), 0)
        return rows[place].table if place < len(rows) else 1

    def _show_table(self) -> None:
        self.terrain.setText(f"&Terrain of table {self._chosen}…")

    def _choose(self, index: int) -> None:
        number = self.scenario.itemData(index)
        if self._shown is None or number == self._shown.scenario:
            return
        self.scenario.setCurrentIndex(self.scenario.findData(self._shown.scenario))
        self.scenario_chosen.emit(number)


def _table() -> QTableWidget:
    table = QTableWidget(0, len(HEADINGS))
    table.setAccessibleName("Pairings")
    table.setHorizontalHeaderLabels(HEADINGS)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.setItemDelegate(SeatPainter(table))
    table.verticalHeader().setDefaultSectionSize(ROW)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)
    for column in range(len(HEADINGS)):
        stretched = column in STRETCHED
        header.setSectionResizeMode(
            column, QHeaderView.ResizeMode.Stretch if stretched else QHeaderView.ResizeMode.Fixed
        )
        item = table.horizontalHeaderItem(column)
        if item is not None:
            item.setTextAlignment(LEFT if stretched else MIDDLE)
    for column, width in WIDTHS.items():
        table.setColumnWidth(column, width)
    return table


def _items(row: DrawRow) -> list[QTableWidgetItem]:
    red, blue = row.seats
    texts = (str(row.table), str(red.tp), red.name, blue.name, str(blue.tp))
    items = [QTableWidgetItem(text) for text in texts]
    for column, seat in ((2, red), (3, blue)):
        items[column].setData(BELOW_ROLE, _below(seat))
        items[column].setToolTip(seat.name)
    return items


def _below(seat: Seat) -> str:
    """The line under a name: the club, and the word for a player paired with fewer points."""
    return " · ".join(part for part in (seat.club, "paired down" if seat.down else "") if part)


def _bye_words(bye: Seat | None) -> str:
    if bye is None:
        return "Nobody: the number of players is even."
    return f"{bye.name}, {bye.tp} TP"


def _seed_words(shown: Review) -> str:
    if not shown.seed:
        return "Pairings set by hand."
    return (
        f"Seed {shown.seed}, attempt {shown.attempt}. The same seed and attempt always give"
        " this draw."
    )
