"""The question about an unfinished game when one of its players drops out."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.acts.commands import Command
from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot
from app.ui.widgets.theme import DIALOG, Space
from app.views.round.leaving import WayToLeave

NOTE = say("The player leaves the event either way. Undo takes back both.")


class LeavingDialog(Dialog):
    """A dialog that asks how to settle the game of a player who leaves. ``sentence`` is the
    engine's question, and ``ways`` are the possible answers. Escape changes nothing.
    """

    def __init__(
        self, sentence: str, ways: Sequence[WayToLeave], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Drop"))
        self.chosen: Command | None = None
        """The command that settles the game; None leaves the game as it is."""
        text = label(sentence, wraps=True)
        text.setMinimumWidth(420)
        self.ways = [button(way.words, partial(self._choose, way.command)) for way in ways]
        self.later = button(say("&Leave the game as it is"), self.accept, kind="quiet")
        self.cancel = button(say("&Cancel"), self.reject, kind="primary")
        self.cancel.setDefault(True)
        column_of(
            text,
            label(NOTE, "muted", wraps=True),
            column_of(*self.ways, self.later, gap=Space.S),
            foot(self.cancel),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.cancel.setFocus()

    def _choose(self, command: Command) -> None:
        self.chosen = command
        self.accept()

    @classmethod
    def ask(
        cls, sentence: str, ways: Sequence[WayToLeave], parent: QWidget | None = None
    ) -> tuple[bool, Command | None]:
        """Return whether to drop the player, and the command that settles their game. The command
        is None if the game stays as it is.
        """
        dialog = cls(sentence, ways, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return accepted, dialog.chosen
