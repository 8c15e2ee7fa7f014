"""The dialog for a pasted or imported list, in which the organizer ticks the rows to add."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QTableView,
    QWidget,
)

from app.engine.language import plural, say
from app.engine.state import State
from app.engine.text import join_words, shorten
from app.store.errors import StoreError
from app.store.tables.encodings import ENCODINGS
from app.store.tables.roster import (
    EMPTY,
    Change,
    Column,
    RosterPreview,
    RosterRow,
    Taken,
    preview_roster,
)
from app.store.tables.workbook import Sheet
from app.ui.pages.players.columns_dialog import COLUMN_WORDS, ColumnsDialog
from app.ui.widgets.basics import align_link, button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.table_model import dress, measure_column, set_width, share_width
from app.ui.widgets.theme import DIALOG, Space, current_theme

ReadAgain: TypeAlias = Callable[[str], Sequence[Sheet]]
"""A function that reads the file again in another encoding. Raises StoreError if it cannot be
read.
"""
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEADINGS = (
    "",
    say("Line"),
    say("Name"),
    say("Club"),
    say("Faction"),
    say("Team"),
    say("State"),
    say("Note"),
)
TICK, LINE, NAME, CLUB, FACTION, TEAM, STATE, NOTE = range(8)
FIXED = {TICK: 40, LINE: 56, STATE: 96}
SHARES = {NAME: 24, CLUB: 16, FACTION: 12, TEAM: 12, NOTE: 44}
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
TICKED = Qt.CheckState.Checked
ROW = 32
NOTES = 104
"""The greatest height of the remarks in pixels. Longer remarks scroll."""
MOST_NAMED = 6
TICK_WORDS = {Column.HERE: say("Here"), Column.PAID: say("Paid"), Column.LISTS: say("Lists")}
MOST_LETTERS = 120
"""The greatest number of letters that are shown of a cell. In a broken list, a single cell may hold
a page of text.
"""


class RosterRows(QAbstractTableModel):
    """The rows of the list. ``ticked`` holds the positions of the rows that will be added."""

    def __init__(self, rows: tuple[RosterRow, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = rows
        self.ticked = {place for place, row in enumerate(rows) if row.ok}

    def show_rows(self, rows: tuple[RosterRow, ...]) -> None:
        """Show other rows, and tick those that have no faults."""
        self.beginResetModel()
        self.rows = rows
        self.ticked = {place for place, row in enumerate(rows) if row.ok}
        self.endResetModel()

    @property
    def chosen(self) -> tuple[RosterRow, ...]:
        return tuple(self.rows[place] for place in sorted(self.ticked))

    def tick(self, places: set[int], on: bool) -> None:
        """Tick or untick rows. A row that cannot be added stays unticked."""
        may = {place for place in places if self.rows[place].takeable}
        self.ticked = self.ticked | may if on else self.ticked - may
        last = self.index(len(self.rows) - 1, 0)
        self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.CheckStateRole])

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cells(row)[column]
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(_cells(row)[column])
            case Qt.ItemDataRole.CheckStateRole if column == TICK and row.takeable:
                return TICKED if index.row() in self.ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.TextAlignmentRole:
                return LEFT
            case Qt.ItemDataRole.ForegroundRole:
                return _ink(row, column)
            case _:
                return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return HEADINGS[section] or say("Add or change")
        return LEFT if role == Qt.ItemDataRole.TextAlignmentRole else None


class RosterTable(QTableView):
    """The table of rows. A click on the first column ticks a row; Space ticks all selected rows."""

    def __init__(self, rows: RosterRows) -> None:
        super().__init__()
        self.setObjectName("roster")
        self.setAccessibleName(say("Rows of the list"))
        self._rows = rows
        self.setModel(rows)
        dress(self)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column, width in FIXED.items():
            set_width(self, column, width)
        self.clicked.connect(self._click)
        rows.modelReset.connect(self._begin)
        self._begin()

    def _begin(self) -> None:
        entries = [row.entry for row in self._rows.rows]
        self.setColumnHidden(TEAM, not any(entry.team for entry in entries))
        self.setColumnHidden(CLUB, not any(entry.club for entry in entries))
        self.selectionModel().setCurrentIndex(
            self._rows.index(0, TICK), QItemSelectionModel.SelectionFlag.NoUpdate
        )
        self._share_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space:
            super().keyPressEvent(event)
            return
        chosen = {index.row() for index in self.selectionModel().selectedRows()}
        self._turn(chosen or {self.currentIndex().row()})

    def _click(self, index: QModelIndex) -> None:
        if index.column() == TICK:
            self._turn({index.row()})

    def _turn(self, places: set[int]) -> None:
        named = {place for place in places if self._rows.rows[place].takeable}
        self._rows.tick(named, on=not named <= self._rows.ticked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        free = self.viewport().width() - sum(map(self.columnWidth, FIXED))
        shares = {
            column: share for column, share in SHARES.items() if not self.isColumnHidden(column)
        }
        wanted = {column: self._needed(column) for column in shares}
        for column, width in share_width(free, wanted, shares).items():
            self.setColumnWidth(column, width)

    def _needed(self, column: int) -> int:
        return measure_column(
            self, (HEADINGS[column], *(_cells(row)[column] for row in self._rows.rows))
        )


class RosterDialog(Dialog):
    """A dialog that asks which players of a list to add. ``preview`` holds the rows as the program
    read them, and ``source`` says where the list is from. With ``sheets``, the organizer may choose
    another sheet and what its columns contain.
    """

    def __init__(
        self,
        preview: RosterPreview,
        source: str,
        parent: QWidget | None = None,
        *,
        sheets: Sequence[Sheet] = (),
        sheet: int = 0,
        state: State = EMPTY,
        read_again: ReadAgain | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Add players"))
        self.resize(1120, 600)
        self._sheets, self._state, self._source = sheets, state, source
        self._read_again = read_again
        self._preview = preview
        self.rows = RosterRows(preview.rows, self)
        self.table = RosterTable(self.rows)
        self.title = label("", "heading")
        self.taken = label("", "muted", wraps=True)
        self.notes = label("", "warning", wraps=True)
        self._notes = make_scrollable(self.notes)
        self.counts = label("", "muted", wraps=True)
        self.sheet = ComboBox()
        self.sheet.setAccessibleName(say("Sheet"))
        self.sheet.addItems([each.name for each in sheets])
        self.sheet.setCurrentIndex(sheet)
        self.sheet.setVisible(len(sheets) > 1)
        self.encoding = ComboBox()
        self.encoding.setAccessibleName(say("Encoding of the letters"))
        for key, words in ENCODINGS.items():
            self.encoding.addItem(say(words), key)
        read_as = sheets[sheet].encoding if sheets else ""
        self.encoding.setCurrentIndex(max(self.encoding.findData(read_as), 0))
        self.encoding.setVisible(bool(read_as) and read_again is not None)
        self.columns = align_link(button(say("&Columns…"), self._choose_columns, kind="quiet"))
        self.columns.setVisible(bool(sheets))
        self.all = align_link(button(say("Tick &all"), lambda: self._tick(True), kind="quiet"))
        self.none = align_link(button(say("Tick &none"), lambda: self._tick(False), kind="quiet"))
        self.cancel = button(say("Cancel"), self.reject)
        self.add = button("", self.accept, kind="primary")
        self.add.setDefault(True)
        self._lay_out()
        self.rows.dataChanged.connect(self._count)
        self.sheet.currentIndexChanged.connect(lambda _place: self._read(None))
        self.encoding.currentIndexChanged.connect(lambda _place: self._choose_encoding())
        self._show()
        self.table.setFocus()

    @classmethod
    def ask(
        cls,
        sheets: Sequence[Sheet],
        source: str,
        state: State,
        parent: QWidget | None = None,
        read_again: ReadAgain | None = None,
    ) -> tuple[RosterRow, ...] | None:
        """Return the rows to add; None to add none. The dialog begins with the first sheet that
        contains players. ``read_again`` reads the file in another encoding.
        """
        previews = [preview_roster(each.rows, state) for each in sheets]
        sheet = next((place for place, each in enumerate(previews) if each.rows), 0)
        dialog = cls(
            previews[sheet], source, parent,
            sheets=sheets, sheet=sheet, state=state, read_again=read_again,
        )  # fmt: skip
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.rows.chosen if accepted else None

    def _tick(self, on: bool) -> None:
        self.rows.tick(set(range(len(self.rows.rows))), on)

    def _choose_columns(self) -> None:
        taken = ColumnsDialog.ask(self._preview, self)
        if taken is not None:
            self._read(taken)

    def _choose_encoding(self) -> None:
        if self._read_again is None:
            return
        try:
            self._sheets = self._read_again(self.encoding.currentData())
        except StoreError as error:
            self.notes.setText(str(error))
            return
        self._read(None)

    def _read(self, taken: Taken | None) -> None:
        """Read the chosen sheet again. If ``taken`` is None, guess what its columns contain."""
        rows = self._sheets[self.sheet.currentIndex()].rows
        self._preview = preview_roster(rows, self._state, taken)
        self.rows.show_rows(self._preview.rows)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_notes()

    def _fit_notes(self) -> None:
        """Give the notes the height that they need, up to a limit. Longer notes scroll."""
        wide = self.width() - 2 * DIALOG.left - self._notes.verticalScrollBar().sizeHint().width()
        self._notes.setFixedHeight(min(self.notes.heightForWidth(wide), NOTES))

    def _show(self) -> None:
        self.title.setText(
            plural(
                len(self.rows.rows),
                "{count} row {source}",
                "{count} rows {source}",
                source=self._source,
            )
        )
        notes = [*(self._sheets[self.sheet.currentIndex()].notes if self._sheets else ())]
        if absent := self._preview.absent:
            notes.append(_absent_words(absent))
        self.notes.setText("\n".join(notes))
        self._notes.setVisible(bool(notes))
        self._fit_notes()
        self.taken.setText(_taken_words(self._preview))
        self.taken.setVisible(bool(self.taken.text()))
        self._count()

    def _count(self) -> None:
        count = len(self.rows.ticked)
        self.add.setText(_act_words(self.rows.chosen))
        self.add.setEnabled(count > 0)
        same = sum(row.change is Change.NOTHING for row in self.rows.rows)
        left = len(self.rows.rows) - count - same
        sentences = [
            plural(
                left,
                "{count} row not ticked and left out.",
                "{count} rows not ticked and left out.",
            )
            if left
            else say("All ticked.")
        ]
        if same:
            sentences.append(
                plural(
                    same,
                    "{count} player is already in the event like that.",
                    "{count} players are already in the event like that.",
                )
            )
        ignored = [shorten(heading, 24) for heading in self._preview.ignored]
        if len(ignored) > MOST_NAMED:
            sentences.append(say("{count} columns not used.", count=len(ignored)))
        elif ignored:
            sentences.append(say("Columns not used: {ignored}.", ignored=join_words(ignored)))
        self.counts.setText(" ".join(sentences))

    def _lay_out(self) -> None:
        column_of(
            row_of(
                self.title,
                self.sheet,
                self.encoding,
                STRETCH,
                self.columns,
                self.all,
                self.none,
                gap=Space.L,
            ),
            self._notes,
            self.taken,
            grow(self.table),
            row_of(grow(self.counts), self.cancel, self.add),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )


def _taken_words(preview: RosterPreview) -> str:
    """Return the list's headings that differ from ours, such as "Name: Player · Club: Meta"."""
    parts = [
        f"{COLUMN_WORDS[each.column]}: {shorten(each.heading, 24)}"
        for each in preview.columns
        if each.column is not None
        and each.heading
        and each.heading.casefold() != str(COLUMN_WORDS[each.column]).casefold()
    ]
    if preview.above:
        parts.append(
            plural(
                preview.above,
                "{count} line above the headings is left out",
                "{count} lines above the headings are left out",
            )
        )
    return " · ".join(parts)


