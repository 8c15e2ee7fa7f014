"""The search field of the manual, and the list of the places found."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QPushButton

from app.engine.language import plural, say
from app.ui.shell.help.manual_index import ManualIndex, ManualPlace
from app.ui.widgets.basics import button, label
from app.ui.widgets.key_names import native_keys

WIDE, LIST_WIDE = 240, 300
MOST = 300
"""The greatest number of places in the list."""
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
NOTHING = say("Nothing found. Try another word.")


class ManualSearch(QLineEdit):
    """The search field. Its ``list`` of places is visible during a search. ``chosen`` carries a
    place, or None when the search ends. ``left`` is emitted when the focus should return to the
    text.
    """

    chosen = Signal(object)
    left = Signal()

    def __init__(self, index: ManualIndex) -> None:
        super().__init__()
        self.setPlaceholderText(say("Search the manual ({key})", key=native_keys("Ctrl+F")))
        self.setAccessibleName(say("Search the manual"))
        self.setToolTip(
            say(
                "Enter or F3 goes to the next hit, Shift+F3 to the previous one; Esc ends the"
                " search."
            )
        )
        self.setFixedWidth(WIDE)
        self._index = index
        self._places: tuple[ManualPlace, ...] = ()
        self.count = label("", "muted")
        self.previous = button(say("&Previous"), lambda: self.go_on(-1), kind="quiet")
        self.following = button(say("&Next"), self.go_on, kind="quiet")
        self.list = QListWidget()
        self.list.setAccessibleName(say("Hits in the manual"))
        self.list.setFixedWidth(LIST_WIDE)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.hide()
        self.textChanged.connect(self._find)
        self.list.currentRowChanged.connect(self._show_row)
        self._show_count()

    @property
    def row(self) -> tuple[QLabel, QPushButton, QPushButton, QLineEdit]:
        """Return the widgets of the search, which are side by side above the page."""
        return self.count, self.previous, self.following, self

    @property
    def is_open(self) -> bool:
        return bool(self.text()) or self.hasFocus()

    def begin(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.go_on(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Down:
            self._into_list()
        else:
            super().keyPressEvent(event)

    def leave(self) -> None:
        self.clear()
        self.left.emit()

    def go_on(self, by: int = 1) -> None:
        """Go to the next place found, or with ``by`` of -1 to the previous one. After the last
        place comes the first.
        """
        if not self._places:
            self.begin()
            return
        row = self.list.currentRow()
        first = -1 if by > 0 else 0
        self.list.setCurrentRow(((first if row < 0 else row) + by) % len(self._places))

    def _find(self, typed: str) -> None:
        self._places = self._index.find(typed)[:MOST]
        self.list.blockSignals(True)
        self.list.clear()
        for place in self._places:
            self.list.addItem(_words(place))
        self.list.setCurrentRow(-1)
        self.list.blockSignals(False)
        self.list.setVisible(bool(self._places))
        self._show_count()
        self.chosen.emit(None)

    def _into_list(self) -> None:
        if self._places:
            self.list.setFocus()
            self.list.setCurrentRow(max(self.list.currentRow(), 0))

    def _show_row(self, row: int) -> None:
        self._show_count()
        self.chosen.emit(self._places[row] if 0 <= row < len(self._places) else None)

    def _show_count(self) -> None:
        row, places = self.list.currentRow(), len(self._places)
        words = plural(places, "{count} hit", "{count} hits")
        if row >= 0:
            words = say("{number} of {places}", number=row + 1, places=places)
        if not places:
            words = NOTHING if self._index.is_enough(self.text()) else ""
        self.count.setText(words)
        self.setAccessibleDescription(self.count.text())
        for step in (self.previous, self.following):
            step.setVisible(places > 0)


def _words(place: ManualPlace) -> str:
    """Return two lines: where a place is, and the text around it."""
    where = say("{page} › {heading}", page=place.title, heading=place.heading)
    return f"{where if place.heading else place.title}\n{place.words}"
