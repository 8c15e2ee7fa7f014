"""The base of all sheets. A sheet covers a player's half with a question, and faces that player."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.engine.side import Side
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import LEFT, RIGHT, Picture, arrow, fitting_px, mirror, turned_painter
from app.ui.widgets.basics import in_tab_order
from app.ui.widgets.scenario_map import ScenarioMap
from app.ui.widgets.theme import current_theme
from app.views.table.table import TableView

GAP = 8
EDGE = 12
SAID_MS = 4000
ASKED_MS = 400  # the finger of a tap was already moving before that
SHORT = 230  # a sheet of half of the smallest window
LEAST_LINE = 26
TOUCH = 44  # the least size that a finger hits
MESSAGE, READABLE, FEW = 56, 18, 2
"""The height of a message above rows, and the size of the smallest readable letters, both in
pixels. Then the number of rows up to which a message may take more height in order to be readable.
"""
LEAST_MAP = 120


class Cells(Struct, frozen=True):
    """One row of a sheet's body: widgets with their shares of the width."""

    parts: tuple[tuple[QWidget, int], ...]


class Sheet(QWidget):
    """A sheet: a title and the running time at the top, a message, rows of controls, and buttons at
    the bottom.

    A sheet lays out its own children, so that it can face either player. If ``compact``, the
    message is in the head if there is room. ``beside`` is a map at the left of the rows.
    ``most_head`` and ``most_foot`` limit the heights of the head and of the buttons.
    """

    most_head, most_foot = 1_000, 80

    def __init__(self, side: Side, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.turned = False
        self.title = FacingLabel(title, self, most=26, bold=True, align=LEFT)
        self.clock = FacingLabel("", self, most=26, bold=True, align=RIGHT, wrap=False)
        self.message = FacingLabel("", self, most=40)
        self._runs = self.compact = False
        self._picture: Picture | None = None
        self._box = QRect()
        self.footer: tuple[FacingButton, ...] = ()
        self._note = ""
        self._said = QTimer(self)
        self._said.setSingleShot(True)
        self._said.timeout.connect(lambda: self.show_message(self._note))
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.timeout.connect(lambda: self._hold_footer(held=False))
        self.beside: ScenarioMap | None = None
        self._rows: tuple[Cells, ...] = ()
        self.wide_rows = False
        self.body = QRect()  # where the rows are

    def show_clock(self, digits: str, *, runs: bool) -> None:
        """Show the player's time. While the time ``runs``, the head has the player's colour."""
        self.clock.show_text(digits)
        if runs is not self._runs:
            self._runs = runs
            self._lay_out()
            self.update()

    def show_picture(self, picture: Picture | None) -> None:
        """Show a large picture beside the message, or no picture."""
        if picture is not self._picture:
            self._picture = picture
            self._lay_out()
            self.update()

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the message for a few seconds, such as the reason for a
        refusal.
        """
        note = self._note
        self.show_message(sentence)
        self._note = note
        self._said.start(SAID_MS)

    def show_message(self, text: str) -> None:
        self._said.stop()
        self._note = text
        self.message.show_text(text)
        self.message.setVisible(bool(text))
        self._lay_out()

    def show_view(self, view: TableView) -> None:
        """Show the present state of the table. Most sheets do not depend on it."""

    def asks(self, _view: TableView) -> object:
        """Return a value that identifies the sheet's question; None if the sheet asks no
        question.
        """
        return None

    def ask(self) -> None:
        """Block the buttons for a moment, because the question is new."""
        if ASKED_MS:
            self._hold_footer(held=True)
            self._fresh.start(ASKED_MS)

    def _hold_footer(self, *, held: bool) -> None:
        for button in self.footer:
            button.held = held
            button.update()

    def set_rows(self, rows: Sequence[Cells]) -> None:
        self._rows = tuple(rows)
        for row in self._rows:
            for widget, _ in row.parts:
                widget.setParent(self)
                widget.show()
        self._order()
        self._lay_out()

    def set_footer(self, *buttons: FacingButton) -> None:
        self.footer = buttons
        for button in buttons:
            button.setParent(self)
        self._order()
        self._lay_out()

    def _order(self) -> None:
        rows = (part for row in self._rows for part, _ in row.parts)
        in_tab_order(*rows, *self.footer)

    def face(self, turned: bool) -> None:
        self.turned = turned
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(640, 320)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ignore a tap beside the buttons, because a sheet is not a plunger."""
        event.accept()

    def _lay_out(self) -> None:
        edge = 2 * GAP + (GAP if self._runs else 0)  # clear of the frame in the player's colour
        box = self.rect().adjusted(edge, GAP, -edge, -GAP)
        high = min(max(box.height() // 8, 32), self.most_head)
        head = QRect(box.left(), box.top(), box.width(), high)
        theme = current_theme()
        on_own = theme.on_red if self.side is Side.RED else theme.on_blue
        short = box.height() < SHORT
        above = self.compact and box.width() > (600 if short else 800)
        for label in (self.title, self.clock, self.message):
            in_head = above or label is not self.message
            label.show_colour(on_own if self._runs and in_head else "")
        room = high + GAP if self._runs else 0
        third = box.width() // 3
        self._put(self.title, head.adjusted(room, 0, -2 * third if above else -third, 0))
        self._put(self.clock, head.adjusted(box.width() * 5 // 6, 0, 0, 0))
        if above:
            self._put(self.message, head.adjusted(third, 0, -box.width() // 6, 0))
        visible = [button for button in self.footer if not button.isHidden()]
        least = 36 if short and len(self._rows) > 2 else TOUCH
        foot = min(max(box.height() // 5, least), self.most_foot) if visible else 0
        bottom = QRect(box.left(), box.bottom() - foot + 1, box.width(), foot)
        self._put_across([(facing_button, 1) for facing_button in visible], bottom)
        below = GAP if short else 2 * GAP
        body = QRect(box.left(), head.bottom() + below, box.width(), 0)
        body.setBottom(bottom.top() - GAP)
        if not above and not self.message.isHidden() and self.message.text():
            high = self._message_high(body) if self._rows else body.height()
            note = QRect(body.left(), body.top(), body.width(), high)
            room = self._picture_side(note) + 2 * GAP if self._picture else 0
            self._put(self.message, note.adjusted(room, 0, 0, 0))
            self._box = QRect(note)
            body.setTop(note.bottom() + GAP)
        if self.beside is not None and body.height() < LEAST_MAP:
            self.beside.setGeometry(0, 0, 0, 0)
        elif self.beside is not None and not self.beside.isHidden():
            side = min(body.height(), body.width() * 2 // 5)
            self._put(self.beside, QRect(body.left(), body.top(), side, body.height()))
            body.setLeft(body.left() + side + 2 * GAP)
        self.body = body
        self._put_rows(body)

    def _message_high(self, body: QRect) -> int:
        """Return the height of the message: two lines, or more if there are few rows."""
        third = body.height() // 3
        text, wide = self.message.text(), body.width()
        is_roomy = len(self._rows) <= FEW and third > MESSAGE
        px = fitting_px(text, wide, MESSAGE, READABLE, bold=False, wrap=True)
        return third if is_roomy and px < READABLE else min(third, MESSAGE)

    def _put_rows(self, body: QRect) -> None:
        if not self._rows:
            return
        crowded = len(self._rows) * (LEAST_LINE + GAP) > body.height()
        wide_enough = body.width() > (600 if crowded else 900) and not self.wide_rows
        columns = 2 if wide_enough and len(self._rows) > 3 else 1
        lines = -(-len(self._rows) // columns)
        wide = (body.width() - (columns - 1) * 3 * GAP) // columns
        most = 88 if lines > 2 else 160
        gap = GAP // 2 if lines * (LEAST_LINE + GAP) > body.height() else GAP
        high = min((body.height() - (lines - 1) * gap) // lines, most)
        top = body.top() + max(body.height() - lines * (high + gap), 0) // 2
        for number, row in enumerate(self._rows):
            column, line = divmod(number, lines)
            x = body.left() + column * (wide + 3 * GAP)
            self._put_across(row.parts, QRect(x, top + line * (high + gap), wide, high))

    def _put_across(self, parts: Sequence[tuple[QWidget, int]], box: QRect) -> None:
        total = sum(share for _, share in parts)
        x = box.left()
        for widget, share in parts:
            wide = (box.width() - (len(parts) - 1) * GAP) * share // total
            self._put(widget, QRect(x, box.top(), wide, box.height()))
            x += wide + GAP

    def _put(self, widget: QWidget, box: QRect) -> None:
        if isinstance(widget, FacingButton | FacingLabel | ScenarioMap):
            widget.turned = self.turned
            widget.update()
        widget.setGeometry(mirror(box, self.turned, self.width(), self.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = turned_painter(self, self.turned)
        painter.fillRect(self.rect(), QColor(theme.surface))
        own, on_own = (theme.red, theme.on_red)
        if self.side is Side.BLUE:
            own, on_own = (theme.blue, theme.on_blue)
        painter.fillRect(QRect(0, self.height() - 6, self.width(), 6), QColor(own))
        if self._runs:
            for left in (0, self.width() - EDGE):
                painter.fillRect(QRect(left, 0, EDGE, self.height()), QColor(own))
            high = min(max((self.height() - 2 * GAP) // 8, 32), self.most_head) + 2 * GAP
            painter.fillRect(QRect(0, 0, self.width(), high), QColor(own))
            side = high - 4 * GAP
            arrow(painter, QRectF(2 * GAP, 2 * GAP, side, side), QColor(on_own))
        if self._picture is not None:
            side = self._picture_side(self._box)
            spot = QRectF(self._box.left(), self._box.center().y() - side / 2, side * 0.8, side)
            self._picture(painter, spot, QColor(theme.danger))
        painter.end()

    @staticmethod
    def _picture_side(box: QRect) -> int:
        return min(box.height() * 8 // 10, box.width() // 5, 240)
