"""The dialog with a team's name, nation and captain."""

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from app.engine.acts.teams.roster import Team
from app.engine.language import say
from app.engine.players.rosters import Roster
from app.engine.state import State
from app.engine.text import can_be_read, shorten
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox, select_all
from app.ui.widgets.layout import column_of, foot, form_of
from app.ui.widgets.theme import DIALOG, Space

FIRST = say("Player in seat 1")
RENAMED = say("A new name applies to all its players.")
MOST_LETTERS = 100


class TeamDialog(Dialog):
    """A dialog that asks for a team's name, nation and captain. ``roster`` is the team to change;
    None for a new one.
    """

    def __init__(self, state: State, roster: Roster | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Team {name}", name=roster.name) if roster else say("New team"))
        self._players = roster.players if roster else ()
        self.name = QLineEdit(roster.name if roster else "")
        self.nation = QLineEdit(roster.nation if roster else "")
        for field in (self.name, self.nation):
            field.setMaxLength(MOST_LETTERS)
        self.captain = ComboBox()
        self.captain.addItem(FIRST, 0)
        for number in self._players:
            self.captain.addItem(shorten(state.name(number), 60), number)
        known = state.teams.get(roster.key) if roster else None
        self.captain.setCurrentIndex(max(self.captain.findData(known.captain if known else 0), 0))
        self.save = button(say("&Save"), self.accept, kind="primary")
        self.save.setDefault(True)
        self.name.textChanged.connect(lambda text: self.save.setEnabled(can_be_read(text)))
        self.save.setEnabled(roster is not None)
        fields: list[tuple[str, QWidget]] = [
            (say("&Name"), self.name),
            (say("Na&tion"), self.nation),
        ]
        if self._players:
            fields.append((say("&Captain"), self.captain))
        column_of(
            form_of(*fields),
            label(RENAMED, "muted") if roster else None,
            foot(button(say("Cancel"), self.reject), self.save),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )
        self.setMinimumWidth(480)
        self.name.setFocus()
        select_all(self.name)

    @property
    def team(self) -> Team:
        return Team(
            " ".join(self.name.text().split()),
            " ".join(self.nation.text().split()),
            self.captain.currentData(),
            self._players,
        )

    @classmethod
    def ask(cls, state: State, roster: Roster | None, parent: QWidget | None = None) -> Team | None:
        dialog = cls(state, roster, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.team if accepted else None
