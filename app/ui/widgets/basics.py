"""Small parts every page is made of: buttons and labels of a kind, a label that shortens."""

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)
from shiboken6 import isValid

from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.font import even_figures

if TYPE_CHECKING:  # each brings names of Qt's that take their time: not for the first window
    from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPaintEvent

MARK = 16
HELD_MS = 1000
"""How long a button that now does something else takes no press."""


class Button(QPushButton):
    """A button. Enter presses it while it has the focus, and never another that is the default one.

    The mouse presses only what it went down on: a button whose words changed in the meantime is
    another button, and so is one that came under the mouse between the two halves of a double
    click.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)  # given with the words, Qt would load every name of an icon
        self._pressed: str | None = None  # what it said when the mouse last went down on it

    def keyPressEvent(self, event: "QKeyEvent") -> None:
        from PySide6.QtCore import Qt

        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.click()

    def mousePressEvent(self, event: "QMouseEvent") -> None:
        self._pressed = self.text()
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: "QMouseEvent") -> None:
        if self._pressed == self.text():
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: "QMouseEvent") -> None:
        if self.isDown() and self._pressed != self.text():
            self.setDown(False)
        else:
            super().mouseReleaseEvent(event)

    def hideEvent(self, event: "QHideEvent") -> None:
        self._pressed = None
        super().hideEvent(event)


class StepButton(Button):
    """Leads from step to step, so what it does changes under the mouse. For a moment after each
    change it is ``held``: it looks inactive and takes no press; its letter with Alt always works.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.held = False
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.timeout.connect(lambda: self._hold(held=False))

    def show_step(self, words: str) -> None:
        """Show the step; empty words hide it."""
        if words != self.text():
            self.hold()
        self.setText(words)
        self.setVisible(bool(words))

    def hold(self) -> None:
        """Take no press for a moment: it does something else than just now."""
        around = self.parentWidget()
        if HELD_MS and around is not None and around.isVisible():
            self._hold(held=True)
            self._settled.start(HELD_MS)

    def let_go(self) -> None:
        """Let the button take presses again."""
        self._settled.stop()
        self._hold(held=False)

    def _hold(self, *, held: bool) -> None:
        self.held = held
        restyle(self, "held", "true" if held else "false")

    def mousePressEvent(self, event: "QMouseEvent") -> None:
        if not self.held:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: "QKeyEvent") -> None:
        if not self.held or event.text() not in {" ", "\r", "\n"}:
            super().keyPressEvent(event)


FOLLOWED = "flagfall_focus_followed"


def button(text: str, pressed: Callable[[], object], *, kind: str = "") -> QPushButton:
    """Return a button; ``kind`` is one of the stylesheet's: primary, quiet, danger, inCell."""
    made = Button(text)
    made.setProperty("kind", kind)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked: pressed())
    return made


def choose_one(group: QButtonGroup, *choices: QPushButton) -> None:
    """Make the buttons exclusive, also for screen readers."""
    for place, choice in enumerate(choices):
        choice.setCheckable(True)
        choice.setAutoExclusive(True)  # changes nothing in a group but what is read out
        group.addButton(choice, place)


def label(text: str = "", role: str = "", *, wraps: bool = False) -> QLabel:
    """Return a label of plain text, whatever a player's name contains."""
    made = QLabel(text)
    show_plainly(made)
    made.setProperty("role", role)
    made.setWordWrap(wraps)
    if role == "figure":
        made.setFont(even_figures())
    return made


def waiting_mark() -> QLabel:
    """Return the picture beside words about something that waits for the organizer and is no
    fault.
    """
    made = QLabel()
    made.setObjectName("waits")
    made.setFixedSize(MARK, MARK)
    return made


def show_plainly(text: QLabel) -> None:
    """Never take its text for markup. Set by the enum's name: ``Qt`` itself is slow to load."""
    text.setProperty("textFormat", "PlainText")


def card(name: str) -> QFrame:
    made = QFrame()
    made.setObjectName(name)
    made.setProperty("role", "card")
    return made


