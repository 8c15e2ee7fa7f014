"""Asks which table a game is played at."""

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import Gap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space

HIGHEST = 9999


class TableNumberDialog(QDialog):
    def __init__(self, table: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Move the game"))
        self.number = SpinBox()
        self.number.setRange(1, HIGHEST)
        self.number.setValue(table)
        self.move_it = button(say("&Move"), self.accept, kind="primary")
        self.move_it.setDefault(True)
        self.move_it.setEnabled(False)
        self.number.valueChanged.connect(lambda now: self.move_it.setEnabled(now != table))
        note = label(say("A game already at that table moves to this one."), "muted", wraps=True)
        note.setMinimumWidth(320)
        column_of(
            caption_for(self.number, say("&Table")),
            self.number,
            note,
            Gap(Space.L),
            foot(button(say("Cancel"), self.reject), self.move_it),
            on=self,
            margins=DIALOG,
        )
        self.number.selectAll()
        self.number.setFocus()

    @classmethod
    def ask(cls, table: int, parent: QWidget | None = None) -> int | None:
        dialog = cls(table, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.number.value() if accepted else None
