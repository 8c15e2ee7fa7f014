"""The organizer taps off what died at a table, as its players do at theirs."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from app.engine.commands import Refused
from app.engine.side import Side
from app.engine.table_commands import TableCommand
from app.engine.table_view import table_view
from app.ui.desk_client import DeskClient
from app.ui.table.losses_sheet import LossesSheet

if TYPE_CHECKING:
    from app.desk import Reply


class LossesDialog(QDialog):
    """``game`` must have a player with a list. Every tap is counted at once."""

    def __init__(self, client: DeskClient, game: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client, self._game = client, game
        self.sheet = LossesSheet(Side.RED, self._ask, self.accept, self, by=None)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sheet)
        self.resize(1000, 480)
        client.changed.connect(self._show)
        self._show()

    @classmethod
    def show_for(cls, client: DeskClient, game: int, parent: QWidget | None = None) -> None:
        dialog = cls(client, game, parent)
        dialog.exec()
        client.changed.disconnect(dialog._show)
        dialog.deleteLater()

    def _ask(self, command: TableCommand) -> None:
        def answered(reply: "Reply") -> None:
            if isinstance(reply, Refused):
                self.sheet.say(reply.sentence)

        self._client.ask(command, then=answered)

    def _show(self) -> None:
        """A game that is gone, or whose lists are, leaves nothing to count."""
        game = self._client.state.games.get(self._game)
        view = table_view(self._client.state, game) if game else None
        if view is None or not any(view.armies):
            self.reject()
            return
        self.setWindowTitle(f"Losses at table {view.table}")
        self.sheet.show_armies(view)
