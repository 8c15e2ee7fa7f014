"""The lists of teams, of a team's players and of its rounds. Players can be dragged between seats
and to other teams.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QMimeData, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QAbstractItemView

from app.engine.language import say
from app.ui.widgets.list_column import Ink, ListColumn, Row
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import Index, ListRows
from app.views.teams.roster import SeatRow, TeamRoundRow, TeamRow

PLAYERS = "application/x-flagfall-players"
"""The MIME type of dragged players, whose data are the players' numbers."""
CAPTAIN = "★"


class TeamColumn(IntEnum):
    TEAM = 0
    NATION = 1
    PLAYERS = 2
    HERE = 3
    RECORD = 4
    NOTE = 5


def _quiet(_row: object) -> Ink:
    return Ink.MUTED


def _name_ink(row: TeamRow) -> Ink | None:
    return Ink.MUTED if row.out or not row.is_team else None


def _note_ink(row: TeamRow) -> Ink:
    return Ink.DANGER if row.doubts else Ink.MUTED


TEAM_COLUMNS: Mapping[TeamColumn, ListColumn[TeamRow]] = {
    TeamColumn.TEAM: ListColumn(say("Team"), lambda row: row.name, bold=True, ink=_name_ink),
    TeamColumn.NATION: ListColumn(
        say("Nation"), lambda row: row.nation, 104, leaves=1, where_used=True, ink=_quiet
    ),
    TeamColumn.PLAYERS: ListColumn(say("Players"), lambda row: row.players, 72, ink=_quiet),
    TeamColumn.HERE: ListColumn(say("Here"), lambda row: row.here, 72, leaves=2, ink=_quiet),
    TeamColumn.RECORD: ListColumn(
        say("W–L–D"), lambda row: row.record, 72, where_used=True, ink=_quiet
    ),
    TeamColumn.NOTE: ListColumn(
        say("Note"),
        lambda row: row.note,
        128,
        where_used=True,
        tip=lambda row: "\n".join(row.doubts),
        ink=_note_ink,
    ),
}


class SeatColumn(IntEnum):
    SEAT = 0
    NAME = 1
    CAPTAIN = 2
    FACTION = 3
    STATUS = 4


SEAT_COLUMNS: Mapping[SeatColumn, ListColumn[SeatRow]] = {
    SeatColumn.SEAT: ListColumn(say("Seat"), lambda row: row.seat, 52, ink=_quiet),
    SeatColumn.NAME: ListColumn(
        say("Player"),
        lambda row: row.name,
        bold=True,
        ink=lambda row: Ink.MUTED if row.out else None,
    ),
    SeatColumn.CAPTAIN: ListColumn(
        "",
        lambda row: CAPTAIN if row.is_captain else "",
        28,
        accessible=say("Captain"),
        tip=lambda row: say("Captain") if row.is_captain else "",
        ink=_quiet,
    ),
    SeatColumn.FACTION: ListColumn(
        say("Faction"), lambda row: row.faction, 136, leaves=1, where_used=True, ink=_quiet
    ),
    SeatColumn.STATUS: ListColumn(say("Status"), lambda row: row.status, 112, ink=_quiet),
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
    RoundColumn.CHANGES: ListColumn(say("Came in"), lambda row: row.changes, where_used=True),
}


def read_dragged(data: QMimeData) -> tuple[int, ...]:
    """Return the numbers of the players that are dragged; empty if something else is dragged."""
    if not data.hasFormat(PLAYERS):
        return ()
    return tuple(map(int, bytes(data.data(PLAYERS).data()).split()))


class _Targets(ListRows[Row]):
    """Rows onto which players can be dropped."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDropEnabled

    def mimeTypes(self) -> list[str]:
        return [PLAYERS]

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction


class _Target(TableList[Row]):
    """A list on which players can be dropped, either onto a row or below all rows."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._accept(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # marks the place, scrolls at the edge
        self._accept(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._accept(event)
        place = self.indexAt(event.position().toPoint()).row()
        if numbers := read_dragged(event.mimeData()):
            self.take(numbers, place)

    def take(self, numbers: tuple[int, ...], place: int) -> None:
        """Handle dropped players. ``place`` is the row they were dropped onto, or −1 below all
        rows.
        """
        raise NotImplementedError

    def _accept(self, event: QDropEvent) -> None:
        """Accept dragged players as a copy. After a move, Qt would remove a row from this list."""
        if read_dragged(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()


class TeamsList(_Target[TeamRow]):
    """The list of teams. ``dropped`` carries players, and the key of the team that they were
    dropped onto.
    """

    edit_wanted = Signal()
    here_wanted = Signal()  # of the team that is chosen
    dropped = Signal(object, str)

    def __init__(self) -> None:
        super().__init__(
            "teams", say("Teams"), _Targets(TEAM_COLUMNS.values(), lambda row: row.key)
        )
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(True)
        self.doubleClicked.connect(lambda _index: self.edit_wanted.emit())

    def show_rows(self, rows: Sequence[TeamRow]) -> None:
        """Show the teams. If the chosen team has gone, choose the first team."""
        super().show_rows(rows)
        if self.chosen_row is None and rows:
            self.choose([0])
        self.chosen.emit()

    def choose_team(self, key: str) -> None:
        keys = [row.key for row in self.rows]
        if key in keys:
            self.choose([keys.index(key)])

    def take(self, numbers: tuple[int, ...], place: int) -> None:
        if place >= 0:
            self.dropped.emit(numbers, self.rows[place].key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.edit_wanted.emit()
        elif event.key() == Qt.Key.Key_Space:
            self.here_wanted.emit()
        else:
            super().keyPressEvent(event)


class _Seats(_Targets[SeatRow]):
    """Rows whose players can also be dragged."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        places = sorted({index.row() for index in indexes})
        data.setData(PLAYERS, " ".join(str(self.rows[place].number) for place in places).encode())
        return data


class SeatsList(_Target[SeatRow]):
    """The seats of a team. ``seat_wanted`` carries a player and their new seat, counted from 1; 0
    stands for the last seat.
    """

    seat_wanted = Signal(int, int)

    def __init__(self) -> None:
        rows = _Seats(SEAT_COLUMNS.values(), lambda row: row.number)
        super().__init__("seats", say("Players of the team"), rows, many=True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.setDragEnabled(True)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(True)

    def choose_players(self, numbers: Collection[int]) -> None:
        self.choose(
            [place for place, row in enumerate(self.rows) if row.number in numbers],
            SeatColumn.NAME,
        )

    def take(self, numbers: tuple[int, ...], place: int) -> None:
        """Give the first of the dropped players the seat in row ``place``."""
        self.seat_wanted.emit(numbers[0], place + 1 if place >= 0 else 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the chosen player by one seat when Alt and an arrow key are pressed."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_by(step)
        else:
            super().keyPressEvent(event)

    def move_by(self, step: int) -> None:
        """Let the chosen player change seats with the player ``step`` rows further down; negative
        steps lead up.
        """
        chosen = self.chosen_rows
        seat = self.rows.index(chosen[0]) + 1 + step if len(chosen) == 1 else 0
        if 1 <= seat <= len(self.rows):
            self.seat_wanted.emit(chosen[0].number, seat)


def rounds_list() -> TableList[TeamRoundRow]:
    """Return the list of a team's rounds, which is read only."""
    return TableList("teamRounds", say("The team’s rounds"), ListRows(ROUND_COLUMNS.values()))
