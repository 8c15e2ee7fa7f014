"""The dialog with a player's groups and the tables reserved for those groups."""

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.engine.draw.wishes import PlayerGroups
from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, form_of
from app.ui.widgets.theme import DIALOG, Space

NOTE = say(
    "Players who share a word are kept apart if the draw settings say so. Separate several words"
    " or tables with commas."
)


class TiesDialog(Dialog):
    def __init__(self, name: str, ties: PlayerGroups, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Groups and tables of {name}", name=name))
        self.travel, self.family = QLineEdit(ties.travel), QLineEdit(ties.family)
        self.region, self.caster = QLineEdit(ties.region), QLineEdit(ties.caster)
        self.tables = QLineEdit(", ".join(map(str, ties.tables)))
        self.tables.setPlaceholderText(say("any"))
        self.tables_for = QLineEdit(ties.tables_for)
        self.tables_for.setPlaceholderText(say("access, stream"))
        self.save = button(say("&Save"), self.accept, kind="primary")
        self.save.setDefault(True)
        fields = {
            say("&Travel group"): self.travel,
            say("&Family"): self.family,
            say("&Region"): self.region,
            say("C&aster"): self.caster,
            say("Only at ta&bles"): self.tables,
            say("&Because of"): self.tables_for,
        }
        for field in fields.values():
            field.setMaxLength(200)
        self.tables.textChanged.connect(
            lambda text: self.save.setEnabled(tables_in(text) is not None)
        )
        note = label(NOTE, "muted", wraps=True)
        note.setMinimumWidth(472)
        column_of(
            note,
            form_of(*fields.items()),
            foot(button(say("Cancel"), self.reject), self.save),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.setMinimumWidth(520)
        self.travel.setFocus()

    @property
    def ties(self) -> PlayerGroups:
        return PlayerGroups(
            travel=self.travel.text().strip(),
            family=self.family.text().strip(),
            region=self.region.text().strip(),
            caster=self.caster.text().strip(),
            tables=tables_in(self.tables.text()) or (),
            tables_for=self.tables_for.text().strip(),
        )

    @classmethod
    def ask(
        cls, name: str, ties: PlayerGroups, parent: QWidget | None = None
    ) -> PlayerGroups | None:
        """Ask for the groups. Return None if nothing is to be changed."""
        dialog = cls(name, ties, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.ties if accepted and dialog.ties != ties else None


def tables_in(text: str) -> tuple[int, ...] | None:
    """Return the table numbers in a text; None if the text contains anything else."""
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and int(word) for word in words):
        return None
    return tuple(sorted({int(word) for word in words}))
