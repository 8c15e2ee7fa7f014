"""The dialog that merges two entries of the same player and asks which number to keep."""

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import say
from app.engine.state import State
from app.engine.text import shorten
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space


class MergeDialog(Dialog):
    def __init__(self, state: State, kept: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Merge a double entry"))
        self.other = ComboBox()
        self.other.setAccessibleName(say("The other entry"))
        written = {number: player.entry.name.casefold() for number, player in state.players.items()}
        others = [number for number in sorted(state.players) if number != kept]
        for number in sorted(others, key=lambda other: written[other] != written[kept]):
            self.other.addItem(f"{number}  {shorten(state.name(number), 60)}", number)
        self.merge = button(say("&Merge"), self.accept, kind="primary")
        self.merge.setDefault(True)
        self.merge.setEnabled(self.other.count() > 0)
        note = label(
            say(
                "Games, byes and warnings of the other entry become number {kept}’s; undo separates"
                " them again.",
                kept=kept,
            ),
            "muted",
            wraps=True,
        )
        note.setMinimumWidth(420)
        column_of(
            caption_for(
                self.other,
                say(
                    "Number {kept}, {name}, is the same player as",
                    kept=kept,
                    name=shorten(state.name(kept)),
                ),
            ),
            self.other,
            note,
            LayoutGap(Space.L),
            foot(button(say("Cancel"), self.reject), self.merge),
            on=self,
            margins=DIALOG,
        )
        self.other.setFocus()

    @classmethod
    def ask(cls, state: State, kept: int, parent: QWidget | None = None) -> int | None:
        """Return the number of the entry to remove; None to merge nothing."""
        dialog = cls(state, kept, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.other.currentData() if accepted else None
