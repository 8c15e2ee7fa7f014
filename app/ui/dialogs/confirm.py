"""The question after a doubt: the buttons say what they do."""

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot
from app.ui.widgets.theme import DIALOG, Space


class InsistDialog(Dialog):
    """Asks whether to insist. ``sentence`` is the engine's doubt. Escape, and Enter at first, leave
    things as they are.

    ``words`` are those of the two buttons.
    """

    def __init__(
        self,
        sentence: str,
        parent: QWidget | None = None,
        *,
        note: str,
        words: tuple[str, str],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Are you sure?"))
        text = label(sentence, wraps=True)
        text.setMinimumWidth(420)
        self.leave = button(words[0], self.reject, kind="primary")
        self.leave.setDefault(True)
        self.anyway = button(words[1], self.accept)
        column_of(
            text,
            label(note, "muted", wraps=True),
            foot(self.anyway, self.leave),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.leave.setFocus()

    @classmethod
    def ask(
        cls,
        sentence: str,
        parent: QWidget | None = None,
        *,
        consequences: str = "",
        note: str,
        words: tuple[str, str],
    ) -> bool:
        """Tell whether the EO insists; where something grave follows from it, they are asked
        twice.
        """
        accepted = QDialog.DialogCode.Accepted
        return all(
            cls(text, parent, note=note, words=words).exec() == accepted
            for text in (
                sentence,
                consequences and say("Really? {consequences}", consequences=consequences),
            )
            if text
        )
