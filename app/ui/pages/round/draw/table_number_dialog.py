"""The dialog that asks at which table to play a game, or at which table a match begins."""

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import plural, say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space

HIGHEST = 9999


class TableNumberDialog(Dialog):
    """A dialog that asks for a table number. For a match, ``tables`` is the number of tables that
    it needs; for a game, 0.
    """

    def __init__(self, table: int, parent: QWidget | None = None, *, tables: int = 0) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Move the match") if tables else say("Move the game"))
        self.number = SpinBox()
        self.number.setRange(1, HIGHEST)
        self.number.setValue(table)
        self.move_it = button(say("&Move"), self.accept, kind="primary")
        self.move_it.setDefault(True)
        self.move_it.setEnabled(False)
        self.number.valueChanged.connect(lambda now: self.move_it.setEnabled(now != table))
        words = say("A game already at that table moves to this one.")
        if tables:
            words = plural(
                tables,
                "The match takes {count} table. A game already there moves to the one it leaves.",
                "The match takes {count} tables from there on. Games already there move to those it"
                " leaves.",
            )
        note = label(words, "muted", wraps=True)
        note.setMinimumWidth(320)
        column_of(
            caption_for(self.number, say("First &table") if tables > 1 else say("&Table")),
            self.number,
            note,
            LayoutGap(Space.L),
            foot(button(say("Cancel"), self.reject), self.move_it),
            on=self,
            margins=DIALOG,
        )
        self.number.selectAll()
        self.number.setFocus()

    @classmethod
    def ask(cls, table: int, parent: QWidget | None = None, *, tables: int = 0) -> int | None:
        dialog = cls(table, parent, tables=tables)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.number.value() if accepted else None
