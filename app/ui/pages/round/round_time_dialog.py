"""The dialog with the time of dice down, which only the organizer sees, and a field for their own
roll.
"""

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.acts.rounds import SetRoundLength
from app.engine.language import plural, say
from app.engine.state import Round
from app.ui.clients.desk import DeskClient
from app.ui.pages.round.header import MINUTE_MS
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space
from app.views.time_of_day import clock_time

LONGEST_MINUTES = 600


class RoundTimeDialog(Dialog):
    """A dialog that asks for the round's length. ``minutes`` is its present length."""

    def __init__(
        self,
        started_ms: int,
        minutes: int,
        now_ms: int,
        parent: QWidget | None = None,
        *,
        shift_ms: int = 0,
    ) -> None:
        """Make the dialog. ``shift_ms`` is added to an instant to get the time that is shown."""
        super().__init__(parent)
        end_ms = started_ms + minutes * MINUTE_MS
        passed = max(now_ms - started_ms, 0) // MINUTE_MS
        verb = say("Dice down at") if now_ms < end_ms else say("Time was up at")
        self.setWindowTitle(say("Round time"))
        self.minutes = SpinBox()
        self.minutes.setRange(1, LONGEST_MINUTES + passed)
        self.minutes.setValue(minutes)
        self.minutes.setSuffix(f" {say('minutes')}")
        self.set_time = button(say("&Set the time"), self.accept, kind="primary")
        self.set_time.setEnabled(False)
        self.minutes.valueChanged.connect(lambda now: self.set_time.setEnabled(now != minutes))
        self.leave = button(say("Close"), self.reject)
        self.leave.setDefault(True)
        note = label(
            say("Secret: close this before a player looks at the screen."), "muted", wraps=True
        )
        note.setMinimumWidth(380)
        column_of(
            label(f"{verb} {clock_time(end_ms + shift_ms)}", "heading"),
            note,
            label(
                plural(
                    passed,
                    "The round began {count} minute ago.",
                    "The round began {count} minutes ago.",
                ),
                "muted",
            ),
            LayoutGap(Space.S),
            caption_for(self.minutes, say("&Minutes from the start")),
            self.minutes,
            LayoutGap(Space.L),
            foot(self.leave, self.set_time),
            on=self,
            margins=DIALOG,
        )
        self.leave.setFocus()

    @classmethod
    def ask(
        cls,
        started_ms: int,
        minutes: int,
        now_ms: int,
        parent: QWidget | None = None,
        *,
        shift_ms: int = 0,
    ) -> int | None:
        """Return the new length in minutes; None to keep the present one."""
        dialog = cls(started_ms, minutes, now_ms, parent, shift_ms=shift_ms)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.minutes.value() if accepted else None

    @classmethod
    def show_for(cls, client: DeskClient, round_: Round | None, parent: QWidget) -> None:
        """Show the organizer when dice go down, and let them enter a roll of their own."""
        if round_ is None or round_.started_ms is None:
            return
        length, now_ms = round_.length_ms // MINUTE_MS, client.now_ms()
        shift_ms = client.state.shift_ms
        minutes = cls.ask(round_.started_ms, length, now_ms, parent, shift_ms=shift_ms)
        if minutes is not None:
            client.ask(SetRoundLength(minutes * MINUTE_MS))
