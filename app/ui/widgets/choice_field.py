"""A text field that also offers a list to choose from."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QStringListModel, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from app.engine.armies.factions import find_meant
from app.ui.widgets.theme import current_theme, wear_theme

ARROW = 24
"""The width of the arrow that opens the list."""
HALF = 4


class EntryField(QLineEdit):
    """A text field that leaves Ctrl+Z and Ctrl+Y to the event while the field itself has nothing to
    undo or redo.
    """

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo)
            redo = event.matches(QKeySequence.StandardKey.Redo)
            if (undo and not self.isUndoAvailable()) or (redo and not self.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)

    def propose(self, completer: QCompleter) -> None:
        """Propose words in a list below the field while somebody types."""
        self.setCompleter(completer)
        self.textEdited.connect(self._dress_proposals)  # before the list is shown

    def _dress_proposals(self) -> None:
        """Apply the theme to the list of proposals, which is a window of its own. Doing so in
        advance for each field of a page would take longer than making the fields, and few of these
        lists are ever shown.
        """
        if (proposals := self.completer().popup()) is not None:
            wear_theme(proposals)


class ChoiceField(EntryField):
    """A field that offers matching words while somebody types. A click on its arrow, or the Down
    key, offers all words. A misspelled name is replaced by the offered name that was most likely
    meant. If somebody then types the same misspelled name again, it stays.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._words = QStringListModel(self)
        self._left = ""
        completer = QCompleter(self._words, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(12)
        self.propose(completer)
        self.editingFinished.connect(self.settle)

    @property
    def offered(self) -> tuple[str, ...]:
        return tuple(self._words.stringList())

    def offer(self, words: Iterable[str]) -> None:
        """Offer these words. If there are none, the field looks like a plain text field."""
        every = list(words)
        if every != self._words.stringList():
            self._words.setStringList(every)
            self.setTextMargins(0, 0, ARROW if every else 0, 0)
            self.update()

    def settle(self) -> None:
        """Replace the text with the offered name that was most likely meant."""
        words = self.text().strip()
        named = find_meant(words, self.offered)
        if words not in {named, self._left}:
            self._left = words
            self.setText(named)

    def show_all(self) -> None:
        """Show all offered words, whatever text the field has."""
        if self.offered:
            self._dress_proposals()
            self.completer().setCompletionPrefix("")
            self.completer().complete()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and self.offered:
            self.show_all()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.offered and self._is_at_arrow(event.position()):
            self.show_all()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at_arrow = bool(self.offered) and self._is_at_arrow(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if at_arrow else Qt.CursorShape.IBeamCursor)
        super().mouseMoveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.offered:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(current_theme().muted), 1.5))
        across = HALF * 3 if self._from_right else self.width() - HALF * 3
        middle = QPointF(across, self.height() / 2 + HALF / 2)
        painter.drawPolyline([middle - QPointF(HALF, HALF), middle, middle + QPointF(HALF, -HALF)])
        painter.end()

    @property
    def _from_right(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def _is_at_arrow(self, point: QPointF) -> bool:
        return point.x() < ARROW if self._from_right else point.x() > self.width() - ARROW
