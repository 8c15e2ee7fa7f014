"""The question that follows a doubt. The words of each button say what the button does."""

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot
from app.ui.widgets.theme import DIALOG, Space


class InsistDialog(Dialog):
    """A dialog that asks whether to insist. ``sentence`` is the engine's doubt. Escape cancels, and
    so does Enter while the focus is still on the first button.

    ``words`` holds two texts: one for the button that cancels, one for the button that insists.
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
        """Ask whether the EO insists, and tell the answer. If there are grave ``consequences``, ask
        a second time.
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
