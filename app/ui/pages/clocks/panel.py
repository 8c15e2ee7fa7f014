"""The panel for one clock or port beside the list: its message, its table, and its actions."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QFrame,
    QSizePolicy,
    QWidget,
)

from app.clock.drivers.catalog import all_products
from app.clock.hall.clock import Seat
from app.engine.frozen import replace
from app.engine.language import say
from app.ui.pages.clocks.rows import PLUNGERS, ClockRow
from app.ui.widgets.basics import button, label, make_primary, make_scrollable
from app.ui.widgets.fields import ComboBox, SpinBox
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import Space, around

MOST_TABLES = 9999
LONG_WORD = 24
WIDE = 296
CHOOSE = say("Choose a clock in the list to bind it to a table, or bind it by its plunger.")


def breakable(text: str) -> str:
    """Return the text in a form in which addresses and other long words may break at the end of a
    line.
    """
    return re.sub(f"\\S{{{LONG_WORD},}}", lambda word: "\u200b".join(word.group()), text)


class ClockPanel(QFrame):
    """The panel for one clock. ``seat_wanted`` carries a clock's name and its ``Seat`` or None;
    ``wish_changed`` carries a port's key and its ``PortSettings``; ``identify_wanted`` and
    ``adopt_wanted`` carry a clock's name; ``press_wanted`` carries the table whose plunger is to be
    pressed, or None to stop waiting for the press.
    """

    seat_wanted = Signal(str, object)
    wish_changed = Signal(str, object)
    identify_wanted = Signal(str)
    press_wanted = Signal(object)
    adopt_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._row: ClockRow | None = None
        self.title = label("", "heading", wraps=True)
        self.notice = label("", wraps=True)
        self.facts = label("", "muted", wraps=True)
        self.table = SpinBox()
        self.table.setRange(1, MOST_TABLES)
        self.table.setAccessibleName(say("Table"))
        self.bind = button(say("&Bind"), self._bind)
        self.free = button(say("F&ree"), self._free, kind="quiet")
        self.swap = button(say("&Swap sides"), self._swap, kind="quiet")
        self.press = button("", self._await)
        self.hint = label("", "muted", wraps=True)
        self.blink = button(say("B&link or beep"), self._identify)
        self.adopt = button(say("Take its &times"), self._adopt)
        self.product = ComboBox()
        self.product.setAccessibleName(say("Device at the port"))
        self.product.addItem(say("Find out"), "")
        for product in all_products():
            self.product.addItem(product.words, product.name)
        self.product.activated.connect(self._choose)
        self.use = button("", self._use, kind="quiet")
        self.sides = label("", "muted", wraps=True)
        self._awaiting: int | None = None
        self.table.valueChanged.connect(lambda _: self._show_press())
        self._lay_out()
        self.show_row(None, None)

    def sizeHint(self) -> QSize:
        """Return a size wide enough for the buttons' texts in the present language."""
        return QSize(max(WIDE, self.minimumSizeHint().width()), super().sizeHint().height())

    def show_row(
        self,
        row: ClockRow | None,
        awaiting: int | None,
        *,
        facts: Sequence[str] = (),
        unbound: bool = False,
    ) -> None:
        """Show a clock. ``awaiting`` is the table whose plunger is to be pressed. ``facts`` are the
        cells of columns for which the list has no room. ``unbound`` says that a clock has no table
        yet.
        """
        before, self._row, self._awaiting = self._row, row, awaiting
        clock, port = bool(row and row.clock), bool(row and row.key)
        title = row.product if row and clock else row.port if row else ""
        self.title.setText(breakable(title))
        self.title.setVisible(bool(title))
        sentence = row.notice or row.firmware if row else CHOOSE
        self.notice.setText(breakable(sentence))
        self.notice.setVisible(bool(sentence))
        self.facts.setText("\n".join(facts))
        self.facts.setVisible(bool(facts))
        make_primary(self.press if unbound and awaiting is None else None, self.press)
        for part in (self.bind, self.free, self.swap, self.sides):
            part.setVisible(clock)
        self.blink.setVisible(bool(row and row.can_identify))
        self.adopt.setVisible(bool(row and row.seat and row.shows not in ("", PLUNGERS)))
        self.product.setVisible(port)
        self.use.setVisible(port)
        if row is not None:
            self._show_seat(row, fresh=before is None or before.clock != row.clock)
            self.product.setCurrentIndex(max(self.product.findData(row.wish.product), 0))
            self.use.setText(say("Leave this port alone") if row.used else say("Use this port"))
        self._show_press()
        self._scroll.follow_contents()

    def _show_seat(self, row: ClockRow, *, fresh: bool) -> None:
        seat = row.seat
        self.free.setEnabled(seat is not None)
        self.swap.setEnabled(seat is not None)
        if seat is not None and fresh:
            self.table.setValue(seat.table)
        left = seat.left if seat else None
        sentence = (
            say(
                "{colour} sits at its left, {other} at its right.",
                colour=left.colour,
                other=left.other.colour,
            )
            if left
            else ""
        )
        self.sides.setText(sentence)

    def _show_press(self) -> None:
        waits = self._awaiting is not None
        self.press.setText(say("Waiting: &cancel") if waits else say("Bind by &plunger"))
        words = say(
            "Then press a plunger of the clock on table {value}. On gamepads press Red’s"
            " button, then Blue’s.",
            value=self.table.value(),
        )
        self.hint.setText(say("Press a plunger of that clock now.") if waits else words)

    def _bind(self) -> None:
        if self._row is not None:
            self.seat_wanted.emit(self._row.clock, Seat(self.table.value()))

    def _free(self) -> None:
        if self._row is not None:
            self.seat_wanted.emit(self._row.clock, None)

    def _swap(self) -> None:
        if self._row is not None and self._row.seat is not None:
            seat = self._row.seat
            self.seat_wanted.emit(self._row.clock, Seat(seat.table, seat.left.other))

    def _await(self) -> None:
        self.press_wanted.emit(None if self._awaiting is not None else self.table.value())

    def _identify(self) -> None:
        if self._row is not None:
            self.identify_wanted.emit(self._row.clock)

    def _adopt(self) -> None:
        if self._row is not None:
            self.adopt_wanted.emit(self._row.clock)

    def _choose(self) -> None:
        if self._row is not None:
            wish = replace(self._row.wish, use=True, product=self.product.currentData())
            self.wish_changed.emit(self._row.key, wish)

    def _use(self) -> None:
        if self._row is not None:
            wish = replace(self._row.wish, use=not self._row.used)
            self.wish_changed.emit(self._row.key, wish)

    def _lay_out(self) -> None:
        inside = QWidget()
        column_of(
            self.title,
            self.notice,
            self.facts,
            row_of(label(say("Table")), grow(self.table), self.bind),
            self.press,
            self.hint,
            self.sides,
            row_of(self.swap, self.free, gap=Space.M),
            self.adopt,
            self.blink,
            STRETCH,
            self.product,
            self.use,
            on=inside,
            gap=Space.M,
            margins=around(Space.L),
        )
        self._scroll = make_scrollable(inside)
        column_of(self._scroll, on=self, margins=around(Space.LINE))