def _act_words(rows: Sequence[RosterRow]) -> str:
    """Return the text of the button: "Add 2 players", "Change 3 players", "Add 2, change 3"."""
    edited = sum(row.change is Change.EDITS for row in rows)
    added = len(rows) - edited
    if added and edited:
        return say("A&dd {added}, change {edited}", added=added, edited=edited)
    if edited:
        return plural(edited, "Chan&ge {count} player", "Chan&ge {count} players")
    if added:
        return plural(added, "A&dd {count} player", "A&dd {count} players")
    return say("A&dd players")


def _absent_words(names: Sequence[str]) -> str:
    named = [shorten(name, 24) for name in names[:MOST_NAMED]]
    if len(names) > MOST_NAMED:
        named.append(say("{count} more", count=len(names) - MOST_NAMED))
    return say(
        "In the event, but not in this list: {names}. They stay in the event.",
        names=join_words(named),
    )


def _cells(row: RosterRow) -> tuple[str, ...]:
    entry = row.entry
    state = _state(row)
    army = " · ".join(filter(None, (entry.faction, entry.army)))
    fields = (_name_words(row), entry.club, army, _team_words(row))
    words = tuple(shorten(field, MOST_LETTERS) for field in fields)
    ticks = ", ".join(words for column, words in TICK_WORDS.items() if column in row.ticked)
    note = " ".join(filter(None, (f"{ticks}." if ticks else "", row.note)))
    return ("", str(row.line), *words, state, note)


