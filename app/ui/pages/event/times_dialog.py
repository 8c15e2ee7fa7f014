"""The dialog that corrects the event's times after the computer's clock was wrong."""

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QTimer
from PySide6.QtWidgets import QDialog, QLayout, QWidget

from app.engine.acts.setup import ShiftTimes
from app.engine.language import say
from app.engine.state import State
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox, DateTimeEdit
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot, grid_of
from app.ui.widgets.locale import format_date, locale
from app.ui.widgets.theme import DIALOG, Space
from app.views.event.times import (
    Stretch,
    describe_change,
    overlap_words,
    running_words,
    shift_of,
    stretches,
)

SECOND_MS = 1000
WIDTH = 620
SHOWN = say("d MMM yyyy, HH:mm:ss")
WHAT = say(
    "The event’s times follow this computer’s clock as it was when Flagfall was started. If it was"
    " wrong, say what the right time is. Only the times shown change; undo takes it back."
)


class TimesDialog(Dialog):
    """A dialog that asks how the event's times were wrong. While it is open, it follows the present
    time of ``client``.
    """

    def __init__(
        self, client: DeskClient, parts: Sequence[Stretch], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client, self._parts = client, parts
        self._typed = False
        self.setWindowTitle(say("Correct the event’s times"))
        self.part = ComboBox()
        self.right = DateTimeEdit()
        self.right.setDisplayFormat(SHOWN)
        self.right.setLocale(locale())
        self._asked = caption_for(self.right, "")
        self.now, self.rows = label("", "muted", wraps=True), label("", wraps=True)
        self.first, self.last = label(""), label("")
        self.warning = label("", "warning", wraps=True)
        self.running = label("", "muted", wraps=True)
        self.put = button(say("&Correct the times"), self.accept, kind="primary")
        self.leave = button(say("Cancel"), self.reject)
        for part in parts:
            self.part.addItem(_part_words(client.state, part))
        self._lay_out()
        self.part.currentIndexChanged.connect(lambda _index: self._choose())
        self.right.dateTimeChanged.connect(lambda _time: self._type())
        self._ticks = QTimer(self)
        self._ticks.setInterval(SECOND_MS)
        self._ticks.timeout.connect(self._show)
        self._ticks.start()
        self._choose()

    @property
    def command(self) -> ShiftTimes:
        """The command for the present fields. If the stretch has no end and no time was typed, the
        event's times are shifted to the computer's clock, exact to the millisecond.
        """
        state, now_ms = self._client.state, self._client.now_ms()
        if self._stretch.until_ms is None and not self._typed:
            by_ms = -self._client.apart_ms
            return ShiftTimes(by_ms, self._stretch.since_ms, None)
        right_ms = self.right.dateTime().toMSecsSinceEpoch()
        computer_ms = state.shown_ms(now_ms) - self._client.apart_ms
        return shift_of(state, self._stretch, now_ms, right_ms, computer_ms)

    @property
    def _stretch(self) -> Stretch:
        return self._parts[max(self.part.currentIndex(), 0)]

    def _choose(self) -> None:
        """Follow the choice of a stretch of the event. Ask for the correct value of the last time
        in the stretch, or of the present time if the stretch has no end.
        """
        self._typed = False
        over = self._stretch.until_ms is not None
        self._asked.setText(say("The last was really &at") if over else say("It is now &really"))
        self._show()

    def _type(self) -> None:
        self._typed = True
        self._show()

    def _show(self) -> None:
        state, part, now_ms = self._client.state, self._stretch, self._client.now_ms()
        shown_ms = state.shown_ms(now_ms)
        computer_ms = shown_ms - self._client.apart_ms
        if not self._typed:
            over_ms = None if part.next_ms is None else state.shown_ms(part.next_ms)
            self.right.blockSignals(True)
            self.right.setDateTime(
                QDateTime.fromMSecsSinceEpoch(computer_ms if over_ms is None else over_ms)
            )
            self.right.blockSignals(False)
        by_ms = self.command.by_ms
        self.now.setText(
            say(
                "The event shows {time}. This computer’s clock says {clock}.",
                time=_time(shown_ms),
                clock=_time(computer_ms),
            )
        )
        self.rows.setText(describe_change(part, by_ms))
        self.first.setText(_change(state.shown_ms(part.first_ms), by_ms))
        self.last.setText(_change(state.shown_ms(part.last_ms), by_ms))
        self.warning.setText(overlap_words(part, by_ms))
        self.warning.setVisible(bool(self.warning.text()))
        self.running.setText(running_words(state))
        self.put.setEnabled(bool(by_ms))

    def _lay_out(self) -> None:
        what = label(WHAT, wraps=True)
        for words in (what, self.now, self.rows, self.warning, self.running):
            words.setMinimumWidth(WIDTH)  # so that the fields are not squeezed
        fields = grid_of(
            (caption_for(self.part, say("&Wrong times")), self.part),
            (self._asked, self.right),
            (label(say("First"), "muted"), self.first),
            (label(say("Last"), "muted"), self.last),
            gap_across=Space.M,
            shares=(0, 1),
        )
        column = column_of(
            what,
            self.now,
            LayoutGap(Space.S),
            fields,
            self.rows,
            self.warning,
            self.running,
            LayoutGap(Space.L),
            foot(self.leave, self.put),
            on=self,
            margins=DIALOG,
        )
        column.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)

    @classmethod
    def ask(
        cls, client: DeskClient, parts: Sequence[Stretch], parent: QWidget | None = None
    ) -> ShiftTimes | None:
        """Return the organizer's correction as a command; None to leave the times as they are."""
        dialog = cls(client, parts, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        command = dialog.command
        dialog.deleteLater()
        return command if accepted else None

    @classmethod
    def show_for(cls, client: DeskClient, parent: QWidget | None = None) -> None:
        """Show the dialog and submit its command."""
        command = cls.ask(client, stretches(client.records), parent)
        if command is not None:
            client.ask(command)


def _part_words(state: State, part: Stretch) -> str:
    if not part.break_ms:
        return say("All times of the event")
    if part.until_ms is None:
        return say("Since the break, from {time} on", time=_time(state.shown_ms(part.first_ms)))
    return say("Before the break, up to {time}", time=_time(state.shown_ms(part.last_ms)))


def _change(shown_ms: int, by_ms: int) -> str:
    after = f" → {_time(shown_ms + by_ms)}" if by_ms else ""
    return f"{_time(shown_ms)}{after}"


def _time(at_ms: int) -> str:
    return format_date(max(at_ms, 0), SHOWN)
