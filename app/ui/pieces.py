"""Small parts every page is made of: buttons and labels of a kind, a label that shortens."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)


def button(text: str, pressed: Callable[[], object], *, kind: str = "") -> QPushButton:
    """``kind`` is one of the stylesheet's: primary, quiet, danger, inCell."""
    made = QPushButton(text)
    made.setProperty("kind", kind)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked: pressed())
    return made


def label(text: str = "", role: str = "", *, wraps: bool = False) -> QLabel:
    """Plain text, whatever a player's name contains."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setWordWrap(wraps)
    return made


def foot(*buttons: QPushButton) -> QHBoxLayout:
    """A dialog's last row: its buttons at the right end."""
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addStretch()
    for one in buttons:
        row.addWidget(one)
    return row


def card(name: str) -> QFrame:
    made = QFrame()
    made.setObjectName(name)
    made.setProperty("role", "card")
    return made


def scrolled(inside: QWidget) -> QScrollArea:
    """``inside`` on the ground of whatever frame it is put into, scrolled up and down only."""
    scroll = QScrollArea()
    scroll.setWidget(inside)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for part in (inside, scroll.viewport()):
        part.setAutoFillBackground(False)
    return scroll


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the stylesheet selects by."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class NameLabel(QLabel):
    """One line that is shortened to its room; the whole of it is the tooltip."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_name(text)

    def show_name(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        from app.ui.names import elided  # of the engine, which the first window does without

        painter = QPainter(self)
        text = elided(self.fontMetrics(), self.text(), self.contentsRect().width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), text)
