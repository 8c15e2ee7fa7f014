"""The field that finds a player or a table, with what it finds laid over the page below it."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QSizePolicy, QWidget

from app.engine.language import say
from app.ui.widgets.key_names import native_keys
from app.ui.widgets.screen import room_on_screen
from app.views.event.finding import Find

KEY = "Ctrl+F"
WIDTH, LIST_WIDTH = 240, 400
NARROW, LEAST = 900, 80
"""It gives room up only on a screen that is so narrow, and keeps so much."""
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class FindBox(QLineEdit):
    """The field that finds players, tables and pages. ``chosen`` carries the Find that was picked;
    ``find`` makes them from what is typed.
    """

    chosen = Signal(object)

    def __init__(self, find: Callable[[str], tuple[Find, ...]]) -> None:
        super().__init__()
        self.setObjectName("findBox")
        self.setPlaceholderText(say("Find player or table ({key})", key=native_keys(KEY)))
        self.setAccessibleName(say("Find player or table"))
        self.setToolTip(say("Type a name or a table’s number, then Enter."))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._find = find
        self._finds: tuple[Find, ...] = ()
        self._before: QWidget | None = None
        self.list: QListWidget | None = None
        self.textChanged.connect(self._show)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        wide = LEAST if room_on_screen(self).width() < NARROW else WIDTH
        return QSize(wide, super().minimumSizeHint().height())

    def begin(self) -> None:
        """Begin; Esc gives the keyboard back to what has it now."""
        if not self.hasFocus():
            self._before = QApplication.focusWidget()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self._pick(self.list.currentRow() if self.list is not None else -1)
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.list is not None:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            last = self.list.count() - 1
            self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), last))
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.list is not None:
            self.list.hide()

    def _show(self) -> None:
        results = self.list or self._made_list()
        typed = self.text().strip()
        self._finds = self._find(typed)
        results.clear()
        results.addItems(
            [find.words for find in self._finds] or [say("No player or table matches.")]
        )
        results.setCurrentRow(0 if self._finds else -1)
        widest = results.sizeHintForColumn(0) + 2 * results.frameWidth() + 24
        corner = self.mapTo(self.window(), QPoint(0, self.height() + 2))
        width = min(max(widest, LIST_WIDTH), self.window().width())
        left = max(min(corner.x(), self.window().width() - width), 0)
        high = results.sizeHintForRow(0) * results.count() + 2 * results.frameWidth() + 4
        results.setGeometry(left, corner.y(), width, high)
        results.raise_()
        results.setVisible(bool(typed) and self.hasFocus())

    def _made_list(self) -> QListWidget:
        """Make a list over the whole window, so that nothing moves."""
        made = QListWidget(self.window())
        made.setObjectName("finds")
        made.setAccessibleName(say("Players and tables found"))
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.itemClicked.connect(lambda item: self._pick(made.row(item)))
        self.list = made
        return made

    def _pick(self, row: int) -> None:
        if 0 <= row < len(self._finds):
            picked = self._finds[row]
            self._before = None
            self.clear()
            self.chosen.emit(picked)

    def _leave(self) -> None:
        self.clear()
        if self._before is not None:
            self._before.setFocus()
            self._before = None
