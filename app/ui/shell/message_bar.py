"""The bar for refusals and problems. A message stays until the organizer has read it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QWidget

from app.engine.language import say
from app.ui.widgets.basics import Button
from app.ui.widgets.layout import row_of
from app.ui.widgets.theme import Margins, Space

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

TURNS = 8
"""The greatest number of fields that the bar moves away from."""


class MessageBar(QFrame):
    """A bar that lies over the edge of a window, so that it moves nothing under the mouse. It stays
    clear of fields for typing and of main acts. ``moved`` is emitted when the bar is shown, hidden
    or moved.
    """

    moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_bar")
        self._within: Callable[[], QRect] | None = None
        self._at_bottom = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.place_again)
        self._label = QLabel()
        self._label.setWordWrap(True)
        self.dismiss = Button(say("Got it"))  # no letter is free on every page
        self.dismiss.setToolTip("Esc")
        self.dismiss.clicked.connect(self._dismiss)
        self.act = Button()
        self._acts: Callable[[], object] | None = None
        self._declines: Callable[[], object] | None = None
        self.act.clicked.connect(self._do)
        self.act.hide()
        self._has_keys = False
        row_of(
            self._label,
            self.act,
            self.dismiss,
            on=self,
            margins=Margins(Space.L, Space.XS, Space.L, Space.XS),
        )
        self.hide()

    def attach_to(self, host: QWidget, *, at_bottom: bool = False) -> None:
        """Place the bar over the upper or lower edge of ``host``, across its whole width."""
        self._at_bottom = at_bottom
        self.setParent(host)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._keep_clear)
        self.hide()

    def set_room(self, room: Callable[[], QRect] | None) -> None:
        """Place the bar at the top of the rectangle that ``room`` returns, and cover all of that
        rectangle. ``room`` is called each time that the position is computed. With None, the bar
        returns to the edge of the window.
        """
        self._within = room
        self.place_again()

    def _begin(self) -> None:
        """Do the slow preparations that are not needed before the first message."""
        from PySide6.QtGui import QKeySequence, QShortcut
        from PySide6.QtWidgets import QSizePolicy

        if self._has_keys:
            return
        self._has_keys = True
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        away = QShortcut(QKeySequence("Esc"), self)
        away.activated.connect(self._dismiss)
        away.activatedAmbiguously.connect(self._dismiss)  # two bars: one after the other
        if (host := self.parentWidget()) is not None:
            host.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: "QEvent") -> bool:
        from PySide6.QtCore import QEvent

        if event.type() == QEvent.Type.Resize:
            self.place_again()
        return False

    def place_again(self) -> None:
        """Compute the position again, because the widgets below have changed."""
        if not self.isHidden():
            self._place()

    def _place(self) -> None:
        host, layout = self.parentWidget(), self.layout()
        if host is None or layout is None:
            return
        room = self._within() if self._within is not None else QRect(0, 0, host.width(), 0)
        needs = max(layout.totalHeightForWidth(room.width()), layout.totalMinimumSize().height())
        high = max(needs, room.height())
        top = host.height() - high if self._at_bottom and self._within is None else room.top()
        place = QRect(room.left(), top, room.width(), high)
        fields = self._fields(host)
        clear = self._clear_of(fields, place)
        if not host.rect().contains(clear):  # then at least clear of the field being typed in
            clear = self._clear_of(fields[:1] if self._has_focus(host) else [], place)
        moves = clear != self.geometry()
        self.setGeometry(clear)
        self.raise_()
        if moves:
            self.moved.emit()

    def _clear_of(self, fields: Sequence[QRect], place: QRect) -> QRect:
        """Return ``place``, moved away from its edge until it covers none of ``fields``."""
        place = QRect(place)
        upwards = self._at_bottom and self._within is None
        for _ in range(TURNS):
            below = [field for field in fields if field.intersects(place)]
            if not below:
                break
            if upwards:
                place.moveBottom(min(field.top() for field in below) - Space.XS)
            else:
                place.moveTop(max(field.bottom() for field in below) + Space.XS)
        return place

    def _fields(self, host: QWidget) -> list[QRect]:
        """Return the rectangles of the visible text fields and primary buttons in ``host``,
        beginning with the focused widget. A large list does not count, even if it has the focus.
        """
        focused = QApplication.focusWidget()
        typed = [focused] if focused is not None and self._has_focus(host) else []
        could: list[QWidget] = [
            field for field in host.findChildren(QLineEdit) if not field.isReadOnly()
        ]
        could += [act for act in host.findChildren(Button) if act.property("kind") == "primary"]
        return [
            QRect(field.mapTo(host, QPoint(0, 0)), field.size())
            for field in (*typed, *could)
            if field.isVisible() and not field.visibleRegion().isEmpty()
        ]

    def _has_focus(self, host: QWidget) -> bool:
        field = QApplication.focusWidget()
        if field is None or not host.isAncestorOf(field) or self.isAncestorOf(field):
            return False
        return field.height() * 2 < host.height()

    def _keep_clear(self) -> None:
        """Schedule a new computation of the position after the focus has moved. It is not done at
        once, because the focus also moves while the host is being destroyed.
        """
        self._soon.start(0)

    def show(self) -> None:
        """Show the bar and emit ``moved``. The signal is not emitted by a handler of Qt's show
        event, because such a handler would also run while the window is being destroyed.
        """
        super().show()
        self.moved.emit()

    def hide(self) -> None:
        super().hide()
        self.moved.emit()

    @property
    def text(self) -> str:
        return self._label.text()

    def show_message(
        self,
        sentence: str,
        act: str = "",
        call: Callable[[], object] | None = None,
        decline: Callable[[], object] | None = None,
    ) -> None:
        """Show ``sentence`` until it is dismissed or replaced. ``act`` is the text of a button that
        dismisses the message and calls ``call``. ``decline`` is called if the reader dismisses the
        message in another way.
        """
        from PySide6.QtCore import Qt

        self._begin()
        self._acts, self._declines = call, decline
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self._place()
        self.show()

    def _dismiss(self) -> None:
        self.hide()
        if self._declines is not None:
            self._declines()

    def _do(self) -> None:
        self.hide()
        if self._acts is not None:
            self._acts()
