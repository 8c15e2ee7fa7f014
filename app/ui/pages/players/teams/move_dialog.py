"""The dialog that asks which team players should move to."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QWidget

from app.engine.language import plural, say
from app.engine.text import shorten
from app.ui.widgets.basics import button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import LayoutGap, caption_for, column_of, foot
from app.ui.widgets.theme import DIALOG, Space
from app.views.teams.roster import NO_TEAM, SeatRow, TeamRow


class MoveDialog(Dialog):
    def __init__(
        self,
        players: Sequence[SeatRow],
        teams: Sequence[TeamRow],
        here: str,
        parent: QWidget | None = None,
    ) -> None:
        """Offer the teams that ``players`` may move to. ``here`` is the key of their present
        team.
        """
        super().__init__(parent)
        self.setWindowTitle(say("Move to a team"))
        self.team = ComboBox()
        others = [row for row in teams if row.is_team and row.key != here]
        for row in others:
            self.team.addItem(f"{shorten(row.name, 48)}  ({row.players})", row.key)
        with_room = (place for place, row in enumerate(others) if row.has_room)
        self.team.setCurrentIndex(next(with_room, 0))
        if here != NO_TEAM:
            self.team.addItem(say("No team"), NO_TEAM)
        self.move_ = button(say("&Move"), self.accept, kind="primary")
        self.move_.setDefault(True)
        self.move_.setEnabled(self.team.count() > 0)
        who = (
            shorten(players[0].name)
            if len(players) == 1
            else plural(len(players), "{count} player", "{count} players")
        )
        column_of(
            caption_for(self.team, say("Move {who} &to", who=who)),
            self.team,
            LayoutGap(Space.L),
            foot(button(say("Cancel"), self.reject), self.move_),
            on=self,
            margins=DIALOG,
        )
        self.setMinimumWidth(420)
        self.team.setFocus()

    @classmethod
    def ask(
        cls,
        players: Sequence[SeatRow],
        teams: Sequence[TeamRow],
        here: str,
        parent: QWidget | None = None,
    ) -> str | None:
        """Return the key of the chosen team, or "" for no team. Return None to change nothing."""
        dialog = cls(players, teams, here, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return str(dialog.team.currentData()) if accepted else None
