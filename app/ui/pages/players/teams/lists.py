"""The list of teams, of a team's players and of its rounds. Players are dragged from seat to seat
and onto other teams.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QKeyEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableWidgetItem

from app.engine.language import say
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.row_list import RowList
from app.ui.widgets.theme import current_theme
from app.views.teams.roster import SeatRow, TeamRoundRow, TeamRow

PLAYERS = "application/x-flagfall-players"
"""What is dragged: the players' numbers."""
CAPTAIN = "★"


class TeamColumn(IntEnum):
    TEAM = 0
    NATION = 1
    PLAYERS = 2
    HERE = 3
    RECORD = 4
    NOTE = 5


TEAM_COLUMNS: Mapping[TeamColumn, ListColumn[TeamRow]] = {
    TeamColumn.TEAM: ListColumn(say("Team"), lambda row: row.name),
    TeamColumn.NATION: ListColumn(say("Nation"), lambda row: row.nation, 104),
    TeamColumn.PLAYERS: ListColumn(say("Players"), lambda row: row.players, 72),
    TeamColumn.HERE: ListColumn(say("Here"), lambda row: row.here, 72),
    TeamColumn.RECORD: ListColumn(say("W–L–D"), lambda row: row.record, 72),
    TeamColumn.NOTE: ListColumn(say("Note"), lambda row: row.note, 128),
}


class SeatColumn(IntEnum):
    SEAT = 0
    NAME = 1
    CAPTAIN = 2
    FACTION = 3
    STATUS = 4


SEAT_COLUMNS: Mapping[SeatColumn, ListColumn[SeatRow]] = {
    SeatColumn.SEAT: ListColumn(say("Seat"), lambda row: row.seat, 52),
    SeatColumn.NAME: ListColumn(say("Player"), lambda row: row.name),
    SeatColumn.CAPTAIN: ListColumn(
        "", lambda row: CAPTAIN if row.is_captain else "", 28, say("Captain")
    ),
    SeatColumn.FACTION: ListColumn(say("Faction"), lambda row: row.faction, 96),
    SeatColumn.STATUS: ListColumn(say("Status"), lambda row: row.status, 112),
}


class RoundColumn(IntEnum):
    ROUND = 0
    OPPONENT = 1
    RESULT = 2
    CHANGES = 3


ROUND_COLUMNS: Mapping[RoundColumn, ListColumn[TeamRoundRow]] = {
    RoundColumn.ROUND: ListColumn(say("Round"), lambda row: row.number, 60),
    RoundColumn.OPPONENT: ListColumn(say("Against"), lambda row: row.opponent),
    RoundColumn.RESULT: ListColumn(say("Result"), lambda row: row.result, 96),
    RoundColumn.CHANGES: ListColumn(say("Came in"), lambda row: row.changes),
}


def dragged(data: QMimeData) -> tuple[int, ...]:
    """Return the players that are dragged, by number; none for anything else."""
    if not data.hasFormat(PLAYERS):
        return ()
    return tuple(map(int, bytes(data.data(PLAYERS).data()).split()))


