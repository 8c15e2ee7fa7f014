"""The buttons for acts on the chosen players."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QTableView, QWidget

from app.engine.language import say
from app.engine.state import Status
from app.ui.widgets.basics import button
from app.ui.widgets.layout import STRETCH, row_of
from app.ui.widgets.theme import Space
from app.views.event.players import PlayerRow


class PlayerActs(QWidget):
    """The buttons for the chosen players. They only emit signals, because the page knows the
    players.
    """

    toggle_wanted = Signal()
    edit_wanted = Signal()
    list_wanted = Signal()
    warn_wanted = Signal()
    drop_wanted = Signal()
    readmit_wanted = Signal()
    disqualify_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = button(say("&Check in"), self.toggle_wanted.emit)
        self.edit = button(say("Edi&t…"), self.edit_wanted.emit)
        self.list = button(say("Army &lists…"), self.list_wanted.emit)
        self.warn = button(say("&Warn…"), self.warn_wanted.emit)
        self.drop = button(say("Dr&op"), self.drop_wanted.emit)
        self.readmit = button(say("&Readmit"), self.readmit_wanted.emit)
        self.disqualify = button(say("Dis&qualify…"), self.disqualify_wanted.emit, kind="danger")
        self.more = button(say("&More"), self._open_more)
        self.more.setToolTip(say("Groups and tables, late arrivals, byes, double entries"))
        self.toggle.setToolTip("Space")
        self.edit.setToolTip(say("Enter or a double click"))
        for part in (*self._buttons, self.more):
            part.setProperty("narrow", True)
        row_of(STRETCH, *self._buttons, self.more, on=self, gap=Space.XS)
        self._actions: dict[QPushButton, QAction] = {}
        self._in_menu: dict[QPushButton, QAction] = {}
        self._offered = {*self._buttons}
        self._menu: QMenu | None = None
        self.show_chosen(())

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return (
            self.toggle,
            self.edit,
            self.list,
            self.warn,
            self.drop,
            self.readmit,
            self.disqualify,
        )

    def show_armies(self, *, armies: bool) -> None:
        """Show the button for army lists if players have armies."""
        self._offer(self.list, offered=armies)
        self._make_room()

    def show_menu(self, menu: QMenu) -> None:
        """Show ``menu`` when the last button is pressed. The menu also contains the acts whose
        buttons do not fit.
        """
        self._menu = menu
        menu.addSeparator()
        for part in self._seldom:
            action = QAction(part.text(), menu)
            action.triggered.connect(part.click)
            menu.addAction(action)
            self._in_menu[part] = action
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def sizeHint(self) -> QSize:
        """Return the size with all buttons beside each other."""
        return QSize(self._needed(self._offered), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size with the rarely used acts in the menu."""
        least = self._offered.difference(self._seldom)
        return QSize(self._needed(least), super().minimumSizeHint().height())

    @property
    def _seldom(self) -> tuple[QPushButton, ...]:
        """The rarely used acts, in the order in which they move to the menu."""
        return (self.disqualify, self.warn, self.list)

    def _offer(self, part: QPushButton, *, offered: bool) -> None:
        """Start or stop offering an act."""
        (self._offered.add if offered else self._offered.discard)(part)

    def _needed(self, parts: Iterable[QPushButton]) -> int:
        """Return the total width of these buttons and the menu's button."""
        return sum(part.sizeHint().width() + Space.XS for part in (*parts, self.more)) - Space.XS

    def _make_room(self) -> None:
        """Move acts that do not fit to the menu."""
        beside = {*self._offered}
        for part in self._seldom:
            if self._needed(beside) > self.width():
                beside.discard(part)
        for part in self._buttons:
            part.setVisible(part in beside)
        for part, action in self._in_menu.items():
            action.setVisible(part in self._offered and part not in beside)
            action.setEnabled(part.isEnabled())

    def _open_more(self) -> None:
        if self._menu is not None:
            self._menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def offer_at(self, table: QTableView) -> None:
        """Offer the same acts in the context menu of ``table``."""
        for part in self._buttons:
            action = QAction(part.text(), table)
            action.triggered.connect(part.click)
            table.addAction(action)
            self._actions[part] = action

    def show_chosen(self, rows: Sequence[PlayerRow]) -> None:
        """Enable the acts that the chosen players allow. Check-in works for several players at
        once; the other acts need exactly one player.
        """
        row = rows[0] if len(rows) == 1 else None
        inside = [row for row in rows if not row.out]
        all_in = bool(inside) and all(row.status is Status.CHECKED_IN for row in inside)
        self.toggle.setText(say("Undo &check-in") if all_in else say("&Check in"))
        left = row is not None and row.out
        held = self.drop if left else self.readmit
        keyboard = held.hasFocus()
        self._offer(self.drop, offered=not left)
        self._offer(self.readmit, offered=left)
        self.updateGeometry()
        self.toggle.setEnabled(bool(inside))
        self.drop.setEnabled(row is not None and not row.out)
        self.disqualify.setEnabled(row is not None and row.status is not Status.DISQUALIFIED)
        for part in (self.edit, self.list, self.warn, self.readmit, self.more):
            part.setEnabled(row is not None)
        for part, action in self._actions.items():
            action.setText(part.text())
            action.setEnabled(part.isEnabled())
            action.setVisible(part in self._offered)
        self._make_room()
        if keyboard:  # one replaces the other; Qt would move to the next
            (self.readmit if left else self.drop).setFocus()
