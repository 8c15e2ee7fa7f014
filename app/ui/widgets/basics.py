"""The small parts that every page consists of: buttons, labels and scroll areas."""

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
from app.ui.widgets.letters_of_alt import paint_without_letters

if TYPE_CHECKING:  # each loads many names of Qt, so not for the first window
    from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPaintEvent

MARK = 16
HELD_MS = 1000
"""The milliseconds for which a button ignores presses after its action has changed."""


class Button(QPushButton):
    """A button. Enter presses the button while it has the focus, even if another button is the
    default.

    A mouse click counts only if the button's text did not change between press and release. A
    double click counts only if its first click was also on this button.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)  # given the text here, Qt would load all icon names
        self._pressed: str | None = None  # its text when the mouse last went down on it

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
    """A button that leads from step to step, so that its action changes under the mouse. For a
    moment after each change the button is ``held``: it looks inactive and ignores clicks, Enter and
    Space. Its Alt letter always works.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.held = False
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.timeout.connect(lambda: self._hold(held=False))

    def show_step(self, words: str) -> None:
        """Show the name of the step. An empty name hides the button."""
        if words != self.text():
            self.hold()
        self.setText(words)
        self.setVisible(bool(words))

    def hold(self) -> None:
        """Ignore presses for a moment, because the button's action has just changed."""
        around = self.parentWidget()
        if HELD_MS and around is not None and around.isVisible():
            self._hold(held=True)
            self._settled.start(HELD_MS)

    def let_go(self) -> None:
        """Accept presses again."""
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
    """Return a button. ``kind`` is one of the stylesheet's kinds: primary, quiet, faint, danger,
    inCell.
    """
    made = Button(text)
    _wire_button(made, pressed, kind)
    return made


def step_button(pressed: Callable[[], object], text: str = "", *, kind: str = "") -> StepButton:
    """Return a button for steps. Its text is ``text`` until ``show_step`` names a step."""
    made = StepButton()
    made.setText(text)
    _wire_button(made, pressed, kind)
    return made


def _wire_button(made: Button, pressed: Callable[[], object], kind: str) -> None:
    made.setProperty("kind", kind)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked: pressed())


def align_link(link: QPushButton) -> QPushButton:
    """Make the text of a link begin and end at the link's edges, in line with the parts above and
    below.
    """
    link.setProperty("flush", True)
    return link


def make_primary(wanted: QPushButton | None, *buttons: QPushButton) -> None:
    """Make ``wanted`` the only primary button among ``buttons``. With None, no button is
    primary.
    """
    for each in buttons:
        restyle(each, "kind", "primary" if each is wanted else "")


def choose_one(group: QButtonGroup, *choices: QPushButton) -> None:
    """Make the buttons exclusive, so that only one can be checked. Screen readers learn that,
    too.
    """
    for place, choice in enumerate(choices):
        choice.setCheckable(True)
        choice.setAutoExclusive(True)  # in a group, changes only what is read out
        group.addButton(choice, place)


def label(
    text: str = "", role: str = "", *, wraps: bool = False, buddy: QWidget | None = None
) -> QLabel:
    """Return a label that shows its text without markup, whatever a player's name contains. With a
    ``buddy``, Alt and the letter marked in the text move the focus to that buddy.
    """
    made = QLabel(text)
    show_plainly(made)
    if buddy is None:
        paint_without_letters(made)
    else:
        made.setBuddy(buddy)
    made.setProperty("role", role)
    made.setWordWrap(wraps)
    if role == "figure":
        made.setFont(even_figures())
    return made


def waiting_mark() -> QLabel:
    """Return a picture that stands beside a text about something that waits for the organizer but
    is not a fault.
    """
    made = QLabel()
    made.setObjectName("waits")
    made.setFixedSize(MARK, MARK)
    return made


def show_plainly(text: QLabel) -> None:
    """Prevent a label from reading its text as markup. The property is set by name because
    importing ``Qt`` is slow.
    """
    text.setProperty("textFormat", "PlainText")


def card(name: str) -> QFrame:
    made = QFrame()
    made.setObjectName(name)
    made.setProperty("role", "card")
    return made


class Scroll(QScrollArea):
    """A scroll area without a background of its own, which always scrolls the focused widget into
    sight.
    """

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setViewport(QWidget())  # asking for Qt's own would load the names of all widgets
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
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
        """Scroll ``part`` into sight, with ``room`` pixels above and below it. Do so again whenever
        the contents grow, as on a page shown for the first time, until the focus leaves ``part`` or
        somebody scrolls.
        """
        self._led_to = part, room
        self._bring(part, room)

    def _bring(self, part: QWidget, room: int) -> None:
        """Scroll the whole of ``part`` into sight. Qt by itself considers only a field's cursor."""
        self.ensureWidgetVisible(part, 0, room)
        top = part.mapTo(self.viewport(), QPoint()).y() + self.verticalScrollBar().value()
        middle = self.horizontalScrollBar().value() + self.viewport().width() // 2
        for y in (top + part.height(), top):
            self.ensureVisible(middle, y, 0, room)

    def _follow(self) -> None:
        if self._led_to is None:
            return
        part, room = self._led_to
        # Asks its window, because another one may have the keyboard.
        if isValid(part) and part.window().focusWidget() is part:
            self._bring(part, room)
        else:
            self._led_to = None

    def _let_go(self) -> None:
        self._led_to = None

    @property
    def has_more(self) -> bool:
        """Tell whether part of the contents is out of sight."""
        return max(self.verticalScrollBar().maximum(), self.horizontalScrollBar().maximum()) > 0


