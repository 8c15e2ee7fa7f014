"""The list of presses that could not be saved before an event was closed."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.engine.language import plural, say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot
from app.ui.widgets.theme import DIALOG, Space


class NotSavedDialog(Dialog):
    """A dialog with the unsaved presses and reports, one on each line, and the file that also
    contains them.
    """

    def __init__(
        self, lines: Sequence[str], file: Path | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Not saved"))
        words = plural(
            len(lines),
            "{count} press at the tables could not be saved before the event was closed. Enter it"
            " when you open the event again.",
            "{count} presses at the tables could not be saved before the event was closed. Enter"
            " them when you open the event again.",
        )
        text = label(words, wraps=True)
        text.setMinimumWidth(420)
        self.lines = QPlainTextEdit("\n".join(lines), readOnly=True)
        kept = say("The list is in {file}.", file=file) if file else say("Write it down now.")
        self.got_it = button(say("&Got it"), self.accept, kind="primary")
        column_of(
            text, self.lines, label(kept, "muted", wraps=True), foot(self.got_it),
            on=self, gap=Space.L, margins=DIALOG,
        )  # fmt: skip

    @classmethod
    def ask(cls, lines: Sequence[str], file: Path | None, parent: QWidget | None = None) -> None:
        """Show the list until the organizer has read it."""
        cls(lines, file, parent).exec()
