"""The bar for refusals and problems; a message stays until the organizer has read it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget

from app.engine.language import say
from app.ui.widgets.basics import Button
from app.ui.widgets.layout import row_of
from app.ui.widgets.theme import Margins, Space

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

NOTE_MS = 8_000


class MessageBar(QFrame):
    """Lies over the edge of a window, so that it moves nothing that is under the mouse; beside the
    field that somebody types in.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_bar")
        self.left, self.at_bottom = 0, False
        self._goes = QTimer(self)
        self._goes.setSingleShot(True)
        self._goes.timeout.connect(self.hide)
        self._label = QLabel()
        self._label.setWordWrap(True)
        self.dismiss = Button(say("Got it"))  # no letter is free on every page that is below
        self.dismiss.setToolTip("Esc")
        self.dismiss.clicked.connect(self.hide)
        self.act = Button()
        self._acts: Callable[[], object] | None = None
        self.act.clicked.connect(self._do)
        self.act.hide()
        self._has_keys = False
        row_of(
            self._label,
            self.act,
            self.dismiss,
            on=self,
            margins=Margins(Space.XL, Space.S, Space.L, Space.S),
        )
        self.hide()

    def lie_over(self, host: QWidget, *, left: int = 0, at_bottom: bool = False) -> None:
        """Over the upper or lower edge of ``host``, from ``left`` on."""
        self.left, self.at_bottom = left, at_bottom
        self.setParent(host)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._keep_clear)
        self.hide()

    def _begin(self) -> None:
        """What takes its time and is not needed before the first message."""
        from PySide6.QtGui import QKeySequence, QShortcut
        from PySide6.QtWidgets import QSizePolicy

        if self._has_keys:
            return
        self._has_keys = True
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        away = QShortcut(QKeySequence("Esc"), self)
        away.activated.connect(self.hide)
        away.activatedAmbiguously.connect(self.hide)  # two bars: one after the other
        if (host := self.parentWidget()) is not None:
            host.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: "QEvent") -> bool:
        from PySide6.QtCore import QEvent

        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False

    def _place(self) -> None:
        host, layout = self.parentWidget(), self.layout()
        if host is None or layout is None:
            return
        width = host.width() - self.left
        high = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        top = host.height() - high if self.at_bottom else 0
        place = QRect(self.left, top, width, high)
        if (field := self._field_below(host)) is not None and field.intersects(place):
            beside = field.top() - high - Space.XS if self.at_bottom else field.bottom() + Space.XS
            place.moveTop(beside)
        self.setGeometry(place)
        self.raise_()

    def _field_below(self, host: QWidget) -> QRect | None:
        """Where somebody types in ``host``; a whole list is no such place."""
        field = QApplication.focusWidget()
        if field is None or not host.isAncestorOf(field) or self.isAncestorOf(field):
            return None
        place = QRect(field.mapTo(host, QPoint(0, 0)), field.size())
        return place if place.height() * 2 < host.height() else None

    def _keep_clear(self) -> None:
        if not self.isHidden():
            self._place()

    @property
    def text(self) -> str:
        return self._label.text()

    def show_message(
        self, sentence: str, act: str = "", call: Callable[[], object] | None = None
    ) -> None:
        """Show ``sentence`` until it is dismissed or another takes its place. ``act``: a button
        beside it that dismisses it and does ``call``.
        """
        from PySide6.QtCore import Qt

        self._begin()
        self._goes.stop()
        self._acts = call
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self._place()
        self.show()

    def _do(self) -> None:
        self.hide()
        if self._acts is not None:
            self._acts()

    def show_note(self, sentence: str) -> None:
        """Good news: shown for a while; it may be dismissed earlier."""
        self.show_message(sentence)
        self._goes.start(NOTE_MS)