class _Target(RowList):
    """Takes players that are dropped onto a row, or below all."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._accept(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # marks the place, scrolls at the edge
        self._accept(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._accept(event)
        place = self.indexAt(event.position().toPoint()).row()
        if numbers := dragged(event.mimeData()):
            self.take(numbers, place)

    def take(self, numbers: tuple[int, ...], place: int) -> None:
        """``place`` is −1 below all rows."""
        raise NotImplementedError

    def _accept(self, event: QDropEvent) -> None:
        """Let Qt take the move for a copy: after a move it would remove a row from this list."""
        if dragged(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()


class TeamsList(_Target):
    """``dropped``: players and the key of the team they were dropped onto."""

    chosen = Signal()
    edit_wanted = Signal()
    dropped = Signal(object, str)

    def __init__(self) -> None:
        super().__init__(say("Teams"), TEAM_COLUMNS)
        self.rows: tuple[TeamRow, ...] = ()
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(True)
        self.itemSelectionChanged.connect(self.chosen)
        self.doubleClicked.connect(lambda _index: self.edit_wanted.emit())

    @property
    def chosen_row(self) -> TeamRow | None:
        place = self.currentRow()
        return self.rows[place] if 0 <= place < len(self.rows) else None

    def show_rows(self, rows: tuple[TeamRow, ...]) -> None:
        """Show the teams; the one that was chosen stays so, and where it has gone, the first is."""
        before = self.chosen_row.key if self.chosen_row else None
        if rows != self.rows:
            theme, blocked = current_theme(), self.blockSignals(True)
            self.rows = rows
            self.setRowCount(len(rows))
            for place, row in enumerate(rows):
                for column, look in TEAM_COLUMNS.items():
                    quiet = row.out or not row.is_team
                    ink = theme.muted if quiet or column is not TeamColumn.TEAM else theme.text
                    if column is TeamColumn.NOTE and row.doubts:
                        ink = theme.danger
                    text = look.cell(row)
                    tip = "\n".join(row.doubts) if column is TeamColumn.NOTE else text
                    self.put(place, column, text, tip=tip, ink=ink)
                _bold(self.item(place, TeamColumn.TEAM))
            self.blockSignals(blocked)
        keys = [row.key for row in rows]
        self.choose(before if before in keys else keys[0] if keys else "")
        self.chosen.emit()

    def choose(self, key: str) -> None:
        keys = [row.key for row in self.rows]
        if key in keys and self.currentRow() != keys.index(key):
            self.setCurrentCell(keys.index(key), TeamColumn.TEAM)

    def take(self, numbers: tuple[int, ...], place: int) -> None:
        if place >= 0:
            self.dropped.emit(numbers, self.rows[place].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.edit_wanted.emit()
        else:
            super().keyPressEvent(event)


class SeatsList(_Target):
    """``seat_wanted``: a player and the seat that they are to have, from 1; 0 for the last."""

    chosen = Signal()
    seat_wanted = Signal(int, int)

    def __init__(self) -> None:
        super().__init__(say("Players of the team"), SEAT_COLUMNS)
        self.rows: tuple[SeatRow, ...] = ()
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.setDragEnabled(True)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(True)
        self.itemSelectionChanged.connect(self.chosen)

    @property
    def chosen_rows(self) -> tuple[SeatRow, ...]:
        places = sorted({index.row() for index in self.selectedIndexes()})
        return tuple(self.rows[place] for place in places if place < len(self.rows))

    def show_rows(self, rows: tuple[SeatRow, ...]) -> None:
        """Players who were chosen stay so."""
        if rows == self.rows:
            return
        before = {row.number for row in self.chosen_rows}
        theme, blocked = current_theme(), self.blockSignals(True)
        self.clearSelection()
        self.rows = rows
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, look in SEAT_COLUMNS.items():
                bright = column is SeatColumn.NAME and not row.out
                ink = theme.text if bright else theme.muted
                text = look.cell(row)
                tip = say("Captain") if column is SeatColumn.CAPTAIN and text else text
                self.put(place, column, text, tip=tip, ink=ink)
            _bold(self.item(place, SeatColumn.NAME))
        self.choose([row.number for row in rows if row.number in before])
        self.blockSignals(blocked)
        self.chosen.emit()

    def choose(self, numbers: Sequence[int]) -> None:
        for place, row in enumerate(self.rows):
            if row.number in numbers:
                if not self.chosen_rows:
                    self.setCurrentCell(place, SeatColumn.NAME)
                for column in SEAT_COLUMNS:
                    if item := self.item(place, column):
                        item.setSelected(True)

    def mimeTypes(self) -> list[str]:
        return [PLAYERS]

    def mimeData(self, _items: Sequence[QTableWidgetItem]) -> QMimeData:
        data = QMimeData()
        numbers = " ".join(str(row.number) for row in self.chosen_rows)
        data.setData(PLAYERS, numbers.encode())
        return data

    def take(self, numbers: tuple[int, ...], place: int) -> None:
        """One seat takes one player."""
        self.seat_wanted.emit(numbers[0], place + 1 if place >= 0 else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with an arrow moves the player by a seat."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_by(step)
        else:
            super().keyPressEvent(event)

    def move_by(self, step: int) -> None:
        """Let the chosen player change places with the next one up or down."""
        chosen = self.chosen_rows
        seat = self.rows.index(chosen[0]) + 1 + step if len(chosen) == 1 else 0
        if 1 <= seat <= len(self.rows):
            self.seat_wanted.emit(chosen[0].number, seat)


class RoundsList(RowList):
    """A team's rounds, to read."""

    def __init__(self) -> None:
        super().__init__(say("The team’s rounds"), ROUND_COLUMNS)
        self.rows: tuple[TeamRoundRow, ...] = ()

    def show_rows(self, rows: tuple[TeamRoundRow, ...]) -> None:
        self.rows = rows
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, look in ROUND_COLUMNS.items():
                text = look.cell(row)
                self.put(place, column, text, tip=text, ink=current_theme().text)


def _bold(item: QTableWidgetItem | None) -> None:
    if item is not None and not item.font().bold():
        font = item.font()
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(font)