class ScrollDown(Scroll):
    """A scroll area that scrolls only up and down. It is therefore never narrower than its
    contents.
    """

    def __init__(self, inside: QWidget) -> None:
        super().__init__(inside)
        self.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")
        self._least = 0  # the width last reported to the surrounding layout

    def follow_contents(self) -> None:
        """Tell the surrounding layout if the contents now need another width, which Qt does not
        notice.
        """
        least = self.minimumSizeHint().width()
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        hint, inside = super().minimumSizeHint(), self.widget()
        if inside is None:
            return hint
        wide = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        wide += 2 * self.frameWidth()
        return QSize(max(hint.width(), wide), hint.height())


def _keep_in_sight(_before: QWidget | None, now: QWidget | None) -> None:
    """Scroll the focused widget into sight, unless a mouse button is down. If the widget moved
    then, the click would miss.
    """
    around = None if now is None else now.parentWidget()
    while around is not None:
        # Reads the mouse only if something scrolls: it would load all names of Qt.
        if isinstance(around, Scroll) and now is not None and around.has_more:
            if QApplication.mouseButtons():
                return
            around.ensureWidgetVisible(now, 0, 16)
        around = around.parentWidget()


def make_scrollable(inside: QWidget) -> ScrollDown:
    """Return ``inside`` in an area that scrolls only up and down and has no background of its
    own.
    """
    return ScrollDown(inside)


def make_scrollable_both_ways(inside: QWidget) -> QScrollArea:
    """Return ``inside`` in an area that scrolls both ways and has no background of its own."""
    return Scroll(inside)


def is_in_sight(part: QWidget) -> bool:
    """Tell whether the whole of ``part`` is visible."""
    return part.isVisible() and part.visibleRegion().boundingRect() == part.rect()


def scroll_to(part: QWidget, room: int = 0) -> None:
    """Scroll ``part`` into sight in every scroll area around it, with ``room`` pixels above and
    below it.
    """
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, Scroll):
            around.lead_to(part, room)
        around = around.parentWidget()


def in_tab_order(*parts: QWidget) -> None:
    """Set the Tab order to these parts and the widgets inside them, one after the other. Hidden
    widgets keep their old place, because Qt would not order the widgets that come after them.
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
    """Tell whether a widget inside ``part`` has the focus."""
    focused = QApplication.focusWidget()
    return focused is not None and part.isAncestorOf(focused)


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Set a property that selects styles in the stylesheet, and apply those styles. An empty value
    or ``"false"`` selects no style, as if the property were not set.
    """
    before = widget.property(name)
    if before == value:
        return
    widget.setProperty(name, value)
    if before is not None or value not in {"", "false"}:
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class NameLabel(QLabel):
    """A label of one line that is shortened to its width. Its tooltip has the whole text."""

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

    @property
    def fitting(self) -> str:
        """The text to paint, which is then elided if it is too wide."""
        return self.text()

    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    def paintEvent(self, event: "QPaintEvent") -> None:
        from PySide6.QtGui import QPainter

        from app.ui.widgets.elide import (
            elide,  # needs the engine, which the first window does not load
        )

        painter = QPainter(self)
        text = elide(self.fontMetrics(), self.fitting, self.contentsRect().width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), text)


class FittingLabel(NameLabel):
    """A line that shows the longest of several texts that fits. Its tooltip has the whole text."""

    _shorter: tuple[str, ...] = ()

    def show_any(self, text: str, *shorter: str) -> None:
        """Show ``text`` or, if it does not fit, the first of the ``shorter`` texts that does. There
        is always room for the last of them.
        """
        if shorter != self._shorter:
            self._shorter = shorter
            self.updateGeometry()
            self.update()
        self.show_name(text)

    @property
    def fitting(self) -> str:
        room, metrics = self.contentsRect().width(), self.fontMetrics()
        texts = (self.text(), *self._shorter)
        return next((text for text in texts if metrics.horizontalAdvance(text) <= room), texts[-1])

    def minimumSizeHint(self) -> QSize:
        least = (self.text(), *self._shorter)[-1]
        return QSize(
            self.fontMetrics().horizontalAdvance(least) + 1, super().minimumSizeHint().height()
        )
