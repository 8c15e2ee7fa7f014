"""The line at the bottom of the window that describes what was just done, with a button such as
*Undo*.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QWidget,
)

from app.ui.widgets.basics import Button, label
from app.ui.widgets.layout import row_of
from app.ui.widgets.theme import Margins, Space

SHOWN_MS = 8_000
LOOK_AGAIN_MS = 1_000
"""The least time that the line stays while the mouse or the focus is on it."""
WIDEST = 960
AT_FOOT = frozenset({"resultsDesk", "need"})
"""The names of widgets that must never be covered, whether or not they can be pressed."""
PRESSED = (QAbstractButton, QComboBox, QLineEdit)
CHANGED = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show})
PLACED_AGAIN_MS = 250
"""The interval at which the line's position is computed again: the page below may change."""


class Toast(QFrame):
    """A line near the bottom of ``host``. It moves no widget and covers no control or text."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.setObjectName("toast")
        self._words = label(wraps=True)
        self.act = Button()
        self.act.clicked.connect(self._do)
        self._acts: Callable[[], object] = self.hide
        self._goes = QTimer(self, singleShot=True)
        self._goes.timeout.connect(self._leave)
        row_of(
            self._words,
            self.act,
            on=self,
            gap=Space.M,
            margins=Margins(Space.L, Space.S, Space.M, Space.S),
        )
        self._moves = QTimer(self, interval=PLACED_AGAIN_MS)
        self._moves.timeout.connect(self._make_way)
        host.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        return self._words.text() if self.isVisible() else ""

    def show_note(self, sentence: str, act: str = "", call: Callable[[], object] = int) -> None:
        """Show ``sentence`` for a while. ``act`` is the text of a button that calls ``call``."""
        self._goes.start(SHOWN_MS)
        self._acts = call
        self.act.setDown(False)  # a press begun on the previous note must not count here
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self._words.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        self.place_again()
        self._moves.start()

    def _make_way(self) -> None:
        """Move away from widgets that have appeared below, unless the mouse is on the line."""
        if self.isHidden():
            self._moves.stop()
        elif not self.underMouse():
            self.place_again()

    def place_again(self) -> None:
        """Compute the position again, because there may be other widgets below."""
        host = self.parentWidget()
        if self.isHidden() or host is None:
            return
        for name in AT_FOOT:
            for part in host.findChildren(QWidget, name):
                part.installEventFilter(self)  # Qt installs each filter only once
        self._place_in(host)

    def _place_in(self, host: QWidget) -> None:
        self._words.ensurePolished()
        self.ensurePolished()
        size = self._size_within(min(WIDEST, host.width() - 2 * Space.L))
        foot = host.height() - Space.M - size.height()
        place = QRect(QPoint((host.width() - size.width()) // 2, foot), size)
        self.setGeometry(self._clear_of(host, place))
        self.raise_()

    def _size_within(self, room: int) -> QSize:
        """Return the size that shows the whole sentence, in several lines if ``room`` is narrow."""
        layout, words = self.layout(), self._words
        assert layout is not None
        line = words.fontMetrics().horizontalAdvance(words.text()) + Space.XS
        words.setFixedWidth(line)
        layout.activate()
        beside = layout.totalSizeHint().width() - line
        words.setFixedWidth(max(min(line, room - beside), 1))
        layout.activate()
        wide = layout.totalSizeHint().width()
        return QSize(wide, layout.totalHeightForWidth(wide))

    def _clear_of(self, host: QWidget, place: QRect) -> QRect:
        """Return ``place``, moved up until it covers nothing. If the lower half of the window is
        full, move it up until it covers no main act. If that is not possible either, return
        ``place`` itself.
        """
        reached = QRect(place)  # the highest place is a quarter of the way down
        reached.setTop(host.height() // 4)
        covered = self._covered(host, reached)
        main = {part: box for part, box in covered.items() if _is_main(part)}
        for parts, highest in ((covered, host.height() // 2), (main, host.height() // 4)):
            clear = QRect(place)
            while below := [box for box in parts.values() if box.intersects(clear)]:
                clear.moveBottom(min(box.top() for box in below) - Space.XS)
            if clear.top() >= highest:
                return clear
        return place

    def _covered(self, host: QWidget, reached: QRect) -> dict[QWidget, QRect]:
        """Return the widgets in the area ``reached`` that should not be covered, with their
        rectangles in ``host``. Widgets inside one that is hidden or outside the area are skipped,
        so that only a few of thousands are examined.
        """
        from PySide6.QtCore import Qt  # slow to load, so not for the first window

        its_own = Qt.FindChildOption.FindDirectChildrenOnly
        covered = {}
        around = [(host, QPoint(0, 0))]
        while around:
            whole, corner = around.pop()
            for part in whole.findChildren(QWidget, options=its_own):
                if part.isHidden() or part.isWindow() or part is self:
                    continue
                box = part.geometry().translated(corner)
                if box.intersects(reached):
                    around.append((part, box.topLeft()))
                    if _is_kept_clear(part) and not part.visibleRegion().isEmpty():
                        covered[part] = box
        return covered

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move away at once from widgets that may never be covered, and follow the size of the
        window.
        """
        host = self.parentWidget()
        if host is None or self.isHidden():
            return False
        if watched is host:
            crowded = event.type() is QEvent.Type.Resize
        else:
            crowded = event.type() in CHANGED and self._lies_on(watched, host)
        if crowded:
            self._place_in(host)
        return False

    def _lies_on(self, part: QObject, host: QWidget) -> bool:
        """Tell whether the line covers any of ``part``. Only then does a change of ``part`` require
        a new position. A search for one after each change anywhere in the window would be slow,
        since dozens of rows may move at once.
        """
        if not isinstance(part, QWidget) or not part.isVisible() or not host.isAncestorOf(part):
            return False
        box = QRect(part.mapTo(host, QPoint(0, 0)), part.size())
        return box.intersects(self.geometry())

    def _leave(self) -> None:
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._goes.start(LOOK_AGAIN_MS)
        else:
            self.hide()

    def _do(self) -> None:
        self.hide()
        self._acts()


def _is_kept_clear(part: QWidget) -> bool:
    """Tell whether ``part`` should not be covered, because it is a control, a text or a named
    widget.
    """
    says = isinstance(part, QLabel) and bool(part.text())
    return says or isinstance(part, PRESSED) or part.objectName() in AT_FOOT


def _is_main(part: QWidget) -> bool:
    """Tell whether ``part`` must not be covered, even if there is no other place for the line."""
    return part.property("kind") == "primary" or part.objectName() in AT_FOOT