def _name_words(row: RosterRow) -> str:
    """Return a player's name, nickname and sign-up number, such as "Ann Stone “ace” #4711"."""
    entry = row.entry
    nickname = say("“{nickname}”", nickname=entry.nickname) if entry.nickname else ""
    return " ".join(filter(None, (entry.name, nickname, entry.sign_up and f"#{entry.sign_up}")))


def _state(row: RosterRow) -> str:
    if row.change is Change.NOTHING:
        return say("Unchanged")
    if row.takeable and row.change is Change.EDITS:
        return say("Changed")
    if row.takeable:
        return say("Ready") if row.ok else say("Duplicate")
    return say("Too long") if row.entry.too_long else say("No name")


def _team_words(row: RosterRow) -> str:
    """Return a player's team, such as "Oak · seat 2 · captain"."""
    seat = say("seat {seat}", seat=row.seat) if row.seat else ""
    captain = say("captain") if row.captain else ""
    return " · ".join(filter(None, (row.entry.team, seat, captain)))


def _ink(row: RosterRow, column: int) -> QBrush | None:
    theme = current_theme()
    if column == STATE:
        unchanged = row.change is Change.NOTHING
        state = theme.muted if unchanged else theme.good if row.ok else theme.danger
        return QBrush(QColor(state))
    if column in {LINE, CLUB, FACTION, TEAM, NOTE} or not row.ok:
        return QBrush(QColor(theme.muted))
    return None