class Scroll(QScrollArea):
    """Never without what has the focus in it, from wherever the focus came."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setProperty("focusPolicy", "NoFocus")
        app = QApplication.instance()
        if isinstance(app, QApplication) and not app.property(FOLLOWED):
            app.setProperty(FOLLOWED, True)  # one for all: it outlives each of them
            app.focusChanged.connect(_keep_in_sight)
        self._led_to: tuple[QWidget, int] | None = None
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._follow)
        bar.actionTriggered.connect(self._let_go)

    def lead_to(self, part: QWidget, room: int) -> None:
        """Bring ``part`` into sight with ``room`` above and below it; again when what is inside
        gets longer, as on a page that is shown for the first time, until the keyboard leaves it or
        somebody scrolls.
        """
        self._led_to = part, room
        self._bring(part, room)

    def _bring(self, part: QWidget, room: int) -> None:
        """Bring the whole of ``part`` into sight: of a field, Qt looks for the cursor alone."""
        self.ensureWidgetVisible(part, 0, room)
        top = part.mapTo(self.viewport(), QPoint()).y() + self.verticalScrollBar().value()
        middle = self.horizontalScrollBar().value() + self.viewport().width() // 2
        for y in (top + part.height(), top):
            self.ensureVisible(middle, y, 0, room)

    def _follow(self) -> None:
        if self._led_to is None:
            return
        part, room = self._led_to
        # Asked of its window: another one may have the keyboard.
        if isValid(part) and part.window().focusWidget() is part:
            self._bring(part, room)
        else:
            self._led_to = None

    def _let_go(self) -> None:
        self._led_to = None

    @property
    def has_more(self) -> bool:
        """Tell whether a part of it is out of sight."""
        return max(self.verticalScrollBar().maximum(), self.horizontalScrollBar().maximum()) > 0


class ScrollDown(Scroll):
    """Scrolled up and down only, so never narrower than what is in it."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__(inside)
        self.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")

    def minimumSizeHint(self) -> QSize:
        hint, inside = super().minimumSizeHint(), self.widget()
        if inside is None:
            return hint
        wide = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        wide += 2 * self.frameWidth()
        return QSize(max(hint.width(), wide), hint.height())


def _keep_in_sight(_before: QWidget | None, now: QWidget | None) -> None:
    """Keep it in sight, but move nothing under a mouse button: it would miss what it is on."""
    around = None if now is None else now.parentWidget()
    while around is not None:
        # Where nothing scrolls, the mouse is not looked at: that would load all names of Qt's.
        if isinstance(around, Scroll) and now is not None and around.has_more:
            if QApplication.mouseButtons():
                return
            around.ensureWidgetVisible(now, 0, 16)
        around = around.parentWidget()


def make_scrollable(inside: QWidget) -> QScrollArea:
    """Return ``inside`` in an area that scrolls up and down only and has no ground of its own."""
    return _on_ground(ScrollDown(inside), inside)


def make_scrollable_both_ways(inside: QWidget) -> QScrollArea:
    """Return ``inside`` in an area that scrolls both ways, on the ground of the frame around it."""
    return _on_ground(Scroll(inside), inside)


def _on_ground(scroll: Scroll, inside: QWidget) -> Scroll:
    for part in (inside, scroll.viewport()):
        part.setAutoFillBackground(False)
    return scroll


def is_in_sight(part: QWidget) -> bool:
    """Tell whether ``part`` is shown whole, with nothing over it."""
    return part.isVisible() and part.visibleRegion().boundingRect() == part.rect()


def scroll_to(part: QWidget, room: int = 0) -> None:
    """Bring ``part`` into sight in everything around it that scrolls, with ``room`` above and
    below it.
    """
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, Scroll):
            around.lead_to(part, room)
        around = around.parentWidget()


def in_tab_order(*parts: QWidget) -> None:
    """Let Tab go through these parts, and through what is in each, one after the other. What is not
    shown, or not yet, keeps its place: Qt would not order what comes after it.
    """
    from PySide6.QtCore import Qt

    inside = [widget for part in parts for widget in (part, *part.findChildren(QWidget))]
    reached = [
        widget
        for widget in inside
        if widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
        and widget.focusProxy() is None
        and widget.window() is parts[0].window()
        and not widget.isHidden()
    ]
    for widget, following in pairwise(reached):
        QWidget.setTabOrder(widget, following)


def has_keyboard(part: QWidget) -> bool:
    """Tell whether what is typed goes to something in it."""
    focused = QApplication.focusWidget()
    return focused is not None and part.isAncestorOf(focused)


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the stylesheet selects by."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class NameLabel(QLabel):
    """One line that is shortened to its room; the whole of it is the tooltip."""

    def __init__(self, text: str = "", role: str = "") -> None:
        from PySide6.QtWidgets import QSizePolicy

        super().__init__()
        show_plainly(self)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_name(text)

    def show_name(self, text: str) -> None:
        if text != self.text():
            self.setText(text)
            self.setToolTip(escape_tooltip(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    def paintEvent(self, event: "QPaintEvent") -> None:
        from PySide6.QtGui import QPainter

        from app.ui.widgets.elide import (
            elide,  # of the engine, which the first window does without
        )

        painter = QPainter(self)
        text = elide(self.fontMetrics(), self.text(), self.contentsRect().width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), text)
