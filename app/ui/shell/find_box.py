"""The palette: a single field that finds players, tables, pages, acts, settings and places in the
manual. The results are shown above the page.
"""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.engine.language import say
from app.ui.shell.palette import Offer, Offers, choose_offers
from app.ui.widgets.basics import label
from app.ui.widgets.key_names import native_keys
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import Space, current_theme
from app.views.event.finding import Find

KEYS = ("Ctrl+K", "Ctrl+F")
WIDTH, LIST_WIDTH = 240, 520
ROOMY, SHORT = 1100, 176
"""The width of the screen below which the field is narrower, and the field's width in that case."""
NARROW, LEAST = 900, 80
"""The width of the screen below which the field may shrink, and its least width in that case."""
COMES_BACK = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
"""The reasons for losing the focus after which the focus returns to the search field by itself."""
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
NOTHING = say("Nothing matches. Try fewer letters.")
BESIDE = Qt.ItemDataRole.UserRole
FAINT = Qt.ItemDataRole.UserRole + 1


class FindBox(QLineEdit):
    """The search field. ``find`` returns the players and tables that match a text. ``chosen``
    carries the result that was picked. ``offers`` are functions that return all other results.
    """

    chosen = Signal(object)

    def __init__(self, find: Callable[[str], tuple[Find, ...]]) -> None:
        super().__init__()
        self.setObjectName("findBox")
        self.setPlaceholderText(say("Find anything"))
        self.setAccessibleName(say("Find anything"))
        self.setToolTip(
            say("Type a few letters of a player, table, action, setting or page of the manual.")
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._key = label(native_keys(KEYS[0]), "muted")
        self._key.setParent(self)
        self._key.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.offers: list[Offers] = []
        self._find = find
        self._finds: tuple[Find | Offer, ...] = ()
        self._before: QWidget | None = None
        self.list: QListWidget | None = None
        self.textChanged.connect(self._show)

    def sizeHint(self) -> QSize:
        wide = SHORT if room_on_screen(self).width() < ROOMY else WIDTH
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        may_shrink = room_on_screen(self).width() < NARROW
        wide = LEAST if may_shrink else self.sizeHint().width()
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._key.sizeHint()
        self._key.setGeometry(QRect(QPoint(self.width() - size.width() - Space.S, 0), size))
        self._key.setFixedHeight(self.height())
        self._show_key()

    def begin(self) -> None:
        """Move the focus to the field. Esc returns the focus to the widget that has it now."""
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
            self._say_row()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.list is not None:
            self.list.hide()
        if event.reason() not in COMES_BACK:
            self._before = None
            self.clear()

    def _show_key(self) -> None:
        needed = self.fontMetrics().horizontalAdvance(self.placeholderText())
        self._key.setVisible(
            not self.text() and self.width() > needed + self._key.width() + 2 * Space.L
        )

    def _show(self) -> None:
        results = self.list or self._made_list()
        typed = self.text().strip()
        self._show_key()
        self._finds = self._found(typed)
        results.clear()
        for find in self._finds:
            results.addItem(_item(find))
        if not self._finds:
            results.addItem(NOTHING)
        results.setCurrentRow(0 if self._finds else -1)
        self._say_row()
        widest = results.sizeHintForColumn(0) + 2 * results.frameWidth() + 24
        corner = self.mapTo(self.window(), QPoint(0, self.height() + 2))
        width = min(max(widest, LIST_WIDTH), self.window().width())
        left = max(corner.x() + self.width() - width, 0)
        high = results.sizeHintForRow(0) * results.count() + 2 * results.frameWidth() + 4
        results.setGeometry(left, corner.y(), width, min(high, self.window().height() - corner.y()))
        results.raise_()
        results.setVisible(bool(typed) and self.hasFocus())

    def _found(self, typed: str) -> tuple[Find | Offer, ...]:
        if not typed:
            return ()
        offers = [offer for make in self.offers for offer in make()]
        return choose_offers(self._find(typed), offers, typed)

    def _say_row(self) -> None:
        """Tell a screen reader which row Enter would choose, because the focus stays in the
        field.
        """
        item = self.list.currentItem() if self.list is not None else None
        self.setAccessibleDescription(item.data(Qt.ItemDataRole.AccessibleTextRole) if item else "")

    def _made_list(self) -> QListWidget:
        """Make the list of results as a child of the window, so that it moves no other widget."""
        made = QListWidget(self.window())
        made.setObjectName("finds")
        made.setAccessibleName(say("What was found"))
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setItemDelegate(_WithKey(made))
        made.itemClicked.connect(lambda item: self._pick(made.row(item)))
        self.list = made
        return made

    def _pick(self, row: int) -> None:
        if not 0 <= row < len(self._finds):
            return
        picked = self._finds[row]
        if isinstance(picked, Find):
            self._before = None
            self.clear()
            self.chosen.emit(picked)
        elif not picked.why:
            self._leave()
            picked.go()

    def _leave(self) -> None:
        self.clear()
        if self._before is not None:
            self._before.setFocus()
            self._before = None


def _item(find: Find | Offer) -> QListWidgetItem:
    item = QListWidgetItem(find.words)
    if isinstance(find, Offer):
        beside = find.why or find.beside
        item.setData(BESIDE, beside)
        item.setData(FAINT, bool(find.why))
        item.setData(
            Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (find.words, beside)))
        )
    else:
        item.setData(Qt.ItemDataRole.AccessibleTextRole, find.words)
    return item


class _WithKey(QStyledItemDelegate):
    """A delegate that paints, at the end of each row, a shortcut or the place to which the result
    belongs.
    """

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        beside = index.data(BESIDE)
        if beside and option.rect.width():
            room = option.rect.width() - option.fontMetrics.horizontalAdvance(beside) - 3 * Space.M
            option.text = option.fontMetrics.elidedText(
                option.text, Qt.TextElideMode.ElideRight, room
            )
        if index.data(FAINT):
            option.state &= ~QStyle.StateFlag.State_Enabled

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        if beside := index.data(BESIDE):
            theme = current_theme()
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.save()
            painter.setPen(QColor(theme.text if chosen else theme.muted))
            room = option.rect.adjusted(0, 0, -Space.S, 0)
            painter.drawText(
                room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, beside
            )
            painter.restore()

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        size = super().sizeHint(option, index)
        beside = index.data(BESIDE)
        wide = option.fontMetrics.horizontalAdvance(beside) + 3 * Space.M if beside else 0
        return QSize(size.width() + wide, size.height())
