"""The dialog that asks for a reason, such as the reason for a warning or a disqualification."""

from PySide6.QtWidgets import QDialog, QSizePolicy, QWidget

from app.engine.language import say
from app.ui.widgets.basics import NameLabel, button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ReasonField
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space


class ReasonDialog(Dialog):
    """A dialog that asks for the reason for an act. ``title`` names the act, ``about`` the player,
    and ``note`` the consequence.
    """

    def __init__(
        self,
        title: str,
        about: str,
        note: str,
        *,
        danger: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.reason = ReasonField(500)
        self.act = button(f"&{title}", self.accept, kind="danger" if danger else "primary")
        self.act.setDefault(True)
        self.act.setEnabled(False)
        self.cancel = button(say("Cancel"), self.reject)
        self.reason.textChanged.connect(self._look)
        heading = NameLabel(about, "heading")
        heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        text = label(note, "muted", wraps=True)
        text.setMinimumWidth(472)
        column_of(
            heading,
            text,
            LayoutGap(Space.S),
            caption_for(self.reason, say("&Reason (needed)")),
            self.reason,
            LayoutGap(Space.L),
            foot(self.cancel, self.act),
            on=self,
            margins=DIALOG,
        )
        self.setMinimumWidth(520)
        self.reason.setFocus()

    def _look(self, text: str) -> None:
        self.act.setEnabled(bool(text.strip()))

    @classmethod
    def ask(
        cls,
        title: str,
        about: str,
        note: str,
        *,
        danger: bool = False,
        parent: QWidget | None = None,
    ) -> str | None:
        dialog = cls(title, about, note, danger=danger, parent=parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.reason.words if accepted else None
