"""The dialog that substitutes a player of a team. It asks who the substitute is, from which round
on, and whether the player leaves.
"""

from PySide6.QtWidgets import QCheckBox, QDialog, QWidget

from app.engine.acts.teams.roster import SubstitutePlayer
from app.engine.language import say
from app.engine.players.rosters import roster_of
from app.engine.state import State
from app.engine.text import shorten, team_key
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space


class SubstituteDialog(Dialog):
    """A dialog that asks for the substitute. It lists the team's own substitutes before players
    without a team.
    """

    def __init__(self, state: State, gone: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Substitute"))
        self._gone = gone
        name = shorten(state.name(gone))
        self.came = ComboBox()
        for number in list_substitutes(state, gone):
            self.came.addItem(f"{number}  {shorten(state.name(number), 60)}", number)
        round_ = state.open_round
        self.at_once = QCheckBox(
            say("Also in round {number}", number=round_.number if round_ else 0)
        )
        self.at_once.setVisible(round_ is not None)
        self.leaves = QCheckBox(say("{name} leaves the event", name=name))
        self.substitute = button(say("&Substitute"), self.accept, kind="primary")
        self.substitute.setDefault(True)
        self.substitute.setEnabled(self.came.count() > 0)
        none = label(
            say("Nobody can come in: add a player first, or give the team a substitute."),
            "muted",
            wraps=True,
        )
        none.setVisible(not self.came.count())
        column_of(
            caption_for(self.came, say("&Who plays in the seat of {name}", name=name)),
            self.came,
            none,
            self.at_once,
            self.leaves,
            foot(button(say("Cancel"), self.reject), self.substitute),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.setMinimumWidth(420)
        self.came.setFocus()

    @property
    def command(self) -> SubstitutePlayer:
        return SubstitutePlayer(
            self._gone,
            self.came.currentData(),
            leaves=self.leaves.isChecked(),
            at_once=self.at_once.isChecked(),
        )

    @classmethod
    def ask(cls, state: State, gone: int, parent: QWidget | None = None) -> SubstitutePlayer | None:
        dialog = cls(state, gone, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.command if accepted else None


def list_substitutes(state: State, gone: int) -> tuple[int, ...]:
    """Return the possible substitutes: first the team's own, then players without a team. Leave out
    players who have left.
    """
    team = roster_of(state, gone)
    alone = (n for n, player in state.players.items() if not team_key(player.entry.team))
    numbers = (*(team.substitutes if team else ()), *alone)
    return tuple(n for n in numbers if not state.players[n].status.has_left)
